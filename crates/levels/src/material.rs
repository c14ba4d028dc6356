//! Materials and their textures.

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
    /// Whether the surface is rendered without lighting.
    pub unlit: bool,
    /// Whether the material is a liquid, which is rendered but not solid. Names of liquids begin with `*`.
    pub liquid: bool,
}

/// Interpretation of the alpha of a material's colour and texture.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum AlphaMode {
    /// A colour with alpha below 1 is translucent. Otherwise, texels with less than half opacity are holes.
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
}
