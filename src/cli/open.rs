//! Opens a level and builds the trees that a command needs, and shows the progress.

use std::{
    io::{self, Write},
    sync::{Arc, OnceLock},
};

use bspwalk_compile::{self as compile, CompileError, CompileParams, Leaves, OwnTree, open::Found};
use bspwalk_geometry::TaggedTriangle;
use bspwalk_levels::{Level, Source};
use bspwalk_progress::Progress;
use bspwalk_trees::{
    NodeTree,
    collision::mover::{CollisionMethod, Trees},
    solid_leaf::{ExpandedTree, Pvs},
};

use super::{CliError, LevelName, progress_bar, tree_args::TreeArgs};

/// A level and its trees.
#[derive(Debug)]
pub struct Opened {
    /// The level.
    pub level: Arc<Level>,
    /// The node-storing tree over its solid triangles.
    pub tree: Arc<NodeTree>,
    /// How long that tree took to build, in this run or when the level was compiled, in milliseconds.
    pub build_ms: f64,
    /// The parameters of its trees.
    pub params: CompileParams,
    name: LevelName,
    /// The files that it was read from, unless it was compiled.
    source: Option<Source>,
    leaves: OnceLock<Leaves>,
    pvs: OnceLock<(Arc<Pvs>, f64)>,
    expanded: OnceLock<ExpandedTree>,
    own: OnceLock<Option<OwnTree>>,
    with_liquids: OnceLock<Option<Arc<NodeTree>>>,
}

impl Opened {
    /// The files that it was read from; `None` where it was compiled before.
    #[must_use]
    pub fn source(&self) -> Option<&Source> {
        self.source.as_ref()
    }

    /// The level's name, as it was asked for.
    #[must_use]
    pub fn name(&self) -> &LevelName {
        &self.name
    }

    /// The solid-leaf tree, where it is there already.
    #[must_use]
    pub fn built_leaves(&self) -> Option<&Leaves> {
        self.leaves.get()
    }

    /// The potentially visible set, where it is there already.
    #[must_use]
    pub fn built_pvs(&self) -> Option<&Arc<Pvs>> {
        self.pvs.get().map(|(pvs, _)| pvs)
    }

    /// The potentially visible set and how long it took, if it is there already, or else if it is asked for.
    ///
    /// # Errors
    /// [`CliError::Compile`].
    pub fn pvs_if(&self, is_asked_for: bool) -> Result<Option<(&Pvs, f64)>, CliError> {
        let known = if is_asked_for {
            Some(self.pvs()?)
        } else {
            self.pvs.get()
        };
        Ok(known.map(|(pvs, took)| (&**pvs, *took)))
    }

    /// A node-storing tree with all faces, by which they can be painted in order: the tree of the solid faces has no
    /// liquids. Where the level has none, that tree; otherwise the first call builds another.
    ///
    /// # Errors
    /// [`CliError::Compile`].
    pub fn painted(&self) -> Result<&Arc<NodeTree>, CliError> {
        let built = get_or_build(&self.with_liquids, &self.name, |progress| {
            if self.level.triangles.iter().all(|triangle| triangle.solid) {
                return Ok(None);
            }
            let all = self.level.triangles.iter().map(|triangle| TaggedTriangle {
                corners: triangle.corners,
                face: triangle.source,
            });
            let all: Vec<TaggedTriangle> = all.collect();
            let tree = NodeTree::build_with(&all, &self.params.nodes, progress, false)?;
            Ok(Some(Arc::new(tree)))
        })?;
        Ok(built.as_ref().unwrap_or(&self.tree))
    }

    /// The solid-leaf tree and what belongs to it. The first call builds it, unless the level was compiled.
    ///
    /// # Errors
    /// [`CliError::Compile`].
    pub fn leaves(&self) -> Result<&Leaves, CliError> {
        get_or_build(&self.leaves, &self.name, |progress| {
            compile::leaf_tree(&self.level, &self.params, progress, false)
        })
    }

    /// The potentially visible set, and how long it took to compute, in milliseconds. The first call computes it, unless
    /// the level was compiled.
    ///
    /// # Errors
    /// [`CliError::Compile`].
    pub fn pvs(&self) -> Result<&(Arc<Pvs>, f64), CliError> {
        let tree = &self.leaves()?.tree;
        get_or_build(&self.pvs, &self.name, |progress| {
            compile::pvs(tree, &self.params.pvs, progress, |_| {})
        })
    }

