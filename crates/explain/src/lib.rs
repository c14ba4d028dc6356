//! Explains BSP trees: queries step by step, decisions in sentences, comparisons of build rules, and a
//! glossary.
//!
//! This crate does not draw anything. It turns the work of a tree into steps, numbers and sentences for a
//! window, a terminal or a page.
//!
//! | module | content |
//! |---|---|
//! | [`films`] | recorded queries, step by step, with a sentence for each visited plane and tested face |
//! | [`decisions`] | the reasons for a node's plane: explanation, candidates with their scores, counts |
//! | [`duel`] | a comparison of all build rules with the same queries, and a one-sentence verdict |
//! | [`other_trees`] | a k-d tree, an octree and a BVH over the same triangles, as opponents in a duel |
//! | [`quiz`] | questions about the trees of a level, with answers and explanations |
//! | [`heat`] | the query cost of each pixel or position |
//! | [`doom_load`] | visplanes, drawsegs and openings of DOOM's renderer at each place of a map |
//! | [`heat_comparison`] | a comparison of two heat maps |
//! | [`outlines`], [`portal_comparison`] | the differences between a portal file and a tree |
//! | [`difference`] | the differences between two levels and between their trees |
//! | [`difference_shapes`] | these differences as drawable shapes: leaves, portals and faces |
//! | [`hull_difference`] | the differences between a clip hull and the visible tree |
//! | [`icicle`], [`build_cost`] | an icicle plot of a tree, and the expected query cost during its build |
//! | [`brush_costs`] | the most expensive brushes of a map, and what making them detail saves |
//! | [`expensive`] | the most expensive nodes, leaves, portals, faces and brushes of a level |
//! | [`map_places`] | the brush of a face in the text of a map, for map editors |
//! | [`cyclic_overlap`] | three overlapping triangles that must be cut before they can be ordered |
//! | [`csv`] | CSV escaping |
//! | [`places`] | positions that a player can reach, for queries and questions |
//! | [`glossary`] | all technical terms, with their definitions and sources |
//!
//! ```
//! use bspwalk_compile::with_observable_layout;
//! use bspwalk_explain::films::{Answer, Query, QueryFilm, caption};
//! use bspwalk_levels::{LoadOptions, builtin};
//! use bspwalk_progress::Progress;
//! use bspwalk_trees::{BuildParams, NodeTree};
//! use glam::Vec3;
//!
//! let level = builtin::load("three_rooms", &LoadOptions::default(), &Progress::default())?;
//! let tree = with_observable_layout(NodeTree::build(&level.solid_triangles(), &BuildParams::default())?);
//! let eye = level.spawn.eye.as_vec3();
//! let film = QueryFilm::record(&tree, &Query::Cast { from: eye, to: eye - 3.0 * Vec3::Y });
//! for step in 0..film.len() {
//!     println!("{}", caption(&film, &tree, step));
//! }
//! assert!(matches!(film.answer(), Some(Answer::Cast(Some(_)))), "the floor is below the eye");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A recording is an actual query rather than an imitation: the traversal is generic over an
//! [`Observer`](bspwalk_trees::observer::Observer), and the recorder only listens. The traversal is either the one of
//! the tree's own queries or the one of textbooks, see [`QueryMode`](films::QueryMode).

pub mod brush_costs;
pub mod build_cost;
pub mod csv;
pub mod cyclic_overlap;
pub mod decisions;
pub mod difference;
pub mod difference_shapes;
pub mod doom_load;
pub mod duel;
pub mod expensive;
pub mod films;
pub mod glossary;
pub mod heat;
pub mod heat_comparison;
pub mod hull_difference;
pub mod icicle;
pub mod map_places;
pub mod other_trees;
pub mod outlines;
pub mod places;
pub mod portal_comparison;
pub mod quiz;

/// Compiles the examples in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
