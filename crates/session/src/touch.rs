//! Touch screen gestures. One finger looks around, two fingers walk, and a tap selects.
//!
//! In the model view, one finger rotates the camera, and two fingers pan and zoom. Positions are in screen points,
//! measured from the upper left corner.

use std::time::Duration;

use glam::Vec2;

use crate::view::Orbit;

/// Rotation of the view, in radians per point.
const LOOK: f32 = 0.0045;

/// Rotation of the model, in radians per point.
const TURN: f32 = 0.006;

/// Distance (in points) that two fingers must move for full walking speed.
const FULL: f32 = 60.0;

/// Maximum movement of a tap, in points.
const TAP: f32 = 12.0;

/// Maximum duration of a tap.
const TAP_LASTS: Duration = Duration::from_millis(400);

/// Time after the start of a touch during which a card can claim it.
const CARDS_KNOW: Duration = Duration::from_millis(100);

/// Panning distance of the model, in metres per screen point and per metre of camera distance.
const PAN: f32 = 0.0012;

/// Minimum and maximum distance of the camera from its target when zooming, in metres.
const DISTANCES: [f32; 2] = [0.5, 1.0e5];

/// A finger on the screen.
#[derive(Clone, Copy, Debug)]
struct Finger {
    id: u64,
    /// Time and position of the touch.
    since: Duration,
    from: Vec2,
    /// Position at the last call of [`Fingers::gesture`], and the current position.
    before: Vec2,
    at: Vec2,
    of_card: bool,
}

/// The fingers on the screen.
#[derive(Clone, Debug, Default)]
pub struct Fingers {
    /// Fingers, in the order of their first contact with the screen.
    down: Vec<Finger>,
    /// Whether several fingers have been down at once since the screen was last untouched.
    several: bool,
}

impl Fingers {
    /// Adds a finger or moves it. Times are measured from an arbitrary origin.
    pub fn put(&mut self, id: u64, at: Vec2, now: Duration) {
        self.put_from(id, [at, at], now);
    }

    /// Adds a finger that touched the screen at `from` and is now at `at`. It may have moved during a long frame.
    pub fn put_from(&mut self, id: u64, [from, at]: [Vec2; 2], now: Duration) {
        match self.down.iter_mut().find(|finger| finger.id == id) {
            Some(finger) => finger.at = at,
            None => self.down.push(Finger {
                id,
                since: now,
                from,
                before: from,
                at,
                of_card: false,
            }),
        }
    }

    /// Assigns the most recent touches to a card. Cards detect touches with a delay.
    pub fn assign_latest_to_card(&mut self, now: Duration) {
        for finger in &mut self.down {
            finger.of_card |= now.saturating_sub(finger.since) < CARDS_KNOW;
        }
    }

    /// Lifts a finger. Returns whether it was a tap.
    pub fn lift(&mut self, id: u64, at: Vec2, now: Duration) -> bool {
        let several = self.several;
        self.lose(id).is_some_and(|finger| {
            let is_short = now.saturating_sub(finger.since) < TAP_LASTS;
            is_short && finger.from.distance(at) < TAP && !finger.of_card && !several
        })
    }

    /// Removes a finger without a tap.
    pub fn cancel(&mut self, id: u64) {
        self.lose(id);
    }

    fn lose(&mut self, id: u64) -> Option<Finger> {
        let index = self.down.iter().position(|finger| finger.id == id)?;
        let finger = self.down.remove(index);
        self.several &= !self.down.is_empty();
        Some(finger)
    }

