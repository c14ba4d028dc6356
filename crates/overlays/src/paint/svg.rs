//! A picture as vectors (SVG): the faces that are seen, each in one colour, the outlines of the level, what the overlays show,
//! their labels and legends. What is hidden has been cut away, so that the picture is small and can be printed at any size.

use std::collections::{BTreeMap, HashMap};

use bspwalk_draw::raster::Coloring;
use bspwalk_levels::{
    Level,
    color::{palette::Rgb, srgb},
};
use bspwalk_trees::NodeTree;
use glam::{DVec2, Vec3};
use i_overlay::{core::fill_rule::FillRule, float::simplify::SimplifyShape};
use svg::{
    Document,
    node::element::{Definitions, Group, Line, LinearGradient, Path, Pattern, Rectangle, Stop, Text, Title},
};

use super::{
    outlines::outlines,
    screen::Screen,
    visible_parts::{VisibleParts, joined, visible_parts},
};
use crate::{
    drawing::Drawing,
    labels::{Standing, plate},
    layer::Pass,
    legend::{Legend, Row},
    scene::Shown,
};

/// A picture of the software renderer, from which faces have their colours.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// sRGB as 0x00RRGGBB, row by row from the top.
    pub pixels: &'a [u32],
    /// The fragment that is seen at the centre of each pixel.
    pub seen: &'a [Option<u32>],
    /// What the colours show.
    pub coloring: Coloring,
    /// The colour of the edges of the fragments, where they are drawn.
    pub wireframe: Option<Rgb>,
}

/// Faces that look alike: on the plane of one node, and of one material or whatever the colours show.
type Key = (u32, u32);

/// The width of what outlines the level, in logical pixels.
const OUTLINE: f32 = 0.9;

/// How far faces reach beyond their edges, in pixels, so that nothing shines through between two that meet.
const OVERLAP: f64 = 0.9;

/// Of faces that are seen on less than so many square pixels, all whose colours differ by less than [`SAME_COLOR`] are one path.
const SMALL: f64 = 24.0;
const SAME_COLOR: u8 = 12;

/// Draws a level as SVG. `tree` orders the faces of the picture.
#[must_use]
pub fn svg(
    level: &Level,
    tree: &NodeTree,
    screen: &Screen,
    picture: Picture<'_>,
    shown: &Shown,
    title: &str,
) -> String {
    let mut lines: Vec<[Vec3; 2]> = outlines(level);
    let outline_count = lines.len();
    if picture.wireframe.is_some() {
        let fragments = (0..tree.fragment_count()).filter_map(|index| tree.fragment(index));
        lines.extend(fragments.flat_map(|fragment| edges(fragment.vertices)));
    }
    let frame_count = lines.len();
    let mut polygons: Vec<Vec<Vec3>> = Vec::new();
    for (drawing, pass) in shown.layers.passes() {
        match pass {
            Pass::Polygons { .. } => {
                let corners = drawing.polygons.polygons().map(|(corners, _)| corners);
                polygons.extend(corners.map(|corners| corners.iter().copied().map(Vec3::from).collect()));
            }
            Pass::Lines {
                through_walls: false, ..
            } => lines.extend(drawing.lines.ends()),
            Pass::Lines { .. } => {}
        }
    }
    let parts = visible_parts(tree, screen, &lines, &polygons);
    let mut writer = Writer {
        screen,
        lines: parts.lines.iter().skip(frame_count),
        polygons: parts.polygons.iter(),
    };
    let [width, height] = screen.size;
    let mut document = Document::new()
        .add(Title::new(title))
        .add(definitions(screen.scale));
    document = document.add(sky(screen, picture));
    document = document.add(faces(level, tree, &parts, screen, picture));
    let outline = |name: &str, lines: &[Vec<[DVec2; 2]>], color: &str, width: f32| {
        group(name)
            .set("stroke", color)
            .set("stroke-width", number(f64::from(width * screen.scale)))
            .set("stroke-linecap", "round")
            .add(path(&lines_of(lines)))
    };
    document = document.add(outline(
        "outlines",
        &parts.lines[..outline_count],
        "#14161c",
        OUTLINE,
    ));
    if let Some(color) = picture.wireframe {
        let frame = &parts.lines[outline_count..frame_count];
        document = document.add(outline("wireframe", frame, &hex(color), 0.9));
    }
    for (drawing, pass) in shown.layers.passes() {
        if let Some(group) = writer.pass(drawing, pass) {
            document = document.add(group);
        }
    }
    document = document.add(labels(screen, &shown.labels));
    let (legend, below) = legends(shown, screen);
    let all = f64::from(height) + below;
    document
        .add(legend)
        .set("viewBox", (0, 0, width, all.ceil() as u32))
        .set("width", width)
        .set("height", all.ceil() as u32)
        .to_string()
}

