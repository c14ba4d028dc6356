//! Films of the build, of queries and of the division, and the quiz.

pub(super) mod build_film;
pub(super) mod commands;
pub mod query_film;
pub mod quiz;
