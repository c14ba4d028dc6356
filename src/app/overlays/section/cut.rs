//! What the cut goes through: solid leaves, faces and splitting planes.

use glam::DVec3;

use crate::{
    app::{
        overlays::{
            drawing::{Drawing, Label},
            lines::Stroke,
        },
        palette::{Palette, Rgb},
    },
    bsp::{
        LeafTree, NodeTree,
        section::{Region, Section, SectionCell, SectionLine, SectionParams},
        solid_leaf::LeafId,
    },
    geometry::Plane,
    level::Level,
    progress::Progress,
};

/// The colour of what is solid where the section cuts it.
const SOLID: Rgb = Rgb(38, 42, 50);

/// The colour of the faces that the section cuts.
pub(super) const WALL: Rgb = Rgb(236, 238, 242);

/// Widths of the lines of the planes, in logical pixels: of the root, how much less at each depth, and the least.
const WIDTHS: [f32; 3] = [5.5, 0.8, 1.2];

/// At most this many planes have a label, parents before their children.
const MOST_LABELS: usize = 64;

/// A section down to the leaves, as fine as can be told apart.
pub(super) fn all(detail: f64) -> SectionParams {
    SectionParams {
        depth: u32::MAX,
        detail,
    }
}

/// The leaf that a cell of a section is, or that the middle of an undivided one is in.
pub(super) fn leaf_of(tree: &LeafTree, cell: &SectionCell) -> LeafId {
    match cell.region {
        Region::Leaf(leaf) => leaf,
        _ => tree.locate(center(cell)),
    }
}

/// The middle of a cell's corners.
pub(super) fn center(cell: &SectionCell) -> DVec3 {
    cell.polygon.positions().sum::<DVec3>() / cell.polygon.vertices.len() as f64
}

/// Fills the solid leaves, and returns how many cells they are.
pub(super) fn solid(drawing: &mut Drawing, leaves: &LeafTree, section: &Section) -> usize {
    let is_solid = |cell: &&SectionCell| leaves.is_solid(leaf_of(leaves, cell));
    let solid = section.cells.iter().filter(is_solid);
    for cell in solid.clone() {
        let corners = cell.polygon.positions().map(DVec3::as_vec3);
        drawing.polygons.push(corners, SOLID, 1.0);
    }
    solid.count()
}

/// Draws the faces that are cut.
pub(super) fn walls(drawing: &mut Drawing, level: &Level, height: f64) {
    let stroke = Stroke::new(WALL, 1.0, 2.2);
    for triangle in level.triangles.iter().filter(|triangle| triangle.solid) {
        if let Some([from, to]) = across(&triangle.corners, height) {
            drawing.lines.line(from.as_vec3(), to.as_vec3(), stroke);
        }
    }
}

/// Draws the splitting planes of some depths where they meet the cut, each with an arrow to its front.
pub(super) fn planes(
    drawing: &mut Drawing,
    nodes: &NodeTree,
    plane: &Plane,
    detail: f64,
    [first, last]: [u32; 2],
    palette: Palette,
) {
    let params = SectionParams {
        depth: last.saturating_add(1),
        detail,
    };
    let Ok(section) = nodes.section(plane, &params, &Progress::default()) else {
        return;
    };
    let longest = 0.12 * nodes.bounds().size().length() as f32;
    // The shallow lines are drawn over the deep ones.
    for line in section.lines.iter().rev().filter(|line| line.depth >= first) {
        let color = palette.depth(line.depth - first, last - first);
        let width = (WIDTHS[0] - WIDTHS[1] * line.depth as f32).max(WIDTHS[2]);
        let stroke = Stroke::new(color.mix(Rgb(255, 255, 255), 0.15), 1.0, width);
        let [from, to] = line.ends.map(DVec3::as_vec3);
        drawing.lines.line(from, to, stroke);
        let middle = from.midpoint(to);
        let tip = (from.distance(to) * 0.12).min(longest);
        drawing
            .lines
            .arrow(middle, middle + line.front.as_vec3() * tip, stroke);
    }
    let lines = section.lines.iter().filter(|line| line.depth >= first);
    let labels = lines.take(MOST_LABELS).map(|line| {
        let color = palette.depth(line.depth - first, last - first);
        label(line, color)
    });
    drawing.labels.extend(labels);
}

/// The label of a plane where the section cuts it: its depth, with its front and its back.
fn label(line: &SectionLine, color: Rgb) -> Label {
    let [from, to] = line.ends.map(DVec3::as_vec3);
    Label {
        places: [0.5, 0.25, 0.75, 0.1, 0.9]
            .map(|share| from.lerp(to, share))
            .into(),
        text: if line.depth == 0 {
            "ROOT".into()
        } else {
            line.depth.to_string()
        },
        color,
        height: if line.depth == 0 { 13.0 } else { 11.0 },
        rank: 2 + line.depth,
        even_hidden: false,
        normal: Some(line.front.as_vec3()),
    }
}

/// The segment in which a level plane at a height cuts a convex polygon.
pub(in crate::app::overlays) fn across(corners: &[DVec3], height: f64) -> Option<[DVec3; 2]> {
    let mut ends = [DVec3::ZERO; 2];
    let mut found = 0;
    for (i, &a) in corners.iter().enumerate() {
        let b = corners[(i + 1) % corners.len()];
        // A corner at the height counts as above it.
        if (a.y >= height) != (b.y >= height) {
            *ends.get_mut(found)? = a.lerp(b, (height - a.y) / (b.y - a.y)).with_y(height);
            found += 1;
        }
    }
    (found == 2 && ends[0] != ends[1]).then_some(ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_is_cut_in_one_segment_or_none() {
        let triangle = [DVec3::ZERO, DVec3::new(4.0, 2.0, 0.0), DVec3::new(0.0, 4.0, 4.0)];
        let [from, to] = across(&triangle, 1.0).expect("it reaches from 0 to 4");
        assert!(from.distance(DVec3::new(2.0, 1.0, 0.0)) < 1.0e-12);
        assert!(to.distance(DVec3::new(0.0, 1.0, 1.0)) < 1.0e-12);
        assert!(across(&triangle, 2.0).is_some(), "through a corner");
        assert_eq!(across(&triangle, 4.0), None, "it only touches");
        assert_eq!(across(&triangle, -1.0), None);
        assert_eq!(
            across(&triangle.map(|corner| corner.with_y(1.0)), 1.0),
            None,
            "it lies in the cut"
        );
    }
}
