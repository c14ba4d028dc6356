//! Selects the planes to draw, and assigns a role to each.

use bspwalk_session::overlays::Overlays;

use crate::prelude::*;

/// Maximum number of planes to draw. More planes would obscure each other.
pub const MOST_PLANES: usize = 400;

/// Maximum number of ancestors of the selected node to draw; the nearest ones and the root are kept.
pub const MOST_ANCESTORS: usize = 32;

/// The planes to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaneChoice {
    /// Nodes, with the roles of their planes.
    pub planes: Vec<(NodeId, PlaneRole)>,
    /// Number of planes that would be drawn without the limit, excluding the selected and the hovered node.
    pub in_all: usize,
    /// Depths at the two ends of the palette's ramp.
    pub depths: [u32; 2],
    /// Whether the selected node's ancestors are drawn, rather than the nodes at the chosen depths.
    pub of_selection: bool,
}

/// Role of a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlaneRole {
    /// The selected node.
    Selected,
    /// The node under the pointer.
    Hovered,
    /// An ancestor of the selected node, the given number of levels above it.
    Ancestor(u32),
    /// A node at one of the chosen depths.
    Depth,
}

impl PlaneChoice {
    /// Selects the planes for these overlay settings. The planes of the hovered node, the selected node and the
    /// selected node's ancestors are always drawn.
    pub fn of(
        tree: &NodeTree,
        stats: &TreeStats,
        overlays: &Overlays,
        selected: Option<NodeId>,
        hovered: Option<NodeId>,
    ) -> Self {
        let exists = |id: &NodeId| id.0 < tree.node_count();
        let (selected, hovered) = (selected.filter(exists), hovered.filter(exists));
        let hovered = hovered.filter(|_| hovered != selected);
        let mut planes = Vec::new();
        planes.extend(selected.map(|id| (id, PlaneRole::Selected)));
        planes.extend(hovered.map(|id| (id, PlaneRole::Hovered)));
        let [first, last] = shown_depths(overlays, stats);
        let mut choice = Self {
            planes,
            in_all: 0,
            depths: [first, last],
            of_selection: false,
        };
        let is_on = overlays.is_on(OverlayKind::Planes);
        let others: Vec<(NodeId, PlaneRole)> =
            match selected.filter(|_| overlays.planes_of_selection || !is_on) {
                Some(id) => {
                    choice.in_all = tree.ancestors(id).count();
                    choice.depths = [0, choice.in_all as u32];
                    choice.of_selection = choice.in_all > 0;
                    let all = choice.in_all;
                    // The last ancestor is the root.
                    let is_drawn = |above: usize| above < MOST_ANCESTORS || above == all;
                    let parts = (1..).zip(tree.ancestors(id));
                    parts
                        .filter(|(above, _)| is_drawn(*above))
                        .map(|(above, (id, _))| (id, PlaneRole::Ancestor(above as u32)))
                        .collect()
                }
                None if !is_on => Vec::new(),
                None => {
                    let nodes = (first..=last).flat_map(|depth| stats.at_depth(depth));
                    choice.in_all = nodes.clone().count();
                    nodes
                        .take(MOST_PLANES)
                        .map(|&id| (id, PlaneRole::Depth))
                        .collect()
                }
            };
        // Skip the selected and the hovered node, which are already drawn.
        let is_drawn = |id: NodeId| selected == Some(id) || hovered == Some(id);
        choice.in_all -= others.iter().filter(|(id, _)| is_drawn(*id)).count();
        choice
            .planes
            .extend(others.into_iter().filter(|(id, _)| !is_drawn(*id)));
        choice
    }

    /// Returns the number of ancestors or nodes that are drawn, and how many there would be without the limit.
    pub fn drawn_and_total(&self) -> [usize; 2] {
        let drawn =
            |(_, part): &&(NodeId, PlaneRole)| matches!(part, PlaneRole::Ancestor(_) | PlaneRole::Depth);
        [self.planes.iter().filter(drawn).count(), self.in_all]
    }
}

