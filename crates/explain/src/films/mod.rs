//! Queries as films: what a query does in the tree, step by step, in sentences and with counters.
//!
//! A film is recorded by watching the query itself ([`bspwalk_trees::observer`]), so that it shows the nodes that the query
//! visits, in its order, and has the query's answer.
//!
//! `query` is what is asked, `recorder` keeps the steps, `film` has them with counters and what each lights up;
//! `caption`, `stages` and `outcome` are the sentences, `presets` the worked examples.

mod caption;
mod film;
mod outcome;
mod presets;
mod query;
mod recorder;
mod scene;
mod stages;

pub use caption::caption;
pub use film::{Counters, Lit, QueryFilm, Step};
pub use outcome::{axis_name, plane_hit, projections};
pub use presets::{PRESETS, Preset, Shows, preset};
pub use query::{Answer, Query, QueryKind};
pub use recorder::MOST_STEPS;
