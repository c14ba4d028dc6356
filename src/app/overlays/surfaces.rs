//! The faces as the tree cut them: recoloured, tinted by the selection, and with their edges.
//!
//! One mesh holds every fragment with its numbers; the shader makes the colours of them, so that a change of colouring,
//! selection or palette costs nothing.

use bevy::{
    asset::{AssetPath, RenderAssetUsages, embedded_asset, embedded_path},
    camera::visibility::NoFrustumCulling,
    mesh::{MeshVertexAttribute, MeshVertexBufferLayoutRef, PrimitiveTopology, VertexAttributeValues},
    pbr::{MaterialPipeline, MaterialPipelineKey},
    prelude::*,
    render::render_resource::{
        AsBindGroup, RenderPipelineDescriptor, ShaderType, SpecializedMeshPipelineError, VertexFormat,
    },
    shader::ShaderRef,
};

use super::{Known, PixelScale, facts::Facts, job::Job};
use crate::{
    app::{
        palette::{Palette, Rgb},
        scene::ShowLevel,
        state::{FaceColoring, Overlays, Selection, Shown},
    },
    bsp::{
        NodeTree,
        node_storing::{FragmentView, NodeId},
    },
    level::Level,
};

/// The node of a face that no tree stores: a liquid's.
const NO_NODE: u32 = u32::MAX;

/// The fragments of a tree as vertices: three a triangle, none shared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FragmentVertices {
    /// In metres.
    pub positions: Vec<[f32; 3]>,
    /// Node; depth × 256 + bits; source triangle; fragment. Bits 0 and 1 number the corner of the triangle, bits 2 to 4
    /// say which edges are edges of the fragment, bits 5 to 7 which of those the tree cut; edge `i` is opposite to
    /// corner `i`.
    pub ids: Vec<[u32; 4]>,
}

impl FragmentVertices {
    /// The fragments of a tree, and the faces of the level that it does not hold.
    #[must_use]
    pub fn of(tree: &NodeTree, level: &Level) -> Self {
        let mut vertices = Self::default();
        let on_edge = tree.tolerances().on_plane as f32 * 4.0;
        let mut depth_of = (NO_NODE, 0);
        for index in 0..tree.fragment_count() {
            let Some(fragment) = tree.fragment(index) else {
                continue;
            };
            if depth_of.0 != fragment.node {
                depth_of = (
                    fragment.node,
                    tree.node(fragment.node).map_or(0, |node| node.depth),
                );
            }
            let source = level
                .triangle_of_face(fragment.face)
                .map(|triangle| triangle.corners.map(glam::DVec3::as_vec3));
            vertices.push_fragment(&fragment, index, depth_of.1, source, on_edge);
        }
        for triangle in level.triangles.iter().filter(|triangle| !triangle.solid) {
            let corners = triangle.corners.map(glam::DVec3::as_vec3);
            vertices.push_triangle(corners, [NO_NODE, 0b111 << 2, triangle.source, NO_NODE]);
        }
        vertices
    }

    fn push_fragment(
        &mut self,
        fragment: &FragmentView<'_>,
        index: u32,
        depth: u32,
        source: Option<[Vec3; 3]>,
        on_edge: f32,
    ) {
        let corners = fragment.vertices;
        let count = corners.len();
        let cut: Vec<bool> = (0..count)
            .map(|i| {
                source.is_some_and(|source| {
                    !lies_on_an_edge(corners[i], corners[(i + 1) % count], source, on_edge)
                })
            })
            .collect();
        for i in 1..count.saturating_sub(1) {
            // Edges of the fan: opposite to the first corner from i to i + 1, then back to the first, then from it.
            let shown = [true, i + 2 == count, i == 1];
            let is_cut = [cut[i], cut[i + 1], cut[0]];
            let mut bits = depth << 8;
            for edge in 0..3 {
                bits |= u32::from(shown[edge]) << (2 + edge);
                bits |= u32::from(shown[edge] && is_cut[edge]) << (5 + edge);
            }
            self.push_triangle(
                [corners[0], corners[i], corners[i + 1]],
                [fragment.node, bits, fragment.face, index],
            );
        }
    }

    fn push_triangle(&mut self, corners: [Vec3; 3], ids: [u32; 4]) {
        for (number, corner) in (0..).zip(corners) {
            self.positions.push(corner.to_array());
            self.ids.push([ids[0], ids[1] | number, ids[2], ids[3]]);
        }
    }

    fn into_mesh(self) -> Option<Mesh> {
        if self.positions.is_empty() {
            return None;
        }
        let mut mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD);
        mesh.insert_attribute(Mesh::ATTRIBUTE_POSITION, self.positions);
        mesh.insert_attribute(IDS, VertexAttributeValues::Uint32x4(self.ids));
        Some(mesh)
    }
}

