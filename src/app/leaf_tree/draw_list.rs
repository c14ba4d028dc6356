//! Drawing the level leaf by leaf: only what is in view and can be seen.

use bevy::{
    camera::{
        primitives::Aabb,
        visibility::{NoFrustumCulling, RenderLayers},
    },
    light::NotShadowCaster,
    prelude::*,
    tasks::{AsyncComputeTaskPool, Task, futures::check_ready},
};

use super::{
    LeafTreeState,
    chunks::{self, Chunk, ClusterId},
    culling::{self, CullingMode, CullingReport, Sight, View, counted, wanted},
};
use crate::app::{
    overlays::{
        PixelScale,
        surfaces::{SurfaceMaterial as LeafMaterial, by_leaf},
    },
    scene::{LevelMaterials, LevelMesh, ShowLevel, SurfaceMaterial},
    schedule::{AppState, AppSystems},
    startup::job,
    state::{FaceColoring, Overlays, Ui},
};

/// The layer of what only casts shadows: the sun has it, the eye has not.
const SHADOWS_ONLY: RenderLayers = RenderLayers::layer(1);

pub(super) fn build(app: &mut App) {
    app.init_resource::<Cut>()
        .init_resource::<LeafColors>()
        .add_systems(
            Update,
            (cut, place, recolor, hide_whole)
                .chain()
                .run_if(in_state(AppState::InLevel))
                .in_set(AppSystems::Show),
        )
        .add_systems(
            PostUpdate,
            (show, count.run_if(counted))
                .chain()
                .after(culling::count)
                .in_set(AppSystems::Cull),
        );
}

/// A mesh of the level cut at its leaves.
#[derive(Component)]
struct ClusterMesh {
    cluster: ClusterId,
    material: u32,
    triangles: u32,
}

/// The meshes, as far as they are cut.
#[derive(Resource, Default)]
struct Cut {
    /// The rooms that the meshes are of, by their revision.
    of: Option<u64>,
    task: Option<(u64, Task<Result<Vec<Chunk>, String>>)>,
    placed: bool,
}

/// The materials of faces coloured by leaf: bright, and dimmed.
#[derive(Resource, Default)]
struct LeafColors {
    bright: Handle<LeafMaterial>,
    dimmed: Handle<LeafMaterial>,
    known: Option<(Overlays, f32)>,
}

/// Cuts the meshes when they are first wanted, or counted in the panel.
fn cut(
    (leaf_tree, mode, overlays, ui): (Res<LeafTreeState>, Res<CullingMode>, Res<Overlays>, Res<Ui>),
    mut cut: ResMut<Cut>,
) {
    let Some(built) = leaf_tree.built().filter(|_| ui.panel || wanted(*mode, &overlays)) else {
        return;
    };
    let newest = cut.task.as_ref().map(|(of, _)| *of).or(cut.of);
    if newest == Some(built.geometry()) {
        return;
    }
    let built = built.clone();
    let of = built.geometry();
    let task = AsyncComputeTaskPool::get()
        .spawn(async move { job(|| chunks::chunks(&built.tree, |leaf| built.cluster_of(leaf))) });
    cut.task = Some((of, task));
}

/// Puts new meshes in the place of the old ones.
fn place(
    mut commands: Commands,
    mut cut: ResMut<Cut>,
    leaf_tree: Res<LeafTreeState>,
    old: Query<Entity, With<ClusterMesh>>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let gone = leaf_tree.built().map(|built| built.geometry()) != cut.of && cut.placed;
    let cut = cut.bypass_change_detection();
    let ready = cut
        .task
        .as_mut()
        .and_then(|(of, task)| check_ready(task).map(|chunks| (*of, chunks)));
    let ready = ready.map(|(of, chunks)| {
        let chunks = chunks.inspect_err(|fault| error!("The rooms are not drawn. {fault}"));
        (of, chunks.unwrap_or_default())
    });
    if gone || ready.is_some() {
        for entity in &old {
            commands.entity(entity).despawn();
        }
        cut.placed = false;
        cut.of = None;
    }
    let Some((of, chunks)) = ready else { return };
    cut.task = None;
    cut.of = Some(of);
    cut.placed = true;
    for chunk in chunks {
        let (bounds, mesh) = (
            chunk.bounds(),
            ClusterMesh {
                cluster: chunk.cluster,
                material: chunk.material,
                triangles: chunk.triangles(),
            },
        );
        commands.spawn((
            mesh,
            Mesh3d(meshes.add(chunk.into_mesh())),
            bounds,
            NotShadowCaster,
            NoFrustumCulling,
            Visibility::Hidden,
        ));
    }
}