fn group(name: &str) -> Group {
    Group::new().set("id", name).set("fill", "none")
}

fn edges(corners: &[Vec3]) -> impl Iterator<Item = [Vec3; 2]> + '_ {
    (0..corners.len()).map(|i| [corners[i], corners[(i + 1) % corners.len()]])
}

/// A number with at most two digits after the point.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

fn hex(Rgb(r, g, b): Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// An sRGB colour of linear light.
fn color_of(light: [f32; 3]) -> Rgb {
    let [r, g, b] = light.map(srgb::byte);
    Rgb(r, g, b)
}

fn path(data: &str) -> Path {
    Path::new().set("d", data)
}

fn lines_of(lines: &[Vec<[DVec2; 2]>]) -> String {
    let mut data = String::new();
    for [from, to] in lines.iter().flat_map(|parts| joined(parts.clone())) {
        data += &format!(
            "M{} {}L{} {}",
            number(from.x),
            number(from.y),
            number(to.x),
            number(to.y)
        );
    }
    data
}

/// Contours of which none crosses another, as the data of a path.
fn contours(parts: &[Vec<DVec2>]) -> String {
    // On a grid, corners that rounding has moved apart meet again.
    let snapped = |place: &DVec2| [place.x, place.y].map(|value| (value * 100.0).round() / 100.0);
    let shape: Vec<Vec<[f64; 2]>> = parts
        .iter()
        .map(|part| part.iter().map(snapped).collect())
        .collect();
    let mut data = String::new();
    for contour in shape.simplify_shape(FillRule::NonZero).into_iter().flatten() {
        for (i, [x, y]) in contour.iter().enumerate() {
            data += &format!("{}{} {}", if i == 0 { "M" } else { "L" }, number(*x), number(*y));
        }
        data.push('Z');
    }
    data
}

/// The hatching of polygons that are seen from behind, which lets every other stripe of them through.
fn definitions(scale: f32) -> Definitions {
    let period = 14.0 * f64::from(scale);
    let pattern = Pattern::new()
        .set("id", "hatching")
        .set("width", number(period))
        .set("height", number(period))
        .set("patternUnits", "userSpaceOnUse")
        .set("patternTransform", "rotate(45)");
    let stripe = |x: f64, opacity: f64| {
        Rectangle::new()
            .set("x", number(x))
            .set("width", number(period * 0.5))
            .set("height", number(period))
            .set("fill", "#fff")
            .set("fill-opacity", opacity)
    };
    let mask = svg::node::element::Mask::new()
        .set("id", "hatched")
        .set("maskUnits", "userSpaceOnUse")
        .set("x", "-100%")
        .set("y", "-100%")
        .set("width", "300%")
        .set("height", "300%")
        .add(
            Rectangle::new()
                .set("x", "-100%")
                .set("y", "-100%")
                .set("width", "300%")
                .set("height", "300%")
                .set("fill", "url(#hatching)"),
        );
    Definitions::new()
        .add(pattern.add(stripe(0.0, 1.0)).add(stripe(period * 0.5, 0.35)))
        .add(mask)
}

/// What is seen where there is no face, from the top of the picture to its bottom.
fn sky(screen: &Screen, picture: Picture<'_>) -> Group {
    let [width, height] = screen.size;
    let mut group = group("sky");
    let row = |row: u32| {
        let start = (row * width) as usize;
        let pixels = start..start + width as usize;
        mean(
            pixels
                .filter(|&pixel| picture.seen[pixel].is_none())
                .map(|pixel| picture.pixels[pixel]),
        )
    };
    let rows: Vec<(u32, Rgb)> = (0..height).filter_map(|y| Some((y, row(y)?))).collect();
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else {
        return group;
    };
    let mut gradient = LinearGradient::new()
        .set("id", "sky-light")
        .set("gradientUnits", "userSpaceOnUse")
        .set("x1", 0)
        .set("x2", 0)
        .set("y1", first.0)
        .set("y2", last.0);
    const STOPS: usize = 8;
    for stop in 0..=STOPS {
        let (_, color) = rows[stop * (rows.len() - 1) / STOPS];
        gradient = gradient.add(
            Stop::new()
                .set("offset", number(stop as f64 / STOPS as f64))
                .set("stop-color", hex(color)),
        );
    }
    group = group.add(Definitions::new().add(gradient));
    group.add(
        Rectangle::new()
            .set("width", width)
            .set("height", height)
            .set("fill", "url(#sky-light)"),
    )
}

/// The mean of some pixels, in linear light.
fn mean(pixels: impl Iterator<Item = u32>) -> Option<Rgb> {
    let mut sum = [0.0_f32; 3];
    let mut count = 0.0;
    for pixel in pixels {
        for (i, sum) in sum.iter_mut().enumerate() {
            *sum += srgb::LINEAR[(pixel >> (16 - 8 * i) & 0xff) as usize];
        }
        count += 1.0;
    }
    (count > 0.0).then(|| color_of(sum.map(|sum| sum / count)))
}

/// The faces, from far to near; those that look alike are one path.
fn faces(
    level: &Level,
    tree: &NodeTree,
    parts: &VisibleParts,
    screen: &Screen,
    picture: Picture<'_>,
) -> Group {
    let key = |fragment: u32| -> Option<Key> {
        let view = tree.fragment(fragment)?;
        let of = match picture.coloring {
            Coloring::Material => level.triangle_of_face(view.face)?.material,
            Coloring::Triangle => view.triangle,
            Coloring::Fragment | Coloring::Leaf | Coloring::VisibleLeaf => fragment,
            Coloring::Node | Coloring::Depth => 0,
        };
        Some((view.node, of))
    };
    let keys: Vec<Option<Key>> = picture.seen.iter().map(|seen| key((*seen)?)).collect();
    // Pixels at an edge have something of the faces beyond it.
    let width = screen.size[0] as usize;
    let is_inner = |index: usize| {
        let beside = [
            index.wrapping_sub(1),
            index + 1,
            index.wrapping_sub(width),
            index + width,
        ];
        beside
            .iter()
            .all(|&other| keys.get(other).is_none_or(|other| *other == keys[index]))
    };
    let mut pixels: HashMap<Key, [Vec<u32>; 2]> = HashMap::new();
    for (index, &pixel) in picture.pixels.iter().enumerate() {
        if let Some(key) = keys[index] {
            pixels.entry(key).or_default()[usize::from(is_inner(index))].push(pixel);
        }
    }
    let mut order: Vec<Key> = Vec::new();
    let mut shapes: HashMap<Key, Vec<Vec<DVec2>>> = HashMap::new();
    for (fragment, seen) in &parts.faces {
        let Some(key) = key(*fragment) else { continue };
        shapes.entry(key).or_insert_with(|| {
            order.push(key);
            Vec::new()
        });
        if let Some(shape) = shapes.get_mut(&key) {
            shape.extend(seen.iter().cloned());
        }
    }
    let mut group = group("faces")
        .set("stroke-width", number(OVERLAP))
        .set("stroke-linejoin", "round");
    let mut small: BTreeMap<[u8; 3], Vec<Vec<DVec2>>> = BTreeMap::new();
    for key in order.into_iter().rev() {
        let Some(shape) = shapes.remove(&key) else {
            continue;
        };
        let at_middle = || {
            let part = &shape[0];
            let middle = part.iter().sum::<DVec2>() / part.len() as f64;
            let [x, y] = [(middle.x, screen.size[0]), (middle.y, screen.size[1])]
                .map(|(at, size)| (at.max(0.0) as u32).min(size.saturating_sub(1)));
            let pixel = picture.pixels.get((y * screen.size[0] + x) as usize);
            mean(pixel.copied().into_iter())
        };
        let color = match pixels.get(&key) {
            Some([edge, inner]) => {
                let pixels = if inner.is_empty() { edge } else { inner };
                mean(pixels.iter().copied())
            }
            // Too small for the middle of a pixel.
            None => at_middle(),
        };
        let Some(color) = color else { continue };
        if shape.iter().map(|part| area(part)).sum::<f64>() < SMALL {
            let Rgb(r, g, b) = color;
            let about =
                [r, g, b].map(|channel| (channel / SAME_COLOR).saturating_mul(SAME_COLOR) + SAME_COLOR / 2);
            small.entry(about).or_default().extend(shape);
            continue;
        }
        let data = contours(&shape);
        if !data.is_empty() {
            group = group.add(path(&data).set("fill", hex(color)).set("stroke", hex(color)));
        }
    }
    let mut details = Group::new().set("stroke-width", number(OVERLAP * 0.4));
    for ([r, g, b], shape) in small {
        let color = hex(Rgb(r, g, b));
        details = details.add(
            path(&contours(&shape))
                .set("fill", color.clone())
                .set("stroke", color),
        );
    }
    group.add(details)
}

fn area(part: &[DVec2]) -> f64 {
    let doubled: f64 = (0..part.len())
        .map(|i| part[i].perp_dot(part[(i + 1) % part.len()]))
        .sum();
    doubled.abs() * 0.5
}

/// Takes the parts of the overlays in the order in which they were asked for.
struct Writer<'a, L, P> {
    screen: &'a Screen,
    lines: L,
    polygons: P,
}

