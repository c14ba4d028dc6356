//! The leak of a level: found, and stepped along.

use bspwalk_compile::fill;
use bspwalk_levels::Level;
use bspwalk_text::text;
use bspwalk_trees::{
    LeafTree,
    solid_leaf::{
        Inside, OUTSIDE,
        portals::{Leak, find_leak},
    },
};

use crate::body::Body;

/// The shortest path from where a leak is looked for in a level to the outside; `None` where there is none, or where that place is
/// solid or outside.
#[must_use]
pub fn find(level: &Level, leaves: &LeafTree) -> Option<Leak> {
    let (start, _) = fill::leak_start(level, leaves);
    let leaf = leaves.locate(start);
    let is_empty = leaf != OUTSIDE && !leaves.is_solid(leaf);
    is_empty
        .then(|| find_leak(leaves.portal_graph(), leaf, start))
        .flatten()
}

/// The reason why a level has no leak: it is sealed, it has no inside, or no path can start at its spawn.
#[must_use]
pub fn why_none(level: &Level, tree: &LeafTree) -> &'static str {
    let spawn = tree.locate(level.spawn.eye);
    match tree.inside() {
        Inside::Object | Inside::None => text!("legend-leak-open"),
        Inside::Rooms if spawn == OUTSIDE || tree.is_solid(spawn) => text!("legend-leak-unknown"),
        Inside::Rooms => text!("legend-no-leak"),
    }
}

/// Moves the eye to the next or the previous corner of the leak, and turns it along the line. `place` is the corner it was moved to
/// last, counted from the spawn. The body passes through walls until it leaves the leak, because it may not fit there. Going back
/// from the first corner leaves the leak. Returns the notice for the user.
pub fn step(leak: &Leak, place: &mut Option<usize>, forward: bool, body: &mut Body) -> String {
    if *place == Some(0) && !forward {
        leave(place, body);
        return body.noclip_words().to_owned();
    }
    let last = leak.line.len().saturating_sub(1);
    let next = match (*place, forward) {
        (None, _) => 0,
        (Some(at), true) => (at + 1).min(last),
        (Some(at), false) => at.min(last).saturating_sub(1),
    };
    *place = Some(next);
    if let Some(&point) = leak.line.get(next) {
        body.follow_leak(point.as_vec3());
        let toward = match leak.line.get(next + 1) {
            Some(&ahead) => ahead - point,
            // At the hole the eye looks out of it.
            None => point - leak.line[last.saturating_sub(1)],
        };
        if let Some(toward) = toward.as_vec3().try_normalize() {
            body.yaw = (-toward.x).atan2(-toward.z);
            body.pitch = toward.y.asin().clamp(-1.5, 1.5);
        }
    }
    text!("walk-leak-corner", corner = next + 1, all = last + 1)
}

/// Leaves the leak and restores the earlier mode of the body. Returns whether the mode changed.
pub fn leave(place: &mut Option<usize>, body: &mut Body) -> bool {
    *place = None;
    body.leave_leak()
}