    /// Returns the gesture since the last call, ignoring fingers on cards.
    pub fn gesture(&mut self) -> Gesture {
        let mut in_world = self.down.iter().filter(|finger| !finger.of_card);
        let gesture = match (in_world.next(), in_world.next()) {
            (Some(first), Some(second)) => {
                self.several = true;
                let apart = |of: fn(&Finger) -> Vec2| of(first).distance(of(second));
                let (before, now) = (apart(|finger| finger.before), apart(|finger| finger.at));
                Gesture::Two {
                    way: ((first.at - first.from) + (second.at - second.from)) * (0.5 / FULL),
                    by: ((first.at - first.before) + (second.at - second.before)) * 0.5,
                    nearer: if before > 1.0 && now > 1.0 {
                        before / now
                    } else {
                        1.0
                    },
                }
            }
            (Some(finger), None) if !self.several => Gesture::One(finger.at - finger.before),
            _ => Gesture::None,
        };
        for finger in &mut self.down {
            finger.before = finger.at;
        }
        gesture
    }
}

/// Gesture of the fingers that are not on cards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Gesture {
    /// No gesture: no finger is down, or only one remains of several.
    #[default]
    None,
    /// One finger moved by this vector, in points to the right and down.
    One(Vec2),
    /// Two fingers are down.
    Two {
        /// Displacement to the right and down since the touch, as a fraction of the displacement for full walking
        /// speed.
        way: Vec2,
        /// Average movement of the fingers since the last call, in points to the right and down.
        by: Vec2,
        /// Previous distance between the fingers, divided by the current distance.
        nearer: f32,
    },
}

impl Gesture {
    /// Returns the rotation of the first-person view, in radians to the left and upward, if the gesture rotates it.
    pub fn turn(self) -> Option<[f32; 2]> {
        match self {
            Self::One(by) if by != Vec2::ZERO => Some((-by * LOOK).to_array()),
            _ => None,
        }
    }

    /// Returns the walking speed to the right and forward, as fractions of full speed. Moving the fingers up means
    /// walking forward.
    pub fn walk(self) -> Vec2 {
        match self {
            Self::Two { way, .. } => Vec2::new(way.x, -way.y).clamp_length_max(1.0),
            _ => Vec2::ZERO,
        }
    }

