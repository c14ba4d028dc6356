//! Builds the solid-leaf tree in the background: first the tree, then its PVS, which is refined step by step.

use std::sync::{Arc, Mutex};

use bevy::camera::primitives::Aabb;
use bspwalk_compile::{
    CompileError, CompiledLevel, Leaves, Origin, OwnTree, RECORDED_TRIANGLES, Timings, cache::Cache, fill,
    leaf_tree, pvs, recorded_leaf_tree, structure::StructureStatistics,
};
use bspwalk_levels::Level;
use bspwalk_overlays::solidity::decided::Decided;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_session::identity::Identity;
use bspwalk_text::{Message, message, text};
use bspwalk_trees::solid_leaf::{
    Inside, LeafId, LeafTree, OUTSIDE,
    expanded::ExpandedTree,
    portals::{Leak, find_leak_with_progress},
    pvs::Pvs,
};
use glam::DVec3;

use super::{
    chunks::ClusterId,
    owner::{SideBySide, TreeOwner},
    parts::LeafTreeParams,
};
use crate::app::{
    state::{LevelId, LevelName, OpenedLevel},
    worker::{Failure, Worker},
};

/// Solid-leaf tree of a level, and data derived from it.
#[derive(Clone, Debug)]
pub struct Built {
    /// Level that the tree was built from.
    pub level: LevelId,
    /// The tree.
    pub tree: Arc<LeafTree>,
    /// Expanded planes, for collision against shifted planes.
    pub planes: Arc<ExpandedTree>,
    /// Which faces were structural, and why.
    pub structure: StructureStatistics,
    /// Time to build or read the tree, in milliseconds.
    pub build_ms: f64,
    /// Source that the tree was read from, if it was not built.
    pub from_cache: Option<Origin>,
    /// Whether the spawn's eye is in an empty leaf. Leaks can only be found if it is.
    pub spawn_is_empty: bool,
    /// The shortest path from the spawn to the outside, where there is one.
    pub leak: Option<Arc<Leak>>,
    /// The class of the entity from which it begins, where that is not the spawn.
    pub leak_from: Option<String>,
    /// Whether the tree was built here or belongs to the file.
    pub owner: TreeOwner,
    /// Figures of both trees of a compiled level, once both exist.
    pub side_by_side: Option<Arc<SideBySide>>,
    /// PVS, once it is computed.
    pub pvs: Option<Arc<Pvs>>,
    /// How solid leaves were determined, once requested.
    pub decided: Decided,
    mean_visible: Option<f64>,
    empty: Arc<[LeafId]>,
    /// Bounds by leaf.
    bounds: Arc<[Aabb]>,
}

/// Maximum number of clusters. Up to this many leaves are drawn one by one; if there are more, neighbours in the tree
/// are drawn together.
const MOST_CLUSTERS: u32 = 1024;

/// Identity of a solid-leaf tree, for data derived from it.
pub type LeafTreeId = Identity<LeafTree>;

impl Built {
    /// Returns the identity of the tree. It does not change when the PVS is computed and refined.
    #[must_use]
    pub fn id(&self) -> LeafTreeId {
        Identity::of(&self.tree)
    }

    /// Creates the data of a tree without its PVS.
    fn of(current: &OpenedLevel, tree: &Arc<LeafTree>, progress: &Progress) -> Result<Self, Cancelled> {
        let eye = current.level.spawn.eye;
        let spawn = tree.locate(eye);
        let (start, leaking) = fill::leak_start(&current.level, tree);
        let start_leaf = tree.locate(start);
        let is_empty = |leaf: LeafId| leaf != OUTSIDE && !tree.is_solid(leaf);
        let bounds = |leaf| {
            tree.leaf(leaf)
                .map_or_else(Aabb::default, |leaf| engine_box(&leaf.bounds))
        };
        Ok(Self {
            level: current.level_id(),
            tree: tree.clone(),
            planes: Arc::new(ExpandedTree::new_with_progress(tree, &current.tree, progress)?),
            structure: StructureStatistics::default(),
            build_ms: 0.0,
            from_cache: None,
            owner: TreeOwner::Here,
            side_by_side: None,
            spawn_is_empty: is_empty(spawn),
            leak: if is_empty(start_leaf) && tree.inside() == Inside::Rooms {
                find_leak_with_progress(tree.portal_graph(), start_leaf, start, progress)?.map(Arc::new)
            } else {
                None
            },
            leak_from: leaking
                .and_then(|index| current.level.entities.get(index))
                .map(|entity| entity.class.clone()),
            pvs: None,
            decided: Decided::default(),
            mean_visible: None,
            empty: (0..tree.leaf_count()).filter(|&leaf| is_empty(leaf)).collect(),
            bounds: (0..tree.leaf_count()).map(bounds).collect(),
        })
    }

