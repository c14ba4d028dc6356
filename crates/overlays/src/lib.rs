//! What shows a BSP tree over its level: planes, cells, portals, sightlines and films, as lines, polygons and labels.
//!
//! A [`Drawing`](drawing::Drawing) is made by a pure function of a tree and a few options, one module for each overlay. What draws
//! it is another matter: an engine with its shaders, or one of the painters here, which need no graphics driver.
//!
//! | module | holds |
//! |---|---|
//! | [`drawing`], [`lines`], [`polygons`] | lines of a constant width on the screen, convex polygons, labels |
//! | [`layer`] | the order in which drawings lie over each other, and how each is drawn |
//! | [`labels`] | where labels stand so that they neither overlap nor are hidden; their characters as strokes |
//! | [`legend`] | what colours and lines mean, as rows |
//! | [`scene`] | all of that for a level, an eye and the overlays that are shown |
//! | [`planes`], [`cells`], [`normals`] | the node-storing tree; figures of its subtrees: [`tree_stats`], [`node_faces`]; where it is deepest: [`deepest`] |
//! | [`leaves`], [`portals`], [`sight`], [`leak`], [`painter`] | the solid-leaf tree |
//! | [`portals_beside`] | the portals of a portal file beside those of the tree |
//! | [`flow`] | the portal flow step by step, what portals cost in it, and from where a step is looked at |
//! | [`solidity`] | how it was decided which leaves are solid, in four steps |
//! | [`section`], [`cut_projection`] | the level cut open at a height, as the model view shows it; its projection |
//! | [`contacts`], [`motion`] | the body: what it touches, where it goes, what stopped it, its replay |
//! | [`build_step`], [`query_step`], [`query_asked`], [`candidate`] | steps of films; a plane that a node could have |
//! | [`heat`], [`heat_beside`] | what the cast of each pixel costs, in a tree and in two side by side |
//! | [`quiz`] | a question, with the letters of its choices |
//! | [`axes`] | the axes of the level in the corner of a picture |
//! | [`entities`], [`faces`] | what stands in the level and has a name; the colours of the faces and their edges |
//! | [`paint`] | the painters: over a picture of the software renderer, and with vectors, as SVG and PDF |
//!
//! ```
//! use bspwalk_overlays::{drawing::Drawing, lines::Stroke};
//! use bspwalk_levels::color::palette::Rgb;
//! use bspwalk_geometry::{Aabb, Polyhedron};
//! use glam::DVec3;
//!
//! let cell = Polyhedron::from_aabb(&Aabb { min: DVec3::ZERO, max: DVec3::ONE });
//! let mut drawing = Drawing::default();
//! drawing.cell(&cell, Stroke::new(Rgb(255, 255, 255), 1.0, 2.0), None);
//! assert_eq!(drawing.lines.len(), 12);
//! ```

pub mod axes;
pub mod build_step;
pub mod candidate;
pub mod cells;
pub mod contacts;
pub mod cut_projection;
pub mod deepest;
pub mod drawing;
pub mod entities;
pub mod faces;
pub mod flow;
pub mod heat;
pub mod heat_beside;
pub mod labels;
pub mod layer;
pub mod leak;
pub mod leaves;
pub mod legend;
pub mod lines;
pub mod motion;
pub mod node_faces;
pub mod normals;
pub mod paint;
pub mod painter;
pub mod path;
pub mod planes;
pub mod polygons;
pub mod portals;
pub mod portals_beside;
pub mod query_asked;
pub mod query_step;
pub mod quiz;
pub mod quiz_view;
pub mod scene;
pub mod section;
pub mod sight;
pub mod solidity;
pub mod tree_stats;

pub use scene::Scene;

/// The code in the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
