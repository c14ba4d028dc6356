//! The tour of half a minute: out of the eyes, the division of space as a film, the tree, and back to a wall that stops the
//! body.
//!
//! Any key or click ends it and does what it always does. What the tour has changed is then as it was before. A tour that
//! has come to a wall lets go there, with the plane that stopped the body selected.

mod card;
mod running;
mod timeline;
mod wall;

use std::time::Duration;

use bevy::{
    input::{InputSystems, keyboard::KeyboardFocusLost},
    prelude::*,
};
use bevy_egui::EguiPrimaryContextPass;

use self::{
    running::{Ending, WorldAccess},
    timeline::{Next, Seen},
};
use super::{
    hud::layout,
    input::{
        MoveIntent, SourcesChosen,
        controls::{Effect, Source, controls},
    },
    loading::Work,
    overlays::CurrentTreeStats,
    player::{drive::Playing, recording::Recording},
    replay::Replay,
    schedule::{AppState, AppSystems},
    settings::Settings,
    state::{Command, Notice},
};

pub use self::{running::Tour, timeline::Stage};

/// Lets the tour begin by itself at the very first start of the program.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Invitation;

/// Runs the tour.
pub(super) struct TourPlugin;

impl Plugin for TourPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            PreUpdate,
            (
                skip.after(InputSystems)
                    .before(SourcesChosen)
                    .run_if(resource_exists::<Tour>),
                drive
                    .after(AppSystems::Input)
                    .before(AppSystems::Settle)
                    .run_if(resource_exists::<Tour>),
            ),
        )
        .add_systems(
            Update,
            (ask, invite, go_on.run_if(resource_exists::<Tour>))
                .chain()
                .in_set(AppSystems::Command)
                .run_if(in_state(AppState::InLevel)),
        )
        .add_systems(
            Last,
            end_with_program
                .before(AppSystems::Save)
                .run_if(resource_exists::<Tour>),
        );
    }
}

/// Draws the captions of the tour.
pub(super) struct TourCardPlugin;

impl Plugin for TourCardPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            EguiPrimaryContextPass,
            card::draw
                .after(layout::Arranged)
                .in_set(AppSystems::Hud)
                .run_if(resource_exists::<Tour>),
        );
    }
}

/// Whether a key starts and ends the tour.
fn is_own(key: KeyCode) -> bool {
    let mut own = controls().filter(|control| control.effect == Effect::Send(Command::Tour));
    own.any(|control| control.sources.contains(&Source::Key(key)))
}

/// Ends the tour with any key or button, before that does what it always does.
fn skip(
    keys: Res<ButtonInput<KeyCode>>,
    buttons: Res<ButtonInput<MouseButton>>,
    mut lost: MessageReader<KeyboardFocusLost>,
    mut time: ResMut<Time<Virtual>>,
    mut tour: ResMut<Tour>,
    mut world: WorldAccess,
) {
    tour.has_lost_focus |= lost.read().count() > 0;
    let key = keys.get_just_pressed().any(|&key| !is_own(key));
    if key || buttons.get_just_pressed().next().is_some() {
        world.end(&tour, Ending::IsSkipped);
        if tour.before.time_scale.paused {
            // No step is made in this frame, whose time passed before the pause was restored.
            time.advance_by(Duration::ZERO);
        }
    }
}

/// Holds the keys of the body.
fn drive(tour: Res<Tour>, mut intent: ResMut<MoveIntent>) {
    *intent = MoveIntent::default();
    intent.held.direction = tour.walks;
}

/// Begins the tour on its command, or ends it.
fn ask(
    mut messages: MessageReader<Command>,
    tour: Option<Res<Tour>>,
    (replay, playing, recording): (Option<Res<Replay>>, Option<Res<Playing>>, Res<Recording>),
    mut settings: ResMut<Settings>,
    mut notices: MessageWriter<Notice>,
    mut world: WorldAccess,
) {
    if messages.read().filter(|sent| **sent == Command::Tour).count() % 2 == 0 {
        return;
    }
    if let Some(tour) = tour {
        world.end(&tour, Ending::IsSkipped);
    } else if replay.is_some() || playing.is_some() || recording.is_on() {
        notices.write(Notice::info(
            "The tour can begin when no replay, script or recording is running.",
        ));
    } else {
        settings.tour_seen = true;
        world.begin();
    }
}

