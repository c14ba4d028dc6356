//! Expected cost of a query at each stage of a build. It decreases with each division.

use bspwalk_geometry::Aabb;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::words::count;
use bspwalk_trees::{
    NodeTree, TRIANGLE_COST,
    node_storing::{DivisionOrder, Measure, NodeId, SubtreeSums},
};
use glam::Vec3;

/// Returns the expected cost of a query before the first division and after each one, in node visits.
///
/// [`Measure::Cost`] defines the cost, and [`DivisionOrder`] the divisions. The first value is the cost of testing
/// every triangle, and the last one is the cost of the finished tree. As long as a part of the level is undivided, a
/// query that hits the bounds of that part tests all its triangles.
///
/// # Errors
/// Returns [`Cancelled`] once `progress` is cancelled.
pub fn expected_costs(tree: &NodeTree, progress: &Progress) -> Result<Vec<f64>, Cancelled> {
    let sums = SubtreeSums::new(tree, Measure::Cost, progress)?;
    let whole = surface(tree, NodeId(0)).unwrap_or(0.0);
    let triangles = triangles_below_each(tree, &sums, progress)?;
    let undivided = |id: NodeId| {
        let surface = surface(tree, id)?;
        let met = if whole > 0.0 {
            (surface / whole).min(1.0)
        } else {
            1.0
        };
        let cost = met * TRIANGLE_COST * f64::from(*triangles.get(id.index())?);
        cost.is_finite().then_some(cost)
    };
    let order = DivisionOrder::new(tree);
    let mut costs = Vec::with_capacity(order.len() as usize + 1);
    let mut now = tree.root().and_then(undivided).unwrap_or(0.0);
    costs.push(now);
    for step in 0..order.len() {
        progress.check_at(step as usize)?;
        let Some((id, node)) = order.node_at(step).and_then(|id| Some((id, tree.node(id)?))) else {
            break;
        };
        let (mut own, mut below) = (sums.total(id), 0.0);
        for child in [node.front, node.back].into_iter().flatten() {
            own -= sums.total(child);
            below += undivided(child).unwrap_or(0.0);
        }
        now += own + below - undivided(id).unwrap_or(0.0);
        costs.push(now);
    }
    Ok(costs)
}

/// Formats an expected cost in node visits. All tables, animations and cards use this format, so that equal costs look
/// the same.
#[must_use]
pub fn cost_words(cost: f64) -> String {
    if cost < 100.0 {
        format!("{cost:.2}")
    } else {
        count(cost.round() as u64)
    }
}

/// Returns the surface area of a node's bounds, or `None` if the node does not exist.
fn surface(tree: &NodeTree, id: NodeId) -> Option<f64> {
    let [min, max] = tree.subtree_bounds(id)?.map(Vec3::as_dvec3);
    Some(Aabb { min, max }.surface_area())
}

/// Returns, for each node, the number of triangles that have fragments in its subtree.
fn triangles_below_each(
    tree: &NodeTree,
    sums: &SubtreeSums,
    progress: &Progress,
) -> Result<Vec<u32>, Cancelled> {
    let nodes = tree.node_ids().filter_map(|id| tree.node(id));
    let (parents, mut triangles): (Vec<Option<NodeId>>, Vec<u32>) = nodes
        .map(|node| (node.parent, node.fragments.len() as u32))
        .unzip();
    // Each pair of consecutive fragments of a triangle has a lowest common ancestor. A triangle with n fragments below
    // a node has n − 1 such pairs there, so subtracting the pairs from the fragments gives the number of triangles.
    let mut last: Vec<Option<NodeId>> = vec![None; tree.triangle_count() as usize];
    let mut turn = 0;
    for fragment in (0..tree.fragment_count()).filter_map(|index| tree.fragment(index)) {
        let Some(before) = last[fragment.triangle.index()].replace(fragment.node) else {
            continue;
        };
        let mut above = Some(fragment.node);
        while let Some(id) = above {
            progress.check_at(turn)?;
            turn += 1;
            if (id.0..id.0 + sums.node_count(id)).contains(&before.0) {
                triangles[id.index()] = triangles[id.index()].wrapping_sub(1);
                break;
            }
            above = parents[id.index()];
        }
    }
    // Children come after their parents, so iterate in reverse order.
    for id in (0..triangles.len()).rev() {
        progress.check_at(id)?;
        if let Some(parent) = parents[id] {
            let below = triangles[id];
            let above = &mut triangles[parent.index()];
            *above = above.wrapping_add(below);
        }
    }
    Ok(triangles)
}

