//! Checks, with small independent readers, that both writers output the same shapes and that the PDF file is valid.

use std::{collections::BTreeMap, sync::Arc};

use bspwalk_draw::raster::{
    Camera, RasterFaces, Scene as Raster, Style, VisibilityMethod, find_visible_fragments,
};
use bspwalk_session::{
    overlays::{OverlayKind, Overlays},
    view::Model,
};
use bspwalk_testing::small_trees;

use super::{shapes::Form, *};
use crate::{scene::InModel, tree_stats::TreeFigures};

const SIZE: [u32; 2] = [320, 180];

/// A shape read from a file: its kind, colour, opacity in percent, width or font size, and points.
#[derive(Clone, Debug, PartialEq)]
struct Read {
    kind: &'static str,
    color: [u8; 3],
    percent: u8,
    size: i64,
    places: Vec<[i64; 2]>,
}

fn hundredths(value: f64) -> i64 {
    (value * 100.0).round() as i64
}

/// Returns pictures of a room with planes, cells and a wireframe, in first person and as a model.
fn pictures() -> Vec<Vectors> {
    let (tree, level) = small_trees::room();
    let (tree, level) = (Arc::new(tree), Arc::new(level));
    let figures = Arc::new(TreeFigures::new(&tree));
    let faces = RasterFaces::new(&tree, |face| {
        level.triangle_of_face(face).map(|triangle| triangle.corners)
    });
    let kinds = [OverlayKind::Planes, OverlayKind::Cells, OverlayKind::Normals];
    let eye = level.spawn.eye;
    let model = Model::first(&level, eye.y as f32, 0.3, 16.0 / 9.0, false);
    let first_person = Camera::perspective(eye, [0.4, -0.2], Camera::default_field_of_view());
    let (camera, yaw, film) = (model.camera(), 0.3, None);
    let cameras = [(first_person, None), (camera, Some(InModel { model, yaw, film }))];
    let draw = |(camera, model): (Camera, Option<InModel>)| {
        let screen = Screen::new(camera, SIZE);
        let bytes = Raster::new(&level, &tree, &tree).draw_picture(
            &camera,
            SIZE,
            &Style::default(),
            VisibilityMethod::Painter,
        );
        let pixels: Vec<u32> = bytes
            .chunks_exact(3)
            .map(|rgb| u32::from_be_bytes([0, rgb[0], rgb[1], rgb[2]]))
            .collect();
        let overlays = Overlays::showing(kinds);
        let scene = crate::Scene {
            model,
            ..crate::Scene::new((&level, &tree, &figures), &overlays)
        };
        let picture = RasterImage {
            pixels: &pixels,
            seen: &find_visible_fragments(&faces, &camera, SIZE, VisibilityMethod::FrontToBack),
            coloring: Style::default().coloring,
            wireframe: Some((&faces, [Rgb(235, 240, 245), Rgb(200, 100, 0)])),
            has_legends: true,
        };
        let shown = scene.on(&screen).draw_overlays();
        vectors(&level, &tree, &screen, picture, &shown, "a room – one")
    };
    cameras.map(draw).into()
}

/// Returns the shapes that a reader should find in a picture. The line around an area counts as part of the area.
fn shapes(picture: &Vectors) -> Vec<Read> {
    let place = |place: &glam::DVec2| [hundredths(place.x), hundredths(place.y)];
    let read = |shape: &Shape| {
        let Rgb(r, g, b) = shape.color;
        let (kind, size, places) = match &shape.form {
            Form::Area { contours, rim } => ("area", *rim, contours.iter().flatten().map(place).collect()),
            Form::Lines { lines, width } => ("lines", *width, lines.iter().flatten().map(place).collect()),
            Form::Text {
                text,
                at,
                is_centred,
                font,
                size,
            } => {
                let left = f64::from(u8::from(*is_centred)) * 0.5 * font.width(text) * size;
                ("text", *size, vec![[hundredths(at.x - left), hundredths(at.y)]])
            }
        };
        Read {
            kind,
            color: [r, g, b],
            percent: shape.percent,
            size: hundredths(size),
            places,
        }
    };
    let groups = picture.groups.iter();
    groups.flat_map(|group| &group.shapes).map(read).collect()
}

