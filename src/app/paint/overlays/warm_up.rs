//! Compiles pipelines before they are first needed. Temporary entities draw something invisible with each of them.

use bevy::{camera::visibility::NoFrustumCulling, prelude::*};

/// Number of frames that a camera draws before the entities are despawned. Their meshes and materials reach the
/// renderer in the first two. Once requested, a pipeline is compiled even if its entity no longer exists.
const FRAMES: u32 = 10;

/// An entity that draws something invisible to compile its pipeline.
#[derive(Component)]
struct WarmUp;

/// Draws a mesh, which must be invisible, until its pipeline is compiled.
pub(super) fn draw<M: Material>(commands: &mut Commands, mesh: Handle<Mesh>, material: Handle<M>) {
    commands.spawn((WarmUp, Mesh3d(mesh), MeshMaterial3d(material), NoFrustumCulling));
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Last, end.run_if(any_with_component::<WarmUp>));
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
        for entity in &entities {
            commands.entity(entity).despawn();
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Runs the warm-up of a plugin without a renderer, and checks that it leaves no entities.
    pub(in crate::app::paint::overlays) fn check(warm_up: impl FnOnce(&mut App)) {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, AssetPlugin::default(), plugin))
            .init_asset::<Mesh>();
        warm_up(&mut app);
        let drawn = |app: &mut App| {
            let mut meshes = app.world_mut().query_filtered::<Entity, With<Mesh3d>>();
            meshes.iter(app.world()).count()
        };
        for _ in 0..2 * FRAMES {
            app.update();
        }
        let warmed = drawn(&mut app);
        assert!(warmed > 0, "without a camera nothing was drawn yet");
        app.world_mut().spawn(Camera::default());
        app.update();
        assert_eq!(drawn(&mut app), warmed);
        for _ in 0..2 * FRAMES {
            app.update();
        }
        assert_eq!(drawn(&mut app), 0);
    }
}
