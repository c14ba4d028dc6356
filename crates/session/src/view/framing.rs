//! What the first look at the model frames: what the cut shows of its storey.

use bspwalk_levels::Level;
use glam::{Vec2, Vec3};

/// What is below the cut by more than this, in metres, does not count for the first look: it is another storey.
const STOREY: f32 = 4.0;

/// The share of the view that the model fills.
const FILLED: f32 = 0.94;

/// Half of the angles of the part of a view that the model fills, in radians, of those of the whole view.
#[must_use]
pub fn filled(half: Vec2) -> Vec2 {
    half.map(|angle| (angle.tan() * FILLED).atan())
}

/// The least and greatest corner of the faces that the model shows of the storey below a cut, in metres: those of the level where
/// there are none.
#[must_use]
pub fn shown_bounds(level: &Level, cut: f32) -> [Vec3; 2] {
    let whole = [level.bounds.min.as_vec3(), level.bounds.max.as_vec3()];
    let (low, high) = (f64::from(cut - STOREY), f64::from(cut));
    let mut bounds = [Vec3::INFINITY, Vec3::NEG_INFINITY];
    for triangle in &level.triangles {
        for (i, from) in triangle.corners.iter().enumerate() {
            let to = triangle.corners[(i + 1) % 3];
            // The part of each edge between the heights has the bounds of that part of the face.
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
    fn only_what_is_between_the_cut_and_the_storey_below_counts() {
        let (_, level) = small_trees::room();
        let [min, max] = [level.bounds.min.as_vec3(), level.bounds.max.as_vec3()];
        let [low, high] = shown_bounds(&level, min.y + 1.0);
        assert_eq!(low.y, min.y);
        assert!((high.y - (min.y + 1.0)).abs() < 1.0e-4, "{high}");
        assert!(low.cmpge(min - 1.0e-4).all() && high.cmple(max + 1.0e-4).all());
        // Far above, the storey is empty, and all of the level counts.
        assert_eq!(shown_bounds(&level, max.y + 2.0 * STOREY), [min, max]);
        let mut empty = level.clone();
        empty.triangles.clear();
        assert_eq!(shown_bounds(&empty, 1.0), [min, max], "there are no faces");
    }
}
