//! Saves and restores the state that a tour or a worked example changes.

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_session::{culling::CullingMode, snapshot::ViewSnapshot};

use crate::app::{host::prelude::*, host::shown::show, input::settings::Settings, level::quiz::WindowQuiz};

/// State from before the tour or a worked example, except for the level and everything that belongs to it.
pub(in crate::app) struct Before {
    /// The previous player, which is hidden.
    pub(in crate::app) body: Entity,
    view: ViewSnapshot,
    culling: CullingMode,
    ui: Ui,
    /// Previous settings. The settings of built-in levels are restored from them.
    settings: Settings,
}

/// State that the tour changes, except for the level.
#[derive(SystemParam)]
pub(in crate::app) struct Stage<'w, 's> {
    pub(in crate::app) commands: Commands<'w, 's>,
    pub(in crate::app) program: ResMut<'w, ProgramState>,
    body: Single<'w, 's, Entity, (With<Player>, With<IsShown>)>,
    pub(in crate::app) player: ShownMut<'w, 's, Player>,
    pub(in crate::app) quiz: ResMut<'w, WindowQuiz>,
    pub(in crate::app) settings: ResMut<'w, Settings>,
}

impl Stage<'_, '_> {
    /// Hides the player and continues with a copy. Returns the hidden player and all other state to restore later.
    pub(in crate::app) fn put_aside(&mut self) -> Before {
        let walker = self.player.walker.hand_over();
        let copy = self.commands.spawn(Player { walker }).id();
        self.commands.queue(move |world: &mut World| {
            show::<Player>(world, copy);
        });
        Before {
            body: *self.body,
            view: self.program.snapshot(),
            culling: self.program.culling,
            ui: self.program.ui,
            settings: self.settings.clone(),
        }
    }

    /// Ends all activities that the user may have started at a station.
    pub(in crate::app) fn end_activities(&mut self) {
        self.program.quiz.quit();
        let walker = &mut self.player.walker;
        walker.forget_tree();
        walker.playing = None;
    }

    /// Restores the previous state, as at the end of the tour.
    pub(in crate::app) fn put_back(&mut self, before: &Before, is_own_level: bool) {
        self.end_activities();
        // The camera flies back to its previous position.
        let away = self.program.view.away;
        self.program.restore(&before.view, is_own_level);
        self.program.view.away = away;
        self.program.culling = before.culling;
        self.put_body_back(before.body, is_own_level);
        self.forget_built_in_levels(&before.settings);
        let is_eye = self.program.view.is_eye();
        let ui = &mut self.program.ui;
        (ui.panel, ui.dock) = (before.ui.panel, before.ui.dock);
        (ui.page, ui.map) = (before.ui.page, before.ui.map);
        (ui.tour, ui.help) = (false, None);
        ui.captured &= is_eye;
    }

    /// Makes the previous player active again. If the level is a different one, the previous player takes the position
    /// of the player that it replaces.
    fn put_body_back(&mut self, body: Entity, is_own_level: bool) {
        self.commands.queue(move |world: &mut World| {
            let Some(meanwhile) = show::<Player>(world, body) else {
                return;
            };
            let now = world.entity_mut(meanwhile).take::<Player>();
            world.despawn(meanwhile);
            if let (Some(now), Some(mut player)) = (now, world.get_mut::<Player>(body))
                && !is_own_level
            {
                player.walker.forget_tree();
                player.path = now.path;
                player.teleport(now.position);
                (player.yaw, player.pitch) = (now.yaw, now.pitch);
                player.noclip = false;
            }
        });
    }

    /// Restores the settings of built-in levels.
    fn forget_built_in_levels(&mut self, before: &Settings) {
        let is_built_in = |source: &LevelName| matches!(source, LevelName::BuiltIn(_));
        let now = std::mem::take(&mut self.settings.levels);
        let of_files = now.into_iter().filter(|known| !is_built_in(&known.source));
        let built_in = before.levels.iter().filter(|known| is_built_in(&known.source));
        self.settings.levels = of_files.chain(built_in.cloned()).collect();
    }
}
