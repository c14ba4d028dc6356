//! Questions about the painter: which leaf is drawn next, or the faces of which node.

use bspwalk_progress::words::{counted, metres};
use bspwalk_trees::{
    LeafTree, NodeTree,
    node_storing::{DepthOrder, NodeId},
    solid_leaf::LeafId,
};
use glam::{DVec3, Vec3};

use super::{Answers, Choice, Kind, Mark, Question, Quiz, Scene, words::at};

/// Wrong choices of a question.
const WRONG: usize = 2;

/// A tree whose order the painter draws in.
#[derive(Clone, Copy, Debug)]
pub enum PaintedTree<'a> {
    /// Leaf by leaf, each with the faces within.
    Leaves(&'a LeafTree),
    /// Node by node, each with the faces that it stores.
    Nodes(&'a NodeTree),
}

impl Quiz {
    /// Which leaf the painter draws next.
    pub(super) fn next_painted(&mut self) -> Option<Question> {
        let tree = self.trees.leaves.clone()?;
        let eye = self.place()?;
        let mut order: Vec<LeafId> = tree
            .order()
            .near_to_far(eye.as_dvec3())
            .filter(|&leaf| {
                tree.leaf(leaf)
                    .is_some_and(|view| !view.outside && !view.fragments.is_empty())
            })
            .collect();
        order.reverse();
        let last = order.len().checked_sub(WRONG + 2)?;
        let done = self.random.usize(..=last) + 1;
        let painted = PaintedTree::Leaves(&tree);
        let mut question = next_of(
            painted,
            (eye, DepthOrder::BackToFront),
            &order,
            done,
            &mut self.random,
        )?;
        if let Scene::Painter { marks_eye, .. } = &mut question.scene {
            *marks_eye = true;
        }
        Some(question)
    }
}

/// What can be asked before the next leaf, or the faces of the next node, are drawn, as seen from `eye`, in metres. `units` are those that
/// are drawn, in this order; so many of them are drawn already. Equal seeds give equal questions. `None` where nothing is left to choose from.
#[must_use]
pub fn before_painted(
    tree: PaintedTree<'_>,
    (eye, order): (Vec3, DepthOrder),
    units: &[u32],
    done: usize,
    seed: u64,
) -> Option<Question> {
    next_of(
        tree,
        (eye, order),
        units,
        done,
        &mut fastrand::Rng::with_seed(seed),
    )
}

fn next_of(
    tree: PaintedTree<'_>,
    (eye, order): (Vec3, DepthOrder),
    units: &[u32],
    done: usize,
    random: &mut fastrand::Rng,
) -> Option<Question> {
    let (&next, later) = units.get(done..)?.split_first()?;
    let mut later: Vec<u32> = later
        .iter()
        .copied()
        .filter(|&unit| tree.has_place(unit))
        .collect();
    if !tree.has_place(next) {
        return None;
    }
    random.shuffle(&mut later);
    later.truncate(WRONG);
    if later.is_empty() {
        return None;
    }
    let last = done.checked_sub(1).and_then(|place| units.get(place)).copied();
    let choices = [&[next], &later[..]]
        .concat()
        .into_iter()
        .map(|unit| tree.choice(unit, eye))
        .collect();
    let drawn = match tree {
        PaintedTree::Leaves(_) => "the leaves",
        PaintedTree::Nodes(_) => "the faces that the nodes store",
    };
    let how = match order {
        DepthOrder::BackToFront => format!("The painter draws {drawn} from far to near"),
        DepthOrder::FrontToBack => format!("Here {drawn} are drawn from near to far"),
    };
    let (so_far, which) = match last {
        Some(last) => (format!("{} has just been drawn", tree.name(last)), "next"),
        None => ("nothing has been drawn yet".to_owned(), "first"),
    };
    let text =
        format!("{how}, in the order of the tree. From this eye, {so_far}. Which of these is drawn {which}?");
    let rule = match order {
        DepthOrder::BackToFront => {
            "At each node the painter draws the side of its plane that the eye is not on first: nothing there can hide what is on the \
             eye's side."
        }
        DepthOrder::FrontToBack => {
            "At each node the side of its plane that the eye is on is drawn first: nothing on the other side can hide it."
        }
    };
    let name = tree.name(next);
    let why = format!(
        "{}{}. {rule} {}",
        name[..1].to_uppercase(),
        &name[1..],
        tree.parting(next, &later, order)
    );
    let scene = Scene::Painter {
        eye,
        last: last.map_or(Mark::None, |last| tree.mark(last)),
        marks_eye: false,
    };
    let (answers, right) = Answers::shuffled(choices, random);
    Some(Question {
        kind: Kind::NextPainted,
        text,
        answers,
        right,
        why: why.trim_end().to_owned(),
        scene,
    })
}

impl PaintedTree<'_> {
    fn name(self, unit: u32) -> String {
        match self {
            Self::Leaves(_) => format!("leaf {unit}"),
            Self::Nodes(_) => format!("node {unit}"),
        }
    }

    /// Whether it can be said where it is: the leaf that is all of the outside has no middle.
    fn has_place(self, unit: u32) -> bool {
        match self {
            Self::Leaves(tree) => tree.leaf(unit).is_some_and(|view| !view.outside),
            Self::Nodes(_) => true,
        }
    }

    fn mark(self, unit: u32) -> Mark {
        match self {
            Self::Leaves(_) => Mark::Leaf(unit),
            Self::Nodes(_) => Mark::Faces(unit),
        }
    }

    /// What is drawn at once, as a choice, with where it is.
    fn choice(self, unit: u32, eye: Vec3) -> Choice {
        let (middle, faces) = match self {
            Self::Leaves(tree) => (tree.leaf(unit).map(|view| view.bounds.center()), String::new()),
            Self::Nodes(tree) => {
                let faces = tree.node(unit).map_or(0, |view| view.fragments.len());
                let faces = format!(", with {} of faces", counted(faces as u64, "piece"));
                (middle_of_faces(tree, unit), faces)
            }
        };
        let place = middle.map_or_else(String::new, |middle| {
            let away = metres(middle.distance(eye.as_dvec3()));
            format!(", around {}, {away} away", at(middle))
        });
        Choice::new(format!("{}{faces}{place}", self.name(unit)), self.mark(unit))
    }

    /// What separates the next one from those that come later.
    fn parting(self, next: u32, later: &[u32], order: DepthOrder) -> String {
        let ways: Vec<String> = later
            .iter()
            .filter_map(|&other| match self {
                Self::Leaves(tree) => parting_of_leaves(tree, next, other),
                Self::Nodes(tree) => parting_of_nodes(tree, next, other, order),
            })
            .collect();
        match ways.as_slice() {
            [] => String::new(),
            ways => format!("In this tree {}.", ways.join(", and ")),
        }
    }
}

