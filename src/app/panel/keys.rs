//! Key bindings in the section Program: presets, axis inversion of mouse and wheel, and all controls with their
//! editable keys.

use bevy_egui::egui::{self, RichText, Ui};
use bspwalk_session::actions::{Axis, Control, FILM_KEYS, Front, GROUPS, Keymap, Preset, Source};
use bspwalk_text::text;

use super::{PanelData, PanelMessages};
use crate::app::kit::widgets;
use crate::app::{input::bindings::KeyChange, kit::style};

/// Draws the presets, the inversion switches and, under a heading, all controls. `search` is the text of the search
/// field.
pub(super) fn contents(
    ui: &mut Ui,
    data: &PanelData<'_, '_>,
    messages: &mut PanelMessages<'_>,
    search: &mut String,
) {
    let keymap = &data.bindings.0;
    widgets::rows(ui, "keys", |ui| {
        widgets::name_found(ui, text!("keys-preset"));
        let presets = Preset::ALL.map(|preset| (preset, preset.title(), preset.description()));
        if let Some(preset) = widgets::choose(ui, "preset of keys", keymap.preset().title(), 110.0, presets) {
            messages.keys.write(KeyChange::Choose(preset));
        }
        ui.end_row();
    });
    ui.horizontal_wrapped(|ui| {
        for axis in Axis::ALL {
            let mut inverted = keymap.is_inverted(axis);
            if widgets::switch_found(ui, &mut inverted, axis.title()) {
                messages.keys.write(KeyChange::Invert(axis, inverted));
            }
        }
    });
    let title = RichText::new(text!("keys-bind")).color(style::TEXT);
    // Keep it open while a control waits for a key.
    let open = data.listening.control().map(|_| true);
    let header = egui::CollapsingHeader::new(title).id_salt("bind keys").open(open);
    header.show(ui, |ui| {
        widgets::note(ui, text!("keys-how"));
        ui.horizontal(|ui| {
            let hint = text!("keys-search");
            let field = egui::TextEdit::singleline(search)
                .hint_text(hint)
                .desired_width(150.0);
            style::named(ui.add(field), hint);
            let all = egui::Button::new(text!("keys-reset-all")).small();
            let all = ui.add_enabled(keymap.is_any_changed(), all);
            if all.on_hover_text(text!("keys-reset-all-hint")).clicked() {
                messages.keys.write(KeyChange::Choose(keymap.preset()));
            }
        });
        let wanted = search.to_lowercase();
        for group in GROUPS.iter().chain([&FILM_KEYS]) {
            let controls: Vec<&Control> = group
                .of(Front::Window)
                .filter(|control| is_found(data, control, &wanted))
                .collect();
            if !controls.is_empty() {
                widgets::heading(ui, group.title.text());
            }
            for control in controls {
                row(ui, data, keymap, control, messages);
            }
        }
    });
    if data.listening.is_waiting() {
        // The next key must not press a button.
        ui.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
        });
    }
}

/// Returns whether a control matches the search text by its title or one of its keys.
fn is_found(data: &PanelData<'_, '_>, control: &Control, wanted: &str) -> bool {
    let mut keys = data.keys.keys(control).into_iter();
    wanted.is_empty()
        || control.title.text().to_lowercase().contains(wanted)
        || keys.any(|key| key.to_lowercase() == *wanted)
}

/// Draws a control: its title, its keys, and the buttons that change them.
fn row(
    ui: &mut Ui,
    data: &PanelData<'_, '_>,
    keymap: &Keymap,
    control: &'static Control,
    messages: &mut PanelMessages<'_>,
) {
    let id = control.id();
    style::text(ui, control.title.text(), style::TEXT, 12.5);
    ui.push_id(&id, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let sources: Vec<Source> = keymap.sources_in(control, Front::Window).collect();
            if sources.is_empty() {
                style::text(ui, text!("keys-none"), style::FAINT, 12.5);
            }
            for source in sources {
                let name = RichText::new(data.keys.source(source)).monospace().size(12.0);
                let button = ui.button(name).on_hover_text(text!("keys-other"));
                if button.clicked() {
                    messages.keys.write(KeyChange::Listen(id.clone(), Some(source)));
                }
                let remove = style::hinted(ui.small_button("×"), text!("keys-remove"));
                if remove.clicked() {
                    messages.keys.write(KeyChange::Remove(id.clone(), source));
                }
            }
            if style::hinted(ui.small_button("+"), text!("keys-add")).clicked() {
                messages.keys.write(KeyChange::Listen(id.clone(), None));
            }
            let is_changed = keymap.is_changed(control);
            if is_changed && ui.small_button(text!("keys-reset")).clicked() {
                messages.keys.write(KeyChange::Reset(id.clone()));
            }
        });
        if data
            .listening
            .control()
            .is_some_and(|listening| listening.id() == id)
        {
            asked(ui, data, messages);
        }
        if let Some(told) = data.listening.told(&id) {
            style::text(ui, told, style::ALARM, 12.5);
        }
    });
}

/// Draws the prompt while a control waits for a key, or the question if other controls use the pressed key.
fn asked(ui: &mut Ui, data: &PanelData<'_, '_>, messages: &mut PanelMessages<'_>) {
    let Some((source, others)) = data.listening.taken() else {
        ui.horizontal_wrapped(|ui| {
            style::text(ui, text!("keys-press"), style::ACCENT, 12.5);
            if ui.small_button(text!("keys-cancel")).clicked() {
                messages.keys.write(KeyChange::Keep);
            }
        });
        return;
    };
    let others: Vec<&str> = others.iter().map(|other| other.title.text()).collect();
    let (key, others) = (data.keys.source(source), others.join("; "));
    style::text(ui, text!("keys-taken", key, others), style::ALARM, 12.5);
    ui.horizontal(|ui| {
        if ui.button(text!("keys-take")).clicked() {
            messages.keys.write(KeyChange::Take);
        }
        if ui.button(text!("keys-keep")).clicked() {
            messages.keys.write(KeyChange::Keep);
        }
    });
}
