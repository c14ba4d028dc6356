//! Orbit of the model view's camera around a target.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use glam::{BVec3, EulerRot, Mat4, Quat, Vec2, Vec3};

/// Minimum and maximum pitch of the camera, in radians below the horizontal.
const PITCHES: [f32; 2] = [0.12, 1.5];

/// Pitch of the initial view, in radians below the horizontal.
const FIRST_PITCH: f32 = 0.95;

/// Maximum ratio of camera distances at which two directions count as showing a box at about the same size.
const ABOUT_AS_LARGE: f32 = 1.06;

fn corners([min, max]: [Vec3; 2]) -> [Vec3; 8] {
    std::array::from_fn(|i| Vec3::select(BVec3::new(i & 1 > 0, i & 2 > 0, i & 4 > 0), max, min))
}

/// Position and rotation of a camera. Without rotation it looks along −Z, and Y is up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Position, in metres.
    pub translation: Vec3,
    /// Rotation from camera space to world space.
    pub rotation: Quat,
}

impl Pose {
    /// Returns the transform from camera space to world space.
    pub fn to_matrix(self) -> Mat4 {
        Mat4::from_rotation_translation(self.rotation, self.translation)
    }
}

/// Returns the slopes of the sides of a view: right and top, then left and bottom. `half` is half the field of view in
/// radians. `free` is the fraction of the width that is left free, at the left side.
fn slopes(half: Vec2, free: f32) -> [Vec2; 2] {
    let least = Vec2::splat(1.0e-3);
    let slopes = half.map(f32::tan).max(least);
    let left = slopes.x * (1.0 - 2.0 * free);
    [slopes, slopes.with_x(left.max(least.x - slopes.x))]
}

/// Orbit of the model view's camera.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Orbit {
    /// Target of the camera, in metres.
    pub target: Vec3,
    /// Angle of the view direction to the left of −Z, in radians.
    pub yaw: f32,
    /// Angle of the view direction below the horizontal, in radians.
    pub pitch: f32,
    /// Distance from the target, in metres.
    pub distance: f32,
}

impl Orbit {
    /// Returns the orbit that shows all of a box as large as possible. `[min, max]` are the box's corners.
    ///
    /// `yaw` and `pitch` are the angles of the orbit. `half` is half the horizontal and vertical field of
    /// view, in radians.
    pub fn framing(bounds: [Vec3; 2], angles: [f32; 2], half: Vec2) -> Self {
        Self::framing_beside(bounds, angles, half, 0.0)
    }

    /// Like [`Orbit::framing`], but leaves the given fraction of the view's width free, at its left side.
    fn framing_beside([min, max]: [Vec3; 2], [yaw, pitch]: [f32; 2], half: Vec2, free: f32) -> Self {
        let center = (min + max) * 0.5;
        let mut orbit = Self {
            target: center,
            yaw,
            pitch,
            distance: 1.0,
        };
        let rotation = orbit.rotation();
        let to_view = rotation.inverse();
        // Slopes of the frustum's side planes: right and top, then left and bottom.
        let slopes = slopes(half, free);
        // Maximum distances of the corners from the planes through the centre that are parallel to the frustum's side
        // planes.
        let mut reach = [Vec2::NEG_INFINITY; 2];
        for corner in corners([min, max]) {
            let seen = to_view * (corner - center);
            let (aside, near) = (seen.truncate(), slopes.map(|slopes| slopes * seen.z));
            reach = [reach[0].max(near[0] + aside), reach[1].max(near[1] - aside)];
        }
        let distances = (reach[0] + reach[1]) / (slopes[0] + slopes[1]);
        orbit.distance = distances.max_element().max(1.0);
        let aside = (reach[0] - reach[1] - (slopes[0] - slopes[1]) * orbit.distance) * 0.5;
        orbit.target = center + rotation * aside.extend(0.0);
        // Move the target to half the box's height, so that the camera orbits that point.
        let forward = rotation * Vec3::NEG_Z;
        let along = (center.y - orbit.target.y) / forward.y;
        if pitch > 0.3 && orbit.distance + along > 1.0 {
            orbit.target += forward * along;
            orbit.distance += along;
        }
        orbit
    }

    /// Returns the orbit that shows a whole box in the plan, which is an orthographic view from straight above.
    ///
    /// Takes the same parameters as [`Orbit::framing`]. The pitch only takes effect after switching back to the model.
    pub fn framing_plan(bounds: [Vec3; 2], angles: [f32; 2], half: Vec2) -> Self {
        Self::framing_plan_beside(bounds, angles, half, 0.0)
    }

