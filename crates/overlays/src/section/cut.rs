//! Intersections of the model's cut with solid leaves, faces and splitting planes.

use std::collections::HashMap;

use bspwalk_geometry::{Plane, cut_at_height};
use bspwalk_levels::Level;
use bspwalk_progress::Progress;
use bspwalk_trees::section::{Region, Section, SectionCell, SectionLine, SectionParams};

use crate::prelude::*;

/// Usual width of face lines, in logical pixels.
const WALL_WIDTH: f32 = 2.2;

/// Minimum width of face lines, in logical pixels.
const THINNEST: f32 = 0.7;

/// Minimum opacity of face lines that have the minimum width.
const FAINTEST: f32 = 0.12;

/// Fraction of the ground that face lines may cover at full width. Typical rooms stay below this.
const COVERED: f64 = 0.3;

/// Factor that lightens plane lines, because the dark end of the ramp is too dark for a line.
pub(crate) const LIGHTER: f32 = 0.12;

/// Widths of plane lines, in logical pixels: width at the root, decrease per depth, and minimum.
const WIDTHS: [f32; 3] = [5.5, 0.8, 1.2];

/// Maximum number of planes to label. Parents are labelled before their children.
const MOST_LABELS: usize = 400;

/// Returns parameters for a section that is divided down to the leaves, with this level of detail.
pub fn full_depth_params(detail: f64) -> SectionParams {
    SectionParams {
        max_depth: u32::MAX,
        min_width: detail,
    }
}

/// Returns the leaf that a section cell belongs to. If the cell was left undivided, this is the leaf that contains its
/// centre.
pub fn leaf_of(tree: &LeafTree, cell: &SectionCell) -> LeafId {
    match cell.region {
        Region::Leaf(leaf) => leaf,
        _ => tree.locate(center(cell)),
    }
}

/// Returns the mean of a cell's corners.
pub fn center(cell: &SectionCell) -> DVec3 {
    cell.polygon.positions().sum::<DVec3>() / cell.polygon.vertices.len() as f64
}

/// Fills the solid leaves, and returns the number of cells filled.
pub fn fill_solid_leaves(
    drawing: &mut Drawing,
    leaves: &LeafTree,
    section: &Section,
    palette: Palette,
) -> usize {
    let is_solid = |cell: &&SectionCell| leaves.is_solid(leaf_of(leaves, cell));
    let solid = section.cells.iter().filter(is_solid);
    for cell in solid.clone() {
        let corners = cell.polygon.positions().map(DVec3::as_vec3);
        drawing.polygons.push(corners, palette.solid(), 1.0);
    }
    solid.count()
}

/// Returns the line width of a plane at this depth. Shallow planes have thick lines.
pub fn width_of(depth: u32) -> f32 {
    (WIDTHS[0] - WIDTHS[1] * depth as f32).max(WIDTHS[2])
}

/// Reduces the width of a line if it is so short on the screen that it would look like a blot. `detail` is about two
/// pixels, in the same unit as `length`.
pub fn fit_line_width(width: f32, length: f64, detail: f64) -> f32 {
    /// Minimum ratio of the line's length to its width.
    const SLIM: f64 = 5.0;
    let pixels = 2.0 * length / detail.max(f64::MIN_POSITIVE);
    width.min((pixels / SLIM) as f32).max(THINNEST.min(width))
}

/// Draws the faces that the cut intersects. Lines that are too dense to distinguish become thinner and fainter, so that
/// the ground remains visible. `detail` is the length (in metres) of about two pixels.
pub fn walls(drawing: &mut Drawing, level: &Level, height: f64, detail: f64, palette: Palette) {
    let solid = level.triangles.iter().filter(|triangle| triangle.solid);
    let lines: Vec<[DVec3; 2]> = solid
        .filter_map(|triangle| cut_at_height(&triangle.corners, height))
        .collect();
    let shares = crowding(&lines, detail);
    for ([from, to], share) in lines.into_iter().zip(shares) {
        // A line that would be thinner than the minimum becomes fainter instead.
        let width = (WALL_WIDTH * share).max(THINNEST);
        let stroke = Stroke::new(palette.face(), (WALL_WIDTH * share / width).max(FAINTEST), width);
        drawing.lines.line(from.as_vec3(), to.as_vec3(), stroke);
    }
}

/// Returns a width factor for each line. The factors limit the fraction of each ground square that lines cover to
/// [`COVERED`].
fn crowding(lines: &[[DVec3; 2]], detail: f64) -> Vec<f32> {
    /// Side length of a square, in units of `detail`.
    const SQUARE: f64 = 10.0;
    if detail <= 0.0 {
        return vec![1.0; lines.len()];
    }
    let side = SQUARE * detail;
    let square = |point: DVec3| [(point.x / side).floor() as i64, (point.z / side).floor() as i64];
    // A long line counts in every square that it crosses. To find these squares, divide the line into pieces and use
    // their centres.
    let pieces = |[from, to]: [DVec3; 2]| {
        let length = from.distance(to);
        let count = (length / side).ceil().clamp(1.0, 4096.0);
        let middle = move |piece: u32| from.lerp(to, (f64::from(piece) + 0.5) / count);
        (0..count as u32).map(move |piece| (square(middle(piece)), length / count))
    };
    let mut lengths: HashMap<[i64; 2], f64> = HashMap::new();
    for (square, length) in lines.iter().flat_map(|&line| pieces(line)) {
        *lengths.entry(square).or_default() += length;
    }
    let width = f64::from(WALL_WIDTH) * 0.5 * detail;
    let share = |square: [i64; 2]| {
        let covered = lengths.get(&square).copied().unwrap_or_default() * width / (side * side);
        (COVERED / covered.max(COVERED)) as f32
    };
    let widest = |line: &[DVec3; 2]| pieces(*line).map(|(square, _)| share(square)).fold(0.0, f32::max);
    lines.iter().map(widest).collect()
}

