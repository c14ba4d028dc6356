//! The light volume of a level as an image for the graphics card; see [`bspwalk_draw::light`].

use std::sync::Arc;

use bevy::{
    asset::RenderAssetUsages,
    image::{ImageSampler, ImageSamplerDescriptor},
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};
use bspwalk_draw::light::Volume;
use bspwalk_text::{Message, message};

use crate::app::{
    state::OpenedLevel,
    worker::{Failure, Worker},
};

/// What is worked at.
const TITLE: Message = message!("light-the-light");

/// Starts to compute the light volume of a level, with its image, on so many threads; in a page beside this program, unless the
/// level was drawn here and is small.
pub(super) fn start(current: &OpenedLevel, threads: usize) -> Worker<Option<(Volume, Image)>> {
    #[cfg(target_family = "wasm")]
    if let Some(compiled) = current.compiled().cloned() {
        return crate::page::build::worker(TITLE.text().into(), async move |progress| {
            let volume = crate::page::build::light(&compiled, progress).await?;
            Ok(volume.map(with_image))
        });
    }
    let (level, tree) = (Arc::clone(&current.level), Arc::clone(&current.tree));
    Worker::start(TITLE.text().into(), move |progress| {
        let volume = bspwalk_draw::light::bake(&level, &tree, threads, progress);
        let volume = volume.map_err(|_| Failure::Cancelled)?;
        Ok(volume.map(with_image))
    })
}

fn with_image(volume: Volume) -> (Volume, Image) {
    let image = image(&volume);
    (volume, image)
}

/// The brightest light that [`encoded`] can hold.
pub(super) const BRIGHTEST: f32 = 4.0;

/// Light in 8 bits, as its square root, which keeps dark shades apart.
fn encoded(light: f32) -> u8 {
    ((light / BRIGHTEST).clamp(0.0, 1.0).sqrt() * 255.0).round() as u8
}

/// The image of a volume. The lower half of its depth holds the mean light and the share of the sun that is visible; the upper
/// half holds the direction of the light.
pub(super) fn image(volume: &Volume) -> Image {
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
    let mut image = Image::new(
        Extent3d {
            width: counts.x,
            height: counts.y,
            depth_or_array_layers: counts.z * 2,
        },
        TextureDimension::D3,
        data,
        TextureFormat::Rgba8Unorm,
        RenderAssetUsages::RENDER_WORLD,
    );
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor::linear());
    image
}
