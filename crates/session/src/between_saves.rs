//! Reports about the saves of a watched level: leaks and changes, found on a background thread.

use std::sync::Arc;

use bspwalk_compile::fill;
use bspwalk_explain::{
    difference::{ComparedLevel, Difference},
    difference_shapes::DifferenceShapes,
};
use bspwalk_levels::{Level, Warning};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::{Localize, text, words::metres};
use bspwalk_trees::{
    LeafTree, NodeTree,
    solid_leaf::{Inside, Pvs},
};

use crate::{
    identity::Identity,
    job::{Failure, Job},
    leak_walk,
};

/// A save of a level, with its trees.
#[derive(Clone, Debug)]
pub struct SavedState {
    /// The level.
    pub level: Arc<Level>,
    /// Node-storing tree of the level.
    pub nodes: Arc<NodeTree>,
    /// Solid-leaf tree of the level.
    pub leaves: Arc<LeafTree>,
    /// PVS of the level, if it is completely computed.
    pub pvs: Option<Arc<Pvs>>,
}

impl SavedState {
    fn side(&self) -> ComparedLevel<'_> {
        ComparedLevel {
            level: &self.level,
            nodes: &self.nodes,
            leaves: &self.leaves,
            pvs: self.pvs.as_deref(),
        }
    }

    /// Returns the length of the leak, in metres.
    fn leak(&self) -> Option<f64> {
        let has_rooms = self.leaves.inside() == Inside::Rooms;
        let leak = leak_walk::find(&self.level, &self.leaves).filter(|_| has_rooms);
        leak.map(|leak| leak.length())
    }
}

/// Differences between two saves of a level.
#[derive(Debug)]
pub struct SaveDifference {
    /// Summary of the changes, in one line.
    pub line: String,
    /// All figures, in one sentence.
    pub sentence: String,
    /// Shapes of the added and removed parts, in the space of the later save.
    pub changed: Arc<DifferenceShapes>,
}

impl SaveDifference {
    /// Compares two saves.
    pub fn new(before: &SavedState, after: &SavedState, progress: &Progress) -> Result<Self, Cancelled> {
        let sides = [before.side(), after.side()];
        let difference = Difference::new(sides[0], sides[1], progress)?;
        let figures = sides.map(|side| side.figures());
        Ok(Self {
            line: difference.line(figures),
            sentence: difference.sentence(figures),
            changed: Arc::new(DifferenceShapes::new(sides, &difference, progress)?),
        })
    }
}

/// Leak of a saved level, compared with the save before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LeakChange {
    /// Neither save leaks.
    None,
    /// The save opened a leak of this length, in metres.
    Opened(f64),
    /// The level leaked before and still leaks, along a path of this length (in metres).
    Stays(f64),
    /// The save closed the leak.
    Closed,
}

impl LeakChange {
    fn new(before: Option<&SavedState>, after: &SavedState) -> Self {
        match (before.and_then(SavedState::leak), after.leak()) {
            (None, None) => Self::None,
            (None, Some(length)) => Self::Opened(length),
            (Some(_), Some(length)) => Self::Stays(length),
            (Some(_), None) => Self::Closed,
        }
    }

    const fn is_open(self) -> bool {
        matches!(self, Self::Opened(_) | Self::Stays(_))
    }

    /// Returns a sentence that names the key for following the leak. It is empty if neither save leaks.
    fn sentence(self, key: &str) -> String {
        match self {
            Self::None => String::new(),
            Self::Opened(length) => text!("difference-leak-opened", key, length = metres(length)),
            Self::Stays(length) => text!("difference-leak-stays", key, length = metres(length)),
            Self::Closed => text!("difference-leak-closed").to_owned(),
        }
    }
}

/// Report about one save of a level.
#[derive(Clone, Debug)]
pub struct SaveReport {
    /// Leak of this save.
    pub leak: LeakChange,
    /// Differences from the previous save. `None` if that save was replaced before its trees were built.
    pub difference: Option<Arc<SaveDifference>>,
    /// Warnings that the previous save did not have.
    new_warnings: Vec<String>,
}

