//! The tool bar above the level: every mode and every overlay within reach of the mouse.
//!
//! It is there while the mouse is free. Its room stays free while the mouse is captured, so that what is below it does not
//! jump. Tools that find no room are in its last menu.

mod button;
mod fit;
mod pictogram;
mod state;
#[cfg(test)]
mod tests;
mod tools;

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use bspwalk_progress::words::capitalized;
use bspwalk_session::overlays::OverlayKind;
use egui::{Button, Id, Popup, PopupCloseBehavior, Response, RichText, ScrollArea, Stroke, vec2};

use self::{
    button::ToolButton,
    fit::Sized,
    pictogram::Pictogram,
    tools::{BAR, Item, Menu, Row, Tool, Use},
};
use super::{
    hud::{
        layout::{Arranged, Screen},
        style,
    },
    input::KeyLabels,
    schedule::AppSystems,
    settings::Settings,
    state::{Act, Overlays},
};

pub(super) use self::state::ToolState;

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

/// The margins beside the buttons, and above and below them, in points.
const MARGIN: [f32; 2] = [6.0, 2.0];

/// The height of the bar, in points.
pub(super) const HEIGHT: f32 = button::HEIGHT + 2.0 * MARGIN[1];

/// The space between two buttons, and the width of the line between two groups, in points.
const SPACE: f32 = 2.0;
const GAP: f32 = 7.0;

/// The height of a menu before it scrolls, in points.
const MENU_HEIGHT: f32 = 480.0;

/// What the buttons show and change.
#[derive(SystemParam)]
struct Tools<'w, 's> {
    state: ToolState<'w, 's>,
    keys: Res<'w, KeyLabels>,
    overlays: ResMut<'w, Overlays>,
    commands: MessageWriter<'w, Act>,
}

fn draw(
    mut contexts: EguiContexts,
    settings: Res<Settings>,
    mut screen: ResMut<Screen>,
    mut tools: Tools,
) -> Result {
    if !settings.tool_bar {
        return Ok(());
    }
    screen.next.bar = HEIGHT;
    if !tools.state.is_wanted() {
        return Ok(());
    }
    let context = contexts.ctx_mut()?;
    let place = screen.places.bar;
    let frame = egui::Frame::new()
        .fill(style::CARD.to_opaque())
        .inner_margin(egui::Margin::symmetric(MARGIN[0] as i8, MARGIN[1] as i8));
    egui::Area::new(Id::new("tool bar"))
        .order(egui::Order::Middle)
        .fixed_pos(place.min)
        .constrain(false)
        .show(context, |ui| {
            ui.set_max_size(vec2(place.width(), HEIGHT));
            frame.show(ui, |ui| {
                ui.set_width(place.width() - 2.0 * MARGIN[0]);
                ui.set_height(button::HEIGHT);
                ui.spacing_mut().item_spacing = vec2(SPACE, 0.0);
                ui.horizontal_top(|ui| {
                    let shown = shown(ui);
                    // No line where a whole group has no room.
                    let mut is_after_gap = true;
                    for (item, _) in BAR.iter().zip(&shown).filter(|(_, is_shown)| **is_shown) {
                        let is_gap = matches!(item, Item::Gap);
                        if !(is_gap && is_after_gap) {
                            tools.item(ui, item, &shown);
                        }
                        is_after_gap = is_gap;
                    }
                });
            });
            let line = Stroke::new(1.0, style::LINE);
            ui.painter().hline(place.x_range(), place.bottom(), line);
        });
    Ok(())
}

/// Which items of the bar have room.
fn shown(ui: &egui::Ui) -> Vec<bool> {
    let sizes = BAR.iter().map(|item| {
        let (width, rank) = match item {
            Item::Tool(tool) => (button_of(tool, false).width(ui), tool.rank),
            Item::Menu(menu) => (menu_button(*menu, false).width(ui), menu.rank()),
            Item::Gap => (GAP, 0),
        };
        Sized {
            width: width + SPACE,
            rank,
        }
    });
    fit::shown(&sizes.collect::<Vec<_>>(), ui.available_width() + SPACE)
}

fn button_of(tool: &Tool, on: bool) -> ToolButton<'static> {
    ToolButton {
        pictogram: tool.pictogram,
        name: tool.name.text(),
        on,
        is_menu: false,
    }
}

fn menu_button(menu: Menu, on: bool) -> ToolButton<'static> {
    ToolButton {
        pictogram: menu.pictogram(),
        name: menu.name(),
        on,
        is_menu: true,
    }
}

