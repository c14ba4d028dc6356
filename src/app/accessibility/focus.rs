//! Where the keyboard's focus is, and its ring.
//!
//! egui goes from control to control in the order in which they are drawn: panel, columns, tool bar, cards. Here is what it does not
//! do: the first Tab goes into what lies on top, a page keeps the focus while it is open, what has the focus is scrolled into sight and
//! has a ring around it, and a captured mouse keeps all keys for the body.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use bspwalk_session::actions::Action;
use bspwalk_text::text;
use egui::{
    Context, CornerRadius, FocusDirection, Id, Key, LayerId, Order, RichText, Stroke, StrokeKind, accesskit,
};

use crate::app::{
    hud::{layout::Screen, style},
    input::{KeyLabels, Typing},
    settings::Settings,
    state::{Page, Ui},
};

/// The pages and cards on which the first Tab goes to a control, the topmost first: the identifiers of their areas. What has no room
/// beside it keeps the focus.
const HELP: &str = "help";
const CARDS: [&str; 6] = ["quiz", "tour", "offer", "invitation", "query film", "build film"];

/// The width of the ring and of the dark line around it, in points, and its distance from the control.
const RING: f32 = 2.0;
const RIM: f32 = 1.0;
const AROUND: f32 = 2.0;

/// The focus from frame to frame.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(super) struct Focus {
    /// What had it after the last frame.
    focused: Option<Id>,
    /// Whether it came by the keyboard: the ring of a text field that was clicked says nothing new.
    by_keyboard: bool,
    /// Frames since Tab was pressed, and whether with Shift.
    since_tab: u8,
    backwards: bool,
    /// The page that was open.
    page: Option<LayerId>,
}

/// What lies over the level and leaves no room beside it.
fn page(ui: &Ui) -> Option<LayerId> {
    if ui.help {
        return Some(LayerId::new(Order::Foreground, Id::new(HELP)));
    }
    let id = match ui.page? {
        Page::PlanarTree => "planar page",
        Page::Duel => "duel",
        Page::Map => "map",
    };
    Some(LayerId::new(Order::Middle, Id::new(id)))
}

/// The controls of a layer that may have the focus, in the order in which they were drawn.
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

/// The layer of a control that was drawn in this pass.
fn layer_of(context: &Context, id: Id) -> Option<LayerId> {
    context.read_response(id).map(|response| response.layer_id)
}

/// Takes the focus from whatever has it.
fn release(context: &Context) {
    context.memory_mut(|memory| {
        memory.move_focus(FocusDirection::None);
        if let Some(focused) = memory.focused() {
            memory.surrender_focus(focused);
        }
    });
}

/// Whether an event is Tab, and then whether with Shift.
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

/// Before anything is drawn: a captured mouse keeps the keys for the body, and what got the focus is scrolled into sight.
pub(super) fn begin(mut contexts: EguiContexts, ui: Res<Ui>, mut focus: ResMut<Focus>) -> Result {
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
    // A control of the pass before that is cut by what scrolls it.
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

/// After all is drawn: leads the focus, and draws its ring.
pub(super) fn end(
    mut contexts: EguiContexts,
    ui: Res<Ui>,
    mut focus: ResMut<Focus>,
    mut typing: ResMut<Typing>,
) -> Result {
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

/// The first Tab goes into what lies on top; a page that opens takes the focus, and one that is open keeps it.
fn lead(context: &Context, ui: &Ui, focus: &mut Focus) {
    let page = page(ui).filter(|layer| !controls(context, *layer).is_empty());
    let opened = page != focus.page;
    focus.page = page;
    let is_first = focus.since_tab == 0 && focus.focused.is_none();
    let now = focused(context).and_then(|id| layer_of(context, id));
    let target = match page {
        Some(layer) => {
            // Menus of a page lie in the foreground.
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

/// Draws the ring around a control: two lines, of which one is seen on any ground.
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

/// While a control has the focus, what the keys do now.
pub(super) fn hint(
    mut contexts: EguiContexts,
    (focus, settings, keys): (Res<Focus>, Res<Settings>, Res<KeyLabels>),
    mut screen: ResMut<Screen>,
) -> Result {
    if !focus.by_keyboard || focus.focused.is_none() || !settings.names_keys() {
        return Ok(());
    }
    screen.at_the_bottom(contexts.ctx_mut()?, "focus hint", false, |ui| {
        ui.horizontal_wrapped(|ui| {
            for (key, effect) in [
                ("Tab".to_owned(), text!("access-next-control")),
                ("Shift-Tab".to_owned(), text!("access-control-before")),
                ("Enter".to_owned(), text!("access-press")),
                (keys.of(Action::Escape), text!("access-back-to-walking")),
            ] {
                style::key(ui, &key);
                ui.label(RichText::new(effect).color(style::TEXT).size(12.5));
                ui.add_space(4.0);
            }
        });
    });
    Ok(())
}
