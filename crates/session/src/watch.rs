//! Watching the files that a level was read from.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{
        Mutex,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::{Duration, SystemTime},
};

use bspwalk_levels::{Directory, LoadOptions, Resolver, Source, source::hash_file};
use bspwalk_progress::Progress;
use bspwalk_text::text;
use notify_debouncer_mini::{
    DebounceEventResult, DebouncedEventKind, Debouncer, new_debouncer,
    notify::{Error, RecommendedWatcher, RecursiveMode},
};

/// A change is told so long after the last write, as programs empty a file before they write it, and write it in parts.
const SETTLED: Duration = Duration::from_millis(200);

/// The length of a file and when it was written; `None` where there is none.
type Stamp = Option<(u64, Option<SystemTime>)>;

/// Watches a level's file and those that it names, those that are missing included.
///
/// It watches folders, since many programs save a file by replacing it.
pub struct Watch {
    /// Stops watching when it is dropped.
    _debouncer: Debouncer<RecommendedWatcher>,
    changes: Mutex<Receiver<()>>,
}

impl std::fmt::Debug for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch").finish_non_exhaustive()
    }
}

impl Watch {
    /// Watches the level's file at `path`, which was read from `source` with `options`; without a source, that file alone.
    /// A change since it was read counts.
    ///
    /// # Errors
    /// Why the system cannot watch it: one sentence.
    pub fn start(path: &Path, source: Option<&Source>, options: &LoadOptions) -> Result<Self, String> {
        Self::start_settling(path, source, options, SETTLED)
    }

    /// As [`Watch::start`], where a change is told so long after the last write.
    fn start_settling(
        path: &Path,
        source: Option<&Source>,
        options: &LoadOptions,
        settled: Duration,
    ) -> Result<Self, String> {
        let failed = |error: Error| {
            text!(
                "work-not-watched",
                file = path.display(),
                reason = error.to_string().trim_end_matches('.')
            )
        };
        let (sender, changes) = channel();
        let files = files(path, source, options);
        let watched = || Stamps::of(&files, source, Directory::for_level(path, options));
        let mut seen = watched();
        let teller = sender.clone();
        let mut debouncer = new_debouncer(settled, move |events: DebounceEventResult| {
            // A file that is still being written has one more event when it is done.
            let is_being_written = events.is_ok_and(|events| {
                events
                    .iter()
                    .all(|event| event.kind == DebouncedEventKind::AnyContinuous)
            });
            if !is_being_written {
                seen.tell(&teller);
            }
        })
        .map_err(failed)?;
        let directory = Directory::for_level(path, options);
        let mut folders: Vec<&Path> = files.iter().filter_map(|file| file.parent()).collect();
        // Those that are listed have no file of the level in them, perhaps.
        folders.extend(directory.folders());
        folders.sort_unstable();
        folders.dedup();
        // A folder that does not exist has no files to watch; that it comes is a change, after which it is watched.
        for folder in folders.into_iter().filter(|folder| folder.is_dir()) {
            debouncer
                .watcher()
                .watch(folder, RecursiveMode::NonRecursive)
                .map_err(failed)?;
        }
        // Later changes are events; what changed since the level was read is looked for now, and may be told twice.
        let has_changed = source.is_some_and(|source| {
            let hash = hash_file(path, &Progress::default());
            hash.as_ref() != Ok(&source.hash) || !source.files_are_unchanged(path, options)
        });
        if has_changed {
            // It may be in the middle of being written.
            let mut seen = watched();
            thread::spawn(move || {
                loop {
                    thread::sleep(settled);
                    if !seen.look() {
                        break;
                    }
                }
                // Where nobody waits any more, nobody is told.
                let _ = sender.send(());
            });
        }
        Ok(Self {
            _debouncer: debouncer,
            changes: Mutex::new(changes),
        })
    }

    /// Whether a file has changed since this was last asked.
    #[must_use]
    pub fn has_changed(&self) -> bool {
        self.changes
            .lock()
            .is_ok_and(|changes| changes.try_iter().count() > 0)
    }

    /// Waits until a file changes.
    ///
    /// # Errors
    /// That nothing is watched any more: one sentence.
    pub fn wait(&self) -> Result<(), String> {
        let over = || text!("work-watch-ended").to_owned();
        let changes = self.changes.lock().map_err(|_| over())?;
        changes.recv().map_err(|_| over())?;
        // Several changes are one.
        changes.try_iter().for_each(drop);
        Ok(())
    }
}

/// The paths of the level's file and of those that it names, with the folders as they are without links.
fn files(path: &Path, source: Option<&Source>, options: &LoadOptions) -> Vec<PathBuf> {
    let directory = Directory::for_level(path, options);
    let named = source.into_iter().flat_map(|source| source.files.keys());
    let named = named.flat_map(|name| directory.candidates(name));
    let mut files: Vec<PathBuf> = Vec::new();
    let named: Vec<PathBuf> = named.collect();
    let missing = missing_folders(&directory, &named);
    for file in std::iter::once(path.to_owned()).chain(named).chain(missing) {
        // Where the name is a link, its target may change, too.
        files.extend(file.canonicalize());
        let folder = match file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        if let (Ok(folder), Some(name)) = (folder.canonicalize(), file.file_name()) {
            files.push(folder.join(name));
        }
    }
    files.sort_unstable();
    files.dedup();
    files
}