/// Reads the shapes of an SVG file that our writer produced. Centred text has no position.
fn read_svg(text: &str) -> Vec<Read> {
    let mut all = Vec::new();
    let is_shape = |element: &&str| element.starts_with("path") || element.starts_with("text");
    for element in text.split('<').filter(is_shape) {
        let attribute = |name: &str| {
            let (_, rest) = element.split_once(&format!(" {name}=\""))?;
            rest.split('"').next()
        };
        let number = |name: &str| attribute(name).and_then(|text| text.parse::<f64>().ok());
        let color = |name: &str| {
            let rgb = attribute(name).and_then(|text| u32::from_str_radix(text.strip_prefix('#')?, 16).ok());
            rgb.map(|rgb| [16, 8, 0].map(|shift| (rgb >> shift) as u8))
        };
        let is_text = element.starts_with("text");
        let kind = match color("fill") {
            _ if is_text => "text",
            Some(_) => "area",
            None => "lines",
        };
        let places = if is_text {
            vec![[number("x"), number("y")].map(|value| hundredths(value.expect("a place")))]
        } else {
            let data = attribute("d").expect("a path has data");
            let places = data.split(['M', 'L', 'Z']).filter(|place| !place.is_empty());
            places
                .map(|place| {
                    let (x, y) = place.split_once(' ').expect("two numbers");
                    [x, y].map(|value| hundredths(value.parse().expect("a number")))
                })
                .collect()
        };
        all.push(Read {
            kind,
            color: color("fill").or(color("stroke")).expect("a colour"),
            percent: number("opacity").map_or(100, |share| hundredths(share) as u8),
            size: hundredths(number("stroke-width").or(number("font-size")).unwrap_or(0.0)),
            places,
        });
    }
    all
}

/// Returns the objects of a PDF file by number, and checks every entry of its cross-reference table.
fn objects(file: &[u8]) -> BTreeMap<usize, &[u8]> {
    let find = |what: &[u8], from: usize| {
        let mut windows = file[from..].windows(what.len());
        windows.position(|window| window == what).map(|at| at + from)
    };
    assert!(file.starts_with(b"%PDF-1.7") && file.trim_ascii_end().ends_with(b"%%EOF"));
    let text = |range: std::ops::Range<usize>| String::from_utf8_lossy(&file[range]).into_owned();
    let tail = text(file.len() - 40..file.len());
    let table: usize = tail
        .split("startxref")
        .nth(1)
        .and_then(|rest| rest.split_whitespace().next()?.parse().ok())
        .expect("where the table is");
    let lines = text(table..file.len());
    let mut lines = lines.lines();
    assert_eq!(lines.next(), Some("xref"));
    let count = lines
        .next()
        .and_then(|line| line.strip_prefix("0 ")?.parse::<usize>().ok());
    let mut objects = BTreeMap::new();
    for number in 0..count.expect("how many objects there are") {
        let line = lines.next().expect("a line for each");
        if number == 0 {
            assert!(line.starts_with("0000000000 65535 f"), "{line}");
            continue;
        }
        let offset: usize = line[..10].parse().expect("an offset");
        assert!(line[10..].starts_with(" 00000 n"), "{line}");
        let head = format!("{number} 0 obj");
        assert!(file[offset..].starts_with(head.as_bytes()), "object {number}");
        let end = find(b"endobj", offset).expect("its end");
        objects.insert(number, &file[offset + head.len()..end]);
    }
    objects
}

/// Returns the page content, and the opacity (in percent) of each named graphics state.
fn content(file: &[u8]) -> (String, BTreeMap<String, u8>) {
    let objects = objects(file);
    let text = |object: &[u8]| String::from_utf8_lossy(object).into_owned();
    let mut all = objects.values();
    let packed = all
        .find(|object| text(object).contains("FlateDecode"))
        .expect("a stream");
    let begin = packed
        .windows(7)
        .position(|window| window == b"stream\n")
        .expect("its begin")
        + 7;
    let length: usize = text(&packed[..begin])
        .split_once("/Length ")
        .and_then(|(_, rest)| rest.split_whitespace().next()?.parse().ok())
        .expect("its length");
    let stream = &packed[begin..begin + length];
    let bytes = miniz_oxide::inflate::decompress_to_vec_zlib(stream).expect("it is compressed");
    let mut texts = objects.values().map(|object| text(object));
    let page = texts.find(|text| text.contains("/MediaBox")).expect("a page");
    let mut states = BTreeMap::new();
    for rest in page.split("/opacity").skip(1) {
        let mut words = rest.split_whitespace();
        let (name, number) = (words.next().expect("a name"), words.next().expect("a number"));
        let state = text(objects[&number.parse().expect("a number")]);
        let alpha = |name: &str| -> f64 {
            let (_, rest) = state.split_once(name).expect("an opacity");
            rest.split_whitespace()
                .next()
                .and_then(|word| word.parse().ok())
                .expect("a number")
        };
        assert_eq!(alpha("/CA "), alpha("/ca "));
        states.insert(format!("/opacity{name}"), hundredths(alpha("/ca ")) as u8);
    }
    (bytes.iter().map(|&byte| char::from(byte)).collect(), states)
}

