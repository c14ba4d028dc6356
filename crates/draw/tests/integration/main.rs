//! Integration tests of `bspwalk_draw`, in one executable.

mod materials;
mod model;
mod raster;
mod watertight;
