//! Compiles the overlay pipelines before they are first needed, by spawning temporary entities that draw an invisible
//! object with each pipeline.

use bevy::{camera::visibility::NoFrustumCulling, prelude::*};
use bspwalk_draw::color::meaning::ink;
use bspwalk_overlays::lines::{LineBatch, Stroke};
use bspwalk_overlays::polygons::PolygonBatch;

use super::materials::{LineMaterial, PolygonMaterial, line_mesh, polygon_mesh};
use super::surfaces::{self, SurfaceMaterial};
use crate::app::paint::draw::{PaintMaterial, Painted};

/// Number of frames that a camera draws before the entities are despawned. Their meshes and materials reach the
/// renderer within the first two frames. Once requested, a pipeline is compiled even if its entity no longer exists.
const FRAMES: u32 = 10;

/// Marks an entity that draws an invisible object so that its pipeline is compiled.
#[derive(Component)]
struct WarmUp;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, begin)
        .add_systems(Last, end.run_if(any_with_component::<WarmUp>));
}

fn begin(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut lines: ResMut<Assets<LineMaterial>>,
    mut polygons: ResMut<Assets<PolygonMaterial>>,
    mut faces: ResMut<Assets<SurfaceMaterial>>,
) {
    let mut line = LineBatch::default();
    line.line(Vec3::ZERO, Vec3::Y, Stroke::new(ink::DARK, 0.0, 1.0));
    let mut polygon = PolygonBatch::default();
    polygon.push([Vec3::ZERO; 3], ink::DARK, 0.0);
    let (Some(line), Some((face, face_materials))) = (line_mesh(line.lines()), surfaces::invisible()) else {
        return;
    };
    let [line, face] = [line, face].map(|mesh| meshes.add(mesh));
    for through_walls in [false, true] {
        let material = lines.add(LineMaterial {
            settings: Vec4::new(1.0, 0.0, 0.0, 1.0),
            through_walls,
            order: 0.0,
        });
        draw(&mut commands, line.clone(), material);
    }
    let polygon = meshes.add(polygon_mesh(&polygon));
    draw(&mut commands, polygon, polygons.add(PolygonMaterial::default()));
    for material in face_materials {
        draw(&mut commands, face.clone(), faces.add(material));
    }
}

fn draw<M: PaintMaterial>(commands: &mut Commands, mesh: Handle<Mesh>, material: Handle<M>) {
    commands.spawn((WarmUp, Mesh3d(mesh), Painted(material), NoFrustumCulling));
}

fn end(
    mut commands: Commands,
    entities: Query<Entity, With<WarmUp>>,
    cameras: Query<&Camera>,
    mut frames: Local<u32>,
) {
    if cameras.iter().any(|camera| camera.is_active) {
        *frames += 1;
    }
    if *frames >= FRAMES {
        entities
            .iter()
            .for_each(|entity| commands.entity(entity).despawn());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warm_up_leaves_no_entities() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, AssetPlugin::default(), plugin))
            .init_asset::<Mesh>()
            .init_asset::<LineMaterial>()
            .init_asset::<PolygonMaterial>()
            .init_asset::<SurfaceMaterial>();
        let drawn = |app: &mut App| {
            let mut meshes = app.world_mut().query_filtered::<Entity, With<Mesh3d>>();
            meshes.iter(app.world()).count()
        };
        for _ in 0..2 * FRAMES {
            app.update();
        }
        assert_eq!(drawn(&mut app), 5, "without a camera nothing was drawn yet");
        app.world_mut().spawn(Camera::default());
        app.update();
        assert_eq!(drawn(&mut app), 5);
        for _ in 0..2 * FRAMES {
            app.update();
        }
        assert_eq!(drawn(&mut app), 0);
    }
}
