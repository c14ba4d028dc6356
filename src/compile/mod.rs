//! The offline compilation: a level with its trees, and the file that holds them (`.bspw`).

pub mod cache;
pub mod file;
pub mod open;
mod params;
pub mod structure;

use std::{sync::Arc, time::Instant};

use serde::{Deserialize, Serialize};

pub use self::{
    cache::Cache,
    open::{Opened, open},
    params::CompileParams,
    structure::{Structure, StructureParams},
};
use crate::{
    bsp::{
        BuildParams, NodeTree,
        node_storing::BuildError,
        solid_leaf::{
            LeafBuildError, LeafTree, LeafTriangle, NEIGHBOURS_PHASE, Pvs, PvsParams, pvs::PvsError,
        },
    },
    geometry::Surface,
    level::{Level, LoadOptions, Source},
    progress::{Cancelled, Progress},
};

/// A level with everything that is made of it before it is walked through. The parts are shared, so that a window can
/// hold them while a part is made anew.
#[derive(Clone, Debug)]
pub struct CompiledLevel {
    /// The level.
    pub level: Arc<Level>,
    /// What it was read from.
    pub source: Source,
    /// How it was read.
    pub options: LoadOptions,
    /// How all that follows was made.
    pub params: CompileParams,
    /// Which faces are structural.
    pub structure: Arc<Structure>,
    /// The node-storing tree over the solid faces.
    pub nodes: Arc<NodeTree>,
    /// The solid-leaf tree over all faces.
    pub leaves: Arc<LeafTree>,
    /// From which leaf which leaves can be seen.
    pub pvs: Arc<Pvs>,
    /// How long it took.
    pub timings: Timings,
}

/// How long the parts of a compilation took, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Timings {
    /// The node-storing tree.
    pub nodes: f64,
    /// Deciding what is structural.
    pub structure: f64,
    /// The solid-leaf tree, without its portals.
    pub leaves: f64,
    /// Finding the portals between the leaves, and all that lies between others.
    pub portals: f64,
    /// What can be seen from where.
    pub pvs: f64,
}

impl Timings {
    fn check(&self) -> Result<(), String> {
        let all = [self.nodes, self.structure, self.leaves, self.portals, self.pvs];
        if all.iter().all(|time| time.is_finite() && *time >= 0.0) {
            Ok(())
        } else {
            Err("a duration is none".to_owned())
        }
    }
}

/// Why a level could not be compiled.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CompileError {
    /// It was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The node-storing tree could not be built.
    #[error(transparent)]
    Nodes(BuildError),
    /// The solid-leaf tree could not be built.
    #[error(transparent)]
    Leaves(LeafBuildError),
    /// What can be seen from where could not be computed.
    #[error(transparent)]
    Pvs(PvsError),
}

impl From<PvsError> for CompileError {
    fn from(error: PvsError) -> Self {
        match error {
            PvsError::Cancelled(cancelled) => Self::Cancelled(cancelled),
            error => Self::Pvs(error),
        }
    }
}

impl From<BuildError> for CompileError {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Cancelled(cancelled) => Self::Cancelled(cancelled),
            error => Self::Nodes(error),
        }
    }
}

impl From<LeafBuildError> for CompileError {
    fn from(error: LeafBuildError) -> Self {
        match error {
            LeafBuildError::Cancelled(cancelled) => Self::Cancelled(cancelled),
            error => Self::Leaves(error),
        }
    }
}

/// Compiles a level that was read from `source` with `options`.
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
    // Each build uses all cores by itself: one after the other, the phases can be told.
    let (nodes, nodes_ms) = node_tree(&level, &params.nodes, progress, false)?;
    let leaves = leaf_tree(&level, params, progress, false)?;
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
    })
}

