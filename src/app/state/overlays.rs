//! Which overlays are shown, and how.

use bevy::prelude::*;

use crate::app::palette::Palette;

/// How the faces of the level are coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum FaceColoring {
    /// By their materials, lit.
    #[default]
    Material,
    /// By the node that stores them.
    Node,
    /// By the depth of that node.
    Depth,
    /// By the triangle that they are a piece of.
    Triangle,
    /// Each fragment its own.
    Fragment,
    /// By the leaf that they are in, where it can be seen from the eye's.
    Visible,
}

/// Which leaves have their cells drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum WhichLeaves {
    /// The one that the eye is in, and the selected one.
    #[default]
    OfEye,
    /// The empty ones.
    Empty,
    /// The solid ones.
    Solid,
    /// All.
    All,
}

impl WhichLeaves {
    /// All of them, with what the panel calls them.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::OfEye, "of the eye"),
        (Self::Empty, "empty"),
        (Self::Solid, "solid"),
        (Self::All, "all"),
    ];
}

/// Which overlays are shown, and how.
#[derive(Resource, Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Overlays {
    /// Colours of the faces.
    pub faces: FaceColoring,
    /// Split planes, clipped to their cells.
    pub planes: bool,
    /// Depths whose planes are shown, both ends included.
    pub plane_depths: [u32; 2],
    /// Only the selected node's plane and those of its ancestors, where a node is selected.
    pub planes_of_selection: bool,
    /// Opacity of the planes, 0 to 1.
    pub plane_opacity: f32,
    /// Edges of the fragments.
    pub wireframe: bool,
    /// Normals of the fragments.
    pub normals: bool,
    /// Boxes of the cells at one depth, and of the selected node.
    pub cells: bool,
    /// The depth whose cells are shown.
    pub cell_depth: u32,
    /// The bounding sphere, its contacts and its push.
    pub collision: bool,
    /// The path of the eye from the root, as letters.
    pub path: bool,
    /// Cells of leaves.
    pub leaves: bool,
    /// Which leaves' cells.
    pub which_leaves: WhichLeaves,
    /// Portals.
    pub portals: bool,
    /// The sightline between the eye's leaf and the selected one.
    pub sight: bool,
    /// The way out of the level.
    pub leak: bool,
    /// Painter's order.
    pub painter: bool,
    /// Whether painter's order goes by leaves rather than by faces.
    pub painter_by_leaf: bool,
    /// How much of painter's order is drawn, 0 to 1: all of it whenever it is switched on.
    #[serde(skip)]
    pub painter_share: f32,
    /// The faces in front of the selected node's plane and behind it are tinted.
    pub tint_subtree: bool,
    /// The colours of it all.
    pub palette: Palette,
}

impl Default for Overlays {
    fn default() -> Self {
        Self {
            faces: FaceColoring::Material,
            planes: false,
            plane_depths: [0, 4],
            planes_of_selection: true,
            plane_opacity: 0.2,
            wireframe: false,
            normals: false,
            cells: false,
            cell_depth: 4,
            collision: false,
            path: true,
            leaves: false,
            which_leaves: WhichLeaves::default(),
            portals: false,
            sight: false,
            leak: false,
            painter: false,
            painter_by_leaf: true,
            painter_share: 1.0,
            tint_subtree: true,
            palette: Palette::default(),
        }
    }
}
