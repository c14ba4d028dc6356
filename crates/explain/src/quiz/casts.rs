//! Questions about casts: which child of a node is visited first, and whether the other child is visited at all.

use bspwalk_text::{text, words::metres};
use bspwalk_trees::{
    NodeTree,
    node_storing::{Branch, NodeId},
    observer::{AtPlane, SkipReason},
};
use glam::Vec3;

use super::{Answers, Choice, EASY_DEPTH, Kind, Mark, Question, Quiz, QuizAnswer, Scene};
use crate::{
    films::{Answer, Query, QueryFilm, Step},
    places::direction,
};

/// Length by which a cast extends beyond its hit, as a fraction of the distance to the hit. The extension makes the hit
/// easy to see.
const BEYOND: f32 = 0.15;

/// Scale factors for a direction's components that make casts mostly horizontal.
const LEVEL: Vec3 = Vec3::new(1.0, 0.3, 1.0);

/// Minimum distance between the start, the crossing and the hit, as a fraction of the cast's length.
const CLEAR: f32 = 0.02;

/// Maximum vertical component of a plane's unit normal. The model is cut open and viewed from above, so the letter above
/// a flatter plane would be hidden.
const STEEP: f64 = 0.7;

/// A node where a cast crosses the plane from one child to the other.
struct Crossing {
    /// Index of the step that visits the node.
    step: usize,
    node: NodeId,
    /// Position of the crossing along the cast, as a fraction of its length.
    t: f32,
    first: Branch,
    /// Children of the node. The child that the cast visits first comes first.
    children: [NodeId; 2],
}

/// A cast, with the parts of its recording that questions refer to.
struct Cast {
    query: Query,
    length: f32,
    film: QueryFilm,
    /// Position of the hit along the cast, as a fraction of its length; `None` without a hit.
    hit: Option<f32>,
    crossings: Vec<Crossing>,
}

impl Quiz {
    /// Creates a question about which child of a node near the root a cast visits first.
    pub(super) fn first_child(&mut self) -> Option<Question> {
        let cast = self.cast()?;
        let tree = self.trees.nodes.clone();
        let is_easy = |crossing: &&Crossing| {
            let view = tree.node(crossing.node);
            let is_before_hit = cast.hit.is_none_or(|hit| crossing.t < hit - CLEAR);
            is_before_hit && view.is_some_and(|view| view.depth <= EASY_DEPTH)
        };
        let easy: Vec<&Crossing> = cast.crossings.iter().filter(is_easy).collect();
        let Crossing {
            node,
            t,
            first,
            children: [near, far],
            ..
        } = **self.random.choice(&easy)?;
        let away = metres(f64::from(t * cast.length));
        let text = text!("quiz-first-child-question", node, away);
        let distance = tree.node(node)?.plane.distance(cast.query.place().as_dvec3());
        let why = text!(
            "quiz-first-child-why",
            distance = metres(distance.abs()),
            side = name(first)
        );
        let choices = vec![child(first, near), child(other(first), far)];
        let (of, scene) = ((Kind::FirstChild, text), scene(cast.query, node));
        Some(Question::new(of, choices, why, scene, &mut self.random))
    }

