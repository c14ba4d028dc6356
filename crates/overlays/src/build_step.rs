//! One step of the build film: the node's cell, the candidate planes, the chosen plane, and the faces that the plane
//! cuts.

use bspwalk_explain::decisions;
use bspwalk_geometry::{Plane, Polygon, Relation};
use bspwalk_trees::node_storing::Division;

use crate::prelude::*;

/// Maximum number of candidate planes to draw; the planes with the lowest scores are kept.
const MOST_CANDIDATES: usize = 32;

/// Maximum number of cut faces to draw; the largest are kept.
const MOST_CUT: usize = 4_000;

/// Scale of the two pieces of a cut face. It is below 1 so that the outlines of the pieces do not coincide.
const PIECE: f64 = 0.94;

/// Maximum number of faces on either side whose outlines are drawn. If there are more, their outlines would be
/// indistinguishable, so only the tint shows the side.
const MOST_OUTLINED: usize = 300;

/// Returns the colours with their meanings, in legend order.
pub fn colors(palette: Palette) -> [(Rgb, &'static str); 5] {
    [
        (palette.selected(), text!("legend-build-chosen")),
        (palette.front(), text!("legend-build-front")),
        (palette.back(), text!("legend-build-behind")),
        (palette.cut(), text!("legend-build-cut")),
        (palette.candidate(), text!("legend-build-candidates")),
    ]
}

/// Builds the legend of a build step.
pub fn legend(palette: Palette) -> Legend {
    colors(palette).map(|(color, text)| Row::area(color, text)).into()
}

overlay! {
    /// A step of the build film, which shows the division of a node.
    BuildStep [] Immediate |scene| {
        tree: Shared<NodeTree> = scene.nodes(),
        figures: Shared<TreeFigures> = scene.figures(),
        division: Shared<Division> = Shared::of(scene.division?),
    }
}

impl Overlay for BuildStep {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        let TreeFigures { stats, statistics } = &*self.figures;
        let Division { node, decision, .. } = &*self.division;
        let depth = self.tree.node(*node).map_or(0, |view| view.depth);
        let step = stats.divisions.step_of(*node, depth).unwrap_or(0);
        let said = decisions::describe_division_step([step, statistics.nodes], [node.0, depth], decision);
        let mut rows = vec![Row::note(said)];
        rows.extend(legend(palette));
        let drawing = drawing(&self.tree, &self.division, palette);
        OverlayOutput {
            caption: Some((text!("legend-title-build"), rows)),
            ..OverlayOutput::layer(Layer::BuildStep, drawing)
        }
    }
}

/// Draws a build step.
pub fn drawing(tree: &NodeTree, division: &Division, palette: Palette) -> Drawing {
    let mut drawing = Drawing::default();
    let stroke = Stroke::new(palette.selected(), 0.9, 2.0);
    drawing.cell(&tree.cell(division.node), stroke, None);
    faces(&mut drawing, tree, division, palette);
    candidates(&mut drawing, tree, division, palette);
    plane(&mut drawing, tree, division, palette);
    drawing
}

/// Adds the outlines of the faces, coloured by side, and the new edges where the plane cuts faces.
fn faces(drawing: &mut Drawing, tree: &NodeTree, division: &Division, palette: Palette) {
    for (fates, most, color, [alpha, width]) in [
        (Relation::Front, MOST_OUTLINED, palette.front(), [0.55, 1.4]),
        (Relation::Back, MOST_OUTLINED, palette.back(), [0.55, 1.4]),
        (Relation::On, MOST_OUTLINED, palette.selected(), [0.9, 2.0]),
        (Relation::Straddling, MOST_CUT, palette.cut(), [1.0, 2.4]),
    ] {
        let pieces = || division.pieces().filter(|piece| piece.relation == fates);
        if fates != Relation::Straddling && pieces().nth(most).is_some() {
            continue;
        }
        let mut outlines: Vec<(f64, Vec<DVec3>, Option<[DVec3; 2]>)> = pieces()
            .map(|piece| {
                let corners: Vec<DVec3> = piece.corners().collect();
                let bounds = bspwalk_geometry::Aabb::from_points(corners.iter().copied());
                let edge = piece
                    .new_edge(&division.plane)
                    .filter(|_| fates == Relation::Straddling);
                (bounds.size().length(), corners, edge)
            })
            .collect();
        outlines.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (_, corners, ends) in outlines.into_iter().take(most) {
            if fates == Relation::Straddling {
                fragments(drawing, tree, division, &corners, palette);
            }
            drawing.outline(&corners, Stroke::new(color, alpha, width));
            if let Some([from, to]) = ends.map(|ends| ends.map(DVec3::as_vec3)) {
                drawing.lines.line(from, to, Stroke::new(palette.cut(), 1.0, 5.0));
            }
        }
    }
}

