//! The splitting planes: each clipped to the cell of its node, sorted by the tree itself.
//!
//! Planes that are clipped to their cells do not cross each other, so that a walk of the tree away from the eye visits
//! them exactly from far to near: the painter's order, the first use that BSP trees were put to (Fuchs, Kedem and
//! Naylor, 1980).

pub mod bands;
pub mod choice;
pub mod drawing;
pub mod fill;
pub mod legend;
pub mod traces;
