//! The camera of a picture, and the rays through its pixels.

use glam::{DQuat, DVec3, EulerRot};

/// How a camera projects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lens {
    /// With perspective: the vertical field of view in radians, below π.
    Perspective(f64),
    /// Without perspective, as a plan is drawn: the height of what is seen, in metres.
    Parallel(f64),
}

/// A camera without roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The eye, in metres. Without perspective it is where the middle of the picture looks from.
    pub eye: DVec3,
    /// Radians to the left of −Z.
    pub yaw: f64,
    /// Radians above the horizon.
    pub pitch: f64,
    /// How it projects.
    pub lens: Lens,
    /// The height in metres at which the level is cut open: what is above is not drawn. `None` draws everything, as does an
    /// eye that is not above the cut.
    pub cut: Option<f64>,
}

/// Directions are this exact: what is left of a component by rounding is none. So a plan looks straight down.
const NO_COMPONENT: f64 = 1.0e-12;

impl Camera {
    /// The vertical field of view of the window's default settings: that of 90° horizontally at 16:9.
    #[must_use]
    pub fn default_field_of_view() -> f64 {
        2.0 * (9.0f64 / 16.0).atan()
    }

    /// A camera with perspective, for which nothing is cut open: its eye in metres, the angles of its direction and its vertical
    /// field of view in radians.
    #[must_use]
    pub fn perspective(eye: DVec3, [yaw, pitch]: [f64; 2], field_of_view: f64) -> Self {
        Self {
            eye,
            yaw,
            pitch,
            lens: Lens::Perspective(field_of_view),
            cut: None,
        }
    }

    /// The height of the cut, where the eye is above it.
    #[must_use]
    pub fn height_of_cut(&self) -> Option<f64> {
        self.cut.filter(|&height| self.eye.y > height)
    }

    /// Where points are seen in a picture.
    #[must_use]
    pub fn projection(&self, size: [u32; 2]) -> Projection {
        self.rays(size).projection([0.5; 2], 0.0)
    }

    /// The rays through the pixels of a picture.
    #[must_use]
    pub fn rays(&self, size: [u32; 2]) -> Rays {
        let turn = DQuat::from_euler(EulerRot::YXZ, self.yaw, self.pitch, 0.0);
        let [width, height] = size.map(f64::from);
        let pixel = match self.lens {
            Lens::Perspective(angle) => 2.0 * (angle * 0.5).tan() / height,
            Lens::Parallel(seen) => seen / height,
        };
        let clean = |direction: DVec3| match self.lens {
            Lens::Perspective(_) => direction,
            Lens::Parallel(_) => direction.map(|part| if part.abs() < NO_COMPONENT { 0.0 } else { part }),
        };
        let right = clean(turn * DVec3::X) * pixel;
        let down = clean(turn * DVec3::NEG_Y) * pixel;
        let forward = clean(turn * DVec3::NEG_Z);
        let corner = -right * (0.5 * width) - down * (0.5 * height);
        let (origin, parallel) = match self.lens {
            Lens::Perspective(_) => (forward - right * (0.5 * width) - down * (0.5 * height), None),
            Lens::Parallel(_) => (corner, Some(forward)),
        };
        Rays {
            eye: self.eye,
            origin,
            right,
            down,
            parallel,
        }
    }
}

/// The rays of a picture.
///
/// With perspective, all begin at the eye, and the one through the place (x, y) has the direction `origin + x right + y down`;
/// along the camera's axis every direction is 1 long. Without, all have the same direction, and that one begins at
/// `eye + origin + x right + y down`: the eye is a point at infinity.
///
/// Places are in pixels from the upper left corner; the centre of the first pixel is (½, ½).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rays {
    /// The eye, in metres.
    pub eye: DVec3,
    /// What belongs to the upper left corner.
    pub origin: DVec3,
    /// Change per pixel to the right.
    pub right: DVec3,
    /// Change per pixel down.
    pub down: DVec3,
    /// The unit direction of all rays, without perspective.
    pub parallel: Option<DVec3>,
}

impl Rays {
    /// The direction through a place, not of unit length.
    #[must_use]
    pub fn through(&self, place: [f64; 2]) -> DVec3 {
        self.parallel.unwrap_or_else(|| self.linear(place))
    }

    fn linear(&self, [x, y]: [f64; 2]) -> DVec3 {
        self.origin + self.right * x + self.down * y
    }

    /// The point that is seen at a place, in metres, where the value of [`Rays::inverse_w`] is that.
    #[must_use]
    pub fn point(&self, place: [f64; 2], inverse_w: f64) -> DVec3 {
        match self.parallel {
            None => self.eye + self.through(place) / inverse_w,
            Some(direction) => self.eye + self.linear(place) - direction * inverse_w,
        }
    }

    /// The projection onto a picture that is sampled at `places` within each pixel, of points that may be `error` metres off.
    pub(super) fn projection(&self, places: [f64; 2], error: f64) -> Projection {
        if self.parallel.is_some() {
            let place = [self.right, self.down].map(|axis| axis / axis.length_squared());
            return Projection {
                eye: self.eye,
                place,
                depth: DVec3::ZERO,
                constants: [-self.origin.dot(place[0]), -self.origin.dot(place[1]), 1.0],
                places,
                error,
                scale: place[0].length().max(place[1].length()),
            };
        }
        // The inverse of the matrix (right, down, origin), by its rows.
        let across = self.down.cross(self.origin);
        let volume = self.right.dot(across);
        Projection {
            eye: self.eye,
            place: [across / volume, self.origin.cross(self.right) / volume],
            depth: self.right.cross(self.down) / volume,
            constants: [0.0; 3],
            places,
            error,
            scale: (across / volume)
                .length()
                .max((self.origin.cross(self.right) / volume).length()),
        }
    }