/// Adds the two pieces of a cut face. Each is outlined on its own side of the cut, in the colour of that side.
fn fragments(
    drawing: &mut Drawing,
    tree: &NodeTree,
    division: &Division,
    corners: &[DVec3],
    palette: Palette,
) {
    let tolerance = tree.tolerances().on_plane;
    let face = Polygon::<()>::from_points(corners.iter().copied());
    for (plane, color) in [
        (division.plane, palette.front()),
        (division.plane.flipped(), palette.back()),
    ] {
        let Some(piece) = face.clone().clipped_to_front(&plane, tolerance) else {
            continue;
        };
        let center = middle(piece.positions());
        let outline = piece.positions().map(|corner| center.lerp(corner, PIECE));
        drawing.outline(outline, Stroke::new(color, 1.0, 2.0));
    }
}

fn candidates(drawing: &mut Drawing, tree: &NodeTree, division: &Division, palette: Palette) {
    let mut others: Vec<_> = division.decision.candidates.iter().collect();
    others.sort_by(|a, b| a.score.total_cmp(&b.score));
    let mut drawn: Vec<Plane> = vec![division.plane];
    for candidate in others {
        if drawn.len() > MOST_CANDIDATES {
            break;
        }
        if drawn.contains(&candidate.plane) {
            continue;
        }
        drawn.push(candidate.plane);
        if let Some(polygon) = tree.plane_in_cell(division.node, &candidate.plane) {
            drawing.outline(polygon.positions(), Stroke::new(palette.candidate(), 0.6, 1.2));
        }
    }
}

/// Adds the chosen plane, with an arrow on its front side.
fn plane(drawing: &mut Drawing, tree: &NodeTree, division: &Division, palette: Palette) {
    let Some(polygon) = tree.plane_polygon(division.node) else {
        return;
    };
    drawing.outlined(polygon.positions(), palette.selected(), 0.22, [1.0, 4.0]);
    let center = middle(polygon.positions());
    let length = (0.25 * polygon.area().sqrt()).min(0.06 * tree.bounds().size().length());
    let tip = center + division.plane.normal * length;
    let stroke = Stroke::new(palette.front(), 1.0, 4.0);
    drawing.lines.arrow(center.as_vec3(), tip.as_vec3(), stroke);
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use bspwalk_progress::Progress;
    use bspwalk_testing::small_trees as test_trees;
    use bspwalk_trees::node_storing::Replay;

    #[test]
    fn build_step_draws_cell_planes_and_faces() {
        let triangles = test_trees::soup(40, 5);
        let tree = Arc::new(test_trees::tree(&triangles));
        let progress = Progress::default();
        let mut replay = Replay::new(tree.clone(), &triangles, &progress).expect("they are its triangles");
        for node in tree.node_ids() {
            let division = replay.division(node, &progress).expect("it exists");
            let drawn = drawing(&tree, &division, Palette::default());
            let planes = usize::from(tree.plane_polygon(node).is_some());
            assert_eq!(drawn.polygons.len(), planes);
            let cuts = division.decision.cuts as usize;
            // A cut face has two pieces, and both have the new edge.
            let pieces = division.pieces().map(|piece| match piece.relation {
                Relation::Straddling => 2 * piece.corners().len() + 2,
                _ => piece.corners().len(),
            });
            // Lower bound: the cell, the faces with their new edges, and the plane with its arrow. Candidate planes add
            // more lines.
            let mut least = Drawing::default();
            let stroke = Stroke::new(Palette::default().selected(), 1.0, 1.0);
            least.cell(&tree.cell(node), stroke, None);
            let least = least.lines.len() + pieces.sum::<usize>() + cuts;
            assert!(drawn.lines.len() >= least, "node {node}");
        }
    }
}
