//! Still pictures of a level, with four samples per pixel, the finest texture filter, and a shadow ray to the sun for
//! each sample. Only the skylight is baked.

use std::sync::Arc;

use bspwalk_levels::{Level, light_styles::StyleFactors, mechanisms::Pose};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::NodeTree;

use super::{
    band::{FOUR, VisibilityMethod},
    camera::Camera,
    edge_functions::Cover,
    parts::PosedParts,
    picture::{Lighting, PaintedLevel, RenderContext},
    style::{FrameLeaves, FrameStyle, Style},
    texture::Filter,
    visibility::{Strip, View},
};
use crate::light::{self, LightSampler, LightVolume, Lightmaps};

/// A level prepared for still pictures.
#[derive(Debug)]
pub struct Scene<'a> {
    level: &'a Level,
    painted: PaintedLevel,
    sun: LightSampler<'a>,
    of_file: Lightmaps,
    volume: Option<LightVolume>,
    leaves: Option<FrameLeaves>,
}

impl<'a> Scene<'a> {
    /// Prepares a level. Faces are painted in the order of the tree `painted`, and shadow rays use the tree `solid`.
    /// They can be the same tree if the level has no liquids. Faces that are not in `painted` are omitted.
    #[must_use]
    pub fn new(level: &'a Level, painted: &Arc<NodeTree>, solid: &'a NodeTree) -> Self {
        Self {
            level,
            painted: PaintedLevel::new(level, painted),
            sun: LightSampler::new(level, solid),
            of_file: Lightmaps::of_file(level),
            volume: None,
            leaves: None,
        }
    }

    /// Bakes the ambient light. Without it, walls do not block skylight.
    #[must_use]
    pub fn with_baked_light(self, solid: &NodeTree) -> Self {
        Progress::uncancellable(|progress| self.try_with_baked_light(solid, progress))
    }

    /// Like [`Scene::with_baked_light`], but can be cancelled.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if the operation is cancelled.
    pub fn try_with_baked_light(mut self, solid: &NodeTree, progress: &Progress) -> Result<Self, Cancelled> {
        let threads = rayon::current_num_threads();
        self.volume = light::bake(self.level, solid, threads, progress)?;
        Ok(self)
    }

    /// Sets the brightness of light styles from the level file.
    #[must_use]
    pub fn with_light_styles(mut self, said: &StyleFactors) -> Self {
        self.of_file.set_styles(self.level, said);
        self
    }

    /// Sets the solid-leaf tree for colouring by leaf.
    #[must_use]
    pub fn with_leaves(mut self, leaves: FrameLeaves) -> Self {
        self.leaves = Some(leaves);
        self
    }

    /// Returns the fragments in view, including hidden ones, in a method's drawing order.
    #[must_use]
    pub fn in_view(&self, camera: &Camera, size: [u32; 2], method: VisibilityMethod) -> Vec<u32> {
        let view = View::new(&self.painted.faces, camera, size, method, FOUR);
        let mut whole = Strip::default();
        whole.begin(&view, 0..view.size[1]);
        whole.collect(&view, |_| Cover::Opaque);
        whole.outlines.iter().map(|outline| outline.fragment).collect()
    }

    /// Draws a picture in 8-bit sRGB, with rows from top to bottom.
    #[must_use]
    pub fn draw_picture(
        &self,
        camera: &Camera,
        size: [u32; 2],
        style: &Style,
        method: VisibilityMethod,
    ) -> Vec<u8> {
        self.picture_of(None, &self.painted.parts, camera, size, style, method)
    }

    /// Like [`Scene::draw_picture`], but with the level's mechanisms at these poses, in index order.
    #[must_use]
    pub fn draw_picture_at(
        &self,
        poses: &[Pose],
        camera: &Camera,
        size: [u32; 2],
        style: &Style,
        method: VisibilityMethod,
    ) -> Vec<u8> {
        let mut parts = self.painted.parts.clone();
        parts.set(poses);
        self.picture_of(None, &parts, camera, size, style, method)
    }

    /// Draws only these fragments, in the given order, and highlights the last one.
    #[must_use]
    pub fn draw_fragments(
        &self,
        fragments: &[u32],
        camera: &Camera,
        size: [u32; 2],
        style: &Style,
        method: VisibilityMethod,
    ) -> Vec<u8> {
        self.picture_of(Some(fragments), &self.painted.parts, camera, size, style, method)
    }

    fn picture_of(
        &self,
        order: Option<&[u32]>,
        parts: &PosedParts,
        camera: &Camera,
        size: [u32; 2],
        style: &Style,
        method: VisibilityMethod,
    ) -> Vec<u8> {
        let Style {
            coloring,
            wireframe,
            selected,
            palette,
        } = *style;
        let style = FrameStyle {
            coloring,
            wireframe,
            selected,
            palette,
            method,
            limit: None,
            smooth: true,
        };
        let mut pixels = vec![0; size[0] as usize * size[1] as usize];
        let picture = RenderContext {
            level: self.level,
            painted: &self.painted,
            view: &View::new(&self.painted.faces, camera, size, method, FOUR).with_parts(parts),
            style: &style,
            colors: &self.painted.overlay_colors(&style),
            light: Lighting {
                maps: Some(&self.of_file),
                volume: self.volume.as_ref(),
                sun: Some(&self.sun),
            },
            leaves: self.leaves.as_ref(),
            order,
            filter: Filter::Fine,
        };
        picture.draw(&mut Vec::new(), &mut pixels);
        let rgb = |pixel: u32| {
            let [_, r, g, b] = pixel.to_be_bytes();
            [r, g, b]
        };
        pixels.into_iter().flat_map(rgb).collect()
    }
}
