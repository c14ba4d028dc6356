//! Draw list of the level, which is split into leaf clusters. Only meshes that are in view and potentially visible are
//! drawn.

use std::collections::BTreeMap;

use bevy::camera::{primitives::Aabb, visibility::NoFrustumCulling};
use bevy::{mesh::VertexAttributeValues, prelude::*};
use bspwalk_levels::{LevelTriangle, LightMaps, light_styles::StyleFactors};
use bspwalk_session::{background::LeafTreeId, culling::CullingMode, overlays::OverlayKind};
use bspwalk_trees::solid_leaf::LeafTree;

use crate::app::host::prelude::*;
use crate::app::level::leaf_tree::clusters::{ClusterId, cluster_of};
use crate::app::level::leaf_tree::culling::{
    self, CullingReport, VisibleSet, draws_clusters, shows_culling_statistics,
};
use crate::app::level::leaf_tree::{state::LeafTreeState, view::View};
use crate::app::paint::draw::Painted;
use crate::app::paint::overlays::surfaces::{
    FaceStyle, IDS, SurfaceMaterial as LeafMaterial, by_leaf, fan, update,
};
use crate::app::paint::overlays::{OverlayReport, PixelScale};
use crate::app::paint::scene::{
    LevelMaterials, LevelMesh, ShowLevel, SurfaceMaterial, file_light::LightPlaces, mesh::mesh,
};

/// Draws the clusters of the level that are not culled.
pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Cut>()
        .init_resource::<LeafColors>()
        .init_resource::<OverlayReport>()
        .add_systems(
            Update,
            (cut, recolor, hide_whole)
                .chain()
                .run_if(in_state(AppState::InLevel))
                .in_set(AppSystems::Show),
        )
        .add_systems(
            PostUpdate,
            (show, count.run_if(shows_culling_statistics))
                .chain()
                .after(culling::count)
                .in_set(AppSystems::Cull),
        );
}

/// Mesh of the faces that share a cluster and a material.
#[derive(Component)]
struct ClusterMesh {
    cluster: ClusterId,
    material: u32,
    triangles: u32,
}

/// Job that splits the level into cluster meshes.
#[derive(Resource, Default)]
struct Cut {
    job: Job<LeafTreeId, Vec<(ClusterMesh, Mesh, Aabb)>>,
    /// Solid-leaf tree whose cluster meshes have been spawned.
    placed: Option<LeafTreeId>,
}

/// Bright and dimmed materials for faces coloured by leaf.
#[derive(Resource, Default)]
struct LeafColors([Handle<LeafMaterial>; 2]);

/// Builds the meshes of a tree's faces, one per leaf cluster and material, so that they can be culled. `light` contains
/// the lightmaps of the level file.
fn cluster_meshes(tree: &LeafTree, light: Option<&LightMaps>) -> Vec<(ClusterMesh, Mesh, Aabb)> {
    let light = LightPlaces::new(light, &StyleFactors::default());
    let mut parts: BTreeMap<(ClusterId, u32), (Vec<LevelTriangle>, Vec<[u32; 4]>)> = BTreeMap::new();
    for index in 0..tree.fragment_count() {
        let Some(fragment) = tree.fragment(index) else {
            continue;
        };
        for (corners, edges) in fan(fragment.positions.len()) {
            let key = (cluster_of(tree, fragment.leaf), fragment.material);
            let (triangles, ids) = parts.entry(key).or_default();
            let surfaces = corners.map(|corner| fragment.surfaces[corner]);
            triangles.push(LevelTriangle {
                corners: corners.map(|corner| fragment.positions[corner].as_dvec3()),
                normals: surfaces.map(|surface| surface.normal),
                uvs: surfaces.map(|surface| surface.uv),
                colors: surfaces.map(|surface| surface.color),
                material: fragment.material,
                object: 0,
                source: fragment.face,
                solid: true,
            });
            ids.extend([0, 1, 2].map(|corner| [fragment.leaf.0, edges | corner, fragment.face.0, index]));
        }
    }
    let meshes = parts.into_iter().map(|((cluster, material), (triangles, ids))| {
        let (mesh, bounds) = mesh(triangles.iter(), light.as_ref());
        let part = ClusterMesh {
            cluster,
            material,
            triangles: triangles.len() as u32,
        };
        let ids = VertexAttributeValues::Uint32x4(ids);
        (part, mesh.with_inserted_attribute(IDS, ids), bounds)
    });
    meshes.collect()
}

