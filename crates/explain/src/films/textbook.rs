//! Textbook queries of the node-storing tree, which test one plane at a time.
//!
//! [`OnePlane`] answers the same queries as [`NodeTree`] and gives the same answers. However, it reads the tree through
//! the public node view, and visits every node individually. A query along a path visits the child on the near side,
//! then tests the node's faces, then visits the far child; it stops at the first hit. A query for a resting volume
//! visits both children of a plane that the volume straddles, and otherwise only the child on its side.
//!
//! Sources: Ericson, *Real-Time Collision Detection*, 2005, chapter 8; the ATI SDK's BSP sample, 2006, whose errors are
//! corrected here. Triangles are tested whole, so a hit can lie beyond the current cell. The traversal therefore stops
//! at a plane only if the hit is nearer than the plane.

use std::collections::HashSet;

use bspwalk_collision::Capsule;
use bspwalk_geometry::{Aabb, Plane, Shape, separating_axes::separating_axis};
use bspwalk_trees::{
    CastHit, FaceId, NodeTree, ObstacleTriangle, Obstacles, TriangleId,
    node_storing::{Branch, NodeId},
    observer::{AtPlane, Note, Observer, SkipReason, TestOutcome, TreeQuery},
};
use glam::{DVec3, Vec3};

/// Wrapper for a tree that answers queries one plane at a time and reports each step to an observer.
#[derive(Clone, Copy, Debug)]
pub(super) struct OnePlane<'a, O> {
    pub(super) tree: &'a NodeTree,
    pub(super) observer: O,
}

/// Path of a point or a body. Positions on the path are fractions, from 0 at its start to 1 at its end.
struct Path {
    from: DVec3,
    direction: DVec3,
    half_axis: DVec3,
    /// Radius of the body plus a margin for rounding, in metres.
    radius: f64,
}

/// An interval of a path, relative to a plane.
struct AlongPlane {
    /// Signed distances between the plane and the centre, at both ends of the interval.
    distances: [f64; 2],
    /// Intervals of the path on the front side and on the back side of the plane.
    sides: [Option<[f64; 2]>; 2],
}

impl Path {
    fn new(from: Vec3, direction: Vec3, half_axis: Vec3, radius: f32) -> Self {
        Self {
            from: from.as_dvec3(),
            direction: direction.as_dvec3(),
            half_axis: half_axis.as_dvec3(),
            radius: f64::from(radius),
        }
    }

    /// Divides an interval of the path at a plane. The two resulting intervals overlap where the body straddles the
    /// plane.
    fn divide(&self, part: [f64; 2], plane: &Plane) -> AlongPlane {
        let distances = part.map(|t| plane.distance(self.from + self.direction * t));
        let reach = self.radius + plane.normal.dot(self.half_axis).abs();
        AlongPlane {
            distances,
            sides: [
                clip(part, distances.map(|distance| reach + distance)),
                clip(part, distances.map(|distance| reach - distance)),
            ],
        }
    }
}

impl AlongPlane {
    /// Returns the side that the path reaches first. If the path is parallel to the plane, that is the front.
    fn near(&self) -> Branch {
        let [start, end] = self.distances;
        if end > start { Branch::Back } else { Branch::Front }
    }

    /// Returns the position on the path where the body's centre crosses the plane. The result is not finite if the path
    /// is parallel to the plane.
    fn crossing(&self, [from, to]: [f64; 2]) -> f64 {
        let [start, end] = self.distances;
        from + (to - from) * (start / (start - end))
    }
}

/// Clips an interval to the range where a linear function is not negative, given its values at both ends.
fn clip([from, to]: [f64; 2], [start, end]: [f64; 2]) -> Option<[f64; 2]> {
    let at = || from + (to - from) * (start / (start - end));
    match [start >= 0.0, end >= 0.0] {
        [true, true] => Some([from, to]),
        [true, false] => Some([from, at()]),
        [false, true] => Some([at(), to]),
        [false, false] => None,
    }
}

/// Work that is postponed until the path has left the near side of a plane.
enum Waiting {
    /// Visit a node. The interval is the part of the path inside the node's cell.
    Node(NodeId, [f64; 2]),
    /// Test the faces of a node whose plane the path reaches at this position.
    Faces(NodeId, f64),
}