    /// The dot product of a vector with `origin + x right + y down`.
    #[inline]
    #[must_use]
    pub fn dot(&self, vector: DVec3) -> EdgeFunction {
        EdgeFunction {
            x: vector.dot(self.right),
            y: vector.dot(self.down),
            constant: vector.dot(self.origin),
        }
    }

    /// A number that changes by `gradient` per metre and is `at_eye` in the eye, as a function of the picture: with perspective its
    /// change along the ray, without its value where the ray begins. Where both numbers are linear, so is the function.
    #[inline]
    #[must_use]
    pub fn number(&self, gradient: DVec3, at_eye: f64) -> EdgeFunction {
        let mut function = self.dot(gradient);
        if self.parallel.is_some() {
            function.constant += at_eye;
        }
        function
    }

    /// How far the eye is in front of a plane with this normal, from which it has this distance. Without perspective, where it is
    /// infinitely far, the cosine of the angle to the normal.
    #[inline]
    #[must_use]
    pub fn height_above(&self, normal: DVec3, distance: f64) -> f64 {
        self.parallel.map_or(distance, |direction| -normal.dot(direction))
    }

    /// The edge function of the line through two points, which are relative to the eye. That of the line back is its exact
    /// negative.
    #[inline]
    #[must_use]
    pub fn edge(&self, from: DVec3, to: DVec3) -> EdgeFunction {
        let across = from.cross(to);
        match self.parallel {
            None => self.dot(across),
            Some(direction) => self.number(direction.cross(to - from), direction.dot(across)),
        }
    }

    /// What the picture shows of a plane with this normal, from which the eye has this distance: one over the depth along the
    /// camera's axis in metres; without perspective minus the depth. So a larger value is nearer to the eye. It has no finite
    /// values where the plane is seen edge on.
    #[inline]
    #[must_use]
    pub fn inverse_w(&self, normal: DVec3, distance: f64) -> EdgeFunction {
        let scale = -1.0 / self.height_above(normal, distance);
        self.number(normal * scale, distance * scale)
    }

    /// One over w, by which a number over w must be divided: without perspective w is 1 everywhere.
    #[inline]
    pub(super) fn over_w(&self, inverse_w: EdgeFunction) -> EdgeFunction {
        match self.parallel {
            None => inverse_w,
            Some(_) => EdgeFunction {
                x: 0.0,
                y: 0.0,
                constant: 1.0,
            },
        }
    }
}

/// Where points are seen in a picture: the inverse of [`Rays`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection {
    eye: DVec3,
    /// The dot products of these with a direction are its place in the picture, multiplied by its depth.
    pub(super) place: [DVec3; 2],
    /// The dot product of this with a direction is its depth: its part along the camera's axis.
    pub(super) depth: DVec3,
    /// What is added to both coordinates of the place and to the depth: without perspective the depth is always 1.
    pub(super) constants: [f64; 3],
    /// Within a pixel, the least and the greatest coordinate of the places that are sampled.
    pub(super) places: [f64; 2],
    /// How far points may be off, in metres, and pixels a metre at a depth of 1 m.
    error: f64,
    scale: f64,
}

/// The share of a pixel that rounding may move a place.
const ROUNDING: f64 = 1.0e-3;

impl Projection {
    /// The depth of a point in metres, and its place in the picture multiplied by the depth. This also holds behind the eye.
    /// Without perspective the depth is 1.
    #[inline]
    #[must_use]
    pub fn place_times_depth(&self, point: DVec3) -> ([f64; 2], f64) {
        let direction = point - self.eye;
        let [x, y, depth] = self.constants;
        (
            [direction.dot(self.place[0]) + x, direction.dot(self.place[1]) + y],
            direction.dot(self.depth) + depth,
        )
    }

    /// How far a point at this depth may be off in the picture, in pixels.
    #[inline]
    pub(super) fn margin(&self, depth: f64) -> f64 {
        ROUNDING + self.error * self.scale / depth
    }
}

/// An edge function: a number that changes linearly over the picture.
///
/// The values of a function and of its negative are exact negatives, so that two faces that share an edge never both cover
/// a place, nor both leave it out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeFunction {
    /// Change per pixel to the right.
    pub x: f64,
    /// Change per pixel down.
    pub y: f64,
    /// Value in the upper left corner.
    pub constant: f64,
}

impl EdgeFunction {
    /// The value at a place.
    #[inline]
    #[must_use]
    pub fn at(&self, [x, y]: [f64; 2]) -> f64 {
        self.x * x + self.along_row(y)
    }

    /// The value at the left end of a row.
    #[inline]
    #[must_use]
    pub fn along_row(&self, y: f64) -> f64 {
        self.y * y + self.constant
    }

    /// The function multiplied by a number.
    #[inline]
    #[must_use]
    pub fn scaled(self, by: f64) -> Self {
        Self {
            x: self.x * by,
            y: self.y * by,
            constant: self.constant * by,
        }
    }
}
