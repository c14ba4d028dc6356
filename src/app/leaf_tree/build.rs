//! Building the solid-leaf tree beside the main thread: the tree first, then its PVS as it is refined.

use std::sync::{Arc, Mutex};

use bevy::camera::primitives::Aabb;
use bspwalk_compile::{
    CompileError, CompiledLevel, Leaves, OwnTree, Timings, cache::Cache, fill, leaf_tree, open::Origin, pvs,
    recorded_leaf_tree, structure::StructureStatistics,
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
    state::{LevelId, LevelSource, OpenedLevel, Precompiled},
    worker::{Failure, Worker},
};

/// The solid-leaf tree of a level, and what follows from it.
#[derive(Clone, Debug)]
pub struct Built {
    /// The level that it is of.
    pub level: LevelId,
    /// The tree.
    pub tree: Arc<LeafTree>,
    /// Its planes, expanded for bodies that move by planes.
    pub planes: Arc<ExpandedTree>,
    /// Which faces were structural, and why.
    pub structure: StructureStatistics,
    /// How long the tree took to build or to be read, in milliseconds.
    pub build_ms: f64,
    /// Where it was read from, if it was not built.
    pub from_cache: Option<Origin>,
    /// Whether the spawn's eye is in an empty leaf: only then a leak can be looked for.
    pub spawn_is_empty: bool,
    /// The shortest path from the spawn to the outside, where there is one.
    pub leak: Option<Arc<Leak>>,
    /// The class of the entity from which it begins, where that is not the spawn.
    pub leak_from: Option<String>,
    /// Whose tree it is.
    pub owner: TreeOwner,
    /// The figures of both trees of a compiled level, as soon as both are there.
    pub side_by_side: Option<Arc<SideBySide>>,
    /// The PVS, as soon as it is computed.
    pub pvs: Option<Arc<Pvs>>,
    /// How it was decided which leaves are solid, once it was asked.
    pub decided: Decided,
    mean_visible: Option<f64>,
    empty: Arc<[LeafId]>,
    /// By leaf.
    bounds: Arc<[Aabb]>,
}

/// Largest level, in triangles, whose build is recorded for the panel.
pub(in crate::app) const RECORDED_TRIANGLES: usize = 50_000;

/// Up to so many leaves each is drawn by itself; of more, neighbours in the tree are drawn together.
const MOST_CLUSTERS: u32 = 1024;

/// Which solid-leaf tree something was found out about.
pub type LeafTreeId = Identity<LeafTree>;

impl Built {
    /// The identity of the tree, for what was found out about it. It stays when its PVS comes and is refined.
    #[must_use]
    pub fn id(&self) -> LeafTreeId {
        Identity::of(&self.tree)
    }

    /// Of a tree without its PVS.
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

    /// Why there is no leak, for the user, where there is none.
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

    /// Of a tree that was built here.
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

    /// The leaves are drawn in this many clusters.
    #[must_use]
    pub fn cluster_count(&self) -> u32 {
        self.tree.leaf_count().min(MOST_CLUSTERS)
    }

    /// The cluster that a leaf is drawn with: neighbours in the tree have neighbouring numbers.
    #[must_use]
    pub fn cluster_of(&self, leaf: LeafId) -> ClusterId {
        leaf / self.tree.leaf_count().div_ceil(MOST_CLUSTERS).max(1)
    }

    /// The empty leaves, the outside left out.
    #[must_use]
    pub fn empty_leaves(&self) -> &[LeafId] {
        &self.empty
    }

    /// Whether the PVS is refined to the end.
    #[must_use]
    pub fn is_refined(&self) -> bool {
        self.pvs.as_ref().is_some_and(|pvs| pvs.is_final())
    }

    /// Whether two leaves may see each other.
    #[must_use]
    pub fn may_see(&self, from: LeafId, to: LeafId) -> bool {
        self.pvs.as_ref().is_none_or(|pvs| pvs.visible(from, to))
    }

    /// The share of the empty leaves that an empty leaf may see, on average.
    #[must_use]
    pub fn mean_visible(&self) -> Option<f64> {
        self.mean_visible
    }

