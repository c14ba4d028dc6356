//! The PVS as a matrix, with one row and one column per empty leaf. A cell is light if its two leaves are potentially
//! visible to each other.

use bevy_egui::egui::{
    Color32, ColorImage, FontId, Rect, StrokeKind, TextureHandle, TextureId, TextureOptions, Ui,
    epaint::TextShape, pos2, vec2,
};
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::solid_leaf::LeafId;

use crate::app::kit::prelude::*;
use crate::app::level::leaf_tree::{LeafTreeData, LeafTreeId};

/// Maximum number of rows. If there are more leaves, leaves that are neighbours in the tree share a row.
const MOST_ROWS: usize = 256;

/// Texture of the matrix. It is repainted when the tree or its PVS has changed.
#[derive(Default)]
pub(super) struct Matrix(Option<((LeafTreeId, bool, Palette), TextureHandle)>);

/// Returns the leaf that represents a matrix row.
fn leaf_of(leaves: &[LeafId], row: usize, rows: usize) -> Option<LeafId> {
    leaves.get(row * leaves.len() / rows.max(1)).copied()
}

/// Returns the matrix row that contains a leaf.
fn row_of(leaves: &[LeafId], leaf: LeafId, rows: usize) -> Option<usize> {
    let place = leaves.binary_search(&leaf).ok()?;
    // Find the last row whose first leaf does not come after this leaf.
    (0..rows)
        .take_while(|row| row * leaves.len() / rows.max(1) <= place)
        .last()
}

fn paint(built: &LeafTreeData, rows: usize, palette: Palette) -> ColorImage {
    let leaves = built.empty_leaves();
    let seen = widgets::color(palette.reached());
    let mut image = ColorImage::filled([rows, rows], Color32::from_rgb(20, 23, 30));
    for row in 0..rows {
        let Some(from) = leaf_of(leaves, row, rows) else {
            continue;
        };
        for column in 0..rows {
            if leaf_of(leaves, column, rows).is_some_and(|to| built.may_see(from, to)) {
                image[(column, row)] = if row == column { Color32::WHITE } else { seen };
            }
        }
    }
    image
}

/// A pair of leaves: observer and target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    /// Leaf of the row, which is the observer.
    pub(super) from: LeafId,
    /// Leaf of the column, which is the target.
    pub(super) to: LeafId,
}

impl Pair {
    /// Selects the target leaf, and shows the sightline to it.
    pub(super) fn show(self, overlays: &mut Overlays, mut send: impl FnMut(Action)) {
        send(Action::SelectLeaf(self.to));
        send(Action::SightFrom(Some(self.from)));
        overlays.set(OverlayKind::Sight, true);
    }
}

/// Space reserved for an axis next to the matrix, in points.
const AXIS: f32 = 16.0;

/// Draws the matrix and its axes. Returns the pair that was clicked, if any. `marked` contains the leaf of the eye and
/// the selected leaf.
pub(super) fn show(
    ui: &mut Ui,
    built: &LeafTreeData,
    marked: [Option<LeafId>; 2],
    palette: Palette,
    matrix: &mut Matrix,
) -> Option<Pair> {
    let leaves = built.empty_leaves();
    if leaves.is_empty() || built.pvs.is_none() {
        return None;
    }
    let rows = leaves.len().min(MOST_ROWS);
    let of = (built.id(), built.is_refined(), palette);
    if matrix.0.as_ref().is_none_or(|(painted, _)| *painted != of) {
        let image = paint(built, rows, palette);
        let texture = ui.ctx().load_texture("pvs", image, TextureOptions::NEAREST);
        matrix.0 = Some((of, texture));
    }
    let texture = matrix.0.as_ref()?.1.id();
    ui.add_space(4.0);
    widgets::draw_control_label(ui, text!("panel-matrix"), Term::Matrix);
    widgets::draw_note(ui, summary(leaves.len(), rows, built.mean_visible));
    let may_see = |pair: Pair| built.may_see(pair.from, pair.to);
    chart(ui, leaves, rows, texture, marked, palette, may_see)
}

