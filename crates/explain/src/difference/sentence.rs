//! Summarises in one sentence how a change affected the trees of a level.

use bspwalk_text::{text, words::count};

use super::{ChangeCounts, ComparedLevel, Difference, change_counts};

/// Statistics of a level's trees that are not part of a [`Difference`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideFigures {
    /// Number of faces that the node-storing tree split.
    pub splits: u32,
    /// Number of empty leaves inside the level.
    pub empty: u32,
    /// Number of solid leaves.
    pub solid: u32,
    /// Number of steps taken to compute the PVS, if there is one.
    pub pvs_steps: Option<u64>,
}

impl ComparedLevel<'_> {
    /// Returns the statistics of this side's trees.
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
    /// Describes how the change affected the statistics of the trees.
    #[must_use]
    pub fn sentence(&self, figures: [SideFigures; 2]) -> String {
        if self.is_nothing() {
            return text!("difference-nothing").to_owned();
        }
        let figure = |figure: fn(&SideFigures) -> u32| figures.each_ref().map(figure).map(u64::from);
        let both = |counts: ChangeCounts| [counts.before, counts.after];
        let steps = figures[0]
            .pvs_steps
            .zip(figures[1].pvs_steps)
            .map(<[u64; 2]>::from);
        let seen = self.visible.map(|pairs| [pairs.before, pairs.after]);
        let changes = [
            (text!("difference-figure-faces"), both(change_counts(&self.faces))),
            (text!("difference-figure-cuts"), figure(|figures| figures.splits)),
            (text!("difference-figure-its-nodes"), both(self.nodes.counts())),
            (
                text!("difference-figure-empty-leaves"),
                figure(|figures| figures.empty),
            ),
            (
                text!("difference-figure-solid-leaves"),
                figure(|figures| figures.solid),
            ),
            (
                text!("difference-figure-portals"),
                both(change_counts(&self.portals)),
            ),
            (text!("difference-figure-visible-pairs"), seen.unwrap_or_default()),
            (text!("difference-figure-pvs-steps"), steps.unwrap_or_default()),
        ];
        let changes = changed(&changes, format_signed_change);
        let brushes = self.brushes.as_ref().map(super::Matching::counts);
        let changes = changes.unwrap_or_else(|| text!("difference-figures-stay").to_owned());
        match brushes.map(|counts| (counts.came, counts.gone)) {
            Some((1, 0)) => text!("difference-brush-came", changes),
            Some((0, 1)) => text!("difference-brush-gone", changes),
            Some((1, 1)) => text!("difference-brush-changed", changes),
            _ => text!("difference-in-all", changes),
        }
    }

    /// Describes a saved change in one line: first the changes to the level, then those to its trees.
    #[must_use]
    pub fn line(&self, figures: [SideFigures; 2]) -> String {
        if self.is_nothing() {
            return text!("difference-save-nothing").to_owned();
        }
        let faces = change_counts(&self.faces);
        let parts = match self.brushes.as_ref().map(super::Matching::counts) {
            Some(brushes) if !brushes.is_nothing() => came_and_went(&brushes, "brushes"),
            _ if faces.is_nothing() => text!("difference-no-face-moved").to_owned(),
            _ => came_and_went(&faces, "faces"),
        };
        let figure = |figure: fn(&SideFigures) -> u32| figures.each_ref().map(figure).map(u64::from);
        let both = |counts: ChangeCounts| [counts.before, counts.after];
        let seen = self.visible.map(|pairs| [pairs.before, pairs.after]);
        let changes = [
            (text!("difference-figure-nodes"), both(self.nodes.counts())),
            (
                text!("difference-figure-empty-leaves"),
                figure(|figures| figures.empty),
            ),
            (
                text!("difference-figure-portals"),
                both(change_counts(&self.portals)),
            ),
            (text!("difference-figure-visible-pairs"), seen.unwrap_or_default()),
        ];
        let changes = changed(&changes, step);
        let changes = changes.unwrap_or_else(|| text!("difference-trees-stay").to_owned());
        text!("difference-since-save", parts, changes)
    }
}

/// Formats a phrase such as "1 brush added, 2 removed". `what` is the name of the message argument: `brushes` or
/// `faces`.
fn came_and_went(counts: &ChangeCounts, what: &str) -> String {
    let [came, gone] = [counts.came, counts.gone].map(count);
    match (counts.came, counts.gone) {
        (_, 0) => text!("difference-came", what, count = came),
        (0, _) => text!("difference-gone", what, count = gone),
        _ => text!("difference-came-and-gone", what, count = came, gone),
    }
}

/// Lists the names and values of statistics that changed, or returns `None` if none of them changed.
fn changed(figures: &[(&str, [u64; 2])], words: fn([u64; 2]) -> String) -> Option<String> {
    let changed = figures.iter().filter(|(_, [before, after])| before != after);
    let changed = changed.map(|&(what, pair)| format!("{what} {}", words(pair)));
    let changed: Vec<String> = changed.collect();
    (!changed.is_empty()).then(|| changed.join(text!("text-list")))
}

/// Formats a pair of numbers as "3 → 5".
fn step(pair: [u64; 2]) -> String {
    let [before, after] = pair.map(count);
    format!("{before} → {after}")
}

/// Formats a change as "−12" for a decrease, "+3" for an increase, and "±0" otherwise.
pub(crate) fn format_signed_change([before, after]: [u64; 2]) -> String {
    match before.cmp(&after) {
        std::cmp::Ordering::Less => format!("+{}", count(after - before)),
        std::cmp::Ordering::Equal => "±0".to_owned(),
        std::cmp::Ordering::Greater => format!("−{}", count(before - after)),
    }
}

/// Formats a change as "12 → 15: 2 removed, 5 added" or "12, all the same".
#[must_use]
pub fn change(counts: &ChangeCounts) -> String {
    let ChangeCounts {
        before,
        after,
        gone,
        came,
    } = *counts;
    if counts.is_nothing() {
        return match before {
            0 => text!("difference-change-none").to_owned(),
            before => text!("difference-change-same", count = count(before)),
        };
    }
    text!(
        "difference-change",
        before = count(before),
        after = count(after),
        gone = count(gone),
        came = count(came)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn change_shows_before_and_after() {
        let mut counts = ChangeCounts {
            before: 1200,
            after: 1203,
            gone: 2,
            came: 5,
        };
        assert_eq!(change(&counts), "1,200 → 1,203: 2 removed, 5 added");
        (counts.gone, counts.came) = (0, 0);
        assert_eq!(change(&counts), "1,200, all unchanged");
        assert_eq!(change(&ChangeCounts::default()), "none");
    }
}