/// Whether the edge of a fragment lies on an edge of its source triangle.
fn lies_on_an_edge(from: Vec3, to: Vec3, source: [Vec3; 3], tolerance: f32) -> bool {
    (0..3).any(|i| {
        let (start, end) = (source[i], source[(i + 1) % 3]);
        let Some(direction) = (end - start).try_normalize() else {
            return false;
        };
        [from, to]
            .into_iter()
            .all(|point| (point - start).reject_from_normalized(direction).length() <= tolerance)
    })
}

const IDS: MeshVertexAttribute =
    MeshVertexAttribute::new("FragmentIds", 0x6273_7077_0004, VertexFormat::Uint32x4);

/// What the shader is told.
#[derive(ShaderType, Clone, Copy, Debug, Default, PartialEq)]
struct SurfaceSettings {
    ramp: [Vec4; 9],
    categories: [Vec4; 8],
    front: Vec4,
    back: Vec4,
    selected: Vec4,
    edge: Vec4,
    cut_edge: Vec4,
    selected_node: u32,
    front_start: u32,
    front_end: u32,
    back_start: u32,
    back_end: u32,
    coloring: u32,
    category_count: u32,
    shallow: u32,
    deep: u32,
    wireframe: u32,
    scale: f32,
}

/// How the mesh of the fragments is drawn.
#[derive(Asset, TypePath, AsBindGroup, Debug, Clone)]
#[bind_group_data(SurfaceKey)]
struct SurfaceMaterial {
    #[uniform(0)]
    settings: SurfaceSettings,
    /// Drawn over the plain level, which shows through, rather than in its place.
    over_level: bool,
}

/// What decides the pipeline of a [`SurfaceMaterial`].
#[repr(C)]
#[derive(Eq, PartialEq, Hash, Copy, Clone)]
struct SurfaceKey {
    over_level: bool,
}

impl From<&SurfaceMaterial> for SurfaceKey {
    fn from(material: &SurfaceMaterial) -> Self {
        Self {
            over_level: material.over_level,
        }
    }
}

fn shader() -> ShaderRef {
    ShaderRef::Path(AssetPath::from_path_buf(embedded_path!("surfaces.wgsl")).with_source("embedded"))
}

impl Material for SurfaceMaterial {
    fn vertex_shader() -> ShaderRef {
        shader()
    }

    fn fragment_shader() -> ShaderRef {
        shader()
    }

    fn alpha_mode(&self) -> AlphaMode {
        if self.over_level {
            AlphaMode::Blend
        } else {
            AlphaMode::Opaque
        }
    }

    fn depth_bias(&self) -> f32 {
        super::ORDER_SURFACES
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
        key: MaterialPipelineKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        descriptor.vertex.buffers = vec![layout.0.get_layout(&[
            Mesh::ATTRIBUTE_POSITION.at_shader_location(0),
            IDS.at_shader_location(1),
        ])?];
        descriptor.primitive.cull_mode = None;
        if key.bind_group_data.over_level {
            descriptor.vertex.shader_defs.push("OVER_LEVEL".into());
            if let Some(fragment) = descriptor.fragment.as_mut() {
                fragment.shader_defs.push("OVER_LEVEL".into());
            }
        }
        Ok(())
    }
}

/// The drawn fragments.
#[derive(Component)]
struct FragmentMesh;

/// The mesh of the fragments, and the two ways to draw it.
#[derive(Resource, Default)]
pub(super) struct Surfaces {
    job: Job<u64, Option<Mesh>>,
    mesh: Option<Handle<Mesh>>,
    over_level: Handle<SurfaceMaterial>,
    in_place: Handle<SurfaceMaterial>,
}

impl Surfaces {
    /// Whether the mesh is still being made.
    pub(super) fn is_busy(&self) -> bool {
        self.job.is_busy()
    }
}

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "surfaces.wgsl");
    app.add_plugins(MaterialPlugin::<SurfaceMaterial>::default())
        .init_resource::<Surfaces>()
        .add_systems(Startup, warm_up)
        .add_systems(Update, (make, draw).chain().in_set(super::OverlaySystems));
}

/// Draws nothing with both pipelines, so that they are there when they are first wanted.
fn warm_up(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<SurfaceMaterial>>,
) {
    let mut nothing = FragmentVertices::default();
    nothing.push_triangle([Vec3::ZERO; 3], [NO_NODE, 0, 0, 0]);
    let Some(mesh) = nothing.into_mesh().map(|mesh| meshes.add(mesh)) else {
        return;
    };
    for over_level in [false, true] {
        let settings = SurfaceSettings {
            category_count: 1,
            ..SurfaceSettings::default()
        };
        let material = materials.add(SurfaceMaterial { settings, over_level });
        commands.spawn((Mesh3d(mesh.clone()), MeshMaterial3d(material), NoFrustumCulling));
    }
}

