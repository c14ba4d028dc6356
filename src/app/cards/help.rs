//! Help card: the controls that have a key, in as many columns as fit. It scrolls.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use bspwalk_session::actions::{Control, FILM_KEYS, Front, GROUPS, Group};
use bspwalk_text::text;
use egui::{Align, Align2, Color32, Id, Key, LayerId, Layout, Order, RichText, ScrollArea, vec2};

use super::crosshair::TOUR;
use crate::app::kit::{layout::MARGIN, style};
use crate::app::{
    host::state::{Act, Action, Ui},
    input::{KeyLabels, pads::PadInputs, settings::Settings},
};

/// Minimum and maximum width of a column, and the gap between columns, in points.
const COLUMN: [f32; 2] = [300.0, 410.0];
const GAP: f32 = 28.0;

/// Maximum number of columns.
const MOST: usize = 3;

/// Width of the keys in a column, in points.
const KEYS: f32 = 84.0;

/// Scroll speed of the right stick, in points per second.
const SCROLL: f32 = 900.0;

/// Margin around the text, in points.
const BORDER: i8 = 18;

/// Returns the number of columns that fit into a width, and the width of each.
fn columns(width: f32) -> (usize, f32) {
    let count = (((width + GAP) / (COLUMN[0] + GAP)) as usize).clamp(1, MOST);
    let each = (width - GAP * (count - 1) as f32) / count as f32;
    (count, each.min(COLUMN[1]))
}

/// Returns the controls of a group that have a key, each with its keys.
fn with_keys(group: &Group, labels: &KeyLabels) -> Vec<(&'static Control, Vec<String>)> {
    let controls = group.of(Front::Window);
    let controls = controls.map(|control| (control, labels.keys(control)));
    controls.filter(|(_, keys)| !keys.is_empty()).collect()
}

/// Distributes the groups, in order, over this many columns of about the same length.
fn divided(count: usize, labels: &KeyLabels) -> Vec<&'static [Group]> {
    /// Number of rows that a heading takes.
    const HEADING: usize = 2;
    let rows = |group: &Group| with_keys(group, labels).len() + HEADING;
    let all: usize = GROUPS.iter().map(rows).sum();
    let mut above = 0;
    let column = |group: &Group| {
        let middle = above + rows(group) / 2;
        above += rows(group);
        middle * count / all
    };
    let columns: Vec<usize> = GROUPS.iter().map(column).collect();
    let start = |column: usize| columns.partition_point(|&other| other < column);
    (0..count)
        .map(|column| &GROUPS[start(column)..start(column + 1)])
        .collect()
}

