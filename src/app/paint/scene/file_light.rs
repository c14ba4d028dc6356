//! Lightmaps of the level file as a texture atlas, and the setting that enables them.

use bspwalk_trees::FaceId;
use std::sync::Arc;

use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension};
use bspwalk_levels::light_maps::{Atlas, DARKEST};
use bspwalk_levels::{LightMaps, light_styles::StyleFactors};

use super::light::linear_image;
use super::surface::{LevelMaterials, SurfaceMaterial};
use crate::app::host::prelude::*;

/// Maximum side length of the atlas in pixels, as supported by common graphics drivers.
const MOST_ALONG: u32 = 8192;

/// Texture coordinates of a vertex that has no lightmap.
const NOWHERE: [f32; 2] = [-1.0, -1.0];

/// Whether to use the lightmaps of the level file (if there are any), and their atlas.
#[derive(Resource, Clone, Debug)]
pub struct FileLight {
    /// Whether to use the lightmaps.
    pub on: bool,
    /// Atlas for the level on screen, or `None` if its file has no lightmaps.
    pub(super) image: Option<Handle<Image>>,
    /// Brightness overrides of light styles that the atlas was built with.
    pub(super) styles: StyleFactors,
}

impl Default for FileLight {
    fn default() -> Self {
        Self {
            on: true,
            image: None,
            styles: StyleFactors::default(),
        }
    }
}

impl FileLight {
    /// Returns whether the level on screen has lightmaps.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.image.is_some()
    }

    /// Returns the atlas that materials should use, or `None` if lightmaps are off or missing.
    pub(super) fn active_atlas(&self) -> Option<Handle<Image>> {
        self.image.clone().filter(|_| self.on)
    }
}

/// Maps vertices to the lightmap atlas of a level.
pub(in crate::app) struct LightPlaces<'a> {
    maps: &'a LightMaps,
    atlas: Atlas,
}

impl<'a> LightPlaces<'a> {
    /// Builds the atlas of a level's lightmaps with the given light style brightnesses. Returns `None` if there are no
    /// lightmaps or they do not fit into an atlas. The brightnesses do not affect the texture coordinates.
    pub(in crate::app) fn new(maps: Option<&'a LightMaps>, styles: &StyleFactors) -> Option<Self> {
        let maps = maps?;
        let atlas = maps.atlas(&maps.factors(styles), MOST_ALONG)?;
        Some(Self { maps, atlas })
    }

    /// Returns the texture coordinates (from 0 to 1) of a point on a triangle. They are negative if the triangle has no
    /// lightmap.
    pub(in crate::app) fn texture_coordinates(&self, source: FaceId, point: Vec3) -> [f32; 2] {
        let number = self.maps.grid_of.get(source.index()).copied();
        let found = number.and_then(|number| {
            let number = number as usize;
            Some((self.maps.grids.get(number)?, self.atlas.places.get(number)?))
        });
        let Some((grid, first)) = found else {
            return NOWHERE;
        };
        let place = grid.grid_coordinates(point.as_dvec3());
        std::array::from_fn(|axis| {
            // Clamp to the outermost samples, so that filtering does not blend in a neighbouring lightmap. Add 0.5 to
            // reach the texel centre.
            let most = f64::from(grid.size[axis] - 1);
            let place = f64::from(first[axis]) + place[axis].max(0.0).min(most) + 0.5;
            (place / f64::from(self.atlas.size[axis])) as f32
        })
    }

    /// Builds the atlas image.
    pub(super) fn image(&self) -> Image {
        let [width, height] = self.atlas.size;
        let texel = |pixel: &[u8; 3]| pixel.map(|value| value.max(DARKEST)).into_iter().chain([255]);
        let data = self.atlas.pixels.iter().flat_map(texel);
        let size = Extent3d {
            width,
            height,
            depth_or_array_layers: 1,
        };
        linear_image(size, TextureDimension::D2, data.collect())
    }
}

/// Job that rebuilds the atlas of a level with the given light style brightnesses.
#[derive(Resource, Default)]
pub(super) struct Mixing(Job<(LevelId, StyleFactors), Option<Image>>);

/// Rebuilds the atlas when the brightness of a light style changes. The level itself is not reloaded.
pub(super) fn rebuild_atlas(
    current: Shown<OpenedLevel>,
    program: Res<ProgramState>,
    of_level: Res<LevelMaterials>,
    mut mixing: ResMut<Mixing>,
    mut light: ResMut<FileLight>,
    mut images: ResMut<Assets<Image>>,
) {
    let level_id = current.level_id();
    if !light.is_there() || of_level.level_id.as_ref() != Some(&level_id) {
        return;
    }
    if let Some(Ok(Some(image))) = mixing.0.poll()
        && let Some((_, styles)) = mixing.0.wanted()
    {
        // A new handle makes Bevy update the materials.
        light.image = Some(images.add(image));
        light.styles = styles.clone();
    }
    if light.styles != program.overlays.light_styles {
        let styles = program.overlays.light_styles.clone();
        let level = Arc::clone(&current.level);
        mixing.0.request((level_id, styles.clone()), move || {
            let places = LightPlaces::new(level.light.as_ref(), &styles);
            places.map(|places| places.image())
        });
    }
}

/// Adds lightmaps to the level's materials, or removes them, when the setting changes.
pub(super) fn switch(
    light: Res<FileLight>,
    of_level: Res<LevelMaterials>,
    mut materials: ResMut<Assets<SurfaceMaterial>>,
) {
    if light.is_changed() || of_level.is_changed() {
        for handle in &of_level.handles {
            if let Some(mut material) = materials.get_mut(handle) {
                material.set_file_light(light.active_atlas());
            }
        }
    }
}
