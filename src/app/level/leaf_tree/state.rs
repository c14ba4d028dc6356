//! Solid-leaf tree of a level, and its build in the background.

use std::sync::Arc;

use bevy::{math::DVec3, prelude::*};
use bspwalk_collision::mover::Trees;
use bspwalk_compile::{Cache, FileTree};
use bspwalk_geometry::{Polygon, Polyhedron};
use bspwalk_session::{
    background::{Background, BackgroundResult, LeafTreeData, LeafTreeId, Tasks},
    selection_history::SelectionHistory,
};
use bspwalk_text::{Localize, text};
use bspwalk_trees::{ExpandedTree, solid_leaf::OUTSIDE};

use super::{owner::SideBySide, parts::LeafTreeParams};
use crate::app::host::prelude::*;

/// Solid-leaf tree, including the parts that have been built so far.
#[derive(Component, Default)]
pub struct LeafTreeState {
    built: Option<Arc<LeafTreeData>>,
    background: Option<Background>,
    /// Most recently requested tree: level, parameters, and whether it is the file's tree.
    wanted: Option<(LevelId, LeafTreeParams, bool)>,
    /// Tree that the program built, kept while the file's tree is shown.
    kept: Option<(LeafTreeParams, Arc<LeafTreeData>)>,
    /// Comparison of the program's tree with the file's tree, and its latest result.
    comparison: Job<LeafTreeId, Option<SideBySide>>,
    side_by_side: Option<(LeafTreeId, SideBySide)>,
    failure: Option<String>,
    /// Point inside the leaf that was selected before the level was reloaded (in metres).
    chosen_place: Option<DVec3>,
}

impl LeafTreeState {
    /// Returns the tree of the current level, or `None` if it has not been built yet.
    #[must_use]
    pub fn built(&self) -> Option<&Arc<LeafTreeData>> {
        self.built.as_ref()
    }

    /// Returns the collision trees of the current level, including expanded planes once they are built.
    #[must_use]
    pub fn trees<'a>(&'a self, current: &'a OpenedLevel) -> Trees<'a> {
        current.trees_with(self.expanded_planes(current).map(Arc::as_ref))
    }

    /// Returns the expanded planes of the current level once they are built.
    #[must_use]
    pub fn expanded_planes(&self, current: &OpenedLevel) -> Option<&Arc<ExpandedTree>> {
        let built = self.built.as_ref();
        built
            .filter(|built| built.level == current.level_id())
            .map(|built| &built.planes)
    }

    /// Returns the current build stage and its completed fraction (if known), or `None` if nothing is being built.
    #[must_use]
    pub fn progress(&self) -> Option<(String, Option<f32>)> {
        let progress = self.background.as_ref()?.progress()?;
        Some((progress.stage().localized(), progress.fraction()))
    }

    /// Returns whether the requested tree has been built or its build has failed.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.wanted.is_some() && self.background.is_none()
    }

    /// Returns the statistics of both trees of a compiled level, once both exist.
    #[must_use]
    pub fn side_by_side(&self) -> Option<&SideBySide> {
        let (of, both) = self.side_by_side.as_ref()?;
        let (_, wanted, _) = self.wanted.as_ref()?;
        let (params, kept) = self.kept.as_ref()?;
        (params == wanted && kept.id() == *of).then_some(both)
    }

    /// Returns the reason why there is no tree, for use in a notice.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}

/// Starts to build the tree of a new level, or to rebuild the current level's tree when its parameters change.
pub(super) fn start(
    current: Shown<OpenedLevel>,
    params: Shown<LeafTreeParams>,
    mut leaf_tree: ShownMut<LeafTreeState>,
    mut program: ResMut<ProgramState>,
) {
    // If the file contains no tree, use the tree that the program builds.
    let is_own = program.own_tree && current.level.own_tree.is_some();
    let wanted = Some((current.level_id(), LeafTreeParams::clone(&params), is_own));
    if leaf_tree.wanted == wanted {
        return;
    }
    program.undo.clear();
    let level = &mut program.level;
    (level.frozen, level.selections) = (None, SelectionHistory::default());
    let selection = &mut level.selected;
    let before = leaf_tree.built.as_ref().map(|built| built.tree.clone());
    if leaf_tree
        .wanted
        .as_ref()
        .is_none_or(|(level, ..)| *level != current.level_id())
    {
        leaf_tree.built = None;
        leaf_tree.kept = None;
    }
    // Leaf indices differ between trees, so after a reload, select the leaf at the same position. For the first tree,
    // the command line selects a leaf by index.
    if leaf_tree.wanted.is_some() {
        let place = selection.leaf.zip(before);
        let place = place.and_then(|(leaf, tree)| middle(&tree.leaf_cell(leaf)));
        leaf_tree.chosen_place = place;
        selection.leaf = None;
    }
    leaf_tree.wanted = wanted;
    leaf_tree.failure = None;
    selection.sight_from = None;
    let kept = leaf_tree.kept.as_ref();
    let kept = kept.filter(|(of, _)| !is_own && *of == **params);
    if let Some(kept) = kept.map(|(_, built)| Arc::clone(built)) {
        let leaf = leaf_tree.chosen_place.take().map(|place| kept.tree.locate(place));
        selection.leaf = leaf.filter(|&leaf| leaf != OUTSIDE);
        leaf_tree.built = Some(kept);
        leaf_tree.background = None;
        return;
    }
    // Dropping the previous background build cancels it.
    leaf_tree.background = Some(in_background(&current, &params, is_own));
}