/// Makes the materials of faces coloured by leaf.
fn recolor(
    overlays: Res<Overlays>,
    scale: Res<PixelScale>,
    mut colors: ResMut<LeafColors>,
    mut materials: ResMut<Assets<LeafMaterial>>,
) {
    let mut relevant = Overlays::none();
    (relevant.palette, relevant.wireframe) = (overlays.palette, overlays.wireframe);
    relevant.faces = FaceColoring::Visible;
    let known = Some((relevant.clone(), scale.0));
    if colors.known == known {
        return;
    }
    colors.known = known;
    colors.bright = materials.add(by_leaf(&relevant, scale.0, false));
    colors.dimmed = materials.add(by_leaf(&relevant, scale.0, true));
}

/// What draws a mesh: as the level looks, or by leaf.
type Look<'a> = (
    Option<&'a MeshMaterial3d<SurfaceMaterial>>,
    Option<&'a MeshMaterial3d<LeafMaterial>>,
);

/// Shows what is to be drawn.
fn show(
    mut commands: Commands,
    (mode, overlays, show_level): (Res<CullingMode>, Res<Overlays>, Res<ShowLevel>),
    (leaf_tree, materials, colors): (Res<LeafTreeState>, Res<LevelMaterials>, Res<LeafColors>),
    (view, sight): (Res<View>, Res<Sight>),
    mut meshes: Query<(Entity, &ClusterMesh, &Aabb, &mut Visibility, Look)>,
) {
    let Some(built) = leaf_tree.built() else { return };
    let by_leaf = overlays.faces == FaceColoring::Visible;
    let wanted = wanted(*mode, &overlays) && (by_leaf || show_level.0);
    for (entity, mesh, bounds, mut visibility, look) in &mut meshes {
        let sees = sight.seen.sees(mesh.cluster);
        let current = wanted
            && match *mode {
                CullingMode::None => true,
                CullingMode::Frustum => view.holds(bounds),
                CullingMode::Pvs => sees && view.holds(bounds),
            };
        visibility.set_if_neq(if current {
            Visibility::Inherited
        } else {
            Visibility::Hidden
        });
        if !current {
            continue;
        }
        if by_leaf {
            let color = if sees { &colors.bright } else { &colors.dimmed };
            if look.1.is_none_or(|old| old.0 != *color) || look.0.is_some() {
                commands
                    .entity(entity)
                    .remove::<MeshMaterial3d<SurfaceMaterial>>()
                    .insert(MeshMaterial3d(color.clone()));
            }
        } else if let Some(material) = materials.of(built.level_revision, mesh.material)
            && (look.0.is_none_or(|old| old.0 != *material) || look.1.is_some())
        {
            commands
                .entity(entity)
                .remove::<MeshMaterial3d<LeafMaterial>>()
                .insert(MeshMaterial3d(material.clone()));
        }
    }
}

/// Counts the meshes that each way of culling draws.
fn count(
    (view, sight): (Res<View>, Res<Sight>),
    meshes: Query<(&ClusterMesh, &Aabb)>,
    mut report: ResMut<CullingReport>,
) {
    let mut new = report.clone();
    for drawn in &mut new.drawn {
        (drawn.triangles, drawn.draws) = (0, 0);
    }
    for (mesh, bounds) in &meshes {
        let inside = view.holds(bounds);
        let by_mode = [true, inside, inside && sight.seen.sees(mesh.cluster)];
        for (count, _) in new.drawn.iter_mut().zip(by_mode).filter(|(_, drawn)| *drawn) {
            count.draws += 1;
            count.triangles += u64::from(mesh.triangles);
        }
    }
    report.set_if_neq(new);
}

/// While the rooms draw the level, its whole meshes only cast shadows.
fn hide_whole(
    mut commands: Commands,
    (mode, overlays, cut): (Res<CullingMode>, Res<Overlays>, Res<Cut>),
    whole: Query<(Entity, Has<RenderLayers>), With<LevelMesh>>,
) {
    let replaced = wanted(*mode, &overlays) && cut.placed;
    for (entity, hidden) in &whole {
        if replaced && !hidden {
            commands.entity(entity).insert(SHADOWS_ONLY);
        } else if !replaced && hidden {
            commands.entity(entity).remove::<RenderLayers>();
        }
    }
}
