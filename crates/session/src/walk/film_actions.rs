//! Films in a walk: the build, a query, and painter's order. At most one of them is open.

use super::Session;
use crate::{
    actions::{Action, FilmMove, Source},
    active_film::{ActiveFilm, FilmChange},
    films::OverlaySteps,
    overlays::OverlayKind,
    program_state::ProgramState,
};
use bspwalk_explain::doom_load::LoadMap;
use bspwalk_trees::{
    node_storing::{DivisionOrder, NodeId},
    solid_leaf::pvs::PvsFlow,
};
use std::sync::Arc;

impl Session {
    /// Returns the film that playback commands control.
    pub fn active_film(&self) -> Option<ActiveFilm> {
        self.state.active_film()
    }

    /// Opens or closes a film in the model view. Opening a film ends the quiz and painter's order.
    pub(super) fn toggle_film(&mut self, change: FilmChange) {
        self.change(|program| {
            program.end_quiz();
        });
        self.state.overlays.set(OverlayKind::Painter, false);
        let was_eye = self.state.view.is_eye();
        self.change(|program| program.change_films(change));
        if self.state.view.is_eye() != was_eye {
            self.view_changed();
        }
    }

    /// Executes a playback command on the active film. While the quiz is open, marks the next or previous answer
    /// instead.
    pub(super) fn move_film(&mut self, to: FilmMove) {
        if self.state.quiz.is_open() && matches!(to, FilmMove::Next | FilmMove::Previous) {
            self.state.quiz.move_mark(to == FilmMove::Next);
        } else {
            self.change(|program| program.move_film(to));
        }
    }

    /// Returns the playback command of a key, which replaces its other effects while a film or the quiz is open.
    ///
    /// This requires that the mouse is not captured and that Shift is not held.
    pub fn film_key(&self, source: Source, with_shift: bool) -> Option<Action> {
        let is_shown = self.active_film().is_some() || self.state.quiz.is_open();
        let ui = &self.state.ui;
        let is_free = !ui.captured && !with_shift && ui.help.is_none();
        let action = self.keymap.film_action(self.front, source);
        action.filter(|_| is_shown && is_free)
    }

    /// Returns the playback of the overlays with steps, unless a film is open.
    pub fn overlay_steps(&self) -> Option<&OverlaySteps> {
        let is_free = matches!(self.active_film(), None | Some(ActiveFilm::Steps));
        is_free.then_some(&self.state.steps)
    }

    /// Returns whether the build film and the query film do not change until a key is pressed.
    pub fn are_films_idle(&self) -> bool {
        let ProgramState { build, query, .. } = &self.state;
        let plays = build.open && build.playing || query.open && query.playing;
        !plays && !self.state.is_film_waiting(&self.opened.tree)
    }

    /// Returns the portal flow, if it is shown and recorded.
    pub fn flow(&self) -> Option<&Arc<PvsFlow>> {
        self.flow.flow()
    }

    /// Returns the portal flow with the costs of all portals, once they are counted.
    pub fn portal_costs(&self) -> Option<&Arc<PvsFlow>> {
        self.portal_costs.flow_of(self.picture.leaves()?)
    }

    /// Returns the load of DOOM's renderer at each place, once it is counted for the current view height.
    pub fn doom_loads(&self) -> Option<&Arc<LoadMap>> {
        self.doom_loads.of(&self.opened.level, &self.state.overlays)
    }

    /// Shows the steps of the films that have been computed.
    ///
    /// If the selection must change, returns the node to select and whether it belongs to a new step.
    fn show_computed_steps(&mut self) -> Option<(NodeId, bool)> {
        let (tree, level, state) = (&self.opened.tree, &self.opened.level, &mut self.state);
        state.recording.record(&mut state.query, tree);
        if !state.build.open {
            state.divisions.request_division(tree, level, None);
            return None;
        }
        let order = self.order.get_or_insert_with(|| DivisionOrder::new(tree));
        let selected = state.level.selected.node;
        let film = &mut state.build;
        state
            .divisions
            .advance(film, (tree, level), order, selected, |_| true)
    }

    pub(super) fn advance_films(&mut self, seconds: f64) {
        self.state.overlays.play_painter(seconds as f32);
        self.change(|program| program.play_films(seconds as f32));
        let built = self.picture.built().map(AsRef::as_ref);
        let (params, shown) = (self.opened.params.pvs, self.shown_selection());
        let at = (shown.leaf, self.walker.body.position);
        let mut is_new = self.flow.follow(&mut self.state.overlays, built, at, params);
        let shows_costs =
            [OverlayKind::Portals, OverlayKind::Leaves].map(|kind| self.state.overlays.is_on(kind));
        is_new |= self
            .portal_costs
            .follow_costs(shows_costs.contains(&true), built, params);
        self.revision += u32::from(is_new);
        self.revision += u32::from(self.doom_loads.follow(&self.opened.level, &self.state.overlays));
        let Some((node, is_new)) = self.show_computed_steps() else {
            return;
        };
        self.state.level.selected.select_node(Some(node), None);
        if is_new {
            self.state
                .level
                .selections
                .visit(self.state.level.selected.items());
        }
    }
}
