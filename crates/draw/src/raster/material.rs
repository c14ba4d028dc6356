//! Materials prepared for shading, and their patterns: either a texture, or a grid that shows scale.

use bspwalk_levels::{Material, Transparency, color::srgb};
use glam::{Vec2, Vec3, Vec4, Vec4Swizzles};

use super::{
    edge_functions::Cover,
    texture::{Detail, Filter, Sampler},
};

/// A material prepared for shading.
#[derive(Clone, Debug)]
pub(super) struct RasterMaterial {
    /// Linear RGBA with straight alpha.
    pub(super) color: Vec4,
    pub(super) emissive: Vec3,
    pub(super) sampler: Option<Sampler>,
    /// How a face with this material covers the surfaces behind it.
    pub(super) cover: Cover,
    /// Alpha value below which a face with holes is transparent.
    pub(super) cutoff: f32,
    /// Whether the material ignores light.
    pub(super) unlit: bool,
}

impl RasterMaterial {
    pub(super) fn new(material: &Material) -> Self {
        let (cover, cutoff) = match material.transparency() {
            Transparency::Opaque => (Cover::Opaque, 0.0),
            Transparency::Holes(cutoff) => (Cover::Holes, cutoff),
            Transparency::Blended => (Cover::Blended, 0.0),
        };
        Self {
            color: material.color.xyz().map(srgb::to_linear).extend(material.color.w),
            emissive: material.emissive,
            sampler: material
                .texture
                .as_ref()
                .and_then(|texture| Sampler::new(texture, material.sampler)),
            cover,
            cutoff,
            unlit: material.unlit,
        }
    }

    /// Returns the pattern, given the change in surface coordinates per pixel to the right and down. The coordinates
    /// are texture coordinates, or metres if the material has no texture.
    pub(super) fn pattern(&self, changes: [Vec2; 2], filter: Filter) -> Pattern<'_> {
        match &self.sampler {
            Some(sampler) => Pattern::Texture(sampler, sampler.detail(changes, filter)),
            None if self.unlit => Pattern::Plain,
            None => {
                let change = changes[0].abs() + changes[1].abs();
                Pattern::Lines([Grid::new(change, 0.016), Grid::new(change * 10.0, 0.05)])
            }
        }
    }
}

/// A pattern that the colour of a material is multiplied by.
pub(super) enum Pattern<'a> {
    Texture(&'a Sampler, Detail),
    /// Dark lines every metre, and faint lines every decimetre.
    Lines([Grid; 2]),
    Plain,
}

impl Pattern<'_> {
    /// Returns the value of the pattern in linear RGBA with straight alpha.
    #[inline]
    pub(super) fn at(&self, place: Vec2) -> Vec4 {
        match self {
            Self::Texture(sampler, detail) => sampler.sample(detail, place),
            Self::Lines([metres, decimetres]) => {
                let dark = 0.24 * metres.at(place) + 0.06 * decimetres.at(place * 10.0);
                Vec3::splat(1.0 - dark).extend(1.0)
            }
            Self::Plain => Vec4::ONE,
        }
    }
}

/// An antialiased grid of lines with a period of 1 in both directions. Lines thinner than a pixel fade to a uniform
/// tone (Golus, "The Best Darn Grid Shader (Yet)", 2023).
pub(super) struct Grid {
    /// Half the line width, in half periods.
    end: Vec2,
    /// Inverse of the falloff width at a line's edge.
    steepness: Vec2,
    /// Opacity at the centre of a line.
    strength: Vec2,
    /// Opacity of the uniform tone that replaces lines thinner than a pixel.
    even: Vec2,
}

impl Grid {
    /// Creates a grid with lines of this width. `change` is the change in the coordinates per pixel. Both are in
    /// periods.
    fn new(change: Vec2, width: f32) -> Self {
        let drawn = Vec2::splat(width).max(change).min(Vec2::splat(0.5));
        let smoothing = (change * 1.5).max(Vec2::splat(1.0e-6));
        let even = (change * 2.0 - 1.0).clamp(Vec2::ZERO, Vec2::ONE);
        Self {
            end: drawn + smoothing,
            steepness: 0.5 / smoothing,
            strength: (width / drawn).clamp(Vec2::ZERO, Vec2::ONE) * (1.0 - even),
            even: even * width,
        }
    }

    /// Returns the opacity of the grid at a position given in periods.
    #[inline]
    fn at(&self, place: Vec2) -> f32 {
        let from_line = 1.0 - ((place - place.floor()) * 2.0 - 1.0).abs();
        let inside = ((self.end - from_line) * self.steepness).clamp(Vec2::ZERO, Vec2::ONE);
        let lines = inside * inside * (3.0 - 2.0 * inside) * self.strength + self.even;
        lines.x + (1.0 - lines.x) * lines.y
    }
}
