//! Levels and trees as Bevy assets.

mod files;
mod level;
mod loader;
mod settings;
mod tree;

#[cfg(feature = "render")]
pub use self::tree::MeshTreeError;
pub use self::{
    level::{BspLevel, LeafVisibility},
    loader::{BspLevelError, BspLevelLoader, EXTENSIONS},
    settings::BspLevelSettings,
    tree::BspTree,
};
