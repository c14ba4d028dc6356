//! The materials of a level, for Bevy's standard shader.

use std::{collections::HashMap, sync::Arc};

use bevy::prelude::*;
use bspwalk_levels::{Level, Material, Sampler, Texture, Transparency};

use crate::texture::texture_image;

/// Maximum number of anisotropic filter samples.
const ANISOTROPY: u16 = 8;

/// Returns the materials of a level, in the level's order. Materials with the same texture share an image.
pub(super) fn materials(
    level: &Level,
    is_unlit: bool,
    images: &mut Assets<Image>,
    materials: &mut Assets<StandardMaterial>,
) -> Vec<Handle<StandardMaterial>> {
    let mut known: HashMap<(*const Texture, Sampler), Option<Handle<Image>>> = HashMap::new();
    let made = level.materials.iter().map(|material| {
        let texture = material.texture.as_ref().and_then(|texture| {
            let key = (Arc::as_ptr(texture), material.sampler);
            let handle = known.entry(key).or_insert_with(|| {
                let image = texture_image(texture, material.sampler, ANISOTROPY)?;
                Some(images.add(image))
            });
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
        // Levels contain thin sheets, which are visible from both sides.
        double_sided: true,
        cull_mode: None,
        ..StandardMaterial::default()
    }
}
