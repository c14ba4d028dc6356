//! Advances the active film.

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_session::films::{ActiveFilm, ModelFilms};

use crate::app::{
    host::{
        schedule::{AppState, AppSystems},
        shown::Shown,
        state::{BuildFilm, ModelView, OpenedLevel, Overlays, QueryPlayer, Ui},
    },
    input::settings::Settings,
    paint::overlays::flow::Steps,
};

/// Plays films.
pub(in crate::app) struct FilmsPlugin;

impl Plugin for FilmsPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Steps>().add_systems(
            Update,
            play.in_set(AppSystems::Follow)
                .run_if(in_state(AppState::InLevel)),
        );
    }
}

/// State of all films.
#[derive(SystemParam)]
pub(in crate::app) struct Films<'w, 's> {
    pub(in crate::app) current: Shown<'w, 's, OpenedLevel>,
    pub(in crate::app) build: ResMut<'w, BuildFilm>,
    pub(in crate::app) query: ResMut<'w, QueryPlayer>,
    pub(in crate::app) overlays: ResMut<'w, Overlays>,
    view: ResMut<'w, ModelView>,
    steps: ResMut<'w, Steps>,
    ui: ResMut<'w, Ui>,
}

impl Films<'_, '_> {
    /// Returns the films of the model view, for opening and closing them.
    pub(in crate::app) fn in_model(&mut self) -> ModelFilms<'_> {
        ModelFilms {
            build: &mut self.build,
            query: &mut self.query,
            view: &mut self.view,
        }
    }

    /// Releases the mouse in the model view.
    pub(in crate::app) fn free_mouse(&mut self) {
        self.ui.captured &= self.view.is_eye();
    }

    fn active(&self) -> Option<ActiveFilm> {
        ActiveFilm::of(&self.build, &self.query, &self.view, &self.overlays)
    }
}

/// Switches the query film to the other traversal.
pub(in crate::app) fn next_query_mode(mut settings: ResMut<Settings>, mut query: ResMut<QueryPlayer>) {
    settings.query_mode = settings.query_mode.next();
    query.asked.mode = settings.query_mode;
}

/// Advances the film that is playing. Closes the build film in first person, where the build is not visible.
pub(in crate::app) fn play(time: Res<Time<Real>>, mut films: Films) {
    let seconds = time.delta_secs();
    let Films {
        current,
        build,
        query,
        view,
        ..
    } = &mut films;
    if build.open && view.is_eye() {
        build.open = false;
    }
    if build.open && build.playing {
        build.play(seconds, current.tree.node_count());
    }
    if query.open && query.playing {
        query.play(seconds, &current.tree);
    }
    if view.film.playing && !view.film.is_waiting_for_question() && !view.is_eye() {
        view.film.play(seconds);
    }
    if matches!(films.active(), None | Some(ActiveFilm::Steps)) {
        let shown = films.overlays.bypass_change_detection();
        let steps = films.steps.bypass_change_detection();
        if steps.0.advance(shown, seconds) {
            films.overlays.set_changed();
        }
    }
}
