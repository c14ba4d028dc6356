//! Projects points, lines and polygons onto a picture, and clips them at the near plane and at the cut of the level.

use bspwalk_draw::raster::{Camera, Lens, Projection, Rays};
use bspwalk_session::view::Pose;
use glam::{DVec2, DVec3, Quat, Vec2, Vec3};

use crate::{
    cut_projection::{CutProjection, MARGIN},
    labels::placing::ScreenView,
};

/// Distance of the near plane along the camera's axis, in metres.
const NEAR: f64 = 0.02;

/// A projected point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProjectedPoint {
    /// Position in pixels, right and down from the upper left corner.
    pub at: DVec2,
    /// Reciprocal of the distance along the camera's axis, in inverse metres. In an orthographic picture, it is the
    /// negative distance instead. It is linear in the picture along lines and planes, and larger for nearer points.
    pub inverse_depth: f64,
}

/// A picture with the camera that views it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Screen {
    camera: Camera,
    projection: Projection,
    rays: Rays,
    /// Width and height, in pixels.
    pub size: [u32; 2],
    /// Pixels per logical pixel, for line widths and text. It is larger in a larger picture.
    pub scale: f32,
}

/// Returns the number of pixels per logical pixel in a picture with this many rows: 1 for 720 rows, 1.7 for 1440. Line
/// widths grow more slowly than the picture.
pub fn scale_of(rows: u32) -> f32 {
    (rows as f32 / 720.0).powf(0.75).clamp(0.75, 4.0)
}

impl Screen {
    /// Creates a picture of this width and height.
    pub fn new(camera: Camera, size: [u32; 2]) -> Self {
        Self {
            camera,
            projection: camera.projection(size),
            rays: camera.rays(size),
            size,
            scale: scale_of(size[1]),
        }
    }

    /// Returns the camera.
    pub fn camera(&self) -> &Camera {
        &self.camera
    }

    /// Returns the position of the eye, in metres.
    pub fn eye(&self) -> DVec3 {
        self.camera.eye
    }

    /// Returns the position of a point in the picture (in pixels) multiplied by the point's depth, and the depth, which
    /// is the distance along the camera's axis in metres. The result is also valid for points behind the eye.
    pub(super) fn place_times_depth(&self, point: DVec3) -> ([f64; 2], f64) {
        self.projection.place_times_depth(point)
    }

    /// Returns the height (in metres) above which nothing is drawn; `None` if the level is not cut open. It is slightly
    /// above the cut, so overlays on the cut are drawn.
    pub fn drawing_height_limit(&self) -> Option<f64> {
        let height = self.camera.height_of_cut()?;
        Some(height + f64::from(MARGIN) * (self.eye().y - height))
    }

    /// Returns the direction from a point to the eye. It is not normalised.
    pub fn to_eye(&self, point: DVec3) -> DVec3 {
        self.rays
            .parallel
            .map_or_else(|| self.eye() - point, |direction| -direction)
    }

    /// Moves a point towards the eye by a fraction of its distance or, in an orthographic picture, by a fraction of the
    /// picture's height. The point keeps its position in the picture.
    pub fn move_towards_eye(&self, point: DVec3, share: f64) -> DVec3 {
        match self.camera.lens {
            Lens::Perspective(_) => self.eye() + (point - self.eye()) * (1.0 - share),
            Lens::Parallel(height) => point + self.to_eye(point) * (share * height),
        }
    }

    /// Returns whether the front of the plane through `point` with this normal is visible.
    pub fn is_front_visible(&self, normal: DVec3, point: DVec3) -> bool {
        normal.dot(self.to_eye(point)) >= 0.0
    }

    fn place(&self, point: DVec3) -> ProjectedPoint {
        let ([x, y], depth) = self.projection.place_times_depth(point);
        let depth = depth.max(NEAR);
        ProjectedPoint {
            at: DVec2::new(x, y) / depth,
            inverse_depth: match self.rays.parallel {
                None => depth.recip(),
                Some(direction) => -direction.dot(point - self.eye()),
            },
        }
    }

    /// Returns how far a point is in front of the near plane, in metres along the camera's axis.
    fn before_near(&self, point: DVec3) -> f64 {
        self.projection.place_times_depth(point).1 - NEAR
    }

