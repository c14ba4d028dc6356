//! The PVS as a matrix: a row and a column for every empty leaf, light where the two may see each other.

use bevy_egui::egui::{
    self, Color32, ColorImage, Rect, Sense, TextureHandle, TextureOptions, Ui, pos2, vec2,
};

use super::{Inbox, Outbox, terms, widgets};
use crate::{
    app::{palette::Palette, rooms::Made, state::Command},
    bsp::solid_leaf::LeafId,
};

/// Most rows; of more leaves, neighbours in the tree share a row.
const MOST_ROWS: usize = 256;

/// The picture of a matrix, made anew when the rooms change.
#[derive(Default)]
pub(super) struct Picture {
    of: Option<(u64, bool, Palette)>,
    texture: Option<TextureHandle>,
    rows: usize,
}

/// The leaf that stands for a row.
fn leaf_of(leaves: &[LeafId], row: usize, rows: usize) -> Option<LeafId> {
    leaves.get(row * leaves.len() / rows.max(1)).copied()
}

/// The row of a leaf.
fn row_of(leaves: &[LeafId], leaf: LeafId, rows: usize) -> Option<usize> {
    let place = leaves.binary_search(&leaf).ok()?;
    // The last row whose first leaf is not after it.
    (0..rows)
        .take_while(|row| row * leaves.len() / rows.max(1) <= place)
        .last()
}

fn paint(made: &Made, rows: usize, palette: Palette) -> ColorImage {
    let leaves = made.empty_leaves();
    let seen = widgets::color(palette.front());
    let mut image = ColorImage::filled([rows, rows], Color32::from_rgb(20, 23, 30));
    for row in 0..rows {
        let Some(from) = leaf_of(leaves, row, rows) else {
            continue;
        };
        for column in 0..rows {
            if leaf_of(leaves, column, rows).is_some_and(|to| made.may_see(from, to)) {
                image[(column, row)] = if row == column { Color32::WHITE } else { seen };
            }
        }
    }
    image
}

pub(super) fn show(
    ui: &mut Ui,
    inbox: &Inbox<'_>,
    made: &Made,
    palette: Palette,
    outbox: &mut Outbox<'_>,
    picture: &mut Picture,
) {
    let leaves = made.empty_leaves();
    if leaves.is_empty() || made.pvs.is_none() {
        return;
    }
    let of = Some((made.revision, made.is_refined(), palette));
    if picture.of != of {
        picture.rows = leaves.len().min(MOST_ROWS);
        let image = paint(made, picture.rows, palette);
        picture.texture = Some(ui.ctx().load_texture("pvs", image, TextureOptions::NEAREST));
        picture.of = of;
    }
    let Some(texture) = &picture.texture else { return };
    let rows = picture.rows;
    ui.add_space(4.0);
    widgets::name(ui, "Who may see whom", terms::MATRIX);
    let side = ui.available_width().min(256.0);
    let (rect, response) = ui.allocate_exact_size(vec2(side, side), Sense::click());
    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    ui.painter().image(texture.id(), rect, whole, Color32::WHITE);
    let pitch = side / rows as f32;
    // The row of the eye, and the column of the selected leaf.
    let stroke = |color| egui::Stroke::new(1.0, color);
    if let Some(row) = inbox.culling.leaf.and_then(|leaf| row_of(leaves, leaf, rows)) {
        let y = rect.top() + (row as f32 + 0.5) * pitch;
        ui.painter().hline(rect.x_range(), y, stroke(Color32::WHITE));
    }
    if let Some(column) = inbox.chosen.0.and_then(|leaf| row_of(leaves, leaf, rows)) {
        let x = rect.left() + (column as f32 + 0.5) * pitch;
        ui.painter()
            .vline(x, rect.y_range(), stroke(widgets::color(palette.selected())));
    }
    let Some(pointer) = response.hover_pos() else {
        return;
    };
    let place = (pointer - rect.min) / pitch;
    let cell = |value: f32| (value.max(0.0) as usize).min(rows.saturating_sub(1));
    let (Some(to), Some(from)) = (
        leaf_of(leaves, cell(place.x), rows),
        leaf_of(leaves, cell(place.y), rows),
    ) else {
        return;
    };
    let may = if made.may_see(from, to) {
        "may see"
    } else {
        "cannot see"
    };
    let response = response.on_hover_text(format!(
        "Leaf {from} {may} leaf {to}. Click: select leaf {to} and show the line of sight from leaf {from}."
    ));
    if response.clicked() {
        outbox.commands.write(Command::SelectLeaf(to));
        outbox.commands.write(Command::SightFrom(Some(from)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_leaf_has_a_row_and_every_row_a_leaf() {
        for count in [1_u32, 5, 255, 256, 257, 1000] {
            let leaves: Vec<LeafId> = (0..count).map(|leaf| leaf * 2 + 1).collect();
            let rows = leaves.len().min(MOST_ROWS);
            for row in 0..rows {
                let leaf = leaf_of(&leaves, row, rows);
                assert_eq!(leaf.and_then(|leaf| row_of(&leaves, leaf, rows)), Some(row));
            }
            for &leaf in &leaves {
                assert!(row_of(&leaves, leaf, rows).is_some_and(|row| row < rows));
            }
            assert_eq!(row_of(&leaves, 0, rows), None, "a solid leaf has none");
        }
    }
}
