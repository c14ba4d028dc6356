//! Riding: detects a moving thing under a body and lets it carry the body along.

use bspwalk_geometry::Aabb;
use bspwalk_trees::{NodeTree, Obstacles};
use glam::{DVec3, Vec3};

use super::{Mode, Mover, Pose};
use crate::{
    slide::{self, Method, Space},
    surroundings::Surroundings,
    things::{Assembly, Isometry, Owner, Placed},
    tolerance::MOVER_SKIN_RELATIVE,
};

impl Mover {
    /// Returns the bounds of the body centred at `center`, enlarged by twice the skin plus `margin` metres.
    pub(super) fn bounds_at(&self, center: Vec3, margin: f64) -> Aabb {
        let skin = slide::skin(MOVER_SKIN_RELATIVE, self.body(), center);
        let extents = self.body().extents().as_dvec3() + (2.0 * skin + margin);
        let center = center.as_dvec3();
        Aabb {
            min: center - extents,
            max: center + extents,
        }
    }

    pub(super) fn stands_on(&self, level: &NodeTree, things: &[Placed<'_>], thing: usize) -> bool {
        self.mode == Mode::Walk && self.grounded && self.supports(level, things, self.position, thing)
    }

    pub(super) fn good_pose_stands_on(&self, level: &NodeTree, things: &[Placed<'_>], thing: usize) -> bool {
        let Some(good) = self.memory.good.filter(|good| good.grounded) else {
            return false;
        };
        if self.mode != Mode::Walk || !good.feet.is_finite() {
            return false;
        }
        let mut there = self.clone();
        there.crouched = good.crouched;
        let center = good.feet + Vec3::Y * there.half_height();
        there.bounds_at(center, 0.0).intersects(&things[thing].bounds())
            && there.supports(level, things, center, thing)
    }

    fn supports(&self, level: &NodeTree, things: &[Placed<'_>], center: Vec3, thing: usize) -> bool {
        let all = Assembly::new(level, things);
        let faces = Surroundings::within(&all, self.body(), center, 0.0);
        let space = Space {
            tree: &faces,
            body: self.body(),
            method: Method::Sweep,
            skin: slide::skin(MOVER_SKIN_RELATIVE, self.body(), center),
        };
        let support = self.walk_limits().support(&space, center, DVec3::ZERO);
        support.is_some_and(|support| all.owner(support.touch.contact.triangle) == Owner::Thing(thing))
    }

    /// Returns the displacement of a body carried by a motion. The body's lowest point follows the motion, and the body
    /// stays upright.
    pub(super) fn carried_displacement(&self, by: &Isometry) -> DVec3 {
        let feet = self.feet().as_dvec3();
        by.point(feet) - feet
    }

    /// Returns whether a falling body can keep up with ground that is moving down.
    pub(super) fn can_follow(&self, by: &Isometry, seconds: f64) -> bool {
        -self.carried_displacement(by).y <= f64::from(self.params.terminal_speed) * seconds
    }

    pub(super) fn rotate_ground_normal(&mut self, by: &Isometry) {
        self.memory.ground = by.vector(self.memory.ground);
    }

    pub(super) fn move_good_pose(&mut self, by: &Isometry) {
        self.memory.good = self.memory.good.map(|good| Pose {
            feet: by.point(good.feet.as_dvec3()).as_vec3(),
            ..good
        });
    }
}