    /// Rotates and moves the camera of the model or the plan.
    pub fn move_orbit(self, orbit: &mut Orbit, is_plan: bool) {
        let pan = |orbit: &mut Orbit, by: Vec2| orbit.pan(Vec2::new(-by.x, by.y) * PAN * orbit.distance);
        match self {
            Self::None => {}
            Self::One(by) if is_plan => pan(orbit, by),
            Self::One(by) => orbit.turn(by * TURN),
            Self::Two { by, nearer, .. } => {
                pan(orbit, by);
                orbit.distance = (orbit.distance * nearer).clamp(DISTANCES[0], DISTANCES[1]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn after(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn one_finger_turns_by_its_movement() {
        let mut fingers = Fingers::default();
        assert_eq!(fingers.gesture(), Gesture::None);
        fingers.put(7, Vec2::new(100.0, 50.0), after(0));
        assert_eq!(fingers.gesture().turn(), None, "it rests");
        fingers.put(7, Vec2::new(104.0, 50.0), after(10));
        fingers.put(7, Vec2::new(110.0, 48.0), after(20));
        let gesture = fingers.gesture();
        assert_eq!(gesture, Gesture::One(Vec2::new(10.0, -2.0)));
        let [left, up] = gesture.turn().unwrap();
        assert!(left < 0.0 && up > 0.0, "the view follows the finger");
        assert_eq!(gesture.walk(), Vec2::ZERO);
        assert_eq!(fingers.gesture(), Gesture::One(Vec2::ZERO));
    }

    #[test]
    fn drag_within_a_frame_counts_and_is_no_tap() {
        let mut fingers = Fingers::default();
        let [from, at] = [Vec2::new(300.0, 50.0), Vec2::new(150.0, 50.0)];
        fingers.put_from(7, [from, at], after(0));
        assert_eq!(fingers.gesture(), Gesture::One(at - from));
        assert!(!fingers.lift(7, at, after(0)));
        // The starting position of a known finger does not change.
        fingers.put(8, from, after(10));
        fingers.put_from(8, [at, at], after(20));
        assert_eq!(fingers.gesture(), Gesture::One(at - from));
    }

    #[test]
    fn two_fingers_walk_until_all_are_lifted() {
        let mut fingers = Fingers::default();
        for (id, x) in [(1, 100.0), (2, 200.0)] {
            fingers.put(id, Vec2::new(x, 300.0), after(0));
        }
        assert_eq!(fingers.gesture().walk(), Vec2::ZERO);
        for (id, x) in [(1, 100.0), (2, 200.0)] {
            fingers.put(id, Vec2::new(x, 300.0 - FULL * 0.5), after(10));
        }
        for _ in 0..2 {
            let gesture = fingers.gesture();
            assert_eq!(gesture.walk(), Vec2::new(0.0, 0.5));
            assert_eq!(gesture.turn(), None);
        }
        fingers.put(1, Vec2::new(100.0 + 9.0 * FULL, 300.0), after(20));
        assert!((fingers.gesture().walk().length() - 1.0).abs() < 1.0e-6);
        assert!(!fingers.lift(1, Vec2::new(100.0, 300.0), after(30)));
        fingers.put(2, Vec2::ZERO, after(40));
        assert_eq!(fingers.gesture(), Gesture::None);
        assert!(!fingers.lift(2, Vec2::new(200.0, 300.0), after(50)));
        fingers.put(3, Vec2::ZERO, after(60));
        assert_eq!(fingers.gesture(), Gesture::One(Vec2::ZERO));
    }

    #[test]
    fn tap_is_short_and_still_and_off_cards() {
        let from = Vec2::new(30.0, 40.0);
        let tapped = |to: Vec2, end: u64| {
            let mut fingers = Fingers::default();
            fingers.put(1, from, after(0));
            fingers.lift(1, to, after(end))
        };
        assert!(tapped(from + Vec2::X, 300));
        assert!(!tapped(from + 2.0 * TAP, 300));
        assert!(!tapped(from, 500));
        let mut fingers = Fingers::default();
        assert!(!fingers.lift(1, from, after(0)), "it never came down");
        fingers.put(1, from, after(0));
        fingers.assign_latest_to_card(after(16));
        fingers.put(1, from + 50.0, after(20));
        assert_eq!(fingers.gesture(), Gesture::None);
        // A finger that moves onto a card does not count as a touch on the card.
        fingers.put(2, from, after(200));
        fingers.assign_latest_to_card(after(400));
        fingers.put(2, from + Vec2::X, after(410));
        assert_eq!(fingers.gesture(), Gesture::One(Vec2::X));
        assert!(!fingers.lift(1, from, after(420)));
        assert!(fingers.lift(2, from, after(430)));
        fingers.put(3, from, after(500));
        fingers.cancel(3);
        assert!(!fingers.lift(3, from, after(510)));
    }

    #[test]
    fn gestures_move_the_orbit() {
        let first = Orbit {
            pitch: 0.9,
            distance: 20.0,
            ..Orbit::default()
        };
        let lead = |gesture: Gesture, is_plan: bool| {
            let mut orbit = first;
            gesture.move_orbit(&mut orbit, is_plan);
            orbit
        };
        assert_eq!(lead(Gesture::None, false), first);
        assert_eq!(lead(Gesture::One(Vec2::ZERO), false), first);
        let turned = lead(Gesture::One(Vec2::new(10.0, 10.0)), false);
        assert!(turned.yaw != first.yaw && turned.pitch > first.pitch && turned.target == first.target);
        // The plan does not rotate but moves with the finger.
        let moved = lead(Gesture::One(Vec2::X), true);
        assert!(moved.target.x < 0.0 && moved.yaw == first.yaw);
        let parted = Gesture::Two {
            way: Vec2::ZERO,
            by: Vec2::ZERO,
            nearer: 0.5,
        };
        assert_eq!(lead(parted, false).distance, 10.0);
    }
}