    /// Clips a line to the part in front of the eye and below the cut. Returns its ends, each with its
    /// parameter, which runs from 0 at the first end of the line to 1 at the second.
    pub fn clip_line(&self, ends: [DVec3; 2]) -> Option<[(ProjectedPoint, f64); 2]> {
        let [mut begin, mut end] = [0.0, 1.0];
        if let Some(top) = self.drawing_height_limit() {
            let [begin_low, end_low] = positive(ends.map(|end| top - end.y))?;
            (begin, end) = (begin_low, end_low);
        }
        let [begin_near, end_near] = positive(ends.map(|end| self.before_near(end)))?;
        (begin, end) = (begin.max(begin_near), end.min(end_near));
        let at = |share: f64| (self.place(ends[0].lerp(ends[1], share)), share);
        (begin <= end).then(|| [at(begin), at(end)])
    }

    /// Clips a convex polygon to the part in front of the eye and below the cut. The result has fewer than
    /// three corners if nothing is left.
    pub fn clip_polygon(&self, corners: impl IntoIterator<Item = DVec3>) -> Vec<ProjectedPoint> {
        self.below(corners, self.drawing_height_limit())
    }

    /// Like [`Screen::clip_polygon`], but clips exactly at the cut, for faces of the level.
    pub fn clip_face(&self, corners: impl IntoIterator<Item = DVec3>) -> Vec<ProjectedPoint> {
        self.below(corners, self.camera.height_of_cut())
    }

    fn below(&self, corners: impl IntoIterator<Item = DVec3>, top: Option<f64>) -> Vec<ProjectedPoint> {
        let mut corners: Vec<DVec3> = corners.into_iter().collect();
        if let Some(top) = top {
            corners = clipped(&corners, |corner| top - corner.y, DVec3::lerp);
        }
        clipped(&corners, |corner| self.before_near(corner), DVec3::lerp)
            .into_iter()
            .map(|corner| self.place(corner))
            .collect()
    }

    /// Returns the rays through the pixels.
    pub fn rays(&self) -> Rays {
        self.rays
    }

    /// Returns the same view in logical pixels right and up from the centre of the picture, for placing labels.
    pub fn view(&self) -> ScreenView {
        let [width, height] = self.size.map(|side| side as f32);
        let eye = self.eye().as_vec3();
        let pose = Pose {
            translation: eye,
            rotation: Quat::from_rotation_y(self.camera.yaw as f32)
                * Quat::from_rotation_x(self.camera.pitch as f32),
        };
        let (field_of_view, seen) = match self.camera.lens {
            Lens::Perspective(angle) => (Some(angle as f32), 0.0),
            Lens::Parallel(height) => (None, height as f32),
        };
        let cut = self.camera.height_of_cut();
        let below = cut.map_or(0.0, |cut| self.eye().y - cut) as f32;
        let projection = CutProjection {
            field_of_view,
            height: seen,
            aspect: width / height,
            shift: Vec2::ZERO,
            depths: [NEAR as f32, below + seen],
            cut: cut.and_then(|cut| CutProjection::cut_at(cut as f32, &pose)),
        };
        ScreenView {
            clip_from_world: projection.clip_from_view() * pose.to_matrix().inverse(),
            half: Vec2::new(width, height) * 0.5 / self.scale,
            eye,
        }
    }

    /// Converts a position from logical pixels right and up from the centre to pixels from the upper left corner.
    pub fn pixels(&self, logical: Vec2) -> DVec2 {
        let [width, height] = self.size.map(f64::from);
        let moved = logical.as_dvec2() * f64::from(self.scale);
        DVec2::new(0.5 * width + moved.x, 0.5 * height - moved.y)
    }

    /// Projects a point to logical pixels right and up from the centre; `None` if it is out of view.
    pub fn logical(&self, point: Vec3) -> Option<Vec2> {
        self.view().place(point)
    }
}

/// Returns the part of a line where a linear function is not negative, given its values at both endpoints. The
/// parameters run from 0 at the first endpoint to 1 at the second.
fn positive([from, to]: [f64; 2]) -> Option<[f64; 2]> {
    // If both values are equal, this is not finite. It is not used then, because the values have the same sign.
    let crossing = from / (from - to);
    match (from >= 0.0, to >= 0.0) {
        (true, true) => Some([0.0, 1.0]),
        (true, false) => Some([0.0, crossing]),
        (false, true) => Some([crossing, 1.0]),
        (false, false) => None,
    }
}

/// Returns twice the area of a polygon, which is positive if the polygon is clockwise in the picture.
pub(super) fn doubled_area(corners: &[DVec2]) -> f64 {
    (0..corners.len())
        .map(|i| corners[i].perp_dot(corners[(i + 1) % corners.len()]))
        .sum()
}

