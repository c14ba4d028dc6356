//! How surfaces look: materials, and the images on them.

use std::sync::Arc;

use glam::{Vec3, Vec4};

/// How a surface looks.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Material {
    /// Name in the source.
    pub name: String,
    /// Diffuse colour, sRGB with straight alpha, each 0 to 1.
    pub color: Vec4,
    /// Light that the surface emits, linear RGB.
    pub emissive: Vec3,
    /// The image, where there is one. Materials may share one; serializing a material leaves it out.
    #[serde(skip)]
    pub texture: Option<Arc<Texture>>,
    /// How the image is continued beyond its edges and between its texels.
    pub sampler: Sampler,
    /// What its opacity means.
    pub alpha: AlphaMode,
    /// Whether it is drawn in its own colour, whatever light falls on it.
    pub unlit: bool,
    /// Whether it is a liquid (its name begins with `*`): drawn, not solid.
    pub liquid: bool,
}

/// What the opacity of a material's colour and image means.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum AlphaMode {
    /// A colour below 1 is translucent; otherwise texels that are less than half opaque are holes.
    #[default]
    Auto,
    /// It is ignored.
    Opaque,
    /// What is less opaque than this, of 1, is a hole; the rest is opaque.
    Mask(f32),
    /// What lies behind shines through.
    Blend,
}

/// How an image is continued beyond its edges and between its texels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Sampler {
    /// To the right and left, and below and above.
    pub wrap: [Wrap; 2],
    /// Whether each texel is a square of one colour, rather than shading off into its neighbours.
    pub nearest: bool,
}

/// How an image is continued beyond its edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Wrap {
    /// It is repeated.
    #[default]
    Repeat,
    /// It is repeated, each time turned over.
    Mirror,
    /// Its edge goes on.
    Clamp,
}

/// A decoded image.
#[derive(Clone, Debug, PartialEq)]
pub struct Texture {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// sRGB RGBA with straight alpha, 8 bits each, rows from the top.
    pub rgba: Vec<u8>,
}

impl Material {
    /// A light grey material.
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