impl SaveReport {
    /// Compares a save with the one before it.
    pub fn new(
        before: Option<&SavedState>,
        after: &SavedState,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let difference = before.map(|before| SaveDifference::new(before, after, progress));
        // Line numbers change when a file is edited, so compare warnings without them.
        let is_known = |warning: &Warning| {
            let mut known = before.into_iter().flat_map(|before| &before.level.warnings);
            known.any(|known| known.message == warning.message)
        };
        let leak = LeakChange::new(before, after);
        // The report starts with the leak and the key for following it, so it does not repeat the leak warning.
        let is_leak = |warning: &Warning| leak.is_open() && fill::is_leak_warning(&after.level, warning);
        let warnings = after.level.warnings.iter();
        Ok(Self {
            leak,
            difference: difference.transpose()?.map(Arc::new),
            new_warnings: warnings
                .filter(|warning| !warning.is_of_z_up() && !is_known(warning) && !is_leak(warning))
                .map(Localize::localized)
                .collect(),
        })
    }

    /// Formats the report as one line.
    ///
    /// The leak comes first, with the name of the key for following it. The changes and new warnings follow.
    pub fn line(&self, leak_key: &str) -> String {
        let changes = match &self.difference {
            Some(difference) => difference.line.clone(),
            None => text!("difference-read-again").to_owned(),
        };
        let warnings = self.new_warnings.first().map(|first| {
            let (count, first) = (self.new_warnings.len(), first.trim_end_matches('.'));
            text!("difference-new-warnings", count, first)
        });
        let parts = [
            self.leak.sentence(leak_key),
            changes,
            warnings.unwrap_or_default(),
        ];
        parts
            .into_iter()
            .filter(|part| !part.is_empty())
            .reduce(|first, second| text!("text-sentences", first, second))
            .unwrap_or_default()
    }
}

/// Reports about each save of a level, computed on a background thread.
#[derive(Debug, Default)]
pub struct BetweenSaves {
    /// The last save whose trees were built, until it has been compared with a later save.
    before: Option<SavedState>,
    /// Whether a report is still due for the current save.
    pub(crate) is_due: bool,
    job: Job<Identity<LeafTree>, SaveReport>,
    latest: Option<Arc<SaveDifference>>,
    /// Save that is shown, and its state once all trees of the level are built.
    shown: Option<(Identity<Level>, Option<SavedState>)>,
}

impl BetweenSaves {
    /// Replaces the current save if the level was saved again.
    pub(crate) fn show(&mut self, level: Identity<Level>, state: Option<SavedState>) {
        if let Some((_, before)) = self.shown.take_if(|(of, _)| *of != level) {
            self.replace(before);
        }
        self.shown = Some((level, state));
    }

    /// Replaces the current save with a later one, which then needs a report.
    ///
    /// Pass `None` if the trees of the replaced save are not built. The report then compares the later save with the
    /// one before the replaced save.
    fn replace(&mut self, before: Option<SavedState>) {
        self.job.cancel();
        self.is_due = true;
        if before.is_some() {
            self.before = before;
        }
    }

    /// Starts the report once all trees of the save are built, and returns it once when it is finished. Call this every
    /// frame.
    pub(crate) fn follow(&mut self, after: Option<SavedState>) -> Option<Result<SaveReport, String>> {
        if let Some(after) = after.filter(|_| self.is_due) {
            let before = self.before.clone();
            self.job
                .request_cancellable(Identity::of(&after.leaves), move |progress| {
                    SaveReport::new(before.as_ref(), &after, progress).map_err(|Cancelled| Failure::Cancelled)
                });
        }
        let found = self.job.poll()?;
        (self.before, self.is_due) = (None, false);
        match found {
            Ok(report) => {
                if report.difference.is_some() {
                    self.latest.clone_from(&report.difference);
                }
                Some(Ok(report))
            }
            Err(Failure::Cancelled) => None,
            Err(Failure::Failed(reason)) => Some(Err(reason)),
        }
    }

