//! The projection of the model view, which hides everything above the cut.
//!
//! The near plane of the projection is the cutting plane. See Lengyel, "Oblique View Frustum Depth Projection and
//! Clipping", 2005; here, depth decreases from 1 at the near plane to 0. The cut therefore applies to the whole scene,
//! regardless of the pass that draws an object.

use bspwalk_session::view::Pose;
use glam::{Mat4, Vec2, Vec3, Vec4};

/// Distance of the near plane in front of the cut, as a fraction of the eye's distance. Lines and polygons on the cut
/// are pulled towards the eye by less than this, so they are not clipped.
pub const MARGIN: f32 = 1.5e-3;

/// A projection that draws only the space below a horizontal plane.
#[derive(Clone, Debug, PartialEq)]
pub struct CutProjection {
    /// Vertical field of view, in radians; `None` for an orthographic projection.
    pub field_of_view: Option<f32>,
    /// Visible height (in metres) at the target, for an orthographic projection.
    pub height: f32,
    /// Aspect ratio, width over height.
    pub aspect: f32,
    /// Position of the target in the view, from -1 to 1 right and up. It is the centre of the area that the cards leave
    /// free.
    pub shift: Vec2,
    /// Distances to the near plane (without a cut) and to the far plane, in metres.
    pub depths: [f32; 2],
    /// The cutting plane in view space: unit normal towards the drawn side, and signed distance of the eye. The
    /// distance is negative if the eye is above the cut. `None` draws everything.
    pub cut: Option<Vec4>,
}

impl CutProjection {
    /// Returns the cutting plane at a height (in metres) for a camera with this pose. `None` if the camera is not above
    /// it.
    pub fn cut_at(height: f32, camera: &Pose) -> Option<Vec4> {
        let above = camera.translation.y - height;
        let height = height + MARGIN * above;
        let down = camera.rotation.inverse() * Vec3::NEG_Y;
        (above > 1.0e-3).then(|| down.extend(height - camera.translation.y))
    }

    /// Returns the origin (in metres) and the unit direction of the picking ray through a position in the view, from -1
    /// to 1 right and up. The ray starts at the cut if the camera is above it.
    pub fn line_through(&self, camera: &Pose, at: Vec2, cut: f32) -> [Vec3; 2] {
        let at = (at - self.shift) * self.half();
        let Pose {
            translation,
            rotation,
        } = *camera;
        let (from, direction) = match self.field_of_view {
            Some(_) => (translation, rotation * at.extend(-1.0).normalize()),
            None => (translation + rotation * at.extend(0.0), rotation * Vec3::NEG_Z),
        };
        let above = from.y - cut;
        let from = if above > 0.0 && direction.y < 0.0 {
            from + direction * (above / -direction.y)
        } else {
            from
        };
        [from, direction]
    }

    /// Shifts a clip matrix so that the target appears at [`CutProjection::shift`].
    fn shifted(&self, clip: Mat4) -> Mat4 {
        Mat4::from_translation(self.shift.extend(0.0)) * clip
    }

    /// Returns half the width and height of the view at the target or, with perspective, at unit distance from the
    /// camera.
    fn half(&self) -> Vec2 {
        let half = match self.field_of_view {
            Some(angle) => (angle * 0.5).tan(),
            None => self.height * 0.5,
        };
        Vec2::new(half * self.aspect, half)
    }

    /// Returns the matrix from view space to clip space.
    pub fn clip_from_view(&self) -> Mat4 {
        let half = self.half();
        let [near, far] = self.depths;
        let Some(_) = self.field_of_view else {
            // In an orthographic view from straight above, the cut has the same depth everywhere.
            let near = self
                .cut
                .map_or(near, |cut| -cut.w - MARGIN * (far + cut.w).max(0.0));
            let clip = Mat4::orthographic_rh(-half.x, half.x, -half.y, half.y, far.max(near + 1.0), near);
            return self.shifted(clip);
        };
        let mut clip =
            Mat4::perspective_infinite_reverse_rh(self.field_of_view.unwrap_or(1.0), self.aspect, near);
        if let Some(cut) = self.cut {
            // Depth is 1 at the cut and decreases away from it. The scale keeps it positive in the whole view.
            let widest = half * (1.0 + self.shift.abs());
            let scale = 1.0 / widest.extend(1.0).length();
            clip.x_axis.z = -scale * cut.x;
            clip.y_axis.z = -scale * cut.y;
            clip.z_axis.z = -1.0 - scale * cut.z;
            clip.w_axis.z = -scale * cut.w;
        }
        self.shifted(clip)
    }

