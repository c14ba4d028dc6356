//! Help card: a scrollable list of the controls that have a key, in as many columns as fit.

use bevy::prelude::*;
use bspwalk_session::actions::{FILM_KEYS, FrontEnd, GROUPS, Group};
use egui::{Align, Align2, Color32, Id, Key, LayerId, Layout, Order, RichText, ScrollArea, vec2};

use super::hints::TOUR;
use crate::app::{input::pads::PadInputs, kit::prelude::*};

/// Minimum and maximum width of a column, and the gap between columns, in points.
const COLUMN: [f32; 2] = [300.0, 410.0];
const GAP: f32 = 28.0;

/// Maximum number of columns.
const MOST: usize = 3;

/// Width of the key labels in a column, in points.
const KEYS: f32 = 84.0;

/// Scroll speed of the right stick, in points per second.
const SCROLL: f32 = 900.0;

/// Returns the number of columns that fit into a width, and the width of each column.
fn columns(width: f32) -> (usize, f32) {
    let count = (((width + GAP) / (COLUMN[0] + GAP)) as usize).clamp(1, MOST);
    let each = (width - GAP * (count - 1) as f32) / count as f32;
    (count, each.min(COLUMN[1]))
}

/// A control group, and the title and keys of each of its controls that has a key.
type Section = (&'static Group, Vec<(&'static str, Vec<String>)>);

fn section(group: &'static Group, labels: &KeyLabels) -> Section {
    let controls = group.of(FrontEnd::Window);
    let controls = controls.map(|control| (control.title.text(), labels.names().all_of(control)));
    (group, controls.filter(|(_, keys)| !keys.is_empty()).collect())
}

/// Distributes the groups, in order, over the given number of columns so that the columns have similar lengths.
fn divided(count: usize, labels: &KeyLabels) -> Vec<Vec<Section>> {
    /// Height of a heading, in rows.
    const HEADING: usize = 2;
    let sections: Vec<Section> = GROUPS.iter().map(|group| section(group, labels)).collect();
    let rows = |section: &Section| section.1.len() + HEADING;
    let all: usize = sections.iter().map(rows).sum();
    let mut columns = vec![Vec::new(); count];
    let mut above = 0;
    for section in sections {
        let rows = rows(&section);
        columns[(above + rows / 2) * count / all].push(section);
        above += rows;
    }
    columns
}

pub(super) fn draw(
    mut contexts: EguiContexts,
    labels: Res<KeyLabels>,
    (pads, settings): (Option<Res<PadInputs>>, Res<Settings>),
    mut program: ResMut<ProgramState>,
    mut commands: MessageWriter<Act>,
) -> Result {
    let open = &mut program.ui;
    let context = contexts.ctx_mut()?;
    let window = context.content_rect();
    let shade = LayerId::new(Order::Middle, Id::new("behind the help"));
    context
        .layer_painter(shade)
        .rect_filled(window, 0.0, Color32::from_black_alpha(110));
    // Make the card opaque, because it covers text.
    let frame = style::card()
        .inner_margin(egui::Margin::same(18))
        .fill(style::CARD.to_opaque());
    let room = window.shrink(MARGIN).size() - frame.total_margin().sum();
    let (count, width) = columns(room.x);
    let whole = width * count as f32 + GAP * (count - 1) as f32;
    let stick = pads.map_or(0.0, |pads| pads.scroll_deflection(&settings));
    egui::Area::new(Id::new("help"))
        .anchor(Align2::CENTER_CENTER, egui::Vec2::ZERO)
        .order(Order::Foreground)
        .show(context, |ui| {
            ui.set_max_size(window.shrink(MARGIN).size());
            frame.show(ui, |ui| {
                ui.set_width(whole);
                let top = ui.cursor().top();
                ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                    if ui.button(text!("help-close")).clicked() {
                        open.help = None;
                    }
                    let tour = match open.tour {
                        true => text!("help-leave-tour"),
                        false => text!("help-tour"),
                    };
                    if widgets::button(ui, tour, TOUR.text()) {
                        open.help = None;
                        commands.write(Act(Action::Tour));
                    }
                    let [one, other] = labels.hints([Action::ToggleHelp, Action::Escape]);
                    ui.with_layout(Layout::top_down(Align::Min), |ui| {
                        style::text(ui, text!("help-how", one, other), style::FAINT, 12.5);
                    });
                });
                ui.add_space(8.0);
                ScrollArea::vertical()
                    .max_height(room.y - (ui.cursor().top() - top))
                    .auto_shrink([false, true])
                    .animated(false)
                    .show(ui, |ui| {
                        let up = pressed(ui) + stick * SCROLL * ui.input(|input| input.stable_dt);
                        ui.scroll_with_delta(vec2(0.0, up));
                        ui.set_width(whole);
                        ui.horizontal_top(|ui| {
                            ui.spacing_mut().item_spacing.x = GAP;
                            let mut columns = divided(count, &labels);
                            columns[count - 1].push(section(&FILM_KEYS, &labels));
                            for sections in columns {
                                ui.vertical(|ui| {
                                    ui.set_width(width);
                                    ui.spacing_mut().item_spacing = vec2(8.0, 3.0);
                                    for section in sections {
                                        show(ui, section);
                                    }
                                });
                            }
                        });
                    });
            });
        });
    Ok(())
}

/// Returns the distance by which the pressed keys scroll up, in points.
fn pressed(ui: &egui::Ui) -> f32 {
    let pressed = |key| ui.input(|input| input.num_presses(key)) as f32;
    let lines = pressed(Key::ArrowUp) - pressed(Key::ArrowDown);
    let pages = pressed(Key::PageUp) - pressed(Key::PageDown);
    lines * 48.0 + pages * 0.9 * ui.clip_rect().height()
}

/// Draws a control group, unless none of its controls has a key.
fn show(ui: &mut egui::Ui, (group, controls): Section) {
    if controls.is_empty() {
        return;
    }
    let title = RichText::new(group.title.text()).color(style::ACCENT);
    ui.add(egui::Label::new(title.strong().size(15.0)).wrap());
    for (title, keys) in controls {
        ui.horizontal_top(|ui| {
            ui.allocate_ui_with_layout(vec2(KEYS, 19.0), Layout::left_to_right(Align::Center), |ui| {
                ui.set_min_width(KEYS);
                ui.spacing_mut().item_spacing.x = 4.0;
                for name in keys {
                    style::draw_key_cap(ui, &name);
                }
            });
            ui.add(egui::Label::new(RichText::new(title).color(style::TEXT)).wrap());
        });
    }
    ui.add_space(8.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_in_order_in_even_columns() {
        for count in 1..=MOST {
            let columns = divided(count, &KeyLabels::default());
            let titles = columns.iter().flatten().map(|(group, _)| group.title);
            assert!(titles.eq(GROUPS.iter().map(|group| group.title)));
            let rows = columns
                .iter()
                .map(|column| column.iter().map(|(_, controls)| controls.len()).sum::<usize>());
            let (longest, all) = (rows.clone().max().unwrap_or(0), rows.sum::<usize>());
            assert!(count < 3 || longest * 2 < all, "{longest} of {all}");
        }
    }
}
