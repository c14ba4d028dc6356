//! Questions that films ask. A film pauses before a step that has a question.

use std::sync::Arc;

use bspwalk_explain::quiz::{Question, before_division, before_painted, before_step};
use bspwalk_trees::{NodeTree, node_storing::Division};

use super::{AskedBy, Painting, QuizState};
use crate::films::{BuildFilm, QueryPlayer};

/// Maximum number of questions in one playback of painter's order.
const MOST_OF_PAINTER: usize = 20;

impl QuizState {
    /// Asks a single question before a film's next step. The front end pauses the film.
    pub fn ask(&mut self, question: Question, by: AskedBy) {
        self.open(self.seed, &[]);
        self.is_exhausted = true;
        self.asked = Some(Arc::new(question));
        self.asked_by = Some(by);
    }

    /// Returns the seed of a film's next question, which changes with each answer.
    pub fn film_seed(&self) -> u64 {
        self.results.answered.len() as u64
    }

    /// If a query film is playing, asks about its next step and pauses the film. Closes the question if the film has
    /// advanced past it.
    pub(crate) fn ask_about_query_step(&mut self, tree: &Arc<NodeTree>, query: &mut QueryPlayer) {
        let next = query.step + 1;
        if let Some(AskedBy::Query(asked)) = self.asked_by
            && (asked != next || query.playing || !query.open)
        {
            self.close();
        }
        if self.is_open || !(query.open && query.asks && query.playing) {
            return;
        }
        let film = query.film(tree);
        if let Some(question) = film.and_then(|film| before_step(tree, film, next as usize)) {
            query.playing = false;
            self.ask(question, AskedBy::Query(next));
        }
    }

    /// Asks about the division that the build film withholds. If there is no question about it, releases the division.
    /// Closes the question if the film no longer withholds the division.
    ///
    /// `eyes` is the height of the eye at the spawn, in metres.
    pub(crate) fn ask_about_withheld_division(
        &mut self,
        tree: &NodeTree,
        eyes: f64,
        build: &mut BuildFilm,
        withheld: Option<&Division>,
    ) {
        if self.asked_by == Some(AskedBy::Build) {
            if !build.open || build.held.is_none() {
                self.close();
            }
            return;
        }
        let Some(division) = withheld else { return };
        let seed = self.film_seed() ^ u64::from(division.node);
        let question = before_division(tree, eyes, division, seed);
        match question.filter(|_| !self.is_open) {
            Some(question) => self.ask(question, AskedBy::Build),
            None => build.release_division(true),
        }
    }