    /// Creates a question about whether a cast visits the child on the far side of a node's plane.
    pub(super) fn ask_far_child_visited(&mut self) -> Option<Question> {
        let cast = self.cast()?;
        let wanted = self.random.bool();
        let tree = self.trees.nodes.clone();
        let decided: Vec<(&Crossing, bool)> = cast
            .crossings
            .iter()
            .filter(|crossing| cast.hit.is_none_or(|hit| (hit - crossing.t).abs() > CLEAR))
            .filter_map(|crossing| Some((crossing, visits(&tree, &cast.film, crossing)?)))
            // Skip cases that do not depend only on the plane. A wide node tests several planes at once, and bounds may
            // exclude a subtree.
            .filter(|(crossing, is_visited)| *is_visited == cast.hit.is_none_or(|hit| hit > crossing.t))
            .filter(|(_, is_visited)| *is_visited == wanted)
            .collect();
        let &(crossing, is_visited) = self.random.choice(&decided)?;
        let Crossing {
            node,
            t,
            first,
            children: [near, far],
            ..
        } = *crossing;
        let along = |t: f32| metres(f64::from(t * cast.length));
        let text = text!(
            "quiz-far-side-question",
            node,
            away = along(t),
            first = name(first),
            near,
            second = name(other(first)),
            far
        );
        let why = match cast.hit {
            Some(hit) if !is_visited => text!("quiz-far-side-no", hit = along(hit), away = along(t)),
            Some(hit) => text!("quiz-far-side-yes-hit", away = along(t), hit = along(hit)),
            None => text!("quiz-far-side-yes", away = along(t)),
        };
        let yes = Choice::new(text!("quiz-far-side-answer-both"), Mark::Node(far));
        let no = Choice::new(
            text!("quiz-far-side-answer-one", side = name(first)),
            Mark::Node(near),
        );
        let choices = if is_visited { vec![yes, no] } else { vec![no, yes] };
        let (of, scene) = ((Kind::FarSide, text), scene(cast.query, node));
        Some(Question::new(of, choices, why, scene, &mut self.random))
    }

    /// Records a cast in a random direction from a reachable position to slightly beyond its hit, and the planes that
    /// it crosses.
    fn cast(&mut self) -> Option<Cast> {
        let tree = self.trees.nodes.clone();
        let from = self.place()?;
        // Casts into a ceiling are hard to see from above, so make most casts nearly horizontal.
        let look = (direction(&mut self.random) * LEVEL).normalize();
        let across = tree.bounds().size().length() as f32;
        let whole = Query::Cast {
            from,
            to: from + look * across,
        };
        let Answer::Cast(hit) = whole.ask(&tree).0 else {
            return None;
        };
        let length = hit.map_or(across, |hit| (1.0 + BEYOND) * hit.t * across);
        let query = Query::Cast {
            from,
            to: from + look * length,
        };
        let film = QueryFilm::record(&tree, &query);
        let Some(Answer::Cast(hit)) = film.answer() else {
            return None;
        };
        let hit = hit.map(|hit| hit.t);
        if film.unrecorded_steps() > 0 {
            return None;
        }
        let crossings = crossings(&tree, &film, from, length);
        Some(Cast {
            query,
            length,
            hit,
            crossings,
            film,
        })
    }
}

/// Returns the nodes in a recording where the cast crosses from one child to the other, away from its endpoints.
fn crossings(tree: &NodeTree, film: &QueryFilm, from: Vec3, length: f32) -> Vec<Crossing> {
    let crosses = |(step, what): (usize, &Step)| {
        let Step::Visit {
            node,
            plane: AtPlane::Crosses { t, first },
        } = *what
        else {
            return None;
        };
        let view = tree.node(node)?;
        let (front, back) = (view.front?, view.back?);
        let is_clear = (CLEAR..1.0 - CLEAR).contains(&t)
            && view.plane.distance(from.as_dvec3()).abs() > f64::from(CLEAR * length);
        let children = [first, other(first)].map(|branch| branch.pick([front, back]));
        let is_drawn = view.plane.normal.y.abs() < STEEP && tree.plane_polygon(node).is_some();
        (is_clear && is_drawn).then_some(Crossing {
            step,
            node,
            t,
            first,
            children,
        })
    };
    film.steps().enumerate().filter_map(crosses).collect()
}

