//! The path of the eye through the tree: F for the front of a plane, B for its back.

use bevy::prelude::*;
use bevy_egui::egui::{self, Button, Color32, RichText};
use bspwalk_explain::decisions;
use bspwalk_levels::color::palette::Palette;
use bspwalk_progress::words;
use bspwalk_session::{overlays::OverlayKind, question::Question};
use bspwalk_text::text;
use bspwalk_trees::{
    NodeTree,
    node_storing::{Branch, NodeId, PathStep},
};

use crate::app::paint::overlays::selection::Hovered;
use crate::app::{
    host::state::{Act, Action},
    kit::{
        column::{Cards, Title},
        style, widgets,
    },
    level::copied_command,
    panel::card_params::CardParams,
};

/// Maximum number of letters. A longer path loses its middle.
const MOST: usize = 24 * 6;

pub(in crate::app) fn draw(cards: &mut Cards<'_>, params: &mut CardParams<'_, '_>, eye: Vec3) {
    let is_on = params.overlays.is_on(OverlayKind::Path);
    let Some(current) = params.current.as_ref().filter(|_| is_on) else {
        return;
    };
    let path: Vec<PathStep> = current.tree.path(eye).collect();
    let key = params.keys.key_of(Action::Overlay(OverlayKind::Path.key()));
    let title = Title {
        id: "path",
        key: &key,
        name: OverlayKind::Path.title(),
        note: &words::counted(path.len() as u64, "plane"),
        term: Some(OverlayKind::Path.term()),
        copy: Some(copied_command::HINT.text()),
        close: None,
    };
    let clicked = cards.card(title, |ui| {
        ui.spacing_mut().item_spacing = egui::vec2(0.0, 1.0);
        let (head, tail) = shortened(&path);
        let parts = [(head, 0), (tail, path.len() - tail.len())];
        for (steps, first) in parts.into_iter().filter(|(steps, _)| !steps.is_empty()) {
            if first > 0 {
                widgets::note(ui, text!("overlay-path-more", more = first - head.len()));
            }
            letters(
                ui,
                steps,
                first,
                params.overlays.palette,
                params.selection.node,
                &current.tree,
                &mut params.hovered,
                &mut params.commands,
            );
        }
    });
    if clicked.copies {
        params.copy(Some(Question::locate(eye)));
    }
}

/// Returns the start and end of a path that is too long, or otherwise the complete path and an empty slice.
fn shortened(path: &[PathStep]) -> (&[PathStep], &[PathStep]) {
    if path.len() <= MOST {
        return (path, &[]);
    }
    (&path[..MOST / 2], &path[path.len() - MOST / 2..])
}

fn letters(
    ui: &mut egui::Ui,
    steps: &[PathStep],
    first: usize,
    palette: Palette,
    selected: Option<NodeId>,
    tree: &NodeTree,
    hovered: &mut Hovered,
    commands: &mut MessageWriter<'_, Act>,
) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().button_padding = egui::vec2(1.5, 0.0);
        for (depth, step) in (first..).zip(steps) {
            let is_selected = selected == Some(step.node);
            let ink = if is_selected {
                Color32::BLACK
            } else {
                widgets::side_ink(step.branch, palette)
            };
            let letter = RichText::new(step.branch.letter())
                .monospace()
                .size(13.5)
                .color(ink);
            let button = Button::new(letter).small();
            let button = if is_selected {
                button.fill(widgets::color(palette.selected()))
            } else {
                button.frame_when_inactive(false)
            };
            let name = text!(
                "access-path-letter",
                letter = step.branch.letter(),
                node = step.node
            );
            let letter = style::named(ui.add(button), &name);
            if letter.clicked() {
                commands.write(Act(Action::SelectNode(step.node)));
            }
            if letter.hovered() {
                hovered.0 = Some(step.node);
            }
            letter.on_hover_ui(|ui| {
                let side = if step.branch == Branch::Front {
                    text!("dock-in-front")
                } else {
                    text!("dock-behind")
                };
                let node = step.node;
                let at = text!("overlay-path-side", side, node, depth);
                style::text(ui, at, style::TEXT, 13.0);
                if let Some(view) = tree.node(step.node) {
                    widgets::note(ui, decisions::equation(&view.plane));
                }
                widgets::note(ui, text!("overlay-path-click"));
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_path_loses_its_middle() {
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
