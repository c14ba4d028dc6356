//! Search for the most expensive parts of the opened level, in the background.

use bspwalk_text::{Localize, text};
use std::sync::Arc;

use bspwalk_compile::CompileParams;
use bspwalk_explain::{
    brush_costs::{BrushCostSurvey, MapInput, SurveyError},
    expensive::{CostTrees, Expensive, Order, PartKind},
};
use bspwalk_levels::read_file;
use bspwalk_progress::Progress;
use bspwalk_trees::{
    LeafTree,
    solid_leaf::{
        OUTSIDE, PvsParams,
        pvs::{PvsError, PvsFlow},
    },
};

use crate::{
    LevelName, Opened,
    actions::Action,
    background::{LeafTreeData, LeafTreeId},
    brush_survey::is_map,
    films::can_record_flow,
    job::{Failure, Job},
    palette::{Entry, PaletteCommand},
};

/// Number of parts of each kind in the palette.
const LISTED: usize = 100;

/// The most expensive parts of a level, computed on request.
#[derive(Debug, Default)]
pub struct ExpensiveSearch {
    job: Job<LeafTreeId, Expensive>,
    found: Option<(LeafTreeId, Arc<Expensive>)>,
    /// Whether to list the parts once their costs are known.
    lists: bool,
}

impl ExpensiveSearch {
    /// Returns whether the costs of a level can be counted: its PVS is known and, in a web page, small.
    pub fn can_count(built: &LeafTreeData) -> bool {
        built.pvs.as_ref().is_some_and(|pvs| can_record_flow(pvs))
    }

    /// Starts counting the costs, unless they are already known or being counted. If `surveys` is set and the level is a
    /// map, also counts the costs of its brushes, which builds its trees again.
    pub(crate) fn request(
        &mut self,
        opened: &Opened,
        built: &Arc<LeafTreeData>,
        params: PvsParams,
        counts_brushes: bool,
    ) {
        let (opened, tree) = (opened.clone(), Arc::clone(&built.tree));
        self.job.request_cancellable(built.id(), move |progress| {
            count_costs(&opened, &tree, &params, counts_brushes, progress)
        });
    }

    /// Returns the parts for a list. If their costs are not known, starts to count them, as `ExpensiveSearch::request`
    /// does.
    ///
    /// # Errors
    /// Returns a sentence that says that the list will follow or cannot be made yet.
    pub(crate) fn list(
        &mut self,
        opened: &Opened,
        built: Option<&Arc<LeafTreeData>>,
        params: PvsParams,
        counts_brushes: bool,
    ) -> Result<Arc<Expensive>, &'static str> {
        let built = built.filter(|built| Self::can_count(built));
        let built = built.ok_or_else(|| text!("expensive-not-yet"))?;
        if let Some(found) = self.found(built) {
            return Ok(Arc::clone(found));
        }
        self.request(opened, built, params, counts_brushes);
        self.lists = true;
        Err(text!("expensive-is-counted"))
    }

    /// Stores costs that were counted. Returns the parts if their list was requested, or the reason why they could not be
    /// counted.
    pub(crate) fn take(&mut self) -> Option<Result<Arc<Expensive>, String>> {
        let key = self.job.wanted()?.clone();
        match self.job.poll()? {
            Ok(found) => {
                let found = Arc::new(found);
                self.found = Some((key, Arc::clone(&found)));
                std::mem::take(&mut self.lists).then_some(Ok(found))
            }
            Err(Failure::Failed(reason)) => Some(Err(reason)),
            Err(Failure::Cancelled) => None,
        }
    }

    /// Returns the result, if it belongs to this tree.
    pub fn found(&self, built: &LeafTreeData) -> Option<&Arc<Expensive>> {
        let found = self.found.as_ref().filter(|(of, _)| *of == built.id());
        found.map(|(_, found)| found)
    }

    /// Returns whether costs are being counted.
    pub fn is_busy(&self) -> bool {
        self.job.is_busy()
    }
}

