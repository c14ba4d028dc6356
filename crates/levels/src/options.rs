//! Options for loading a level.

use std::path::PathBuf;

use super::UpAxis;

/// Options for loading a level.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LoadOptions {
    /// Up axis of the source. `None` uses the format's axis, or Y if the format has none.
    pub up: Option<UpAxis>,
    /// Metres per source unit. `None` uses the format's unit; without one, the scale is guessed from the size.
    pub scale: Option<f64>,
    /// Folder with images or WAD files. It is searched before the level's own folder.
    pub textures: Option<PathBuf>,
    /// Map to read from a WAD file, case-insensitive. `None` reads the first.
    pub map: Option<String>,
    /// Whether to [take the level apart](crate::Level::take_apart) into static and moving parts.
    #[serde(default)]
    pub moving_apart: bool,
}
