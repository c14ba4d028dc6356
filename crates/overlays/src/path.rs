//! The path from the root to the eye: at each node, the side of its plane that the eye is on.
//!
//! In the model view, each plane is drawn where it intersects the cut inside its node's cell. The lines therefore
//! converge on the eye.

use bspwalk_geometry::{Polygon, cut_at_height};
use bspwalk_trees::node_storing::{Branch, NodeView, PathStep};

use crate::{
    prelude::*,
    section::cut::{LIGHTER, width_of},
};

overlay! {
    /// The planes on the path, for the model view.
    EyePath [Path] Immediate |scene|
    let in_model = scene.model.filter(|_| scene.draws_path)?;
    {
        tree: Shared<NodeTree> = scene.nodes(),
        path: Vec<PathStep> = scene.tree.path(scene.eye.as_vec3()).collect(),
        height: f32 = in_model.model.cut,
    }
}

impl Overlay for EyePath {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        let drawing = drawing(&self.tree, &self.path, self.height, palette);
        OverlayOutput::layer(Layer::EyePath, drawing)
    }
}

overlay! {
    /// The legend of the path, for single pictures.
    PathWords [Path] Immediate |scene|
    let _ = scene.screen?;
    {
        tree: Shared<NodeTree> = scene.nodes(),
        eye: Vec3 = scene.eye.as_vec3(),
        is_model: bool = scene.model.is_some(),
    }
}

impl Overlay for PathWords {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        OverlayOutput::legend(legend(&self.tree, self.eye, self.is_model, palette))
    }
}

/// Maximum number of nodes in the legend, counted from the root.
const MOST_ROWS: usize = 24;

/// Returns the nodes on the path, each with the side that the eye is on.
fn steps(
    tree: &NodeTree,
    path: impl IntoIterator<Item = PathStep>,
) -> impl Iterator<Item = (NodeId, NodeView, Branch)> {
    let path = path.into_iter();
    path.filter_map(|step| Some((step.node, tree.node(step.node)?, step.branch)))
}

/// Returns the colour of a side.
fn color_of(branch: Branch, palette: Palette) -> Rgb {
    match branch {
        Branch::Front => palette.front(),
        Branch::Back => palette.back(),
    }
}

/// Draws the intersections of the path's planes with a cut at this height. Each is labelled with its depth and the
/// letter of the side that the eye is on.
fn drawing(tree: &NodeTree, path: &[PathStep], height: f32, palette: Palette) -> Drawing {
    let mut drawing = Drawing::default();
    for (node, view, branch) in steps(tree, path.iter().copied()) {
        let polygon = tree.plane_polygon(node);
        let corners: Vec<DVec3> = polygon.iter().flat_map(Polygon::positions).collect();
        let Some(ends) = cut_at_height(&corners, f64::from(height)) else {
            continue;
        };
        let [from, to] = ends.map(DVec3::as_vec3);
        let color = palette.depth(view.depth).lighter(LIGHTER);
        drawing
            .lines
            .line(from, to, Stroke::new(color, 1.0, width_of(view.depth)));
        let shares = [0.5, 0.35, 0.65, 0.2, 0.8];
        let places = shares.map(|share| from.lerp(to, share)).into();
        let text = format!("{} {}", view.depth, branch.letter());
        drawing.labels.push(Label {
            height: 11.0,
            rank: view.depth,
            line: Some([from, to]),
            ..Label::new(OverlayKind::Path, places, text, color_of(branch, palette))
        });
    }
    drawing
}

/// Builds the legend: the letters along the path, followed by the first nodes with the distances from the eye to their
/// planes.
fn legend(tree: &NodeTree, eye: Vec3, is_model: bool, palette: Palette) -> Legend {
    let letters: String = tree.path(eye).map(|step| step.branch.letter()).collect();
    let planes = words::count_with_noun(letters.len() as u64, "plane");
    let mut rows = vec![Row::note(text!("legend-path", planes, letters))];
    if is_model {
        rows.push(Row::note(text!("legend-path-lines")));
    }
    for (node, view, branch) in steps(tree, tree.path(eye)).take(MOST_ROWS) {
        let (depth, node) = (view.depth, words::count(node));
        let metres = format!("{:.2}", view.plane.distance(eye.as_dvec3()).abs());
        let text = match branch {
            Branch::Front => text!("legend-path-front", depth, node, metres),
            Branch::Back => text!("legend-path-behind", depth, node, metres),
        };
        rows.push(Row::area(color_of(branch, palette), text));
    }
    let left = letters.len().saturating_sub(MOST_ROWS);
    if left > 0 {
        let nodes = words::count_with_noun(left as u64, "node");
        rows.push(Row::note(text!("legend-path-more", nodes)));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_testing::small_trees as test_trees;

    #[test]
    fn path_labels_lie_on_planes_and_name_the_side() {
        let (tree, level) = test_trees::room();
        let eye = level.spawn.eye.as_vec3();
        let path: Vec<PathStep> = tree.path(eye).collect();
        let drawn = drawing(&tree, &path, eye.y, Palette::default());
        assert!(!drawn.labels.is_empty());
        for label in &drawn.labels {
            let (depth, letter) = label.text.split_once(' ').expect("a depth and a letter");
            let step = &path[depth.parse::<usize>().expect("a number")];
            let plane = tree.node(step.node).expect("it exists").plane;
            let is_on_plane = |place: &Vec3| plane.distance(place.as_dvec3()).abs() < 1.0e-3;
            assert!(label.places.iter().all(is_on_plane), "{}", label.text);
            let is_front = plane.distance(eye.as_dvec3()) >= 0.0;
            assert_eq!(letter == "F", is_front, "{}", label.text);
        }
    }

    #[test]
    fn legend_has_a_row_per_path_node() {
        let (tree, level) = test_trees::room();
        let eye = level.spawn.eye.as_vec3();
        let rows = legend(&tree, eye, true, Palette::default());
        let nodes = rows.iter().filter(|row| matches!(row, Row::Area(..))).count();
        assert_eq!(nodes, tree.path(eye).count().min(MOST_ROWS));
        let text = rows[2].text();
        assert!(text.starts_with("depth 0, node 0: "), "{text}");
    }
}