    /// While a film of painter's order plays, asks at regular intervals which unit is painted next. Closes the question
    /// if the film has advanced past it. `painting` is `None` if no film of painter's order asks questions.
    ///
    /// If it asks a question, returns the position at which the film must pause.
    #[must_use]
    pub(crate) fn ask_about_next_painted(&mut self, painting: Option<Painting<'_>>) -> Option<u32> {
        if let Some(AskedBy::Painter(asked)) = self.asked_by
            && painting.is_none_or(|painting| painting.plays || painting.at != asked)
        {
            self.close();
        }
        let Some(painting) = painting else {
            self.next_painted = None;
            return None;
        };
        let Painting {
            units, starts, at, ..
        } = painting;
        if self.is_open || !painting.plays {
            return None;
        }
        let every = units.len().div_ceil(MOST_OF_PAINTER).max(1);
        let begun = starts.partition_point(|&start| start < at);
        // After seeking back, ask the film's questions again.
        let next = self.next_painted.filter(|&next| begun + every >= next);
        let next = next.unwrap_or(begun).next_multiple_of(every);
        self.next_painted = Some(next);
        let position = *starts.get(next).filter(|&&start| start <= at)?;
        let seed = self.film_seed() ^ next as u64;
        let Some(question) = before_painted(painting.tree, painting.from, units, next, seed) else {
            self.next_painted = Some(next + 1);
            return None;
        };
        self.ask(question, AskedBy::Painter(position));
        Some(position)
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_explain::quiz::{Mark, PaintedTree, Scene};
    use bspwalk_testing::small_trees;
    use bspwalk_trees::NodeId;
    use bspwalk_trees::node_storing::DepthOrder;

    use super::*;

    /// A film of painter's order in which each unit takes two steps.
    struct Film {
        tree: NodeTree,
        order: Vec<u32>,
        starts: Vec<u32>,
        at: u32,
        plays: bool,
    }

    impl Film {
        fn new() -> Self {
            let (tree, _) = small_trees::room();
            let has_faces = |&node: &NodeId| tree.node(node).is_some_and(|view| !view.fragments.is_empty());
            let order = tree.nodes_from(tree.bounds().center(), DepthOrder::BackToFront);
            let order: Vec<u32> = order.filter(has_faces).map(|node| node.0).collect();
            assert!(order.len() > 3, "{order:?}");
            let starts = (0..order.len() as u32).map(|place| 2 * place).collect();
            Self {
                tree,
                order,
                starts,
                at: 0,
                plays: true,
            }
        }

        fn follow(&mut self, quiz: &mut QuizState) {
            let position = quiz.ask_about_next_painted(Some(Painting {
                tree: PaintedTree::Nodes(&self.tree),
                from: (self.tree.bounds().center().as_vec3(), DepthOrder::BackToFront),
                units: &self.order,
                starts: &self.starts,
                at: self.at,
                plays: self.plays,
            }));
            if let Some(position) = position {
                (self.at, self.plays) = (position, false);
            }
        }
    }

    fn answer(quiz: &mut QuizState, film: &mut Film) {
        let right = quiz.current_question().expect("it asks").right;
        quiz.answer("room", right);
        let by = quiz.close_and_resume_film(&mut BuildFilm::default(), &mut QueryPlayer::default());
        assert!(matches!(by, Some(AskedBy::Painter(_))) && !quiz.is_open());
        film.plays = true;
    }

    #[test]
    fn painter_order_asks_at_regular_intervals() {
        let (mut quiz, mut film) = (QuizState::default(), Film::new());
        let every = film.order.len().div_ceil(MOST_OF_PAINTER);
        // There is no question about the last unit, because only one choice would remain.
        for place in (0..film.order.len() - 1).step_by(every) {
            film.follow(&mut quiz);
            let question = Arc::clone(quiz.current_question().expect("it asks"));
            let Scene::Painter { last, .. } = question.scene else {
                panic!("{question:?}");
            };
            let before = place
                .checked_sub(1)
                .map_or(Mark::None, |last| Mark::Faces(NodeId(film.order[last])));
            assert_eq!(last, before);
            assert_eq!(film.at, film.starts[place], "no more is painted");
            film.follow(&mut quiz);
            assert!(quiz.is_open() && !film.plays, "it waits for the answer");
            answer(&mut quiz, &mut film);
            film.follow(&mut quiz);
            assert!(!quiz.is_open(), "it asks once at a place");
            // Jump past the next question, as in a slow frame.
            film.at += 2 * every as u32 + 1;
        }
        film.follow(&mut quiz);
        assert!(!quiz.is_open());
    }

    #[test]
    fn painter_order_asks_again_after_seeking_back() {
        let (mut quiz, mut film) = (QuizState::default(), Film::new());
        for _ in 0..2 {
            film.follow(&mut quiz);
            answer(&mut quiz, &mut film);
            film.at = film.starts[film.order.len() - 1];
        }
        film.follow(&mut quiz);
        assert!(quiz.is_open());
        // The question closes when the film moves to another position.
        (film.at, film.plays) = (0, true);
        film.follow(&mut quiz);
        assert_eq!(quiz.asked_by(), Some(AskedBy::Painter(0)));
        // A question closed without an answer is asked again.
        quiz.close();
        film.plays = true;
        film.follow(&mut quiz);
        assert_eq!(quiz.asked_by(), Some(AskedBy::Painter(0)));
        // If no film is shown, no question is asked.
        assert_eq!(quiz.ask_about_next_painted(None), None);
        assert!(!quiz.is_open());
        // If questions are turned on during playback, only later steps have questions.
        (film.at, film.plays) = (1, true);
        film.follow(&mut quiz);
        assert!(!quiz.is_open());
        film.at = film.starts[film.order.len().div_ceil(MOST_OF_PAINTER)];
        let position = film.at;
        film.follow(&mut quiz);
        assert_eq!(quiz.asked_by(), Some(AskedBy::Painter(position)));
    }
}
