//! Side-by-side comparison of two rules in the level: one tree per rule, and the query cost of each tree.

use std::sync::Arc;

use bspwalk_compile::{CompileError, node_tree};
use bspwalk_explain::duel::Contestant;
use bspwalk_progress::Progress;
use bspwalk_text::text;
use bspwalk_trees::{BuildParams, NodeTree};

use crate::{
    Opened,
    job::{Failure, WorkStatus, Worker},
    overlays::{OverlayKind, Overlays},
    walker::Notice,
};

/// Starts to build two trees with the given names.
pub type StartPair = fn(&Opened, [BuildParams; 2], [String; 2]) -> Worker<TreePair>;

/// Two trees of the level whose query costs are compared.
#[derive(Clone, Debug)]
pub struct TreePair {
    /// Names of the left and right trees.
    pub names: [String; 2],
    /// Left and right trees.
    pub trees: [Arc<NodeTree>; 2],
}

/// Two rules of the duel whose trees are compared in the level.
#[derive(Debug, Default)]
pub struct DuelHeat {
    chosen: [Option<Contestant>; 2],
    shown: Option<TreePair>,
    work: Option<Worker<TreePair>>,
    /// Overlay that the comparison turned on automatically, and turns off when it ends.
    overlay: Option<OverlayKind>,
}

impl DuelHeat {
    /// Returns the pair of trees being compared.
    #[must_use]
    pub fn shown(&self) -> Option<&TreePair> {
        self.shown.as_ref()
    }

    /// Returns the progress of building the two trees.
    #[must_use]
    pub fn status(&self) -> Option<WorkStatus> {
        self.work
            .as_ref()
            .map(|worker| worker.status(text!("duelpage-building")))
    }

    /// Returns the left and right contestants. These are the chosen ones if both are comparable, and otherwise the
    /// first two comparable contestants that differ.
    #[must_use]
    pub fn pair(&self, comparable: &[Contestant]) -> Option<[Contestant; 2]> {
        let is_there = |one: &Contestant| comparable.contains(one);
        let [left, right] = self.chosen.map(|chosen| chosen.filter(is_there));
        let other_than = |other: Option<Contestant>| {
            let mut rest = comparable.iter().copied();
            rest.find(|one| Some(*one) != other)
        };
        let left = left.or_else(|| other_than(right))?;
        let right = right.or_else(|| other_than(Some(left)))?;
        Some([left, right])
    }

    /// Chooses the left contestant (`which` is 0) or the right one (`which` is 1).
    pub fn choose(&mut self, which: usize, contestant: Contestant) {
        self.chosen[which] = Some(contestant);
    }

    /// Starts to build the trees of two contestants.
    pub fn build(&mut self, current: &Opened, pair: [Contestant; 2], start: StartPair) {
        if let [Contestant::Nodes(left), Contestant::Nodes(right)] = pair {
            let names = pair.map(|one| format!("`{one}`"));
            self.work = Some(start(current, [left, right], names));
        }
    }

    /// Stops building trees. Keeps the current comparison.
    pub fn cancel(&mut self) {
        self.work = None;
    }

    /// Shows the two trees once they are finished. Returns `Ok` once they are shown, or a notice if building failed.
    /// `is_measured` is whether an overlay shows the query cost of node-storing trees.
    pub fn show_finished_trees(
        &mut self,
        overlays: &mut Overlays,
        is_measured: bool,
    ) -> Option<Result<(), Notice>> {
        let work = self.work.take_if(|work| work.is_finished())?;
        Some(match work.finish() {
            Ok(pair) => {
                self.shown = Some(pair);
                if !is_measured {
                    overlays.set(OverlayKind::Cost, true);
                    self.overlay = Some(OverlayKind::Cost);
                }
                Ok(())
            }
            Err(Failure::Cancelled) => return None,
            Err(Failure::Failed(reason)) => Err(Notice::error(reason)),
        })
    }

    /// Ends the comparison and shows a single tree again.
    pub fn end(&mut self, overlays: &mut Overlays) {
        self.shown = None;
        if let Some(kind) = self.overlay.take()
            && overlays.is_on(kind)
        {
            overlays.set(kind, false);
        }
    }
}

/// Returns the title of building two trees.
pub fn pair_title(names: &[String; 2]) -> String {
    text!("duelpage-two-trees", one = names[0], other = names[1])
}

/// Builds two trees on a thread of this process, and reuses the level's own tree if it has the same parameters; see
/// [`StartPair`].
pub fn pair_here(current: &Opened, params: [BuildParams; 2], names: [String; 2]) -> Worker<TreePair> {
    let current = current.clone();
    Worker::start(pair_title(&names), move |progress| {
        let [left, right] = params.map(|params| built(&current, &params, progress));
        let trees = [left?, right?];
        Ok(TreePair { names, trees })
    })
}

/// Returns the tree of the level if these parameters would build an identical tree.
pub fn known_tree(current: &Opened, params: &BuildParams) -> Option<Arc<NodeTree>> {
    let tree = &current.tree;
    let is_same = tree.params() == params && tree.planes_by_hand().next().is_none();
    is_same.then(|| Arc::clone(tree))
}

fn built(current: &Opened, params: &BuildParams, progress: &Arc<Progress>) -> Result<Arc<NodeTree>, Failure> {
    if let Some(tree) = known_tree(current, params) {
        return Ok(tree);
    }
    match node_tree(&current.level, params, progress) {
        Ok((tree, _)) => Ok(tree),
        Err(CompileError::Cancelled(_)) => Err(Failure::Cancelled),
        Err(error) => Err(Failure::Failed(text!(
            "duelpage-no-tree",
            rule = Contestant::Nodes(*params),
            error
        ))),
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_trees::Rule;

    use super::*;

    #[test]
    fn pair_prefers_chosen_distinct_contestants() {
        let [a, b, c] = [Rule::Sampled, Rule::First, Rule::Random]
            .map(|rule| Contestant::Nodes(BuildParams::preset(rule)));
        let mut heat = DuelHeat::default();
        assert_eq!(heat.pair(&[a, b, c]), Some([a, b]));
        heat.choose(1, a);
        assert_eq!(heat.pair(&[a, b, c]), Some([b, a]), "not the same twice");
        heat.choose(0, c);
        assert_eq!(heat.pair(&[a, b, c]), Some([c, a]));
        assert_eq!(heat.pair(&[a, b]), Some([b, a]), "one was removed");
        heat.choose(0, a);
        assert_eq!(heat.pair(&[a, b]), Some([a, a]), "the user may");
        for few in [&[][..], &[b]] {
            assert_eq!(heat.pair(few), None);
        }
    }
}
