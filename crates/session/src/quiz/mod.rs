//! Quiz session: generates questions in the background, asks them one at a time, and counts the answers.
//!
//! Every front end owns a [`QuizState`] and passes in the trees and films. Films also ask questions: a film stops
//! before a step that has a question, and continues after the answer. The front end stores the view from before the
//! quiz, and draws the question.

mod asking;
mod pointing;

use std::{collections::VecDeque, sync::Arc};

use bspwalk_explain::quiz::{Answers, Kind, PaintedTree, Question, Quiz, QuizAnswer, Results, Scene, Trees};
use bspwalk_geometry::TaggedTriangle;
use bspwalk_levels::Level;
use bspwalk_trees::{
    LeafTree, NodeTree,
    node_storing::{DepthOrder, DivisionOrder, NodeId},
    solid_leaf::{LeafId, Pvs},
};
use glam::Vec3;

use crate::{
    films::{BuildFilm, QueryPlayer},
    identity::Identity,
    job::{Failure, Job},
    selection::Selected,
    snapshot::ViewSnapshot,
    ui::Page,
};

/// Key of a batch of questions: the trees and the batch number.
#[derive(Clone, Debug, Default, PartialEq)]
struct Key {
    nodes: Identity<NodeTree>,
    leaves: Option<Identity<LeafTree>>,
    pvs: Option<Identity<Pvs>>,
    batch: u64,
}

impl Key {
    fn is_of(&self, trees: &Trees) -> bool {
        *self
            == Self {
                batch: self.batch,
                ..Self::of(trees)
            }
    }

    fn of(trees: &Trees) -> Self {
        Self {
            nodes: Identity::of(&trees.nodes),
            leaves: trees.leaves.as_ref().map(Identity::of),
            pvs: trees.pvs.as_ref().map(Identity::of),
            batch: 0,
        }
    }
}

/// Film that has paused before a step to ask what comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedBy {
    /// The build film, before the division that it withholds.
    Build,
    /// The query film, before this step.
    Query(u32),
    /// The division film, before this depth.
    Division(u32),
    /// The film of painter's order, at this position.
    Painter(u32),
}

/// A film of painter's order that may ask questions. Positions in the film are counted in steps.
#[derive(Clone, Copy, Debug)]
pub struct Painting<'a> {
    /// Tree being painted.
    pub tree: PaintedTree<'a>,
    /// Eye position (in metres) and painting order.
    pub from: (Vec3, DepthOrder),
    /// Leaves or nodes, in painting order.
    pub units: &'a [u32],
    /// First position of each unit, in ascending order.
    pub starts: &'a [u32],
    /// Current position of the film.
    pub at: u32,
    /// Whether the film plays.
    pub plays: bool,
}

/// State before the quiz.
#[derive(Debug)]
pub(crate) struct Before {
    pub(crate) level: Identity<Level>,
    pub(crate) view: ViewSnapshot,
    pub(crate) selected: Selected,
    /// Page that the quiz covers.
    pub(crate) page: Option<Page>,
}

/// State of the quiz.
#[derive(Debug, Default)]
pub struct QuizState {
    /// State to restore when the quiz closes.
    pub(crate) restored: Option<Before>,
    /// All answers, including answers from earlier rounds.
    pub results: Results,
    /// Number of answers given before the current round.
    before: usize,
    is_open: bool,
    key: Key,
    making: Job<Key, Vec<Question>>,
    waiting: VecDeque<Question>,
    asked: Option<Arc<Question>>,
    given: Option<QuizAnswer>,
    /// Whether every question about the trees was asked.
    is_exhausted: bool,
    /// Kinds of questions that a round may have, or `None` for all. The tour sets this.
    pub allowed_kinds: Option<&'static [Kind]>,
    /// Kinds of questions in this round.
    kinds: Vec<Kind>,
    /// Random seed that makes each round ask different questions.
    seed: u64,
    /// Marked choice, counted from 0, or the number entered by the user.
    pub marked: u32,
    /// Film that asked the question, if any.
    asked_by: Option<AskedBy>,
    /// Whether the film that illustrates the question is shown in place of the question.
    shows_film: bool,
    /// Node at which that film starts. Set until the film is recorded.
    begins_at: Option<NodeId>,
    /// Index in painter's order before which the film asks its next question. It is rounded up to an index with a
    /// question.
    pub(crate) next_painted: Option<usize>,
    /// Solid triangles of a level, which the questions use.
    triangles: Option<(Identity<Level>, Arc<[TaggedTriangle]>)>,
}

/// Maximum number of answers saved between runs of the program. The latest are kept.
const KEPT: usize = 300;

/// Number of questions generated at a time.
const BATCH: usize = 8;

