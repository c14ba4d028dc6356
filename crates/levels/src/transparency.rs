//! What is seen of things behind a surface.

use super::{AlphaMode, Material};

/// Materials less opaque than this are translucent.
const OPAQUE: f32 = 0.999;

/// Where a material does not say how opaque its parts must be, those that are less than this are holes.
const HOLES_BELOW: f32 = 0.5;

/// What is seen of things behind a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Transparency {
    /// Nothing.
    Opaque,
    /// What is behind the parts that are less opaque than this, of 1. The other parts hide everything.
    Holes(f32),
    /// Everything, as far as its opacity lets it through.
    Blended,
}

impl Material {
    /// What is seen of things behind it. Where it depends on the image, all texels are looked at.
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

    /// Whether what is behind it shines through.
    #[must_use]
    pub fn is_translucent(&self) -> bool {
        match self.alpha {
            AlphaMode::Auto => self.color.w < OPAQUE,
            AlphaMode::Blend => true,
            AlphaMode::Opaque | AlphaMode::Mask(_) => false,
        }
    }
}
