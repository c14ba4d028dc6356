//! What a picture is drawn from: a level that is prepared for drawing, its light, and what is to be seen of it.

use std::sync::Arc;

use bspwalk_levels::{Level, LevelTriangle};
use bspwalk_trees::NodeTree;
use glam::Vec3;
use rayon::prelude::*;

use super::{
    band::NOTHING,
    faces::Faces,
    material::RasterMaterial,
    overlay_colors::OverlayColors,
    parts::Parts,
    style::{FrameLeaves, FrameStyle},
    texture::Filter,
    visibility::View,
};
use crate::light::{self, LightSampler, Lightmaps, Volume};

/// A level, prepared for drawing in the order of a tree.
#[derive(Debug)]
pub(super) struct PaintedLevel {
    pub(super) faces: Faces,
    /// For each fragment, the index of its triangle in the level, or [`NOTHING`].
    triangles: Vec<u32>,
    /// Which fragments move, and where they are.
    pub(super) parts: Parts,
    pub(super) materials: Vec<RasterMaterial>,
}

impl PaintedLevel {
    pub(super) fn new(level: &Level, tree: &Arc<NodeTree>) -> Self {
        let index = |fragment: u32| {
            let face = tree.fragment(fragment)?.face;
            let triangles = &level.triangles;
            let index = triangles.binary_search_by_key(&face, |triangle| triangle.source);
            index.ok().map(|index| index as u32)
        };
        let triangles: Vec<u32> = (0..tree.fragment_count())
            .map(|fragment| index(fragment).unwrap_or(NOTHING))
            .collect();
        let owners = level.mechanism_of_objects();
        let part = |&triangle: &u32| {
            let object = level.triangles.get(triangle as usize)?.object;
            let owner = (*owners.get(object as usize)?)?;
            u32::try_from(owner).ok()
        };
        let parts = triangles.iter().map(|triangle| part(triangle).unwrap_or(NOTHING));
        Self {
            parts: Parts::new(parts.collect()),
            faces: Faces::new(tree, |face| {
                level.triangle_of_face(face).map(|triangle| triangle.corners)
            }),
            triangles,
            materials: level.materials.par_iter().map(RasterMaterial::new).collect(),
        }
    }

    /// The colours of overlays in a picture.
    pub(super) fn overlay_colors(&self, style: &FrameStyle) -> OverlayColors<'_> {
        OverlayColors::new(self.faces.tree(), style)
    }
}

/// Where the light on the faces of a picture comes from.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lighting<'a> {
    /// Light of the sky and the sun on the front of those faces that have a map.
    pub(super) maps: Option<&'a Lightmaps>,
    /// Light of the sky elsewhere; without it the sky shines through walls.
    pub(super) volume: Option<&'a Volume>,
    /// Light of the sun elsewhere, by a ray for each sample; without it there is none.
    pub(super) sun: Option<&'a LightSampler<'a>>,
}

impl Lighting<'_> {
    /// The light at a place without a map, in metres, on a face with the unit normal `facing` on this side and the shading
    /// normal `normal`.
    #[inline]
    pub(super) fn at(&self, place: Vec3, facing: Vec3, normal: Vec3) -> Vec3 {
        let sun = self.sun.map(|sampler| sampler.sun(place, facing, normal));
        light::sky(self.volume, place, normal) + sun.unwrap_or_default()
    }
}

/// A picture to be drawn, and all that its colours depend on.
#[derive(Clone, Copy)]
pub(super) struct Picture<'a> {
    pub(super) level: &'a Level,
    pub(super) painted: &'a PaintedLevel,
    pub(super) view: &'a View<'a>,
    pub(super) style: &'a FrameStyle,
    pub(super) colors: &'a OverlayColors<'a>,
    pub(super) light: Lighting<'a>,
    pub(super) leaves: Option<&'a FrameLeaves>,
    /// The only fragments that are drawn, the last of them highlighted; `None` draws all.
    pub(super) order: Option<&'a [u32]>,
    pub(super) filter: Filter,
}

impl Picture<'_> {
    /// The triangle of a fragment, with its index in the level.
    pub(super) fn triangle(&self, fragment: u32) -> Option<(u32, &LevelTriangle)> {
        let index = self.painted.triangles[fragment as usize];
        Some((index, self.level.triangles.get(index as usize)?))
    }
}
