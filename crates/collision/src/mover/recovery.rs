//! The end of a tick: checks whether the body may stay at its new position, and updates the eye.

use bspwalk_trees::Obstacles;
use glam::{DVec3, Vec3};

use super::{CollisionMethod, Event, Mode, Mover, Placement, Pose, PutBackReason, Tick, rates};
use crate::{Capsule, is_clear, sweep};

/// Fraction of the radius that must be clear of faces after a tick.
pub(super) const CLEAR: f32 = 0.9995;

/// Maximum distance of a body from the level, in metres. Beyond it, `f32` coordinates are too coarse.
const FARTHEST: f64 = 1.0e5;

/// Minimum distance of the eye from a ceiling, in metres.
const EYE_RADIUS: f32 = 0.1;

impl Mover {
    /// Returns the body to an earlier pose if its new position is not valid. `start` is its pose at the start of the
    /// tick.
    pub(super) fn put_back_if_invalid(&mut self, tree: &impl Obstacles, start: Pose, tick: &mut Tick) {
        // The ground at the start of the tick may not have been firm.
        let start = Pose {
            grounded: false,
            ..start
        };
        let bounds = tree.bounds();
        let position = self.position.as_dvec3();
        let is_within = if bounds.is_empty() {
            position.abs().max_element() <= FARTHEST
        } else {
            let reach = bounds.inflated(FARTHEST);
            let bottom = match self.mode {
                Mode::Fly => reach.min.y,
                Mode::Walk => bounds.min.y - f64::from(self.params.fall_out_margin),
            };
            // The comparisons are written so that NaN fails them.
            position.cmpge(reach.min).all() && position.cmple(reach.max).all() && position.y >= bottom
        };
        tick.clear = self.is_clear(tree);
        if !is_within {
            let reason = if self.position.is_finite() {
                PutBackReason::FellOut
            } else {
                PutBackReason::NoRoom
            };
            let good = self.memory.good.unwrap_or(start);
            self.put_back(tree, good, reason, tick);
        } else if !matches!(self.method, CollisionMethod::Ati | CollisionMethod::Quake) {
            let crossed = tick.legs.iter().any(|leg| tree.is_blocked(leg.from, leg.to));
            if !tick.clear || crossed {
                self.put_back(tree, start, PutBackReason::NoRoom, tick);
            }
        }
        let stands = self.mode == Mode::Fly || self.grounded && self.memory.stands_firm;
        self.memory.been_clear |= tick.clear;
        // The first clear position counts as good, even if the body has not been on firm ground yet.
        if tick.clear && (stands || self.memory.good.is_none()) {
            self.memory.good = Some(Pose {
                grounded: self.grounded && stands,
                ..self.pose()
            });
        }
    }

    pub(super) fn is_clear(&self, tree: &impl Obstacles) -> bool {
        let body = self.body();
        is_clear(tree, body.with_radius(body.radius * CLEAR), self.position)
    }

    /// Returns the body to a good pose, at rest.
    ///
    /// If the body was grounded in that pose, it is grounded immediately; otherwise it would slide off an edge.
    pub(super) fn put_back(
        &mut self,
        tree: &impl Obstacles,
        pose: Pose,
        why: PutBackReason,
        tick: &mut Tick,
    ) {
        let feet = if pose.feet.is_finite() {
            pose.feet
        } else {
            Vec3::ZERO
        };
        self.crouched = pose.crouched;
        self.grounded = pose.grounded;
        self.velocity = Vec3::ZERO;
        self.memory.leave_surroundings();
        self.memory.eye_offset = 0.0;
        self.memory.eye_rate = 0.0;
        self.memory.lost = DVec3::ZERO;
        self.position = feet + Vec3::Y * self.half_height();
        tick.events.push(Event::PutBack { why });
        tick.clear = self.is_clear(tree);
        if !tick.clear && tree.has_thing_in(&self.bounds_at(self.position, 0.0)) {
            self.leave_thing(tree);
            tick.clear = self.is_clear(tree);
        }
    }

    /// Moves the restored body out of a thing that now occupies its position, through walls if necessary.
    fn leave_thing(&mut self, tree: &impl Obstacles) {
        let been_clear = self.memory.been_clear;
        self.grounded = false;
        for may_pass_walls in [false, true] {
            self.memory.been_clear = !may_pass_walls;
            if self.place(tree, self.position) != Placement::NoRoom {
                break;
            }
        }
        self.memory.been_clear = been_clear;
    }

    pub(super) fn settle_eye(&mut self, tree: &impl Obstacles, seconds: f64) {
        let most = self.most_eye_offset();
        let offset = self.memory.eye_offset.clamp(-most, most);
        let time = f64::from(self.params.eye_smoothing);
        let (mut offset, rate) = rates::step_spring(offset, self.memory.eye_rate, time, seconds);
        if offset > 0.0 && self.mode == Mode::Walk && self.method != CollisionMethod::Ati {
            let from = self.resting_eye();
            let above = Vec3::Y * offset as f32;
            if let Some(hit) = sweep(tree, Capsule::sphere(EYE_RADIUS), from, from + above).hit {
                offset *= hit.t;
            }
        }
        (self.memory.eye_offset, self.memory.eye_rate) = (offset, rate);
    }
}
