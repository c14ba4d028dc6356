//! The collision triangles in the leaves of a solid-leaf tree.
//!
//! The fragments of the tree are meant for drawing: they come from merged triangles, and include liquids, which do not
//! block bodies. Therefore, each leaf, whether empty or solid, also lists its collision triangles. Triangles are tested
//! as a whole, so there are no cracks between pieces. A piece on a plane is listed in the leaf it faces. A body that
//! touches the piece from the other side is within the slack of the plane, so it visits that leaf too.

use crate::tolerance::QUERY_RELATIVE;
use bspwalk_geometry::{Aabb, Capsule, Plane, Polygon, Shape, TaggedTriangle};
use bspwalk_progress::{Cancelled, Progress};
use glam::{DVec3, Vec3, Vec3A};
use smallvec::SmallVec;

use crate::solid_leaf::{Child, LeafId, LeafTree, OUTSIDE, build::descend::Descent};
use crate::{
    ObstacleTriangle, Obstacles, TriangleId, counters,
    grouped::Grouped,
    hits::CastHit,
    mailbox::Mailbox,
    node::{NONE, NodeId},
    scoring::TRIANGLE_COST,
    traversal::{Space, Traversal},
    triangle::{Line, QueryTriangle},
};

/// A solid-leaf tree with collision triangles, built by [`LeafTree::obstacles`].
///
/// In the results of collision queries, `node` is the parent of the leaf that contains the triangle. It is 0 for
/// [`OUTSIDE`], which has several parents.
#[derive(Clone, Debug)]
pub struct LeafObstacles<'a> {
    tree: &'a LeafTree,
    triangles: Vec<QueryTriangle>,
    of_leaf: Grouped<TriangleId>,
    bounds: Aabb,
    /// Slack for the thickness of planes and for the rounding of coordinates within the bounds, in metres.
    slack: f64,
}

impl LeafTree {
    /// Sorts triangles into the leaves of the tree, for collision queries such as `bspwalk_collision::sweep`.
    ///
    /// Pass all triangles of the level that bodies collide with, both structural and detail. Degenerate triangles are
    /// skipped.
    #[must_use]
    pub fn obstacles(&self, triangles: &[TaggedTriangle]) -> LeafObstacles<'_> {
        Progress::uncancellable(|progress| self.obstacles_with_progress(triangles, progress))
    }

    /// Like [`LeafTree::obstacles`], but reports progress and can be cancelled.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn obstacles_with_progress(
        &self,
        triangles: &[TaggedTriangle],
        progress: &Progress,
    ) -> Result<LeafObstacles<'_>, Cancelled> {
        let with_planes = triangles
            .iter()
            .filter_map(|triangle| Some((triangle, Plane::from_points(triangle.corners)?)));
        let with_planes: Vec<(&TaggedTriangle, Plane)> = with_planes.collect();
        let bounds = Aabb::from_points(with_planes.iter().flat_map(|(triangle, _)| triangle.corners));
        let phase = "Sorting triangles into leaves";
        let leaves = progress.in_parallel(phase, &with_planes, |(triangle, plane)| {
            self.leaves_of(triangle.corners, plane.normal, progress)
        })?;
        let places = TriangleId::all()
            .zip(&leaves)
            .flat_map(|(index, leaves)| leaves.iter().map(move |&leaf| (leaf.0, index)));
        let query = with_planes
            .iter()
            .map(|(triangle, plane)| QueryTriangle::new(triangle, plane));
        Ok(LeafObstacles {
            tree: self,
            triangles: query.collect(),
            of_leaf: Grouped::new(self.leaf_count(), places),
            bounds,
            slack: self.tolerances.on_plane + f64::from(QUERY_RELATIVE) * bounds.largest_coordinate(),
        })
    }

    fn leaves_of(
        &self,
        corners: [DVec3; 3],
        normal: DVec3,
        progress: &Progress,
    ) -> Result<SmallVec<[LeafId; 8]>, Cancelled> {
        let descent = Descent {
            nodes: &self.nodes,
            tolerance: self.tolerances.on_plane,
            progress,
        };
        let mut leaves = SmallVec::new();
        descent.cut(self.root(), Polygon::from_points(corners), normal, |leaf, _| {
            leaves.push(leaf);
            Ok(())
        })?;
        leaves.sort_unstable();
        leaves.dedup();
        Ok(leaves)
    }
}

