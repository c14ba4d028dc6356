//! What `validate()` finds wrong with a solid-leaf tree.

use crate::bsp::solid_leaf::{LeafId, NodeId, PlaneId, PortalId};

/// A rule of the structure that a tree breaks.
#[derive(Clone, Debug, PartialEq)]
pub enum LeafViolation {
    /// The nodes and leaves do not form one tree in depth-first order.
    Structure {
        /// The node.
        node: NodeId,
        /// What is wrong.
        what: &'static str,
    },
    /// A number that names something else names nothing.
    Range {
        /// What has the number.
        what: &'static str,
        /// Index of it.
        index: u32,
    },
    /// A plane divides the cell of a node twice on one path.
    Repeated {
        /// The node.
        node: NodeId,
        /// The plane.
        plane: PlaneId,
    },
    /// The plane of a node leaves nothing of its cell on one side.
    Idle {
        /// The node.
        node: NodeId,
    },
    /// A number is NaN or infinite, or a normal is not unit.
    Number {
        /// The node.
        node: NodeId,
    },
    /// A fragment lies on the wrong side of a plane above its leaf.
    WrongSide {
        /// Index of the fragment.
        fragment: u32,
        /// The node above.
        ancestor: NodeId,
        /// How far it reaches over, in metres.
        distance: f64,
    },
    /// The areas of a face's fragments do not add to its own.
    Area {
        /// The face, as the caller numbered it.
        face: u32,
        /// Area of the face in square metres.
        expected: f64,
        /// Sum over its fragments in square metres.
        found: f64,
    },
    /// The volume of a leaf is not that of its cell, or (for [`OUTSIDE`](crate::bsp::solid_leaf::OUTSIDE)) the leaves do not fill the world box.
    Volume {
        /// The leaf.
        leaf: LeafId,
        /// Expected, in cubic metres.
        expected: f64,
        /// Found, in cubic metres.
        found: f64,
    },
    /// The outward area vectors of a leaf's interfaces do not add to zero.
    Open {
        /// The leaf.
        leaf: LeafId,
        /// Length of their sum, in square metres.
        gap: f64,
    },
    /// The interfaces of a leaf do not tile the boundary of its cell.
    Boundary {
        /// The leaf.
        leaf: LeafId,
        /// Area of the boundary in square metres.
        expected: f64,
        /// Area of the interfaces in square metres.
        found: f64,
    },
    /// More of an interface is covered than there is.
    Covered {
        /// Index of the interface.
        adjacency: u32,
    },
    /// An interface between empty leaves is open, but its portals are smaller than that.
    Unportalled {
        /// Index of the interface.
        adjacency: u32,
    },
    /// A portal is not what it should be.
    Portal {
        /// The portal.
        portal: PortalId,
        /// What is wrong.
        what: &'static str,
    },
}