/// Returns the range of depths whose planes are drawn on the model's cut. `None` if only a selected node and its
/// ancestors are drawn.
pub fn depths_on_cut(overlays: &Overlays, stats: &TreeStats, selected: Option<NodeId>) -> Option<[u32; 2]> {
    let of_selection = overlays.planes_of_selection && selected.is_some();
    (overlays.is_on(OverlayKind::Planes) && !of_selection).then(|| shown_depths(overlays, stats))
}

/// Returns the range of depths to draw, clamped to the depth of the tree.
pub fn shown_depths(overlays: &Overlays, stats: &TreeStats) -> [u32; 2] {
    let [first, last] = overlays.plane_depths;
    let deepest = stats.deepest();
    [first.min(deepest), last.max(first).min(deepest)]
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use bspwalk_testing::small_trees as test_trees;

    pub(in crate::planes) fn all_planes() -> Overlays {
        let mut overlays = Overlays::showing([OverlayKind::Planes]);
        overlays.plane_depths = [0, u32::MAX];
        overlays
    }

    #[test]
    fn the_selected_node_and_its_ancestors_are_drawn() {
        let (tree, _) = test_trees::room();
        let stats = TreeStats::new(&tree);
        let deep = stats.at_depth(stats.deepest())[0];
        let none = PlaneChoice::of(&tree, &stats, &Overlays::none(), None, None);
        assert_eq!(none.planes, []);
        let alone = PlaneChoice::of(&tree, &stats, &Overlays::none(), None, Some(NodeId(0)));
        assert_eq!(alone.planes, [(NodeId::ROOT, PlaneRole::Hovered)]);
        let with_overlay = PlaneChoice::of(&tree, &stats, &all_planes(), Some(deep), Some(NodeId(0)));
        let without = PlaneChoice::of(&tree, &stats, &Overlays::none(), Some(deep), Some(NodeId(0)));
        assert_eq!(without.planes, with_overlay.planes);
        let followed = PlaneChoice::of(&tree, &stats, &all_planes(), Some(deep), Some(NodeId(0)));
        let parts: Vec<PlaneRole> = followed.planes.iter().map(|&(_, part)| part).collect();
        assert_eq!(followed.in_all as u32, stats.deepest() - 1);
        // The root is hovered, so it does not appear again as an ancestor.
        assert_eq!(
            parts[..3],
            [PlaneRole::Selected, PlaneRole::Hovered, PlaneRole::Ancestor(1)]
        );
        assert_eq!(followed.planes.len() as u32, stats.deepest() + 1);
        let gone = PlaneChoice::of(
            &tree,
            &stats,
            &Overlays::none(),
            Some(NodeId(tree.node_count())),
            None,
        );
        assert_eq!(gone.planes, []);
    }

    #[test]
    fn number_of_planes_is_limited() {
        let tree = test_trees::tree(&test_trees::soup(700, 3));
        let stats = TreeStats::new(&tree);
        let choice = PlaneChoice::of(&tree, &stats, &all_planes(), None, None);
        assert!(choice.in_all > MOST_PLANES, "{}", choice.in_all);
        assert_eq!(choice.planes.len(), MOST_PLANES);
        assert_eq!(choice.planes[0].0, NodeId(0), "the root comes first");
    }

    #[test]
    fn depths_are_clamped_to_the_tree() {
        let (tree, _) = test_trees::room();
        let stats = TreeStats::new(&tree);
        let current = |depths| {
            let mut overlays = Overlays::none();
            overlays.plane_depths = depths;
            shown_depths(&overlays, &stats)
        };
        assert_eq!(current([0, 3]), [0, 3]);
        assert_eq!(current([900, 1000]), [stats.deepest(); 2]);
        assert_eq!(current([3, 1]), [3, 3]);
    }
}
