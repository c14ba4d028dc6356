//! From the world to a picture: points, lines and polygons, cut off where they come too near to the eye.

use bspwalk_draw::raster::{Camera, Projection, Rays};
use glam::{DVec2, DVec3, Mat4, Quat, Vec2, Vec3};

use crate::labels::placing::ScreenView;

/// What is nearer to the eye than this along its axis is cut off, in metres.
const NEAR: f64 = 0.02;

/// A point on a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Pixels to the right of the left edge, and down from the upper one.
    pub at: DVec2,
    /// One by its distance along the camera's axis, in metres. It changes linearly over the picture along lines and planes.
    pub inverse_depth: f64,
}

/// A picture of a camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Screen {
    camera: Camera,
    projection: Projection,
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// Pixels to a logical pixel of line widths and of text: more on a larger picture.
    pub scale: f32,
}

/// Pixels to a logical pixel of a picture of so many rows: lines grow with the picture, but less than it; 1 at 720 rows, 1.7 at
/// 1440.
#[must_use]
pub fn scale_of(rows: u32) -> f32 {
    (rows as f32 / 720.0).powf(0.75).clamp(0.75, 4.0)
}

impl Screen {
    /// A picture of this width and height.
    #[must_use]
    pub fn new(camera: Camera, size: [u32; 2]) -> Self {
        Self {
            camera,
            projection: camera.projection(size),
            size,
            scale: scale_of(size[1]),
        }
    }

    /// The eye, in metres.
    #[must_use]
    pub fn eye(&self) -> DVec3 {
        self.camera.eye
    }

    /// The place of a point in pixels, multiplied by its depth along the camera's axis, and that depth in metres; behind the eye
    /// too.
    pub(super) fn place_times_depth(&self, point: DVec3) -> ([f64; 2], f64) {
        self.projection.place_times_depth(point)
    }

    fn place(([x, y], depth): ([f64; 2], f64)) -> Place {
        Place {
            at: DVec2::new(x, y) / depth,
            inverse_depth: depth.recip(),
        }
    }

    /// A line, as far as it is before the eye: for either end that is seen, its share of the way from the first end to the second.
    #[must_use]
    pub fn line(&self, ends: [DVec3; 2]) -> Option<[(Place, f64); 2]> {
        let all = ends.map(|end| self.projection.place_times_depth(end));
        let [from, to] = all.map(|(_, depth)| depth);
        let crossing = (NEAR - from) / (to - from);
        let shares = match (from >= NEAR, to >= NEAR) {
            (true, true) => [0.0, 1.0],
            (true, false) => [0.0, crossing],
            (false, true) => [crossing, 1.0],
            (false, false) => return None,
        };
        let [(from, a), (to, b)] = all;
        Some(shares.map(|t| {
            let mixed = [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * t);
            (Self::place((mixed, (a + (b - a) * t).max(NEAR))), t)
        }))
    }

    /// A convex polygon, as far as it is before the eye; fewer than three corners where none of it is.
    #[must_use]
    pub fn polygon(&self, corners: impl IntoIterator<Item = DVec3>) -> Vec<Place> {
        let all: Vec<_> = corners
            .into_iter()
            .map(|corner| self.projection.place_times_depth(corner))
            .collect();
        let mut places = Vec::with_capacity(all.len() + 1);
        for (i, &(from, a)) in all.iter().enumerate() {
            let (to, b) = all[(i + 1) % all.len()];
            if a >= NEAR {
                places.push(Self::place((from, a)));
            }
            if (a >= NEAR) != (b >= NEAR) {
                let t = (NEAR - a) / (b - a);
                let mixed = [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * t);
                places.push(Self::place((mixed, NEAR)));
            }
        }
        places
    }

    /// The rays through its pixels.
    #[must_use]
    pub fn rays(&self) -> Rays {
        self.camera.rays(self.size)
    }

    /// The same picture in logical pixels from its middle, upwards, in which labels are placed.
    #[must_use]
    pub fn view(&self) -> ScreenView {
        let [width, height] = self.size.map(|side| side as f32);
        let eye = self.camera.eye.as_vec3();
        let turn =
            Quat::from_rotation_y(self.camera.yaw as f32) * Quat::from_rotation_x(self.camera.pitch as f32);
        let view = Mat4::from_rotation_translation(turn, eye).inverse();
        let aspect = width / height;
        let clip =
            Mat4::perspective_infinite_reverse_rh(self.camera.field_of_view as f32, aspect, NEAR as f32);
        ScreenView {
            clip_from_world: clip * view,
            half: Vec2::new(width, height) * 0.5 / self.scale,
            eye,
        }
    }

    /// A place in logical pixels from the middle, upwards, in pixels from the upper left corner.
    #[must_use]
    pub fn pixels(&self, logical: Vec2) -> DVec2 {
        let [width, height] = self.size.map(f64::from);
        let moved = logical.as_dvec2() * f64::from(self.scale);
        DVec2::new(0.5 * width + moved.x, 0.5 * height - moved.y)
    }

    /// Where a point is seen, in logical pixels from the middle, upwards.
    #[must_use]
    pub fn logical(&self, point: Vec3) -> Option<Vec2> {
        self.view().place(point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen() -> Screen {
        let camera = Camera {
            eye: DVec3::new(1.0, 2.0, 3.0),
            yaw: 0.7,
            pitch: -0.2,
            field_of_view: 1.2,
        };
        Screen::new(camera, [1280, 720])
    }

    #[test]
    fn both_projections_agree() {
        let screen = screen();
        for point in [
            DVec3::new(-3.0, 1.0, -4.0),
            DVec3::new(-1.0, 2.5, 0.5),
            DVec3::new(0.4, 1.9, 1.0),
        ] {
            let Some([(from, _), _]) = screen.line([point, point + DVec3::Y]) else {
                panic!("{point} is before the eye")
            };
            let logical = screen.logical(point.as_vec3()).expect("it is before the eye");
            assert!(screen.pixels(logical).distance(from.at) < 0.05, "{point}");
        }
    }

    #[test]
    fn what_is_behind_the_eye_is_cut_off() {
        let screen = screen();
        let forward = DVec3::new(-0.63, -0.2, -0.75);
        let eye = screen.eye();
        let [(_, from), (near, to)] = screen
            .line([eye + forward, eye - forward])
            .expect("half of it is seen");
        assert!(from == 0.0 && (0.4..0.5).contains(&to), "{to}");
        assert!((near.inverse_depth * NEAR - 1.0).abs() < 1.0e-9);
        assert_eq!(screen.line([eye - forward, eye - forward * 2.0]), None);
        let corners = [eye + forward, eye - forward, eye - forward + DVec3::Y];
        assert_eq!(screen.polygon(corners).len(), 3);
        assert!(
            screen
                .polygon(corners.map(|corner| corner - forward * 3.0))
                .is_empty()
        );
    }
}
