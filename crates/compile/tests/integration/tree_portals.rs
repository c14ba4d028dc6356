//! Exporting a tree's portals to a portal file: each portal must have the correct leaves on its sides, as numbered in
//! the file.

use std::sync::Arc;

use bspwalk_compile::{
    CompileParams, FileTree,
    fill::source_to_level_point,
    leaf_tree,
    tree_portals::{FileLeafNumbers, TreePortals},
};
use bspwalk_geometry::Polygon;
use bspwalk_levels::{
    Level, LoadOptions, builtin,
    portal_file::{Dialect, PortalFile},
};
use bspwalk_progress::Progress;
use bspwalk_testing::levels;
use bspwalk_trees::solid_leaf::{LeafId, LeafTree, OUTSIDE};
use glam::DVec3;

/// Distance of the test points from a portal, in metres.
const BESIDE: f64 = 0.002;

/// Returns the two clusters of each sufficiently wide portal in the file, with a point in front of it and one behind
/// it.
fn sides<'a>(level: &'a Level, file: &'a PortalFile) -> impl Iterator<Item = ([u32; 2], [DVec3; 2])> + 'a {
    file.portals.iter().filter_map(|portal| {
        let corners = portal
            .corners
            .iter()
            .map(|&corner| source_to_level_point(level, corner));
        let polygon = Polygon::from_points(corners);
        let middle = polygon.positions().sum::<DVec3>() / portal.corners.len() as f64;
        let is_wide = polygon.edges().all(|edge| edge.from.distance(edge.to) > 0.05) && polygon.area() > 0.05;
        // Corners are clockwise in the file.
        let front = -polygon.plane().filter(|_| is_wide)?.normal;
        Some((
            portal.clusters,
            [middle + BESIDE * front, middle - BESIDE * front],
        ))
    })
}

fn portals(level: &Level, tree: &LeafTree, numbers: &FileLeafNumbers, dialect: Dialect) -> PortalFile {
    let portals = TreePortals::new(level, tree, numbers, dialect);
    assert_eq!(portals.portals.len(), portals.file.portals.len());
    let all = portals.portals.len() as u32 + portals.outside + portals.within;
    assert_eq!(all, tree.portal_count());
    assert!(portals.file.is_in_range());
    let text = portals.file.write();
    let read = PortalFile::read("a.prt", text.as_bytes(), &Progress::default()).expect("it is whole");
    assert_eq!(read, portals.file);
    read
}

#[test]
fn built_tree_portals_separate_their_leaves() {
    let progress = Arc::<Progress>::default();
    for name in ["three_rooms", "hall"] {
        let level =
            Arc::new(builtin::load(name, &LoadOptions::default(), &progress).expect("it is built in"));
        let tree = leaf_tree(&level, &CompileParams::quick(), &progress)
            .expect("it builds")
            .tree;
        let numbers = FileLeafNumbers::of_built(&tree);
        let rooms: Vec<LeafId> = tree
            .empty_leaves()
            .into_iter()
            .filter(|&leaf| leaf != OUTSIDE)
            .collect();
        assert_eq!(numbers.leaves(), rooms.len() as u32);
        for dialect in Dialect::ALL {
            let file = portals(&level, &tree, &numbers, dialect);
            let (mut looked, mut right) = (0, 0);
            for (clusters, points) in sides(&level, &file) {
                let found = points.map(|point| tree.locate(point));
                looked += 1;
                right += u32::from(clusters.map(|cluster| rooms[cluster as usize]) == found);
            }
            // Some points may miss, because a leaf may be thinner than their distance from the portal.
            assert!(right * 200 >= looked * 199, "{name}: {right} of {looked}");
            assert!(looked >= 6, "{name}: {looked}");
        }
    }
}

#[test]
fn quake_portals_keep_file_cluster_numbers() {
    let progress = Arc::<Progress>::default();
    for name in ["lqdm6_a6.bsp", "lq_e0m3.bsp", "lq_e0m3-quake2.bsp"] {
        let Some(level) = levels::load_as_documented(name) else {
            continue;
        };
        let own = FileTree::new(&level, &progress)
            .expect("nobody cancels")
            .expect("it has a tree");
        let quake = level.own_tree.as_ref().expect("it has a tree");
        let has_clusters = quake.parts().leaves.iter().any(|leaf| leaf.cluster.is_some());
        let numbers = FileLeafNumbers::of_own(&own, quake);
        let file = portals(&level, &own.tree, &numbers, Dialect::Prt2);
        let (mut looked, mut right) = (0, 0);
        for (clusters, points) in sides(&level, &file) {
            looked += 1;
            let of_file = points.map(|point| {
                let leaf = quake.locate(point);
                match quake.leaf(leaf).and_then(|leaf| leaf.cluster) {
                    Some(cluster) => cluster,
                    None if has_clusters => u32::MAX,
                    // The file's first leaf contains all solid space.
                    None => leaf.0.wrapping_sub(1),
                }
            });
            right += u32::from(of_file == clusters);
        }
        // Some points may miss, because a leaf may be thinner than their distance from the portal.
        assert!(
            looked > 100 && right * 100 >= looked * 99,
            "{name}: {right} of {looked}"
        );
    }
}
