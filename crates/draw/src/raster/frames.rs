//! Frames: pictures of a level in a row, as a walk needs them, by baked light.

use std::sync::Arc;

use bspwalk_levels::{Level, mechanisms::Pose};
use bspwalk_trees::NodeTree;
use fixedbitset::FixedBitSet;

use super::{
    band::{CENTER, FOUR},
    camera::Camera,
    edge_functions::Cover,
    faces::Faces,
    picture::{Lighting, PaintedLevel, Picture},
    strips::PictureStrip,
    style::{FrameLeaves, FrameStyle},
    texture::Filter,
    visibility::{Shown, Strip, View},
};
use crate::light::Lightmaps;

/// What a frame took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameStats {
    /// Nodes of the tree that were visited.
    pub nodes: u32,
    /// Fragments that were drawn, those that others were painted over included.
    pub fragments: u32,
    /// Where [`FrameStyle::limit`] is set: how many fragments are in view, and the last that was drawn.
    pub limited: Option<(u32, Option<u32>)>,
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

/// Draws frames of a level. It keeps its buffers, so that a frame as large as the last one allocates nothing but for
/// the places of what moves, where that is elsewhere than the file has it.
#[derive(Debug)]
pub struct Frames {
    level: Arc<Level>,
    painted: PaintedLevel,
    lightmaps: Option<Arc<Lightmaps>>,
    leaves: Option<FrameLeaves>,
    shown: Option<Shown>,
    strips: Vec<PictureStrip>,
    /// The strip that finds the fragments in view where their number is limited, and their numbers.
    whole: Strip,
    order: Vec<u32>,
    visited: FixedBitSet,
    drawn: FixedBitSet,
    frame: Frame,
}

impl Frames {
    /// A level whose faces are painted in the order of a tree. Faces that are not in the tree are not drawn.
    #[must_use]
    pub fn new(level: &Arc<Level>, tree: &Arc<NodeTree>) -> Self {
        Self {
            level: Arc::clone(level),
            painted: PaintedLevel::new(level, tree),
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

    /// The faces that are drawn.
    #[must_use]
    pub fn faces(&self) -> &Faces {
        &self.painted.faces
    }

    /// Lights the level by baked light; until then the sky shines through walls, and the sun does not shine.
    pub fn set_light(&mut self, lightmaps: Arc<Lightmaps>) {
        self.lightmaps = Some(lightmaps);
    }

    /// The leaves for colours by leaf.
    pub fn set_leaves(&mut self, leaves: Option<FrameLeaves>) {
        self.leaves = leaves;
    }

    /// Draws only these faces, by their numbers; `None` draws all.
    pub fn set_visible(&mut self, faces: Option<&FixedBitSet>) {
        match faces {
            Some(numbers) => self
                .shown
                .get_or_insert_default()
                .of_faces(&self.painted.faces, numbers),
            None => self.shown = None,
        }
    }

    /// Puts the mechanisms of the level, in their order, where they are; until then they stand where the file has them.
    pub fn set_poses(&mut self, poses: &[Pose]) {
        self.painted.parts.set(poses);
    }

    /// The frame that was drawn last.
    #[must_use]
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// The fragments in view, in the order in which they are drawn, where the last frame had a [`FrameStyle::limit`].
    pub fn in_view(&self) -> impl Iterator<Item = u32> + '_ {
        self.whole.outlines.iter().map(|outline| outline.fragment)
    }

    /// Draws a frame.
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
        let picture = Picture {
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