impl CompiledLevel {
    /// What would be made anew by other parameters, in words for a person.
    #[must_use]
    pub fn differing(&self, params: &CompileParams) -> Vec<&'static str> {
        let nodes = params.nodes != self.params.nodes;
        let leaves = self.has_other_leaves(params);
        let pvs = leaves || params.pvs != self.params.pvs;
        [
            (nodes, "the node-storing tree"),
            (leaves, "the solid-leaf tree"),
            (pvs, "what is seen from where"),
        ]
        .into_iter()
        .filter_map(|(differs, what)| differs.then_some(what))
        .collect()
    }

    fn has_other_leaves(&self, params: &CompileParams) -> bool {
        params.structure != self.params.structure
            || params.leaves != self.params.leaves
            || params.fill != self.params.fill
    }

    /// The solid-leaf tree with what belongs to it.
    #[must_use]
    pub fn leaf_part(&self) -> Leaves {
        Leaves {
            structure: Arc::clone(&self.structure),
            tree: Arc::clone(&self.leaves),
            timings: self.timings,
        }
    }

    /// The same level by other parameters: what does not depend on what changed is kept.
    ///
    /// # Errors
    /// See [`CompileError`].
    pub fn rebuilt(mut self, params: &CompileParams, progress: &Arc<Progress>) -> Result<Self, CompileError> {
        let has_other_leaves = self.has_other_leaves(params);
        if params.nodes != self.params.nodes {
            (self.nodes, self.timings.nodes) = node_tree(&self.level, &params.nodes, progress, false)?;
        }
        if has_other_leaves {
            let leaves = leaf_tree(&self.level, params, progress, false)?;
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
        Ok(self)
    }
}

/// Builds the node-storing tree of a level; also, how long it took, in milliseconds.
///
/// # Errors
/// See [`CompileError`].
pub fn node_tree(
    level: &Level,
    params: &BuildParams,
    progress: &Arc<Progress>,
    record: bool,
) -> Result<(Arc<NodeTree>, f64), CompileError> {
    let start = Instant::now();
    let tree = NodeTree::build_with(&level.solid_triangles(), params, progress, record)?;
    Ok((Arc::new(tree), milliseconds_since(start)))
}

/// The solid-leaf tree of a level with what belongs to it.
#[derive(Clone, Debug)]
pub struct Leaves {
    /// Which faces are structural.
    pub structure: Arc<Structure>,
    /// The tree.
    pub tree: Arc<LeafTree>,
    /// How long it took; 0 of what is none of it.
    pub timings: Timings,
}

/// Builds the solid-leaf tree of a level and all that belongs to it.
///
/// # Errors
/// See [`CompileError`].
pub fn leaf_tree(
    level: &Level,
    params: &CompileParams,
    progress: &Arc<Progress>,
    record: bool,
) -> Result<Leaves, CompileError> {
    let start = Instant::now();
    let structure = Structure::of_with(level, &params.structure, progress)?;
    let structure_ms = milliseconds_since(start);
    let (start, before) = (Instant::now(), progress.spent(NEIGHBOURS_PHASE));
    let triangles = leaf_triangles(level, &structure);
    let mut tree = LeafTree::build_with(&triangles, &params.leaves, progress, record)?;
    if params.fill {
        // What keeps it from being filled, a leak or a spawn in something solid, is told of every tree.
        progress.begin("Filling what cannot be reached", 0);
        progress.check()?;
        let _ = tree.fill_around(tree.locate(level.spawn.eye));
    }
    let portals = (progress.spent(NEIGHBOURS_PHASE) - before).as_secs_f64() * 1e3;
    Ok(Leaves {
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

/// Computes what can be seen from each leaf; also, how long it took, in milliseconds. Coarser answers are published on
/// the way, see [`Pvs::build_with`].
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

/// All triangles of a level as the solid-leaf tree takes them: numbered as in the source.
#[must_use]
pub fn leaf_triangles(level: &Level, structure: &Structure) -> Vec<LeafTriangle> {
    let reasons = structure.reasons().iter();
    let triangles = level.triangles.iter().zip(reasons);
    triangles
        .map(|(triangle, reason)| LeafTriangle {
            corners: triangle.corners,
            surfaces: std::array::from_fn(|i| Surface {
                normal: triangle.normals[i],
                uv: triangle.uvs[i],
                color: triangle.colors[i],
            }),
            face: triangle.source,
            material: triangle.material,
            structural: reason.kind() == structure::Kind::Structural,
        })
        .collect()
}

fn milliseconds_since(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}
