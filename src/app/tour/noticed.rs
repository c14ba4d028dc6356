//! State that the tour uses to detect completed tasks and to generate questions.

use std::sync::Arc;

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_explain::quiz::checks::{self, ChoiceQuestion};
use bspwalk_planar::{PRESETS, PlanarTree, Region};
use bspwalk_trees::{node_storing::Branch, recording::Candidate, solid_leaf::LeafId};

use super::planes::{Ghost, RootPlanes};
use crate::app::{host::prelude::*, level::leaf_tree::LeafTreeState};

/// Minimum distance between the eye and the frozen eye at which looking back counts (in metres).
const AWAY: f32 = 4.0;

/// Minimum cosine of the angle between the view direction and the direction to the frozen eye.
const TOWARDS: f32 = 0.7;

/// State on which tasks and questions depend.
#[derive(SystemParam)]
pub struct TourProgress<'w, 's> {
    pub(super) current: Shown<'w, 's, OpenedLevel>,
    pub(super) leaf_tree: Shown<'w, 's, LeafTreeState>,
    player: Shown<'w, 's, Player>,
    pub(super) program: Res<'w, ProgramState>,
    pub(super) probe: Res<'w, PolygonProbe>,
    pub(super) polygon: Res<'w, DrawnPolygon>,
    pub(super) planes: Res<'w, RootPlanes>,
    pub(super) ghost: Res<'w, Ghost>,
}

impl TourProgress<'_, '_> {
    /// Returns whether the eye has crossed the root's plane since the station began.
    pub(super) fn has_changed_sides(&self, beginning: Vec3) -> bool {
        let side = |eye: Vec3| self.current.tree.path(eye).next().map(|step| step.branch);
        side(self.player.position) != side(beginning)
    }

    /// Counts the front branches and the back branches on the eye's path through the tree.
    pub(super) fn branch_counts(&self) -> [usize; 2] {
        let mut sides = [0; 2];
        for step in self.current.tree.path(self.player.position) {
            sides[usize::from(step.branch == Branch::Back)] += 1;
        }
        sides
    }

    /// Returns whether the query film has reached its last step and is now paused at an earlier step.
    pub(super) fn went_back_from_the_end(&self) -> bool {
        let (query, tree) = (&self.program.query, &self.current.tree);
        let (is_there, last) = (query.film(tree).is_some(), query.last_step(tree));
        is_there && query.furthest >= last && !query.playing && query.step < last
    }

    /// Returns the number of nodes that the query visits and the total number of nodes, or `None` until the query has
    /// been recorded.
    pub(super) fn visited_by_the_query(&self) -> Option<[u64; 2]> {
        let film = self.program.query.film(&self.current.tree)?;
        Some([film.totals().visited, u64::from(film.nodes())])
    }

    /// Returns the empty leaf that contains a point.
    fn room(&self, eye: Vec3) -> Option<LeafId> {
        let built = self.leaf_tree.built()?;
        let leaf = built.tree.locate(eye.as_dvec3());
        built.empty_leaves().binary_search(&leaf).is_ok().then_some(leaf)
    }

    /// Returns whether the eye has moved into a different empty leaf since the station began.
    pub(super) fn is_in_another_room(&self, beginning: Vec3) -> bool {
        let before = self.room(beginning);
        let now = self.room(self.player.position);
        before.is_some() && now.is_some() && now != before
    }

    /// Returns whether culling is frozen and the user, in first person with noclip, looks back at the frozen eye from
    /// another leaf.
    pub(super) fn looks_back_at_the_frozen_eye(&self) -> bool {
        let Some(frozen) = &self.program.level.frozen else {
            return false;
        };
        let back = frozen.eye - self.player.position;
        let is_in_view = self.player.forward().dot(back.normalize_or_zero()) > TOWARDS;
        let has_left = self.player.noclip && back.length() > AWAY;
        let is_elsewhere = self.room(self.player.position) != self.room(frozen.eye);
        has_left && is_in_view && self.program.view.is_eye() && is_elsewhere
    }

    /// Generates a question about the tests that locate a point in the planar tree.
    pub(super) fn question_about_polygon(&self, seed: u64) -> Option<ChoiceQuestion> {
        let tree = self.polygon.0.clone().or_else(|| {
            let region = Region::new(&(PRESETS[0].loops)()).ok()?;
            Some(Arc::new(PlanarTree::new(&region)))
        })?;
        checks::tests_of_point(&tree, seed)
    }

    /// Generates a question about the planes that the user can choose.
    pub(super) fn question_about_planes(&self) -> Option<ChoiceQuestion> {
        let planes: Vec<Candidate> = self.planes.planes.iter().map(|plane| plane.candidate).collect();
        checks::best_of_planes(&planes)
    }

    /// Generates a question about the search for faces around the body.
    pub(super) fn question_about_search(&self, seed: u64) -> Option<ChoiceQuestion> {
        let mover = &self.player.mover;
        let radius = mover.body().radius;
        checks::searched_children(&self.current.tree, mover.position(), radius, seed)
    }

    /// Generates a question about the drawing order of two rooms.
    pub(super) fn question_about_order(&self, seed: u64) -> Option<ChoiceQuestion> {
        let tree = &self.leaf_tree.built()?.tree;
        let rooms = checks::rooms(tree);
        checks::painted_first(tree, &rooms, self.player.position, seed)
    }

    /// Generates a question about the portals on the way to a leaf.
    pub(super) fn question_about_portals(&self, seed: u64) -> Option<ChoiceQuestion> {
        let from = self.room(self.player.position)?;
        checks::portals_between(&self.leaf_tree.built()?.tree, from, seed)
    }

    /// Generates a question about the PVS of the frozen eye's leaf, once the PVS has been computed completely.
    pub(super) fn question_about_pvs(&self, seed: u64) -> Option<ChoiceQuestion> {
        let built = self.leaf_tree.built().filter(|built| built.is_refined())?;
        let from = self.room(self.program.level.frozen.as_ref()?.eye)?;
        checks::may_be_visible(&built.tree, built.pvs.as_ref()?, from, seed)
    }

    /// Returns the leaf that contains the eye (or the frozen eye), and its number of portals. The last pair is the
    /// number of empty leaves potentially visible from this leaf, and the total number of empty leaves.
    pub(super) fn leaf_of_the_eye(&self) -> Option<(LeafId, usize, [usize; 2])> {
        let built = self.leaf_tree.built()?;
        let frozen = self.program.level.frozen.as_ref().map(|frozen| frozen.eye);
        let leaf = self.room(frozen.unwrap_or(self.player.position))?;
        let seen = built.visible_from(leaf).len();
        let portals = built.tree.portals_of(leaf).len();
        Some((leaf, portals, [seen, built.empty_leaves().len()]))
    }
}
