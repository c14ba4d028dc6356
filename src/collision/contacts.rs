//! What a resting body reaches into.

use glam::{DVec3, Vec3};

use super::{
    Capsule,
    early_out::Resting,
    half_spaces::HalfSpace,
    proximity::{proximity, proximity_within, unit_normal},
};
use crate::bsp::{
    Obstacles,
    node_storing::{Contact, Feature, NodeId},
};

/// Up to so many are sorted in place.
const FEW: usize = 24;

/// A triangle near a body's axis, in `f64`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    corners: [Vec3; 3],
    pub(super) point: DVec3,
    /// From the point to the axis, unit.
    pub(super) normal: DVec3,
    /// From the triangle to the axis; where the axis goes through it, the shortest way out, negative.
    pub(super) distance: f64,
    pub(super) feature: Feature,
    face: u32,
    pub(super) triangle: u32,
    node: NodeId,
}

impl Near {
    /// The corners of the triangle.
    pub(super) fn corners(&self) -> [DVec3; 3] {
        self.corners.map(Vec3::as_dvec3)
    }

    /// The unit normal of the triangle; `None` where it has no area.
    pub(super) fn face_normal(&self) -> Option<DVec3> {
        unit_normal(self.corners())
    }

    /// The contact of a body of this radius.
    pub(super) fn contact(&self, radius: f64) -> Contact {
        Contact {
            point: self.point.as_vec3(),
            normal: self.normal.as_vec3(),
            depth: (radius - self.distance) as f32,
            face: self.face,
            triangle: self.triangle,
            node: self.node,
            feature: self.feature,
        }
    }

    /// Where the centre of the body, which is `at`, may be without its axis coming nearer to the point than `distance`.
    pub(super) fn half_space(&self, at: DVec3, distance: f64) -> HalfSpace {
        HalfSpace {
            normal: self.normal,
            offset: self.normal.dot(at) + (distance - self.distance),
        }
    }

    /// Where the axis goes through the triangle, the same with the way out that leads to the side that the centre is on.
    pub(super) fn side_of_center(&self, center: DVec3, half_axis: DVec3) -> Option<Self> {
        if self.distance >= 0.0 {
            return None;
        }
        let normal = self.face_normal()?;
        let height = normal.dot(center - self.corners()[0]);
        Some(Self {
            normal: if height < 0.0 { -normal } else { normal },
            distance: height.abs() - normal.dot(half_axis).abs(),
            ..*self
        })
    }

    /// The same triangle, which the centre lies on, with the way out of it along a unit normal of its plane.
    pub(super) fn leaving_along(&self, normal: DVec3, half_axis: DVec3) -> Self {
        Self {
            normal,
            distance: -normal.dot(half_axis).abs(),
            ..*self
        }
    }

    /// The same triangle near the body where it is now.
    pub(super) fn moved(&self, center: DVec3, half_axis: DVec3) -> Self {
        let now = proximity(self.corners(), self.face_normal(), center, half_axis);
        Self {
            point: now.point,
            normal: now.normal,
            distance: now.distance,
            feature: now.feature,
            ..*self
        }
    }
}

/// A number for the place of a triangle: by it things are put into an order that depends neither on how triangles are
/// numbered nor on the tree that they are in.
pub(super) fn place_of(corners: [Vec3; 3]) -> [[u32; 3]; 3] {
    corners.map(|corner| corner.to_array().map(f32::to_bits))
}

/// Sorts the nearest first, those as near by where their triangle is; pieces of one triangle come together.
pub(super) fn sort(near: &mut Vec<Near>) {
    let nearer = |a: &Near, b: &Near| {
        let tie = || place_of(a.corners).cmp(&place_of(b.corners));
        let same = || (a.face, a.triangle).cmp(&(b.face, b.triangle));
        a.distance.total_cmp(&b.distance).then_with(tie).then_with(same)
    };
    if near.len() <= FEW {
        near.sort_unstable_by(nearer);
        return;
    }
    // Of many, their numbers are moved about rather than themselves.
    let mut order: Vec<(f64, u32)> = near.iter().map(|near| near.distance).zip(0..).collect();
    order.sort_unstable_by(|a, b| {
        let tie = || nearer(&near[a.1 as usize], &near[b.1 as usize]);
        a.0.total_cmp(&b.0).then_with(tie)
    });
    *near = order.iter().map(|&(_, index)| near[index as usize]).collect();
}

/// Every triangle nearer to the axis than `reach` metres, each once, the nearest first, replacing what `found` held.
/// Answers how many triangles it looked at.
pub(super) fn near_contacts(
    tree: &impl Obstacles,
    half_axis: DVec3,
    reach: f64,
    center: DVec3,
    found: &mut Vec<Near>,
) -> u32 {
    found.clear();
    let mut visited = 0;
    let resting = Resting::new(&tree.bounds(), half_axis, reach, center);
    // Of a place that is no `f32`, and a reach rounded down, the difference is within the slack of the query.
    tree.near(center.as_vec3(), half_axis.as_vec3(), reach as f32, |triangle| {
        visited += 1;
        if !resting.may_touch(triangle) {
            return;
        }
        let corners = triangle.corners.map(Vec3::as_dvec3);
        if let Some(now) = proximity_within(corners, unit_normal(corners), center, half_axis, reach) {
            found.push(Near {
                corners: triangle.corners,
                point: now.point,
                normal: now.normal,
                distance: now.distance,
                feature: now.feature,
                face: triangle.face,
                triangle: triangle.triangle,
                node: triangle.node,
            });
        }
    });
    sort(found);
    // A triangle in several nodes gives the same answer in each.
    found.dedup_by_key(|near| near.triangle);
    visited
}

/// Every triangle that the body reaches into, each once, the deepest first, replacing what `contacts` held.
///
/// `depth` is the radius less the distance of the triangle from the axis; where the axis goes through the triangle, it is
/// the shortest way that takes the body out of it, and `normal` the direction of that way.
pub fn contacts(tree: &impl Obstacles, body: Capsule, center: Vec3, contacts: &mut Vec<Contact>) {
    contacts.clear();
    if !(body.is_valid() && center.is_finite()) {
        return;
    }
    let radius = f64::from(body.radius);
    let mut found = Vec::new();
    near_contacts(
        tree,
        body.half_axis.as_dvec3(),
        radius,
        center.as_dvec3(),
        &mut found,
    );
    contacts.extend(found.iter().map(|near| near.contact(radius)));
}

/// Whether the body reaches into nothing. One whose numbers are not finite, or whose radius is not positive, is not clear.
#[must_use]
pub fn is_clear(tree: &impl Obstacles, body: Capsule, center: Vec3) -> bool {
    body.is_valid()
        && center.is_finite()
        && is_clear_at(
            tree,
            body.half_axis.as_dvec3(),
            f64::from(body.radius),
            center.as_dvec3(),
        )
}

/// As [`is_clear`], in `f64`.
pub(super) fn is_clear_at(tree: &impl Obstacles, half_axis: DVec3, radius: f64, center: DVec3) -> bool {
    let resting = Resting::new(&tree.bounds(), half_axis, radius, center);
    let mut clear = true;
    tree.near(center.as_vec3(), half_axis.as_vec3(), radius as f32, |triangle| {
        if clear && resting.may_touch(triangle) {
            let corners = triangle.corners.map(Vec3::as_dvec3);
            clear = proximity_within(corners, unit_normal(corners), center, half_axis, radius).is_none();
        }
    });
    clear
}
