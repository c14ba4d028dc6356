//! Walking on ground: along walls, over seams and steps.

use glam::{DVec3, Vec3};

use super::{
    space::{Space, Touch},
    support::{Legs, Support},
};
use crate::bsp::Obstacles;

/// Most legs of one way along walls.
const MAX_LEGS: u32 = 8;

/// A way that is less than this of the wished one is none.
const NOTHING: f64 = 1.0e-6;

/// A leg of the way of a body's centre.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stride {
    pub(super) from: Vec3,
    pub(super) to: Vec3,
    pub(super) desired: DVec3,
    pub(super) end: Option<Touch>,
}

/// Where a walk led.
#[derive(Clone, Debug)]
pub(super) struct Walked {
    pub(super) at: Vec3,
    /// The horizontal velocity that the walls left.
    pub(super) velocity: DVec3,
    pub(super) strides: Vec<Stride>,
    /// What it went against and was turned by.
    pub(super) blocked: Option<Touch>,
    /// How far it was pushed besides, in metres.
    pub(super) push: Vec3,
    /// What rounding took from a way that ended free, in metres.
    pub(super) lost: DVec3,
}

impl Legs {
    /// Walks a horizontal way; ground changes the height alone, all else is a wall.
    pub(super) fn walk<T: Obstacles>(
        &self,
        space: &Space<'_, T>,
        from: Vec3,
        way: DVec3,
        velocity: DVec3,
    ) -> Walked {
        let mut walked = Walked {
            at: from,
            velocity,
            strides: Vec::new(),
            blocked: None,
            push: Vec3::ZERO,
            lost: DVec3::ZERO,
        };
        let mut left = way;
        let mut met: Option<Touch> = None;
        let mut steepens = false;
        for _ in 0..MAX_LEGS {
            let mut touches = space.touches(walked.at);
            touches.extend(met);
            let around = self.surroundings(space, walked.at, &touches, left);
            let along = around.along(left);
            if along.length() < left.length() * (1.0 - 1.0e-6)
                && let Some(touch) = around.opposing(left)
            {
                walked.blocked.get_or_insert(touch);
                walked.velocity = around.along(walked.velocity);
            }
            if along.length() < NOTHING * way.length() {
                break;
            }
            let mut rise = around.rise(along);
            if steepens {
                // Something leans into the way down: first on, then down.
                rise = rise.max(0.0);
            }
            let advance = space.advance(walked.at, along.with_y(rise));
            walked.strides.push(Stride {
                from: walked.at,
                to: advance.at,
                desired: left,
                end: advance.hit,
            });
            steepens = advance.share < NOTHING && rise < 0.0;
            walked.at = advance.at;
            walked.push += advance.push;
            left *= 1.0 - advance.share;
            met = advance.hit;
            if met.is_none() {
                walked.lost = advance.lost.with_y(0.0);
                break;
            }
        }
        walked
    }

    /// As [`Legs::walk`], and over a step where a wall is in the way. The second value is what it stands on then.
    pub(super) fn walk_over<T: Obstacles>(
        &self,
        space: &Space<'_, T>,
        from: Vec3,
        way: DVec3,
        velocity: DVec3,
    ) -> (Walked, Option<Support>) {
        let flat = self.walk(space, from, way, velocity);
        if flat.blocked.is_none() || self.step_height <= 0.0 {
            return (flat, None);
        }
        match self.step_over(space, from, way, velocity, &flat) {
            Some((over, support)) => (over, Some(support)),
            None => (flat, None),
        }
    }

    /// Up, on and down, where that leads further than the way along the walls and ends on ground.
    fn step_over<T: Obstacles>(
        &self,
        space: &Space<'_, T>,
        from: Vec3,
        way: DVec3,
        velocity: DVec3,
        flat: &Walked,
    ) -> Option<(Walked, Support)> {
        let up = space.lift(from, DVec3::Y * (self.step_height + 2.0 * space.skin));
        let risen = f64::from(up.at.y - from.y);
        if risen < 2.0 * space.skin {
            return None;
        }
        let mut over = self.walk(space, up.at, way, velocity);
        let direction = way.normalize_or_zero();
        let progress = |to: Vec3| direction.dot(to.as_dvec3() - from.as_dvec3());
        let enough = progress(flat.at) + 0.01 * (way.length() - progress(flat.at));
        if progress(over.at) <= enough {
            return None;
        }
        let down = space.lift(over.at, DVec3::NEG_Y * (risen + self.step_height));
        down.hit?;
        if progress(down.at) <= enough {
            return None;
        }
        let support = self.support(space, down.at, way)?;
        if support.touch.point.y - space.feet(from) > self.step_height + 4.0 * space.skin {
            return None;
        }
        let stride = |from, to, end| Stride {
            from,
            to,
            desired: way,
            end,
        };
        over.strides.insert(0, stride(from, up.at, None));
        over.strides.push(stride(over.at, down.at, down.hit));
        over.at = down.at;
        over.push += down.push;
        Some((over, support))
    }

    /// The ground under a body that walked `way`, no more than a step below, and the place on it.
    pub(super) fn snap<T: Obstacles>(
        &self,
        space: &Space<'_, T>,
        at: Vec3,
        way: DVec3,
    ) -> Option<(Vec3, Support, Option<Stride>)> {
        if let Some(support) = self.support(space, at, way) {
            return Some((at, support, None));
        }
        let down = space.lift(at, DVec3::NEG_Y * (self.step_height + 2.0 * space.skin));
        let end = Some(down.hit?);
        let support = self.support(space, down.at, way)?;
        let stride = Stride {
            from: at,
            to: down.at,
            desired: DVec3::NEG_Y * self.step_height,
            end,
        };
        Some((down.at, support, Some(stride)))
    }
}
