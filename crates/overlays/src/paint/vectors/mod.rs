//! A picture as vectors: the faces that are seen, each in one colour, the outlines of the level, what the overlays show, their
//! labels and legends. What is hidden has been cut away, so that the picture is small and can be printed at any size.
//!
//! [`vectors`] says what is drawn, as a list of [shapes](Shape). [`svg`] and [`pdf`] write the list.

mod blending;
mod faces;
mod font;
mod passes;
mod pdf;
mod shapes;
mod svg;
mod text;

use bspwalk_levels::{Level, color::palette::Rgb};
use bspwalk_trees::NodeTree;
use glam::Vec3;

use self::{blending::Ground, passes::Passes};
pub use self::{
    faces::Picture,
    font::Font,
    pdf::pdf,
    shapes::{Group, Shape, Vectors},
    svg::svg,
};
use super::{
    outlines::outlines,
    screen::Screen,
    visible_parts::{joined, visible_parts},
};
use crate::{layer::Pass, scene::Shown};

/// The colour of what outlines the level, and its width in logical pixels.
const OUTLINE: (Rgb, f32) = (Rgb(20, 22, 28), 0.9);

/// How far opaque areas reach beyond their edges together with their neighbours, in pixels, so that nothing shines through between
/// two that meet.
const OVERLAP: f64 = 0.9;

/// Draws a level with vectors. `tree` orders the faces of the picture.
#[must_use]
pub fn vectors(
    level: &Level,
    tree: &NodeTree,
    screen: &Screen,
    picture: Picture<'_>,
    shown: &Shown,
    title: &str,
) -> Vectors {
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
    let mut passes = Passes {
        screen,
        lines: parts.lines.iter().skip(frame_count),
        polygons: parts.polygons.iter(),
        ground: Ground::new(picture.pixels, screen.size),
    };
    let outline = |range: std::ops::Range<usize>, (color, width): (Rgb, f32)| {
        let lines = parts.lines[range].iter().flat_map(|parts| joined(parts.clone()));
        Shape::lines(lines, color, 1.0, f64::from(width * screen.scale))
    };
    let frame = picture.wireframe.map(|color| (color, OUTLINE.1));
    let group = |name, shapes| Group { name, shapes };
    let (legends, height) = text::legends(shown, screen);
    Vectors {
        title: title.to_owned(),
        size: [screen.size[0], height],
        groups: vec![
            group("sky", faces::sky(screen, picture)),
            group("faces", faces::faces(level, tree, &parts, screen, picture)),
            group(
                "outlines",
                outline(0..outline_count, OUTLINE).into_iter().collect(),
            ),
            group(
                "wireframe",
                frame
                    .and_then(|look| outline(outline_count..frame_count, look))
                    .into_iter()
                    .collect(),
            ),
            group(
                "overlays",
                shown
                    .layers
                    .passes()
                    .flat_map(|(drawing, pass)| passes.shapes(drawing, pass))
                    .collect(),
            ),
            group("labels", text::labels(screen, &shown.labels)),
            group("legends", legends),
        ],
    }
}

fn edges(corners: &[Vec3]) -> impl Iterator<Item = [Vec3; 2]> + '_ {
    (0..corners.len()).map(|i| [corners[i], corners[(i + 1) % corners.len()]])
}
