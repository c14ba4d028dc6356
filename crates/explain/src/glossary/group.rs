//! Subject areas of the glossary's terms.

use bspwalk_text::{Message, message};

/// The subject area of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// BSP trees and the space they divide.
    Trees,
    /// Building trees.
    Build,
    /// Leaves of a solid-leaf tree.
    Leaves,
    /// Visibility and drawing order.
    Visibility,
    /// Queries and moving bodies.
    Motion,
    /// Levels and ways of viewing them.
    Level,
    /// Settings and components of the program.
    Program,
}

impl Group {
    pub(super) const fn title(self) -> Message {
        match self {
            Self::Trees => message!("glossary-group-trees"),
            Self::Build => message!("glossary-group-build"),
            Self::Leaves => message!("glossary-group-leaves"),
            Self::Visibility => message!("glossary-group-visibility"),
            Self::Motion => message!("glossary-group-motion"),
            Self::Level => message!("glossary-group-level"),
            Self::Program => message!("glossary-group-program"),
        }
    }
}
