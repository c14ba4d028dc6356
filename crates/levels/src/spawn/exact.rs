//! Checks candidate positions against the level's triangles.

use std::f64::consts::{PI, TAU};

use bspwalk_geometry::{
    Aabb, Segment,
    triangle::{self, height_at},
};
use bspwalk_progress::{Cancelled, Progress};
use glam::DVec3;
use rayon::prelude::*;

use super::body::{BODY_HEIGHT, BODY_RADIUS, WALKABLE, slope};
use crate::LevelTriangle;

const DIRECTIONS: usize = 64;
/// Maximum viewing distance, in metres. Longer distances are clamped.
const FAR: f64 = 200.0;
/// Height above the feet (in metres) below which the body may touch triangles. On a slope, a body touches the floor
/// next to its lowest point.
const FOOT_ROOM: f64 = 0.1;

/// Returns the highest walkable floor that is directly above or below a position, within a distance of about one cell.
pub(super) fn find_floor(triangles: &[LevelTriangle], about: DVec3, cell: f64) -> Option<DVec3> {
    let (low, high) = (about.y - 1.5 * cell, about.y + 0.5 * cell);
    triangles
        .par_iter()
        .filter(|triangle| triangle.solid)
        .filter_map(|triangle| {
            let height = height_at(&triangle.corners, about)?;
            (height >= low && height <= high && slope(triangle) >= WALKABLE).then_some(height)
        })
        .max_by(f64::total_cmp)
        .map(|height| about.with_y(height))
}

/// Returns whether a body at this position touches no triangles except floor triangles.
pub(super) fn body_fits(
    triangles: &[LevelTriangle],
    foot: DVec3,
    progress: &Progress,
) -> Result<bool, Cancelled> {
    let axis = Segment {
        from: foot.with_y(foot.y + FOOT_ROOM + BODY_RADIUS),
        to: foot.with_y(foot.y + BODY_HEIGHT - BODY_RADIUS),
    };
    let around = axis.bounds().inflated(BODY_RADIUS);
    for (turn, triangle) in triangles.iter().enumerate() {
        progress.check_at(turn)?;
        if triangle.solid
            && Aabb::from_points(triangle.corners).intersects(&around)
            && !(distance(&axis, triangle.corners) >= BODY_RADIUS)
        {
            return Ok(false);
        }
    }
    Ok(true)
}

fn distance(axis: &Segment, corners: [DVec3; 3]) -> f64 {
    let to_edges = triangle::edges(corners).map(|edge| axis.distance_to_segment(&edge));
    let to_ends = [axis.from, axis.to].map(|end| triangle::closest_point(corners, end).point.distance(end));
    let least = to_edges.into_iter().chain(to_ends).fold(f64::INFINITY, f64::min);
    let crosses = |height: f64| (axis.from.y..=axis.to.y).contains(&height);
    if height_at(&corners, axis.from).is_some_and(crosses) {
        0.0
    } else {
        least
    }
}

pub(super) struct View {
    /// For each direction, the distance of the nearest triangle, and whether its front faces the eye; `None` if there
    /// is no triangle.
    hits: Vec<Option<(f64, bool)>>,
}

/// Returns the direction with this number and its yaw in degrees. Yaw 0 is −Z, and positive yaw is to the left.
fn direction(number: usize) -> (DVec3, f64) {
    let yaw = TAU * number as f64 / DIRECTIONS as f64;
    let degrees = if yaw > PI { yaw - TAU } else { yaw }.to_degrees();
    (DVec3::new(-yaw.sin(), 0.0, -yaw.cos()), degrees)
}

