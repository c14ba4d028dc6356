//! Materials of a map's textures, with placeholders for missing images.

use std::{collections::BTreeMap, sync::Arc};

use bspwalk_progress::{Cancelled, Progress};
use glam::Vec4;

use crate::{
    AlphaMode, Material, Resolver, Warning,
    quake::{
        contents::TextureKind,
        procedural::{Patterns, USUAL_SIZE},
        texture_search::{self, Image},
    },
};

pub(super) struct Textures {
    /// Images that have been found, by lower-case name.
    found: BTreeMap<String, Image>,
    patterns: Patterns,
}

/// Finds the textures with these names; see [`texture_search::find`].
pub(super) fn find<'a>(
    names: impl IntoIterator<Item = &'a str>,
    wads: &str,
    files: &dyn Resolver,
    warnings: &mut Vec<Warning>,
    progress: &Progress,
) -> Result<Textures, Cancelled> {
    Ok(Textures {
        found: texture_search::find(names, wads, files, warnings, progress)?,
        patterns: Patterns::default(),
    })
}

impl Textures {
    /// Returns the material for a texture of this kind. It is translucent if `opacity` is given.
    pub(super) fn material(&mut self, name: &str, look: TextureKind, opacity: Option<f32>) -> Material {
        let image = self.found.get(&name.to_ascii_lowercase());
        let mut material = Material::plain(name);
        material.color = Vec4::ONE;
        material.liquid = look == TextureKind::Liquid;
        if !look.is_drawn() {
            // Faces with this material are invisible but still block bodies.
            material.color.w = 0.0;
            material.alpha = AlphaMode::Blend;
            return material;
        }
        material.alpha = if let Some(opacity) = opacity {
            material.color.w = opacity;
            AlphaMode::Blend
        } else if image.is_some_and(|image| image.has_holes) {
            AlphaMode::Mask(0.5)
        } else {
            AlphaMode::Opaque
        };
        material.texture = Some(match image {
            Some(image) => Arc::clone(&image.texture),
            None => self.patterns.get_or_generate(name, USUAL_SIZE),
        });
        material.unlit = look == TextureKind::Sky;
        material
    }

    /// Returns the texture size in pixels, for normalizing texture coordinates.
    pub(super) fn size(&self, name: &str) -> [u32; 2] {
        let image = self.found.get(&name.to_ascii_lowercase());
        image.map_or(USUAL_SIZE, |image| image.texture.size)
    }
}