impl<O: Observer> OnePlane<'_, O> {
    /// Visits the faces along a path, in order. `test` returns the position on the path beyond which faces can be
    /// skipped. Returns the number of visited nodes.
    fn along(&self, path: &Path, mut test: impl FnMut(NodeId, TriangleId) -> f64) -> u32 {
        let (tree, observer) = (self.tree, self.observer);
        let (mut visited, mut end) = (0, 1.0);
        let mut tested = HashSet::new();
        let mut waiting: Vec<Waiting> = Vec::new();
        waiting.extend(tree.root().map(|root| Waiting::Node(root, [0.0, 1.0])));
        while let Some(next) = waiting.pop() {
            match next {
                Waiting::Node(id, [from, _]) if from > end => {
                    observer.skip_subtree(id, SkipReason::Nearer);
                }
                Waiting::Faces(id, from) if from > end => observer.skip_faces(id),
                Waiting::Node(id, part) => {
                    visited += 1;
                    self.visit(path, id, part, &mut waiting);
                }
                Waiting::Faces(id, _) => {
                    for triangle in tree.triangles_at(id) {
                        if tested.insert(triangle) {
                            end = test(id, triangle);
                        } else {
                            observer.test_face(id, triangle, TestOutcome::AlreadyTested);
                        }
                    }
                }
            }
        }
        visited
    }

    /// Visits a node on a path. Pushes the far child, the faces, and the near child, which is therefore processed
    /// first.
    fn visit(&self, path: &Path, id: NodeId, part: [f64; 2], waiting: &mut Vec<Waiting>) {
        let Some(node) = self.tree.node(id) else { return };
        if node.is_block {
            self.observer.visit_node(id, AtPlane::Block);
            waiting.push(Waiting::Faces(id, part[0]));
            return;
        }
        let along = path.divide(part, &node.plane);
        let children = [node.front, node.back];
        let one_side = |branch| {
            let [start, end] = along.distances.map(f64::abs);
            let distance = start.min(end) as f32;
            AtPlane::OneSide { branch, distance }
        };
        match along.sides {
            [Some(front), Some(back)] => {
                let first = along.near();
                let t = along.crossing(part) as f32;
                self.observer.visit_node(id, AtPlane::Crosses { first, t });
                let far = if first == Branch::Front {
                    Branch::Back
                } else {
                    Branch::Front
                };
                let push = |branch: Branch| {
                    let part = branch.pick([front, back]);
                    branch.pick(children).map(|child| Waiting::Node(child, part))
                };
                waiting.extend(push(far));
                if !node.fragments.is_empty() {
                    waiting.push(Waiting::Faces(id, front[0].max(back[0])));
                }
                waiting.extend(push(first));
            }
            [Some(front), None] => {
                self.observer.visit_node(id, one_side(Branch::Front));
                waiting.extend(node.front.map(|child| Waiting::Node(child, front)));
            }
            [None, Some(back)] => {
                self.observer.visit_node(id, one_side(Branch::Back));
                waiting.extend(node.back.map(|child| Waiting::Node(child, back)));
            }
            [None, None] => {}
        }
    }

    /// Visits the faces near a resting volume centred at `center`. `reach` returns the extent of the volume along a
    /// unit normal, in metres.
    fn near(&self, center: Vec3, reach: impl Fn(DVec3) -> f64, mut test: impl FnMut(NodeId, TriangleId)) {
        let (tree, observer) = (self.tree, self.observer);
        let mut tested = HashSet::new();
        let mut waiting: Vec<NodeId> = tree.root().into_iter().collect();
        while let Some(id) = waiting.pop() {
            let Some(node) = tree.node(id) else { continue };
            let (distance, reach) = (node.plane.distance(center.as_dvec3()), reach(node.plane.normal));
            if !node.is_block && distance.abs() > reach {
                let (branch, child) = if distance > 0.0 {
                    (Branch::Front, node.front)
                } else {
                    (Branch::Back, node.back)
                };
                let distance = distance.abs() as f32;
                observer.visit_node(id, AtPlane::OneSide { branch, distance });
                waiting.extend(child);
                continue;
            }
            let (distance, reach) = (distance as f32, reach as f32);
            observer.visit_node(
                id,
                if node.is_block {
                    AtPlane::Block
                } else {
                    AtPlane::Reaches { distance, reach }
                },
            );
            for triangle in tree.triangles_at(id) {
                if tested.insert(triangle) {
                    test(id, triangle);
                } else {
                    observer.test_face(id, triangle, TestOutcome::AlreadyTested);
                }
            }
            waiting.extend(node.back);
            waiting.extend(node.front);
        }
    }

    /// Returns the faces that touch a box, in ascending order.
    pub(super) fn overlap(&self, min: Vec3, max: Vec3) -> Vec<FaceId> {
        self.observer.begin_query(TreeQuery::Overlap { min, max });
        let mut faces = Vec::new();
        if !(min.is_finite() && max.is_finite()) {
            return faces;
        }
        let aabb = Aabb {
            min: min.as_dvec3(),
            max: max.as_dvec3(),
        };
        let half = 0.5 * (aabb.max - aabb.min);
        let slack = f64::from(self.tree.distance_error_bound(min, max));
        let reach = |normal: DVec3| slack + normal.abs().dot(half.abs());
        self.near(0.5 * (min + max), reach, |node, triangle| {
            let Some(view) = self.tree.triangle(triangle) else {
                return;
            };
            let outcome = match separating_axis(&aabb, view.corners.map(Vec3::as_dvec3)) {
                Some(axis) => TestOutcome::Separated(axis),
                None => {
                    faces.push(view.face);
                    TestOutcome::Overlaps
                }
            };
            self.observer.test_face(node, triangle, outcome);
        });
        faces.sort_unstable();
        faces.dedup();
        faces
    }

    fn obstacle(&self, node: NodeId, triangle: TriangleId) -> Option<ObstacleTriangle> {
        let view = self.tree.triangle(triangle)?;
        Some(ObstacleTriangle {
            corners: view.corners,
            normal: view.normal,
            face: view.face,
            triangle,
            node,
        })
    }
}

