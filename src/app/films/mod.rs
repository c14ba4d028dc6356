//! Films of the build, of queries and of the division, and the quiz.
//!
//! `commands` opens and closes films and passes playback commands to the active one. The sentences of query steps are
//! in `bspwalk_explain::films`, and the state of all films is in `bspwalk_session::films`.

pub(super) mod build_film;
pub(super) mod commands;
pub mod query_film;
pub mod quiz;
