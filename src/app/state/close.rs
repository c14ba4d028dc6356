//! Closing what is open.

use bevy::prelude::*;
pub use bspwalk_session::escape::Close;

/// Asks for something to be closed or ended.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closing(pub Close);

impl PartialEq<Close> for Closing {
    fn eq(&self, close: &Close) -> bool {
        self.0 == *close
    }
}
