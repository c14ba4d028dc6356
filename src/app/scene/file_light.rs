//! The light of the level's file as an image for the graphics card, and the switch that uses it.

use std::sync::Arc;

use bevy::{
    asset::RenderAssetUsages,
    image::{ImageSampler, ImageSamplerDescriptor},
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};
use bspwalk_levels::{
    LightMaps,
    light_maps::{Atlas, DARKEST},
    light_styles::StyleFactors,
};

use super::{materials::LevelMaterials, surface::SurfaceMaterial};
use crate::app::{
    shown::Shown,
    state::{LevelId, OpenedLevel, Overlays},
    worker::Job,
};

/// Most pixels along a side of the image: what common graphics drivers hold.
const MOST_ALONG: u32 = 8192;

/// The place on the image of a vertex that the file does not light.
const NOWHERE: [f32; 2] = [-1.0, -1.0];

/// Whether the light of the file is used where a level has such, and its image.
#[derive(Resource, Clone, Debug)]
pub struct FileLight {
    /// Whether it is used.
    pub on: bool,
    /// The image for the level that is drawn; none where its file has no light.
    pub(super) image: Option<Handle<Image>>,
    /// How bright the styles are in the image, where it is said.
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
    /// Whether the level that is drawn has light of its file.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.image.is_some()
    }

    /// The image that materials are to have.
    pub(super) fn used(&self) -> Option<Handle<Image>> {
        self.image.clone().filter(|_| self.on)
    }
}

/// The places of vertices on the image of a level's light.
pub(in crate::app) struct LightPlaces<'a> {
    maps: &'a LightMaps,
    atlas: Atlas,
}

impl<'a> LightPlaces<'a> {
    /// Of the light of a level, where there is one and it fits into an image, with its styles as bright as it is said. The places are
    /// the same for all of these.
    pub(in crate::app) fn new(maps: Option<&'a LightMaps>, styles: &StyleFactors) -> Option<Self> {
        let maps = maps?;
        let atlas = maps.atlas(&maps.factors(styles), MOST_ALONG)?;
        Some(Self { maps, atlas })
    }

    /// The place of a point of a triangle, from 0 to 1 along both sides; negative where the file does not light it.
    pub(in crate::app) fn of(&self, source: u32, point: Vec3) -> [f32; 2] {
        let number = self.maps.grid_of.get(source as usize).copied();
        let found = number.and_then(|number| {
            let number = number as usize;
            Some((self.maps.grids.get(number)?, self.atlas.places.get(number)?))
        });
        let Some((grid, first)) = found else {
            return NOWHERE;
        };
        let place = grid.place(point.as_dvec3());
        std::array::from_fn(|axis| {
            let most = f64::from(grid.size[axis] - 1);
            let place = f64::from(first[axis]) + place[axis].max(0.0).min(most) + 0.5;
            (place / f64::from(self.atlas.size[axis])) as f32
        })
    }

    /// The image.
    pub(super) fn image(&self) -> Image {
        let [width, height] = self.atlas.size;
        let data = self
            .atlas
            .pixels
            .iter()
            .flat_map(|pixel| pixel.map(|value| value.max(DARKEST)).into_iter().chain([255]));
        let mut image = Image::new(
            Extent3d {
                width,
                height,
                depth_or_array_layers: 1,
            },
            TextureDimension::D2,
            data.collect(),
            TextureFormat::Rgba8Unorm,
            RenderAssetUsages::RENDER_WORLD,
        );
        image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor::linear());
        image
    }
}

/// The job that makes the image anew, for these styles of this level.
#[derive(Resource, Default)]
pub(super) struct Mixing(Job<(LevelId, Vec<(u8, u32)>), (StyleFactors, Option<Image>)>);

/// Makes the image of the light anew where its styles are to be of another brightness. The level stays as it is.
pub(super) fn mix(
    current: Shown<OpenedLevel>,
    overlays: Res<Overlays>,
    of_level: Res<LevelMaterials>,
    mut mixing: ResMut<Mixing>,
    mut light: ResMut<FileLight>,
    mut images: ResMut<Assets<Image>>,
) {
    let level_id = current.level_id();
    if !light.is_there() || of_level.level_id.as_ref() != Some(&level_id) {
        return;
    }
    if let Some(Ok((styles, Some(image)))) = mixing.0.poll() {
        // Another handle, so that the materials are told of it.
        light.image = Some(images.add(image));
        light.styles = styles;
    }
    if light.styles != overlays.light_styles {
        let styles = overlays.light_styles.clone();
        let said = styles.iter().map(|(style, factor)| (style, factor.to_bits()));
        let level = Arc::clone(&current.level);
        mixing.0.request((level_id, said.collect()), move || {
            let places = LightPlaces::new(level.light.as_ref(), &styles);
            let image = places.map(|places| places.image());
            (styles, image)
        });
    }
}

/// Gives the materials of the level the light of the file, or takes it from them, when that is switched.
pub(super) fn switch(
    light: Res<FileLight>,
    of_level: Res<LevelMaterials>,
    mut materials: ResMut<Assets<SurfaceMaterial>>,
) {
    if light.is_changed() || of_level.is_changed() {
        for handle in &of_level.handles {
            if let Some(mut material) = materials.get_mut(handle) {
                material.set_file_light(light.used());
            }
        }
    }
}
