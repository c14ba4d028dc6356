//! Classifies how materials reveal what is behind them.

use super::{AlphaMode, Material};

/// Materials with an opacity below this are translucent.
const OPAQUE: f32 = 0.999;

/// Alpha cutoff for materials that do not specify one.
const HOLES_BELOW: f32 = 0.5;

/// How a surface reveals what is behind it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Transparency {
    /// It hides everything.
    Opaque,
    /// Texels with an alpha below this cutoff (0 to 1) are holes. The rest hides everything.
    Holes(f32),
    /// It is blended with what is behind it.
    Blended,
}

impl Material {
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