    /// Returns the reason why there is no leak, as shown to the user.
    #[must_use]
    pub fn no_leak(&self) -> &'static str {
        match self.tree.inside() {
            Inside::Object => text!("leaftree-object"),
            Inside::None => text!("leaftree-open"),
            Inside::Rooms if self.spawn_is_empty => {
                text!("leaftree-no-leak")
            }
            Inside::Rooms => text!("leaftree-leak-unknown"),
        }
    }

    /// Creates the data of a tree that was built here.
    fn of_leaves(current: &OpenedLevel, leaves: &Leaves, progress: &Progress) -> Result<Self, Cancelled> {
        Ok(Self {
            structure: leaves.structure.statistics(),
            build_ms: leaves.timings.leaves + leaves.timings.portals,
            ..Self::of(current, &leaves.tree, progress)?
        })
    }

    fn set_pvs(&mut self, pvs: Arc<Pvs>) {
        self.mean_visible = Some(pvs.mean_visible(&self.empty));
        self.pvs = Some(pvs);
    }

    /// Returns the number of clusters of leaves for drawing.
    #[must_use]
    pub fn cluster_count(&self) -> u32 {
        self.tree.leaf_count().min(MOST_CLUSTERS)
    }

    /// Returns the cluster of a leaf. Neighbours in the tree have consecutive numbers, so they usually share a cluster.
    #[must_use]
    pub fn cluster_of(&self, leaf: LeafId) -> ClusterId {
        leaf / self.tree.leaf_count().div_ceil(MOST_CLUSTERS).max(1)
    }

    /// Returns the empty leaves except the outside.
    #[must_use]
    pub fn empty_leaves(&self) -> &[LeafId] {
        &self.empty
    }

    /// Returns whether the PVS is completely refined.
    #[must_use]
    pub fn is_refined(&self) -> bool {
        self.pvs.as_ref().is_some_and(|pvs| pvs.is_final())
    }

    /// Returns whether one leaf is potentially visible from another. Without a PVS, all are.
    #[must_use]
    pub fn may_see(&self, from: LeafId, to: LeafId) -> bool {
        self.pvs.as_ref().is_none_or(|pvs| pvs.visible(from, to))
    }

    /// Returns the mean fraction of empty leaves that are potentially visible from an empty leaf.
    #[must_use]
    pub fn mean_visible(&self) -> Option<f64> {
        self.mean_visible
    }

    /// Returns the empty leaves that are potentially visible from a leaf.
    #[must_use]
    pub fn visible_from(&self, leaf: LeafId) -> Vec<LeafId> {
        match &self.pvs {
            Some(pvs) => pvs.row(leaf).filter(|&leaf| leaf != OUTSIDE).collect(),
            None => self.empty.to_vec(),
        }
    }

    /// Returns the bounds of a leaf.
    #[must_use]
    pub fn leaf_bounds(&self, leaf: LeafId) -> Option<&Aabb> {
        self.bounds.get(leaf as usize)
    }
}

/// Latest result of the worker, until it is taken.
pub(super) type Latest = Mutex<Option<Arc<Built>>>;

/// Title of the work.
pub(super) const TITLE: Message = message!("leaftree-title");

/// Starts to build the tree and its PVS.
#[cfg(not(target_family = "wasm"))]
pub(super) fn start(current: OpenedLevel, params: LeafTreeParams, latest: Arc<Latest>) -> Worker<()> {
    here(current, params, latest)
}

/// Starts to build the tree and its PVS. This runs in a web worker, unless they were read with the level or the level
/// was sketched.
#[cfg(target_family = "wasm")]
pub(super) fn start(mut current: OpenedLevel, params: LeafTreeParams, latest: Arc<Latest>) -> Worker<()> {
    use crate::page::build;
    let other = |compiled: &&Arc<CompiledLevel>| LeafTreeParams::from(&compiled.params) != params;
    let Some(compiled) = current.compiled.as_ref().filter(other).cloned() else {
        return here(current, params, latest);
    };
    build::worker(TITLE.text().into(), async move |progress| {
        let all_params = params.with_nodes(*current.tree.params());
        let compiled = build::with_params(&compiled, all_params, progress).await;
        let compiled = compiled.map_err(|failure| match failure {
            Failure::Failed(reason) => not_built(&reason),
            Failure::Cancelled => failure,
        })?;
        current.compiled = Some(Arc::new(compiled));
        work(&current, &params, progress, &latest)
    })
}

