//! The polygons, outlines and normals of the planes that are drawn, and their order from far to near.

use bevy::{
    platform::collections::{HashMap, HashSet},
    prelude::*,
};
use glam::DVec3;

use super::choice::{Part, PlaneChoice};
use crate::{
    app::{
        overlays::{
            lines::{LineBatch, Stroke},
            polygons::PolygonBatch,
        },
        palette::{Palette, Rgb},
    },
    bsp::{NodeTree, node_storing::NodeId},
};

/// The planes as they are drawn.
#[derive(Clone, Debug, Default)]
pub(super) struct PlaneDrawing {
    /// The nodes whose planes are drawn, in the order of the polygons.
    pub(super) nodes: Vec<NodeId>,
    /// The planes, clipped to their cells.
    pub(super) polygons: PolygonBatch,
    /// Outlines and normals.
    pub(super) lines: LineBatch,
    /// Those of the selected and the hovered plane, which are seen through walls.
    pub(super) lines_through_walls: LineBatch,
}

impl PlaneDrawing {
    /// Clips the planes and colours them.
    pub(super) fn of(tree: &NodeTree, choice: &PlaneChoice, palette: Palette, opacity: f32) -> Self {
        let mut drawing = Self::default();
        let longest_normal = tree.bounds().size().length() * 0.03;
        for &(node, part) in &choice.planes {
            let (Some(polygon), Some(view)) = (tree.plane_polygon(node), tree.node(node)) else {
                continue;
            };
            let corners: Vec<Vec3> = polygon.positions().map(glam::DVec3::as_vec3).collect();
            if corners.len() < 3 {
                continue;
            }
            let [first, last] = choice.depths;
            let by_depth = palette.depth(view.depth.saturating_sub(first), last - first);
            let strong = (opacity * 1.3).clamp(0.12, 0.6);
            let (color, alpha, line_alpha, width) = match part {
                Part::Selected => (palette.selected(), strong, 1.0, 3.2),
                Part::Hovered => (palette.selected(), strong, 1.0, 2.2),
                Part::Ancestor(above) => {
                    let share = 0.82f32.powi(above as i32 - 1);
                    (by_depth, opacity * share, 0.15 + 0.75 * share, 1.0 + share)
                }
                Part::Depth => (by_depth, opacity, 0.9, 1.4),
            };
            drawing.polygons.push(corners.iter().copied(), color, alpha);
            drawing.nodes.push(node);

            // The dark end of a ramp is too dark for a line.
            let stroke = Stroke::new(color.mix(Rgb(255, 255, 255), 0.25), line_alpha, width);
            drawing.lines.ring(&corners, stroke);
            let center = polygon.positions().sum::<DVec3>() / corners.len() as f64;
            let length = (0.25 * polygon.area().sqrt()).min(longest_normal);
            let tip = (center + view.plane.normal * length).as_vec3();
            drawing.lines.arrow(center.as_vec3(), tip, stroke);
            if matches!(part, Part::Selected | Part::Hovered) {
                drawing.lines_through_walls.ring(&corners, stroke);
                drawing.lines_through_walls.arrow(center.as_vec3(), tip, stroke);
            }
        }
        drawing
    }

