//! The mechanisms of levels: doors, lifts and trains, driven by the level's state machine.
//!
//! In each tick, the state machine receives the actions that bodies have taken since the last tick, and sets target
//! poses for its moving things. They then move, unless a body stops them. The state machine is notified of each stopped
//! thing and reacts as in the original game.

use std::collections::HashMap;

use bevy::prelude::*;
use bspwalk_collision::things::{Assembly, Isometry};
use bspwalk_levels::mechanisms::{Body, Machinery, Pose, REACH, State, StepEvents, Use};
use bspwalk_trees::Obstacles;
use glam::DVec3;

use crate::{
    body::{BodyInput, BodyMover, KinematicBody},
    gather::{BspColliders, Gathered},
    thing::{MovingThing, ThingMotion, WantedPose, transform_of},
};

/// The mechanisms of a level. The component is on the level's [`BspLevelRoot`](crate::BspLevelRoot), whose children are
/// the entities of the moving things.
///
/// A body touches a moving thing by coming close to it. While [`BodyInput::use_`] is held, the body uses the thing in
/// its line of sight, up to two metres away.
#[derive(Component, Clone, Debug)]
pub struct Mechanisms {
    machinery: Machinery,
    things: Vec<Entity>,
    known: HashMap<Entity, Known>,
}

/// State of a body, recorded after the last movement of things.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// Position of the feet, in metres.
    feet: DVec3,
    /// Path identifier.
    path: u64,
    /// Whether the use button is held.
    uses: bool,
}

impl Mechanisms {
    pub(crate) fn new(machinery: Machinery, things: Vec<Entity>) -> Self {
        Self {
            machinery,
            things,
            known: HashMap::new(),
        }
    }

    /// Returns the state machine. Its mechanisms are in the order of
    /// [`Level::mechanisms`](bspwalk_levels::Level::mechanisms).
    pub fn machinery(&self) -> &Machinery {
        &self.machinery
    }

    /// Returns the entities of the moving things, in the order of the mechanisms.
    pub fn things(&self) -> &[Entity] {
        &self.things
    }

    /// Returns the state of a mechanism, or `None` if it does not exist.
    pub fn state(&self, mechanism: usize) -> Option<State> {
        self.machinery.state(mechanism)
    }
}

/// Marks a moving thing that is driven by a mechanism.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[reflect(Component, Clone, PartialEq, Debug)]
#[require(WantedPose)]
pub struct OfMechanism {
    /// Entity that has the [`Mechanisms`].
    pub root: Entity,
    /// Index of the mechanism in the level.
    pub mechanism: usize,
}

pub(crate) fn isometry_of(pose: &Pose) -> Isometry {
    Isometry::new(pose.rotation, pose.translation)
}

/// Advances all mechanisms and sets the target poses of their things.
pub(crate) fn advance_mechanisms(
    time: Res<Time>,
    colliders: BspColliders,
    mut roots: Query<(Entity, &mut Mechanisms)>,
    mut bodies: Query<(Entity, &KinematicBody, &mut BodyMover, &BodyInput, &Transform)>,
    mut things: Query<
        (&OfMechanism, &mut WantedPose, &mut Transform),
        (With<MovingThing>, Without<KinematicBody>),
    >,
) {
    if roots.is_empty() {
        return;
    }
    let Some(gathered) = colliders.gather() else {
        return;
    };
    let mut bodies: Vec<_> = bodies.iter_mut().filter(|(_, body, ..)| body.active).collect();
    bodies.sort_unstable_by_key(|(entity, body, ..)| (body.order, *entity));
    for (root, mut mechanisms) in &mut roots {
        let mechanisms = &mut *mechanisms;
        let (mut there, mut uses) = (Vec::new(), Vec::new());
        for (entity, body, body_mover, input, transform) in &mut bodies {
            let known = mechanisms.known.get(entity).copied();
            let mover = body_mover.prepare(body, transform.translation);
            let (feet, half) = (mover.feet().as_dvec3(), mover.position() - mover.feet());
            let (eye, radius) = (mover.eye(), mover.body().radius);
            let is_on_path = |known: &Known| known.path == body_mover.path();
            there.push(Body {
                before: known.filter(is_on_path).map_or(feet, |known| known.feet),
                feet,
                height: 2.0 * f64::from(half.y),
                radius: f64::from(radius),
            });
            if input.use_ && !known.is_some_and(|known| known.uses) {
                uses.push(used(&gathered, eye, input.look(transform), |thing| {
                    let of = things.get(thing).ok()?.0;
                    (of.root == root).then_some(of.mechanism)
                }));
            }
        }
        let happenings = StepEvents {
            bodies: &there,
            uses: &uses,
        };
        mechanisms
            .machinery
            .step(f64::from(time.delta_secs()), &happenings);
        for (&thing, state) in mechanisms.things.iter().zip(mechanisms.machinery.states()) {
            if let Ok((_, mut wanted, mut transform)) = things.get_mut(thing) {
                wanted.0 = isometry_of(&state.after);
                transform.set_if_neq(transform_of(&wanted.0));
            }
        }
    }
}

/// Finds the moving thing that a body uses, given the body's eye position and viewing direction.
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

/// Reports stopped things and body positions to the mechanisms. Runs after the things have moved.
pub(crate) fn report_to_mechanisms(
    things: Query<(&OfMechanism, &ThingMotion)>,
    bodies: Query<(Entity, &KinematicBody, &BodyMover, &BodyInput)>,
    mut roots: Query<&mut Mechanisms>,
) {
    for (of, motion) in &things {
        if let Some(part) = motion.stopped_at
            && let Ok(mut mechanisms) = roots.get_mut(of.root)
        {
            mechanisms.machinery.report_blocked(of.mechanism, part);
        }
    }
    for mut mechanisms in &mut roots {
        mechanisms.known.clear();
        let there = bodies.iter().filter(|(_, body, ..)| body.active);
        mechanisms
            .known
            .extend(there.filter_map(|(entity, _, body_mover, input)| {
                let known = Known {
                    feet: body_mover.mover()?.feet().as_dvec3(),
                    path: body_mover.path(),
                    uses: input.use_,
                };
                Some((entity, known))
            }));
    }
}
