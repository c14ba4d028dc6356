//! Finds the point in an intersection of half-spaces that is nearest to a given point, and clips velocities to planes.

use glam::DVec3;
use smallvec::SmallVec;

use super::tolerance::PARALLEL_PLANES_SINE_SQUARED;

/// The half-space n·x ≥ offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfSpace {
    /// Unit normal, pointing into the half-space.
    pub(super) normal: DVec3,
    pub(super) offset: f64,
}

impl HalfSpace {
    /// Returns how far a point is outside the half-space; negative if it is inside.
    #[inline]
    pub(super) fn violation(&self, point: DVec3) -> f64 {
        self.offset - self.normal.dot(point)
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Slack {
    pub(super) outside: f64,
    /// Tolerance below which two boundaries count as parallel. Moving along one of them does not reduce the violation
    /// of the other.
    pub(super) parallel: f64,
}

impl Slack {
    pub(super) const fn both(slack: f64) -> Self {
        Self {
            outside: slack,
            parallel: slack,
        }
    }
}

/// Slack for clipping a vector of length 1.
///
/// The `parallel` slack lets a body move between two opposite walls that are not exactly parallel.
const CLIP_SLACK: Slack = Slack {
    outside: 1.0e-9,
    parallel: 2.0e-7,
};

/// Maximum number of half-spaces for the incremental solver, which takes cubic time in the worst case.
const FEW: usize = 64;

/// Maximum number of changes to the active set. About a dozen are enough, unless rounding causes a cycle.
const MAX_PIVOTS: u32 = 64;

/// Returns the point nearest to `start` that is inside all half-spaces, or `None` if their intersection is empty.
pub(super) fn nearest_point(start: DVec3, spaces: &[HalfSpace], slack: Slack) -> Option<DVec3> {
    if spaces.len() <= FEW {
        nearest_of_few(start, spaces, slack)
    } else {
        nearest_of_many(start, spaces, slack)
    }
}

/// Implements [`nearest_point`] incrementally (Seidel, "Small-dimensional linear programming and convex hulls made
/// easy", 1991).
///
/// If a half-space contains the nearest point for the previous half-spaces, the point does not change. Otherwise, the
/// nearest point lies on the half-space's boundary, which reduces the problem by one dimension.
fn nearest_of_few(start: DVec3, spaces: &[HalfSpace], slack: Slack) -> Option<DVec3> {
    let mut point = start;
    for (index, space) in spaces.iter().enumerate() {
        if space.violation(point) > slack.outside {
            point = nearest_on_plane(start, space, &spaces[..index], slack)?;
        }
    }
    Some(point)
}

/// Implements [`nearest_point`] with an active set: the nearest point is determined by at most three half-spaces.
///
/// Each pass adds the most violated half-space. If there are now four, it removes the redundant one. The point moves
/// away from `start` in every pass, so no set occurs twice. This function also returns `None` if rounding causes a
/// cycle.
fn nearest_of_many(start: DVec3, spaces: &[HalfSpace], slack: Slack) -> Option<DVec3> {
    let mut active: SmallVec<[HalfSpace; 4]> = SmallVec::new();
    let mut point = start;
    for _ in 0..MAX_PIVOTS {
        let Some((worst, violation)) = most_violated(spaces, point) else {
            return Some(point);
        };
        if violation <= slack.outside {
            return Some(point);
        }
        active.push(*worst);
        point = nearest_of_few(start, &active, slack)?;
        if active.len() == 4 {
            let without = |index: usize| {
                let mut rest = active.clone();
                let removed = rest.remove(index);
                let point = nearest_of_few(start, &rest, slack)?;
                Some((index, point, removed.violation(point)))
            };
            let redundant = (0..3).filter_map(without).min_by(|a, b| a.2.total_cmp(&b.2));
            let (index, nearest, _) = redundant?;
            active.remove(index);
            point = nearest;
        }
    }
    None
}

/// Clips a displacement or velocity to the planes that a body touches.
///
/// Returns the vector nearest to `vector` whose dot products with all unit normals are non-negative. The result is
/// `vector` itself, its projection onto a plane or onto the crease between two planes, or zero.
pub(super) fn clip(vector: DVec3, normals: &[DVec3]) -> DVec3 {
    let length = vector.length();
    let space = |&normal: &DVec3| HalfSpace { normal, offset: 0.0 };
    let spaces: SmallVec<[HalfSpace; 16]> = normals.iter().map(space).collect();
    if most_violated(&spaces, vector).is_none_or(|(_, violation)| violation <= CLIP_SLACK.outside * length) {
        return vector;
    }
    // The negated comparison also catches NaN.
    if !(length > 0.0 && length.is_finite()) {
        return DVec3::ZERO;
    }
    let start = vector / length;
    nearest_point(start, &spaces, CLIP_SLACK)
        .or_else(|| nearest_of_few(start, &spaces, CLIP_SLACK))
        .map_or(DVec3::ZERO, |clipped| clipped * length)
}

pub(super) fn most_violated(spaces: &[HalfSpace], point: DVec3) -> Option<(&HalfSpace, f64)> {
    spaces
        .iter()
        .map(|space| (space, space.violation(point)))
        .max_by(|a, b| a.1.total_cmp(&b.1))
}

/// Like [`nearest_of_few`], but restricted to points on the boundary plane of `on`.
fn nearest_on_plane(start: DVec3, on: &HalfSpace, spaces: &[HalfSpace], slack: Slack) -> Option<DVec3> {
    let foot = start + on.normal * on.violation(start);
    let mut point = foot;
    for (index, space) in spaces.iter().enumerate() {
        if space.violation(point) <= slack.outside {
            continue;
        }
        let direction = on.normal.cross(space.normal);
        if direction.length_squared() < PARALLEL_PLANES_SINE_SQUARED {
            if space.violation(point) <= slack.parallel {
                continue;
            }
            return None;
        }
        // The component of the normal within the plane points towards the line where the two boundaries intersect.
        let towards = space.normal - on.normal * on.normal.dot(space.normal);
        let origin = foot + towards * (space.violation(foot) / towards.length_squared());
        point = nearest_on_line(origin, direction.normalize(), &spaces[..index], slack)?;
    }
    Some(point)
}

/// Returns the point nearest to `origin` that is inside all half-spaces and on the line through `origin`.
fn nearest_on_line(origin: DVec3, direction: DVec3, spaces: &[HalfSpace], slack: Slack) -> Option<DVec3> {
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for space in spaces {
        let slope = space.normal.dot(direction);
        let violation = space.violation(origin);
        if slope * slope < PARALLEL_PLANES_SINE_SQUARED {
            if violation > slack.parallel {
                return None;
            }
        } else if slope > 0.0 {
            low = low.max(violation / slope);
        } else {
            high = high.min(violation / slope);
        }
    }
    (low <= high + slack.outside).then(|| origin + direction * 0.0_f64.clamp(low.min(high), high))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SLACK: Slack = Slack::both(1.0e-12);

    fn direction(random: &mut fastrand::Rng) -> DVec3 {
        loop {
            let share = DVec3::from([(); 3].map(|()| random.f64() * 2.0 - 1.0));
            if (0.01..1.0).contains(&share.length_squared()) {
                return share.normalize();
            }
        }
    }

    /// Returns half-spaces that all contain the ball with radius `room` around `inside`. If `room` is negative, the
    /// intersection of the half-spaces is empty.
    fn spaces(random: &mut fastrand::Rng, count: usize, inside: DVec3, room: f64) -> Vec<HalfSpace> {
        let space = |_| {
            let normal = direction(random);
            let offset = normal.dot(inside) - room * (1.0 + random.f64());
            HalfSpace { normal, offset }
        };
        (0..count).map(space).collect()
    }

    #[test]
    fn both_methods_give_the_nearest_point() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut moved = 0;
        for number in 0..4000 {
            let count = 1 + number % 200;
            let inside = direction(&mut random) * 3.0;
            let spaces = spaces(&mut random, count, inside, 0.5);
            let few = nearest_of_few(DVec3::ZERO, &spaces, SLACK).expect("there is room");
            let many = nearest_of_many(DVec3::ZERO, &spaces, SLACK).expect("there is room");
            assert!(few.distance(many) < 1.0e-9, "{few} {many} of {count}");
            assert!(
                spaces.iter().all(|space| space.violation(many) < 1.0e-9),
                "{count}"
            );
            moved += u32::from(many != DVec3::ZERO);
        }
        assert!(moved > 3000, "only {moved} are not trivial");
    }

    #[test]
    fn both_methods_detect_an_empty_intersection() {
        let mut random = fastrand::Rng::with_seed(2);
        for number in 0..1000 {
            let count = 40 + number % 200;
            let spaces = spaces(&mut random, count, DVec3::X, -0.5);
            assert_eq!(nearest_of_few(DVec3::ZERO, &spaces, SLACK), None, "{count}");
            assert_eq!(nearest_of_many(DVec3::ZERO, &spaces, SLACK), None, "{count}");
        }
    }

    /// Checks that the clipped vector points into none of the planes, and that no vector with this property is closer
    /// to `vector`.
    fn check_clipped(random: &mut fastrand::Rng, vector: DVec3, normals: &[DVec3]) -> DVec3 {
        let clipped = clip(vector, normals);
        let against = normals.iter().map(|normal| clipped.dot(*normal));
        let worst = against.fold(f64::INFINITY, f64::min);
        assert!(worst > -1.0e-8, "{worst} against {} planes", normals.len());
        assert!(
            (vector - clipped).dot(clipped).abs() < 1.0e-7,
            "{} planes",
            normals.len()
        );
        for _ in 0..200 {
            let other = direction(random) * 3.0;
            if normals.iter().all(|normal| other.dot(*normal) >= 0.0) {
                assert!((vector - clipped).dot(other) < 1.0e-6, "{} planes", normals.len());
            }
        }
        clipped
    }

    #[test]
    fn clipped_vector_is_nearest_allowed() {
        let mut random = fastrand::Rng::with_seed(7);
        for count in 1..6 {
            for _ in 0..50 {
                let normals: Vec<DVec3> = (0..count).map(|_| direction(&mut random)).collect();
                let vector = direction(&mut random) * 3.0;
                check_clipped(&mut random, vector, &normals);
            }
        }
        let between = clip(DVec3::new(1.0, 2.0, 3.0), &[DVec3::X, DVec3::NEG_X]);
        assert!((between - DVec3::new(0.0, 2.0, 3.0)).length() < 1.0e-9);
        assert_eq!(clip(DVec3::ZERO, &[DVec3::X]), DVec3::ZERO);
    }

    /// Tests a funnel of hundreds of planes that all affect the result.
    #[test]
    fn vector_is_clipped_to_hundreds_of_planes() {
        let mut random = fastrand::Rng::with_seed(8);
        let mut clipped = 0;
        for count in [31, 32, 33, 40, 64, 65, 100, 400] {
            for _ in 0..30 {
                let axis = direction(&mut random);
                let (u, v) = axis.any_orthonormal_pair();
                let opening = 0.1 + 1.3 * random.f64();
                let mut normals: Vec<DVec3> = (0..count)
                    .map(|index| {
                        let (sin, cos) =
                            (f64::from(index) / f64::from(count) * std::f64::consts::TAU).sin_cos();
                        (axis * opening.sin() + (u * cos + v * sin) * opening.cos()).normalize()
                    })
                    .collect();
                random.shuffle(&mut normals);
                let vector = direction(&mut random) * 3.0;
                let left = check_clipped(&mut random, vector, &normals);
                // The tightest cone around the funnel is only slightly wider than the funnel itself.
                let height = vector.dot(axis);
                let flat = (vector - axis * height).length();
                let within = height * opening.sin() - flat * opening.cos();
                let slant = (height * opening.cos() + flat * opening.sin()).max(0.0);
                let expected = if within >= 0.0 { vector.length() } else { slant };
                assert!(left.length() > expected - 3.0 * (4.0 / f64::from(count)).powi(2) - 1.0e-6);
                clipped += u32::from(within < 0.0 && slant > 0.1);
            }
        }
        assert!(clipped > 50, "{clipped}");
    }
}
