//! Part of the section Tree about the selected node: its number, which can be edited, and its neighbours.

use bevy_egui::egui::{Button, DragValue, Ui};
use bspwalk_explain::glossary::Term;
use bspwalk_progress::words;
use bspwalk_text::text;
use bspwalk_trees::node_storing::NodeView;

use super::{PanelData, PanelMessages};
use crate::app::host::state::{Act, Action};
use crate::app::kit::widgets::{self, Tip};

pub(super) fn contents(ui: &mut Ui, data: &PanelData<'_, '_>, messages: &mut PanelMessages<'_>) {
    let Some(current) = &data.current else { return };
    let Some(last) = current.tree.node_count().checked_sub(1) else {
        return;
    };
    widgets::heading(ui, text!("panel-selected"));
    let selected = data
        .selection
        .node
        .and_then(|id| Some((id, current.tree.node(id)?)));
    ui.horizontal(|ui| {
        let mut id = selected.as_ref().map_or(0, |(id, _)| *id);
        let key = data.keys.of(Action::SelectUnderCrosshair);
        let hint = text!("panel-select-key", key);
        widgets::name(ui, text!("panel-number"), Tip::with(Term::NodeNumber, hint));
        let entry = ui.add(DragValue::new(&mut id).speed(0.1).range(0..=last));
        let selects_root = selected.is_none() && ui.button(text!("panel-select")).clicked();
        if entry.changed() || selects_root {
            messages.commands.write(Act(Action::SelectNode(id)));
        }
        let text = match &selected {
            Some((_, node)) => text!("panel-node-of", nodes = words::count(last), depth = node.depth),
            None => text!("panel-none-selected", last = words::count(last)),
        };
        widgets::note(ui, text);
    });
    let Some((_, node)) = selected else { return };
    ui.horizontal(|ui| {
        let neighbours: [(&str, Action, fn(&NodeView) -> bool); 4] = [
            (text!("panel-go-parent"), Action::SelectParent, |node| {
                node.parent.is_some()
            }),
            (text!("panel-go-front"), Action::SelectFront, |node| {
                node.front.is_some()
            }),
            (text!("panel-go-back"), Action::SelectBack, |node| {
                node.back.is_some()
            }),
            (text!("panel-go-nothing"), Action::ClearSelection, |_| true),
        ];
        widgets::name(ui, text!("panel-go-to"), Term::Neighbours);
        for (title, command, exists) in neighbours {
            let button = ui.add_enabled(exists(&node), Button::new(title).small());
            if button.on_hover_text(data.keys.of(command)).clicked() {
                messages.commands.write(Act(command));
            }
        }
    });
}
