//! The orbit of the model view's camera: around a target, at a distance.

use std::f32::consts::{PI, TAU};

use bevy::prelude::*;

/// Least and greatest angle below the horizontal at which the camera looks at the model, in radians.
const PITCHES: [f32; 2] = [0.12, 1.5];

/// Where the camera of the model view is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Orbit {
    /// What it looks at, in metres.
    pub target: Vec3,
    /// The direction that it looks in: radians to the left of −Z.
    pub yaw: f32,
    /// How steeply it looks down, in radians below the horizontal.
    pub pitch: f32,
    /// How far from the target it is, in metres.
    pub distance: f32,
}

impl Orbit {
    /// An orbit from which a box is seen whole, the camera looking along `yaw`. `half` are half of the angles of view in
    /// radians, horizontally and vertically.
    #[must_use]
    pub fn around(min: Vec3, max: Vec3, yaw: f32, half: Vec2) -> Self {
        Self::framing([min, max], [yaw, 0.95], half)
    }

    /// As [`Orbit::around`], of a box by its least and greatest corner, the camera looking down by the second angle.
    #[must_use]
    pub fn framing([min, max]: [Vec3; 2], [yaw, pitch]: [f32; 2], half: Vec2) -> Self {
        let target = (min + max) * 0.5;
        let mut orbit = Self {
            target,
            yaw,
            pitch,
            distance: 1.0,
        };
        let to_view = orbit.rotation().inverse();
        // Every corner must be within the pyramid of the view.
        let slopes = half.map(f32::tan);
        orbit.distance = (0..8)
            .map(|i| {
                let pick = |bit: u32, low: f32, high: f32| if i >> bit & 1 == 0 { low } else { high };
                let corner = Vec3::new(
                    pick(0, min.x, max.x),
                    pick(1, min.y, max.y),
                    pick(2, min.z, max.z),
                );
                let seen = to_view * (corner - target);
                seen.z + (seen.truncate().abs() / slopes).max_element()
            })
            .fold(1.0, f32::max);
        orbit
    }

    /// The rotation of the camera.
    #[must_use]
    pub fn rotation(&self) -> Quat {
        Quat::from_euler(EulerRot::YXZ, self.yaw, -self.pitch, 0.0)
    }

    /// The pose of the camera.
    #[must_use]
    pub fn pose(&self) -> Transform {
        let rotation = self.rotation();
        Transform::from_translation(self.target + rotation * Vec3::Z * self.distance).with_rotation(rotation)
    }

    /// The pose straight above the target, the top of the view being where the orbit looks.
    #[must_use]
    pub fn pose_above(&self) -> Transform {
        let above = Self {
            pitch: std::f32::consts::FRAC_PI_2,
            ..*self
        };
        above.pose()
    }

    /// Turns by so many radians to the right and down.
    pub fn turn(&mut self, by: Vec2) {
        self.yaw = (self.yaw - by.x).rem_euclid(TAU);
        self.pitch = (self.pitch + by.y).clamp(PITCHES[0], PITCHES[1]);
    }

    /// Moves the target by so many metres to the right and away from the camera.
    pub fn pan(&mut self, by: Vec2) {
        self.target += Quat::from_rotation_y(self.yaw) * Vec3::new(by.x, 0.0, -by.y);
    }

    /// Goes a share of the way to another orbit, turning the short way. Returns whether it is there.
    pub fn approach(&mut self, goal: &Self, share: f32) -> bool {
        let turn = (goal.yaw - self.yaw + PI).rem_euclid(TAU) - PI;
        let (tilt, shift) = (goal.pitch - self.pitch, goal.target - self.target);
        let off = shift.length() + (goal.distance - self.distance).abs();
        if turn.abs() + tilt.abs() < 2.0e-3 && off < 2.0e-3 * goal.distance {
            *self = *goal;
            return true;
        }
        self.yaw += turn * share;
        self.pitch += tilt * share;
        self.target += shift * share;
        // A constant factor a time looks steady, whatever the distance.
        self.distance *= (goal.distance / self.distance).powf(share);
        false
    }

    /// Goes nearer to a point by a factor, or away from it: the point keeps its place on the screen.
    pub fn zoom(&mut self, factor: f32, point: Vec3, distances: [f32; 2]) {
        let distance = (self.distance * factor).clamp(distances[0], distances[1]);
        self.target = point + (self.target - point) * (distance / self.distance);
        self.distance = distance;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALF: Vec2 = Vec2::new(0.7, 0.45);

    fn seen(orbit: &Orbit, point: Vec3) -> Vec2 {
        let seen = orbit.pose().to_matrix().inverse().transform_point3(point);
        assert!(seen.z < 0.0, "{point} is behind the camera");
        seen.truncate() / -seen.z / HALF.map(f32::tan)
    }

    #[test]
    fn a_box_is_seen_whole_and_fills_the_view() {
        for (min, max) in [
            (Vec3::ZERO, Vec3::new(30.0, 4.0, 12.0)),
            (Vec3::splat(-3.0), Vec3::new(2.0, 9.0, 40.0)),
        ] {
            for yaw in [0.0, 0.8, 3.0] {
                let orbit = Orbit::around(min, max, yaw, HALF);
                let corners = (0..8).map(|i| {
                    let pick = |bit: usize| if i >> bit & 1 == 0 { min[bit] } else { max[bit] };
                    seen(&orbit, Vec3::new(pick(0), pick(1), pick(2)))
                });
                let widest = corners.map(|place| place.abs().max_element()).fold(0.0, f32::max);
                assert!((0.99..1.001).contains(&widest), "{widest}");
            }
        }
    }

    #[test]
    fn a_flight_to_another_orbit_arrives_by_the_short_way() {
        let mut orbit = Orbit::framing([Vec3::ZERO, Vec3::splat(30.0)], [0.1, 0.9], HALF);
        let goal = Orbit::framing([Vec3::splat(4.0), Vec3::splat(5.0)], [TAU - 0.2, 0.4], HALF);
        let mut frames = 0;
        while !orbit.approach(&goal, 0.2) {
            assert!(orbit.yaw < 0.11, "it turned the long way: {}", orbit.yaw);
            assert!(orbit.distance > goal.distance * 0.99 && orbit.distance.is_finite());
            frames += 1;
            assert!(frames < 200, "{orbit:?} does not arrive");
        }
        assert_eq!(orbit, goal);
    }

    #[test]
    fn zooming_keeps_the_point_and_its_limits() {
        let mut orbit = Orbit::around(Vec3::ZERO, Vec3::new(20.0, 3.0, 20.0), 0.4, HALF);
        let point = Vec3::new(4.0, 2.0, 13.0);
        let before = seen(&orbit, point);
        orbit.zoom(0.5, point, [1.0, 1000.0]);
        assert!(seen(&orbit, point).distance(before) < 1.0e-4);
        orbit.zoom(1.0e-6, point, [1.0, 1000.0]);
        assert_eq!(orbit.distance, 1.0);
    }

    #[test]
    fn panning_follows_the_view() {
        let mut orbit = Orbit {
            yaw: std::f32::consts::FRAC_PI_2,
            ..Orbit::default()
        };
        orbit.pan(Vec2::new(0.0, 2.0));
        assert!(
            orbit.target.distance(Vec3::new(-2.0, 0.0, 0.0)) < 1.0e-5,
            "{}",
            orbit.target
        );
        orbit.turn(Vec2::new(0.0, -9.0));
        assert_eq!(orbit.pitch, PITCHES[0]);
    }
}
