//! Keyboard focus and the focus ring.
//!
//! egui moves the focus between controls in drawing order: panel, columns, tool bar, cards. This module adds the
//! following:
//!
//! - The first Tab enters the topmost card or page.
//! - An open page keeps the focus.
//! - The focused control is scrolled into view and has a ring around it.
//! - While the mouse is captured, all keys go to the player.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use bspwalk_session::actions::Action;
use bspwalk_text::text;
use egui::{
    Context, CornerRadius, FocusDirection, Id, Key, LayerId, Order, RichText, Stroke, StrokeKind, accesskit,
};

use crate::app::input::{KeyLabels, Typing};
use crate::app::{host::prelude::*, input::settings::names_keys, kit::layout::Screen, kit::style};

/// Area identifiers of the cards and pages that the first Tab press enters, topmost first. A page that covers the level
/// keeps the focus.
const HELP: &str = "help";
const CARDS: [&str; 6] = ["quiz", "tour", "offer", "invitation", "query film", "build film"];

/// Widths of the focus ring and of its dark outline, and the gap between the ring and the control, in points.
const RING: f32 = 2.0;
const RIM: f32 = 1.0;
const AROUND: f32 = 2.0;

/// Focus state that is kept between frames.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(super) struct Focus {
    /// Control that had the focus at the end of the last frame.
    focused: Option<Id>,
    /// Whether the control was focused with the keyboard. If a text field was clicked, a focus ring would be redundant.
    by_keyboard: bool,
    /// Number of frames since Tab was pressed, and whether Shift was held.
    since_tab: u8,
    backwards: bool,
    /// Layer of the page that was open in the last frame.
    page: Option<LayerId>,
}

/// Returns the layer of the open page that covers the whole level, if any.
fn page(ui: &Ui) -> Option<LayerId> {
    if ui.help.is_some() {
        return Some(LayerId::new(Order::Foreground, Id::new(HELP)));
    }
    let id = match ui.page? {
        Page::PlanarTree => "planar page",
        Page::Duel => "duel",
        Page::Map => "map",
    };
    Some(LayerId::new(Order::Middle, Id::new(id)))
}

/// Returns the focusable controls of a layer, in drawing order.
fn controls(context: &Context, layer: LayerId) -> Vec<Id> {
    context.viewport(|viewport| {
        let widgets = viewport.this_pass.widgets.get_layer(layer);
        let may_have_it = widgets.filter(|widget| widget.enabled && widget.sense.is_focusable());
        may_have_it.map(|widget| widget.id).collect()
    })
}

fn focused(context: &Context) -> Option<Id> {
    context.memory(egui::Memory::focused)
}

/// Returns the layer of a control that was drawn in this pass.
fn layer_of(context: &Context, id: Id) -> Option<LayerId> {
    context.read_response(id).map(|response| response.layer_id)
}

/// Removes the focus from the focused control.
fn release(context: &Context) {
    context.memory_mut(|memory| {
        memory.move_focus(FocusDirection::None);
        if let Some(focused) = memory.focused() {
            memory.surrender_focus(focused);
        }
    });
}

/// Returns whether Shift was held if the event is a Tab press, and `None` for any other event.
fn tab(event: &egui::Event) -> Option<bool> {
    match event {
        egui::Event::Key {
            key: Key::Tab,
            pressed: true,
            modifiers,
            ..
        } => Some(modifiers.shift),
        _ => None,
    }
}

/// Runs before drawing. Sends all keys to the player while the mouse is captured, and scrolls a newly focused control
/// into view.
pub(super) fn begin(
    mut contexts: EguiContexts,
    program: Res<ProgramState>,
    mut focus: ResMut<Focus>,
) -> Result {
    let ui = program.ui;
    let context = contexts.ctx_mut()?;
    let tab = context.input(|input| input.events.iter().find_map(tab));
    if ui.captured {
        release(context);
        *focus = Focus::default();
        return Ok(());
    }
    if let Some(backwards) = tab {
        (focus.since_tab, focus.backwards, focus.by_keyboard) = (0, backwards, true);
    } else {
        focus.since_tab = focus.since_tab.saturating_add(1);
        focus.by_keyboard &= !context.input(|input| input.pointer.any_pressed());
    }
    // In the previous pass, the control was clipped by its scroll area.
    let hidden = focus.focused.filter(|_| focus.by_keyboard && focus.since_tab < 3);
    if let Some(id) = hidden
        && let Some(last) = context.viewport(|viewport| viewport.prev_pass.widgets.get(id).copied())
        && !last.interact_rect.expand(1.0).contains_rect(last.rect)
    {
        let request = accesskit::ActionRequest {
            action: accesskit::Action::ScrollIntoView,
            target_tree: accesskit::TreeId::ROOT,
            target_node: id.accesskit_id(),
            data: None,
        };
        context.input_mut(|input| input.events.push(egui::Event::AccessKitActionRequest(request)));
    }
    Ok(())
}

