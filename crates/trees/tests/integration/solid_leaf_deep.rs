//! Tests that no operation on a solid-leaf tree recurses as deeply as the tree. The tests run on threads with a small
//! stack.

use std::{hint::black_box, sync::LazyLock};

use bspwalk_progress::Progress;
use bspwalk_testing::{effort, rooms::faces};
use bspwalk_trees::solid_leaf::{
    LeafParams, LeafRule, LeafTree, Pvs, PvsParams,
    portals::{find_leak, reachable_leaves},
    pvs::{Clusters, explain},
};
use glam::dvec3;

/// Stack size of a thread, in bytes.
const STACK: usize = 128 << 10;

/// Returns a depth where recursion would overflow the stack. A call takes at least 32 bytes for the return address and
/// saved registers.
fn depth() -> u32 {
    effort::sampled_or_whole(4_200, 5_000)
}

/// Runs the work on threads with a small stack.
fn with_little_stack(work: impl FnOnce() + Send) {
    assert!(depth() as usize * 32 > STACK);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .stack_size(STACK)
        .build()
        .unwrap();
    pool.install(work);
}

/// Stacked sheets with faces on both sides, so that they enclose nothing. The plane of each sheet belongs to a node
/// below the nodes of all previous sheets.
static LIST: LazyLock<LeafTree> = LazyLock::new(|| {
    let sheets: Vec<_> = (0..depth())
        .flat_map(|i| {
            let y = f64::from(i) * 0.1;
            let [a, b, c] = [dvec3(0.0, y, 0.0), dvec3(0.0, y, 100.0), dvec3(100.0, y, 0.0)];
            [[a, b, c], [a, c, b]]
        })
        .collect();
    LeafTree::builder(&LeafParams::preset(LeafRule::First))
        .recorded(true)
        .build(&faces(&sheets, true))
        .unwrap()
});

#[test]
fn deep_list_tree_needs_no_recursion() {
    with_little_stack(|| {
        let tree = &*LIST;
        assert_eq!(tree.statistics().depth, depth() - 2 + 6);
        assert_eq!(tree.validate(), Ok(()));
        // The lines pass through the part of the hull that the sheets leave open, and through the sheets.
        let (low, high) = (
            dvec3(80.0, 0.05, 80.0),
            dvec3(80.0, 0.1 * f64::from(depth()) - 0.15, 80.0),
        );
        let along = tree.sightline(low, high).unwrap();
        assert_eq!(along.len() as u32, depth() - 1);
        let [first, last] = [along[0], along[along.len() - 1]];
        assert_eq!([tree.locate(low), tree.locate(high)], [first, last]);
        let depth_of = |leaf| tree.ancestors_of_leaf(leaf).count() as u32;
        let deepest = if depth_of(first) > depth_of(last) {
            first
        } else {
            last
        };
        assert!(depth_of(deepest) >= depth(), "{}", depth_of(deepest));
        assert!(!tree.leaf_cell(deepest).is_empty());
        let empty = tree.leaf_ids().filter(|&leaf| !tree.is_solid(leaf)).count();
        for eye in [low, high] {
            assert_eq!(tree.order().near_to_far(eye).count(), empty);
        }
        let graph = tree.portal_graph();
        assert!(reachable_leaves(graph, first)[last.index()]);
        black_box(find_leak(graph, first, low));
        let params = PvsParams {
            steps: effort::sampled_or_whole(2_000, 20_000),
            max_openings: 2000,
        };
        let pvs = tree.pvs(&params, &Progress::default(), |_| {}).unwrap();
        assert!(pvs.visible(first, last));
        black_box(explain(graph, &pvs, &tree.tolerances(), first, last));
        // Statics are never dropped, so drop a clone.
        drop(tree.clone());
    });
}

/// Each leaf is a separate cluster, so the length of portal chains equals the depth of the tree, up to the search
/// limit.
#[test]
fn long_portal_chain_needs_no_recursion() {
    with_little_stack(|| {
        let tree = &*LIST;
        let graph = tree.portal_graph();
        let leaves = tree.empty_leaves();
        // The leaves in the first tenth of the list.
        let near: Vec<_> = tree
            .leaf_ids()
            .map(|leaf| leaf.min(leaves[leaves.len() / 10]).0)
            .collect();
        let params = PvsParams {
            steps: effort::sampled_or_whole(5_000, 100_000),
            max_openings: u32::MAX,
        };
        let pvs = Pvs::build(
            graph,
            &Clusters::new(near),
            &tree.tolerances(),
            &params,
            &Progress::default(),
            |_| {},
        )
        .unwrap();
        assert!(pvs.is_final() && pvs.visible(leaves[0], leaves[1]));
    });
}
