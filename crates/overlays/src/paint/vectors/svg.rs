//! Writes vector pictures as SVG, either as a complete file or compactly as part of a larger picture.
//!
//! In the compact form, coordinates are on a grid of tenths of a pixel and relative to the previous point. Adjacent
//! shapes with the same appearance become one path.

use bspwalk_draw::color::palette::Rgb;
use glam::DVec2;

use super::{
    font::Font,
    shapes::{Form, Group, Shape, Vectors},
};

/// Grid steps per pixel in the compact form.
const GRID: f64 = 10.0;

/// Name of a group whose shapes are opaque and do not overlap, so that their order does not matter.
const UNORDERED: &str = "faces";

/// Writes a picture as SVG. The `id` of each group is its name.
pub fn svg(picture: &Vectors) -> String {
    let [width, height] = picture.size;
    let mut text = format!(
        "<svg font-family=\"Helvetica, Arial, sans-serif\" height=\"{height}\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         xmlns=\"http://www.w3.org/2000/svg\">\n<title>{}</title>\n",
        escaped(&picture.title)
    );
    for Group { name, shapes } in &picture.groups {
        if shapes.is_empty() {
            text += &format!("<g id=\"{name}\"/>\n");
            continue;
        }
        text += &format!("<g id=\"{name}\">\n");
        for shape in shapes {
            let data: String = match &shape.form {
                Form::Area { contours, .. } => contours.iter().map(|contour| line(contour) + "Z").collect(),
                Form::Lines { lines, .. } => lines.iter().map(|ends| line(ends)).collect(),
                Form::Text { .. } => String::new(),
            };
            text += &element(shape, &data, 1.0, "\n");
            text.push('\n');
        }
        text += "</g>\n";
    }
    text + "</svg>"
}

/// Writes the named groups as a fragment of a larger SVG picture of the same size. The `class` of each group is its
/// name; groups without shapes are omitted.
pub fn svg_part(picture: &Vectors, names: &[&str]) -> String {
    let is_named = |group: &&Group| names.contains(&group.name) && !group.shapes.is_empty();
    picture.groups.iter().filter(is_named).map(part).collect()
}

fn part(group: &Group) -> String {
    let mut shapes: Vec<&Shape> = group.shapes.iter().collect();
    if group.name == UNORDERED {
        shapes.sort_by_key(|shape| {
            let Rgb(r, g, b) = shape.color;
            [r, g, b]
        });
    }
    let mut text = format!("<g class=\"{}\" transform=\"scale({})\">", group.name, 1.0 / GRID);
    let mut shapes = shapes.into_iter().peekable();
    while let Some(shape) = shapes.next() {
        let look = look(shape, GRID);
        // Joining translucent areas would change their appearance where they overlap.
        let may_join =
            |other: &Shape| shape.percent == 100 && look.is_some() && self::look(other, GRID) == look;
        let mut pen = Pen::default();
        pen.draw(shape);
        while let Some(next) = shapes.next_if(|other| may_join(other)) {
            pen.draw(next);
        }
        text += &element(shape, &pen.data, GRID, "");
    }
    text + "</g>"
}

/// Writes a shape with its coordinates multiplied by `scale`. `data` is the path data, which text does not use. `gap`
/// is written before and after text inside its element.
fn element(shape: &Shape, data: &str, scale: f64, gap: &str) -> String {
    if let Some(look) = look(shape, scale) {
        return format!("<path d=\"{data}\"{look}/>");
    }
    let Form::Text {
        text,
        at,
        is_centred,
        font,
        size,
    } = &shape.form
    else {
        return String::new();
    };
    let [x, y, size] = [at.x, at.y, *size].map(|value| number(value * scale));
    let weight = if *font == Font::Bold {
        " font-weight=\"bold\""
    } else {
        ""
    };
    let anchor = if *is_centred {
        " text-anchor=\"middle\""
    } else {
        ""
    };
    let (color, faded, text) = (shape.color, faded(shape.percent), escaped(text));
    let place = format!("x=\"{x}\" y=\"{y}\"");
    format!(
        "<text fill=\"{color}\" font-size=\"{size}\"{weight}{faded}{anchor} {place}>{gap}{text}{gap}</text>"
    )
}

/// Returns the attributes that define the appearance of a shape; `None` for text.
fn look(shape: &Shape, scale: f64) -> Option<String> {
    let (color, faded) = (shape.color, faded(shape.percent));
    let stroke = |width: f64| format!(" stroke=\"{color}\" stroke-width=\"{}\"", number(width * scale));
    Some(match &shape.form {
        Form::Area { rim, .. } if *rim > 0.0 => format!(" fill=\"{color}\"{faded}{}", stroke(*rim)),
        Form::Area { .. } => format!(" fill=\"{color}\"{faded}"),
        Form::Lines { width, .. } => format!(" fill=\"none\"{faded}{}", stroke(*width)),
        Form::Text { .. } => return None,
    })
}

fn faded(percent: u8) -> String {
    if percent < 100 {
        format!(" opacity=\"{}\"", number(f64::from(percent) / 100.0))
    } else {
        String::new()
    }
}

