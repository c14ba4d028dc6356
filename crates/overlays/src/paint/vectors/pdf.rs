//! Writes vector pictures as PDF: a single page with standard fonts, on which each group is a layer that viewers can
//! hide.

use std::collections::BTreeSet;

use bspwalk_draw::color::palette::Rgb;
use glam::DVec2;
use pdf_writer::{
    Content, Filter, Finish, Name, PdfWriter, Rect, Ref, Str, TextStr,
    types::{LineCapStyle, LineJoinStyle},
};

use super::{
    font::{Font, windows_1252},
    outlines::{Step, is_outlined, outline},
    shapes::{Form, Shape, Vectors},
};

/// Points per pixel, as in CSS.
const POINTS: f32 = 0.75;

/// Compression level of the page content, 0 to 10.
const LEVEL: u8 = 9;

const FONTS: [(Font, &[u8], &[u8]); 2] = [
    (Font::Regular, b"regular", b"Helvetica"),
    (Font::Bold, b"bold", b"Helvetica-Bold"),
];

/// Writes a picture as PDF. Equal pictures produce identical files.
pub fn pdf(picture: &Vectors) -> Vec<u8> {
    let mut number = 0;
    let mut next = || {
        number += 1;
        Ref::new(number)
    };
    let [catalog, pages, page, information, content] = std::array::from_fn(|_| next());
    let fonts = FONTS.map(|font| (font, next()));
    let layers: Vec<(&str, Ref)> = picture.groups.iter().map(|group| (group.name, next())).collect();
    let mut writer = Writer::new(picture);
    for group in &picture.groups {
        writer.group(group.name, &group.shapes);
    }
    let opacities: Vec<(u8, Ref)> = writer.percents.iter().map(|&percent| (percent, next())).collect();
    let drawn = writer.content.finish();

    let mut pdf = PdfWriter::new();
    let mut root = pdf.catalog(catalog);
    root.pages(pages);
    let mut properties = root.insert(Name(b"OCProperties")).dict();
    let all = layers.iter().map(|(_, layer)| *layer);
    properties.insert(Name(b"OCGs")).array().items(all.clone());
    properties
        .insert(Name(b"D"))
        .dict()
        .insert(Name(b"Order"))
        .array()
        .items(all);
    properties.finish();
    root.finish();
    for (name, layer) in &layers {
        let mut dictionary = pdf.indirect(*layer).dict();
        dictionary.pair(Name(b"Type"), Name(b"OCG"));
        dictionary.pair(Name(b"Name"), TextStr(name));
    }
    pdf.document_info(information)
        .title(TextStr(&picture.title))
        .producer(TextStr("bspwalk"));
    pdf.pages(pages).kids([page]).count(1);
    let [width, height] = picture.size.map(|side| side as f32 * POINTS);
    let mut sheet = pdf.page(page);
    sheet
        .media_box(Rect::new(0.0, 0.0, width, height))
        .parent(pages)
        .contents(content);
    let mut resources = sheet.resources();
    let mut names = resources.fonts();
    for ((_, name, _), id) in fonts {
        names.pair(Name(name), id);
    }
    names.finish();
    let mut states = resources.ext_g_states();
    for (percent, id) in &opacities {
        states.pair(Name(state(*percent).as_bytes()), id);
    }
    states.finish();
    let mut properties = resources.insert(Name(b"Properties")).dict();
    for (name, layer) in &layers {
        properties.pair(Name(name.as_bytes()), layer);
    }
    properties.finish();
    resources.finish();
    sheet.finish();
    for ((_, _, base), id) in fonts {
        pdf.type1_font(id)
            .base_font(Name(base))
            .encoding_predefined(Name(b"WinAnsiEncoding"));
    }
    for (percent, id) in opacities {
        let share = f32::from(percent) / 100.0;
        pdf.ext_graphics(id)
            .stroking_alpha(share)
            .non_stroking_alpha(share);
    }
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(&drawn, LEVEL);
    pdf.stream(content, &packed).filter(Filter::FlateDecode);
    pdf.finish()
}

fn state(percent: u8) -> String {
    format!("opacity{percent}")
}

/// Writes the content of the page. Graphics state that is already set is not written again.
struct Writer {
    content: Content,
    fill: Option<Rgb>,
    stroke: Option<Rgb>,
    width: Option<f64>,
    percent: u8,
    percents: BTreeSet<u8>,
}

