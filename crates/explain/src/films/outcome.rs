//! Captions for face tests, and the numbers that they contain.

use bspwalk_geometry::{
    Aabb, AxisProjection, Feature, SeparatingAxis, separating_axes::axis_projections, triangle::closest_point,
};
use bspwalk_text::{
    text,
    words::{count, metres},
};
use bspwalk_trees::{
    TriangleId,
    node_storing::{NodeId, TriangleView},
    observer::{TestOutcome, TreeQuery},
};
use glam::{DVec3, Vec3};

use super::{
    query::Query,
    scene::{Scene, format_point, share},
};

/// Describes the test of a triangle in one sentence.
pub(super) fn describe_triangle_test(
    scene: &Scene<'_>,
    node: NodeId,
    triangle: TriangleId,
    tested: TestOutcome,
) -> String {
    let Some(view) = scene.tree.triangle(triangle) else {
        return String::new();
    };
    let head = text!("outcome-head", face = count(view.face), node = count(node));
    let subject = scene.subject();
    let tail = match tested {
        TestOutcome::AlreadyTested => text!("outcome-already-tested").to_owned(),
        TestOutcome::OutOfReach => match scene.question {
            Some(TreeQuery::Cast { .. }) => outside(scene, &view, text!("outcome-box-missed")),
            Some(TreeQuery::Sweep { .. }) => {
                text!("outcome-quick-sweep", subject)
            }
            _ if scene.is_ati() => text!("outcome-quick-ati").to_owned(),
            _ => text!("outcome-quick-near", subject),
        },
        TestOutcome::Outside => outside(scene, &view, text!("outcome-missed")),
        TestOutcome::Behind { t } => {
            text!("outcome-behind-start", t = share(t))
        }
        TestOutcome::Beyond { t } => text!("outcome-beyond-end", t = share(t)),
        TestOutcome::Farther { t } => {
            text!("outcome-farther", at = scene.format_path_position(t))
        }
        TestOutcome::Hit { t } => text!("outcome-hit", subject, at = scene.format_path_position(t)),
        TestOutcome::Missed => {
            text!("outcome-not-before", subject)
        }
        TestOutcome::NotApproached => {
            text!("outcome-not-approached", subject)
        }
        TestOutcome::TooFar => too_far(scene, &view),
        TestOutcome::Contact { distance } => contact(scene, distance),
        TestOutcome::Collected => text!("outcome-collected").to_owned(),
        TestOutcome::Pushed { to, by } => {
            let to = format_point(to.as_dvec3());
            if by == Feature::Face {
                text!("outcome-face-pushes", to)
            } else {
                text!("outcome-edge-pushes", to)
            }
        }
        TestOutcome::NotPushed => text!("outcome-not-pushed").to_owned(),
        TestOutcome::Separated(axis) => separated(scene, &view, axis),
        TestOutcome::Overlaps => text!("outcome-overlaps").to_owned(),
    };
    text!("outcome-sentence", head, tail)
}

/// Returns the point where the line through two points hits a triangle's plane, and the distance (in metres) between
/// this point and the triangle.
///
/// Returns `None` if the line is parallel to the plane.
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

/// Describes where a segment that misses a triangle hits the triangle's plane, and what follows from that.
fn outside(scene: &Scene<'_>, view: &TriangleView, so: &str) -> String {
    match scene.path().and_then(|path| plane_hit(view, path)) {
        Some((at, far)) => text!("outcome-plane-hit", at = format_point(at), far = metres(far), so),
        None => text!("outcome-along-plane", subject = scene.subject(), so),
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
            text!(
                "outcome-nearest-of-sphere",
                distance = metres(nearest.distance(center)),
                radius = metres(f64::from(radius))
            )
        }
        Some(TreeQuery::Near { radius, .. }) => {
            text!("outcome-axis-too-far", radius = metres(f64::from(radius)))
        }
        _ => text!("outcome-too-far").to_owned(),
    }
}

fn contact(scene: &Scene<'_>, distance: f64) -> String {
    let radius = match scene.question {
        Some(TreeQuery::Near { radius, .. }) => f64::from(radius),
        _ => 0.0,
    };
    if distance < 0.0 {
        return text!("outcome-axis-crosses", depth = metres(-distance));
    }
    let distance_words = metres(distance);
    match scene.film.query() {
        Some(Query::Contacts { .. }) => text!(
            "outcome-contact",
            distance_words,
            radius = metres(radius),
            depth = metres(radius - distance)
        ),
        _ => text!("outcome-counts", distance_words),
    }
}

/// Returns the projections of a box and a triangle onto the 13 candidate axes, or `None` if the tree query is not a box
/// overlap query.
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

/// Returns the name of an axis. Edges are numbered from 1.
#[must_use]
pub fn axis_name(axis: SeparatingAxis) -> String {
    let letter = |axis: usize| ["X", "Y", "Z"][axis % 3];
    match axis {
        SeparatingAxis::Box(axis) => text!("outcome-box-axis", axis = letter(axis)),
        SeparatingAxis::Normal => text!("outcome-normal").to_owned(),
        SeparatingAxis::Cross { axis, edge } => {
            text!("outcome-cross", axis = letter(axis), edge = edge + 1)
        }
    }
}

fn separated(scene: &Scene<'_>, view: &TriangleView, axis: SeparatingAxis) -> String {
    let gap = scene
        .question
        .and_then(|question| projections(question, view))
        .map_or(0.0, |all| all[axis.index()].gap());
    text!(
        "outcome-separated",
        number = axis.index() + 1,
        axis = axis_name(axis),
        gap = metres(gap.max(0.0))
    )
}
