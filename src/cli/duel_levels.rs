//! `duel --levels`: draws the first levels of a k-d tree, an octree and a BVH from above, as SVG.
//!
//! Each tree has a square that shows the walls of the level and the boxes of the tree's nodes, down to [`DEPTH`]. The
//! caption has the counts and times measured in the same run.

use std::fmt::Write as _;

use bspwalk_draw::color::palette::Palette;
use bspwalk_explain::duel::{Row, columns::levels_caption};
use bspwalk_geometry::{Aabb, TaggedTriangle};
use glam::DVec3;

/// Maximum depth of the boxes. The root has depth 0.
const DEPTH: usize = 3;

/// Layout in SVG units: edge length of a square, space between squares, and height of the text above them.
const SIZE: f64 = 440.0;
const GAP: f64 = 20.0;
const TEXT: f64 = 44.0;

/// Maximum number of walls to draw.
const MOST_WALLS: usize = 4000;

/// Maximum vertical component of a wall's normal.
const STEEP: f64 = 0.5;

/// Minimum size of a level, in metres.
const SMALLEST: f64 = 0.001;

/// A top view that fits a box into a square.  The level's X axis points to the right, and its Z axis points down.
struct Plan {
    /// Centre of the square.
    center: [f64; 2],
    /// Point of the level that is drawn at the centre.
    middle: DVec3,
    /// SVG units per metre.
    scale: f64,
}

impl Plan {
    /// Creates the view for the nth square.
    fn new(number: usize, bounds: &Aabb) -> Self {
        let size = bounds.size();
        let left = GAP + number as f64 * (SIZE + GAP);
        Self {
            center: [left + 0.5 * SIZE, TEXT + 0.5 * SIZE],
            middle: bounds.center(),
            scale: SIZE / size.x.max(size.z).max(SMALLEST),
        }
    }

    fn at(&self, point: DVec3) -> [f64; 2] {
        let [x, y] = self.center;
        let offset = (point - self.middle) * self.scale;
        [x + offset.x, y + offset.z]
    }
}

/// Draws the trees that have boxes.
pub(super) fn svg(rows: &[Row], triangles: &[TaggedTriangle]) -> String {
    let trees: Vec<(&Row, &Aabb)> = rows
        .iter()
        .filter_map(|row| Some((row, row.levels.first()?.first()?)))
        .collect();
    let (width, height) = (GAP + trees.len() as f64 * (SIZE + GAP), TEXT + SIZE + GAP);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"Helvetica, Arial, sans-serif\">\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>"
    );
    for (number, &(row, root)) in trees.iter().enumerate() {
        let plan = Plan::new(number, root);
        let left = plan.center[0] - 0.5 * SIZE;
        // Writing to a string cannot fail.
        let _ = write!(
            svg,
            "<text x=\"{left}\" y=\"18\" font-size=\"14\">{}</text><text x=\"{left}\" y=\"34\" font-size=\"10\">{}</text>\
             <path stroke=\"#bbb\" stroke-width=\"0.7\" fill=\"none\" d=\"{}\"/>",
            row.contestant.title(),
            levels_caption(row, DEPTH),
            walls(triangles, &plan)
        );
        for (depth, boxes) in (0..).zip(row.levels.iter().take(DEPTH + 1)) {
            let color = Palette::default().depth(depth);
            let _ = write!(
                svg,
                "<path stroke=\"{color}\" stroke-width=\"1.2\" fill=\"none\" d=\"{}\"/>",
                rectangles(boxes, &plan)
            );
        }
    }
    svg + "</svg>\n"
}

/// Returns an SVG path of the edges of walls. For a large level, the path contains only some of the walls.
fn walls(triangles: &[TaggedTriangle], plan: &Plan) -> String {
    let mut path = String::new();
    for triangle in triangles.iter().step_by(1 + triangles.len() / MOST_WALLS) {
        let [a, b, c] = triangle.corners;
        let normal = (b - a).cross(c - a).normalize_or_zero();
        if normal.y.abs() >= STEEP {
            continue;
        }
        let [[ax, ay], [bx, by], [cx, cy]] = [a, b, c].map(|corner| plan.at(corner));
        let _ = write!(path, "M{ax:.1},{ay:.1}L{bx:.1},{by:.1}L{cx:.1},{cy:.1}z");
    }
    path
}

/// Returns an SVG path of the outlines of boxes.
fn rectangles(boxes: &[Aabb], plan: &Plan) -> String {
    let mut path = String::new();
    for bounds in boxes {
        let [[left, top], [right, bottom]] = [bounds.min, bounds.max].map(|corner| plan.at(corner));
        let _ = write!(path, "M{left:.1},{top:.1}H{right:.1}V{bottom:.1}H{left:.1}z");
    }
    path
}
