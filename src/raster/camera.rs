//! The camera of a picture, and the lines of sight through its pixels.

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
    /// The vertical field of view of the window's default settings: 90° across at 16:9, whatever the picture's shape.
    #[must_use]
    pub fn default_field_of_view() -> f64 {
        2.0 * (9.0f64 / 16.0).atan()
    }

    /// The lines of sight through the pixels of a picture.
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

/// The lines of sight of a picture: through the place (x, y) goes `origin + x right + y down`, from the eye.
///
/// Places are in pixels from the upper left corner; the middle of the first pixel is (½, ½). Every direction is as long
/// as makes its part along the camera's axis 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rays {
    /// The eye, in metres.
    pub eye: DVec3,
    /// Direction through the upper left corner.
    pub origin: DVec3,
    /// What a pixel to the right adds.
    pub right: DVec3,
    /// What a pixel further down adds.
    pub down: DVec3,
}

impl Rays {
    /// The direction through a place, not of unit length.
    #[must_use]
    pub fn through(&self, [x, y]: [f64; 2]) -> DVec3 {
        self.origin + self.right * x + self.down * y
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

/// A number that changes linearly over the picture.
///
/// Its value at a place and that of its negative are exact negatives: what lies along an edge is covered from one side
/// of it or from the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeFunction {
    /// Change a pixel to the right.
    pub x: f64,
    /// Change a pixel down.
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

    /// Times a number.
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
