//! Quiz: what happens next? The question is drawn in the model view and asked on a card. After the answer, a film shows
//! what happens.

mod asking;
mod card;
mod keys;
mod scene;
mod state;

use std::sync::Arc;

use bevy::{
    input::InputSystems,
    prelude::*,
    tasks::{IoTaskPool, block_on, poll_once},
};
use bevy_egui::EguiPrimaryContextPass;
use bspwalk_explain::quiz::{Kind, Scene};
use bspwalk_overlays::{quiz::drawing, quiz_view};
use bspwalk_session::{
    files,
    overlays::OverlayKind,
    view::{self, View},
};
use bspwalk_text::text;
use bspwalk_trees::node_storing::DivisionOrder;

pub use self::state::{AskQuiz, QuizState};
use self::state::{AskedBy, Before};
use super::{
    bindings::KeysHeard,
    hud::layout,
    input::KeysQueued,
    leaf_tree::LeafTreeState,
    overlays::PaintedUnits,
    schedule::{AppState, AppSystems},
    settings::Settings,
    shown::{Shown, ShownMut},
    state::{
        Act, Action, Aim, BuildFilm, Close, Closing, Framed, ModelView, Notice, OpenedLevel, Overlays,
        Player, QueryPlayer, Selection, Ui,
    },
};

/// Aspect ratio for framing questions.
const ASPECT: f32 = 16.0 / 9.0;

/// Asks questions and checks answers. Draws nothing.
pub(super) struct QuizPlugin;

impl Plugin for QuizPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<QuizState>()
            .init_resource::<PaintedUnits>()
            .add_message::<AskQuiz>()
            .add_systems(
                PreUpdate,
                keys::read
                    .after(InputSystems)
                    .after(KeysHeard)
                    .before(KeysQueued)
                    .run_if(in_state(AppState::InLevel)),
            )
            .add_systems(
                Update,
                (
                    (command, saved).chain().in_set(AppSystems::Command),
                    (
                        follow,
                        begin_film,
                        asking::stop_film,
                        asking::ask_of_build,
                        asking::ask_of_division,
                        asking::ask_of_painter,
                    )
                        .chain()
                        .after(AppSystems::LeafTree)
                        .before(AppSystems::Overlays),
                )
                    .run_if(in_state(AppState::InLevel)),
            );
    }
}

/// Draws the question in the level.
pub(super) struct QuizScenePlugin;

impl Plugin for QuizScenePlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            Update,
            scene::draw
                .in_set(AppSystems::Overlays)
                .run_if(in_state(AppState::InLevel)),
        );
    }
}

/// Draws the card of the question.
pub(super) struct QuizCardPlugin;

impl Plugin for QuizCardPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            EguiPrimaryContextPass,
            card::draw
                .run_if(in_state(AppState::InLevel).and_then(|quiz: Res<QuizState>| quiz.game.is_open()))
                .after(layout::Arranged)
                .after(AppSystems::Panel)
                .before(AppSystems::Hud),
        );
    }
}

