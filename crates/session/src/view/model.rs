//! Cutaway model view: its orbiting camera and the height of the cut.

use bspwalk_draw::raster::{Camera, Lens};
use bspwalk_levels::Level;
use glam::Vec2;

use super::{
    framing::{model_half_angles, shown_bounds},
    orbit::{Orbit, Pose},
};

/// Vertical field of view of the model, in radians. A wide angle would distort the model.
pub const MODEL_ANGLE: f32 = 0.8;

/// Default height of the cut above the eye, in metres.
pub const ABOVE_EYES: f32 = 0.3;

/// Returns half the horizontal and vertical field of view of the model, in radians.
///
/// `aspect` is width divided by height. `share` is the fraction of the view to cover, in each direction.
pub fn half_angles(aspect: f32, share: Vec2) -> Vec2 {
    let up = (MODEL_ANGLE * 0.5).tan();
    (Vec2::new(up * aspect, up) * share).map(f32::atan)
}

/// A cutaway model and the camera that looks at it from outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// Whether the view is a plan: from straight above and orthographic.
    pub is_plan: bool,
    /// Position of the camera.
    pub orbit: Orbit,
    /// Height of the cut, in metres.
    pub cut: f32,
}

impl Model {
    /// Returns the initial view, which shows the whole storey below the cut. `aspect` is width divided by
    /// height.
    ///
    /// Among directions that show the storey at about the same size, the camera uses the one nearest to `yaw`, which is
    /// in radians to the left of −Z.
    pub fn first(level: &Level, cut: f32, yaw: f32, aspect: f32, is_plan: bool) -> Self {
        Self::first_beside(level, cut, yaw, (aspect, 0.0), is_plan)
    }

    /// Like [`Model::first`], but leaves the fraction `free` of the view's width free at its left side, for a legend.
    pub fn first_beside(
        level: &Level,
        cut: f32,
        yaw: f32,
        (aspect, free): (f32, f32),
        is_plan: bool,
    ) -> Self {
        let half = model_half_angles(half_angles(aspect, Vec2::ONE));
        Self {
            is_plan,
            orbit: Orbit::first_beside(shown_bounds(level, cut), yaw, half, free, is_plan),
            cut,
        }
    }

    /// Returns the pose of the camera.
    pub fn pose(&self) -> Pose {
        if self.is_plan {
            self.orbit.pose_above()
        } else {
            self.orbit.pose()
        }
    }

    /// Returns the height (in metres) of the area that the plan shows.
    pub fn height_of_plan(&self) -> f32 {
        2.0 * self.orbit.distance * (MODEL_ANGLE * 0.5).tan()
    }

    /// Returns the camera for the software renderer.
    pub fn camera(&self) -> Camera {
        let pitch = if self.is_plan {
            std::f64::consts::FRAC_PI_2
        } else {
            f64::from(self.orbit.pitch)
        };
        Camera {
            eye: self.pose().translation.as_dvec3(),
            yaw: f64::from(self.orbit.yaw),
            pitch: -pitch,
            lens: if self.is_plan {
                Lens::Parallel(f64::from(self.height_of_plan()))
            } else {
                Lens::Perspective(f64::from(MODEL_ANGLE))
            },
            cut: Some(f64::from(self.cut)),
        }
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_testing::small_trees;

    use super::*;

    /// The first view contains everything below the cut, from every direction.
    #[test]
    fn first_view_shows_the_whole_storey() {
        let (_, level) = small_trees::room();
        let cut = level.spawn.eye.y as f32 + ABOVE_EYES;
        let size = [320, 180];
        for is_plan in [false, true] {
            let model = Model::first(&level, cut, 0.4, 16.0 / 9.0, is_plan);
            let projection = model.camera().projection(size);
            let corners = level.triangles.iter().flat_map(|triangle| triangle.corners);
            let mut widest: f64 = 0.0;
            for corner in corners.filter(|corner| corner.y <= f64::from(cut)) {
                let (place, depth) = projection.place_times_depth(corner);
                for (at, size) in place.into_iter().zip(size) {
                    let off = (2.0 * at / depth / f64::from(size) - 1.0).abs();
                    assert!(off < 1.0, "{corner} is not seen: {off}");
                    widest = widest.max(off);
                }
            }
            assert!(widest > 0.8, "{widest}");
        }
    }
}
