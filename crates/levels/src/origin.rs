//! Levels far from the origin, such as georeferenced ones, are moved near it, where `f32` is precise enough for a body.
//!
//! A loader reads coordinates in `f64`, and the move is made in `f64`, before anything is rounded. What users give and get
//! stays in the coordinates of the file: fronts convert with [`Level::to_local`] and [`Level::to_world`].

use bspwalk_geometry::Aabb;
use bspwalk_text::text;
use bspwalk_trees::collision::tolerance::{FAR_FROM_ORIGIN, SLIDE_SKIN_COORDINATE};
use glam::DVec3;

use super::Level;

/// A level is moved by multiples of this, in metres: whole numbers, which `f64` subtracts without rounding.
const STEP: f64 = 100.0;

impl Level {
    /// A point of the level's own space, from that of its file: metres and axes are the level's in both.
    #[must_use]
    pub fn to_local(&self, world: DVec3) -> DVec3 {
        world - self.origin
    }

    /// A point of the space of its file, from that of the level.
    #[must_use]
    pub fn to_world(&self, local: DVec3) -> DVec3 {
        local + self.origin
    }

    /// The bounds in the space of its file.
    #[must_use]
    pub fn world_bounds(&self) -> Aabb {
        moved(&self.bounds, self.origin)
    }
}

/// Bounds that are moved by a vector.
pub(super) fn moved(bounds: &Aabb, by: DVec3) -> Aabb {
    Aabb {
        min: bounds.min + by,
        max: bounds.max + by,
    }
}

/// The point that becomes the origin of a level with these bounds. Along an axis on which nothing is far, or on which the
/// level is so long that a move makes no coordinate much smaller, it stays 0.
pub(super) fn of(bounds: &Aabb) -> DVec3 {
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

/// What is said of a level that was moved.
pub(super) fn note(origin: DVec3) -> String {
    let [x, y, z] = origin.to_array();
    text!("levels-moved", x = -x + 0.0, y = -y + 0.0, z = -z + 0.0)
}

/// The warning of a level that reaches further than `f32` is precise enough.
pub(super) fn warning(bounds: &Aabb, may_move: bool) -> Option<String> {
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
        skin = length(SLIDE_SKIN_COORDINATE * reach),
        advice
    ))
}

/// A length to a digit that tells something.
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
        of(&bounds).to_array()
    }

    #[test]
    fn only_what_is_far_and_gains_by_it_is_moved() {
        let far = FAR_FROM_ORIGIN;
        assert_eq!(of(&Aabb::EMPTY), DVec3::ZERO);
        assert_eq!(origin([-far; 3], [far; 3]), [0.0; 3]);
        // Each axis by itself: heights stay as they are.
        assert_eq!(
            origin([499_960.0, 30.0, -4_200_140.0], [500_060.0, 90.0, -4_200_000.0]),
            [500_000.0, 0.0, -4_200_100.0]
        );
        // A move that brings all of it near, and one that halves the largest coordinate.
        assert_eq!(origin([0.0; 3], [1.5 * far, 0.0, 0.0])[0], 15_700.0);
        assert_eq!(origin([0.0; 3], [1.0e6, 0.0, 0.0])[0], 500_000.0);
        // Long to both sides of the origin.
        assert_eq!(origin([-1.0e6, 0.0, 0.0], [1.2e6, 0.0, 0.0])[0], 0.0);
    }
}
