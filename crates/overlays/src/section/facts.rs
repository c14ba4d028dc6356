//! Statistics of a section.

use bspwalk_session::view::FilmTree;

/// Statistics of the section, shown on the card of the model view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SectionFacts {
    /// Statistics of the division animation; `None` if it is off.
    pub film: Option<FilmCounts>,
    /// Numbers of empty and of solid leaves in the section; `None` without a solid-leaf tree.
    pub leaves: Option<[usize; 2]>,
    /// Number of cells left undivided because they are too small at this camera distance.
    pub undivided: u32,
    /// Number of planes drawn as lines.
    pub lines: usize,
    /// Number of leaves numbered in painter's order.
    pub numbered: usize,
}

/// Statistics of the division animation at one depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilmCounts {
    /// Tree whose division is animated.
    pub tree: FilmTree,
    /// Current depth of the animation. Only nodes above this depth divide.
    pub depth: u32,
    /// Last depth of the animation, at which all nodes divide.
    pub last: u32,
    /// Number of splitting nodes, and total number of nodes in the tree.
    pub planes: [usize; 2],
    /// Number of cells in the section.
    pub cells: usize,
}
