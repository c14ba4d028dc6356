//! The card of the tour: a sentence, how far the tour has come, and how to end it.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};

use super::Tour;
use crate::app::{
    hud::{layout::Screen, style},
    input::KeyLabels,
    state::Command,
};

/// Width of the card, in points.
const WIDTH: f32 = 560.0;

pub(super) fn draw(
    mut contexts: EguiContexts,
    (tour, keys): (Res<Tour>, Res<KeyLabels>),
    mut screen: ResMut<Screen>,
) -> Result {
    let caption = tour.stage().caption(&tour.facts);
    screen.at_the_bottom(contexts.ctx_mut()?, "tour", false, |ui| {
        ui.set_width(ui.available_width().min(WIDTH));
        // Two lines always, so that the card keeps its size.
        ui.allocate_ui(egui::vec2(ui.available_width(), 50.0), |ui| {
            ui.set_min_height(50.0);
            style::text(ui, caption, style::TEXT, 18.0);
        });
        let share = tour.timeline.share();
        ui.add(
            egui::ProgressBar::new(share)
                .desired_height(4.0)
                .fill(style::ACCENT),
        );
        let again = format!(
            "Any key or click ends this tour; {} shows it again.",
            keys.of(Command::Tour)
        );
        style::text(ui, again, style::FAINT, 12.5);
    });
    Ok(())
}
