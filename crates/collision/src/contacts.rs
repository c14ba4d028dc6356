//! Contacts of a body at rest: the triangles that overlap it.

use bspwalk_geometry::Shape;
use bspwalk_trees::{Contact, Obstacles, observer::TestOutcome};
use glam::Vec3;

use super::{
    Capsule,
    convex::Convex,
    early_out::RestingBody,
    near_triangle::{NearTriangle, compare, sort},
    proximity::{proximity_within, unit_normal},
};
use crate::{notes::note_tested, tolerance::TIE};

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
    tree.visit_near(&Capsule { half_axis, radius }.into(), center, |triangle| {
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
    offered
}

/// Finds every triangle that overlaps the body, each once, deepest first. `center` is the body's centre, in metres.
///
/// The contacts overwrite `contacts`, whose allocation is reused. If the axis crosses a triangle, the contact describes
/// the direction and length of the shortest displacement that separates the axis from the triangle. A body with
/// non-finite values or a non-positive radius has no contacts.
///
/// For a [`Cuboid`](bspwalk_geometry::Cuboid), the normal and the depth describe the shortest displacement that
/// separates it from the triangle. For a [`Cylinder`](bspwalk_geometry::Cylinder), the shortest
/// displacement may be shorter. Their contact point is a point of the triangle in the body.
pub fn contacts(tree: &impl Obstacles, body: impl Into<Shape>, center: Vec3, contacts: &mut Vec<Contact>) {
    contacts.clear();
    let shape = body.into();
    if !(shape.is_valid() && center.is_finite()) {
        return;
    }
    let mut found = Vec::new();
    let radius = if let Some(convex) = Convex::new(shape) {
        convex.contacts(tree, center, &mut found);
        sort(&mut found);
        convex.inner()
    } else {
        let Capsule { half_axis, radius } = shape.bounding_capsule();
        let radius = f64::from(radius);
        near_contacts(tree, half_axis, radius, center, &mut found);
        radius
    };
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
pub fn is_clear(tree: &impl Obstacles, body: impl Into<Shape>, center: Vec3) -> bool {
    let shape = body.into();
    let mut clear = shape.is_valid() && center.is_finite();
    if let Some(convex) = Convex::new(shape) {
        return clear && convex.is_clear(tree, center);
    }
    let body = shape.bounding_capsule();
    if clear {
        visit_near(tree, body.half_axis, f64::from(body.radius), center, |_| {
            clear = false;
            false
        });
    }
    clear
}
