//! The way of the eye through the tree, in the corner: F in front of a plane, B behind it.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{Align2, Color32, Id, Order, RichText, Sense};

use super::{FreeArea, widgets};
use crate::{
    app::{
        hud::style,
        overlays::Hovered,
        palette::Palette,
        state::{Command, Overlays, Player, Selection, Shown},
    },
    bsp::{
        NodeTree,
        node_storing::{Branch, PathStep},
    },
};

/// Letters in a row.
const IN_A_ROW: usize = 24;

/// At most this many letters; of a longer way the middle is left out.
const MOST: usize = 24 * 6;

/// Size of a letter, in points.
const LETTER: egui::Vec2 = egui::vec2(11.5, 16.0);

pub(super) fn draw(
    mut contexts: EguiContexts,
    free: Res<FreeArea>,
    overlays: Res<Overlays>,
    selection: Res<Selection>,
    shown: Option<Res<Shown>>,
    player: Res<Player>,
    mut hovered: ResMut<Hovered>,
    mut commands: MessageWriter<Command>,
) -> Result {
    let Some(shown) = shown.filter(|_| overlays.path) else {
        return Ok(());
    };
    let path: Vec<PathStep> = shown.tree.path(player.position).collect();
    let context = contexts.ctx_mut()?;
    egui::Area::new(Id::new("path"))
        .order(Order::Background)
        .constrain_to(free.0)
        .anchor(Align2::LEFT_BOTTOM, egui::vec2(14.0, -14.0))
        .show(context, |ui| {
            style::card().show(ui, |ui| {
                ui.set_max_width(LETTER.x * IN_A_ROW as f32);
                ui.horizontal(|ui| {
                    style::key(ui, "7");
                    ui.label(RichText::new("Path of the eye").strong().color(style::TEXT));
                    let planes = if path.len() == 1 { "plane" } else { "planes" };
                    ui.label(RichText::new(format!("{} {planes}", path.len())).color(style::FAINT));
                });
                ui.spacing_mut().item_spacing = egui::vec2(0.0, 1.0);
                let (head, tail) = shortened(&path);
                letters(
                    ui,
                    head,
                    0,
                    &overlays,
                    &selection,
                    &shown.tree,
                    &mut hovered,
                    &mut commands,
                );
                if !tail.is_empty() {
                    widgets::note(ui, format!("… {} more …", path.len() - head.len() - tail.len()));
                    let first = path.len() - tail.len();
                    letters(
                        ui,
                        tail,
                        first,
                        &overlays,
                        &selection,
                        &shown.tree,
                        &mut hovered,
                        &mut commands,
                    );
                }
            });
        });
    Ok(())
}

/// The beginning and the end of a way that is too long to be shown; all of it and nothing where it is not.
fn shortened(path: &[PathStep]) -> (&[PathStep], &[PathStep]) {
    if path.len() <= MOST {
        return (path, &[]);
    }
    (&path[..MOST / 2], &path[path.len() - MOST / 2..])
}

/// The colour of a side.
pub(super) fn side_color(branch: Branch, palette: Palette) -> Color32 {
    widgets::color(match branch {
        Branch::Front => palette.front(),
        Branch::Back => palette.back(),
    })
}

fn letters(
    ui: &mut egui::Ui,
    steps: &[PathStep],
    first: usize,
    overlays: &Overlays,
    selection: &Selection,
    tree: &NodeTree,
    hovered: &mut Hovered,
    commands: &mut MessageWriter<'_, Command>,
) {
    for (row, steps) in steps.chunks(IN_A_ROW).enumerate() {
        ui.horizontal(|ui| {
            for (place, step) in steps.iter().enumerate() {
                let (rect, response) = ui.allocate_exact_size(LETTER, Sense::click());
                let color = side_color(step.branch, overlays.palette);
                let is_selected = selection.node == Some(step.node);
                if response.hovered() || is_selected {
                    let fill = if is_selected {
                        widgets::color(overlays.palette.selected())
                    } else {
                        Color32::from_gray(90)
                    };
                    ui.painter().rect_filled(rect, 2.0, fill);
                }
                let text = if is_selected { Color32::BLACK } else { color };
                ui.painter().text(
                    rect.center(),
                    Align2::CENTER_CENTER,
                    step.branch.letter(),
                    egui::FontId::monospace(13.5),
                    text,
                );
                if response.clicked() {
                    commands.write(Command::SelectNode(step.node));
                }
                if response.hovered() {
                    hovered.0 = Some(step.node);
                    response.on_hover_ui(|ui| {
                        let depth = first + row * IN_A_ROW + place;
                        let side = if step.branch == Branch::Front {
                            "in front of"
                        } else {
                            "behind"
                        };
                        ui.label(format!(
                            "The eye is {side} the plane of node {}, at depth {depth}.",
                            step.node
                        ));
                        if let Some(view) = tree.node(step.node) {
                            widgets::note(ui, super::node_card::equation(&view.plane));
                        }
                        widgets::note(ui, "Click selects it.");
                    });
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_way_loses_its_middle() {
        let steps: Vec<PathStep> = (0..1000)
            .map(|node| PathStep {
                node,
                branch: Branch::Front,
            })
            .collect();
        let (head, tail) = shortened(&steps);
        assert_eq!(head.len() + tail.len(), MOST);
        assert_eq!((head[0].node, tail[tail.len() - 1].node), (0, 999));
        let (head, tail) = shortened(&steps[..MOST]);
        assert_eq!((head.len(), tail.len()), (MOST, 0));
    }
}
