//! Integration tests for `bspwalk_planar`, in one executable.

mod columns;
mod planar;