impl QuizState {
    /// Opens the quiz and starts a new round with the given kinds of questions.
    pub fn open(&mut self, seed: u64, kinds: &[Kind]) {
        *self = Self {
            restored: self.restored.take(),
            results: std::mem::take(&mut self.results),
            is_open: true,
            kinds: kinds.to_vec(),
            seed,
            next_painted: self.next_painted,
            triangles: self.triangles.take(),
            allowed_kinds: self.allowed_kinds,
            ..Self::default()
        };
        self.before = self.results.answered.len();
    }

    /// Closes the quiz without restoring the state from before it.
    pub fn quit(&mut self) {
        self.close();
        self.restored = None;
    }

    /// Closes the quiz. The answers are kept.
    pub fn close(&mut self) {
        self.making.cancel();
        self.is_open = false;
        (self.asked, self.given, self.asked_by) = (None, None, None);
        (self.shows_film, self.begins_at) = (false, None);
        self.waiting.clear();
    }

    /// Returns whether the quiz is open.
    pub const fn is_open(&self) -> bool {
        self.is_open
    }

    /// Returns the current question, or `None` until a question is generated.
    pub const fn current_question(&self) -> Option<&Arc<Question>> {
        self.asked.as_ref()
    }

    /// Returns the answer to the current question.
    pub const fn current_answer(&self) -> Option<QuizAnswer> {
        self.given
    }

    /// Returns the film that asked the question, if any.
    pub const fn asked_by(&self) -> Option<AskedBy> {
        self.asked_by
    }

    /// Returns whether the quiz displays the question itself. Returns `false` if a film asked it or shows its answer.
    pub const fn is_asking(&self) -> bool {
        self.is_open && !self.shows_film && self.asked_by.is_none()
    }

    /// Returns whether the scene of the question is drawn. Returns `false` for a query film, which already shows it.
    pub fn is_scene_drawn(&self) -> bool {
        self.is_open && !self.shows_film && !matches!(self.asked_by, Some(AskedBy::Query(_)))
    }