impl Tools<'_, '_> {
    fn item(&mut self, ui: &mut egui::Ui, item: &Item, shown: &[bool]) {
        match item {
            Item::Gap => {
                let (rect, _) = ui.allocate_exact_size(vec2(GAP, button::HEIGHT), egui::Sense::hover());
                let line = Stroke::new(1.0, style::LINE);
                let middle = rect.shrink2(vec2(0.0, 5.0));
                ui.painter().vline(rect.center().x, middle.y_range(), line);
            }
            Item::Tool(tool) => {
                let button = button_of(tool, self.is_on(tool.action)).show(ui);
                let (help, key) = (tool.action.help(), self.key(tool.action));
                let button = tip(button, tool.name.text(), &key, help);
                if button.clicked() {
                    self.act(tool.action);
                }
            }
            Item::Menu(menu) => {
                // What is always on tells nothing.
                let on = *menu == Menu::Colors && self.overlays.coloring() != OverlayKind::Materials;
                let button = tip(menu_button(*menu, on).show(ui), menu.name(), "", menu.hint());
                let height = MENU_HEIGHT.min(ui.ctx().content_rect().height() - HEIGHT - 30.0);
                Popup::menu(&button)
                    .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
                    .show(|ui| {
                        ui.spacing_mut().item_spacing = vec2(6.0, 2.0);
                        ScrollArea::vertical()
                            .max_height(height)
                            .min_scrolled_height(height)
                            .show(ui, |ui| self.menu(ui, *menu, shown));
                    });
            }
        }
    }

    /// Whether a tool is on.
    fn is_on(&self, action: Use) -> bool {
        match action {
            Use::Show(kind) if kind.colors_faces() => self.overlays.is_on(kind),
            Use::Show(kind) => kind.on_its_key().any(|kind| self.overlays.is_on(kind)),
            _ => self.state.is_on(&action) == Some(true),
        }
    }

    /// The key of a tool, if it has one of its own.
    fn key(&self, action: Use) -> String {
        match action {
            Use::Show(kind) if kind.colors_faces() => String::new(),
            _ => self.keys.of(action.command()),
        }
    }

    fn act(&mut self, action: Use) {
        match action {
            // Its key goes through all colourings.
            Use::Show(kind) if kind.colors_faces() => {
                let on = !self.overlays.is_on(kind);
                self.overlays.set(kind, on);
            }
            _ => {
                if let Some(command) = self.state.command_of(&action) {
                    self.commands.write(Act(command));
                }
            }
        }
    }

    /// The rows of a menu; the last one begins with the tools that the bar does not show.
    fn menu(&mut self, ui: &mut egui::Ui, menu: Menu, shown: &[bool]) {
        if menu == Menu::More {
            for (item, _) in BAR.iter().zip(shown).filter(|(_, is_shown)| !**is_shown) {
                match item {
                    Item::Tool(tool) => {
                        let (on, key) = (self.is_on(tool.action), self.key(tool.action));
                        let name = match tool.action {
                            Use::Show(kind) => kind.title(),
                            action => action.help(),
                        };
                        let row = row(ui, Some(tool.pictogram), &key, on, name);
                        if row.on_hover_text(tool.action.help()).clicked() {
                            self.act(tool.action);
                        }
                    }
                    Item::Menu(menu) => {
                        heading(ui, menu.name());
                        self.menu(ui, *menu, shown);
                    }
                    Item::Gap => {}
                }
            }
        }
        for row in menu.rows() {
            self.line(ui, &row);
        }
    }

    /// A row of a menu.
    fn line(&mut self, ui: &mut egui::Ui, line: &Row) {
        match *line {
            Row::Heading(title) => heading(ui, title),
            Row::Overlay(kind) => {
                // Overlays of one key are gone through by it.
                let button = row(ui, None, "", self.overlays.is_on(kind), kind.title());
                if button.on_hover_text(kind.description()).clicked() {
                    self.overlays.set(kind, true);
                }
            }
            Row::Command(command, help) => {
                let on = self.state.is_command_on(command) == Some(true);
                if row(ui, None, &self.keys.of(command), on, help).clicked() {
                    self.commands.write(Act(command));
                    ui.close();
                }
            }
        }
    }
}

fn heading(ui: &mut egui::Ui, title: &str) {
    ui.add_space(3.0);
    ui.label(RichText::new(title).color(style::ACCENT).size(12.0));
}

/// A row of a menu: pictogram, key, and a button with its words.
fn row(ui: &mut egui::Ui, pictogram: Option<Pictogram>, key: &str, on: bool, words: &str) -> Response {
    ui.horizontal(|ui| {
        ui.set_min_width(210.0);
        let (square, _) = ui.allocate_exact_size(vec2(16.0, 16.0), egui::Sense::hover());
        if let Some(pictogram) = pictogram {
            pictogram.draw(ui.painter(), square, style::TEXT);
        }
        ui.allocate_ui(vec2(40.0, 18.0), |ui| {
            ui.set_min_width(40.0);
            if !key.is_empty() {
                style::key(ui, key);
            }
        });
        ui.add(Button::selectable(on, RichText::new(words).size(13.0)))
    })
    .inner
}

/// Adds a tool tip: the name, the key, and what it does.
fn tip(button: Response, name: &str, key: &str, help: &str) -> Response {
    button.on_hover_ui(|ui| {
        ui.set_max_width(300.0);
        ui.horizontal(|ui| {
            ui.label(RichText::new(name).strong().color(style::TEXT));
            if !key.is_empty() {
                style::key(ui, key);
            }
        });
        // The help of keys begins with a small letter.
        if !help.is_empty() {
            style::text(ui, capitalized(help), style::TEXT, 13.0);
        }
    })
}
