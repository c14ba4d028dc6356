//! Loading errors. Each message is one sentence that states the file, the line or face, and a remedy.

use bspwalk_progress::Cancelled;
use bspwalk_text::text;

/// Minimum size of a file that is rejected as too large, in bytes: 2 GiB.
pub const MAX_FILE_BYTES: u64 = 2 << 30;

/// The reason why a level could not be loaded.
///
/// `file` is the path or name that the caller passed. `line` counts from 1. `face` is the number that the face would
/// have had as [`LevelTriangle::source`](super::LevelTriangle::source).
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LevelError {
    /// The file does not exist.
    #[error("{}", text!("levels-not-found", file = .file))]
    NotFound {
        /// Path of the file.
        file: String,
    },
    /// The file could not be read, or it is not a valid level.
    #[error("{file} {problem}")]
    Refused {
        /// Path of the file.
        file: String,
        /// Second part of the message, with the problem and a remedy.
        problem: String,
    },
    /// The file contains no face with three or more corners.
    #[error("{}", text!("levels-no-faces", file = .file, found = .found))]
    NoFaces {
        /// Path of the file.
        file: String,
        /// Description of what the file contains instead.
        found: String,
    },
    /// A line is invalid.
    #[error("{}", text!("levels-syntax", file = .file, line = .line, problem = .problem))]
    Syntax {
        /// Path of the file.
        file: String,
        /// Line number of the error, from 1.
        line: usize,
        /// Description of the problem.
        problem: String,
    },
    /// A face refers to a missing vertex.
    #[error(
        "{}", text!("levels-index-out-of-range", file = .file, line = .line, face = .face, index = .index, limit = .limit))]
    IndexOutOfRange {
        /// Path of the file.
        file: String,
        /// Line number of the face, from 1.
        line: usize,
        /// Source number of the face's first triangle.
        face: u32,
        /// Index as written in the file: counted from 1, or negative to count backwards from the face.
        index: i64,
        /// Range of valid indices.
        limit: String,
    },
    /// All triangles were dropped.
    #[error("{}", text!("levels-nothing-left", file = .file, triangles = .triangles, reasons = .reasons))]
    NothingLeft {
        /// Path of the file.
        file: String,
        /// Number of triangles in the source.
        triangles: u32,
        /// Number of dropped triangles for each reason, with the position of the first.
        reasons: String,
    },
    /// The given scale is not a positive number.
    #[error("{}", text!("levels-bad-scale", scale = .scale))]
    BadScale {
        /// Rejected scale, in metres per source unit.
        scale: f64,
    },
    /// The parser rejected a file that passed all earlier checks.
    #[error("{}", text!("levels-parser", file = .file, reason = .reason))]
    Parser {
        /// Path of the file.
        file: String,
        /// The parser's error message.
        reason: String,
    },
    /// [`Progress::cancel`](bspwalk_progress::Progress::cancel) was called.
    #[error("{}", text!("levels-cancelled"))]
    Cancelled,
}

impl From<Cancelled> for LevelError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl LevelError {
    pub(crate) fn refused(file: &str, problem: impl Into<String>) -> Self {
        Self::Refused {
            file: file.to_owned(),
            problem: problem.into(),
        }
    }

    pub(crate) fn syntax(file: &str, line: usize, problem: String) -> Self {
        Self::Syntax {
            file: file.to_owned(),
            line,
            problem,
        }
    }

    pub(crate) fn no_faces(file: &str, found: String) -> Self {
        Self::NoFaces {
            file: file.to_owned(),
            found,
        }
    }

    pub(crate) fn too_many_triangles(file: &str) -> Self {
        Self::refused(file, text!("levels-too-many-triangles", most = u32::MAX))
    }
}
