//! Statistics of a node-storing tree.

/// Statistics of a node-storing tree; see [`NodeTree::statistics`](super::NodeTree::statistics).
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct Statistics {
    /// Number of triangles in the tree, not counting degenerate ones.
    pub triangles: u32,
    /// Number of nodes.
    pub nodes: u32,
    /// Number of fragments. An uncut triangle counts as one fragment.
    pub fragments: u32,
    /// Number of times that a face was cut in two.
    pub splits: u32,
    /// Number of block nodes, whose faces are not divided; see
    /// [`BuildParams::fragment_limit`](super::BuildParams::fragment_limit).
    pub blocks: u32,
    /// Number of nodes on the longest path from the root, including the root.
    pub depth: u32,
    /// Mean number of nodes on a path from the root to a missing child, over all missing children.
    pub mean_depth: f64,
    /// Fraction of a node's descendants on the smaller side, averaged over all nodes with children: 0.5 means balanced,
    /// and 0 a list.
    pub balance: f64,
    /// Memory usage of the tree, in bytes.
    pub bytes: u64,
}
