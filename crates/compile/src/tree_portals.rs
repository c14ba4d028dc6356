//! The portals of a solid-leaf tree as a portal file, for `vis`, level editors and comparisons.
//!
//! Detail divides no leaf of a tree that is built here, so that each empty leaf is a cluster. In the tree that a compiled level
//! brings, leaves and clusters have the numbers of its file.

use bspwalk_levels::{
    Level,
    portal_file::{Dialect, FilePortal, PortalFile},
};
use bspwalk_trees::{
    QuakeTree,
    quake::QuakeChild,
    solid_leaf::{LeafId, LeafTree, OUTSIDE, PortalId},
};

use super::{OwnTree, fill::to_source};

/// At most so many digits stand after the point of a coordinate, or are rounded away before it.
const MOST_DIGITS: f64 = 12.0;

/// The leaves and clusters of a tree as a portal file numbers them.
#[derive(Clone, Debug)]
pub struct FileNumbers {
    /// The cluster of each leaf of the tree; none of a solid one and of the outside.
    of_leaf: Vec<Option<u32>>,
    clusters: u32,
    /// The cluster of each leaf of the file.
    leaf_clusters: Vec<u32>,
}

/// The portals of a tree as a portal file.
#[derive(Clone, Debug)]
pub struct TreePortals {
    /// The file.
    pub file: PortalFile,
    /// The portal of the tree that each portal of the file is, in its order.
    pub portals: Vec<PortalId>,
    /// Portals that are left out, as they lead to the outside or to a leaf that is in no cluster.
    pub outside: u32,
    /// Portals that are left out, as both of their leaves are in one cluster.
    pub within: u32,
}

impl FileNumbers {
    /// Of a tree that is built here: its empty leaves, the outside excepted, in their order, each a cluster.
    #[must_use]
    pub fn of_built(tree: &LeafTree) -> Self {
        let mut clusters = 0;
        let mut number = |leaf: LeafId| {
            let is_room = leaf != OUTSIDE && !tree.is_solid(leaf);
            clusters += u32::from(is_room);
            is_room.then(|| clusters - 1)
        };
        Self {
            of_leaf: (0..tree.leaf_count()).map(&mut number).collect(),
            clusters,
            leaf_clusters: (0..clusters).collect(),
        }
    }

    /// Of the tree that a compiled level brings: as the file numbers them. Where it has no clusters, as it has no PVS, the leaves of the
    /// world are numbered in their order, but for the first of the file, which all solid space shares: so `vis` would number them.
    #[must_use]
    pub fn of_own(own: &OwnTree, quake: &QuakeTree) -> Self {
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
            // Leaves of doors and lifts may have a cluster, too, which means nothing.
            let cluster = cluster.filter(|_| is_of_world[id]);
            leaf_clusters.extend(cluster);
            of_own_leaf.push(cluster);
        }
        let counted = leaf_clusters.iter().max().map_or(0, |most| most + 1);
        let of_leaf = own.own_leaves.iter().zip(0..).map(|(&id, leaf)| {
            let cluster = of_own_leaf.get(id as usize).copied().flatten();
            cluster.filter(|_| leaf != OUTSIDE && !own.tree.is_solid(leaf))
        });
        Self {
            of_leaf: of_leaf.collect(),
            clusters: counted.max(quake.parts().rows.len() as u32),
            leaf_clusters,
        }
    }

    /// How many leaves the file counts.
    #[must_use]
    pub fn leaves(&self) -> u32 {
        self.leaf_clusters.len() as u32
    }

    fn cluster(&self, leaf: LeafId) -> Option<u32> {
        self.of_leaf.get(leaf as usize).copied().flatten()
    }
}

/// Which leaves of a file are leaves of the world rather than of a door or a lift.
fn of_world(quake: &QuakeTree) -> Vec<bool> {
    let parts = quake.parts();
    let mut is_of_world = vec![false; parts.leaves.len()];
    let mut waiting = vec![quake.world().root];
    while let Some(child) = waiting.pop() {
        match child {
            QuakeChild::Leaf(leaf) => is_of_world[leaf as usize] = true,
            QuakeChild::Node(node) => waiting.extend(parts.nodes[node as usize].children),
        }
    }
    is_of_world
}

impl TreePortals {
    /// The portals of a tree in the units and axes of the level's source.
    ///
    /// Coordinates are rounded to a power of ten that is at most as long as a plane is thick, so that those on the grid of an editor
    /// are whole numbers.
    #[must_use]
    pub fn new(level: &Level, tree: &LeafTree, numbers: &FileNumbers, dialect: Dialect) -> Self {
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
        for id in 0..tree.portal_count() {
            let Some(portal) = tree.portal(id) else { continue };
            let [Some(front), Some(behind)] = portal.leaves.map(|leaf| numbers.cluster(leaf)) else {
                portals.outside += 1;
                continue;
            };
            if front == behind {
                portals.within += 1;
                continue;
            }
            // In the tree corners go counter-clockwise, in the file clockwise; the axes of the source are turned, not mirrored.
            let corners = portal.polygon.iter().rev();
            let corners = corners.map(|&corner| (to_source(level, corner) * grid).round() / grid);
            portals.portals.push(id);
            portals.file.portals.push(FilePortal {
                clusters: [front, behind],
                corners: corners.collect(),
            });
        }
        portals
    }
}
