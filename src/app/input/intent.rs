//! Where the user wants to go.

use std::mem;

use bevy::prelude::*;
use bspwalk_trees::collision::mover::script::Ticks;

/// What the movement keys ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveKeys {
    /// +x to the right, +y up in the world, −z along the view; each −1 to 1.
    pub direction: Vec3,
    /// Jump.
    pub jump: bool,
    /// Crouch.
    pub crouch: bool,
    /// Move faster.
    pub fast: bool,
    /// Use what is in front.
    pub uses: bool,
}

impl MoveKeys {
    /// These keys and, where they ask for nothing, the others.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            direction: Vec3::select(self.direction.cmpne(Vec3::ZERO), self.direction, other.direction),
            jump: self.jump || other.jump,
            crouch: self.crouch || other.crouch,
            fast: self.fast || other.fast,
            uses: self.uses || other.uses,
        }
    }

    /// What the keys want of one step; the view is the body's own.
    #[must_use]
    pub fn ticks(self) -> Ticks {
        Ticks {
            ticks: 1,
            forward: -self.direction.z,
            right: self.direction.x,
            up: self.direction.y,
            jump: self.jump,
            crouch: self.crouch,
            fast: self.fast,
            uses: self.uses,
            yaw: None,
            pitch: None,
        }
    }

    /// What of these keys the others do not ask for.
    pub(super) fn without(self, other: Self) -> Self {
        Self {
            direction: Vec3::select(self.direction.cmpne(other.direction), self.direction, Vec3::ZERO),
            jump: self.jump && !other.jump,
            crouch: self.crouch && !other.crouch,
            fast: self.fast && !other.fast,
            uses: self.uses && !other.uses,
        }
    }
}

/// Where the user wants to go.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveIntent {
    /// The keys that are held.
    pub held: MoveKeys,
    /// The keys that were pressed since the last fixed step, even if they are released again: steps can be further apart
    /// than a tap is long.
    pub(super) pressed: MoveKeys,
}

impl MoveIntent {
    /// The keys for a fixed step: those that are held, and those that were pressed since the step before.
    pub fn take(&mut self) -> MoveKeys {
        self.held.or(mem::take(&mut self.pressed))
    }

    /// What is in front is used with the next step.
    pub fn use_in_front(&mut self) {
        self.pressed.uses = true;
    }

    /// Forgets what was pressed.
    pub fn forget(&mut self) {
        self.pressed = MoveKeys::default();
    }
}
