//! Films about the build, queries and divisions, and the quiz.
//!
//! `commands` opens and closes films and passes playback commands to the active film. `bspwalk_explain::films` contains
//! the sentences that describe query steps, and `bspwalk_session::films` contains the state of all films.

pub(super) mod build_film;
pub(super) mod commands;
pub mod query_film;
pub mod quiz;