    /// Returns the corners of the view frustum between two view-space z coordinates, which are negative in front of the
    /// camera. The four near corners come first, counter-clockwise from the lower right.
    pub fn corners(&self, near: f32, far: f32) -> [Vec3; 8] {
        let half = self.half();
        let ring = [(1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)];
        std::array::from_fn(|i| {
            let (x, y) = ring[i % 4];
            let z = if i < 4 { near } else { far };
            let at = if self.field_of_view.is_some() {
                z.abs()
            } else {
                1.0
            };
            let place = (Vec2::new(x, y) - self.shift) * half * at;
            place.extend(z)
        })
    }
}

#[cfg(test)]
mod tests {
    use glam::{EulerRot, Quat};

    use super::*;

    fn camera(pitch: f32) -> Pose {
        Pose {
            translation: Vec3::new(3.0, 20.0, -4.0),
            rotation: Quat::from_euler(EulerRot::YXZ, 0.7, pitch, 0.0),
        }
    }

    fn projection(camera: &Pose, field_of_view: Option<f32>) -> CutProjection {
        CutProjection {
            field_of_view,
            height: 12.0,
            aspect: 16.0 / 9.0,
            shift: Vec2::new(0.1, 0.3),
            depths: [0.05, 500.0],
            cut: CutProjection::cut_at(2.0, camera),
        }
    }

    /// Returns the depth of a point, or `None` if it is not drawn.
    fn drawn(projection: &CutProjection, camera: &Pose, point: Vec3) -> Option<f32> {
        let seen = camera.to_matrix().inverse().transform_point3(point);
        let clip = projection.clip_from_view() * seen.extend(1.0);
        let inside = clip.w > 0.0 && clip.truncate().truncate().abs().max_element() <= clip.w;
        (inside && clip.z >= 0.0 && clip.z <= clip.w).then_some(clip.z / clip.w)
    }

    #[test]
    fn projection_clips_above_cut_and_keeps_depth() {
        let mut random = fastrand::Rng::with_seed(3);
        for (pitch, angle) in [
            (-0.4, Some(1.0)),
            (-1.2, Some(0.6)),
            (-1.5, Some(1.6)),
            (-std::f32::consts::FRAC_PI_2, None),
        ] {
            let camera = camera(pitch);
            let projection = projection(&camera, angle);
            let whole = CutProjection {
                cut: None,
                ..projection.clone()
            };
            let (mut above, mut below) = (0, 0);
            for _ in 0..4000 {
                let point = Vec3::from([(); 3].map(|()| random.f32() - 0.5)) * 60.0;
                let Some(_) = drawn(&whole, &camera, point) else {
                    continue;
                };
                let margin = MARGIN * if angle.is_some() { 18.0 } else { 520.0 };
                match drawn(&projection, &camera, point) {
                    None => {
                        assert!(point.y > 2.0, "{point} is not drawn");
                        above += 1;
                    }
                    Some(depth) => {
                        assert!(point.y < 2.0 + margin + 1.0e-3, "{point} is drawn");
                        below += 1;
                        // A point farther along the same ray must have a smaller depth.
                        let eye = camera.translation;
                        let behind = if angle.is_some() {
                            eye + (point - eye) * 1.01
                        } else {
                            point - Vec3::Y
                        };
                        let further = drawn(&projection, &camera, behind);
                        assert!(further.is_none_or(|further| further < depth), "{point}");
                    }
                }
            }
            assert!(above > 10 && below > 100, "{above} {below}");
        }
    }

    #[test]
    fn eye_below_cut_disables_clipping() {
        let below = Pose {
            translation: Vec3::Y * 1.7,
            rotation: Quat::IDENTITY,
        };
        assert_eq!(CutProjection::cut_at(2.0, &below), None);
    }
}
