//! Questions about the build: on which side of a plane a face ends up, how many faces a plane cuts, and which plane the
//! rule chooses.

use std::{ops::RangeInclusive, sync::Arc};

use bspwalk_geometry::{Plane, Relation};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::{
    text,
    words::{count, metres},
};
use bspwalk_trees::{
    FaceId, NodeId, NodeTree, Rule,
    node_storing::{Branch, Division, Replay, ReplayError},
    recording::{Candidate, ChosenBy},
};
use glam::DVec3;

use super::{Answers, Choice, EASY_DEPTH, Kind, Mark, Question, Quiz, QuizAnswer, Scene, question::letter};
use crate::decisions::{Scoring, distinct, equation, name_of, score_words, split_sentence};

/// Allowed number of pieces in a question about all pieces of a node. More pieces would obscure each other in the
/// picture.
const PIECES: RangeInclusive<u32> = 4..=300;

/// Minimum distance between a corner and a plane for the corner's side to be obvious, in metres and as a fraction of
/// the piece's size.
const CLEAR: (f64, f64) = (0.01, 0.05);

/// Maximum distance between a piece and the plane for a picture to show both well, in metres and as a fraction of the
/// piece's size.
const NEAR: (f64, f64) = (2.0, 2.0);

/// Number of attempts to find a piece that has a randomly chosen relation to the plane.
const SIDES: usize = 8;

/// Number of nodes to try per depth.
const NODES: usize = 8;

/// Fraction of the sorted pieces from which a question about one piece is chosen. Large pieces near the plane come
/// first.
const PROMINENT: f64 = 0.25;

/// Half of the questions about cuts refer to one of this many divisions at the start of the build. Later divisions have
/// fewer pieces.
const FIRST_DIVISIONS: u32 = 200;

impl Quiz {
    /// Creates a question about which side of a plane near the root a piece of a face goes to.
    pub(super) fn face_side(&mut self, progress: &Progress) -> Result<Option<Question>, Cancelled> {
        let easy = self
            .replay
            .as_ref()
            .map_or(0, |replay| replay.steps_above(EASY_DEPTH + 1));
        let division = self.division(easy, progress)?;
        let (trees, random) = (&self.trees, &mut self.random);
        Ok(division.and_then(|division| side_of_piece(&trees.nodes, trees.spawn.y, &division, random)))
    }

    /// Creates a question about how many pieces the plane of a node cuts.
    pub(super) fn ask_cut_count(&mut self, progress: &Progress) -> Result<Option<Question>, Cancelled> {
        let first = if self.random.bool() {
            FIRST_DIVISIONS
        } else {
            u32::MAX
        };
        let division = self.division(first, progress)?;
        // Ask only occasionally about planes that cut nothing, because most planes cut nothing.
        let random = &mut self.random;
        let division = division.filter(|division| division.decision.cuts > 0 || random.u8(..4) == 0);
        let tree = &self.trees.nodes;
        Ok(division.and_then(|division| number_of_cuts(tree, &division)))
    }

    /// Creates a question about which of three planes the rule chooses.
    pub(super) fn chosen_plane(&mut self, progress: &Progress) -> Result<Option<Question>, Cancelled> {
        // Most nodes with few enough pieces to be counted by eye are deep in the tree.
        let division = self.division(u32::MAX, progress)?;
        let (tree, random) = (&self.trees.nodes, &mut self.random);
        Ok(division.and_then(|division| plane_of_rule(tree, &division, random)))
    }

    /// Returns a random division among the first `first` ones; `None` if its plane separates no faces.
    fn division(&mut self, first: u32, progress: &Progress) -> Result<Option<Division>, Cancelled> {
        let Some(replay) = &mut self.replay else {
            return Ok(None);
        };
        let divisions = replay.len().min(first);
        if divisions == 0 {
            return Ok(None);
        }
        let Some(node) = replay.node_at(self.random.u32(..divisions)) else {
            return Ok(None);
        };
        match replay.division(node, progress) {
            Ok(division) => {
                let decision = &division.decision;
                let divides = decision.faces > decision.coplanar && decision.chosen_by != ChosenBy::Undivided;
                Ok(divides.then_some(division))
            }
            Err(ReplayError::Cancelled(cancelled)) => Err(cancelled),
            Err(_) => Ok(None),
        }
    }
}

/// Returns a question to ask before a division of the build is shown, or `None` if nothing suitable is visible.
///
/// If the viewer can work out which plane the rule chooses, the question asks for that plane. Otherwise, it asks how
/// many pieces the plane cuts, or to which side a piece belongs. That piece extends below `eyes`, a height in metres.
/// The same seed gives the same question.
#[must_use]
pub fn before_division(tree: &NodeTree, eyes: f64, division: &Division, seed: u64) -> Option<Question> {
    let decision = &division.decision;
    if decision.faces <= decision.coplanar || decision.chosen_by == ChosenBy::Undivided {
        return None;
    }
    let random = &mut fastrand::Rng::with_seed(seed);
    plane_of_rule(tree, division, random)
        .or_else(|| number_of_cuts(tree, division).filter(|_| random.bool()))
        .or_else(|| (0..SIDES).find_map(|_| side_of_piece(tree, eyes, division, random)))
        .or_else(|| number_of_cuts(tree, division))
}

