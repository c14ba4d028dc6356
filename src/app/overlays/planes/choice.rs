//! Which planes are drawn, and what part each plays.

use crate::{
    app::{overlays::tree_stats::TreeStats, state::Overlays},
    bsp::{NodeTree, node_storing::NodeId},
};

/// At most this many planes are drawn at once: more are a fog in which nothing can be seen.
pub const MOST_PLANES: usize = 400;

/// At most this many ancestors of the selected node are drawn: the ones nearest to it.
pub const MOST_ANCESTORS: usize = 32;

/// Which planes are to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaneChoice {
    /// Nodes with the part that each plays.
    pub planes: Vec<(NodeId, Part)>,
    /// How many ancestors or nodes of the depths there would be without a limit, those drawn as selected or hovered left
    /// out.
    pub in_all: usize,
    /// The depths over which the ramp of the palette spreads.
    pub depths: [u32; 2],
}

/// What a plane is drawn as.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part {
    /// The node that was selected.
    Selected,
    /// The node that the pointer is over.
    Hovered,
    /// A node above the selected one, so many above it.
    Ancestor(u32),
    /// A node of the depths that are shown.
    Depth,
}

impl PlaneChoice {
    /// What is drawn for these overlays, selection and hovered node: the selected node and the hovered one always.
    #[must_use]
    pub fn of(
        tree: &NodeTree,
        stats: &TreeStats,
        overlays: &Overlays,
        selected: Option<NodeId>,
        hovered: Option<NodeId>,
    ) -> Self {
        let exists = |id: &NodeId| *id < tree.node_count();
        let (selected, hovered) = (selected.filter(exists), hovered.filter(exists));
        let mut planes = Vec::new();
        planes.extend(selected.map(|id| (id, Part::Selected)));
        planes.extend(
            hovered
                .filter(|&id| Some(id) != selected)
                .map(|id| (id, Part::Hovered)),
        );
        let already = planes.len();
        let [first, last] = shown_depths(overlays, stats);
        let mut depths = [first, last];
        let mut in_all = 0;
        if overlays.planes {
            match selected.filter(|_| overlays.planes_of_selection) {
                Some(id) => {
                    in_all = tree.ancestors(id).count();
                    depths = [0, in_all as u32];
                    planes.extend(
                        (1..)
                            .zip(tree.ancestors(id).take(MOST_ANCESTORS))
                            .map(|(above, (ancestor, _))| (ancestor, Part::Ancestor(above))),
                    );
                }
                None => {
                    let nodes = (first..=last).flat_map(|depth| stats.at_depth(depth)).copied();
                    in_all = (first..=last).map(|depth| stats.at_depth(depth).len()).sum();
                    planes.extend(nodes.take(MOST_PLANES).map(|id| (id, Part::Depth)));
                }
            }
        }
        // A node that plays two parts is drawn in the stronger one, which comes first.
        let strong: Vec<NodeId> = planes[..already].iter().map(|&(id, _)| id).collect();
        let before = planes.len();
        let mut place = 0;
        planes.retain(|(id, _)| {
            place += 1;
            place <= already || !strong.contains(id)
        });
        let in_all = in_all - (before - planes.len());
        Self {
            planes,
            in_all,
            depths,
        }
    }
}

/// The depths whose planes are shown, within those that the tree has.
#[must_use]
pub fn shown_depths(overlays: &Overlays, stats: &TreeStats) -> [u32; 2] {
    let [first, last] = overlays.plane_depths;
    let deepest = stats.deepest();
    [first.min(deepest), last.max(first).min(deepest)]
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::app::overlays::test_trees;

    pub(in super::super) fn all_planes() -> Overlays {
        Overlays {
            planes: true,
            plane_depths: [0, u32::MAX],
            ..Overlays::none()
        }
    }

    #[test]
    fn the_selection_leads() {
        let (tree, _) = test_trees::room();
        let stats = TreeStats::of(&tree);
        let deep = stats.at_depth(stats.deepest())[0];
        let none = PlaneChoice::of(&tree, &stats, &Overlays::none(), None, None);
        assert_eq!(none.planes, []);
        let alone = PlaneChoice::of(&tree, &stats, &Overlays::none(), Some(deep), Some(0));
        assert_eq!(alone.planes, [(deep, Part::Selected), (0, Part::Hovered)]);
        let followed = PlaneChoice::of(&tree, &stats, &all_planes(), Some(deep), Some(0));
        let parts: Vec<Part> = followed.planes.iter().map(|&(_, part)| part).collect();
        assert_eq!(followed.in_all as u32, stats.deepest() - 1);
        // The root is hovered, so it is not drawn a second time as an ancestor.
        assert_eq!(parts[..3], [Part::Selected, Part::Hovered, Part::Ancestor(1)]);
        assert_eq!(followed.planes.len() as u32, stats.deepest() + 1);
        let gone = PlaneChoice::of(&tree, &stats, &Overlays::none(), Some(tree.node_count()), None);
        assert_eq!(gone.planes, []);
    }

    #[test]
    fn what_is_drawn_at_once_is_limited() {
        let tree = test_trees::tree(&test_trees::soup(700, 3));
        let stats = TreeStats::of(&tree);
        let choice = PlaneChoice::of(&tree, &stats, &all_planes(), None, None);
        assert!(choice.in_all > MOST_PLANES, "{}", choice.in_all);
        assert_eq!(choice.planes.len(), MOST_PLANES);
        assert_eq!(choice.planes[0].0, 0, "the root comes first");
    }

    #[test]
    fn depths_that_the_tree_does_not_have_are_not_asked_for() {
        let (tree, _) = test_trees::room();
        let stats = TreeStats::of(&tree);
        let current = |depths| {
            shown_depths(
                &Overlays {
                    plane_depths: depths,
                    ..Overlays::none()
                },
                &stats,
            )
        };
        assert_eq!(current([0, 3]), [0, 3]);
        assert_eq!(current([900, 1000]), [stats.deepest(); 2]);
        assert_eq!(current([3, 1]), [3, 3]);
    }
}
