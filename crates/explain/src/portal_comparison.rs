//! Compares the portals in a portal file with a tree's portals. Portals are identical, divided differently, or only in
//! one of the two.

use bspwalk_compile::fill::source_to_level_point;
use bspwalk_levels::{Level, portal_file::PortalFile};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::{text, words::count};
use bspwalk_trees::solid_leaf::{LeafTree, PortalId};

use crate::outlines::{Outline, OutlineComparison, Overlap, PolygonOverlap};

/// Index of the file's side in [`PortalComparison::outlines`].
pub const FILE: usize = 0;

/// Index of the tree's side in [`PortalComparison::outlines`].
pub const TREE: usize = 1;

/// The comparison of a file's portals with a tree's portals.
#[derive(Clone, Debug)]
pub struct PortalComparison {
    /// Portals of the file and of the tree, in level coordinates.
    pub portals: [Vec<Outline>; 2],
    /// Ids of the tree's portals, in the same order.
    pub ids: Vec<PortalId>,
    /// The comparison of the polygons.
    pub outlines: OutlineComparison,
}

impl PortalComparison {
    /// Compares the portals of a file with these portals of a tree.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn new(
        level: &Level,
        file: &PortalFile,
        (tree, ids): (&LeafTree, Vec<PortalId>),
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let in_level =
            |corners: &[_]| Outline::new(corners.iter().map(|&corner| source_to_level_point(level, corner)));
        let of_file = file.portals.iter().map(|portal| in_level(&portal.corners));
        let of_tree = ids.iter().map(|&id| {
            let corners = tree.portal(id).map_or(&[][..], |portal| portal.polygon);
            Outline::new(corners.iter().copied())
        });
        let portals = [of_file.collect::<Vec<_>>(), of_tree.collect()];
        let outlines = OutlineComparison::new(
            [&portals[FILE], &portals[TREE]],
            tree.tolerances().on_plane,
            progress,
        )?;
        Ok(Self {
            portals,
            ids,
            outlines,
        })
    }

    /// Returns the total area of a side's portals, in square metres.
    #[must_use]
    pub fn area(&self, side: usize) -> f64 {
        self.portals[side].iter().map(|portal| portal.area).sum()
    }

    /// Returns the area (in square metres) of a side's portals that the other side lacks.
    #[must_use]
    pub fn area_alone(&self, side: usize) -> f64 {
        self.outlines.sides[side]
            .iter()
            .map(PolygonOverlap::uncovered)
            .sum()
    }

    /// Describes in one sentence how many portals match.
    #[must_use]
    pub fn sentence(&self) -> String {
        let same = self.outlines.count(FILE, Overlap::Same);
        let [file, tree] = [FILE, TREE].map(|side| self.portals[side].len());
        let number = |number: usize| count(number as u64);
        text!(
            "portals-compared",
            same = number(same),
            file = number(file),
            tree = number(tree),
            only_file = format_args!("{:.2}", self.area_alone(FILE)),
            only_tree = format_args!("{:.2}", self.area_alone(TREE))
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use bspwalk_compile::{
        CompileParams, leaf_tree,
        tree_portals::{FileLeafNumbers, TreePortals},
    };
    use bspwalk_levels::{
        LoadOptions, builtin,
        portal_file::{Dialect, FilePortal},
    };
    use glam::DVec3;

    /// Loads the level `three_rooms`, with its solid-leaf tree and the portals of the tree.
    fn three_rooms() -> (Arc<Level>, Arc<LeafTree>, TreePortals) {
        let progress = Arc::<Progress>::default();
        let level = builtin::load("three_rooms", &LoadOptions::default(), &progress).expect("it is built in");
        let level = Arc::new(level);
        let tree = leaf_tree(&level, &CompileParams::quick(), &progress)
            .expect("it builds")
            .tree;
        let portals = TreePortals::new(&level, &tree, &FileLeafNumbers::of_built(&tree), Dialect::Prt1);
        (level, tree, portals)
    }

    fn compared(level: &Level, tree: &LeafTree, file: &PortalFile, ids: Vec<PortalId>) -> PortalComparison {
        PortalComparison::new(level, file, (tree, ids), &Progress::default()).expect("nobody cancels")
    }

    #[test]
    fn portal_match_ignores_order_and_numbers() {
        let (level, tree, portals) = three_rooms();
        let mut file = portals.file.clone();
        file.portals.reverse();
        for portal in &mut file.portals {
            portal.clusters = [0, 0];
            portal.corners.rotate_left(2);
        }
        let last = file.portals.len() - 1;
        let comparison = compared(&level, &tree, &file, portals.portals);
        for (index, beside) in comparison.outlines.sides[FILE].iter().enumerate() {
            assert_eq!(beside.same, Some((last - index) as u32));
        }
        assert_eq!([FILE, TREE].map(|side| comparison.area_alone(side)), [0.0; 2]);
        assert!((comparison.area(FILE) - comparison.area(TREE)).abs() < 1e-6);
        let sentence = comparison.sentence();
        assert!(sentence.starts_with("6 of 6 portals in the file match one of the 6 portals in the tree"));
    }

    #[test]
    fn malformed_portals_give_finite_areas() {
        let (level, tree, portals) = three_rooms();
        let door = portals.file.portals[0].corners.clone();
        let star: Vec<DVec3> = [0, 2, 1, 3, 0].into_iter().map(|corner| door[corner]).collect();
        let wild = [
            vec![DVec3::ZERO; 3],
            vec![DVec3::ZERO, DVec3::X, DVec3::X * 2.0],
            vec![DVec3::splat(1.0e30), DVec3::splat(-1.0e30), DVec3::X * 1.0e30],
            vec![DVec3::splat(1.0e-300), DVec3::ZERO, DVec3::X],
            star,
            door.iter().copied().cycle().take(4000).collect(),
            door.iter()
                .map(|corner| *corner * DVec3::new(1.0, 1.0, 1.0 + 1e-12))
                .collect(),
        ];
        let mut file = portals.file.clone();
        let clusters = [0, 1];
        file.portals = wild.map(|corners| FilePortal { clusters, corners }).into();
        let comparison = compared(&level, &tree, &file, portals.portals);
        for beside in comparison.outlines.sides.iter().flatten() {
            let is_finite = beside.area.is_finite() && (0.0..=beside.area).contains(&beside.covered);
            assert!(is_finite, "{beside:?}");
        }
        let outlines = &comparison.outlines;
        assert_eq!(
            outlines.count(FILE, Overlap::Same),
            1,
            "{:?}",
            outlines.sides[FILE]
        );
    }
}
