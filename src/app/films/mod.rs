//! Films about the build, queries and divisions, and the quiz.
//!
//! `bspwalk_explain::films` contains the sentences that describe query steps, and `bspwalk_session::films` contains the
//! state of all films.

pub(super) mod build_film;
pub mod query_film;
pub mod quiz;
