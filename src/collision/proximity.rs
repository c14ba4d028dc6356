//! How near a body's axis is to a triangle, in `f64`.

use glam::DVec3;

use crate::{
    bsp::node_storing::Feature,
    geometry::{self, Segment, triangle::closest_point},
};

/// Below this distance in metres, relative to the size of the numbers, two points count as one: their difference has no
/// direction.
const COINCIDENT: f64 = 1.0e-14;

/// Where a triangle is nearest to a body's axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proximity {
    /// The point of the triangle.
    pub(super) point: DVec3,
    /// Unit vector from it to the axis. Where the axis goes through the triangle, the direction of the shortest way out.
    pub(super) normal: DVec3,
    /// From the triangle to the axis, in metres; where the axis goes through, the shortest way out, negative.
    pub(super) distance: f64,
    /// What the point lies on.
    pub(super) feature: Feature,
}

/// Unit normal of a triangle; `None` where it has no area.
#[inline]
pub(super) fn unit_normal([a, b, c]: [DVec3; 3]) -> Option<DVec3> {
    (b - a).cross(c - a).try_normalize()
}

/// The nearest point to the axis from `center - half_axis` to `center + half_axis`.
pub(super) fn proximity(
    corners: [DVec3; 3],
    normal: Option<DVec3>,
    center: DVec3,
    half_axis: DVec3,
) -> Proximity {
    if half_axis == DVec3::ZERO {
        return of_point(corners, normal, center);
    }
    let axis = Segment {
        from: center - half_axis,
        to: center + half_axis,
    };
    if let Some(through) = normal.and_then(|normal| crossing(corners, normal, &axis)) {
        return through;
    }
    let mut best = of_point(corners, normal, axis.from);
    let other = of_point(corners, normal, axis.to);
    if other.distance < best.distance {
        best = other;
    }
    for i in 0..3 {
        let edge = Segment {
            from: corners[i],
            to: corners[(i + 1) % 3],
        };
        let closest = axis.closest_to_segment(&edge);
        let away = closest.first - closest.second;
        // Ties go to the ends of the axis, whose answers are the more exact.
        if away.length_squared() < best.distance * best.distance * (1.0 - 1.0e-12) {
            let feature = if closest.t <= 0.0 || closest.t >= 1.0 {
                Feature::Vertex
            } else {
                Feature::Edge
            };
            best = towards(closest.second, closest.first, feature, normal);
        }
    }
    best
}

fn of_point(corners: [DVec3; 3], normal: Option<DVec3>, point: DVec3) -> Proximity {
    let closest = closest_point(corners, point);
    match (closest.feature, normal) {
        (geometry::Feature::Face, Some(normal)) => {
            let height = normal.dot(point - corners[0]);
            let facing = if height < 0.0 { -normal } else { normal };
            Proximity {
                point: point - normal * height,
                normal: facing,
                distance: height.abs(),
                feature: Feature::Face,
            }
        }
        (feature, _) => {
            let feature = match feature {
                geometry::Feature::Face => Feature::Face,
                geometry::Feature::Edge(_) => Feature::Edge,
                geometry::Feature::Vertex(_) => Feature::Vertex,
            };
            towards(closest.point, point, feature, normal)
        }
    }
}

fn towards(point: DVec3, axis: DVec3, feature: Feature, normal: Option<DVec3>) -> Proximity {
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

/// The shortest way out where the axis goes through the inside of the triangle: out of the prism that the triangle
/// sweeps along the axis, through the nearest of its faces.
fn crossing(corners: [DVec3; 3], normal: DVec3, axis: &Segment) -> Option<Proximity> {
    let (from, to) = (
        normal.dot(axis.from - corners[0]),
        normal.dot(axis.to - corners[0]),
    );
    if !(from.min(to) < 0.0 && from.max(to) > 0.0) {
        return None;
    }
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