/// Reads the shapes of a PDF file that our writer produced.
fn read_pdf(file: &[u8]) -> Vec<Read> {
    let (content, states) = content(file);
    let mut all = Vec::new();
    let (mut fill, mut stroke, mut percent, mut width, mut size) = ([0; 3], [0; 3], 100, 0, 0);
    let mut places: Vec<[i64; 2]> = Vec::new();
    for line in content.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((operator, operands)) = words.split_last() else {
            continue;
        };
        let numbers: Vec<f64> = operands.iter().filter_map(|word| word.parse().ok()).collect();
        let color = || [0, 1, 2].map(|i| (numbers[i] * 255.0).round() as u8);
        let last = || [numbers.len() - 2, numbers.len() - 1].map(|i| hundredths(numbers[i]));
        let mut read = |kind, color, size, places| {
            all.push(Read {
                kind,
                color,
                percent,
                size,
                places,
            });
        };
        match *operator {
            "rg" => fill = color(),
            "RG" => stroke = color(),
            "gs" => percent = states[operands[0]],
            "w" => width = hundredths(numbers[0]),
            "m" | "l" => places.push(last()),
            "f" => read("area", fill, 0, std::mem::take(&mut places)),
            "B" => {
                assert_eq!(fill, stroke);
                read("area", fill, width, std::mem::take(&mut places));
            }
            "S" => read("lines", stroke, width, std::mem::take(&mut places)),
            "Tf" => size = hundredths(numbers[0]),
            "Tm" => places.push(last()),
            "Tj" => read("text", fill, size, std::mem::take(&mut places)),
            "h" | "BT" | "ET" | "BDC" | "EMC" | "cm" | "J" | "j" => {}
            _ => panic!("what is {line}?"),
        }
    }
    all
}

#[test]
fn svg_and_pdf_contain_all_shapes() {
    for picture in pictures() {
        let shapes = shapes(&picture);
        let kinds =
            ["area", "lines", "text"].map(|kind| shapes.iter().filter(|shape| shape.kind == kind).count());
        assert!(kinds.iter().all(|count| *count > 3), "{kinds:?}");
        assert!(shapes.iter().any(|shape| shape.percent < 100));
        let svg = svg(&picture);
        let pdf = pdf(&picture);
        let read = [read_svg(&svg), read_pdf(&pdf)];
        for (read, is_svg) in read.iter().zip([true, false]) {
            assert_eq!(read.len(), shapes.len());
            for (read, shape) in read.iter().zip(&shapes) {
                let same_places = read.places.len() == shape.places.len()
                    && read.places.iter().zip(&shape.places).all(|(a, b)| {
                        // SVG leaves the centring of text to the viewer. In PDF, rounding can move text by a hundredth
                        // of a pixel.
                        let free = if shape.kind == "text" { 1 } else { 0 };
                        let is_free = is_svg && shape.kind == "text";
                        (is_free || (a[0] - b[0]).abs() <= free) && (a[1] - b[1]).abs() <= free
                    });
                let places = read.places.clone();
                let same = *read
                    == Read {
                        places,
                        ..shape.clone()
                    };
                assert!(same && same_places, "SVG: {is_svg}, {read:?}, not {shape:?}");
            }
        }
    }
}

#[test]
fn pdf_is_deterministic_and_page_fits_picture() {
    for picture in pictures() {
        let file = pdf(&picture);
        assert_eq!(file, pdf(&picture.clone()));
        let text = String::from_utf8_lossy(&file).into_owned();
        let [width, height] = picture.size.map(|side| f64::from(side) * 0.75);
        let page = format!("/MediaBox [0 0 {width} {height}]");
        assert!(!text.contains("Date") && text.contains("/BaseFont /Helvetica-Bold"));
        let names = picture
            .groups
            .iter()
            .map(|group| format!("/Name ({})", group.name));
        for part in names.chain([page]) {
            assert!(text.contains(&part), "{part}");
        }
    }
}

/// Checks that triangle edges and cuts of the tree have different colours in a wireframe.
#[test]
fn fragment_cuts_have_their_own_colour() {
    for picture in pictures() {
        let wireframe = picture.groups.iter().find(|group| group.name == "wireframe");
        let shapes = wireframe.expect("a group").shapes.iter();
        let lines = shapes.filter(|shape| matches!(shape.form, Form::Lines { .. }));
        let colors: Vec<Rgb> = lines.map(|shape| shape.color).collect();
        assert_eq!(colors, [Rgb(235, 240, 245), Rgb(200, 100, 0)]);
    }
}

/// Checks that the uniform background of a model is one shape. Pixels blended with the model's edges do not count as
/// sky.
#[test]
fn sky_of_model_is_one_shape() {
    let [_, model] = &pictures()[..] else {
        panic!("there are two pictures")
    };
    assert_eq!((model.groups[0].name, model.groups[0].shapes.len()), ("sky", 1));
}
