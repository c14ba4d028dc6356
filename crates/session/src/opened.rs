//! A level and its trees, which are built on demand.

use std::{
    fmt,
    sync::{Arc, OnceLock},
};

use bspwalk_compile::{
    CompileError, CompileParams, Leaves, OwnTree,
    open::{self, Found},
};
use bspwalk_geometry::TaggedTriangle;
use bspwalk_levels::{Level, Source};
use bspwalk_progress::Progress;
use bspwalk_text::text;
use bspwalk_trees::{
    NodeTree,
    collision::mover::{CollisionMethod, Trees},
    solid_leaf::{ExpandedTree, LeafBuildError, Pvs},
};

use crate::{LevelName, moving::Moving, tree_args::TreeArgs};

/// Error from opening a level or building one of its trees.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The level cannot be read.
    #[error(transparent)]
    Open(#[from] open::OpenError),
    /// The trees cannot be built.
    #[error("{level}: {error}")]
    Compile {
        /// Name of the level.
        level: String,
        /// Cause of the error.
        error: CompileError,
    },
    /// The solid-leaf tree that the collision method needs cannot be built.
    #[error("{}", text!("work-no-planes", error = .0))]
    NoPlanes(Box<OpenError>),
    /// The level has no clip hulls, but the collision method needs them.
    #[error("{}", text!("work-no-hulls", level = .0))]
    NoHulls(LevelName),
}

impl OpenError {
    /// Creates the error for trees that cannot be built.
    #[must_use]
    pub fn compile(level: &LevelName, error: impl Into<CompileError>) -> Self {
        Self::Compile {
            level: level.to_string(),
            error: error.into(),
        }
    }
}

/// Runs work and shows its progress.
#[derive(Clone)]
struct Shows(Arc<dyn Fn(&mut dyn FnMut(&Arc<Progress>)) + Send + Sync>);

impl Default for Shows {
    fn default() -> Self {
        Self(Arc::new(|work| work(&Arc::default())))
    }
}

impl fmt::Debug for Shows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Shows")
    }
}

/// A level and its trees.
#[derive(Debug)]
pub struct Opened {
    /// The level.
    pub level: Arc<Level>,
    /// Node-storing tree over the solid triangles.
    pub tree: Arc<NodeTree>,
    /// Build time of the node-storing tree, in this run or when the level was compiled, in milliseconds.
    pub build_ms: f64,
    /// Build parameters of the trees.
    pub params: CompileParams,
    name: LevelName,
    /// Source files of the level, unless it was compiled.
    source: Option<Source>,
    leaves: OnceLock<Leaves>,
    /// Error from building the solid-leaf tree, if the build failed.
    leaf_failure: OnceLock<LeafBuildError>,
    pvs: OnceLock<(Arc<Pvs>, f64)>,
    expanded: OnceLock<ExpandedTree>,
    own: OnceLock<Option<OwnTree>>,
    with_liquids: OnceLock<Option<Arc<NodeTree>>>,
    rebuilt: Vec<&'static str>,
    shows: Shows,
}

impl Opened {
    /// Returns the source files of the level, or `None` if it was compiled.
    #[must_use]
    pub fn source(&self) -> Option<&Source> {
        self.source.as_ref()
    }

    /// Returns the collision trees, with the planes of the solid-leaf tree if available.
    pub(crate) fn trees_with<'a>(&'a self, planes: Option<&'a ExpandedTree>) -> Trees<'a> {
        Trees {
            nodes: &self.tree,
            planes,
            hulls: self.level.hulls(),
        }
    }

    /// Returns the level's name as given when it was opened.
    #[must_use]
    pub fn name(&self) -> &LevelName {
        &self.name
    }

    /// Returns the solid-leaf tree, if it is built.
    #[must_use]
    pub fn built_leaves(&self) -> Option<&Leaves> {
        self.leaves.get()
    }

    /// Returns the parts that were rebuilt because the level was compiled with other options.
    #[must_use]
    pub fn rebuilt(&self) -> &[&'static str] {
        &self.rebuilt
    }

    /// Sets the function that shows the progress of later builds.
    #[must_use]
    pub fn showing(self, shows: impl Fn(&mut dyn FnMut(&Arc<Progress>)) + Send + Sync + 'static) -> Self {
        let shows = Shows(Arc::new(shows));
        Self { shows, ..self }
    }

    /// Creates an opened level from an existing node-storing tree.
    #[must_use]
    pub fn of_tree(
        name: LevelName,
        (level, tree): (Arc<Level>, Arc<NodeTree>),
        params: CompileParams,
    ) -> Self {
        Self {
            level,
            tree,
            build_ms: 0.0,
            params,
            name,
            source: None,
            leaves: OnceLock::new(),
            leaf_failure: OnceLock::new(),
            pvs: OnceLock::new(),
            expanded: OnceLock::new(),
            own: OnceLock::new(),
            with_liquids: OnceLock::new(),
            rebuilt: Vec::new(),
            shows: Shows::default(),
        }
    }

