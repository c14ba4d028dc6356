//! What is drawn over the picture: crosshair, notices, progress, help.

mod crosshair;
mod help;
mod motion;
mod notices;
mod progress;
pub mod style;

use bevy::prelude::*;
use bevy_egui::{EguiPlugin, EguiPrimaryContextPass};

use super::state::Ui;

/// Draws over the picture.
pub struct HudPlugin;

impl Plugin for HudPlugin {
    fn build(&self, app: &mut App) {
        if !app.is_plugin_added::<EguiPlugin>() {
            app.add_plugins(EguiPlugin::default());
        }
        app.init_resource::<notices::Board>()
            .add_systems(Update, (notices::collect, style::scale))
            .add_systems(
                EguiPrimaryContextPass,
                (
                    style::apply.run_if(run_once),
                    crosshair::draw,
                    progress::draw,
                    notices::draw,
                    crosshair::speed,
                    crosshair::hint,
                    motion::why,
                    motion::replay,
                    help::draw.run_if(|ui: Res<Ui>| ui.help),
                )
                    .chain(),
            );
    }
}
