//! Two rules of the duel in the world: the trees that they build, and what queries cost in them, side by side.

use std::sync::Arc;

use bspwalk_compile::{CompileError, node_tree};
use bspwalk_explain::duel::Contestant;
use bspwalk_overlays::heat;
use bspwalk_progress::Progress;
use bspwalk_session::overlays::OverlayKind;
use bspwalk_text::text;
use bspwalk_trees::{BuildParams, NodeTree};

use crate::app::{
    state::{Notice, OpenedLevel, Overlays},
    worker::{Failure, WorkStatus, Worker},
};

/// Two trees of the level whose queries are compared in the world.
#[derive(Clone, Debug)]
pub struct TreePair {
    /// What they are called, the left one and the right one.
    pub names: [String; 2],
    /// The trees.
    pub trees: [Arc<NodeTree>; 2],
}

/// Two rules of the duel whose trees are compared in the world.
#[derive(Default)]
pub struct DuelHeat {
    chosen: [Option<Contestant>; 2],
    shown: Option<TreePair>,
    work: Option<Worker<TreePair>>,
    /// The overlay that was shown for this alone, and is hidden with it.
    overlay: Option<OverlayKind>,
}

impl DuelHeat {
    /// The trees that are compared now.
    #[must_use]
    pub fn shown(&self) -> Option<&TreePair> {
        self.shown.as_ref()
    }

    /// The progress of the trees that are being built.
    #[must_use]
    pub fn status(&self) -> Option<WorkStatus> {
        self.work
            .as_ref()
            .map(|worker| worker.status(text!("duelpage-building")))
    }

    /// The left one and the right one of those that can be compared: the chosen ones where they are there, or else the first.
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

    /// Chooses the left one, 0, or the right one, 1.
    pub fn choose(&mut self, which: usize, contestant: Contestant) {
        self.chosen[which] = Some(contestant);
    }

    /// Starts to build the trees of two.
    pub(super) fn build(&mut self, current: &OpenedLevel, pair: [Contestant; 2]) {
        if let [Contestant::Nodes(left), Contestant::Nodes(right)] = pair {
            let names = pair.map(|one| format!("`{one}`"));
            self.work = Some(start(current, [left, right], names));
        }
    }

    /// Builds no further; what is shown stays.
    pub(super) fn cancel(&mut self) {
        self.work = None;
    }

    /// Takes over the trees that were built. Returns whether they are shown now, or what is said instead.
    pub(super) fn take(&mut self, overlays: &mut Overlays) -> Option<Result<(), Notice>> {
        let work = self.work.take_if(|work| work.is_finished())?;
        Some(match work.finish() {
            Ok(pair) => {
                self.shown = Some(pair);
                if !is_measured(overlays) {
                    overlays.set(OverlayKind::Cost, true);
                    self.overlay = Some(OverlayKind::Cost);
                }
                Ok(())
            }
            Err(Failure::Cancelled) => return None,
            Err(Failure::Failed(reason)) => Err(Notice::error(reason)),
        })
    }

    /// Whether nothing of the two trees can be seen, because what they are compared by was switched off.
    pub(super) fn is_hidden(&self, overlays: &Overlays) -> bool {
        self.shown.is_some() && !is_measured(overlays)
    }

    /// Shows one tree again.
    pub(super) fn end(&mut self, overlays: &mut Overlays) {
        self.shown = None;
        if let Some(kind) = self.overlay.take()
            && overlays.is_on(kind)
        {
            overlays.set(kind, false);
        }
    }
}

/// Whether an overlay shows what queries cost in node-storing trees.
fn is_measured(overlays: &Overlays) -> bool {
    let mut shown = OverlayKind::ALL.into_iter().filter(|&kind| overlays.is_on(kind));
    shown
        .find_map(heat::measure)
        .is_some_and(heat::Measure::is_of_nodes)
}

/// Starts to build two trees: in a page beside this program, unless the level was drawn here. The tree of the level is one of them
/// where it was built so.
fn start(current: &OpenedLevel, params: [BuildParams; 2], names: [String; 2]) -> Worker<TreePair> {
    let title = text!("duelpage-two-trees", one = names[0], other = names[1]);
    let current = current.clone();
    #[cfg(target_family = "wasm")]
    if let Some(compiled) = current.compiled().cloned() {
        use crate::page::build;
        return build::worker(title, async move |progress| {
            let [left, right] = params.map(|params| (known(&current, &params), params));
            let mut trees = Vec::with_capacity(2);
            for (known, params) in [left, right] {
                trees.push(match known {
                    Some(tree) => tree,
                    None => Arc::new(build::nodes(&compiled, params, Vec::new(), progress).await?),
                });
            }
            let trees = trees.try_into().map_err(|_| Failure::Cancelled)?;
            Ok(TreePair { names, trees })
        });
    }
    Worker::start(title, move |progress| {
        let [left, right] = params.map(|params| built(&current, &params, progress));
        let trees = [left?, right?];
        Ok(TreePair { names, trees })
    })
}

/// The tree of the level, where it is the one that these parameters give.
fn known(current: &OpenedLevel, params: &BuildParams) -> Option<Arc<NodeTree>> {
    let tree = &current.tree;
    let is_same = tree.params() == params && tree.planes_by_hand().next().is_none();
    is_same.then(|| Arc::clone(tree))
}

fn built(
    current: &OpenedLevel,
    params: &BuildParams,
    progress: &Arc<Progress>,
) -> Result<Arc<NodeTree>, Failure> {
    if let Some(tree) = known(current, params) {
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
    fn two_different_ones_are_compared_and_the_chosen_ones_where_they_are_there() {
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