pub(super) fn look_around(
    triangles: &[LevelTriangle],
    eye: DVec3,
    progress: &Progress,
) -> Result<View, Cancelled> {
    let directions: [DVec3; DIRECTIONS] = std::array::from_fn(|number| direction(number).0);
    let nothing = || vec![None; DIRECTIONS];
    let nearer = |a: Option<(f64, bool)>, b: Option<(f64, bool)>| match (a, b) {
        (Some(a), Some(b)) => Some(if b.0 < a.0 { b } else { a }),
        (a, b) => a.or(b),
    };
    let hits = triangles
        .par_iter()
        .try_fold(nothing, |mut hits, triangle| {
            progress.check()?;
            let [a, b, c] = triangle.corners.map(|corner| corner - eye);
            let (low, high) = (a.y.min(b.y).min(c.y), a.y.max(b.y).max(c.y));
            if triangle.solid && low <= 0.0 && high >= 0.0 {
                let normal = (b - a).cross(c - a);
                for (hit, along) in hits.iter_mut().zip(directions) {
                    let sides = [
                        along.dot(a.cross(b)),
                        along.dot(b.cross(c)),
                        along.dot(c.cross(a)),
                    ];
                    let through = sides.iter().all(|&s| s >= 0.0) || sides.iter().all(|&s| s <= 0.0);
                    let facing = normal.dot(along);
                    if through && facing != 0.0 {
                        let t = normal.dot(a) / facing;
                        if t > 0.0 {
                            *hit = nearer(*hit, Some((t, facing < 0.0)));
                        }
                    }
                }
            }
            Ok::<_, Cancelled>(hits)
        })
        .try_reduce(nothing, |mut all, more| {
            for (hit, other) in all.iter_mut().zip(more) {
                *hit = nearer(*hit, other);
            }
            Ok(all)
        })?;
    Ok(View { hits })
}

impl View {
    pub(super) fn is_empty(&self) -> bool {
        self.hits.iter().all(Option::is_none)
    }

    /// Returns the fraction of hits that are on front faces; 1 if there are no hits.
    pub(super) fn front_share(&self) -> f64 {
        let seen = self.hits.iter().flatten().count();
        let fronts = self.hits.iter().flatten().filter(|&&(_, front)| front).count();
        if seen == 0 {
            1.0
        } else {
            fronts as f64 / seen as f64
        }
    }

    /// Returns the yaw of the longest view, in degrees to the left of −Z. Neighbouring directions contribute with half
    /// the weight, so that a view through a crack does not win. A direction without a hit counts as half as long as the
    /// longest view.
    pub(super) fn yaw_of_longest_view(&self) -> f64 {
        let count = self.hits.len();
        let seen = self.hits.iter().flatten().map(|&(distance, _)| distance.min(FAR));
        let void = 0.5 * seen.fold(0.0, f64::max);
        let length =
            |number: usize| self.hits[number % count].map_or(void, |(distance, _)| distance.min(FAR));
        let wide =
            |number: usize| 0.5 * length(number + count - 1) + length(number) + 0.5 * length(number + 1);
        let best = (0..count)
            .max_by(|&a, &b| wide(a).total_cmp(&wide(b)).then(b.cmp(&a)))
            .unwrap_or(0);
        direction(best).1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yaw_zero_faces_minus_z_and_grows_to_the_left() {
        let (ahead, yaw) = direction(0);
        assert!(ahead.distance(DVec3::NEG_Z) < 1e-12 && yaw == 0.0);
        let (left, yaw) = direction(DIRECTIONS / 4);
        assert!(left.distance(DVec3::NEG_X) < 1e-12 && yaw == 90.0);
    }

    #[test]
    fn vertical_segment_to_triangle_distance() {
        let axis = Segment {
            from: DVec3::ZERO,
            to: DVec3::Y,
        };
        let at = |x: f64| {
            [
                DVec3::new(x, -5.0, -5.0),
                DVec3::new(x, 5.0, 0.0),
                DVec3::new(x, -5.0, 5.0),
            ]
        };
        assert_eq!(distance(&axis, at(0.25)), 0.25);
        let across = [
            DVec3::new(-3.0, 0.5, -3.0),
            DVec3::new(3.0, 0.5, -3.0),
            DVec3::new(0.0, 0.5, 5.0),
        ];
        assert_eq!(distance(&axis, across), 0.0);
        assert_eq!(distance(&axis, across.map(|corner| corner + DVec3::Y * 3.0)), 2.5);
    }
}
