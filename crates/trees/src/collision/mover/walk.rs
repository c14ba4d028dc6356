//! Walking on ground: along walls, up stairs, and down with the ground.

use glam::{DVec3, Vec3};

use super::support::{Support, TickSpace, WalkLimits};
use crate::{
    Obstacles,
    collision::{
        Leg,
        slide::{Slid, Touch, slide_by},
    },
};

impl WalkLimits {
    /// Slides by a horizontal displacement: ground changes the height alone, and everything else is a wall.
    fn walk(
        &self,
        space: &TickSpace<'_, impl Obstacles>,
        from: Vec3,
        displacement: DVec3,
        velocity: DVec3,
    ) -> Slid {
        let touches = space.touches(from);
        slide_by(
            space,
            from,
            touches,
            displacement,
            velocity,
            |at, touches, left| self.constraints(space, at, touches, left),
        )
    }

    /// Walks by a horizontal displacement, and up a stair where a wall is in the way. Returns what the body stands on if it
    /// went up a stair.
    pub(super) fn walk_or_climb(
        &self,
        space: &TickSpace<'_, impl Obstacles>,
        from: Vec3,
        displacement: DVec3,
        velocity: DVec3,
    ) -> (Slid, Option<Support>) {
        let walked = self.walk(space, from, displacement, velocity);
        if walked.blocked.is_none() || self.step_height <= 0.0 {
            return (walked, None);
        }
        match self.climb(space, from, displacement, velocity, walked.at) {
            Some((climbed, support)) => (climbed, Some(support)),
            None => (walked, None),
        }
    }

    /// Up, on and down a stair; `None` unless that leads further than to `walked_to` and ends on ground.
    fn climb(
        &self,
        space: &TickSpace<'_, impl Obstacles>,
        from: Vec3,
        displacement: DVec3,
        velocity: DVec3,
        walked_to: Vec3,
    ) -> Option<(Slid, Support)> {
        // A stair is measured from the ground: the feet of a body on an edge are below it.
        let ground = self
            .standing(space, from)
            .map_or(f64::NEG_INFINITY, |touch| touch.point.y);
        let ground = ground.max(space.feet(from));
        let height = self.step_height + ground - space.feet(from);
        let up = space.lift(from, DVec3::Y * (height + 2.0 * space.skin));
        let risen = f64::from(up.at.y - from.y);
        if risen < 2.0 * space.skin {
            return None;
        }
        let mut climbed = self.walk(space, up.at, displacement, velocity);
        let direction = displacement.normalize_or_zero();
        let progress = |to: Vec3| direction.dot(to.as_dvec3() - from.as_dvec3());
        let walked = progress(walked_to);
        let enough = walked + 0.01 * (displacement.length() - walked);
        if progress(climbed.at) <= enough {
            return None;
        }
        let down = space.lift(climbed.at, DVec3::NEG_Y * (risen + self.step_height));
        down.hit?;
        if progress(down.at) <= enough {
            return None;
        }
        let support = self.support(space, down.at, displacement)?;
        if support.touch.point.y - ground > self.step_height + 4.0 * space.skin {
            return None;
        }
        climbed.legs.insert(0, Leg { from, to: up.at });
        climbed.add(climbed.at, down.at, down.hit);
        climbed.push += down.push;
        Some((climbed, support))
    }

    /// The ground under a body that walked by a displacement, a stair below it at the most: the place on it, what holds the
    /// body up there, and what the body met on the way down, if it had to go down.
    pub(super) fn follow_ground(
        &self,
        space: &TickSpace<'_, impl Obstacles>,
        at: Vec3,
        displacement: DVec3,
    ) -> Option<(Vec3, Support, Option<Touch>)> {
        if let Some(support) = self.support(space, at, displacement) {
            return Some((at, support, None));
        }
        let down = space.lift(at, DVec3::NEG_Y * (self.step_height + 2.0 * space.skin));
        down.hit?;
        let support = self.support(space, down.at, displacement)?;
        Some((down.at, support, down.hit))
    }
}
