//! Film of the tree build.

use std::ops::{Deref, DerefMut};

use bspwalk_explain::decisions;
use bspwalk_text::{Message, message, text, words::count};
use bspwalk_trees::{
    NodeTree,
    node_storing::{Division, DivisionOrder, NodeId},
};

use super::Playback;
use crate::identity::Identity;

/// Minimum, maximum and initial speed, in divisions per second.
pub const FILM_SPEEDS: [f32; 3] = [0.2, 50.0, 0.7];

/// Title above the film.
pub const BUILD_TITLE: Message = message!("film-build");

/// The division currently on screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownStep {
    /// Identity of the tree that contains the node.
    pub tree_id: Identity<NodeTree>,
    /// Divided node.
    pub node: NodeId,
    /// Depth of the node.
    pub depth: u32,
    /// Index in the sequence of divisions, counted from 0.
    pub step: u32,
}

/// The film of the node-storing tree's build. Each step divides a node, in [`DivisionOrder`].
///
/// The film and the selection are synchronized: a step selects its node, and selecting another node jumps to its step.
/// A step appears once its division is computed. Until then, the previous step stays on screen.
#[derive(Clone, Debug, PartialEq)]
pub struct BuildFilm {
    /// Whether the film is shown.
    pub open: bool,
    /// Whether the film started from first person. If so, closing it returns there.
    pub from_eyes: bool,
    /// The requested step and the speed. The requested step is shown as soon as its division is computed.
    pub playback: Playback,
    /// The division currently on screen.
    pub shown: Option<ShownStep>,
    /// Node of the requested division while it is being computed.
    pub next: Option<NodeId>,
    /// Requested step when the film was last synchronized with the selection.
    pub followed: u32,
    /// Division that is hidden until the user answers a question about it.
    pub held: Option<NodeId>,
}

impl Default for BuildFilm {
    fn default() -> Self {
        Self {
            open: false,
            from_eyes: false,
            playback: Playback {
                speed: FILM_SPEEDS[2],
                ..Playback::default()
            },
            shown: None,
            next: None,
            followed: 0,
            held: None,
        }
    }
}

impl Deref for BuildFilm {
    type Target = Playback;

    fn deref(&self) -> &Playback {
        &self.playback
    }
}

impl DerefMut for BuildFilm {
    fn deref_mut(&mut self) -> &mut Playback {
        &mut self.playback
    }
}

impl BuildFilm {
    /// Opens the film at the division of the selected node, or at the last step if nothing is selected.
    pub fn begin(&mut self, from_eyes: bool) {
        (self.open, self.from_eyes) = (true, from_eyes);
        (self.shown, self.next) = (None, None);
    }

    /// Returns the node that the displayed step divides, if the film is shown.
    pub fn node(&self) -> Option<NodeId> {
        self.shown.as_ref().filter(|_| self.open).map(|shown| shown.node)
    }

    /// Returns whether a step is still being computed. `nodes` is the number of nodes in the tree.
    pub fn is_waiting(&self, nodes: u32) -> bool {
        self.open && nodes > 0 && (self.next.is_some() || self.shown.is_none())
    }

    /// Returns whether a node at the given depth is already divided. If the film is not shown, all nodes count as
    /// divided.
    pub fn is_divided(&self, node: NodeId, depth: u32) -> bool {
        match self.shown.as_ref().filter(|_| self.open) {
            Some(last) => (depth, node) <= (last.depth, last.node),
            None => true,
        }
    }

    /// Advances the film, unless a step is still being computed. `nodes` is the number of nodes in the tree.
    pub fn play(&mut self, seconds: f32, nodes: u32) {
        if self.open && !self.is_waiting(nodes) {
            self.advance(seconds, nodes.saturating_sub(1));
        }
    }

    /// Synchronizes the requested division with the selected node and its depth.
    ///
    /// Returns whether the user selected a node other than the displayed one. In that case the displayed node
    /// should stay selected until the requested division is shown.
    pub fn sync_with_selection(
        &mut self,
        tree_id: &Identity<NodeTree>,
        order: &DivisionOrder,
        selected: Option<(NodeId, u32)>,
    ) -> bool {
        if self.shown.as_ref().is_some_and(|shown| shown.tree_id != *tree_id) {
            (self.shown, self.next) = (None, None);
        }
        if !self.open {
            self.next = None;
            return false;
        }
        let selected = selected.and_then(|(node, depth)| Some((node, order.step_of(node, depth)?)));
        let mut is_selected_otherwise = false;
        match (&self.shown, selected) {
            // The film was just opened, or the tree changed.
            (None, selected) if self.next.is_none() => {
                let last = order.len().saturating_sub(1);
                self.step = selected.map_or(self.step.min(last), |(_, step)| step);
            }
            (Some(shown), Some((node, step))) if node != shown.node => {
                if self.step == self.followed {
                    (self.step, self.playing) = (step, false);
                }
                is_selected_otherwise = true;
            }
            _ => {}
        }
        self.followed = self.step;
        let asked = order.node_at(self.step);
        self.next = asked.filter(|_| asked != self.shown.as_ref().map(|shown| shown.node));
        is_selected_otherwise
    }

    /// Releases the withheld division, if there is one. Then plays the film if `goes_on` is set, and pauses it
    /// otherwise.
    pub fn release_division(&mut self, goes_on: bool) {
        if self.held.take().is_some() {
            self.playing = goes_on;
        }
    }

