//! Lighting and software rendering of a level with its BSP tree, without a graphics driver.
//!
//! A BSP tree orders all faces by visibility from any viewpoint, so no depth buffer is needed. Faces are
//! either painted back to front, or drawn front to back with each pixel written once. [`raster`] supports
//! both, and a depth buffer too. All three methods produce the same picture.
//!
//! ```
//! use std::sync::Arc;
//! use bspwalk_draw::raster::{Camera, Scene, Style, VisibilityMethod};
//! use bspwalk_levels::{LoadOptions, builtin};
//! use bspwalk_progress::Progress;
//! use bspwalk_trees::{BuildParams, NodeTree};
//!
//! let level = builtin::load("three_rooms", &LoadOptions::default(), &Progress::default())?;
//! let tree = Arc::new(NodeTree::build(&level.solid_triangles(), &BuildParams::default())?);
//! let angles = [level.spawn.yaw.to_radians(), 0.0];
//! let camera = Camera::perspective(level.spawn.eye, angles, Camera::default_field_of_view());
//! let scene = Scene::new(&level, &tree, &tree);
//! let painted = scene.draw_picture(&camera, [64, 36], &Style::default(), VisibilityMethod::Painter);
//! assert_eq!(painted, scene.draw_picture(&camera, [64, 36], &Style::default(), VisibilityMethod::DepthBuffer));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`light`] | sun, sky, and light baked by casting rays through the tree: probes for space, lightmaps for faces |
//! | [`raster::scene`] | still pictures with four samples per pixel, and a shadow ray to the sun for each shaded sample |
//! | [`raster::frames`] | frames for a walk, with baked light; no rays are cast, and a frame of unchanged size allocates nothing |
//! | [`raster::visibility`] | the visible fragment at each sample, by each method, in strips that threads draw in parallel |
//! | [`raster::faces`] | fragments as edge functions, so that neighbours neither overlap nor leave gaps |
//! | [`raster::resolution`] | dynamic resolution, controlled by the frame time |
//! | [`color`] | palettes of the overlays, and the meanings of their colours |

pub mod color;
pub mod light;
pub mod raster;

/// Compiles the examples in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
