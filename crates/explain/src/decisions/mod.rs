//! Decisions of a build in sentences: why a node has its plane, which planes were considered, and how they divide the faces.
//!
//! The sentences are based on the recorded decisions only. `account` explains the choice of a plane, and `candidates` lists the considered
//! planes. `counts` describes how faces were divided, and `division` a step of the build's film. `scoring` explains the scores, and
//! `plane_words` names planes.

mod account;
mod candidates;
mod counts;
mod division;
mod plane_words;
mod scoring;

pub use account::account;
pub use candidates::{Considered, considered};
pub use counts::{SplitRow, divided, split_rows, split_words};
pub use division::division;
pub use plane_words::{equation, kind, name_of};
pub use scoring::Scoring;
pub(crate) use {
    candidates::{distinct, score_words},
    division::split_sentence,
};
