//! Animations of queries: the work that a query does in the tree, step by step, with captions and counters.
//!
//! An animation is recorded by observing the actual query ([`bspwalk_trees::observer`]). It therefore shows exactly the
//! nodes that the query visits, in order, and ends with the query's answer. A [`QueryMode`] selects either the textbook
//! traversal or the traversal of the tree's own queries.
//!
//! `query` defines the queries, and `textbook` implements the textbook traversal. `recorder` records the events,
//! `grouping` combines them into steps, and `film` stores them with counters and highlights. `caption`, `stages` and
//! `outcome` produce the sentences, and `presets` contains the worked examples.

mod caption;
mod film;
mod grouping;
mod mode;
mod outcome;
mod presets;
mod query;
mod recorder;
mod scene;
mod stages;
mod textbook;

pub use caption::caption;
pub use film::{Counters, Highlights, QueryFilm, Step};
pub use mode::QueryMode;
pub use outcome::{axis_name, plane_hit, projections};
pub use presets::{PRESETS, Preset, Shows, preset};
pub use query::{Answer, Query, QueryKind};
pub use recorder::MOST_STEPS;