    /// Returns the changes of the last save, once they are computed.
    pub fn latest(&self) -> Option<&Arc<SaveDifference>> {
        self.latest.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use std::{thread, time::Duration};

    use bspwalk_compile::{CompileParams, fill, leaf_tree, node_tree, pvs};
    use bspwalk_levels::{LoadOptions, Text, load_from_memory};
    use bspwalk_testing::quake_maps;

    use super::*;

    fn state(text: &str) -> SavedState {
        let progress = Arc::<Progress>::default();
        let params = CompileParams::quick();
        let level = load_from_memory("a.map", text.as_bytes(), &(), &LoadOptions::default(), &progress);
        let level = fill::remove_unreachable(level.expect("it loads"), &progress).expect("nobody cancels");
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

    fn wait(saves: &mut BetweenSaves, after: &SavedState) -> SaveReport {
        loop {
            if let Some(found) = saves.follow(Some(after.clone())) {
                return found.expect("nothing fails");
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn save_with_a_pillar_is_reported_once() {
        let pillar = [[96.0, -32.0, 0.0], [128.0, 0.0, 192.0]];
        let (before, after) = (state(&quake_maps::room(&[])), state(&quake_maps::room(&[pillar])));
        let mut saves = BetweenSaves::default();
        assert!(saves.follow(Some(after.clone())).is_none() && !saves.is_due);
        saves.replace(Some(before.clone()));
        // The trees of this save are not built yet.
        assert!(saves.follow(None).is_none() && saves.is_due);
        let line = wait(&mut saves, &after).line("N");
        assert!(
            line.starts_with("Since the last save: 1 brush added. Effect on the trees: "),
            "{line}"
        );
        assert!(line.contains("empty leaves 1 → 4, portals 0 → 4, visible pairs 0 → "));
        let sentence = &saves.latest().expect("a difference").sentence;
        assert!(sentence.starts_with("Effect of the added brush: faces +"));
        assert!(saves.follow(Some(after.clone())).is_none() && !saves.is_due);

        // The next save is replaced before its trees are built, so the report compares the last save with the first.
        saves.replace(Some(after.clone()));
        saves.replace(None);
        let line = wait(&mut saves, &before).line("N");
        assert!(line.starts_with("Since the last save: 1 brush removed. Effect on the trees: "));
        // For a save without changes, the report says that nothing changed.
        saves.replace(Some(before));
        let line = wait(&mut saves, &state(&quake_maps::room(&[]))).line("N");
        assert_eq!(line, "The save did not change the level or its trees.");
    }

    /// Returns a room without its ceiling.
    fn open_room() -> String {
        let walls = quake_maps::walls(quake_maps::ROOM).into_iter().enumerate();
        quake_maps::map(walls.filter(|(wall, _)| *wall != 1).map(|(_, wall)| wall))
    }

    #[test]
    fn report_starts_with_the_leak() {
        let (sealed, open) = (state(&quake_maps::room(&[])), state(&open_room()));
        let mut saves = BetweenSaves::default();
        saves.replace(Some(sealed.clone()));
        let report = wait(&mut saves, &open);
        let LeakChange::Opened(length) = report.leak else {
            panic!("{:?}", report.leak);
        };
        assert!(length > 1.0, "{length}");
        // The level also has a warning about the leak. The report must not repeat it.
        let is_leak = |warning: &Warning| fill::is_leak_warning(&open.level, warning);
        assert!(open.level.warnings.iter().any(is_leak));
        let start = format!(
            "There is a new leak, {length:.2} m long. Press N to follow it. Since the last save: 1 brush removed. Effect on the trees: "
        );
        let line = report.line("N");
        assert!(line.starts_with(&start), "{line}");
        assert!(!line.contains('\n') && !line.contains("arning"), "{line}");
        saves.replace(Some(open.clone()));
        let line = wait(&mut saves, &open).line("N");
        assert!(line.starts_with("There is still a leak, "), "{line}");
        saves.replace(Some(open.clone()));
        let line = wait(&mut saves, &sealed).line("N");
        assert!(line.starts_with("The leak is closed. Since"), "{line}");
        // Without an earlier save, there are no differences.
        let mut saves = BetweenSaves::default();
        saves.replace(None);
        let line = wait(&mut saves, &open).line("N");
        assert!(line.starts_with("There is a new leak, "), "{line}");
        assert!(line.contains("The level was saved and reloaded."), "{line}");
        assert!(saves.latest().is_none());
    }

    #[test]
    fn report_names_only_new_warnings() {
        let before = state(&quake_maps::room(&[]));
        let warned = |messages: &[&str]| {
            let mut state = state(&quake_maps::room(&[]));
            let level = Arc::make_mut(&mut state.level);
            level.warnings = messages
                .iter()
                .map(|&message| Warning {
                    line: Some(messages.len()),
                    message: Text::plain(message.to_owned()),
                })
                .collect();
            state
        };
        let one = warned(&["no texture"]);
        let line = |before: &SavedState, after: &SavedState| {
            let report = SaveReport::new(Some(before), after, &Progress::default());
            report.expect("nobody cancels").line("N")
        };
        assert!(line(&before, &one).contains("New warning: "));
        let two = warned(&["no texture", "no light"]);
        let later = line(&one, &two);
        assert!(later.contains("no light") && !later.contains("no texture"));
    }
}
