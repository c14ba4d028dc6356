//! The statistics of a node-storing tree.

/// Statistics of a node-storing tree, see [`NodeTree::statistics`](super::NodeTree::statistics).
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct Statistics {
    /// The number of triangles that it was built from. Degenerate ones do not count.
    pub triangles: u32,
    /// The number of nodes.
    pub nodes: u32,
    /// The number of fragments; an uncut triangle is one fragment.
    pub fragments: u32,
    /// How many times a face was cut in two.
    pub splits: u32,
    /// The number of nodes that are blocks, whose faces were not divided: see
    /// [`BuildParams::fragment_limit`](super::BuildParams::fragment_limit).
    pub blocks: u32,
    /// The number of nodes on the longest path from the root, the root included.
    pub depth: u32,
    /// The mean number of nodes on a path from the root to a missing child, over all missing children.
    pub mean_depth: f64,
    /// The mean, over all nodes with children, of the share that the smaller side has in the nodes below: 0.5 is an even tree, and
    /// 0 is a list.
    pub balance: f64,
    /// Memory of the tree in bytes.
    pub bytes: u64,
}
