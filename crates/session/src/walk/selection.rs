//! Selection in a walk.

use bspwalk_text::text;
use bspwalk_trees::{NodeTree, node_storing::NodeId};
use glam::Vec3;

use super::{Selected, Session};

impl Session {
    /// Returns the selection to draw.
    ///
    /// It is empty while the film of a query is open, because its step determines the colours. It is also
    /// empty while the film of the build asks about a division.
    #[must_use]
    pub fn shown_selection(&self) -> Selected {
        if self.films.query.open || self.films.held_division().is_some() {
            Selected::default()
        } else {
            self.selected
        }
    }

    /// Changes the selection and adds it to the history.
    pub(super) fn select(&mut self, selected: Selected) {
        self.selected = selected;
        self.selections.visit(selected);
    }

    pub(super) fn select_near(&mut self, next: impl Fn(&NodeTree, NodeId) -> Option<NodeId>) {
        let tree = &self.opened.tree;
        let node = match self.selected.node {
            None => tree.root(),
            Some(node) => match next(tree, node) {
                Some(next) => Some(next),
                None => {
                    self.notice(text!("walk-no-child"));
                    return;
                }
            },
        };
        self.select(Selected {
            node,
            ..self.selected
        });
        self.tell_selection();
    }

    pub(super) fn tell_selection(&mut self) {
        if let Some(words) = self.selection_words() {
            self.notice(words);
        }
    }

    pub(super) fn select_under_crosshair(&mut self) {
        let middle = self.aim_at([0.5; 2], [1, 1]);
        self.select_along(middle, text!("walk-no-face-under-crosshair"));
    }

    /// Selects the node of the face at a pixel position, measured from the upper left corner of a picture of
    /// this size.
    ///
    /// If the help is open, closes it instead.
    pub fn select_at(&mut self, place: [f64; 2], size: [u32; 2]) {
        self.greeting = 0.0;
        if self.help.take().is_none() {
            self.select_along(self.aim_at(place, size), text!("walk-no-face-there"));
        }
    }

    /// Selects the node of the first face along a ray. Shows a notice if the ray hits none.
    fn select_along(&mut self, aim: Option<(Vec3, Vec3)>, otherwise: &'static str) {
        let tree = &self.opened.tree;
        let reach =
            tree.bounds().size().length().max(1.0) as f32 * if self.model.is_some() { 8.0 } else { 1.0 };
        let hit = aim.and_then(|(from, direction)| {
            let to = from + direction * reach;
            Some((from, to, tree.cast(from, to)?))
        });
        let leaves = self.picture.leaves();
        let leaf = hit.and_then(|(from, to, hit)| {
            let leaves = leaves?;
            // A point just in front of the face.
            let before = from.lerp(to, hit.t * (1.0 - 1.0e-4));
            let leaf = leaves.locate(before.as_dvec3());
            (!leaves.is_solid(leaf)).then_some(leaf)
        });
        let node = hit.map(|(_, _, hit)| hit.node);
        self.select(Selected { node, leaf });
        if node.is_none() {
            self.notice(otherwise);
        }
        self.tell_selection();
    }
}
