//! Straight lines through the tree, and what is seen along them.

use glam::DVec3;

use crate::bsp::solid_leaf::{
    Branch, Child, LeafId, LeafTree, OUTSIDE, Pvs, PvsParams,
    pvs::{Explanation, PvsError, Sights, explain},
};
use crate::progress::Progress;

impl LeafTree {
    /// The leaves along a straight line from one point to another, in order, with where on it, 0 to 1, each is entered.
    ///
    /// `visit` is called for each; the walk ends where it returns false. Leaves that are only touched are left out.
    pub fn visit_along(&self, from: DVec3, to: DVec3, mut visit: impl FnMut(LeafId, f64) -> bool) {
        let mut stack = vec![(self.root(), 0.0, 1.0)];
        while let Some((child, start, end)) = stack.pop() {
            let node = match child {
                Child::Leaf(leaf) => {
                    if !visit(leaf, start) {
                        return;
                    }
                    continue;
                }
                Child::Node(id) => &self.nodes[id as usize],
            };
            let (here, there) = (node.plane.distance(from), node.plane.distance(to));
            let (near, far) = if here >= there {
                (node.front, node.back)
            } else {
                (node.back, node.front)
            };
            // Where it comes from the near side to the far one; a line along the plane is on the side of its start.
            let crossing = if here == there {
                if here >= 0.0 {
                    f64::INFINITY
                } else {
                    f64::NEG_INFINITY
                }
            } else {
                here / (here - there)
            };
            if crossing < end {
                stack.push((far, start.max(crossing), end));
            }
            if crossing > start {
                stack.push((near, start, end.min(crossing)));
            }
        }
    }

    /// The leaves along the straight line between two points, in order, or `None` where something is in the way: a solid
    /// leaf, or a structural face between two empty ones. Detail faces are not in the way.
    #[must_use]
    pub fn sightline(&self, from: DVec3, to: DVec3) -> Option<Vec<LeafId>> {
        let mut along: Vec<LeafId> = Vec::new();
        let mut unblocked = true;
        self.visit_along(from, to, |leaf, entered| {
            unblocked = match along.last() {
                _ if self.is_solid(leaf) => false,
                None => true,
                // It lies around the world box, below many nodes.
                Some(&before) => before == leaf || self.is_open_at(before, leaf, from.lerp(to, entered)),
            };
            if along.last() != Some(&leaf) {
                along.push(leaf);
            }
            unblocked
        });
        unblocked.then_some(along)
    }

    /// Whether a portal between two leaves is at a point of their interface, within the thickness of a plane.
    fn is_open_at(&self, leaf: LeafId, next: LeafId, point: DVec3) -> bool {
        let graph = self.portal_graph();
        graph.portals_of(leaf).iter().any(|&portal| {
            graph.behind(portal, leaf) == Some(next)
                && graph.is_in_portal(portal, point, self.tolerances.on_plane)
        })
    }

    /// The leaves that are empty and bounded, ascending: those that the figures of a PVS are about.
    #[must_use]
    pub fn empty_leaves(&self) -> Vec<LeafId> {
        (0..self.leaf_count())
            .filter(|&leaf| leaf != OUTSIDE && !self.is_solid(leaf))
            .collect()
    }

    /// Computes the PVS, with leaves joined into clusters where there are too many portals; see [`Pvs::build_with`].
    ///
    /// # Errors
    /// [`PvsError::Cancelled`], or [`PvsError::TooManyOpenings`] where not even few clusters have few openings.
    pub fn pvs(
        &self,
        params: &PvsParams,
        progress: &Progress,
        publish: impl FnMut(Pvs),
    ) -> Result<Pvs, PvsError> {
        let clusters = self.clusters_with(params.max_openings, progress)?;
        Pvs::build_with(
            self.portal_graph(),
            &clusters,
            &self.tolerances(),
            params,
            progress,
            publish,
        )
    }

    /// Says why a leaf `b` is seen from a leaf `a`, or is not: as [`explain`], with a line that reaches into both leaves.
    #[must_use]
    pub fn explain_sight(&self, pvs: &Pvs, a: LeafId, b: LeafId) -> Explanation {
        let mut explanation = explain(self.portal_graph(), pvs, &self.tolerances(), a, b);
        if let Explanation::Seen { from, to, chain } = &mut explanation {
            let along = (*to - *from).try_normalize().or_else(|| {
                let portal = self.portal(*chain.first()?)?;
                let forth = if portal.leaves[0] == a { -1.0 } else { 1.0 };
                Some(portal.plane.normal * forth)
            });
            if let Some(along) = along {
                *from = self.reach_into(a, *from, -along);
                *to = self.reach_into(b, *to, along);
            }
        }
        explanation
    }

    /// The middle of the part in a leaf's cell of a ray from a point on its boundary.
    fn reach_into(&self, leaf: LeafId, from: DVec3, along: DVec3) -> DVec3 {
        let size = self.bounds().size().length();
        let far = self
            .ancestors_of_leaf(leaf)
            .filter_map(|(id, branch)| {
                let plane = match branch {
                    Branch::Front => self.nodes[id as usize].plane,
                    Branch::Back => self.nodes[id as usize].plane.flipped(),
                };
                let speed = -plane.normal.dot(along);
                (speed > 0.0).then(|| plane.distance(from) / speed)
            })
            .fold(size, f64::min);
        from + along * (0.5 * far.max(0.0))
    }
}

impl Sights for LeafTree {
    fn point_in(&self, leaf: LeafId, generator: &mut fastrand::Rng) -> Option<DVec3> {
        let bounds = self.leaf(leaf).filter(|leaf| !leaf.outside)?.bounds;
        // In the box around it until it is in the leaf; few leaves are thinner than that.
        (0..POINT_TRIES)
            .map(|_| bounds.min + bounds.size() * DVec3::from([(); 3].map(|()| generator.f64())))
            .find(|&point| self.locate(point) == leaf)
    }

    fn leaves_along(&self, from: DVec3, to: DVec3) -> Option<Vec<LeafId>> {
        self.sightline(from, to)
    }
}

/// Points that are tried in the box around a leaf.
const POINT_TRIES: u32 = 200;