/// Whether the fragments are drawn at all.
fn wanted(overlays: &Overlays, selection: &Selection) -> bool {
    overlays.faces != FaceColoring::Material
        || overlays.wireframe
        || (overlays.tint_subtree && selection.node.is_some())
}

/// Makes the mesh when it is wanted and not there.
fn make(
    shown: Option<Res<Shown>>,
    overlays: Res<Overlays>,
    selection: Res<Selection>,
    mut surfaces: ResMut<Surfaces>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let Some(shown) = shown else { return };
    // Tree and level of the mesh at hand are gone with the revision.
    if shown.is_changed()
        && surfaces
            .job
            .wanted()
            .is_some_and(|&revision| revision != shown.revision)
    {
        surfaces.mesh = None;
    }
    if wanted(&overlays, &selection) {
        let (tree, level) = (shown.tree.clone(), shown.level.clone());
        surfaces.job.request(shown.revision, move || {
            FragmentVertices::of(&tree, &level).into_mesh()
        });
    }
    if let Some(mesh) = surfaces.job.take() {
        surfaces.mesh = mesh.map(|mesh| meshes.add(mesh));
    }
}

/// Shows the mesh with what is wanted now.
fn draw(
    mut commands: Commands,
    mut surfaces: ResMut<Surfaces>,
    mut materials: ResMut<Assets<SurfaceMaterial>>,
    mut drawn: Query<
        (
            Entity,
            &mut Mesh3d,
            &mut MeshMaterial3d<SurfaceMaterial>,
            &mut Visibility,
        ),
        With<FragmentMesh>,
    >,
    mut show_level: ResMut<ShowLevel>,
    mut last: Local<Option<SurfaceSettings>>,
    inputs: (Res<Overlays>, Res<Selection>, Res<Known>, Res<PixelScale>),
) {
    let (overlays, selection, known, scale) = inputs;
    let in_place = overlays.faces != FaceColoring::Material;
    let mesh = surfaces.mesh.clone().filter(|_| wanted(&overlays, &selection));
    show_level.set_if_neq(ShowLevel(!(in_place && mesh.is_some())));
    let Some(mesh) = mesh else {
        for (.., mut visibility) in &mut drawn {
            visibility.set_if_neq(Visibility::Hidden);
        }
        return;
    };
    let settings = settings(&overlays, selection.node, &known.facts, scale.0);
    if last.replace(settings) != Some(settings) || surfaces.in_place == Handle::default() {
        for over_level in [false, true] {
            let material = SurfaceMaterial { settings, over_level };
            let handle = if over_level {
                &mut surfaces.over_level
            } else {
                &mut surfaces.in_place
            };
            if *handle == Handle::default() {
                *handle = materials.add(material);
            } else if let Some(mut known) = materials.get_mut(&*handle) {
                *known = material;
            }
        }
    }
    let material = if in_place {
        &surfaces.in_place
    } else {
        &surfaces.over_level
    };
    if let Some((_, mut old_mesh, mut old_material, mut visibility)) = drawn.iter_mut().next() {
        visibility.set_if_neq(Visibility::Inherited);
        old_mesh.set_if_neq(Mesh3d(mesh));
        old_material.set_if_neq(MeshMaterial3d(material.clone()));
    } else {
        commands.spawn((
            FragmentMesh,
            Mesh3d(mesh),
            MeshMaterial3d(material.clone()),
            NoFrustumCulling,
        ));
    }
}

