//! The solid-leaf tree (Ericson, *Real-Time Collision Detection*, 2005, 8.2.3; Quake's compilers), which divides space
//! into convex leaves. Each leaf is either empty or solid.
//!
//! *Structural* faces define the tree; *detail* faces are merely cut into its leaves. The topmost nodes are the sides
//! of the *world box*, a box around the level that is aligned with as much face area as possible. All space outside the
//! box is a single leaf, [`OUTSIDE`]. This is the only leaf that is neither convex nor bounded, and the only one with
//! several parents. A box-shaped room therefore has two leaves: inside and outside.
//!
//! - `tree` defines the tree, and `parts` its nodes, leaves and faces. `build` builds it in several stages. `solidity`
//!   decides which leaves are solid. `portals` finds the openings between empty leaves, and leaks. `pvs` computes
//!   potentially visible sets.
//! - `query` provides point location, traversal order, sightlines, and the triangles that bodies hit.
//!   `expanded` traces bodies through shifted planes.
//! - `interior` classifies a level as rooms, an object, or neither (`inside`). `validate` checks the geometry of a
//!   tree, and the integrity of trees from files.

mod build;
mod error;
pub mod expanded;
mod inside;
mod interior;
pub mod params;
mod parts;
pub mod portals;
pub mod pvs;
mod query;
mod solidity;
mod statistics;
mod tree;
mod validate;
mod views;

pub use self::{
    build::{LeafTreeBuilder, estimate::has_too_many_faces, imported::ImportedTree},
    error::LeafBuildError,
    expanded::ExpandedTree,
    inside::Inside,
    params::{LeafParams, LeafRule},
    parts::{
        Child, Draw, LeafAdjacency, LeafId, LeafMesh, LeafTriangle, MisclassifiedFace, OUTSIDE, PlaneId,
        PortalId,
    },
    portals::graph::{PortalGraph, PortalView},
    pvs::{Pvs, PvsParams},
    query::{
        obstacles::LeafObstacles,
        order::{LeafOrder, NearToFar},
    },
    solidity::{
        SolidPredicate,
        adjacency::ADJACENCY_PHASE,
        decision::{InterfaceLink, LeafEvidence, SolidityDecision},
        fill::FillError,
        separation::Separation,
    },
    statistics::LeafStatistics,
    tree::LeafTree,
    views::{LeafFragmentView, LeafNodeView, LeafView},
};
pub use super::node::{Branch, NodeId};

use self::parts::{FaceArea, Fragment, Leaf, Node, NodeDetail};