    /// The tree that the level brings, as a solid-leaf tree; `None` where it brings none. The first call converts it.
    ///
    /// # Errors
    /// [`CliError::Compile`].
    pub fn own_tree(&self) -> Result<Option<&OwnTree>, CliError> {
        let own = get_or_build(&self.own, &self.name, |progress| {
            OwnTree::of(&self.level, progress)
        })?;
        Ok(own.as_ref())
    }

    /// The trees that these collision methods need.
    ///
    /// # Errors
    /// [`CliError::NoPlanes`] where the solid-leaf tree that a method needs cannot be built.
    pub fn trees(&self, methods: &[CollisionMethod]) -> Result<Trees<'_>, CliError> {
        let hulls = self.level.hulls();
        if methods.iter().any(|method| method.needs_hulls()) && hulls.is_none() {
            return Err(CliError::Failed(format!(
                "{} has no clip hulls, which collision by `quake` needs: only compiled levels (.bsp) of Quake and \
                 Half-Life have them; choose another method",
                self.name
            )));
        }
        if !methods.iter().any(|method| method.needs_leaves()) {
            return Ok(Trees {
                hulls,
                ..self.tree.as_ref().into()
            });
        }
        let leaves = self.leaves();
        let leaves = &leaves.map_err(|error| CliError::NoPlanes(Box::new(error)))?.tree;
        let expanded = self
            .expanded
            .get_or_init(|| ExpandedTree::new(leaves, &self.tree));
        Ok(Trees {
            nodes: &self.tree,
            planes: Some(expanded),
            hulls,
        })
    }
}

/// The content of `slot`, which the first call builds.
fn get_or_build<'a, T>(
    slot: &'a OnceLock<T>,
    level: &LevelName,
    build: impl FnOnce(&Arc<Progress>) -> Result<T, CompileError>,
) -> Result<&'a T, CliError> {
    if let Some(built) = slot.get() {
        return Ok(built);
    }
    let built = progress_bar::shown(build).map_err(|error| failed(level, error))?;
    Ok(slot.get_or_init(|| built))
}

/// Opens a level with its node-storing tree; where standard error is a terminal, it shows the progress.
///
/// The parameters that a level was compiled with hold where the arguments name no others. Trees that the arguments
/// change are built again, which is said on standard error.
///
/// # Errors
/// [`CliError::Open`] or [`CliError::Compile`].
pub fn open(name: &LevelName, args: &TreeArgs) -> Result<Opened, CliError> {
    progress_bar::shown(|progress| open_with(name, args, progress))
}

/// The same, whose progress is shown elsewhere.
///
/// # Errors
/// [`CliError::Open`] or [`CliError::Compile`].
pub fn open_with(name: &LevelName, args: &TreeArgs, progress: &Arc<Progress>) -> Result<Opened, CliError> {
    let find = || -> Result<_, CliError> {
        let failed = |error| failed(name, error);
        let opened = |level, (tree, build_ms), params| Opened {
            level,
            tree,
            build_ms,
            params,
            name: name.clone(),
            source: None,
            leaves: OnceLock::new(),
            pvs: OnceLock::new(),
            expanded: OnceLock::new(),
            own: OnceLock::new(),
            with_liquids: OnceLock::new(),
        };
        match compile::open::find(name.place(), &args.load_options(), progress)? {
            Found::Source { level, source } => {
                let params = args.over(&CompileParams::quick());
                let tree = compile::node_tree(&level, &params.nodes, progress, false).map_err(failed)?;
                let opened = Opened {
                    source: Some(source),
                    ..opened(level, tree, params)
                };
                Ok((opened, Vec::new()))
            }
            Found::Compiled(compiled) => {
                let params = args.over(&compiled.params);
                let rebuilt = compiled.differing(&params);
                let compiled = compiled.rebuilt(&params, progress).map_err(failed)?;
                let opened = Opened {
                    leaves: compiled.leaf_part().into(),
                    pvs: (compiled.pvs, compiled.timings.pvs).into(),
                    ..opened(compiled.level, (compiled.nodes, compiled.timings.nodes), params)
                };
                Ok((opened, rebuilt))
            }
        }
    };
    let (opened, rebuilt) = find()?;
    if !rebuilt.is_empty() {
        // A closed standard error does not keep the command from its work.
        let _ = writeln!(
            io::stderr(),
            "bspwalk: {name} was compiled with other options: built again: {}",
            rebuilt.join(" and ")
        );
    }
    Ok(opened)
}

/// The error of a level that cannot be compiled.
pub(super) fn failed(level: &LevelName, error: impl Into<CompileError>) -> CliError {
    CliError::Compile {
        level: level.to_string(),
        error: error.into(),
    }
}
