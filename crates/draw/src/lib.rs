//! Light and pictures of a level by its BSP tree, without a graphics driver.
//!
//! A tree gives the order of all faces from any eye. So a picture needs no depth buffer: faces are painted far to near, or
//! near to far with each pixel drawn once. [`raster`] does both, and by a depth buffer too, and all three make the same
//! picture.
//!
//! ```
//! use std::sync::Arc;
//! use bspwalk_draw::raster::{Camera, Method, Scene, Style};
//! use bspwalk_levels::{LoadOptions, builtin};
//! use bspwalk_progress::Progress;
//! use bspwalk_trees::{BuildParams, NodeTree};
//!
//! let level = builtin::load("three_rooms", &LoadOptions::default(), &Progress::default())?;
//! let tree = Arc::new(NodeTree::build(&level.solid_triangles(), &BuildParams::default())?);
//! let angles = [level.spawn.yaw.to_radians(), 0.0];
//! let camera = Camera::perspective(level.spawn.eye, angles, Camera::default_field_of_view());
//! let scene = Scene::new(&level, &tree, &tree);
//! let painted = scene.picture(&camera, [64, 36], &Style::default(), Method::Painter);
//! assert_eq!(painted, scene.picture(&camera, [64, 36], &Style::default(), Method::DepthBuffer));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | does |
//! |---|---|
//! | [`light`] | sun, sky, and light baked by rays through the tree: probes for every place, lightmaps for every face |
//! | [`raster::scene`] | still pictures, four samples a pixel, the light of the sun cast as they are shaded |
//! | [`raster::frames`] | pictures in a row for a walk, by baked light; a frame casts no ray, and one as large as the last allocates nothing |
//! | [`raster::visibility`] | which fragment each place of a picture shows, by each method, in strips that threads draw |
//! | [`raster::faces`] | fragments as edge functions, so that neighbours neither overlap nor gap |
//! | [`raster::resolution`] | how fine a moving picture is, by the time that frames take |

pub mod light;
pub mod planar;
pub mod raster;

/// The code in the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
