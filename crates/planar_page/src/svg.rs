//! SVG shapes as text, and the colours of the pictures.

use std::fmt::{Display, Write as _};

use glam::DVec2;

/// Colours of a picture.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    /// Background.
    pub ground: &'static str,
    /// Cells inside, from the shallowest to the deepest.
    pub inside: [[u8; 3]; 2],
    /// Cells outside, from the shallowest to the deepest.
    pub outside: [[u8; 3]; 2],
    /// Parts that are not divided yet.
    pub undivided: &'static str,
    /// Edges and letters.
    pub ink: &'static str,
    /// Secondary elements.
    pub faint: &'static str,
    /// Lines of nodes.
    pub split: &'static str,
    /// Front sides.
    pub front: &'static str,
    /// Back sides.
    pub back: &'static str,
    /// Selected objects.
    pub accent: &'static str,
    /// Points and leaves inside.
    pub inside_mark: &'static str,
    /// Points outside, and faults.
    pub outside_mark: &'static str,
    /// Leaves outside.
    pub outside_leaf: &'static str,
    /// Nodes of the tree.
    pub node: &'static str,
    /// Letters on highlighted objects.
    pub on_bright: &'static str,
}

/// Colours for the screen.
pub const DARK: Palette = Palette {
    ground: "#161a21",
    inside: [[44, 92, 74], [106, 172, 131]],
    outside: [[34, 39, 48], [80, 88, 104]],
    undivided: "#424246",
    ink: "#ebeef3",
    faint: "#9fb0bf",
    split: "#e69f00",
    front: "#56b4e9",
    back: "#e69f00",
    accent: "#fff6a0",
    inside_mark: "#7eeb98",
    outside_mark: "#f0786e",
    outside_leaf: "#6d788c",
    node: "#303846",
    on_bright: "#101218",
};

/// Colours for paper.
pub const LIGHT: Palette = Palette {
    ground: "#ffffff",
    inside: [[222, 240, 226], [168, 214, 182]],
    outside: [[248, 247, 243], [226, 226, 226]],
    undivided: "#ececec",
    ink: "#16202c",
    faint: "#55606c",
    split: "#b0532a",
    front: "#0072b2",
    back: "#b0532a",
    accent: "#7a4fb0",
    inside_mark: "#1d8a45",
    outside_mark: "#c03a30",
    outside_leaf: "#9aa3ae",
    node: "#f2f4f7",
    on_bright: "#ffffff",
};

/// Interpolates two colours, and returns the result in CSS notation.
#[must_use]
pub fn mixed([from, to]: [[u8; 3]; 2], t: f64) -> String {
    let channel = |i: usize| (f64::from(from[i]) + (f64::from(to[i]) - f64::from(from[i])) * t).round() as u8;
    format!("#{:02x}{:02x}{:02x}", channel(0), channel(1), channel(2))
}

/// SVG shapes as text. Coordinates are in pixels. Every method takes additional attributes in SVG syntax.
#[derive(Clone, Debug, Default)]
pub struct Shapes(String);

impl Shapes {
    /// Returns the text.
    #[must_use]
    pub fn into_text(self) -> String {
        self.0
    }

    /// Adds SVG text unchanged.
    pub fn raw(&mut self, text: &str) {
        self.0.push_str(text);
    }

    /// Adds a straight line.
    pub fn line(&mut self, [a, b]: [DVec2; 2], attributes: impl Display) {
        let [x1, y1, x2, y2] = [a.x, a.y, b.x, b.y].map(rounded);
        self.add(format_args!(
            r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {attributes}/>"#
        ));
    }

    /// Adds a polygon, or nothing if it has fewer than three corners.
    pub fn polygon(&mut self, corners: impl ExactSizeIterator<Item = DVec2>, attributes: impl Display) {
        if corners.len() < 3 {
            return;
        }
        self.0.push_str("<polygon points=\"");
        for corner in corners {
            self.add(format_args!("{},{} ", rounded(corner.x), rounded(corner.y)));
        }
        self.add(format_args!("\" {attributes}/>"));
    }

    /// Adds a circle.
    pub fn circle(&mut self, center: DVec2, radius: f64, attributes: impl Display) {
        let [x, y, r] = [center.x, center.y, radius].map(rounded);
        self.add(format_args!(
            r#"<circle cx="{x}" cy="{y}" r="{r}" {attributes}/>"#
        ));
    }

    /// Adds a square. `half` is half its side length.
    pub fn square(&mut self, center: DVec2, half: f64, attributes: impl Display) {
        let [x, y, side] = [center.x - half, center.y - half, 2.0 * half].map(rounded);
        self.add(format_args!(
            r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" rx="1.5" {attributes}/>"#
        ));
    }

    /// Adds a word, centred at a position.
    pub fn label(&mut self, center: DVec2, size: f64, text: &str, attributes: impl Display) {
        // Capitals and digits are about 0.7 times the font size high.
        let [x, y, size] = [center.x, center.y + 0.35 * size, size].map(rounded);
        let text = escaped(text);
        self.add(format_args!(
            r#"<text x="{x}" y="{y}" font-size="{size}" text-anchor="middle" {attributes}>{text}</text>"#
        ));
    }

    /// Adds a line of text that starts at a position.
    pub fn text(&mut self, start: DVec2, size: f64, text: &str, attributes: impl Display) {
        let [x, y, size] = [start.x, start.y, size].map(rounded);
        let text = escaped(text);
        self.add(format_args!(
            r#"<text x="{x}" y="{y}" font-size="{size}" {attributes}>{text}</text>"#
        ));
    }

    fn add(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string never fails.
        let _ = self.0.write_fmt(text);
    }
}

/// Rounds to a tenth of a pixel, which is not visible, and limits coordinates far outside the picture. NaN becomes 0.
fn rounded(value: f64) -> f64 {
    if value.is_nan() {
        return 0.0;
    }
    (value.clamp(-1.0e5, 1.0e5) * 10.0).round() / 10.0
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_written_short_and_escaped() {
        let mut shapes = Shapes::default();
        shapes.line([DVec2::new(0.12, 1.0e300), DVec2::NAN], r#"stroke="red""#);
        shapes.polygon([DVec2::ZERO, DVec2::X].into_iter(), "");
        shapes.label(DVec2::ZERO, 10.0, "a<b", "");
        assert_eq!(
            shapes.into_text(),
            "<line x1=\"0.1\" y1=\"100000\" x2=\"0\" y2=\"0\" stroke=\"red\"/><text x=\"0\" y=\"3.5\" font-size=\"10\" \
             text-anchor=\"middle\" >a&lt;b</text>"
        );
        assert_eq!(mixed([[0, 0, 0], [255, 100, 10]], 0.5), "#803205");
    }
}
