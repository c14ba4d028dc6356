//! Validates the mechanisms of a level that was read from a compiled file.

use bspwalk_geometry::Aabb;
use bspwalk_progress::{CheckError, Progress, ensure};
use bspwalk_text::message;
use glam::{DVec2, DVec3};

use super::{
    MOST, Mechanism,
    motion::{Corner, Motion},
    orders::{Again, Call, Callee, Caller, Event, Order},
};
use crate::{Level, assemble::MAX_METRES};

/// Longest time that anything waits, in seconds.
const MOST_SECONDS: f64 = 1.0e9;

fn is_time(seconds: f64) -> bool {
    (0.0..=MOST_SECONDS).contains(&seconds)
}

fn is_near(point: DVec3) -> bool {
    point.is_finite() && point.abs().max_element() <= 4.0 * MAX_METRES
}

fn is_speed(speed: f64) -> bool {
    speed.is_finite() && speed > 0.0
}

impl Level {
    /// Checks that all indices are in range and all numbers are finite.
    pub(crate) fn check_mechanisms(&self, progress: &Progress) -> Result<(), CheckError> {
        let is_few = self.mechanisms.len() <= MOST && self.callers.len() <= 2 * MOST;
        ensure(is_few, message!("check-mechanisms-count"))?;
        let mut is_owned = vec![false; self.objects.len()];
        progress.check_each_numbered(
            message!("check-kind-mechanism"),
            &self.mechanisms,
            |_, mechanism| {
                // No two mechanisms may share faces.
                let owned = is_owned.get_mut(mechanism.object as usize);
                let is_free = owned.is_some_and(|owned| !std::mem::replace(owned, true));
                ensure(is_free && mechanism.is_whole(), message!("check-mechanism"))
            },
        )?;
        progress.check_each_numbered(message!("check-kind-caller"), &self.callers, |_, caller| {
            let is_whole = caller.is_whole(self.mechanisms.len(), self.callers.len());
            ensure(is_whole, message!("check-caller"))
        })
    }
}

impl Mechanism {
    /// Returns whether all its numbers are usable.
    pub(crate) fn is_whole(&self) -> bool {
        self.motion.is_whole() && self.start.is_finite() && self.first.is_none_or(|order| order.is_whole())
    }
}

impl Motion {
    fn is_whole(&self) -> bool {
        match self {
            Self::Slide { from, to } => is_near(*from) && is_near(*to),
            Self::Turn {
                axis,
                point,
                from,
                to,
            } => {
                let is_angle = |degrees: f64| degrees.abs() <= MAX_METRES;
                axis.is_normalized() && is_near(*point) && is_angle(*from) && is_angle(*to)
            }
            Self::Track { corners, then } => {
                let is_whole = |corner: &Corner| {
                    is_near(corner.offset)
                        && corner.wait.is_none_or(is_time)
                        && corner.speed.is_none_or(is_speed)
                };
                let is_there = then.is_none_or(|then| (then as usize) < corners.len());
                !corners.is_empty() && corners.iter().all(is_whole) && is_there
            }
        }
    }
}

impl Order {
    pub(crate) fn is_whole(&self) -> bool {
        let is_place = |at: f64| (0.0..=1.0).contains(&at);
        let is_held = !matches!(self.again, Again::Held(seconds) if !is_time(seconds));
        is_place(self.to)
            && is_place(self.back)
            && is_speed(self.speed)
            && self.wait.is_none_or(is_time)
            && is_held
    }
}

impl Caller {
    /// Returns whether all its numbers are usable in a level with this many mechanisms and callers.
    fn is_whole(&self, mechanisms: usize, callers: usize) -> bool {
        let is_call = |call: &Call| {
            let is_there = match call.to {
                Callee::Mechanism(number, order) => (number as usize) < mechanisms && order.is_whole(),
                Callee::Caller(number) => (number as usize) < callers,
            };
            is_there && is_time(call.delay)
        };
        let is_line = |line: &[DVec2; 2]| line.iter().all(|point| point.is_finite());
        let is_box = |zone: &Aabb| zone.min.is_finite() && zone.max.is_finite();
        let is_event = match &self.on {
            Event::Called | Event::Start => true,
            Event::Within(zone) => is_box(zone),
            Event::Crossed(line) | Event::LineUsed(line) => is_line(line),
            Event::Touched(number) | Event::Used(number) | Event::Leaves(number) | Event::Arrives(number) => {
                (*number as usize) < mechanisms
            }
        };
        is_event && self.again.is_none_or(is_time) && self.calls.iter().all(is_call)
    }
}