/// Returns a question to ask before the nodes at a depth are divided in the animation. It is about one of these nodes.
///
/// See [`before_division`]. Returns `None` if nothing suitable is visible, or if no node is this deep.
///
/// # Errors
/// As for [`Replay::division`].
pub fn before_depth(
    replay: &mut Replay,
    eyes: f64,
    depth: u32,
    seed: u64,
    progress: &Progress,
) -> Result<Option<Question>, ReplayError> {
    let steps = replay.steps_above(depth)..replay.steps_above(depth.saturating_add(1));
    if steps.is_empty() {
        return Ok(None);
    }
    let tree = Arc::clone(replay.tree());
    let random = &mut fastrand::Rng::with_seed(seed);
    for _ in 0..NODES {
        let Some(node) = replay.node_at(random.u32(steps.clone())) else {
            continue;
        };
        let division = replay.division(node, progress)?;
        let question = before_division(&tree, eyes, &division, random.u64(..));
        if question.is_some() {
            return Ok(question);
        }
    }
    Ok(None)
}

/// Creates a question about which side of a node's plane a piece of a face goes to.
///
/// The piece and the plane must extend below `eyes`, a height in metres, because the model is viewed from above and a
/// ceiling would hide them.
fn side_of_piece(
    tree: &NodeTree,
    eyes: f64,
    division: &Division,
    random: &mut fastrand::Rng,
) -> Option<Question> {
    let &Division { node, plane, .. } = division;
    // ATI's rule treats coplanar pieces differently: the node stores one of them, and the others go in front.
    let is_ati = tree.params().rule == Rule::Ati;
    let right = random.usize(..4);
    let wanted = [
        Relation::Front,
        Relation::Back,
        Relation::Straddling,
        Relation::On,
    ][right];
    let is_below_eyes = |corner: &DVec3| corner.y < eyes;
    let polygon = tree.plane_polygon(node)?;
    if !polygon.positions().any(|corner| is_below_eyes(&corner)) {
        return None;
    }
    let pieces: Vec<(FaceId, Vec<DVec3>)> = division
        .pieces()
        .filter(|piece| piece.relation == wanted && !(is_ati && wanted == Relation::On))
        .map(|piece| (piece.face, piece.corners().collect::<Vec<DVec3>>()))
        .filter(|(_, corners)| is_clear(&plane, corners, wanted) && is_near(&plane, corners))
        .filter(|(_, corners)| corners.iter().any(is_below_eyes))
        .collect();
    let pieces = prominent(&plane, pieces);
    let (face, corners) = random.choice(&pieces)?.clone();
    let view = tree.node(node)?;
    let text = text!("quiz-face-side-question", node, face);
    let of = |child: Option<NodeId>, branch| child.map_or(Mark::Side(branch), Mark::Node);
    let [front, back] = [of(view.front, Branch::Front), of(view.back, Branch::Back)];
    let mut choices = vec![
        Choice::new(text!("quiz-face-side-answer-front"), front),
        Choice::new(text!("quiz-face-side-answer-back"), back),
        Choice::new(text!("quiz-face-side-answer-both"), Mark::BothSides),
        Choice::new(text!("quiz-face-side-answer-node"), Mark::Node(node)),
    ];
    // Move the right choice to the front.
    choices[..=right].rotate_right(1);
    let distances: Vec<f64> = corners.iter().map(|&corner| plane.distance(corner)).collect();
    let most = |branch| match branch {
        Branch::Front => distances.iter().copied().fold(0.0, f64::max),
        Branch::Back => -distances.iter().copied().fold(0.0, f64::min),
    };
    let far = |branch| metres(most(branch));
    let why = match wanted {
        Relation::On => text!("quiz-face-side-on").to_owned(),
        Relation::Straddling => text!(
            "quiz-face-side-straddling",
            front = far(Branch::Front),
            back = far(Branch::Back)
        ),
        Relation::Front => text!("quiz-face-side-front", distance = far(Branch::Front)),
        Relation::Back => text!("quiz-face-side-back", distance = far(Branch::Back)),
    };
    let scene = Scene::Division {
        node,
        piece: corners,
        reach: Vec::new(),
    };
    Some(Question::new((Kind::FaceSide, text), choices, why, scene, random))
}

/// Creates a question about how many pieces the plane of a node cuts.
fn number_of_cuts(tree: &NodeTree, division: &Division) -> Option<Question> {
    let Division { node, decision, .. } = division;
    if !PIECES.contains(&decision.faces) || tree.plane_polygon(*node).is_none() {
        return None;
    }
    let text = text!("quiz-cuts-question", count = count(decision.faces), node);
    let scene = scene(division);
    Some(Question {
        kind: Kind::Cuts,
        text,
        answers: Answers::Number(decision.faces),
        right: QuizAnswer::Number(decision.cuts),
        why: split_sentence(decision),
        scene,
    })
}

