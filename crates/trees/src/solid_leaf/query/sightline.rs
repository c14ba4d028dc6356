//! Sightlines through the tree.

use glam::DVec3;

use crate::{
    solid_leaf::{Branch, LeafId, LeafTree, NodeId, OUTSIDE},
    traversal::Traversal,
};

#[derive(Clone, Copy)]
pub(in crate::solid_leaf) struct Passed {
    pub(in crate::solid_leaf) leaf: LeafId,
    /// Parameter of the entry point, 0 to 1.
    pub(in crate::solid_leaf) start: f64,
    /// Node whose plane the line crosses when it enters the leaf, or `None` at the start of the line.
    pub(in crate::solid_leaf) at: Option<NodeId>,
}

#[derive(Clone, Copy)]
struct LineInterval {
    start: f64,
    end: f64,
    at: Option<NodeId>,
}

impl LeafTree {
    /// Visits the leaves along a straight line in order, including solid ones.
    ///
    /// `visit` receives a leaf and the parameter of the entry point, from 0 at `from` to 1 at `to`. The traversal ends
    /// when `visit` returns `false`. Leaves that the line merely touches are skipped. [`OUTSIDE`] may be visited
    /// several times.
    pub fn visit_along(&self, from: DVec3, to: DVec3, mut visit: impl FnMut(LeafId, f64) -> bool) {
        self.pass_along(from, to, |passed| visit(passed.leaf, passed.start));
    }

    pub(in crate::solid_leaf) fn pass_along(
        &self,
        from: DVec3,
        to: DVec3,
        mut visit: impl FnMut(Passed) -> bool,
    ) {
        let whole = LineInterval {
            start: 0.0,
            end: 1.0,
            at: None,
        };
        let mut traversal = Traversal::new(&self.nodes[..], self.root(), whole);
        while let Some((leaf, LineInterval { start, at, .. })) = traversal.next_leaf(|(id, node), part| {
            let [a, b] = [from, to].map(|end| node.plane.distance(end));
            let near = Branch::front_if(a >= b);
            // Parameter of the point where the line crosses to the far side. A line parallel to the plane stays on the
            // side of its start.
            let crossing = match a == b {
                true if a >= 0.0 => f64::INFINITY,
                true => f64::NEG_INFINITY,
                false => a / (a - b),
            };
            let before = LineInterval {
                end: part.end.min(crossing),
                ..part
            };
            let beyond = LineInterval {
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

    /// Returns the leaves along the sightline from one point to another, in order, or `None` if the sightline is
    /// blocked.
    ///
    /// Solid leaves block it, and so do structural faces between two empty leaves. Detail faces do not.
    #[must_use]
    pub fn sightline(&self, from: DVec3, to: DVec3) -> Option<Vec<LeafId>> {
        let mut along = Vec::new();
        self.blocked_at(from, to, &mut along).is_none().then_some(along)
    }

    /// Returns the parameter (0 to 1) of the point where a sightline is blocked, or `None` if it is free. `along`
    /// receives the leaves up to that point.
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
                // The outside leaf has several parents, so it may occur twice in a row.
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

    /// Returns whether a point on the interface between two leaves is in a portal between them, within the thickness of
    /// a plane.
    pub(in crate::solid_leaf) fn is_open_at(&self, leaf: LeafId, next: LeafId, point: DVec3) -> bool {
        let graph = self.portal_graph();
        // The outside leaf may touch another leaf on several planes.
        let is_on_plane = |portal| {
            let distance = graph
                .portal(portal)
                .map(|portal| portal.plane.distance(point).abs());
            distance.is_some_and(|distance| distance <= self.tolerances.on_plane)
        };
        graph.portals_of(leaf).iter().any(|&portal| {
            graph.leaf_across(portal, leaf) == Some(next)
                && is_on_plane(portal)
                && graph.portal_contains(portal, point, self.tolerances.on_plane)
        })
    }

    /// Returns the empty leaves except [`OUTSIDE`], in ascending order.
    #[must_use]
    pub fn empty_leaves(&self) -> Vec<LeafId> {
        self.leaf_ids()
            .filter(|&leaf| leaf != OUTSIDE && !self.is_solid(leaf))
            .collect()
    }
}
