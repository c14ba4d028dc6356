//! A step of a query animation: the query, the visited nodes and skipped subtrees, the crossed planes, the tested
//! faces, and the hit.

use std::ops::Range;

use bspwalk_explain::films::{Answer, Highlights, Query, QueryFilm, Step, plane_hit};
use bspwalk_geometry::triangle::closest_point;
use bspwalk_trees::{
    NodeRange,
    node_storing::TriangleView,
    observer::{AtPlane, SkipReason, Stage, TestOutcome, TreeQuery, VisitedNode},
};

use crate::prelude::*;

overlay! {
    /// A step of a query animation.
    QueryStep [] Immediate |scene|
    let (film, index) = scene.query?;
    {
        tree: Shared<NodeTree> = scene.nodes(),
        film: Shared<QueryFilm> = Shared::of(film),
        step: usize = index,
    }
}

impl Overlay for QueryStep {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        let drawing = drawing(&self.tree, &self.film, self.step, palette);
        OverlayOutput::layer(Layer::QueryStep, drawing)
    }
}

/// Maximum number of grey faces in skipped subtrees, and also of highlighted faces in visited nodes. Beyond it, only
/// outlines are drawn.
const MOST_FACES: usize = 80_000;

/// Maximum number of planes to outline; the planes of the most recently visited nodes are kept.
const MOST_PLANES: usize = 24;

/// Maximum number of tested faces to outline; the most recent ones are kept.
const MOST_TESTED: usize = 400;

/// Returns the colours in legend order: current node, visited, skipped, tested and missed, hit.
pub fn colors(palette: Palette) -> [(Rgb, &'static str); 5] {
    [
        (palette.selected(), text!("legend-query-now")),
        (palette.reached(), text!("legend-query-visited")),
        (palette.hidden(), text!("legend-query-skipped")),
        (palette.missed(), text!("legend-query-missed")),
        (palette.contact(), text!("legend-query-hit")),
    ]
}

/// Builds the legend of a query step.
pub fn legend(palette: Palette) -> Legend {
    colors(palette).map(|(color, text)| Row::area(color, text)).into()
}

/// Draws a step.
fn drawing(tree: &NodeTree, film: &QueryFilm, index: usize, palette: Palette) -> Drawing {
    let mut drawing = Drawing::default();
    let lit = film.highlights_at(tree, index);
    faces(&mut drawing, tree, &lit, palette);
    planes(&mut drawing, tree, &lit, palette);
    tested(&mut drawing, tree, film, (&lit, index), palette);
    if let Some(query) = film.query() {
        asked(&mut drawing, film, query, (index, palette));
    }
    if let Some(step) = film.step(index) {
        now(&mut drawing, tree, film, (step, index), palette);
    }
    drawing
}

/// Highlights the faces of visited nodes and outlines the planes of these nodes. For a block, it also highlights the
/// faces of all nodes below it.
pub(crate) fn draw_visited_nodes(
    drawing: &mut Drawing,
    tree: &NodeTree,
    nodes: &[VisitedNode],
    palette: Palette,
) {
    let all = |node: &VisitedNode| {
        if node.is_block {
            tree.subtree(node.id)
        } else {
            node.id.into()
        }
    };
    let lit = Highlights {
        visited: nodes.iter().flat_map(all).collect(),
        ..Highlights::default()
    };
    faces(drawing, tree, &lit, palette);
    planes(drawing, tree, &lit, palette);
}

/// Draws the faces of skipped subtrees in grey and highlights the faces of visited nodes.
fn faces(drawing: &mut Drawing, tree: &NodeTree, lit: &Highlights, palette: Palette) {
    let visited = lit.visited.iter().map(|&node| NodeRange::from(node));
    for (ranges, color, alpha) in [
        (lit.skipped.clone(), palette.hidden(), 0.62),
        (visited.collect(), palette.reached(), 0.42),
    ] {
        let fragments: usize = ranges.iter().map(|range| fragments(tree, range).len()).sum();
        if fragments > MOST_FACES {
            continue;
        }
        for fragment in ranges.iter().flat_map(|range| fragments_of(tree, range)) {
            drawing.polygons.push(fragment.iter().copied(), color, alpha);
        }
    }
}

/// Returns the range of fragments that a range of nodes stores.
fn fragments(tree: &NodeTree, nodes: &NodeRange) -> Range<u32> {
    let first = tree.node(nodes.start).map_or(0, |node| node.fragments.start);
    let last = nodes.clone().next_back().and_then(|last| tree.node(last));
    let end = last.map_or(first, |node| node.fragments.end);
    first..end.max(first)
}

fn fragments_of<'a>(tree: &'a NodeTree, nodes: &NodeRange) -> impl Iterator<Item = &'a [Vec3]> {
    fragments(tree, nodes).filter_map(|index| Some(tree.fragment(index)?.vertices))
}