impl<'a, L, P> Writer<'_, L, P>
where
    L: Iterator<Item = &'a Vec<[DVec2; 2]>>,
    P: Iterator<Item = &'a Vec<Vec<DVec2>>>,
{
    /// What a pass draws; `None` for nothing.
    fn pass(&mut self, drawing: &Drawing, pass: Pass) -> Option<Group> {
        let mut group = Group::new().set("fill", "none").set("stroke-linecap", "round");
        let mut is_empty = true;
        match pass {
            Pass::Polygons { hatched, .. } => {
                for (corners, [r, g, b, alpha]) in drawing.polygons.polygons() {
                    let parts = self.polygons.next()?;
                    if parts.is_empty() || alpha <= 0.0 {
                        continue;
                    }
                    is_empty = false;
                    let fill = hex(color_of([r, g, b]));
                    let mut path = path(&contours(parts)).set("fill", fill.clone());
                    path = if alpha < 1.0 {
                        path.set("fill-opacity", number(f64::from(alpha)))
                    } else {
                        // Nothing shines through between two that meet.
                        path.set("stroke", fill).set("stroke-width", number(OVERLAP))
                    };
                    if hatched || !self.is_front(corners) {
                        path = path.set("mask", "url(#hatched)");
                    }
                    group = group.add(path);
                }
            }
            Pass::Lines {
                opacity,
                through_walls,
            } => {
                // Lines that look alike are one path.
                let mut runs: Vec<(([u8; 4], u32), String)> = Vec::new();
                for line in drawing.lines.lines() {
                    let whole;
                    let parts = if through_walls {
                        let ends = line.ends.map(Vec3::as_dvec3);
                        whole = self
                            .screen
                            .line(ends)
                            .map(|places| places.map(|(place, _)| place.at));
                        whole.as_slice()
                    } else {
                        self.lines.next()?
                    };
                    if parts.is_empty() {
                        continue;
                    }
                    let [from, to] = line.colors;
                    let color: [u8; 4] =
                        std::array::from_fn(|i| ((u16::from(from[i]) + u16::from(to[i])) / 2) as u8);
                    let look = (color, line.width.to_bits());
                    let data = lines_of(&[parts.to_vec()]);
                    match runs.last_mut() {
                        Some((last, path)) if *last == look => *path += &data,
                        _ => runs.push((look, data)),
                    }
                }
                for (([r, g, b, alpha], width), data) in runs {
                    is_empty = false;
                    let width = f64::from(f32::from_bits(width) * self.screen.scale);
                    group = group.add(
                        path(&data)
                            .set("stroke", hex(Rgb(r, g, b)))
                            .set(
                                "stroke-opacity",
                                number(f64::from(alpha) / 255.0 * f64::from(opacity)),
                            )
                            .set("stroke-width", number(width)),
                    );
                }
            }
        }
        (!is_empty).then_some(group)
    }

    /// Whether the eye is in front of a polygon.
    fn is_front(&self, corners: &[[f32; 3]]) -> bool {
        let corners: Vec<Vec3> = corners.iter().copied().map(Vec3::from).collect();
        let normal: Vec3 = (1..corners.len() - 1)
            .map(|i| (corners[i] - corners[0]).cross(corners[i + 1] - corners[0]))
            .sum();
        let to_eye = self.screen.to_eye(corners[0].as_dvec3());
        normal.dot(to_eye.as_vec3()) > 0.0
    }
}

