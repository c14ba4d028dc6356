//! The figures of a node-storing tree.

/// Figures of a node-storing tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct Statistics {
    /// Triangles that it was built from.
    pub triangles: u32,
    /// Nodes.
    pub nodes: u32,
    /// Pieces of triangles; an uncut triangle is one.
    pub fragments: u32,
    /// How many times a face was cut in two.
    pub splits: u32,
    /// Nodes that are blocks, whose faces were not divided: see [`BuildParams::fragment_limit`](super::BuildParams::fragment_limit).
    pub blocks: u32,
    /// Nodes on the longest path from the root.
    pub depth: u32,
    /// Mean number of nodes from the root to a missing child, over all missing children.
    pub mean_depth: f64,
    /// Mean over all nodes of the share of the smaller side among the nodes below: 0.5 is even, 0 a list.
    pub balance: f64,
    /// Memory of the tree in bytes.
    pub bytes: u64,
}
