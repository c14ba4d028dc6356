//! The portals of a portal file beside those of a tree: which are the same, which are divided otherwise, and which stand in one
//! of both alone.

use bspwalk_compile::fill::from_source;
use bspwalk_levels::{Level, portal_file::PortalFile};
use bspwalk_progress::{Cancelled, Progress, words::count};
use bspwalk_trees::solid_leaf::{LeafTree, PortalId};

use crate::outlines::{Fate, Outline, Outlines};

/// The side of the file in [`PortalComparison::outlines`].
pub const FILE: usize = 0;

/// The side of the tree.
pub const TREE: usize = 1;

/// Portals of a file and of a tree side by side.
#[derive(Clone, Debug)]
pub struct PortalComparison {
    /// The portals of the file, then those of the tree, in the space of the level.
    pub portals: [Vec<Outline>; 2],
    /// The number in the tree of each of its portals.
    pub ids: Vec<PortalId>,
    /// How they match.
    pub outlines: Outlines,
}

impl PortalComparison {
    /// Compares the portals of a file with these of a tree of a level.
    ///
    /// # Errors
    /// [`Cancelled`].
    pub fn new(
        level: &Level,
        file: &PortalFile,
        (tree, ids): (&LeafTree, Vec<PortalId>),
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let in_level = |corners: &[_]| Outline::new(corners.iter().map(|&corner| from_source(level, corner)));
        let of_file = file.portals.iter().map(|portal| in_level(&portal.corners));
        let of_tree = ids.iter().map(|&id| {
            let corners = tree.portal(id).map_or(&[][..], |portal| portal.polygon);
            Outline::new(corners.iter().copied())
        });
        let portals = [of_file.collect::<Vec<_>>(), of_tree.collect()];
        let outlines = Outlines::new(
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

    /// The area of all portals of a side, in square metres.
    #[must_use]
    pub fn area(&self, side: usize) -> f64 {
        self.portals[side].iter().map(|portal| portal.area).sum()
    }

    /// The area of a side that the other has not, in square metres.
    #[must_use]
    pub fn area_alone(&self, side: usize) -> f64 {
        self.outlines.sides[side]
            .iter()
            .map(|beside| beside.uncovered())
            .sum()
    }

    /// One sentence: how many portals are in both.
    #[must_use]
    pub fn sentence(&self) -> String {
        let same = self.outlines.count(FILE, Fate::Same);
        let [file, tree] = [FILE, TREE].map(|side| self.portals[side].len());
        let number = |number: usize| count(number as u64);
        format!(
            "{} of {} portals of the file are among the {} of the tree; {:.2} m² are only in the file, {:.2} m² only in the tree.",
            number(same),
            number(file),
            number(tree),
            self.area_alone(FILE),
            self.area_alone(TREE)
        )
    }
}
