//! Contacts of a body at rest: the triangles that overlap it.

use std::cmp::Ordering;

use bspwalk_trees::{Contact, ObstacleTriangle, Obstacles, observer::TestOutcome};
use glam::{DVec3, Vec3};

use super::{
    Capsule,
    early_out::RestingBody,
    half_spaces::HalfSpace,
    proximity::{Proximity, proximity_within, unit_normal},
};
use crate::{notes::note_tested, tolerance::TIE};

const FEW: usize = 24;

#[derive(Clone, Copy, Debug)]
pub(super) struct NearTriangle {
    pub(super) triangle: ObstacleTriangle,
    pub(super) proximity: Proximity,
}

impl NearTriangle {
    pub(super) fn corners(&self) -> [DVec3; 3] {
        self.triangle.corners.map(Vec3::as_dvec3)
    }

    pub(super) fn face_normal(&self) -> Option<DVec3> {
        unit_normal(self.corners())
    }

    pub(super) fn contact(&self, radius: f64) -> Contact {
        let (near, triangle) = (&self.proximity, &self.triangle);
        Contact {
            point: near.point.as_vec3(),
            normal: near.normal.as_vec3(),
            depth: (radius - near.distance) as f32,
            face: triangle.face,
            triangle: triangle.triangle,
            node: triangle.node,
            feature: near.feature,
        }
    }

    /// Returns the half-space of body centres that keep the axis at least `distance` away from the triangle's tangent
    /// plane.
    pub(super) fn center_half_space(&self, at: DVec3, distance: f64) -> HalfSpace {
        let near = &self.proximity;
        HalfSpace {
            normal: near.normal,
            offset: near.normal.dot(at) + (distance - near.distance),
        }
    }

    pub(super) fn with_exit(&self, normal: DVec3, distance: f64) -> Self {
        Self {
            proximity: Proximity {
                normal,
                distance,
                ..self.proximity
            },
            ..*self
        }
    }
}

/// Returns the bits of a triangle's corners, as a sort key that depends neither on the triangle numbering nor on the
/// tree.
pub(super) fn corner_bits(triangle: &ObstacleTriangle) -> [[u32; 3]; 3] {
    triangle.corners.map(|corner| corner.to_array().map(f32::to_bits))
}

/// Compares triangles by distance, then by the bits of their corners. This makes fragments of the same triangle adjacent.
fn compare(a: &NearTriangle, b: &NearTriangle) -> Ordering {
    let numbers = |near: &NearTriangle| (near.triangle.face, near.triangle.triangle);
    let distance = |near: &NearTriangle| near.proximity.distance;
    distance(a)
        .total_cmp(&distance(b))
        .then_with(|| corner_bits(&a.triangle).cmp(&corner_bits(&b.triangle)))
        .then_with(|| numbers(a).cmp(&numbers(b)))
}

fn sort(near: &mut Vec<NearTriangle>) {
    if near.len() <= FEW {
        near.sort_unstable_by(compare);
        return;
    }
    // If there are many triangles, sort their indices instead: moving an index is cheaper than moving a triangle.
    let mut order: Vec<(f64, u32)> = near.iter().map(|near| near.proximity.distance).zip(0..).collect();
    order.sort_unstable_by(|a, b| {
        let ties = || compare(&near[a.1 as usize], &near[b.1 as usize]);
        a.0.total_cmp(&b.0).then_with(ties)
    });
    *near = order.iter().map(|&(_, index)| near[index as usize]).collect();
}

/// Calls `visit` for each triangle closer than `reach` (in metres) to the axis of a valid body, until `visit` returns
/// `false`.
fn visit_near(
    tree: &impl Obstacles,
    half_axis: Vec3,
    reach: f64,
    center: Vec3,
    mut visit: impl FnMut(NearTriangle) -> bool,
) -> u32 {
    let (half, middle) = (half_axis.as_dvec3(), center.as_dvec3());
    let resting = RestingBody::new(&tree.bounds(), half, reach, middle);
    let (mut offered, mut wanted) = (0, true);
    // Rounding `reach` to `f32` is safe, because the rounding error is smaller than the slack of the tree query.
    let radius = reach as f32;
    tree.visit_near(Capsule { half_axis, radius }, center, |triangle| {
        offered += 1;
        if !wanted {
            return;
        }
        if !resting.may_touch(triangle) {
            note_tested(tree, triangle, || TestOutcome::OutOfReach);
            return;
        }
        let corners = triangle.corners.map(Vec3::as_dvec3);
        let Some(proximity) = proximity_within(corners, unit_normal(corners), middle, half, reach) else {
            note_tested(tree, triangle, || TestOutcome::TooFar);
            return;
        };
        note_tested(tree, triangle, || TestOutcome::Contact {
            distance: proximity.distance,
        });
        wanted = visit(NearTriangle {
            triangle: *triangle,
            proximity,
        });
    });
    offered
}

