//! A tree with a pose.

use bspwalk_geometry::{Aabb, Shape};
use bspwalk_trees::{CastHit, NodeTree, ObstacleTriangle, Obstacles};
use glam::{DQuat, DVec3, Vec3};

use super::Isometry;
use crate::{
    Capsule,
    push_ati::{AtiPush, push_ati},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    None,
    Shift,
    /// Rotation and translation.
    Turn,
    /// The pose is not finite or the tree is empty, so there are no obstacles.
    Nowhere,
}

/// A tree with a pose, which acts as a set of obstacles in level space.
///
/// Each triangle corner of the tree is transformed to level space and rounded to `f32`. All collision results refer to
/// these triangles. Queries are transformed to tree space, rounded to `f32`, and enlarged enough to find all of these
/// triangles. [`Obstacles::cast`] returns the tree's own result, which is off by at most [`Placed::rounding`]. If the
/// rotation is the identity, coordinates are only shifted. At [`Isometry::IDENTITY`], every result is bit-identical to
/// a query on the tree.
///
/// A non-finite pose yields no obstacles.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    tree: &'a NodeTree,
    pose: Isometry,
    change: Change,
    bounds: Aabb,
    rounding: f64,
}

impl<'a> Placed<'a> {
    /// Places a tree at `pose`, which transforms points from tree space to level space.
    #[must_use]
    pub fn new(tree: &'a NodeTree, pose: Isometry) -> Self {
        let pose = Isometry::new(pose.rotation, pose.translation);
        let built = tree.bounds();
        let change = if !pose.is_finite() || built.is_empty() {
            Change::Nowhere
        } else if pose.rotation != DQuat::IDENTITY {
            Change::Turn
        } else if pose.translation != DVec3::ZERO {
            Change::Shift
        } else {
            Change::None
        };
        let (bounds, rounding) = match change {
            Change::Nowhere => (Aabb::EMPTY, 0.0),
            Change::None => (built, 0.0),
            Change::Shift | Change::Turn => {
                let moved = Aabb::from_points(built.corners().map(|corner| pose.point(corner)));
                let largest = moved.largest_coordinate() + built.largest_coordinate();
                let rounding = f64::from(f32::EPSILON) * largest;
                (moved.inflated(rounding), rounding)
            }
        };
        Self {
            tree,
            pose,
            change,
            bounds,
            rounding,
        }
    }

    /// Returns the tree.
    #[must_use]
    pub fn tree(&self) -> &'a NodeTree {
        self.tree
    }

    /// Returns the pose. Its rotation is a unit quaternion.
    #[must_use]
    pub fn pose(&self) -> Isometry {
        self.pose
    }

    /// Returns an upper bound for the rounding error of the triangle positions, in metres.
    ///
    /// The error is normally a fraction of a [`Mover`](crate::mover::Mover)'s skin. It is larger if the thing's own
    /// coordinates are much larger than its coordinates in the level.
    #[must_use]
    pub fn rounding(&self) -> f64 {
        self.rounding
    }

    fn point_in_tree(&self, point: Vec3) -> Vec3 {
        match self.change {
            Change::None | Change::Nowhere => point,
            Change::Shift => (point.as_dvec3() - self.pose.translation).as_vec3(),
            Change::Turn => {
                let back = self.pose.rotation.conjugate();
                (back * (point.as_dvec3() - self.pose.translation)).as_vec3()
            }
        }
    }

    fn point_in_level(&self, point: Vec3) -> Vec3 {
        match self.change {
            Change::None | Change::Nowhere => point,
            Change::Shift | Change::Turn => self.pose.point(point.as_dvec3()).as_vec3(),
        }
    }

    fn direction_in_level(&self, direction: Vec3) -> Vec3 {
        if self.change == Change::Turn {
            (self.pose.rotation * direction.as_dvec3()).as_vec3()
        } else {
            direction
        }
    }

    fn triangle(&self, triangle: &ObstacleTriangle) -> ObstacleTriangle {
        if self.change == Change::None {
            return *triangle;
        }
        ObstacleTriangle {
            corners: triangle.corners.map(|corner| self.point_in_level(corner)),
            normal: self.direction_in_level(triangle.normal),
            ..*triangle
        }
    }

    /// Returns a shape in tree space, enlarged by the slack for a query between the given points.
    fn shape_in_tree(&self, shape: &Shape, points: [Vec3; 2], in_tree: [Vec3; 2]) -> Shape {
        let Capsule { half_axis, radius } = shape.bounding_capsule();
        let slack = self.slack(points, in_tree, half_axis.abs().max_element() + radius);
        if self.change == Change::Turn {
            shape.rotated(self.pose.rotation.conjugate()).inflated(slack)
        } else {
            shape.inflated(slack)
        }
    }

    /// Returns the margin for a query at these points: the rounding errors of its coordinates in both spaces, plus the
    /// triangles' rounding errors.
    fn slack(&self, points: [Vec3; 2], in_tree: [Vec3; 2], size: f32) -> f32 {
        if self.change == Change::None {
            return 0.0;
        }
        let largest = points
            .into_iter()
            .chain(in_tree)
            .map(|point| point.abs().max_element())
            .fold(size, f32::max);
        2.0 * (self.rounding as f32 + 2.0 * f32::EPSILON * (largest + size))
    }

    pub(super) fn push_sphere(&self, center: Vec3, radius: f32) -> AtiPush {
        let pushed = push_ati(self.tree, self.point_in_tree(center), radius);
        if pushed.pushed || pushed.center != self.point_in_tree(center) {
            AtiPush {
                center: self.point_in_level(pushed.center),
                ..pushed
            }
        } else {
            AtiPush { center, ..pushed }
        }
    }
}

impl Obstacles for Placed<'_> {
    fn cast(&self, from: Vec3, to: Vec3) -> Option<CastHit> {
        let hit = match self.change {
            Change::Nowhere => None,
            Change::None => self.tree.cast(from, to),
            Change::Shift | Change::Turn => self.tree.cast(self.point_in_tree(from), self.point_in_tree(to)),
        }?;
        Some(match self.change {
            Change::None => hit,
            _ => CastHit {
                point: self.point_in_level(hit.point),
                normal: self.direction_in_level(hit.normal),
                ..hit
            },
        })
    }

    fn is_blocked(&self, from: Vec3, to: Vec3) -> bool {
        self.change != Change::Nowhere
            && self
                .tree
                .is_blocked(self.point_in_tree(from), self.point_in_tree(to))
    }

    fn visit_swept(
        &self,
        shape: &Shape,
        from: Vec3,
        to: Vec3,
        mut visit: impl FnMut(&ObstacleTriangle) -> f64,
    ) -> u32 {
        if self.change == Change::Nowhere {
            return 0;
        }
        let ends = [from, to];
        let in_tree = ends.map(|point| self.point_in_tree(point));
        let [from, to] = in_tree;
        let shape = self.shape_in_tree(shape, ends, in_tree);
        self.tree
            .visit_swept(&shape, from, to, |triangle| visit(&self.triangle(triangle)))
    }

    fn visit_near(&self, shape: &Shape, center: Vec3, mut visit: impl FnMut(&ObstacleTriangle)) {
        if self.change == Change::Nowhere {
            return;
        }
        let in_tree = self.point_in_tree(center);
        let shape = self.shape_in_tree(shape, [center; 2], [in_tree; 2]);
        self.tree.visit_near(&shape, in_tree, |triangle| {
            visit(&self.triangle(triangle));
        });
    }

    fn bounds(&self) -> Aabb {
        self.bounds
    }
}
