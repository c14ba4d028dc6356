//! Sources of terms and of statements.

use std::fmt;

use super::Reference;

/// The source of a term or of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A document from the table of references, and the cited section; empty to cite the entire document.
    Work(Reference, &'static str),
    /// The program itself.
    Program,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Work(reference, "") => f.write_str(reference.name()),
            Self::Work(reference, section) => write!(f, "{}, {section}", reference.name()),
            Self::Program => f.write_str("bspwalk"),
        }
    }
}

impl Source {
    /// Returns the full citation: "Ericson 2005, 8.1: Christer Ericson, “Real-Time Collision Detection”, Morgan
    /// Kaufmann, 2005".
    #[must_use]
    pub fn explained(&self) -> String {
        match self {
            Self::Work(reference, _) => {
                let place = reference.place();
                let separator = if place.is_empty() { "" } else { ", " };
                format!("{self}: {}{separator}{place}", reference.work())
            }
            Self::Program => self.to_string(),
        }
    }
}
