//! A solid-leaf tree with the data that queries, overlays and culling derive from it.

use std::sync::{Arc, OnceLock};

use bspwalk_compile::{BuiltLeafTree, FileTree, Origin, fill, structure::StructureStatistics};
use bspwalk_explain::map_places::MapPlaces;
use bspwalk_levels::Level;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use bspwalk_trees::{
    LeafTree,
    solid_leaf::{ExpandedTree, Inside, LeafId, OUTSIDE, Pvs, SolidityDecision, portals::Leak},
};

use crate::{Opened, identity::Identity, leak_walk};

/// Identity of a solid-leaf tree, for data derived from it.
pub type LeafTreeId = Identity<LeafTree>;

/// Solid-leaf tree of a level, and data derived from it.
#[derive(Clone, Debug)]
pub struct LeafTreeData {
    /// Level that the tree was built from.
    pub level: Identity<Level>,
    /// The tree.
    pub tree: Arc<LeafTree>,
    /// Expanded planes, for the collision method that shifts planes.
    pub planes: Arc<ExpandedTree>,
    /// Statistics of the structural faces, and the reasons why faces are structural.
    pub structure: StructureStatistics,
    /// Time to build or read the tree, in milliseconds.
    pub build_ms: f64,
    /// Source that the tree was read from, if it was not built.
    pub from_cache: Option<Origin>,
    /// Whether the tree was read from the file of a compiled level.
    pub is_own: bool,
    /// The shortest path from the spawn to the outside, if there is one.
    pub leak: Option<Arc<Leak>>,
    /// Class of the entity where the leak starts, unless it starts at the spawn.
    pub leak_from: Option<String>,
    /// PVS, once it is computed.
    pub pvs: Option<Arc<Pvs>>,
    /// Record of how each leaf was classified as solid or empty; computed on request.
    pub decided: SolidityRecord,
    /// Brushes in the text of the level's map, if the level is a map.
    pub brushes: Option<Arc<MapPlaces>>,
    /// Reason why there is no leak, as shown to the user.
    pub no_leak: &'static str,
    /// Mean fraction of empty leaves that are potentially visible from an empty leaf.
    pub mean_visible: Option<f64>,
    empty: Arc<[LeafId]>,
}

impl LeafTreeData {
    /// Computes the data derived from a tree, except its PVS.
    fn new(opened: &Opened, tree: &Arc<LeafTree>, progress: &Progress) -> Result<Self, Cancelled> {
        let level = &opened.level;
        let (_, leaking) = fill::leak_start(level, tree);
        let leak = match tree.inside() {
            Inside::Rooms => leak_walk::find_with_progress(level, tree, progress)?,
            Inside::Object | Inside::None => None,
        };
        progress.begin(text!("work-shifting"), 0);
        Ok(Self {
            level: opened.level_id(),
            tree: Arc::clone(tree),
            planes: Arc::new(ExpandedTree::new_with_progress(tree, &opened.tree, progress)?),
            structure: StructureStatistics::default(),
            build_ms: 0.0,
            from_cache: None,
            is_own: false,
            leak: leak.map(Arc::new),
            leak_from: leaking
                .and_then(|index| level.entities.get(index))
                .map(|entity| entity.class.clone()),
            pvs: None,
            decided: SolidityRecord::default(),
            brushes: None,
            no_leak: leak_walk::no_leak_reason(level, tree),
            mean_visible: None,
            empty: tree.empty_leaves().into(),
        })
    }

    pub(super) fn of_leaves(
        opened: &Opened,
        leaves: &BuiltLeafTree,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let compiled = opened.compiled.as_ref();
        let compiled = compiled.filter(|compiled| Arc::ptr_eq(&compiled.leaves, &leaves.tree));
        let mut built = Self {
            structure: leaves.structure.statistics(),
            build_ms: leaves.timings.leaves + leaves.timings.portals,
            from_cache: compiled
                .map(|compiled| compiled.origin)
                .filter(|&origin| origin != Origin::Built),
            ..Self::new(opened, &leaves.tree, progress)?
        };
        built.set_pvs(opened.built_pvs().cloned());
        Ok(built)
    }

    /// Computes the data derived from a compiled level's own tree.
    pub(super) fn of_own(opened: &Opened, own: &FileTree, progress: &Progress) -> Result<Self, Cancelled> {
        let mut built = Self {
            is_own: true,
            build_ms: own.import_ms,
            ..Self::new(opened, &own.tree, progress)?
        };
        built.set_pvs(own.pvs.clone());
        Ok(built)
    }

    pub(super) fn set_pvs(&mut self, pvs: Option<Arc<Pvs>>) {
        self.mean_visible = pvs.as_ref().map(|pvs| pvs.mean_visible(&self.empty));
        self.pvs = pvs;
    }

    /// Returns the identity of the tree. It does not change when the PVS is computed and refined.
    pub fn id(&self) -> LeafTreeId {
        Identity::of(&self.tree)
    }

    /// Returns the empty leaves in ascending order, except the outside leaf.
    pub fn empty_leaves(&self) -> &[LeafId] {
        &self.empty
    }

    /// Returns whether the PVS is completely refined.
    pub fn is_refined(&self) -> bool {
        self.pvs.as_ref().is_some_and(|pvs| pvs.is_final())
    }

    /// Returns whether one leaf is potentially visible from another. Without a PVS, all leaves are.
    pub fn may_see(&self, from: LeafId, to: LeafId) -> bool {
        self.pvs.as_ref().is_none_or(|pvs| pvs.visible(from, to))
    }

    /// Returns the empty leaves that are potentially visible from a leaf.
    pub fn visible_from(&self, leaf: LeafId) -> Vec<LeafId> {
        match &self.pvs {
            Some(pvs) => pvs.row(leaf).filter(|&leaf| leaf != OUTSIDE).collect(),
            None => self.empty.to_vec(),
        }
    }

    /// Like [`LeafTreeData::visible_from`], but returns `None` for solid leaves and the outside leaf. The PVS hides nothing
    /// from these.
    pub fn seen_from(&self, leaf: LeafId) -> Option<Vec<LeafId>> {
        let is_empty = self.empty.binary_search(&leaf).is_ok();
        is_empty.then(|| self.visible_from(leaf))
    }
}

/// A solidity decision, computed on first use and then cached.
#[derive(Clone, Debug, Default)]
pub struct SolidityRecord(Arc<OnceLock<Option<Arc<SolidityDecision>>>>);

impl PartialEq for SolidityRecord {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl SolidityRecord {
    /// Wraps a known decision.
    pub fn from_decision(decision: &Arc<SolidityDecision>) -> Self {
        Self(Arc::new(OnceLock::from(Some(Arc::clone(decision)))))
    }

    /// Returns the decision for the tree, or `None` if nothing was decided. Every call must pass the same tree.
    pub fn of(&self, tree: &LeafTree) -> Option<&SolidityDecision> {
        Progress::uncancellable(|progress| self.decide(tree, progress))
    }

    /// Like [`SolidityRecord::of`], but reports progress.
    pub fn decide(
        &self,
        tree: &LeafTree,
        progress: &Progress,
    ) -> Result<Option<&SolidityDecision>, Cancelled> {
        if let Some(known) = self.0.get() {
            return Ok(known.as_deref());
        }
        let decision = tree.solidity_decision(progress)?.map(Arc::new);
        Ok(self.0.get_or_init(|| decision).as_deref())
    }

    /// Returns whether the decision has been computed.
    pub fn is_known(&self) -> bool {
        self.0.get().is_some()
    }
}
