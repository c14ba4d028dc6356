//! The panel.

use bevy::prelude::*;

/// Draws the panel and sends what is asked there as messages.
pub struct PanelPlugin;

impl Plugin for PanelPlugin {
    fn build(&self, _app: &mut App) {}
}
