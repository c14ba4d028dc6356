//! The divisions of a tree in display order, depth by depth.

use bspwalk_planar::{NodeId, PlanarTree};
use bspwalk_text::text;

use crate::{drawing::edge_name, rule::Rule};

/// The divisions in display order: by depth, and within a depth from front to back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    order: Vec<NodeId>,
    ranks: Vec<usize>,
    depths: Vec<u32>,
}

impl Steps {
    /// Returns the divisions of a tree.
    #[must_use]
    pub fn of(tree: &PlanarTree) -> Self {
        let depths = tree.depths();
        let mut order: Vec<NodeId> = tree.node_ids().collect();
        // The sort is stable, so nodes at the same depth remain in order.
        order.sort_by_key(|&node| depths[node.index()]);
        let mut ranks = vec![0; order.len()];
        for (rank, &node) in order.iter().enumerate() {
            ranks[node.index()] = rank;
        }
        Self { order, ranks, depths }
    }

    /// Returns the number of divisions.
    #[must_use]
    pub fn count(&self) -> usize {
        self.order.len()
    }

    /// Returns whether a node is among the first `shown` divisions. If so, its parent is as well.
    #[must_use]
    pub fn is_shown(&self, node: NodeId, shown: usize) -> bool {
        self.ranks.get(node.index()).is_some_and(|&rank| rank < shown)
    }

    /// Returns the last of the first `shown` divisions.
    #[must_use]
    pub fn last(&self, shown: usize) -> Option<NodeId> {
        self.order.get(shown.checked_sub(1)?).copied()
    }

    /// Returns the depth of the last of the first `shown` divisions, or 0 if no division is shown.
    #[must_use]
    pub fn depth(&self, shown: usize) -> u32 {
        self.last(shown).map_or(0, |node| self.depths[node.index()])
    }

    /// Returns the number of divisions down to a depth.
    #[must_use]
    pub fn to_depth(&self, depth: u32) -> usize {
        self.order
            .partition_point(|&node| self.depths[node.index()] <= depth)
    }

    /// Returns the number of divisions needed to complete the current depth or, if it is already complete, the next
    /// depth.
    #[must_use]
    pub fn next_depth(&self, shown: usize) -> usize {
        let depth = self.depth(shown);
        match self.to_depth(depth) {
            complete if complete > shown => complete,
            _ => self.to_depth(depth + 1),
        }
    }

    /// Returns the number of divisions needed to complete the previous depth.
    #[must_use]
    pub fn previous_depth(&self, shown: usize) -> usize {
        self.to_depth(self.depth(shown).saturating_sub(1))
    }
}

/// Describes the last of the first `shown` divisions.
#[must_use]
pub fn words(tree: &PlanarTree, steps: &Steps, shown: usize, rule: Rule) -> String {
    if shown >= steps.count() {
        return rule.sentence().to_owned();
    }
    match steps.last(shown) {
        Some(node) => text!("planarpage-division", shown, words = node_words(tree, node)),
        None => text!("planarpage-edges", edges = tree.edges().len()),
    }
}

/// Describes the division of a node.
#[must_use]
pub fn node_words(tree: &PlanarTree, id: NodeId) -> String {
    let node = tree.nodes()[id.index()];
    let fragments = tree.fragments_of(id).iter();
    let mut on: Vec<String> = fragments.map(|part| edge_name(part.edge as usize)).collect();
    on.dedup();
    text!(
        "planarpage-node",
        edge = edge_name(node.edge as usize),
        cuts = node.cuts,
        on = on.join(text!("planarpage-comma")),
        count = on.len()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Drawing;

    #[test]
    fn divisions_are_ordered_by_depth() {
        let drawing = Drawing::default();
        let tree = &drawing.last_valid().tree;
        let steps = Steps::of(tree);
        assert_eq!(steps.count(), tree.nodes().len());
        for shown in 0..=steps.count() {
            for (id, node) in NodeId::all().zip(tree.nodes()) {
                let is_root = node.parent.index() >= tree.nodes().len();
                assert!(
                    !steps.is_shown(id, shown) || is_root || steps.is_shown(node.parent, shown),
                    "{id} comes before its parent"
                );
            }
            assert!(steps.next_depth(shown) > shown || shown == steps.count());
            assert!(steps.previous_depth(shown) < shown || shown == 0);
            assert!(!words(tree, &steps, shown, Rule::FewestCuts).is_empty());
        }
        assert_eq!([0, 1].map(|shown| steps.depth(shown)), [0, 1]);
        assert_eq!(steps.depth(steps.count()), tree.depth());
        assert_eq!([steps.next_depth(0), steps.previous_depth(1)], [1, 0]);
        assert!(words(tree, &steps, 0, Rule::FewestCuts).contains("None has been split yet"));
        assert!(words(tree, &steps, 1, Rule::FewestCuts).starts_with("Split 1: the node uses the line of "));
    }
}
