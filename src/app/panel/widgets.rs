//! Widgets that several sections of the panel use.

use bevy_egui::egui::{self, Color32, RichText, Sense, Ui};

pub(in crate::app) use crate::app::hud::style::{color, legend as key, swatch};
use crate::{
    app::{hud::style, palette::Palette},
    bsp::node_storing::Branch,
    progress::grouped,
};

/// The colour of a side of a plane.
pub(in crate::app) fn side_color(branch: Branch, palette: Palette) -> Color32 {
    color(match branch {
        Branch::Front => palette.front(),
        Branch::Back => palette.back(),
    })
}

/// The letter of a side of a plane on a path.
pub(in crate::app) fn letter(branch: Branch, palette: Palette) -> RichText {
    RichText::new(branch.letter().to_string())
        .monospace()
        .size(12.5)
        .color(side_color(branch, palette))
}

/// A section of the panel, which can be folded.
pub(in crate::app) fn section(ui: &mut Ui, title: &str, open: bool, contents: impl FnOnce(&mut Ui)) {
    ui.add_space(2.0);
    egui::CollapsingHeader::new(RichText::new(title).strong().size(14.5).color(style::TEXT))
        .default_open(open)
        .show_unindented(ui, |ui| {
            ui.add_space(2.0);
            contents(ui);
            ui.add_space(6.0);
        });
    ui.separator();
}

/// Rows of a name and a value.
pub(in crate::app) fn rows(ui: &mut Ui, id: &str, contents: impl FnOnce(&mut Ui)) {
    egui::Grid::new(id)
        .num_columns(2)
        .spacing([12.0, 4.0])
        .min_col_width(96.0)
        .show(ui, contents);
}

/// A row of [`rows`] with a hint.
pub(in crate::app) fn row(ui: &mut Ui, name: &str, value: impl Into<String>, explanation: &str) {
    let label = ui.label(RichText::new(name).color(style::FAINT));
    let value = ui.label(RichText::new(value).color(style::TEXT));
    if !explanation.is_empty() {
        label.union(value).on_hover_text(explanation);
    }
    ui.end_row();
}

/// The name of a control, with a hint.
pub(in crate::app) fn name(ui: &mut Ui, name: &str, explanation: &str) {
    ui.label(RichText::new(name).color(style::FAINT))
        .on_hover_text(explanation);
}

/// A row of [`rows`] with a control.
pub(in crate::app) fn control(ui: &mut Ui, name: &str, hint: &str, control: impl egui::Widget) {
    self::name(ui, name, hint);
    ui.add(control);
    ui.end_row();
}

/// Small faint text, wrapped.
pub(in crate::app) fn note(ui: &mut Ui, text: impl Into<String>) {
    style::text(ui, text, style::FAINT, 12.0);
}

/// A plot without a background, which the pointer does not change.
pub(in crate::app) fn plot<'a>(id: &str, height: f32) -> egui_plot::Plot<'a> {
    egui_plot::Plot::new(id)
        .height(height)
        .show_background(false)
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_axis_zoom_drag(false)
        .show_crosshair(false)
}

/// A short line with its meaning.
pub(in crate::app) fn line_key(ui: &mut Ui, stroke: Color32, width: f32, text: &str) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let (rect, _) = ui.allocate_exact_size(egui::vec2(22.0, 12.0), Sense::hover());
        ui.painter()
            .hline(rect.x_range(), rect.center().y, egui::Stroke::new(width, stroke));
        ui.label(RichText::new(text).color(style::TEXT).size(12.5));
    });
}

