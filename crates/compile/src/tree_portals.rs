//! Exports the portals of a solid-leaf tree as a portal file, for `vis`, level editors and comparisons.
//!
//! In a tree built by bspwalk, detail does not divide leaves, so each empty leaf is a cluster. In the tree from a
//! game's compiled level, leaves and clusters keep their numbers.

use bspwalk_levels::{
    Level,
    portal_file::{Dialect, FilePortal, PortalFile},
};
use bspwalk_trees::{
    QuakeTree,
    quake::QuakeChild,
    solid_leaf::{LeafId, LeafTree, OUTSIDE, PortalId},
};

use super::{FileTree, fill::level_to_source_point};

/// Maximum number of decimal places of a coordinate, and of digits before the decimal point that may be rounded.
const MOST_DIGITS: f64 = 12.0;

/// Numbering of a tree's leaves and clusters in a portal file.
#[derive(Clone, Debug)]
pub struct FileLeafNumbers {
    /// Cluster of each leaf of the tree; `None` for solid leaves and the outside.
    of_leaf: Vec<Option<u32>>,
    clusters: u32,
    /// Cluster of each leaf in the file.
    leaf_clusters: Vec<u32>,
}

/// A tree's portals as a portal file.
#[derive(Clone, Debug)]
pub struct TreePortals {
    /// Portal file.
    pub file: PortalFile,
    /// Tree portal that corresponds to each portal in the file.
    pub portals: Vec<PortalId>,
    /// Number of portals skipped because they lead to the outside or to a leaf without a cluster.
    pub outside: u32,
    /// Number of portals skipped because both of their leaves are in the same cluster.
    pub within: u32,
}

impl FileLeafNumbers {
    /// Numbers the leaves of a tree built by bspwalk. Each empty leaf except the outside is a cluster, in leaf order.
    #[must_use]
    pub fn of_built(tree: &LeafTree) -> Self {
        let mut clusters = 0;
        let mut number = |leaf: LeafId| {
            let is_room = leaf != OUTSIDE && !tree.is_solid(leaf);
            clusters += u32::from(is_room);
            is_room.then(|| clusters - 1)
        };
        Self {
            of_leaf: tree.leaf_ids().map(&mut number).collect(),
            clusters,
            leaf_clusters: (0..clusters).collect(),
        }
    }

    /// Numbers the leaves of the tree in a game's compiled level as in the file.
    ///
    /// A file without a PVS has no clusters. In that case, the leaves of the world are numbered in leaf order, as in
    /// `vis`. The file's first leaf is skipped, because it is shared by all solid space.
    #[must_use]
    pub fn of_own(own: &FileTree, quake: &QuakeTree) -> Self {
        let leaves = &quake.parts().leaves;
        let has_clusters = leaves.iter().any(|leaf| leaf.cluster.is_some());
        let is_of_world = of_world(quake);
        let mut of_own_leaf = Vec::with_capacity(leaves.len());
        let mut leaf_clusters = Vec::new();
        for (id, leaf) in leaves.iter().enumerate() {
            let cluster = if has_clusters {
                leaf.cluster
            } else {
                (id > 0).then_some(leaf_clusters.len() as u32)
            };
            // Leaves of doors and lifts may also have a cluster number, but it is meaningless.
            let cluster = cluster.filter(|_| is_of_world[id]);
            leaf_clusters.extend(cluster);
            of_own_leaf.push(cluster);
        }
        let counted = leaf_clusters.iter().max().map_or(0, |most| most + 1);
        let of_leaf = own.own_leaves.iter().zip(LeafId::all()).map(|(&id, leaf)| {
            let cluster = of_own_leaf.get(id.index()).copied().flatten();
            cluster.filter(|_| leaf != OUTSIDE && !own.tree.is_solid(leaf))
        });
        Self {
            of_leaf: of_leaf.collect(),
            clusters: counted.max(quake.parts().rows.len() as u32),
            leaf_clusters,
        }
    }

    /// Returns the number of leaves in the file.
    #[must_use]
    pub fn leaves(&self) -> u32 {
        self.leaf_clusters.len() as u32
    }

    fn cluster(&self, leaf: LeafId) -> Option<u32> {
        self.of_leaf.get(leaf.index()).copied().flatten()
    }
}

/// Returns whether each leaf in a file belongs to the world rather than to a door or a lift.
fn of_world(quake: &QuakeTree) -> Vec<bool> {
    let parts = quake.parts();
    let mut is_of_world = vec![false; parts.leaves.len()];
    let mut waiting = vec![quake.world().root];
    while let Some(child) = waiting.pop() {
        match child {
            QuakeChild::Leaf(leaf) => is_of_world[leaf.index()] = true,
            QuakeChild::Node(node) => waiting.extend(parts.nodes[node.index()].children),
        }
    }
    is_of_world
}

impl TreePortals {
    /// Converts a tree's portals to the units and axes of the level's source.
    ///
    /// Coordinates are rounded to a power of ten that is no greater than the thickness of a plane. Coordinates on a
    /// level editor's grid therefore become integers.
    #[must_use]
    pub fn new(level: &Level, tree: &LeafTree, numbers: &FileLeafNumbers, dialect: Dialect) -> Self {
        let digits = (tree.tolerances().on_plane / level.units.scale).log10().floor();
        let digits = digits.clamp(-MOST_DIGITS, MOST_DIGITS);
        let grid = 10.0_f64.powf(-digits);
        let mut portals = Self {
            file: PortalFile {
                dialect,
                clusters: numbers.clusters,
                leaf_clusters: match dialect {
                    Dialect::Prt1 => Vec::new(),
                    Dialect::Prt1Am | Dialect::Prt2 => numbers.leaf_clusters.clone(),
                },
                portals: Vec::new(),
            },
            portals: Vec::new(),
            outside: 0,
            within: 0,
        };
        for id in tree.portal_ids() {
            let Some(portal) = tree.portal(id) else { continue };
            let [Some(front), Some(behind)] = portal.leaves.map(|leaf| numbers.cluster(leaf)) else {
                portals.outside += 1;
                continue;
            };
            if front == behind {
                portals.within += 1;
                continue;
            }
            // Corners are counter-clockwise in the tree but clockwise in the file. The axis conversion is a rotation
            // and preserves winding.
            let corners = portal.polygon.iter().rev();
            let corners = corners.map(|&corner| (level_to_source_point(level, corner) * grid).round() / grid);
            portals.portals.push(id);
            portals.file.portals.push(FilePortal {
                clusters: [front, behind],
                corners: corners.collect(),
            });
        }
        portals
    }
}
