//! Light and pictures of a level by its BSP tree, without a graphics driver.

pub mod light;
pub mod planar;
pub mod raster;
