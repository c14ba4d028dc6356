//! Initial framing of the model view, which shows the storey below the cut.

use bspwalk_levels::Level;
use glam::{Vec2, Vec3};

/// Maximum depth below the cut (in metres) that the initial view frames. Lower faces belong to another storey.
const STOREY: f32 = 4.0;

/// Fraction of the view that the model fills.
const FILLED: f32 = 0.94;

/// Returns half the field of view covered by the model, horizontally and vertically. `half` is half the whole field of
/// view, in radians.
pub fn model_half_angles(half: Vec2) -> Vec2 {
    half.map(|angle| (angle.tan() * FILLED).atan())
}

/// Returns the minimum and maximum corner of the faces in the storey below a cut, in metres.
///
/// Returns the bounds of the level if there are no faces.
pub fn shown_bounds(level: &Level, cut: f32) -> [Vec3; 2] {
    let whole = [level.bounds.min.as_vec3(), level.bounds.max.as_vec3()];
    let (low, high) = (f64::from(cut - STOREY), f64::from(cut));
    let mut bounds = [Vec3::INFINITY, Vec3::NEG_INFINITY];
    for triangle in &level.triangles {
        for (i, from) in triangle.corners.iter().enumerate() {
            let to = triangle.corners[(i + 1) % 3];
            // The edges clipped to the two heights have the same bounds as the part of the face between the heights.
            let rise = to.y - from.y;
            let at = |height: f64| ((height - from.y) / rise).clamp(0.0, 1.0);
            let shares = if rise == 0.0 {
                [0.0, 1.0]
            } else {
                [at(low), at(high)]
            };
            for share in shares {
                let point = from.lerp(to, share);
                if (low - 1.0e-6..=high + 1.0e-6).contains(&point.y) {
                    bounds = [bounds[0].min(point.as_vec3()), bounds[1].max(point.as_vec3())];
                }
            }
        }
    }
    if bounds[0].cmple(bounds[1]).all() {
        bounds
    } else {
        whole
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_testing::small_trees;

    use super::*;

    #[test]
    fn shown_bounds_cover_one_storey_below_the_cut() {
        let (_, level) = small_trees::room();
        let [min, max] = [level.bounds.min.as_vec3(), level.bounds.max.as_vec3()];
        let [low, high] = shown_bounds(&level, min.y + 1.0);
        assert_eq!(low.y, min.y);
        assert!((high.y - (min.y + 1.0)).abs() < 1.0e-4, "{high}");
        assert!(low.cmpge(min - 1.0e-4).all() && high.cmple(max + 1.0e-4).all());
        // Far above the level the storey is empty, so the function returns the bounds of the whole level.
        assert_eq!(shown_bounds(&level, max.y + 2.0 * STOREY), [min, max]);
        let mut empty = level.clone();
        empty.triangles.clear();
        assert_eq!(shown_bounds(&empty, 1.0), [min, max], "there are no faces");
    }
}
