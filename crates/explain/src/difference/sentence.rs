//! What a change did to the figures of a level's trees, in one sentence.

use bspwalk_progress::words::{capitalized, count};

use super::{Counts, Difference, Side, counts};

/// Figures of a level's trees that the parts of a [`Difference`] do not tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideFigures {
    /// How many times the node-storing tree cut a face in two.
    pub splits: u32,
    /// Empty leaves within the level.
    pub empty: u32,
    /// Solid leaves.
    pub solid: u32,
    /// Steps of the PVS, where there is one.
    pub pvs_steps: Option<u64>,
}

impl Side<'_> {
    /// Its figures.
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
    /// What the change did to the figures, which are those of both levels.
    #[must_use]
    pub fn sentence(&self, figures: [SideFigures; 2]) -> String {
        if self.is_nothing() {
            return "Nothing came and nothing is gone.".to_owned();
        }
        let figure = |figure: fn(&SideFigures) -> u32| figures.each_ref().map(figure).map(u64::from);
        let both = |counts: Counts| [counts.before, counts.after];
        let steps = figures[0].pvs_steps.zip(figures[1].pvs_steps);
        let seen = self.visible.map(|pairs| [pairs.before, pairs.after]);
        let changes = [
            signed("faces", both(counts(&self.faces))),
            signed(
                "cuts of faces in the node-storing tree",
                figure(|figures| figures.splits),
            ),
            signed("its nodes", both(self.nodes.counts())),
            signed("empty leaves", figure(|figures| figures.empty)),
            signed("solid leaves", figure(|figures| figures.solid)),
            signed("portals", both(counts(&self.portals))),
            seen.and_then(|seen| signed("visible pairs", seen)),
            steps.and_then(|(before, after)| signed("steps of the PVS", [before, after])),
        ];
        let changes: Vec<String> = changes.into_iter().flatten().collect();
        let brushes = self.brushes.as_ref().map(super::Matching::counts);
        let cause = match brushes.map(|counts| (counts.came, counts.gone)) {
            Some((1, 0)) => "The brush that came did this: ",
            Some((0, 1)) => "Without the brush that is gone: ",
            Some((1, 1)) => "The brush that changed did this: ",
            _ => "In all: ",
        };
        if changes.is_empty() {
            return format!("{cause}the figures stay, but places changed.");
        }
        format!("{cause}{}.", changes.join(", "))
    }
}

impl Difference {
    /// What came and went, for a notice: at most two lines. The first says what changed in the level, the second what that did to
    /// its trees.
    #[must_use]
    pub fn lines(&self, figures: [SideFigures; 2]) -> Vec<String> {
        if self.is_nothing() {
            return vec!["The save changed nothing in the level and its trees.".to_owned()];
        }
        let faces = counts(&self.faces);
        let parts = match self.brushes.as_ref().map(super::Matching::counts) {
            Some(brushes) if !brushes.is_nothing() => came_and_went(&brushes, ["brush", "brushes"]),
            _ if faces.is_nothing() => "no face moved".to_owned(),
            _ => came_and_went(&faces, ["face", "faces"]),
        };
        let figure = |figure: fn(&SideFigures) -> u32| figures.each_ref().map(figure).map(u64::from);
        let both = |counts: Counts| [counts.before, counts.after];
        let changes = [
            step("nodes", both(self.nodes.counts())),
            step("empty leaves", figure(|figures| figures.empty)),
            step("portals", both(counts(&self.portals))),
            self.visible
                .and_then(|pairs| step("visible pairs", [pairs.before, pairs.after])),
        ];
        let changes: Vec<String> = changes.into_iter().flatten().collect();
        let changes = match changes.as_slice() {
            [] => "The figures of the trees stay.".to_owned(),
            changes => capitalized(&changes.join(", ")) + ".",
        };
        vec![format!("Since the save before: {parts}."), changes]
    }
}

/// "1 brush came, 2 gone", with the singular and the plural of what came.
fn came_and_went(counts: &Counts, [one, many]: [&str; 2]) -> String {
    let of = |number: u64| format!("{} {}", count(number), if number == 1 { one } else { many });
    match (counts.came, counts.gone) {
        (came, 0) => format!("{} came", of(came)),
        (0, gone) => format!("{} gone", of(gone)),
        (came, gone) => format!("{} came, {} gone", of(came), count(gone)),
    }
}

/// "leaves 3 → 5"; `None` where it stays.
fn step(what: &str, [before, after]: [u64; 2]) -> Option<String> {
    (before != after).then(|| format!("{what} {} → {}", count(before), count(after)))
}

/// The difference of a figure, with its sign; `None` where it stays.
fn signed(what: &str, [before, after]: [u64; 2]) -> Option<String> {
    match before.cmp(&after) {
        std::cmp::Ordering::Less => Some(format!("{what} +{}", count(after - before))),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(format!("{what} −{}", count(before - after))),
    }
}
