//! Explains the decisions of a build in sentences: why each node's plane was chosen, which planes were considered, and
//! how the chosen plane divided the faces.
//!
//! The sentences are derived only from the recording of the build. `account` explains why a plane was chosen, and
//! `summary` does so in two short sentences. `candidates` contains the table of considered planes, and `counts`
//! describes how faces were divided. `division` describes a step of the build animation, `scoring` explains scores, and
//! `plane_words` names planes.

mod account;
mod candidates;
mod counts;
mod division;
mod plane_words;
mod scoring;
mod summary;

pub use account::explain_plane_choice;
pub use candidates::{Considered, find_considered_planes};
pub use counts::{SplitRow, describe_leaf_division, piece_count_rows, split_words};
pub use division::describe_division_step;
pub use plane_words::{describe_plane_kind, equation, name_of};
pub use scoring::Scoring;
pub use summary::summary;
pub(crate) use {
    candidates::{distinct, score_words},
    division::split_sentence,
};
