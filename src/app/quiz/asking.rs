//! Films that ask: each film stops before a step that has a quiz question, and continues after the answer.

use std::sync::Arc;

use bevy::prelude::*;
use bspwalk_explain::quiz::{
    PaintedTree, Question, before_depth, before_division, before_painted, before_step,
};
use bspwalk_session::overlays::OverlayKind;
use bspwalk_text::text;
use bspwalk_trees::node_storing::DepthOrder;

use super::{QuizState, state::AskedBy};
use crate::app::{
    build_film::HeldDivision,
    divisions::{self, Divisions},
    overlays::{PaintedUnits, Units},
    settings::Settings,
    shown::Shown,
    state::{BuildFilm, ModelView, OpenedLevel, Overlays, QueryPlayer, TreeId},
    worker::Job,
};

/// Maximum number of questions during one run of the painter's order.
const MOST_OF_PAINTER: usize = 20;

impl QuizState {
    /// Asks a question of a film, which is paused meanwhile.
    fn ask(&mut self, question: Question, settings: &Settings, film: AskedBy) {
        self.game.results = settings.quiz.clone();
        self.game.ask(question);
        self.number = 0;
        (self.is_film, self.asked_by) = (true, Some(film));
    }
}

/// Stops the query film before a step that has a question, and asks it.
pub(super) fn stop_film(
    (current, settings): (Shown<OpenedLevel>, Res<Settings>),
    (mut quiz, mut query): (ResMut<QuizState>, ResMut<QueryPlayer>),
) {
    if !(query.open && query.asks && query.playing) || quiz.game.is_open() {
        return;
    }
    let next = query.step + 1;
    let Some(film) = query.film(&current.tree) else {
        return;
    };
    let Some(question) = before_step(&current.tree, film, next as usize) else {
        return;
    };
    query.playing = false;
    quiz.ask(question, &settings, AskedBy::Query(next));
}

/// Asks about the division that the build film withholds. If there is no question, the film continues. Closes the
/// question if the film no longer withholds the division.
pub(super) fn ask_of_build(
    (current, settings): (Shown<OpenedLevel>, Res<Settings>),
    mut held: MessageReader<HeldDivision>,
    (mut quiz, mut build): (ResMut<QuizState>, ResMut<BuildFilm>),
) {
    if quiz.asked_by == Some(AskedBy::Build) && build.held.is_none() {
        quiz.quit();
    }
    let Some(HeldDivision(division)) = held.read().last() else {
        return;
    };
    let seed = u64::from(division.node) ^ settings.quiz.answered.len() as u64;
    let question = before_division(&current.tree, current.level.spawn.eye.y, division, seed);
    match question.filter(|_| !quiz.game.is_open()) {
        Some(question) => quiz.ask(question, &settings, AskedBy::Build),
        None => (build.held, build.playing) = (None, true),
    }
}

/// Tree, depth and seed.
type Asked = (TreeId, u32, u64);

/// Asks about a node before the division film shows its division. The film waits while a question is searched for.
/// Closes the question if another depth is shown.
pub(super) fn ask_of_division(
    (current, settings, divisions): (Shown<OpenedLevel>, Res<Settings>, Res<Divisions>),
    (mut quiz, mut view): (ResMut<QuizState>, ResMut<ModelView>),
    mut finding: Local<Job<Asked, Option<Question>>>,
) {
    let film = view.film;
    let (depth, next) = (film.shown(), film.shown() + 1);
    let is_open = view.shows_division() && film.can_ask();
    if let Some(AskedBy::Division(asked)) = quiz.asked_by
        && (!is_open || film.playing || asked != next)
    {
        quiz.quit();
    }
    if !(is_open && film.playing && film.waits()) || quiz.game.is_open() {
        return;
    }
    let seed = settings.quiz.answered.len() as u64;
    let (shown, replay) = (OpenedLevel::clone(&current), divisions.replay.clone());
    finding.request_cancellable((current.tree_id(), depth, seed), move |progress| {
        let eyes = shown.level.spawn.eye.y;
        let question = replay.ask(&shown.tree, &shown.level, progress, |replay| {
            before_depth(replay, eyes, depth, seed, progress)
        });
        Ok(divisions::found(question)?.flatten())
    });
    let Some(found) = finding.poll() else { return };
    // Allow the same question again.
    finding.cancel();
    match found {
        Ok(Some(question)) => {
            view.film.playing = false;
            quiz.ask(question, &settings, AskedBy::Division(next));
        }
        Ok(None) => view.film.settled = next,
        Err(failure) => {
            error!("{}", text!("quizcard-not-found", failure));
            view.film.settled = next;
        }
    }
}

/// Converts a fraction of `count` units to a number of units.
fn units_of(share: f32, count: usize) -> usize {
    (count as f32 * share.clamp(0.0, 1.0)).round() as usize
}

/// Paints the unit that was asked about and resumes the painter's order.
pub(super) fn paint(quiz: &mut QuizState, overlays: &mut Overlays, place: usize) {
    let (order, next) = &mut quiz.painted;
    let count = order.len();
    *next = place + count.div_ceil(MOST_OF_PAINTER).max(1);
    overlays.painter_share = (place + 1) as f32 / count.max(1) as f32;
    overlays.painter_plays = overlays.painter_share < 1.0;
}

