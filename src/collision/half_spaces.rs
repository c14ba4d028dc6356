//! The nearest point of half-spaces.

use glam::DVec3;

/// The half-space n·x ≥ offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfSpace {
    /// Unit normal, into it.
    pub(super) normal: DVec3,
    pub(super) offset: f64,
}

impl HalfSpace {
    /// How far the point is outside; negative inside.
    #[inline]
    pub(super) fn violation(&self, point: DVec3) -> f64 {
        self.offset - self.normal.dot(point)
    }
}

/// What counts as inside.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slack {
    /// A point this far outside is inside.
    pub(super) outside: f64,
    /// Likewise where two boundaries are parallel, so that no point on one comes nearer to the other.
    pub(super) parallel: f64,
}

impl Slack {
    /// The same for both.
    pub(super) const fn both(slack: f64) -> Self {
        Self {
            outside: slack,
            parallel: slack,
        }
    }
}

/// Below this squared sine two planes count as parallel.
const PARALLEL: f64 = 1.0e-14;

/// The point in all half-spaces that is nearest to `start`; `None` where they have none in common.
///
/// Incremental, as Seidel's linear programs (1991): while a half-space holds the nearest point of those before it,
/// nothing changes; where it does not, the nearest point lies on its boundary, and the problem loses a dimension.
pub(super) fn nearest_point(start: DVec3, spaces: &[HalfSpace], slack: Slack) -> Option<DVec3> {
    let mut point = start;
    for (index, space) in spaces.iter().enumerate() {
        if space.violation(point) > slack.outside {
            point = nearest_on_plane(start, space, &spaces[..index], slack)?;
        }
    }
    Some(point)
}

/// As [`nearest_point`], on the boundary plane of `on`.
fn nearest_on_plane(start: DVec3, on: &HalfSpace, spaces: &[HalfSpace], slack: Slack) -> Option<DVec3> {
    let foot = start + on.normal * on.violation(start);
    let mut point = foot;
    for (index, space) in spaces.iter().enumerate() {
        if space.violation(point) <= slack.outside {
            continue;
        }
        let direction = on.normal.cross(space.normal);
        if direction.length_squared() < PARALLEL {
            // The boundaries are parallel and all of this one is outside.
            if space.violation(point) <= slack.parallel {
                continue;
            }
            return None;
        }
        // Within the plane, towards the other boundary.
        let towards = space.normal - on.normal * on.normal.dot(space.normal);
        let origin = foot + towards * (space.violation(foot) / towards.length_squared());
        point = nearest_on_line(origin, direction.normalize(), &spaces[..index], slack)?;
    }
    Some(point)
}

/// The point of the line through `origin` that is nearest to it and in all half-spaces.
fn nearest_on_line(origin: DVec3, direction: DVec3, spaces: &[HalfSpace], slack: Slack) -> Option<DVec3> {
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for space in spaces {
        let slope = space.normal.dot(direction);
        let violation = space.violation(origin);
        if slope * slope < PARALLEL {
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
