//! Integration tests of `bspwalk_draw`, combined in one executable.

mod materials;
mod model;
mod raster;
mod watertight;
