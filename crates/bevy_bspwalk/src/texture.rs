//! GPU textures with mipmaps and anisotropic filtering, so that surfaces do not shimmer.

use bevy::{
    asset::RenderAssetUsages,
    image::{ImageAddressMode, ImageFilterMode, ImageSampler, ImageSamplerDescriptor},
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};
use bspwalk_levels::{Sampler, Texture, Wrap};

/// Converts a level texture to an image with mipmaps, using the sampler's wrap and filter modes. `anisotropy` is the
/// maximum number of samples for surfaces seen at an angle. Returns `None` if the texture has too few pixels for its
/// size.
pub fn texture_image(texture: &Texture, sampler: Sampler, anisotropy: u16) -> Option<Image> {
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
    let [right, down] = sampler.wrap.map(address_mode);
    let mut descriptor = ImageSamplerDescriptor {
        address_mode_u: right,
        address_mode_v: down,
        ..ImageSamplerDescriptor::linear()
    };
    if sampler.nearest {
        // Graphics drivers accept anisotropic filtering only if all filters are linear.
        descriptor.mag_filter = ImageFilterMode::Nearest;
    } else {
        descriptor.set_anisotropic_filter(anisotropy);
    }
    image.sampler = ImageSampler::Descriptor(descriptor);
    Some(image)
}

fn address_mode(wrap: Wrap) -> ImageAddressMode {
    match wrap {
        Wrap::Repeat => ImageAddressMode::Repeat,
        Wrap::Mirror => ImageAddressMode::MirrorRepeat,
        Wrap::Clamp => ImageAddressMode::ClampToEdge,
    }
}
