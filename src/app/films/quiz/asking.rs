//! Questions asked by films. A film stops before a step that has a question, and continues after the answer.

use bevy::prelude::*;
use bspwalk_explain::quiz::{PaintedTree, Question, before_depth};
use bspwalk_session::quiz::{AskedBy, Painting};
use bspwalk_text::text;
use bspwalk_trees::node_storing::DepthOrder;

use crate::app::paint::overlays::{PaintedUnits, Units};
use crate::app::{host::prelude::*, level::divisions};

/// Asks the questions of the build film, the query film and painter's order.
pub(super) fn ask(
    current: Shown<OpenedLevel>,
    painted: Res<PaintedUnits>,
    mut program: ResMut<ProgramState>,
) {
    let state = &mut program.0;
    state.ask_about_film(&current);
    let (at, plays) = (state.asking_painter(), state.overlays.painter_plays);
    let units = painted.tree.as_ref().zip(at);
    // Each step of the film paints one unit.
    let starts: Vec<u32> = units.map_or_else(Vec::new, |_| (0..painted.order.len() as u32).collect());
    state.ask_about_painting(units.map(|(units, at)| Painting {
        tree: match units {
            Units::Leaves(tree) => PaintedTree::Leaves(tree),
            Units::Nodes(tree) => PaintedTree::Nodes(tree),
        },
        from: (painted.eye.as_vec3(), DepthOrder::BackToFront),
        units: &painted.order,
        starts: &starts,
        at,
        plays,
    }));
}

/// Inputs that determine a question: the tree, the depth and the seed.
type QuestionKey = (TreeId, u32, u64);

/// Asks about a node before the division film shows how the node divides. The film waits while a question is being
/// searched for. Closes the question if a different depth is shown.
pub(super) fn ask_of_division(
    current: Shown<OpenedLevel>,
    mut program: ResMut<ProgramState>,
    mut finding: Local<Job<QuestionKey, Option<Question>>>,
) {
    let state = &mut program.0;
    let (quiz, film) = (&mut state.quiz, state.view.film);
    let (depth, next) = (film.shown(), film.shown() + 1);
    let is_open = state.view.shows_division() && film.can_ask();
    if let Some(AskedBy::Division(asked)) = quiz.asked_by()
        && (!is_open || film.playing || asked != next)
    {
        quiz.close();
    }
    if !(is_open && film.playing && film.is_waiting_for_question()) || quiz.is_open() {
        return;
    }
    let seed = quiz.film_seed();
    let (shown, replay) = (OpenedLevel::clone(&current), state.divisions.replay.clone());
    finding.request_cancellable((current.tree_id(), depth, seed), move |progress| {
        let eyes = shown.level.spawn.eye.y;
        let question = replay.ask(&shown.tree, &shown.level, progress, |replay| {
            before_depth(replay, eyes, depth, seed, progress)
        });
        Ok(divisions::ok_or_log_replay_error(question)?.flatten())
    });
    let Some(found) = finding.poll() else { return };
    // Allow the same question to be asked again.
    finding.cancel();
    match found {
        Ok(Some(question)) => {
            state.view.film.playing = false;
            quiz.ask(question, AskedBy::Division(next));
        }
        Ok(None) => state.view.film.settled = next,
        Err(failure) => {
            error!("{}", text!("quizcard-not-found", failure));
            state.view.film.settled = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use bspwalk_session::overlays::{OverlayKind, Overlays};

    use super::*;
    use crate::app::paint::overlays::test_trees;

    #[test]
    fn painters_order_pauses_at_the_unit_in_question() {
        let shown = test_trees::shown();
        let tree = test_trees::current().tree.clone();
        let eye = tree.bounds().center();
        let order = tree.nodes_from(eye, DepthOrder::BackToFront);
        let order: std::sync::Arc<[u32]> = order.map(|node| node.0).collect();
        let mut program = ProgramState::default();
        let overlays = &mut program.overlays;
        *overlays = Overlays::showing([OverlayKind::Painter]);
        (overlays.painter_asks, overlays.painter_plays) = (true, true);
        (overlays.painter_share, overlays.painter_count) = (0.0, order.len() as u32);
        let mut world = World::new();
        world.spawn(shown);
        world.insert_resource(program);
        world.insert_resource(PaintedUnits {
            tree: Some(Units::Nodes(tree)),
            eye,
            order,
        });
        let mut asked = Vec::new();
        for _ in 0..2 {
            world.run_system_once(ask).expect("it runs");
            let state = &mut world.resource_mut::<ProgramState>().into_inner().0;
            let painted = state.overlays.painted().expect("it is shown");
            assert!(!state.overlays.painter_plays);
            assert_eq!(state.quiz.asked_by(), Some(AskedBy::Painter(painted)));
            let _ = state
                .quiz
                .close_and_resume_film(&mut state.build, &mut state.query);
            asked.push(painted);
            let overlays = &mut state.overlays;
            (overlays.painter_share, overlays.painter_plays) = (0.5, true);
        }
        assert!(asked[0] == 0 && asked[1] > 0, "{asked:?}");
    }
}
