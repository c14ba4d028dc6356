//! Leaks: the reason why a level has none.

use std::sync::Arc;

use bspwalk_compile::{CompileParams, fill, leaf_tree};
use bspwalk_levels::LoadOptions;
use bspwalk_progress::Progress;
use bspwalk_session::leak_walk;
use bspwalk_testing::quake_maps::{map, room};

/// The reason why a map has no leak; `None` if it has one.
fn no_leak(text: &str) -> Option<&'static str> {
    let progress = Arc::new(Progress::default());
    let options = LoadOptions::default();
    let level = bspwalk_levels::load_from_memory("test.map", text.as_bytes(), &(), &options, &progress);
    let level = fill::reachable(level.expect("it opens"), &progress).expect("nobody cancels");
    let level = Arc::new(level);
    let leaves = leaf_tree(&level, &CompileParams::default(), &progress).expect("it is built");
    let has_leak = leak_walk::find(&level, &leaves.tree).is_some();
    (!has_leak).then(|| leak_walk::why_none(&level, &leaves.tree))
}

#[test]
fn lone_brush_is_not_sealed() {
    let lone = no_leak(&map([[[0.0; 3], [64.0; 3]]])).expect("the start is outside");
    assert!(lone.contains("no inside"), "{lone}");
    let sealed = no_leak(&room(&[])).expect("a closed room");
    assert!(sealed.contains("No path leads"), "{sealed}");
}
