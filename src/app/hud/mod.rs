//! What is drawn over the picture: crosshair, notices, help.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPlugin, EguiPrimaryContextPass, egui};

/// Draws over the picture.
pub struct HudPlugin;

impl Plugin for HudPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(EguiPlugin::default())
            .add_systems(EguiPrimaryContextPass, crosshair);
    }
}

fn crosshair(mut contexts: EguiContexts) -> Result {
    let context = contexts.ctx_mut()?;
    let painter = context.layer_painter(egui::LayerId::background());
    let middle = context.content_rect().center();
    for (radius, color) in [
        (2.6, egui::Color32::from_black_alpha(160)),
        (1.6, egui::Color32::WHITE),
    ] {
        painter.circle_filled(middle, radius, color);
    }
    Ok(())
}
