//! Boxes and cylinders against triangles: times of impact, and contacts at rest, in `f64`.
//!
//! Everything is computed in the frame of the shape: there, a box is aligned with the axes and a cylinder is upright.
//! A moving convex shape first touches a triangle when the path of its centre enters the Minkowski sum of the triangle
//! and the reflected shape. `cuboid` intersects the path with the slabs of all face normals of this sum; `cylinder`
//! intersects it with the pieces of the sum's surface. Both are closed formulas, so there is no iteration.

mod clip;
mod cuboid;
mod cylinder;
mod separation;

use bspwalk_geometry::{Cylinder, Feature, Shape};
use bspwalk_trees::{ObstacleTriangle, Obstacles, observer::TestOutcome};
use glam::{DMat3, DVec3, Vec3};

use super::{
    near_triangle::NearTriangle,
    notes::note_tested,
    proximity::Proximity,
    swept_body::SweptBody,
    toi::{Impact, SweepPath, Toi},
    tolerance::{MOVES_ALONG, SAME_FEATURE, TOUCHING_RELATIVE},
};
use cuboid::Sides;
use cylinder::Upright;
use separation::Separation;

/// A box or a cylinder in its own frame, with its centre at the origin.
#[derive(Clone, Copy, Debug)]
enum Solid {
    Cuboid(Sides),
    Cylinder(Upright),
}

/// A box or a cylinder with its frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Convex {
    shape: Shape,
    solid: Solid,
    /// Rotation from level space to the frame of the shape.
    to_frame: DMat3,
    /// Smallest half-extent, in metres. It has the role of the radius of a capsule.
    inner: f64,
    /// Gap below which the shape counts as touching, in metres.
    touching: f64,
}

impl Convex {
    /// Returns `None` for a capsule and for an invalid shape.
    pub(super) fn new(shape: Shape) -> Option<Self> {
        if !shape.is_valid() {
            return None;
        }
        let (solid, axes, inner) = match shape {
            Shape::Capsule(_) => return None,
            Shape::Cuboid(cuboid) => {
                let half = cuboid.half_extents.as_dvec3();
                (Solid::Cuboid(Sides { half }), cuboid.axes(), half.min_element())
            }
            Shape::Cylinder(Cylinder { half_axis, radius }) => {
                let (half_axis, radius) = (half_axis.as_dvec3(), f64::from(radius));
                let upright = Upright {
                    half_height: half_axis.length(),
                    radius,
                };
                (
                    Solid::Cylinder(upright),
                    frame_along(half_axis),
                    radius.min(upright.half_height),
                )
            }
        };
        Some(Self {
            shape,
            solid,
            to_frame: axes.transpose(),
            inner,
            touching: TOUCHING_RELATIVE * f64::from(shape.extents().length()),
        })
    }

    fn in_frame(&self, corners: [DVec3; 3], center: DVec3) -> [DVec3; 3] {
        corners.map(|corner| self.to_frame * (corner - center))
    }

    fn in_level(&self, direction: DVec3) -> DVec3 {
        self.to_frame.transpose() * direction
    }

    fn extents(&self) -> DVec3 {
        match &self.solid {
            Solid::Cuboid(sides) => sides.half,
            Solid::Cylinder(upright) => DVec3::new(upright.radius, upright.half_height, upright.radius),
        }
    }

    /// Returns whether the bounds of the triangle and of the shape on its way from `from` by `by` overlap.
    fn may_touch(&self, triangle: &ObstacleTriangle, from: DVec3, by: DVec3) -> bool {
        let [a, b, c] = self.in_frame(triangle.corners.map(Vec3::as_dvec3), from);
        let by = self.to_frame * by;
        let slack = self.touching + f64::EPSILON * 16.0 * (from.abs() + by.abs()).max_element();
        let extents = self.extents() + slack;
        let (low, high) = (by.min(DVec3::ZERO) - extents, by.max(DVec3::ZERO) + extents);
        a.min(b).min(c).cmple(high).all() && a.max(b).max(c).cmpge(low).all()
    }

    fn separation(&self, local: [DVec3; 3], slack: f64) -> Option<Separation> {
        match &self.solid {
            Solid::Cuboid(sides) => sides.separation(local, slack),
            Solid::Cylinder(upright) => upright.separation(local, slack),
        }
    }

    /// Returns a point of the triangle that the shape touches, and the feature of the triangle that faces the shape.
    fn touched(&self, local: [DVec3; 3], normal: DVec3) -> (DVec3, Feature) {
        let heights = local.map(|corner| normal.dot(corner));
        let highest = heights.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let size = local.iter().map(|corner| corner.length()).fold(0.0, f64::max);
        let is_highest = |height: f64| highest - height <= SAME_FEATURE * (size + self.inner);
        let feature = match heights.iter().filter(|height| is_highest(**height)).count() {
            3 => Feature::Face,
            2 => Feature::Edge,
            _ => Feature::Vertex,
        };
        let slack = SAME_FEATURE * (size + self.extents().length());
        let point = match &self.solid {
            Solid::Cuboid(sides) => sides.common_point(local, slack),
            Solid::Cylinder(upright) => upright.common_point(local, slack),
        };
        let support = || {
            local
                .into_iter()
                .zip(heights)
                .find(|(_, height)| *height == highest)
        };
        (point.or_else(|| Some(support()?.0)).unwrap_or(local[0]), feature)
    }