/// Describes the number of leaves, the number of rows, and the mean fraction of visible leaves.
fn summary(leaves: usize, rows: usize, mean_visible: Option<f64>) -> String {
    let all = words::describe_share([rows, leaves], "empty leaf");
    let rows = if rows < leaves {
        text!("panel-matrix-spread", all)
    } else if rows == 1 {
        text!("panel-matrix-one", all)
    } else {
        text!("panel-matrix-all", all)
    };
    let Some(share) = mean_visible else { return rows };
    let share = format!("{:.1}", share * 100.0);
    text!("panel-matrix-pairs", rows, share)
}

/// Draws the texture and its axes, and marks the row of the eye's leaf and the column of the selected leaf.
fn chart(
    ui: &mut Ui,
    leaves: &[LeafId],
    rows: usize,
    texture: TextureId,
    [eye, selected]: [Option<LeafId>; 2],
    palette: Palette,
    may_see: impl Fn(Pair) -> bool,
) -> Option<Pair> {
    let side = (ui.available_width() - AXIS).clamp(1.0, 256.0);
    let (outer, response) = ui.allocate_exact_size(vec2(side + AXIS, side + AXIS), style::CANVAS);
    let rect = Rect::from_min_size(outer.min + vec2(AXIS, AXIS), vec2(side, side));
    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    ui.painter().image(texture, rect, whole, Color32::WHITE);
    axis(ui, rect, text!("panel-matrix-to"), false, leaves, rows);
    axis(ui, rect, text!("panel-matrix-from"), true, leaves, rows);
    let pitch = side / rows as f32;
    let stroke = |color| egui::Stroke::new(1.0, color);
    if let Some(row) = eye.and_then(|leaf| row_of(leaves, leaf, rows)) {
        let y = rect.top() + (row as f32 + 0.5) * pitch;
        ui.painter().hline(rect.x_range(), y, stroke(Color32::WHITE));
    }
    if let Some(column) = selected.and_then(|leaf| row_of(leaves, leaf, rows)) {
        let x = rect.left() + (column as f32 + 0.5) * pitch;
        ui.painter()
            .vline(x, rect.y_range(), stroke(widgets::color(palette.selected())));
    }
    let pointer = response.hover_pos().filter(|&pointer| rect.contains(pointer))?;
    let place = (pointer - rect.min) / pitch;
    let cell = |value: f32| (value.max(0.0) as usize).min(rows.saturating_sub(1));
    let pair = Pair {
        from: leaf_of(leaves, cell(place.y), rows)?,
        to: leaf_of(leaves, cell(place.x), rows)?,
    };
    let corner = rect.min + vec2(cell(place.x) as f32, cell(place.y) as f32) * pitch;
    let under = Rect::from_min_size(corner, vec2(pitch, pitch)).expand(1.0);
    ui.painter()
        .rect_stroke(under, 0.0, stroke(Color32::WHITE), StrokeKind::Outside);
    let may = if may_see(pair) {
        text!("panel-matrix-may")
    } else {
        text!("panel-matrix-cannot")
    };
    let (from, to) = (words::count(pair.from), words::count(pair.to));
    let response = response.on_hover_text(text!("panel-matrix-cell", from, to, may));
    response.clicked().then_some(pair)
}

