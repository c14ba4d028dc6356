//! Questions about the painter's algorithm: which leaf is drawn next, or which node's faces.

use bspwalk_text::{
    text,
    words::{count, metres},
};
use bspwalk_trees::{
    LeafTree, NodeTree,
    node_storing::{DepthOrder, NodeId},
    solid_leaf::LeafId,
};
use glam::{DVec3, Vec3};

use super::{Choice, Kind, Mark, Question, Quiz, Scene, question::format_point};

/// Number of wrong choices in a question.
const WRONG: usize = 2;

/// A tree that determines the drawing order.
#[derive(Clone, Copy, Debug)]
pub enum PaintedTree<'a> {
    /// A solid-leaf tree, drawn leaf by leaf with the faces in each leaf.
    Leaves(&'a LeafTree),
    /// A node-storing tree, drawn node by node with the faces that each node stores.
    Nodes(&'a NodeTree),
}

impl Quiz {
    /// Creates a question about which leaf is drawn next.
    pub(super) fn next_painted(&mut self) -> Option<Question> {
        let tree = self.trees.leaves.clone()?;
        let eye = self.place()?;
        let mut order: Vec<u32> = tree
            .order()
            .near_to_far(eye.as_dvec3())
            .filter(|&leaf| {
                tree.leaf(leaf)
                    .is_some_and(|view| !view.outside && !view.fragments.is_empty())
            })
            .map(|leaf| leaf.0)
            .collect();
        order.reverse();
        let last = order.len().checked_sub(WRONG + 2)?;
        let done = self.random.usize(..=last) + 1;
        let (painted, view) = (PaintedTree::Leaves(&tree), (eye, DepthOrder::BackToFront));
        let mut question = next_of(painted, view, &order, done, &mut self.random)?;
        if let Scene::Painter { marks_eye, .. } = &mut question.scene {
            *marks_eye = true;
        }
        Some(question)
    }
}

/// Returns a question to ask before the next leaf or node is drawn, as seen from `eye` (in metres).
///
/// `units` are the leaves or nodes in drawing order. The first `done` of them have already been drawn. The same seed
/// gives the same question. Returns `None` if there are not enough choices left.
#[must_use]
pub fn before_painted(
    tree: PaintedTree<'_>,
    (eye, order): (Vec3, DepthOrder),
    units: &[u32],
    done: usize,
    seed: u64,
) -> Option<Question> {
    let random = &mut fastrand::Rng::with_seed(seed);
    next_of(tree, (eye, order), units, done, random)
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
    let (units_are, order_is) = (tree.key(), key_of(order));
    let text = match last {
        Some(last) => {
            let last = tree.name(last);
            text!(
                "quiz-next-painted-question",
                units = units_are,
                order = order_is,
                last
            )
        }
        None => text!("quiz-next-painted-first", units = units_are, order = order_is),
    };
    let rule = match order {
        DepthOrder::BackToFront => text!("quiz-next-painted-far-first"),
        DepthOrder::FrontToBack => text!("quiz-next-painted-near-first"),
    };
    let parting = tree.parting(next, &later, order);
    let why = text!(
        "quiz-next-painted-why",
        units = units_are,
        unit = next,
        rule,
        parting
    );
    let scene = Scene::Painter {
        eye,
        last: last.map_or(Mark::None, |last| tree.mark(last)),
        marks_eye: false,
    };
    let (of, why) = ((Kind::NextPainted, text), why.trim_end().to_owned());
    Some(Question::new(of, choices, why, scene, random))
}

impl PaintedTree<'_> {
    /// Returns the message key for the units that are drawn: leaves or nodes.
    const fn key(self) -> &'static str {
        match self {
            Self::Leaves(_) => "leaves",
            Self::Nodes(_) => "nodes",
        }
    }

    fn name(self, unit: u32) -> String {
        text!("quiz-next-painted-unit", units = self.key(), unit)
    }

    /// Returns whether a unit has a position. The outside leaf does not, because it has no centre.
    fn has_place(self, unit: u32) -> bool {
        match self {
            Self::Leaves(tree) => tree.leaf(LeafId(unit)).is_some_and(|view| !view.outside),
            Self::Nodes(_) => true,
        }
    }

    fn mark(self, unit: u32) -> Mark {
        match self {
            Self::Leaves(_) => Mark::Leaf(LeafId(unit)),
            Self::Nodes(_) => Mark::Faces(NodeId(unit)),
        }
    }

    /// Returns the choice for a leaf or a node, including its position.
    fn choice(self, unit: u32, eye: Vec3) -> Choice {
        let name = self.name(unit);
        let (middle, name) = match self {
            Self::Leaves(tree) => (tree.leaf(LeafId(unit)).map(|view| view.bounds.center()), name),
            Self::Nodes(tree) => {
                let faces = tree.node(NodeId(unit)).map_or(0, |view| view.fragments.len());
                let count = count(faces as u64);
                (
                    middle_of_faces(tree, NodeId(unit)),
                    text!("quiz-next-painted-faces", name, count),
                )
            }
        };
        let text = match middle {
            None => name,
            Some(middle) => {
                let away = metres(middle.distance(eye.as_dvec3()));
                text!(
                    "quiz-next-painted-place",
                    name,
                    middle = format_point(middle),
                    away
                )
            }
        };
        Choice::new(text, self.mark(unit))
    }

    /// Describes the plane that separates the next unit from the later ones.
    fn parting(self, next: u32, later: &[u32], order: DepthOrder) -> String {
        let ways: Vec<String> = later
            .iter()
            .filter_map(|&other| match self {
                Self::Leaves(tree) => parting_of_leaves(tree, LeafId(next), LeafId(other)),
                Self::Nodes(tree) => parting_of_nodes(tree, NodeId(next), NodeId(other), order),
            })
            .collect();
        match ways.as_slice() {
            [] => String::new(),
            ways => text!(
                "quiz-next-painted-parting",
                ways = ways.join(text!("quiz-next-painted-and"))
            ),
        }
    }
}

