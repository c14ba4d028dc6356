//! Sentences about the effect of a change on the statistics of a level's trees.

use bspwalk_progress::words::count;
use bspwalk_text::text;

use super::{Counts, Difference, Side, counts};

/// Statistics of a level's trees that the members of a [`Difference`] do not contain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideFigures {
    /// Number of times that the node-storing tree cut a face in two.
    pub splits: u32,
    /// Number of empty leaves inside the level.
    pub empty: u32,
    /// Number of solid leaves.
    pub solid: u32,
    /// Number of steps of the PVS computation, if there is a PVS.
    pub pvs_steps: Option<u64>,
}

impl Side<'_> {
    /// Returns the statistics of the level's trees.
    #[must_use]
    pub fn figures(&self) -> SideFigures {
        let leaves = self.leaves.statistics();
        SideFigures {
            splits: self.nodes.statistics().splits,
            empty: self.leaves.empty_leaves().len() as u32,
            solid: leaves.solid,
            pvs_steps: self.pvs.map(|pvs| pvs.statistics().steps),
        }
    }
}

impl Difference {
    /// Returns a sentence about the changes of the statistics. `figures` belong to the first and the second level.
    #[must_use]
    pub fn sentence(&self, figures: [SideFigures; 2]) -> String {
        if self.is_nothing() {
            return text!("difference-nothing").to_owned();
        }
        let figure = |figure: fn(&SideFigures) -> u32| figures.each_ref().map(figure).map(u64::from);
        let both = |counts: Counts| [counts.before, counts.after];
        let steps = figures[0].pvs_steps.zip(figures[1].pvs_steps);
        let seen = self.visible.map(|pairs| [pairs.before, pairs.after]);
        let changes = [
            signed(text!("difference-figure-faces"), both(counts(&self.faces))),
            signed(text!("difference-figure-cuts"), figure(|figures| figures.splits)),
            signed(text!("difference-figure-its-nodes"), both(self.nodes.counts())),
            signed(
                text!("difference-figure-empty-leaves"),
                figure(|figures| figures.empty),
            ),
            signed(
                text!("difference-figure-solid-leaves"),
                figure(|figures| figures.solid),
            ),
            signed(text!("difference-figure-portals"), both(counts(&self.portals))),
            seen.and_then(|seen| signed(text!("difference-figure-visible-pairs"), seen)),
            steps.and_then(|(before, after)| signed(text!("difference-figure-pvs-steps"), [before, after])),
        ];
        let changes: Vec<String> = changes.into_iter().flatten().collect();
        let brushes = self.brushes.as_ref().map(super::Matching::counts);
        let changes = match changes.as_slice() {
            [] => text!("difference-figures-stay").to_owned(),
            changes => changes.join(text!("text-list")),
        };
        match brushes.map(|counts| (counts.came, counts.gone)) {
            Some((1, 0)) => text!("difference-brush-came", changes),
            Some((0, 1)) => text!("difference-brush-gone", changes),
            Some((1, 1)) => text!("difference-brush-changed", changes),
            _ => text!("difference-in-all", changes),
        }
    }
}

impl Difference {
    /// Returns one line about a save: the changes of the level, followed by the changes of its trees.
    #[must_use]
    pub fn line(&self, figures: [SideFigures; 2]) -> String {
        if self.is_nothing() {
            return text!("difference-save-nothing").to_owned();
        }
        let faces = counts(&self.faces);
        let parts = match self.brushes.as_ref().map(super::Matching::counts) {
            Some(brushes) if !brushes.is_nothing() => came_and_went(&brushes, "brushes"),
            _ if faces.is_nothing() => text!("difference-no-face-moved").to_owned(),
            _ => came_and_went(&faces, "faces"),
        };
        let figure = |figure: fn(&SideFigures) -> u32| figures.each_ref().map(figure).map(u64::from);
        let both = |counts: Counts| [counts.before, counts.after];
        let changes = [
            step(text!("difference-figure-nodes"), both(self.nodes.counts())),
            step(
                text!("difference-figure-empty-leaves"),
                figure(|figures| figures.empty),
            ),
            step(text!("difference-figure-portals"), both(counts(&self.portals))),
            self.visible.and_then(|pairs| {
                step(
                    text!("difference-figure-visible-pairs"),
                    [pairs.before, pairs.after],
                )
            }),
        ];
        let changes: Vec<String> = changes.into_iter().flatten().collect();
        let changes = match changes.as_slice() {
            [] => text!("difference-trees-stay").to_owned(),
            changes => changes.join(text!("text-list")),
        };
        text!("difference-since-save", parts, changes)
    }
}

/// Formats additions and removals: "1 brush added, 2 removed". `what` is the message selector: `brushes` or `faces`.
fn came_and_went(counts: &Counts, what: &str) -> String {
    let [came, gone] = [counts.came, counts.gone].map(count);
    match (counts.came, counts.gone) {
        (_, 0) => text!("difference-came", what, count = came),
        (0, _) => text!("difference-gone", what, count = gone),
        _ => text!("difference-came-and-gone", what, count = came, gone),
    }
}

/// Formats a change: "leaves 3 → 5". Returns `None` if nothing changed.
fn step(what: &str, [before, after]: [u64; 2]) -> Option<String> {
    (before != after).then(|| format!("{what} {} → {}", count(before), count(after)))
}

/// Formats the difference with its sign, or returns `None` if nothing changed.
fn signed(what: &str, [before, after]: [u64; 2]) -> Option<String> {
    match before.cmp(&after) {
        std::cmp::Ordering::Less => Some(format!("{what} +{}", count(after - before))),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(format!("{what} −{}", count(before - after))),
    }
}