impl Writer {
    fn new(picture: &Vectors) -> Self {
        let mut content = Content::new();
        // Set up coordinates in pixels, right and down from the upper left corner.
        let height = picture.size[1] as f32 * POINTS;
        content
            .transform([POINTS, 0.0, 0.0, -POINTS, 0.0, height])
            .set_line_cap(LineCapStyle::RoundCap)
            .set_line_join(LineJoinStyle::RoundJoin);
        Self {
            content,
            fill: None,
            stroke: None,
            width: None,
            percent: 100,
            percents: BTreeSet::new(),
        }
    }

    fn group(&mut self, name: &str, shapes: &[Shape]) {
        self.content
            .begin_marked_content_with_properties(Name(b"OC"))
            .properties_named(Name(name.as_bytes()));
        for shape in shapes {
            self.shape(shape);
        }
        self.content.end_marked_content();
    }

    fn shape(&mut self, shape: &Shape) {
        self.opacity(shape.percent);
        match &shape.form {
            Form::Area { contours, rim } => {
                self.fill(shape.color);
                for contour in contours {
                    self.line(contour);
                    self.content.close_path();
                }
                if *rim > 0.0 {
                    self.stroke(shape.color, *rim);
                    self.content.fill_nonzero_and_stroke();
                } else {
                    self.content.fill_nonzero();
                }
            }
            Form::Lines { lines, width } => {
                self.stroke(shape.color, *width);
                for ends in lines {
                    self.line(ends);
                }
                self.content.stroke();
            }
            Form::Text {
                text,
                at,
                is_centred,
                font,
                size,
            } => {
                self.fill(shape.color);
                let left = if *is_centred {
                    at.x - 0.5 * font.width(text) * size
                } else {
                    at.x
                };
                self.text(text, DVec2::new(left, at.y), *font, *size);
            }
        }
    }

    /// Writes text from its left end. Characters that the standard fonts lack become outlines; the runs between them
    /// remain text.
    fn text(&mut self, text: &str, mut at: DVec2, font: Font, size: f64) {
        let named = FONTS.iter().find(|(known, ..)| *known == font);
        let name = named.map_or(FONTS[0].1, |(_, name, _)| name);
        let characters: Vec<char> = text.chars().collect();
        for run in characters.chunk_by(|a, b| is_outlined(*a) == is_outlined(*b)) {
            let text: String = run.iter().collect();
            if is_outlined(run[0]) {
                for (place, &character) in run.iter().enumerate() {
                    let left = at.x + place as f64 * size;
                    self.outline(character, [left, at.y].map(|edge| edge as f32), size as f32);
                }
            } else {
                self.content
                    .begin_text()
                    .set_font(Name(name), size as f32)
                    .set_text_matrix([1.0, 0.0, 0.0, -1.0, at.x as f32, at.y as f32])
                    .show(Str(&windows_1252(&text)))
                    .end_text();
            }
            at.x += font.width(&text) * size;
        }
    }

    fn outline(&mut self, character: char, [left, line]: [f32; 2], size: f32) {
        let place = |[x, y]: [f32; 2]| [left + size * x, line + size * y];
        for step in outline(character) {
            match step {
                Step::Move(to) => {
                    let [x, y] = place(to);
                    self.content.move_to(x, y);
                }
                Step::Line(to) => {
                    let [x, y] = place(to);
                    self.content.line_to(x, y);
                }
                Step::Curve(points) => {
                    let [[a, b], [c, d], [x, y]] = points.map(place);
                    self.content.cubic_to(a, b, c, d, x, y);
                }
            }
        }
        self.content.fill_nonzero();
    }

    fn line(&mut self, places: &[DVec2]) {
        for (i, place) in places.iter().enumerate() {
            let [x, y] = place.as_vec2().to_array();
            if i == 0 {
                self.content.move_to(x, y);
            } else {
                self.content.line_to(x, y);
            }
        }
    }

    fn opacity(&mut self, percent: u8) {
        if self.percent != percent {
            self.percent = percent;
            self.percents.insert(percent);
            self.content.set_parameters(Name(state(percent).as_bytes()));
        }
    }

    fn fill(&mut self, color: Rgb) {
        if self.fill.replace(color) != Some(color) {
            let [r, g, b] = components(color);
            self.content.set_fill_rgb(r, g, b);
        }
    }

    fn stroke(&mut self, color: Rgb, width: f64) {
        if self.stroke.replace(color) != Some(color) {
            let [r, g, b] = components(color);
            self.content.set_stroke_rgb(r, g, b);
        }
        if self.width.replace(width) != Some(width) {
            self.content.set_line_width(width as f32);
        }
    }
}

/// Returns the channels of a colour, 0 to 1. Four digits are enough to distinguish all byte values.
fn components(Rgb(r, g, b): Rgb) -> [f32; 3] {
    [r, g, b].map(|channel| (f32::from(channel) / 255.0 * 1.0e4).round() / 1.0e4)
}