    /// Like [`Orbit::framing_plan`], but leaves the given fraction of the view's width free, at its left side.
    fn framing_plan_beside([min, max]: [Vec3; 2], [yaw, pitch]: [f32; 2], half: Vec2, free: f32) -> Self {
        let center = (min + max) * 0.5;
        let orbit = Self {
            target: center,
            yaw,
            pitch,
            distance: 1.0,
        };
        let [high, low] = slopes(half, free);
        let rotation = orbit.pose_above().rotation;
        let to_view = rotation.inverse();
        let aside = corners([min, max]).map(|corner| (to_view * (corner - center)).truncate().abs());
        let widest = aside.into_iter().fold(Vec2::ZERO, Vec2::max);
        let distance = (widest / ((high + low) * 0.5)).max_element().max(1.0);
        let aside = (low - high) * distance * 0.5;
        Self {
            target: center + rotation * aside.extend(0.0),
            distance,
            ..orbit
        }
    }

    /// Returns the initial orbit for a box. It looks along a side of the box and shows the box as large as possible.
    ///
    /// The box's long side therefore runs across the view. Among directions that show the box at about the same size,
    /// the orbit uses the one nearest to `yaw`.
    pub fn first(bounds: [Vec3; 2], yaw: f32, half: Vec2, is_plan: bool) -> Self {
        Self::first_beside(bounds, yaw, half, 0.0, is_plan)
    }

    /// Like [`Orbit::first`], but leaves a part of the view free at its left side. `free` is this part's fraction of the
    /// width, less than 1.
    pub fn first_beside(bounds: [Vec3; 2], yaw: f32, half: Vec2, free: f32, is_plan: bool) -> Self {
        let framed = [0.0, 1.0, 2.0, 3.0].map(|quarter| {
            let angles = [quarter * FRAC_PI_2, FIRST_PITCH];
            match is_plan {
                true => Self::framing_plan_beside(bounds, angles, half, free),
                false => Self::framing_beside(bounds, angles, half, free),
            }
        });
        let distances = framed.iter().map(|orbit| orbit.distance);
        let least = distances.fold(f32::INFINITY, f32::min);
        let turn = |orbit: &Self| ((orbit.yaw - yaw + PI).rem_euclid(TAU) - PI).abs();
        framed
            .into_iter()
            .filter(|orbit| orbit.distance <= least * ABOUT_AS_LARGE)
            .min_by(|a, b| turn(a).total_cmp(&turn(b)))
            .unwrap_or(framed[0])
    }

    /// Returns the orbit that frames a whole box in the model or the plan.
    pub fn whole(bounds: [Vec3; 2], angles: [f32; 2], half: Vec2, is_plan: bool) -> Self {
        if is_plan {
            Self::framing_plan(bounds, angles, half)
        } else {
            Self::framing(bounds, angles, half)
        }
    }

    /// Returns the rotation of the camera.
    pub fn rotation(&self) -> Quat {
        Quat::from_euler(EulerRot::YXZ, self.yaw, -self.pitch, 0.0)
    }

    /// Returns the pose of the camera.
    pub fn pose(&self) -> Pose {
        let rotation = self.rotation();
        Pose {
            translation: self.target + rotation * Vec3::Z * self.distance,
            rotation,
        }
    }

    /// Returns the pose straight above the target. The orbit's horizontal direction points to the top of the view.
    pub fn pose_above(&self) -> Pose {
        let above = Self {
            pitch: FRAC_PI_2,
            ..*self
        };
        above.pose()
    }

    /// Rotates the camera by angles to the right and down, in radians.
    pub fn turn(&mut self, by: Vec2) {
        self.yaw = (self.yaw - by.x).rem_euclid(TAU);
        self.pitch = (self.pitch + by.y).clamp(PITCHES[0], PITCHES[1]);
    }

    /// Moves the target by distances to the right and away from the camera, in metres.
    pub fn pan(&mut self, by: Vec2) {
        self.target += Quat::from_rotation_y(self.yaw) * Vec3::new(by.x, 0.0, -by.y);
    }

