//! Materials, their textures, and their transparency.

use std::sync::Arc;

use glam::{Vec3, Vec4};

/// Appearance of a surface.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Material {
    /// Name in the source.
    pub name: String,
    /// Diffuse colour: sRGB with straight alpha, components from 0 to 1.
    pub color: Vec4,
    /// Emitted light, linear RGB.
    pub emissive: Vec3,
    /// Texture, if any. Materials may share one. Not serialized.
    #[serde(skip)]
    pub texture: Option<Arc<Texture>>,
    /// Wrapping and filtering of the texture.
    pub sampler: Sampler,
    /// Interpretation of the alpha channel.
    pub alpha: AlphaMode,
    /// Whether the surface is drawn without lighting.
    pub unlit: bool,
    /// Whether the material is a liquid, which is rendered but not solid. Names of liquids begin with `*`.
    pub liquid: bool,
}

/// Interpretation of the alpha of a material's colour and texture.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum AlphaMode {
    /// Translucent if the colour has an alpha below 1. Otherwise, texels with less than half opacity are
    /// holes.
    #[default]
    Auto,
    /// Alpha is ignored.
    Opaque,
    /// Texels with an alpha below this cutoff (0 to 1) are holes; the rest is opaque.
    Mask(f32),
    /// Alpha blending.
    Blend,
}

/// Wrapping and filtering of a texture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Sampler {
    /// Horizontal and vertical wrapping.
    pub wrap: [Wrap; 2],
    /// Whether to use nearest-neighbour filtering instead of interpolating.
    pub nearest: bool,
}

/// Behaviour of a texture beyond its edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Wrap {
    /// The image repeats.
    #[default]
    Repeat,
    /// The image repeats, mirrored every other time.
    Mirror,
    /// The edge texels continue.
    Clamp,
}

/// A decoded image.
#[derive(Clone, Debug, PartialEq)]
pub struct Texture {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// sRGB RGBA with straight alpha, 8 bits per channel, top row first.
    pub rgba: Vec<u8>,
}

/// Materials with an opacity below this are translucent.
const OPAQUE: f32 = 0.999;

/// Alpha cutoff for materials that do not specify one.
const HOLES_BELOW: f32 = 0.5;

/// Transparency of a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Transparency {
    /// The surface hides everything behind it.
    Opaque,
    /// Texels with an alpha below this cutoff (0 to 1) are holes. The rest hides everything behind it.
    Holes(f32),
    /// The surface is blended with the background.
    Blended,
}

impl Material {
    /// Returns a light grey material.
    #[must_use]
    pub fn plain(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            color: Vec4::new(0.8, 0.8, 0.8, 1.0),
            emissive: Vec3::ZERO,
            texture: None,
            sampler: Sampler::default(),
            alpha: AlphaMode::default(),
            unlit: false,
            liquid: name.starts_with('*'),
        }
    }

    /// Returns the transparency of the material. If it depends on the image, this examines every texel.
    #[must_use]
    pub fn transparency(&self) -> Transparency {
        if self.is_translucent() {
            return Transparency::Blended;
        }
        match self.alpha {
            AlphaMode::Auto if self.texture.as_ref().is_some_and(|texture| texture.has_holes()) => {
                Transparency::Holes(HOLES_BELOW)
            }
            AlphaMode::Mask(cutoff) if cutoff > 0.0 => Transparency::Holes(cutoff),
            _ => Transparency::Opaque,
        }
    }

    /// Returns whether the material is alpha-blended.
    #[must_use]
    pub fn is_translucent(&self) -> bool {
        match self.alpha {
            AlphaMode::Auto => self.color.w < OPAQUE,
            AlphaMode::Blend => true,
            AlphaMode::Opaque | AlphaMode::Mask(_) => false,
        }
    }
}
