//! Loading errors. Each message is one sentence that states the file, the line or face, and a remedy.

use bspwalk_progress::Cancelled;
use bspwalk_trees::FaceId;

use crate::{Text, ToText, display_texts, text};

/// Minimum size of a file that is rejected as too large, in bytes: 2 GiB.
pub const MAX_FILE_BYTES: u64 = 2 << 30;

/// The reason why a level could not be loaded.
///
/// `file` is the path or name that the caller passed. `line` counts from 1. `face` is the number that the face would
/// have had as [`LevelTriangle::source`](super::LevelTriangle::source).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LevelError {
    /// The file does not exist.
    NotFound {
        /// Path of the file.
        file: String,
    },
    /// The file could not be read, or it is not a valid level.
    Refused {
        /// Path of the file.
        file: String,
        /// Second part of the message, with the problem and a remedy.
        problem: Text,
    },
    /// The file contains no face with three or more corners.
    NoFaces {
        /// Path of the file.
        file: String,
        /// Description of what the file contains instead.
        found: Text,
    },
    /// A line is invalid.
    Syntax {
        /// Path of the file.
        file: String,
        /// Line number of the error, from 1.
        line: usize,
        /// Description of the problem.
        problem: Text,
    },
    /// A face refers to a missing vertex.
    IndexOutOfRange {
        /// Path of the file.
        file: String,
        /// Line number of the face, from 1.
        line: usize,
        /// Source number of the face's first triangle.
        face: FaceId,
        /// Index as written in the file: counted from 1, or negative to count backwards from the face.
        index: i64,
        /// Range of valid indices.
        limit: Text,
    },
    /// All triangles were dropped.
    NothingLeft {
        /// Path of the file.
        file: String,
        /// Number of triangles in the source.
        triangles: u32,
        /// Number of dropped triangles for each reason, with the position of the first.
        reasons: Text,
    },
    /// The given scale is not a positive number.
    BadScale {
        /// Rejected scale, in metres per source unit.
        scale: f64,
    },
    /// The parser rejected a file that passed all earlier checks.
    Parser {
        /// Path of the file.
        file: String,
        /// The parser's error message.
        reason: Text,
    },
    /// [`Progress::cancel`](bspwalk_progress::Progress::cancel) was called.
    Cancelled,
}

impl ToText for LevelError {
    fn to_text(&self) -> Text {
        match self {
            Self::NotFound { file } => text!("levels-not-found", file),
            Self::Refused { file, problem } => Text::joined([file.to_text(), problem.clone()], " "),
            Self::NoFaces { file, found } => text!("levels-no-faces", file, found),
            Self::Syntax { file, line, problem } => text!("levels-syntax", file, line, problem),
            Self::IndexOutOfRange {
                file,
                line,
                face,
                index,
                limit,
            } => text!("levels-index-out-of-range", file, line, face, index, limit),
            Self::NothingLeft {
                file,
                triangles,
                reasons,
            } => text!("levels-nothing-left", file, triangles, reasons),
            Self::BadScale { scale } => text!("levels-bad-scale", scale),
            Self::Parser { file, reason } => text!("levels-parser", file, reason),
            Self::Cancelled => text!("levels-cancelled"),
        }
    }
}

display_texts!(LevelError);

impl std::error::Error for LevelError {}

impl From<Cancelled> for LevelError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl LevelError {
    pub(crate) fn refused(file: &str, problem: Text) -> Self {
        Self::Refused {
            file: file.to_owned(),
            problem,
        }
    }

    pub(crate) fn syntax(file: &str, line: usize, problem: Text) -> Self {
        Self::Syntax {
            file: file.to_owned(),
            line,
            problem,
        }
    }

    pub(crate) fn no_faces(file: &str, found: Text) -> Self {
        Self::NoFaces {
            file: file.to_owned(),
            found,
        }
    }

    pub(crate) fn too_many_triangles(file: &str) -> Self {
        Self::refused(file, text!("levels-too-many-triangles", most = u32::MAX))
    }
}