#[cfg(test)]
mod tests {
    use bspwalk_geometry::TaggedTriangle;
    use bspwalk_trees::{BuildParams, FaceId, Rule, TriangleList};
    use glam::DVec3;

    use super::*;

    fn triangles(count: u32) -> Vec<TaggedTriangle> {
        let mut random = fastrand::Rng::with_seed(u64::from(count));
        let mut point = |around: DVec3| around + DVec3::from([(); 3].map(|()| random.f64() * 2.0));
        FaceId::range(0..count)
            .map(|face| {
                let around = point(DVec3::ZERO) * 3.0;
                TaggedTriangle {
                    corners: [(); 3].map(|()| point(around)),
                    face,
                }
            })
            .collect()
    }

    /// Computes the expected cost after a number of divisions directly from its definition.
    fn by_definition(tree: &NodeTree, sums: &SubtreeSums, divisions: u32) -> f64 {
        let order = DivisionOrder::new(tree);
        let area = |id| surface(tree, id).expect("it exists");
        let divided: Vec<NodeId> = (0..divisions).filter_map(|step| order.node_at(step)).collect();
        let is_divided = |id: &NodeId| divided.contains(id);
        let parts = tree.node_ids().filter(|id| {
            let parent = tree.node(*id).expect("it exists").parent;
            !is_divided(id) && parent.is_none_or(|parent| is_divided(&parent))
        });
        let undivided: f64 = parts
            .map(|id| {
                let met = area(id) / area(NodeId(0));
                met * TRIANGLE_COST * f64::from(tree.triangle_count_below(id))
            })
            .sum();
        let own = |id: NodeId| {
            let node = tree.node(id).expect("it exists");
            let children = [node.front, node.back].into_iter().flatten();
            sums.total(id) - children.map(|child| sums.total(child)).sum::<f64>()
        };
        undivided + divided.iter().copied().map(own).sum::<f64>()
    }

    #[test]
    fn costs_have_two_decimals_below_a_hundred() {
        let words = [0.0, 2.5, 53.333, 9_091.5].map(cost_words);
        assert_eq!(words, ["0.00", "2.50", "53.33", "9,092"]);
    }

    #[test]
    fn costs_match_definition_at_every_step() {
        for (count, rule) in [
            (40, Rule::Sampled),
            (40, Rule::Ati),
            (60, Rule::First),
            (1, Rule::Sampled),
        ] {
            let triangles = triangles(count);
            let tree = NodeTree::build(&triangles, &BuildParams::preset(rule)).expect("it can be built");
            let progress = Progress::default();
            let costs = expected_costs(&tree, &progress).expect("it is not cancelled");
            assert_eq!(costs.len() as u32, tree.node_count() + 1);
            assert_eq!(costs[0], TriangleList::new(&triangles).expected_cost());
            let sums = SubtreeSums::new(&tree, Measure::Cost, &progress).expect("it is not cancelled");
            for (step, &cost) in costs.iter().enumerate() {
                let expected = by_definition(&tree, &sums, step as u32);
                assert!(
                    (cost - expected).abs() < 1.0e-9 * costs[0],
                    "{rule:?} {step}: {cost} {expected}"
                );
            }
            assert!((costs[costs.len() - 1] - sums.whole()).abs() < 1.0e-9 * costs[0]);
        }
        let empty = NodeTree::build(&[], &BuildParams::default()).expect("it can be built");
        assert_eq!(expected_costs(&empty, &Progress::default()), Ok(vec![0.0]));
    }
}
