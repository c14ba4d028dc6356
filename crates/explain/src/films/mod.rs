//! Films of queries: the steps of a query in the tree, with sentences and counters.
//!
//! A film is recorded by observing the query itself ([`bspwalk_trees::observer`]). It therefore contains the nodes that the query really
//! visits, in the same order, and the same answer.
//!
//! `query` defines the queries, `recorder` records their steps, and `film` stores the steps with counters and highlights. `caption`,
//! `stages` and `outcome` write the sentences, and `presets` contains the worked examples.

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
