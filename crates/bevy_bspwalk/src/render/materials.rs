//! The materials of a level, for Bevy's standard shader.

use std::{collections::HashMap, sync::Arc};

use bevy::{
    asset::RenderAssetUsages,
    image::{ImageAddressMode, ImageFilterMode, ImageSampler, ImageSamplerDescriptor},
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};
use bspwalk_levels::{Level, Material, Sampler, Texture, Transparency, Wrap};

/// How much finer textures that are seen from the side are read.
const ANISOTROPY: u16 = 8;

/// The materials of a level, in its order. Materials with the same image share it.
pub(super) fn materials(
    level: &Level,
    is_unlit: bool,
    images: &mut Assets<Image>,
    materials: &mut Assets<StandardMaterial>,
) -> Vec<Handle<StandardMaterial>> {
    let mut known: HashMap<(*const Texture, Sampler), Handle<Image>> = HashMap::new();
    let made = level.materials.iter().map(|material| {
        let texture = material.texture.as_ref().filter(|texture| texture.is_whole());
        let texture = texture.map(|texture| {
            let key = (Arc::as_ptr(texture), material.sampler);
            let handle = known
                .entry(key)
                .or_insert_with(|| images.add(image(texture, material.sampler)));
            handle.clone()
        });
        materials.add(standard(material, texture, is_unlit))
    });
    made.collect()
}

fn standard(material: &Material, texture: Option<Handle<Image>>, is_unlit: bool) -> StandardMaterial {
    let [r, g, b, a] = material.color.to_array();
    let [red, green, blue] = material.emissive.to_array();
    let alpha_mode = match material.transparency() {
        Transparency::Opaque => AlphaMode::Opaque,
        Transparency::Holes(cutoff) => AlphaMode::Mask(cutoff),
        Transparency::Blended => AlphaMode::Blend,
    };
    StandardMaterial {
        base_color: Color::srgba(r, g, b, a),
        base_color_texture: texture,
        emissive: LinearRgba::rgb(red, green, blue),
        perceptual_roughness: 0.9,
        reflectance: 0.1,
        alpha_mode,
        unlit: is_unlit || material.unlit,
        // Levels have sheets that are seen from both sides.
        double_sided: true,
        cull_mode: None,
        ..StandardMaterial::default()
    }
}

/// The image of a texture with its mipmaps, without which it would shimmer.
fn image(texture: &Texture, sampler: Sampler) -> Image {
    let [width, height] = texture.size;
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
    let [right, down] = sampler.wrap.map(|wrap| match wrap {
        Wrap::Repeat => ImageAddressMode::Repeat,
        Wrap::Mirror => ImageAddressMode::MirrorRepeat,
        Wrap::Clamp => ImageAddressMode::ClampToEdge,
    });
    let mut descriptor = ImageSamplerDescriptor {
        address_mode_u: right,
        address_mode_v: down,
        ..ImageSamplerDescriptor::linear()
    };
    if sampler.nearest {
        // Drivers take anisotropic filters only where all filters are linear.
        descriptor.mag_filter = ImageFilterMode::Nearest;
    } else {
        descriptor.set_anisotropic_filter(ANISOTROPY);
    }
    image.sampler = ImageSampler::Descriptor(descriptor);
    image
}