/// Creates a question about which of three planes the rule chooses.
fn plane_of_rule(tree: &NodeTree, division: &Division, random: &mut fastrand::Rng) -> Option<Question> {
    let Division { node, decision, .. } = division;
    let params = tree.params();
    // Scores of the surface area heuristic cannot be worked out from the picture, so use only rules with weights.
    if !matches!(decision.chosen_by, ChosenBy::Weights | ChosenBy::BlockWeights) {
        return None;
    }
    let scoring = Scoring::of_node(params, decision.faces);
    // Scores against a sample or against many pieces cannot be worked out by eye.
    if scoring.sample < decision.faces || decision.faces > *PIECES.end() {
        return None;
    }
    let meaning = scoring.meaning.as_ref()?;
    let planes: Vec<&Candidate> = distinct(decision)
        .into_iter()
        .map(|plane| &decision.candidates[plane.place])
        .collect();
    let (&chosen, others) = planes.split_first()?;
    let mut worse: Vec<&Candidate> = others
        .iter()
        .copied()
        .filter(|other| other.score > chosen.score)
        .collect();
    random.shuffle(&mut worse);
    let [second, third, ..] = worse[..] else {
        return None;
    };
    let is_drawn = |candidate: &Candidate| tree.plane_in_cell(*node, &candidate.plane).is_some();
    if ![chosen, second, third].into_iter().all(is_drawn) {
        return None;
    }
    let text = text!(
        "quiz-chosen-plane-question",
        count = count(decision.faces),
        node,
        rule = params.rule.name(),
        meaning
    );
    let choices = [chosen, second, third].map(|candidate| {
        let (name, equation) = (name_of(candidate), equation(&candidate.plane));
        let name = if candidate.face.is_some() {
            text!("quiz-chosen-plane-answer", name, equation)
        } else {
            equation
        };
        Choice::new(name, Mark::Plane(candidate.plane))
    });
    let scene = scene(division);
    let of = (Kind::ChosenPlane, text);
    let mut question = Question::new(of, choices.to_vec(), String::new(), scene, random);
    let Answers::Choices(choices) = &question.answers else {
        return None;
    };
    let counts = choices.iter().enumerate().filter_map(|(place, choice)| {
        let candidate = [chosen, second, third]
            .into_iter()
            .find(|candidate| choice.mark == Mark::Plane(candidate.plane))?;
        Some(text!(
            "quiz-chosen-plane-score",
            letter = letter(place),
            score = score_words(candidate)
        ))
    });
    let scores = counts.collect::<Vec<_>>().join(text!("text-semicolon"));
    question.why = text!("quiz-chosen-plane-why", scores);
    Some(question)
}

/// Returns the scene for a question about all pieces of a division.
fn scene(division: &Division) -> Scene {
    let pieces = division.pieces();
    Scene::Division {
        node: division.node,
        piece: Vec::new(),
        reach: pieces.map(|piece| piece.corners().collect()).collect(),
    }
}

/// Returns the most prominent pieces of a division, at least one if there are any. Prominent pieces are large and near
/// the plane, so that a picture can show both.
fn prominent(plane: &Plane, mut pieces: Vec<(FaceId, Vec<DVec3>)>) -> Vec<(FaceId, Vec<DVec3>)> {
    let prominence = |corners: &[DVec3]| {
        let size = size(corners);
        size * size / (size + distance(plane, corners))
    };
    pieces.sort_by(|(_, a), (_, b)| prominence(b).total_cmp(&prominence(a)));
    let kept = (pieces.len() as f64 * PROMINENT).ceil() as usize;
    pieces.truncate(kept);
    pieces
}

/// Returns the distance between the first corner and the corner farthest from it.
fn size(corners: &[DVec3]) -> f64 {
    let Some(&first) = corners.first() else {
        return 0.0;
    };
    let distances = corners.iter().map(|corner| corner.distance(first));
    distances.fold(0.0, f64::max)
}

/// Returns the distance between a plane and the nearest of some corners.
fn distance(plane: &Plane, corners: &[DVec3]) -> f64 {
    let distances = corners.iter().map(|&corner| plane.distance(corner).abs());
    distances.fold(f64::INFINITY, f64::min)
}

/// Returns whether a picture can show both the corners and the plane.
fn is_near(plane: &Plane, corners: &[DVec3]) -> bool {
    distance(plane, corners) <= NEAR.0.max(NEAR.1 * size(corners))
}

/// Returns whether a viewer can easily see which relation the corners have to a plane.
fn is_clear(plane: &Plane, corners: &[DVec3], relation: Relation) -> bool {
    let size = size(corners);
    let clear = CLEAR.0.max(CLEAR.1 * size);
    let has = |branch: f64| {
        corners
            .iter()
            .any(|&corner| branch * plane.distance(corner) > clear)
    };
    match relation {
        Relation::Front => has(1.0),
        Relation::Back => has(-1.0),
        Relation::Straddling => has(1.0) && has(-1.0),
        Relation::On => size > CLEAR.0,
    }
}
