//! Questions about the solid-leaf tree: which leaf the painter draws next, and whether a leaf can be seen from another.

use bspwalk_progress::words::{counted, metres};
use bspwalk_trees::solid_leaf::{
    LeafId, OUTSIDE,
    pvs::{Explanation, explain},
};
use glam::Vec3;

use super::{Answers, Choice, Kind, Mark, Question, Quiz, Scene, words::at};

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
        let last = order.len().checked_sub(4)?;
        let place = self.random.usize(..=last);
        let (done, next) = (order[place], order[place + 1]);
        let mut later = order[place + 2..].to_vec();
        self.random.shuffle(&mut later);
        let choices: Vec<Choice> = [next, later[0], later[1]]
            .into_iter()
            .map(|leaf| self.leaf_choice(leaf, eye))
            .collect();
        let text = format!(
            "The painter draws the leaves from far to near, in the order of the tree. From this eye, leaf {done} has just been drawn. \
             Which of these is drawn next?"
        );
        let why = format!(
            "Leaf {next}. At each node the painter draws the side of its plane that the eye is not on first: nothing there can hide \
             what is on the eye's side. {}",
            parting(&tree, next, [later[0], later[1]]),
        );
        let scene = Scene::Painter { eye, leaf: done };
        let (answers, right) = Answers::shuffled(choices, &mut self.random);
        Some(Question {
            kind: Kind::NextPainted,
            text,
            answers,
            right,
            why,
            scene,
        })
    }

    /// Whether a leaf can be seen from another.
    pub(super) fn leaf_seen(&mut self) -> Option<Question> {
        let (tree, pvs) = (self.trees.leaves.clone()?, self.trees.pvs.clone()?);
        let eye = self.place()?;
        let from = tree.locate(eye.as_dvec3());
        if from == OUTSIDE || tree.is_solid(from) {
            return None;
        }
        let wanted = self.random.bool();
        let leaves: Vec<LeafId> = tree
            .empty_leaves()
            .into_iter()
            .filter(|&leaf| leaf != OUTSIDE && leaf != from && pvs.visible(from, leaf) == wanted)
            .collect();
        let to = *self.random.choice(&leaves)?;
        let graph = tree.portal_graph();
        let why = match explain(graph, &pvs, &tree.tolerances(), from, to) {
            Explanation::Seen { from, to, chain } => format!(
                "Yes: the line from {} to {} goes through {} and meets nothing solid.",
                at(from),
                at(to),
                counted(chain.len() as u64, "portal")
            ),
            Explanation::Hidden {
                closed: Some(portal),
                chain,
                ..
            } => format!(
                "No: every line from one to the other would go through portals. After {}, none can go on through portal {portal}.",
                counted(chain.len() as u64, "portal")
            ),
            Explanation::Hidden { closed: None, .. } => {
                "No: no way through portals leads from one to the other.".to_owned()
            }
            Explanation::Same | Explanation::Unknown { .. } => return None,
        };
        let away = tree.leaf(to)?.bounds.center().distance(eye.as_dvec3());
        let text = format!(
            "You are in leaf {from}. The middle of leaf {to} is {} away. Can any point of it be seen from any point of leaf {from}?",
            metres(away)
        );
        let yes = Choice::new("yes, some line of sight connects them", Mark::None);
        let no = Choice::new("no, something solid is always between them", Mark::None);
        let choices = if wanted { vec![yes, no] } else { vec![no, yes] };
        let scene = Scene::Sight { eye, from, to };
        let (answers, right) = Answers::shuffled(choices, &mut self.random);
        Some(Question {
            kind: Kind::LeafSeen,
            text,
            answers,
            right,
            why,
            scene,
        })
    }

    /// A leaf to choose, with where it is.
    fn leaf_choice(&self, leaf: LeafId, eye: Vec3) -> Choice {
        let tree = self.trees.leaves.as_ref();
        let middle = tree
            .and_then(|tree| tree.leaf(leaf))
            .map(|view| view.bounds.center());
        let text = middle.map_or_else(
            || format!("leaf {leaf}"),
            |middle| {
                format!(
                    "leaf {leaf}, around {}, {} away",
                    at(middle),
                    metres(middle.distance(eye.as_dvec3()))
                )
            },
        );
        Choice::new(text, Mark::Leaf(leaf))
    }
}

/// At which nodes the way to a leaf parts from those to two others.
fn parting(tree: &bspwalk_trees::LeafTree, leaf: LeafId, others: [LeafId; 2]) -> String {
    let ways = others.map(|other| {
        let above: Vec<u32> = tree.ancestors_of_leaf(leaf).map(|(node, _)| node).collect();
        // From the leaf upwards: the first that they share is the lowest.
        let node = tree
            .ancestors_of_leaf(other)
            .map(|(node, _)| node)
            .find(|node| above.contains(node));
        node.map(|node| format!("the plane of node {node} separates it from leaf {other}"))
    });
    let ways: Vec<String> = ways.into_iter().flatten().collect();
    match ways.as_slice() {
        [] => String::new(),
        ways => format!("In this tree {}.", ways.join(", and ")),
    }
}
