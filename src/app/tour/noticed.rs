//! What the tour looks at to notice that a task was done.

use std::cmp::Ordering;

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_text::text;
use bspwalk_trees::{Rule, node_storing::Branch, solid_leaf::LeafId};

use crate::app::{
    divisions::Divisions,
    leaf_tree::{ChosenLeaf, Frozen, LeafTreeState},
    shown::Shown,
    state::{BuildFilm, ModelView, OpenedLevel, Overlays, Player, QueryPlayer},
    what_if::Trial,
};

/// The state that tasks are about.
#[derive(SystemParam)]
pub struct Noticed<'w, 's> {
    current: Shown<'w, 's, OpenedLevel>,
    leaf_tree: Shown<'w, 's, LeafTreeState>,
    overlays: Res<'w, Overlays>,
    film: Res<'w, BuildFilm>,
    query: Res<'w, QueryPlayer>,
    divisions: Res<'w, Divisions>,
    leaf: Shown<'w, 's, ChosenLeaf>,
    player: Shown<'w, 's, Player>,
    trial: Shown<'w, 's, Trial>,
    frozen: Shown<'w, 's, Frozen>,
    view: Res<'w, ModelView>,
}

impl Noticed<'_, '_> {
    /// Split planes are shown down to this depth.
    pub(super) fn shows_planes_to(&self, depth: u32) -> bool {
        self.overlays.plane_depths[1] >= depth
    }

    /// The eye is on the other side of the root's plane than it was at the beginning.
    pub(super) fn has_changed_sides(&self, beginning: Vec3) -> bool {
        let side = |eye: Vec3| self.current.tree.path(eye).next().map(|step| step.branch);
        side(self.player.position) != side(beginning)
    }

    /// The path of the eye: how many nodes in front of whose planes it is, and how many behind.
    pub(super) fn path(&self) -> [usize; 2] {
        let mut sides = [0; 2];
        for step in self.current.tree.path(self.player.position) {
            sides[usize::from(step.branch == Branch::Back)] += 1;
        }
        sides
    }

    /// The film of the build shows a division that cuts no face.
    pub(super) fn shows_a_division_without_cuts(&self) -> bool {
        let node = self.film.node();
        let division = node.and_then(|node| self.divisions.of(&self.current.tree, node));
        division.is_some_and(|division| division.decision.cuts == 0)
    }

    /// A node has another plane, or the tree was built by another rule than this one.
    pub(super) fn has_another_tree(&self, rule: Rule) -> bool {
        self.trial.counts()[0] > 0 || self.current.tree.params().rule != rule
    }

    /// The query cost of the whole tree before the last change of a plane and after it; none where there was none.
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

    /// The film of the query has shown its last step, and rests at one before.
    pub(super) fn went_back_from_the_end(&self) -> bool {
        let is_there = self.query.film(&self.current.tree).is_some();
        let last = self.query.last_step(&self.current.tree);
        is_there && self.query.furthest >= last && !self.query.playing && self.query.step < last
    }

    /// How many nodes the query of the film visits, and how many there are; none until it was recorded.
    pub(super) fn visited_by_the_query(&self) -> Option<[u64; 2]> {
        let film = self.query.film(&self.current.tree)?;
        Some([film.totals().visited, u64::from(film.nodes())])
    }

    /// The last seconds are replayed, and the ghost that the ATI sample's push moves comes into a wall.
    pub(super) fn replays_a_ghost_in_a_wall(&self) -> bool {
        let replay = self.player.walker.replay.as_ref();
        replay.is_some_and(|replay| replay.ghost_inside() > 0)
    }

    /// A leaf is selected.
    pub(super) fn has_selected_a_leaf(&self) -> bool {
        self.leaf.0.is_some()
    }

    /// The empty leaf that a point is in.
    fn room(&self, eye: Vec3) -> Option<LeafId> {
        let built = self.leaf_tree.built()?;
        let leaf = built.tree.locate(eye.as_dvec3());
        built.empty_leaves().binary_search(&leaf).is_ok().then_some(leaf)
    }

    /// The eye is in another empty leaf than it was at the beginning.
    pub(super) fn is_in_another_room(&self, beginning: Vec3) -> bool {
        let before = self.room(beginning);
        let now = self.room(self.player.position);
        before.is_some() && now.is_some() && now != before
    }

    /// The leaf that the eye is in, how many portals it has, and how many empty leaves may be seen from it of how many.
    pub(super) fn leaf_of_the_eye(&self) -> Option<(LeafId, usize, [usize; 2])> {
        let built = self.leaf_tree.built()?;
        let leaf = self.room(self.player.position)?;
        let seen = built.visible_from(leaf).len();
        let portals = built.tree.portals_of(leaf).len();
        Some((leaf, portals, [seen, built.empty_leaves().len()]))
    }

    /// All of the painter's order is drawn.
    pub(super) fn has_painted_all(&self) -> bool {
        self.overlays.painter_share >= 1.0
    }

    /// Culling is frozen, and what it left is looked at from outside.
    pub(super) fn looks_at_what_is_frozen(&self) -> bool {
        self.frozen.0.is_some() && !self.view.is_eye()
    }
}