    /// Runs work and shows its progress in the same way as for builds.
    pub fn work<T>(&self, work: impl Fn(&Arc<Progress>) -> T) -> T {
        let mut done = None;
        (self.shows.0)(&mut |progress| done = Some(work(progress)));
        done.unwrap_or_else(|| work(&Arc::default()))
    }

    /// Returns the content of `slot`, building it on the first call.
    fn get_or_build<'a, T>(
        &self,
        slot: &'a OnceLock<T>,
        build: impl Fn(&Arc<Progress>) -> Result<T, CompileError>,
    ) -> Result<&'a T, OpenError> {
        if let Some(built) = slot.get() {
            return Ok(built);
        }
        let built = self
            .work(build)
            .map_err(|error| OpenError::compile(&self.name, error))?;
        Ok(slot.get_or_init(|| built))
    }

    /// Returns the potentially visible set, if it is computed.
    #[must_use]
    pub fn built_pvs(&self) -> Option<&Arc<Pvs>> {
        self.pvs.get().map(|(pvs, _)| pvs)
    }

    /// Returns the potentially visible set and its computation time. Computes it only if `is_asked_for` is
    /// set.
    ///
    /// # Errors
    /// Returns [`OpenError::Compile`] if a build fails.
    pub fn pvs_if(&self, is_asked_for: bool) -> Result<Option<(&Pvs, f64)>, OpenError> {
        let known = if is_asked_for {
            Some(self.pvs()?)
        } else {
            self.pvs.get()
        };
        Ok(known.map(|(pvs, took)| (&**pvs, *took)))
    }

    /// Returns a node-storing tree of all faces, for painter's order.
    ///
    /// The tree of the solid faces contains neither liquids nor moving parts. The first call builds another
    /// tree if the level has any of these.
    ///
    /// # Errors
    /// Returns [`OpenError::Compile`] if the build fails.
    pub fn painted(&self) -> Result<&Arc<NodeTree>, OpenError> {
        let built = self.get_or_build(&self.with_liquids, |progress| {
            let moves = self.level.apart && !self.level.mechanisms.is_empty();
            if !moves && self.level.triangles.iter().all(|triangle| triangle.solid) {
                return Ok(None);
            }
            let all = self.level.triangles.iter().map(|triangle| TaggedTriangle {
                corners: triangle.corners,
                face: triangle.source,
            });
            let all: Vec<TaggedTriangle> = all.collect();
            let tree = NodeTree::builder(&self.params.nodes)
                .progress(progress)
                .build(&all)?;
            Ok(Some(Arc::new(tree)))
        })?;
        Ok(built.as_ref().unwrap_or(&self.tree))
    }

    /// Returns the movable entities in their initial state. Returns `None` if there are none, or if the level
    /// was loaded without movable parts.
    ///
    /// # Errors
    /// Returns [`OpenError::Compile`] if a build fails.
    pub fn moving(&self) -> Result<Option<Moving>, OpenError> {
        self.work(|progress| Moving::of(&self.level, &self.params.nodes, progress))
            .map_err(|error| OpenError::compile(&self.name, error))
    }

    /// Returns the solid-leaf tree and related data. The first call builds it, unless the level was compiled.
    ///
    /// If the build fails, later calls return the same error without trying again.
    ///
    /// # Errors
    /// Returns [`OpenError::Compile`] if the build fails.
    pub fn leaves(&self) -> Result<&Leaves, OpenError> {
        if let Some(failure) = self.leaf_failure.get() {
            return Err(OpenError::compile(&self.name, failure.clone()));
        }
        let built = self.get_or_build(&self.leaves, |progress| {
            bspwalk_compile::leaf_tree(&self.level, &self.params, progress)
        });
        if let Err(OpenError::Compile {
            error: CompileError::Leaves(failure),
            ..
        }) = &built
        {
            let _ = self.leaf_failure.set(failure.clone());
        }
        built
    }

    /// Returns why the solid-leaf tree cannot be built, or `None` if it can. The first call builds the tree.
    ///
    /// # Errors
    /// Returns [`OpenError::Compile`] if the build ends for another reason, such as cancellation.
    pub fn leaf_failure(&self) -> Result<Option<&LeafBuildError>, OpenError> {
        match self.leaves() {
            Ok(_) => Ok(None),
            Err(error) => self
                .leaf_failure
                .get()
                .map_or(Err(error), |failure| Ok(Some(failure))),
        }
    }

    /// Returns the potentially visible set and its computation time, in milliseconds. The first call computes
    /// it, unless the level was compiled.
    ///
    /// # Errors
    /// Returns [`OpenError::Compile`] if a build fails.
    pub fn pvs(&self) -> Result<&(Arc<Pvs>, f64), OpenError> {
        let tree = &self.leaves()?.tree;
        self.get_or_build(&self.pvs, |progress| {
            bspwalk_compile::pvs(tree, &self.params.pvs, progress, |_| {})
        })
    }

    /// Returns the level's own tree as a solid-leaf tree, or `None` if it has none. The first call converts
    /// it.
    ///
    /// # Errors
    /// Returns [`OpenError::Compile`] if the conversion fails.
    pub fn own_tree(&self) -> Result<Option<&OwnTree>, OpenError> {
        let own = self.get_or_build(&self.own, |progress| OwnTree::new(&self.level, progress))?;
        Ok(own.as_ref())
    }

    /// Returns the trees needed by these collision methods.
    ///
    /// # Errors
    /// Returns [`OpenError::NoHulls`] if a method needs clip hulls and the level has none. Returns
    /// [`OpenError::NoPlanes`] if a method needs the solid-leaf tree and it cannot be built.
    pub fn trees(&self, methods: &[CollisionMethod]) -> Result<Trees<'_>, OpenError> {
        if methods.iter().any(|method| method.needs_hulls()) && self.level.hulls().is_none() {
            return Err(OpenError::NoHulls(self.name.clone()));
        }
        if !methods.iter().any(|method| method.needs_leaves()) {
            return Ok(self.trees_with(None));
        }
        let leaves = self.leaves();
        let leaves = &leaves.map_err(|error| OpenError::NoPlanes(Box::new(error)))?.tree;
        let expanded = self
            .expanded
            .get_or_init(|| ExpandedTree::new(leaves, &self.tree));
        Ok(self.trees_with(Some(expanded)))
    }
}

