//! Saves files under names that the user chooses in a dialog.
//!
//! If no dialog can be opened, the file is saved in the pictures folder and a notice reports the path. In a browser,
//! the file is downloaded.

#[cfg_attr(target_family = "wasm", path = "dialog_in_page.rs")]
mod dialog;

use std::{collections::VecDeque, path::PathBuf, sync::Arc};

use bevy::{
    prelude::*,
    tasks::{IoTaskPool, Task, block_on, poll_once},
};
use bspwalk_session::files;
use bspwalk_text::text;

use self::dialog::Dialog;
use crate::app::host::prelude::*;

/// Requests that a file be saved.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct SaveAs {
    /// Description for the start of a sentence, such as "The film".
    pub what: String,
    /// Subject of the file name, usually the name of a level.
    pub about: String,
    /// File extension.
    pub extension: &'static str,
    /// File contents.
    pub bytes: Arc<[u8]>,
    /// Additional text for the notice, possibly empty.
    pub note: String,
    /// Folder to save the file in without asking, if any.
    pub folder: Option<PathBuf>,
}

impl SaveAs {
    /// Creates a request that opens a dialog.
    pub fn new(
        what: impl Into<String>,
        about: impl Into<String>,
        extension: &'static str,
        bytes: impl Into<Arc<[u8]>>,
    ) -> Self {
        Self {
            what: what.into(),
            about: about.into(),
            extension,
            bytes: bytes.into(),
            note: String::new(),
            folder: None,
        }
    }
}

/// Destination of a saved file.
#[derive(Clone, Debug, PartialEq, Eq)]
enum SavePath {
    /// Use this path.
    At(PathBuf),
    /// Use the first unused file name in this folder.
    In(PathBuf),
}

/// Description and additional text for the notice after the file is written.
type Said = [String; 2];

/// Files waiting for a dialog, and files being written.
#[derive(Resource, Default)]
struct Saving {
    waiting: VecDeque<SaveAs>,
    asked: Option<(SaveAs, Dialog)>,
    writing: Vec<(Said, Task<Result<PathBuf, String>>)>,
}

/// Saves files.
pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Saving>()
        .add_message::<SaveAs>()
        .add_systems(Update, (take, ask, tell).chain().in_set(AppSystems::Follow));
}

impl Saving {
    fn write(&mut self, file: SaveAs, place: SavePath) {
        let SaveAs {
            what,
            about,
            extension,
            bytes,
            note,
            ..
        } = file;
        let write = async move {
            match place {
                SavePath::At(path) => files::save_at(&path, extension, &bytes),
                SavePath::In(folder) => files::save(&folder, &about, extension, &bytes),
            }
        };
        self.writing.push(([what, note], IoTaskPool::get().spawn(write)));
    }
}

/// Queues the files to be saved.
fn take(mut messages: MessageReader<SaveAs>, mut saving: ResMut<Saving>, mut notices: MessageWriter<Notice>) {
    for file in messages.read() {
        if let Some(folder) = file.folder.clone() {
            saving.write(file.clone(), SavePath::In(folder));
            continue;
        }
        match Dialog::obstacle() {
            Some(obstacle) => {
                if !obstacle.is_empty() {
                    notices.write(Notice::info(obstacle));
                }
                saving.write(file.clone(), SavePath::In(files::pictures_folder()));
            }
            None => saving.waiting.push_back(file.clone()),
        }
    }
}

/// Asks for the file names, one file at a time.
fn ask(mut saving: ResMut<Saving>, mut notices: MessageWriter<Notice>) {
    let saving = saving.bypass_change_detection();
    if let Some((file, mut dialog)) = saving.asked.take() {
        match dialog.answer() {
            None => saving.asked = Some((file, dialog)),
            Some(Some(path)) => saving.write(file, SavePath::At(path)),
            Some(None) => {
                notices.write(Notice::info(text!("saving-no-name", what = file.what)));
            }
        }
    }
    if saving.asked.is_none()
        && let Some(file) = saving.waiting.pop_front()
    {
        let name = files::offered_name(&file.about, file.extension);
        let dialog = Dialog::open(&file.what, &name, file.extension);
        saving.asked = Some((file, dialog));
    }
}

/// Reports where files were saved.
fn tell(mut saving: ResMut<Saving>, mut notices: MessageWriter<Notice>) {
    let saving = saving.bypass_change_detection();
    saving.writing.retain_mut(|([what, note], task)| {
        let Some(written) = block_on(poll_once(task)) else {
            return true;
        };
        notices.write(match written {
            Ok(path) if note.is_empty() => Notice::info(text!("saving-saved", what, path = path.display())),
            Ok(path) => Notice::info(text!("saving-saved-with", what, path = path.display(), note)),
            Err(problem) => Notice::error(text!("saving-failed", what, problem = format!("{problem}."))),
        });
        false
    });
}

#[cfg(test)]
mod tests {
    use std::{fs, time::Duration};

    use bevy::app::TaskPoolPlugin;

    use super::*;

    fn rig() -> App {
        let mut app = App::new();
        app.add_plugins((TaskPoolPlugin::default(), plugin))
            .add_message::<Notice>();
        app
    }

    /// Updates the app until a notice appears, and returns it.
    fn notice(app: &mut App) -> Notice {
        for _ in 0..10_000 {
            app.update();
            let mut notices = app.world_mut().resource_mut::<Messages<Notice>>();
            if let Some(notice) = notices.drain().next() {
                return notice;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        panic!("no notice arrived");
    }

    #[test]
    fn file_is_written_to_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let mut app = rig();
        let mut file = SaveAs::new("The film", "a level", "gif", b"bytes".as_slice());
        file.folder = Some(folder.path().to_owned());
        file.note = "4 steps".into();
        app.world_mut().write_message(file.clone());
        let said = notice(&mut app);
        let path = folder.path().join("bspwalk-a_level-001.gif");
        assert_eq!(fs::read(&path).unwrap(), b"bytes");
        assert!(
            !said.error && said.text.starts_with("The film was saved to "),
            "{said:?}"
        );
        assert!(said.text.ends_with("-001.gif with 4 steps."), "{said:?}");
        file.note.clear();
        app.world_mut().write_message(file.clone());
        let said = notice(&mut app);
        assert!(!said.error && said.text.ends_with("-002.gif"), "{said:?}");
        // A folder cannot be created inside a file, so saving fails.
        file.folder = Some(path);
        app.world_mut().write_message(file);
        let said = notice(&mut app);
        assert!(
            said.error && said.text.starts_with("The film was not saved: "),
            "{said:?}"
        );
    }
}
