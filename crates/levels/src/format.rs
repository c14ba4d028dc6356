//! Supported level formats.

use crate::{Text, ToText, display_texts, text};

/// Format of a level file, detected from the file's content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Wavefront OBJ.
    #[default]
    Obj,
    /// glTF 2.0 as JSON text.
    Gltf,
    /// Binary glTF 2.0.
    Glb,
    /// A Quake map: brushes and entities as text, as written by level editors.
    Map,
    /// A compiled Quake level, version 29.
    Bsp29,
    /// A compiled Quake level with wider integers, `BSP2`.
    Bsp2,
    /// A compiled Half-Life level, version 30.
    Bsp30,
    /// A compiled Quake II level, `IBSP` version 38.
    Bsp38,
    /// A level in a DOOM WAD file.
    Wad,
}

impl Format {
    /// Returns the format's name in machine-readable output.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Obj => "obj",
            Self::Gltf => "gltf",
            Self::Glb => "glb",
            Self::Map => "map",
            Self::Bsp29 => "bsp29",
            Self::Bsp2 => "bsp2",
            Self::Bsp30 => "bsp30",
            Self::Bsp38 => "bsp38",
            Self::Wad => "wad",
        }
    }
}

impl ToText for Format {
    fn to_text(&self) -> Text {
        match self {
            Self::Obj => text!("levels-format-obj"),
            Self::Gltf => text!("levels-format-gltf"),
            Self::Glb => text!("levels-format-glb"),
            Self::Map => text!("levels-format-map"),
            Self::Bsp29 => text!("levels-format-bsp29"),
            Self::Bsp2 => text!("levels-format-bsp2"),
            Self::Bsp30 => text!("levels-format-bsp30"),
            Self::Bsp38 => text!("levels-format-bsp38"),
            Self::Wad => text!("levels-format-wad"),
        }
    }
}

display_texts!(Format);
