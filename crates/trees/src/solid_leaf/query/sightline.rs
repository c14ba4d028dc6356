//! Sightlines through the tree.

use bspwalk_progress::Progress;
use glam::DVec3;

use crate::{
    divided::Traversal,
    solid_leaf::{
        Branch, Inside, LeafId, LeafTree, NodeId, OUTSIDE, Pvs, PvsParams,
        pvs::{PvsError, Sights},
    },
};

/// A leaf on a line.
#[derive(Clone, Copy)]
pub(in crate::solid_leaf) struct Passed {
    pub(in crate::solid_leaf) leaf: LeafId,
    /// Where the line enters it, 0 to 1.
    pub(in crate::solid_leaf) start: f64,
    /// The node at whose plane it enters; `None` at the start of the line.
    pub(in crate::solid_leaf) at: Option<NodeId>,
}

/// A part of a line, 0 to 1, and the node at whose plane it begins.
#[derive(Clone, Copy)]
struct Part {
    start: f64,
    end: f64,
    at: Option<NodeId>,
}

impl LeafTree {
    /// Calls `visit` with each leaf along a straight line, in order, and with where the line enters it, 0 to 1. Ends when
    /// `visit` returns false. Leaves that are only touched are left out.
    pub fn visit_along(&self, from: DVec3, to: DVec3, mut visit: impl FnMut(LeafId, f64) -> bool) {
        self.pass_along(from, to, |passed| visit(passed.leaf, passed.start));
    }

    /// As [`LeafTree::visit_along`], with the nodes at whose planes the line enters leaves.
    pub(in crate::solid_leaf) fn pass_along(
        &self,
        from: DVec3,
        to: DVec3,
        mut visit: impl FnMut(Passed) -> bool,
    ) {
        let whole = Part {
            start: 0.0,
            end: 1.0,
            at: None,
        };
        let mut traversal = Traversal::new(&self.nodes[..], self.root(), whole);
        while let Some((leaf, Part { start, at, .. })) = traversal.next_leaf(|(id, node), part| {
            let [a, b] = [from, to].map(|end| node.plane.distance(end));
            let near = Branch::front_if(a >= b);
            // Where it crosses to the far side. A line parallel to the plane stays on the side of its start.
            let crossing = match a == b {
                true if a >= 0.0 => f64::INFINITY,
                true => f64::NEG_INFINITY,
                false => a / (a - b),
            };
            let before = Part {
                end: part.end.min(crossing),
                ..part
            };
            let beyond = Part {
                start: part.start.max(crossing),
                at: if crossing > part.start { Some(id) } else { part.at },
                ..part
            };
            let parts = [
                (crossing > part.start).then_some(before),
                (crossing < part.end).then_some(beyond),
            ];
            (near, parts)
        }) {
            if !visit(Passed { leaf, start, at }) {
                return;
            }
        }
    }

    /// The leaves along the straight line between two points, in order, or `None` where it is blocked by a solid leaf or by
    /// a structural face between two empty ones. Detail faces do not block it.
    #[must_use]
    pub fn sightline(&self, from: DVec3, to: DVec3) -> Option<Vec<LeafId>> {
        let mut along = Vec::new();
        self.blocked_at(from, to, &mut along).is_none().then_some(along)
    }

    /// Where such a line is blocked, 0 to 1; `None` where it is not. `along` gets the leaves up to there.
    pub(in crate::solid_leaf) fn blocked_at(
        &self,
        from: DVec3,
        to: DVec3,
        along: &mut Vec<LeafId>,
    ) -> Option<f64> {
        let mut blocked = None;
        self.visit_along(from, to, |leaf, entered| {
            let is_free = match along.last() {
                _ if self.is_solid(leaf) => false,
                None => true,
                // The outside lies below several nodes, so that it may follow itself.
                Some(&before) => before == leaf || self.is_open_at(before, leaf, from.lerp(to, entered)),
            };
            if along.last() != Some(&leaf) {
                along.push(leaf);
            }
            blocked = (!is_free).then_some(entered);
            is_free
        });
        blocked
    }