fn labels(screen: &Screen, standing: &[Standing]) -> Group {
    let scale = f64::from(screen.scale);
    let mut group = group("labels")
        .set("font-family", "sans-serif")
        .set("font-weight", "bold")
        .set("text-anchor", "middle");
    for label in standing {
        let Some(middle) = screen.logical(label.at) else {
            continue;
        };
        let at = screen.pixels(middle + label.moved);
        let half = plate::half_size(&label.text, label.height).as_dvec2() * scale;
        let ink = plate::ink(label.color);
        let plate = Rectangle::new()
            .set("x", number(at.x - half.x))
            .set("y", number(at.y - half.y))
            .set("width", number(2.0 * half.x))
            .set("height", number(2.0 * half.y))
            .set("rx", number(half.y))
            .set("fill", hex(label.color))
            .set("stroke", hex(ink))
            .set("stroke-width", number(scale));
        // Letters are about so many times as wide as high.
        let fits = 1.5 * (half.x - 0.3 * half.y) * 2.0 / label.text.chars().count().max(1) as f64;
        let size = (f64::from(label.height) * 1.35 * scale).min(fits);
        let text = Text::new(label.text.clone())
            .set("x", number(at.x))
            .set("y", number(at.y + 0.36 * size))
            .set("font-size", number(size))
            .set("fill", hex(ink));
        let alpha = number(f64::from(label.alpha));
        group = group.add(Group::new().set("opacity", alpha).add(plate).add(text));
    }
    group
}

