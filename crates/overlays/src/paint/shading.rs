//! Colours of overlay lines and polygons at positions in a picture, shared by the pixel painter and the vector painter.

use bspwalk_draw::{
    color::palette::Rgb,
    raster::{EdgeFunction, Rays},
};
use glam::{DVec2, DVec3, Vec3};

use super::screen::{ProjectedPoint, Screen};
use crate::lines::Line;

/// Distances from the eye between which polygons fade in, in metres. Without the fade, a polygon would flash when the
/// eye passes through it.
const FADE: [f64; 2] = [0.02, 0.7];

/// Distances from the eye between which soft polygons fade in, in metres.
const SOFT_FADE: [f64; 2] = [0.4, 4.0];

/// Viewing angle cosines between which soft polygons fade in, so that they are invisible when seen edge-on.
const EDGE_ON: [f64; 2] = [0.02, 0.22];

/// Spacing of the stripes on a hatched polygon, in logical pixels along the rows of the picture.
pub(super) const STRIPES: f64 = 14.0;

/// Half the width of the faint stripes, in logical pixels.
pub(super) const FAINT: f64 = 2.5;

/// Opacity factors for a hatched polygon: inside the faint stripes, and between them.
pub(super) const HATCHED: [f64; 2] = [0.35, 1.15];

/// A line clipped to a picture. Positions on it are parameters from 0 at its first endpoint in the picture to 1 at its
/// second.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineShade<'a> {
    line: &'a Line,
    /// Ends of the line in the picture, each with its parameter along the line in the world.
    ends: [(ProjectedPoint, f64); 2],
    /// Start and end of the distance fade, in metres from the eye.
    fade: [f64; 2],
    eye: DVec3,
    is_parallel: bool,
}

impl<'a> LineShade<'a> {
    /// Clips a line from a batch with this distance fade. `None` if the line is not in the picture.
    pub(super) fn new(screen: &Screen, line: &'a Line, fade: [f32; 2]) -> Option<Self> {
        Some(Self {
            line,
            ends: screen.clip_line(line.ends.map(Vec3::as_dvec3))?,
            fade: fade.map(f64::from),
            eye: screen.eye(),
            is_parallel: screen.rays().parallel.is_some(),
        })
    }

    /// Returns the endpoints in the picture, in pixels.
    pub(super) fn places(&self) -> [DVec2; 2] {
        self.ends.map(|(place, _)| place.at)
    }

    pub(super) fn inverse_depth(&self, share: f64) -> f64 {
        let [from, to] = self.ends.map(|(place, _)| place.inverse_depth);
        from + (to - from) * share
    }

    pub(super) fn color(&self, share: f64) -> (Rgb, f32) {
        let [(from, begin), (to, end)] = self.ends;
        let [near, far] = [from.inverse_depth, to.inverse_depth];
        // With perspective projection, a position in the picture is not a linear function of the position along the
        // line.
        let share = if near == far || self.is_parallel {
            share
        } else {
            (self.inverse_depth(share).recip() - near.recip()) / (far.recip() - near.recip())
        };
        let t = begin + (end - begin) * share.clamp(0.0, 1.0);
        let [from, to] = self.line.ends.map(Vec3::as_dvec3);
        let kept = 1.0 - smoothstep(self.fade, self.eye.distance(from.lerp(to, t))) as f32;
        let t = t as f32;
        let [first, second] = self.line.colors;
        let [r, g, b, alpha] =
            std::array::from_fn(|i| f32::from(first[i]) * (1.0 - t) + f32::from(second[i]) * t);
        let color = Rgb(r.round() as u8, g.round() as u8, b.round() as u8);
        (color, alpha / 255.0 * kept)
    }
}

/// A polygon in the world, as seen in a picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct PolygonShade {
    rays: Rays,
    normal: DVec3,
    inverse: EdgeFunction,
    is_front: bool,
    soft: bool,
}

impl PolygonShade {
    /// Prepares a polygon with these corners, in metres.
    pub(super) fn new(screen: &Screen, corners: &[DVec3], soft: bool) -> Self {
        let normal = (1..corners.len() - 1)
            .map(|i| (corners[i] - corners[0]).cross(corners[i + 1] - corners[0]))
            .sum::<DVec3>()
            .normalize_or_zero();
        let rays = screen.rays();
        let height = (screen.eye() - corners[0]).dot(normal);
        Self {
            rays,
            normal,
            inverse: rays.inverse_w(normal, height),
            is_front: rays.height_above(normal, height) > 0.0,
            soft,
        }
    }

    pub(super) fn is_front(&self) -> bool {
        self.is_front
    }

    /// Returns the inverse depth of the polygon's plane at a position in the picture. `None` if the plane is behind the
    /// eye or seen edge-on there.
    pub(super) fn inverse_depth(&self, place: DVec2) -> Option<f64> {
        let inverse = self.inverse.at(place.to_array());
        (inverse > 0.0 || self.rays.parallel.is_some() && !inverse.is_nan()).then_some(inverse)
    }

    /// Returns the fraction of the polygon's opacity that remains at a position with this inverse depth.
    pub(super) fn opacity_factor(&self, place: DVec2, inverse: f64) -> f64 {
        let away = self.rays.eye.distance(self.rays.point(place.to_array(), inverse));
        let mut kept = smoothstep(FADE, away);
        if self.soft {
            let ray = self.rays.through(place.to_array());
            let across = (self.normal.dot(ray) / ray.length()).abs();
            kept *= smoothstep(SOFT_FADE, away) * smoothstep(EDGE_ON, across);
        }
        kept
    }
}

/// Returns 0 below `begin`, 1 above `end`, and a smooth transition between them.
pub(super) fn smoothstep([begin, end]: [f64; 2], at: f64) -> f64 {
    let share = ((at - begin) / (end - begin)).clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}
