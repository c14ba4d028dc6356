//! The card of the model view: the height of the cut, the film of the division, and what the mouse does.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{RichText, Slider};

use super::{layout::Screen, style};
use crate::{
    app::{
        input::KeyLabels,
        leaf_tree::LeafTreeState,
        overlays::CurrentTreeStats,
        state::{Command, CurrentLevel, FilmTree, ModelView, Player},
    },
    cli::View,
};

pub(super) fn draw(
    mut contexts: EguiContexts,
    (current, player, keys): (Res<CurrentLevel>, Res<Player>, Res<KeyLabels>),
    (stats, leaf_tree): (Res<CurrentTreeStats>, Res<LeafTreeState>),
    mut screen: ResMut<Screen>,
    mut view: ResMut<ModelView>,
    mut commands: MessageWriter<Command>,
) -> Result {
    let mut new = view.clone();
    let built = leaf_tree.built();
    screen.at_the_bottom(contexts.ctx_mut()?, "model", true, |ui| {
        ui.horizontal(|ui| {
            for (command, own, text) in [
                (Command::ToggleModel, View::Model, "Model"),
                (Command::TogglePlan, View::Plan, "Plan"),
            ] {
                style::key(ui, &keys.of(command));
                if ui.selectable_label(view.view == own, text).clicked() {
                    commands.write(command);
                }
            }
            ui.add_space(8.0);
            ui.label(RichText::new("Cut at").color(style::FAINT));
            let bounds = current.level.bounds;
            let mut height = view.height(&player);
            let range = bounds.min.y as f32..=bounds.max.y as f32 + 0.5;
            let slider = Slider::new(&mut height, range).suffix(" m").fixed_decimals(2);
            if ui.add(slider).changed() {
                new.cut = Some(height);
            }
            let is_own = view.cut.is_some();
            let follow = egui::Button::new("above the eyes");
            if ui.add_enabled(is_own, follow).clicked() {
                new.cut = None;
            }
        });
        ui.horizontal(|ui| {
            ui.label(RichText::new("Division").color(style::FAINT));
            for tree in FilmTree::ALL {
                let chosen = new.film.tree == Some(tree);
                let is_there = tree == FilmTree::Nodes || built.is_some();
                let label = egui::Button::selectable(chosen, tree.title());
                if ui.add_enabled(is_there, label).clicked() {
                    new.film.tree = (!chosen).then_some(tree);
                    new.film.depth = 0.0;
                    new.film.playing = !chosen;
                }
            }
            if let Some(tree) = new.film.tree {
                let deepest = match (tree, built) {
                    (FilmTree::Leaves, Some(built)) => built.tree.statistics().depth,
                    _ => stats.stats.deepest(),
                } + 1;
                let mut depth = new.film.shown().min(deepest);
                let label = if new.film.playing { "⏸" } else { "▶" };
                if ui.button(label).clicked() {
                    new.film.playing = !new.film.playing;
                    if new.film.shown() >= deepest {
                        new.film.depth = 0.0;
                    }
                }
                let slider = Slider::new(&mut depth, 0..=deepest).prefix("depth ");
                if ui.add(slider).changed() {
                    new.film.depth = depth as f32;
                    new.film.playing = false;
                }
                if new.film.playing && new.film.shown() >= deepest {
                    new.film.playing = false;
                }
            }
        });
        let text = "Drag turns, right drag moves, the wheel zooms, Shift and wheel move the cut. Click selects, double click \
                    goes there.";
        style::text(ui, text, style::FAINT, 12.5);
    });
    view.set_if_neq(new);
    Ok(())
}
