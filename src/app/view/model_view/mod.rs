//! Model view: the camera leaves first person and orbits the level, which is cut open at a certain height.
//!
//! The player stays in the level and can keep walking. Clicking selects the object under the mouse pointer.

pub(in crate::app) mod look_at;
mod plane_handles;
mod pointer;
mod projection;

use bevy::{prelude::*, window::PrimaryWindow};
use bspwalk_overlays::cut_projection::CutProjection;
use bspwalk_session::view::{MODEL_ANGLE, ModelView, half_angles};

use self::projection::{ModelProjection, pose, transform as transform_of};
use crate::app::{
    host::prelude::*, input::MoveIntent, input::settings::Settings, input::touch::Tapped,
    kit::layout::Screen, paint::camera,
};

/// Exponential decay rate of the distance between the model and the centre of the free area, per second.
const FRAMING: f32 = 10.0;

/// Duration of the camera flight from the eye to the orbit (in seconds).
const FLIGHT: f32 = 1.1;

/// Adds the model view.
pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<pointer::Drag>()
        .init_resource::<look_at::Flight>()
        .add_systems(
            PreUpdate,
            face_away
                .run_if(resource_exists::<MoveIntent>)
                .after(AppSystems::Input)
                .before(AppSystems::Settle),
        )
        .add_systems(Update, enter.in_set(AppSystems::Enter))
        .add_systems(
            Update,
            (
                (plane_handles::drag, pointer::drag, pointer::click)
                    .chain()
                    .in_set(AppSystems::Point),
                look_at::approach.in_set(AppSystems::Follow),
            )
                .run_if(in_state(AppState::InLevel)),
        )
        .add_systems(
            RunFixedMainLoop,
            (place, look_at::fly)
                .chain()
                .after(camera::follow)
                .run_if(in_state(AppState::InLevel))
                .in_set(AppSystems::Camera),
        );
}

/// Resets the camera for a new level, but keeps the kind of view. The first level is shown in the requested view.
fn enter(mut program: ResMut<ProgramState>, mut has_entered: Local<bool>) {
    if std::mem::replace(&mut *has_entered, true) {
        let ModelView { view, away, .. } = program.view;
        program.view = ModelView {
            view,
            away,
            ..default()
        };
    }
}

/// Returns the origin and direction of the ray through the mouse pointer. In first person, the ray goes through the
/// crosshair unless `at_pointer` is set.
pub(in crate::app) fn aim(
    In(at_pointer): In<bool>,
    (program, pointed, player): (Res<ProgramState>, Res<Aim>, Shown<Player>),
) -> [Vec3; 2] {
    let is_pointed = at_pointer && pointed.direction != Vec3::ZERO;
    if is_pointed || !program.view.is_eye() {
        [pointed.from, pointed.direction]
    } else {
        [player.position, player.forward()]
    }
}

/// Turns the body away from the camera in the model view, so that moving forward leads away from the camera.
fn face_away(program: Res<ProgramState>, intent: Res<MoveIntent>, mut player: ShownMut<Player>) {
    let view = &program.view;
    if let Some(orbit) = view.orbit.filter(|_| !view.is_eye())
        && intent.has_ground_input()
        && player.yaw != orbit.yaw
    {
        player.yaw = orbit.yaw;
        player.pitch = 0.0;
    }
}

/// Places the camera on its orbit, or on the flight to or from the orbit, and determines the object under the mouse
/// pointer.
fn place(
    (time, settings, player, current): (Res<Time<Real>>, Res<Settings>, Shown<Player>, Shown<OpenedLevel>),
    (screen, tapped): (Option<Res<Screen>>, Option<Res<Tapped>>),
    mut program: ResMut<ProgramState>,
    mut aim: ResMut<Aim>,
    mut eyes: Query<(&Camera, &mut Transform, &mut Projection), With<Eye>>,
    windows: Query<&Window, With<PrimaryWindow>>,
    mut shift: Local<Vec2>,
) {
    let ui = program.ui;
    let Ok((camera, mut transform, mut projection)) = eyes.single_mut() else {
        return;
    };
    let view = &mut program.view;
    let end = f32::from(!view.is_eye());
    if view.away != end {
        let step = settings.easing().of_flight(time.delta_secs(), FLIGHT);
        view.away += (end - view.away).clamp(-step, step);
    }
    let pointer = windows.iter().find_map(|window| {
        let tapped = tapped.as_ref().and_then(|tapped| tapped.0);
        let place = tapped.or(window.cursor_position())?;
        Some((place, window.size()))
    });
    let at = pointer
        .filter(|_| !ui.captured)
        .map_or(Vec2::ZERO, |(place, size)| {
            (place / size * 2.0 - 1.0) * Vec2::new(1.0, -1.0)
        });
    let aspect = camera
        .logical_viewport_size()
        .map_or(16.0 / 9.0, |size| size.x / size.y.max(1.0));
    if !view.is_cut() {
        let up = (settings.vertical_field_of_view() * 0.5).tan();
        let seen = (at * Vec2::new(up * aspect, up)).extend(-1.0).normalize();
        aim.set_if_neq(Aim {
            from: transform.translation,
            direction: transform.rotation * seen,
        });
        if matches!(&*projection, Projection::Custom(_)) {
            *projection = camera::perspective();
        }
        return;
    }
    let eye = player.position.y;
    view.follow_to_storey(eye);
    let [middle, free] = screen.map_or([Vec2::ZERO, Vec2::ONE], |screen| screen.free_share());
    let half = half_angles(aspect, free);
    // The model is centred in the area that the panel and the dock leave free. When these open or close, the model
    // moves to the new centre gradually.
    let off = middle * view.away - *shift;
    let share = settings.easing().share(FRAMING, time.delta_secs());
    *shift += off * share;
    let orbit = view.framing_orbit(&current.level, [eye, player.yaw], half, share);
    let (model, away) = (view.cutaway(eye), view.away);
    *transform = flight(&transform, &transform_of(model.pose()), away);
    let camera_pose = pose(&transform);
    let own_angle = settings.vertical_field_of_view();
    let new = CutProjection {
        // A plan becomes orthographic once the camera has arrived above it.
        field_of_view: (!model.is_plan || away < 1.0).then_some(own_angle + (MODEL_ANGLE - own_angle) * away),
        height: model.height_of_plan(),
        aspect,
        shift: *shift,
        depths: [
            0.02,
            orbit.distance + current.level.bounds.size().length() as f32 + 10.0,
        ],
        cut: CutProjection::cut_at(model.cut, &camera_pose),
    };
    let [from, direction] = new.line_through(&camera_pose, at, model.cut);
    aim.set_if_neq(Aim { from, direction });
    let new = ModelProjection(new);
    if !matches!(&*projection, Projection::Custom(old) if old.get() == Some(&new)) {
        *projection = Projection::custom(new);
    }
}