/// Returns whether the far child is visited after a crossing.
///
/// Returns `None` if this depends on the bounds of the subtree, or if a block contains both children.
fn visits(tree: &NodeTree, film: &QueryFilm, crossing: &Crossing) -> Option<bool> {
    let [near, far] = crossing.children.map(|child| tree.subtree(child));
    let after = || film.steps().skip(crossing.step + 1);
    let is_visited = after().any(|step| matches!(step, Step::Visit { node, .. } if far.contains(node)));
    let sees_near = after().any(|step| matches!(step, Step::Visit { node, .. } if near.contains(node)));
    let is_nearer = after().any(
        |step| matches!(step, Step::Skip { node, why: SkipReason::Nearer } if *node == crossing.children[1]),
    );
    match (is_visited, is_nearer) {
        (true, false) if sees_near => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

/// Returns a question about the next step of a recorded query.
///
/// The question asks which child of a node is visited first, or whether the far child is visited at all. Returns `None`
/// if the step involves no such choice.
#[must_use]
pub fn before_step(tree: &NodeTree, film: &QueryFilm, step: usize) -> Option<Question> {
    let query = *film.query()?;
    let (node, why, right) = match *film.events(step..step + 1).first()? {
        Step::Visit {
            node,
            plane: AtPlane::Crosses { first, .. },
        } => {
            let view = tree.node(node)?;
            let children = [(Branch::Front, view.front?), (Branch::Back, view.back?)];
            return Some(Question {
                kind: Kind::FirstChild,
                text: text!("quiz-step-first-child-question", node),
                answers: Answers::Choices(children.map(|(branch, id)| child(branch, id)).to_vec()),
                right: QuizAnswer::Choice(usize::from(first == Branch::Back)),
                why: text!("quiz-step-first-child-why", side = name(first)),
                scene: scene(query, node),
            });
        }
        Step::Skip {
            node,
            why: SkipReason::Nearer,
        } => (node, text!("quiz-step-far-side-no"), 1),
        Step::Visit { node, .. } => (node, text!("quiz-step-far-side-yes"), 0),
        _ => return None,
    };
    let (parent, branch) = far_child(tree, film, step, node)?;
    Some(Question {
        kind: Kind::FarSide,
        text: text!(
            "quiz-step-far-side-question",
            first = name(other(branch)),
            parent,
            second = name(branch),
            node
        ),
        answers: Answers::Choices(vec![
            Choice::new(text!("quiz-step-far-side-answer-yes"), Mark::Node(node)),
            Choice::new(text!("quiz-step-far-side-answer-no"), Mark::None),
        ]),
        right: QuizAnswer::Choice(right),
        why: why.to_owned(),
        scene: scene(query, parent),
    })
}

/// If a node is the far child of an earlier crossing, returns its parent and the side that it is on.
///
/// The query must have crossed the parent's plane and visited the other side first, and reach this node only now.
fn far_child(tree: &NodeTree, film: &QueryFilm, step: usize, node: NodeId) -> Option<(NodeId, Branch)> {
    let parent = tree.node(node)?.parent?;
    let view = tree.node(parent)?;
    let branch = if view.front == Some(node) {
        Branch::Front
    } else {
        Branch::Back
    };
    let near = branch.pick([view.back, view.front])?;
    let mut before = film.events(0..step).iter();
    let crossed = |step: &Step| matches!(*step, Step::Visit { node, plane: AtPlane::Crosses { first, .. } } if node == parent && first != branch);
    before.any(crossed).then_some(())?;
    // The other side must have been visited in between.
    let near = tree.subtree(near);
    let looked = |step: &Step| matches!(*step, Step::Visit { node, .. } if near.contains(&node));
    before.any(looked).then_some((parent, branch))
}

fn scene(query: Query, node: NodeId) -> Scene {
    let node = Some(node);
    Scene::Query { query, node }
}

fn other(branch: Branch) -> Branch {
    branch.pick([Branch::Back, Branch::Front])
}

/// Returns the message key for a side.
fn name(branch: Branch) -> &'static str {
    branch.pick(["front", "back"])
}

fn child(branch: Branch, node: NodeId) -> Choice {
    Choice::new(
        text!("quiz-first-child-answer", side = name(branch), node),
        Mark::Node(node),
    )
}
