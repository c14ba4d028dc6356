//! Key bindings in the program section: presets, axis inversion for mouse and wheel, and all controls with their
//! editable keys.

use bevy_egui::egui::{Button, CollapsingHeader, RichText, TextEdit, Ui};
use bspwalk_session::actions::{Axis, Control, FILM_KEYS, FrontEnd, GROUPS, Preset, Source};
use bspwalk_text::text;

use super::data::Panel;
use crate::app::input::bindings::KeyChange;
use crate::app::kit::{style, widgets};

pub(super) fn draw_keys_section(ui: &mut Ui, panel: &mut Panel<'_, '_>) {
    let keymap = &panel.bindings.0;
    widgets::rows(ui, "keys", |ui| {
        widgets::name_found(ui, text!("keys-preset"));
        let presets = Preset::ALL.map(|preset| (preset, preset.title(), preset.description()));
        if let Some(preset) = widgets::choose(ui, "preset of keys", keymap.preset().title(), 110.0, presets) {
            panel.key_changes.write(KeyChange::Choose(preset));
        }
        ui.end_row();
    });
    ui.horizontal_wrapped(|ui| {
        for axis in Axis::ALL {
            let mut inverted = keymap.is_inverted(axis);
            if widgets::switch_found(ui, &mut inverted, axis.title()) {
                panel.key_changes.write(KeyChange::Invert(axis, inverted));
            }
        }
    });
    let title = RichText::new(text!("keys-bind")).color(style::TEXT);
    // Keep the header open while a control is waiting for a key.
    let open = panel.listening.control().map(|_| true);
    let header = CollapsingHeader::new(title).id_salt("bind keys").open(open);
    header.show(ui, |ui| controls(ui, panel));
    if panel.listening.is_waiting() {
        // Release the focus, so that the next key press does not activate a button.
        ui.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
        });
    }
}

/// Draws the controls whose title or keys match the search text.
fn controls(ui: &mut Ui, panel: &mut Panel<'_, '_>) {
    widgets::draw_note(ui, text!("keys-how"));
    ui.horizontal(|ui| {
        let hint = text!("keys-search");
        let field = TextEdit::singleline(&mut panel.drafts.keys).hint_text(hint);
        style::set_accessible_name(ui.add(field.desired_width(150.0)), hint);
        let keymap = &panel.bindings.0;
        let all = Button::new(text!("keys-reset-all")).small();
        if widgets::clicks(ui, keymap.is_any_changed(), all, text!("keys-reset-all-hint")) {
            panel.key_changes.write(KeyChange::Choose(keymap.preset()));
        }
    });
    let wanted = panel.drafts.keys.to_lowercase();
    for group in GROUPS.iter().chain([&FILM_KEYS]) {
        let mut has_heading = false;
        for control in group.of(FrontEnd::Window) {
            let mut keys = panel.keys.names().all_of(control).into_iter();
            let is_found = control.title.text().to_lowercase().contains(&wanted)
                || keys.any(|key| key.to_lowercase() == wanted);
            if !is_found {
                continue;
            }
            if !std::mem::replace(&mut has_heading, true) {
                widgets::heading(ui, group.title.text());
            }
            row(ui, panel, control);
        }
    }
}

/// Draws a control: its title, its keys, and buttons for changing them.
fn row(ui: &mut Ui, panel: &mut Panel<'_, '_>, control: &'static Control) {
    let id = control.id();
    style::text(ui, control.title.text(), style::TEXT, 12.5);
    ui.push_id(&id, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let (keymap, changes) = (&panel.bindings.0, &mut panel.key_changes);
            let sources: Vec<Source> = keymap.sources_in(control, FrontEnd::Window).collect();
            if sources.is_empty() {
                style::text(ui, text!("keys-none"), style::FAINT, 12.5);
            }
            for source in sources {
                let name = RichText::new(panel.keys.source(source)).monospace().size(12.0);
                if widgets::clicks(ui, true, Button::new(name), text!("keys-other")) {
                    changes.write(KeyChange::Listen(id.clone(), Some(source)));
                }
                if style::hinted(ui.small_button("×"), text!("keys-remove")).clicked() {
                    changes.write(KeyChange::Remove(id.clone(), source));
                }
            }
            if style::hinted(ui.small_button("+"), text!("keys-add")).clicked() {
                changes.write(KeyChange::Listen(id.clone(), None));
            }
            let is_changed = keymap.is_changed(control);
            if is_changed && ui.small_button(text!("keys-reset")).clicked() {
                changes.write(KeyChange::Reset(id.clone()));
            }
        });
        let listening = panel.listening.control();
        if listening.is_some_and(|listening| listening.id() == id) {
            asked(ui, panel);
        }
        if let Some(told) = panel.listening.message_for(&id) {
            style::text(ui, told, style::ALARM, 12.5);
        }
    });
}

/// Draws a prompt while a control is waiting for a key, or a question if the pressed key is used by other controls.
fn asked(ui: &mut Ui, panel: &mut Panel<'_, '_>) {
    let changes = &mut panel.key_changes;
    let Some((source, others)) = panel.listening.conflict() else {
        ui.horizontal_wrapped(|ui| {
            style::text(ui, text!("keys-press"), style::ACCENT, 12.5);
            if ui.small_button(text!("keys-cancel")).clicked() {
                changes.write(KeyChange::Keep);
            }
        });
        return;
    };
    let others: Vec<&str> = others.iter().map(|other| other.title.text()).collect();
    let (key, others) = (panel.keys.source(source), others.join("; "));
    style::text(ui, text!("keys-taken", key, others), style::ALARM, 12.5);
    ui.horizontal(|ui| {
        for (title, change) in [
            (text!("keys-take"), KeyChange::Take),
            (text!("keys-keep"), KeyChange::Keep),
        ] {
            if ui.button(title).clicked() {
                changes.write(change);
            }
        }
    });
}
