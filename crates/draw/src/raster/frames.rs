//! Frames of a level with baked light, for walking through it.

use std::sync::Arc;

use bspwalk_levels::{Level, mechanisms::Pose};
use bspwalk_trees::NodeTree;
use fixedbitset::FixedBitSet;

use super::{
    band::{CENTER, FOUR},
    camera::Camera,
    edge_functions::Cover,
    face_set::FaceSet,
    faces::RasterFaces,
    picture::{Lighting, PaintedLevel, RenderContext},
    strips::PictureStrip,
    style::{FrameLeaves, FrameStyle},
    texture::Filter,
    visibility::{FragmentSelection, Strip, View},
};
use crate::light::Lightmaps;

/// Statistics of a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameStats {
    /// Number of visited tree nodes.
    pub nodes: u32,
    /// Number of drawn fragments, including fragments that were painted over.
    pub fragments: u32,
    /// If [`FrameStyle::limit`] is set: the number of fragments in view, and the last fragment that was drawn.
    pub limited: Option<(u32, Option<u32>)>,
}

/// A rendered frame.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// sRGB pixels as 0x00RRGGBB, row by row from the top.
    pub pixels: Vec<u32>,
    /// Statistics of the frame.
    pub stats: FrameStats,
}

/// Draws frames of a level. Buffers are reused, so a frame of the same size as the previous one allocates memory only
/// for parts that have moved.
#[derive(Debug)]
pub struct Frames {
    level: Arc<Level>,
    painted: PaintedLevel,
    lightmaps: Option<Arc<Lightmaps>>,
    leaves: Option<FrameLeaves>,
    shown: Option<FragmentSelection>,
    strips: Vec<PictureStrip>,
    /// Strip that collects the fragments in view if their number is limited.
    whole: Strip,
    /// Fragments in view, in drawing order.
    order: Vec<u32>,
    visited: FixedBitSet,
    drawn: FixedBitSet,
    frame: Frame,
}

impl Frames {
    /// Prepares a level for drawing in the order of a tree. Faces that are not in the tree are omitted.
    #[must_use]
    pub fn new(level: &Arc<Level>, tree: &Arc<NodeTree>) -> Self {
        Self::of_painted(level, PaintedLevel::new(level, tree))
    }

    /// Creates the renderer of a level that is already prepared for drawing.
    #[must_use]
    pub fn of_painted(level: &Arc<Level>, painted: PaintedLevel) -> Self {
        Self {
            level: Arc::clone(level),
            painted,
            lightmaps: None,
            leaves: None,
            shown: None,
            strips: Vec::new(),
            whole: Strip::default(),
            order: Vec::new(),
            visited: FixedBitSet::new(),
            drawn: FixedBitSet::new(),
            frame: Frame::default(),
        }
    }

    /// Returns the faces that can be drawn.
    #[must_use]
    pub fn faces(&self) -> &RasterFaces {
        &self.painted.faces
    }

    /// Sets the baked light. Without it, walls do not block skylight, and there is no sunlight.
    pub fn set_light(&mut self, lightmaps: Arc<Lightmaps>) {
        self.lightmaps = Some(lightmaps);
    }

    /// Sets the solid-leaf tree for colouring by leaf.
    pub fn set_leaves(&mut self, leaves: Option<FrameLeaves>) {
        self.leaves = leaves;
    }

    /// Restricts drawing to these faces; `None` draws all faces.
    pub fn set_visible(&mut self, faces: Option<&FaceSet>) {
        match faces {
            Some(faces) => self
                .shown
                .get_or_insert_default()
                .of_faces(&self.painted.faces, faces),
            None => self.shown = None,
        }
    }

    /// Sets the poses of the level's mechanisms, in index order. The default is the poses from the file.
    pub fn set_poses(&mut self, poses: &[Pose]) {
        self.painted.parts.set(poses);
    }

    /// Returns the most recent frame.
    #[must_use]
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Returns the fragments in view, in drawing order, if the last frame had a [`FrameStyle::limit`]; otherwise none.
    pub fn in_view(&self) -> impl Iterator<Item = u32> + '_ {
        self.whole.outlines.iter().map(|outline| outline.fragment)
    }

    /// Draws a frame and returns it.
    pub fn draw(&mut self, camera: &Camera, size: [u32; 2], style: &FrameStyle) -> &Frame {
        let Self {
            painted,
            shown,
            strips,
            whole,
            order,
            visited,
            drawn,
            frame,
            ..
        } = self;
        let sampling = if style.smooth { FOUR } else { CENTER };
        let view = View::new(&painted.faces, camera, size, style.method, sampling)
            .with_shown(shown.as_ref())
            .with_parts(&painted.parts);
        let is_limited = style.limit.is_some();
        order.clear();
        if let Some(limit) = style.limit {
            whole.begin(&view, 0..view.size[1]);
            whole.collect(&view, |_| Cover::Opaque);
            let drawn = whole.outlines.iter().map(|outline| outline.fragment);
            order.extend(drawn.take(limit as usize));
        }
        let maps = self.lightmaps.as_deref();
        let picture = RenderContext {
            level: &self.level,
            painted,
            view: &view,
            style,
            colors: &painted.overlay_colors(style),
            light: Lighting {
                maps,
                volume: maps.and_then(Lightmaps::volume),
                sun: None,
            },
            leaves: self.leaves.as_ref(),
            order: is_limited.then_some(order),
            filter: Filter::Quick,
        };
        frame.size = size;
        frame.pixels.resize(size[0] as usize * size[1] as usize, 0);
        picture.draw(strips, &mut frame.pixels);
        visited.clear();
        if is_limited {
            visited.union_with(&whole.visited);
        }
        drawn.clear();
        for PictureStrip { strip, .. } in strips {
            visited.union_with(&strip.visited);
            drawn.union_with(&strip.drawn);
        }
        frame.stats = FrameStats {
            nodes: visited.count_ones(..) as u32,
            fragments: drawn.count_ones(..) as u32,
            limited: is_limited.then(|| (whole.outlines.len() as u32, order.last().copied())),
        };
        &self.frame
    }
}