/// Returns the camera pose between the eye and the orbit. It rises first, so that the camera leaves the room through
/// the cut.
fn flight(eyes: &Transform, goal: &Transform, away: f32) -> Transform {
    let smooth = away * away * (3.0 - 2.0 * away);
    let up = 1.0 - (1.0 - away).powi(3);
    let mut place = eyes.translation.lerp(goal.translation, smooth * smooth);
    place.y = eyes.translation.y + (goal.translation.y - eyes.translation.y) * up * smooth.max(away);
    Transform::from_translation(place).with_rotation(eyes.rotation.slerp(goal.rotation, smooth))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bevy::ecs::system::RunSystemOnce;
    use bspwalk_session::view::View;

    use super::*;
    use crate::app::paint::overlays::test_trees;

    /// Creates a world with a level, a first-person camera, and everything else that `place` requires.
    fn world() -> World {
        let current = test_trees::current();
        let mut player = Player::default();
        player.teleport(current.level.spawn.eye.as_vec3());
        let mut world = World::new();
        world.spawn((current, IsShown));
        world.spawn((
            Eye,
            Camera::default(),
            Transform::from_translation(player.position),
            camera::perspective(),
        ));
        world.spawn((player, IsShown));
        world.init_resource::<Settings>();
        world.init_resource::<ProgramState>();
        world.init_resource::<Aim>();
        world.init_resource::<Time<Real>>();
        world
    }

    /// Places the camera after the given number of seconds. First moves the camera to the eye, as `camera::follow`
    /// does.
    fn after(world: &mut World, seconds: f32) -> (Transform, bool) {
        let eye = world.shown::<Player>().position;
        world
            .resource_mut::<Time<Real>>()
            .advance_by(Duration::from_secs_f32(seconds));
        let mut cameras = world.query_filtered::<(&mut Transform, &Projection), With<Eye>>();
        let (mut transform, _) = cameras.single_mut(world).expect("there is one");
        *transform = Transform::from_translation(eye);
        world.run_system_once(place).expect("it has what it needs");
        let (transform, projection) = cameras.single_mut(world).expect("there is one");
        (*transform, matches!(projection, Projection::Custom(_)))
    }

    #[test]
    fn the_camera_flies_out_of_the_eyes_and_back() {
        let mut world = world();
        let eye = world.shown::<Player>().position;
        let (pose, is_custom) = after(&mut world, 0.1);
        assert!(pose.translation == eye && !is_custom);

        world.resource_mut::<ProgramState>().view.view = View::Model;
        let mut last = eye.y;
        for _ in 0..4 {
            let (pose, is_custom) = after(&mut world, 0.2);
            assert!(pose.translation.y > last && is_custom, "{pose:?}");
            last = pose.translation.y;
        }
        let (pose, _) = after(&mut world, FLIGHT);
        let orbit = world
            .resource::<ProgramState>()
            .view
            .orbit
            .expect("it was looked at");
        assert_eq!(pose, transform_of(orbit.pose()));
        // The pointer ray through the centre of the window points at the model and starts at the cut.
        let cut = world.resource::<ProgramState>().view.cut_height(eye.y);
        let aim = *world.resource::<Aim>();
        assert!(
            (aim.from.y - cut).abs() < 1.0e-3 && aim.direction.y < 0.0,
            "{aim:?}"
        );
        assert!(cut > eye.y && cut < eye.y + 1.0);

        world.resource_mut::<ProgramState>().view.view = View::Plan;
        let (pose, _) = after(&mut world, 0.1);
        assert!(pose.forward().distance(Vec3::NEG_Y) < 1.0e-3, "{pose:?}");

        world.resource_mut::<ProgramState>().view.view = View::Eye;
        let (_, is_custom) = after(&mut world, 0.5 * FLIGHT);
        assert!(is_custom, "it is on its way");
        let (pose, is_custom) = after(&mut world, FLIGHT);
        assert!(pose.translation == eye && !is_custom);
    }

    #[test]
    fn reduced_motion_cuts_the_camera() {
        let mut world = world();
        world.resource_mut::<Settings>().reduced_motion = true;
        let eye = world.shown::<Player>().position;
        world.resource_mut::<ProgramState>().view.view = View::Model;
        let (pose, is_custom) = after(&mut world, 0.001);
        let orbit = world
            .resource::<ProgramState>()
            .view
            .orbit
            .expect("it was looked at");
        assert!(is_custom);
        assert_eq!(pose, transform_of(orbit.pose()));
        world.resource_mut::<ProgramState>().view.view = View::Eye;
        let (pose, is_custom) = after(&mut world, 0.001);
        assert!(pose.translation == eye && !is_custom);
    }
}
