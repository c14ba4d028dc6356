//! The splitting planes: each clipped to the cell of its node, sorted by the tree itself.
//!
//! Planes that are clipped to their cells do not cross each other, so that a walk of the tree away from the eye visits
//! them exactly from far to near: the painter's order, the first use that BSP trees were put to (Fuchs, Kedem and
//! Naylor, 1980).

use std::sync::Arc;

use bevy::{
    asset::{AssetPath, RenderAssetUsages, embedded_asset, embedded_path},
    camera::visibility::NoFrustumCulling,
    mesh::{Indices, MeshVertexBufferLayoutRef, PrimitiveTopology},
    pbr::{MaterialPipeline, MaterialPipelineKey},
    platform::collections::HashMap,
    prelude::*,
    render::render_resource::{AsBindGroup, RenderPipelineDescriptor, SpecializedMeshPipelineError},
    shader::ShaderRef,
};
use glam::DVec3;

use super::{
    Known,
    facts::Facts,
    job::Job,
    lines::{LineBatch, Stroke},
    selection::Hovered,
    strokes::{LineLayer, LineLayers},
};
use crate::{
    app::{
        palette::{Palette, Rgb},
        state::{Eye, Overlays, Selection, Shown},
    },
    bsp::{NodeTree, node_storing::NodeId},
};

/// At most this many planes are drawn at once: more are a fog in which nothing can be seen.
pub const MOST_PLANES: usize = 400;

/// At most this many ancestors of the selected node are drawn: the ones nearest to it.
pub const MOST_ANCESTORS: usize = 32;

/// Which planes are to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaneChoice {
    /// Nodes with the part that each plays.
    pub planes: Vec<(NodeId, Part)>,
    /// How many ancestors or nodes of the depths there would be without a limit, those drawn as selected or hovered left
    /// out.
    pub in_all: usize,
    /// The depths over which the ramp of the palette spreads.
    pub depths: [u32; 2],
}

/// What a plane is drawn as.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part {
    /// The node that was selected.
    Selected,
    /// The node that the pointer is over.
    Hovered,
    /// A node above the selected one, so many above it.
    Ancestor(u32),
    /// A node of the depths that are shown.
    Depth,
}

impl PlaneChoice {
    /// What is drawn for these overlays, selection and hovered node: the selected node and the hovered one always.
    #[must_use]
    pub fn of(
        tree: &NodeTree,
        facts: &Facts,
        overlays: &Overlays,
        selected: Option<NodeId>,
        hovered: Option<NodeId>,
    ) -> Self {
        let exists = |id: &NodeId| *id < tree.node_count();
        let (selected, hovered) = (selected.filter(exists), hovered.filter(exists));
        let mut planes = Vec::new();
        planes.extend(selected.map(|id| (id, Part::Selected)));
        planes.extend(
            hovered
                .filter(|&id| Some(id) != selected)
                .map(|id| (id, Part::Hovered)),
        );
        let already = planes.len();
        let [first, last] = shown_depths(overlays, facts);
        let mut depths = [first, last];
        let mut in_all = 0;
        if overlays.planes {
            match selected.filter(|_| overlays.planes_of_selection) {
                Some(id) => {
                    in_all = tree.ancestors(id).count();
                    depths = [0, in_all as u32];
                    planes.extend(
                        (1..)
                            .zip(tree.ancestors(id).take(MOST_ANCESTORS))
                            .map(|(above, (ancestor, _))| (ancestor, Part::Ancestor(above))),
                    );
                }
                None => {
                    let nodes = (first..=last).flat_map(|depth| facts.at_depth(depth)).copied();
                    in_all = (first..=last).map(|depth| facts.at_depth(depth).len()).sum();
                    planes.extend(nodes.take(MOST_PLANES).map(|id| (id, Part::Depth)));
                }
            }
        }
        // A node that plays two parts is drawn in the stronger one, which comes first.
        let strong: Vec<NodeId> = planes[..already].iter().map(|&(id, _)| id).collect();
        let before = planes.len();
        let mut place = 0;
        planes.retain(|(id, _)| {
            place += 1;
            place <= already || !strong.contains(id)
        });
        let in_all = in_all - (before - planes.len());
        Self {
            planes,
            in_all,
            depths,
        }
    }
}

