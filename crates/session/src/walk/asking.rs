//! Questions asked by films in a walk.

use bspwalk_explain::quiz::PaintedTree;
use bspwalk_text::text;
use bspwalk_trees::node_storing::DepthOrder;

use super::Session;
use crate::quiz::Painting;

impl Session {
    /// Turns questions on or off for the current film. Returns whether a film is shown.
    pub(super) fn toggle_asking(&mut self) -> bool {
        let painted = self.state.overlays.painted();
        let asks = match (self.state.playback(&self.opened.tree), painted) {
            (Some((film, _)), _) => &mut film.asks,
            (None, Some(painted)) => {
                // At the start, ask about the first node even if the film advances before it can ask.
                self.state.quiz.next_painted = (painted == 0).then_some(0);
                &mut self.state.overlays.painter_asks
            }
            (None, None) => return false,
        };
        *asks = !*asks;
        let text = if *asks {
            text!("walk-film-asks")
        } else {
            text!("walk-film-asks-not")
        };
        self.notice(text);
        true
    }

    /// Asks the question about the next step of a film, if there is one.
    pub(super) fn ask_about_next_film_step(&mut self) {
        self.state.ask_about_film(&self.opened);
        let at = self.state.asking_painter();
        let (units, starts) = at.map_or_else(Default::default, |_| self.painted_nodes());
        let order = if self.picture.film_is_front_to_back {
            DepthOrder::FrontToBack
        } else {
            DepthOrder::BackToFront
        };
        let from = (self.camera().eye.as_vec3(), order);
        let plays = self.state.overlays.painter_plays;
        self.state.ask_about_painting(at.map(|at| Painting {
            tree: PaintedTree::Nodes(&self.opened.tree),
            from,
            units: &units,
            starts: &starts,
            at,
            plays,
        }));
    }

    /// Returns the nodes in painting order, and the number of fragments painted before each node.
    fn painted_nodes(&self) -> (Vec<u32>, Vec<u32>) {
        let (mut nodes, mut starts) = (Vec::new(), Vec::new());
        for (place, fragment) in (0..).zip(self.picture.fragments_of_film()) {
            let node = self
                .opened
                .tree
                .fragment(fragment)
                .map(|fragment| fragment.node.0);
            if let Some(node) = node.filter(|node| nodes.last() != Some(node)) {
                nodes.push(node);
                starts.push(place);
            }
        }
        (nodes, starts)
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, thread, time::Duration};

    use bspwalk_explain::quiz::{Answers, Mark, QuizAnswer, Scene};

    use super::*;
    use crate::{
        actions::{Action, FrontEnd, HeldInput},
        overlays::OverlayKind,
        selection::Selected,
        walk::walk,
    };

    fn until(session: &mut Session, keys: &mut HeldInput, holds: impl Fn(&Session) -> bool) {
        while !holds(session) {
            session.draw([64, 48]);
            session.advance(Duration::from_millis(20), keys);
            thread::sleep(Duration::from_millis(1));
        }
        session.draw([64, 48]);
    }

    fn is_asking(session: &Session) -> bool {
        session
            .quiz()
            .is_some_and(|quiz| quiz.current_question().is_some())
    }

    fn answer(session: &mut Session, keys: &mut HeldInput) {
        session.handle(Action::AcceptOffer, keys);
        assert!(session.quiz().unwrap().current_answer().is_some());
        session.handle(Action::AcceptOffer, keys);
        assert!(session.quiz().is_none(), "a film asks one question at a time");
    }

    #[test]
    fn painter_film_asks_then_paints_the_answer() {
        let (mut session, mut keys) = walk(FrontEnd::Terminal);
        session.draw([64, 48]);
        session.handle(Action::Overlay(OverlayKind::Painter.key()), &mut keys);
        session.handle(Action::ToggleQuiz, &mut keys);
        assert!(session.quiz().is_none() && session.state.overlays.painter_asks);
        for turn in 0..4 {
            until(&mut session, &mut keys, is_asking);
            let question = Arc::clone(session.quiz().unwrap().current_question().unwrap());
            let (Answers::Choices(choices), QuizAnswer::Choice(right)) = (&question.answers, question.right)
            else {
                panic!("{question:?}");
            };
            let Mark::Faces(next) = choices[right].mark else {
                panic!("{question:?}");
            };
            let Scene::Painter { last, .. } = question.scene else {
                panic!("{question:?}");
            };
            let painted = session.state.overlays.painted();
            let at = session
                .last_painted_fragment()
                .map_or(Mark::None, |(_, node)| Mark::Faces(node));
            assert_eq!(last, at, "what was painted last");
            assert_eq!(painted == Some(0), turn == 0);
            session.advance(Duration::from_secs(1), &mut keys);
            assert_eq!(session.state.overlays.painted(), painted, "it stands");
            answer(&mut session, &mut keys);
            session.handle(Action::NextStep, &mut keys);
            session.draw([64, 48]);
            assert_eq!(
                session.last_painted_fragment().map(|(_, node)| node),
                Some(next),
                "what comes"
            );
            session.handle(Action::AcceptOffer, &mut keys);
        }
        // If the question is closed without an answer, the film stays paused until the user resumes it.
        until(&mut session, &mut keys, is_asking);
        session.handle(Action::ToggleQuiz, &mut keys);
        assert!(session.quiz().is_none() && !session.state.overlays.painter_plays);
        session.handle(Action::AcceptOffer, &mut keys);
        until(&mut session, &mut keys, is_asking);
        // Closing the film closes the question.
        session.handle(Action::Overlay(OverlayKind::Painter.key()), &mut keys);
        until(&mut session, &mut keys, |session| session.quiz().is_none());
    }

    #[test]
    fn build_and_query_films_ask_before_a_step() {
        let (mut session, mut keys) = walk(FrontEnd::Terminal);
        session.handle(Action::ToggleBuildFilm, &mut keys);
        session.handle(Action::ToggleQuiz, &mut keys);
        until(&mut session, &mut keys, |session| {
            session.state.build.shown.is_some()
        });
        session.handle(Action::AcceptOffer, &mut keys);
        for _ in 0..3 {
            until(&mut session, &mut keys, is_asking);
            let question = Arc::clone(session.quiz().unwrap().current_question().unwrap());
            let Scene::Division { node, .. } = question.scene else {
                panic!("{question:?}");
            };
            assert_ne!(session.state.build.node(), Some(node), "it is not shown yet");
            assert!(
                session.state.shown_division(&session.opened.tree).is_none(),
                "nor is another one"
            );
            assert_eq!(session.shown_selection(), Selected::default());
            answer(&mut session, &mut keys);
            until(&mut session, &mut keys, |session| {
                session.state.build.node() == Some(node)
            });
        }
        session.handle(Action::ToggleQueryFilm, &mut keys);
        session.handle(Action::ToggleQuiz, &mut keys);
        session.handle(Action::TogglePlaying, &mut keys);
        until(&mut session, &mut keys, is_asking);
        let next = session.state.query.step + 1;
        let quiz = session.quiz().unwrap();
        assert!(!quiz.is_scene_drawn() && quiz.asked_by().is_some());
        answer(&mut session, &mut keys);
        assert_eq!(session.state.query.step, next);
        assert!(session.state.query.playing);
    }
}