/// The legends below the picture, in columns, and how many pixels high they are.
fn legends(shown: &Shown, screen: &Screen) -> (Group, f64) {
    /// Width of a column, height of a row, and how many characters fit into one, at a scale of 1.
    const COLUMN: f64 = 410.0;
    const ROW: f64 = 17.0;
    const FIT: usize = 62;
    /// A ramp of more depths has so many colours of them.
    const MOST_SWATCHES: u32 = 12;
    let scale = f64::from(screen.scale);
    let [width, height] = screen.size.map(f64::from);
    let columns = ((width / scale / COLUMN) as usize).max(1);
    let mut group = group("legends")
        .set("font-family", "sans-serif")
        .set("font-size", number(12.0 * scale))
        .set("fill", "#e8edf2");
    let mut bottoms = vec![0.0_f64; columns];
    for (kind, legend) in &shown.legends {
        let column = (0..columns)
            .min_by(|&a, &b| bottoms[a].total_cmp(&bottoms[b]))
            .unwrap_or(0);
        let left = (column as f64 * COLUMN + 14.0) * scale;
        let mut y = bottoms[column] + ROW * 1.4;
        let at = |y: f64| height + y * scale;
        let text = |text: String, x: f64, y: f64| Text::new(text).set("x", number(x)).set("y", number(at(y)));
        group = group.add(text(kind.title().to_owned(), left, y).set("font-weight", "bold"));
        for (row, words) in rows(legend, FIT) {
            y += ROW;
            let mut x = left;
            match row {
                Some(Row::Area(color, _)) => {
                    group = group.add(swatch(*color, x, at(y - 10.0), scale));
                }
                Some(Row::Line(color, width, _)) => {
                    let middle = number(at(y - 4.0));
                    group = group.add(
                        Line::new()
                            .set("x1", number(x))
                            .set("x2", number(x + 16.0 * scale))
                            .set("y1", middle.clone())
                            .set("y2", middle)
                            .set("stroke", hex(*color))
                            .set("stroke-width", number(f64::from(*width) * scale)),
                    );
                }
                Some(Row::Categories(palette)) => {
                    for &color in palette.categories() {
                        group = group.add(swatch(color, x, at(y - 10.0), scale));
                        x += 18.0 * scale;
                    }
                }
                Some(Row::Ramp(palette, [first, last], _)) => {
                    group = group.add(text(first.to_string(), x, y));
                    x += 22.0 * scale;
                    let depths = last.saturating_sub(*first);
                    for step in 0..=depths.min(MOST_SWATCHES) {
                        let depth = step * depths / depths.clamp(1, MOST_SWATCHES);
                        group = group.add(swatch(palette.depth(depth, depths), x, at(y - 10.0), scale));
                        x += 18.0 * scale;
                    }
                    group = group.add(text(last.to_string(), x + 4.0 * scale, y));
                    x += 22.0 * scale;
                }
                _ => {}
            }
            if matches!(row, Some(Row::Area(..) | Row::Line(..))) {
                x += 22.0 * scale;
            }
            group = group.add(text(words, x, y));
        }
        bottoms[column] = y;
    }
    let lowest = bottoms.into_iter().fold(0.0, f64::max);
    let below = if lowest > 0.0 { (lowest + ROW) * scale } else { 0.0 };
    if below > 0.0 {
        let card = Rectangle::new()
            .set("y", number(height))
            .set("width", number(width))
            .set("height", number(below))
            .set("fill", "#1b1e24");
        return (Group::new().add(card).add(group), below);
    }
    (group, 0.0)
}

fn swatch(color: Rgb, x: f64, y: f64, scale: f64) -> Rectangle {
    Rectangle::new()
        .set("x", number(x))
        .set("y", number(y))
        .set("width", number(16.0 * scale))
        .set("height", number(11.0 * scale))
        .set("fill", hex(color))
}

/// The rows of a legend, wrapped at so many characters; the first line of each with the row itself.
fn rows(legend: &Legend, fit: usize) -> Vec<(Option<&Row>, String)> {
    let mut lines = Vec::new();
    for row in legend {
        let text = row.text().replace("[[", "").replace("]]", "");
        let mut line = String::new();
        let mut of = Some(row);
        for word in text.split_whitespace() {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > fit {
                lines.push((of.take(), std::mem::take(&mut line)));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line += word;
        }
        lines.push((of, line));
    }
    lines
}
