//! The camera of a picture, and its rays.

use glam::{DQuat, DVec3, EulerRot};

/// The projection of a camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lens {
    /// Perspective projection, with a vertical field of view in radians that is less than π.
    Perspective(f64),
    /// Parallel projection, as in a plan, with a visible height in metres.
    Parallel(f64),
}

/// A camera without roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Eye position, in metres. With parallel projection, the ray through the centre of the picture starts there.
    pub eye: DVec3,
    /// Yaw in radians, to the left of −Z.
    pub yaw: f64,
    /// Pitch in radians, above the horizon.
    pub pitch: f64,
    /// Projection.
    pub lens: Lens,
    /// Height (in metres) above which the level is cut away. Everything is drawn if this is `None` or if the eye is
    /// below the cut.
    pub cut: Option<f64>,
}

/// Magnitude below which a direction component is treated as a rounding error, so that a plan is viewed from exactly
/// above.
const NO_COMPONENT: f64 = 1.0e-12;

impl Camera {
    /// Returns the default vertical field of view of the window, which is 90° horizontally at 16:9.
    #[must_use]
    pub fn default_field_of_view() -> f64 {
        2.0 * (9.0f64 / 16.0).atan()
    }

    /// Creates a perspective camera without a cut, with the eye in metres, and with yaw, pitch and vertical field of
    /// view in radians.
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

    /// Returns the height of the cut if the eye is above it.
    #[must_use]
    pub fn height_of_cut(&self) -> Option<f64> {
        self.cut.filter(|&height| self.eye.y > height)
    }

    /// Returns the projection onto a picture with this width and height in pixels.
    #[must_use]
    pub fn projection(&self, size: [u32; 2]) -> Projection {
        self.rays(size).projection([0.5; 2], 0.0)
    }

    /// Returns the rays through the pixels of a picture.
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
/// With perspective projection, all rays start at the eye. The ray through the position (x, y) has the direction
/// `origin + x right + y down`, whose component along the camera's axis is 1. With parallel projection, all rays have
/// the same direction, and the ray through (x, y) starts at `eye + origin + x right + y down`.
///
/// Positions are in pixels from the upper left corner. The centre of the first pixel is at (½, ½).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rays {
    /// Position of the eye, in metres.
    pub eye: DVec3,
    /// Ray vector at the upper left corner: a direction or, with parallel projection, an offset from the eye.
    pub origin: DVec3,
    /// Change of the ray vector per pixel to the right.
    pub right: DVec3,
    /// Change of the ray vector per pixel down.
    pub down: DVec3,
    /// Common unit direction of the rays, for parallel projection.
    pub parallel: Option<DVec3>,
}

impl Rays {
    /// Returns the direction of the ray through a position. It is not normalised.
    #[must_use]
    pub fn through(&self, place: [f64; 2]) -> DVec3 {
        self.parallel.unwrap_or_else(|| self.linear(place))
    }

    fn linear(&self, [x, y]: [f64; 2]) -> DVec3 {
        self.origin + self.right * x + self.down * y
    }

    /// Returns the point (in metres) that is visible at a position, given the value of [`Rays::inverse_w`] there.
    #[must_use]
    pub fn point(&self, place: [f64; 2], inverse_w: f64) -> DVec3 {
        match self.parallel {
            None => self.eye + self.through(place) / inverse_w,
            Some(direction) => self.eye + self.linear(place) - direction * inverse_w,
        }
    }

    /// Returns the projection for samples at `places` within each pixel, and for points whose uncertainty is `error`
    /// metres.
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
        // Compute the rows of the inverse of the matrix (right, down, origin).
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

    /// Returns the dot product of a vector with `origin + x right + y down`, as a function of the position (x, y).
    #[inline]
    #[must_use]
    pub fn dot(&self, vector: DVec3) -> EdgeFunction {
        EdgeFunction {
            x: vector.dot(self.right),
            y: vector.dot(self.down),
            constant: vector.dot(self.origin),
        }
    }

