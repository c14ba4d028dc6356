//! Tests for leaks, and for the reason why a level has no leaks.

use std::sync::Arc;

use bspwalk_compile::{BuiltLeafTree, CompileParams, fill, leaf_tree};
use bspwalk_levels::{Level, LoadOptions};
use bspwalk_progress::Progress;
use bspwalk_session::{body::Body, leak_walk};
use bspwalk_testing::quake_maps::{ROOM, map, room, walls};

/// Builds a map's level and its solid-leaf tree.
fn built(text: &str) -> (Arc<Level>, BuiltLeafTree) {
    let progress = Arc::new(Progress::default());
    let options = LoadOptions::default();
    let level = bspwalk_levels::load_from_memory("test.map", text.as_bytes(), &(), &options, &progress);
    let level = fill::remove_unreachable(level.expect("it opens"), &progress).expect("nobody cancels");
    let level = Arc::new(level);
    let leaves = leaf_tree(&level, &CompileParams::default(), &progress).expect("it is built");
    (level, leaves)
}

/// Returns the reason why a map has no leak, or `None` if it has one.
fn no_leak(text: &str) -> Option<&'static str> {
    let (level, leaves) = built(text);
    let has_leak = leak_walk::find(&level, &leaves.tree).is_some();
    (!has_leak).then(|| leak_walk::no_leak_reason(&level, &leaves.tree))
}

#[test]
fn lone_brush_is_not_sealed() {
    let lone = no_leak(&map([[[0.0; 3], [64.0; 3]]])).expect("the start is outside");
    assert!(lone.contains("no inside"), "{lone}");
    let sealed = no_leak(&room(&[])).expect("a closed room");
    assert!(sealed.contains("no path from the spawn"), "{sealed}");
}

#[test]
fn leaving_the_leak_restores_the_mode() {
    let (level, leaves) = built(&map(walls(ROOM)[1..].iter().copied()));
    let leak = leak_walk::find(&level, &leaves.tree).expect("the floor is missing");
    let mut body = Body::default();
    let follow = |body: &mut _| {
        leak_walk::step(&leak, true, body);
        leak_walk::step(&leak, true, body);
    };
    follow(&mut body);
    assert!(body.noclip && body.leak_place == Some(1));
    assert!(leak_walk::leave(&mut body));
    assert!(!body.noclip && body.leak_place.is_none());
    // Going back from the first corner leaves the leak, and so does a respawn.
    follow(&mut body);
    leak_walk::step(&leak, false, &mut body);
    assert!(body.noclip && body.leak_place == Some(0));
    leak_walk::step(&leak, false, &mut body);
    assert!(!body.noclip && body.leak_place.is_none());
    follow(&mut body);
    body.respawn(&level.spawn);
    assert!(!body.noclip);
    // Noclip stays on if it was on before the eye followed the leak, or if the user has toggled it since.
    body.toggle_noclip();
    follow(&mut body);
    assert!(!leak_walk::leave(&mut body) && body.noclip);
    body.toggle_noclip();
    follow(&mut body);
    body.toggle_noclip();
    body.toggle_noclip();
    assert!(!leak_walk::leave(&mut body) && body.noclip);
}
