//! Command palette, which finds commands and levels by any part of their names.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use bspwalk_session::{
    actions::{FrontEnd, palette_commands},
    palette::{Entry, Palette, PaletteKey},
};
use bspwalk_text::text;
use egui::{Align2, Button, Key, Modifiers, Order, RichText, ScrollArea, TextEdit, Window, vec2};

use super::{items, row::Chosen};
use crate::app::{host::prelude::*, kit::layout::Screen, kit::style, menu::facts::Facts};

/// Size of the result list, in points.
const SIZE: [f32; 2] = [420.0, 320.0];

/// Returns all commands, and the levels listed in the menus.
pub(in crate::app) fn entries(facts: Facts) -> Vec<Entry<PaletteCommand>> {
    let commands = palette_commands(FrontEnd::Window).into_iter();
    let commands = commands.map(|(command, control)| {
        let (key, why_not) = (facts.key(command), facts.why_not(command));
        Entry::of_control(PaletteCommand::Send(command), control, key, why_not)
    });
    let [recent, built_in] = items::levels(&facts);
    let levels = [(text!("menu-recent"), recent), (text!("menu-built-in"), built_in)].into_iter();
    let levels = levels.flat_map(|(menu, levels)| {
        levels.into_iter().map(move |level| Entry {
            name: text!("palette-in-menu", menu, item = level.title()),
            command: PaletteCommand::Open(level),
            key: String::new(),
            why_not: None,
            aliases: Vec::new(),
        })
    });
    commands.chain(levels).collect()
}

/// Palette keys that do not edit the search text.
const KEYS: [(Key, PaletteKey); 4] = [
    (Key::ArrowUp, PaletteKey::Up),
    (Key::ArrowDown, PaletteKey::Down),
    (Key::Enter, PaletteKey::Run),
    (Key::Escape, PaletteKey::Close),
];

/// Draws the open palette and runs the chosen command.
pub(super) fn draw(
    mut contexts: EguiContexts,
    screen: Res<Screen>,
    mut program: ResMut<ProgramState>,
    mut chosen: Chosen,
) -> Result {
    let Some(palette) = &mut program.palette else {
        return Ok(());
    };
    let context = contexts.ctx_mut()?;
    let (mut runs, mut closes, mut has_moved) = (false, false, false);
    for (key, pressed) in KEYS {
        if context.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
            runs |= pressed == PaletteKey::Run;
            closes |= pressed == PaletteKey::Close;
            has_moved = true;
            palette.press(pressed);
        }
    }
    let room = screen.places.free;
    Window::new(text!("action-palette"))
        .id(egui::Id::new("palette"))
        .title_bar(false)
        .resizable(false)
        .order(Order::Foreground)
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(room.center_top() + vec2(0.0, 12.0))
        .fixed_size(vec2(SIZE[0], SIZE[1]).min(room.size()))
        .show(context, |ui| {
            let mut query = palette.query().to_owned();
            let search = TextEdit::singleline(&mut query)
                .hint_text(text!("palette-search"))
                .desired_width(f32::INFINITY);
            ui.add(search).request_focus();
            if query != palette.query() {
                palette.search(&query);
                // This frame still shows the results for the previous search text.
                ui.ctx().request_repaint();
            }
            ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
                runs |= list(ui, palette, has_moved);
            });
        });
    if runs && let Some(entry) = palette.available_marked_entry() {
        chosen.run(entry.command.clone());
        closes = true;
    }
    if closes {
        program.palette = None;
    }
    Ok(())
}

/// Draws the list of matching commands. Returns whether one of them was clicked.
fn list(ui: &mut egui::Ui, palette: &mut Palette<PaletteCommand>, has_moved: bool) -> bool {
    let mut clicked = None;
    if palette.matching_entries().len() == 0 {
        ui.label(RichText::new(text!("palette-none")).color(style::FAINT));
    }
    for (position, entry) in palette.matching_entries().enumerate() {
        let is_marked = position == palette.marked_index();
        ui.horizontal(|ui| {
            let row = Button::selectable(is_marked, RichText::new(&entry.name).size(13.0));
            let row = ui.add_enabled(entry.why_not.is_none(), row);
            if is_marked && has_moved {
                row.scroll_to_me(None);
            }
            if let Some(why_not) = &entry.why_not {
                ui.label(RichText::new(why_not).color(style::FAINT).size(12.0));
            } else if !entry.key.is_empty() {
                style::draw_key_cap(ui, &entry.key);
            }
            if row.clicked() {
                clicked = Some(position);
            }
        });
    }
    if let Some(position) = clicked {
        palette.mark(position);
    }
    clicked.is_some()
}
