//! Saving a file where the user wants it: a dialog asks for its name. Where no dialog can open, it goes to the folder of pictures, and that
//! is said; in a page it is a download.

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
use super::{schedule::AppSystems, state::Notice};

/// Asks where to save a file.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct SaveAs {
    /// What it is, as a sentence begins: "The film".
    pub what: String,
    /// What it is about, for its name: mostly a level.
    pub about: String,
    /// The extension of its name.
    pub extension: &'static str,
    /// Its content.
    pub bytes: Arc<[u8]>,
    /// What is said of it beside where it is; empty where nothing is.
    pub note: String,
    /// A folder where it goes without being asked.
    pub folder: Option<PathBuf>,
}

impl SaveAs {
    /// A file that a dialog asks for.
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

/// Where a file goes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    /// Under this name.
    At(PathBuf),
    /// Into this folder, under the first free name.
    In(PathBuf),
}

/// What is said once a file is written: what it is, and beside that.
type Said = [String; 2];

/// The files that wait for the dialog, and those that are being written.
#[derive(Resource, Default)]
struct Saving {
    waiting: VecDeque<SaveAs>,
    asked: Option<(SaveAs, Dialog)>,
    writing: Vec<(Said, Task<Result<PathBuf, String>>)>,
}

/// Saves files.
pub(super) struct SaveAsPlugin;

impl Plugin for SaveAsPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Saving>()
            .add_message::<SaveAs>()
            .add_systems(Update, (take, ask, tell).chain().in_set(AppSystems::Command));
    }
}

impl Saving {
    fn write(&mut self, file: SaveAs, place: Place) {
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
                Place::At(path) => files::save_at(&path, extension, &bytes),
                Place::In(folder) => files::save(&folder, &about, extension, &bytes),
            }
        };
        self.writing.push(([what, note], IoTaskPool::get().spawn(write)));
    }
}

/// Takes the files that are to be saved.
fn take(mut messages: MessageReader<SaveAs>, mut saving: ResMut<Saving>, mut notices: MessageWriter<Notice>) {
    for file in messages.read() {
        if let Some(folder) = file.folder.clone() {
            saving.write(file.clone(), Place::In(folder));
            continue;
        }
        match Dialog::obstacle() {
            Some(obstacle) => {
                if !obstacle.is_empty() {
                    notices.write(Notice::info(obstacle));
                }
                saving.write(file.clone(), Place::In(files::folder()));
            }
            None => saving.waiting.push_back(file.clone()),
        }
    }
}

/// Asks for the name of one file after the other.
fn ask(mut saving: ResMut<Saving>, mut notices: MessageWriter<Notice>) {
    let saving = saving.bypass_change_detection();
    if let Some((file, mut dialog)) = saving.asked.take() {
        match dialog.answer() {
            None => saving.asked = Some((file, dialog)),
            Some(Some(path)) => saving.write(file, Place::At(path)),
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

/// Tells where files are.
fn tell(mut saving: ResMut<Saving>, mut notices: MessageWriter<Notice>) {
    let saving = saving.bypass_change_detection();
    saving.writing.retain_mut(|([what, note], task)| {
        let Some(written) = block_on(poll_once(task)) else {
            return true;
        };
        notices.write(match written {
            Ok(path) => Notice::info(saved_words(what, &path.display().to_string(), note)),
            Err(problem) => Notice::error(text!("saving-failed", what, problem = format!("{problem}."))),
        });
        false
    });
}

/// Where a file is, and what is said beside that.
fn saved_words(what: &str, path: &str, note: &str) -> String {
    if note.is_empty() {
        text!("saving-saved", what, path)
    } else {
        text!("saving-saved-with", what, path, note)
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, time::Duration};

    use bevy::app::TaskPoolPlugin;

    use super::*;

    fn rig() -> App {
        let mut app = App::new();
        app.add_plugins((TaskPoolPlugin::default(), SaveAsPlugin))
            .add_message::<Notice>();
        app
    }

    /// Waits for a notice.
    fn notice(app: &mut App) -> Notice {
        for _ in 0..10_000 {
            app.update();
            let mut notices = app.world_mut().resource_mut::<Messages<Notice>>();
            if let Some(notice) = notices.drain().next() {
                return notice;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        panic!("nothing is said");
    }

    #[test]
    fn a_file_with_a_folder_is_written_there_and_that_is_said() {
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
            !said.error && said.text.starts_with("The film is saved to "),
            "{said:?}"
        );
        assert!(said.text.ends_with("-001.gif: 4 steps."), "{said:?}");
        // No folder can be made below a file.
        file.folder = Some(path);
        app.world_mut().write_message(file);
        let said = notice(&mut app);
        assert!(
            said.error && said.text.starts_with("The film was not saved: "),
            "{said:?}"
        );
    }

    #[test]
    fn it_is_said_where_a_file_is() {
        assert_eq!(saved_words("The film", "a.gif", ""), "The film is saved to a.gif");
        assert_eq!(
            saved_words("The film", "a.gif", "4 steps"),
            "The film is saved to a.gif: 4 steps."
        );
    }
}
