//! What a solid-leaf tree is made of, in numbers.

/// Figures of a solid-leaf tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LeafStatistics {
    /// Structural triangles that it was built from.
    pub structural: u32,
    /// Detail triangles that it was built from.
    pub detail: u32,
    /// Convex polygons that the structural triangles were merged into.
    pub merged_polygons: u32,
    /// Planes in the shared table.
    pub planes: u32,
    /// Nodes.
    pub nodes: u32,
    /// Leaves, the outside included.
    pub leaves: u32,
    /// Empty leaves.
    pub empty: u32,
    /// Solid leaves.
    pub solid: u32,
    /// Portals between empty leaves.
    pub portals: u32,
    /// Interfaces between neighbouring leaves of any kind.
    pub links: u32,
    /// Pieces of faces in leaves.
    pub leaf_faces: u32,
    /// How many times a face was cut in two.
    pub splits: u32,
    /// Nodes on the longest path from the root.
    pub depth: u32,
    /// Mean number of nodes from the root to a leaf.
    pub mean_depth: f64,
    /// Structural polygons that have the same kind of leaf on both sides, although one of them alone should be solid.
    pub contradicted_faces: u32,
    /// Their area in square metres.
    pub contradicted_area: f64,
    /// Memory of the tree in bytes.
    pub bytes: u64,
}
