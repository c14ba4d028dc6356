//! The faces as the tree cut them: recoloured, tinted by the selection, and with their edges.
//!
//! One mesh contains every fragment with its indices, and the shader computes the colours from them. A change of
//! colouring, selection or palette therefore needs no new mesh.

mod material;
mod vertices;

use bevy::{asset::embedded_asset, camera::visibility::NoFrustumCulling, prelude::*};
use bspwalk_session::overlays::OverlayKind;

use super::{
    pipeline::PixelScale,
    report::{CurrentTreeStats, OverlayReport},
    warm_up,
};
use crate::app::{
    host::{
        schedule::AppSystems,
        shown::Shown,
        state::{OpenedLevel, Overlays, Player, Selection, TreeId},
        worker::Job,
    },
    paint::scene::ShowLevel,
};
use material::{Placement, SurfaceSettings, settings};
use vertices::NO_NODE;

pub(in crate::app) use material::{Look, SurfaceMaterial, by_leaf, painted};
pub(in crate::app) use vertices::{FragmentVertices, IDS, edge_bits, shown_edges};

#[derive(Component)]
struct FragmentMesh;

/// Possible placements of the fragments.
const PLACEMENTS: [Placement; 2] = [Placement::InPlace, Placement::OverLevel];

/// The mesh of the fragments, and one material per placement.
#[derive(Resource, Default)]
struct Surfaces {
    job: Job<TreeId, Option<Mesh>>,
    mesh: Option<Handle<Mesh>>,
    /// Materials, in the order of [`PLACEMENTS`].
    materials: [Handle<SurfaceMaterial>; 2],
}

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "surfaces.wgsl");
    app.add_plugins(MaterialPlugin::<SurfaceMaterial>::default())
        .init_resource::<Surfaces>()
        .add_systems(Startup, warm_up)
        .add_systems(Update, (build, draw).chain().in_set(AppSystems::Overlays));
}

/// Compiles each pipeline before it is first needed, by drawing something invisible for a few frames.
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
    for placement in PLACEMENTS {
        let settings = SurfaceSettings {
            category_count: 1,
            ..SurfaceSettings::default()
        };
        let material = materials.add(SurfaceMaterial { settings, placement });
        warm_up::draw(&mut commands, mesh.clone(), material);
    }
}

fn wanted(overlays: &Overlays, selection: &Selection) -> bool {
    let coloring = overlays.coloring();
    // Faces by visible leaf are drawn as divided by `leaf_tree`, and painter's order has its own mesh.
    !overlays.is_on(OverlayKind::Painter)
        && coloring != OverlayKind::Visible
        && (coloring != OverlayKind::Materials
            || overlays.is_on(OverlayKind::Wireframe)
            || (overlays.tint_subtree && selection.node.is_some()))
}

/// Builds the mesh in the background when it is first needed.
fn build(
    current: Shown<OpenedLevel>,
    overlays: Res<Overlays>,
    selection: Shown<Selection>,
    (mut surfaces, mut report): (ResMut<Surfaces>, ResMut<OverlayReport>),
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let of_other_tree = |tree_id: &TreeId| *tree_id != current.tree_id();
    if current.is_changed() && surfaces.job.wanted().is_some_and(of_other_tree) {
        surfaces.mesh = None;
    }
    if wanted(&overlays, &selection) {
        let (tree, level) = (current.tree.clone(), current.level.clone());
        surfaces.job.request(current.tree_id(), move || {
            FragmentVertices::of(&tree, &level).into_mesh()
        });
    }
    if let Some(mesh) = surfaces.job.take() {
        surfaces.mesh = mesh.map(|mesh| meshes.add(mesh));
    }
    report.set_busy(OverlayKind::Wireframe, surfaces.job.is_busy());
}

/// Draws the mesh with the material that the overlays require.
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
    inputs: (
        Res<Overlays>,
        Shown<Selection>,
        Res<CurrentTreeStats>,
        Res<PixelScale>,
        Shown<Player>,
    ),
) {
    let (overlays, selection, tree_stats, scale, player) = inputs;
    let in_place = !matches!(overlays.coloring(), OverlayKind::Materials | OverlayKind::Visible);
    let mesh = surfaces.mesh.clone().filter(|_| wanted(&overlays, &selection));
    show_level.set_if_neq(ShowLevel(
        !(overlays.is_on(OverlayKind::Painter) || in_place && mesh.is_some()),
    ));
    let Some(mesh) = mesh else {
        for (.., mut visibility) in &mut drawn {
            visibility.set_if_neq(Visibility::Hidden);
        }
        return;
    };
    let tinted = selection.node.filter(|_| overlays.tint_subtree);
    let settings = SurfaceSettings {
        radius: player.radius,
        ..settings(Look::of(&overlays), tinted, &tree_stats.stats, scale.0)
    };
    if last.replace(settings) != Some(settings) {
        for (handle, placement) in surfaces.materials.iter_mut().zip(PLACEMENTS) {
            let material = SurfaceMaterial { settings, placement };
            if let Some(mut old) = materials.get_mut(&*handle) {
                *old = material;
            } else {
                *handle = materials.add(material);
            }
        }
    }
    let material = &surfaces.materials[usize::from(!in_place)];
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::paint::overlays::warm_up::tests::check;

    #[test]
    fn warm_up_leaves_no_entities() {
        check(|app| {
            app.init_asset::<SurfaceMaterial>().add_systems(Startup, warm_up);
        });
    }
}
