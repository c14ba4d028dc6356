//! Movement scripts: the session's [`scripts`] as a resource.

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_session::scripts::{self, ScriptChange};

use crate::app::level::loading::is_script;
use crate::app::{
    host::{
        schedule::{AppState, AppSystems},
        shown::{Shown, ShownMut},
        state::{Notice, OpenedLevel, Player},
    },
    input::KeyLabels,
};

/// Scripts that were recorded, dropped on the window, or are being read.
#[derive(Resource, Default, Deref, DerefMut)]
pub struct Scripts(scripts::Scripts);

/// State that recording and playing scripts change.
#[derive(SystemParam)]
struct Recorder<'w, 's> {
    current: Shown<'w, 's, OpenedLevel>,
    player: ShownMut<'w, 's, Player>,
    scripts: ResMut<'w, Scripts>,
    keys: Res<'w, KeyLabels>,
    notices: MessageWriter<'w, Notice>,
}

impl Recorder<'_, '_> {
    /// Changes the scripts, and shows the notices.
    fn change(&mut self, change: ScriptChange) {
        let scripts = &mut self.scripts.bypass_change_detection().0;
        let walker = &mut self.player.bypass_change_detection().walker;
        let key_of = |action| self.keys.key_or_palette_hint(action);
        let told = change(scripts, walker, &self.current, &key_of);
        if !told.is_empty() {
            self.player.set_changed();
        }
        self.notices.write_batch(told.into_iter().map(Notice::from));
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Scripts>()
        .add_systems(
            Update,
            (dropped, follow)
                .chain()
                .run_if(in_state(AppState::InLevel))
                .in_set(AppSystems::Follow),
        )
        .add_systems(Last, leave.in_set(AppSystems::Save));
}

/// Plays a script that was dropped on the window.
fn dropped(mut drops: MessageReader<FileDragAndDrop>, mut recorder: Recorder) {
    for drop in drops.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = drop
            && is_script(path_buf)
        {
            recorder.player.walker.playing = None;
            recorder.change(scripts::Scripts::end_recording);
            recorder.scripts.read(path_buf.clone());
        }
    }
}

/// Ends a recording that cannot continue, and plays a script that has been read.
fn follow(mut recorder: Recorder) {
    recorder.change(scripts::Scripts::follow);
}

/// Saves the current recording when the window closes.
fn leave(mut exits: MessageReader<AppExit>, mut recorder: Recorder) {
    if exits.read().count() > 0 {
        recorder.change(scripts::Scripts::end_recording);
    }
}
