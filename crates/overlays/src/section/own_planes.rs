//! Intersections of the section with the planes of the selected node and of the root, and with a candidate plane.
//!
//! Each intersection is a bold line with front and back labels, drawn even if the plane overlay is off.

use bspwalk_geometry::{Plane, Polygon, cut_at_height};
use bspwalk_session::view::FilmTree;

use super::cut::depth_name;
use crate::prelude::*;

overlay! {
    /// Lines of the selected node's plane, the root's plane, and a candidate plane.
    OwnPlanes [] Immediate |scene|
    let in_model = scene.model?;
    // The animation of the solid-leaf tree shows only planes of that tree.
    let is_of_leaves = in_model.film.is_some_and(|(tree, _)| tree == FilmTree::Leaves);
    {
        tree: Shared<NodeTree> = scene.nodes(),
        selected: Option<NodeId> = scene.selected.filter(|_| !is_of_leaves),
        candidate: Option<(NodeId, Plane)> = scene.candidate,
        has_handles: bool = scene.has_handles,
        divides: bool = scene.divides,
        height: f32 = in_model.model.cut,
    }
}

impl Overlay for OwnPlanes {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        let mut drawing = Drawing::default();
        if let Some(node) = self.selected {
            let at = (self.height, self.has_handles, self.divides);
            add_selected(&mut drawing, &self.tree, node, at, palette);
        }
        if let Some((node, plane)) = &self.candidate {
            let color = palette.candidate().lighter(0.25);
            let of = (*node, plane);
            add(&mut drawing, &self.tree, of, self.height, self.has_handles, color);
        }
        OverlayOutput::layer(Layer::OwnPlanes, drawing)
    }
}

/// Width of a plane's line, in logical pixels.
const WIDTH: f32 = 6.0;

/// Width of the dark rim on each side of a line, in logical pixels.
const RIM: f32 = 3.0;

/// Width of the dashes for a plane above or below the cut, in logical pixels.
const DASHES: f32 = 2.6;

/// Length of the arrow towards the front, as a fraction of the line's length, and its maximum as a fraction of the
/// tree's diagonal.
const ARROW: [f32; 2] = [0.24, 0.08];

/// Adds the line where a plane meets the cut inside a node's cell, if it does.
///
/// If `has_handles` is set, edit handles occupy the centre and the ends of the line, so the label is placed elsewhere.
fn add(
    drawing: &mut Drawing,
    tree: &NodeTree,
    (node, plane): (NodeId, &Plane),
    height: f32,
    has_handles: bool,
    color: Rgb,
) {
    let polygon = tree.plane_in_cell(node, plane);
    let corners: Vec<DVec3> = polygon.iter().flat_map(Polygon::positions).collect();
    let Some(ends) = cut_at_height(&corners, f64::from(height)) else {
        return;
    };
    let [from, to] = ends.map(DVec3::as_vec3);
    let front = plane.normal.as_vec3().with_y(0.0).normalize_or_zero();
    let rim = |width| Stroke::new(ink::DARK, 0.8, width + RIM);
    drawing.lines.line(from, to, rim(WIDTH));
    drawing.lines.line(from, to, Stroke::new(color, 1.0, WIDTH));
    let [share, most] = ARROW;
    let length = (from.distance(to) * share).min(most * tree.bounds().size().length() as f32);
    // Keep the arrow away from the label.
    let places = if has_handles {
        [0.72, 0.28, 0.8, 0.85, 0.15, 0.2]
    } else {
        [0.5, 0.62, 0.75, 0.38, 0.1, 0.9]
    };
    let foot = from.lerp(to, 0.25);
    let tip = foot + front * length;
    let stroke = Stroke::new(color, 1.0, 0.65 * WIDTH);
    drawing.lines.line(foot, tip, rim(stroke.width));
    drawing.lines.arrow(foot, tip, stroke);
    let places = places.map(|share| from.lerp(to, share)).into();
    drawing.labels.push(label(tree, node, places, Some(front), color));
}

/// Builds the label of a node's plane: the node's depth and, if there is a normal, badges for the plane's sides.
fn label(tree: &NodeTree, node: NodeId, places: Vec<Vec3>, normal: Option<Vec3>, color: Rgb) -> Label {
    let depth = tree.node(node).map_or(0, |view| view.depth);
    Label {
        normal,
        ..Label::new(OverlayKind::Planes, places, depth_name(depth), color)
    }
}

/// Adds the line of the root's plane and, on top, the line of the selected node's plane; see [`add`]. If the selected
/// node's plane lies above or below the cut, its dashed outline is drawn instead.
///
/// If the build animation `divides` the selected node, only that node's plane has side badges, because the side colours
/// then indicate the sides of its faces.
fn add_selected(
    drawing: &mut Drawing,
    tree: &NodeTree,
    selected: NodeId,
    (height, has_handles, divides): (f32, bool, bool),
    palette: Palette,
) {
    /// Factor that lightens the line, because the dark end of the depth ramp is too dark on dark ground.
    const LIGHTER: f32 = 0.4;
    let root = palette.depth(0).lighter(LIGHTER);
    let root = tree
        .root()
        .filter(|root| *root != selected)
        .map(|node| (node, root));
    let lines = root.into_iter().map(|(node, color)| (node, color, false));
    for (node, color, has_handles) in lines.chain([(selected, palette.selected(), has_handles)]) {
        let Some(view) = tree.node(node) else { continue };
        let before = drawing.lines.len();
        add(drawing, tree, (node, &view.plane), height, has_handles, color);
        if node == selected && drawing.lines.len() == before {
            outline_at_cut(drawing, tree, (node, &view.plane), height, color);
        }
        if divides && node != selected {
            for label in &mut drawing.labels {
                label.normal = None;
            }
        }
    }
}

