//! Events caused by bodies: touching, using and crossing.

use bspwalk_geometry::Aabb;
use glam::{DVec2, DVec3};

use super::{motion::Pose, orders::Event};

/// Distance within which a body touches a mechanism, in metres. Bodies stop one skin width away from an obstacle.
const TOUCH: f64 = 0.04;

/// Extra reach of the use key, in metres. The line to be used may lie slightly inside the wall that the use ray hits.
const BEHIND_WALL: f64 = 0.05;

/// Events since the last step.
#[derive(Clone, Copy, Debug, Default)]
pub struct StepEvents<'a> {
    /// All bodies in the level.
    pub bodies: &'a [Body],
    /// Presses of the use key since the last step.
    pub uses: &'a [Use],
}

/// A body: an upright box or cylinder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Position of the feet at the last step (in metres), or the current position after a teleport.
    pub before: DVec3,
    /// Current position of the feet, in metres.
    pub feet: DVec3,
    /// Height, in metres.
    pub height: f64,
    /// Half the width, in metres.
    pub radius: f64,
}

/// A press of the use key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Use {
    /// Eye position, in metres.
    pub from: DVec3,
    /// Point (in metres) where the line of sight hits a face, or its end at maximum reach if it hits nothing. DOOM's
    /// reach is 2 m.
    pub to: DVec3,
    /// Mechanism that the hit face belongs to ([`Level::mechanism_of_face`](crate::Level::mechanism_of_face)).
    pub mechanism: Option<usize>,
}

impl Body {
    /// Returns the bounding box of the body's movement since the last step.
    fn bounds(&self) -> Aabb {
        let wide = DVec3::new(self.radius, 0.0, self.radius);
        let tall = DVec3::Y * self.height;
        let at = |feet: DVec3| [feet - wide, feet + wide + tall];
        Aabb::from_points(at(self.before).into_iter().chain(at(self.feet)))
    }

    fn crosses(&self, line: [DVec2; 2]) -> bool {
        part_at_line(self.before, self.feet, line).is_some()
    }
}

/// Returns where a movement crosses a line when seen from above, as a fraction of the movement. Also returns whether it
/// crosses from the right side of the line. Points on the line count as being on its left, so that a body that stops on
/// the line crosses it only once.
fn part_at_line(from: DVec3, to: DVec3, [a, b]: [DVec2; 2]) -> Option<(f64, bool)> {
    let flat = |point: DVec3| DVec2::new(point.x, point.z);
    let (from, to) = (flat(from), flat(to));
    let side = |point: DVec2| (b - a).perp_dot(point - a);
    let (before, after) = (side(from), side(to));
    if (before > 0.0) == (after > 0.0) {
        return None;
    }
    let part = before / (before - after);
    let at = from + (to - from) * part;
    let along = (at - a).dot(b - a);
    let is_within = (0.0..=(b - a).length_squared()).contains(&along);
    (part.is_finite() && is_within).then_some((part, before > 0.0))
}

impl StepEvents<'_> {
    /// Returns whether a body caused an event. `place` returns the bounding box of a mechanism's faces, and its pose.
    pub(super) fn is_caused_by_bodies(
        &self,
        event: &Event,
        place: impl Fn(u32) -> Option<(Aabb, Pose)>,
    ) -> bool {
        let touched = |bounds: &Aabb| self.bodies.iter().any(|body| body.bounds().intersects(bounds));
        match event {
            Event::Within(zone) => touched(zone),
            Event::Touched(mechanism) => place(*mechanism).is_some_and(|(bounds, pose)| {
                let corners = bounds.corners().map(|corner| pose.transform_point(corner));
                !bounds.is_empty() && touched(&Aabb::from_points(corners).inflated(TOUCH))
            }),
            Event::Used(mechanism) => {
                let mut uses = self.uses.iter();
                uses.any(|used| used.mechanism == Some(*mechanism as usize))
            }
            Event::Crossed(line) => self.bodies.iter().any(|body| body.crosses(*line)),
            Event::LineUsed(_) | Event::Called | Event::Start | Event::Leaves(_) | Event::Arrives(_) => false,
        }
    }

    /// Returns the first line that each use crosses, if the use crosses that line from the right side.
    pub(super) fn lines_crossed_by_uses(&self, lines: &[(usize, [DVec2; 2])]) -> Vec<usize> {
        let mut used: Vec<usize> = self
            .uses
            .iter()
            .filter_map(|used| {
                let reach = used.to + (used.to - used.from).normalize_or_zero() * BEHIND_WALL;
                let met = lines.iter().filter_map(|(caller, line)| {
                    let (part, from_right) = part_at_line(used.from, reach, *line)?;
                    Some((part, *caller, from_right))
                });
                let (_, caller, from_right) = met.min_by(|a, b| a.0.total_cmp(&b.0))?;
                from_right.then_some(caller)
            })
            .collect();
        used.sort_unstable();
        used.dedup();
        used
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_crossing_reports_time_and_side() {
        let line = [DVec2::ZERO, DVec2::X];
        let way =
            |from: f64, to: f64| part_at_line(DVec3::new(0.5, 0.0, from), DVec3::new(0.5, 0.0, to), line);
        // When seen from above with z pointing south, the right side of +x is south.
        assert_eq!(way(1.0, -1.0), Some((0.5, true)));
        assert_eq!(way(-1.0, 1.0), Some((0.5, false)));
        assert_eq!((way(1.0, 2.0), way(0.0, -1.0)), (None, None));
        assert_eq!(way(1.0, 0.0), Some((1.0, true)));
        let beside = part_at_line(DVec3::new(1.5, 0.0, 1.0), DVec3::new(1.5, 0.0, -1.0), line);
        assert_eq!(beside, None);
        assert_eq!(part_at_line(DVec3::NAN, DVec3::ONE, line), None);
    }
}