/// The ramp of the depths. Depths beyond an end have the colour of that end.
pub(in crate::app) fn ramp(ui: &mut Ui, palette: Palette, [first, last]: [u32; 2], deepest: u32) {
    let width = ui.available_width().min(260.0);
    let (rect, _) = ui.allocate_exact_size(egui::vec2(width, 12.0), Sense::hover());
    let steps = (last - first + 1).min(64);
    let painter = ui.painter();
    for step in 0..steps {
        let part = |step: u32| rect.left() + rect.width() * step as f32 / steps as f32;
        let fill = color(palette.depth(step, (steps - 1).max(1)));
        painter.rect_filled(
            egui::Rect::from_x_y_ranges(part(step)..=part(step + 1) + 0.5, rect.y_range()),
            0.0,
            fill,
        );
    }
    ui.horizontal(|ui| {
        ui.set_width(width);
        let label = |text: String| RichText::new(text).color(style::FAINT).size(11.5);
        ui.label(label(match first {
            0 => "0, the root".into(),
            _ => format!("{first} or less"),
        }));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.label(label(match deepest > last {
                true => format!("depth {last} or more, up to {deepest}"),
                false => format!("depth {last}"),
            }));
        });
    });
}

/// A number with its thousands grouped: 262,267.
pub(in crate::app) fn count(number: impl Into<u64>) -> String {
    grouped(number.into())
}

/// A number with a noun: "1 face", "2 faces", "3 leaves".
pub(in crate::app) fn counted(number: impl Into<u64>, what: &str) -> String {
    let number = number.into();
    let many = match what.strip_suffix('f') {
        _ if number == 1 => what.to_owned(),
        Some(stem) => format!("{stem}ves"),
        None => format!("{what}s"),
    };
    format!("{} {many}", count(number))
}

/// A part of a number, at the beginning of a sentence: "400 of 12,033 planes", "All 31 planes", "1 plane", "No planes".
pub(in crate::app) fn of_all([some, all]: [usize; 2], one: &str, many: &str) -> String {
    let what = if all == 1 { one } else { many };
    let number = count(all as u64);
    match all {
        _ if some < all => format!("{} of {number} {what}", count(some as u64)),
        0 => format!("No {what}"),
        1 => format!("1 {what}"),
        _ => format!("All {number} {what}"),
    }
}

/// A size in memory with its unit.
pub(in crate::app) fn bytes(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{:.1} KiB", bytes as f64 / 1024.0),
        _ => format!("{:.1} MiB", bytes as f64 / 1_048_576.0),
    }
}

/// A duration with its unit.
pub(in crate::app) fn milliseconds(ms: f64) -> String {
    match ms {
        ms if ms < 10.0 => format!("{ms:.2} ms"),
        ms if ms < 1000.0 => format!("{ms:.0} ms"),
        ms => format!("{:.2} s", ms / 1000.0),
    }
}

/// A length in metres with a suitable unit.
pub(in crate::app) fn metres(length: f64) -> String {
    match length.abs() {
        size if size < 0.01 => format!("{:.1} mm", length * 1e3),
        size if size < 1.0 => format!("{:.1} cm", length * 1e2),
        _ => format!("{length:.2} m"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_grouped_by_thousands() {
        for (number, text) in [
            (0_u32, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(count(number), text);
        }
    }

    #[test]
    fn one_is_not_many() {
        assert_eq!(counted(0_u32, "face"), "0 faces");
        assert_eq!(counted(1_u32, "face"), "1 face");
        assert_eq!(counted(1_234_u32, "leaf"), "1,234 leaves");
        assert_eq!(counted(1_u32, "leaf"), "1 leaf");
    }

    #[test]
    fn a_limit_is_told_and_one_is_singular() {
        let planes = |counts| of_all(counts, "plane", "planes");
        assert_eq!(planes([400, 12_033]), "400 of 12,033 planes");
        assert_eq!(planes([31, 31]), "All 31 planes");
        assert_eq!(planes([1, 1]), "1 plane");
        assert_eq!(planes([0, 1]), "0 of 1 plane");
        assert_eq!(planes([0, 0]), "No planes");
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(bytes(512), "512 B");
        assert_eq!(bytes(1536), "1.5 KiB");
        assert_eq!(bytes(3 << 20), "3.0 MiB");
        assert_eq!(metres(-0.002), "-2.0 mm");
        assert_eq!(metres(0.25), "25.0 cm");
        assert_eq!(metres(12.0), "12.00 m");
        assert_eq!(milliseconds(1234.0), "1.23 s");
    }
}