/// Asks from time to time what is painted next while the painter's order plays. Closes the question if something else
/// is painted.
pub(super) fn ask_of_painter(
    (painted, settings): (Res<PaintedUnits>, Res<Settings>),
    (mut quiz, mut overlays): (ResMut<QuizState>, ResMut<Overlays>),
) {
    let order = &painted.order;
    let is_on = overlays.is_on(OverlayKind::Painter) && overlays.painter_asks;
    let shown = units_of(overlays.painter_share, order.len());
    let is_known = Arc::ptr_eq(&quiz.painted.0, order);
    if let Some(AskedBy::Painter(place)) = quiz.asked_by
        && (!is_known || !is_on || overlays.painter_plays || shown != place)
    {
        quiz.quit();
    }
    let (Some(units), true) = (&painted.tree, is_on && overlays.painter_plays) else {
        return;
    };
    if quiz.game.is_open() || order.is_empty() {
        return;
    }
    let every = order.len().div_ceil(MOST_OF_PAINTER);
    let is_before = shown + every < quiz.painted.1;
    if !is_known || is_before {
        quiz.painted = (Arc::clone(order), shown.next_multiple_of(every));
    }
    let place = quiz.painted.1;
    if shown < place {
        return;
    }
    let tree = match units {
        Units::Leaves(tree) => PaintedTree::Leaves(tree),
        Units::Nodes(tree) => PaintedTree::Nodes(tree),
    };
    let from = (painted.eye.as_vec3(), DepthOrder::BackToFront);
    let seed = place as u64 ^ settings.quiz.answered.len() as u64;
    quiz.painted.1 = place + every;
    if let Some(question) = before_painted(tree, from, order, place, seed) {
        overlays.painter_share = place as f32 / order.len() as f32;
        overlays.painter_plays = false;
        // A question closed without an answer is asked again.
        quiz.painted.1 = place;
        quiz.ask(question, &settings, AskedBy::Painter(place));
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use bspwalk_explain::quiz::{Mark, Scene};

    use super::*;
    use crate::app::overlays::test_trees;

    #[test]
    fn the_painters_order_stops_before_a_place_asks_and_goes_on() {
        let tree = test_trees::current().tree;
        let eye = tree.bounds().center();
        let order: Arc<[u32]> = tree
            .nodes_from(eye, DepthOrder::BackToFront)
            .filter(|&node| tree.node(node).is_some_and(|view| !view.fragments.is_empty()))
            .collect();
        let count = order.len();
        assert!(count > 3, "{count}");
        let mut overlays = Overlays::showing([OverlayKind::Painter]);
        (
            overlays.painter_asks,
            overlays.painter_plays,
            overlays.painter_share,
        ) = (true, true, 0.0);
        let mut world = World::new();
        world.insert_resource(overlays);
        world.insert_resource(PaintedUnits {
            tree: Some(Units::Nodes(tree)),
            eye,
            order: Arc::clone(&order),
        });
        world.init_resource::<Settings>();
        world.init_resource::<QuizState>();
        let run = |world: &mut World| world.run_system_once(ask_of_painter).expect("it runs");
        let mut places = Vec::new();
        // Jump far past the next question, as in a slow frame.
        for _ in 0..count {
            run(&mut world);
            let quiz = world.resource::<QuizState>();
            let Some(AskedBy::Painter(place)) = quiz.asked_by else {
                break;
            };
            places.push(place);
            let question = Arc::clone(quiz.game.asked().expect("it asks"));
            let Scene::Painter { last, .. } = question.scene else {
                panic!("{question:?}");
            };
            let before = place
                .checked_sub(1)
                .map_or(Mark::None, |last| Mark::Faces(order[last]));
            assert_eq!(last, before);
            let overlays = world.resource::<Overlays>();
            assert!(!overlays.painter_plays);
            assert_eq!(
                units_of(overlays.painter_share, count),
                place,
                "no more is painted"
            );
            // The order pauses until the question is answered.
            run(&mut world);
            assert!(world.resource::<QuizState>().game.is_open());
            world.resource_scope(|world, mut quiz: Mut<QuizState>| {
                paint(&mut quiz, &mut world.resource_mut::<Overlays>(), place);
                quiz.quit();
            });
            let mut overlays = world.resource_mut::<Overlays>();
            assert_eq!(units_of(overlays.painter_share, count), place + 1);
            overlays.painter_share = 1.0;
        }
        let every = count.div_ceil(MOST_OF_PAINTER);
        let wanted: Vec<usize> = (0..count - 1).step_by(every).collect();
        assert_eq!(places, wanted);
        // The question closes when something else is painted.
        let mut overlays = world.resource_mut::<Overlays>();
        (overlays.painter_share, overlays.painter_plays) = (0.0, true);
        run(&mut world);
        assert_eq!(world.resource::<QuizState>().asked_by, Some(AskedBy::Painter(0)));
        world.resource_mut::<Overlays>().painter_share = 1.0;
        run(&mut world);
        assert!(!world.resource::<QuizState>().game.is_open());
    }
}
