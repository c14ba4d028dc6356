//! Decisions of a build: how the plane of each node was chosen.

use bspwalk_geometry::Plane;
use bspwalk_progress::{CheckError, Progress, ensure};
use bspwalk_text::{message, text};

use super::validation::is_plane;

/// Maximum number of candidates recorded per node. The list always includes the chosen candidate.
pub const MAX_CANDIDATES: usize = 256;

/// The decisions of a build, one for each node.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Recording {
    /// Decision at each node, indexed by node number.
    pub decisions: Vec<Decision>,
}

/// How the plane of a node was chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum ChosenBy {
    /// No choice was made: the plane is a side of the box around the level, or comes from the level's own
    /// compiler.
    #[default]
    Nothing,
    /// Only one face reached the node.
    OnlyFace,
    /// The first face that reached the node.
    FirstFace,
    /// A random face.
    RandomFace,
    /// Lowest weighted sum of three counts: faces cut, imbalance between the two sides, and faces on the
    /// plane.
    Weights,
    /// Lowest weighted sum among few faces, which queries read together as one block; see
    /// [`BuildParams::block_weights`](crate::BuildParams::block_weights).
    BlockWeights,
    /// Lowest score by the surface area heuristic.
    Cost,
    /// Lowest score among the planes of faces. An axis-aligned plane scored lower, but would leave all faces on
    /// one side.
    CostOfFaces,
    /// An auxiliary plane that contains no face, because the planes of faces would divide the faces badly.
    Auxiliary,
    /// Set by hand; see [`Replay::with_plane`](crate::node_storing::Replay::with_plane).
    Hand,
    /// Stored in the tree, although the rule would now choose another plane. The tree was built by another
    /// program or version.
    Stored,
    /// None: the node is a block, because the tree has reached its fragment limit.
    Undivided,
    /// Through the edges of a hole in the mesh that the node's cell extends through. No face reached the
    /// node.
    Hole,
}

/// Decision at one node.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Decision {
    /// Number of pieces of faces that reached the node. The solid-leaf tree does not count pieces on the boundary of
    /// the cell.
    pub faces: u32,
    /// How the plane was chosen.
    pub chosen_by: ChosenBy,
    /// Candidates in the order of evaluation, at most [`MAX_CANDIDATES`], including the chosen one.
    pub candidates: Vec<Candidate>,
    /// Index of the chosen candidate.
    pub chosen: u32,
    /// Number of pieces on the chosen plane that stayed in the node.
    pub coplanar: u32,
    /// Number of pieces that went to the front, including parts of cut pieces.
    pub front: u32,
    /// Number of pieces that went to the back, including parts of cut pieces.
    pub back: u32,
    /// Number of pieces that the chosen plane cut.
    pub cuts: u32,
}

/// A plane that was considered for a node.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Candidate {
    /// The plane.
    pub plane: Plane,
    /// Face on this plane, as numbered by the caller; `None` for an axis-aligned plane.
    pub face: Option<u32>,
    /// Score under the rule. The lowest score wins; ties go to the first candidate.
    pub score: f64,
    /// Number of pieces that the plane cuts, out of those it was scored against.
    pub cuts: u32,
    /// Number of scored pieces in front of the plane.
    pub front: u32,
    /// Number of scored pieces behind the plane.
    pub back: u32,
}

impl Recording {
    /// Checks that every node has a decision, and that a decision with candidates refers to one of them.
    pub(super) fn check(&self, nodes: usize, progress: &Progress) -> Result<(), CheckError> {
        if self.decisions.len() != nodes {
            return Err(text!("check-recording-other").into());
        }
        progress.check_each_numbered(message!("check-kind-node"), &self.decisions, |_, decision| {
            let candidates = &decision.candidates;
            let is_chosen = candidates.is_empty() || (decision.chosen as usize) < candidates.len();
            ensure(
                is_chosen && candidates.iter().all(|candidate| is_plane(&candidate.plane)),
                message!("check-recording-wrong"),
            )
        })
    }
}
