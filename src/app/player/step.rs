//! A fixed step of the eye alone in noclip and during a replay, else of the body. The body's mover is lent to the plugin, whose systems
//! move the doors and lifts first and then the body.

use bevy::prelude::*;
use bevy_bspwalk::{
    Anchor, BodyInput, BodyMover, BspColliders, BspwalkSystems, Interpolation, KinematicBody,
};
use bspwalk_session::{
    actions::Front,
    body::{Driver, Ready, SCRIPT_ENDED, Stepped, event_words},
    moving::{Taken, tell_once},
    overlays::OverlayKind,
};
use bspwalk_text::text;
use bspwalk_trees::collision::mover::{Event, Mover};

use super::{playing::Playing, recording::Recording};
use crate::app::{
    bindings::Bindings,
    input::{KeyLabels, MoveIntent},
    leaf_tree::LeafTreeState,
    replay::Replay,
    schedule::AppSystems,
    shown::{Shown, ShownMut},
    state::{Notice, OpenedLevel, Overlays, Player, Selection},
    stop_reason::Explanation,
};

pub(super) fn plugin(app: &mut App) {
    let plugin = (
        BspwalkSystems::Mechanisms,
        BspwalkSystems::Things,
        BspwalkSystems::Bodies,
    );
    app.init_resource::<Step>()
        .add_systems(Startup, spawn)
        .configure_sets(
            FixedUpdate,
            plugin.in_set(AppSystems::Step).distributive_run_if(passes),
        )
        .add_systems(
            FixedUpdate,
            (
                ready.before(BspwalkSystems::Mechanisms),
                note.after(BspwalkSystems::Things).before(BspwalkSystems::Bodies),
                finish.after(BspwalkSystems::Bodies),
            )
                .in_set(AppSystems::Step),
        );
}

/// The body of the plugin.
#[derive(Component)]
struct Walker;

/// A step that is being made.
#[derive(Resource, Default)]
struct Step {
    /// Whether time passes for what moves.
    passes: bool,
    /// What goes into the mover, where the body takes part.
    ready: Option<Ready>,
    /// The mover before its tick, once the things have moved.
    before: Option<Mover>,
    stepped: Stepped,
    /// Whether the body was in the way of something in the last step.
    is_in_the_way: bool,
}

fn passes(step: Res<Step>) -> bool {
    step.passes
}

fn spawn(mut commands: Commands) {
    let body = KinematicBody {
        anchor: Anchor::Eye,
        active: false,
        ..default()
    };
    commands.spawn((Walker, body, Interpolation::off()));
}

/// Brings the body to the eye, and lends its mover.
fn ready(
    (current, leaf_tree, overlays): (Shown<OpenedLevel>, Shown<LeafTreeState>, Res<Overlays>),
    (mut player, mut intent): (ShownMut<Player>, ResMut<MoveIntent>),
    (mut playing, mut recording): (Option<ResMut<Playing>>, ResMut<Recording>),
    replay: Option<Res<Replay>>,
    colliders: BspColliders,
    walker: Single<(&mut KinematicBody, &mut BodyMover, &mut BodyInput, &mut Transform), With<Walker>>,
    mut step: ResMut<Step>,
    mut notices: MessageWriter<Notice>,
) {
    let (mut body, mut lent, mut input, mut transform) = walker.into_inner();
    let step = &mut *step;
    *step = Step {
        is_in_the_way: step.is_in_the_way,
        ..default()
    };
    body.active = false;
    let keys = intent.take();
    if replay.is_some() {
        player.drift(keys);
        return;
    }
    // A script that was recorded with planes waits until there are planes.
    let waits = player.method.needs_leaves() && leaf_tree.planes(&current).is_none() && !leaf_tree.is_done();
    if playing.is_some() && waits {
        player.previous = player.position;
        return;
    }
    if playing.is_some() && recording.is_on() {
        notices.write(Notice::info(text!("script-another")));
        recording.end(false, &mut notices);
    }
    if player.noclip {
        player.drift(keys);
        step.passes = true;
        return;
    }
    let driver = Driver {
        keys,
        playing: playing.as_mut().map(|playing| &mut playing.0),
        draft: recording.bypass_change_detection().draft(),
        observes: overlays.is_on(OverlayKind::Collision),
    };
    let ready = colliders.ask(|trees| player.ready(trees, driver, &mut step.stepped));
    let Some(ready) = ready.flatten() else {
        player.previous = player.position;
        return;
    };
    step.passes = true;
    step.ready = Some(ready);
    body.active = true;
    transform.rotation = player.rotation();
    *input = BodyInput {
        desired: ready.input.desired,
        jump: ready.input.jump,
        crouch: ready.input.crouch,
        fast: ready.input.fast,
        use_: ready.uses,
        ..default()
    };
    lent.observe(ready.observes);
    lent.lend(player.mover.clone(), player.path, &mut body, &mut transform);
}

/// The mover before its tick, for the history of the path.
fn note(walker: Single<&BodyMover, With<Walker>>, mut step: ResMut<Step>) {
    step.before = walker.mover().cloned();
}

/// Takes the mover back, and tells what happened.
fn finish(
    mut commands: Commands,
    current: Shown<OpenedLevel>,
    mut player: ShownMut<Player>,
    (bindings, labels): (Res<Bindings>, Res<KeyLabels>),
    mut walker: Single<&mut BodyMover, With<Walker>>,
    mut step: ResMut<Step>,
    mut explanation: Option<ResMut<Explanation>>,
    mut selection: ShownMut<Selection>,
    mut notices: MessageWriter<Notice>,
) {
    let step = &mut *step;
    let mut stepped = std::mem::take(&mut step.stepped);
    if let (Some(ready), Some(before)) = (step.ready.take(), step.before.take())
        && let Some((mover, ticked)) = walker.give_back()
    {
        let mut taken = Taken {
            events: ticked.moved,
            turn: ticked.turn,
        };
        tell_once(&mut taken.events, &mut step.is_in_the_way);
        player.mover = mover;
        player.ride(&taken, &mut stepped);
        player.finish((before, ready.input), ticked.tick, ticked.visited, &mut stepped);
    }
    for event in stepped.events {
        if let Some(text) = event_words(
            event,
            bindings.0.names_for(Front::Window, true).with_pad(labels.pad()),
        ) {
            let error = event == Event::Stuck;
            notices.write(Notice { text, error });
        }
    }
    if stepped.has_ended {
        commands.remove_resource::<Playing>();
        notices.write(Notice::info(SCRIPT_ENDED));
    }
    if stepped.has_moved
        && let Some(explanation) = &mut explanation
        && explanation.follow(&current.tree, &current.level, &player)
        && let Some(first) = explanation.selection()
    {
        selection.set_if_neq(first);
    }
}