    /// Returns whether there are no more questions.
    pub const fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }

    /// Returns the answers of this round.
    pub fn round_results(&self) -> Results {
        Results {
            answered: self.results.answered[self.before.min(self.results.answered.len())..].to_vec(),
        }
    }

    /// Returns the answers to save: the latest ones of all rounds.
    pub fn results_to_save(&self) -> Results {
        let answered = &self.results.answered;
        Results {
            answered: answered[answered.len().saturating_sub(KEPT)..].to_vec(),
        }
    }

    /// Returns the trees for generating questions: a level, its node-storing tree, and, if available, its solid-leaf
    /// tree and PVS.
    pub fn trees(
        &mut self,
        (level, nodes): (&Arc<Level>, &Arc<NodeTree>),
        leaves: Option<&Arc<LeafTree>>,
        pvs: Option<&Arc<Pvs>>,
    ) -> Trees {
        let of = Identity::of(level);
        let known = self.triangles.take().filter(|(known, _)| *known == of);
        let (_, triangles) = self
            .triangles
            .insert(known.unwrap_or_else(|| (of, level.solid_triangles().into())));
        Trees {
            nodes: Arc::clone(nodes),
            triangles: Arc::clone(triangles),
            leaves: leaves.cloned(),
            pvs: pvs.cloned(),
            spawn: level.spawn.eye,
        }
    }

    /// Generates questions about these trees when the current ones run out, and asks the first. If the trees change,
    /// generates new questions. While a film asks its single question, does nothing.
    pub fn update_questions(&mut self, trees: &Trees) {
        if !self.is_open || self.asked_by.is_some() {
            return;
        }
        if !self.key.is_of(trees) {
            // The solid-leaf tree and its PVS may become available later. If so, keep the current question.
            let is_same_level = self.key.nodes == Key::of(trees).nodes;
            self.key = Key::of(trees);
            self.waiting.clear();
            self.is_exhausted = false;
            if !is_same_level {
                (self.asked, self.given) = (None, None);
            }
        }
        if self.waiting.is_empty() && !self.is_exhausted {
            self.make(trees);
        }
        if let Some(made) = self.making.take() {
            self.is_exhausted = made.is_empty();
            self.waiting.extend(made);
            self.key.batch += 1;
        }
        if self.asked.is_none() {
            self.ask_next();
        }
    }

    /// Returns the kinds of questions in rotation, starting after the kind of the last question.
    fn kinds_to_come(&self) -> Vec<Kind> {
        let answered = &self.results.answered[self.before.min(self.results.answered.len())..];
        let last = self.asked.as_ref().map(|question| question.kind);
        let last = last.or_else(|| answered.last().map(|answered| answered.kind));
        let mut kinds = self.kinds.clone();
        if let Some(place) = kinds.iter().position(|&kind| Some(kind) == last) {
            kinds.rotate_left(place + 1);
        }
        kinds
    }

    fn make(&mut self, trees: &Trees) {
        let known = self.results.answered.iter().map(|answered| answered.id.clone());
        let asked: Vec<String> = known
            .chain(self.asked.iter().map(|question| question.id()))
            .collect();
        let seed = self.seed.wrapping_add(self.key.batch);
        let (trees, kinds) = (trees.clone(), self.kinds_to_come());
        self.making
            .request_cancellable(self.key.clone(), move |progress| {
                let made = || {
                    let mut quiz = Quiz::new(trees, seed, progress)?;
                    quiz.mark_already_asked(asked);
                    let mut questions = Vec::new();
                    quiz.restrict_to_kinds(&kinds);
                    for _ in 0..BATCH {
                        questions.extend(quiz.next(progress)?);
                    }
                    Ok(questions)
                };
                made().map_err(|_: bspwalk_progress::Cancelled| Failure::Cancelled)
            });
    }

    /// Answers the current question, unless it is answered already. `level` is the name of the level.
    pub fn answer(&mut self, level: &str, given: QuizAnswer) {
        if let (Some(question), None) = (&self.asked, self.given) {
            self.results.add(level, question, given);
            self.given = Some(given);
        }
    }

    /// Returns the choice with the given letter, or `None` if the current question has no such choice.
    ///
    /// While a question is open, these letters only answer it.
    pub fn choice_of_key(&self, key: char) -> Option<QuizAnswer> {
        let question = self.asked.as_ref()?;
        let has_letters = matches!(question.answers, Answers::Choices(_));
        has_letters.then(|| question.parse(&key.to_string())).flatten()
    }

    /// Marks the next or previous choice, or changes the number, unless the question is answered.
    pub fn move_mark(&mut self, forward: bool) {
        let (Some(question), None) = (&self.asked, self.given) else {
            return;
        };
        // Choices wrap around, but numbers are clamped.
        self.marked = match &question.answers {
            Answers::Choices(choices) => {
                let count = choices.len().max(1) as u32;
                (self.marked + if forward { 1 } else { count - 1 }) % count
            }
            Answers::Number(most) if forward => (self.marked + 1).min(*most),
            Answers::Number(_) => self.marked.saturating_sub(1),
        };
    }

    /// Returns the marked answer, unless the question is answered.
    pub fn marked_answer(&self) -> Option<QuizAnswer> {
        let question = self.asked.as_ref().filter(|_| self.given.is_none())?;
        Some(match question.answers {
            Answers::Choices(_) => QuizAnswer::Choice(self.marked as usize),
            Answers::Number(_) => QuizAnswer::Number(self.marked),
        })
    }

    /// Closes the quiz and continues the film that asked the question. If no film asked it, closes all films and asks
    /// the next question as soon as it is available.
    ///
    /// Returns the film that asked the question. If that film is not one of the parameters, the front end must continue
    /// it.
    pub fn close_and_resume_film(
        &mut self,
        build: &mut BuildFilm,
        query: &mut QueryPlayer,
    ) -> Option<AskedBy> {
        let by = self.asked_by;
        match by {
            Some(AskedBy::Build) => build.release_division(true),
            Some(AskedBy::Query(next)) => (query.step, query.playing) = (next, true),
            Some(AskedBy::Division(_)) => {}
            Some(AskedBy::Painter(_)) => self.next_painted = self.next_painted.map(|next| next + 1),
            None => {
                (query.open, build.open) = (false, false);
                self.ask_next();
            }
        }
        if by.is_some() {
            self.close();
        }
        by
    }

    fn ask_next(&mut self) {
        (self.asked, self.given) = (self.waiting.pop_front().map(Arc::new), None);
        (self.marked, self.shows_film, self.begins_at) = (0, false, None);
    }

    /// Opens the film that illustrates the question, if there is one.
    ///
    /// For a question about visibility, returns the two leaves of the sightline. The front end must show it.
    pub fn show_film(
        &mut self,
        tree: &NodeTree,
        build: &mut BuildFilm,
        query: &mut QueryPlayer,
    ) -> Option<[LeafId; 2]> {
        let question = self.asked.clone()?;
        self.shows_film = true;
        match question.scene {
            Scene::Query { query: shown, node } => {
                query.begin(&shown);
                query.from_eyes = false;
                build.open = false;
                self.begins_at = node;
            }
            Scene::Division { node, .. } => {
                let depth = tree.node(node).map_or(0, |view| view.depth);
                *build = BuildFilm {
                    open: true,
                    ..BuildFilm::default()
                };
                build.step = DivisionOrder::new(tree).step_of(node, depth).unwrap_or(0);
                query.open = false;
            }
            Scene::Painter { .. } => {}
            Scene::Sight { from, to, .. } => return Some([from, to]),
        }
        None
    }

    /// Moves the film that illustrates the question to the question's node, once the film is recorded.
    pub fn seek_question_node(&mut self, tree: &Arc<NodeTree>, query: &mut QueryPlayer) {
        let Some((node, film)) = self.begins_at.zip(query.film(tree)) else {
            return;
        };
        query.step = film.step_of(node).unwrap_or(0) as u32;
        self.begins_at = None;
    }
}