struct Body {
    from: DVec3,
    direction: DVec3,
    shape: Shape,
    /// Half-extents of the shape's bounding box.
    extents: DVec3,
    /// Margin for rounding and for the thickness of planes, in metres.
    margin: f64,
}

impl Body {
    /// Returns the interval of the path between `t0` and `t1` in which the body may extend in front of a plane, and the
    /// interval in which it may extend behind the plane.
    fn sides(&self, plane: &Plane, t0: f64, t1: f64) -> [Option<(f64, f64)>; 2] {
        let distance = plane.distance(self.from);
        let slope = plane.normal.dot(self.direction);
        let reach = self.margin + self.shape.support(plane.normal);
        [1.0, -1.0].map(|side| {
            // Distance by which the body extends beyond the plane at the start, and its rate of change along the path.
            let (depth, rate) = (reach + side * distance, side * slope);
            let (depth0, depth1) = (depth + rate * t0, depth + rate * t1);
            match (depth0 >= 0.0, depth1 >= 0.0) {
                (true, true) => Some((t0, t1)),
                (true, false) => Some((t0, (-depth / rate).clamp(t0, t1))),
                (false, true) => Some(((-depth / rate).clamp(t0, t1), t1)),
                (false, false) => None,
            }
        })
    }

    fn around(&self, t0: f64, t1: f64) -> [Vec3A; 2] {
        let (a, b) = (self.from + self.direction * t0, self.from + self.direction * t1);
        let extents = self.extents + self.margin;
        [(a.min(b) - extents).as_vec3a(), (a.max(b) + extents).as_vec3a()]
    }
}

impl LeafObstacles<'_> {
    /// Returns the tree whose leaves contain the triangles.
    #[must_use]
    pub fn tree(&self) -> &LeafTree {
        self.tree
    }

    pub(super) fn triangles_in(&self, leaf: LeafId) -> u32 {
        self.of_leaf.of(leaf.0).len() as u32
    }

    fn body(&self, from: Vec3, to: Vec3, shape: &Shape) -> Option<Body> {
        let extents = shape.extents();
        let coordinates = from.abs().max(to.abs()) + extents.abs();
        let finite = coordinates.is_finite() && (to - from).is_finite();
        finite.then(|| Body {
            from: from.as_dvec3(),
            direction: to.as_dvec3() - from.as_dvec3(),
            shape: *shape,
            extents: extents.as_dvec3(),
            margin: 2.0 * (self.slack + f64::from(QUERY_RELATIVE * coordinates.max_element())),
        })
    }

    /// Visits the triangles near a body's path, each with a node, in the order of the leaves along the path.
    fn walk(&self, body: &Body, mut visit: impl FnMut(TriangleId, NodeId) -> f64) -> u32 {
        let mut mailbox = Mailbox::default();
        let (mut limit, mut visited, mut tested, mut was_outside) = (1.0_f64, 0, 0, false);
        let mut traversal = Traversal::new(&self.tree.nodes[..], self.tree.root(), (0.0, 1.0));
        while let Some((space, (t0, t1))) = traversal.next() {
            if t0 > limit {
                continue;
            }
            let leaf = match space {
                Space::Leaf(leaf) => leaf,
                Space::Node((id, node)) => {
                    visited += 1;
                    let first = node.side_of(body.from + body.direction * t0);
                    let parts = first.ordered(body.sides(&node.plane, t0, t1));
                    traversal.push((id, node), (first, parts));
                    continue;
                }
            };
            // The outside leaf has several parents, so the path may enter it more than once.
            let (part, node) = if leaf == OUTSIDE {
                if std::mem::replace(&mut was_outside, true) {
                    continue;
                }
                ((0.0, limit), NodeId::ROOT)
            } else {
                ((t0, t1.min(limit)), self.tree.leaves[leaf.index()].parent)
            };
            let node = if node == NONE { NodeId::ROOT } else { node };
            let [low, high] = body.around(part.0, part.1);
            let faces = self.of_leaf.of(leaf.0);
            tested += faces.len() as u32;
            for &id in faces {
                let [a, b, c] = self.triangles[id.index()].corners.map(Vec3A::from);
                let near = a.min(b).min(c).cmple(high).all() && a.max(b).max(c).cmpge(low).all();
                if near && !mailbox.already_tested(id) {
                    limit = limit.min(visit(id, node));
                }
            }
        }
        counters::count_nodes(visited);
        counters::count_faces(tested);
        visited
    }

    fn obstacle(&self, id: TriangleId, node: NodeId) -> ObstacleTriangle {
        self.triangles[id.index()].obstacle(id, node)
    }
}

