//! A bridge to the physics engine avian.
//!
//! Rigid bodies collide with the level in avian, as triangle meshes made from the trees. For bodies, a rigid body is a
//! moving thing: bodies cannot enter it, it carries and pushes them, and it stops before it crushes one. In return, a body
//! that touches a rigid body applies an impulse to it. So neither engine needs a copy of the other's bodies.

use std::collections::HashSet;

use avian3d::prelude::{
    AngularVelocity, Collider, ComputedMass, CustomPositionIntegration, Forces, LinearVelocity,
    ReadRigidBodyForces, RigidBody, TransformInterpolation, TrimeshFlags, WriteRigidBodyForces,
};
use bevy::prelude::*;
use bspwalk_trees::NodeTree;

use crate::{
    asset::BspTree,
    body::{BodyContact, BodyInput, BodyState, KinematicBody},
    gather::BspCollider,
    interpolation::Interpolation,
    params::BodyMode,
    plugin::BspwalkSystems,
    thing::{MovingThing, ThingMotion},
};

/// Connects bodies and levels with the physics engine avian. Add it after [`BspwalkPlugin`](crate::BspwalkPlugin) and
/// avian's `PhysicsPlugins`, which must run in `FixedPostUpdate`, their default.
///
/// - Every [`BspCollider`] becomes a triangle mesh in avian: a kinematic one if the entity has a [`MovingThing`], and a
///   static one otherwise.
/// - A dynamic rigid body with [`PushesBodies`] blocks, carries and pushes bodies. Bodies push it with their
///   [`PushStrength`].
///
/// Other rigid bodies do not affect bodies.
#[derive(Clone, Copy, Debug, Default)]
pub struct BspAvianPlugin;

/// A dynamic rigid body of avian that bodies collide with. Its entity must have the avian components `RigidBody` and
/// `Collider`.
///
/// Bodies push it, and it pushes and carries bodies as a [`MovingThing`] does. If it has no space to push a body aside, it
/// stops. Bodies have no weight on it. Its shape for bodies is a triangle mesh of the collider, with round shapes as
/// polyhedra. Child colliders are ignored.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
#[require(MovingThing, Interpolation = Interpolation::off(), TransformInterpolation)]
pub struct PushesBodies;

/// Strength of a body that pushes rigid bodies. Every [`KinematicBody`] has this component.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
pub struct PushStrength {
    /// Mass of the body, in kilograms. A rigid body of this mass takes on half of the speed of a body that runs into it,
    /// in one tick.
    pub mass: f32,
    /// Maximum force, in newtons. If a rigid body has more friction, the body cannot move it.
    pub force: f32,
}

impl Default for PushStrength {
    fn default() -> Self {
        Self {
            mass: 80.0,
            force: 2000.0,
        }
    }
}

/// The tree that a collider was made from.
#[derive(Component, Clone, Copy, Debug)]
struct MadeFrom(AssetId<BspTree>);

impl Plugin for BspAvianPlugin {
    fn build(&self, app: &mut App) {
        app.register_type::<PushesBodies>()
            .register_type::<PushStrength>()
            .register_required_components::<KinematicBody, PushStrength>()
            .add_systems(
                PreUpdate,
                (add_level_colliders, add_trees_of_rigid_bodies).after(BspwalkSystems::Spawn),
            )
            .add_systems(
                FixedUpdate,
                (
                    (set_velocities, stop_blocked)
                        .after(BspwalkSystems::Things)
                        .before(BspwalkSystems::Bodies),
                    push.after(BspwalkSystems::Bodies),
                ),
            );
    }
}

/// Adds avian's colliders to the level and to moving things, and renews those whose trees have changed.
fn add_level_colliders(
    mut commands: Commands,
    trees: Res<Assets<BspTree>>,
    mut changes: MessageReader<AssetEvent<BspTree>>,
    colliders: Query<(Entity, &BspCollider, Has<MovingThing>, Option<&MadeFrom>), Without<PushesBodies>>,
) {
    let changed: HashSet<AssetId<BspTree>> = changes
        .read()
        .filter_map(|event| match event {
            AssetEvent::Modified { id } => Some(*id),
            _ => None,
        })
        .collect();
    for (entity, collider, moves, made_from) in &colliders {
        let id = collider.0.id();
        if made_from.is_some_and(|made_from| made_from.0 == id) && !changed.contains(&id) {
            continue;
        }
        let Some(tree) = trees.get(id) else { continue };
        let mut entity = commands.entity(entity);
        entity.insert(MadeFrom(id));
        match trimesh(tree.nodes()) {
            Some(collider) if moves => {
                entity.insert((collider, RigidBody::Kinematic, CustomPositionIntegration));
            }
            Some(collider) => {
                entity.insert((collider, RigidBody::Static));
            }
            None => {
                entity.remove::<(Collider, RigidBody)>();
            }
        }
    }
}

