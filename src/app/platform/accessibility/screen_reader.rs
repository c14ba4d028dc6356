//! Accessibility tree for screen readers (AccessKit), which is built only while a program requests it.
//!
//! `bevy_egui` passes the tree to the operating system. This module enables and disables the tree, and performs the
//! requested actions (focus and press).

use bevy::{
    a11y::{AccessibilityRequested, ActionRequest},
    prelude::*,
};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{
    Context, Id, Rect,
    accesskit::{Action, Node, Role, TreeId},
};

use crate::app::{host::prelude::*, kit::layout::Arranged};

pub(super) fn add(app: &mut App) {
    app.add_message::<ActionRequest>().add_systems(
        EguiPrimaryContextPass,
        (switch, act)
            .chain()
            .after(Arranged)
            .before(AppSystems::Panel)
            .before(AppSystems::Hud),
    );
}

/// Builds the tree only while it is requested, starting with the next frame. By default, `bevy_egui` always builds it.
fn switch(
    mut contexts: EguiContexts,
    requested: Option<Res<AccessibilityRequested>>,
    mut was_on: Local<Option<bool>>,
) -> Result {
    let Some(is_on) = requested.map(|requested| requested.get()) else {
        return Ok(());
    };
    if was_on.replace(is_on) != Some(is_on) {
        let context = contexts.ctx_mut()?;
        if is_on {
            context.enable_accesskit();
        } else {
            context.disable_accesskit();
        }
    }
    Ok(())
}

/// Performs actions requested by a screen reader. egui handles focus requests before a pass, and all other requests
/// while drawing.
fn act(mut contexts: EguiContexts, mut requests: MessageReader<ActionRequest>) -> Result {
    let context = contexts.ctx_mut()?;
    for ActionRequest(request) in requests.read() {
        if request.target_tree != TreeId::ROOT {
            continue;
        }
        if request.action == Action::Focus {
            let node = request.target_node;
            let target = context.viewport(|viewport| {
                let widgets = &viewport.prev_pass.widgets;
                let mut all = widgets.layer_ids().flat_map(|layer| widgets.get_layer(layer));
                all.find(|widget| widget.id.accesskit_id() == node)
                    .map(|widget| widget.id)
            });
            if let Some(target) = target {
                context.memory_mut(|memory| memory.request_focus(target));
            }
        } else {
            let event = egui::Event::AccessKitActionRequest(request.clone());
            context.input_mut(|input| input.events.push(event));
        }
    }
    Ok(())
}

/// Returns the text of a node if the text contains a letter or digit.
fn words(node: &Node) -> Option<&str> {
    let own = match node.role() {
        Role::Label => node.value(),
        _ => node.label(),
    };
    own.filter(|words| words.chars().any(char::is_alphanumeric))
}

/// Labels controls that have no text, such as sliders, numbers and lists, with the text before them in their row. Plot
/// axes, which are draggable in some plots, use the text above them.
pub(super) fn name_by_rows(mut contexts: EguiContexts) -> Result {
    let context = contexts.ctx_mut()?;
    for (control, label) in by_rows(context) {
        context.accesskit_node_builder(control, |node| node.push_labelled_by(label.accesskit_id()));
    }
    Ok(())
}

/// Returns pairs of a control without text and the text before it.
fn by_rows(context: &Context) -> Vec<(Id, Id)> {
    let mut found = Vec::new();
    context.viewport(|viewport| {
        let pass = &viewport.this_pass;
        let Some(state) = &pass.accesskit_state else {
            return;
        };
        for layer in pass.widgets.layer_ids() {
            let mut text: Option<(Id, Rect)> = None;
            for widget in pass.widgets.get_layer(layer) {
                let Some(node) = state.nodes.get(&widget.id) else {
                    continue;
                };
                // A slider labels the number that follows it.
                let names_what_follows = matches!(node.role(), Role::Label | Role::Slider);
                if names_what_follows && words(node).is_some() {
                    text = Some((widget.id, widget.rect));
                }
                let is_nameless =
                    widget.sense.is_focusable() && words(node).is_none() && node.labelled_by().is_empty();
                let is_canvas = node.role() == Role::Unknown;
                if is_nameless
                    && let Some((label, rect)) = text
                    && (is_canvas || rect.y_range().intersects(widget.rect.y_range()))
                {
                    found.push((widget.id, label));
                }
            }
        }
    });
    found
}
