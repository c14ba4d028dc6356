//! Settings for loading levels as assets.

use bspwalk_compile::CompileParams;
use bspwalk_levels::{LoadOptions, UpAxis};
use serde::{Deserialize, Serialize};

/// Settings for loading a level, from its `.meta` file or from `with_settings` of Bevy's `load_builder`.
///
/// The axes, scale and trees of a compiled level (`.bspw`) are fixed. Such a level uses only
/// [`visibility`](Self::visibility) and [`moving`](Self::moving), and also [`params`](Self::params) if its moving parts
/// still need to be separated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct BspLevelSettings {
    /// Metres per file unit. Defaults to the scale of the file format. If the format does not define one, the scale is
    /// estimated from the level's size.
    pub scale: Option<f64>,
    /// Up axis of the file. Defaults to the up axis of the file format, or Y.
    pub up: Option<UpAxis>,
    /// Name of the map to load from a WAD file. Defaults to the first map.
    pub map: Option<String>,
    /// Whether to build the solid-leaf tree and the PVS, which cull meshes. This is the slowest part of loading, and
    /// bodies do not need it.
    pub visibility: bool,
    /// Whether to remove faces that cannot be reached from inside. Applies to sealed levels whose source contains
    /// solids (`.map`).
    pub fill: bool,
    /// Whether doors, lifts and trains move. If so, the loader splits the level into static and moving parts.
    pub moving: bool,
    /// Names of additional files next to the level, such as the `.wad` files with the textures of a `.map`. List them
    /// here, because not every asset source can list the contents of a folder.
    pub beside: Vec<String>,
    /// Parameters for building the trees.
    pub params: CompileParams,
}

impl Default for BspLevelSettings {
    fn default() -> Self {
        Self {
            scale: None,
            up: None,
            map: None,
            visibility: true,
            fill: true,
            moving: true,
            beside: Vec::new(),
            params: CompileParams::quick(),
        }
    }
}

impl BspLevelSettings {
    /// Returns the settings in the form that the level loaders expect.
    pub fn options(&self) -> LoadOptions {
        LoadOptions {
            up: self.up,
            scale: self.scale,
            textures: None,
            map: self.map.clone(),
            moving_apart: self.moving,
        }
    }
}
