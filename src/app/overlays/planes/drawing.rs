//! The polygons, outlines and ticks of the planes that are drawn, and the order in which the eye has them.

use bevy::{
    asset::RenderAssetUsages,
    mesh::{Indices, PrimitiveTopology},
    platform::collections::HashMap,
    prelude::*,
};
use glam::DVec3;

use super::choice::{Part, PlaneChoice};
use crate::{
    app::{
        overlays::lines::{LineBatch, Stroke},
        palette::{Palette, Rgb},
    },
    bsp::{NodeTree, node_storing::NodeId},
};

/// A plane that is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnPlane {
    /// Its node.
    pub node: NodeId,
    /// The polygon: a fan of these vertices.
    pub vertices: std::ops::Range<u32>,
}

/// What is drawn of the planes.
#[derive(Clone, Debug, Default)]
pub struct PlaneDrawing {
    /// The planes, in the order of the vertices.
    pub planes: Vec<DrawnPlane>,
    /// Corners of all polygons, in metres.
    pub positions: Vec<[f32; 3]>,
    /// Their colours: linear RGBA.
    pub colors: Vec<[f32; 4]>,
    /// Outlines and ticks.
    pub lines: LineBatch,
    /// The outline of what must be seen through walls.
    pub lines_through_walls: LineBatch,
}

impl PlaneDrawing {
    /// Clips the planes and colours them.
    #[must_use]
    pub fn of(tree: &NodeTree, choice: &PlaneChoice, palette: Palette, opacity: f32) -> Self {
        let mut drawing = Self::default();
        let longest_tick = tree.bounds().size().length() * 0.03;
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
            let (color, alpha, line_alpha, width) = match part {
                Part::Selected => (palette.selected(), (opacity * 1.3).clamp(0.12, 0.6), 1.0, 3.2),
                Part::Hovered => (palette.selected(), (opacity * 1.3).clamp(0.12, 0.6), 1.0, 2.2),
                Part::Ancestor(above) => {
                    let strength = 0.82f32.powi(above as i32 - 1);
                    (
                        by_depth,
                        opacity * strength,
                        0.15 + 0.75 * strength,
                        1.0 + strength,
                    )
                }
                Part::Depth => (by_depth, opacity, 0.9, 1.4),
            };
            let start = drawing.positions.len() as u32;
            drawing.positions.extend(corners.iter().map(glam::Vec3::to_array));
            let rgba = Vec3::from(color.linear()).extend(alpha).to_array();
            drawing.colors.resize(drawing.positions.len(), rgba);
            drawing.planes.push(DrawnPlane {
                node,
                vertices: start..drawing.positions.len() as u32,
            });

            // The dark end of a ramp is too dark for a line.
            let stroke = Stroke::new(color.mix(Rgb(255, 255, 255), 0.25), line_alpha, width);
            drawing.lines.ring(&corners, stroke);
            let center = polygon.positions().sum::<DVec3>() / corners.len() as f64;
            let length = (0.25 * polygon.area().sqrt()).min(longest_tick);
            let tip = (center + view.plane.normal * length).as_vec3();
            drawing.lines.arrow(center.as_vec3(), tip, stroke);
            if matches!(part, Part::Selected | Part::Hovered) {
                drawing.lines_through_walls.ring(&corners, stroke);
                drawing.lines_through_walls.arrow(center.as_vec3(), tip, stroke);
            }
        }
        drawing
    }

    /// The planes from far to near, as indices into [`PlaneDrawing::planes`].
    #[must_use]
    pub fn far_to_near(&self, tree: &NodeTree, eye: DVec3) -> Vec<usize> {
        let drawn: HashMap<NodeId, usize> = self
            .planes
            .iter()
            .enumerate()
            .map(|(i, plane)| (plane.node, i))
            .collect();
        // Only the drawn nodes and those above them are walked.
        let mut on_the_way: HashMap<NodeId, ()> = HashMap::default();
        for plane in &self.planes {
            for id in std::iter::once(plane.node).chain(tree.ancestors(plane.node).map(|(id, _)| id)) {
                if on_the_way.insert(id, ()).is_some() {
                    break;
                }
            }
        }
        enum Step {
            Walk(NodeId),
            Draw(usize),
        }
        let mut order = Vec::with_capacity(self.planes.len());
        let mut steps: Vec<Step> = tree.root().map(Step::Walk).into_iter().collect();
        while let Some(step) = steps.pop() {
            match step {
                Step::Draw(plane) => order.push(plane),
                Step::Walk(id) => {
                    let Some(view) = tree.node(id).filter(|_| on_the_way.contains_key(&id)) else {
                        continue;
                    };
                    let (near, far) = if view.plane.distance(eye) >= 0.0 {
                        (view.front, view.back)
                    } else {
                        (view.back, view.front)
                    };
                    // The last pushed is done first.
                    steps.extend(near.map(Step::Walk));
                    steps.extend(drawn.get(&id).map(|&plane| Step::Draw(plane)));
                    steps.extend(far.map(Step::Walk));
                }
            }
        }
        order
    }

    /// The triangles of the planes in the given order.
    #[must_use]
    pub fn indices(&self, order: &[usize]) -> Vec<u32> {
        let mut indices = Vec::new();
        for vertices in order
            .iter()
            .filter_map(|&plane| self.planes.get(plane))
            .map(|plane| plane.vertices.clone())
        {
            for i in vertices.start + 1..vertices.end.saturating_sub(1) {
                indices.extend([vertices.start, i, i + 1]);
            }
        }
        indices
    }

    pub(super) fn mesh(&self, order: &[usize]) -> Mesh {
        Mesh::new(
            PrimitiveTopology::TriangleList,
            RenderAssetUsages::MAIN_WORLD | RenderAssetUsages::RENDER_WORLD,
        )
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.positions.clone())
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, self.colors.clone())
        .with_inserted_indices(Indices::U32(self.indices(order)))
    }
}

