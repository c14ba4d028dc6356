//! The fragments into which the tree cut the faces: recoloured, tinted by the selection, and outlined.
//!
//! A single mesh contains every fragment with its indices, and the shader computes the colours from the indices.
//! Changing the colouring, selection or palette therefore requires no new mesh.

mod material;
mod vertices;

use bevy::{asset::embedded_asset, camera::visibility::NoFrustumCulling, prelude::*};
use bspwalk_session::overlays::OverlayKind;

use super::materials::PixelScale;
use super::report::{CurrentTreeStats, OverlayReport};
use crate::app::host::prelude::*;
use crate::app::paint::draw::{Painted, paint_plugin};
use crate::app::paint::scene::ShowLevel;
use material::{Placement, SurfaceSettings, settings};
use vertices::NO_NODE;

pub(in crate::app) use material::{FaceStyle, SurfaceMaterial, by_leaf, painted, update};
pub(in crate::app) use vertices::{FragmentVertices, IDS, fan};

#[derive(Component)]
struct FragmentMesh;

/// Placements that fragments can have.
const PLACEMENTS: [Placement; 2] = [Placement::InPlace, Placement::OverLevel];

/// Fragment mesh, and one material per placement.
#[derive(Resource, Default)]
struct Surfaces {
    job: Job<TreeId, Option<Mesh>>,
    mesh: Option<Handle<Mesh>>,
    /// Materials, in the order of [`PLACEMENTS`].
    materials: [Handle<SurfaceMaterial>; 2],
}

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "surfaces.wgsl");
    app.add_plugins(paint_plugin::<SurfaceMaterial>)
        .init_resource::<Surfaces>()
        .add_systems(Update, (build, draw).chain().in_set(AppSystems::Overlays));
}

/// Returns an invisible face, and one material per placement.
pub(super) fn invisible() -> Option<(Mesh, [SurfaceMaterial; 2])> {
    let mut nothing = FragmentVertices::default();
    nothing.push_triangle([Vec3::ZERO; 3], [NO_NODE, 0, 0, 0]);
    let settings = SurfaceSettings {
        category_count: 1,
        ..SurfaceSettings::default()
    };
    let materials = PLACEMENTS.map(|placement| SurfaceMaterial { settings, placement });
    Some((nothing.into_mesh()?, materials))
}

fn wanted(program: &ProgramState) -> bool {
    let overlays = &program.overlays;
    let coloring = overlays.face_coloring_kind();
    // `draw_list` draws faces coloured by visible leaf, and painter's order has its own mesh.
    !overlays.is_on(OverlayKind::Painter)
        && coloring != OverlayKind::Visible
        && (coloring != OverlayKind::Materials
            || overlays.is_on(OverlayKind::Wireframe)
            || (overlays.tint_subtree && program.level.selected.node.is_some()))
}

/// Builds the fragment mesh in the background when it is first needed.
fn build(
    current: Shown<OpenedLevel>,
    program: Res<ProgramState>,
    (mut surfaces, mut report): (ResMut<Surfaces>, ResMut<OverlayReport>),
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let of_other_tree = |tree_id: &TreeId| *tree_id != current.tree_id();
    if current.is_changed() && surfaces.job.wanted().is_some_and(of_other_tree) {
        surfaces.mesh = None;
    }
    if wanted(&program) {
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

/// Draws the fragment mesh with the material that the overlays require.
fn draw(
    mut commands: Commands,
    mut surfaces: ResMut<Surfaces>,
    mut materials: ResMut<Assets<SurfaceMaterial>>,
    mut drawn: Query<(&mut Mesh3d, &mut Painted<SurfaceMaterial>, &mut Visibility), With<FragmentMesh>>,
    mut show_level: ResMut<ShowLevel>,
    (program, player): (Res<ProgramState>, Shown<Player>),
    (tree_stats, scale): (Res<CurrentTreeStats>, Res<PixelScale>),
) {
    let overlays = &program.overlays;
    let coloring = overlays.face_coloring_kind();
    let in_place = !matches!(coloring, OverlayKind::Materials | OverlayKind::Visible);
    let mesh = surfaces.mesh.clone().filter(|_| wanted(&program));
    let is_covered = overlays.is_on(OverlayKind::Painter) || in_place && mesh.is_some();
    show_level.set_if_neq(ShowLevel(!is_covered));
    let Some(mesh) = mesh else {
        for (.., mut visibility) in &mut drawn {
            visibility.set_if_neq(Visibility::Hidden);
        }
        return;
    };
    let tinted = program.level.selected.node.filter(|_| overlays.tint_subtree);
    let settings = SurfaceSettings {
        radius: player.radius,
        ..settings(FaceStyle::of(overlays), tinted, &tree_stats.stats, scale.0)
    };
    let place = usize::from(!in_place);
    let placement = PLACEMENTS[place];
    let material = &mut surfaces.materials[place];
    update(material, SurfaceMaterial { settings, placement }, &mut materials);
    if let Some((mut old_mesh, mut old_material, mut visibility)) = drawn.iter_mut().next() {
        visibility.set_if_neq(Visibility::Inherited);
        old_mesh.set_if_neq(Mesh3d(mesh));
        old_material.set_if_neq(Painted(material.clone()));
    } else {
        let material = Painted(material.clone());
        commands.spawn((FragmentMesh, Mesh3d(mesh), material, NoFrustumCulling));
    }
}
