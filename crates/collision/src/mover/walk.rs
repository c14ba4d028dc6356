//! Walking on the ground: along walls, over slopes, and up and down stairs.

use bspwalk_trees::Obstacles;
use glam::{DVec3, Vec3};

use super::support::{Support, TickSpace, WalkLimits};
use crate::{
    Capsule, Leg,
    slide::{Method, SlideResult, Space, Touch, slide_by},
};

const LOW_LIFTS: u32 = 4;

struct Climb {
    from: Vec3,
    displacement: DVec3,
    velocity: DVec3,
    ground: f64,
    obstacle: f64,
    /// Distance along the displacement (in metres) by which a climb must get farther than a plain walk.
    enough: f64,
}

enum Lifted {
    Climbed(Box<(SlideResult, Support)>),
    Blocked { low: f64, high: f64 },
    Failed,
}

impl Climb {
    /// Returns the distance from the start to `to` along the displacement, in metres.
    fn progress(&self, to: Vec3) -> f64 {
        let direction = self.displacement.normalize_or_zero();
        direction.dot(to.as_dvec3() - self.from.as_dvec3())
    }

    fn leads_to(&self, to: Vec3) -> bool {
        self.progress(to) > self.enough
    }
}

impl WalkLimits {
    /// Slides by a horizontal displacement. Walkable ground only changes the height; every other surface acts as a
    /// wall.
    fn walk(
        &self,
        space: &TickSpace<'_, impl Obstacles>,
        from: Vec3,
        displacement: DVec3,
        velocity: DVec3,
    ) -> SlideResult {
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

    /// Walks by a horizontal displacement, and climbs a stair if a wall is in the way.
    pub(super) fn walk_or_climb(
        &self,
        space: &TickSpace<'_, impl Obstacles>,
        from: Vec3,
        displacement: DVec3,
        velocity: DVec3,
    ) -> (SlideResult, Option<Support>) {
        let walked = self.walk(space, from, displacement, velocity);
        let Some(blocked) = walked.blocked.filter(|_| self.step_height > 0.0) else {
            return (walked, None);
        };
        match self.climb(space, from, displacement, velocity, (walked.at, blocked)) {
            Some((climbed, support)) => (climbed, Some(support)),
            None => (walked, None),
        }
    }

    /// Climbs a stair. Without the climb, the walk would stop at `walked_to` because of `blocked`.
    fn climb(
        &self,
        space: &TickSpace<'_, impl Obstacles>,
        from: Vec3,
        displacement: DVec3,
        velocity: DVec3,
        (walked_to, blocked): (Vec3, Touch),
    ) -> Option<(SlideResult, Support)> {
        // Measure the height of a stair from the ground, because a body standing on an edge has its feet below that
        // edge.
        let ground = self
            .find_walkable_touch(space, from)
            .map_or(f64::NEG_INFINITY, |touch| touch.point.y);
        let mut climb = Climb {
            from,
            displacement,
            velocity,
            ground: ground.max(space.feet(from)),
            obstacle: blocked.point.y,
            enough: 0.0,
        };
        let walked = climb.progress(walked_to);
        climb.enough = walked + 0.01 * (displacement.length() - walked);
        let height = self.step_height + climb.ground - space.feet(from) + 2.0 * space.skin;
        match self.climb_by(space, &climb, height) {
            Lifted::Climbed(climbed) => Some(*climbed),
            // Lifting the body less can only help if the obstacle is above its head before the lift.
            Lifted::Blocked { high, .. } if high > space.head(from) - space.skin => {
                self.climb_below(space, &climb, height)
            }
            Lifted::Blocked { .. } | Lifted::Failed => None,
        }
    }

    fn climb_below(
        &self,
        space: &TickSpace<'_, impl Obstacles>,
        climb: &Climb,
        height: f64,
    ) -> Option<(SlideResult, Support)> {
        let above = |point: f64| point - space.feet(climb.from) + 2.0 * space.skin;
        // The sill may be thin and higher than the landing position. Also, expanded planes keep a larger distance from
        // its edge.
        let mut higher = above(climb.obstacle);
        // If the body is short, the lintel may also block its foot when lifted.
        let is_short = 2.0 * f64::from(space.body.half_axis.y.abs()) < self.step_height;
        let mut lift = match self.height_of_stair(space, climb, height) {
            Some(stair) => stair + 0.5 * space.skin,
            None if is_short => higher,
            None => return None,
        };
        for _ in 0..LOW_LIFTS {
            match self.climb_by(space, climb, lift) {
                Lifted::Climbed(climbed) => return Some(*climbed),
                Lifted::Blocked { low, .. } => higher = higher.max(above(low)),
                Lifted::Failed => {}
            }
            if higher <= lift || higher > height {
                return None;
            }
            lift = higher;
        }
        None
    }

    /// Returns how much a climb raises the body's lowest point, or `None` if the body is blocked at that position.
    fn height_of_stair(
        &self,
        space: &TickSpace<'_, impl Obstacles>,
        climb: &Climb,
        height: f64,
    ) -> Option<f64> {
        let foot = Space {
            body: Capsule::sphere(space.body.radius),
            method: Method::Sweep,
            ..*space
        };
        let start = climb.from - Vec3::Y * space.body.half_axis.y.abs();
        let up = foot.advance_vertically(start, DVec3::Y * height).at;
        let on = foot.advance_vertically(up, climb.displacement).at;
        let offset = climb.from - start;
        if !climb.leads_to(on + offset) {
            return None;
        }
        let depth = f64::from(up.y - start.y) + self.step_height;
        let down = foot.advance_vertically(on, DVec3::NEG_Y * depth).at;
        Some(f64::from(down.y - start.y).max(0.0))
    }

    fn climb_by(&self, space: &TickSpace<'_, impl Obstacles>, climb: &Climb, height: f64) -> Lifted {
        let from = climb.from;
        let up = space.advance_vertically(from, DVec3::Y * height);
        let risen = f64::from(up.at.y - from.y);
        if risen < 2.0 * space.skin {
            return Lifted::Failed;
        }
        let mut climbed = self.walk(space, up.at, climb.displacement, climb.velocity);
        if !climb.leads_to(climbed.at) {
            let met = climbed.contacts.iter().map(|contact| f64::from(contact.point.y));
            let heights = met.chain(climbed.blocked.map(|touch| touch.point.y));
            return Lifted::Blocked {
                low: heights.clone().fold(f64::INFINITY, f64::min),
                high: heights.fold(f64::NEG_INFINITY, f64::max),
            };
        }
        let down = space.advance_vertically(climbed.at, DVec3::NEG_Y * (risen + self.step_height));
        if down.hit.is_none() || !climb.leads_to(down.at) {
            return Lifted::Failed;
        }
        let Some(support) = self.support(space, down.at, climb.displacement) else {
            return Lifted::Failed;
        };
        if support.touch.point.y - climb.ground > self.step_height + 4.0 * space.skin {
            return Lifted::Failed;
        }
        climbed.legs.insert(0, Leg { from, to: up.at });
        climbed.add(climbed.at, down.at, down.hit);
        climbed.push += down.push;
        Lifted::Climbed(Box::new((climbed, support)))
    }

    pub(super) fn follow_ground(
        &self,
        space: &TickSpace<'_, impl Obstacles>,
        at: Vec3,
        displacement: DVec3,
    ) -> Option<(Vec3, Support, Option<Touch>)> {
        if let Some(support) = self.support(space, at, displacement) {
            return Some((at, support, None));
        }
        let down = space.advance_vertically(at, DVec3::NEG_Y * (self.step_height + 2.0 * space.skin));
        down.hit?;
        let support = self.support(space, down.at, displacement)?;
        Some((down.at, support, down.hit))
    }
}