/// Counts the costs of the parts of a level in this solid-leaf tree. If `surveys` is set and the level is a map, also
/// counts the costs of its brushes, which builds its trees again.
///
/// # Errors
/// Returns why the costs cannot be counted.
pub fn count_costs(
    opened: &Opened,
    tree: &LeafTree,
    params: &PvsParams,
    surveys: bool,
    progress: &Arc<Progress>,
) -> Result<Expensive, Failure> {
    // The outside leaf has no portals to record, so the flow only counts steps.
    let flow = PvsFlow::of_tree(tree, params, OUTSIDE, progress).map_err(|error| match error {
        PvsError::Cancelled(_) => Failure::Cancelled,
        other => Failure::Failed(other.localized()),
    })?;
    let sources = CostTrees {
        nodes: &opened.tree,
        leaves: tree,
        pvs: &flow.pvs,
        flow: &flow,
    };
    let mut found = Expensive::count_costs(&sources, progress)?;
    if surveys && let Some(survey) = survey(opened, progress)? {
        found.add_brushes(&survey, &opened.level);
    }
    Ok(found)
}

/// Counts the costs of the brushes of a map. Returns `None` if the level is not a map.
fn survey(opened: &Opened, progress: &Arc<Progress>) -> Result<Option<BrushCostSurvey>, Failure> {
    let LevelName::File(path) = &opened.source else {
        return Ok(None);
    };
    if !is_map(path) {
        return Ok(None);
    }
    let name = path.display().to_string();
    let text = read_file(path, &name, progress).map_err(SurveyError::from)?;
    let params = CompileParams {
        pvs: PvsParams::default(),
        ..opened.params.clone()
    };
    let input = MapInput {
        name: &name,
        text: &text,
        options: &opened.options,
        params: &params,
    };
    Ok(Some(BrushCostSurvey::new(&input, progress)?))
}

/// Returns the rows of the palette: the most expensive parts of each kind.
pub(crate) fn entries(found: &Expensive) -> impl Iterator<Item = Entry<PaletteCommand>> {
    let parts = PartKind::ALL.into_iter().flat_map(move |kind| {
        let parts = found.list(kind, "", Order::Cost).into_iter();
        parts.take(LISTED)
    });
    parts.map(|part| Entry {
        command: PaletteCommand::Send(Action::LookAt(part.target)),
        name: part.words(),
        key: String::new(),
        why_not: None,
        aliases: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use std::{thread, time::Duration};

    use bspwalk_testing::quake_maps;

    use super::*;
    use crate::{
        background::{Background, BackgroundResult, Tasks},
        opened,
        tree_args::TreeArgs,
    };

    #[test]
    fn search_finds_parts_of_the_current_tree() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.map");
        let pillar = [[96.0, -32.0, 0.0], [128.0, 0.0, 192.0]];
        std::fs::write(&path, quake_maps::two_rooms(&[pillar])).expect("it is written");
        let name = LevelName::File(path);
        let opened = opened::open(&name, &TreeArgs::default(), &Arc::default()).expect("it opens");
        let mut background = Background::start(opened.clone(), Tasks::default());
        let mut built = None;
        while background.progress().is_some() {
            match background.take() {
                Some(BackgroundResult::Leaves(leaves)) => built = Some(leaves),
                Some(part) => panic!("{part:?}"),
                None => thread::sleep(Duration::from_millis(1)),
            }
        }
        let built = built.expect("it is built");
        assert!(ExpensiveSearch::can_count(&built));
        for surveys in [false, true] {
            let mut search = ExpensiveSearch::default();
            let params = opened.params.pvs;
            assert!(search.list(&opened, Some(&built), params, surveys).is_err());
            let found = loop {
                match search.take() {
                    Some(found) => break found.expect("it ends"),
                    None => thread::sleep(Duration::from_millis(1)),
                }
            };
            assert_eq!(search.found(&built), Some(&found));
            assert!(!search.is_busy());
            let has = |kind| !found.list(kind, "", Order::Cost).is_empty();
            assert!(has(PartKind::Leaf) && has(PartKind::Face));
            assert_eq!(has(PartKind::Brush), surveys);
            for entry in entries(&found) {
                assert!(
                    matches!(entry.command, PaletteCommand::Send(Action::LookAt(_))),
                    "{entry:?}"
                );
            }
        }
    }
}