fn line(places: &[DVec2]) -> String {
    let mut data = String::new();
    for (i, place) in places.iter().enumerate() {
        let command = if i == 0 { 'M' } else { 'L' };
        data += &format!("{command}{} {}", number(place.x), number(place.y));
    }
    data
}

/// Formats a number with up to two decimals.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[derive(Default)]
struct Pen {
    data: String,
    /// Current position, in grid steps.
    at: [i64; 2],
    /// Path command that the next numbers belong to.
    command: Option<char>,
}

impl Pen {
    fn draw(&mut self, shape: &Shape) {
        match &shape.form {
            Form::Area { contours, .. } => {
                for contour in contours {
                    self.line(contour);
                    // Closing a contour moves the pen to its start.
                    if let Some(first) = contour.first() {
                        self.at = on_grid(*first);
                    }
                    self.data.push('z');
                    self.command = None;
                }
            }
            Form::Lines { lines, .. } => {
                for ends in lines {
                    self.line(ends);
                }
            }
            Form::Text { .. } => {}
        }
    }

    fn line(&mut self, places: &[DVec2]) {
        let mut places = places.iter();
        if let Some(first) = places.next() {
            self.go('m', on_grid(*first));
        }
        for place in places {
            let place = on_grid(*place);
            if place != self.at {
                self.go('l', place);
            }
        }
    }

    fn go(&mut self, command: char, to: [i64; 2]) {
        let [x, y] = [to[0] - self.at[0], to[1] - self.at[1]];
        if self.command != Some(command) || command == 'm' {
            self.data.push(command);
        } else if x >= 0 {
            self.data.push(' ');
        }
        self.data += &x.to_string();
        if y >= 0 {
            self.data.push(' ');
        }
        self.data += &y.to_string();
        (self.at, self.command) = (to, Some(command));
    }
}

fn on_grid(place: DVec2) -> [i64; 2] {
    [place.x, place.y].map(|value| (value * GRID).round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(corners: &[[f64; 2]], color: Rgb, percent: u8) -> Shape {
        let contours = vec![corners.iter().map(|&corner| corner.into()).collect()];
        Shape {
            color,
            percent,
            form: Form::Area { contours, rim: 0.5 },
        }
    }

    #[test]
    fn equal_styles_share_one_relative_path() {
        let (red, blue) = (Rgb(255, 0, 0), Rgb(0, 0, 255));
        let one = [[0.0, 0.0], [1.0, 0.0], [1.04, 2.0]];
        let other = [[5.0, 5.0], [4.0, 5.0], [4.0, 3.5]];
        let group = |name, shapes| Group { name, shapes };
        let picture = Vectors {
            title: String::new(),
            size: [10, 10],
            groups: vec![
                group(
                    "faces",
                    vec![
                        area(&one, red, 100),
                        area(&one, blue, 100),
                        area(&other, red, 100),
                    ],
                ),
                group("overlays", vec![area(&one, red, 50), area(&other, red, 50)]),
                group("labels", Vec::new()),
            ],
        };
        let look = |color| format!("fill=\"{color}\" stroke=\"{color}\" stroke-width=\"5\"/>");
        let paths = [
            "<path d=\"m0 0l10 0 0 20z\" ".to_owned() + &look("#0000ff"),
            "<path d=\"m0 0l10 0 0 20zm50 50l-10 0 0-15z\" ".to_owned() + &look("#ff0000"),
        ];
        let begin = |name| format!("<g class=\"{name}\" transform=\"scale(0.1)\">");
        assert_eq!(
            svg_part(&picture, &["faces", "labels"]),
            begin("faces") + &paths.concat() + "</g>"
        );
        // Translucent shapes must not be joined.
        let over = svg_part(&picture, &["overlays"]);
        assert_eq!(over.matches("opacity=\"0.5\"").count(), 2, "{over}");
    }

    #[test]
    fn lines_and_text_keep_their_positions() {
        let shapes = vec![
            Shape {
                color: Rgb(0, 0, 0),
                percent: 100,
                form: Form::Lines {
                    lines: vec![
                        [DVec2::new(1.0, 1.0), DVec2::new(2.0, 1.0)],
                        [DVec2::new(2.0, 1.0), DVec2::new(2.0, 0.0)],
                    ],
                    width: 2.0,
                },
            },
            Shape {
                color: Rgb(255, 255, 255),
                percent: 100,
                form: Form::Text {
                    text: "a < b".to_owned(),
                    at: DVec2::new(3.0, 4.5),
                    is_centred: true,
                    font: Font::Bold,
                    size: 12.0,
                },
            },
        ];
        let picture = Vectors {
            title: String::new(),
            size: [10, 10],
            groups: vec![Group {
                name: "labels",
                shapes,
            }],
        };
        let part = svg_part(&picture, &["labels"]);
        assert!(
            part.contains(
                "d=\"m10 10l10 0m0 0l0-10\" fill=\"none\" stroke=\"#000000\" stroke-width=\"20\"/>"
            ),
            "{part}"
        );
        let text = "<text fill=\"#ffffff\" font-size=\"120\" font-weight=\"bold\" text-anchor=\"middle\" x=\"30\" y=\"45\">a &lt; b</text>";
        assert!(part.contains(text), "{part}");
    }
}
