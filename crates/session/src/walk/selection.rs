//! Selection in a walk.

use glam::Vec3;

use super::{Selected, Session};
use crate::{
    actions::Action,
    selection::{Choice, choose, leaf_along},
};

impl Session {
    /// Returns the selection to draw.
    ///
    /// It is empty while the film of a query is open, because its step determines the colours. It is also
    /// empty while the film of the build asks about a division.
    pub fn shown_selection(&self) -> Selected {
        if self.films.query.open || self.films.held_division().is_some() {
            Selected::default()
        } else {
            self.selected
        }
    }

    pub(super) fn select(&mut self, selected: Selected) {
        self.selected = selected;
        self.selections.visit(selected);
    }

    /// Selects a node, and the leaf in front of it if there is a ray. Reports the selection, or the problem.
    pub(super) fn choose(&mut self, action: Action, ray: Option<(Vec3, Vec3)>) {
        let (tree, ray) = (&self.opened.tree, ray.map(<[Vec3; 2]>::from));
        match choose(tree, self.selected.node, action, ray) {
            Some(Ok(Choice { node, .. })) => {
                let leaves = self.picture.leaves();
                let leaf = match ray {
                    Some(ray) => leaves.and_then(|leaves| leaf_along(tree, leaves, ray)),
                    None => self.selected.leaf.filter(|_| action != Action::ClearSelection),
                };
                self.select(Selected { node, leaf });
                self.tell_selection();
            }
            Some(Err(problem)) => self.notice(problem),
            None => {}
        }
    }

    pub(super) fn tell_selection(&mut self) {
        if let Some(words) = self.selection_words() {
            self.notice(words);
        }
    }

    /// Selects the node of the face at a pixel position, measured from the upper left corner of a picture of
    /// this size.
    ///
    /// If the help is open, closes it instead.
    pub fn select_at(&mut self, place: [f64; 2], size: [u32; 2]) {
        self.greeting = 0.0;
        if self.help.take().is_none() {
            self.choose(Action::SelectUnderPointer, self.aim_at(place, size));
        }
    }
}
