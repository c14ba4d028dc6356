//! What an overlay draws: lines, polygons, labels, and how many things they stand for.

use bspwalk_geometry::Polyhedron;
use bspwalk_levels::color::palette::Rgb;
use bspwalk_session::overlays::OverlayKind;
use glam::{DVec3, Vec3};

use crate::{
    lines::{LineBatch, Stroke},
    polygons::PolygonBatch,
};

/// What an overlay draws.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// Its lines.
    pub lines: LineBatch,
    /// Its polygons, to be drawn in this order.
    pub polygons: PolygonBatch,
    /// Its labels.
    pub labels: Vec<Label>,
    /// How many things are drawn, and how many there are.
    pub counts: [usize; 2],
}

/// A text on a plate in the world: digits, and the letters of `labels/glyphs.rs`.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Places where it may stand, in metres: it takes the first that is in view, not hidden and not taken.
    pub places: Vec<Vec3>,
    /// What is written.
    pub text: String,
    /// Colour of the plate; the text is dark or light, as is told better from it.
    pub color: Rgb,
    /// Height of the text in logical pixels.
    pub height: f32,
    /// Labels of a lower rank are placed first.
    pub rank: u32,
    /// Whether it stands, fainter, where it is hidden, rather than nowhere.
    pub even_hidden: bool,
    /// Whether it may stand beside its places, at the end of a leader line, where they are taken.
    pub leader: bool,
    /// For a label of a plane, its unit normal: badges say which side is its front (F) and its back (B).
    pub normal: Option<Vec3>,
    /// The ends of the line that it names, in metres: where that is short on the screen, it has no badges, or stands nowhere.
    pub line: Option<[Vec3; 2]>,
    /// The overlay whose legend says how many labels stand.
    pub of: OverlayKind,
}

impl From<LineBatch> for Drawing {
    fn from(lines: LineBatch) -> Self {
        Self {
            lines,
            ..Self::default()
        }
    }
}

/// Cells are drawn at this share of their size.
const SHRUNK: f64 = 0.985;

impl Drawing {
    /// Adds the edges of a cell, and its walls where there is a fill: a colour with its opacity. The cell is drawn a little
    /// smaller around its centre, so that neighbours do not share their edges.
    pub fn cell(&mut self, cell: &Polyhedron, stroke: Stroke, fill: Option<(Rgb, f32)>) {
        let center = cell.bounds().center();
        let shrunk = |point: DVec3| (center + (point - center) * SHRUNK).as_vec3();
        for (from, to) in edges(cell) {
            self.lines.line(shrunk(from), shrunk(to), stroke);
        }
        let Some((color, alpha)) = fill else { return };
        for face in &cell.faces {
            self.polygons.push(face.positions().map(shrunk), color, alpha);
        }
    }

    /// Adds the edges of a cell as dashes; see [`Drawing::cell`].
    pub fn dashed_cell(&mut self, cell: &Polyhedron, stroke: Stroke) {
        let center = cell.bounds().center();
        let shrunk = |point: DVec3| (center + (point - center) * SHRUNK).as_vec3();
        for (from, to) in edges(cell) {
            self.lines.dashes(shrunk(from), shrunk(to), stroke);
        }
    }

    /// Adds a polygon with this opacity, and its outline, lighter, with that one and a width in logical pixels.
    pub fn outlined(&mut self, polygon: &[DVec3], color: Rgb, alpha: f32, [line_alpha, width]: [f32; 2]) {
        let corners: Vec<Vec3> = polygon.iter().map(|corner| corner.as_vec3()).collect();
        let stroke = Stroke::new(color.lighter(0.25), line_alpha, width);
        self.lines.ring(&corners, stroke);
        self.polygons.push(corners, color, alpha);
    }
}

/// The edges of a convex polyhedron, each once.
pub fn edges(cell: &Polyhedron) -> Vec<(DVec3, DVec3)> {
    let near = cell.bounds().size().length() * 1.0e-6;
    let same = |a: DVec3, b: DVec3| a.distance_squared(b) <= near * near;
    let mut edges: Vec<(DVec3, DVec3)> = Vec::new();
    for face in &cell.faces {
        let corners: Vec<DVec3> = face.positions().collect();
        for (i, &from) in corners.iter().enumerate() {
            let to = corners[(i + 1) % corners.len()];
            let known = edges
                .iter()
                .any(|&(a, b)| same(a, from) && same(b, to) || same(a, to) && same(b, from));
            if !known && !same(from, to) {
                edges.push((from, to));
            }
        }
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_geometry::{Aabb, Polygon};
    use bspwalk_testing::small_trees as test_trees;

    #[test]
    fn a_box_has_twelve_edges() {
        let aabb = Aabb {
            min: DVec3::ZERO,
            max: DVec3::new(1.0, 2.0, 3.0),
        };
        assert_eq!(edges(&Polyhedron::from_aabb(&aabb)).len(), 12);
        assert!(edges(&Polyhedron { faces: Vec::new() }).is_empty());
    }

    /// Euler's formula for convex polyhedra: corners − edges + faces = 2.
    #[test]
    fn the_edges_of_a_cell_are_those_of_a_convex_polyhedron() {
        let (tree, _) = test_trees::room();
        for node in 0..tree.node_count() {
            let cell = tree.cell(node);
            let mut corners: Vec<DVec3> = Vec::new();
            for position in cell.faces.iter().flat_map(Polygon::positions) {
                if corners.iter().all(|corner| corner.distance(position) > 1.0e-5) {
                    corners.push(position);
                }
            }
            assert_eq!(
                corners.len() + cell.faces.len(),
                edges(&cell).len() + 2,
                "node {node}"
            );
        }
    }
}
