//! The triangles that a resting body reaches into.

use glam::{DVec3, Vec3};

use super::{
    Capsule,
    early_out::Resting,
    half_spaces::HalfSpace,
    proximity::{Proximity, proximity_within, unit_normal},
};
use crate::{ObstacleTriangle, Obstacles, hits::Contact, observer::TestOutcome, obstacles::note_tested};

/// Up to this many triangles are sorted in place.
const FEW: usize = 24;

/// A triangle near a body's axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearTriangle {
    pub(super) triangle: ObstacleTriangle,
    pub(super) proximity: Proximity,
}

impl NearTriangle {
    pub(super) fn corners(&self) -> [DVec3; 3] {
        self.triangle.corners.map(Vec3::as_dvec3)
    }

    /// The triangle's unit normal in `f64`; `None` where it has no area.
    pub(super) fn face_normal(&self) -> Option<DVec3> {
        unit_normal(self.corners())
    }

    /// The contact of a body of this radius with the triangle.
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

    /// The centres of the body, whose centre is `at`, for which the axis is at least `distance` from the plane through
    /// the triangle's nearest point.
    pub(super) fn half_space(&self, at: DVec3, distance: f64) -> HalfSpace {
        let near = &self.proximity;
        HalfSpace {
            normal: near.normal,
            offset: near.normal.dot(at) + (distance - near.distance),
        }
    }

    /// The same triangle with another direction in which the body leaves it and another distance from the axis.
    pub(super) fn leaving(&self, normal: DVec3, distance: f64) -> Self {
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

/// The bits of a triangle's corners: ordering by them depends neither on how triangles are numbered nor on the tree.
pub(super) fn corner_bits(triangle: &ObstacleTriangle) -> [[u32; 3]; 3] {
    triangle.corners.map(|corner| corner.to_array().map(f32::to_bits))
}

/// Sorts by distance, then by the bits of the corners; the fragments of one triangle become neighbours.
fn sort(near: &mut Vec<NearTriangle>) {
    let compare = |a: &NearTriangle, b: &NearTriangle| {
        let numbers = |near: &NearTriangle| (near.triangle.face, near.triangle.triangle);
        let distance = |near: &NearTriangle| near.proximity.distance;
        distance(a)
            .total_cmp(&distance(b))
            .then_with(|| corner_bits(&a.triangle).cmp(&corner_bits(&b.triangle)))
            .then_with(|| numbers(a).cmp(&numbers(b)))
    };
    if near.len() <= FEW {
        near.sort_unstable_by(compare);
        return;
    }
    // Of many, indices are sorted, which are smaller to move.
    let mut order: Vec<(f64, u32)> = near.iter().map(|near| near.proximity.distance).zip(0..).collect();
    order.sort_unstable_by(|a, b| {
        let ties = || compare(&near[a.1 as usize], &near[b.1 as usize]);
        a.0.total_cmp(&b.0).then_with(ties)
    });
    *near = order.iter().map(|&(_, index)| near[index as usize]).collect();
}

/// Calls `visit` with the triangles nearer to the axis of a valid body than `reach` metres, until it returns `false`.
/// Returns how many triangles the tree offered.
fn visit_near(
    tree: &impl Obstacles,
    half_axis: Vec3,
    reach: f64,
    center: Vec3,
    mut visit: impl FnMut(NearTriangle) -> bool,
) -> u32 {
    let (half, middle) = (half_axis.as_dvec3(), center.as_dvec3());
    let resting = Resting::new(&tree.bounds(), half, reach, middle);
    let (mut offered, mut wanted) = (0, true);
    // The reach is rounded, by less than the slack of the tree's query.
    tree.visit_near(center, half_axis, reach as f32, |triangle| {
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

/// Every triangle nearer to the axis than `reach` metres, each once, the nearest first, replacing what `found` held.
/// Returns how many triangles the tree offered.
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
    // A triangle in several nodes gives the same answer in each.
    found.dedup_by_key(|near| near.triangle.triangle);
    offered
}

/// Finds every triangle that the body reaches into, each once, the deepest first. `center` is the body's centre, in metres.
///
/// The contacts replace what `contacts` held, so that its memory can be reused. Where the axis of the body crosses a triangle,
/// the contact's normal is the direction of the shortest displacement that separates the two, and its depth is the length of
/// that displacement. A body whose numbers are not finite, or whose radius is not positive, has no contacts.
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

/// Whether the body reaches into no triangle. `center` is its centre, in metres.
///
/// A body whose numbers are not finite, or whose radius is not positive, is not clear.
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
