//! Moves the body to another position if it fits there.

use bevy::prelude::*;
use bspwalk_collision::{Capsule, is_clear};
use bspwalk_trees::NodeTree;

use crate::app::host::prelude::*;

/// Gap between the body and the face it is placed on (in metres).
const GAP: f32 = 1.0e-2;

/// Places the body on a point of a face if there is enough space. `up` points from the face to the side where the body
/// is placed. Returns whether the body fits.
pub(in crate::app) fn stand_on(player: &mut Player, tree: &NodeTree, point: Vec3, up: Vec3) -> bool {
    let params = player.wanted_params();
    let (body, eye) = if player.walking {
        let body = Capsule::standing(params.height, params.radius);
        (body, params.eye_height)
    } else {
        (Capsule::sphere(player.radius), player.radius)
    };
    let feet = point + up * if up.y > 0.5 { GAP } else { body.radius + GAP };
    let center = feet + Vec3::Y * (body.half_axis.y + body.radius);
    let fits = is_clear(tree, body, center);
    if fits {
        player.teleport(feet + Vec3::Y * eye);
    }
    fits
}

/// Moves the eye of a flying body to a position if there is enough space. Returns whether the body fits.
pub(in crate::app) fn fly_to(player: &mut Player, tree: &NodeTree, eye: Vec3) -> bool {
    let fits = player.noclip || is_clear(tree, Capsule::sphere(player.radius), eye);
    if fits {
        player.teleport(eye);
    }
    fits
}
