//! The system that moves all things: they carry and push bodies, and stop before they squeeze one.

use bevy::prelude::*;
use bspwalk_trees::collision::{
    mover::{Event, Mover, move_things},
    things::{Isometry, Thing},
};

use crate::{
    body::{BodyMover, BodyState, KinematicBody},
    collider::BspCollider,
    events::{Announcer, PutBack, Squeezed},
    gather::{Fixed, Moving},
    thing::{MovingThing, ThingMotion, pose_of},
};

/// Moves all things, and with them the bodies that stand on them or in their way.
pub(crate) fn move_all(
    time: Res<Time>,
    fixed: Fixed,
    mut things: Query<
        (
            Entity,
            &BspCollider,
            &MovingThing,
            &mut ThingMotion,
            &mut Transform,
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
    for (entity, collider, thing, mut motion, transform) in &mut things {
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
    let after: Vec<Isometry> = gathered
        .placed
        .iter()
        .map(|placed| match things.get(placed.entity) {
            Ok((_, _, _, motion, transform)) if has_moved(&motion.written, transform) => pose_of(transform),
            _ => placed.pose,
        })
        .collect();
    for (.., mut state, _) in &mut bodies {
        if state.riding.is_some() {
            (state.riding, state.turned) = (None, 0.0);
        }
    }
    if gathered
        .placed
        .iter()
        .zip(&after)
        .all(|(placed, after)| placed.pose == *after)
    {
        for (.., mut motion, _) in &mut things {
            motion.set_if_neq(ThingMotion {
                velocity: Vec3::ZERO,
                stopped_by: None,
                part: 1.0,
                ..*motion
            });
        }
        return;
    }
    let moved: Vec<Thing<'_>> = gathered
        .placed
        .iter()
        .zip(&after)
        .map(|(placed, &after)| Thing {
            tree: placed.tree.nodes(),
            before: placed.pose,
            after,
        })
        .collect();
    let mut all: Vec<_> = bodies.iter_mut().collect();
    all.sort_unstable_by_key(|(entity, body, ..)| (body.order, *entity));
    let mut movers: Vec<&mut Mover> = all
        .iter_mut()
        .map(|(_, body, mover, _, transform)| mover.prepare(body, transform.translation))
        .collect();
    let result = move_things(gathered.level_nodes(), &moved, &mut movers, seconds);
    for (_, body, mover, _, transform) in &mut all {
        mover.write(body.anchor, transform);
    }
    for ride in &result.rides {
        if let (Some((.., state, _)), Some(placed)) =
            (all.get_mut(ride.body), gathered.placed.get(ride.thing))
        {
            (state.riding, state.turned) = (Some(placed.entity), ride.turn as f32);
        }
    }
    for &(body, event) in &result.events {
        if let (Event::PutBack { why }, Some((entity, ..))) = (event, all.get(body)) {
            announcer.put_back(PutBack {
                body: *entity,
                reason: why.into(),
            });
        }
    }
    for (number, (placed, pose)) in gathered.placed.iter().zip(&result.poses).enumerate() {
        let Ok((.., mut motion, mut transform)) = things.get_mut(placed.entity) else {
            continue;
        };
        let squeeze = result.squeezes.iter().find(|squeeze| squeeze.thing == number);
        if squeeze.is_some() {
            transform.translation = pose.translation.as_vec3();
            transform.rotation = pose.rotation.as_quat();
        }
        let by = pose.translation - placed.pose.translation;
        *motion = ThingMotion {
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
            written: *transform,
        };
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

/// Whether a game has written another place.
fn has_moved(written: &Transform, now: &Transform) -> bool {
    written.translation != now.translation || written.rotation != now.rotation
}
