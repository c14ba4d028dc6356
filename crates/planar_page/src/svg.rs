//! The painter that produces SVG.

use glam::DVec2;
use serde::{Serialize, Serializer};

use crate::shapes::{Color, Pattern, Picture, Shape, Stroke};

impl Serialize for Picture {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&svg(self, false))
    }
}

/// Returns the SVG elements of a picture, in dark colours for the screen or in light colours for paper.
#[must_use]
pub fn svg(picture: &Picture, is_light: bool) -> String {
    let shapes = picture.0.iter();
    shapes.map(|shape| element(shape, is_light)).collect()
}

fn element(shape: &Shape, is_light: bool) -> String {
    let fill = |color: Option<Color>| match color {
        Some(color) => format!(r#" fill="{}""#, hex(color, is_light)),
        None => r#" fill="none""#.to_owned(),
    };
    let outline = |stroke: &Option<Stroke>| stroke.map_or_else(String::new, |stroke| line(stroke, is_light));
    match shape {
        Shape::Line([a, b], stroke) => {
            let [x1, y1, x2, y2] = [a.x, a.y, b.x, b.y].map(rounded);
            let stroke = line(*stroke, is_light);
            format!(r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"{stroke}/>"#)
        }
        Shape::Polygon(corners, (color, opacity), stroke) => {
            let point = |corner: &DVec2| format!("{},{} ", rounded(corner.x), rounded(corner.y));
            let points: String = corners.iter().map(point).collect();
            let opacity = opaque("fill", *opacity);
            let (fill, stroke) = (fill(Some(*color)), outline(stroke));
            format!(r#"<polygon points="{points}" stroke-linejoin="round"{fill}{opacity}{stroke}/>"#)
        }
        Shape::Circle(center, radius, color, stroke) => {
            let [x, y, r] = [center.x, center.y, *radius].map(rounded);
            let (fill, stroke) = (fill(*color), outline(stroke));
            format!(r#"<circle cx="{x}" cy="{y}" r="{r}"{fill}{stroke}/>"#)
        }
        Shape::Square(center, half, color, stroke) => {
            let [x, y, side] = [center.x - half, center.y - half, 2.0 * half].map(rounded);
            let (fill, stroke) = (fill(Some(*color)), outline(stroke));
            format!(r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" rx="1.5"{fill}{stroke}/>"#)
        }
        Shape::Label(center, size, text, color, weight) => {
            // Capitals and digits are about 0.7 times as high as the font size.
            let [x, y, size] = [center.x, center.y + 0.35 * size, *size].map(rounded);
            let (fill, text) = (fill(Some(*color)), escaped(text));
            format!(
                r#"<text x="{x}" y="{y}" font-size="{size}" text-anchor="middle"{fill} font-weight="{weight}">{text}</text>"#
            )
        }
    }
}

/// Returns the attributes for a stroke.
fn line(stroke: Stroke, is_light: bool) -> String {
    let (color, width) = (
        hex(stroke.color, is_light),
        (stroke.width * 100.0).round() / 100.0,
    );
    let opacity = opaque("stroke", stroke.opacity);
    let pattern = match stroke.pattern {
        Pattern::Solid => String::new(),
        Pattern::Dashed => r#" stroke-dasharray="7 4""#.to_owned(),
        // Dashes of zero length with round caps appear as dots.
        Pattern::Dotted(gap) => format!(r#" stroke-linecap="round" stroke-dasharray="0 {gap:.4}""#),
    };
    format!(r#" stroke="{color}" stroke-width="{width}"{opacity}{pattern}"#)
}

/// Returns the attribute for an opacity, or an empty string if the opacity is 1.
fn opaque(of: &str, opacity: f64) -> String {
    match opacity < 1.0 {
        true => format!(r#" {of}-opacity="{opacity}""#),
        false => String::new(),
    }
}

/// Returns a colour in CSS notation.
pub(crate) fn hex(color: Color, is_light: bool) -> String {
    let [red, green, blue] = color.rgb(is_light);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Rounds to a tenth of a pixel, which makes no visible difference, and limits coordinates far outside the picture. NaN
/// becomes 0.
fn rounded(value: f64) -> f64 {
    if value.is_nan() {
        return 0.0;
    }
    (value.clamp(-1.0e5, 1.0e5) * 10.0).round() / 10.0
}

/// Escapes text for XML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn svg_shapes_are_compact_and_escaped() {
        let mut picture = Picture::default();
        picture.push(Shape::Line(
            [DVec2::new(0.12, 1.0e300), DVec2::NAN],
            Color::Split.stroke(2.404).faded(0.5),
        ));
        picture.polygon(vec![DVec2::ZERO, DVec2::X], (Color::Ink, 1.0), None);
        picture.push(Shape::Label(DVec2::ZERO, 10.0, "a<b".to_owned(), Color::Ink, 400));
        assert_eq!(
            svg(&picture, false),
            "<line x1=\"0.1\" y1=\"100000\" x2=\"0\" y2=\"0\" stroke=\"#e69f00\" stroke-width=\"2.4\" stroke-opacity=\"0.5\"/>\
             <text x=\"0\" y=\"3.5\" font-size=\"10\" text-anchor=\"middle\" fill=\"#ebeef3\" font-weight=\"400\">a&lt;b</text>"
        );
    }
}