fn here(current: OpenedLevel, params: LeafTreeParams, latest: Arc<Latest>) -> Worker<()> {
    Worker::start(TITLE.text().into(), move |progress| {
        work(&current, &params, progress, &latest)
    })
}

/// Builds the tree and its PVS, or uses those that were read with the level.
fn work(
    current: &OpenedLevel,
    params: &LeafTreeParams,
    progress: &Arc<Progress>,
    latest: &Latest,
) -> Result<(), Failure> {
    let put = |built: &Built| {
        if let Ok(mut latest) = latest.lock() {
            *latest = Some(Arc::new(built.clone()));
        }
    };
    let all_params = params.with_nodes(*current.tree.params());
    let level = &current.level;
    if let Some(compiled) = &current.compiled
        && LeafTreeParams::from(&compiled.params) == *params
    {
        let mut built =
            Built::of_leaves(current, &compiled.leaf_part(), progress).map_err(|_| Failure::Cancelled)?;
        built.from_cache = Some(compiled.origin).filter(|&origin| origin != Origin::Built);
        built.set_pvs(compiled.pvs.clone());
        put(&built);
        compare(level, &mut built, progress)?;
        put(&built);
        return Ok(());
    }
    let leaves = if level.triangles.len() <= RECORDED_TRIANGLES {
        recorded_leaf_tree(level, &all_params, progress)
    } else {
        leaf_tree(level, &all_params, progress)
    }
    .map_err(failure)?;
    let mut built = Built::of_leaves(current, &leaves, progress).map_err(|_| Failure::Cancelled)?;
    put(&built);
    let (refined, pvs_ms) = pvs(&leaves.tree, &all_params.pvs, progress, |pvs| {
        built.set_pvs(Arc::new(pvs));
        put(&built);
    })
    .map_err(failure)?;
    built.set_pvs(refined.clone());
    put(&built);
    compare(level, &mut built, progress)?;
    put(&built);
    if let (None, Some(source)) = (&current.compiled, &current.files)
        && matches!(current.source, LevelName::File(_))
        && let Some(cache) = Cache::for_user()
    {
        progress.begin(text!("leaftree-saving"), 0);
        cache.keep(&CompiledLevel {
            level: level.clone(),
            source: source.clone(),
            options: current.options.clone(),
            params: all_params,
            structure: leaves.structure,
            nodes: current.tree.clone(),
            leaves: leaves.tree,
            pvs: refined,
            timings: Timings {
                nodes: current.build_ms,
                pvs: pvs_ms,
                ..leaves.timings
            },
            origin: Origin::Built,
        });
    }
    Ok(())
}

/// Adds the figures of a compiled level's own tree.
fn compare(level: &Level, built: &mut Built, progress: &Progress) -> Result<(), Failure> {
    if let Some(own) = OwnTree::new(level, progress).map_err(failure)? {
        let both = SideBySide::of(level, (&built.tree, built.pvs.as_deref()), &own, progress)
            .map_err(|_| Failure::Cancelled)?;
        built.side_by_side = both.map(Arc::new);
    }
    Ok(())
}

/// Uses the tree that a compiled level contains. `both` are the figures of both trees, if the other one is already
/// built.
pub(super) fn import(
    current: &OpenedLevel,
    both: Option<Arc<SideBySide>>,
    progress: &Progress,
    latest: &Latest,
) -> Result<(), Failure> {
    let Some(own) = OwnTree::new(&current.level, progress).map_err(failure)? else {
        return Ok(());
    };
    let mut built = Built::of(current, &own.tree, progress).map_err(|_| Failure::Cancelled)?;
    built.owner = TreeOwner::File;
    built.build_ms = own.import_ms;
    built.side_by_side = both;
    if let Some(pvs) = own.pvs {
        built.set_pvs(pvs);
    }
    if let Ok(mut latest) = latest.lock() {
        *latest = Some(Arc::new(built));
    }
    Ok(())
}

fn failure(error: CompileError) -> Failure {
    match error {
        CompileError::Cancelled(_) => Failure::Cancelled,
        error => not_built(&format!("{error}.")),
    }
}

/// Returns the failure with a sentence about its reason.
fn not_built(reason: &str) -> Failure {
    Failure::Failed(text!("leaftree-not-built", reason))
}

/// Converts to a Bevy bounding box, which must be finite.
fn engine_box(bounds: &bspwalk_geometry::Aabb) -> Aabb {
    let finite = |v: DVec3| v.clamp(DVec3::splat(-1.0e9), DVec3::splat(1.0e9)).as_vec3();
    Aabb::from_min_max(finite(bounds.min), finite(bounds.max))
}
