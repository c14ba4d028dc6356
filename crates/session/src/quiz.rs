//! Quiz session: generates questions in the background, asks them one at a time, and counts the answers.

use std::{collections::VecDeque, sync::Arc};

use bspwalk_explain::quiz::{Answers, Given, Kind, Mark, Question, Quiz, Results, Scene, Trees};
use bspwalk_trees::{LeafTree, NodeTree, solid_leaf::Pvs};
use glam::{DVec3, Vec3};

use crate::{
    identity::Identity,
    job::{Failure, Job},
};

/// Key of a batch of questions: its trees and its number.
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

/// State of the quiz.
#[derive(Debug, Default)]
pub struct QuizGame {
    /// All answers, including earlier rounds.
    pub results: Results,
    /// Number of answers given before the current round.
    before: usize,
    is_open: bool,
    key: Key,
    making: Job<Key, Vec<Question>>,
    waiting: VecDeque<Question>,
    asked: Option<Arc<Question>>,
    given: Option<Given>,
    /// Whether every question about the trees was asked.
    is_exhausted: bool,
    /// Kinds of questions in this round.
    kinds: Vec<Kind>,
    /// Random seed, so that each round has different questions.
    seed: u64,
}

/// Number of latest answers that are saved between runs of the program.
const KEPT: usize = 300;

/// Number of questions generated at a time.
const BATCH: usize = 8;

impl QuizGame {
    /// Opens the quiz for a new round with these kinds of questions.
    pub fn open(&mut self, seed: u64, kinds: &[Kind]) {
        *self = Self {
            results: std::mem::take(&mut self.results),
            is_open: true,
            kinds: kinds.to_vec(),
            seed,
            ..Self::default()
        };
        self.before = self.results.answered.len();
    }

    /// Closes the quiz. The answers are kept.
    pub fn close(&mut self) {
        self.making.cancel();
        self.is_open = false;
        (self.asked, self.given) = (None, None);
        self.waiting.clear();
    }

    /// Asks a single question, as films do before their next step.
    pub fn ask(&mut self, question: Question) {
        let seed = self.seed;
        self.open(seed, &[]);
        self.is_exhausted = true;
        self.asked = Some(Arc::new(question));
    }

    /// Returns whether the quiz is open.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.is_open
    }

    /// Returns the current question, or `None` until a question is generated.
    #[must_use]
    pub const fn asked(&self) -> Option<&Arc<Question>> {
        self.asked.as_ref()
    }

    /// Returns the answer to the current question.
    #[must_use]
    pub const fn given(&self) -> Option<Given> {
        self.given
    }

    /// Returns whether there are no more questions.
    #[must_use]
    pub const fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }

    /// Returns the answers of this round.
    #[must_use]
    pub fn round(&self) -> Results {
        Results {
            answered: self.results.answered[self.before.min(self.results.answered.len())..].to_vec(),
        }
    }

    /// Returns the answers to save: the latest ones of all rounds.
    #[must_use]
    pub fn kept(&self) -> Results {
        let answered = &self.results.answered;
        Results {
            answered: answered[answered.len().saturating_sub(KEPT)..].to_vec(),
        }
    }

    /// Generates questions about these trees when they run out, and asks the first one. New trees get new
    /// questions.
    pub fn follow(&mut self, trees: &Trees) {
        if !self.is_open {
            return;
        }
        if !self.key.is_of(trees) {
            // The solid-leaf tree and its PVS may become available later. In that case keep the current
            // question.
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
            self.go_on();
        }
    }

    /// Returns the kinds in turn, starting after the kind of the last question.
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
                    quiz.leave_out(asked);
                    let mut questions = Vec::new();
                    quiz.about(&kinds);
                    for _ in 0..BATCH {
                        questions.extend(quiz.next(progress)?);
                    }
                    Ok(questions)
                };
                made().map_err(|_: bspwalk_progress::Cancelled| Failure::Cancelled)
            });
    }

    /// Answers the current question, unless it is answered already. `level` is the name of the level.
    pub fn answer(&mut self, level: &str, given: Given) {
        if let (Some(question), None) = (&self.asked, self.given) {
            self.results.add(level, question, given);
            self.given = Some(given);
        }
    }

    /// Returns the choice with this letter, or `None` if the current question has no such choice.
    ///
    /// While a question is open, these letters only answer it.
    #[must_use]
    pub fn choice_of_key(&self, key: char) -> Option<Given> {
        let question = self.asked.as_ref()?;
        let has_letters = matches!(question.answers, Answers::Choices(_));
        has_letters.then(|| question.parse(&key.to_string())).flatten()
    }

    /// Asks the next question, as soon as it is available.
    pub fn go_on(&mut self) {
        (self.asked, self.given) = (self.waiting.pop_front().map(Arc::new), None);
    }

    /// Returns the choice that a click selects, or `None` if it hits none.
    ///
    /// The click is a ray from `from` along the unit vector `direction`, in metres. It selects the first
    /// choice it hits.
    #[must_use]
    pub fn pointed(&self, trees: &Trees, from: Vec3, direction: Vec3) -> Option<Given> {
        let question = self.asked.as_ref()?;
        let Answers::Choices(choices) = &question.answers else {
            return None;
        };
        let far = crate::films::reach(&trees.nodes, from);
        let hit = trees.nodes.cast(from, from + direction * far);
        let wall = hit.as_ref().map_or(far, |hit| hit.point.distance(from));
        let mut nearest: Option<(f32, usize)> = None;
        for (place, choice) in choices.iter().enumerate() {
            let at = match choice.mark {
                Mark::None => None,
                Mark::Point(point) => near_line(point, from, direction),
                Mark::Plane(plane) => match question.scene {
                    Scene::Division { node, .. } => {
                        let polygon = trees.nodes.plane_in_cell(node, &plane);
                        polygon.and_then(|polygon| {
                            let corners: Vec<Vec3> = polygon.positions().map(DVec3::as_vec3).collect();
                            meets(&corners, from, direction)
                        })
                    }
                    _ => None,
                },
                Mark::Node(node) => hit
                    .as_ref()
                    .filter(|hit| trees.nodes.subtree(node).contains(&hit.node))
                    .map(|_| wall),
                Mark::Faces(node) => hit.as_ref().filter(|hit| hit.node == node).map(|_| wall),
                Mark::Leaf(leaf) => trees.leaves.as_ref().and_then(|tree| {
                    // Offset the point slightly from the wall into the empty leaf.
                    let at = from + direction * (wall - 0.01);
                    (tree.locate(at.as_dvec3()) == leaf).then_some(wall)
                }),
            };
            if let Some(at) = at
                && nearest.is_none_or(|(known, _)| at < known)
            {
                nearest = Some((at, place));
            }
        }
        nearest.map(|(_, place)| Given::Choice(place))
    }
}