/// Clips a convex polygon to the part where a linear function is not negative. `between` interpolates between two
/// corners.
pub(super) fn clipped<P: Copy>(
    corners: &[P],
    signed_distance: impl Fn(P) -> f64,
    between: impl Fn(P, P, f64) -> P,
) -> Vec<P> {
    let mut kept = Vec::with_capacity(corners.len() + 1);
    for (i, &from) in corners.iter().enumerate() {
        let to = corners[(i + 1) % corners.len()];
        let [a, b] = [signed_distance(from), signed_distance(to)];
        if a >= 0.0 {
            kept.push(from);
        }
        if (a >= 0.0) != (b >= 0.0) {
            kept.push(between(from, to, a / (a - b)));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen() -> Screen {
        let camera = Camera::perspective(DVec3::new(1.0, 2.0, 3.0), [0.7, -0.2], 1.2);
        Screen::new(camera, [1280, 720])
    }

    /// Returns a perspective and a plan view of a model cut open at a height of 3 m.
    fn models() -> [Screen; 2] {
        let model = Camera {
            cut: Some(3.0),
            ..Camera::perspective(DVec3::new(1.0, 12.0, 9.0), [0.2, -0.9], 0.8)
        };
        let plan = Camera {
            lens: Lens::Parallel(14.0),
            pitch: -std::f64::consts::FRAC_PI_2,
            ..model
        };
        [model, plan].map(|camera| Screen::new(camera, [1280, 720]))
    }

    #[test]
    fn logical_and_pixel_projections_agree() {
        for screen in [vec![screen()], models().to_vec()].concat() {
            for point in [
                DVec3::new(-3.0, 1.0, 4.0),
                DVec3::new(-1.0, 2.5, 3.5),
                DVec3::new(-0.4, 1.9, 2.0),
            ] {
                let point = point
                    + DVec3::Z
                        * if screen.drawing_height_limit().is_some() {
                            2.0
                        } else {
                            -6.0
                        };
                let Some([(from, _), _]) = screen.clip_line([point, point + DVec3::Y * 0.3]) else {
                    panic!("{point} is before the eye")
                };
                let logical = screen.logical(point.as_vec3()).expect("it is before the eye");
                assert!(screen.pixels(logical).distance(from.at) < 0.05, "{point}");
            }
        }
    }

    #[test]
    fn geometry_above_the_cut_is_clipped() {
        for screen in models() {
            let foot = DVec3::new(0.5, 1.0, 5.0);
            let top = screen.drawing_height_limit().expect("it is cut open");
            assert!((3.0..3.1).contains(&top), "{top}");
            let line = screen.clip_line([foot, foot + DVec3::Y * 10.0]);
            let [(_, begin), (_, end)] = line.expect("half is below");
            assert_eq!(begin, 0.0);
            assert!((foot.y + 10.0 * end - top).abs() < 1.0e-9, "{end}");
            assert_eq!(
                screen.clip_line([foot + DVec3::Y * 3.0, foot + DVec3::Y * 4.0]),
                None
            );
            let above = [foot + DVec3::Y * 4.0, foot + DVec3::new(1.0, 4.0, 0.0), foot];
            assert_eq!(screen.clip_polygon(above).len(), 3, "a corner is left");
            let above = above.map(|corner| corner + DVec3::Y * 3.0);
            assert!(screen.clip_polygon(above).is_empty());
            assert_eq!(screen.logical((foot + DVec3::Y * 5.0).as_vec3()), None);
            // Moving a point towards the eye does not change its position in the picture.
            let [places, moved] = [foot, screen.move_towards_eye(foot, 0.01)]
                .map(|point| screen.clip_line([point; 2]).expect("it is seen")[0].0);
            assert!(places.at.distance(moved.at) < 1.0e-9 && moved.inverse_depth > places.inverse_depth);
        }
    }

    #[test]
    fn geometry_behind_the_eye_is_clipped() {
        let screen = screen();
        let forward = DVec3::new(-0.63, -0.2, -0.75);
        let eye = screen.eye();
        let line = screen.clip_line([eye + forward, eye - forward]);
        let [(_, from), (near, to)] = line.expect("half of it is seen");
        assert!(from == 0.0 && (0.4..0.5).contains(&to), "{to}");
        assert!((near.inverse_depth * NEAR - 1.0).abs() < 1.0e-9);
        assert_eq!(screen.clip_line([eye - forward, eye - forward * 2.0]), None);
        let corners = [eye + forward, eye - forward, eye - forward + DVec3::Y];
        assert_eq!(screen.clip_polygon(corners).len(), 3);
        let behind = corners.map(|corner| corner - forward * 3.0);
        assert!(screen.clip_polygon(behind).is_empty());
    }
}
