//! Overlays: what the tree looks like.

use bevy::prelude::*;

/// Draws the overlays.
pub struct OverlaysPlugin;

impl Plugin for OverlaysPlugin {
    fn build(&self, _app: &mut App) {}
}