#[cfg(test)]
mod tests {
    use super::{super::choice::tests::all_planes, *};
    use crate::{
        app::overlays::{facts::Facts, samples},
        geometry::Polygon,
    };

    fn polygons(tree: &NodeTree, drawing: &PlaneDrawing) -> Vec<Polygon> {
        drawing
            .planes
            .iter()
            .filter_map(|plane| tree.plane_polygon(plane.node))
            .collect()
    }

    #[test]
    fn planes_face_to_the_front_and_stay_in_their_cells() {
        for tree in samples::trees() {
            let facts = Facts::of(&tree);
            let choice = PlaneChoice::of(&tree, &facts, &all_planes(), None, None);
            let drawing = PlaneDrawing::of(&tree, &choice, Palette::default(), 0.3);
            assert!(!drawing.planes.is_empty());
            let slack = tree.tolerances().on_plane * 10.0;
            for (plane, polygon) in drawing.planes.iter().zip(polygons(&tree, &drawing)) {
                let own = tree.node(plane.node).map(|view| view.plane);
                assert!(
                    own.is_some_and(|own| own.normal.dot(polygon.vector_area()) > 0.0),
                    "{plane:?}"
                );
                for (ancestor, branch) in tree.ancestors(plane.node) {
                    let Some(view) = tree.node(ancestor) else {
                        panic!("no node {ancestor}")
                    };
                    let sign = if branch == crate::bsp::node_storing::Branch::Front {
                        1.0
                    } else {
                        -1.0
                    };
                    for position in polygon.positions() {
                        assert!(
                            view.plane.distance(position) * sign >= -slack,
                            "{plane:?} leaves its cell"
                        );
                    }
                }
            }
        }
    }

    /// Along every ray from the eye, what is hit farther away is drawn earlier.
    #[test]
    fn far_planes_are_drawn_before_near_ones() {
        let mut random = fastrand::Rng::with_seed(11);
        let mut pairs = 0;
        for tree in samples::trees() {
            let facts = Facts::of(&tree);
            let choice = PlaneChoice::of(&tree, &facts, &all_planes(), None, None);
            let drawing = PlaneDrawing::of(&tree, &choice, Palette::default(), 0.3);
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
                    (0..drawing.planes.len()).collect::<Vec<_>>(),
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
                        .filter_map(|(i, p)| Some((hit(p, eye, direction)?, i)))
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

    /// How far along the ray it goes through the inside of the polygon.
    fn hit(polygon: &Polygon, eye: DVec3, direction: DVec3) -> Option<f64> {
        let plane = polygon.plane()?;
        let t = -plane.distance(eye) / plane.normal.dot(direction);
        let point = eye + direction * t;
        let corners: Vec<DVec3> = polygon.positions().collect();
        let inside = (0..corners.len()).all(|i| {
            let edge = corners[(i + 1) % corners.len()] - corners[i];
            edge.cross(point - corners[i]).dot(plane.normal) > 1.0e-6
        });
        (t > 0.0 && inside).then_some(t)
    }
}
