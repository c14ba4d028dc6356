//! Texture alignment of brush sides, computed exactly as in qbsp.

use glam::{DVec2, DVec3};
use quake_util::qmap;

/// Texture axes and offset of a side. A point's texture coordinates, in pixels, are its dot products with the axes,
/// plus the offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Alignment {
    axes: [DVec3; 2],
    offset: DVec2,
}

/// Projection axes of the standard format: a normal and its two texture axes (`TextureAxisFromPlane` in id's qbsp). If
/// two normals are equally close, the first one wins.
const BASE_AXES: [[DVec3; 3]; 6] = [
    [DVec3::Z, DVec3::X, DVec3::NEG_Y],
    [DVec3::NEG_Z, DVec3::X, DVec3::NEG_Y],
    [DVec3::X, DVec3::Y, DVec3::NEG_Z],
    [DVec3::NEG_X, DVec3::Y, DVec3::NEG_Z],
    [DVec3::Y, DVec3::X, DVec3::NEG_Z],
    [DVec3::NEG_Y, DVec3::X, DVec3::NEG_Z],
];

impl Alignment {
    /// Computes the alignment of a side with this normal. As in qbsp, a scale of 0 is treated as 1. Non-finite numbers
    /// are treated as 0.
    pub(super) fn of(alignment: &qmap::Alignment, normal: DVec3) -> Self {
        let finite = |number: f64| if number.is_finite() { number } else { 0.0 };
        let scale = alignment.scale.map(|scale| match finite(scale) {
            0.0 => 1.0,
            scale => scale,
        });
        let [s, t] = match alignment.axes {
            Some(axes) => axes.map(|axis| DVec3::from_array(axis.map(finite))),
            None => turned(base_axes(normal), finite(alignment.rotation)),
        };
        Self {
            axes: [s / scale[0], t / scale[1]],
            offset: DVec2::from_array(alignment.offset.map(finite)),
        }
    }

    /// Returns a point's texture coordinates, in pixels from the top left.
    pub(super) fn pixel(&self, point: DVec3) -> DVec2 {
        DVec2::from_array(self.axes.map(|axis| axis.dot(point))) + self.offset
    }
}

fn base_axes(normal: DVec3) -> [DVec3; 2] {
    let (mut best, mut found) = (0.0, 0);
    for (index, [axis, ..]) in BASE_AXES.iter().enumerate() {
        let nearness = normal.dot(*axis);
        if nearness > best {
            (best, found) = (nearness, index);
        }
    }
    let [_, s, t] = BASE_AXES[found];
    [s, t]
}

/// Rotates the axes by an angle in degrees, each within the plane of its two non-zero coordinates.
fn turned(axes: [DVec3; 2], degrees: f64) -> [DVec3; 2] {
    // Use exact values for right angles.
    let (sine, cosine) = match degrees.rem_euclid(360.0) {
        0.0 => (0.0, 1.0),
        90.0 => (1.0, 0.0),
        180.0 => (0.0, -1.0),
        270.0 => (-1.0, 0.0),
        other => other.to_radians().sin_cos(),
    };
    let [sv, tv] = axes.map(|axis| axis.abs().max_position());
    axes.map(|axis| {
        let mut turned = axis;
        turned[sv] = cosine * axis[sv] - sine * axis[tv];
        turned[tv] = sine * axis[sv] + cosine * axis[tv];
        turned
    })
}