/// Adds the dashed outline of a plane in a node's cell, projected onto the cut, with the node's depth.
fn outline_at_cut(
    drawing: &mut Drawing,
    tree: &NodeTree,
    (node, plane): (NodeId, &Plane),
    height: f32,
    color: Rgb,
) {
    let polygon = tree.plane_in_cell(node, plane);
    let corners = polygon.iter().flat_map(Polygon::positions);
    let corners: Vec<Vec3> = corners.map(|corner| corner.as_vec3().with_y(height)).collect();
    if corners.is_empty() {
        return;
    }
    for (width, color) in [(DASHES + RIM, ink::DARK), (DASHES, color)] {
        drawing
            .lines
            .ring(&corners, Stroke::new(color, 1.0, width).dashed(true));
    }
    let front = plane.normal.as_vec3().with_y(0.0).normalize_or_zero();
    let middle = corners.iter().sum::<Vec3>() / corners.len() as f32;
    let places = corners.iter().map(|corner| middle.lerp(*corner, 0.5));
    let places = [middle].into_iter().chain(places).collect();
    // The sides of a horizontal plane are above and below it, which badges cannot show.
    let normal = (front != Vec3::ZERO).then_some(front);
    drawing.labels.push(label(tree, node, places, normal, color));
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_testing::small_trees as test_trees;

    /// Returns a room and the height of an eye in it.
    fn room() -> (NodeTree, f32) {
        let (tree, level) = test_trees::room();
        (tree, level.spawn.eye.y as f32)
    }

    #[test]
    fn plane_line_exists_only_where_it_meets_the_cut() {
        let (tree, height) = room();
        let color = Palette::default().selected();
        let (mut met, mut missed) = (0, 0);
        for node in tree.node_ids() {
            let plane = tree.node(node).expect("it exists").plane;
            let mut drawing = Drawing::default();
            add(&mut drawing, &tree, (node, &plane), height, false, color);
            let reaches = tree.plane_polygon(node).is_some_and(|polygon| {
                let bounds = polygon.bounds();
                bounds.min.y < f64::from(height) && bounds.max.y > f64::from(height)
            });
            assert_eq!(!drawing.lines.is_empty(), reaches, "node {node}");
            for label in &drawing.labels {
                for place in &label.places {
                    assert!(plane.distance(place.as_dvec3()).abs() < 1.0e-3, "node {node}");
                    assert!((place.y - height).abs() < 1.0e-4, "node {node}: {place}");
                }
                let front = label.normal.expect("it has sides").as_dvec3();
                assert!(front.dot(plane.normal) > 0.0 && front.y == 0.0);
            }
            met += drawing.labels.len();
            missed += usize::from(!reaches);
        }
        assert!(met > 10 && missed > 3, "{met} {missed}");
    }

    #[test]
    fn root_line_is_drawn_with_selected_node_line() {
        let (tree, height) = room();
        let palette = Palette::default();
        let color = palette.selected();
        let lines = |node| {
            let mut drawing = Drawing::default();
            add_selected(&mut drawing, &tree, node, (height, false, false), palette);
            let texts = drawing.labels.into_iter().map(|label| label.text);
            texts.collect::<Vec<String>>()
        };
        assert_eq!(lines(NodeId(0)), ["ROOT"], "once");
        let is_upright = |&node: &NodeId| tree.node(node).is_some_and(|view| view.plane.normal.y == 0.0);
        let upright = tree.node_ids().skip(1).find(is_upright);
        let mut dividing = Drawing::default();
        let node = upright.expect("a plane stands upright");
        add_selected(&mut dividing, &tree, node, (height, false, true), palette);
        // Only the plane of the dividing node has badges.
        let sides = dividing.labels.iter().map(|label| label.normal.is_some());
        assert!(sides.eq([false, true]));
        let mut dashed = 0;
        for node in tree.node_ids().skip(1) {
            let view = tree.node(node).expect("it exists");
            assert_eq!(lines(node), ["ROOT", &view.depth.to_string()], "node {node}");
            let mut drawing = Drawing::default();
            let of = (node, &view.plane);
            add(&mut drawing, &tree, of, height, false, color);
            if drawing.lines.is_empty() {
                outline_at_cut(&mut drawing, &tree, of, height, color);
                let is_at_cut = |end: Vec3| (end.y - height).abs() < 1.0e-5;
                assert!(!drawing.lines.is_empty() && drawing.lines.ends().flatten().all(is_at_cut));
                dashed += 1;
            }
        }
        assert!(dashed > 3, "{dashed} planes lie above or below the cut");
        assert_eq!(
            lines(NodeId(tree.node_count())),
            ["ROOT"],
            "of no node there is none"
        );
    }
}
