//! Questions about the solid-leaf tree: whether one leaf is visible from another.

use bspwalk_text::{
    text,
    words::{count, metres},
};
use bspwalk_trees::solid_leaf::{
    LeafId, OUTSIDE,
    pvs::{Explanation, explain},
};

use super::{Choice, Kind, Mark, Question, Quiz, Scene, question::format_point};

impl Quiz {
    /// Creates a question about whether one leaf is visible from another.
    pub(super) fn ask_leaf_visible(&mut self) -> Option<Question> {
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
            // The line between adjacent leaves may be too short to describe.
            Explanation::Seen { chain, .. } if chain.len() == 1 => {
                text!("quiz-leaf-seen-adjacent").to_owned()
            }
            Explanation::Seen { from, to, chain } => text!(
                "quiz-leaf-seen-yes",
                from = format_point(from),
                to = format_point(to),
                count = count(chain.len() as u64)
            ),
            Explanation::Hidden {
                closed: Some(portal),
                chain,
                ..
            } => text!("quiz-leaf-seen-closed", count = count(chain.len() as u64), portal),
            Explanation::Hidden { closed: None, .. } => text!("quiz-leaf-seen-apart").to_owned(),
            Explanation::Same | Explanation::Unknown { .. } => return None,
        };
        let away = tree.leaf(to)?.bounds.center().distance(eye.as_dvec3());
        let text = text!("quiz-leaf-seen-question", from, to, away = metres(away));
        let yes = Choice::new(text!("quiz-leaf-seen-answer-yes"), Mark::None);
        let no = Choice::new(text!("quiz-leaf-seen-answer-no"), Mark::None);
        let choices = if wanted { vec![yes, no] } else { vec![no, yes] };
        let scene = Scene::Sight { eye, from, to };
        let random = &mut self.random;
        Some(Question::new((Kind::LeafSeen, text), choices, why, scene, random))
    }
}
