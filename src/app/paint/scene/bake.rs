//! Light volume of a level as a 3D texture; see [`bspwalk_draw::light`].

use std::sync::Arc;

use bevy::{
    asset::RenderAssetUsages,
    image::{ImageSampler, ImageSamplerDescriptor},
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};
use bspwalk_draw::light::Volume;
use bspwalk_text::{Message, message};

use crate::app::host::{
    state::OpenedLevel,
    worker::{Failure, Worker},
};

/// Title of the work.
const TITLE: Message = message!("light-the-light");

/// Starts to compute the light volume of a level and its image on this many threads. In a browser this runs in a web
/// worker, except for sketched levels, which are small.
pub(super) fn start(current: &OpenedLevel, threads: usize) -> Worker<Option<(Volume, Image)>> {
    #[cfg(target_family = "wasm")]
    if let Some(compiled) = current.compiled.clone() {
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

/// Brightest light that [`encoded`] can represent.
pub(super) const BRIGHTEST: f32 = 4.0;

/// Encodes light as the square root in 8 bits, which gives dark shades more precision.
fn encoded(light: f32) -> u8 {
    ((light / BRIGHTEST).clamp(0.0, 1.0).sqrt() * 255.0).round() as u8
}

/// Returns the image of a volume. The lower half of its depth holds the mean light and the visible fraction of the sun;
/// the upper half holds the direction of the light.
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
