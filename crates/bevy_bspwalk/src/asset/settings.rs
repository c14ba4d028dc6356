//! How a level is read as an asset.

use bspwalk_compile::CompileParams;
use bspwalk_levels::{LoadOptions, UpAxis};
use serde::{Deserialize, Serialize};

/// How a level is read: in its `.meta` file, or by `with_settings` of Bevy's `load_builder`.
///
/// A compiled level (`.bspw`) has its axes, its scale and its trees already; of these settings it takes
/// [`visibility`](Self::visibility) and [`moving`](Self::moving) alone, and where it is taken apart only now, [`params`](Self::params).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct BspLevelSettings {
    /// Metres a unit of the file; where not said, the format's, or guessed from the size where it has none.
    pub scale: Option<f64>,
    /// Which axis of the file points up; where not said, the format's, or Y.
    pub up: Option<UpAxis>,
    /// Which map of a WAD file is read; where not said, the first.
    pub map: Option<String>,
    /// Whether the solid-leaf tree and the PVS are built, by which meshes are culled. Bodies do not need them, and they are what takes
    /// the longest.
    pub visibility: bool,
    /// Whether faces that nobody inside can reach are left out, in sealed levels whose source gives solids (`.map`).
    pub fill: bool,
    /// Whether doors, lifts and trains move: the level is taken apart into what stands still and what moves.
    pub moving: bool,
    /// Names of files beside the level that it may read although it does not name them, such as the `.wad` files with the textures of
    /// a `.map`: folders of assets cannot be listed everywhere.
    pub beside: Vec<String>,
    /// How the trees are built.
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
    /// What the loaders of levels take of this.
    #[must_use]
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
