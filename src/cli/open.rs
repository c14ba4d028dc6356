//! Opening a level and building what a command needs of it, with the progress shown.

use std::{
    io::{self, Write},
    sync::{Arc, OnceLock},
};

use super::{CliError, LevelName, args::TreeArgs, progress_bar};
use crate::{
    bsp::{
        NodeTree,
        solid_leaf::{ExpandedTree, Pvs},
    },
    collision::mover::{CollisionMethod, Trees},
    compile::{
        self, CompileError, CompileParams, Leaves,
        open::{Found, OpenError},
    },
    level::Level,
};

/// A level and its trees.
#[derive(Debug)]
pub struct Opened {
    /// The level.
    pub level: Arc<Level>,
    /// The node-storing tree over its solid triangles.
    pub tree: Arc<NodeTree>,
    /// How long that tree took to build, in milliseconds: now, or when the level was compiled.
    pub build_ms: f64,
    /// By which parameters.
    pub params: CompileParams,
    name: String,
    /// The solid-leaf tree, once it is needed.
    leaves: OnceLock<Leaves>,
    /// What is seen from where, and how long that took, once it is needed.
    pvs: OnceLock<(Arc<Pvs>, f64)>,
    /// The planes of the solid-leaf tree as bodies meet them, once they are needed.
    planes: OnceLock<ExpandedTree>,
}

impl Opened {
    /// The solid-leaf tree and what belongs to it. The first call builds it, unless the level was compiled.
    ///
    /// # Errors
    /// [`CliError::Compile`].
    pub fn leaves(&self) -> Result<&Leaves, CliError> {
        if let Some(leaves) = self.leaves.get() {
            return Ok(leaves);
        }
        let leaves =
            progress_bar::shown(|progress| compile::leaf_tree(&self.level, &self.params, progress, false))
                .map_err(|error| failed(&self.name, error))?;
        Ok(self.leaves.get_or_init(|| leaves))
    }

    /// What can be seen from each leaf, and how long that took to compute, in milliseconds. The first call computes it,
    /// unless the level was compiled.
    ///
    /// # Errors
    /// [`CliError::Compile`].
    pub fn pvs(&self) -> Result<&(Arc<Pvs>, f64), CliError> {
        if let Some(pvs) = self.pvs.get() {
            return Ok(pvs);
        }
        let tree = &self.leaves()?.tree;
        let pvs = progress_bar::shown(|progress| compile::pvs(tree, &self.params.pvs, progress, |_| {}))
            .map_err(|error| failed(&self.name, error))?;
        Ok(self.pvs.get_or_init(|| pvs))
    }

    /// The trees that a body needs which goes by one of these ways.
    ///
    /// # Errors
    /// [`CliError::NoPlanes`] where the solid-leaf tree that a way needs cannot be built.
    pub fn trees(&self, ways: &[CollisionMethod]) -> Result<Trees<'_>, CliError> {
        if !ways.iter().any(|way| way.needs_leaves()) {
            return Ok(self.tree.as_ref().into());
        }
        let leaves = &self
            .leaves()
            .map_err(|error| CliError::NoPlanes(Box::new(error)))?
            .tree;
        let planes = self.planes.get_or_init(|| ExpandedTree::new(leaves, &self.tree));
        Ok(Trees {
            nodes: &self.tree,
            planes: Some(planes),
        })
    }
}

/// Opens a level with its node-storing tree; where standard error is a terminal, it shows how far it is.
///
/// What a compiled level was compiled with is kept where the arguments do not say otherwise. Where they do, what they
/// concern is built anew, which is said on standard error.
///
/// # Errors
/// [`CliError::Open`] or [`CliError::Compile`].
pub fn open(name: &LevelName, args: &TreeArgs) -> Result<Opened, CliError> {
    let (opened, notes) = progress_bar::shown(|progress| -> Result<_, CliError> {
        let found = compile::open::find(name.place(), &args.load_options(), progress)?;
        let failed = |error| failed(&name.to_string(), error);
        match found {
            Found::Source { level, source: _ } => {
                let params = args.over(&CompileParams::quick());
                let (tree, build_ms) =
                    compile::node_tree(&level, &params.nodes, progress, false).map_err(failed)?;
                let opened = Opened {
                    level,
                    tree,
                    build_ms,
                    params,
                    name: name.to_string(),
                    leaves: OnceLock::new(),
                    pvs: OnceLock::new(),
                    planes: OnceLock::new(),
                };
                Ok((opened, Vec::new()))
            }
            Found::Compiled(compiled) => {
                let params = args.over(&compiled.params);
                let anew = compiled.differing(&params);
                let compiled = compiled.rebuilt(&params, progress).map_err(failed)?;
                let leaves = compiled.leaf_part();
                let opened = Opened {
                    level: compiled.level,
                    tree: compiled.nodes,
                    build_ms: compiled.timings.nodes,
                    params,
                    name: name.to_string(),
                    leaves: leaves.into(),
                    pvs: (compiled.pvs, compiled.timings.pvs).into(),
                    planes: OnceLock::new(),
                };
                Ok((opened, anew))
            }
        }
    })?;
    if !notes.is_empty() {
        // Where nobody reads standard error any more, the command still does what it is asked for.
        let _ = writeln!(
            io::stderr(),
            "bspwalk: {name} was compiled with other options: built anew: {}",
            notes.join(" and ")
        );
    }
    Ok(opened)
}

/// Why nothing could be made of a level.
fn failed(level: &str, error: CompileError) -> CliError {
    CliError::Compile {
        level: level.to_owned(),
        error,
    }
}

impl From<OpenError> for CliError {
    fn from(error: OpenError) -> Self {
        Self::Open(error)
    }
}
