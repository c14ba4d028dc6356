//! The decisions of a build, for replay.

use super::validation::is_plane;
use crate::{
    geometry::Plane,
    progress::{CheckError, Progress, ensure},
};

/// The most candidates that are recorded of one node.
pub const MOST_CANDIDATES: usize = 256;

/// The decisions of a build, one a node, indexed as the nodes of the tree.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Recording {
    /// The decision at each node.
    pub decisions: Vec<Decision>,
}

/// The decision at one node.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Decision {
    /// Faces that reached the node.
    pub faces: u32,
    /// The candidates in the order in which they were considered; the chosen one is among them.
    pub candidates: Vec<Candidate>,
    /// Index of the chosen candidate.
    pub chosen: u32,
    /// Faces that lay on the chosen plane and stayed.
    pub coplanar: u32,
    /// Faces, cut ones included, that went to the front.
    pub front: u32,
    /// Faces, cut ones included, that went to the back.
    pub back: u32,
    /// Faces that the chosen plane cut.
    pub cuts: u32,
}

/// A plane that was considered.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Candidate {
    /// The plane.
    pub plane: Plane,
    /// The face that it is the plane of, as the caller numbered it; `None` for a plane across an axis.
    pub face: Option<u32>,
    /// Its score; the least is chosen, the first among equals.
    pub score: f64,
    /// Faces of the sample that it cuts.
    pub cuts: u32,
    /// Faces of the sample in front.
    pub front: u32,
    /// Faces of the sample behind.
    pub back: u32,
}

impl Recording {
    /// Checks that every node has a decision, which chose one of its candidates if there are any.
    ///
    /// # Errors
    /// What is wrong, or that the check was cancelled.
    pub(super) fn check(&self, nodes: usize, progress: &Progress) -> Result<(), CheckError> {
        if self.decisions.len() != nodes {
            return Err("the recording is of another tree".into());
        }
        progress.each_numbered("node", &self.decisions, |_, decision| {
            let candidates = &decision.candidates;
            let is_chosen = candidates.is_empty() || (decision.chosen as usize) < candidates.len();
            ensure(
                is_chosen && candidates.iter().all(|candidate| is_plane(&candidate.plane)),
                "what is recorded of it cannot be",
            )
        })
    }
}
