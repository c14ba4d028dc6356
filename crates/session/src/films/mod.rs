//! The films: how the node-storing tree was built, what a query does in it, the painter's order, and the steps of
//! overlays: the portal flow, and the decision which leaves are solid.
//!
//! A film holds which step is shown and goes on as time passes. What its steps need is found beside the main thread: the
//! [`Divisions`] of a build, and the [`Recording`] of a query. What a step draws is in `bspwalk_overlays`.

mod build;
mod divisions;
mod flow;
mod in_model;
mod painter;
mod playback;
mod query;
mod steps;

pub use self::{
    build::{BUILD_TITLE, BuildFilm, FILM_SPEEDS, ShownStep},
    divisions::{Divisions, SharedReplay},
    flow::{FlowRecording, can_count_costs, can_record_flow, flow_leaf},
    in_model::FilmsInModel,
    painter::{PainterFilm, SPEEDS},
    playback::Playback,
    query::{
        AskedQuery, QUERY_RADII, QUERY_SIZES, QUERY_SPEEDS, QueryEnd, QueryPlayer, RecordedQuery, Recording,
        from_eye, query_title, reach,
    },
    steps::{OverlaySteps, STEP_SPEEDS},
};
