//! A level beside itself differs in nothing, whatever its format.

use std::sync::Arc;

use bspwalk_compile::{CompileParams, Leaves, leaf_tree, node_tree};
use bspwalk_explain::difference::{Difference, Side};
use bspwalk_levels::{Level, LoadOptions, builtin};
use bspwalk_progress::Progress;
use bspwalk_testing::levels;
use bspwalk_trees::NodeTree;

/// A level with its trees.
struct Built {
    level: Level,
    nodes: Arc<NodeTree>,
    leaves: Leaves,
}

impl Built {
    fn new(level: Level, progress: &Arc<Progress>) -> Self {
        let params = CompileParams::quick();
        let (nodes, _) = node_tree(&level, &params.nodes, progress).expect("it builds");
        let leaves = leaf_tree(&level, &params, progress).expect("it builds");
        Self { level, nodes, leaves }
    }

    fn side(&self) -> Side<'_> {
        Side {
            level: &self.level,
            nodes: &self.nodes,
            leaves: &self.leaves.tree,
            pvs: None,
        }
    }
}

#[test]
fn a_level_beside_itself_differs_in_nothing() {
    let progress = Arc::<Progress>::default();
    let built_in = builtin::all().iter().map(|level| {
        let loaded = builtin::load(level.name, &LoadOptions::default(), &progress);
        (level.name.to_owned(), loaded.expect("it is built in"))
    });
    let shared = [
        "playground.map",
        "lqdm6_a6.bsp",
        "lqdm6_a6.map",
        "recast_dungeon.obj",
    ];
    let shared = shared
        .into_iter()
        .filter_map(|name| Some((name.to_owned(), levels::load_as_documented(name)?)));
    for (name, level) in built_in.chain(shared) {
        let built = Built::new(level, &progress);
        let difference = Difference::new(built.side(), built.side(), &progress).expect("nobody cancels");
        assert!(difference.is_nothing(), "{name}");
        // Each is the same as itself, not as another that is like it.
        let is_itself = |after: &[Option<u32>]| after.iter().zip(0..).all(|(other, own)| *other == Some(own));
        for matching in [&difference.nodes, &difference.planes, &difference.leaves] {
            assert!(is_itself(&matching.after), "{name}");
        }
        assert_eq!(
            difference.leaves.after.len(),
            built.leaves.tree.leaf_count() as usize
        );
    }
}

#[test]
fn a_comparison_can_be_cancelled() {
    let progress = Arc::<Progress>::default();
    let level = builtin::load("three_rooms", &LoadOptions::default(), &progress).expect("it is built in");
    let built = Built::new(level, &progress);
    progress.cancel();
    assert!(Difference::new(built.side(), built.side(), &progress).is_err());
}