    /// Moves a fraction of the distance to another orbit, rotating in the shorter direction. Returns whether the orbit
    /// has been reached.
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
        // A constant factor per step makes the speed look uniform at any distance.
        self.distance *= (goal.distance / self.distance).powf(share);
        false
    }

    /// Zooms in or out by a factor. `point` keeps its position on the screen.
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

    /// Boxes that are long in x, long in z, tall, and nearly square.
    const BOXES: [[Vec3; 2]; 4] = [
        [Vec3::ZERO, Vec3::new(30.0, 4.0, 12.0)],
        [Vec3::new(-3.0, 2.0, -7.0), Vec3::new(2.0, 5.0, 60.0)],
        [Vec3::splat(-3.0), Vec3::new(2.0, 9.0, 4.0)],
        [Vec3::ZERO, Vec3::new(20.0, 3.0, 21.0)],
    ];

    /// Returns the minimum and maximum corner of the box in view coordinates, which range from -1 to 1.
    fn frame(orbit: &Orbit, bounds: [Vec3; 2]) -> [Vec2; 2] {
        let places = corners(bounds).map(|corner| seen(orbit, corner));
        [
            places.into_iter().fold(Vec2::INFINITY, Vec2::min),
            places.into_iter().fold(Vec2::NEG_INFINITY, Vec2::max),
        ]
    }

    #[test]
    fn framing_fits_the_box_to_the_view() {
        for bounds in BOXES {
            for yaw in [0.0, 0.8, 3.0] {
                for pitch in [0.4, 0.95, 1.3] {
                    let orbit = Orbit::framing(bounds, [yaw, pitch], HALF);
                    let [low, high] = frame(&orbit, bounds);
                    let case = format!("{bounds:?}, {yaw}, {pitch}: {low} to {high}");
                    assert!(low.cmpge(Vec2::splat(-1.001)).all(), "{case}");
                    assert!(high.cmple(Vec2::splat(1.001)).all(), "{case}");
                    // The box touches two opposite sides of the view.
                    let fills = low.cmplt(Vec2::splat(-0.999)) & high.cmpgt(Vec2::splat(0.999));
                    assert!(fills.any(), "{case}");
                    let middle = (bounds[0].y + bounds[1].y) * 0.5;
                    assert!((orbit.target.y - middle).abs() < 1.0e-3, "{case}");
                }
            }
        }
    }

    #[test]
    fn first_orbit_shows_the_long_side() {
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
                    // No other direction shows the box at a much larger size.
                    for quarter in 0..4 {
                        let angles = [quarter as f32 * FRAC_PI_2, orbit.pitch];
                        let other = Orbit::whole(bounds, angles, HALF, is_plan);
                        assert!(other.distance * ABOUT_AS_LARGE >= orbit.distance, "{case}");
                    }
                }
            }
        }
        // If several directions are nearly equally good, the camera rotates as little as possible.
        let square = Orbit::first(BOXES[3], 1.4, HALF, false);
        assert_eq!(square.yaw, FRAC_PI_2);
        let long = Orbit::first(BOXES[0], 2.9, HALF, false);
        assert_eq!(long.yaw, PI);
    }

    #[test]
    fn plan_frames_a_box_without_perspective() {
        for bounds in BOXES {
            let orbit = Orbit::framing_plan(bounds, [FRAC_PI_2, 0.7], HALF);
            let to_view = orbit.pose_above().rotation.inverse();
            let reach = orbit.distance * HALF.map(f32::tan);
            let places = corners(bounds).map(|corner| (to_view * (corner - orbit.target)).truncate() / reach);
            let widest = places.map(|place| place.abs().max_element());
            let widest = widest.into_iter().fold(0.0, f32::max);
            assert!((0.999..1.001).contains(&widest), "{bounds:?}: {widest}");
            assert_eq!(orbit.pitch, 0.7);
        }
    }

    #[test]
    fn first_orbit_leaves_the_left_side_free() {
        for bounds in BOXES {
            for free in [0.0, 0.25, 0.6] {
                let orbit = Orbit::first_beside(bounds, 0.8, HALF, free, false);
                let [low, high] = frame(&orbit, bounds);
                let case = format!("{bounds:?}, {free}: {low} to {high}");
                assert!(low.x > 2.0 * free - 1.001 && high.x < 1.001, "{case}");
                assert!(low.y > -1.001 && high.y < 1.001, "{case}");

                let plan = Orbit::first_beside(bounds, 0.8, HALF, free, true);
                let to_view = plan.pose_above().rotation.inverse();
                let reach = plan.distance * HALF.x.tan();
                for corner in corners(bounds) {
                    let place = (to_view * (corner - plan.target)).x / reach;
                    assert!(place > 2.0 * free - 1.001 && place < 1.001, "{case}: {place}");
                }
            }
        }
    }

    #[test]
    fn approach_takes_the_shorter_rotation() {
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
            yaw: FRAC_PI_2,
            ..Orbit::default()
        };
        orbit.pan(Vec2::new(0.0, 2.0));
        assert!(orbit.target.distance(Vec3::new(-2.0, 0.0, 0.0)) < 1.0e-5);
        orbit.turn(Vec2::new(0.0, -9.0));
        assert_eq!(orbit.pitch, PITCHES[0]);
    }
}
