//! Expected query cost during a build. It decreases with each division.

use bspwalk_progress::{Cancelled, Progress};

use super::{
    DivisionOrder, NodeId, NodeTree,
    subtree_sums::{cost, joints, met, sizes, surface},
};
use crate::scoring::TRIANGLE_COST;

impl NodeTree {
    /// Returns the expected cost of a query before the first division and after each one, in node visits.
    ///
    /// The cost is defined by [`Measure::Cost`](super::Measure::Cost), and the divisions are in
    /// [`DivisionOrder`]. The first value is the cost of testing every triangle, and the last one is the cost
    /// of the finished tree. Until a part of the level is divided, a query that hits its bounds tests all of
    /// its triangles.
    ///
    /// # Errors
    /// Returns [`Cancelled`] once `progress` is cancelled.
    pub fn expected_costs(&self, progress: &Progress) -> Result<Vec<f64>, Cancelled> {
        let whole = self.nodes.first().map_or(0.0, surface);
        let triangles = self.triangles_below_each(progress)?;
        let undivided = |id: NodeId| {
            let node = self.nodes.get(id as usize)?;
            let cost = met(node, whole) * TRIANGLE_COST * f64::from(triangles[id as usize]);
            cost.is_finite().then_some(cost)
        };
        let order = DivisionOrder::new(self);
        let mut costs = Vec::with_capacity(order.len() as usize + 1);
        let mut now = self.root().and_then(undivided).unwrap_or(0.0);
        costs.push(now);
        for step in 0..order.len() {
            progress.check_at(step as usize)?;
            let Some(id) = order.node_at(step) else { break };
            let node = &self.nodes[id as usize];
            let below = [node.front, node.back].map(|child| undivided(child).unwrap_or(0.0));
            now += cost(node, whole) + below[0] + below[1] - undivided(id).unwrap_or(0.0);
            costs.push(now);
        }
        Ok(costs)
    }

    fn triangles_below_each(&self, progress: &Progress) -> Result<Vec<u32>, Cancelled> {
        let sizes = sizes(self, progress)?;
        // A triangle with n fragments has n − 1 joints, so the difference is the number of triangles.
        let joints = joints(self, &sizes, |_, _| true, progress)?;
        let mut triangles: Vec<u32> = self
            .nodes
            .iter()
            .zip(joints)
            .map(|(node, joints)| node.fragment_count.wrapping_sub(joints))
            .collect();
        // Children follow their parents, so iterate in reverse order.
        for id in (0..triangles.len()).rev() {
            progress.check_at(id)?;
            let below = triangles[id];
            if let Some(above) = triangles.get_mut(self.nodes[id].parent as usize) {
                *above = above.wrapping_add(below);
            }
        }
        Ok(triangles)
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_geometry::TaggedTriangle;
    use glam::DVec3;

    use super::*;
    use crate::{
        BuildParams, Rule, TriangleList,
        node_storing::{Measure, SubtreeSums},
    };

    fn triangles(count: u32) -> Vec<TaggedTriangle> {
        let mut random = fastrand::Rng::with_seed(u64::from(count));
        let mut point = |around: DVec3| around + DVec3::from([(); 3].map(|()| random.f64() * 2.0));
        (0..count)
            .map(|face| {
                let around = point(DVec3::ZERO) * 3.0;
                TaggedTriangle {
                    corners: [(); 3].map(|()| point(around)),
                    face,
                }
            })
            .collect()
    }

    /// Computes the expected cost after a number of divisions directly from the definition.
    fn by_definition(tree: &NodeTree, divisions: u32) -> f64 {
        let order = DivisionOrder::new(tree);
        let whole = surface(&tree.nodes[0]);
        let divided: Vec<NodeId> = (0..divisions).filter_map(|step| order.node_at(step)).collect();
        let is_divided = |id: &NodeId| divided.contains(id);
        let parts = (0..tree.node_count()).filter(|id| {
            let parent = tree.node(*id).expect("it exists").parent;
            !is_divided(id) && parent.is_none_or(|parent| is_divided(&parent))
        });
        let undivided: f64 = parts
            .map(|id| {
                let met = surface(&tree.nodes[id as usize]) / whole;
                met * TRIANGLE_COST * f64::from(tree.triangle_count_below(id))
            })
            .sum();
        let visited: f64 = divided
            .iter()
            .map(|&id| cost(&tree.nodes[id as usize], whole))
            .sum();
        undivided + visited
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
            let costs = tree.expected_costs(&progress).expect("it is not cancelled");
            assert_eq!(costs.len() as u32, tree.node_count() + 1);
            assert_eq!(costs[0], TriangleList::new(&triangles).expected_cost());
            for (step, &cost) in costs.iter().enumerate() {
                let expected = by_definition(&tree, step as u32);
                assert!(
                    (cost - expected).abs() < 1.0e-9 * costs[0],
                    "{rule:?} {step}: {cost} {expected}"
                );
            }
            let sums = SubtreeSums::new(&tree, Measure::Cost, &progress).expect("it is not cancelled");
            assert!((costs[costs.len() - 1] - sums.whole()).abs() < 1.0e-9 * costs[0]);
        }
        let empty = NodeTree::build(&[], &BuildParams::default()).expect("it can be built");
        assert_eq!(empty.expected_costs(&Progress::default()), Ok(vec![0.0]));
    }
}
