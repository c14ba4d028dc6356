//! Drawing styles: colouring mode, overlays and method.

use std::sync::Arc;

use bspwalk_trees::{
    LeafTree,
    node_storing::NodeId,
    solid_leaf::{LeafId, Pvs},
};

use super::band::VisibilityMethod;
use crate::color::palette::Palette;

/// Attribute of a face that determines its colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Coloring {
    /// Materials and light.
    #[default]
    Material,
    /// Node that stores the face.
    Node,
    /// Depth of that node.
    Depth,
    /// Source triangle.
    Triangle,
    /// Fragment.
    Fragment,
    /// Leaf of the solid-leaf tree in front of the face.
    Leaf,
    /// Leaf in front of the face; faces of leaves outside the PVS are grey and hatched.
    VisibleLeaf,
}

/// The style of a still picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Style {
    /// Colouring mode.
    pub coloring: Coloring,
    /// Whether the edges of fragments are drawn. They are always drawn in the fragment colouring.
    pub wireframe: bool,
    /// Selected node, if any. Its own faces, the faces in front of its plane and the faces behind it are tinted.
    pub selected: Option<NodeId>,
    /// Colour palette.
    pub palette: Palette,
}

/// The style of a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FrameStyle {
    /// Colouring mode.
    pub coloring: Coloring,
    /// Whether the edges of fragments are drawn. They are always drawn in the fragment colouring.
    pub wireframe: bool,
    /// Selected node, if any. Its own faces, the faces in front of its plane and the faces behind it are tinted.
    pub selected: Option<NodeId>,
    /// Colour palette.
    pub palette: Palette,
    /// Method of hidden surface removal.
    pub method: VisibilityMethod,
    /// Maximum number of fragments to draw, in the order of the method; the last fragment is highlighted. `None` draws
    /// all fragments.
    pub limit: Option<u32>,
    /// Whether to average four samples per pixel, which smooths edges, rather than using one sample at its centre.
    pub smooth: bool,
}

/// The solid-leaf tree for [`Coloring::Leaf`] and [`Coloring::VisibleLeaf`].
#[derive(Clone, Debug)]
pub struct FrameLeaves {
    /// The tree.
    pub tree: Arc<LeafTree>,
    /// Potentially visible sets of its leaves.
    pub pvs: Option<Arc<Pvs>>,
    /// Viewing leaf for [`Coloring::VisibleLeaf`]. Leaves outside its PVS are grey and hatched.
    pub from: LeafId,
}
