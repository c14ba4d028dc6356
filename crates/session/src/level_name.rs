//! Names of levels.

use std::{
    ffi::OsString,
    fmt,
    path::{PathBuf, absolute},
};

use bspwalk_compile::open::Place;
use bspwalk_levels::builtin;

/// Name of a level on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LevelName {
    /// A built-in level. Its name takes precedence over a file of the same name, so that scripts work the
    /// same in every folder.
    BuiltIn(String),
    /// A file.
    File(PathBuf),
}

impl LevelName {
    /// Returns the location for [`find`](bspwalk_compile::open::find).
    #[must_use]
    pub fn place(&self) -> Place<'_> {
        match self {
            Self::BuiltIn(name) => Place::BuiltIn(name),
            Self::File(path) => Place::File(path),
        }
    }

    /// Returns the name with an absolute path, so that it works from any folder.
    #[must_use]
    pub fn absolute(&self) -> Self {
        match self {
            Self::File(path) => Self::File(absolute(path).unwrap_or_else(|_| path.clone())),
            Self::BuiltIn(_) => self.clone(),
        }
    }
}

impl From<OsString> for LevelName {
    fn from(name: OsString) -> Self {
        match name.to_str() {
            Some(text) if builtin::find(text).is_some() => Self::BuiltIn(text.to_owned()),
            _ => Self::File(name.into()),
        }
    }
}

impl fmt::Display for LevelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltIn(name) => f.write_str(name),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_built_in_name_wins_and_a_path_does_not() {
        let name = |text: &str| LevelName::from(OsString::from(text));
        assert_eq!(name("hall"), LevelName::BuiltIn("hall".into()));
        assert_eq!(name("./hall"), LevelName::File("./hall".into()));
        assert_eq!(name("Hall"), LevelName::File("Hall".into()));
    }
}
