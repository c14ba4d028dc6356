//! Options for loading a level.

use std::path::PathBuf;

use super::UpAxis;

/// Options for loading a level.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LoadOptions {
    /// Up axis of the source. Default `None`: the axis that the format defines, or Y if it defines none. With the wrong
    /// axis, floors become walls; see [`Level::looks_z_up`](crate::Level::looks_z_up).
    pub up: Option<UpAxis>,
    /// Metres per source unit; must be positive and finite. Default `None`: the unit that the format defines. If it
    /// defines none, the scale is guessed from the level's size, and [`Units::guessed`](crate::Units::guessed) is set.
    ///
    /// With too small a scale, a body of normal size cannot pass through doors or climb stairs. With too large a scale,
    /// rooms become huge.
    pub scale: Option<f64>,
    /// Folder with images or WAD files, which is searched before the level's folder. Default `None`: search only the
    /// level's folder. Missing images produce warnings.
    pub textures: Option<PathBuf>,
    /// Map to read from a WAD file; case-insensitive. Default `None`: the first map. Other formats ignore this option.
    pub map: Option<String>,
    /// Whether to [separate the level](crate::Level::separate_moving_parts) into static and moving parts. Default `false`: doors
    /// and lifts are static, in their initial positions.
    #[serde(default)]
    pub moving_apart: bool,
}