impl<O: Observer> Obstacles for OnePlane<'_, O> {
    fn cast(&self, from: Vec3, to: Vec3) -> Option<CastHit> {
        self.observer.begin_query(TreeQuery::Cast { from, to });
        let direction = to - from;
        if !(from.is_finite() && direction.is_finite()) {
            return None;
        }
        let path = Path::new(
            from,
            direction,
            Vec3::ZERO,
            self.tree.distance_error_bound(from, to),
        );
        let mut nearest: Option<CastHit> = None;
        self.along(&path, |node, triangle| {
            if let Some(view) = self.tree.triangle(triangle) {
                let is_nearest = |t: f32| nearest.is_none_or(|hit| (t, triangle) < (hit.t, hit.triangle));
                let outcome = match view.line_parameter(from, to) {
                    None => TestOutcome::Outside,
                    Some(t) if t < 0.0 => TestOutcome::Behind { t: f64::from(t) },
                    Some(t) if t > 1.0 => TestOutcome::Beyond { t: f64::from(t) },
                    Some(t) if is_nearest(t) => {
                        let is_against = view.normal.dot(direction) <= 0.0;
                        nearest = Some(CastHit {
                            t,
                            point: from + direction * t,
                            normal: if is_against { view.normal } else { -view.normal },
                            face: view.face,
                            triangle,
                            node,
                        });
                        TestOutcome::Hit { t: f64::from(t) }
                    }
                    Some(t) => TestOutcome::Farther { t: f64::from(t) },
                };
                self.observer.test_face(node, triangle, outcome);
            }
            nearest.map_or(1.0, |hit| widened(f64::from(hit.t)))
        });
        nearest
    }

    fn visit_swept(
        &self,
        shape: &Shape,
        from: Vec3,
        to: Vec3,
        mut visit: impl FnMut(&ObstacleTriangle) -> f64,
    ) -> u32 {
        let Capsule { half_axis, radius } = shape.bounding_capsule();
        self.observer.begin_query(TreeQuery::Sweep {
            from,
            to,
            half_axis,
            radius,
        });
        let direction = to - from;
        let is_finite =
            direction.is_finite() && from.is_finite() && half_axis.is_finite() && radius.is_finite();
        if !is_finite || direction == Vec3::ZERO {
            return 0;
        }
        // Doubled, because the rounding error of `t` grows with the length of the path.
        let slack = 2.0
            * self
                .tree
                .distance_error_bound(from.abs() + half_axis.abs() + radius, to);
        let path = Path::new(from, direction, half_axis, radius + slack);
        let mut end = 1.0;
        self.along(&path, |node, triangle| {
            if let Some(triangle) = self.obstacle(node, triangle) {
                end = widened(visit(&triangle));
            }
            end
        })
    }

    fn visit_near(&self, shape: &Shape, center: Vec3, mut visit: impl FnMut(&ObstacleTriangle)) {
        let Capsule { half_axis, radius } = shape.bounding_capsule();
        self.observer.begin_query(TreeQuery::Near {
            center,
            half_axis,
            radius,
        });
        let slack = self
            .tree
            .distance_error_bound(center.abs() + half_axis.abs() + radius, center);
        let extent = radius + slack;
        if !(center.is_finite() && half_axis.is_finite() && extent.is_finite() && extent > 0.0) {
            return;
        }
        let (extent, half) = (f64::from(extent), half_axis.as_dvec3());
        let reach = |normal: DVec3| extent + normal.dot(half).abs();
        self.near(center, reach, |node, triangle| {
            if let Some(triangle) = self.obstacle(node, triangle) {
                visit(&triangle);
            }
        });
    }

    fn bounds(&self) -> Aabb {
        self.tree.bounds()
    }

    fn note(&self, note: impl FnOnce() -> Note) {
        match note() {
            Note::Tested {
                node,
                triangle,
                outcome,
            } => self.observer.test_face(node, triangle, outcome),
            Note::Stage(stage) => self.observer.stage(stage),
            Note::SweepBegins | Note::SweepEnds => {}
        }
    }
}

/// Increases a position that was computed in `f32` by its rounding error.
fn widened(t: f64) -> f64 {
    t + 8.0 * f64::from(f32::EPSILON)
}