impl Obstacles for LeafObstacles<'_> {
    fn cast(&self, from: Vec3, to: Vec3) -> Option<CastHit> {
        let body = self.body(from, to, &Shape::Capsule(Capsule::sphere(0.0)))?;
        let line = Line::new(from, to);
        let mut nearest: Option<(f32, TriangleId, NodeId)> = None;
        self.walk(&body, |id, node| {
            let t = self.triangles[id.index()].line_parameter(&line);
            let t = t.filter(|t| (0.0..=1.0).contains(t));
            if let Some(t) = t.filter(|&t| nearest.is_none_or(|(nearest, ..)| t < nearest)) {
                nearest = Some((t, id, node));
            }
            nearest.map_or(1.0, |(t, ..)| f64::from(t))
        });
        let (t, id, node) = nearest?;
        Some(self.triangles[id.index()].hit(from, to - from, t, id, node))
    }

    fn visit_swept(
        &self,
        shape: &Shape,
        from: Vec3,
        to: Vec3,
        mut visit: impl FnMut(&ObstacleTriangle) -> f64,
    ) -> u32 {
        self.body(from, to, shape).map_or(0, |body| {
            self.walk(&body, |index, node| visit(&self.obstacle(index, node)))
        })
    }

    fn visit_near(&self, shape: &Shape, center: Vec3, mut visit: impl FnMut(&ObstacleTriangle)) {
        if let Some(body) = self.body(center, center, shape) {
            self.walk(&body, |index, node| {
                visit(&self.obstacle(index, node));
                1.0
            });
        }
    }

    fn bounds(&self) -> Aabb {
        self.bounds
    }
}

impl LeafObstacles<'_> {
    /// Returns the expected cost of a query by the surface area heuristic, in node visits.
    ///
    /// The unit is the same as in [`Measure::Cost`](crate::node_storing::Measure::Cost). If a random segment hits the
    /// world box, the probability that it also hits a node or a leaf is the ratio of their surface areas. The segment
    /// tests all triangles in each leaf that it hits.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn expected_cost(&self, progress: &Progress) -> Result<f64, Cancelled> {
        let tree = self.tree();
        let mut bounds = vec![Aabb::EMPTY; tree.nodes.len()];
        let mut cost = 0.0;
        // Children come after their parents, so iterate in reverse order.
        for (id, node) in tree.nodes.iter().enumerate().rev() {
            progress.check_at(id)?;
            let below = [node.front, node.back].map(|child| match child {
                Child::Node(child) => bounds[child.index()],
                // The outside leaf has no bounds.
                Child::Leaf(OUTSIDE) => Aabb::EMPTY,
                Child::Leaf(leaf) => tree.leaves[leaf.index()].bounds,
            });
            bounds[id] = below[0].union(&below[1]);
        }
        let whole = bounds.first().map_or(0.0, Aabb::surface_area);
        let met = |part: &Aabb| {
            if whole > 0.0 {
                (part.surface_area() / whole).min(1.0)
            } else {
                1.0
            }
        };
        for (turn, part) in bounds.iter().enumerate() {
            progress.check_at(turn)?;
            cost += met(part);
        }
        for (turn, (leaf, id)) in tree.leaves.iter().zip(LeafId::all()).enumerate() {
            progress.check_at(turn)?;
            let met = if id == OUTSIDE { 1.0 } else { met(&leaf.bounds) };
            cost += met * TRIANGLE_COST * f64::from(self.triangles_in(id));
        }
        Ok(if cost.is_finite() { cost } else { 0.0 })
    }
}
