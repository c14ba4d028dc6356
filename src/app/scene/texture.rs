//! Textures for the graphics card: with mipmaps and anisotropic filtering, so that nothing shimmers.

use bevy::{
    asset::RenderAssetUsages,
    image::{ImageAddressMode, ImageSampler, ImageSamplerDescriptor},
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};

use crate::level::Texture;

/// The image of a texture with its mipmaps, and whether it has holes: texels that are at least half transparent.
pub(super) fn image(texture: &Texture, anisotropy: u16) -> Option<(Image, bool)> {
    let [width, height] = texture.size;
    if !texture.is_whole() {
        return None;
    }
    let mipmaps = texture.mipmaps();
    let mut data = texture.rgba.clone();
    for mipmap in &mipmaps {
        data.extend_from_slice(&mipmap.rgba);
    }
    let mut image = Image::new_uninit(
        Extent3d {
            width,
            height,
            depth_or_array_layers: 1,
        },
        TextureDimension::D2,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::RENDER_WORLD,
    );
    image.data = Some(data);
    image.texture_descriptor.mip_level_count = 1 + mipmaps.len() as u32;
    let mut sampler = ImageSamplerDescriptor::linear();
    sampler.set_address_mode(ImageAddressMode::Repeat);
    sampler.set_anisotropic_filter(anisotropy);
    image.sampler = ImageSampler::Descriptor(sampler);
    Some((image, texture.has_holes()))
}
