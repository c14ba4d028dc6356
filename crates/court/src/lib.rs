//! A court for collision: the same scripts go through character controllers of several engines in the same levels, and the same
//! measurements of their paths say what went wrong.
//!
//! The contestants are the mover of `bspwalk_trees`, rapier's `KinematicCharacterController`, avian's `MoveAndSlide` as its example
//! `kinematic_character_3d` uses it, and the clip hulls of compiled levels of Quake. Trials are named after what users of engines
//! report. `docs/src/court.md` has the rules and the table; `cargo court` runs it.
//!
//! | module | holds |
//! |---|---|
//! | [`arena`], [`shapes`] | a level as all contestants get it; levels built in code |
//! | [`trial`], [`trials`] | what a trial is; all of them, a file for each kind of report |
//! | [`contestant`] | the controllers, behind one trait |
//! | [`run`] | a trial becomes a trace: the centre of the body after each tick |
//! | [`oracle`], [`verdict`] | what a trace shows, from its points and the level's triangles alone |
//! | [`report`] | all trials with all contestants, as tables |
//!
//! Lengths are in metres, times in seconds, y points up.

pub mod arena;
pub mod contestant;
pub mod oracle;
pub mod report;
pub mod run;
pub mod shapes;
pub mod trial;
pub mod trials;
pub mod verdict;
