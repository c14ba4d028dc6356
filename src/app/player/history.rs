//! The history: the last seconds of the body, step by step, since it was last put elsewhere.

use bevy::prelude::*;
use bspwalk_session::history;

pub use bspwalk_session::history::Moment;

/// The last steps of the body's path, the oldest first.
#[derive(Resource, Clone, Debug, Default, Deref)]
pub struct History {
    #[deref]
    steps: history::History,
    /// The path of the steps, as [`Player::path`](crate::app::state::Player::path) numbers it.
    path: u64,
}

impl History {
    /// The path of the steps.
    #[must_use]
    pub fn path(&self) -> u64 {
        self.path
    }

    /// Adds the newest step. Steps of another path are forgotten.
    pub fn push(&mut self, path: u64, moment: Moment) {
        self.keep(path);
        self.steps.push(moment);
    }

    /// Forgets the steps of any other path.
    pub fn keep(&mut self, path: u64) {
        if self.path != path {
            self.path = path;
            self.steps.clear();
        }
    }
}
