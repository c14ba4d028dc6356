//! How textures lie on sides, exactly as qbsp computes it.

use glam::{DVec2, DVec3};
use quake_util::qmap;

/// The two axes of a texture on a side: a point's texture coordinates in pixels are its products with them, plus the
/// offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Alignment {
    axes: [DVec3; 2],
    offset: DVec2,
}

/// The normals that sides of the standard format are projected along, with the axes of the texture (`TextureAxisFromPlane`
/// in id's qbsp). Of two that are equally near the first counts.
const BASE_AXES: [[DVec3; 3]; 6] = [
    [DVec3::Z, DVec3::X, DVec3::NEG_Y],
    [DVec3::NEG_Z, DVec3::X, DVec3::NEG_Y],
    [DVec3::X, DVec3::Y, DVec3::NEG_Z],
    [DVec3::NEG_X, DVec3::Y, DVec3::NEG_Z],
    [DVec3::Y, DVec3::X, DVec3::NEG_Z],
    [DVec3::NEG_Y, DVec3::X, DVec3::NEG_Z],
];

impl Alignment {
    /// That of a side with this normal. A scale of 0 counts as 1, as in qbsp; what is no number counts as 0.
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

    /// The texture coordinates of a point, in pixels from the upper left.
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

/// The axes turned by degrees, each in the plane of the two coordinates that they have.
fn turned(axes: [DVec3; 2], degrees: f64) -> [DVec3; 2] {
    // Right angles are exact.
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
