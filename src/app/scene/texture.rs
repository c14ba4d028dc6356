//! Textures for the graphics card: with mipmaps and anisotropic filtering, so that nothing shimmers.

use std::sync::LazyLock;

use bevy::{
    asset::RenderAssetUsages,
    image::{ImageAddressMode, ImageSampler, ImageSamplerDescriptor},
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};

use crate::level::Texture;

/// The image of a texture with its chain of mipmaps, and whether it has holes: texels that are half transparent or more.
pub(super) fn image(texture: &Texture, anisotropy: u16) -> Option<(Image, bool)> {
    let [width, height] = texture.size;
    if width == 0 || height == 0 || texture.rgba.len() != width as usize * height as usize * 4 {
        return None;
    }
    let holes = texture.rgba.chunks_exact(4).any(|texel| texel[3] < 128);
    let mut data = texture.rgba.clone();
    let mut level = (texture.size, texture.rgba.clone());
    let mut levels = 1;
    while level.0 != [1, 1] {
        level = halved(level.0, &level.1);
        data.extend_from_slice(&level.1);
        levels += 1;
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
    image.texture_descriptor.mip_level_count = levels;
    let mut sampler = ImageSamplerDescriptor::linear();
    sampler.set_address_mode(ImageAddressMode::Repeat);
    sampler.set_anisotropic_filter(anisotropy);
    image.sampler = ImageSampler::Descriptor(sampler);
    Some((image, holes))
}

/// sRGB to linear light.
static LINEAR: LazyLock<[f32; 256]> =
    LazyLock::new(|| std::array::from_fn(|value| Color::srgb_u8(value as u8, 0, 0).to_linear().red));

fn encoded(linear: f32) -> u8 {
    let value = linear.clamp(0.0, 1.0);
    let value = if value <= 0.003_130_8 {
        value * 12.92
    } else {
        1.055 * value.powf(1.0 / 2.4) - 0.055
    };
    (value * 255.0).round() as u8
}

/// A level of half the size: the mean of each four texels as light, weighted by their opacity.
fn halved([width, height]: [u32; 2], rgba: &[u8]) -> ([u32; 2], Vec<u8>) {
    let size = [(width / 2).max(1), (height / 2).max(1)];
    let mut half = Vec::with_capacity(size[0] as usize * size[1] as usize * 4);
    for y in 0..size[1] {
        for x in 0..size[0] {
            let (mut light, mut opacity) = ([0.0f32; 3], 0.0f32);
            for [dx, dy] in [[0, 0], [1, 0], [0, 1], [1, 1]] {
                let (x, y) = ((2 * x + dx).min(width - 1), (2 * y + dy).min(height - 1));
                let at = (y as usize * width as usize + x as usize) * 4;
                let alpha = f32::from(rgba[at + 3]) / 255.0;
                // A little even of what cannot be seen, so that it has a colour.
                let weight = alpha.max(1.0e-3);
                for channel in 0..3 {
                    light[channel] += LINEAR[usize::from(rgba[at + channel])] * weight;
                }
                opacity += weight;
            }
            half.extend(light.map(|light| encoded(light / opacity)));
            half.push((opacity * 0.25 * 255.0).round().min(255.0) as u8);
        }
    }
    (size, half)
}
