//! Integration tests of `bspwalk_planar`, in one executable.

mod planar;
