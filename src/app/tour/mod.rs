//! The tour of half a minute: out of the eyes, the division of space as a film, the tree, and back to a wall that stops the
//! body.
//!
//! Any key or click ends it and does what it always does. What the tour has changed is then as it was before.

mod card;
mod timeline;
mod wall;

use std::time::Duration;

use bevy::{
    ecs::system::SystemParam,
    input::{InputSystems, keyboard::KeyboardFocusLost},
    prelude::*,
};
use bevy_egui::EguiPrimaryContextPass;

use self::timeline::{Act, Facts, Next, Seen, Timeline};
use super::{
    clock::TimeScale,
    hud::layout,
    input::{
        MoveIntent, SourcesChosen,
        controls::{Effect, Source, controls},
    },
    leaf_tree::ChosenLeaf,
    loading::Work,
    overlays::CurrentTreeStats,
    player::{drive::Playing, history::History, recording::Recording},
    replay::Replay,
    schedule::{AppState, AppSystems},
    settings::Settings,
    state::{
        BuildFilm, Command, CurrentLevel, Film, FilmTree, ModelView, Notice, Overlays, Player, Selection, Ui,
    },
    stop_reason::Explanation,
};

pub use self::timeline::Stage;

/// Lets the tour begin by itself at the very first start of the program.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Invitation;

/// The tour while it runs.
#[derive(Resource)]
pub struct Tour {
    timeline: Timeline,
    facts: Facts,
    walks: bool,
    is_stopped: bool,
    has_lost_focus: bool,
    /// The level and the tree when it began, by their revisions.
    of: [u64; 2],
    before: Before,
}

impl Tour {
    /// The stage that is shown.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.timeline.stage()
    }
}

/// What was there before the tour.
struct Before {
    view: ModelView,
    build_film: BuildFilm,
    overlays: Overlays,
    player: Player,
    history: History,
    selection: Selection,
    leaf: ChosenLeaf,
    time_scale: TimeScale,
    ui: Ui,
    explanation: Option<Explanation>,
}

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

/// What the tour changes.
#[derive(SystemParam)]
struct WorldAccess<'w, 's> {
    commands: Commands<'w, 's>,
    view: ResMut<'w, ModelView>,
    build_film: ResMut<'w, BuildFilm>,
    overlays: ResMut<'w, Overlays>,
    player: ResMut<'w, Player>,
    history: ResMut<'w, History>,
    selection: ResMut<'w, Selection>,
    leaf: ResMut<'w, ChosenLeaf>,
    time_scale: ResMut<'w, TimeScale>,
    ui: ResMut<'w, Ui>,
    explanation: Option<Res<'w, Explanation>>,
    current: Res<'w, CurrentLevel>,
}

/// Speeds at which the body goes ahead in the tour, in metres a second.
const WALK: [f32; 2] = [2.0, 5.0];

impl WorldAccess<'_, '_> {
    fn revisions(&self) -> [u64; 2] {
        [self.current.level_revision, self.current.revision]
    }

    /// Begins the tour.
    fn begin(&mut self) {
        let before = Before {
            view: self.view.clone(),
            build_film: self.build_film.clone(),
            overlays: self.overlays.clone(),
            player: self.player.clone(),
            history: self.history.clone(),
            selection: *self.selection,
            leaf: *self.leaf,
            time_scale: *self.time_scale,
            ui: *self.ui,
            explanation: self.explanation.as_deref().cloned(),
        };
        self.view.cut = None;
        self.build_film.open = false;
        self.view.film = Film::default();
        self.history.clear();
        *self.selection = Selection::default();
        self.leaf.0 = None;
        *self.time_scale = TimeScale::default();
        *self.ui = Ui {
            tour: true,
            ..Ui::default()
        };
        let player = &mut *self.player;
        player.speed = player.speed.clamp(WALK[0], WALK[1]);
        // After noclip the body comes to the eye.
        player.entered &= !player.noclip;
        player.noclip = false;
        self.commands.remove_resource::<Explanation>();
        let solid = self
            .current
            .level
            .triangles
            .iter()
            .filter(|triangle| triangle.solid);
        let mut tour = Tour {
            timeline: Timeline::new(),
            facts: Facts {
                nodes: self.current.tree.node_count(),
                faces: solid.count(),
                stop: None,
            },
            walks: false,
            is_stopped: false,
            has_lost_focus: false,
            of: self.revisions(),
            before,
        };
        for &act in tour.stage().acts() {
            self.act(act, &mut tour);
        }
        self.commands.insert_resource(tour);
    }

