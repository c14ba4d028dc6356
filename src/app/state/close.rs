//! Closing open elements.

use bevy::prelude::*;
pub use bspwalk_session::escape::Close;

/// Requests to close or end something.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closing(pub Close);

impl PartialEq<Close> for Closing {
    fn eq(&self, close: &Close) -> bool {
        self.0 == *close
    }
}
