//! Moves levels that are far from the origin, such as georeferenced ones, closer to it. Near the origin, `f32` is
//! precise enough for collision detection.
//!
//! Loaders read coordinates as `f64`, and the translation is computed in `f64` before anything is rounded. Users always
//! work in the file's coordinates: front ends convert with [`Level::to_local`] and [`Level::to_world`].

use crate::{Text, text};
use bspwalk_geometry::Aabb;
use glam::DVec3;

use super::{Level, tolerance::FAR_FROM_ORIGIN};

/// Levels are moved by multiples of this distance (in metres). Subtracting such integers is exact in `f64`.
const STEP: f64 = 100.0;

impl Level {
    /// Converts a point from the file's space to the level's space. Both are in metres and use the level's axes.
    #[must_use]
    pub fn to_local(&self, world: DVec3) -> DVec3 {
        world - self.origin
    }

    /// Converts a point from the level's space to the file's space.
    #[must_use]
    pub fn to_world(&self, local: DVec3) -> DVec3 {
        local + self.origin
    }

    /// Returns the level's bounds in the file's space.
    #[must_use]
    pub fn world_bounds(&self) -> Aabb {
        moved(&self.bounds, self.origin)
    }
}

pub(super) fn moved(bounds: &Aabb, by: DVec3) -> Aabb {
    Aabb {
        min: bounds.min + by,
        max: bounds.max + by,
    }
}

/// Returns the point that becomes the origin of a level with these bounds. A coordinate is 0 if the level is not far
/// from the origin along that axis, or if moving it would barely reduce its coordinates.
pub(super) fn choose_origin(bounds: &Aabb) -> DVec3 {
    if bounds.is_empty() {
        return DVec3::ZERO;
    }
    let along = |axis: usize| {
        let (min, max) = (bounds.min[axis], bounds.max[axis]);
        let reach = min.abs().max(max.abs());
        let middle = (0.5 * (min + max) / STEP).round() * STEP;
        let half = (max - middle).max(middle - min);
        let is_moved =
            reach > FAR_FROM_ORIGIN && (half <= FAR_FROM_ORIGIN || middle.abs() >= 0.5 * (max - min));
        if is_moved { middle } else { 0.0 }
    };
    DVec3::from_array([0, 1, 2].map(along))
}

pub(super) fn describe_new_origin(origin: DVec3) -> Text {
    let [x, y, z] = origin.to_array();
    // Adding zero turns −0 into 0.
    text!("levels-moved", x = -x + 0.0, y = -y + 0.0, z = -z + 0.0)
}

/// Returns a warning if the level is too large for the precision of `f32`.
pub(super) fn precision_warning(bounds: &Aabb, may_move: bool) -> Option<Text> {
    let reach = if bounds.is_empty() {
        0.0
    } else {
        bounds.largest_coordinate()
    };
    if reach <= FAR_FROM_ORIGIN {
        return None;
    }
    let advice = if may_move {
        text!("levels-far-part")
    } else {
        text!("levels-far-move")
    };
    Some(text!(
        "levels-far",
        reach = format_args!("{:.0}", reach / 1000.0),
        rounding = length(f64::from(f32::EPSILON) * reach),
        advice
    ))
}

fn length(metres: f64) -> String {
    match metres {
        0.0..0.01 => format!("{:.0} mm", (metres * 1000.0).ceil()),
        0.01..1.0 => format!("{:.0} cm", metres * 100.0),
        _ => format!("{metres:.1} m"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(min: [f64; 3], max: [f64; 3]) -> [f64; 3] {
        let bounds = Aabb {
            min: min.into(),
            max: max.into(),
        };
        choose_origin(&bounds).to_array()
    }

    #[test]
    fn origin_moves_only_distant_levels() {
        let far = FAR_FROM_ORIGIN;
        assert_eq!(choose_origin(&Aabb::EMPTY), DVec3::ZERO);
        assert_eq!(origin([-far; 3], [far; 3]), [0.0; 3]);
        // Each axis is handled separately, so heights are unchanged.
        assert_eq!(
            origin([499_960.0, 30.0, -4_200_140.0], [500_060.0, 90.0, -4_200_000.0]),
            [500_000.0, 0.0, -4_200_100.0]
        );
        // In the first case, moving brings the whole level near the origin; in the second, it halves the largest
        // coordinate.
        assert_eq!(origin([0.0; 3], [1.5 * far, 0.0, 0.0])[0], 15_700.0);
        assert_eq!(origin([0.0; 3], [1.0e6, 0.0, 0.0])[0], 500_000.0);
        // The level extends far to both sides of the origin.
        assert_eq!(origin([-1.0e6, 0.0, 0.0], [1.2e6, 0.0, 0.0])[0], 0.0);
    }
}