    /// The empty leaves that may be seen from one.
    #[must_use]
    pub fn visible_from(&self, leaf: LeafId) -> Vec<LeafId> {
        match &self.pvs {
            Some(pvs) => pvs.row(leaf).filter(|&leaf| leaf != OUTSIDE).collect(),
            None => self.empty.to_vec(),
        }
    }

    /// The bounds of a leaf.
    #[must_use]
    pub fn leaf_bounds(&self, leaf: LeafId) -> Option<&Aabb> {
        self.bounds.get(leaf as usize)
    }
}

/// The latest that the worker has built, until it is taken.
pub(super) type Latest = Mutex<Option<Arc<Built>>>;

/// What is worked at.
pub(super) const TITLE: Message = message!("leaftree-title");

/// Starts to build the tree and its PVS.
#[cfg(not(target_family = "wasm"))]
pub(super) fn start(current: OpenedLevel, params: LeafTreeParams, latest: Arc<Latest>) -> Worker<()> {
    here(current, params, latest)
}

/// Starts to build the tree and its PVS: beside this program, unless they were read with the level, or it was drawn here.
#[cfg(target_family = "wasm")]
pub(super) fn start(mut current: OpenedLevel, params: LeafTreeParams, latest: Arc<Latest>) -> Worker<()> {
    use crate::page::build;
    let other = |compiled: &&Arc<CompiledLevel>| LeafTreeParams::from(&compiled.params) != params;
    let Some(compiled) = current.compiled().filter(other).cloned() else {
        return here(current, params, latest);
    };
    build::worker(TITLE.text().into(), async move |progress| {
        let all_params = params.with_nodes(*current.tree.params());
        let compiled = build::with_params(&compiled, all_params, progress).await;
        let compiled = compiled.map_err(|failure| match failure {
            Failure::Failed(reason) => not_built(&reason),
            Failure::Cancelled => failure,
        })?;
        current.precompiled = Precompiled::Built(Arc::new(compiled), Origin::Built);
        work(&current, &params, progress, &latest)
    })
}

fn here(current: OpenedLevel, params: LeafTreeParams, latest: Arc<Latest>) -> Worker<()> {
    Worker::start(TITLE.text().into(), move |progress| {
        work(&current, &params, progress, &latest)
    })
}

/// Builds the tree and its PVS, or takes those that were read with the level.
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
    if let Precompiled::Built(compiled, origin) = &current.precompiled
        && LeafTreeParams::from(&compiled.params) == *params
    {
        let mut built =
            Built::of_leaves(current, &compiled.leaf_part(), progress).map_err(|_| Failure::Cancelled)?;
        built.from_cache = (*origin != Origin::Built).then_some(*origin);
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
    if let Precompiled::ToBuild(Some(source)) = &current.precompiled
        && matches!(current.source, LevelSource::File(_))
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
        });
    }
    Ok(())
}

/// Adds the figures of the tree that a compiled level brings.
fn compare(level: &Level, built: &mut Built, progress: &Progress) -> Result<(), Failure> {
    if let Some(own) = OwnTree::new(level, progress).map_err(failure)? {
        let both = SideBySide::of(level, (&built.tree, built.pvs.as_deref()), &own, progress)
            .map_err(|_| Failure::Cancelled)?;
        built.side_by_side = both.map(Arc::new);
    }
    Ok(())
}

/// Takes the tree that a compiled level brings. `both` are the figures of both trees, where that built here is there.
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

/// The failure with a sentence for its reason.
fn not_built(reason: &str) -> Failure {
    Failure::Failed(text!("leaftree-not-built", reason))
}

/// A box of the engine, which has to be finite.
fn engine_box(bounds: &bspwalk_geometry::Aabb) -> Aabb {
    let finite = |v: DVec3| v.clamp(DVec3::splat(-1.0e9), DVec3::splat(1.0e9)).as_vec3();
    Aabb::from_min_max(finite(bounds.min), finite(bounds.max))
}
