//! Levels and trees as assets of Bevy.

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
