//! Solid-leaf tree of a level and its build in the background.

use std::sync::Arc;

use bevy::{math::DVec3, prelude::*};
use bspwalk_geometry::{Polygon, Polyhedron};
use bspwalk_text::text;
use bspwalk_trees::{ExpandedTree, collision::mover::Trees, solid_leaf::OUTSIDE};

use super::{
    build::{self, Built, Latest},
    owner::TreeOwner,
    parts::{ChosenLeaf, LeafTreeParams, SightFrom},
    view::Frozen,
};
use crate::app::{
    shown::{Shown, ShownMut},
    state::{LevelId, Notice, OpenedLevel},
    worker::{Failure, Worker},
};

/// Solid-leaf tree, as far as it is built.
#[derive(Component, Default)]
pub struct LeafTreeState {
    built: Option<Arc<Built>>,
    worker: Option<Worker<()>>,
    latest: Option<Arc<Latest>>,
    /// Last requested tree: level, parameters and owner.
    wanted: Option<(LevelId, LeafTreeParams, TreeOwner)>,
    /// Tree that was built here and its data, kept while the tree of the file is shown.
    kept: Option<(LeafTreeParams, Arc<Built>)>,
    failure: Option<String>,
    /// Point in metres inside the leaf that was selected before the level was reloaded.
    chosen_place: Option<DVec3>,
}

impl LeafTreeState {
    /// Returns the tree of the current level, or `None` until it is built.
    #[must_use]
    pub fn built(&self) -> Option<&Arc<Built>> {
        self.built.as_ref()
    }

    /// Returns the trees of the current level for collision, with expanded planes once they are built.
    #[must_use]
    pub fn trees<'a>(&'a self, current: &'a OpenedLevel) -> Trees<'a> {
        current.trees_with(self.planes(current).map(Arc::as_ref))
    }

    /// Returns the expanded planes of the current level, once they are built.
    #[must_use]
    pub fn planes(&self, current: &OpenedLevel) -> Option<&Arc<ExpandedTree>> {
        let built = self.built.as_ref();
        built
            .filter(|built| built.level == current.level_id())
            .map(|built| &built.planes)
    }

    /// Returns the stage of the build and its completed fraction if known, or `None` if nothing is being built.
    #[must_use]
    pub fn progress(&self) -> Option<(String, Option<f32>)> {
        self.worker
            .as_ref()
            .map(|worker| (worker.progress.stage(), worker.progress.fraction()))
    }

    /// Returns whether the requested tree is built or its build has failed.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.wanted.is_some() && self.worker.is_none()
    }

    /// Returns the reason why there is no tree, for a notice.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}

/// Starts to build the tree of a new level, or of the same level with other parameters.
pub(super) fn start(
    current: Shown<OpenedLevel>,
    (params, owner): (Shown<LeafTreeParams>, Res<TreeOwner>),
    mut leaf_tree: ShownMut<LeafTreeState>,
    (mut chosen, mut sight_from): (ShownMut<ChosenLeaf>, ShownMut<SightFrom>),
    mut frozen: ShownMut<Frozen>,
) {
    // If the file contains no tree, use the one built here.
    let owner = if current.level.own_tree.is_some() {
        *owner
    } else {
        TreeOwner::Here
    };
    let wanted = Some((current.level_id(), LeafTreeParams::clone(&params), owner));
    if leaf_tree.wanted == wanted {
        return;
    }
    let before = leaf_tree.built.as_ref().map(|built| built.tree.clone());
    if leaf_tree
        .wanted
        .as_ref()
        .is_none_or(|(level, ..)| *level != current.level_id())
    {
        leaf_tree.built = None;
        leaf_tree.kept = None;
    }
    // Leaf numbers differ between trees. After a reload, select the leaf at the same position. The command line selects
    // a leaf of the first tree by number.
    if leaf_tree.wanted.is_some() {
        let place = chosen.0.zip(before);
        let place = place.and_then(|(leaf, tree)| middle(&tree.leaf_cell(leaf)));
        leaf_tree.chosen_place = place;
        chosen.0 = None;
    }
    leaf_tree.wanted = wanted;
    leaf_tree.failure = None;
    sight_from.0 = None;
    frozen.0 = None;
    let kept = leaf_tree.kept.as_ref().filter(|(of, _)| *of == **params);
    let kept = kept.map(|(_, built)| Arc::clone(built));
    if let Some(kept) = kept.as_ref().filter(|_| owner == TreeOwner::Here) {
        let leaf = leaf_tree.chosen_place.take().map(|place| kept.tree.locate(place));
        chosen.0 = leaf.filter(|&leaf| leaf != OUTSIDE);
        leaf_tree.built = Some(Arc::clone(kept));
        (leaf_tree.worker, leaf_tree.latest) = (None, None);
        return;
    }
    let both = kept.and_then(|kept| kept.side_by_side.clone());
    let latest = Arc::new(Latest::default());
    leaf_tree.latest = Some(latest.clone());
    let (current, params) = (OpenedLevel::clone(&current), LeafTreeParams::clone(&params));
    // Dropping the worker cancels a build in progress.
    leaf_tree.worker = Some(match owner {
        TreeOwner::Here => build::start(current, params, latest),
        TreeOwner::File => Worker::start(build::TITLE.text().into(), move |progress| {
            build::import(&current, both, progress, &latest)
        }),
    });
}

/// Returns the mean of a cell's corners, which is inside because the cell is convex.
fn middle(cell: &Polyhedron) -> Option<DVec3> {
    let corners: Vec<DVec3> = cell.faces.iter().flat_map(Polygon::positions).collect();
    (!corners.is_empty()).then(|| corners.iter().sum::<DVec3>() / corners.len() as f64)
}

/// Takes over what the worker has built so far.
pub(super) fn take(
    mut leaf_tree: ShownMut<LeafTreeState>,
    mut chosen: ShownMut<ChosenLeaf>,
    mut notices: MessageWriter<Notice>,
) {
    let latest = leaf_tree.latest.as_ref();
    if let Some(built) = latest.and_then(|latest| latest.lock().ok()?.take()) {
        if let Some(place) = leaf_tree.chosen_place.take() {
            let leaf = built.tree.locate(place);
            chosen.0 = chosen.0.or(Some(leaf).filter(|&leaf| leaf != OUTSIDE));
        }
        leaf_tree.built = Some(built);
    }
    let Some(worker) = leaf_tree
        .bypass_change_detection()
        .worker
        .take_if(|worker| worker.is_finished())
    else {
        return;
    };
    let done = worker.finish();
    if let (Ok(()), Some(built), Some((_, params, TreeOwner::Here))) =
        (&done, &leaf_tree.built, &leaf_tree.wanted)
    {
        leaf_tree.bypass_change_detection().kept = Some((params.clone(), Arc::clone(built)));
    }
    if let Err(Failure::Failed(reason)) = done {
        notices.write(Notice::error(text!("leaftree-without-culling", reason)));
        leaf_tree.failure = Some(reason);
    }
}
