//! Vector pictures: the visible faces, each in one colour, the outlines of the level, and the overlays with labels and
//! legends. Hidden parts are cut away, so the file is small and prints well at any size.
//!
//! [`vectors()`] builds a picture as a list of shapes. [`svg()`] and [`pdf()`] write it as a file; [`svg_part()`]
//! writes some of its groups compactly.

mod blending;
mod faces;
mod font;
mod outlines;
mod passes;
mod pdf;
mod shapes;
mod svg;
mod text;

use bspwalk_levels::Level;

use self::{
    blending::Ground,
    passes::Passes,
    shapes::{Group, Shape},
};
pub use self::{
    faces::RasterImage,
    pdf::pdf,
    shapes::Vectors,
    svg::{svg, svg_part},
};
use super::{
    outlines::outlines,
    screen::Screen,
    visible_parts::{joined, visible_parts},
};
use crate::{layer::Pass, prelude::*, shown::OverlayDrawings};

/// Opacity of the edges of source triangles, and their width in logical pixels.
const SIDE: [f64; 2] = [0.6, 1.2];

/// Opacity of cuts, and their width in logical pixels.
const CUT: [f64; 2] = [1.0, 1.8];

/// Builds the vector picture of a level. `tree` provides the depth order of the faces.
pub fn vectors(
    level: &Level,
    tree: &NodeTree,
    screen: &Screen,
    picture: RasterImage<'_>,
    shown: &OverlayDrawings,
    title: &str,
) -> Vectors {
    let mut lines: Vec<[Vec3; 2]> = outlines(level);
    let outline_count = lines.len();
    let mut side_count = outline_count;
    if let Some((faces, _)) = picture.wireframe {
        let edges = || (0..tree.fragment_count()).flat_map(|fragment| faces.edges_of(fragment));
        lines.extend(edges().filter(|(_, is_cut)| !is_cut).map(|(ends, _)| ends));
        side_count = lines.len();
        lines.extend(edges().filter(|(_, is_cut)| *is_cut).map(|(ends, _)| ends));
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
    let mut ground = Ground::new(picture.pixels, screen.size);
    let faces = faces::faces(level, tree, &parts, screen, picture, &mut ground);
    let mut passes = Passes {
        screen,
        lines: parts.lines.iter().skip(frame_count),
        polygons: parts.polygons.iter(),
        ground,
    };
    let outline = |range: std::ops::Range<usize>, color: Rgb, [opacity, width]: [f64; 2]| {
        let lines = parts.lines[range].iter().flat_map(|parts| joined(parts.clone()));
        Shape::lines(lines, color, opacity, width * f64::from(screen.scale))
    };
    let frame = picture.wireframe.map(|(_, [side, cut])| {
        [
            outline(outline_count..side_count, side, SIDE),
            outline(side_count..frame_count, cut, CUT),
        ]
    });
    let group = |name, shapes| Group { name, shapes };
    let legends = if picture.has_legends {
        text::legends(shown, screen)
    } else {
        Vec::new()
    };
    Vectors {
        title: title.to_owned(),
        size: screen.size,
        groups: vec![
            group("sky", faces::sky(screen, picture)),
            group("faces", faces),
            group(
                "outlines",
                outline(0..outline_count, ink::DARK, [1.0, 0.9])
                    .into_iter()
                    .collect(),
            ),
            group("wireframe", frame.into_iter().flatten().flatten().collect()),
            group(
                "overlays",
                shown
                    .layers
                    .passes()
                    .flat_map(|(drawing, pass)| passes.shapes(drawing, pass))
                    .collect(),
            ),
            group("labels", text::labels(screen, &shown.labels)),
            group("axes", text::axes(screen, &shown.axes)),
            group("legends", legends),
        ],
    }
}

#[cfg(test)]
mod tests;
