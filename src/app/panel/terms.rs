//! The words of the field, explained for someone who meets them for the first time.

pub(super) const TRIANGLES: &str = "Triangles of the level that stop a body; the tree is built from these.";
pub(super) const NODES: &str = "A node holds one splitting plane and the faces that lie on it. Everything else below the node is either in front \
     of the plane or behind it.";
pub(super) const FRAGMENTS: &str = "Pieces that the faces were cut into. A face that lies on both sides of a splitting plane is cut in two, and each \
     piece goes to its side. The number beside it says how many pieces there are for each face.";
pub(super) const SPLITS: &str =
    "How many times a face was cut in two. Fewer is better: each cut makes the tree larger.";
pub(super) const DEPTH: &str =
    "Nodes on the longest way from the root to the end of a branch. A query walks down such ways.";
pub(super) const MEAN_DEPTH: &str = "Nodes on a way from the root to the end of a branch, on average. For the same number of nodes, less is better; a \
     perfectly even tree has about log2 of the number of nodes.";
pub(super) const BALANCE: &str = "How evenly the planes divide the nodes below them, on average: 50 % is perfectly even, 0 % is a list, in which \
     every plane has everything on one side.";
pub(super) const BYTES: &str = "What the tree takes of the memory.";
pub(super) const BUILD_TIME: &str = "How long the tree took to build.";
pub(super) const HISTOGRAM: &str = "How many nodes there are at each depth, from the root on the left.";

pub(super) const CUT_WEIGHT: &str = "What a face that the plane cuts adds to the plane's score. The plane with the least score is taken: a larger \
     weight avoids cuts, even if the tree gets more uneven.";
pub(super) const UNBALANCE_WEIGHT: &str = "What each face more on one side than on the other adds to the plane's score: a larger weight makes a more even \
     tree, with more cuts.";
pub(super) const CANDIDATES: &str =
    "How many planes are tried at a node; 0 tries the plane of every face, which is slow on large levels.";
pub(super) const SAMPLE: &str =
    "How many faces each plane is tried against; 0 tries all, which is slow on large levels.";
pub(super) const SEED: &str = "Where the random numbers begin. Equal seeds give equal trees.";
pub(super) const MAX_FRAGMENTS: &str =
    "The build stops with a message rather than cut the level into more pieces than this.";

pub(super) const SPLIT_PLANE: &str = "A splitting plane divides the space of its node in two. It is drawn only within that space, the cell, because \
     beyond it other planes have already divided.";
pub(super) const RADIUS: &str = "The bounding sphere: the walls keep its centre, the eye, this far away.";
pub(super) const FIELD_OF_VIEW: &str = "How wide the view is, in degrees, measured across a 16:9 picture.";
pub(super) const SENSITIVITY: &str = "How many degrees the view turns for one count of the mouse.";

/// The ways to be kept out of the walls.
pub(super) const WAY: &str = "sweep finds the first touch exactly and slides on; push moves in pieces and pushes out of \
                              what was reached; ati is the sample's push, with its faults, to be watched.";
