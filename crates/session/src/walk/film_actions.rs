//! Films in a walk: the build, a query, and painter's order. At most one of them is open.

use super::Session;
use crate::{
    actions::{Action, FilmMove, Source},
    films::{ActiveFilm, FilmChange, OverlaySteps},
    overlays::OverlayKind,
    program::Program,
};
use bspwalk_explain::doom_load::LoadMap;
use bspwalk_text::text;
use bspwalk_trees::solid_leaf::pvs::PvsFlow;
use std::sync::Arc;

impl Session {
    /// Returns the film that playback commands control.
    pub fn active_film(&self) -> Option<ActiveFilm> {
        let films = &self.films;
        ActiveFilm::of(&films.build, &films.query, &self.model, &self.overlays)
    }

    /// Opens or closes a film in the model view. Opening a film ends the quiz and painter's order.
    pub(super) fn toggle_film(&mut self, change: FilmChange) {
        self.end_quiz();
        self.end_painter();
        self.films.query.asked.mode = self.query_mode;
        self.change_view(|program| program.change_films(change));
    }

    /// Switches query films between the two traversals.
    pub(super) fn next_query_mode(&mut self) {
        self.query_mode = self.query_mode.next();
        self.films.query.asked.mode = self.query_mode;
        self.notice(text!("walk-query-mode", mode = self.query_mode.title()));
    }

    /// Changes the view, and frames the model if this switches to the model.
    fn change_view<T>(&mut self, change: impl FnOnce(&mut Program<'_>) -> T) -> T {
        let was_eye = self.model.is_eye();
        let changed = self.change(change);
        if self.model.is_eye() != was_eye {
            self.view_changed();
        }
        changed
    }

    /// Closes the film of painter's order. Returns whether the film was open.
    fn end_painter(&mut self) -> bool {
        let was_shown = self.overlays.is_on(OverlayKind::Painter);
        self.overlays.set(OverlayKind::Painter, false);
        was_shown
    }

    /// Closes the open film, and returns to first person if the film started there. Returns whether a film
    /// was open.
    pub(super) fn end_film(&mut self) -> bool {
        self.change_view(|program| program.films_in_model().close()) || self.end_painter()
    }

    /// Executes a playback command on the active film. While the quiz is open, marks the next or previous answer
    /// instead.
    pub(super) fn move_film(&mut self, to: FilmMove) {
        if self.quiz.is_open() && matches!(to, FilmMove::Next | FilmMove::Previous) {
            self.quiz.move_mark(to == FilmMove::Next);
        } else {
            self.change(|program| program.move_film(to));
        }
    }

    /// Returns the playback command of a key, which replaces its other effects while a film or the quiz is open.
    ///
    /// This requires that the mouse is not captured and that Shift is not held.
    pub fn film_key(&self, source: Source, with_shift: bool) -> Option<Action> {
        let is_shown = self.active_film().is_some() || self.quiz.is_open();
        let is_free = !self.captured && !with_shift && self.help.is_none();
        let action = self.keymap.film_action(self.front, source);
        action.filter(|_| is_shown && is_free)
    }

    /// Returns the playback of the overlays with steps, unless a film is open.
    pub fn overlay_steps(&self) -> Option<&OverlaySteps> {
        let is_free = matches!(self.active_film(), None | Some(ActiveFilm::Steps));
        is_free.then_some(&self.steps)
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
        self.doom_loads.of(&self.opened.level, &self.overlays)
    }

    pub(super) fn advance_films(&mut self, seconds: f64) {
        self.overlays.play_painter(seconds as f32);
        self.change(|program| program.play_films(seconds as f32));
        let built = self.picture.built().map(AsRef::as_ref);
        let (params, shown) = (self.opened.params.pvs, self.shown_selection());
        let at = (shown.leaf, self.walker.body.position);
        let mut is_new = self.flow.follow(&mut self.overlays, built, at, params);
        let shows_costs = [OverlayKind::Portals, OverlayKind::Leaves].map(|kind| self.overlays.is_on(kind));
        is_new |= self
            .portal_costs
            .follow_costs(shows_costs.contains(&true), built, params);
        self.revision += u32::from(is_new);
        self.revision += u32::from(self.doom_loads.follow(&self.opened.level, &self.overlays));
        let Some((node, is_new)) = self.films.show_computed(self.selected.node) else {
            return;
        };
        self.selected.select_node(Some(node), None);
        if is_new {
            self.selections.visit(self.selected.items());
        }
    }
}
