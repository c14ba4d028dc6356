//! Compiles a level into trees and visibility data, and stores them in a file (`.bspw`).
//!
//! [`open()`] opens a level: it compiles a source, reads a compiled file, or loads the level from the user's cache of
//! compiled levels, which holds large levels.
//!
//! ```
//! use std::sync::Arc;
//! use bspwalk_compile::{CompileParams, LevelName, file, open};
//! use bspwalk_levels::LoadOptions;
//! use bspwalk_progress::Progress;
//!
//! let (options, params, progress) = (LoadOptions::default(), CompileParams::quick(), Arc::<Progress>::default());
//! let rooms = LevelName::BuiltIn("three_rooms".to_owned());
//! let opened = open(&rooms, &options, &params, false, None, &progress)?;
//! let here = opened.leaves.locate(opened.level.spawn.eye);
//! assert!(!opened.leaves.is_solid(here) && opened.pvs.visible(here, here));
//!
//! let bytes = file::to_bytes(&opened);
//! let again = file::from_bytes("three_rooms.bspw", &bytes, &progress)?;
//! assert_eq!(again.nodes.triangle_count(), opened.nodes.triangle_count());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The figure shows the compiled level of the example from above, cut open: its empty leaves, and the portals between
//! them.
//!
#![doc = include_str!("../docs/leaves.svg")]
//!
//! | module | contents |
//! |---|---|
//! | [`open`](mod@open) | opens a level from a source, a compiled file or the cache |
//! | [`built_in`] | built-in levels by name, including the lessons |
//! | [`structure`] | classifies faces as structural (used to build the solid-leaf tree) or detail |
//! | [`fill`], `brushes` | removes unreachable parts of levels whose source has brushes |
//! | [`own_tree`] | converts the tree in a game's compiled level to a solid-leaf tree, and compares the two PVSs |
//! | [`tree_portals`] | exports a tree's portals to a portal file (`.prt`) |
//! | [`file`](mod@file) | the file format: `container` (lengths, checksums), `content` (value limits), `decode` |
//! | `moving_trees`, `painter_tree` | trees of moving parts; the tree for drawing levels with liquids or moving parts |
//! | `query_layout` | the layout of trees whose queries are shown step by step |
//! | [`cache`] | the user's cache of compiled levels, keyed by content, parameters and code version |
//! | [`atomic_file`] | atomic file writes |
//!
//! The reader checks a file in three steps. It verifies lengths and checksums, then compares the size of every value
//! with the available bytes, and finally calls `check()` on each type. After these checks, no query panics or runs
//! forever. Opening a file takes at most [`file::MEMORY_RATIO`] bytes of memory per byte of the file.

#[cfg_attr(target_family = "wasm", path = "atomic_file_none.rs")]
pub mod atomic_file;
mod brushes;
pub mod built_in;
pub mod cache;
pub mod file;
pub mod fill;
mod level_name;
mod moving_trees;
pub mod open;
pub mod own_tree;
mod painter_tree;
mod params;
mod query_layout;
pub mod structure;
pub mod tree_portals;

use std::sync::Arc;

use bspwalk_geometry::{Polygon, Surface, Tolerances};
use bspwalk_levels::{Hint, Level, LevelTriangle, LoadOptions, Source, Text, text};
use bspwalk_progress::{Cancelled, Progress, ensure};
use bspwalk_trees::{
    BuildParams, NodeTree,
    node_storing::BuildError,
    solid_leaf::{
        ADJACENCY_PHASE, LeafBuildError, LeafTree, LeafTriangle, Pvs, PvsParams, SolidPredicate,
        has_too_many_faces, pvs::PvsError,
    },
};
use serde::{Deserialize, Serialize};

use self::structure::Unbudgeted;
pub use self::{
    brushes::Brushes,
    cache::Cache,
    level_name::LevelName,
    moving_trees::moving_trees,
    open::open,
    own_tree::FileTree,
    painter_tree::{needs_painter_tree, painter_tree},
    params::CompileParams,
    query_layout::with_observable_layout,
    structure::{Structure, StructureParams},
};

