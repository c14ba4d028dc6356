//! The first look at the model: what the cut shows fills what panel and cards leave free of the window.

use std::ops::DerefMut;

use bevy::prelude::*;
use bspwalk_levels::Level;

use crate::app::state::{Framed, ModelView, Orbit};

/// What is below the cut by more than this, in metres, does not count for the first look: it is another storey.
const STOREY: f32 = 4.0;

/// The share of the free part of the window that the model fills.
const FILLED: f32 = 0.94;

/// Where the camera is: on the orbit that somebody has chosen, or else on one from which the level is seen whole. That one
/// follows the room that the window leaves, a `share` of the way at a time; the view changes only where it does. `half` are
/// half of the angles of view of the free part, and `yaw` is where the eyes look.
pub(super) fn orbit(
    view: &mut impl DerefMut<Target = ModelView>,
    level: &Level,
    (cut, yaw): (f32, f32),
    (half, is_plan): (Vec2, bool),
    share: f32,
) -> Orbit {
    let half = half.map(|angle| (angle.tan() * FILLED).atan());
    let Some(orbit) = view.orbit else {
        let bounds = shown(level, cut);
        let orbit = Orbit::first(bounds, yaw, half, is_plan);
        view.framed = Some(Framed { bounds, orbit });
        view.orbit = Some(orbit);
        return orbit;
    };
    let framed = view
        .framed
        .filter(|framed| framed.orbit == orbit && view.goal.is_none());
    let Some(Framed { bounds, .. }) = framed else {
        return orbit;
    };
    let wanted = Orbit::whole(bounds, [orbit.yaw, orbit.pitch], half, is_plan);
    if wanted == orbit {
        return orbit;
    }
    let mut nearer = orbit;
    nearer.approach(&wanted, share);
    view.orbit = Some(nearer);
    view.framed = Some(Framed {
        bounds,
        orbit: nearer,
    });
    nearer
}

/// Bounds of the faces that the model shows of the storey below a cut: those of the level where there are none.
fn shown(level: &Level, cut: f32) -> [Vec3; 2] {
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
    use super::*;
    use bspwalk_testing::small_trees;

    const HALF: Vec2 = Vec2::new(0.65, 0.4);

    #[test]
    fn only_what_is_between_the_cut_and_the_storey_below_counts() {
        let (_, level) = small_trees::room();
        let [min, max] = [level.bounds.min.as_vec3(), level.bounds.max.as_vec3()];
        let [low, high] = shown(&level, min.y + 1.0);
        assert_eq!(low.y, min.y);
        assert!((high.y - (min.y + 1.0)).abs() < 1.0e-4, "{high}");
        assert!(low.cmpge(min - 1.0e-4).all() && high.cmple(max + 1.0e-4).all());
        // Far above, the storey is empty, and all of the level counts.
        assert_eq!(shown(&level, max.y + 2.0 * STOREY), [min, max]);
        let mut empty = level.clone();
        empty.triangles.clear();
        assert_eq!(shown(&empty, 1.0), [min, max], "there are no faces");
    }

    /// The view after so many calls from the one before.
    fn after(view: &mut ModelView, half: Vec2, is_plan: bool, calls: usize) -> Orbit {
        let (_, level) = small_trees::room();
        let mut view = view;
        let mut last = Orbit::default();
        for _ in 0..calls {
            last = orbit(&mut view, &level, (1.9, 0.3), (half, is_plan), 0.6);
        }
        last
    }

    #[test]
    fn the_first_look_follows_the_room_until_somebody_moves_the_camera() {
        let mut view = ModelView::default();
        let first = after(&mut view, HALF, false, 1);
        assert_eq!(after(&mut view, HALF, false, 9), first, "it rests");
        let narrow = after(&mut view, Vec2::new(0.3, 0.4), false, 60);
        assert!(narrow.distance > 1.2 * first.distance, "{narrow:?}");
        let plan = after(&mut view, HALF, true, 60);
        assert_ne!(plan, first);
        let back = after(&mut view, HALF, false, 60);
        assert!(back.distance == first.distance && back.target.distance(first.target) < 1.0e-3);
        let mut moved = back;
        moved.turn(Vec2::new(0.4, 0.0));
        view.orbit = Some(moved);
        assert_eq!(after(&mut view, Vec2::new(0.3, 0.4), false, 9), moved);
    }
}
