//! Portal files (`.prt`), which the compilers of Quake and Quake II write for `vis` and which level editors draw: the portals
//! of a tree as polygons, each with the two leaves or clusters that it joins. [`PortalFile::read`] takes one,
//! [`PortalFile::write`] makes one.
//!
//! The first line names the dialect. The header's numbers follow, a line each, then the portals, a line each: the number of
//! corners, the number of the leaf or cluster in front, that of the one behind, and each corner as `(x y z )`. Seen from the
//! front the corners go clockwise. Coordinates are in units, Z up.
//!
//! | dialect | written by | header | after the portals |
//! |---|---|---|---|
//! | `PRT1` | qbsp; qbsp3 of Quake II, which numbers clusters | leaves, portals | |
//! | `PRT1-AM` | Alexander Malmberg's tools | clusters, portals, leaves | the cluster of each leaf, a line each |
//! | `PRT2` | tyrutils, ericw-tools | leaves, clusters, portals | the leaves of each cluster, a line each, which ends with −1 |
//!
//! A cluster is a group of leaves that only detail divides. A file may be hostile: memory is bounded by its size, and a wrong
//! one is refused in one sentence with its line.
//!
//! ```
//! use bspwalk_levels::portal_file::{Dialect, PortalFile};
//! use bspwalk_progress::Progress;
//!
//! let text = "PRT1\n2\n1\n4 0 1 (0 0 0 ) (0 0 128 ) (0 64 128 ) (0 64 0 ) \n";
//! let file = PortalFile::read("door.prt", text.as_bytes(), &Progress::default())?;
//! assert_eq!((file.dialect, file.clusters, file.portals[0].corners.len()), (Dialect::Prt1, 2, 4));
//! assert_eq!(file.write(), text);
//! # Ok::<(), bspwalk_levels::portal_file::PortalFileError>(())
//! ```
//!
//! Sources: id Software's qbsp and vis, 1996; ericw-tools, `common/prtfile.cc`.

mod read;
mod write;

use bspwalk_progress::Cancelled;
use bspwalk_text::text;
use glam::DVec3;

use super::LevelError;

/// The largest coordinate of a portal, in units: areas are finite.
const FURTHEST: f64 = 1.0e30;

fn is_in_range(coordinate: f64) -> bool {
    coordinate.abs() <= FURTHEST
}

/// How a portal file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// `PRT1`: what the portals join is all that is numbered.
    Prt1,
    /// `PRT1-AM`: the cluster of each leaf follows the portals.
    Prt1Am,
    /// `PRT2`: the leaves of each cluster follow the portals.
    Prt2,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Prt1, Self::Prt1Am, Self::Prt2];

    /// The first line of a file.
    #[must_use]
    pub fn first_line(self) -> &'static str {
        match self {
            Self::Prt1 => "PRT1",
            Self::Prt1Am => "PRT1-AM",
            Self::Prt2 => "PRT2",
        }
    }

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Prt1 => "prt1",
            Self::Prt1Am => "prt1-am",
            Self::Prt2 => "prt2",
        }
    }
}

/// The content of a portal file.
#[derive(Clone, Debug, PartialEq)]
pub struct PortalFile {
    /// How it is written.
    pub dialect: Dialect,
    /// How many clusters the portals join; leaves where each is a cluster of its own.
    pub clusters: u32,
    /// The cluster of each leaf. `PRT1` does not say it: there it is empty, and clusters are leaves.
    pub leaf_clusters: Vec<u32>,
    /// The portals, in the order of the file.
    pub portals: Vec<FilePortal>,
}

/// A portal of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct FilePortal {
    /// The cluster in front, and the one behind.
    pub clusters: [u32; 2],
    /// Its corners in units, in the axes of the file: at least three, clockwise seen from the front.
    pub corners: Vec<DVec3>,
}

impl PortalFile {
    /// How many leaves there are.
    #[must_use]
    pub fn leaves(&self) -> u32 {
        match self.dialect {
            Dialect::Prt1 => self.clusters,
            Dialect::Prt1Am | Dialect::Prt2 => self.leaf_clusters.len() as u32,
        }
    }

    /// Whether all coordinates are in the range that is read.
    #[must_use]
    pub fn is_in_range(&self) -> bool {
        let mut corners = self.portals.iter().flat_map(|portal| &portal.corners);
        corners.all(|corner| corner.to_array().into_iter().all(is_in_range))
    }
}

/// Why a portal file could not be read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PortalFileError {
    /// The file itself could not be read.
    #[error(transparent)]
    Unreadable(#[from] LevelError),
    /// A line is wrong.
    #[error("{}", text!("portalfile-wrong", file = .file, line = .line, problem = .problem))]
    Wrong {
        /// The path or the name, as it was given.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// [`Progress::cancel`](bspwalk_progress::Progress::cancel) was called.
    #[error("{}", text!("portalfile-cancelled"))]
    Cancelled,
}

impl From<Cancelled> for PortalFileError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}
