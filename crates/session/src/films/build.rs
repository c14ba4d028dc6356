//! The film of the build: which division it shows.

use std::ops::{Deref, DerefMut};

use bspwalk_explain::decisions;
use bspwalk_progress::words::count;
use bspwalk_text::{Message, message, text};
use bspwalk_trees::{
    NodeTree,
    node_storing::{Division, DivisionOrder, NodeId},
};

use super::Playback;
use crate::identity::Identity;

/// Divisions a second: the least, the greatest, and those at first.
pub const FILM_SPEEDS: [f32; 3] = [0.2, 50.0, 0.7];

/// What stands above the film.
pub const BUILD_TITLE: Message = message!("film-build");

/// A division that is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownStep {
    /// The tree.
    pub tree_id: Identity<NodeTree>,
    /// The node that is divided.
    pub node: NodeId,
    /// Its depth.
    pub depth: u32,
    /// Its place among the divisions, counted from 0.
    pub step: u32,
}

/// The film of the build of the node-storing tree. Its steps are the divisions of nodes in their [`DivisionOrder`].
///
/// The film and the selection are one: a step selects its node, and a node that is selected otherwise is jumped to. A step is
/// shown whole: until its division is found, everything stays at the step before.
#[derive(Clone, Debug, PartialEq)]
pub struct BuildFilm {
    /// Whether it is shown.
    pub open: bool,
    /// Whether the camera was in the eyes before, to which it goes back.
    pub from_eyes: bool,
    /// The division that is asked for, and the pace. It is shown as soon as it was found.
    pub playback: Playback,
    /// The division that is shown.
    pub shown: Option<ShownStep>,
    /// The node of the division that is asked for while that is still being found.
    pub next: Option<NodeId>,
    /// The division that was asked for when the film was last compared with the selection.
    pub followed: u32,
    /// The division that is not shown before a question about it was answered.
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
    /// Opens it at the division of the selected node, or where it was.
    pub fn begin(&mut self, from_eyes: bool) {
        (self.open, self.from_eyes) = (true, from_eyes);
        (self.shown, self.next) = (None, None);
    }

    /// The node that is divided, where the film is shown.
    #[must_use]
    pub fn node(&self) -> Option<NodeId> {
        self.shown.as_ref().filter(|_| self.open).map(|shown| shown.node)
    }

    /// Whether a step is still being found, in a tree of so many nodes.
    #[must_use]
    pub fn is_waiting(&self, nodes: u32) -> bool {
        self.open && nodes > 0 && (self.next.is_some() || self.shown.is_none())
    }

    /// Whether a node, given with its depth, has been divided so far; all have where the film is not shown.
    #[must_use]
    pub fn is_divided(&self, node: NodeId, depth: u32) -> bool {
        match self.shown.as_ref().filter(|_| self.open) {
            Some(last) => (depth, node) <= (last.depth, last.node),
            None => true,
        }
    }

    /// Lets so many seconds pass, in a tree of so many nodes. It waits for a step that is being found.
    pub fn play(&mut self, seconds: f32, nodes: u32) {
        if self.open && !self.is_waiting(nodes) {
            self.advance(seconds, nodes.saturating_sub(1));
        }
    }

    /// Decides which division is asked for in a tree: that of its step, or that of the selected node, given with
    /// its depth. Returns whether another node was selected than that of the division that is shown; until the division that is
    /// asked for is shown, that one is to stay selected.
    pub fn follow(
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
            // It was just opened, or the tree is another.
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

    /// Shows the division that is asked for, once it was found; `depth` is that of its node.
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

    /// What it says of the division that is shown, of which there are `all`. That division is given where it could be found.
    #[must_use]
    pub fn sentence(&self, all: u32, division: Option<&Division>) -> String {
        if all == 0 {
            return text!("film-build-empty").to_owned();
        }
        let Some(shown) = &self.shown else {
            return text!("film-build-replayed").to_owned();
        };
        match division.filter(|division| division.node == shown.node) {
            Some(division) => {
                decisions::division([shown.step, all], [shown.node, shown.depth], &division.decision)
            }
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

    /// The film compared with what is selected, and its division found at once.
    fn settle(film: &mut BuildFilm, order: &DivisionOrder, depths: &[u32], selected: &mut Option<NodeId>) {
        let given = selected.map(|node| (node, depths[node as usize]));
        if film.follow(&Identity::default(), order, given) {
            *selected = film.node();
        }
        if let Some(next) = film.next {
            film.show(Identity::default(), depths[next as usize]);
            *selected = film.node();
        }
    }

    #[test]
    fn steps_and_the_selection_follow_each_other() {
        let (tree, _) = small_trees::room();
        let depths: Vec<u32> = (0..tree.node_count())
            .filter_map(|id| Some(tree.node(id)?.depth))
            .collect();
        let (order, last) = (DivisionOrder::new(&tree), tree.node_count() - 1);
        let (mut film, mut selected) = (BuildFilm::default(), None);
        film.begin(true);
        settle(&mut film, &order, &depths, &mut selected);
        assert_eq!((film.step, selected), (0, Some(0)), "the root is divided first");
        // Step by step to the end: by depth, and at one depth by number.
        let mut before = (0, 0);
        for step in 1..=last {
            film.next_step(last);
            settle(&mut film, &order, &depths, &mut selected);
            let node = selected.expect("a step selects its node");
            let now = (depths[node as usize], node);
            assert!(now > before && film.step == step, "{now:?} after {before:?}");
            assert!(film.is_divided(before.1, before.0) && !film.is_waiting(last + 1));
            before = now;
        }
        film.next_step(last);
        settle(&mut film, &order, &depths, &mut selected);
        assert_eq!(film.step, last, "the last one stays");
        // A node that is selected otherwise is jumped to, and ends the playing.
        film.playing = true;
        selected = Some(last / 2);
        settle(&mut film, &order, &depths, &mut selected);
        let step = order.step_of(last / 2, depths[(last / 2) as usize]);
        settle(&mut film, &order, &depths, &mut selected);
        assert_eq!((film.node(), Some(film.step)), (Some(last / 2), step));
        assert!(!film.playing);
        // Closed and opened again it begins at what is selected; in another tree too.
        film.open = false;
        selected = Some(3);
        film.begin(false);
        settle(&mut film, &order, &depths, &mut selected);
        assert_eq!(film.node(), Some(3));
        assert!(!film.follow(
            &Identity::of(&std::sync::Arc::new(small_trees::room().0)),
            &order,
            Some((0, 0))
        ));
        assert_eq!((film.shown, film.next), (None, Some(0)));
    }

    #[test]
    fn it_waits_for_the_step_that_is_being_found() {
        let (tree, _) = small_trees::room();
        let (order, nodes) = (DivisionOrder::new(&tree), tree.node_count());
        let mut film = BuildFilm::default();
        film.begin(true);
        film.toggle(nodes - 1);
        film.follow(&Identity::default(), &order, None);
        film.play(1.0e3, nodes);
        assert_eq!((film.step, film.node()), (0, None), "the first is not found yet");
        film.show(Identity::default(), 0);
        film.play(2.0, nodes);
        assert_eq!(film.step, 1);
        film.follow(&Identity::default(), &order, Some((0, 0)));
        film.play(1.0e3, nodes);
        assert_eq!((film.step, film.node()), (1, Some(0)));
        assert!(film.is_waiting(nodes) && film.playing);
    }
}