    /// The planes from far to near, as indices into [`PlaneDrawing::nodes`].
    pub(super) fn far_to_near(&self, tree: &NodeTree, eye: DVec3) -> Vec<usize> {
        let drawn: HashMap<NodeId, usize> = self
            .nodes
            .iter()
            .enumerate()
            .map(|(i, &node)| (node, i))
            .collect();
        // Only the drawn nodes and those above them are visited.
        let mut visited: HashSet<NodeId> = HashSet::default();
        for &node in &self.nodes {
            let path = std::iter::once(node).chain(tree.ancestors(node).map(|(id, _)| id));
            for id in path {
                if !visited.insert(id) {
                    break;
                }
            }
        }
        enum Step {
            Visit(NodeId),
            Draw(usize),
        }
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut steps: Vec<Step> = tree.root().map(Step::Visit).into_iter().collect();
        while let Some(step) = steps.pop() {
            match step {
                Step::Draw(plane) => order.push(plane),
                Step::Visit(id) => {
                    let Some(view) = tree.node(id).filter(|_| visited.contains(&id)) else {
                        continue;
                    };
                    let (near, far) = if view.plane.distance(eye) >= 0.0 {
                        (view.front, view.back)
                    } else {
                        (view.back, view.front)
                    };
                    // The last pushed is done first.
                    steps.extend(near.map(Step::Visit));
                    steps.extend(drawn.get(&id).map(|&plane| Step::Draw(plane)));
                    steps.extend(far.map(Step::Visit));
                }
            }
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::{super::choice::tests::all_planes, *};
    use crate::{
        app::overlays::{
            test_trees::{self, hit},
            tree_stats::TreeStats,
        },
        bsp::node_storing::Branch,
        geometry::Polygon,
    };

    fn drawing(tree: &NodeTree) -> PlaneDrawing {
        let stats = TreeStats::of(tree);
        let choice = PlaneChoice::of(tree, &stats, &all_planes(), None, None);
        PlaneDrawing::of(tree, &choice, Palette::default(), 0.3)
    }

    fn polygons(tree: &NodeTree, drawing: &PlaneDrawing) -> Vec<Polygon> {
        drawing
            .nodes
            .iter()
            .filter_map(|&node| tree.plane_polygon(node))
            .collect()
    }

    #[test]
    fn planes_face_to_the_front_and_stay_in_their_cells() {
        for tree in test_trees::trees() {
            let drawing = drawing(&tree);
            assert!(!drawing.nodes.is_empty());
            let slack = tree.tolerances().on_plane * 10.0;
            for (&node, polygon) in drawing.nodes.iter().zip(polygons(&tree, &drawing)) {
                let own = tree.node(node).map(|view| view.plane);
                assert!(
                    own.is_some_and(|own| own.normal.dot(polygon.vector_area()) > 0.0),
                    "node {node}"
                );
                for (ancestor, branch) in tree.ancestors(node) {
                    let Some(view) = tree.node(ancestor) else {
                        panic!("no node {ancestor}")
                    };
                    let sign = if branch == Branch::Front { 1.0 } else { -1.0 };
                    for position in polygon.positions() {
                        assert!(
                            view.plane.distance(position) * sign >= -slack,
                            "the plane of node {node} leaves its cell"
                        );
                    }
                }
            }
        }
    }

    /// Along every ray from the eye, planes that are hit farther away are drawn earlier.
    #[test]
    fn far_planes_are_drawn_before_near_ones() {
        let mut random = fastrand::Rng::with_seed(11);
        let mut pairs = 0;
        for tree in test_trees::trees() {
            let drawing = drawing(&tree);
            let polygons = polygons(&tree, &drawing);
            let size = tree.bounds().size();
            for _ in 0..20 {
                let mut unit = || DVec3::from_array(std::array::from_fn(|_| random.f64() - 0.5));
                let eye = tree.bounds().center() + unit() * size * 1.5;
                let order = drawing.far_to_near(&tree, eye);
                let mut sorted = order.clone();
                sorted.sort_unstable();
                assert_eq!(
                    sorted,
                    (0..drawing.nodes.len()).collect::<Vec<_>>(),
                    "each plane once"
                );
                let place: Vec<usize> = (0..order.len())
                    .filter_map(|i| order.iter().position(|&j| j == i))
                    .collect();
                for _ in 0..20 {
                    let direction = unit().normalize_or(DVec3::X);
                    let mut hits: Vec<(f64, usize)> = polygons
                        .iter()
                        .enumerate()
                        .filter_map(|(i, p)| Some((hit(p, eye, direction, 1.0e-6)?, i)))
                        .collect();
                    hits.sort_by(|a, b| b.0.total_cmp(&a.0));
                    for pair in hits.windows(2) {
                        if pair[0].0 - pair[1].0 > 1.0e-6 {
                            assert!(
                                place[pair[0].1] < place[pair[1].1],
                                "from {eye} along {direction}: {pair:?}"
                            );
                            pairs += 1;
                        }
                    }
                }
            }
        }
        assert!(pairs > 1000, "only {pairs} pairs were compared");
    }

    /// From 200 eyes, a ray that meets a plane meets the triangles that are drawn of it, and no two of them.
    #[test]
    fn triangles_cover_their_planes_once() {
        let mut random = fastrand::Rng::with_seed(23);
        let mut met = 0;
        for tree in test_trees::trees() {
            let drawing = drawing(&tree);
            let polygons = polygons(&tree, &drawing);
            let mesh = drawing.polygons.mesh([]);
            let Some(places) = mesh
                .attribute(Mesh::ATTRIBUTE_POSITION)
                .and_then(|places| places.as_float3())
            else {
                panic!("the mesh has no positions")
            };
            let place = |&index: &u32| Vec3::from(places[index as usize]).as_dvec3();
            for _ in 0..40 {
                let mut unit = || DVec3::from_array(std::array::from_fn(|_| random.f64() - 0.5));
                let eye = tree.bounds().center() + unit() * tree.bounds().size();
                let ray = unit().normalize_or(DVec3::X);
                for plane in drawing.far_to_near(&tree, eye) {
                    let indices = drawing.polygons.indices([plane]);
                    let triangles = |margin: f64| {
                        let corners = indices.chunks(3).map(|corners| corners.iter().map(place));
                        corners
                            .filter(|corners| {
                                hit(&Polygon::bare(corners.clone()), eye, ray, margin).is_some()
                            })
                            .count()
                    };
                    let what = || format!("plane {plane} from {eye} along {ray}");
                    assert!(triangles(1.0e-4) <= 1, "{}: two triangles", what());
                    if hit(&polygons[plane], eye, ray, 1.0e-3).is_some() {
                        met += 1;
                        assert!(triangles(-1.0e-4) >= 1, "{}: a gap", what());
                    } else if hit(&polygons[plane], eye, ray, -1.0e-3).is_none() {
                        assert_eq!(triangles(1.0e-3), 0, "{}: too large", what());
                    }
                }
            }
        }
        assert!(met > 500, "only {met} planes were met");
    }
}
