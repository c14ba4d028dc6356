//! The tool bar above the level: every mode and every overlay within reach of the mouse.
//!
//! It is there while the mouse is free. Where the names of its buttons have no room, their icons stay; the tool tips name them
//! and their keys.

mod state;
#[cfg(test)]
mod tests;
mod tools;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Button, Id, PopupCloseBehavior, RichText, ScrollArea, containers::menu};

use self::{
    state::ToolState,
    tools::{BAR, Item, Menu, Row},
};
use super::{
    hud::{
        layout::{Arranged, Screen},
        style,
    },
    input::KeyLabels,
    schedule::AppSystems,
    settings::Settings,
    state::{Command, Overlays},
};
use crate::cli::overlays::OverlayKind;

/// Draws the tool bar.
pub(super) struct ToolBarPlugin;

impl Plugin for ToolBarPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            EguiPrimaryContextPass,
            draw.after(Arranged).in_set(AppSystems::Hud),
        );
    }
}

/// The height of the bar, in points.
const HEIGHT: f32 = 30.0;

/// The height of a menu before it scrolls, in points.
const MENU_HEIGHT: f32 = 480.0;

/// The width that the buttons take with their names, in points, as far as it is known.
#[derive(Default)]
struct Named(Option<f32>);

fn draw(
    mut contexts: EguiContexts,
    (state, settings, keys): (ToolState, Res<Settings>, Res<KeyLabels>),
    mut screen: ResMut<Screen>,
    mut overlays: ResMut<Overlays>,
    mut commands: MessageWriter<Command>,
    mut named: Local<Named>,
) -> Result {
    if !settings.tool_bar || !state.is_wanted() {
        return Ok(());
    }
    let context = contexts.ctx_mut()?;
    let place = screen.places.bar;
    screen.next.bar = HEIGHT;
    let has_names = named.0.is_none_or(|width| width <= place.width() - 16.0);
    let frame = egui::Frame::new()
        .fill(style::CARD)
        .inner_margin(egui::Margin::symmetric(8, 3));
    egui::Area::new(Id::new("tool bar"))
        .order(egui::Order::Middle)
        .fixed_pos(place.min)
        .constrain(false)
        .show(context, |ui| {
            ui.set_max_size(egui::vec2(place.width(), HEIGHT));
            frame.show(ui, |ui| {
                ui.set_width(place.width() - 16.0);
                ui.set_height(HEIGHT - 6.0);
                ui.spacing_mut().item_spacing.x = 3.0;
                ui.spacing_mut().button_padding = egui::vec2(6.0, 2.0);
                let width = ui
                    .horizontal_centered(|ui| {
                        for item in BAR {
                            show(ui, item, has_names, &state, &keys, &mut overlays, &mut commands);
                        }
                        ui.min_rect().width()
                    })
                    .inner;
                if has_names {
                    named.0 = Some(width);
                }
            });
        });
    Ok(())
}

/// The text of a button.
fn label(icon: &str, name: &str, has_name: bool) -> RichText {
    let text = if has_name {
        format!("{icon} {name}")
    } else {
        icon.to_owned()
    };
    RichText::new(text).size(13.0)
}

fn show(
    ui: &mut egui::Ui,
    item: &Item,
    has_names: bool,
    state: &ToolState<'_, '_>,
    keys: &KeyLabels,
    overlays: &mut ResMut<'_, Overlays>,
    commands: &mut MessageWriter<'_, Command>,
) {
    match item {
        Item::Gap => {
            ui.add_space(8.0);
        }
        Item::Tool(tool) => {
            let on = state.is_on(&tool.action) == Some(true);
            let button = Button::selectable(on, label(tool.icon, tool.name, has_names));
            let hint = tip(tool.name, tool.action.help(), &keys.of(tool.action.command()));
            if ui.add(button).on_hover_text(hint).clicked()
                && let Some(command) = state.command_of(&tool.action)
            {
                commands.write(command);
            }
        }
        Item::Menu(menu) => {
            let rows = menu.rows();
            let count = rows.iter().filter(|row| is_on(row, state, overlays)).count();
            // What is always on tells nothing.
            let count = count.saturating_sub(usize::from(*menu == Menu::Colors && !is_colored(overlays)));
            let name = match (menu.counts(), count) {
                (true, 1..) => format!("{} {count}", menu.name()),
                _ => menu.name().to_owned(),
            };
            let button = Button::selectable(menu.counts() && count > 0, label(menu.icon(), &name, has_names));
            let config = menu::MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
            let (button, _) = menu::MenuButton::from_button(button).config(config).ui(ui, |ui| {
                ScrollArea::vertical().max_height(MENU_HEIGHT).show(ui, |ui| {
                    for row in rows {
                        line(ui, &row, state, keys, overlays, commands);
                    }
                });
            });
            button.on_hover_text(menu.hint());
        }
    }
}

/// Whether the faces have other colours than those of their materials.
fn is_colored(overlays: &Overlays) -> bool {
    overlays.coloring() != OverlayKind::Materials
}

fn is_on(row: &Row, state: &ToolState<'_, '_>, overlays: &Overlays) -> bool {
    match row {
        Row::Overlay(kind) => overlays.is_on(*kind),
        Row::Command(command, _) => state.is_command_on(*command) == Some(true),
        Row::Heading(_) => false,
    }
}

/// A row of a menu.
fn line(
    ui: &mut egui::Ui,
    row: &Row,
    state: &ToolState<'_, '_>,
    keys: &KeyLabels,
    overlays: &mut ResMut<'_, Overlays>,
    commands: &mut MessageWriter<'_, Command>,
) {
    let on = is_on(row, state, overlays);
    let (command, text, hint) = match row {
        Row::Heading(title) => {
            ui.label(RichText::new(*title).color(style::ACCENT).size(12.0));
            return;
        }
        Row::Overlay(kind) => (Command::Overlay(kind.key()), kind.title(), kind.description()),
        Row::Command(command, help) => (*command, *help, ""),
    };
    let clicked = ui
        .horizontal(|ui| {
            ui.set_min_width(210.0);
            let key = keys.of(command);
            ui.allocate_ui(egui::vec2(34.0, 18.0), |ui| {
                ui.set_min_width(34.0);
                style::key(ui, &key);
            });
            let button = ui.add(Button::selectable(on, RichText::new(text).size(13.0)));
            let button = if hint.is_empty() {
                button
            } else {
                button.on_hover_text(hint)
            };
            button.clicked()
        })
        .inner;
    match row {
        Row::Overlay(kind) if clicked && kind.colors_faces() => overlays.set(*kind, true),
        _ if clicked => {
            commands.write(command);
            if !matches!(row, Row::Overlay(_)) {
                ui.close();
            }
        }
        _ => {}
    }
}

/// A tool tip: the name, what it does, and its key.
fn tip(name: &str, help: &str, key: &str) -> String {
    let key = if key.is_empty() {
        String::new()
    } else {
        format!(" ({key})")
    };
    if help.is_empty() {
        format!("{name}{key}")
    } else {
        format!("{name}: {help}{key}")
    }
}