/// Draws the splitting planes in a range of depths on the cut, each with an arrow towards its front. Returns the number
/// of planes.
pub fn draw_splitting_planes(
    drawing: &mut Drawing,
    nodes: &NodeTree,
    plane: &Plane,
    detail: f64,
    [first, last]: [u32; 2],
    palette: Palette,
) -> usize {
    let params = SectionParams {
        max_depth: last.saturating_add(1),
        min_width: detail,
    };
    let Ok(section) = nodes.section(plane, &params, &Progress::default()) else {
        return 0;
    };
    let longest = 0.12 * nodes.bounds().size().length() as f32;
    // Draw shallow lines last, so that they cover deep ones.
    for line in section.lines.iter().rev().filter(|line| line.depth >= first) {
        let color = palette.depth(line.depth);
        let length = line.ends[0].distance(line.ends[1]);
        let width = fit_line_width(width_of(line.depth), length, detail);
        let stroke = Stroke::new(color.lighter(LIGHTER), 1.0, width);
        let [from, to] = line.ends.map(DVec3::as_vec3);
        drawing.lines.line(from, to, stroke);
        let middle = from.midpoint(to);
        let tip = (from.distance(to) * 0.12).min(longest);
        drawing
            .lines
            .arrow(middle, middle + line.front.as_vec3() * tip, stroke);
    }
    let mut lines: Vec<&SectionLine> = section.lines.iter().filter(|line| line.depth >= first).collect();
    let all = lines.len();
    lines.sort_by_key(|line| line.depth);
    lines.truncate(MOST_LABELS);
    let labels = lines.into_iter().map(|line| label(line, palette));
    drawing.labels.extend(labels);
    all
}

/// Builds the label of a plane on the section: its depth, with badges for front and back.
pub(crate) fn label(line: &SectionLine, palette: Palette) -> Label {
    let (depth, [from, to]) = (line.depth, line.ends.map(DVec3::as_vec3));
    let shares = [0.5, 0.25, 0.75, 0.1, 0.9];
    let places = shares.map(|share| from.lerp(to, share)).into();
    let color = palette.depth(depth);
    Label {
        height: if depth == 0 { 13.0 } else { 11.0 },
        rank: 2 + depth,
        even_hidden: false,
        normal: Some(line.front.as_vec3()),
        line: Some([from, to]),
        ..Label::new(OverlayKind::Planes, places, depth_name(depth), color)
    }
}

/// Returns the label text for a plane at this depth.
pub(crate) fn depth_name(depth: u32) -> String {
    if depth == 0 {
        text!("section-root-label").to_owned()
    } else {
        depth.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_lines_are_thin() {
        assert_eq!(fit_line_width(4.0, 3.0, 0.1), 4.0);
        assert_eq!(fit_line_width(4.0, 0.5, 0.1), 2.0);
        assert_eq!(fit_line_width(4.0, 0.01, 0.1), THINNEST);
        assert_eq!(fit_line_width(4.0, 0.01, 0.0), 4.0, "without a limit of detail");
        assert_eq!(fit_line_width(0.5, 0.0, 0.1), 0.5);
    }

    #[test]
    fn lines_are_thinner_where_they_are_crowded() {
        let line = |x: f64, length: f64| [DVec3::new(x, 0.0, 0.0), DVec3::new(x, 0.0, length)];
        let alone = [line(0.0, 4.0), line(3.0, 4.0)];
        assert_eq!(crowding(&alone, 0.05), [1.0; 2], "seen from near");
        let mut crowd: Vec<[DVec3; 2]> = (0..400).map(|i| line(f64::from(i) * 0.02, 4.0)).collect();
        crowd.push(line(100.0, 4.0));
        // If a line extends beyond the crowded area, its uncrowded part determines its width.
        crowd.push([DVec3::new(4.0, 0.0, 2.0), DVec3::new(4.0, 0.0, 40.0)]);
        let shares = crowding(&crowd, 0.05);
        assert!(shares[200] < 0.5, "{}", shares[200]);
        assert_eq!(shares[400..], [1.0; 2]);
        let far = crowding(&crowd, 0.5);
        assert!(far[200] < shares[200]);
        assert!(crowding(&crowd, 0.0).iter().all(|&share| share == 1.0));
    }

    #[test]
    fn planes_of_every_requested_depth_are_drawn() {
        let (nodes, level) = bspwalk_testing::small_trees::room();
        let palette = Palette::default();
        let plane = Plane {
            normal: DVec3::Y,
            d: -level.spawn.eye.y,
        };
        let color = |depth: u32| {
            let mut lines = crate::lines::LineBatch::default();
            let stroke = Stroke::new(palette.depth(depth).lighter(LIGHTER), 1.0, 1.0);
            lines.line(glam::Vec3::ZERO, glam::Vec3::X, stroke);
            lines.lines()[0].colors[0]
        };
        for depths in [[0, 0], [0, 2], [1, 2], [2, 3]] {
            let mut drawing = Drawing::default();
            let number = draw_splitting_planes(&mut drawing, &nodes, &plane, 0.0, depths, palette);
            assert!(number > 0 && drawing.labels.len() == number);
            // Each plane has one line, and five more for its arrow.
            assert_eq!(drawing.lines.len(), 6 * number, "{depths:?}");
            for depth in 0..5 {
                let is_drawn = drawing
                    .lines
                    .lines()
                    .iter()
                    .any(|line| line.colors[0] == color(depth));
                assert_eq!(
                    is_drawn,
                    (depths[0]..=depths[1]).contains(&depth),
                    "{depth} of {depths:?}"
                );
            }
        }
    }
}
