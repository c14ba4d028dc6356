//! Non-blocking file dialog.

use std::{env, path::PathBuf};

use bevy::{
    prelude::*,
    tasks::{IoTaskPool, Task, block_on, poll_once},
};
use bspwalk_compile::open::EXTENSIONS;
use bspwalk_levels::LoadOptions;
use bspwalk_text::text;

use crate::{
    app::host::{
        schedule::AppSystems,
        shown::Shown,
        state::{LevelName, Notice, OpenLevel, OpenedLevel, RequestedOptions},
    },
    walk::platform::{Platform, is_set},
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Dialog>()
        .add_systems(Update, answer.in_set(AppSystems::Follow));
}

/// What a dialog asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Wanted {
    /// A level to open.
    Level,
    /// The folder of the textures of the current level.
    Textures,
}

/// The file dialog, if it is open.
#[derive(Resource, Default)]
pub(in crate::app) struct Dialog(Option<(Wanted, Task<Option<PathBuf>>)>);

/// Returns whether a file dialog is likely to open.
pub(in crate::app) fn can_open() -> bool {
    let on_path = |program: &str| {
        env::var_os("PATH")
            .is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(program).is_file()))
    };
    let bus = is_set("DBUS_SESSION_BUS_ADDRESS")
        || env::var_os("XDG_RUNTIME_DIR").is_some_and(|folder| PathBuf::from(folder).join("bus").exists());
    Platform::current() != Platform::Unix || bus || on_path("zenity")
}

/// Returns the level file extensions in lower and upper case, because some systems distinguish them.
fn extensions() -> Vec<String> {
    let small = EXTENSIONS.into_iter().map(str::to_owned);
    small
        .chain(EXTENSIONS.into_iter().map(str::to_uppercase))
        .collect()
}

/// Opens the dialog.
pub(in crate::app) fn ask(
    In(wanted): In<Wanted>,
    mut dialog: ResMut<Dialog>,
    mut notices: MessageWriter<Notice>,
) {
    if dialog.0.is_some() {
        return;
    }
    if !can_open() {
        notices.write(Notice::error(text!("dialog-missing")));
        return;
    }
    let picked = rfd::AsyncFileDialog::new();
    let tasks = IoTaskPool::get();
    let task = match wanted {
        Wanted::Level => {
            let picked = picked
                .set_title(text!("dialog-open"))
                .add_filter(text!("dialog-levels"), &extensions())
                .add_filter(text!("dialog-all"), &["*"])
                .pick_file();
            tasks.spawn(async move { picked.await.map(|file| file.path().to_owned()) })
        }
        Wanted::Textures => {
            let picked = picked.set_title(text!("dialog-textures")).pick_folder();
            tasks.spawn(async move { picked.await.map(|folder| folder.path().to_owned()) })
        }
    };
    dialog.0 = Some((wanted, task));
}

/// Opens the chosen level, or reloads the current level with the chosen textures.
fn answer(
    mut dialog: ResMut<Dialog>,
    current: Option<Shown<OpenedLevel>>,
    mut messages: MessageWriter<OpenLevel>,
) {
    let Some((wanted, task)) = &mut dialog.0 else {
        return;
    };
    let Some(answer) = block_on(poll_once(task)) else {
        return;
    };
    let wanted = *wanted;
    dialog.0 = None;
    let Some(path) = answer else { return };
    match (wanted, current) {
        (Wanted::Level, _) => _ = messages.write(OpenLevel::remembered(LevelName::File(path))),
        (Wanted::Textures, Some(current)) => {
            _ = messages.write(OpenLevel {
                source: current.source.clone(),
                options: RequestedOptions::Read(LoadOptions {
                    textures: Some(path),
                    ..current.options.clone()
                }),
            });
        }
        (Wanted::Textures, None) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use bspwalk_compile::{CompileParams, open::is_compiled};
    use bspwalk_session::Opened;
    use bspwalk_testing::small_trees;

    use crate::app::host::prelude::*;

    #[test]
    fn the_dialog_lists_every_kind_of_level() {
        let extensions = extensions();
        for name in ["obj", "OBJ", "bspw", "BSPW"] {
            assert!(extensions.contains(&name.to_owned()), "{extensions:?}");
        }
        assert!(is_compiled("missing.bspw".as_ref()));
    }

    #[test]
    fn chosen_texture_folder_reloads_the_level() {
        IoTaskPool::get_or_init(Default::default);
        let mut world = World::new();
        world.init_resource::<Messages<OpenLevel>>();
        let (tree, level) = small_trees::room();
        let trees = (Arc::new(level), Arc::new(tree));
        let opened = Opened::of_tree(
            LevelName::File("level.map".into()),
            trees,
            CompileParams::default(),
        );
        world.spawn((OpenedLevel(opened), IsShown));
        let ready = IoTaskPool::get().spawn(async { Some(PathBuf::from("wads")) });
        world.insert_resource(Dialog(Some((Wanted::Textures, ready))));
        while world.resource::<Dialog>().0.is_some() {
            world.run_system_cached(answer).expect("it is a system");
        }
        let sent: Vec<_> = world.resource_mut::<Messages<OpenLevel>>().drain().collect();
        let [
            OpenLevel {
                source,
                options: RequestedOptions::Read(options),
            },
        ] = sent.as_slice()
        else {
            panic!("{sent:?}");
        };
        assert_eq!(*source, world.shown::<OpenedLevel>().source);
        assert_eq!(options.textures.as_deref(), Some("wads".as_ref()));
    }
}
