//! Differences between the space that a body can occupy and the space that is visibly empty.
//!
//! A *hull* is a tree for bodies of one size. A body moves through it as a point, its origin. [`HullDifference`] compares
//! a hull with the visible tree of the same level. Let E be the visibly empty space, S the visibly solid space, F the
//! free space of the hull, and B the box of the body relative to its origin. The space that bodies can occupy is the
//! Minkowski sum F ⊕ B: the union of the box at all free origins. It is computed exactly from convex cells, without
//! samples:
//!
//! * **Closed** space is E without F ⊕ B. In a level whose hull is exact, this is the morphological opening of E by the
//!   box (Serra, *Image Analysis and Mathematical Morphology*, 1982). A wall or slope next to enough space closes
//!   nothing, because the box touches it somewhere.
//! * **Opened** space is S ∩ (F ⊕ B): a body at a free origin is partly inside a visible wall.
//!
//! Connected parts form a [`HullRegion`], whose [`RegionKind`] states the reason.
//!
//! The body's box is enlarged by 1/32 of its smallest half-extent in each direction before closed space is computed,
//! and reduced by the same length before opened space is computed. Differences below this length are rounding errors of
//! compilers. Brush models, such as doors, are not part of the visible tree or the hull.
//!
//! - `region` defines the results, and `compare` computes them.
//! - `spaces` lists the visible cells and the free cells of a hull, and groups cells into regions.
//! - `convex` computes Minkowski sums and cuts, and `contacts` the common parts of faces.

mod compare;
mod contacts;
mod convex;
mod region;
mod spaces;

pub use self::region::{HullDifference, HullRegion, RegionKind};
