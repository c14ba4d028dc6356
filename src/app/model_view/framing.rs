//! Initial framing of the model: it fills the part of the window that panel and cards leave free.

use std::ops::DerefMut;

use bevy::prelude::*;
use bspwalk_levels::Level;
use bspwalk_session::view::{filled, shown_bounds};

use crate::app::state::{Framed, ModelView, Orbit};

/// Returns the orbit of the camera: the user's, or else one that shows the whole level.
///
/// The automatic orbit follows the free part of the window, moving by the fraction `share` per call. The view only
/// changes if the orbit does. `half` are half the angles of view of the free part, and `yaw` is the player's yaw.
pub(super) fn orbit(
    view: &mut impl DerefMut<Target = ModelView>,
    level: &Level,
    (cut, yaw): (f32, f32),
    (half, is_plan): (Vec2, bool),
    share: f32,
) -> Orbit {
    let half = filled(half);
    let Some(orbit) = view.orbit else {
        let bounds = shown_bounds(level, cut);
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

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_testing::small_trees;

    const HALF: Vec2 = Vec2::new(0.65, 0.4);

    /// Returns the orbit after this many calls.
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
