//! Errors of loading: one sentence each that names the file, the line or face, and a remedy.

use bspwalk_progress::Cancelled;
use bspwalk_text::text;

/// Files of this size and over are refused, in bytes: 2 GiB.
pub const MAX_FILE_BYTES: u64 = 2 << 30;

/// Why a level could not be loaded.
///
/// `file` is the path or the name as it was given; `line` counts from 1; `face` is the number that
/// [`LevelTriangle::source`](super::LevelTriangle::source) would have had.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LevelError {
    /// There is no such file.
    #[error("{}", text!("levels-not-found", file = .file))]
    NotFound {
        /// The path.
        file: String,
    },
    /// The file cannot be read, or is not an OBJ text.
    #[error("{file} {problem}")]
    Refused {
        /// The path.
        file: String,
        /// The rest of the sentence: what is wrong, and what to do.
        problem: String,
    },
    /// The file has no face of three corners or more.
    #[error("{}", text!("levels-no-faces", file = .file, found = .found))]
    NoFaces {
        /// The path.
        file: String,
        /// What it has instead.
        found: String,
    },
    /// A line cannot be understood.
    #[error("{}", text!("levels-syntax", file = .file, line = .line, problem = .problem))]
    Syntax {
        /// The path.
        file: String,
        /// The line.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// A face names a vertex that the file does not have.
    #[error(
        "{}", text!("levels-index-out-of-range", file = .file, line = .line, face = .face, index = .index, limit = .limit))]
    IndexOutOfRange {
        /// The path.
        file: String,
        /// The line.
        line: usize,
        /// Number of the face's first triangle in the source.
        face: u32,
        /// The index as the file gives it: from 1, or negative from the last vertex before the face.
        index: i64,
        /// What the index may be.
        limit: String,
    },
    /// Every triangle had to be dropped.
    #[error("{}", text!("levels-nothing-left", file = .file, triangles = .triangles, reasons = .reasons))]
    NothingLeft {
        /// The path.
        file: String,
        /// How many triangles it has.
        triangles: u32,
        /// How many were dropped for which reason, and where the first one stands.
        reasons: String,
    },
    /// The given scale is not a positive number.
    #[error("{}", text!("levels-bad-scale", scale = .scale))]
    BadScale {
        /// The scale.
        scale: f64,
    },
    /// The parser refused a file that passed every check before it.
    #[error("{}", text!("levels-parser", file = .file, reason = .reason))]
    Parser {
        /// The path.
        file: String,
        /// The parser's reason.
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

    /// The triangles of the file cannot be numbered.
    pub(crate) fn too_many_triangles(file: &str) -> Self {
        Self::refused(file, text!("levels-too-many-triangles", most = u32::MAX))
    }
}
