//! Options for loading a level.

use std::path::PathBuf;

use super::UpAxis;

/// Options for loading a level.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LoadOptions {
    /// Up axis of the source. Default `None`: the format's axis, or Y if the format has none. With the wrong axis,
    /// floors become walls; see [`Level::looks_z_up`](crate::Level::looks_z_up).
    pub up: Option<UpAxis>,
    /// Metres per source unit, positive and finite. Default `None`: the format's unit; without one, the scale is
    /// guessed from the size, and [`Units::guessed`](crate::Units::guessed) is set.
    ///
    /// With a scale that is too small or too large, a body of normal size cannot pass doors or climb stairs, or it
    /// rattles in huge rooms.
    pub scale: Option<f64>,
    /// Folder with images or WAD files. It is searched before the level's own folder. Default `None`: only the level's
    /// own folder. Missing images produce warnings.
    pub textures: Option<PathBuf>,
    /// Map to read from a WAD file, case-insensitive. Default `None`: the first map. Other formats ignore it.
    pub map: Option<String>,
    /// Whether to [take the level apart](crate::Level::take_apart) into static and moving parts. Default `false`: doors
    /// and lifts are static, in their initial positions.
    #[serde(default)]
    pub moving_apart: bool,
}
