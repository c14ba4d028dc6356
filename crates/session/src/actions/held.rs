//! Keys and sticks that the user is holding.

use std::mem;

use bspwalk_collision::mover::script::Ticks;
use glam::Vec2;

use super::{
    source::Turn,
    table::{Effect, Motion},
};

/// Turn rate of a held key, in degrees per second.
pub const TURN_RATE: f32 = 100.0;

/// Movement keys that are held, and movement keys tapped since the last step.
///
/// Taps are stored because a key can be pressed and released between two steps.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HeldInput {
    held: [bool; Motion::ALL.len()],
    tapped: [bool; Motion::ALL.len()],
    turning: [bool; Turn::ALL.len()],
    /// Walking speed to the right and forward from touch input and sticks, as fractions of full speed.
    way: Vec2,
    /// Turn rate to the left and upward from sticks, as fractions of [`TURN_RATE`].
    look: Vec2,
    /// Whether the use key was pressed since the last step.
    uses: bool,
}

impl HeldInput {
    /// Presses a movement key.
    pub fn press(&mut self, motion: Motion) {
        let held = mem::replace(&mut self.held[motion as usize], true);
        self.tapped[motion as usize] |= !held;
    }

    /// Releases a movement key.
    pub fn release(&mut self, motion: Motion) {
        self.held[motion as usize] = false;
    }

    /// Presses the keys with the given effects and releases all others.
    pub fn set(&mut self, effects: &[Effect]) {
        for motion in Motion::ALL {
            if effects.contains(&Effect::Move(motion)) {
                self.press(motion);
            } else {
                self.release(motion);
            }
        }
        for turn in Turn::ALL {
            self.turn(turn, effects.contains(&Effect::Turn(turn)));
        }
    }

    /// Releases all keys, because the window or the terminal lost focus.
    pub fn release_all(&mut self) {
        *self = Self::default();
    }

    /// Requests that the body use the entity in front of it in the next step.
    pub fn use_in_front(&mut self) {
        self.uses = true;
    }

    /// Returns whether a movement key is held.
    pub fn is_held(&self, motion: Motion) -> bool {
        self.held[motion as usize]
    }

    /// Returns whether any input moves the body along the ground.
    pub fn has_ground_input(&self) -> bool {
        let along = [Motion::Forward, Motion::Back, Motion::Left, Motion::Right];
        self.way != Vec2::ZERO || along.into_iter().any(|motion| self.held[motion as usize])
    }

    /// Sets the walking speed to the right and forward from touch input or sticks, as fractions of full speed.
    ///
    /// The speed applies until the next call. Keys take precedence.
    pub fn set_walk_speed(&mut self, way: Vec2) {
        self.way = way;
    }

    /// Presses or releases a key that turns the view.
    pub fn turn(&mut self, turn: Turn, is_down: bool) {
        self.turning[turn as usize] = is_down;
    }

    /// Sets the turn rate to the left and upward from sticks, as fractions of [`TURN_RATE`].
    ///
    /// The rate applies until the next call.
    pub fn look(&mut self, shares: Vec2) {
        self.look = shares;
    }

    /// Returns the rotation of the view by held keys and sticks during `seconds`, in degrees to the left and upward.
    pub fn rotation_during(&self, seconds: f32) -> [f32; 2] {
        let held = Turn::ALL.into_iter().filter(|&turn| self.turning[turn as usize]);
        let held = held.map(|turn| Vec2::from(turn.left_and_up())).sum::<Vec2>();
        ((held + self.look) * TURN_RATE * seconds).into()
    }

    /// Returns the input for one step and clears the taps. Opposite keys cancel each other, and each tap counts once.
    pub fn take_step_input(&mut self) -> Ticks {
        let tapped = mem::take(&mut self.tapped);
        let along = |positive: Motion, negative: Motion, way: f32| {
            let of = |keys: &[bool; Motion::ALL.len()]| {
                f32::from(i8::from(keys[positive as usize]) - i8::from(keys[negative as usize]))
            };
            let held = of(&self.held);
            let wanted = [held, of(&tapped), way];
            wanted.into_iter().find(|&share| share != 0.0).unwrap_or_default()
        };
        let is_down = |motion: Motion| self.held[motion as usize] || tapped[motion as usize];
        Ticks {
            ticks: 1,
            forward: along(Motion::Forward, Motion::Back, self.way.y),
            right: along(Motion::Right, Motion::Left, self.way.x),
            up: along(Motion::Up, Motion::Down, 0.0),
            yaw: None,
            pitch: None,
            jump: is_down(Motion::Up),
            crouch: is_down(Motion::Down),
            fast: is_down(Motion::Fast),
            uses: mem::take(&mut self.uses),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposite_keys_cancel_and_a_tap_counts_once() {
        let mut held = HeldInput::default();
        held.press(Motion::Forward);
        held.release(Motion::Forward);
        assert_eq!(held.take_step_input().forward, 1.0);
        assert_eq!(held.take_step_input().forward, 0.0);
        held.press(Motion::Left);
        held.press(Motion::Right);
        assert_eq!(held.take_step_input().right, 0.0);
        held.release(Motion::Right);
        assert_eq!(held.take_step_input().right, -1.0);
        held.press(Motion::Up);
        held.press(Motion::Fast);
        let wanted = held.take_step_input();
        assert!(wanted.jump && wanted.fast && !wanted.crouch);
        held.set_walk_speed(Vec2::new(0.5, 0.25));
        assert!(held.has_ground_input());
        assert_eq!(
            [held.take_step_input().right, held.take_step_input().forward],
            [-1.0, 0.25]
        );
        held.release_all();
        assert_eq!(
            held.take_step_input(),
            Ticks {
                ticks: 1,
                ..Ticks::default()
            }
        );
    }

    #[test]
    fn set_replaces_the_held_keys() {
        let mut held = HeldInput::default();
        held.set(&[Effect::Move(Motion::Forward), Effect::Turn(Turn::Left)]);
        held.set(&[Effect::Move(Motion::Left), Effect::Capture]);
        assert_eq!(held.rotation_during(1.0), [0.0; 2]);
        let Ticks { forward, right, .. } = held.take_step_input();
        assert_eq!([forward, right], [1.0, -1.0], "a tap counts");
        assert_eq!(held.take_step_input().forward, 0.0);
    }

    #[test]
    fn turn_keys_turn_while_held() {
        let mut held = HeldInput::default();
        assert_eq!(held.rotation_during(1.0), [0.0; 2]);
        held.turn(Turn::Right, true);
        held.turn(Turn::Up, true);
        assert_eq!(held.rotation_during(0.5), [-0.5 * TURN_RATE, 0.5 * TURN_RATE]);
        held.turn(Turn::Left, true);
        assert_eq!(held.rotation_during(0.5), [0.0, 0.5 * TURN_RATE]);
        held.turn(Turn::Up, false);
        held.look(Vec2::new(0.25, -2.0));
        assert_eq!(held.rotation_during(0.5), [0.125 * TURN_RATE, -TURN_RATE]);
        held.release_all();
        assert_eq!(held.rotation_during(1.0), [0.0; 2]);
    }
}