/// A level with all data that is precomputed for walking in it.
///
/// The parts are reference-counted, so that a window can use them while one of them is rebuilt.
#[derive(Clone, Debug)]
pub struct CompiledLevel {
    /// The level.
    pub level: Arc<Level>,
    /// Files that the level was loaded from.
    pub source: Source,
    /// Options used to load the level.
    pub options: LoadOptions,
    /// Parameters of the trees and the PVS.
    pub params: CompileParams,
    /// Classification of faces as structural or detail.
    pub structure: Arc<Structure>,
    /// Node-storing tree of the solid faces.
    pub nodes: Arc<NodeTree>,
    /// Solid-leaf tree of all faces.
    pub leaves: Arc<LeafTree>,
    /// Potentially visible set of each leaf.
    pub pvs: Arc<Pvs>,
    /// Compilation times.
    pub timings: Timings,
    /// Origin of the trees and the PVS: built, or read from a file or the cache.
    pub origin: Origin,
}

/// Origin of a level's trees and PVS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Built by this process.
    Built,
    /// Read from a compiled file.
    File,
    /// Found in the cache.
    Cached,
}

/// Times of the compilation steps, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Timings {
    /// Time to build the node-storing tree.
    pub nodes: f64,
    /// Time to classify faces as structural or detail.
    pub structure: f64,
    /// Time to build the solid-leaf tree, without its portals.
    pub leaves: f64,
    /// Time to find the interfaces between leaves and the portals among them.
    pub portals: f64,
    /// Time to compute the PVS.
    pub pvs: f64,
}

impl Timings {
    fn check(&self) -> Result<(), &'static str> {
        let all = [self.nodes, self.structure, self.leaves, self.portals, self.pvs];
        let are_durations = all.iter().all(|time| time.is_finite() && *time >= 0.0);
        ensure(are_durations, "a duration is not finite or is negative")
    }
}

/// An error when compiling a level.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CompileError {
    /// The compilation was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The node-storing tree could not be built.
    #[error(transparent)]
    Nodes(BuildError),
    /// The solid-leaf tree could not be built.
    #[error(transparent)]
    Leaves(LeafBuildError),
    /// The PVS could not be computed.
    #[error(transparent)]
    Pvs(PvsError),
}

/// Returns the text of an error from building the solid-leaf tree.
#[must_use]
pub fn leaf_error_text(error: &LeafBuildError) -> Text {
    match error {
        LeafBuildError::TooManyFragments { rule, limit } => {
            text!("compile-leaf-fragments", rule = rule.to_string(), limit)
        }
        LeafBuildError::TooManyLeaves { rule, limit } => {
            text!("compile-leaf-leaves", rule = rule.to_string(), limit)
        }
        LeafBuildError::NotFinite { face } => text!("compile-not-finite", face),
        other => Text::plain(other.to_string()),
    }
}

/// Implements conversions from errors that may be cancellations. A cancellation becomes `$cancelled`; any other error
/// becomes `$variant`.
macro_rules! from_errors {
    ($target:ident: $($source:ident($pattern:pat => $cancelled:expr), $variant:ident;)+) => {$(
        impl From<$source> for $target {
            fn from(error: $source) -> Self {
                match error {
                    $pattern => $cancelled,
                    error => Self::$variant(error),
                }
            }
        }
    )+};
}
use from_errors;
use web_time::Instant;

from_errors! { CompileError:
    BuildError(BuildError::Cancelled(cancelled) => Self::Cancelled(cancelled)), Nodes;
    LeafBuildError(LeafBuildError::Cancelled(cancelled) => Self::Cancelled(cancelled)), Leaves;
    PvsError(PvsError::Cancelled(cancelled) => Self::Cancelled(cancelled)), Pvs;
}