/// Starts to build a tree and its PVS. In a browser, a web worker builds everything that was not compiled, unless the
/// level was sketched.
fn in_background(current: &OpenedLevel, params: &LeafTreeParams, own_tree: bool) -> Background {
    let params = params.with_nodes(*current.tree.params());
    let opened = current.0.clone().with_leaf_params(params);
    let tasks = Tasks {
        own_tree,
        cache: Cache::for_user(),
        ..Tasks::default()
    };
    #[cfg(target_family = "wasm")]
    if let (Some(compiled), None, false) = (&opened.compiled, opened.built_pvs(), own_tree) {
        use crate::page::build;
        let (compiled, mut opened) = (Arc::clone(compiled), opened.clone());
        return Background::of(|parts| {
            build::worker(text!("leaftree-title").to_owned(), async move |progress| {
                let params = opened.params.clone();
                let compiled = build::with_params(&compiled, params.clone(), progress).await?;
                opened.compiled = Some(Arc::new(compiled));
                tasks.run(&opened.with_leaf_params(params), progress, &parts)
            })
        });
    }
    Background::start(opened, tasks)
}

/// Returns the mean of a cell's corners. It lies inside the cell because the cell is convex.
fn middle(cell: &Polyhedron) -> Option<DVec3> {
    let corners: Vec<DVec3> = cell.faces.iter().flat_map(Polygon::positions).collect();
    (!corners.is_empty()).then(|| corners.iter().sum::<DVec3>() / corners.len() as f64)
}

/// Collects the parts of the tree that have been built.
pub(super) fn take(
    mut leaf_tree: ShownMut<LeafTreeState>,
    mut program: ResMut<ProgramState>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(background) = &mut leaf_tree.bypass_change_detection().background else {
        return;
    };
    let (mut built, mut failure) = (None, None);
    while let Some(part) = background.take() {
        match part {
            BackgroundResult::Leaves(leaves) => built = Some(leaves),
            BackgroundResult::Failed(reason) => failure = Some(reason),
            BackgroundResult::Light(_) | BackgroundResult::Faces(_) => {}
        }
    }
    let is_done = background.progress().is_none();
    if let Some(built) = built {
        if let Some(place) = leaf_tree.chosen_place.take() {
            let leaf = built.tree.locate(place);
            let selection = &mut program.level.selected;
            selection.leaf = selection.leaf.or(Some(leaf).filter(|&leaf| leaf != OUTSIDE));
        }
        leaf_tree.built = Some(built);
    }
    if !is_done {
        return;
    }
    let state = leaf_tree.bypass_change_detection();
    state.background = None;
    if let (None, Some(built), Some((_, params, false))) = (&failure, &state.built, &state.wanted) {
        state.kept = Some((params.clone(), Arc::clone(built)));
    }
    if let Some(reason) = failure {
        notices.write(Notice::error(text!("leaftree-without-culling", reason)));
        leaf_tree.failure = Some(reason);
    }
}

/// Compares the tree that the program built with the file's tree.
pub(super) fn compare(current: Shown<OpenedLevel>, mut leaf_tree: ShownMut<LeafTreeState>) {
    let state = leaf_tree.bypass_change_detection();
    if let Some((_, kept)) = state.kept.as_ref().filter(|_| current.level.own_tree.is_some()) {
        let (level, kept) = (Arc::clone(&current.level), Arc::clone(kept));
        state.comparison.request_cancellable(kept.id(), move |progress| {
            let Some(own) = FileTree::new(&level, progress)? else {
                return Ok(None);
            };
            let here = (&*kept.tree, kept.pvs.as_deref());
            Ok(SideBySide::of(&level, here, &own, progress)?)
        });
    }
    let of = state.comparison.wanted().cloned();
    if let (Some(of), Some(both)) = (of, state.comparison.take()) {
        leaf_tree.side_by_side = both.map(|both| (of, both));
    }
}