    /// Shows the requested division, once it is computed. `depth` is the depth of its node.
    pub fn show(&mut self, tree_id: Identity<NodeTree>, depth: u32) {
        let step = self.step;
        if let Some(node) = self.next.take() {
            self.shown = Some(ShownStep {
                tree_id,
                node,
                depth,
                step,
            });
        }
    }

    /// Returns the caption of the displayed step out of `all` steps. `division` is `None` if it cannot be computed.
    pub fn sentence(&self, all: u32, division: Option<&Division>) -> String {
        if all == 0 {
            return text!("film-build-empty").to_owned();
        }
        let Some(shown) = &self.shown else {
            return text!("film-build-replayed").to_owned();
        };
        match division.filter(|division| division.node == shown.node) {
            Some(division) => decisions::describe_division_step(
                [shown.step, all],
                [shown.node.0, shown.depth],
                &division.decision,
            ),
            None => text!(
                "film-build-unknown",
                step = count(shown.step + 1),
                all = count(all),
                depth = shown.depth
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_testing::small_trees;

    use super::*;
    use crate::actions::FilmMove;

    /// Synchronizes the film with the selection and shows its division immediately.
    fn settle(film: &mut BuildFilm, order: &DivisionOrder, depths: &[u32], selected: &mut Option<NodeId>) {
        let given = selected.map(|node| (node, depths[node.index()]));
        if film.sync_with_selection(&Identity::default(), order, given) {
            *selected = film.node();
        }
        if let Some(next) = film.next {
            film.show(Identity::default(), depths[next.index()]);
            *selected = film.node();
        }
    }

    #[test]
    fn steps_and_the_selection_follow_each_other() {
        let (tree, _) = small_trees::room();
        let depths: Vec<u32> = tree
            .node_ids()
            .filter_map(|id| Some(tree.node(id)?.depth))
            .collect();
        let (order, last) = (DivisionOrder::new(&tree), tree.node_count() - 1);
        let (mut film, mut selected) = (BuildFilm::default(), None);
        film.begin(true);
        settle(&mut film, &order, &depths, &mut selected);
        assert_eq!(
            (film.step, selected),
            (0, Some(NodeId::ROOT)),
            "the root is divided first"
        );
        // The steps are ordered by depth, then by node number.
        let mut before = (0, NodeId::ROOT);
        for step in 1..=last {
            film.go(FilmMove::Next, last);
            settle(&mut film, &order, &depths, &mut selected);
            let node = selected.expect("a step selects its node");
            let now = (depths[node.index()], node);
            assert!(now > before && film.step == step, "{now:?} after {before:?}");
            assert!(film.is_divided(before.1, before.0) && !film.is_waiting(last + 1));
            before = now;
        }
        film.go(FilmMove::Next, last);
        settle(&mut film, &order, &depths, &mut selected);
        assert_eq!(film.step, last, "the last one stays");
        // Selecting another node jumps to its step and stops playback.
        film.playing = true;
        selected = Some(NodeId(last / 2));
        settle(&mut film, &order, &depths, &mut selected);
        let step = order.step_of(NodeId(last / 2), depths[(last / 2) as usize]);
        settle(&mut film, &order, &depths, &mut selected);
        assert_eq!((film.node(), Some(film.step)), (Some(NodeId(last / 2)), step));
        assert!(!film.playing);
        // A reopened film starts at the selected node, even in another tree.
        film.open = false;
        selected = Some(NodeId(3));
        film.begin(false);
        settle(&mut film, &order, &depths, &mut selected);
        assert_eq!(film.node(), Some(NodeId(3)));
        let other = Identity::of(&std::sync::Arc::new(small_trees::room().0));
        assert!(!film.sync_with_selection(&other, &order, Some((NodeId(0), 0))));
        assert_eq!((film.shown, film.next), (None, Some(NodeId::ROOT)));
    }

    #[test]
    fn node_is_divided_after_those_above_it() {
        let mut film = BuildFilm {
            open: true,
            ..BuildFilm::default()
        };
        film.next = Some(NodeId(7));
        film.show(Identity::default(), 2);
        assert!(
            film.is_divided(NodeId(900), 1) && film.is_divided(NodeId(7), 2) && film.is_divided(NodeId(3), 2)
        );
        assert!(!film.is_divided(NodeId(8), 2) && !film.is_divided(NodeId(2), 3));
    }

    #[test]
    fn film_waits_for_the_pending_step() {
        let (tree, _) = small_trees::room();
        let (order, nodes) = (DivisionOrder::new(&tree), tree.node_count());
        let mut film = BuildFilm::default();
        film.begin(true);
        film.toggle(nodes - 1);
        film.sync_with_selection(&Identity::default(), &order, None);
        film.play(1.0e3, nodes);
        assert_eq!((film.step, film.node()), (0, None), "the first is not found yet");
        film.show(Identity::default(), 0);
        film.play(2.0, nodes);
        assert_eq!(film.step, 1);
        film.sync_with_selection(&Identity::default(), &order, Some((NodeId(0), 0)));
        film.play(1.0e3, nodes);
        assert_eq!((film.step, film.node()), (1, Some(NodeId::ROOT)));
        assert!(film.is_waiting(nodes) && film.playing);
    }
}
