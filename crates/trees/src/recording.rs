//! The decisions of a build: how the plane of each node was chosen.

use bspwalk_geometry::Plane;
use bspwalk_progress::{CheckError, Progress, ensure};
use bspwalk_text::{message, text};

use super::validation::is_plane;

/// The most candidates that are recorded of one node. The chosen one is always among them.
pub const MAX_CANDIDATES: usize = 256;

/// The decisions of a build, one for each node.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Recording {
    /// The decision at each node, indexed by the number of the node.
    pub decisions: Vec<Decision>,
}

/// How the plane of a node was chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum ChosenBy {
    /// Nothing was chosen: the plane is a side of the box around the level, or one that a level's own compiler chose.
    #[default]
    Nothing,
    /// One face reached the node, and its plane was taken.
    OnlyFace,
    /// The first face that reached the node.
    FirstFace,
    /// A random face.
    RandomFace,
    /// The least weighted sum of the faces that a plane cuts, of those more on one side, and of those on it.
    Weights,
    /// The least weighted sum among few faces, which queries read together as one block; see
    /// [`BuildParams::block_weights`](crate::BuildParams::block_weights).
    BlockWeights,
    /// The least expected cost of a query, by the surface area heuristic.
    Cost,
    /// The least expected cost among the planes of faces. A plane across an axis scored less, but leaves all faces on one side.
    CostOfFaces,
    /// The planes of faces divided them badly, and an auxiliary plane, on which no face lies, was taken.
    Auxiliary,
    /// The user set the plane by hand, see [`Replay::with_plane`](crate::node_storing::Replay::with_plane).
    Hand,
    /// The tree has it, and its rule would have chosen another: another program or another version built the tree.
    Stored,
    /// The node is a block and has no plane: the tree has as many fragments as it may have.
    Undivided,
    /// No face reached the node: the plane goes through the edges of a hole that its cell reaches through.
    Hole,
}

/// The decision at one node.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Decision {
    /// The number of pieces of faces that reached the node; in the solid-leaf tree without those on the boundary of its cell.
    pub faces: u32,
    /// How the plane was chosen.
    pub chosen_by: ChosenBy,
    /// The candidates in the order in which they were considered, at most [`MAX_CANDIDATES`]. The chosen one is among them.
    pub candidates: Vec<Candidate>,
    /// The index of the chosen candidate.
    pub chosen: u32,
    /// The number of pieces that lay on the chosen plane and stayed in the node.
    pub coplanar: u32,
    /// The number of pieces that went to the front, parts of cut pieces included.
    pub front: u32,
    /// The number of pieces that went to the back, parts of cut pieces included.
    pub back: u32,
    /// The number of pieces that the chosen plane cut.
    pub cuts: u32,
}

/// A plane that was considered for a node.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Candidate {
    /// The plane.
    pub plane: Plane,
    /// The face that it is the plane of, as the caller numbered it; `None` for a plane across an axis.
    pub face: Option<u32>,
    /// Its score by the rule. The least is chosen, and among equals the first.
    pub score: f64,
    /// The number of pieces that it cuts, of those that it was scored against.
    pub cuts: u32,
    /// The number of those pieces in front of it.
    pub front: u32,
    /// The number of those pieces behind it.
    pub back: u32,
}

impl Recording {
    /// Checks that every node has a decision, which chose one of its candidates if there are any.
    ///
    /// # Errors
    /// What is wrong, or that the check was cancelled.
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