/// Of the folders in which files are looked for, those that do not exist: the topmost, which is watched for in the folder above.
fn missing_folders(directory: &Directory, files: &[PathBuf]) -> Vec<PathBuf> {
    let folders = files.iter().filter_map(|file| file.parent());
    let folders = folders.chain(directory.folders());
    let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
    folders
        .filter_map(|folder| folder.ancestors().take_while(is_missing).last())
        .map(Path::to_owned)
        .collect()
}

/// What the files were like when they were last looked at. Reading a file is an event, too, but no change.
struct Stamps {
    files: BTreeMap<PathBuf, Stamp>,
    /// The names of files that were looked for by any name, where the level was read.
    listed: BTreeMap<String, Vec<String>>,
    directory: Directory,
}

impl Stamps {
    fn of(files: &[PathBuf], source: Option<&Source>, directory: Directory) -> Self {
        Self {
            files: files.iter().map(|file| (file.clone(), stamp(file))).collect(),
            listed: source.map_or_else(BTreeMap::new, |source| source.listed.clone()),
            directory,
        }
    }

    /// Looks again, and tells where something has changed.
    fn tell(&mut self, sender: &Sender<()>) {
        if self.look() {
            // Where nobody waits any more, nobody is told.
            let _ = sender.send(());
        }
    }

    /// Looks again: whether something has changed since the last look.
    fn look(&mut self) -> bool {
        let mut has_changed = false;
        for (file, known) in &mut self.files {
            let now = stamp(file);
            has_changed |= std::mem::replace(known, now) != now;
        }
        for (ending, known) in &mut self.listed {
            let now = self.directory.list(ending);
            has_changed |= *known != now;
            *known = now;
        }
        has_changed
    }
}

fn stamp(file: &Path) -> Stamp {
    let metadata = file.metadata().ok()?;
    Some((metadata.len(), metadata.modified().ok()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use bspwalk_levels::load_with_source;

    const ROOM: &str = "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nf 1 2 3\n";

    /// A level with a material library that is there and an image that is missing.
    fn level() -> (tempfile::TempDir, PathBuf, Watch) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.obj");
        fs::write(&path, ROOM).unwrap();
        fs::write(folder.path().join("a.mtl"), "newmtl m\nmap_Kd images\\wall.png\n").unwrap();
        let options = LoadOptions::default();
        let (_, source) = load_with_source(&path, &options, &Progress::default()).unwrap();
        let watch = Watch::start(&path, Some(&source), &options).unwrap();
        (folder, path, watch)
    }

    #[test]
    fn writing_or_replacing_any_file_is_a_change_and_reading_is_none() {
        let (folder, path, watch) = level();
        fs::read(&path).unwrap();
        fs::write(folder.path().join("other.txt"), "").unwrap();
        std::thread::sleep(3 * SETTLED);
        assert!(!watch.has_changed(), "nothing of the level has changed");

        fs::write(&path, format!("{ROOM}\n")).unwrap();
        watch.wait().unwrap();
        assert!(!watch.has_changed(), "it was told once");

        let new = folder.path().join("new");
        fs::write(&new, format!("{ROOM}\n\n")).unwrap();
        fs::rename(&new, &path).unwrap();
        watch.wait().unwrap();

        fs::write(folder.path().join("a.mtl"), "newmtl m\nKd 1 0 0\n").unwrap();
        watch.wait().unwrap();

        // The image that was missing appears beside the level.
        fs::write(folder.path().join("wall.png"), "x").unwrap();
        watch.wait().unwrap();
        fs::remove_file(&path).unwrap();
        watch.wait().unwrap();
    }

    #[test]
    fn a_change_before_the_watch_began_counts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.obj");
        fs::write(&path, ROOM).unwrap();
        let options = LoadOptions::default();
        let (_, source) = load_with_source(&path, &options, &Progress::default()).unwrap();
        fs::write(&path, format!("{ROOM}\n")).unwrap();
        let watch = Watch::start(&path, Some(&source), &options).unwrap();
        watch.wait().unwrap();
        assert!(!watch.has_changed());
    }

    #[test]
    fn a_file_that_was_emptied_to_be_written_is_told_when_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.obj");
        fs::write(&path, ROOM).unwrap();
        let options = LoadOptions::default();
        let (_, source) = load_with_source(&path, &options, &Progress::default()).unwrap();
        fs::write(&path, "").unwrap();
        let settled = Duration::from_secs(3);
        let watch = Watch::start_settling(&path, Some(&source), &options, settled).unwrap();
        assert!(!watch.has_changed(), "it is told before it is written");
        fs::write(&path, format!("{ROOM}\n")).unwrap();
        assert!(!watch.has_changed(), "it has not settled");
        watch.wait().unwrap();
    }
}
