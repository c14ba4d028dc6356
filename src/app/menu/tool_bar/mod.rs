//! Tool bar above the level: the views, the most useful overlays, and tools for learning.
//!
//! The tool bar is shown while the mouse is free, once the tour invitation has been answered. Its space stays reserved
//! while it is hidden, so that nothing below it moves.

#[cfg(test)]
mod tests;
mod tools;

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use bspwalk_session::{
    actions::{Action, Control, control_of},
    overlays::OverlayKind,
};
use egui::{
    Align, AtomLayout, Button, Color32, Direction, FontId, Id, Popup, PopupCloseBehavior, Response, RichText,
    ScrollArea, Separator, Stroke, WidgetInfo, WidgetType,
    text::{LayoutJob, TextFormat},
    vec2,
};

use self::tools::{BAR, COLORS, Tool};
use super::facts::Facts;
use crate::app::kit::layout::{Arranged, Screen};
use crate::app::{host::prelude::*, kit::style};

/// Draws the tool bar.
pub(in crate::app) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        draw.after(Arranged).in_set(AppSystems::Hud),
    );
}

/// Horizontal and vertical margins of the buttons, in points.
const MARGIN: [f32; 2] = [6.0, 2.0];

/// Minimum size of a button, in points.
const BUTTON: egui::Vec2 = vec2(40.0, 40.0);

/// Height of the tool bar, in points.
pub(in crate::app) const HEIGHT: f32 = BUTTON.y + 2.0 * MARGIN[1];

/// Space between buttons, and width of a group separator, in points.
const SPACE: f32 = 2.0;
const GAP: f32 = 7.0;

/// State of the buttons, and writers for the commands that they send.
#[derive(SystemParam)]
struct Tools<'w, 's> {
    facts: Facts<'w, 's>,
    commands: MessageWriter<'w, Act>,
}

fn draw(
    mut contexts: EguiContexts,
    invitation: Option<Res<Invitation>>,
    mut screen: ResMut<Screen>,
    mut tools: Tools,
) -> Result {
    let program = &tools.facts.program;
    let ui = program.ui;
    if !program.bars.tools {
        return Ok(());
    }
    screen.next.bar = HEIGHT;
    if ui.captured || ui.help.is_some() || invitation.is_some() {
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
                ui.set_height(BUTTON.y);
                ui.spacing_mut().item_spacing = vec2(SPACE, 0.0);
                ui.spacing_mut().button_padding = vec2(4.5, 0.0);
                ScrollArea::horizontal().show(ui, |ui| {
                    ui.horizontal_top(|ui| {
                        for (place, group) in BAR.into_iter().enumerate() {
                            if place > 0 {
                                ui.add(Separator::default().spacing(GAP).shrink(5.0));
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

/// Draws a button with an icon above its name.
fn button(ui: &mut egui::Ui, tool: &Tool, is_on: bool) -> Response {
    let name = tool.name.text();
    let mut icon = LayoutJob::default();
    let mut add = |text: &str, space: f32, size: f32| {
        let format = TextFormat {
            valign: Align::Center,
            ..TextFormat::simple(FontId::proportional(size), Color32::PLACEHOLDER)
        };
        icon.append(text, space, format);
    };
    add(tool.icon, 0.0, 20.0);
    if tool.command == COLORS {
        add("⏷", 2.0, 9.0);
    }
    let face = AtomLayout::new((icon, RichText::new(name).size(11.0)))
        .id(ui.next_auto_id().with("face"))
        .direction(Direction::TopDown)
        .gap(0.0);
    let button = ui.add(Button::selectable(is_on, face).min_size(BUTTON));
    button.widget_info(|| WidgetInfo::selected(WidgetType::SelectableLabel, true, is_on, name));
    if is_on {
        // Also mark active buttons with a line, because colour is not accessible to everyone.
        let line = Stroke::new(2.5, style::ACCENT);
        let rect = button.rect.shrink(3.0);
        ui.painter()
            .hline(rect.x_range(), button.rect.bottom() - 1.25, line);
    }
    button
}

impl Tools<'_, '_> {
    fn tool(&mut self, ui: &mut egui::Ui, tool: &Tool) {
        let key = self.facts.key(tool.command);
        let help = control_of(tool.command).map_or_else(String::new, Control::description);
        let button = button(ui, tool, self.facts.is_on(tool.command) == Some(true));
        let button = tip(button, tool.name.text(), &key, &help);
        if tool.command == COLORS {
            Popup::menu(&button)
                .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
                .show(|ui| self.colors(ui));
        } else if button.clicked() {
            self.commands.write(Act(tool.command));
        }
    }

    /// Draws the list of overlays that recolour faces.
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

/// Adds a tooltip with the tool's name, key and explanation.
fn tip(button: Response, name: &str, key: &str, help: &str) -> Response {
    button.on_hover_ui(|ui| {
        ui.set_max_width(300.0);
        ui.horizontal(|ui| {
            ui.label(RichText::new(name).strong().color(style::TEXT));
            if !key.is_empty() {
                style::draw_key_cap(ui, key);
            }
        });
        if !help.is_empty() {
            style::text(ui, help, style::TEXT, 13.0);
        }
    })
}
