//! The inputs of a picture: a prepared level, its light, the view, and the style.

use std::sync::Arc;

use bspwalk_levels::{Level, LevelTriangle};
use bspwalk_trees::NodeTree;
use glam::Vec3;
use rayon::prelude::*;

use super::{
    band::NOTHING,
    faces::RasterFaces,
    material::RasterMaterial,
    overlay_colors::OverlayColors,
    parts::PosedParts,
    style::{FrameLeaves, FrameStyle},
    texture::Filter,
    visibility::View,
};
use crate::light::{self, LightSampler, LightVolume, Lightmaps};

/// The faces and materials of a level, prepared for drawing in the order of a tree.
///
/// Clones share everything but the poses.
#[derive(Clone, Debug)]
pub struct PaintedLevel {
    pub(super) faces: Arc<RasterFaces>,
    /// For each fragment, the index of its triangle in the level, or [`NOTHING`].
    triangles: Arc<[u32]>,
    /// Moving parts that fragments belong to, and their poses.
    pub(super) parts: PosedParts,
    pub(super) materials: Arc<[RasterMaterial]>,
}

impl PaintedLevel {
    /// Prepares a level. Faces that are not in the tree are omitted.
    #[must_use]
    pub fn new(level: &Level, tree: &Arc<NodeTree>) -> Self {
        let materials = || level.materials.par_iter().map(RasterMaterial::new).collect();
        let faces = || {
            RasterFaces::new(tree, |face| {
                level.triangle_of_face(face).map(|triangle| triangle.corners)
            })
        };
        let (materials, faces) = rayon::join(materials, faces);
        let index = |fragment: u32| {
            let face = tree.fragment(fragment)?.face;
            let triangles = &level.triangles;
            let index = triangles.binary_search_by_key(&face, |triangle| triangle.source);
            index.ok().map(|index| index as u32)
        };
        let triangles: Vec<u32> = (0..tree.fragment_count())
            .into_par_iter()
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
            parts: PosedParts::new(parts.collect()),
            faces: Arc::new(faces),
            triangles: triangles.into(),
            materials,
        }
    }

    /// Returns the overlay colours of a picture.
    pub(super) fn overlay_colors(&self, style: &FrameStyle) -> OverlayColors<'_> {
        OverlayColors::new(self.faces.tree(), style)
    }
}

/// The light sources of a picture.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lighting<'a> {
    /// Lightmaps that contain the skylight and sunlight on the front sides of faces.
    pub(super) maps: Option<&'a Lightmaps>,
    /// Skylight for faces without a lightmap. Without it, walls do not block the sky.
    pub(super) volume: Option<&'a LightVolume>,
    /// Sunlight for faces without a lightmap, which takes a shadow ray for each sample. Without it, there is no
    /// sunlight.
    pub(super) sun: Option<&'a LightSampler<'a>>,
}

impl Lighting<'_> {
    /// Returns the light at a point (in metres) on a face without a lightmap. `facing` is the unit normal of the
    /// visible side of the face, and `normal` is the shading normal.
    #[inline]
    pub(super) fn at(&self, place: Vec3, facing: Vec3, normal: Vec3) -> Vec3 {
        let sun = self.sun.map(|sampler| sampler.sun(place, facing, normal));
        light::skylight(self.volume, place, normal) + sun.unwrap_or_default()
    }
}

/// A picture to draw, with everything that affects its colours.
#[derive(Clone, Copy)]
pub(super) struct RenderContext<'a> {
    pub(super) level: &'a Level,
    pub(super) painted: &'a PaintedLevel,
    pub(super) view: &'a View<'a>,
    pub(super) style: &'a FrameStyle,
    pub(super) colors: &'a OverlayColors<'a>,
    pub(super) light: Lighting<'a>,
    pub(super) leaves: Option<&'a FrameLeaves>,
    /// Fragments to draw, in this order, with the last one highlighted; `None` draws all fragments.
    pub(super) order: Option<&'a [u32]>,
    pub(super) filter: Filter,
}

impl RenderContext<'_> {
    /// Returns the triangle of a fragment, with its index in the level.
    pub(super) fn triangle(&self, fragment: u32) -> Option<(u32, &LevelTriangle)> {
        let index = self.painted.triangles[fragment as usize];
        Some((index, self.level.triangles.get(index as usize)?))
    }
}