/// Seconds in the first level before the tour begins by itself.
const WAIT: f32 = 1.5;

/// Begins the tour by itself at the very first start, unless the user has already pressed something.
fn invite(
    mut commands: Commands,
    invitation: Option<Res<Invitation>>,
    (time, work): (Res<Time<Real>>, Res<Work>),
    (keys, buttons): (Res<ButtonInput<KeyCode>>, Res<ButtonInput<MouseButton>>),
    settings: Res<Settings>,
    mut messages: MessageWriter<Command>,
    mut waited: Local<f32>,
) {
    if invitation.is_none() {
        return;
    }
    let is_busy = keys.get_just_pressed().next().is_some() || buttons.get_just_pressed().next().is_some();
    if settings.tour_seen || is_busy {
        commands.remove_resource::<Invitation>();
        return;
    }
    if work.status().is_some() {
        return;
    }
    *waited += time.delta_secs().min(LONGEST);
    if *waited >= WAIT {
        commands.remove_resource::<Invitation>();
        messages.write(Command::Tour);
    }
}

/// A frame counts as at most so many seconds, so that one that takes long does not pass a stage unseen.
const LONGEST: f32 = 0.25;

/// The body is stopped where it is slower than this share of its speed, after so many seconds on its way.
const SLOW: f32 = 0.4;
const STARTED: f32 = 0.5;

/// How far the body steps back from what stopped it, in metres, to where that can be seen.
const CLEARANCE: f32 = 2.4;

/// Lets the tour go on.
fn go_on(
    time: Res<Time<Real>>,
    stats: Option<Res<CurrentTreeStats>>,
    mut tour: ResMut<Tour>,
    mut world: WorldAccess,
    mut walked: Local<f32>,
) {
    let seconds = time.delta_secs().min(LONGEST);
    let player = &world.player;
    let is_ahead = tour.walks == Vec3::NEG_Z;
    *walked = if is_ahead { *walked + seconds } else { 0.0 };
    let ahead = (Quat::from_rotation_y(player.yaw) * Vec3::NEG_Z).dot(player.velocity);
    let is_slow = !player.contacts.is_empty() && ahead < SLOW * player.speed;
    if is_ahead && tour.stopped.is_none() && *walked > STARTED && is_slow {
        tour.stopped = Some(player.position);
    }
    if tour.stage() == Stage::Stop {
        let is_near = |at: Vec3| at.distance(player.position) < CLEARANCE;
        // The reason is known before the body goes.
        let steps_back = world.explanation.is_some() && tour.stopped.is_some_and(is_near);
        tour.walks = if steps_back { Vec3::Z } else { Vec3::ZERO };
    }
    let shown = world.view.film.shown();
    let film_has_ended = stats.is_some_and(|stats| shown > stats.stats.deepest());
    if film_has_ended && world.view.film.playing {
        world.view.film.playing = false;
    }
    if let Some(reason) = world.explanation.as_ref().and_then(|known| known.reasons.first()) {
        tour.facts.stop = Some((
            reason.node,
            reason.depth,
            reason.obstruction.surface.name().to_owned(),
        ));
    }
    let seen = Seen {
        film_has_ended,
        is_stopped: tour.stopped.is_some(),
    };
    match tour.timeline.advance(seconds, seen) {
        Next::Same => {}
        Next::Stage(stage) => {
            for &act in stage.acts() {
                world.act(act, &mut tour);
            }
        }
        Next::End => world.end(&tour, Ending::LetsGo),
    }
}

/// Ends the tour with the program, so that the settings are those of the user.
fn end_with_program(mut exits: MessageReader<AppExit>, tour: Res<Tour>, mut world: WorldAccess) {
    if exits.read().count() > 0 {
        world.end(&tour, Ending::IsSkipped);
    }
}
