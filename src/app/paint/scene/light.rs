//! The sun, and the light volume of a level as a 3D texture; see [`bspwalk_draw::light`].

use std::sync::Arc;

use bevy::image::{ImageSampler, ImageSamplerDescriptor};
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::{asset::RenderAssetUsages, prelude::*};
use bspwalk_draw::light::LightVolume;
use bspwalk_text::{Message, message, text};

use super::Quality;
use super::surface::{BRIGHTEST, RenderedLevel, SurfaceMaterial};
use crate::app::{host::prelude::*, paint::draw::SunView};

/// Aims the sun at the level on screen, if the sun casts shadows.
pub(super) fn place_sun(current: Shown<OpenedLevel>, quality: Res<Quality>, mut sun: ResMut<SunView>) {
    if quality.shadows() {
        sun.set_if_neq(SunView::of(&current.level.bounds));
    }
}

/// Level that is currently lit by its light volume, which is computed in the background after the meshes are built.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Lit(pub Option<LevelId>);

/// Job that computes the light volume of the given level.
#[derive(Resource, Default)]
pub(super) struct Baking(Option<(LevelId, Worker<Option<(LightVolume, Image)>>)>);

/// Computes the light volume of the level on screen, and applies it once it is ready.
pub(super) fn light_up(
    current: Shown<OpenedLevel>,
    drawn: Res<RenderedLevel>,
    mut lit: ResMut<Lit>,
    mut baking: ResMut<Baking>,
    mut images: ResMut<Assets<Image>>,
    mut materials: ResMut<Assets<SurfaceMaterial>>,
    mut notices: MessageWriter<Notice>,
) {
    let level_id = current.level_id();
    // Dropping the worker for another level cancels it.
    drop(baking.0.take_if(|(tree_id, _)| *tree_id != level_id));
    if let Some((_, worker)) = baking.0.take_if(|(_, worker)| worker.is_finished()) {
        lit.0 = Some(level_id.clone());
        match worker.finish() {
            Ok(Some((volume, image))) => {
                let image = images.add(image);
                for (_, material) in materials.iter_mut() {
                    material.set_volume(&volume, image.clone());
                }
            }
            Ok(None) | Err(Failure::Cancelled) => {}
            Err(Failure::Failed(reason)) => {
                notices.write(Notice::error(text!("light-not-own", reason)));
            }
        }
    } else if baking.0.is_none() && drawn.0.as_ref() == Some(&level_id) && lit.0 != drawn.0 {
        baking.0 = Some((level_id, start(&current)));
    }
}

/// Title of the job that computes the light volume.
const TITLE: Message = message!("light-the-light");

/// Starts computing the light volume of a level, and its image. Uses half of the cores, so that the other half is free
/// for drawing. In a browser, this runs in a web worker unless the level was sketched, because sketched levels are
/// small.
fn start(current: &OpenedLevel) -> Worker<Option<(LightVolume, Image)>> {
    let with_image = |volume: LightVolume| {
        let image = volume_image(&volume);
        (volume, image)
    };
    #[cfg(target_family = "wasm")]
    if let Some(compiled) = current.compiled.clone() {
        return crate::page::build::worker(TITLE.text().into(), async move |progress| {
            let volume = crate::page::build::light(&compiled, progress).await?;
            Ok(volume.map(with_image))
        });
    }
    let threads = (rayon::current_num_threads() / 2).max(1);
    let (level, tree) = (Arc::clone(&current.level), Arc::clone(&current.tree));
    Worker::start(TITLE.text().into(), move |progress| {
        let volume = bspwalk_draw::light::bake(&level, &tree, threads, progress);
        let volume = volume.map_err(|_| Failure::Cancelled)?;
        Ok(volume.map(with_image))
    })
}

/// Encodes light as an 8-bit square root, which gives dark shades more precision.
fn encoded(light: f32) -> u8 {
    ((light / BRIGHTEST).clamp(0.0, 1.0).sqrt() * 255.0).round() as u8
}

/// Returns the image of a volume. The lower half of the image depth contains the mean light and the visible fraction of
/// the sun, and the upper half contains the light direction.
fn volume_image(volume: &LightVolume) -> Image {
    let (probes, counts) = (&volume.probes, volume.counts);
    let mut data = Vec::with_capacity(probes.len() * 8);
    for probe in probes {
        data.extend(probe.light.to_array().map(encoded));
        data.push((probe.sun * 255.0).round() as u8);
    }
    for probe in probes {
        let moment = probe.moment.clamp(Vec3::NEG_ONE, Vec3::ONE) * 0.5 + 0.5;
        data.extend(moment.to_array().map(|value| (value * 255.0).round() as u8));
        data.push(0);
    }
    let size = Extent3d {
        width: counts.x,
        height: counts.y,
        depth_or_array_layers: counts.z * 2,
    };
    linear_image(size, TextureDimension::D3, data)
}

/// Returns an RGBA image that is filtered linearly.
pub(super) fn linear_image(size: Extent3d, dimension: TextureDimension, data: Vec<u8>) -> Image {
    let (format, usages) = (TextureFormat::Rgba8Unorm, RenderAssetUsages::RENDER_WORLD);
    let mut image = Image::new(size, dimension, data, format, usages);
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor::linear());
    image
}
