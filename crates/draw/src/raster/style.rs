//! How pictures are drawn: what their colours show, and by which method.

use std::sync::Arc;

use bspwalk_levels::color::palette::Palette;
use bspwalk_trees::{
    LeafTree,
    node_storing::NodeId,
    solid_leaf::{LeafId, Pvs},
};

use super::band::Method;

/// What the colours of the faces show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Coloring {
    /// Materials and light.
    #[default]
    Material,
    /// The node that stores the face.
    Node,
    /// The depth of that node.
    Depth,
    /// The source triangle.
    Triangle,
    /// The fragment.
    Fragment,
    /// The leaf of the solid-leaf tree in front of the face.
    Leaf,
    /// The same, where leaves that may not be seen are grey and hatched.
    VisibleLeaf,
}

/// How a level is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Style {
    /// What the colours of the faces show.
    pub coloring: Coloring,
    /// Whether the edges of the fragments are drawn; those that are coloured each for itself have them always.
    pub wireframe: bool,
    /// A node that is highlighted: its own faces, those in front of it and those behind it are tinted.
    pub selected: Option<NodeId>,
    /// The colours.
    pub palette: Palette,
}

/// How a frame is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameStyle {
    /// What the colours of the faces show.
    pub coloring: Coloring,
    /// Whether the edges of the fragments are drawn; those that are coloured each for itself have them always.
    pub wireframe: bool,
    /// A node that is highlighted: its own faces, those in front of it and those behind it are tinted.
    pub selected: Option<NodeId>,
    /// The colours.
    pub palette: Palette,
    /// How hidden surfaces are removed.
    pub method: Method,
    /// Draws only so many of the fragments in view, the first ones in the order of the method, and highlights the last of
    /// them; `None` draws all.
    pub limit: Option<u32>,
    /// Whether a pixel is the mean of four samples, which smooths edges, instead of one in its middle.
    pub smooth: bool,
}

impl Default for FrameStyle {
    fn default() -> Self {
        Self {
            coloring: Coloring::Material,
            wireframe: false,
            selected: None,
            palette: Palette::default(),
            method: Method::Painter,
            limit: None,
            smooth: false,
        }
    }
}

/// The solid-leaf tree by which [`Coloring::Leaf`] and [`Coloring::VisibleLeaf`] colour.
#[derive(Clone, Debug)]
pub struct FrameLeaves {
    /// The tree.
    pub tree: Arc<LeafTree>,
    /// What can be seen from where.
    pub pvs: Option<Arc<Pvs>>,
    /// The leaf from which [`Coloring::VisibleLeaf`] looks: leaves that it may not see are grey and hatched.
    pub from: LeafId,
}