    fn near(&self, triangle: &ObstacleTriangle, center: DVec3, slack: f64) -> Option<NearTriangle> {
        if !self.may_touch(triangle, center, DVec3::ZERO) {
            return None;
        }
        let local = self.in_frame(triangle.corners.map(Vec3::as_dvec3), center);
        let Separation { gap, normal } = self.separation(local, slack)?;
        let (point, feature) = self.touched(local, normal);
        Some(NearTriangle {
            triangle: *triangle,
            proximity: Proximity {
                point: center + self.in_level(point),
                normal: self.in_level(normal),
                distance: self.inner + gap,
                feature,
            },
        })
    }

    /// Calls `visit` for each triangle that overlaps the resting shape, until `visit` returns `false`.
    ///
    /// The distances of the triangles are relative to [`Convex::inner`], so that a smaller distance means a deeper
    /// overlap. A positive `slack` also finds triangles that are at most this far away, in metres.
    fn visit_near(
        &self,
        tree: &impl Obstacles,
        center: Vec3,
        slack: f64,
        mut visit: impl FnMut(NearTriangle) -> bool,
    ) {
        let mut wanted = true;
        tree.visit_near(&self.shape, center, |triangle| {
            let near = wanted
                .then(|| self.near(triangle, center.as_dvec3(), slack))
                .flatten();
            note_tested(tree, triangle, || match &near {
                None => TestOutcome::TooFar,
                Some(near) => TestOutcome::Contact {
                    distance: near.proximity.distance,
                },
            });
            if let Some(near) = near.filter(|near| slack > 0.0 || near.proximity.distance < self.inner) {
                wanted = visit(near);
            }
        });
    }

    /// Returns whether no triangle overlaps the shape.
    pub(super) fn is_clear(&self, tree: &impl Obstacles, center: Vec3) -> bool {
        let mut clear = true;
        self.visit_near(tree, center, 0.0, |_| {
            clear = false;
            false
        });
        clear
    }

    /// Collects the triangles that overlap the shape, in any order, possibly more than once.
    pub(super) fn contacts(&self, tree: &impl Obstacles, center: Vec3, found: &mut Vec<NearTriangle>) {
        self.visit_near(tree, center, 0.0, |near| {
            found.push(near);
            true
        });
    }

    /// Depth of a contact whose distance is zero, in metres; see [`NearTriangle::contact`].
    pub(super) fn inner(&self) -> f64 {
        self.inner
    }
}

/// Returns the axes of a frame whose y axis is along `half_axis`.
fn frame_along(half_axis: DVec3) -> DMat3 {
    let y = half_axis.normalize_or(DVec3::Y);
    if y == DVec3::Y {
        return DMat3::IDENTITY;
    }
    let (z, x) = y.any_orthonormal_pair();
    DMat3::from_cols(x, y, z)
}

/// A moving box or cylinder.
pub(super) struct MovingConvex {
    convex: Convex,
    path: SweepPath,
    from: Vec3,
    to: Vec3,
}

impl MovingConvex {
    /// `path` is the path of a sphere around the same centre. Its radius is replaced.
    pub(super) fn new(convex: Convex, path: SweepPath, from: Vec3, to: Vec3) -> Self {
        let path = SweepPath {
            radius: convex.inner,
            ..path
        };
        Self {
            convex,
            path,
            from,
            to,
        }
    }

    fn toi(&self, corners: [DVec3; 3], at: f64, normal: DVec3) -> Toi {
        let center = self.path.from + self.path.unit * at;
        let (point, feature) = self.convex.touched(self.convex.in_frame(corners, center), normal);
        Toi {
            at,
            point: center + self.convex.in_level(point),
            normal: self.convex.in_level(normal),
            feature,
        }
    }
}

impl SweptBody for MovingConvex {
    fn path(&self) -> &SweepPath {
        &self.path
    }

    fn may_touch(&self, triangle: &ObstacleTriangle, limit: f64) -> bool {
        self.convex
            .may_touch(triangle, self.path.from, self.path.unit * limit)
    }

    fn may_approach(&self, _: &ObstacleTriangle, _: f64) -> bool {
        true
    }

    fn impact(&self, corners: [DVec3; 3], limit: f64) -> Impact {
        let (local, unit) = (
            self.convex.in_frame(corners, self.path.from),
            self.convex.to_frame * self.path.unit,
        );
        let touching = self.convex.touching;
        if let Some(Separation { gap, normal }) = self.convex.separation(local, touching) {
            let approach = -normal.dot(unit);
            let is_hit = approach > MOVES_ALONG && gap <= approach * self.path.length;
            return Impact::AtStart(is_hit.then(|| self.toi(corners, 0.0, normal)));
        }
        let entry = match &self.convex.solid {
            Solid::Cuboid(sides) => sides.entry(local, unit, limit, touching),
            Solid::Cylinder(upright) => upright.entry(local, unit, limit, touching),
        };
        entry.map_or(Impact::None, |(at, normal)| {
            Impact::Later(self.toi(corners, at, normal))
        })
    }

    fn visit(&self, tree: &impl Obstacles, visit: impl FnMut(&ObstacleTriangle) -> f64) -> u32 {
        tree.visit_swept(&self.convex.shape, self.from, self.to, visit)
    }

    fn start_contacts(&self, tree: &impl Obstacles, found: &mut Vec<NearTriangle>) {
        self.convex
            .visit_near(tree, self.from, self.convex.touching, |near| {
                found.push(near);
                true
            });
    }
}
