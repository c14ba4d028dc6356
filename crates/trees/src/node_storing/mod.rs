//! The node-storing tree (Ericson, *Real-Time Collision Detection*, 2005, section 8.2.1; the ATI SDK's BSP sample,
//! 2006): every node stores the faces that lie on its plane.
//!
//! The tree is built in `f64` from triangles and queried in `f32`. It is an arena of small nodes in depth-first order;
//! a missing child is [`NONE`]. A triangle cut by a plane leaves *fragments* on both sides. Queries test the uncut
//! triangle, so there are no cracks between fragments.
//!
//! - Data: `tree` (the tree and its views), `node_box` (bounds of nodes).
//! - Build: `build`, `builder` (growth; decides when a node becomes a *block*), `context` (the triangles), `budget`
//!   (fragments per subtree), `assemble`; `rules` chooses the planes.
//! - Queries: `cast`, `query` (sphere, box, point), `swept_query` (moving bodies), `order` (depth order),
//!   `query_layout` (memory layout for queries); they read the tree through `wide`.
//! - Replay: `replay` repeats the build of a finished tree in steps (`division`), `what_if` replaces the plane of a
//!   node, `editable` replaces faces, `splice` assembles both results, `subtree` computes statistics of a subtree.
//! - Inspection: `cells`, `subtree_sums` (measures summed over subtrees), `validate` (geometry), `integrity` (trees
//!   from files).

mod assemble;
mod budget;
mod build;
mod builder;
mod cast;
mod cells;
mod context;
mod division;
mod editable;
mod integrity;
mod node_box;
mod order;
mod query;
mod query_layout;
mod replay;
mod rules;
mod splice;
mod subtree;
mod subtree_sums;
mod swept_query;
mod tree;
mod validate;
mod what_if;
mod wide;

pub use build::NodeTreeBuilder;
pub use builder::BuildError;
pub use cast::Cast;
pub use division::{DividedPiece, Division, DivisionOrder};
pub use editable::{EditableTree, FullBuild, TreeChange};
pub use order::{DepthOrder, OrderVisitor};
pub use query::PathStep;
pub use query_layout::QueryLayout;
pub use replay::{Replay, ReplayError};
pub use subtree::SubtreeStatistics;
pub use subtree_sums::{Measure, SubtreeSums};
pub use swept_query::ObservedTree;
pub use tree::{FragmentView, NodeTree, NodeView, TriangleView};

pub use super::node::{Branch, NONE, NodeId};
use node_box::NodeBox;
use tree::{FragmentSpan, NO_PLANE, Node};
