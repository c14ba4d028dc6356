//! Level names.

use std::{
    ffi::OsString,
    path::{PathBuf, absolute},
};

use bspwalk_levels::{Text, ToText, builtin, display_texts, text};
use serde::{Deserialize, Serialize};

use super::built_in;

/// Name that identifies a level and where to find it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LevelName {
    /// A built-in level. Its name takes precedence over a file with the same name, so that scripts work the same in
    /// every folder.
    BuiltIn(String),
    /// A source file or a compiled level file.
    File(PathBuf),
    /// A level drawn in the program, stored as OBJ text. It cannot be named on the command line.
    Drawn(Box<str>),
}

impl LevelName {
    /// Returns the same name with an absolute path, so that it is valid in any folder.
    #[must_use]
    pub fn absolute(&self) -> Self {
        match self {
            Self::File(path) => Self::File(absolute(path).unwrap_or_else(|_| path.clone())),
            Self::BuiltIn(_) | Self::Drawn(_) => self.clone(),
        }
    }

    /// Returns whether the level was drawn in the program.
    #[must_use]
    pub const fn is_drawn(&self) -> bool {
        matches!(self, Self::Drawn(_))
    }

    /// Returns the title shown to the user: the name of the built-in level, or the file name without its folder.
    #[must_use]
    pub fn title(&self) -> Text {
        match self {
            Self::File(path) => match path.file_name() {
                Some(name) => name.to_string_lossy().to_text(),
                None => self.to_text(),
            },
            Self::BuiltIn(_) | Self::Drawn(_) => self.to_text(),
        }
    }
}

impl Default for LevelName {
    /// Returns the default built-in level.
    fn default() -> Self {
        Self::BuiltIn(builtin::all()[0].name.to_owned())
    }
}

impl From<OsString> for LevelName {
    fn from(name: OsString) -> Self {
        match name.to_str() {
            Some(text) if built_in::find(text).is_some() => Self::BuiltIn(text.to_owned()),
            _ => Self::File(name.into()),
        }
    }
}

impl ToText for LevelName {
    fn to_text(&self) -> Text {
        match self {
            Self::BuiltIn(name) => name.to_text(),
            Self::File(path) => path.display().to_text(),
            Self::Drawn(_) => text!("compile-drawn-polygon"),
        }
    }
}

display_texts!(LevelName);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_built_in_names_precede_paths() {
        let name = |text: &str| LevelName::from(OsString::from(text));
        assert_eq!(name("hall"), LevelName::BuiltIn("hall".into()));
        assert_eq!(name("./hall"), LevelName::File("./hall".into()));
        assert_eq!(name("Hall"), LevelName::File("Hall".into()));
    }
}