/// Outlines the planes of the most recently visited nodes, and fills the current node's plane.
fn planes(drawing: &mut Drawing, tree: &NodeTree, lit: &Highlights, palette: Palette) {
    let stroke = Stroke::new(palette.reached(), 0.35, 1.2);
    for &node in lit.visited.iter().rev().take(MOST_PLANES) {
        if Some(node) != lit.now
            && let Some(polygon) = tree.plane_polygon(node)
        {
            drawing.outline(polygon.positions(), stroke);
        }
    }
    if let Some(polygon) = lit.now.and_then(|node| tree.plane_polygon(node)) {
        drawing.outlined(polygon.positions(), palette.selected(), 0.2, [1.0, 3.0]);
    }
}

/// Outlines the tested faces, both misses and the hit.
fn tested(
    drawing: &mut Drawing,
    tree: &NodeTree,
    film: &QueryFilm,
    (lit, index): (&Highlights, usize),
    palette: Palette,
) {
    let best = film.nearest_hit_after(index);
    for &(triangle, outcome) in lit.tested.iter().rev().take(MOST_TESTED) {
        let Some(view) = tree.triangle(triangle) else {
            continue;
        };
        let is_hit = match outcome {
            // If several tests hit, the last hit is the nearest.
            TestOutcome::Hit { t } => best == Some(t),
            outcome => is_found(outcome),
        };
        if is_hit {
            let corners = view.corners.map(Vec3::as_dvec3);
            drawing.outlined(corners, palette.contact(), 0.45, [1.0, 3.5]);
        } else {
            let stroke = Stroke::new(palette.missed(), 0.7, 1.6);
            drawing.lines.ring(&view.corners, stroke);
        }
    }
}

/// Returns whether the outcome of a test is a match for the query.
fn is_found(outcome: TestOutcome) -> bool {
    matches!(
        outcome,
        TestOutcome::Hit { .. }
            | TestOutcome::Contact { .. }
            | TestOutcome::Overlaps
            | TestOutcome::Pushed { .. }
    )
}

/// Draws the operation of the current step.
fn now(
    drawing: &mut Drawing,
    tree: &NodeTree,
    film: &QueryFilm,
    (step, index): (&Step, usize),
    palette: Palette,
) {
    let question = film.tree_query_at(index).map(|(_, question)| question);
    let path = match question {
        Some(TreeQuery::Cast { from, to } | TreeQuery::Sweep { from, to, .. }) => Some([from, to]),
        _ => None,
    };
    for event in film.events(index..index + 1) {
        match *event {
            // Mark the point where the path crosses the plane.
            Step::Visit {
                plane: AtPlane::Crosses { t, .. },
                ..
            } => {
                if let Some([from, to]) = path.filter(|_| (0.0..=1.0).contains(&t)) {
                    let stroke = Stroke::new(palette.selected(), 1.0, 3.5);
                    drawing.lines.cross(from.lerp(to, t), 0.1, stroke);
                }
            }
            Step::Skip { node, why } => {
                if let Some(bounds) = tree.subtree_bounds(node) {
                    let width = if why == SkipReason::Bounds { 3.0 } else { 1.6 };
                    drawing.edges_of_box(bounds, Stroke::new(palette.hidden().lighter(0.35), 1.0, width));
                }
            }
            _ => {}
        }
    }
    match *step {
        Step::Test { triangle, tested, .. } => {
            if let Some(view) = tree.triangle(triangle) {
                face_now(drawing, &view, (tested, question, path), palette);
            }
        }
        Step::Stage(Stage::Round { center, to, .. }) => {
            let stroke = Stroke::new(palette.selected(), 1.0, 3.5);
            drawing.lines.arrow(center, to.as_vec3(), stroke);
        }
        Step::Stage(Stage::Leg { from, to, .. }) => {
            let stroke = Stroke::new(palette.selected(), 1.0, 4.5);
            drawing.lines.line(from, to, stroke);
        }
        _ => {}
    }
}

/// Draws the face that the step tests and, if the test missed, the reason.
fn face_now(
    drawing: &mut Drawing,
    view: &TriangleView,
    (tested, question, path): (TestOutcome, Option<TreeQuery>, Option<[Vec3; 2]>),
    palette: Palette,
) {
    let color = if is_found(tested) {
        palette.contact()
    } else {
        palette.missed()
    };
    let corners = view.corners.map(Vec3::as_dvec3);
    drawing.outlined(corners, color, 0.3, [1.0, 4.0]);
    let stroke = Stroke::new(color, 1.0, 3.0);
    match (tested, path, question) {
        (TestOutcome::Outside, Some(path), _) => {
            if let Some((hit, _)) = plane_hit(view, path.map(Vec3::as_dvec3)) {
                let nearest = closest_point(corners, hit).point;
                drawing.lines.cross(hit.as_vec3(), 0.09, stroke);
                drawing
                    .lines
                    .line(hit.as_vec3(), nearest.as_vec3(), stroke.dashed(true));
            }
        }
        (TestOutcome::TooFar | TestOutcome::Contact { .. }, _, Some(TreeQuery::Near { center, .. })) => {
            let nearest = closest_point(corners, center.as_dvec3()).point;
            drawing.lines.line(center, nearest.as_vec3(), stroke);
        }
        (TestOutcome::Pushed { to, .. }, ..) => drawing.lines.cross(to, 0.07, stroke),
        _ => {}
    }
}

