//! Why a BSP tree is as it is: queries step by step, decisions in sentences, build rules side by side, and the terms.
//!
//! Nothing here draws. Each part turns what a tree did into steps, figures and sentences, which a window, a terminal or a page
//! may show.
//!
//! | module | answers |
//! |---|---|
//! | [`films`] | what did this query do? It is recorded while it runs: each plane it asked, each face it tested, in a sentence |
//! | [`decisions`] | why does this node have this plane? The account, the candidates with their scores, the counts |
//! | [`duel`] | which rule is best here? Trees of all rules measured by the same queries, with a verdict in a sentence |
//! | [`quiz`] | what will happen next? Questions about the trees of a level, with their answers and why |
//! | [`heat`] | what does each place cost? The casts of a picture with what they visit and test |
//! | [`heat_comparison`] | which of two trees costs less there, and by how much? |
//! | [`outlines`], [`portal_comparison`] | which portals has a portal file that the tree lacks, and which has only the tree? |
//! | [`difference`] | what came and went between two levels with their trees? |
//! | [`difference_shapes`] | where is it? Its leaves, portals and faces, to be drawn |
//! | [`brush_costs`] | which brushes of a map cost most, and what is saved where they are detail? |
//! | [`csv`] | how is text escaped in a CSV cell? |
//! | [`places`] | where can people be? From there queries and questions are asked |
//! | [`glossary`] | what does this word mean? Every term with its definition and its source |
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
//! A film is the query that was asked, not a likeness of it: each kind of query has one traversal, which is generic over an
//! [`Observer`](bspwalk_trees::observer::Observer), and recording only listens.

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

/// The code in the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
