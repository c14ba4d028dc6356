//! The mechanisms of levels: doors, lifts and trains that the level's own state machine drives.
//!
//! In a tick the machinery is told what bodies did since the last one, and says where its things want to be; these move, or are stopped
//! by a body; then the machinery is told of that, and does what its game does then.

use std::collections::HashMap;

use bevy::prelude::*;
use bspwalk_levels::mechanisms::{Body, Happenings, Machinery, Pose, State, Use};
use bspwalk_trees::{
    Obstacles,
    collision::{mover::MoverParams, things::Assembly},
};
use glam::DVec3;

use crate::{
    body::{BodyInput, BodyState, KinematicBody},
    gather::{Colliders, Gathered},
    thing::{MovingThing, ThingMotion},
};

/// How far a hand reaches from the eye, in metres: as in DOOM.
const REACH: f32 = 2.0;

/// A body that is further from where it was than this was put there, in metres.
const JUMP: f64 = 4.0;

/// On a [`BspLevelRoot`](crate::BspLevelRoot): what moves in the level, and the entities of its things, which are children of the root.
///
/// A body touches things by coming near, and uses what it looks at within two metres while [`BodyInput::use_`] is held.
#[derive(Component, Clone, Debug)]
pub struct Mechanisms {
    machinery: Machinery,
    things: Vec<Entity>,
    /// Where the feet of bodies were, and whether they held the key.
    known: HashMap<Entity, (DVec3, bool)>,
}

impl Mechanisms {
    pub(crate) fn new(machinery: Machinery, things: Vec<Entity>) -> Self {
        Self {
            machinery,
            things,
            known: HashMap::new(),
        }
    }

    /// The state machine, in the order of [`Level::mechanisms`](bspwalk_levels::Level::mechanisms).
    #[must_use]
    pub fn machinery(&self) -> &Machinery {
        &self.machinery
    }

    /// The entities of the things, in the same order.
    #[must_use]
    pub fn things(&self) -> &[Entity] {
        &self.things
    }

    /// Where a mechanism is.
    #[must_use]
    pub fn state(&self, mechanism: usize) -> Option<State> {
        self.machinery.state(mechanism)
    }
}

/// On a thing that a mechanism drives.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[reflect(Component, Clone, PartialEq, Debug)]
pub struct OfMechanism {
    /// The entity with the [`Mechanisms`].
    pub root: Entity,
    /// The number of the mechanism in the level.
    pub mechanism: usize,
}

/// The `Transform` of a pose.
pub(crate) fn transform_of(pose: &Pose) -> Transform {
    Transform::from_translation(pose.translation.as_vec3()).with_rotation(pose.rotation.as_quat())
}

/// Lets time pass for all mechanisms, and says to their things where they shall be.
pub(crate) fn run(
    time: Res<Time>,
    colliders: Colliders,
    mut roots: Query<(Entity, &mut Mechanisms)>,
    bodies: Query<(Entity, &KinematicBody, &BodyState, &BodyInput, &Transform)>,
    mut things: Query<(&OfMechanism, &mut Transform), (With<MovingThing>, Without<KinematicBody>)>,
) {
    if roots.is_empty() {
        return;
    }
    let Some(gathered) = colliders.gather() else {
        return;
    };
    let mut bodies: Vec<_> = bodies
        .iter()
        .filter(|(_, _, state, ..)| state.ticks > 0)
        .collect();
    bodies.sort_unstable_by_key(|&(entity, body, ..)| (body.order, entity));
    for (root, mut mechanisms) in &mut roots {
        let mechanisms = &mut *mechanisms;
        let (mut there, mut uses) = (Vec::new(), Vec::new());
        for &(entity, body, state, input, transform) in &bodies {
            let feet = state.feet.as_dvec3();
            let (before, held) = mechanisms.known.get(&entity).copied().unwrap_or((feet, false));
            mechanisms.known.insert(entity, (feet, input.use_));
            let params = MoverParams::from(body.params).clamped();
            there.push(Body {
                before: if before.distance(feet) > JUMP {
                    feet
                } else {
                    before
                },
                feet,
                height: f64::from(2.0 * (state.center.y - state.feet.y)),
                radius: f64::from(params.radius),
            });
            if input.use_ && !held {
                let look = input.look(transform);
                uses.push(used(&gathered, state.eye, look, |thing| {
                    let of = things.get(thing).ok()?.0;
                    (of.root == root).then_some(of.mechanism)
                }));
            }
        }
        mechanisms
            .known
            .retain(|entity, _| bodies.iter().any(|(body, ..)| body == entity));
        let happenings = Happenings {
            bodies: &there,
            uses: &uses,
        };
        mechanisms.machinery.step(time.delta_secs_f64(), &happenings);
        for (&thing, state) in mechanisms.things.iter().zip(mechanisms.machinery.states()) {
            if let Ok((_, mut transform)) = things.get_mut(thing) {
                transform.set_if_neq(transform_of(&state.after));
            }
        }
    }
}

/// What a body uses that looks in a direction.
fn used(gathered: &Gathered<'_>, eye: Vec3, look: Vec3, mechanism: impl Fn(Entity) -> Option<usize>) -> Use {
    let placed = gathered.obstacles();
    let assembly = Assembly::new(gathered.level_nodes(), &placed);
    let end = eye + look * REACH;
    let hit = assembly.cast(eye, end);
    let owner = hit.and_then(|hit| gathered.owner(&assembly, hit.triangle));
    Use {
        from: eye.as_dvec3(),
        to: hit.map_or(end, |hit| hit.point).as_dvec3(),
        mechanism: owner.and_then(|(entity, _)| mechanism(entity)),
    }
}

/// After the things have moved: which were stopped.
pub(crate) fn tell(things: Query<(&OfMechanism, &ThingMotion)>, mut roots: Query<&mut Mechanisms>) {
    for (of, motion) in &things {
        if motion.stopped_by.is_some()
            && let Ok(mut mechanisms) = roots.get_mut(of.root)
        {
            mechanisms.machinery.blocked(of.mechanism, f64::from(motion.part));
        }
    }
}
