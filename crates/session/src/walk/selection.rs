//! What is selected in a walk.

use bspwalk_trees::{NodeTree, node_storing::NodeId};

use super::{Selected, Session};

impl Session {
    /// What of the selection is drawn: nothing while the film of a query is open, as the colours are those of its step then.
    #[must_use]
    pub fn shown_selection(&self) -> Selected {
        if self.films.query.open {
            Selected::default()
        } else {
            self.selected
        }
    }

    /// Selects something, and takes note of it for the way back.
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
                    self.notice("There is no child on this side.");
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
        let tree = &self.opened.tree;
        let reach =
            tree.bounds().size().length().max(1.0) as f32 * if self.model.is_some() { 8.0 } else { 1.0 };
        let (from, direction) = self.aim();
        let to = from + direction * reach;
        let hit = tree.cast(from, to);
        let leaves = self.picture.leaves();
        let leaf = hit.and_then(|hit| {
            let leaves = leaves?;
            // Just before the face.
            let before = from.lerp(to, hit.t * (1.0 - 1.0e-4));
            let leaf = leaves.locate(before.as_dvec3());
            (!leaves.is_solid(leaf)).then_some(leaf)
        });
        let node = hit.map(|hit| hit.node);
        self.select(Selected { node, leaf });
        if node.is_none() {
            self.notice("There is no face under the crosshair.");
        }
        self.tell_selection();
    }
}
