//! Building the solid-leaf tree beside the main thread: the tree first, then its PVS as it is refined.

use std::sync::{Arc, Mutex};

use bevy::camera::primitives::Aabb;
use glam::DVec3;

use super::{LeafTreeParams, chunks::ClusterId};
use crate::{
    app::{
        state::{CurrentLevel, LevelSource, Precompiled},
        worker::Failure,
    },
    bsp::solid_leaf::{
        LeafId, LeafTree, OUTSIDE,
        expanded::ExpandedTree,
        portals::leak::{Leak, leak_with},
        pvs::Pvs,
    },
    compile::{
        CompileError, CompiledLevel, Leaves, Timings, cache::Cache, leaf_tree, open::Origin, pvs,
        structure::StructureStatistics,
    },
    progress::{Cancelled, Progress},
};

/// The solid-leaf tree of a level, and what follows from it.
#[derive(Clone, Debug)]
pub struct Built {
    /// Grows with every change.
    pub revision: u64,
    /// The level, by its revision.
    pub level_revision: u64,
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
    pub leak: Option<Leak>,
    /// The PVS, as soon as it is computed.
    pub pvs: Option<Arc<Pvs>>,
    mean_visible: Option<f64>,
    empty: Arc<[LeafId]>,
    /// By leaf.
    bounds: Arc<[Aabb]>,
}

/// Largest level, in triangles, whose build is recorded for the panel.
pub(in crate::app) const RECORDED_TRIANGLES: usize = 50_000;

/// Up to so many leaves each is drawn by itself; of more, neighbours in the tree are drawn together.
const MOST_CLUSTERS: u32 = 1024;

impl Built {
    /// Of a tree without its PVS.
    fn of(
        current: &CurrentLevel,
        revision: u64,
        leaves: &Leaves,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let tree = &leaves.tree;
        let eye = current.level.spawn.eye;
        let spawn = tree.locate(eye);
        let is_empty = |leaf: LeafId| leaf != OUTSIDE && !tree.is_solid(leaf);
        let bounds = |leaf| {
            tree.leaf(leaf)
                .map_or_else(Aabb::default, |leaf| engine_box(&leaf.bounds))
        };
        Ok(Self {
            revision,
            level_revision: current.level_revision,
            tree: tree.clone(),
            planes: Arc::new(ExpandedTree::new_with(tree, &current.tree, progress)?),
            structure: leaves.structure.statistics(),
            build_ms: leaves.timings.leaves + leaves.timings.portals,
            from_cache: None,
            spawn_is_empty: is_empty(spawn),
            leak: if is_empty(spawn) {
                leak_with(tree.portal_graph(), spawn, eye, progress)?
            } else {
                None
            },
            pvs: None,
            mean_visible: None,
            empty: (0..tree.leaf_count()).filter(|&leaf| is_empty(leaf)).collect(),
            bounds: (0..tree.leaf_count()).map(bounds).collect(),
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

/// Builds the tree and its PVS, or takes those that were read with the level.
pub(super) fn work(
    current: &CurrentLevel,
    params: &LeafTreeParams,
    revision: u64,
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
            Built::of(current, revision, &compiled.leaf_part(), progress).map_err(|_| Failure::Cancelled)?;
        built.from_cache = Some(*origin);
        built.set_pvs(compiled.pvs.clone());
        put(&built);
        return Ok(());
    }
    let record = level.triangles.len() <= RECORDED_TRIANGLES;
    let leaves = leaf_tree(level, &all_params, progress, record).map_err(failure)?;
    let mut built = Built::of(current, revision, &leaves, progress).map_err(|_| Failure::Cancelled)?;
    put(&built);
    let (refined, pvs_ms) = pvs(&leaves.tree, &all_params.pvs, progress, |pvs| {
        built.set_pvs(Arc::new(pvs));
        put(&built);
    })
    .map_err(failure)?;
    built.set_pvs(refined.clone());
    put(&built);
    if let Precompiled::ToBuild(Some(source)) = &current.precompiled
        && matches!(current.source, LevelSource::File(_))
        && let Some(cache) = Cache::of_user()
    {
        progress.begin("Saving the compiled level in the cache", 0);
        cache.keep(&CompiledLevel {
            level: level.clone(),
            source: source.clone(),
            options: current.options,
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

fn failure(error: CompileError) -> Failure {
    match error {
        CompileError::Cancelled(_) => Failure::Cancelled,
        error => Failure::Failed(format!("The solid-leaf tree could not be built: {error}.")),
    }
}

/// A box of the engine, which has to be finite.
fn engine_box(bounds: &crate::geometry::Aabb) -> Aabb {
    let finite = |v: DVec3| v.clamp(DVec3::splat(-1.0e9), DVec3::splat(1.0e9)).as_vec3();
    Aabb::from_min_max(finite(bounds.min), finite(bounds.max))
}