/// Compiles a level that was loaded from `source` with `options`.
///
/// # Errors
/// See [`CompileError`].
pub fn compile(
    level: Arc<Level>,
    source: Source,
    options: LoadOptions,
    params: &CompileParams,
    progress: &Arc<Progress>,
) -> Result<CompiledLevel, CompileError> {
    // Each build already uses all cores. Building one tree at a time keeps the progress phases readable.
    let (nodes, nodes_ms) = node_tree(&level, &params.nodes, progress)?;
    let leaves = leaf_tree(&level, params, progress)?;
    let (pvs, pvs_ms) = pvs(&leaves.tree, &params.pvs, progress, |_| {})?;
    Ok(CompiledLevel {
        level,
        source,
        options,
        params: params.clone(),
        structure: leaves.structure,
        nodes,
        leaves: leaves.tree,
        pvs,
        timings: Timings {
            nodes: nodes_ms,
            pvs: pvs_ms,
            ..leaves.timings
        },
        origin: Origin::Built,
    })
}

impl CompiledLevel {
    /// Returns the user-visible names of the parts that would be rebuilt with these parameters.
    #[must_use]
    pub fn parts_to_rebuild(&self, params: &CompileParams) -> Vec<Text> {
        let nodes = params.nodes != self.params.nodes;
        let leaves = self.has_other_leaves(params);
        let pvs = leaves || params.pvs != self.params.pvs;
        [
            (nodes, text!("compile-node-tree")),
            (leaves, text!("compile-leaf-tree")),
            (pvs, text!("compile-pvs")),
        ]
        .into_iter()
        .filter_map(|(differs, what)| differs.then_some(what))
        .collect()
    }

    /// Returns whether the solid-leaf tree would be rebuilt with these parameters.
    #[must_use]
    pub fn has_other_leaves(&self, params: &CompileParams) -> bool {
        params.structure != self.params.structure
            || params.leaves != self.params.leaves
            || params.fill != self.params.fill
    }

    /// Returns the solid-leaf tree with its structure and timings.
    #[must_use]
    pub fn leaf_part(&self) -> BuiltLeafTree {
        BuiltLeafTree {
            structure: Arc::clone(&self.structure),
            tree: Arc::clone(&self.leaves),
            timings: self.timings,
        }
    }

    /// Rebuilds the level with other parameters, reusing unaffected parts.
    ///
    /// # Errors
    /// See [`CompileError`].
    pub fn rebuilt(mut self, params: &CompileParams, progress: &Arc<Progress>) -> Result<Self, CompileError> {
        let has_other_leaves = self.has_other_leaves(params);
        if params.nodes != self.params.nodes {
            (self.nodes, self.timings.nodes) = node_tree(&self.level, &params.nodes, progress)?;
        }
        if has_other_leaves {
            let leaves = leaf_tree(&self.level, params, progress)?;
            self.structure = leaves.structure;
            self.leaves = leaves.tree;
            self.timings = Timings {
                nodes: self.timings.nodes,
                ..leaves.timings
            };
        }
        if has_other_leaves || params.pvs != self.params.pvs {
            (self.pvs, self.timings.pvs) = pvs(&self.leaves, &params.pvs, progress, |_| {})?;
        }
        self.params = params.clone();
        self.origin = Origin::Built;
        Ok(self)
    }
}

/// Builds the node-storing tree of a level, and returns it with the build time in milliseconds.
///
/// # Errors
/// See [`CompileError`].
pub fn node_tree(
    level: &Level,
    params: &BuildParams,
    progress: &Arc<Progress>,
) -> Result<(Arc<NodeTree>, f64), CompileError> {
    build_nodes(level, params, progress, false)
}

/// Maximum number of triangles in a level whose build is recorded.
pub const RECORDED_TRIANGLES: usize = 50_000;

/// Like [`node_tree`], but also records the decision at each node of the tree, unless the level has more than
/// [`RECORDED_TRIANGLES`] triangles.
///
/// # Errors
/// See [`CompileError`].
pub fn recorded_node_tree(
    level: &Level,
    params: &BuildParams,
    progress: &Arc<Progress>,
) -> Result<(Arc<NodeTree>, f64), CompileError> {
    build_nodes(level, params, progress, true)
}

