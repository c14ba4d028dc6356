//! The films in a walk: of the build and of a query, in the model, and the painter's order. One is shown at a time.

use super::{Selected, Session};
use crate::{
    actions::{Action, FilmMove, Source},
    films::{FilmsInModel, OverlaySteps, can_count_costs, can_record_flow, flow_leaf, from_eye},
    overlays::OverlayKind,
};
use bspwalk_trees::solid_leaf::pvs::PvsFlow;
use std::sync::Arc;

impl Session {
    /// The films of the build and of a query.
    #[must_use]
    pub fn films(&self) -> &FilmsInModel {
        &self.films
    }

    pub(super) fn toggle_build_film(&mut self) {
        if self.films.build.open {
            self.end_film();
            return;
        }
        let from_eyes = self.begin_film();
        self.films.build.begin(from_eyes);
    }

    /// Asks from the eye, or ends the film.
    pub(super) fn toggle_query_film(&mut self) {
        if self.films.query.open {
            self.end_film();
            return;
        }
        let from_eyes = self.begin_film();
        let query = &mut self.films.query;
        let path = from_eye(
            &self.opened.tree,
            self.walker.body.position,
            self.walker.body.forward(),
        );
        [query.asked.from, query.asked.to] = path;
        query.begin(&query.asked.query());
        query.from_eyes = from_eyes;
    }

    /// Shows the model for a film, and ends the others. Returns whether the camera was in the eyes before the first of them.
    fn begin_film(&mut self) -> bool {
        self.end_quiz();
        let from_eyes = self.model.is_none() || self.films.from_eyes() == Some(true);
        self.films.close();
        self.end_painter();
        if self.model.is_none() {
            self.toggle_model();
        }
        from_eyes
    }

    /// Ends the film of the painter's order. Returns whether it was shown.
    fn end_painter(&mut self) -> bool {
        let was_shown = self.film.take().is_some();
        if was_shown {
            self.overlays.set(OverlayKind::Painter, false);
        }
        was_shown
    }

    /// Ends the film that is shown; one that took the camera out of the eyes takes it back. Returns whether there was one.
    pub(super) fn end_film(&mut self) -> bool {
        let Some(from_eyes) = self.films.from_eyes() else {
            return self.end_painter();
        };
        self.films.close();
        if from_eyes && self.model.is_some() {
            self.toggle_model();
        }
        true
    }

    /// Does what is asked of the film that is shown.
    pub(super) fn move_film(&mut self, to: FilmMove) {
        match (self.films.playback(), &mut self.film) {
            (Some((film, last)), _) => film.go(to, last),
            (None, Some(film)) => film.go(to),
            (None, None) => {
                self.steps.go(&mut self.overlays, to);
            }
        }
    }

    /// What a key asks of the film that is shown, instead of what it does otherwise: while the mouse is free, and without Shift.
    #[must_use]
    pub fn film_key(&self, source: Source, with_shift: bool) -> Option<Action> {
        let is_shown = self.films.from_eyes().is_some() || self.film.is_some();
        let is_free = !self.captured && !with_shift && self.help.is_none();
        let action = self.keymap.film_action(self.front, source);
        action.filter(|_| is_shown && is_free)
    }

    /// How the steps of the overlay that is shown play, where it has some and no other film is open.
    #[must_use]
    pub fn overlay_steps(&self) -> Option<&OverlaySteps> {
        let is_free = self.films.from_eyes().is_none() && self.film.is_none();
        is_free.then_some(&self.steps)
    }

    /// The portal flow, where it is shown and recorded.
    #[must_use]
    pub fn flow(&self) -> Option<&Arc<PvsFlow>> {
        self.flow.flow()
    }

    /// Records the portal flow of the selected leaf, or else the eye's, while it is shown.
    fn record_flow(&mut self) {
        let can_be = self.picture.pvs().is_some_and(|pvs| can_record_flow(pvs));
        let is_shown = self.overlays.is_on(OverlayKind::Flow) && can_be;
        let tree = self.picture.leaves().filter(|_| is_shown);
        let wanted = tree.and_then(|tree| {
            let eye = tree.locate(self.walker.body.position.as_dvec3());
            let leaf = flow_leaf(tree, self.shown_selection().leaf, eye)?;
            Some((tree, leaf, self.opened.params.pvs))
        });
        if self.flow.record(wanted) {
            let last = self.flow.flow().map(|flow| flow.last_moment());
            self.overlays.take_flow(last);
            self.revision += 1;
        }
    }

    /// What portals cost in the portal flow, where portals or leaves are shown and it is counted.
    #[must_use]
    pub fn portal_costs(&self) -> Option<&Arc<PvsFlow>> {
        self.portal_costs.flow_of(self.picture.leaves()?)
    }

    /// Counts what portals cost while portals or leaves are shown, where that takes some seconds at most.
    fn count_portal_costs(&mut self) {
        let is_shown = [OverlayKind::Portals, OverlayKind::Leaves].map(|kind| self.overlays.is_on(kind));
        let can_be = self.picture.pvs().is_some_and(|pvs| can_count_costs(pvs));
        let tree = self
            .picture
            .leaves()
            .filter(|_| can_be && is_shown.contains(&true));
        let wanted = tree.map(|tree| (tree, self.opened.params.pvs));
        // What was counted stays for the next time.
        if (wanted.is_some() || self.portal_costs.is_busy()) && self.portal_costs.record_costs(wanted) {
            self.revision += 1;
        }
    }

    /// Lets the films go on.
    pub(super) fn advance_films(&mut self, seconds: f64) {
        if let Some(film) = &mut self.film {
            film.advance(seconds);
        }
        if self.overlay_steps().is_some() {
            self.steps.advance(&mut self.overlays, seconds as f32);
        }
        self.record_flow();
        self.count_portal_costs();
        // From the eyes the build is not seen.
        self.films.build.open &= self.model.is_some();
        let Some((node, is_new)) = self.films.advance(seconds as f32, self.selected.node) else {
            return;
        };
        let selected = Selected {
            node: Some(node),
            ..self.selected
        };
        if is_new {
            self.select(selected);
        } else {
            self.selected = selected;
        }
    }
}
