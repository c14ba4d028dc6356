//! Portal files (`.prt`), which Quake and Quake II compilers write for `vis` and which level editors display. They
//! contain a tree's portals as polygons, each with the two leaves or clusters that it connects. [`PortalFile::read`]
//! parses a file, and [`PortalFile::write`] converts portals to a file's text.
//!
//! The first line names the dialect. The header's counts and then the portals follow, one per line. Each portal starts
//! with its number of corners, the leaf or cluster in front of it and the one behind it. Corners are written as `(x y z
//! )`, and are clockwise when seen from the front. Coordinates are in map units with Z up.
//!
//! | dialect | written by | header | after the portals |
//! |---|---|---|---|
//! | `PRT1` | qbsp; qbsp3 of Quake II, which numbers clusters | leaves, portals | |
//! | `PRT1-AM` | Alexander Malmberg's tools | clusters, portals, leaves | cluster of each leaf, one per line |
//! | `PRT2` | tyrutils, ericw-tools | leaves, clusters, portals | leaves of each cluster, one cluster per line, ending with −1 |
//!
//! A cluster is a group of leaves that are separated only by detail brushes. Files may be hostile: memory use is
//! bounded by the file size, and an invalid file is rejected with a sentence that includes the line number.
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

use std::fmt::Write as _;

use crate::{Text, ToText, display_texts, text};
use bspwalk_progress::Cancelled;
use glam::DVec3;

use super::LevelError;

/// Maximum coordinate of a portal, in map units. It keeps areas finite.
const FURTHEST: f64 = 1.0e30;

fn is_in_range(coordinate: f64) -> bool {
    coordinate.abs() <= FURTHEST
}

/// Dialect of a portal file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// `PRT1`: numbers either leaves or clusters, but not both.
    Prt1,
    /// `PRT1-AM`: the cluster of each leaf follows the portals.
    Prt1Am,
    /// `PRT2`: the leaves of each cluster follow the portals.
    Prt2,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Self; 3] = [Self::Prt1, Self::Prt1Am, Self::Prt2];

    /// Returns the first line of a file in this dialect.
    #[must_use]
    pub fn first_line(self) -> &'static str {
        match self {
            Self::Prt1 => "PRT1",
            Self::Prt1Am => "PRT1-AM",
            Self::Prt2 => "PRT2",
        }
    }

    /// Returns the order of the counts in the header: 0 for leaves, 1 for clusters, 2 for portals.
    fn header(self) -> &'static [usize] {
        match self {
            Self::Prt1 => &[0, 2],
            Self::Prt1Am => &[1, 2, 0],
            Self::Prt2 => &[0, 1, 2],
        }
    }

    /// Returns the dialect's name as used on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Prt1 => "prt1",
            Self::Prt1Am => "prt1-am",
            Self::Prt2 => "prt2",
        }
    }
}

/// Contents of a portal file.
#[derive(Clone, Debug, PartialEq)]
pub struct PortalFile {
    /// Dialect of the file.
    pub dialect: Dialect,
    /// Number of clusters that the portals connect. If each leaf is its own cluster, this is the number of leaves.
    pub clusters: u32,
    /// Cluster of each leaf. Empty for `PRT1`, which does not store it and treats leaves as clusters.
    pub leaf_clusters: Vec<u32>,
    /// Portals, in file order.
    pub portals: Vec<FilePortal>,
}

/// A portal in a file.
#[derive(Clone, Debug, PartialEq)]
pub struct FilePortal {
    /// Cluster in front of the portal, and cluster behind it.
    pub clusters: [u32; 2],
    /// At least three corners, clockwise when seen from the front, in the file's units and axes.
    pub corners: Vec<DVec3>,
}

impl PortalFile {
    /// Returns the number of leaves.
    #[must_use]
    pub fn leaves(&self) -> u32 {
        match self.dialect {
            Dialect::Prt1 => self.clusters,
            Dialect::Prt1Am | Dialect::Prt2 => self.leaf_clusters.len() as u32,
        }
    }

    /// Returns the file's text. Parsing it produces an equal value.
    #[must_use]
    pub fn write(&self) -> String {
        let counts = [self.leaves(), self.clusters, self.portals.len() as u32];
        let mut text = self.dialect.first_line().to_owned() + "\n";
        // Writing to a `String` cannot fail.
        for &place in self.dialect.header() {
            let _ = writeln!(text, "{}", counts[place]);
        }
        for portal in &self.portals {
            let [front, behind] = portal.clusters;
            let _ = write!(text, "{} {front} {behind} ", portal.corners.len());
            for corner in &portal.corners {
                // Adding zero turns −0 into 0.
                let [x, y, z] = (*corner + 0.0).to_array();
                let _ = write!(text, "({x} {y} {z} ) ");
            }
            text.push('\n');
        }
        match self.dialect {
            Dialect::Prt1 => {}
            Dialect::Prt1Am => {
                for cluster in &self.leaf_clusters {
                    let _ = writeln!(text, "{cluster}");
                }
            }
            Dialect::Prt2 => self.write_clusters(&mut text),
        }
        text
    }

    /// Writes the leaves of each cluster, one cluster per line.
    fn write_clusters(&self, text: &mut String) {
        let mut leaves: Vec<(u32, u32)> = self.leaf_clusters.iter().copied().zip(0..).collect();
        leaves.sort_unstable();
        let mut leaves = leaves.into_iter().peekable();
        for cluster in 0..self.clusters {
            while let Some((_, leaf)) = leaves.next_if(|&(of, _)| of == cluster) {
                let _ = write!(text, "{leaf} ");
            }
            text.push_str("-1\n");
        }
    }

    /// Returns whether all coordinates are within the supported range.
    #[must_use]
    pub fn is_in_range(&self) -> bool {
        let mut corners = self.portals.iter().flat_map(|portal| &portal.corners);
        corners.all(|corner| corner.to_array().into_iter().all(is_in_range))
    }
}

/// The reason why a portal file could not be read.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PortalFileError {
    /// The file itself could not be read.
    Unreadable(LevelError),
    /// A line is invalid.
    Wrong {
        /// Path or name that the caller passed.
        file: String,
        /// Line number, from 1.
        line: usize,
        /// Description of the problem.
        problem: Text,
    },
    /// [`Progress::cancel`](bspwalk_progress::Progress::cancel) was called.
    Cancelled,
}

impl ToText for PortalFileError {
    fn to_text(&self) -> Text {
        match self {
            Self::Unreadable(error) => error.to_text(),
            Self::Wrong { file, line, problem } => text!("portalfile-wrong", file, line, problem),
            Self::Cancelled => text!("portalfile-cancelled"),
        }
    }
}

display_texts!(PortalFileError);

impl std::error::Error for PortalFileError {}

impl From<LevelError> for PortalFileError {
    fn from(error: LevelError) -> Self {
        Self::Unreadable(error)
    }
}

impl From<Cancelled> for PortalFileError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}
