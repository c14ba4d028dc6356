//! The words of the field, explained for someone who meets them for the first time.

pub(in crate::app) const TREE_OWNER: &str = "A compiled level brings the tree that its own compiler made. Every overlay, culling and the model show the tree that \
     is chosen here. Its portals are found from its cells, as the file does not contain them.";
pub(in crate::app) const FILE_LIGHT: &str = "A compiled level brings the light that its compiler computed for each face. Without it the level is lit by sun and \
     sky, as levels without light are.";
pub(in crate::app) const TRIANGLES: &str =
    "Triangles of the level that stop a body; the tree is built from these.";
pub(in crate::app) const NODES: &str = "A node holds one splitting plane and the faces that lie on it. Everything else below the node is either in front \
     of the plane or behind it.";
pub(in crate::app) const FRAGMENTS: &str = "Pieces that the faces were cut into. A face that lies on both sides of a splitting plane is cut in two, and each \
     piece goes to its side. The number beside it says how many pieces there are for each face.";
pub(in crate::app) const SPLITS: &str =
    "How many times a face was cut in two. Fewer is better: each cut makes the tree larger.";
pub(in crate::app) const DEPTH: &str =
    "Nodes on the longest path from the root to the end of a branch. A query walks down such paths.";
pub(in crate::app) const MEAN_DEPTH: &str = "Nodes on a path from the root to the end of a branch, on average. For the same number of nodes, less is better; a \
     perfectly even tree has about log2 of the number of nodes.";
pub(in crate::app) const BALANCE: &str = "How evenly the planes divide the nodes below them, on average: 50 % is perfectly even, 0 % is a list, in which \
     every plane has everything on one side.";
pub(in crate::app) const BYTES: &str = "How much memory the tree takes.";
pub(in crate::app) const BUILD_TIME: &str = "How long the tree took to build.";
pub(in crate::app) const HISTOGRAM: &str =
    "How many nodes there are at each depth, from the root on the left.";

pub(in crate::app) const WHEN_SPLIT: &str = "When the plane divided the pieces of faces that reached this node. A cut piece counts in front and behind.";
pub(in crate::app) const FINISHED_FRAGMENTS: &str =
    "Fragments that the finished tree stores there, after all further cuts below this node.";
pub(in crate::app) const FINISHED_NODES: &str = "Nodes of the finished tree.";

pub(in crate::app) const CUT_WEIGHT: &str = "What a face that the plane cuts adds to the plane's score. The plane with the least score is taken: a larger \
     weight avoids cuts, even where the tree gets less even.";
pub(in crate::app) const UNBALANCE_WEIGHT: &str = "What each face more on one side than on the other adds to the plane's score: a larger weight makes a more even \
     tree, with more cuts.";
pub(in crate::app) const CANDIDATES: &str =
    "How many planes are tried at a node; 0 tries the plane of every face, which is slow on large levels.";
pub(in crate::app) const SAMPLE: &str =
    "How many faces each plane is tried against; 0 tries all, which is slow on large levels.";
pub(in crate::app) const SEED: &str = "Where the random numbers begin. Equal seeds give equal trees.";
pub(in crate::app) const MAX_FRAGMENTS: &str =
    "The build stops with a message rather than cut the level into more pieces than this.";

pub(in crate::app) const SPLIT_PLANE: &str = "A splitting plane divides the space of its node in two. It is drawn only within that space, the cell, because \
     beyond it other planes have already divided.";
pub(in crate::app) const RADIUS: &str =
    "The bounding sphere: the walls keep its centre, the eye, this far away.";
pub(in crate::app) const FIELD_OF_VIEW: &str =
    "How wide the view is, in degrees, measured across a 16:9 view.";
pub(in crate::app) const SENSITIVITY: &str = "How many degrees the view turns per count of the mouse.";

pub(in crate::app) const METHOD: &str = "How the body is kept out of the walls. sweep finds the time of impact exactly and slides on; push moves in steps \
     and depenetrates; planes moves a point through the planes of the solid-leaf tree, expanded by the body's size; ati is \
     the ATI sample's push (2006), with its faults, and not the build rule of that name.";

pub(in crate::app) const STRUCTURAL: &str = "Structural faces make the solid-leaf tree; the others, detail, are only cut into its leaves. Few structural \
     faces make few, large leaves.";
pub(in crate::app) const LEAF_NODES: &str =
    "Nodes of the solid-leaf tree. Its faces lie in the leaves, not in the nodes.";
pub(in crate::app) const LEAVES: &str =
    "The convex cells at the ends of the tree. The empty ones can be walked in; the solid ones are wall.";
pub(in crate::app) const PORTALS: &str = "The polygons through which one empty leaf opens to the next. Sightlines and paths lead only through them.";
pub(in crate::app) const LEAF_FACES: &str = "Pieces that the faces were cut into, one for every leaf that they lie in. The number beside it says how many \
     pieces there are for each face.";
pub(in crate::app) const LEAF_VOLUME: &str = "Volume of the convex cell, with the faces in it.";
pub(in crate::app) const LEAF_SEES: &str = "The empty leaves that may be seen from somewhere in this one (PVS). All others are hidden from all of it.";
pub(in crate::app) const SOLIDITY: &str = "How sure it is that the leaf is solid: +1 certainly solid, −1 certainly empty. In a closed level it is nothing \
     between; in an open one it is solved for all leaves at once.";
pub(in crate::app) const CONTRADICTED: &str = "Faces with the same kind of leaf on both sides: sheets in a room, faces that were wound the other way, or walls \
     whose other side is open. A closed, consistently wound level has none.";
pub(in crate::app) const PVS_MEAN: &str = "The share of the empty leaves that an empty leaf may see, on average: the potentially visible set. It is never too \
     small, and a little too large.";
pub(in crate::app) const CULLING: &str = "Which leaves are not drawn: those out of view (frustum), and those that no straight line through the portals reaches (PVS).";
pub(in crate::app) const FREEZE: &str =
    "Keeps drawing the same leaves, wherever the eye goes: turn on noclip, fly out, and look back at them.";
pub(in crate::app) const LEAK: &str = "Whether the spawn is sealed from the outside. If not, the shortest path out is drawn, with the hole at its end.";
pub(in crate::app) const MATRIX: &str = "A row for each empty leaf to look from and a column for each to look at, light where it may be seen (PVS). The white \
     line is the row of the eye's leaf, the other line the column of the selected leaf. Click a cell to see its sightline.";
pub(in crate::app) const STRUCTURE_NAMES: &str =
    "Objects and materials whose names begin with `detail` are detail, with `structur` structural.";
pub(in crate::app) const STRUCTURE_LETTERS: &str = "As in DSphere01 for detail and SWall02 for structure.";
pub(in crate::app) const DETAIL_SIZE: &str = "Joined pieces whose longest side is below this are detail: they can be looked over, and separate no space.";
pub(in crate::app) const STRUCTURE_BUDGET: &str = "Where there are more flat parts of surfaces than this, those that matter least to the tree are detail; 0 for no limit.";
pub(in crate::app) const STRUCTURE_BY_HAND: &str =
    "What you set for an object overrides all rules. Click to change it.";
pub(in crate::app) const FILL: &str = "Empty leaves that no path leads to from the spawn become solid, where the level is sealed, as Quake's compilers do with the space around it.";
pub(in crate::app) const MERGE: &str = "Coplanar triangles of one surface become convex polygons before the tree is built, where that saves cuts.";

/// What the button of a candidate does.
pub(in crate::app) const TRY: &str =
    "What if the node had this plane? Its subtree is built anew, and compared with the present one.";
