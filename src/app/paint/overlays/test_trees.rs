//! A test level with the components that the window requires.

use std::sync::Arc;

use crate::app::host::prelude::*;
use bevy::prelude::*;
use bspwalk_compile::CompileParams;
use bspwalk_session::Opened;
use bspwalk_testing::small_trees;

/// Returns the level on screen and its selection.
pub(in crate::app) fn shown() -> impl Bundle {
    (current(), IsShown)
}

/// Returns a small built-in level that consists of a few rooms.
pub(in crate::app) fn current() -> OpenedLevel {
    let (tree, level) = small_trees::room();
    let name = LevelName::BuiltIn("three_rooms".into());
    let trees = (Arc::new(level), Arc::new(tree));
    OpenedLevel(Opened::of_tree(name, trees, CompileParams::default()))
}
