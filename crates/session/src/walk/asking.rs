//! Quiz questions in films. A film stops before a step with a question and continues after the answer.

use bspwalk_explain::quiz::{PaintedTree, Question, before_division, before_painted, before_step};
use bspwalk_text::text;
use bspwalk_trees::node_storing::{DepthOrder, NodeId};

use super::{Session, quiz_state::AskedBy};
use crate::films::PainterFilm;

/// Maximum number of questions in one run of painter's order.
const MOST_OF_PAINTER: usize = 20;

impl Session {
    /// Returns whether a film asked the open question.
    #[must_use]
    pub fn is_asked_by_film(&self) -> bool {
        self.quiz.asked_by.is_some()
    }

    /// Returns whether the scene of the open question is drawn. The film of a query already shows it.
    #[must_use]
    pub fn draws_question(&self) -> bool {
        !matches!(self.quiz.asked_by, Some(AskedBy::Query(_)))
    }

    /// Toggles the questions of the current film. Returns whether a film is shown.
    pub(super) fn toggle_asking(&mut self) -> bool {
        let asks = match (self.films.playback(), &mut self.film) {
            (Some((film, _)), _) => {
                film.asks = !film.asks;
                film.asks
            }
            (None, Some(film)) => film.toggle_asking(),
            (None, None) => return false,
        };
        self.notice(if asks {
            text!("walk-film-asks")
        } else {
            text!("walk-film-asks-not")
        });
        true
    }

    /// Asks the question before the next step of a film. Closes the question if its film has moved on or is
    /// closed.
    pub(super) fn ask_of_films(&mut self) {
        if let Some(by) = self.quiz.asked_by
            && !self.stands_before(by)
        {
            self.end_quiz();
        }
        if self.quiz.game.is_open() {
            return;
        }
        let question = self
            .before_division()
            .or_else(|| self.before_step())
            .or_else(|| self.before_painted());
        if let Some((question, by)) = question {
            self.recall_answers();
            self.quiz.marked = 0;
            self.quiz.game.ask(question);
            self.quiz.asked_by = Some(by);
        }
    }

    fn stands_before(&self, by: AskedBy) -> bool {
        let query = &self.films.query;
        match by {
            AskedBy::Build => self.films.held_division().is_some(),
            AskedBy::Query(next) => query.open && !query.playing && query.step + 1 == next,
            AskedBy::Painter(painted) => self
                .film
                .is_some_and(|film| !film.running && film.painted() == painted),
        }
    }

    /// Continues the film at the step that the question was about.
    pub(super) fn go_on_after(&mut self, by: AskedBy) {
        match by {
            AskedBy::Build => self.films.release(true),
            AskedBy::Query(next) => (self.films.query.step, self.films.query.playing) = (next, true),
            AskedBy::Painter(_) => self.film.iter_mut().for_each(|film| film.running = true),
        }
    }

    /// Returns the seed of the next question, which changes with each answer.
    fn seed(&self) -> u64 {
        self.quiz.game.results.answered.len() as u64
    }

    fn before_division(&mut self) -> Option<(Question, AskedBy)> {
        let division = self.films.held_division()?;
        let seed = self.seed() ^ u64::from(division.node);
        let eyes = self.opened.level.spawn.eye.y;
        let question = before_division(&self.opened.tree, eyes, division, seed);
        if question.is_none() {
            self.films.release(true);
        }
        Some((question?, AskedBy::Build))
    }

    fn before_step(&mut self) -> Option<(Question, AskedBy)> {
        let query = &self.films.query;
        if !(query.open && query.asks && query.playing) {
            return None;
        }
        let next = query.step + 1;
        let film = self.films.recorded_query()?;
        let question = before_step(&self.opened.tree, film, next as usize)?;
        self.films.query.playing = false;
        Some((question, AskedBy::Query(next)))
    }

    fn before_painted(&mut self) -> Option<(Question, AskedBy)> {
        let film = self.film.filter(PainterFilm::asks)?;
        let (nodes, starts) = self.painted_nodes();
        let every = nodes.len().div_ceil(MOST_OF_PAINTER).max(1);
        let painted = film.comes_to(starts.iter().copied().step_by(every))?;
        let place = starts.binary_search(&painted).ok()?;
        let order = if self.picture.film_is_front_to_back {
            DepthOrder::FrontToBack
        } else {
            DepthOrder::BackToFront
        };
        let from = (self.camera().eye.as_vec3(), order);
        let tree = PaintedTree::Nodes(&self.opened.tree);
        let question = before_painted(tree, from, &nodes, place, self.seed() ^ place as u64);
        if let Some(film) = &mut self.film {
            film.was_asked_at(painted, question.is_some());
        }
        Some((question?, AskedBy::Painter(painted)))
    }