/// What the shader is told.
fn settings(overlays: &Overlays, selected: Option<NodeId>, facts: &Facts, scale: f32) -> SurfaceSettings {
    let palette = overlays.palette;
    let [shallow, deep] = facts.usual_depths();
    let color = |rgb: Rgb, alpha: f32| Vec3::from(rgb.linear()).extend(alpha);
    let mut settings = SurfaceSettings {
        ramp: palette.ramp().map(|rgb| color(rgb, 1.0)),
        categories: categories(palette).map(|rgb| color(rgb, 1.0)),
        front: color(palette.front(), 1.0),
        back: color(palette.back(), 1.0),
        selected: color(palette.selected(), 1.0),
        edge: match overlays.faces {
            FaceColoring::Material => color(Rgb(235, 240, 245), 0.6),
            _ => color(Rgb(12, 14, 18), 0.75),
        },
        cut_edge: match overlays.faces {
            FaceColoring::Material => color(palette.contact(), 1.0),
            _ => color(Rgb(255, 255, 255), 0.95),
        },
        selected_node: NO_NODE,
        coloring: match overlays.faces {
            FaceColoring::Material => 0,
            FaceColoring::Node => 1,
            FaceColoring::Depth => 2,
            FaceColoring::Triangle => 3,
            FaceColoring::Fragment => 4,
        },
        category_count: palette.categories().len() as u32,
        shallow,
        deep,
        wireframe: u32::from(overlays.wireframe),
        scale,
        ..SurfaceSettings::default()
    };
    if let Some(node) = selected.filter(|_| overlays.tint_subtree) {
        let [front, back] = facts.sides(node);
        settings.selected_node = node;
        (settings.front_start, settings.front_end) = (front.start, front.end);
        (settings.back_start, settings.back_end) = (back.start, back.end);
    }
    settings
}

/// The categories, filled up to what the shader has room for.
fn categories(palette: Palette) -> [Rgb; 8] {
    let known = palette.categories();
    std::array::from_fn(|i| known[i % known.len()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::overlays::samples;

    fn area(corners: &[[f32; 3]]) -> f64 {
        let [a, b, c] = [0, 1, 2].map(|i| Vec3::from_array(corners[i]).as_dvec3());
        (b - a).cross(c - a).length() * 0.5
    }

    #[test]
    fn the_mesh_covers_every_fragment_with_its_numbers() {
        let (tree, level) = samples::room();
        let vertices = FragmentVertices::of(&tree, &level);
        assert_eq!(vertices.positions.len(), vertices.ids.len());
        let mut covered = vec![0.0; level.triangles.len()];
        for (corners, ids) in vertices.positions.chunks(3).zip(vertices.ids.chunks(3)) {
            let [node, bits, face, fragment] = ids[0];
            let view = tree.fragment(fragment);
            assert_eq!(view.map(|view| (view.node, view.face)), Some((node, face)));
            assert_eq!(Some(bits >> 8), tree.node(node).map(|view| view.depth));
            assert_eq!(
                [0, 1, 2],
                [0, 1, 2].map(|i| ids[i][1] & 3),
                "corners are numbered"
            );
            covered[face as usize] += area(corners);
        }
        for (triangle, covered) in level.triangles.iter().zip(covered) {
            let [a, b, c] = triangle.corners;
            let whole = (b - a).cross(c - a).length() * 0.5;
            assert!(
                (whole - covered).abs() < whole * 1.0e-4,
                "{whole} against {covered}"
            );
        }
    }

    #[test]
    fn every_edge_of_a_fragment_is_drawn_once_and_cuts_are_told_from_edges() {
        let (tree, level) = samples::room();
        let vertices = FragmentVertices::of(&tree, &level);
        let mut shown = vec![0; tree.fragment_count() as usize];
        let mut cut = shown.clone();
        for ids in vertices.ids.chunks(3) {
            let fragment = ids[0][3] as usize;
            shown[fragment] += (ids[0][1] >> 2 & 7).count_ones();
            cut[fragment] += (ids[0][1] >> 5 & 7).count_ones();
        }
        let mut pieces = std::collections::HashMap::new();
        for view in (0..tree.fragment_count()).filter_map(|index| tree.fragment(index)) {
            *pieces.entry(view.face).or_insert(0) += 1;
        }
        let mut whole = 0;
        for index in 0..tree.fragment_count() {
            let Some(view) = tree.fragment(index) else {
                panic!("no fragment {index}")
            };
            assert_eq!(
                shown[index as usize] as usize,
                view.vertices.len(),
                "fragment {index}"
            );
            if pieces[&view.face] == 1 {
                assert_eq!(cut[index as usize], 0, "face {} was not cut", view.face);
                whole += 1;
            } else {
                assert!(cut[index as usize] > 0, "face {} was cut", view.face);
            }
        }
        assert!(whole > 0 && whole < tree.fragment_count());
    }

    #[test]
    fn the_selected_node_divides_its_subtree() {
        let (tree, _) = samples::room();
        let facts = Facts::of(&tree);
        let overlays = Overlays::default();
        let told = settings(&overlays, Some(0), &facts, 1.0);
        let divided = told.front_end - told.front_start + told.back_end - told.back_start;
        assert_eq!((told.selected_node, divided), (0, tree.node_count() - 1));
        let off = Overlays {
            tint_subtree: false,
            ..overlays
        };
        assert_eq!(settings(&off, Some(0), &facts, 1.0).selected_node, NO_NODE);
    }
}
