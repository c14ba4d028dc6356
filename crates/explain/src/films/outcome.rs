//! What a film says of a face that is tested, and the numbers behind it.

use bspwalk_geometry::{
    Aabb, AxisProjection, Feature, SeparatingAxis, separating_axes::axis_projections, triangle::closest_point,
};
use bspwalk_progress::words::{count, metres};
use bspwalk_trees::{
    node_storing::{NodeId, TriangleView},
    observer::{TestOutcome, TreeQuery},
};
use glam::{DVec3, Vec3};

use super::{
    query::Query,
    scene::{Scene, place, share},
};

/// One sentence about the test of a triangle.
pub(super) fn sentence(scene: &Scene<'_>, node: NodeId, triangle: u32, tested: TestOutcome) -> String {
    let Some(view) = scene.tree.triangle(triangle) else {
        return String::new();
    };
    let head = format!("Face {}, stored in node {}:", count(view.face), count(node));
    let subject = scene.subject();
    let tail = match tested {
        TestOutcome::AlreadyTested => {
            "it was tested before, in another of its fragments, and is not tested again".to_owned()
        }
        TestOutcome::OutOfReach => match scene.question {
            Some(TreeQuery::Cast { .. }) => outside(scene, &view, "not even its box is met"),
            Some(TreeQuery::Sweep { .. }) => {
                format!("a quick test shows that the {subject} does not come to it")
            }
            _ if scene.is_ati() => "its plane is not nearer than the radius".to_owned(),
            _ => format!("a quick test shows that the {subject} does not reach it"),
        },
        TestOutcome::Outside => outside(scene, &view, "missed"),
        TestOutcome::Behind { t } => {
            format!("the line meets it at t = {}, behind the start: missed", share(t))
        }
        TestOutcome::Beyond { t } => format!("the line meets it at t = {}, beyond the end: missed", share(t)),
        TestOutcome::Farther { t } => {
            format!("it is met at {}, farther than what was found before", scene.at(t))
        }
        TestOutcome::Hit { t } => format!("the {subject} meets it at {}, the nearest up to now", scene.at(t)),
        TestOutcome::Missed => {
            format!("the {subject} does not come to it, or not before the best hit: missed")
        }
        TestOutcome::NotApproached => {
            format!(
                "the {subject} touches it at the start and does not run into it, or less than into another"
            )
        }
        TestOutcome::TooFar => too_far(scene, &view),
        TestOutcome::Contact { distance } => contact(scene, distance),
        TestOutcome::Collected => "near enough to be kept for the questions that follow".to_owned(),
        TestOutcome::Pushed { to, by } => {
            let part = if by == Feature::Face {
                "the face"
            } else {
                "its edge"
            };
            format!("{part} pushes the centre to {}", place(to.as_dvec3()))
        }
        TestOutcome::NotPushed => {
            "the centre is above neither the face nor an edge, and the sample has no test for vertices"
                .to_owned()
        }
        TestOutcome::Separated(axis) => separated(scene, &view, axis),
        TestOutcome::Overlaps => "none of the 13 axes separates it from the box: they touch".to_owned(),
    };
    format!("{head} {tail}.")
}

/// Where the line through two points meets the plane of a triangle, and how far that is outside of the triangle, in metres;
/// `None` where it runs along the plane.
#[must_use]
pub fn plane_hit(view: &TriangleView, [from, to]: [DVec3; 2]) -> Option<(DVec3, f64)> {
    let corners = view.corners.map(Vec3::as_dvec3);
    let normal = (corners[1] - corners[0])
        .cross(corners[2] - corners[0])
        .try_normalize()?;
    let [d0, d1] = [from, to].map(|end| normal.dot(end - corners[0]));
    let t = d0 / (d0 - d1);
    let at = t.is_finite().then(|| from.lerp(to, t))?;
    Some((at, closest_point(corners, at).point.distance(at)))
}

/// Where the plane of a triangle is hit that the segment misses, and what follows.
fn outside(scene: &Scene<'_>, view: &TriangleView, so: &str) -> String {
    match scene.path().and_then(|path| plane_hit(view, path)) {
        Some((at, far)) => format!(
            "its plane is hit at {}, {} outside the triangle: {so}",
            place(at),
            metres(far)
        ),
        None => format!("the {} runs along its plane: {so}", scene.subject()),
    }
}

fn too_far(scene: &Scene<'_>, view: &TriangleView) -> String {
    match scene.question {
        Some(TreeQuery::Near {
            center,
            half_axis,
            radius,
        }) if half_axis == Vec3::ZERO => {
            let center = center.as_dvec3();
            let nearest = closest_point(view.corners.map(Vec3::as_dvec3), center).point;
            format!(
                "its nearest point is {} from the centre, not nearer than {}",
                metres(nearest.distance(center)),
                metres(f64::from(radius))
            )
        }
        Some(TreeQuery::Near { radius, .. }) => {
            format!("it is not nearer to the axis than {}", metres(f64::from(radius)))
        }
        _ => "it is too far away".to_owned(),
    }
}

fn contact(scene: &Scene<'_>, distance: f64) -> String {
    let radius = match scene.question {
        Some(TreeQuery::Near { radius, .. }) => f64::from(radius),
        _ => 0.0,
    };
    if distance < 0.0 {
        return format!(
            "the axis crosses it, and the shortest way out is {}: a contact",
            metres(-distance)
        );
    }
    let distance_words = metres(distance);
    match scene.film.query() {
        Some(Query::Contacts { .. }) => format!(
            "its nearest point is {distance_words} away, nearer than {}: a contact, {} deep",
            metres(radius),
            metres(radius - distance)
        ),
        _ => format!("its nearest point is {distance_words} away, so it counts"),
    }
}

/// The 13 projections of a box and a triangle; `None` where the question is about no box.
#[must_use]
pub fn projections(question: TreeQuery, view: &TriangleView) -> Option<[AxisProjection; 13]> {
    let TreeQuery::Overlap { min, max } = question else {
        return None;
    };
    let aabb = Aabb {
        min: min.as_dvec3(),
        max: max.as_dvec3(),
    };
    Some(axis_projections(&aabb, view.corners.map(Vec3::as_dvec3)))
}

/// An axis in words; edges are counted from 1.
#[must_use]
pub fn axis_name(axis: SeparatingAxis) -> String {
    let letter = |axis: usize| ["X", "Y", "Z"][axis % 3];
    match axis {
        SeparatingAxis::Box(axis) => format!("the box's {} axis", letter(axis)),
        SeparatingAxis::Normal => "the triangle's normal".to_owned(),
        SeparatingAxis::Cross { axis, edge } => {
            format!(
                "the product of the box's {} axis and the triangle's edge {}",
                letter(axis),
                edge + 1
            )
        }
    }
}

fn separated(scene: &Scene<'_>, view: &TriangleView, axis: SeparatingAxis) -> String {
    let gap = scene
        .question
        .and_then(|question| projections(question, view))
        .map_or(0.0, |all| all[axis.index()].gap());
    format!(
        "axis {} of 13, {}, separates it from the box by {}",
        axis.index() + 1,
        axis_name(axis),
        metres(gap.max(0.0))
    )
}