/// Returns the triangles of a tree as a collider, or `None` if there are no triangles.
fn trimesh(tree: &NodeTree) -> Option<Collider> {
    let triangles = tree.triangle_ids().filter_map(|id| tree.triangle(id));
    let corners: Vec<Vec3> = triangles.flat_map(|triangle| triangle.corners).collect();
    let indices: Vec<[u32; 3]> = (0..corners.len() as u32 / 3)
        .map(|triangle| [0, 1, 2].map(|corner| 3 * triangle + corner))
        .collect();
    // The flag merges equal corners, and lets boxes slide over the edges between triangles.
    let flags = TrimeshFlags::FIX_INTERNAL_EDGES | TrimeshFlags::DELETE_DEGENERATE_TRIANGLES;
    match Collider::try_trimesh_with_config(corners, indices, flags) {
        Ok(collider) => Some(collider),
        Err(error) => {
            if tree.triangle_count() > 0 {
                warn!("rigid bodies fall through a tree whose triangles avian rejects: {error:?}");
            }
            None
        }
    }
}

/// Adds trees to rigid bodies, so that bodies collide with them.
fn add_trees_of_rigid_bodies(
    mut commands: Commands,
    mut trees: ResMut<Assets<BspTree>>,
    rigid_bodies: Query<
        (Entity, &Collider),
        (With<PushesBodies>, Or<(Without<BspCollider>, Changed<Collider>)>),
    >,
) {
    for (entity, collider) in &rigid_bodies {
        let mesh = match collider.trimesh_builder().build() {
            Ok(mesh) => mesh,
            Err(error) => {
                warn!("bodies pass through {entity}, because its collider has no mesh: {error}");
                commands.entity(entity).remove::<PushesBodies>();
                continue;
            }
        };
        let corner = |index: u32| mesh.vertices.get(index as usize).copied().unwrap_or(Vec3::NAN);
        match BspTree::build(mesh.indices.iter().map(|triangle| triangle.map(corner))) {
            Ok(tree) => {
                commands.entity(entity).insert(BspCollider(trees.add(tree)));
            }
            Err(error) => {
                warn!("bodies pass through {entity}, because its collider has no tree: {error}");
                commands.entity(entity).remove::<PushesBodies>();
            }
        }
    }
}

/// Gives avian the velocities of doors, lifts and other moving things, so that they carry rigid bodies.
fn set_velocities(
    mut things: Query<(&ThingMotion, &mut LinearVelocity), (With<MovingThing>, Without<PushesBodies>)>,
) {
    for (motion, mut velocity) in &mut things {
        velocity.set_if_neq(LinearVelocity(motion.velocity));
    }
}

/// Slows rigid bodies that stopped because a body had no space to move aside.
fn stop_blocked(
    mut things: Query<(&ThingMotion, &mut LinearVelocity, &mut AngularVelocity), With<PushesBodies>>,
) {
    for (motion, mut velocity, mut turn) in &mut things {
        if motion.stopped_by.is_some() {
            velocity.0 *= motion.part;
            turn.0 *= motion.part;
        }
    }
}

/// Applies an impulse for each rigid body that a body touches and approaches, as in an inelastic collision.
fn push(
    time: Res<Time>,
    bodies: Query<(Entity, &KinematicBody, &BodyInput, &BodyState, &PushStrength)>,
    mut rigid_bodies: Query<(Forces, &ComputedMass), With<PushesBodies>>,
) {
    let mut order: Vec<_> = bodies.iter().filter(|(_, body, ..)| body.active).collect();
    order.sort_unstable_by_key(|(entity, body, ..)| (body.order, *entity));
    for (_, body, input, state, strength) in order {
        let desired = desired_velocity(body, input);
        let mut touched: Vec<Entity> = state.contacts.iter().map(|contact| contact.collider).collect();
        touched.sort_unstable();
        touched.dedup();
        for entity in touched {
            let Ok((mut forces, mass)) = rigid_bodies.get_mut(entity) else {
                continue;
            };
            let approach = |contact: &BodyContact| {
                let relative = forces.velocity_at_point(contact.point) - desired;
                relative.dot(contact.normal)
            };
            let contacts = state.contacts.iter().filter(|contact| contact.collider == entity);
            let fastest = contacts.max_by(|a, b| approach(a).total_cmp(&approach(b)));
            let Some(contact) = fastest else { continue };
            let speed = approach(contact);
            let masses = [strength.mass, mass.value()];
            let reduced = masses[0] * masses[1] / (masses[0] + masses[1]);
            let impulse = (reduced * speed).min(strength.force * time.delta_secs());
            if impulse > 0.0 {
                forces.apply_linear_impulse_at_point(-contact.normal * impulse, contact.point);
            }
        }
    }
}

/// Returns the velocity that the input asks for, in m/s. A body that is blocked pushes with this velocity.
fn desired_velocity(body: &KinematicBody, input: &BodyInput) -> Vec3 {
    let desired = input.for_mover().desired;
    let (desired, speed) = match body.mode {
        BodyMode::Walk => (desired.with_y(0.0), body.params.walk_speed),
        BodyMode::Fly => (desired, body.params.fly_speed),
    };
    let factor = if input.fast { body.params.fast_factor } else { 1.0 };
    let velocity = desired.clamp_length_max(1.0) * speed * factor;
    if velocity.is_finite() {
        velocity
    } else {
        Vec3::ZERO
    }
}