#[cfg(test)]
mod tests {
    use std::{thread, time::Duration};

    use bspwalk_explain::quiz::letter;
    use bspwalk_testing::small_trees;

    use super::*;

    pub(super) fn trees() -> Trees {
        let (tree, level) = small_trees::room();
        Trees {
            nodes: Arc::new(tree),
            triangles: level.solid_triangles().into(),
            leaves: None,
            pvs: None,
            spawn: level.spawn.eye,
        }
    }

    fn wait(quiz: &mut QuizState, trees: &Trees) -> Arc<Question> {
        loop {
            quiz.update_questions(trees);
            if let Some(question) = quiz.current_question() {
                return Arc::clone(question);
            }
            assert!(!quiz.is_exhausted());
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn each_question_counts_once() {
        let trees = trees();
        let mut quiz = QuizState::default();
        quiz.update_questions(&trees);
        assert!(quiz.current_question().is_none(), "it is closed");
        quiz.open(7, &[Kind::FaceSide, Kind::FirstChild]);
        let first = wait(&mut quiz, &trees);
        quiz.answer("room", first.right);
        quiz.answer("room", QuizAnswer::Choice(9));
        assert_eq!(quiz.current_answer(), Some(first.right));
        quiz.ask_next();
        let second = wait(&mut quiz, &trees);
        assert_ne!(first.id(), second.id());
        assert_eq!(quiz.round_results().tally(None).asked, 1);
        // A new round counts from zero, but the results are kept.
        quiz.close();
        quiz.open(8, &[Kind::FaceSide]);
        assert!(quiz.round_results().answered.is_empty());
        assert_eq!(quiz.results.answered.len(), 1);
        assert_eq!(wait(&mut quiz, &trees).kind, Kind::FaceSide);
    }

    #[test]
    fn letter_keys_select_choices() {
        let trees = trees();
        let mut quiz = QuizState::default();
        assert_eq!(quiz.choice_of_key('a'), None);
        quiz.open(7, &[Kind::FaceSide]);
        let question = wait(&mut quiz, &trees);
        let Answers::Choices(choices) = &question.answers else {
            panic!("{question:?}");
        };
        assert_eq!(quiz.choice_of_key('b'), Some(QuizAnswer::Choice(1)));
        assert_eq!(quiz.choice_of_key('B'), Some(QuizAnswer::Choice(1)));
        assert_eq!(quiz.choice_of_key(letter(choices.len())), None);
        assert_eq!(quiz.choice_of_key('='), None);
        // After the question is answered, the letters still refer to its choices.
        quiz.answer("room", QuizAnswer::Choice(0));
        assert_eq!(quiz.choice_of_key('b'), Some(QuizAnswer::Choice(1)));
        quiz.close();
        assert_eq!(quiz.choice_of_key('b'), None);
    }

    #[test]
    fn kinds_alternate_when_leaves_arrive_late() {
        let mut trees = trees();
        let mut quiz = QuizState::default();
        quiz.open(7, &[Kind::FaceSide, Kind::FirstChild, Kind::Cuts]);
        assert_eq!(wait(&mut quiz, &trees).kind, Kind::FaceSide);
        trees.leaves = Some(small_trees::leaf_tree().0);
        quiz.update_questions(&trees);
        quiz.ask_next();
        assert_eq!(wait(&mut quiz, &trees).kind, Kind::FirstChild);
    }

    #[test]
    fn quiz_without_questions_is_exhausted() {
        let mut quiz = QuizState::default();
        quiz.open(1, &[Kind::LeafSeen]);
        let trees = trees();
        while !quiz.is_exhausted() {
            quiz.update_questions(&trees);
            thread::sleep(Duration::from_millis(1));
        }
        assert!(quiz.current_question().is_none());
        let mut none = QuizState::default();
        none.open(1, &[]);
        while !none.is_exhausted() {
            none.update_questions(&trees);
            thread::sleep(Duration::from_millis(1));
        }
    }
}
