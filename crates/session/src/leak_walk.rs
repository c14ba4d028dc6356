//! Finds a level's leak path and moves the eye along it.

use bspwalk_compile::fill;
use bspwalk_levels::Level;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use bspwalk_trees::{
    LeafTree,
    solid_leaf::{
        Inside, OUTSIDE,
        portals::{Leak, find_leak_with_progress},
    },
};

use crate::body::Body;

/// Finds the shortest path from the leak search's start point to the outside.
///
/// Returns `None` if there is no such path, or if the start point is solid or outside.
pub fn find(level: &Level, leaves: &LeafTree) -> Option<Leak> {
    Progress::uncancellable(|progress| find_with_progress(level, leaves, progress))
}

/// Like [`find`], but reports progress.
pub fn find_with_progress(
    level: &Level,
    leaves: &LeafTree,
    progress: &Progress,
) -> Result<Option<Leak>, Cancelled> {
    let (start, _) = fill::leak_start(level, leaves);
    let leaf = leaves.locate(start);
    if leaf == OUTSIDE || leaves.is_solid(leaf) {
        return Ok(None);
    }
    find_leak_with_progress(leaves.portal_graph(), leaf, start, progress)
}

/// Returns the reason why a level has no leak: it is sealed, it has no interior, or its spawn is not in an empty leaf.
pub fn no_leak_reason(level: &Level, tree: &LeafTree) -> &'static str {
    let spawn = tree.locate(level.spawn.eye);
    match tree.inside() {
        Inside::Object => text!("leaftree-object"),
        Inside::None => text!("leaftree-open"),
        Inside::Rooms if spawn == OUTSIDE || tree.is_solid(spawn) => text!("leaftree-leak-unknown"),
        Inside::Rooms => text!("leaftree-no-leak"),
    }
}

/// Moves the eye to the next or previous corner of the leak path and turns it along the path. Returns the message shown
/// to the user.
///
/// The body stays in noclip while it follows the leak, because it may not fit into the path. Moving back from the first
/// corner leaves the leak.
pub fn step(leak: &Leak, forward: bool, body: &mut Body) -> String {
    if body.leak_place == Some(0) && !forward {
        leave(body);
        return body.noclip_words().to_owned();
    }
    let last = leak.line.len().saturating_sub(1);
    let next = match (body.leak_place, forward) {
        (None, _) => 0,
        (Some(at), true) => (at + 1).min(last),
        (Some(at), false) => at.min(last).saturating_sub(1),
    };
    body.leak_place = Some(next);
    if let Some(&point) = leak.line.get(next) {
        body.follow_leak(point.as_vec3());
        let toward = match leak.line.get(next + 1) {
            Some(&ahead) => ahead - point,
            // At the hole, the eye looks out of the level.
            None => point - leak.line[last.saturating_sub(1)],
        };
        if let Some(toward) = toward.as_vec3().try_normalize() {
            body.yaw = (-toward.x).atan2(-toward.z);
            body.pitch = toward.y.asin().clamp(-1.5, 1.5);
        }
    }
    text!("walk-leak-corner", corner = next + 1, all = last + 1)
}

/// Leaves the leak and restores the previous mode of the body. Returns whether the mode changed.
pub fn leave(body: &mut Body) -> bool {
    body.leak_place = None;
    body.leave_leak()
}
