//! List of a level's entities. Clicking one turns the view to it.

use bevy_egui::egui::{self, RichText, Ui};
use bspwalk_levels::{Entity, Level};
use bspwalk_progress::words;
use bspwalk_text::text;

use crate::app::{host::state::Player, kit::style};

/// Height of the list before it scrolls, in points.
const HEIGHT: f32 = 200.0;

/// Height of a row, in points.
const ROW: f32 = 16.0;

pub(super) fn contents(ui: &mut Ui, level: &Level, player: &mut Player) {
    if level.entities.is_empty() {
        return;
    }
    let count = level.entities.len();
    let title = if count == 1 {
        text!("panel-entity-one").to_owned()
    } else {
        text!("panel-entities", entities = words::count(count as u64))
    };
    egui::CollapsingHeader::new(RichText::new(title).color(style::TEXT))
        .id_salt("entities")
        .show(ui, |ui| {
            egui::ScrollArea::vertical()
                .id_salt("entity list")
                .max_height(HEIGHT)
                .auto_shrink([false, true])
                .show_rows(ui, ROW, count, |ui, rows| {
                    for entity in level.entities.get(rows).unwrap_or_default() {
                        row(ui, level, entity, player);
                    }
                });
        });
}

fn row(ui: &mut Ui, level: &Level, entity: &Entity, player: &mut Player) {
    let title = match &entity.name {
        Some(name) => text!("panel-entity-named", class = entity.class, name),
        None => entity.class.clone(),
    };
    let [x, y, z] = level.to_world(entity.position).to_array();
    let mut hint = text!(
        "panel-entity-at",
        x = format_args!("{x:.2}"),
        y = format_args!("{y:.2}"),
        z = format_args!("{z:.2}")
    );
    for (key, value) in entity.properties.iter().take(12) {
        hint += &format!("\n{key}: {value}");
    }
    let label = egui::Label::new(RichText::new(title).size(12.5)).truncate();
    if ui
        .add(label.sense(egui::Sense::click()))
        .on_hover_text(hint)
        .clicked()
    {
        player.look_at(entity.position.as_vec3());
    }
}