/// The depths whose planes are shown, within those that the tree has.
#[must_use]
pub fn shown_depths(overlays: &Overlays, facts: &Facts) -> [u32; 2] {
    let [first, last] = overlays.plane_depths;
    let deepest = facts.deepest();
    [first.min(deepest), last.max(first).min(deepest)]
}

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

    fn mesh(&self, order: &[usize]) -> Mesh {
        Mesh::new(
            PrimitiveTopology::TriangleList,
            RenderAssetUsages::MAIN_WORLD | RenderAssetUsages::RENDER_WORLD,
        )
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.positions.clone())
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, self.colors.clone())
        .with_inserted_indices(Indices::U32(self.indices(order)))
    }
}

/// How the planes are drawn: translucent, hatched seen from behind.
#[derive(Asset, TypePath, AsBindGroup, Debug, Clone, Default)]
pub(super) struct PlaneMaterial {
    /// Pixels a logical pixel; the rest is unused.
    #[uniform(0)]
    settings: Vec4,
}

fn shader() -> ShaderRef {
    ShaderRef::Path(AssetPath::from_path_buf(embedded_path!("planes.wgsl")).with_source("embedded"))
}

impl Material for PlaneMaterial {
    fn vertex_shader() -> ShaderRef {
        shader()
    }

    fn fragment_shader() -> ShaderRef {
        shader()
    }

    fn alpha_mode(&self) -> AlphaMode {
        AlphaMode::Blend
    }

    fn depth_bias(&self) -> f32 {
        super::ORDER_PLANES
    }

    fn enable_prepass() -> bool {
        false
    }

    fn enable_shadows() -> bool {
        false
    }

    fn specialize(
        _pipeline: &MaterialPipeline,
        descriptor: &mut RenderPipelineDescriptor,
        layout: &MeshVertexBufferLayoutRef,
        _key: MaterialPipelineKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        descriptor.vertex.buffers = vec![layout.0.get_layout(&[
            Mesh::ATTRIBUTE_POSITION.at_shader_location(0),
            Mesh::ATTRIBUTE_COLOR.at_shader_location(1),
        ])?];
        descriptor.primitive.cull_mode = None;
        Ok(())
    }
}

#[derive(Component)]
struct PlaneMesh;

/// What the planes are made from: another key, another drawing.
type Key = (u64, Overlays, Option<NodeId>, Option<NodeId>);

/// The planes that are drawn now.
#[derive(Resource, Default)]
pub(super) struct Planes {
    job: Job<Key, (PlaneChoice, PlaneDrawing)>,
    pub(super) choice: Option<PlaneChoice>,
    drawing: PlaneDrawing,
    tree: Option<Arc<NodeTree>>,
    order: Vec<usize>,
}

impl Planes {
    /// Whether they are still being clipped.
    pub(super) fn is_busy(&self) -> bool {
        self.job.is_busy()
    }
}

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "planes.wgsl");
    app.add_plugins(MaterialPlugin::<PlaneMaterial>::default())
        .init_resource::<Planes>()
        .add_systems(Startup, warm_up)
        .add_systems(Update, (make, sort).chain().in_set(super::OverlaySystems));
}

/// Draws nothing with the pipeline, so that it is there when it is first wanted.
fn warm_up(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<PlaneMaterial>>,
) {
    let nothing = PlaneDrawing {
        planes: vec![DrawnPlane {
            node: 0,
            vertices: 0..3,
        }],
        positions: vec![[0.0; 3]; 3],
        colors: vec![[0.0; 4]; 3],
        ..PlaneDrawing::default()
    };
    commands.spawn((
        Mesh3d(meshes.add(nothing.mesh(&[0]))),
        MeshMaterial3d(materials.add(PlaneMaterial::default())),
        NoFrustumCulling,
    ));
}