pub(super) fn draw(
    mut contexts: EguiContexts,
    labels: Res<KeyLabels>,
    (pads, settings): (Option<Res<PadInputs>>, Res<Settings>),
    mut open: ResMut<Ui>,
    mut commands: MessageWriter<Act>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let window = context.content_rect();
    let shade = LayerId::new(Order::Middle, Id::new("behind the help"));
    context
        .layer_painter(shade)
        .rect_filled(window, 0.0, Color32::from_black_alpha(110));
    // Opaque, because it covers text.
    let frame = style::card()
        .inner_margin(egui::Margin::same(BORDER))
        .fill(style::CARD.to_opaque());
    let room = window.shrink(MARGIN).size() - frame.total_margin().sum();
    let (count, width) = columns(room.x);
    let whole = width * count as f32 + GAP * (count - 1) as f32;
    egui::Area::new(Id::new("help"))
        .anchor(Align2::CENTER_CENTER, egui::Vec2::ZERO)
        .order(Order::Foreground)
        .show(context, |ui| {
            ui.set_max_size(window.shrink(MARGIN).size());
            frame.show(ui, |ui| {
                ui.set_width(whole);
                let top = ui.cursor().top();
                let note = text!(
                    "help-how",
                    one = labels.of(Action::ToggleHelp),
                    other = labels.of(Action::Escape)
                );
                ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                    open.help &= !ui.button(text!("help-close")).clicked();
                    let tour = if open.tour {
                        text!("help-leave-tour")
                    } else {
                        text!("help-tour")
                    };
                    if ui.button(tour).on_hover_text(TOUR.text()).clicked() {
                        open.help = false;
                        commands.write(Act(Action::Tour));
                    }
                    ui.with_layout(Layout::top_down(Align::Min), |ui| {
                        style::text(ui, note, style::FAINT, 12.5);
                    });
                });
                ui.add_space(8.0);
                let left = room.y - (ui.cursor().top() - top);
                let mut scrolled = ScrollArea::vertical()
                    .max_height(left)
                    .auto_shrink([false, true])
                    .show(ui, |ui| {
                        ui.set_width(whole);
                        ui.horizontal_top(|ui| {
                            ui.spacing_mut().item_spacing.x = GAP;
                            let columns = divided(count, &labels);
                            let last = columns.len().saturating_sub(1);
                            for (place, groups) in columns.into_iter().enumerate() {
                                ui.vertical(|ui| {
                                    ui.set_width(width);
                                    ui.spacing_mut().item_spacing = vec2(8.0, 3.0);
                                    for group in groups {
                                        section(ui, group, &labels);
                                    }
                                    if place == last {
                                        section(ui, &FILM_KEYS, &labels);
                                    }
                                });
                            }
                        });
                    });
                let page = scrolled.inner_rect.height();
                let most = (scrolled.content_size.y - page).max(0.0);
                let offset = &mut scrolled.state.offset.y;
                let up = pads.map_or(0.0, |pads| pads.up(&settings));
                let by_stick = -up * SCROLL * ui.input(|input| input.stable_dt);
                *offset = (*offset + by_keys(ui, page) + by_stick).clamp(0.0, most);
                scrolled.state.store(ui.ctx(), scrolled.id);
            });
        });
    Ok(())
}

/// Returns how far the pressed keys scroll down, for pages of this height.
fn by_keys(ui: &egui::Ui, page: f32) -> f32 {
    let pressed = |key| ui.input(|input| input.num_presses(key)) as f32;
    let lines = pressed(Key::ArrowDown) - pressed(Key::ArrowUp);
    let pages = pressed(Key::PageDown) - pressed(Key::PageUp);
    lines * 48.0 + pages * 0.9 * page
}

/// Draws the controls of a group that have a key.
fn section(ui: &mut egui::Ui, group: &Group, labels: &KeyLabels) {
    let controls = with_keys(group, labels);
    if controls.is_empty() {
        return;
    }
    let title = RichText::new(group.title.text())
        .color(style::ACCENT)
        .strong()
        .size(15.0);
    ui.add(egui::Label::new(title).wrap());
    for (control, keys) in controls {
        ui.horizontal_top(|ui| {
            ui.allocate_ui_with_layout(vec2(KEYS, 19.0), Layout::left_to_right(Align::Center), |ui| {
                ui.set_min_width(KEYS);
                ui.spacing_mut().item_spacing.x = 4.0;
                for name in keys {
                    style::key(ui, &name);
                }
            });
            ui.add(egui::Label::new(RichText::new(control.title.text()).color(style::TEXT)).wrap());
        });
    }
    ui.add_space(8.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_is_in_one_column_and_the_columns_are_even() {
        let labels = KeyLabels::default();
        for count in 1..=MOST {
            let columns = divided(count, &labels);
            assert!(columns.len() <= count);
            let titles = columns
                .concat()
                .iter()
                .map(|group| group.title)
                .collect::<Vec<_>>();
            assert!(titles.iter().eq(GROUPS.iter().map(|group| &group.title)));
        }
        let count = |group: &Group| with_keys(group, &labels).len();
        let rows = |column: &&[Group]| column.iter().map(count).sum::<usize>();
        let longest = divided(3, &labels)
            .iter()
            .map(rows)
            .max()
            .expect("there are columns");
        let all = rows(&GROUPS);
        assert!(longest * 2 < all, "{longest} of {all}");
    }
}