fn build_nodes(
    level: &Level,
    params: &BuildParams,
    progress: &Arc<Progress>,
    record: bool,
) -> Result<(Arc<NodeTree>, f64), CompileError> {
    let triangles = level.solid_triangles();
    let start = Instant::now();
    let tree = NodeTree::builder(params)
        .progress(progress)
        .recorded(record && triangles.len() <= RECORDED_TRIANGLES)
        .build(&triangles)?;
    Ok((Arc::new(with_observable_layout(tree)), milliseconds_since(start)))
}

/// The solid-leaf tree of a level, with its structure and timings.
#[derive(Clone, Debug)]
pub struct BuiltLeafTree {
    /// Classification of faces as structural or detail.
    pub structure: Arc<Structure>,
    /// The tree.
    pub tree: Arc<LeafTree>,
    /// Build times; 0 for parts that were not built.
    pub timings: Timings,
}

/// Number of leaves that a tree may always have, regardless of its number of faces.
const FEW_LEAVES: u32 = 30_000;

/// Number of additional leaves allowed per structural triangle. Above this limit, the faces cut each other everywhere,
/// as in a polygon soup, and create far more leaves than are useful.
const LEAVES_A_FACE: u32 = 4;

/// Divisor of the number of structural faces when a tree has too many leaves or fragments.
const FEWER_FACES: u32 = 4;

/// Minimum number of structural facets for another attempt on a large level with too many fragments. With fewer facets,
/// almost nothing would be hidden.
const LEAST_FACETS: u32 = 1000;

/// Minimum number of triangles in a large level. Smaller levels are rebuilt almost instantly.
const LARGE: usize = 1 << 16;

/// Classifies the faces of a level and builds its solid-leaf tree.
///
/// If the structural faces produce too many leaves or fragments, the build starts again with fewer structural faces,
/// keeping the largest.
///
/// Each face has at least one fragment, so a level can have too many faces for any tree. If a sample predicts more than
/// 80% of [`max_fragments`], the build fails immediately without allocating. A second sample predicts how often the
/// tree cuts the faces, before they are cut. Up to that point, the build needs at most 1 kB per triangle in addition to
/// the level. A complete build needs about 2 kB per triangle, or 8 GB at the default limit.
///
/// [`max_fragments`]: bspwalk_trees::solid_leaf::LeafParams::max_fragments
///
/// # Errors
/// See [`CompileError`].
pub fn leaf_tree(
    level: &Level,
    params: &CompileParams,
    progress: &Arc<Progress>,
) -> Result<BuiltLeafTree, CompileError> {
    build_leaves(level, params, progress, false)
}

/// Like [`leaf_tree`], but also records the decision at each node of the tree; see
/// [`LeafTree::recording`](bspwalk_trees::LeafTree::recording). The tree is identical, but needs more memory.
///
/// # Errors
/// See [`CompileError`].
pub fn recorded_leaf_tree(
    level: &Level,
    params: &CompileParams,
    progress: &Arc<Progress>,
) -> Result<BuiltLeafTree, CompileError> {
    build_leaves(level, params, progress, true)
}

