//! Path of the eye through the tree: F for the front side of a plane, B for its back side.

use bevy::math::Vec3;
use bevy_egui::egui::{Button, Color32, RichText, Ui, vec2};
use bspwalk_explain::decisions;
use bspwalk_session::{overlays::OverlayKind, question::Question};
use bspwalk_text::{text, words};
use bspwalk_trees::node_storing::{Branch, PathStep};

use super::data::CardParams;
use crate::app::kit::column::{Cards, Title};
use crate::app::kit::{style, widgets};
use crate::app::{host::prelude::*, level::copied_command};

/// Maximum number of letters. The middle part of a longer path is omitted.
const MOST: usize = 24 * 6;

/// Returns a phrase for a side of a plane.
pub(in crate::app) fn side(branch: Branch) -> &'static str {
    match branch {
        Branch::Front => text!("dock-in-front"),
        Branch::Back => text!("dock-behind"),
    }
}

pub(super) fn draw(cards: &mut Cards<'_>, params: &mut CardParams<'_, '_>, eye: Vec3) {
    let is_on = params.program.overlays.is_on(OverlayKind::Path);
    let Some(current) = params.current.as_ref().filter(|_| is_on) else {
        return;
    };
    let path: Vec<PathStep> = current.tree.path(eye).collect();
    let key = params.keys.key_of(Action::Overlay(OverlayKind::Path.key()));
    let title = Title {
        id: "path",
        key: &key,
        name: OverlayKind::Path.title(),
        note: &words::count_with_noun(path.len() as u64, "plane"),
        term: Some(OverlayKind::Path.term()),
        copy: Some(copied_command::HINT.text()),
        close: None,
    };
    let clicked = cards.card(title, |ui| {
        ui.spacing_mut().item_spacing = vec2(0.0, 1.0);
        let (head, tail) = shortened(&path);
        letters(ui, params, head, 0);
        if !tail.is_empty() {
            let first = path.len() - tail.len();
            widgets::draw_note(ui, text!("overlay-path-more", more = first - head.len()));
            letters(ui, params, tail, first);
        }
    });
    if clicked.copies {
        params.copy(Some(Question::locate(eye)));
    }
}

/// Returns the start and the end of a path that is too long. For any other path, returns the complete path and an empty
/// slice.
fn shortened(path: &[PathStep]) -> (&[PathStep], &[PathStep]) {
    if path.len() <= MOST {
        return (path, &[]);
    }
    (&path[..MOST / 2], &path[path.len() - MOST / 2..])
}

/// Draws the letters of consecutive steps. `first` is the depth of the first step.
fn letters(ui: &mut Ui, params: &mut CardParams<'_, '_>, steps: &[PathStep], first: usize) {
    let palette = params.program.overlays.palette;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().button_padding = vec2(1.5, 0.0);
        for (depth, &PathStep { node, branch }) in (first..).zip(steps) {
            let is_selected = params.program.level.selected.node == Some(node);
            let ink = if is_selected {
                Color32::BLACK
            } else {
                widgets::side_ink(branch, palette)
            };
            let letter = RichText::new(branch.letter()).monospace().size(13.5);
            let button = Button::new(letter.color(ink)).small();
            let button = if is_selected {
                button.fill(widgets::color(palette.selected()))
            } else {
                button.frame_when_inactive(false)
            };
            let name = text!("access-path-letter", letter = branch.letter(), node);
            let letter = style::set_accessible_name(ui.add(button), &name);
            if letter.clicked() {
                params.commands.write(Act(Action::SelectNode(node)));
            }
            if letter.hovered() {
                params.hovered.0 = Some(node);
            }
            letter.on_hover_ui(|ui| {
                let at = text!("overlay-path-side", side = side(branch), node, depth);
                style::text(ui, at, style::TEXT, 13.0);
                let current = params.current.as_ref();
                if let Some(view) = current.and_then(|current| current.tree.node(node)) {
                    widgets::draw_note(ui, decisions::equation(&view.plane));
                }
                widgets::draw_note(ui, text!("overlay-path-click"));
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_trees::NodeId;

    #[test]
    fn a_long_path_loses_its_middle() {
        let steps: Vec<PathStep> = NodeId::range(0..1000)
            .map(|node| PathStep {
                node,
                branch: Branch::Front,
            })
            .collect();
        let (head, tail) = shortened(&steps);
        assert_eq!(head.len() + tail.len(), MOST);
        let ends = [head[0].node, tail[tail.len() - 1].node];
        assert_eq!(ends, [0, 999].map(NodeId));
        let (head, tail) = shortened(&steps[..MOST]);
        assert_eq!((head.len(), tail.len()), (MOST, 0));
    }
}
