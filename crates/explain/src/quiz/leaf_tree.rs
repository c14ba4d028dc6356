//! Questions about the solid-leaf tree: whether a leaf can be seen from another.

use bspwalk_progress::words::{counted, metres};
use bspwalk_trees::solid_leaf::{
    LeafId, OUTSIDE,
    pvs::{Explanation, explain},
};

use super::{Answers, Choice, Kind, Mark, Question, Quiz, Scene, words::at};

impl Quiz {
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
}
