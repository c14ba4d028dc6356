//! The system that moves doors, lifts and other moving things. They carry and push bodies, and stop before they crush
//! one.

use bevy::prelude::*;
use bspwalk_collision::{
    mover::{Event, Mover, move_things},
    things::Thing,
};

use crate::{
    body::{BodyMover, BodyState, KinematicBody},
    events::{Announcer, PutBack, Squeezed},
    gather::{BspCollider, Moving, StaticColliders},
    thing::{MovingThing, ThingMotion, WantedPose, pose_of},
};

/// Moves all doors, lifts and other moving things, which carry or push bodies.
pub(crate) fn move_all(
    time: Res<Time>,
    fixed: StaticColliders,
    mut things: Query<
        (
            Entity,
            &BspCollider,
            &MovingThing,
            &mut ThingMotion,
            &mut Transform,
            Option<&WantedPose>,
        ),
        Without<KinematicBody>,
    >,
    mut bodies: Query<
        (
            Entity,
            &KinematicBody,
            &mut BodyMover,
            &mut BodyState,
            &mut Transform,
        ),
        Without<MovingThing>,
    >,
    mut announcer: Announcer,
) {
    let seconds = time.delta_secs();
    let mut moving = Vec::new();
    for (entity, collider, thing, mut motion, transform, _) in &mut things {
        let before = motion.pose.unwrap_or_else(|| pose_of(&transform));
        if motion.pose.is_none() {
            motion.written = *transform;
        }
        motion.pose = Some(before);
        moving.push(Moving {
            entity,
            tree: collider.0.id(),
            order: thing.order,
            pose: before,
        });
    }
    let Some(gathered) = fixed.gather(moving) else {
        return;
    };
    let moved: Vec<Thing<'_>> = gathered
        .placed
        .iter()
        .map(|placed| Thing {
            tree: placed.tree.nodes(),
            before: placed.pose,
            after: match things.get(placed.entity) {
                Ok((_, _, _, motion, transform, wanted)) => {
                    motion.target_pose(transform, wanted, placed.pose)
                }
                Err(_) => placed.pose,
            },
        })
        .collect();
    for (_, _, _, mut state, _) in bodies.iter_mut().filter(|(_, body, ..)| !body.active) {
        if state.riding.is_some() {
            (state.riding, state.turned) = (None, 0.0);
        }
    }
    let mut all: Vec<_> = bodies.iter_mut().filter(|(_, body, ..)| body.active).collect();
    all.sort_unstable_by_key(|(entity, body, ..)| (body.order, *entity));
    let mut movers: Vec<&mut Mover> = all
        .iter_mut()
        .map(|(_, body, mover, _, transform)| mover.prepare(body, transform.translation))
        .collect();
    let result = move_things(gathered.level_nodes(), &moved, &mut movers, seconds);
    for (number, (entity, body, mover, state, transform)) in all.iter_mut().enumerate() {
        mover.write(body.anchor, transform);
        let rides = || result.rides.iter().filter(|ride| ride.body == number);
        let thing = rides()
            .next_back()
            .and_then(|ride| gathered.placed.get(ride.thing));
        let riding = thing.map(|placed| placed.entity);
        let turn: f64 = rides().map(|ride| ride.turn).sum();
        if (state.riding, state.turned) != (riding, turn as f32) {
            (state.riding, state.turned) = (riding, turn as f32);
        }
        let events = result.events.iter().filter(|(body, _)| *body == number);
        let events = events.map(|&(_, event)| event);
        for event in events {
            if let Event::PutBack { why } = event {
                mover.start_new_path();
                announcer.put_back(PutBack {
                    body: *entity,
                    reason: why.into(),
                });
            }
        }
    }
    for (number, (placed, pose)) in gathered.placed.iter().zip(&result.poses).enumerate() {
        let Ok((.., mut motion, mut transform, _)) = things.get_mut(placed.entity) else {
            continue;
        };
        let squeeze = result.squeezes.iter().find(|squeeze| squeeze.thing == number);
        if squeeze.is_some() {
            transform.translation = pose.translation.as_vec3();
            transform.rotation = pose.rotation.as_quat();
        }
        let by = pose.translation - placed.pose.translation;
        motion.set_if_neq(ThingMotion {
            velocity: if seconds > 0.0 {
                by.as_vec3() / seconds
            } else {
                Vec3::ZERO
            },
            stopped_by: squeeze
                .and_then(|squeeze| all.get(squeeze.body))
                .map(|(entity, ..)| *entity),
            part: squeeze.map_or(1.0, |squeeze| squeeze.part as f32),
            pose: Some(*pose),
            stopped_at: squeeze.map(|squeeze| squeeze.part),
            written: *transform,
        });
    }
    for squeeze in &result.squeezes {
        let (Some(placed), Some((body, ..))) = (gathered.placed.get(squeeze.thing), all.get(squeeze.body))
        else {
            continue;
        };
        announcer.squeezed(Squeezed {
            thing: placed.entity,
            body: *body,
            part: squeeze.part as f32,
            face: squeeze.face,
        });
    }
}