/// Opens a level with its node-storing tree.
///
/// Parameters of a compiled level apply unless the arguments override them. Trees with overridden parameters
/// are rebuilt, see [`Opened::rebuilt`].
///
/// # Errors
/// Returns [`OpenError::Open`] if the level cannot be read, and [`OpenError::Compile`] if a build fails.
pub fn open(name: &LevelName, args: &TreeArgs, progress: &Arc<Progress>) -> Result<Opened, OpenError> {
    let failed = |error| OpenError::compile(name, error);
    let opened = |level, (tree, build_ms), params| Opened {
        build_ms,
        ..Opened::of_tree(name.clone(), (level, tree), params)
    };
    match open::find(name.place(), &args.load_options(), progress)? {
        Found::Source { level, source } => {
            let params = args.over(&CompileParams::quick());
            let tree = bspwalk_compile::node_tree(&level, &params.nodes, progress).map_err(failed)?;
            Ok(Opened {
                source: Some(source),
                ..opened(level, tree, params)
            })
        }
        Found::Compiled(compiled) => {
            let params = args.over(&compiled.params);
            let rebuilt = compiled.differing(&params);
            let compiled = compiled.rebuilt(&params, progress).map_err(failed)?;
            Ok(Opened {
                leaves: compiled.leaf_part().into(),
                pvs: (compiled.pvs, compiled.timings.pvs).into(),
                rebuilt,
                ..opened(compiled.level, (compiled.nodes, compiled.timings.nodes), params)
            })
        }
    }
}

/// The built-in level `three_rooms` with trees built by the default rules.
#[cfg(test)]
pub(crate) fn three_rooms() -> Arc<Opened> {
    let name = LevelName::BuiltIn("three_rooms".to_owned());
    Arc::new(open(&name, &TreeArgs::default(), &Arc::default()).expect("it is built in"))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn failed_leaf_tree_is_built_once() {
        let name = LevelName::BuiltIn("three_rooms".to_owned());
        let builds = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&builds);
        let mut opened = open(&name, &TreeArgs::default(), &Arc::default())
            .expect("it is built in")
            .showing(move |work| {
                counted.fetch_add(1, Ordering::Relaxed);
                work(&Arc::default());
            });
        opened.params.leaves.max_fragments = 3;
        for _ in 0..3 {
            let failure = opened.leaf_failure().expect("it is not cancelled");
            assert!(matches!(
                failure,
                Some(LeafBuildError::TooManyFragments { limit: 3, .. })
            ));
            assert!(opened.leaves().is_err() && opened.pvs().is_err());
        }
        assert_eq!(builds.load(Ordering::Relaxed), 1);
        assert!(opened.tree.triangle_count() > 0);
    }
}
