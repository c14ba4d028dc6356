//! The faces as the tree cut them: recoloured, tinted by the selection, and with their edges.
//!
//! One mesh holds every fragment with its numbers; the shader makes the colours of them, so that a change of colouring,
//! selection or palette costs nothing.

mod material;
mod vertices;

use bevy::{asset::embedded_asset, camera::visibility::NoFrustumCulling, prelude::*};

use super::{CurrentTreeStats, PixelScale, job::Job};
use crate::app::{
    scene::ShowLevel,
    schedule::AppSystems,
    state::{CurrentLevel, FaceColoring, Overlays, Selection},
};
use material::{SurfaceSettings, settings};
use vertices::NO_NODE;

pub(in crate::app) use material::{SurfaceMaterial, by_leaf, painted};
pub use vertices::FragmentVertices;
pub(in crate::app) use vertices::{IDS, edge_bits, shown_edges};

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
        .add_systems(Update, (make, draw).chain().in_set(AppSystems::Overlays));
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
        let material = materials.add(SurfaceMaterial {
            settings,
            over_level,
            over_all: false,
        });
        commands.spawn((Mesh3d(mesh.clone()), MeshMaterial3d(material), NoFrustumCulling));
    }
}

/// Whether the fragments are drawn at all.
fn wanted(overlays: &Overlays, selection: &Selection) -> bool {
    // Faces by visible leaf are drawn by the rooms, and in painter's order by the painter.
    !overlays.painter
        && overlays.faces != FaceColoring::Visible
        && (overlays.faces != FaceColoring::Material
            || overlays.wireframe
            || (overlays.tint_subtree && selection.node.is_some()))
}

/// Makes the mesh when it is wanted and not there.
fn make(
    current: Res<CurrentLevel>,
    overlays: Res<Overlays>,
    selection: Res<Selection>,
    mut surfaces: ResMut<Surfaces>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    // Tree and level of the mesh at hand are gone with the revision.
    if current.is_changed()
        && surfaces
            .job
            .wanted()
            .is_some_and(|&revision| revision != current.revision)
    {
        surfaces.mesh = None;
    }
    if wanted(&overlays, &selection) {
        let (tree, level) = (current.tree.clone(), current.level.clone());
        surfaces.job.request(current.revision, move || {
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
    inputs: (
        Res<Overlays>,
        Res<Selection>,
        Res<CurrentTreeStats>,
        Res<PixelScale>,
    ),
) {
    let (overlays, selection, tree_stats, scale) = inputs;
    let in_place = overlays.faces != FaceColoring::Material && overlays.faces != FaceColoring::Visible;
    let mesh = surfaces.mesh.clone().filter(|_| wanted(&overlays, &selection));
    show_level.set_if_neq(ShowLevel(!(overlays.painter || in_place && mesh.is_some())));
    let Some(mesh) = mesh else {
        for (.., mut visibility) in &mut drawn {
            visibility.set_if_neq(Visibility::Hidden);
        }
        return;
    };
    let settings = settings(&overlays, selection.node, &tree_stats.stats, scale.0);
    if last.replace(settings) != Some(settings) || surfaces.in_place == Handle::default() {
        for over_level in [false, true] {
            let material = SurfaceMaterial {
                settings,
                over_level,
                over_all: false,
            };
            let handle = if over_level {
                &mut surfaces.over_level
            } else {
                &mut surfaces.in_place
            };
            if *handle == Handle::default() {
                *handle = materials.add(material);
            } else if let Some(mut tree_stats) = materials.get_mut(&*handle) {
                *tree_stats = material;
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
