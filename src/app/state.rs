//! What the parts of the window share: the level that is shown, the selection, the overlays and the messages.

use std::{path::PathBuf, sync::Arc};

use bevy::prelude::*;

use crate::{
    bsp::{BuildParams, NodeTree, node_storing::NodeId},
    level::{Level, LoadOptions},
};

/// Where a level comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum LevelSource {
    /// One that is embedded in the program, by name.
    BuiltIn(String),
    /// A file.
    File(PathBuf),
}

/// The level that is shown and its tree. Replaced whole: watch it with `resource_changed` or [`Shown::revision`].
#[derive(Resource, Clone)]
pub struct Shown {
    /// The level.
    pub level: Arc<Level>,
    /// Its tree.
    pub tree: Arc<NodeTree>,
    /// Where it came from.
    pub source: LevelSource,
    /// How it was loaded.
    pub options: LoadOptions,
    /// How long the tree took to build, in milliseconds.
    pub build_ms: f64,
    /// Grows with every change of level or tree.
    pub revision: u64,
    /// Grows with every change of level, but not with a rebuild of the tree.
    pub level_revision: u64,
}

/// The node that a person chose to look at.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// The node.
    pub node: Option<NodeId>,
    /// The face by which it was chosen, as the level numbers it.
    pub face: Option<u32>,
}

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
}

impl Default for Overlays {
    fn default() -> Self {
        Self {
            faces: FaceColoring::Material,
            planes: false,
            plane_depths: [0, 4],
            planes_of_selection: true,
            plane_opacity: 0.3,
            wireframe: false,
            normals: false,
            cells: false,
            cell_depth: 4,
            collision: false,
            path: true,
        }
    }
}

/// Asks for another level.
#[derive(Message, Clone, Debug)]
pub struct OpenLevel {
    /// Which.
    pub source: LevelSource,
    /// How to load it.
    pub options: LoadOptions,
}

/// Asks for the tree to be built anew, in the background.
#[derive(Message, Clone, Debug)]
pub struct RebuildTree(pub BuildParams);

/// Asks for the file dialog.
#[derive(Message, Clone, Copy, Debug, Default)]
pub struct OpenDialog;

/// Something to tell the person, on the screen for a while.
#[derive(Message, Clone, Debug)]
pub struct Notice {
    /// What.
    pub text: String,
    /// Whether something went wrong.
    pub error: bool,
}

impl Notice {
    /// Good or neutral news.
    pub fn info(text: impl Into<String>) -> Self {
        Self { text: text.into(), error: false }
    }

    /// Something went wrong.
    pub fn error(text: impl Into<String>) -> Self {
        Self { text: text.into(), error: true }
    }
}