/// At which node the way to a leaf parts from that to another.
fn parting_of_leaves(tree: &LeafTree, leaf: LeafId, other: LeafId) -> Option<String> {
    let above: Vec<NodeId> = tree.ancestors_of_leaf(leaf).map(|(node, _)| node).collect();
    // From the leaf upwards: the first that they share is the lowest.
    let node = tree
        .ancestors_of_leaf(other)
        .map(|(node, _)| node)
        .find(|node| above.contains(node))?;
    Some(format!("the plane of node {node} separates it from leaf {other}"))
}

/// How a node lies to another that is drawn later.
fn parting_of_nodes(tree: &NodeTree, next: NodeId, later: NodeId, order: DepthOrder) -> Option<String> {
    let up = |node| std::iter::once(node).chain(tree.ancestors(node).map(|(node, _)| node));
    let above: Vec<NodeId> = up(next).collect();
    let node = up(later).find(|node| above.contains(node))?;
    let eyes = |is_later: bool| match is_later == (order == DepthOrder::BackToFront) {
        true => "on the eye's side",
        false => "on the side that the eye is not on",
    };
    Some(if node == next {
        format!(
            "node {later} is {} of its plane, and its own faces lie between the sides",
            eyes(true)
        )
    } else if node == later {
        format!("it is {} of the plane of node {later}", eyes(false))
    } else {
        format!("the plane of node {node} separates it from node {later}")
    })
}

/// The mean of the corners of the faces that a node stores, in metres.
fn middle_of_faces(tree: &NodeTree, node: NodeId) -> Option<DVec3> {
    let fragments = tree.node(node)?.fragments;
    let corners = || {
        fragments
            .clone()
            .filter_map(|number| tree.fragment(number))
            .flat_map(|fragment| fragment.vertices)
    };
    let count = corners().count();
    let sum: DVec3 = corners().map(|corner| corner.as_dvec3()).sum();
    (count > 0).then(|| sum / count as f64)
}