/// Returns the message key for a drawing order.
const fn key_of(order: DepthOrder) -> &'static str {
    match order {
        DepthOrder::BackToFront => "far-first",
        DepthOrder::FrontToBack => "near-first",
    }
}

/// Returns the node where the paths to two leaves diverge.
pub(super) fn dividing_node(tree: &LeafTree, leaf: LeafId, other: LeafId) -> Option<NodeId> {
    let above: Vec<NodeId> = tree.ancestors_of_leaf(leaf).map(|(node, _)| node).collect();
    // Searching upwards from one leaf, the first common ancestor is the lowest one.
    tree.ancestors_of_leaf(other)
        .map(|(node, _)| node)
        .find(|node| above.contains(node))
}

/// Returns the name of the node where the paths to two leaves diverge.
fn parting_of_leaves(tree: &LeafTree, leaf: LeafId, other: LeafId) -> Option<String> {
    let node = dividing_node(tree, leaf, other)?;
    Some(text!("quiz-next-painted-apart", units = "leaves", node, other))
}

/// Describes where a node lies relative to another one that is drawn later.
fn parting_of_nodes(tree: &NodeTree, next: NodeId, later: NodeId, order: DepthOrder) -> Option<String> {
    let up = |node| std::iter::once(node).chain(tree.ancestors(node).map(|(node, _)| node));
    let above: Vec<NodeId> = up(next).collect();
    let node = up(later).find(|node| above.contains(node))?;
    Some(if node == next {
        text!("quiz-next-painted-below", later, order = key_of(order))
    } else if node == later {
        text!("quiz-next-painted-above", later, order = key_of(order))
    } else {
        text!("quiz-next-painted-apart", units = "nodes", node, other = later)
    })
}

/// Returns the mean (in metres) of the corners of a node's faces.
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