    /// Converts a linear function of space to a function of the picture position, given its gradient per metre and its
    /// value at the eye.
    ///
    /// With perspective projection, the result is the function's change along the ray, without its value at the start
    /// of the ray.
    #[inline]
    #[must_use]
    pub fn linear_function(&self, gradient: DVec3, at_eye: f64) -> EdgeFunction {
        let mut function = self.dot(gradient);
        if self.parallel.is_some() {
            function.constant += at_eye;
        }
        function
    }

    /// Returns the eye's signed distance from a plane. With parallel projection, the eye is infinitely far away, and
    /// the result is the cosine of the angle between the normal and the direction to the eye.
    #[inline]
    #[must_use]
    pub fn height_above(&self, normal: DVec3, distance: f64) -> f64 {
        self.parallel.map_or(distance, |direction| -normal.dot(direction))
    }

    /// Returns the edge function of the line through two points, which are relative to the eye. Swapping the points
    /// negates the function exactly.
    #[inline]
    #[must_use]
    pub fn edge(&self, from: DVec3, to: DVec3) -> EdgeFunction {
        let across = from.cross(to);
        match self.parallel {
            None => self.dot(across),
            Some(direction) => self.linear_function(direction.cross(to - from), direction.dot(across)),
        }
    }

    /// Returns the inverse depth of a plane as a function of the picture position, given the plane's normal and the
    /// eye's distance from the plane.
    ///
    /// The depth is measured along the camera's axis, in metres. With parallel projection, the result is the negated
    /// depth. In both cases, nearer points have larger values. The values are not finite if the plane is seen edge-on.
    #[inline]
    #[must_use]
    pub fn inverse_w(&self, normal: DVec3, distance: f64) -> EdgeFunction {
        let scale = -1.0 / self.height_above(normal, distance);
        self.linear_function(normal * scale, distance * scale)
    }

    /// Returns 1/w, the value that interpolated attributes are divided by. With parallel projection, w is 1 everywhere.
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

/// The projection of points onto a picture, which is the inverse of [`Rays`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection {
    eye: DVec3,
    /// Vectors whose dot products with a direction are the direction's picture position multiplied by its depth.
    pub(super) place: [DVec3; 2],
    /// Vector whose dot product with a direction is the direction's depth along the camera's axis.
    pub(super) depth: DVec3,
    /// Constants added to the two coordinates of the position and to the depth. With parallel projection, the depth is
    /// always 1.
    pub(super) constants: [f64; 3],
    /// Minimum and maximum sample coordinate within a pixel.
    pub(super) places: [f64; 2],
    /// Uncertainty of points in metres, and number of pixels per metre at a depth of 1 m.
    error: f64,
    scale: f64,
}

/// Maximum displacement of a position by rounding, in pixels.
const ROUNDING: f64 = 1.0e-3;

impl Projection {
    /// Returns the picture position of a point multiplied by its depth, and the depth in metres. The result is also
    /// valid for points behind the eye. With parallel projection, the depth is 1.
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

    /// Returns the uncertainty (in pixels) of a point's position at this depth.
    #[inline]
    pub(super) fn position_uncertainty(&self, depth: f64) -> f64 {
        ROUNDING + self.error * self.scale / depth
    }
}

/// An edge function, which is a linear function of the picture position.
///
/// The values of a function and of its negation are exact negatives. Of two faces that share an edge, exactly one
/// therefore covers a position near the edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeFunction {
    /// Change per pixel to the right.
    pub x: f64,
    /// Change per pixel down.
    pub y: f64,
    /// Value at the upper left corner.
    pub constant: f64,
}

impl EdgeFunction {
    /// Returns the value of the function at a position.
    #[inline]
    #[must_use]
    pub fn at(&self, [x, y]: [f64; 2]) -> f64 {
        self.x * x + self.along_row(y)
    }

    /// Returns the value at the left end of a row.
    #[inline]
    pub(crate) fn along_row(&self, y: f64) -> f64 {
        self.y * y + self.constant
    }

    /// Returns the function multiplied by a factor.
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
