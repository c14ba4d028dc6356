//! Recorded build decisions: how the plane of each node was chosen.

use bspwalk_geometry::{FaceId, Plane};
use bspwalk_progress::{CheckError, Progress, ensure};

use super::validation::is_plane;

/// Maximum number of candidates recorded per node. The list always includes the chosen candidate.
pub const MAX_CANDIDATES: usize = 256;

/// The decisions of a build, one for each node.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Recording {
    /// Decision at each node, indexed by node number.
    pub decisions: Vec<Decision>,
}

/// The way the plane of a node was chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum ChosenBy {
    /// No choice was made: the plane is a side of the box around the level, or was chosen by the level's own compiler.
    #[default]
    Nothing,
    /// Only one face reached the node.
    OnlyFace,
    /// The first face that reached the node.
    FirstFace,
    /// A random face.
    RandomFace,
    /// Lowest weighted sum of three counts: faces that are cut, imbalance between the two sides, and faces on the
    /// plane.
    Weights,
    /// Lowest weighted sum among few faces, which queries test as one block; see
    /// [`BuildParams::block_weights`](crate::BuildParams::block_weights).
    BlockWeights,
    /// Lowest score by the surface area heuristic.
    Cost,
    /// Lowest score among the face planes. An axis-aligned plane scored lower, but would have left all faces on one
    /// side.
    CostOfFaces,
    /// An auxiliary plane, which contains no face, because the face planes would divide the faces badly.
    Auxiliary,
    /// Set by hand; see [`Replay::with_plane`](crate::node_storing::Replay::with_plane).
    Hand,
    /// Taken from the stored tree, although the rule would now choose another plane: the tree was built by another
    /// program or version.
    Stored,
    /// No plane: the node is a block, because the tree has reached its fragment limit.
    Undivided,
    /// A plane through the edges of a hole in the mesh. The node's cell extends through the hole, and no face reached
    /// the node.
    Hole,
    /// The plane of a hint, which divides a cell before any face does; see
    /// [`LeafTreeBuilder::hints`](crate::solid_leaf::LeafTreeBuilder::hints).
    Hint,
}

/// Decision at a node.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Decision {
    /// Number of face pieces that reached the node. In the solid-leaf tree, pieces of hints are counted, and pieces on
    /// the boundary of the cell are not.
    pub faces: u32,
    /// The way the plane was chosen.
    pub chosen_by: ChosenBy,
    /// Candidates in evaluation order, at most [`MAX_CANDIDATES`], including the chosen one.
    pub candidates: Vec<Candidate>,
    /// Index of the chosen candidate.
    pub chosen: u32,
    /// Number of pieces on the chosen plane that stayed at the node.
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
    /// Face on this plane, as numbered by the caller, or `None` for an axis-aligned plane and for the plane of a hint.
    pub face: Option<FaceId>,
    /// Score under the rule. The lowest score wins; ties go to the first candidate.
    pub score: f64,
    /// Number of scored pieces that the plane cuts.
    pub cuts: u32,
    /// Number of scored pieces in front of the plane.
    pub front: u32,
    /// Number of scored pieces behind the plane.
    pub back: u32,
}

impl Recording {
    /// Checks that every node has a decision, and that every decision with candidates refers to one of them.
    pub(super) fn check(&self, nodes: usize, progress: &Progress) -> Result<(), CheckError> {
        if self.decisions.len() != nodes {
            return Err("the recording belongs to a different tree".into());
        }
        progress.check_each_numbered("node", &self.decisions, |_, decision| {
            let candidates = &decision.candidates;
            let is_chosen = candidates.is_empty() || (decision.chosen as usize) < candidates.len();
            ensure(
                is_chosen && candidates.iter().all(|candidate| is_plane(&candidate.plane)),
                "its recorded decision is invalid",
            )
        })
    }
}
