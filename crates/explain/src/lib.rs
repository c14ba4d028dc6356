//! Explanations of BSP trees: queries step by step, decisions in sentences, comparisons of build rules, and a glossary.
//!
//! This crate draws nothing. Each module turns the work of a tree into steps, figures and sentences that a window, a terminal or a
//! web page can display.
//!
//! | module | answers |
//! |---|---|
//! | [`films`] | What did this query do? A recording lists every plane it compared and every face it tested, each in a sentence. |
//! | [`decisions`] | Why does this node have this plane? Lists the candidates with their scores and counts. |
//! | [`duel`] | Which build rule is best here? Measures the trees of all rules with the same queries and gives a verdict. |
//! | [`quiz`] | What will happen next? Asks questions about the trees of a level and explains the answers. |
//! | [`heat`] | How expensive is each place? Counts the nodes visited and faces tested by each cast of a picture. |
//! | [`heat_comparison`] | Which of two trees is cheaper at each place, and by how much? |
//! | [`outlines`], [`portal_comparison`] | Which portals exist only in a portal file, and which only in the tree? |
//! | [`difference`] | What was added or removed between two versions of a level and its trees? |
//! | [`difference_shapes`] | Where are the changed leaves, portals and faces? Returns their shapes for drawing. |
//! | [`brush_costs`] | Which brushes of a map are the most expensive, and what does making them detail save? |
//! | [`csv`] | How is text escaped in a CSV cell? |
//! | [`places`] | Where is there room for a player? Queries and questions start from these points. |
//! | [`glossary`] | What does this word mean? Defines every term and cites its source. |
//!
//! ```
//! use bspwalk_explain::films::{Answer, Query, QueryFilm, caption};
//! use bspwalk_levels::{LoadOptions, builtin};
//! use bspwalk_progress::Progress;
//! use bspwalk_trees::{BuildParams, NodeTree};
//! use glam::Vec3;
//!
//! let level = builtin::load("three_rooms", &LoadOptions::default(), &Progress::default())?;
//! let tree = NodeTree::build(&level.solid_triangles(), &BuildParams::default())?.watchable();
//! let eye = level.spawn.eye.as_vec3();
//! let film = QueryFilm::record(&tree, &Query::Cast { from: eye, to: eye - 3.0 * Vec3::Y });
//! for step in 0..film.len() {
//!     println!("{}", caption(&film, &tree, step));
//! }
//! assert!(matches!(film.answer(), Some(Answer::Cast(Some(_)))), "the floor is below the eye");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A film records the real query, not an imitation. Each kind of query has one traversal, which is generic over an
//! [`Observer`](bspwalk_trees::observer::Observer). The recorder is such an observer.

pub mod brush_costs;
pub mod csv;
pub mod decisions;
pub mod difference;
pub mod difference_shapes;
pub mod duel;
pub mod films;
pub mod glossary;
pub mod heat;
pub mod heat_comparison;
pub mod outlines;
pub mod places;
pub mod portal_comparison;
pub mod quiz;

/// Runs the code of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