fn build_leaves(
    level: &Level,
    params: &CompileParams,
    progress: &Arc<Progress>,
    record: bool,
) -> Result<BuiltLeafTree, CompileError> {
    let decide_start = Instant::now();
    let triangle = |index: usize| leaf_triangle(level, &level.triangles[index], false);
    let tolerances = Tolerances::for_bounds(&level.bounds);
    if has_too_many_faces(
        level.triangles.len(),
        triangle,
        &params.leaves,
        &tolerances,
        progress,
    )? {
        return Err(CompileError::Leaves(LeafBuildError::TooManyFragments {
            rule: params.leaves.rule,
            limit: params.leaves.max_fragments,
        }));
    }
    let hints: Vec<Polygon> = level.hints.iter().map(Hint::polygon).collect();
    let mut rules = Unbudgeted::new(level, &params.structure, progress)?;
    let rules_ms = milliseconds_since(decide_start);
    let mut budget = params.structure.budget;
    let mut last = u32::MAX;
    let (structure, structure_ms, start, before, mut tree) = loop {
        let start = Instant::now();
        let structure = rules.with_budget(level, budget, progress)?;
        let structure_ms = rules_ms + milliseconds_since(start);
        let (start, before) = (Instant::now(), progress.time_spent(ADJACENCY_PHASE));
        let triangles = leaf_triangles(level, &structure);
        let structural = structure.statistics().structural;
        let limit = if structural < last {
            FEW_LEAVES.saturating_add(LEAVES_A_FACE.saturating_mul(structural))
        } else {
            u32::MAX
        };
        let brushes = Brushes::structural(level, &structure);
        let contains = |point| brushes.as_ref().is_some_and(|brushes| brushes.contain(point));
        let known: Option<&SolidPredicate<'_>> = brushes.is_some().then_some(&contains);
        let built = LeafTree::builder(&params.leaves)
            .at_most(limit)
            .solid_where(known)
            .hints(&hints)
            .progress(progress)
            .recorded(record)
            .build(&triangles);
        let fewer = structural / FEWER_FACES;
        let is_worth_another = match &built {
            Err(LeafBuildError::TooManyLeaves { limit, .. }) => {
                *limit < params.leaves.max_leaves && fewer > 0
            }
            Err(LeafBuildError::TooManyFragments { .. }) => {
                fewer > 0 && (fewer >= LEAST_FACETS || level.triangles.len() < LARGE)
            }
            _ => false,
        };
        if is_worth_another
            // Faces that are structural by name or by the user's choice always stay structural.
            && structural < last
        {
            (budget, last) = (fewer, structural);
            continue;
        }
        break (structure, structure_ms, start, before, built?);
    };
    if params.fill {
        // A leak, or a spawn in a solid leaf, prevents filling. Every tree reports both problems.
        progress.begin("Filling unreachable leaves", 0);
        progress.check()?;
        let _ = tree.fill_unreachable(tree.locate(level.spawn.eye));
    }
    let portals = (progress.time_spent(ADJACENCY_PHASE) - before).as_secs_f64() * 1e3;
    Ok(BuiltLeafTree {
        structure: Arc::new(structure),
        tree: Arc::new(tree),
        timings: Timings {
            structure: structure_ms,
            leaves: milliseconds_since(start) - portals,
            portals,
            ..Timings::default()
        },
    })
}

/// Computes the PVS of a tree, and returns it with the time in milliseconds. Coarser sets are published first; see
/// [`Pvs::build`].
///
/// # Errors
/// See [`CompileError`].
pub fn pvs(
    tree: &LeafTree,
    params: &PvsParams,
    progress: &Progress,
    publish: impl FnMut(Pvs),
) -> Result<(Arc<Pvs>, f64), CompileError> {
    let start = Instant::now();
    let pvs = tree.pvs(params, progress, publish)?;
    Ok((Arc::new(pvs), milliseconds_since(start)))
}

/// Converts the triangles of a level to input for the solid-leaf tree. [`LeafTriangle::face`] is the triangle's index
/// in the source file.
#[must_use]
pub fn leaf_triangles(level: &Level, structure: &Structure) -> Vec<LeafTriangle> {
    let reasons = structure.reasons().iter();
    let triangles = level.triangles.iter().zip(reasons);
    triangles
        .filter(|(_, reason)| **reason != structure::Reason::Moves)
        .map(|(triangle, reason)| {
            leaf_triangle(level, triangle, reason.kind() == structure::Kind::Structural)
        })
        .collect()
}

fn leaf_triangle(level: &Level, triangle: &LevelTriangle, structural: bool) -> LeafTriangle {
    let light = level.light.as_ref();
    LeafTriangle {
        corners: triangle.corners,
        surfaces: std::array::from_fn(|i| Surface {
            normal: triangle.normals[i],
            uv: triangle.uvs[i],
            color: triangle.colors[i],
        }),
        face: triangle.source,
        material: triangle.material,
        structural,
        light: light
            .and_then(|light| light.grid_of.get(triangle.source.index()).copied())
            .unwrap_or_default(),
    }
}

fn milliseconds_since(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

/// Runs the README's code examples as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
