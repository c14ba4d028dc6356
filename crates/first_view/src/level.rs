//! The file that the first view reads.

use std::sync::Arc;

use bspwalk_levels::{Level, Material, Texture};
use serde::{Deserialize, Serialize};

/// A level whose images are compressed in a format that browsers decode.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FirstLevel {
    /// The level, without images.
    level: Level,
    /// Compressed images.
    images: Vec<Vec<u8>>,
    /// Index of each material's image.
    image_of_material: Vec<Option<u32>>,
}

impl FirstLevel {
    /// Prepares a level, and compresses its images with `compress`. Returns `None` if the level has doors or
    /// transparent images, which the first view does not draw.
    ///
    /// # Errors
    /// Returns an error of `compress`.
    pub fn new<E>(
        level: &Level,
        mut compress: impl FnMut(&Texture) -> Result<Vec<u8>, E>,
    ) -> Result<Option<Self>, E> {
        let is_opaque = |material: &Material| {
            let mut texels = material
                .texture
                .iter()
                .flat_map(|texture| texture.rgba.chunks_exact(4));
            texels.all(|texel| texel[3] == u8::MAX)
        };
        let is_suitable = level.mechanisms.is_empty() && level.materials.iter().all(is_opaque);
        if !is_suitable {
            return Ok(None);
        }
        let mut textures: Vec<&Arc<Texture>> = Vec::new();
        let mut index = |texture| {
            let known = textures.iter().position(|known| Arc::ptr_eq(known, texture));
            known.unwrap_or_else(|| {
                textures.push(texture);
                textures.len() - 1
            }) as u32
        };
        let images = level
            .materials
            .iter()
            .map(|material| material.texture.as_ref().map(&mut index));
        let image_of_material = images.collect();
        let images = textures
            .iter()
            .map(|texture| compress(texture))
            .collect::<Result<_, E>>()?;
        Ok(Some(Self {
            level: level.clone(),
            images,
            image_of_material,
        }))
    }

    /// Returns the compressed images.
    #[must_use]
    pub fn images(&self) -> &[Vec<u8>] {
        &self.images
    }

    /// Returns the level with its decoded images, in the order of [`FirstLevel::images`].
    #[must_use]
    pub fn with_images(mut self, images: &[Arc<Texture>]) -> Level {
        for (material, image) in self.level.materials.iter_mut().zip(self.image_of_material) {
            material.texture = image.and_then(|image| images.get(image as usize).cloned());
        }
        self.level
    }
}
