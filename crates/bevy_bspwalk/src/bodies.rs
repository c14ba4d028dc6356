//! The system that ticks all bodies.

use bevy::prelude::*;
use bspwalk_collision::{
    mover::{Crowd, Mode, Mover, Tick, Trees},
    things::Assembly,
};
use bspwalk_trees::TriangleId;

use crate::{
    asset::BspTree,
    body::{BodyContact, BodyInput, BodyMover, BodyState, KinematicBody},
    environment::{BspEnvironment, GatheredEnvironment},
    events::{Announcer, HeadBlocked, Jumped, Landed, PutBack, SteppedDown, SteppedUp, Stopped},
    gather::BspColliders,
    query_log::BspQueryLog,
    tick::{Happened, tick_body},
};

/// Ticks each body, in the order of [`KinematicBody::order`]. The order affects only the order of events, because bodies
/// block each other by their positions before the first of them moves.
pub(crate) fn tick_bodies(
    time: Res<Time>,
    colliders: BspColliders,
    environment: Res<BspEnvironment>,
    log: Option<Res<BspQueryLog>>,
    mut bodies: Query<(
        Entity,
        &KinematicBody,
        &BodyInput,
        &mut BodyState,
        &mut BodyMover,
        &mut Transform,
    )>,
    mut announcer: Announcer,
) {
    let Some(gathered) = colliders.gather() else {
        return;
    };
    let placed = gathered.obstacles();
    let assembly = Assembly::new(gathered.level_nodes(), &placed);
    let environment = GatheredEnvironment {
        given: &environment,
        gathered: &gathered,
        assembly: &assembly,
    };
    let trees = gathered.trees(&assembly);
    let recorded = log.as_ref().map(|log| log.0.record(&assembly));
    let seconds = time.delta_secs();
    let mut order: Vec<(i32, Entity)> = bodies
        .iter()
        .filter(|(_, body, ..)| body.active)
        .map(|(entity, body, ..)| (body.order, entity))
        .collect();
    order.sort_unstable();
    let (mut blocking, mut crowd) = (Vec::new(), Vec::new());
    for &(_, entity) in &order {
        let Ok((_, body, input, _, mut body_mover, transform)) = bodies.get_mut(entity) else {
            continue;
        };
        let mover = body_mover.prepare(body, transform.translation);
        let mode = Mode::from(body.mode);
        if mover.mode() != mode {
            let _ = match &recorded {
                Some(recorded) => mover.set_mode(recorded, mode),
                None => mover.set_mode(&assembly, mode),
            };
        }
        if body.blocks_bodies {
            blocking.push(entity);
            crowd.push(mover.in_crowd(&input.for_mover(), seconds));
        }
    }
    let crowd = Crowd::new(&crowd);
    let mut blocked = blocking.iter().enumerate().peekable();
    for (_, entity) in order {
        let Ok((_, body, input, mut state, mut body_mover, mut transform)) = bodies.get_mut(entity) else {
            continue;
        };
        // Bodies that do not block others have an index without planes.
        let index = blocked
            .next_if(|(_, blocking)| **blocking == entity)
            .map_or(usize::MAX, |(index, _)| index);
        let separated = crowd.around(index, &assembly);
        let owner = |triangle| match separated.body(triangle) {
            Some(other) => blocking.get(other).map(|&entity| (entity, None)),
            None => gathered
                .owner(&assembly, triangle)
                .map(|(entity, tree)| (entity, Some(tree))),
        };
        let trees = Trees {
            nodes: &separated,
            planes: trees.planes,
            hulls: trees.hulls,
            environment: Some(&environment),
        };
        let mover = body_mover.prepare(body, transform.translation);
        let input = input.for_mover();
        let ticked = match &log {
            Some(log) => tick_body(
                mover,
                trees.with_nodes(&log.0.record(&separated)),
                &input,
                seconds,
            ),
            None => tick_body(mover, trees, &input, seconds),
        };
        *state = state_of(mover, &ticked.tick, &state, owner);
        body_mover.write(body.anchor, &mut transform);
        for happened in ticked.happened {
            if let Happened::PutBack { .. } = happened {
                body_mover.start_new_path();
            }
            announce(&mut announcer, entity, &happened, owner);
        }
    }
}

fn state_of<'a>(
    mover: &Mover,
    tick: &Tick,
    before: &BodyState,
    owner: impl Fn(TriangleId) -> Option<(Entity, Option<&'a BspTree>)>,
) -> BodyState {
    let contacts = tick.contacts.iter().filter_map(|contact| {
        let (collider, _) = owner(contact.triangle)?;
        Some(BodyContact {
            collider,
            face: contact.face,
            point: contact.point,
            normal: contact.normal,
            depth: contact.depth,
        })
    });
    BodyState {
        grounded: tick.grounded,
        crouched: tick.crouched,
        swimming: mover.is_swimming(),
        climbing: mover.is_climbing(),
        sliding: mover.is_sliding(),
        clear: tick.clear,
        velocity: tick.velocity,
        feet: tick.feet,
        center: tick.center,
        eye: tick.eye,
        contacts: contacts.collect(),
        // These values were set earlier in the tick, when the things moved.
        riding: before.riding,
        turned: before.turned,
        ticks: before.ticks + 1,
    }
}

fn announce<'a>(
    announcer: &mut Announcer,
    body: Entity,
    happened: &Happened,
    owner: impl Fn(TriangleId) -> Option<(Entity, Option<&'a BspTree>)>,
) {
    match *happened {
        Happened::Jumped => announcer.jumped(Jumped { body }),
        Happened::Landed { speed } => announcer.landed(Landed { body, speed }),
        Happened::SteppedUp { height } => announcer.stepped_up(SteppedUp { body, height }),
        Happened::SteppedDown { height } => announcer.stepped_down(SteppedDown { body, height }),
        Happened::HeadBlocked => announcer.head_blocked(HeadBlocked { body }),
        Happened::PutBack { reason } => announcer.put_back(PutBack {
            body,
            reason: reason.into(),
        }),
        Happened::Stopped { contact, obstruction } => {
            let Some((by, tree)) = owner(contact.triangle) else {
                return;
            };
            announcer.stopped(Stopped {
                body,
                by,
                face: contact.face,
                material: tree
                    .and_then(|tree| tree.material(contact.face))
                    .map(str::to_owned),
                surface: obstruction.surface.into(),
                part: obstruction.feature.into(),
                point: contact.point,
                normal: contact.normal,
            });
        }
    }
}
