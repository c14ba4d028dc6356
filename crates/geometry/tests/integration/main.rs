//! Integration tests for `bspwalk_geometry`, in one executable.

mod intersect;
mod solids;
mod split;
