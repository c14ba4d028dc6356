//! Materials with their textures and transparency.

use std::sync::Arc;

use glam::{Vec3, Vec4};

/// Appearance of a surface.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Material {
    /// Name in the source.
    pub name: String,
    /// Diffuse colour in sRGB with straight alpha; components are between 0 and 1.
    pub color: Vec4,
    /// Emitted light in linear RGB.
    pub emissive: Vec3,
    /// Texture, if any. Several materials may share a texture. Not serialized.
    #[serde(skip)]
    pub texture: Option<Arc<Texture>>,
    /// Wrapping and filtering of the texture.
    pub sampler: Sampler,
    /// How to interpret the alpha channel.
    pub alpha: AlphaMode,
    /// Whether the surface is drawn without lighting.
    pub unlit: bool,
    /// Whether the material is a liquid, which is rendered but not solid. Liquids have names that begin with `*`.
    pub liquid: bool,
}

/// How to interpret the alpha of a material's colour and texture.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum AlphaMode {
    /// Translucent if the colour's alpha is below 1. Otherwise, texels with an alpha below 0.5 are holes.
    #[default]
    Auto,
    /// Alpha is ignored.
    Opaque,
    /// Texels with an alpha below this cutoff (0 to 1) are holes; all others are opaque.
    Mask(f32),
    /// Alpha blending.
    Blend,
}

/// Wrapping and filtering of a texture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Sampler {
    /// Horizontal and vertical wrapping.
    pub wrap: [Wrap; 2],
    /// Whether to use nearest-neighbour filtering instead of interpolation.
    pub nearest: bool,
}

/// How a texture continues beyond its edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Wrap {
    /// The image repeats.
    #[default]
    Repeat,
    /// The image repeats, and every other copy is mirrored.
    Mirror,
    /// The edge texels extend outwards.
    Clamp,
}

/// A decoded image.
#[derive(Clone, Debug, PartialEq)]
pub struct Texture {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// sRGB pixels with straight alpha, 8 bits per channel, top row first.
    pub rgba: Vec<u8>,
}

/// Materials with an alpha below this are translucent.
const OPAQUE: f32 = 0.999;

/// Alpha cutoff for materials that do not specify one.
const HOLES_BELOW: f32 = 0.5;

/// Transparency of a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Transparency {
    /// The surface hides everything behind it.
    Opaque,
    /// Texels with an alpha below this cutoff (0 to 1) are holes. All others hide everything behind them.
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

    /// Returns the material's transparency. If it depends on the image, this examines every texel.
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
