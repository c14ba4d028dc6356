//! Sources of levels.

use std::path::{PathBuf, absolute};

use bspwalk_session::LevelName;
use bspwalk_text::{Message, message};

/// Name of a sketched level.
pub(in crate::app) const DRAWN: Message = message!("window-drawn-polygon");

/// Source of a level.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum LevelSource {
    /// A level embedded in the program, by name.
    BuiltIn(String),
    /// A file.
    File(PathBuf),
    /// A level sketched on the page of the planar tree, as the text of an OBJ file. It exists as long as the window.
    Drawn(Box<str>),
}

impl LevelSource {
    /// Returns the same source with an absolute path.
    #[must_use]
    pub fn absolute(&self) -> Self {
        match self {
            Self::File(path) => Self::File(absolute(path).unwrap_or_else(|_| path.clone())),
            Self::BuiltIn(_) | Self::Drawn(_) => self.clone(),
        }
    }

    /// Returns its name on the command line, or `None` for a sketched level.
    #[must_use]
    pub fn name(&self) -> Option<LevelName> {
        match self {
            Self::BuiltIn(name) => Some(LevelName::BuiltIn(name.clone())),
            Self::File(path) => Some(LevelName::File(path.clone())),
            Self::Drawn(_) => None,
        }
    }

    /// Returns the name of the built-in level or of the file, for the user.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Self::BuiltIn(name) => name.clone(),
            Self::Drawn(_) => DRAWN.text().to_owned(),
            Self::File(path) => path.file_name().map_or_else(
                || path.display().to_string(),
                |name| name.to_string_lossy().into_owned(),
            ),
        }
    }
}

impl From<LevelName> for LevelSource {
    fn from(name: LevelName) -> Self {
        match name {
            LevelName::BuiltIn(name) => Self::BuiltIn(name),
            LevelName::File(path) => Self::File(path),
        }
    }
}
