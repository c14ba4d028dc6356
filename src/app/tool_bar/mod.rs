//! Tool bar above the level: the views, the most useful overlays, and tools for learning.
//!
//! It is shown while the mouse is free. Its space stays reserved while the mouse is captured, so nothing below it
//! jumps.

mod button;
#[cfg(test)]
mod tests;
mod tools;

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use bspwalk_session::{
    actions::{Action, Control, control_of},
    overlays::OverlayKind,
};
use egui::{Button, Id, Popup, PopupCloseBehavior, Response, RichText, ScrollArea, Stroke, vec2};

use self::{
    button::ToolButton,
    tools::{BAR, COLORS, Tool},
};
use super::{
    facts::Facts,
    hud::{
        layout::{Arranged, Screen},
        style,
    },
    schedule::AppSystems,
    state::{Act, Ui},
};

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

/// Horizontal and vertical margins of the buttons, in points.
const MARGIN: [f32; 2] = [6.0, 2.0];

/// Height of the bar, in points.
pub(super) const HEIGHT: f32 = button::HEIGHT + 2.0 * MARGIN[1];

/// Space between buttons, and width of the separator between groups, in points.
const SPACE: f32 = 2.0;
const GAP: f32 = 7.0;

/// State of the buttons, and the commands that they send.
#[derive(SystemParam)]
struct Tools<'w, 's> {
    facts: Facts<'w, 's>,
    commands: MessageWriter<'w, Act>,
}

fn draw(mut contexts: EguiContexts, ui: Res<Ui>, mut screen: ResMut<Screen>, mut tools: Tools) -> Result {
    if !tools.facts.settings.tool_bar {
        return Ok(());
    }
    screen.next.bar = HEIGHT;
    if ui.captured || ui.help {
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
                ScrollArea::horizontal().show(ui, |ui| {
                    ui.horizontal_top(|ui| {
                        for (place, group) in BAR.into_iter().enumerate() {
                            if place > 0 {
                                gap(ui);
                            }
                            for tool in group {
                                tools.tool(ui, tool);
                            }
                        }
                    });
                });
            });
            let line = Stroke::new(1.0, style::LINE);
            ui.painter().hline(place.x_range(), place.bottom(), line);
        });
    Ok(())
}

/// Draws a separator between two groups.
fn gap(ui: &mut egui::Ui) {
    let (rect, _) = ui.allocate_exact_size(vec2(GAP, button::HEIGHT), egui::Sense::hover());
    let middle = rect.shrink2(vec2(0.0, 5.0));
    ui.painter()
        .vline(rect.center().x, middle.y_range(), Stroke::new(1.0, style::LINE));
}

impl Tools<'_, '_> {
    fn tool(&mut self, ui: &mut egui::Ui, tool: &Tool) {
        let button = ToolButton {
            icon: tool.icon,
            name: tool.name.text(),
            on: self.facts.is_on(tool.command) == Some(true),
            is_menu: tool.command == COLORS,
        };
        let key = self.facts.key(tool.command);
        let help = control_of(tool.command).map_or_else(String::new, Control::description);
        let button = tip(button.show(ui), button.name, &key, &help);
        if tool.command == COLORS {
            Popup::menu(&button)
                .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
                .show(|ui| self.colors(ui));
        } else if button.clicked() {
            self.commands.write(Act(tool.command));
        }
    }

    /// Draws the list of overlays that colour the faces.
    fn colors(&mut self, ui: &mut egui::Ui) {
        for kind in OverlayKind::ALL.into_iter().filter(|kind| kind.colors_faces()) {
            let command = Action::for_overlay(kind);
            let words = RichText::new(kind.title()).size(13.0);
            let row = Button::selectable(self.facts.is_on(command) == Some(true), words);
            if ui.add(row).on_hover_text(kind.description()).clicked() {
                self.commands.write(Act(command));
            }
        }
    }
}

/// Adds a tooltip with the name, the key and the explanation.
fn tip(button: Response, name: &str, key: &str, help: &str) -> Response {
    button.on_hover_ui(|ui| {
        ui.set_max_width(300.0);
        ui.horizontal(|ui| {
            ui.label(RichText::new(name).strong().color(style::TEXT));
            if !key.is_empty() {
                style::key(ui, key);
            }
        });
        if !help.is_empty() {
            style::text(ui, help, style::TEXT, 13.0);
        }
    })
}
