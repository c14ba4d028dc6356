//! Films of algorithms: the build of the node-storing tree, a query in it, painter's order, and the steps of
//! overlays.
//!
//! The overlay films show the portal flow and how leaves are classified as solid or empty. A film stores its current
//! step and advances with time. [`Divisions`] and [`Recording`] compute the steps of the build and of a query in the
//! background. `bspwalk_overlays` draws the steps.
//!
//! `playback` contains a film's playback state. `build`, `query`, `painter`, `division` and `steps` are the films.

mod build;
mod division;
mod divisions;
mod flow;
mod painter;
mod playback;
mod query;
mod steps;

pub use self::{
    build::{BUILD_TITLE, BuildFilm, FILM_SPEEDS, ShownStep},
    division::DivisionFilm,
    divisions::{Divisions, SharedReplay},
    flow::{FlowRecording, can_record_flow, flow_leaf},
    painter::{painter_place, painter_title},
    playback::Playback,
    query::{
        AskedQuery, QUERY_RADII, QUERY_SIZES, QUERY_SPEEDS, QueryEnd, QueryPlayer, RecordedQuery, Recording,
        from_eye, max_face_distance, query_title,
    },
    steps::{OverlaySteps, STEP_SPEEDS},
};
