//! A test level with the window's components.

use std::sync::Arc;

use crate::app::{
    shown::IsShown,
    state::{LevelSource, OpenedLevel, Precompiled, Selection},
};
use bevy::prelude::*;
use bspwalk_levels::LoadOptions;
use bspwalk_testing::small_trees;

/// Returns the displayed level with its selection.
pub(in crate::app) fn shown() -> impl Bundle {
    (current(), Selection::default(), IsShown)
}

/// Returns a small built-in level of a few rooms.
pub(in crate::app) fn current() -> OpenedLevel {
    let (tree, level) = small_trees::room();
    OpenedLevel {
        level: Arc::new(level),
        tree: Arc::new(tree),
        source: LevelSource::BuiltIn("three_rooms".into()),
        options: LoadOptions::default(),
        build_ms: 0.0,
        precompiled: Precompiled::ToBuild(None),
    }
}
