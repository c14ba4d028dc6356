//! The camera of a picture, and the rays through its pixels.

use glam::{DQuat, DVec3, EulerRot};

/// A perspective camera without roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The eye, in metres.
    pub eye: DVec3,
    /// Radians to the left of −Z.
    pub yaw: f64,
    /// Radians above the horizon.
    pub pitch: f64,
    /// Vertical field of view in radians, below π.
    pub field_of_view: f64,
}

impl Camera {
    /// The vertical field of view of the window's default settings: that of 90° horizontally at 16:9.
    #[must_use]
    pub fn default_field_of_view() -> f64 {
        2.0 * (9.0f64 / 16.0).atan()
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
        let pixel = 2.0 * (self.field_of_view * 0.5).tan() / height;
        let right = turn * DVec3::X * pixel;
        let down = turn * DVec3::NEG_Y * pixel;
        let forward = turn * DVec3::NEG_Z;
        Rays {
            eye: self.eye,
            origin: forward - right * (0.5 * width) - down * (0.5 * height),
            right,
            down,
        }
    }
}

/// The rays of a picture: the ray through the place (x, y) has the direction `origin + x right + y down`.
///
/// Places are in pixels from the upper left corner; the centre of the first pixel is (½, ½). Along the camera's axis every
/// direction is 1 long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rays {
    /// The eye, in metres.
    pub eye: DVec3,
    /// Direction through the upper left corner.
    pub origin: DVec3,
    /// Change of the direction per pixel to the right.
    pub right: DVec3,
    /// Change of the direction per pixel down.
    pub down: DVec3,
}

impl Rays {
    /// The direction through a place, not of unit length.
    #[must_use]
    pub fn through(&self, [x, y]: [f64; 2]) -> DVec3 {
        self.origin + self.right * x + self.down * y
    }

    /// The projection onto a picture that is sampled at `places` within each pixel, of points that may be `error` metres off.
    pub(super) fn projection(&self, places: [f64; 2], error: f64) -> Projection {
        // The inverse of the matrix (right, down, origin), by its rows.
        let across = self.down.cross(self.origin);
        let volume = self.right.dot(across);
        Projection {
            eye: self.eye,
            place: [across / volume, self.origin.cross(self.right) / volume],
            depth: self.right.cross(self.down) / volume,
            places,
            error,
            scale: (across / volume)
                .length()
                .max((self.origin.cross(self.right) / volume).length()),
        }
    }

    /// The dot product of a vector with the direction through each place.
    #[inline]
    #[must_use]
    pub fn dot(&self, vector: DVec3) -> EdgeFunction {
        EdgeFunction {
            x: vector.dot(self.right),
            y: vector.dot(self.down),
            constant: vector.dot(self.origin),
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
    #[inline]
    #[must_use]
    pub fn place_times_depth(&self, point: DVec3) -> ([f64; 2], f64) {
        let direction = point - self.eye;
        (
            self.place.map(|axis| direction.dot(axis)),
            direction.dot(self.depth),
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
