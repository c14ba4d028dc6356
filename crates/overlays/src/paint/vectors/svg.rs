//! Vector pictures as SVG.

use bspwalk_levels::color::palette::Rgb;
use glam::DVec2;
use svg::{
    Document, Node,
    node::element::{Group, Path, Text, Title},
};

use super::{
    font::Font,
    shapes::{Form, Shape, Vectors},
};

/// Writes a picture as SVG. Its groups have their names as `id`.
pub fn svg(picture: &Vectors) -> String {
    let [width, height] = picture.size;
    let mut document = Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("stroke-linecap", "round")
        .set("stroke-linejoin", "round")
        .set("font-family", "Helvetica, Arial, sans-serif")
        .add(Title::new(&picture.title));
    for group in &picture.groups {
        let mut element = Group::new().set("id", group.name);
        for shape in &group.shapes {
            element = add(element, shape);
        }
        document = document.add(element);
    }
    document.to_string()
}

fn add(group: Group, shape: &Shape) -> Group {
    let color = hex(shape.color);
    match &shape.form {
        Form::Area { contours, rim } => {
            let data: String = contours.iter().map(|contour| line(contour) + "Z").collect();
            let mut path = Path::new().set("d", data).set("fill", color.as_str());
            if *rim > 0.0 {
                path = path.set("stroke", color).set("stroke-width", number(*rim));
            }
            group.add(faded(path, shape.percent))
        }
        Form::Lines { lines, width } => {
            let data: String = lines.iter().map(|ends| line(ends)).collect();
            let path = Path::new()
                .set("d", data)
                .set("fill", "none")
                .set("stroke", color)
                .set("stroke-width", number(*width));
            group.add(faded(path, shape.percent))
        }
        Form::Text {
            text,
            at,
            is_centred,
            font,
            size,
        } => {
            let mut element = Text::new(text)
                .set("x", number(at.x))
                .set("y", number(at.y))
                .set("font-size", number(*size))
                .set("fill", color);
            if *is_centred {
                element = element.set("text-anchor", "middle");
            }
            if *font == Font::Bold {
                element = element.set("font-weight", "bold");
            }
            group.add(faded(element, shape.percent))
        }
    }
}

fn faded<N: Node>(mut node: N, percent: u8) -> N {
    if percent < 100 {
        node.assign("opacity", number(f64::from(percent) / 100.0));
    }
    node
}

fn line(places: &[DVec2]) -> String {
    let mut data = String::new();
    for (i, place) in places.iter().enumerate() {
        let command = if i == 0 { 'M' } else { 'L' };
        data += &format!("{command}{} {}", number(place.x), number(place.y));
    }
    data
}

/// Formats a number with at most two decimals.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

pub(super) fn hex(Rgb(r, g, b): Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}