/// Collects every triangle closer than `reach` (in metres) to the axis, each once, nearest first.
pub(super) fn near_contacts(
    tree: &impl Obstacles,
    half_axis: Vec3,
    reach: f64,
    center: Vec3,
    found: &mut Vec<NearTriangle>,
) -> u32 {
    found.clear();
    let offered = visit_near(tree, half_axis, reach, center, |near| {
        found.push(near);
        true
    });
    sort(found);
    // A triangle stored in several nodes gives the same result in each of them.
    found.dedup_by_key(|near| near.triangle.triangle);
    offered
}

/// Finds every triangle that overlaps the body, each once, deepest first. `center` is the body's centre, in metres.
///
/// The contacts overwrite `contacts`, whose allocation is reused. If the axis crosses a triangle, the contact describes
/// the direction and length of the shortest displacement that separates the axis from the triangle. A body with
/// non-finite values or a non-positive radius has no contacts.
pub fn contacts(tree: &impl Obstacles, body: Capsule, center: Vec3, contacts: &mut Vec<Contact>) {
    contacts.clear();
    if !(body.is_valid() && center.is_finite()) {
        return;
    }
    let radius = f64::from(body.radius);
    let mut found = Vec::new();
    near_contacts(tree, body.half_axis, radius, center, &mut found);
    contacts.extend(found.iter().map(|near| near.contact(radius)));
}

/// Returns the deepest contact of the body, or `None` if no triangle overlaps it. `center` is the body's centre, in
/// metres.
///
/// The result is the first of [`contacts`], but the search narrows to the deepest contact found so far, so it reads far
/// fewer triangles where many are within the radius. A body with non-finite values or a non-positive radius has no
/// contact.
#[must_use]
pub fn deepest_contact(tree: &impl Obstacles, body: Capsule, center: Vec3) -> Option<Contact> {
    if !(body.is_valid() && center.is_finite()) {
        return None;
    }
    let radius = f64::from(body.radius);
    let (half, middle) = (body.half_axis.as_dvec3(), center.as_dvec3());
    let resting = RestingBody::new(&tree.bounds(), half, radius, middle);
    let mut deepest: Option<NearTriangle> = None;
    tree.visit_nearest(body, center, |triangle| {
        // Triangles at the same distance are compared, too, so that ties do not depend on the tree.
        let reach = deepest.map_or(radius, |found| radius.min(found.proximity.distance * (1.0 + TIE)));
        if resting.may_touch(triangle) {
            let corners = triangle.corners.map(Vec3::as_dvec3);
            let normal = unit_normal(corners);
            // The reach decides which of several equally near points is found, so the contact is computed with the same
            // reach as by `contacts`.
            let found = proximity_within(corners, normal, middle, half, reach)
                .and_then(|_| proximity_within(corners, normal, middle, half, radius))
                .map(|proximity| NearTriangle {
                    triangle: *triangle,
                    proximity,
                });
            deepest = found
                .filter(|found| deepest.is_none_or(|deepest| compare(found, &deepest).is_lt()))
                .or(deepest);
        }
        deepest.map_or(body.radius, |found| found.proximity.distance as f32)
    });
    deepest.map(|found| found.contact(radius))
}

/// Returns whether no triangle overlaps the body. `center` is the body's centre, in metres.
///
/// Returns `false` for a body with non-finite values or a non-positive radius.
#[must_use]
pub fn is_clear(tree: &impl Obstacles, body: Capsule, center: Vec3) -> bool {
    let mut clear = body.is_valid() && center.is_finite();
    if clear {
        visit_near(tree, body.half_axis, f64::from(body.radius), center, |_| {
            clear = false;
            false
        });
    }
    clear
}
