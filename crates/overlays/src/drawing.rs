//! Output of an overlay: lines, polygons, labels, and counts of the objects drawn.

use std::borrow::Borrow;

use bspwalk_draw::color::palette::Rgb;
use bspwalk_geometry::{Aabb, Polyhedron, cut_at_height};
use bspwalk_session::overlays::OverlayKind;
use glam::{DVec3, Vec3};

use crate::{
    lines::{LineBatch, Stroke},
    polygons::PolygonBatch,
};

/// Geometry and labels drawn by an overlay.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// Lines.
    pub lines: LineBatch,
    /// Polygons, in drawing order.
    pub polygons: PolygonBatch,
    /// Labels.
    pub labels: Vec<Label>,
    /// Number of objects drawn, and total number of objects.
    pub counts: [usize; 2],
}

/// Text on a plate in the world. It may contain digits and the characters of `labels/glyphs.rs`.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Candidate positions, in metres. The label is placed at the first one that is in view, unobstructed and free.
    pub places: Vec<Vec3>,
    /// Text of the label.
    pub text: String,
    /// Colour of the plate. The text is dark or light, whichever contrasts more.
    pub color: Rgb,
    /// Height of the text, in logical pixels.
    pub height: f32,
    /// Priority; labels with lower numbers are placed first.
    pub rank: u32,
    /// Whether the label is still drawn, but fainter, where geometry hides it.
    pub even_hidden: bool,
    /// Whether the label keeps its full opacity where geometry hides it.
    pub is_opaque: bool,
    /// Whether the label may be moved away from an occupied position. A leader line then connects it to that position.
    pub leader: bool,
    /// Unit normal of the plane that the label names, if any. Badges then mark the plane's front (F) and back (B).
    pub normal: Option<Vec3>,
    /// Endpoints (in metres) of the line that the label describes. If the line is short on the screen, the label has no
    /// badges or is omitted.
    pub line: Option<[Vec3; 2]>,
    /// Overlay whose legend counts the placed labels.
    pub of: OverlayKind,
}

impl Label {
    /// Creates a label 13 logical pixels high that is drawn even where geometry hides it and may have a leader line.
    pub fn new(of: OverlayKind, places: Vec<Vec3>, text: impl Into<String>, color: Rgb) -> Self {
        Self {
            places,
            text: text.into(),
            color,
            height: 13.0,
            rank: 0,
            even_hidden: true,
            is_opaque: false,
            leader: true,
            normal: None,
            line: None,
            of,
        }
    }
}

impl From<LineBatch> for Drawing {
    fn from(lines: LineBatch) -> Self {
        Self {
            lines,
            ..Self::default()
        }
    }
}

/// Scale applied to cells before they are drawn, slightly below 1.
const SHRUNK: f64 = 0.985;

impl Drawing {
    /// Adds the edges of a cell and, if `fill` has a colour and opacity, its walls. The cell is shrunk slightly around
    /// its centre, so that the edges of neighbouring cells do not coincide.
    pub fn cell(&mut self, cell: &Polyhedron, stroke: Stroke, fill: Option<(Rgb, f32)>) {
        let center = cell.bounds().center();
        let shrunk = |point: DVec3| (center + (point - center) * SHRUNK).as_vec3();
        for [from, to] in edges(cell) {
            self.lines.line(shrunk(from), shrunk(to), stroke);
        }
        let Some((color, alpha)) = fill else { return };
        for face in &cell.faces {
            self.polygons.push(face.positions().map(shrunk), color, alpha);
        }
    }

    /// Adds the edges of a box.
    pub(crate) fn edges_of_box(&mut self, [min, max]: [Vec3; 2], stroke: Stroke) {
        let [min, max] = [min, max].map(Vec3::as_dvec3);
        for [from, to] in edges(&Polyhedron::from_aabb(&Aabb { min, max })) {
            self.lines.line(from.as_vec3(), to.as_vec3(), stroke);
        }
    }

    /// Adds the line where a polygon intersects the model's cut, if there is one.
    pub(crate) fn at_cut(&mut self, polygon: &[DVec3], cut: Option<f64>, stroke: Stroke) {
        if let Some([from, to]) = cut.and_then(|height| cut_at_height(polygon, height)) {
            self.lines.line(from.as_vec3(), to.as_vec3(), stroke);
        }
    }

    /// Adds the outline of a polygon.
    pub(crate) fn outline(&mut self, polygon: impl IntoIterator<Item: Borrow<DVec3>>, stroke: Stroke) {
        self.lines.ring(&single(polygon), stroke);
    }

    /// Adds a polygon with this opacity and a lighter outline with this width in logical pixels.
    pub fn outlined(
        &mut self,
        polygon: impl IntoIterator<Item: Borrow<DVec3>>,
        color: Rgb,
        alpha: f32,
        [line_alpha, width]: [f32; 2],
    ) {
        let corners = single(polygon);
        let stroke = Stroke::new(color.lighter(0.25), line_alpha, width);
        self.lines.ring(&corners, stroke);
        self.polygons.push(corners, color, alpha);
    }
}

/// Converts corners to single precision.
pub(crate) fn single(corners: impl IntoIterator<Item: Borrow<DVec3>>) -> Vec<Vec3> {
    let corners = corners.into_iter();
    corners.map(|corner| corner.borrow().as_vec3()).collect()
}

/// Returns the mean of the corners, or zero without corners.
pub(crate) fn middle(corners: impl IntoIterator<Item: Borrow<DVec3>>) -> DVec3 {
    let corners = corners.into_iter().map(|corner| *corner.borrow());
    let (sum, count) = corners.fold((DVec3::ZERO, 0.0), |(sum, count), corner| {
        (sum + corner, count + 1.0)
    });
    sum / f64::max(count, 1.0)
}

/// Returns the edges of a convex polyhedron, each once.
fn edges(cell: &Polyhedron) -> Vec<[DVec3; 2]> {
    let near = cell.bounds().size().length() * 1.0e-6;
    let same = |a: DVec3, b: DVec3| a.distance_squared(b) <= near * near;
    let mut edges: Vec<[DVec3; 2]> = Vec::new();
    for face in &cell.faces {
        let corners: Vec<DVec3> = face.positions().collect();
        for (i, &from) in corners.iter().enumerate() {
            let to = corners[(i + 1) % corners.len()];
            let known = edges
                .iter()
                .any(|&[a, b]| same(a, from) && same(b, to) || same(a, to) && same(b, from));
            if !known && !same(from, to) {
                edges.push([from, to]);
            }
        }
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_geometry::Polygon;
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

    /// Checks Euler's formula for convex polyhedra: corners − edges + faces = 2.
    #[test]
    fn cell_edges_satisfy_euler_formula() {
        let (tree, _) = test_trees::room();
        for node in tree.node_ids() {
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