    /// Whether a point on the interface of two leaves is in a portal between them, within the thickness of a plane.
    pub(in crate::solid_leaf) fn is_open_at(&self, leaf: LeafId, next: LeafId, point: DVec3) -> bool {
        let graph = self.portal_graph();
        // The outside touches a leaf on several planes.
        let is_on_plane = |portal| {
            let distance = graph
                .portal(portal)
                .map(|portal| portal.plane.distance(point).abs());
            distance.is_some_and(|distance| distance <= self.tolerances.on_plane)
        };
        graph.portals_of(leaf).iter().any(|&portal| {
            graph.behind(portal, leaf) == Some(next)
                && is_on_plane(portal)
                && graph.is_in_portal(portal, point, self.tolerances.on_plane)
        })
    }

    /// The bounded empty leaves, ascending. Figures of the PVS are about them.
    #[must_use]
    pub fn empty_leaves(&self) -> Vec<LeafId> {
        (0..self.leaf_count())
            .filter(|&leaf| leaf != OUTSIDE && !self.is_solid(leaf))
            .collect()
    }

    /// Computes the PVS; see [`Pvs::build`]. Leaves are joined into clusters where there are too many portals. Where the level
    /// has no inside, it is first computed between few clusters, in few steps. If that hides next to nothing, or no place is
    /// enclosed, it is the result: more work would hardly hide more.
    ///
    /// # Errors
    /// [`PvsError::Cancelled`], or [`PvsError::TooManyOpenings`] where not even few clusters have few openings.
    pub fn pvs(
        &self,
        params: &PvsParams,
        progress: &Progress,
        publish: impl FnMut(Pvs),
    ) -> Result<Pvs, PvsError> {
        if self.inside() != Inside::Rooms {
            let cheap = PvsParams {
                max_openings: params.max_openings.min(OPENINGS_OUTSIDE),
                steps: params.steps.min(STEPS_OUTSIDE),
            };
            // It is not published: a finer one may be coarser in places, where its steps did not suffice.
            let pvs = self.pvs_with(&cheap, progress, |_| {})?;
            let is_enough = cheap == *params || !self.has_enclosed;
            if is_enough || pvs.mean_visible(&self.empty_leaves()) > HIDES_NOTHING {
                return Ok(pvs);
            }
        }
        self.pvs_with(params, progress, publish)
    }

    fn pvs_with(
        &self,
        params: &PvsParams,
        progress: &Progress,
        publish: impl FnMut(Pvs),
    ) -> Result<Pvs, PvsError> {
        let clusters = self.clusters(params.max_openings, progress)?;
        Pvs::build_in(self, &clusters, params, progress, publish)
    }
}

impl Sights for LeafTree {
    fn point_in(&self, leaf: LeafId, generator: &mut fastrand::Rng) -> Option<DVec3> {
        let bounds = self.leaf(leaf).filter(|leaf| !leaf.outside)?.bounds;
        // Points in its bounds, until one is in the leaf.
        (0..POINT_TRIES)
            .map(|_| bounds.min + bounds.size() * DVec3::from([(); 3].map(|()| generator.f64())))
            .find(|&point| self.locate(point) == leaf)
    }

    fn leaves_along(&self, from: DVec3, to: DVec3) -> Option<Vec<LeafId>> {
        self.sightline(from, to)
    }
}

/// Most openings between the clusters of a PVS that is computed first where a level has no inside.
const OPENINGS_OUTSIDE: u32 = 1024;

/// Most steps of that PVS.
const STEPS_OUTSIDE: u64 = 20_000;

/// A PVS by which more than this share of the leaves is seen from the mean leaf hides next to nothing.
const HIDES_NOTHING: f64 = 0.985;

/// Points that are tried in the bounds of a leaf.
const POINT_TRIES: u32 = 200;
