//! A benchmark of collision quality. Character controllers from several engines run the same scripts in the same
//! levels. Their paths are all measured in the same way, which reveals faults.
//!
//! The contestants are the mover of `bspwalk_collision`, rapier's `KinematicCharacterController`, avian's
//! `MoveAndSlide` as used in its example `kinematic_character_3d`, `bevy_ahoy`, `bevy-tnua`, and the clip hulls of
//! compiled Quake levels. The trials are named after bug reports from users of engines. `docs/src/court.md` contains the rules and the table of
//! results. Run the benchmark with `cargo court`.
//!
//! | module | contents |
//! |---|---|
//! | [`arena`], [`shapes`] | levels in the form that all contestants receive; levels built in code |
//! | [`platform`] | platforms that move during a trial |
//! | [`trial`], [`trials`] | the definition of a trial; all trials, with one file per kind of bug report |
//! | [`contestant`] | the controllers, behind a common trait |
//! | [`run`] | running a trial and recording a trace, which is the centre of the body after each tick |
//! | [`oracle`], [`verdict`] | judging a trace, using only its points and the level's triangles |
//! | [`report`] | tables of all trials and contestants |
//!
//! Lengths are in metres and times in seconds; Y points up.

pub mod arena;
pub mod contestant;
pub mod oracle;
pub mod platform;
pub mod report;
pub mod run;
pub mod shapes;
pub mod trial;
pub mod trials;
pub mod verdict;
