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

/// Delay between the last write and the report of a change. It is needed because programs truncate a file before
/// writing it and write it in several parts.
const SETTLED: Duration = Duration::from_millis(200);

/// Length and modification time of a file, or `None` if it does not exist.
type Stamp = Option<(u64, Option<SystemTime>)>;

/// Watches a level's file and the files it refers to, including missing ones.
///
/// Watches folders, because many programs save a file by replacing it.
pub struct Watch {
    /// Watcher, which stops when this is dropped.
    _debouncer: Debouncer<RecommendedWatcher>,
    changes: Mutex<Receiver<()>>,
}

impl std::fmt::Debug for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch").finish_non_exhaustive()
    }
}

impl Watch {
    /// Watches the level's file at `path`, which was read from `source` with `options`. Without a source, only this
    /// file is watched.
    ///
    /// Changes made since the file was read are also reported.
    ///
    /// # Errors
    /// Returns one sentence if the system cannot watch the file.
    pub fn start(path: &Path, source: Option<&Source>, options: &LoadOptions) -> Result<Self, String> {
        Self::start_settling(path, source, options, SETTLED)
    }

    /// Like [`Watch::start`], with a different delay after the last write.
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
            // If a file is still being written, the debouncer sends another event once it is complete.
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
        // Also watch folders that were searched, because they may not contain any of the level's files yet.
        folders.extend(directory.folders());
        folders.sort_unstable();
        folders.dedup();
        // A missing folder has no files to watch. Its appearance counts as a change, after which a new watch includes
        // it.
        for folder in folders.into_iter().filter(|folder| folder.is_dir()) {
            debouncer
                .watcher()
                .watch(folder, RecursiveMode::NonRecursive)
                .map_err(failed)?;
        }
        // Events only report later changes. Compare the files now to find changes since the level was read. A change
        // may therefore be reported twice.
        let has_changed = source.is_some_and(|source| {
            let hash = hash_file(path, &Progress::default());
            hash.as_ref() != Ok(&source.hash) || !source.files_are_unchanged(path, options)
        });
        if has_changed {
            // The file may still be being written.
            let mut seen = watched();
            thread::spawn(move || {
                loop {
                    thread::sleep(settled);
                    if !seen.look() {
                        break;
                    }
                }
                // If the watch was dropped, the receiver is gone and sending fails.
                let _ = sender.send(());
            });
        }
        Ok(Self {
            _debouncer: debouncer,
            changes: Mutex::new(changes),
        })
    }

    /// Returns whether a file changed since the last call.
    pub fn has_changed(&self) -> bool {
        self.changes
            .lock()
            .is_ok_and(|changes| changes.try_iter().count() > 0)
    }

    /// Waits until a file changes.
    ///
    /// # Errors
    /// Returns one sentence if the watch has ended.
    pub fn wait(&self) -> Result<(), String> {
        let over = || text!("work-watch-ended").to_owned();
        let changes = self.changes.lock().map_err(|_| over())?;
        changes.recv().map_err(|_| over())?;
        // Merge several changes into one.
        changes.try_iter().for_each(drop);
        Ok(())
    }
}

/// Returns the paths of the level's file and of the files it refers to. Resolves symbolic links in the paths of their
/// folders.
fn files(path: &Path, source: Option<&Source>, options: &LoadOptions) -> Vec<PathBuf> {
    let directory = Directory::for_level(path, options);
    let named = source.into_iter().flat_map(|source| source.files.keys());
    let named = named.flat_map(|name| directory.candidates(name));
    let mut files: Vec<PathBuf> = Vec::new();
    let named: Vec<PathBuf> = named.collect();
    let missing = missing_folders(&directory, &named);
    for file in std::iter::once(path.to_owned()).chain(named).chain(missing) {
        // If the file is a symbolic link, its target may also change.
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

/// For each missing folder, returns its topmost missing ancestor. The ancestor's parent is watched until the ancestor
/// appears.
fn missing_folders(directory: &Directory, files: &[PathBuf]) -> Vec<PathBuf> {
    let folders = files.iter().filter_map(|file| file.parent());
    let folders = folders.chain(directory.folders());
    let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
    folders
        .filter_map(|folder| folder.ancestors().take_while(is_missing).last())
        .map(Path::to_owned)
        .collect()
}

/// State of the files at the last check. Reading a file also triggers an event, but does not change this state.
struct Stamps {
    files: BTreeMap<PathBuf, Stamp>,
    /// File names found by extension when the level was read.
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

    fn tell(&mut self, sender: &Sender<()>) {
        if self.look() {
            // If the watch was dropped, the receiver is gone and sending fails.
            let _ = sender.send(());
        }
    }

    /// Checks the files again. Returns whether something changed since the last check.
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

    /// Returns a level with an existing material library and a missing image.
    fn level() -> (tempfile::TempDir, PathBuf, Source) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.obj");
        fs::write(&path, ROOM).unwrap();
        fs::write(folder.path().join("a.mtl"), "newmtl m\nmap_Kd images\\wall.png\n").unwrap();
        let read = load_with_source(&path, &LoadOptions::default(), &Progress::default());
        (folder, path, read.unwrap().1)
    }

    #[test]
    fn write_or_replace_is_a_change_but_read_is_not() {
        let (folder, path, source) = level();
        let watch = Watch::start(&path, Some(&source), &LoadOptions::default()).unwrap();
        fs::read(&path).unwrap();
        fs::write(folder.path().join("other.txt"), "").unwrap();
        std::thread::sleep(3 * SETTLED);
        assert!(!watch.has_changed(), "the level has not changed");

        fs::write(&path, format!("{ROOM}\n")).unwrap();
        watch.wait().unwrap();
        assert!(!watch.has_changed(), "it was told once");

        let new = folder.path().join("new");
        fs::write(&new, format!("{ROOM}\n\n")).unwrap();
        fs::rename(&new, &path).unwrap();
        watch.wait().unwrap();

        fs::write(folder.path().join("a.mtl"), "newmtl m\nKd 1 0 0\n").unwrap();
        watch.wait().unwrap();

        // The missing image appears next to the level.
        fs::write(folder.path().join("wall.png"), "x").unwrap();
        watch.wait().unwrap();
        fs::remove_file(&path).unwrap();
        watch.wait().unwrap();
    }

    #[test]
    fn change_before_the_watch_started_counts() {
        let (_folder, path, source) = level();
        fs::write(&path, format!("{ROOM}\n")).unwrap();
        let watch = Watch::start(&path, Some(&source), &LoadOptions::default()).unwrap();
        watch.wait().unwrap();
        assert!(!watch.has_changed());
    }

    #[test]
    fn truncated_file_is_reported_when_complete() {
        let (_folder, path, source) = level();
        fs::write(&path, "").unwrap();
        let (options, settled) = (LoadOptions::default(), Duration::from_secs(3));
        let watch = Watch::start_settling(&path, Some(&source), &options, settled).unwrap();
        assert!(!watch.has_changed(), "it is told before it is written");
        fs::write(&path, format!("{ROOM}\n")).unwrap();
        assert!(!watch.has_changed(), "it has not settled");
        watch.wait().unwrap();
    }
}