/// Returns the distance along a ray to its closest approach to a point. The tolerance suits a finger or a
/// pointer.
fn near_line(point: Vec3, from: Vec3, direction: Vec3) -> Option<f32> {
    /// Tangent of the angular tolerance.
    const AIM: f32 = 0.03;
    let along = direction.dot(point - from);
    let off = (from + direction * along).distance(point);
    (along > 0.0 && off < (AIM * along).max(0.35)).then_some(along)
}

/// Returns the distance along a ray to a convex polygon, if it hits.
fn meets(corners: &[Vec3], from: Vec3, direction: Vec3) -> Option<f32> {
    let [a, b, c, ..] = corners else { return None };
    let normal = (b - a).cross(c - a).try_normalize()?;
    let t = (*a - from).dot(normal) / direction.dot(normal);
    let at = from + direction * t;
    let is_inside = corners
        .iter()
        .zip(corners.iter().cycle().skip(1))
        .all(|(one, next)| (*next - *one).cross(at - *one).dot(normal) >= -1.0e-4);
    (t > 0.0 && is_inside).then_some(t)
}

#[cfg(test)]
mod tests {
    use std::{thread, time::Duration};

    use bspwalk_explain::quiz::letter;
    use bspwalk_geometry::Plane;
    use bspwalk_testing::small_trees;

    use super::*;

    fn trees() -> Trees {
        let (tree, level) = small_trees::room();
        Trees {
            nodes: Arc::new(tree),
            triangles: level.solid_triangles().into(),
            leaves: None,
            pvs: None,
            spawn: level.spawn.eye,
        }
    }

