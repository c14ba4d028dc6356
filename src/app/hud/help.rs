//! The help card: drawn from the table of controls, in as many columns as find room; it scrolls where they do not.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{Align, Align2, Color32, Id, Key, LayerId, Layout, Order, RichText, ScrollArea, vec2};

use super::{layout::MARGIN, style};
use crate::app::input::{
    KeyLabels,
    controls::{CONTROLS, Control, Group},
};

/// Least and greatest width of a column, and the gap between two, in points.
const COLUMN: [f32; 2] = [300.0, 410.0];
const GAP: f32 = 28.0;

/// Most columns.
const MOST: usize = 3;

/// Width of the keys in a column.
const KEYS: f32 = 84.0;

/// Around the text.
const BORDER: i8 = 18;

pub(super) fn draw(mut contexts: EguiContexts, labels: Res<KeyLabels>) -> Result {
    show(contexts.ctx_mut()?, &labels);
    Ok(())
}

/// How many columns a width has room for, and how wide each is.
fn columns(width: f32) -> (usize, f32) {
    let count = (((width + GAP) / (COLUMN[0] + GAP)) as usize).clamp(1, MOST);
    let each = (width - GAP * (count - 1) as f32) / count as f32;
    (count, each.min(COLUMN[1]))
}

/// The controls of a group.
fn controls(group: Group) -> impl Iterator<Item = &'static Control> {
    CONTROLS.iter().filter(move |control| control.group == group)
}

/// The groups in so many columns, in their order, so that the longest column is as short as can be.
fn divided(count: usize) -> Vec<Vec<Group>> {
    /// Rows that a heading takes.
    const HEADING: usize = 2;
    let rows = |group: Group| controls(group).count() + HEADING;
    let fill = |most: usize| {
        let mut columns: Vec<(usize, Vec<Group>)> = Vec::new();
        for group in Group::ALL {
            match columns.last_mut() {
                Some((used, column)) if *used + rows(group) <= most => {
                    *used += rows(group);
                    column.push(group);
                }
                _ => columns.push((rows(group), vec![group])),
            }
        }
        columns
    };
    let all: usize = Group::ALL.map(rows).iter().sum();
    let most = (0..all).find(|&most| fill(most).len() <= count).unwrap_or(all);
    fill(most).into_iter().map(|(_, column)| column).collect()
}

fn show(context: &egui::Context, labels: &KeyLabels) {
    let window = context.content_rect();
    let shade = LayerId::new(Order::Middle, Id::new("behind the help"));
    context
        .layer_painter(shade)
        .rect_filled(window, 0.0, Color32::from_black_alpha(110));
    // Opaque: what it covers is text too.
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
                let note = format!(
                    "{} or {} closes. Scroll with the wheel or the arrow keys. Keys are named as they are printed on your keyboard, once \
                     you have pressed one of them.",
                    labels.key(KeyCode::F1),
                    labels.key(KeyCode::Escape),
                );
                ui.add(egui::Label::new(RichText::new(note).color(style::FAINT).size(12.5)).wrap());
                ui.add_space(8.0);
                let left = room.y - (ui.cursor().top() - top);
                let mut scrolled = ScrollArea::vertical()
                    .max_height(left)
                    .auto_shrink([false, true])
                    .show(ui, |ui| {
                        ui.set_width(whole);
                        ui.horizontal_top(|ui| {
                            ui.spacing_mut().item_spacing.x = GAP;
                            for groups in divided(count) {
                                ui.vertical(|ui| {
                                    ui.set_width(width);
                                    ui.spacing_mut().item_spacing = vec2(8.0, 3.0);
                                    for group in groups {
                                        section(ui, group, labels);
                                    }
                                });
                            }
                        });
                    });
                let page = scrolled.inner_rect.height();
                let most = (scrolled.content_size.y - page).max(0.0);
                let offset = &mut scrolled.state.offset.y;
                *offset = (*offset + by_keys(ui, page)).clamp(0.0, most);
                scrolled.state.store(ui.ctx(), scrolled.id);
            });
        });
}

/// How far the keys that scroll a page of text scroll it down.
fn by_keys(ui: &egui::Ui, page: f32) -> f32 {
    let pressed = |key| ui.input(|input| input.num_presses(key)) as f32;
    let lines = pressed(Key::ArrowDown) - pressed(Key::ArrowUp);
    let pages = pressed(Key::PageDown) - pressed(Key::PageUp);
    lines * 48.0 + pages * 0.9 * page
}

fn section(ui: &mut egui::Ui, group: Group, labels: &KeyLabels) {
    let title = RichText::new(group.title())
        .color(style::ACCENT)
        .strong()
        .size(15.0);
    ui.label(title);
    for control in controls(group) {
        ui.horizontal_top(|ui| {
            ui.allocate_ui_with_layout(vec2(KEYS, 19.0), Layout::left_to_right(Align::Center), |ui| {
                ui.set_min_width(KEYS);
                ui.spacing_mut().item_spacing.x = 4.0;
                for name in control.keys(labels) {
                    style::key(ui, &name);
                }
            });
            ui.add(egui::Label::new(RichText::new(control.help).color(style::TEXT)).wrap());
        });
    }
    ui.add_space(8.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_is_in_one_column_and_the_columns_are_even() {
        for count in 1..=MOST {
            let columns = divided(count);
            assert!(columns.len() <= count);
            assert_eq!(columns.concat(), Group::ALL);
        }
        let rows = |column: &Vec<Group>| column.iter().map(|&group| controls(group).count()).sum::<usize>();
        let longest = divided(3).iter().map(rows).max().expect("there are columns");
        assert!(longest * 2 < CONTROLS.len(), "{longest} of {}", CONTROLS.len());
    }
}