/// Draws the title of an axis and its first and last leaf, either above the matrix or rotated on the left side.
fn axis(ui: &Ui, rect: Rect, title: &str, downwards: bool, leaves: &[LeafId], rows: usize) {
    let leaf = |row: usize| leaf_of(leaves, row, rows).map(words::count).unwrap_or_default();
    let last = if rows > 1 { leaf(rows - 1) } else { String::new() };
    for (text, place, color) in [
        (leaf(0), 0.0, style::FAINT),
        (title.to_owned(), 0.5, style::TEXT),
        (last, 1.0, style::FAINT),
    ] {
        let galley = ui
            .painter()
            .layout_no_wrap(text, FontId::proportional(11.0), color);
        let begin = (rect.width() - galley.size().x) * place;
        // Rotated text extends to the left of its position.
        let (at, angle) = if downwards {
            (rect.min + vec2(-2.0, begin), std::f32::consts::FRAC_PI_2)
        } else {
            (rect.min + vec2(begin, -2.0 - galley.size().y), 0.0)
        };
        ui.painter()
            .add(TextShape::new(at, galley, color).with_angle(angle));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_and_rows_match() {
        for count in [1_u32, 5, 255, 256, 257, 1000] {
            let leaves: Vec<LeafId> = (0..count).map(|leaf| LeafId(leaf * 2 + 1)).collect();
            let rows = leaves.len().min(MOST_ROWS);
            for row in 0..rows {
                let leaf = leaf_of(&leaves, row, rows);
                assert_eq!(leaf.and_then(|leaf| row_of(&leaves, leaf, rows)), Some(row));
            }
            for &leaf in &leaves {
                assert!(row_of(&leaves, leaf, rows).is_some_and(|row| row < rows));
            }
            assert_eq!(row_of(&leaves, LeafId(0), rows), None, "a solid leaf has none");
        }
    }

    /// Clicks a position in a chart, given in cells from the upper left corner. Returns the selected pair and the
    /// strings that were drawn.
    fn clicked(leaves: &[LeafId], at: Option<[f32; 2]>) -> (Option<Pair>, Vec<String>) {
        let context = style::context_with_fonts();
        let mut pair = None;
        let mut place = egui::Pos2::ZERO;
        let mut texts = Vec::new();
        for frame in 0..4 {
            let mut input = egui::RawInput::default();
            if at.is_some() {
                input.events.push(egui::Event::PointerMoved(place));
                if frame >= 2 {
                    input.events.push(egui::Event::PointerButton {
                        pos: place,
                        button: egui::PointerButton::Primary,
                        pressed: frame == 2,
                        modifiers: egui::Modifiers::default(),
                    });
                }
            }
            let output = context.run_ui(input, |ui| {
                let corner = ui.cursor().min + vec2(AXIS, AXIS);
                let side = (ui.available_width() - AXIS).clamp(1.0, 256.0);
                if let Some([x, y]) = at {
                    place = corner + vec2(x, y) * (side / leaves.len() as f32);
                }
                let (texture, palette) = (TextureId::default(), Palette::default());
                let found = chart(ui, leaves, leaves.len(), texture, [None; 2], palette, |_| true);
                pair = pair.or(found);
            });
            texts = output
                .shapes
                .iter()
                .filter_map(|clipped| match &clipped.shape {
                    egui::Shape::Text(text) => Some(text.galley.text().to_owned()),
                    _ => None,
                })
                .collect();
        }
        (pair, texts)
    }

    #[test]
    fn click_chooses_pair_and_axes_are_named() {
        let leaves: Vec<LeafId> = (0..10).map(|leaf| LeafId(leaf * 3 + 1)).collect();
        let (nothing, texts) = clicked(&leaves, None);
        assert_eq!(nothing, None);
        for wanted in ["from leaf", "to leaf", "1", "28"] {
            assert!(texts.iter().any(|text| text == wanted), "{wanted} in {texts:?}");
        }
        let (pair, _) = clicked(&leaves, Some([2.5, 7.5]));
        let [from, to] = [22, 7].map(LeafId);
        assert_eq!(pair, Some(Pair { from, to }));
        let (beside, _) = clicked(&leaves, Some([2.5, -0.1]));
        assert_eq!(beside, None, "the axis is no cell");
    }

    #[test]
    fn pair_selects_leaf_and_shows_sightline() {
        let mut overlays = Overlays::none();
        let mut sent = Vec::new();
        let [from, to] = [5, 9].map(LeafId);
        Pair { from, to }.show(&mut overlays, |command| sent.push(command));
        assert_eq!(sent, [Action::SelectLeaf(to), Action::SightFrom(Some(from))]);
        assert!(overlays.is_on(OverlayKind::Sight));
        Pair { from: to, to: from }.show(&mut overlays, |_| {});
        assert!(
            overlays.is_on(OverlayKind::Sight),
            "a second click does not hide it"
        );
    }

    #[test]
    fn summary_counts_leaves_with_a_row() {
        assert!(summary(1_438, 256, Some(0.25)).contains(" for 256 of 1,438 empty leaves,"));
        assert!(summary(40, 40, Some(0.25)).starts_with("All 40 empty leaves"));
        assert!(summary(1, 1, None).ends_with("which stand for 1 empty leaf."));
        assert!(
            summary(40, 40, Some(0.25)).ends_with("In 25.0 % of all pairs, the leaves may see each other.")
        );
    }
}
