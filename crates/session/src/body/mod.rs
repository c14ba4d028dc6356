//! The player's body, which collides with the trees, and the player's eye.
//!
//! `step` runs a fixed step, `state` has the body and the eye, and `script` plays scripts. Step height and speeds are
//! `MoverParams` in `bspwalk_collision::mover`.

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
