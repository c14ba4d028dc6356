//! What came and went from one save of a level to the next, found beside the main thread.

use std::sync::Arc;

use bspwalk_explain::{
    difference::{Difference, Side},
    difference_shapes::Changed,
};
use bspwalk_levels::Level;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::{LeafTree, NodeTree, solid_leaf::Pvs};

use crate::{
    identity::Identity,
    job::{Failure, Job},
};

/// A save of a level, with its trees.
#[derive(Clone, Debug)]
pub struct SavedState {
    /// The level.
    pub level: Arc<Level>,
    /// Its node-storing tree.
    pub nodes: Arc<NodeTree>,
    /// Its solid-leaf tree.
    pub leaves: Arc<LeafTree>,
    /// Its PVS, where it is computed to its end.
    pub pvs: Option<Arc<Pvs>>,
}

impl SavedState {
    fn side(&self) -> Side<'_> {
        Side {
            level: &self.level,
            nodes: &self.nodes,
            leaves: &self.leaves,
            pvs: self.pvs.as_deref(),
        }
    }
}

/// What came and went from one save to the next.
#[derive(Debug)]
pub struct SaveDifference {
    /// At most two lines for a notice.
    pub lines: Vec<String>,
    /// All figures, in one sentence.
    pub sentence: String,
    /// What came and went as shapes, in the space of the later save.
    pub changed: Changed,
}

impl SaveDifference {
    /// Compares two saves.
    ///
    /// # Errors
    /// [`Cancelled`].
    pub fn new(before: &SavedState, after: &SavedState, progress: &Progress) -> Result<Self, Cancelled> {
        let sides = [before.side(), after.side()];
        let difference = Difference::new(sides[0], sides[1], progress)?;
        let figures = sides.map(|side| side.figures());
        Ok(Self {
            lines: difference.lines(figures),
            sentence: difference.sentence(figures),
            changed: Changed::new(sides, &difference, progress)?,
        })
    }
}

/// Finds what came and went, save after save.
#[derive(Debug, Default)]
pub struct BetweenSaves {
    /// The last save whose trees were there, while it is not compared with a later one.
    before: Option<SavedState>,
    job: Job<Identity<LeafTree>, SaveDifference>,
    latest: Option<Arc<SaveDifference>>,
}

impl BetweenSaves {
    /// Another save takes the place of this one; `None` where its trees were not there yet: then the one before it is compared.
    pub fn replace(&mut self, before: Option<SavedState>) {
        self.job.cancel();
        if before.is_some() {
            self.before = before;
        }
    }

    /// Whether a save waits to be compared with the one that is shown.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.before.is_some()
    }

    /// Compares with the save that is shown, once all its trees are there, which the caller calls again and again. Returns what was
    /// found, once, or why nothing was.
    pub fn follow(&mut self, after: Option<SavedState>) -> Option<Result<Arc<SaveDifference>, String>> {
        if let (Some(before), Some(after)) = (&self.before, after) {
            let before = before.clone();
            self.job
                .request_cancellable(Identity::of(&after.leaves), move |progress| {
                    SaveDifference::new(&before, &after, progress).map_err(|Cancelled| Failure::Cancelled)
                });
        }
        let found = self.job.poll()?;
        self.before = None;
        match found {
            Ok(found) => {
                let found = Arc::new(found);
                self.latest = Some(Arc::clone(&found));
                Some(Ok(found))
            }
            Err(Failure::Cancelled) => None,
            Err(Failure::Failed(reason)) => Some(Err(reason)),
        }
    }

    /// What the last save changed, once it is found.
    #[must_use]
    pub fn latest(&self) -> Option<&Arc<SaveDifference>> {
        self.latest.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use std::{thread, time::Duration};

    use bspwalk_compile::{CompileParams, fill, leaf_tree, node_tree, pvs};
    use bspwalk_levels::{LoadOptions, load_from_memory};
    use bspwalk_testing::quake_maps;

    use super::*;

    fn state(text: &str) -> SavedState {
        let progress = Arc::<Progress>::default();
        let params = CompileParams::quick();
        let level = load_from_memory("a.map", text.as_bytes(), &(), &LoadOptions::default(), &progress);
        let level = fill::reachable(level.expect("it loads"), &progress).expect("nobody cancels");
        let (nodes, _) = node_tree(&level, &params.nodes, &progress).expect("it builds");
        let leaves = leaf_tree(&level, &params, &progress).expect("it builds").tree;
        let (pvs, _) = pvs(&leaves, &params.pvs, &progress, |_| {}).expect("it builds");
        SavedState {
            level: Arc::new(level),
            nodes,
            leaves,
            pvs: Some(pvs),
        }
    }

    fn wait(saves: &mut BetweenSaves, after: &SavedState) -> Arc<SaveDifference> {
        loop {
            if let Some(found) = saves.follow(Some(after.clone())) {
                return found.expect("nothing fails");
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn a_save_with_a_pillar_is_told_once() {
        let pillar = [[96.0, -32.0, 0.0], [128.0, 0.0, 192.0]];
        let (before, after) = (state(&quake_maps::room(&[])), state(&quake_maps::room(&[pillar])));
        let mut saves = BetweenSaves::default();
        assert!(saves.follow(Some(after.clone())).is_none() && !saves.is_waiting());
        saves.replace(Some(before.clone()));
        // Its trees are not there yet.
        assert!(saves.follow(None).is_none() && saves.is_waiting());
        let found = wait(&mut saves, &after);
        assert_eq!(found.lines[0], "Since the save before: 1 brush came.");
        assert!(
            found.lines[1].contains("empty leaves 1 → 4, portals 0 → 4, visible pairs 0 → "),
            "{:?}",
            found.lines
        );
        assert!(
            found
                .sentence
                .starts_with("The brush that came did this: faces +"),
            "{}",
            found.sentence
        );
        assert!(
            saves.follow(Some(after.clone())).is_none() && !saves.is_waiting(),
            "it is told once"
        );
        assert!(saves.latest().is_some());

        // The save after that is saved again before its trees were there: the next is compared with the one before.
        saves.replace(Some(after.clone()));
        saves.replace(None);
        let found = wait(&mut saves, &before);
        assert_eq!(found.lines[0], "Since the save before: 1 brush gone.");
        // A save that changes nothing says so.
        saves.replace(Some(before));
        let found = wait(&mut saves, &state(&quake_maps::room(&[])));
        assert_eq!(
            found.lines,
            ["The save changed nothing in the level and its trees."]
        );
    }
}
