//! The player's body, which collides with the trees, and the eye.

mod script;
mod state;
mod step;
mod words;

pub use self::{
    script::Playing,
    state::{Body, BodySettings, RADII, SPEEDS},
    step::{Driver, Stepped},
    words::{SCRIPT_ENDED, event_words},
};