/// Opens and closes the quiz, and handles answers.
fn command(
    (mut commands, mut asked, mut closes): (
        MessageReader<Act>,
        MessageReader<AskQuiz>,
        MessageReader<Closing>,
    ),
    (current, leaf_tree, body): (Shown<OpenedLevel>, Shown<LeafTreeState>, Shown<Player>),
    (mut view, mut ui, mut overlays): (ResMut<ModelView>, ResMut<Ui>, ResMut<Overlays>),
    (mut query, mut build, mut settings): (ResMut<QueryPlayer>, ResMut<BuildFilm>, ResMut<Settings>),
    (pointed, time): (Res<Aim>, Res<Time<Real>>),
    (mut quiz, mut selection): (ResMut<QuizState>, ShownMut<Selection>),
    mut later: Commands,
    mut notices: MessageWriter<Notice>,
) {
    let mut wanted: Vec<AskQuiz> = asked.read().copied().collect();
    let is_closed = closes.read().any(|close| *close == Close::Quiz);
    let closing = is_closed.then_some(Act(Action::ToggleQuiz));
    for &Act(command) in commands.read().chain(&closing) {
        match command {
            Action::ToggleQuiz if quiz.game.is_open() => {
                if let Some(before) = quiz.before.take() {
                    (*view, *overlays) = (before.view, before.overlays);
                    (*query, *build, **selection) = (before.query, before.build, before.selection);
                }
                build.held = None;
                quiz.quit();
            }
            Action::ToggleQuiz => {
                quiz.before = Some(Before {
                    view: view.clone(),
                    overlays: overlays.clone(),
                    query: query.clone(),
                    build: build.clone(),
                    selection: **selection,
                });
                quiz.game.results = settings.quiz.clone();
                // The start time seeds the questions, so that every round is different.
                let kinds = quiz.kinds.unwrap_or(&Kind::ALL);
                quiz.game.open(time.elapsed().as_nanos() as u64, kinds);
                (quiz.is_film, quiz.begins_at) = (false, None);
                (query.open, build.open, ui.captured) = (false, false, false);
                // A page over the level would hide the question.
                ui.page = None;
                show_alone(&mut overlays, &mut selection);
            }
            Action::AcceptOffer if quiz.game.given().is_some() => wanted.push(AskQuiz::Next),
            _ if quiz.game.is_open() && quiz.takes(command) => {
                if let Some(Aim { from, direction }) = view.aim_of(command, *pointed, &body) {
                    let trees = quiz.trees(&current, &leaf_tree);
                    wanted.extend(quiz.game.pointed(&trees, from, direction).map(AskQuiz::Answer));
                }
            }
            _ => {}
        }
    }
    for asked in wanted {
        match asked {
            AskQuiz::Answer(given) => {
                let level = current.level.name.clone();
                quiz.game.answer(&level, given);
                settings.quiz = quiz.game.kept();
            }
            AskQuiz::Next if quiz.asked_by.is_some() => {
                match quiz.asked_by {
                    Some(AskedBy::Query(step)) => (query.step, query.playing) = (step, true),
                    Some(AskedBy::Division(depth)) => {
                        (view.film.depth, view.film.playing) = (depth as f32, true);
                    }
                    Some(AskedBy::Painter(place)) => asking::paint(&mut quiz, &mut overlays, place),
                    _ => (build.held, build.playing) = (None, true),
                }
                quiz.quit();
            }
            AskQuiz::Next => {
                quiz.game.go_on();
                (query.open, build.open) = (false, false);
                show_alone(&mut overlays, &mut selection);
                (quiz.is_film, quiz.begins_at) = (false, None);
            }
            AskQuiz::Show => {
                if let Some(question) = quiz.game.asked().cloned() {
                    quiz.is_film = true;
                    match question.scene {
                        Scene::Query { query: shown, node } => {
                            query.begin(&shown);
                            query.from_eyes = false;
                            build.open = false;
                            quiz.begins_at = node;
                        }
                        Scene::Division { node, .. } => {
                            let depth = current.tree.node(node).map_or(0, |view| view.depth);
                            let step = DivisionOrder::new(&current.tree).step_of(node, depth);
                            *build = BuildFilm::at(true, step.unwrap_or(0));
                            query.open = false;
                        }
                        Scene::Painter { .. } => {}
                        Scene::Sight { from, to, .. } => {
                            for action in [Action::SightFrom(Some(from)), Action::SelectLeaf(to)] {
                                later.write_message(Act(action));
                            }
                            if !overlays.is_on(OverlayKind::Sight) {
                                later.write_message(Act(Action::Overlay(OverlayKind::Sight.key())));
                            }
                        }
                    }
                }
            }
            AskQuiz::Save if quiz.game.results.answered.is_empty() => {
                notices.write(Notice::info(text!("quizcard-none")));
            }
            AskQuiz::Save => {
                let csv = quiz.game.results.csv();
                let folder = files::folder();
                quiz.saving = Some(
                    IoTaskPool::get()
                        .spawn(async move { files::save(&folder, "quiz-answers", "csv", csv.as_bytes()) }),
                );
            }
        }
    }
}

/// Hides all overlays and clears the selection, because letters and colours have other meanings in a question.
fn show_alone(overlays: &mut Overlays, selection: &mut Selection) {
    *selection = Selection::default();
    let palette = overlays.palette;
    *overlays = Overlays::none();
    overlays.palette = palette;
}

/// Reports where the answers were saved.
fn saved(mut quiz: ResMut<QuizState>, mut notices: MessageWriter<Notice>) {
    let quiz = quiz.bypass_change_detection();
    let Some(result) = quiz.saving.as_mut().and_then(|task| block_on(poll_once(task))) else {
        return;
    };
    quiz.saving = None;
    notices.write(match result {
        Ok(path) => Notice::info(text!("quizcard-saved", file = path.display())),
        Err(problem) => Notice::error(text!("quizcard-not-saved", problem)),
    });
}

/// Generates questions and turns the view to a new one.
fn follow(
    (current, leaf_tree): (Shown<OpenedLevel>, Shown<LeafTreeState>),
    mut view: ResMut<ModelView>,
    mut quiz: ResMut<QuizState>,
) {
    if !quiz.game.is_open() || quiz.asked_by.is_some() {
        return;
    }
    let quiz = quiz.bypass_change_detection();
    let trees = quiz.trees(&current, &leaf_tree);
    quiz.game.follow(&trees);
    let Some(question) = quiz.game.asked().cloned() else {
        quiz.drawn = None;
        return;
    };
    let drawn = quiz.drawn.replace(Arc::clone(&question));
    if drawn.is_some_and(|drawn| Arc::ptr_eq(&drawn, &question)) {
        return;
    }
    quiz.number = 0;
    let drawing = drawing(&question, &trees, false, Default::default());
    let Some((orbit, cut, bounds)) = quiz_view::view(&question, &trees, &drawing, ASPECT) else {
        return;
    };
    **view = view::ModelView {
        view: View::Model,
        orbit: Some(orbit),
        framed: Some(Framed { bounds, orbit }),
        cut: Some(cut),
        away: view.away,
        ..default()
    };
}

/// Starts the query film at the node of the question.
fn begin_film(mut quiz: ResMut<QuizState>, mut query: ResMut<QueryPlayer>, current: Shown<OpenedLevel>) {
    let Some(node) = quiz.begins_at else { return };
    let Some(film) = query.film(&current.tree) else {
        return;
    };
    let at = film.steps().position(
        |step| matches!(step, bspwalk_explain::films::Step::Visit { node: visited, .. } if *visited == node),
    );
    query.step = at.unwrap_or(0) as u32;
    quiz.begins_at = None;
}
