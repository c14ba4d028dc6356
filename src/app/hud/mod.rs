//! What is drawn over the level: crosshair, notices, progress, help; and where all of it lies.

pub(in crate::app) mod column;
mod crosshair;
mod help;
pub(in crate::app) mod layout;
pub(in crate::app) mod motion;
mod notices;
mod offer;
mod progress;
pub mod style;
#[cfg(test)]
mod tests;

use bevy::prelude::*;
use bevy_egui::{EguiPlugin, EguiPrimaryContextPass};

use super::{schedule::AppSystems, state::Ui};

/// Draws over the level.
pub struct HudPlugin;

impl Plugin for HudPlugin {
    fn build(&self, app: &mut App) {
        if !app.is_plugin_added::<EguiPlugin>() {
            app.add_plugins(EguiPlugin::default());
        }
        add_drawing(app);
    }
}

/// All but the plugin that hands what is drawn to the renderer.
fn add_drawing(app: &mut App) {
    layout::add(app);
    app.init_resource::<notices::Board>()
        .add_systems(Update, notices::collect.in_set(AppSystems::Show))
        .add_systems(
            EguiPrimaryContextPass,
            (
                crosshair::draw,
                crosshair::status,
                crosshair::hint,
                motion::replay,
                offer::draw,
                progress::draw,
                notices::draw,
                help::draw.run_if(|ui: Res<Ui>| ui.help),
            )
                .chain()
                .after(layout::Arranged)
                .in_set(AppSystems::Hud),
        );
}