    /// Does what a stage asks for.
    fn act(&mut self, act: Act, tour: &mut Tour) {
        match act {
            Act::Look(view) => self.view.view = view,
            Act::Film(plays) => {
                self.view.film = Film {
                    tree: plays.then_some(FilmTree::Nodes),
                    depth: 0.0,
                    playing: plays,
                };
            }
            Act::Dock(open) => self.ui.dock = open,
            Act::Show(kind) => {
                let palette = tour.before.overlays.palette;
                *self.overlays = Overlays::showing(kind);
                self.overlays.palette = palette;
            }
            Act::TurnToWall => {
                let player = &mut *self.player;
                player.pitch = 0.0;
                let heading = wall::heading(&self.current.tree, player.position, player.yaw);
                player.yaw = heading.unwrap_or(player.yaw);
            }
            Act::Walk(walks) => tour.walks = walks,
            // Without a reason the question would be answered by a notice.
            Act::AskWhy if tour.is_stopped => {
                self.commands.write_message(Command::Why);
            }
            Act::AskWhy => {}
        }
    }

    /// Ends the tour: what it has changed is as it was before. In another level the body, the view and the selection are
    /// those of that level.
    fn end(&mut self, tour: &Tour) {
        let before = &tour.before;
        let [same_level, same_tree] = [0, 1].map(|i| self.revisions()[i] == tour.of[i]);
        // The camera flies back to where it was.
        let away = self.view.away;
        if same_level {
            *self.view = ModelView {
                away,
                ..before.view.clone()
            };
            *self.build_film = before.build_film.clone();
            *self.player = before.player.clone();
            *self.history = before.history.clone();
        } else {
            self.view.view = before.view.view;
            self.view.film = Film::default();
            (self.player.speed, self.player.noclip) = (before.player.speed, before.player.noclip);
        }
        self.commands.remove_resource::<Explanation>();
        if same_tree {
            *self.selection = before.selection;
            *self.leaf = before.leaf;
            if let Some(explanation) = before.explanation.clone() {
                self.commands.insert_resource(explanation);
            }
        }
        *self.overlays = before.overlays.clone();
        *self.time_scale = before.time_scale;
        *self.ui = Ui {
            tour: false,
            help: false,
            captured: before.ui.captured && !tour.has_lost_focus,
            pointer_on_panel: self.ui.pointer_on_panel,
            ..before.ui
        };
        self.commands.remove_resource::<Tour>();
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
        world.end(&tour);
        if tour.before.time_scale.paused {
            // No step is made in this frame, whose time passed before the pause was restored.
            time.advance_by(Duration::ZERO);
        }
    }
}

/// Holds the keys of the body.
fn drive(tour: Res<Tour>, mut intent: ResMut<MoveIntent>) {
    *intent = MoveIntent::default();
    if tour.walks {
        intent.held.direction = Vec3::NEG_Z;
    }
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
        world.end(&tour);
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
    *walked = if tour.walks { *walked + seconds } else { 0.0 };
    let ahead = (Quat::from_rotation_y(player.yaw) * Vec3::NEG_Z).dot(player.velocity);
    let is_slow = !player.contacts.is_empty() && ahead < SLOW * player.speed;
    if tour.walks {
        tour.is_stopped |= *walked > STARTED && is_slow;
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
        is_stopped: tour.is_stopped,
    };
    match tour.timeline.advance(seconds, seen) {
        Next::Same => {}
        Next::Stage(stage) => {
            for &act in stage.acts() {
                world.act(act, &mut tour);
            }
        }
        Next::End => world.end(&tour),
    }
}

/// Ends the tour with the program, so that the settings are those of the user.
fn end_with_program(mut exits: MessageReader<AppExit>, tour: Res<Tour>, mut world: WorldAccess) {
    if exits.read().count() > 0 {
        world.end(&tour);
    }
}