/// Splits the level in the background when cluster meshes are first needed, and replaces old meshes with new ones.
fn cut(
    mut commands: Commands,
    (leaf_tree, program): (Shown<LeafTreeState>, Res<ProgramState>),
    current: Shown<OpenedLevel>,
    (mut cut, mut report): (ResMut<Cut>, ResMut<OverlayReport>),
    old: Query<Entity, With<ClusterMesh>>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let ui = program.ui;
    let built = leaf_tree.built();
    let cut = cut.bypass_change_detection();
    // The panel shows the number of meshes, so it needs them, too.
    if let Some(built) = built.filter(|_| ui.panel || draws_clusters(&program)) {
        let (built, level) = (built.clone(), current.level.clone());
        cut.job.request(built.id(), move || {
            cluster_meshes(&built.tree, level.light.as_ref())
        });
    }
    let parts = cut.job.take();
    report.set_busy(OverlayKind::Visible, cut.job.is_busy());
    let is_old = cut.placed.is_some() && built.map(|built| built.id()) != cut.placed;
    if is_old || parts.is_some() {
        old.iter().for_each(|entity| commands.entity(entity).despawn());
        cut.placed = None;
    }
    let Some(parts) = parts else { return };
    cut.placed = cut.job.wanted().cloned();
    for (part, mesh, bounds) in parts {
        let mesh = Mesh3d(meshes.add(mesh));
        commands.spawn((part, mesh, bounds, NoFrustumCulling, Visibility::Hidden));
    }
}

fn recolor(
    program: Res<ProgramState>,
    scale: Res<PixelScale>,
    mut colors: ResMut<LeafColors>,
    mut materials: ResMut<Assets<LeafMaterial>>,
) {
    let look = FaceStyle {
        coloring: OverlayKind::Visible,
        ..FaceStyle::of(&program.overlays)
    };
    for (handle, is_dimmed) in colors.0.iter_mut().zip([false, true]) {
        update(handle, by_leaf(look, scale.0, is_dimmed), &mut materials);
    }
}

/// Material of a mesh: the level's material, or the colour of its leaf.
type Materials<'a> = (
    Option<&'a Painted<SurfaceMaterial>>,
    Option<&'a Painted<LeafMaterial>>,
);

/// Shows the meshes that the current culling mode draws.
fn show(
    mut commands: Commands,
    (program, show_level): (Res<ProgramState>, Res<ShowLevel>),
    (leaf_tree, materials, colors): (Shown<LeafTreeState>, Res<LevelMaterials>, Res<LeafColors>),
    (view, visible): (Res<View>, Res<VisibleSet>),
    mut meshes: Query<(Entity, &ClusterMesh, &Aabb, &mut Visibility, Materials)>,
) {
    let Some(built) = leaf_tree.built() else { return };
    let by_leaf = program.overlays.is_on(OverlayKind::Visible);
    let draws = draws_clusters(&program) && (by_leaf || show_level.0);
    for (entity, mesh, bounds, mut visibility, (old_material, old_color)) in &mut meshes {
        let may_be_seen = visible.has(mesh.cluster);
        let shown = draws
            && match program.culling {
                CullingMode::None => true,
                CullingMode::Frustum => is_in_view(&view, bounds),
                CullingMode::Pvs => may_be_seen && is_in_view(&view, bounds),
            };
        if !shown {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        }
        visibility.set_if_neq(Visibility::Inherited);
        // In the cutaway model, potentially visible parts keep their materials, and all other parts are grey and
        // hatched.
        if by_leaf && !(may_be_seen && program.view.is_cut()) {
            let color = &colors.0[usize::from(!may_be_seen)];
            if old_color.is_none_or(|old| old.0 != *color) || old_material.is_some() {
                let mut entity = commands.entity(entity);
                entity
                    .remove::<Painted<SurfaceMaterial>>()
                    .insert(Painted(color.clone()));
            }
        } else if let Some(material) = materials.of(&built.level, mesh.material)
            && (old_material.is_none_or(|old| old.0 != *material) || old_color.is_some())
        {
            let mut entity = commands.entity(entity);
            entity
                .remove::<Painted<LeafMaterial>>()
                .insert(Painted(material.clone()));
        }
    }
}

fn is_in_view(view: &View, bounds: &Aabb) -> bool {
    view.holds(bounds.min().into(), bounds.max().into())
}

/// Counts the meshes that each culling mode draws.
fn count(
    (view, visible): (Res<View>, Res<VisibleSet>),
    meshes: Query<(&ClusterMesh, &Aabb)>,
    mut report: ResMut<CullingReport>,
) {
    let mut new = report.clone();
    for drawn in &mut new.drawn {
        (drawn.triangles, drawn.draws) = (0, 0);
    }
    for (mesh, bounds) in &meshes {
        let in_view = is_in_view(&view, bounds);
        let by_mode = [true, in_view, in_view && visible.has(mesh.cluster)];
        for (count, _) in new.drawn.iter_mut().zip(by_mode).filter(|(_, drawn)| *drawn) {
            count.draws += 1;
            count.triangles += u64::from(mesh.triangles);
        }
    }
    report.set_if_neq(new);
}

/// While the cluster meshes are drawn, hides the level's unsplit meshes, which still cast shadows.
fn hide_whole(
    (program, cut): (Res<ProgramState>, Res<Cut>),
    show_level: Res<ShowLevel>,
    mut whole: Query<&mut Visibility, With<LevelMesh>>,
) {
    let is_replaced = draws_clusters(&program) && cut.placed.is_some();
    let wanted = match show_level.0 && !is_replaced {
        true => Visibility::Inherited,
        false => Visibility::Hidden,
    };
    for mut visibility in &mut whole {
        visibility.set_if_neq(wanted);
    }
}