    /// Returns the nodes in the order of the painter's film, and the number of fragments painted before each.
    fn painted_nodes(&self) -> (Vec<NodeId>, Vec<u32>) {
        let (mut nodes, mut starts) = (Vec::new(), Vec::new());
        for (place, fragment) in (0..).zip(self.picture.fragments_of_film()) {
            let node = self.opened.tree.fragment(fragment).map(|fragment| fragment.node);
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

    use bspwalk_explain::quiz::{Answers, Given, Mark, Scene};

    use super::*;
    use crate::{
        actions::{Action, Front, Held},
        opened,
        overlays::OverlayKind,
        walk::Selected,
    };

    fn walk() -> (Session, Held) {
        let session = Session::new(opened::three_rooms(), Front::Terminal, true, None).unwrap();
        (session, Held::default())
    }

    /// Draws frames until a condition holds.
    fn until(session: &mut Session, keys: &mut Held, holds: impl Fn(&Session) -> bool) {
        while !holds(session) {
            session.draw([64, 48]);
            session.advance(Duration::from_millis(20), keys);
            thread::sleep(Duration::from_millis(1));
        }
        session.draw([64, 48]);
    }

    fn is_asking(session: &Session) -> bool {
        session.quiz().is_some_and(|quiz| quiz.asked().is_some())
    }

    /// Answers with the marked choice and continues.
    fn answer(session: &mut Session, keys: &mut Held) {
        session.handle(Action::AcceptOffer, keys);
        assert!(session.quiz().unwrap().given().is_some());
        session.handle(Action::AcceptOffer, keys);
        assert!(session.quiz().is_none(), "a film asks one question at a time");
    }

    #[test]
    fn the_painters_film_asks_what_comes_and_then_paints_it() {
        let (mut session, mut keys) = walk();
        session.draw([64, 48]);
        session.handle(Action::Overlay(OverlayKind::Painter.key()), &mut keys);
        session.handle(Action::ToggleQuiz, &mut keys);
        assert!(
            session.quiz().is_none() && session.film().is_some(),
            "the film asks"
        );
        for turn in 0..4 {
            until(&mut session, &mut keys, is_asking);
            let question = Arc::clone(session.quiz().unwrap().asked().unwrap());
            let (Answers::Choices(choices), Given::Choice(right)) = (&question.answers, question.right)
            else {
                panic!("{question:?}");
            };
            let Mark::Faces(next) = choices[right].mark else {
                panic!("{question:?}");
            };
            let Scene::Painter { last, .. } = question.scene else {
                panic!("{question:?}");
            };
            let painted = session.film().unwrap().painted();
            let at = session
                .film_at()
                .map_or(Mark::None, |(_, node)| Mark::Faces(node));
            assert_eq!(last, at, "what was painted last");
            assert_eq!(painted == 0, turn == 0);
            session.advance(Duration::from_secs(1), &mut keys);
            assert_eq!(session.film().unwrap().painted(), painted, "it stands");
            answer(&mut session, &mut keys);
            session.handle(Action::NextStep, &mut keys);
            session.draw([64, 48]);
            assert_eq!(session.film_at().map(|(_, node)| node), Some(next), "what comes");
            session.handle(Action::AcceptOffer, &mut keys);
        }
        // If the question is closed without an answer, the film stays paused until its key is pressed.
        until(&mut session, &mut keys, is_asking);
        session.handle(Action::ToggleQuiz, &mut keys);
        assert!(session.quiz().is_none() && !session.film().unwrap().running);
        session.handle(Action::AcceptOffer, &mut keys);
        until(&mut session, &mut keys, is_asking);
        // Closing the film closes the question.
        session.handle(Action::Overlay(OverlayKind::Painter.key()), &mut keys);
        until(&mut session, &mut keys, |session| session.quiz().is_none());
    }

    #[test]
    fn the_films_in_the_model_ask_before_they_go_on() {
        let (mut session, mut keys) = walk();
        session.handle(Action::ToggleBuildFilm, &mut keys);
        session.handle(Action::ToggleQuiz, &mut keys);
        until(&mut session, &mut keys, |session| {
            session.films().build.shown.is_some()
        });
        session.handle(Action::AcceptOffer, &mut keys);
        for _ in 0..3 {
            until(&mut session, &mut keys, is_asking);
            let question = Arc::clone(session.quiz().unwrap().asked().unwrap());
            let Scene::Division { node, .. } = question.scene else {
                panic!("{question:?}");
            };
            assert_ne!(session.films().build.node(), Some(node), "it is not shown yet");
            assert!(session.films().division().is_none(), "nor is another one");
            assert_eq!(session.shown_selection(), Selected::default());
            answer(&mut session, &mut keys);
            until(&mut session, &mut keys, |session| {
                session.films().build.node() == Some(node)
            });
        }
        session.handle(Action::ToggleQueryFilm, &mut keys);
        session.handle(Action::ToggleQuiz, &mut keys);
        until(&mut session, &mut keys, is_asking);
        let next = session.films().query.step + 1;
        assert!(!session.draws_question() && session.is_asked_by_film());
        answer(&mut session, &mut keys);
        assert_eq!(session.films().query.step, next);
        assert!(session.films().query.playing);
    }
}