/// Draws the input of a query: a path, body, box or point. At the end of the animation, it also draws the final
/// position of the body.
fn asked(drawing: &mut Drawing, film: &QueryFilm, query: &Query, (index, palette): (usize, Palette)) {
    let white = Stroke::new(palette.asked(), 0.95, 2.6);
    let faint = Stroke::new(palette.asked(), 0.5, 1.4);
    let best = film.nearest_hit_after(index);
    if let Some([from, to]) = query.path() {
        let end = match (best, query) {
            (Some(t), Query::Cast { .. } | Query::Sight { .. } | Query::Sweep { .. }) => {
                from.lerp(to, t as f32)
            }
            _ => to,
        };
        drawing.lines.line(from, end, white);
        if end == to {
            let tail = to - (to - from).clamp_length_max(0.35);
            drawing.lines.arrow(tail, to, white);
        } else {
            drawing.lines.line(end, to, faint.dashed(true));
            let stroke = Stroke::new(palette.contact(), 1.0, 4.0);
            drawing.lines.cross(end, 0.09, stroke);
        }
        if let Some(body) = query.body() {
            drawing.lines.body(from, body, faint);
            drawing.lines.body(end, body, white);
        }
    } else if let Some(body) = query.body() {
        drawing.lines.body(query.place(), body, white);
    }
    match *query {
        Query::Overlap { min, max } => drawing.edges_of_box([min, max], white),
        Query::Locate { point } => drawing.lines.cross(point, 0.15, white),
        _ => {}
    }
    let is_over = index + 1 >= film.len();
    let end = match film.answer().filter(|_| is_over) {
        Some(Answer::Push(pushed)) if pushed.clear => Some(pushed.center),
        Some(Answer::PushAti(pushed)) => Some(pushed.center),
        Some(Answer::Slide(slide)) => {
            for leg in &slide.legs {
                let stroke = Stroke::new(palette.contact(), 1.0, 3.5);
                drawing.lines.line(leg.from, leg.to, stroke);
            }
            Some(slide.center)
        }
        _ => None,
    };
    if let (Some(end), Some(body)) = (end, query.body()) {
        let stroke = Stroke::new(palette.contact(), 1.0, 2.6);
        drawing.lines.body(end, body, stroke);
        drawing.lines.arrow(query.place(), end, stroke);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_collision::Capsule;
    use bspwalk_testing::small_trees as test_trees;
    use bspwalk_trees::BuildParams;

    #[test]
    fn each_step_draws_its_subject() {
        let tree = test_trees::tree(&test_trees::soup(40, 5));
        assert_ne!(*tree.params(), BuildParams::ATI);
        let [from, to] = [Vec3::splat(-8.0), Vec3::splat(8.0)];
        let [min, max] = [Vec3::splat(-1.0), Vec3::splat(1.0)];
        let body = Capsule::sphere(1.5);
        let center = Vec3::ZERO;
        for query in [
            Query::Cast { from, to },
            Query::Contacts { body, center },
            Query::Sweep {
                body,
                from,
                to,
                all: false,
            },
            Query::Overlap { min, max },
            Query::Locate { point: center },
        ] {
            let film = QueryFilm::record(&tree, &query);
            for (index, step) in film.steps().enumerate() {
                let drawn = drawing(&tree, &film, index, Palette::default());
                // The input of the query is drawn at every step.
                assert!(!drawn.lines.is_empty(), "{query:?}");
                let lit = film.highlights_at(&tree, index);
                let visited = lit.visited.iter().map(|&node| NodeRange::from(node));
                let nodes = lit.skipped.iter().cloned().chain(visited);
                let least: usize = nodes.map(|range| fragments(&tree, &range).len()).sum();
                assert!(drawn.polygons.len() >= least, "{query:?}: {step:?}");
            }
            // At the end, nearly every node has been visited or skipped, so nearly all faces are highlighted or grey.
            let lit = film.highlights_at(&tree, film.len() - 1);
            let left_out: usize = lit.skipped.iter().map(ExactSizeIterator::len).sum();
            let all = tree.node_count() as usize;
            assert_eq!(left_out + lit.visited.len(), all, "{query:?}");
        }
    }
}
