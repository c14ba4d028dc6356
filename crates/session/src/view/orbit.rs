//! The orbit of the model view's camera: around a target, at a distance.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use glam::{BVec3, EulerRot, Mat4, Quat, Vec2, Vec3};

/// Least and greatest angle below the horizontal at which the camera looks at the model, in radians.
const PITCHES: [f32; 2] = [0.12, 1.5];

/// How steeply the first look at the model goes down, in radians below the horizontal.
const FIRST_PITCH: f32 = 0.95;

/// Directions that show a box from so much farther away show it about as large.
const ABOUT_AS_LARGE: f32 = 1.06;

/// The corners of a box, by its least and greatest one.
fn corners([min, max]: [Vec3; 2]) -> [Vec3; 8] {
    std::array::from_fn(|i| Vec3::select(BVec3::new(i & 1 > 0, i & 2 > 0, i & 4 > 0), max, min))
}

/// Where a camera is, and how it is turned: without a turn it looks to −Z, and up is Y.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Where it is, in metres.
    pub translation: Vec3,
    /// How it is turned.
    pub rotation: Quat,
}

impl Pose {
    /// From the space of the camera to the world.
    #[must_use]
    pub fn to_matrix(self) -> Mat4 {
        Mat4::from_rotation_translation(self.rotation, self.translation)
    }
}

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
    /// An orbit from which a box, by its least and greatest corner, is seen whole and as large as can be, the camera looking
    /// along the first angle and down by the second. `half` are half of the angles of view in radians, horizontally and
    /// vertically.
    #[must_use]
    pub fn framing([min, max]: [Vec3; 2], [yaw, pitch]: [f32; 2], half: Vec2) -> Self {
        let center = (min + max) * 0.5;
        let mut orbit = Self {
            target: center,
            yaw,
            pitch,
            distance: 1.0,
        };
        let rotation = orbit.rotation();
        let to_view = rotation.inverse();
        let slopes = half.map(f32::tan).max(Vec2::splat(1.0e-3));
        // How far the corners reach beyond planes through the middle that are parallel to the sides of the view.
        let mut reach = [Vec2::NEG_INFINITY; 2];
        for corner in corners([min, max]) {
            let seen = to_view * (corner - center);
            let (aside, near) = (seen.truncate(), slopes * seen.z);
            reach = [reach[0].max(near + aside), reach[1].max(near - aside)];
        }
        let aside = (reach[0] - reach[1]) * 0.5;
        orbit.distance = ((reach[0] + reach[1]) * 0.5 / slopes).max_element().max(1.0);
        orbit.target = center + rotation * aside.extend(0.0);
        // The camera turns around what it looks at in the middle of the box's height.
        let forward = rotation * Vec3::NEG_Z;
        let along = (center.y - orbit.target.y) / forward.y;
        if pitch > 0.3 && orbit.distance + along > 1.0 {
            orbit.target += forward * along;
            orbit.distance += along;
        }
        orbit
    }

    /// As [`Orbit::framing`], for the plan: straight from above, without perspective. The second angle is that to which the
    /// model returns.
    #[must_use]
    pub fn framing_plan([min, max]: [Vec3; 2], [yaw, pitch]: [f32; 2], half: Vec2) -> Self {
        let center = (min + max) * 0.5;
        let orbit = Self {
            target: center,
            yaw,
            pitch,
            distance: 1.0,
        };
        let slopes = half.map(f32::tan).max(Vec2::splat(1.0e-3));
        let to_view = orbit.pose_above().rotation.inverse();
        let aside = corners([min, max]).map(|corner| (to_view * (corner - center)).truncate().abs());
        let widest = aside.into_iter().fold(Vec2::ZERO, Vec2::max);
        Self {
            distance: (widest / slopes).max_element().max(1.0),
            ..orbit
        }
    }

    /// The orbit for the first look at a box: along one of its sides, so that it is as large as can be, which turns its long
    /// side across the view. Of directions that show it about as large, the nearest to `yaw`.
    #[must_use]
    pub fn first(bounds: [Vec3; 2], yaw: f32, half: Vec2, is_plan: bool) -> Self {
        let framed = [0.0, 1.0, 2.0, 3.0].map(|quarter| {
            let yaw = quarter * FRAC_PI_2;
            Self::whole(bounds, [yaw, FIRST_PITCH], half, is_plan)
        });
        let least = framed
            .iter()
            .map(|orbit| orbit.distance)
            .fold(f32::INFINITY, f32::min);
        let turn = |orbit: &Self| ((orbit.yaw - yaw + PI).rem_euclid(TAU) - PI).abs();
        framed
            .into_iter()
            .filter(|orbit| orbit.distance <= least * ABOUT_AS_LARGE)
            .min_by(|a, b| turn(a).total_cmp(&turn(b)))
            .unwrap_or(framed[0])
    }

    /// The orbit that frames a box in the model or the plan.
    #[must_use]
    pub fn whole(bounds: [Vec3; 2], angles: [f32; 2], half: Vec2, is_plan: bool) -> Self {
        if is_plan {
            Self::framing_plan(bounds, angles, half)
        } else {
            Self::framing(bounds, angles, half)
        }
    }

    /// The rotation of the camera.
    #[must_use]
    pub fn rotation(&self) -> Quat {
        Quat::from_euler(EulerRot::YXZ, self.yaw, -self.pitch, 0.0)
    }

    /// The pose of the camera.
    #[must_use]
    pub fn pose(&self) -> Pose {
        let rotation = self.rotation();
        Pose {
            translation: self.target + rotation * Vec3::Z * self.distance,
            rotation,
        }
    }

    /// The pose straight above the target, the top of the view being where the orbit looks.
    #[must_use]
    pub fn pose_above(&self) -> Pose {
        let above = Self {
            pitch: FRAC_PI_2,
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

    /// Boxes: long in each of the axes, high, and about square.
    const BOXES: [[Vec3; 2]; 4] = [
        [Vec3::ZERO, Vec3::new(30.0, 4.0, 12.0)],
        [Vec3::new(-3.0, 2.0, -7.0), Vec3::new(2.0, 5.0, 60.0)],
        [Vec3::splat(-3.0), Vec3::new(2.0, 9.0, 4.0)],
        [Vec3::ZERO, Vec3::new(20.0, 3.0, 21.0)],
    ];

    /// The box's sides in the view, from -1 to 1: the least and the greatest corner.
    fn frame(orbit: &Orbit, bounds: [Vec3; 2]) -> [Vec2; 2] {
        let places = corners(bounds).map(|corner| seen(orbit, corner));
        [
            places.into_iter().fold(Vec2::INFINITY, Vec2::min),
            places.into_iter().fold(Vec2::NEG_INFINITY, Vec2::max),
        ]
    }

    #[test]
    fn a_box_is_seen_whole_and_fills_the_view() {
        for bounds in BOXES {
            for yaw in [0.0, 0.8, 3.0] {
                for pitch in [0.4, 0.95, 1.3] {
                    let orbit = Orbit::framing(bounds, [yaw, pitch], HALF);
                    let [low, high] = frame(&orbit, bounds);
                    let case = format!("{bounds:?}, {yaw}, {pitch}: {low} to {high}");
                    assert!(low.cmpge(Vec2::splat(-1.001)).all(), "{case}");
                    assert!(high.cmple(Vec2::splat(1.001)).all(), "{case}");
                    // It reaches both sides of the view, to the left and right or above and below.
                    let fills = low.cmplt(Vec2::splat(-0.999)) & high.cmpgt(Vec2::splat(0.999));
                    assert!(fills.any(), "{case}");
                    assert!(
                        (orbit.target.y - (bounds[0].y + bounds[1].y) * 0.5).abs() < 1.0e-3,
                        "{case}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_first_look_turns_the_long_side_across_the_view() {
        for bounds in BOXES {
            for yaw in [0.0, 1.3, 3.0, 5.0] {
                for is_plan in [false, true] {
                    let orbit = Orbit::first(bounds, yaw, HALF, is_plan);
                    let size = bounds[1] - bounds[0];
                    let across = Quat::from_rotation_y(orbit.yaw) * Vec3::X;
                    let case = format!("{bounds:?}, {yaw}, {is_plan}: {orbit:?}");
                    if size.x > 1.2 * size.z {
                        assert!(across.x.abs() > 0.999, "{case}");
                    } else if size.z > 1.2 * size.x {
                        assert!(across.z.abs() > 0.999, "{case}");
                    }
                    // No other direction shows it much larger.
                    for quarter in 0..4 {
                        let angles = [quarter as f32 * FRAC_PI_2, orbit.pitch];
                        let other = Orbit::whole(bounds, angles, HALF, is_plan);
                        assert!(other.distance * ABOUT_AS_LARGE >= orbit.distance, "{case}");
                    }
                }
            }
        }
        // Where the sides are about as long, and where both ways along the long side are as good, it turns little.
        let square = Orbit::first(BOXES[3], 1.4, HALF, false);
        assert_eq!(square.yaw, FRAC_PI_2);
        let long = Orbit::first(BOXES[0], 2.9, HALF, false);
        assert_eq!(long.yaw, PI);
    }

    #[test]
    fn the_plan_frames_a_box_without_perspective() {
        for bounds in BOXES {
            let orbit = Orbit::framing_plan(bounds, [FRAC_PI_2, 0.7], HALF);
            let to_view = orbit.pose_above().rotation.inverse();
            let reach = orbit.distance * HALF.map(f32::tan);
            let places = corners(bounds).map(|corner| (to_view * (corner - orbit.target)).truncate() / reach);
            let widest = places
                .into_iter()
                .map(|place| place.abs().max_element())
                .fold(0.0, f32::max);
            assert!((0.999..1.001).contains(&widest), "{bounds:?}: {widest}");
            assert_eq!(orbit.pitch, 0.7);
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
        let mut orbit = Orbit::framing([Vec3::ZERO, Vec3::new(20.0, 3.0, 20.0)], [0.4, 0.95], HALF);
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
