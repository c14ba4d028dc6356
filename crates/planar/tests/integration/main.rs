//! Integration tests of `bspwalk_planar`, in one executable.

mod columns;
mod planar;
