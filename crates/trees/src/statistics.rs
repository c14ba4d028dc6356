//! Statistics of a node-storing tree.

/// Statistics of a node-storing tree, see [`NodeTree::statistics`](super::NodeTree::statistics).
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct Statistics {
    /// Number of triangles in the tree. Degenerate ones do not count.
    pub triangles: u32,
    /// Number of nodes.
    pub nodes: u32,
    /// Number of fragments. An uncut triangle is one fragment.
    pub fragments: u32,
    /// Number of times that a face was cut in two.
    pub splits: u32,
    /// Number of block nodes, whose faces were not divided; see
    /// [`BuildParams::fragment_limit`](super::BuildParams::fragment_limit).
    pub blocks: u32,
    /// Number of nodes on the longest path from the root, including the root.
    pub depth: u32,
    /// Mean number of nodes on a path from the root to a missing child, over all missing children.
    pub mean_depth: f64,
    /// Mean fraction of a node's descendants on the smaller side, over all nodes with children: 0.5 is
    /// balanced, 0 is a list.
    pub balance: f64,
    /// Memory used by the tree, in bytes.
    pub bytes: u64,
}
