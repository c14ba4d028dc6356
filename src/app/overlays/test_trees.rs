//! A level to test on, as the window has it.

use std::sync::Arc;

use bspwalk_levels::LoadOptions;
use bspwalk_testing::small_trees;

use crate::app::state::{CurrentLevel, LevelSource, Precompiled};

/// A built-in level of a few rooms, as the window has it.
pub(in crate::app) fn current() -> CurrentLevel {
    let (tree, level) = small_trees::room();
    CurrentLevel {
        level: Arc::new(level),
        tree: Arc::new(tree),
        source: LevelSource::BuiltIn("three_rooms".into()),
        options: LoadOptions::default(),
        build_ms: 0.0,
        precompiled: Precompiled::ToBuild(None),
        revision: 1,
        level_revision: 1,
        opened_revision: 1,
        newest: [1; 3],
    }
}
