//! State that the tour checks to detect completed tasks.

use std::cmp::Ordering;

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_text::text;
use bspwalk_trees::{Rule, node_storing::Branch, solid_leaf::LeafId};

use crate::app::{
    host::{
        shown::Shown,
        state::{BuildFilm, ModelView, OpenedLevel, Overlays, Player, QueryPlayer},
    },
    level::{
        divisions::Divisions,
        leaf_tree::{ChosenLeaf, Frozen, LeafTreeState},
        what_if::Trial,
    },
};

/// State that tasks depend on.
#[derive(SystemParam)]
pub struct Noticed<'w, 's> {
    current: Shown<'w, 's, OpenedLevel>,
    leaf_tree: Shown<'w, 's, LeafTreeState>,
    pub(super) overlays: Res<'w, Overlays>,
    film: Res<'w, BuildFilm>,
    query: Res<'w, QueryPlayer>,
    divisions: Res<'w, Divisions>,
    pub(super) leaf: Shown<'w, 's, ChosenLeaf>,
    player: Shown<'w, 's, Player>,
    trial: Shown<'w, 's, Trial>,
    pub(super) frozen: Shown<'w, 's, Frozen>,
    pub(super) view: Res<'w, ModelView>,
}

impl Noticed<'_, '_> {
    /// Returns whether the eye has crossed the root's plane since the station began.
    pub(super) fn has_changed_sides(&self, beginning: Vec3) -> bool {
        let side = |eye: Vec3| self.current.tree.path(eye).next().map(|step| step.branch);
        side(self.player.position) != side(beginning)
    }

    /// Counts the nodes on the eye's path: nodes with the eye in front of their plane, and nodes with the eye behind
    /// it.
    pub(super) fn path(&self) -> [usize; 2] {
        let mut sides = [0; 2];
        for step in self.current.tree.path(self.player.position) {
            sides[usize::from(step.branch == Branch::Back)] += 1;
        }
        sides
    }

    /// Returns whether the build film shows a division that cuts no face.
    pub(super) fn shows_a_division_without_cuts(&self) -> bool {
        let node = self.film.node();
        let division = node.and_then(|node| self.divisions.of(&self.current.tree, node));
        division.is_some_and(|division| division.decision.cuts == 0)
    }

    /// Returns whether a node has a different plane, or the tree was built by a different rule.
    pub(super) fn has_another_tree(&self, rule: Rule) -> bool {
        self.trial.counts()[0] > 0 || self.current.tree.params().rule != rule
    }

    /// Describes the query cost of the whole tree before and after the last change of a plane. Returns `None` if there
    /// was no change.
    pub(super) fn price_of_the_choice(&self) -> Option<String> {
        let [before, after] = self.trial.last()?.comparison.whole.map(|figures| figures.cost);
        let words = match after.total_cmp(&before) {
            Ordering::Less => text!("tour-less"),
            Ordering::Equal => text!("tour-same"),
            Ordering::Greater => text!("tour-more"),
        };
        Some(text!(
            "tour-query-costs",
            after = format_args!("{after:.2}"),
            words,
            before = format_args!("{before:.2}")
        ))
    }

    /// Returns whether the query film has reached its last step and is now paused at an earlier one.
    pub(super) fn went_back_from_the_end(&self) -> bool {
        let is_there = self.query.film(&self.current.tree).is_some();
        let last = self.query.last_step(&self.current.tree);
        is_there && self.query.furthest >= last && !self.query.playing && self.query.step < last
    }

    /// Returns the number of nodes that the query visits and the total number of nodes, or `None` until the query is
    /// recorded.
    pub(super) fn visited_by_the_query(&self) -> Option<[u64; 2]> {
        let film = self.query.film(&self.current.tree)?;
        Some([film.totals().visited, u64::from(film.nodes())])
    }

    /// Returns whether a replay is running and its ghost, moved by the ATI sample's push, has entered a wall.
    pub(super) fn replays_a_ghost_in_a_wall(&self) -> bool {
        let replay = self.player.walker.replay.as_ref();
        replay.is_some_and(|replay| replay.ghost_inside() > 0)
    }

    /// Returns the empty leaf that contains a point.
    fn room(&self, eye: Vec3) -> Option<LeafId> {
        let built = self.leaf_tree.built()?;
        let leaf = built.tree.locate(eye.as_dvec3());
        built.empty_leaves().binary_search(&leaf).is_ok().then_some(leaf)
    }

    /// Returns whether the eye has moved to another empty leaf since the station began.
    pub(super) fn is_in_another_room(&self, beginning: Vec3) -> bool {
        let before = self.room(beginning);
        let now = self.room(self.player.position);
        before.is_some() && now.is_some() && now != before
    }

    /// Returns the leaf that contains the eye and its number of portals. The last pair is the number of empty leaves
    /// potentially visible from it and the number of all empty leaves.
    pub(super) fn leaf_of_the_eye(&self) -> Option<(LeafId, usize, [usize; 2])> {
        let built = self.leaf_tree.built()?;
        let leaf = self.room(self.player.position)?;
        let seen = built.visible_from(leaf).len();
        let portals = built.tree.portals_of(leaf).len();
        Some((leaf, portals, [seen, built.empty_leaves().len()]))
    }
}
