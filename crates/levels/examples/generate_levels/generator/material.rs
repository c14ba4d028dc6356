//! Materials of the built-in levels.

/// Appearance of a material.
pub(crate) struct MaterialSpec {
    /// Name in the MTL file.
    pub(crate) name: &'static str,
    /// Diffuse colour in sRGB.
    pub(crate) color: [f64; 3],
    /// Emitted light in linear RGB; zero for most materials.
    pub(crate) emissive: [f64; 3],
    /// Texture file and the side length (in metres) that it covers. Without a texture, texture coordinates are in
    /// metres.
    pub(crate) texture: Option<(&'static str, f64)>,
}

macro_rules! materials {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $color:expr, $emissive:expr, $texture:expr;)*) => {
        /// A material of the built-in levels.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum Material {
            $($(#[$doc])* $variant,)*
        }

        impl Material {
            /// Returns the appearance of the material.
            pub(crate) fn look(self) -> MaterialSpec {
                match self {
                    $(Self::$variant => MaterialSpec {
                        name: $name,
                        color: $color,
                        emissive: $emissive,
                        texture: $texture,
                    },)*
                }
            }
        }
    };
}

const DARK: [f64; 3] = [0.0; 3];
const WHITE: [f64; 3] = [1.0; 3];

materials! {
    /// Lime plaster on the upper walls and vaults.
    Plaster = "plaster", WHITE, DARK, Some(("plaster.png", 3.0));
    /// Ashlar on the lower and exterior walls, in 0.4 m courses.
    Sandstone = "sandstone", WHITE, DARK, Some(("sandstone.png", 1.6));
    /// Seamless dressed stone for arches, ribs, capitals and steps.
    Dressed = "dressed_stone", WHITE, DARK, Some(("dressed_stone.png", 2.0));
    /// Warm marble for column shafts.
    Marble = "marble", WHITE, DARK, Some(("marble.png", 2.0));
    /// 0.5 m floor tiles.
    Tiles = "tiles", WHITE, DARK, Some(("tiles.png", 2.0));
    /// 0.25 m terracotta tiles.
    Terracotta = "terracotta", WHITE, DARK, Some(("terracotta.png", 1.0));
    /// Dark planks, 0.25 m wide.
    Wood = "dark_wood", WHITE, DARK, Some(("dark_wood.png", 2.0));
    /// Glazed blue tiles, 0.125 m wide.
    Blue = "blue_tiles", WHITE, DARK, Some(("blue_tiles.png", 1.0));
    /// Night blue with stars, for the half-dome.
    Stars = "stars", WHITE, DARK, Some(("stars.png", 2.0));
    /// Wooden crate planks.
    Crate = "crate", WHITE, DARK, Some(("crate.png", 1.0));
    /// Gravel and soil for outdoor floors.
    Gravel = "gravel", WHITE, DARK, Some(("gravel.png", 2.0));
    /// Window pane lit by the sky.
    Glass = "glass_sky", [0.74, 0.86, 0.97], [0.62, 0.80, 1.00], None;
    /// Window pane of warm amber glass.
    Amber = "glass_amber", [0.98, 0.80, 0.45], [0.95, 0.58, 0.20], None;
    /// Water, which is rendered but not solid.
    Water = "*water", [0.20, 0.42, 0.48], DARK, None;
    /// Muted colours for the teaching levels.
    Red = "red", [0.72, 0.36, 0.30], DARK, None;
    Green = "green", [0.42, 0.58, 0.40], DARK, None;
    Azure = "azure", [0.36, 0.52, 0.70], DARK, None;
    Sand = "sand", [0.80, 0.70, 0.52], DARK, None;
    Grey = "grey", [0.66, 0.66, 0.66], DARK, None;
    Pale = "pale", [0.88, 0.87, 0.84], DARK, None;
    Violet = "violet", [0.55, 0.44, 0.64], DARK, None;
    Orange = "orange", [0.86, 0.56, 0.28], DARK, None;
    Teal = "teal", [0.24, 0.52, 0.52], DARK, None;
}