    fn wait(game: &mut QuizGame, trees: &Trees) -> Arc<Question> {
        loop {
            game.follow(trees);
            if let Some(question) = game.asked() {
                return Arc::clone(question);
            }
            assert!(!game.is_exhausted());
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn questions_come_one_after_the_other_and_are_counted_once() {
        let trees = trees();
        let mut game = QuizGame::default();
        game.follow(&trees);
        assert!(game.asked().is_none(), "it is closed");
        game.open(7, &[Kind::FaceSide, Kind::FirstChild]);
        let first = wait(&mut game, &trees);
        game.answer("room", first.right);
        game.answer("room", Given::Choice(9));
        assert_eq!(game.given(), Some(first.right));
        game.go_on();
        let second = wait(&mut game, &trees);
        assert_ne!(first.id(), second.id());
        assert_eq!(game.round().tally(None).asked, 1);
        // A new round counts from zero. The results are kept.
        game.close();
        game.open(8, &[Kind::FaceSide]);
        assert!(game.round().answered.is_empty());
        assert_eq!(game.results.answered.len(), 1);
        assert_eq!(wait(&mut game, &trees).kind, Kind::FaceSide);
    }

    #[test]
    fn letters_of_choices_are_keys() {
        let trees = trees();
        let mut game = QuizGame::default();
        assert_eq!(game.choice_of_key('a'), None);
        game.open(7, &[Kind::FaceSide]);
        let question = wait(&mut game, &trees);
        let Answers::Choices(choices) = &question.answers else {
            panic!("{question:?}");
        };
        assert_eq!(game.choice_of_key('b'), Some(Given::Choice(1)));
        assert_eq!(game.choice_of_key('B'), Some(Given::Choice(1)));
        assert_eq!(game.choice_of_key(letter(choices.len())), None);
        assert_eq!(game.choice_of_key('='), None);
        // The letters still belong to the question after it is answered.
        game.answer("room", Given::Choice(0));
        assert_eq!(game.choice_of_key('b'), Some(Given::Choice(1)));
        game.close();
        assert_eq!(game.choice_of_key('b'), None);
    }

    #[test]
    fn the_kinds_take_turns_although_the_leaves_come_later() {
        let mut trees = trees();
        let mut game = QuizGame::default();
        game.open(7, &[Kind::FaceSide, Kind::FirstChild, Kind::Cuts]);
        assert_eq!(wait(&mut game, &trees).kind, Kind::FaceSide);
        trees.leaves = Some(small_trees::leaf_tree().0);
        game.follow(&trees);
        game.go_on();
        assert_eq!(wait(&mut game, &trees).kind, Kind::FirstChild);
    }

    #[test]
    fn where_there_is_nothing_to_ask_it_is_said_and_another_tree_has_questions() {
        let mut game = QuizGame::default();
        game.open(1, &[Kind::LeafSeen]);
        let trees = trees();
        while !game.is_exhausted() {
            game.follow(&trees);
            thread::sleep(Duration::from_millis(1));
        }
        assert!(game.asked().is_none());
        let mut none = QuizGame::default();
        none.open(1, &[]);
        while !none.is_exhausted() {
            none.follow(&trees);
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn a_click_means_the_nearest_choice_that_it_meets() {
        let trees = trees();
        let mut game = QuizGame::default();
        let choice = |mark| bspwalk_explain::quiz::Choice {
            text: String::new(),
            mark,
        };
        let middle = trees.nodes.bounds().center();
        let planes = [-0.5, 0.5].map(|aside| {
            Mark::Plane(Plane::from_point_normal(
                middle + glam::DVec3::X * aside,
                glam::DVec3::X,
            ))
        });
        let ask = |game: &mut QuizGame, marks: &[Mark]| {
            game.asked = Some(Arc::new(Question {
                kind: Kind::ChosenPlane,
                text: String::new(),
                answers: Answers::Choices(marks.iter().map(|&mark| choice(mark)).collect()),
                right: Given::Choice(0),
                why: String::new(),
                scene: Scene::Division {
                    node: 0,
                    piece: Vec::new(),
                    reach: Vec::new(),
                },
            }));
        };
        let from = middle.as_vec3() - Vec3::X;
        ask(&mut game, &planes);
        assert_eq!(game.pointed(&trees, from, Vec3::X), Some(Given::Choice(0)));
        assert_eq!(
            game.pointed(&trees, from + 2.0 * Vec3::X, -Vec3::X),
            Some(Given::Choice(1))
        );
        assert_eq!(game.pointed(&trees, from, Vec3::Z), None);
        let points = [1.0, 3.0].map(|along| Mark::Point(from + Vec3::Z * along));
        ask(&mut game, &points);
        assert_eq!(game.pointed(&trees, from, Vec3::Z), Some(Given::Choice(0)));
        assert_eq!(game.pointed(&trees, from, -Vec3::Z), None, "behind");
        let wall = trees.nodes.cast(from, from + Vec3::Z * 100.0).expect("a wall");
        ask(&mut game, &[Mark::Faces(wall.node + 1), Mark::Faces(wall.node)]);
        assert_eq!(game.pointed(&trees, from, Vec3::Z), Some(Given::Choice(1)));
        ask(&mut game, &[Mark::None]);
        assert_eq!(game.pointed(&trees, from, Vec3::Z), None);
    }
}
