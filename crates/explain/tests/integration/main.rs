//! Integration tests of `bspwalk_explain`, combined in one executable.

mod brush_costs;
mod checks;
mod difference;
mod doom_load;
mod duel;
mod heat;
mod hulls;
mod icicle;
mod node_card;
mod other_trees;
mod presets;
mod query_films;
mod quiz;
mod textbook;

use bspwalk_geometry::TaggedTriangle;
use bspwalk_levels::{Level, LoadOptions};
use bspwalk_trees::{Branch, BuildParams, NodeId, NodeTree};

fn built_in(name: &str) -> Level {
    bspwalk_compile::built_in::load(name, &LoadOptions::default(), &Default::default())
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns a tree whose queries can be recorded.
fn watchable(triangles: &[TaggedTriangle], params: &BuildParams) -> NodeTree {
    bspwalk_compile::with_observable_layout(NodeTree::build(triangles, params).expect("it builds"))
}

/// Returns the first node where the paths from the root to two nodes diverge, and the side that each path takes there.
/// The side is `None` if the path ends at that node.
fn parting(tree: &NodeTree, nodes: [NodeId; 2]) -> (NodeId, [Option<Branch>; 2]) {
    let [a, b] = nodes.map(|node| {
        let above = tree.ancestors(node).map(|(above, side)| (above, Some(side)));
        let mut way: Vec<_> = above.collect();
        way.reverse();
        way.push((node, None));
        way
    });
    let parting = a.iter().zip(&b).find(|(one, other)| one != other);
    let (&(node, first), &(_, second)) = parting.expect("they are two");
    (node, [first, second])
}