fn make(
    mut commands: Commands,
    shown: Option<Res<Shown>>,
    inputs: (
        Res<Overlays>,
        Res<Selection>,
        Res<Hovered>,
        Res<Known>,
        Res<super::PixelScale>,
    ),
    mut planes: ResMut<Planes>,
    mut layers: ResMut<LineLayers>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<PlaneMaterial>>,
    old: Query<Entity, With<PlaneMesh>>,
) {
    let (overlays, selection, hovered, known, scale) = inputs;
    let Some(shown) = shown else { return };
    if known.revision == Some(shown.revision) {
        // Only what the planes depend on, so that another overlay does not make them anew.
        let mut relevant = Overlays::none();
        relevant.planes = overlays.planes;
        relevant.plane_depths = overlays.plane_depths;
        relevant.planes_of_selection = overlays.planes_of_selection;
        relevant.plane_opacity = overlays.plane_opacity;
        relevant.palette = overlays.palette;
        let key = (shown.revision, relevant.clone(), selection.node, hovered.0);
        let (tree, facts) = (shown.tree.clone(), known.facts.clone());
        let (selected, hovered) = (selection.node, hovered.0);
        planes.job.request(key, move || {
            let choice = PlaneChoice::of(&tree, &facts, &relevant, selected, hovered);
            let drawing = PlaneDrawing::of(&tree, &choice, relevant.palette, relevant.plane_opacity);
            (choice, drawing)
        });
    }
    let Some((choice, drawing)) = planes.job.take() else {
        return;
    };
    for entity in &old {
        commands.entity(entity).despawn();
    }
    layers.set(LineLayer::Planes, drawing.lines.clone());
    layers.set(
        LineLayer::SelectedThroughWalls,
        drawing.lines_through_walls.clone(),
    );
    planes.order.clear();
    if !drawing.planes.is_empty() {
        commands.spawn((
            PlaneMesh,
            Mesh3d(meshes.add(drawing.mesh(&[]))),
            MeshMaterial3d(materials.add(PlaneMaterial {
                settings: Vec4::splat(scale.0),
            })),
            NoFrustumCulling,
        ));
    }
    planes.choice = Some(choice);
    planes.drawing = drawing;
    planes.tree = Some(shown.tree.clone());
}

/// Puts the planes in the order in which the eye has them.
fn sort(
    mut planes: ResMut<Planes>,
    eye: Query<&GlobalTransform, With<Eye>>,
    drawn: Query<&Mesh3d, With<PlaneMesh>>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let (Ok(mesh), Some(eye)) = (drawn.single(), eye.iter().next()) else {
        return;
    };
    let Some(tree) = planes.tree.clone() else { return };
    let order = planes.drawing.far_to_near(&tree, eye.translation().as_dvec3());
    if order != planes.order
        && let Some(mut mesh) = meshes.get_mut(&mesh.0)
    {
        mesh.insert_indices(Indices::U32(planes.drawing.indices(&order)));
        planes.order = order;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{app::overlays::samples, geometry::Polygon};

    fn all_planes() -> Overlays {
        Overlays {
            planes: true,
            plane_depths: [0, u32::MAX],
            ..Overlays::none()
        }
    }

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

    #[test]
    fn the_selection_leads() {
        let (tree, _) = samples::room();
        let facts = Facts::of(&tree);
        let deep = facts.at_depth(facts.deepest())[0];
        let none = PlaneChoice::of(&tree, &facts, &Overlays::none(), None, None);
        assert_eq!(none.planes, []);
        let alone = PlaneChoice::of(&tree, &facts, &Overlays::none(), Some(deep), Some(0));
        assert_eq!(alone.planes, [(deep, Part::Selected), (0, Part::Hovered)]);
        let followed = PlaneChoice::of(&tree, &facts, &all_planes(), Some(deep), Some(0));
        let parts: Vec<Part> = followed.planes.iter().map(|&(_, part)| part).collect();
        assert_eq!(followed.in_all as u32, facts.deepest() - 1);
        // The root is hovered, so it is not drawn a second time as an ancestor.
        assert_eq!(parts[..3], [Part::Selected, Part::Hovered, Part::Ancestor(1)]);
        assert_eq!(followed.planes.len() as u32, facts.deepest() + 1);
        let gone = PlaneChoice::of(&tree, &facts, &Overlays::none(), Some(tree.node_count()), None);
        assert_eq!(gone.planes, []);
    }

    #[test]
    fn what_is_drawn_at_once_is_limited() {
        let tree = samples::tree(&samples::soup(700, 3));
        let facts = Facts::of(&tree);
        let choice = PlaneChoice::of(&tree, &facts, &all_planes(), None, None);
        assert!(choice.in_all > MOST_PLANES, "{}", choice.in_all);
        assert_eq!(choice.planes.len(), MOST_PLANES);
        assert_eq!(choice.planes[0].0, 0, "the root comes first");
    }

    #[test]
    fn depths_that_the_tree_does_not_have_are_not_asked_for() {
        let (tree, _) = samples::room();
        let facts = Facts::of(&tree);
        let shown = |depths| {
            shown_depths(
                &Overlays {
                    plane_depths: depths,
                    ..Overlays::none()
                },
                &facts,
            )
        };
        assert_eq!(shown([0, 3]), [0, 3]);
        assert_eq!(shown([900, 1000]), [facts.deepest(); 2]);
        assert_eq!(shown([3, 1]), [3, 3]);
    }
}