/// Runs after drawing. Moves the focus where necessary, and draws the focus ring.
pub(super) fn end(
    mut contexts: EguiContexts,
    program: Res<ProgramState>,
    mut focus: ResMut<Focus>,
    mut typing: ResMut<Typing>,
) -> Result {
    let ui = program.ui;
    let context = contexts.ctx_mut()?;
    if ui.captured {
        release(context);
    } else {
        lead(context, &ui, &mut focus);
    }
    focus.focused = focused(context);
    focus.by_keyboard &= focus.focused.is_some() || focus.since_tab < 2;
    typing.set_if_neq(Typing(context.text_edit_focused()));
    if focus.by_keyboard
        && let Some(focused) = focus.focused
    {
        ring(context, focused);
    }
    Ok(())
}

/// Moves the first Tab press into the topmost card or page. A page takes the focus when it opens, and keeps it until it
/// closes.
fn lead(context: &Context, ui: &Ui, focus: &mut Focus) {
    let page = page(ui).filter(|layer| !controls(context, *layer).is_empty());
    let opened = page != focus.page;
    focus.page = page;
    let is_first = focus.since_tab == 0 && focus.focused.is_none();
    let now = focused(context).and_then(|id| layer_of(context, id));
    let target = match page {
        Some(layer) => {
            // Menus of a page are in egui's foreground order.
            let is_outside = now.is_some_and(|now| now != layer && now.order < Order::Foreground);
            let is_led = opened && focus.focused.is_some() && focus.by_keyboard;
            let leaves = is_outside && focus.since_tab < 2;
            (is_first || is_led || leaves).then_some(layer)
        }
        None if is_first && !ui.panel => CARDS
            .into_iter()
            .map(|id| LayerId::new(Order::Middle, Id::new(id)))
            .find(|layer| !controls(context, *layer).is_empty()),
        None => None,
    };
    let Some(layer) = target else { return };
    let controls = controls(context, layer);
    let end = if focus.backwards && !opened {
        controls.last()
    } else {
        controls.first()
    };
    if let Some(&end) = end {
        context.memory_mut(|memory| memory.request_focus(end));
    }
}

/// Draws the focus ring as a light and a dark line, so that at least one of them contrasts with any background.
fn ring(context: &Context, id: Id) {
    let Some(control) = context.read_response(id) else {
        return;
    };
    let rect = control.interact_rect;
    if !rect.is_positive() {
        return;
    }
    let above = LayerId::new(Order::Tooltip, Id::new("focus ring"));
    let painter = context.layer_painter(above);
    let rect = rect.expand(AROUND);
    let corner = CornerRadius::same(5);
    for (width, color) in [(RING + 2.0 * RIM, egui::Color32::BLACK), (RING, style::FOCUS)] {
        painter.rect_stroke(rect, corner, Stroke::new(width, color), StrokeKind::Middle);
    }
}

/// Shows a hint with the keys that work while a control has the focus.
pub(super) fn hint(
    mut contexts: EguiContexts,
    (focus, program, keys): (Res<Focus>, Res<ProgramState>, Res<KeyLabels>),
    mut screen: ResMut<Screen>,
) -> Result {
    if !focus.by_keyboard || focus.focused.is_none() || !names_keys(&program.hints) {
        return Ok(());
    }
    screen.at_the_bottom(contexts.ctx_mut()?, "focus hint", false, |ui| {
        ui.horizontal_wrapped(|ui| {
            for (key, effect) in [
                ("Tab".to_owned(), text!("access-next-control")),
                ("Shift-Tab".to_owned(), text!("access-control-before")),
                ("Enter".to_owned(), text!("access-press")),
                (
                    keys.key_or_palette_hint(Action::Escape),
                    text!("access-back-to-walking"),
                ),
            ] {
                style::draw_key_cap(ui, &key);
                ui.label(RichText::new(effect).color(style::TEXT).size(12.5));
                ui.add_space(4.0);
            }
        });
    });
    Ok(())
}
