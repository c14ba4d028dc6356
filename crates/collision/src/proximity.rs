//! Computes the distance between a body's axis and a triangle, in `f64`.

use bspwalk_geometry::{Feature, Segment, triangle::closest_point};
use glam::DVec3;

use super::tolerance::COINCIDENT;

#[derive(Clone, Copy, Debug)]
pub(super) struct Proximity {
    /// Point of the triangle that is nearest to the axis.
    pub(super) point: DVec3,
    /// Unit vector from the point to the axis. If the axis crosses the triangle, this is the direction of the shortest
    /// displacement that separates them.
    pub(super) normal: DVec3,
    /// Distance from the triangle to the axis, in metres. If they cross, this is the negated length of the shortest
    /// separating displacement.
    pub(super) distance: f64,
    pub(super) feature: Feature,
}

#[inline]
pub(super) fn unit_normal([a, b, c]: [DVec3; 3]) -> Option<DVec3> {
    (b - a).cross(c - a).try_normalize()
}

/// Returns the proximity of a triangle to the axis from `center - half_axis` to `center + half_axis`.
pub(super) fn proximity(
    corners: [DVec3; 3],
    normal: Option<DVec3>,
    center: DVec3,
    half_axis: DVec3,
) -> Proximity {
    proximity_within(corners, normal, center, half_axis, f64::INFINITY)
        .unwrap_or_else(|| of_point(corners, normal, center))
}

/// Like [`proximity`], but returns `None` if the distance is `reach` or more.
pub(super) fn proximity_within(
    corners: [DVec3; 3],
    normal: Option<DVec3>,
    center: DVec3,
    half_axis: DVec3,
    reach: f64,
) -> Option<Proximity> {
    if half_axis == DVec3::ZERO {
        if normal.is_some_and(|normal| normal.dot(center - corners[0]).abs() >= reach) {
            return None;
        }
        return Some(of_point(corners, normal, center)).filter(|near| near.distance < reach);
    }
    let axis = Segment {
        from: center - half_axis,
        to: center + half_axis,
    };
    let edges = [
        corners[1] - corners[0],
        corners[2] - corners[1],
        corners[0] - corners[2],
    ];
    let mut best = None;
    let mut least = reach;
    // Signed distances of both ends of the axis from the plane through each edge, multiplied by the edge's length;
    // positive inside.
    let mut inside = [(0.0_f64, 0.0_f64); 3];
    if let Some(normal) = normal {
        let height = |end: DVec3| normal.dot(end - corners[0]);
        let heights = (height(axis.from), height(axis.to));
        let crosses = heights.0.min(heights.1) < 0.0 && heights.0.max(heights.1) > 0.0;
        if !crosses && heights.0.abs().min(heights.1.abs()) >= reach {
            return None;
        }
        for i in 0..3 {
            let inward = normal.cross(edges[i]);
            let (from, to) = (
                inward.dot(axis.from - corners[i]),
                inward.dot(axis.to - corners[i]),
            );
            let nearer = from.max(to);
            if nearer < 0.0 && nearer * nearer > reach * reach * edges[i].length_squared() {
                return None;
            }
            inside[i] = (from, to);
        }
        if crosses && let Some(through) = crossed(corners, normal, &axis) {
            return Some(through);
        }
        let ends = [
            (axis.from, heights.0, inside.map(|edge| edge.0)),
            (axis.to, heights.1, inside.map(|edge| edge.1)),
        ];
        for (end, height, inside) in ends {
            if height.abs() < least && inside.iter().all(|&inside| inside >= 0.0) {
                least = height.abs();
                best = Some(Proximity {
                    point: end - normal * height,
                    normal: if height < 0.0 { -normal } else { normal },
                    distance: least,
                    feature: Feature::Face,
                });
            }
        }
    }
    for i in 0..3 {
        // An edge can only be nearest to axis points that are not strictly inside the edge's plane.
        let (from, to) = inside[i];
        let nearer = from.max(to);
        if from.min(to) > 0.0 || nearer < 0.0 && nearer * nearer > least * least * edges[i].length_squared() {
            continue;
        }
        let edge = Segment {
            from: corners[i],
            to: corners[(i + 1) % 3],
        };
        let closest = axis.closest_to_segment(&edge);
        let away = closest.first - closest.second;
        // On a tie, prefer an end of the axis above the face, because the result there is more exact.
        if away.length_squared() < least * least * (1.0 - 1.0e-12) {
            let feature = if closest.t <= 0.0 || closest.t >= 1.0 {
                Feature::Vertex
            } else {
                Feature::Edge
            };
            let nearest = between(closest.second, closest.first, feature, normal);
            least = nearest.distance;
            best = Some(nearest);
        }
    }
    best
}

fn of_point(corners: [DVec3; 3], normal: Option<DVec3>, point: DVec3) -> Proximity {
    let closest = closest_point(corners, point);
    match (closest.feature, normal) {
        (Feature::Face, Some(normal)) => {
            let height = normal.dot(point - corners[0]);
            let facing = if height < 0.0 { -normal } else { normal };
            Proximity {
                point: point - normal * height,
                normal: facing,
                distance: height.abs(),
                feature: Feature::Face,
            }
        }
        (feature, _) => between(closest.point, point, feature, normal),
    }
}

fn between(point: DVec3, axis: DVec3, feature: Feature, normal: Option<DVec3>) -> Proximity {
    let away = axis - point;
    let distance = away.length();
    let coincide = distance <= COINCIDENT * (1.0 + axis.abs().max_element());
    Proximity {
        point,
        normal: if coincide {
            normal.unwrap_or(DVec3::Y)
        } else {
            away / distance
        },
        distance,
        feature,
    }
}

/// Returns the proximity if the axis crosses the interior of the triangle, or `None` otherwise.
fn crossed(corners: [DVec3; 3], normal: DVec3, axis: &Segment) -> Option<Proximity> {
    let height = |end: DVec3| normal.dot(end - corners[0]);
    let (from, to) = (height(axis.from), height(axis.to));
    let point = axis.at(from / (from - to));
    let direction = axis.direction();
    let (mut least, mut out) = if from.max(to) < -from.min(to) {
        (from.max(to), -normal)
    } else {
        (-from.min(to), normal)
    };
    for i in 0..3 {
        let (corner, edge) = (corners[i], corners[(i + 1) % 3] - corners[i]);
        if normal.dot(edge.cross(point - corner)) < 0.0 {
            return None;
        }
        let Some(mut side) = edge.cross(direction).try_normalize() else {
            continue;
        };
        if side.dot(corners[(i + 2) % 3] - corner) > 0.0 {
            side = -side;
        }
        let depth = -side.dot(point - corner);
        if depth < least {
            (least, out) = (depth, side);
        }
    }
    Some(Proximity {
        point,
        normal: out,
        distance: -least,
        feature: Feature::Face,
    })
}
