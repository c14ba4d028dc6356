//! A level and its trees, which are built on demand.

use std::{
    fmt,
    sync::{Arc, OnceLock},
};

use bspwalk_collision::mover::{CollisionMethod, Environment, Trees};
use bspwalk_compile::{
    BuiltLeafTree, Cache, CompileError, CompileParams, CompiledLevel, FileTree, LevelName, Origin, node_tree,
    open::{self, LoadedLevel},
    painter_tree, recorded_node_tree,
};
use bspwalk_draw::raster::PaintedLevel;
use bspwalk_levels::{Level, LoadOptions, Source};
use bspwalk_progress::Progress;
use bspwalk_text::{Localize, text};
use bspwalk_trees::{
    BuildParams, NodeTree,
    solid_leaf::{ExpandedTree, LeafBuildError, Pvs},
};

use crate::{
    environment::LevelEnvironment, identity::Identity, moving::MovingEntities, tree_args::TreeArgs,
    watch::Watch,
};

/// Error from opening a level or building one of its trees.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The level cannot be read.
    #[error("{}", .0.localized())]
    Open(#[from] open::OpenError),
    /// A tree cannot be built.
    #[error("{level}: {}", .error.localized())]
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
    pub fn compile(level: &LevelName, error: impl Into<CompileError>) -> Self {
        Self::Compile {
            level: level.localized(),
            error: error.into(),
        }
    }
}

/// Function that runs a task while showing its progress.
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

/// Data that is built on demand.
#[derive(Clone, Debug, Default)]
struct Parts {
    leaves: OnceLock<BuiltLeafTree>,
    /// Error from building the solid-leaf tree, if the build failed.
    leaf_failure: OnceLock<LeafBuildError>,
    pvs: OnceLock<(Arc<Pvs>, f64)>,
    expanded: OnceLock<Arc<ExpandedTree>>,
    own: OnceLock<Option<FileTree>>,
    with_liquids: OnceLock<Option<Arc<NodeTree>>>,
    painted: OnceLock<PaintedLevel>,
    painted_with_liquids: OnceLock<PaintedLevel>,
    environment: OnceLock<Option<Arc<LevelEnvironment>>>,
    moving: OnceLock<Option<MovingEntities>>,
    watch: OnceLock<Result<Arc<Watch>, String>>,
}

/// A level and its trees. Clones share the data that is already built.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The level.
    pub level: Arc<Level>,
    /// Node-storing tree over the solid triangles.
    pub tree: Arc<NodeTree>,
    /// Build time of the node-storing tree (in milliseconds), in this run or when the level was compiled.
    pub build_ms: f64,
    /// Build parameters of the trees.
    pub params: CompileParams,
    /// Name of the level, as given when it was opened.
    pub source: LevelName,
    /// Options used to load the level.
    pub options: LoadOptions,
    /// Source files of the level, unless it was read from a compiled file.
    pub files: Option<Source>,
    /// The compiled level, if it was read from a compiled file or from the cache.
    pub compiled: Option<Arc<CompiledLevel>>,
    parts: Parts,
    shows: Shows,
}

impl Opened {
    /// Opens a level with its node-storing tree.
    ///
    /// `params` returns the build parameters of the trees. For a compiled level, it receives the parameters in the
    /// file. A large level that was compiled earlier with the same parameters is read from the cache. If `record` is
    /// set, the build decisions are recorded; see [`recorded_node_tree`].
    ///
    /// # Errors
    /// Returns [`OpenError::Open`] if the level cannot be read, and [`OpenError::Compile`] if the build fails.
    pub fn open(
        source: &LevelName,
        options: &LoadOptions,
        params: impl Fn(Option<&CompileParams>) -> CompileParams,
        cache: Option<&Cache>,
        record: bool,
        progress: &Arc<Progress>,
    ) -> Result<Self, OpenError> {
        let usual = params(None);
        match open::load_level(source, options, cache.map(|cache| (cache, &usual)), progress)? {
            LoadedLevel::Source { level, source: files } => {
                let (tree, build_ms) = nodes(source, &level, &usual.nodes, record, progress)?;
                Ok(Self {
                    build_ms,
                    options: options.clone(),
                    files: Some(files),
                    ..Self::of_tree(source.clone(), (level, tree), usual)
                })
            }
            LoadedLevel::Compiled(compiled) => {
                let params = params(Some(&compiled.params));
                Self::of_compiled(source, options, *compiled, params, record, progress)
            }
        }
    }

    /// Opens a compiled level. Compiled trees are used only if their parameters match. Otherwise, this function builds
    /// the node-storing tree, and the other trees are built on demand.
    ///
    /// # Errors
    /// Returns [`OpenError::Compile`] if the build fails.
    pub fn of_compiled(
        source: &LevelName,
        options: &LoadOptions,
        compiled: CompiledLevel,
        params: CompileParams,
        record: bool,
        progress: &Arc<Progress>,
    ) -> Result<Self, OpenError> {
        let (tree, build_ms) = if params.nodes == compiled.params.nodes {
            (Arc::clone(&compiled.nodes), compiled.timings.nodes)
        } else {
            nodes(source, &compiled.level, &params.nodes, record, progress)?
        };
        let level = Arc::clone(&compiled.level);
        let opened = Self {
            build_ms,
            options: options.clone(),
            files: (compiled.origin != Origin::File).then(|| compiled.source.clone()),
            compiled: Some(Arc::new(compiled)),
            ..Self::of_tree(source.clone(), (level, tree), params.clone())
        };
        Ok(opened.with_leaf_params(params))
    }

    /// Returns the level with these parameters for the solid-leaf tree and its PVS. Compiled trees with the same
    /// parameters are reused.
    #[must_use]
    pub fn with_leaf_params(mut self, params: CompileParams) -> Self {
        let parts = &mut self.parts;
        (parts.leaves, parts.pvs) = (OnceLock::new(), OnceLock::new());
        (parts.leaf_failure, parts.expanded) = (OnceLock::new(), OnceLock::new());
        let compiled = self.compiled.as_ref();
        if let Some(compiled) = compiled.filter(|compiled| !compiled.has_other_leaves(&params)) {
            parts.leaves = compiled.leaf_part().into();
            if params.pvs == compiled.params.pvs {
                parts.pvs = (Arc::clone(&compiled.pvs), compiled.timings.pvs).into();
            }
        }
        self.params = params;
        self
    }

    /// Returns the level with a newly built node-storing tree that records its build decisions.
    ///
    /// # Errors
    /// Returns [`OpenError::Compile`] if the build fails.
    pub fn with_rebuilt_nodes(
        &self,
        params: &BuildParams,
        progress: &Arc<Progress>,
    ) -> Result<Self, OpenError> {
        let mut opened = self.clone();
        (opened.tree, opened.build_ms) = nodes(&self.source, &self.level, params, true, progress)?;
        opened.params.nodes = *params;
        opened.parts.expanded = OnceLock::new();
        opened.parts.with_liquids = OnceLock::new();
        opened.parts.painted = OnceLock::new();
        opened.parts.painted_with_liquids = OnceLock::new();
        Ok(opened)
    }

    /// Calls `build` in advance, reporting to `progress`, so that later calls do not have to wait for this data.
    ///
    /// # Errors
    /// Returns the error of `build`.
    pub fn with_prepared_data(
        self,
        progress: &Arc<Progress>,
        build: impl FnOnce(&Self) -> Result<(), OpenError>,
    ) -> Result<Self, OpenError> {
        let (shows, progress) = (self.shows.clone(), Arc::clone(progress));
        let prepared = self.with_progress_display(move |work| work(&progress));
        build(&prepared)?;
        Ok(Self { shows, ..prepared })
    }

    /// Returns the identity of the node-storing tree.
    pub fn tree_id(&self) -> Identity<NodeTree> {
        Identity::of(&self.tree)
    }

    /// Returns the identity of the level, which does not change when another tree is built.
    pub fn level_id(&self) -> Identity<Level> {
        Identity::of(&self.level)
    }

    /// Returns whether the level was read from a compiled file.
    pub fn is_from_compiled_file(&self) -> bool {
        let compiled = self.compiled.as_ref();
        compiled.is_some_and(|compiled| compiled.origin == Origin::File)
    }

    /// Returns the tree parameters that apply without options: the compiled file's parameters or the defaults.
    pub fn own_params(&self) -> CompileParams {
        let compiled = self.compiled.as_ref().filter(|_| self.is_from_compiled_file());
        compiled.map_or_else(CompileParams::default, |compiled| compiled.params.clone())
    }

    /// Returns the file watcher of the level, or the reason why its files cannot be watched. Returns `None` if the
    /// level is not a file. The first call starts the watcher.
    pub fn watch(&self) -> Option<&Result<Arc<Watch>, String>> {
        let LevelName::File(path) = &self.source else {
            return None;
        };
        let start = || Watch::start(path, self.files.as_ref(), &self.options).map(Arc::new);
        Some(self.parts.watch.get_or_init(start))
    }

    /// Returns whether [`Opened::watch`] watches the level's files.
    pub fn is_watched(&self) -> bool {
        self.parts.watch.get().is_some_and(Result::is_ok)
    }

    /// Returns whether a file of the level changed since the last call. Returns `false` if the level is not watched.
    pub fn has_changed(&self) -> bool {
        let watch = self.parts.watch.get().and_then(|watch| watch.as_ref().ok());
        watch.is_some_and(|watch| watch.has_changed())
    }

    /// Returns the collision trees, with the planes of the solid-leaf tree if available.
    pub fn trees_with<'a>(&'a self, planes: Option<&'a ExpandedTree>) -> Trees<'a> {
        Trees {
            nodes: &self.tree,
            planes,
            hulls: self.level.tree_with_hulls(),
            environment: self.environment(),
        }
    }

    /// Returns the liquids and ladders of the level, if it has any.
    fn environment(&self) -> Option<&dyn Environment> {
        let environment = self
            .parts
            .environment
            .get_or_init(|| LevelEnvironment::of(&self.level).map(Arc::new));
        environment
            .as_deref()
            .map(|environment| environment as &dyn Environment)
    }

    /// Returns the solid-leaf tree, if it is built.
    pub fn built_leaves(&self) -> Option<&BuiltLeafTree> {
        self.parts.leaves.get()
    }

    /// Returns the names of the data that was rebuilt because the level was compiled with other options.
    pub fn rebuilt_data_names(&self) -> Vec<String> {
        let compiled = self.compiled.as_ref();
        let parts = compiled.map(|compiled| compiled.parts_to_rebuild(&self.params));
        parts.into_iter().flatten().map(|part| part.localized()).collect()
    }

    /// Sets the function that shows the progress of later builds.
    #[must_use]
    pub fn with_progress_display(
        self,
        shows: impl Fn(&mut dyn FnMut(&Arc<Progress>)) + Send + Sync + 'static,
    ) -> Self {
        let shows = Shows(Arc::new(shows));
        Self { shows, ..self }
    }

    /// Creates an opened level from an existing node-storing tree.
    #[must_use]
    pub fn of_tree(
        source: LevelName,
        (level, tree): (Arc<Level>, Arc<NodeTree>),
        params: CompileParams,
    ) -> Self {
        Self {
            level,
            tree,
            build_ms: 0.0,
            params,
            source,
            options: LoadOptions::default(),
            files: None,
            compiled: None,
            parts: Parts::default(),
            shows: Shows::default(),
        }
    }

    /// Runs a task and shows its progress, in the same way as for builds.
    pub fn run_with_progress<T>(&self, work: impl Fn(&Arc<Progress>) -> T) -> T {
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
            .run_with_progress(build)
            .map_err(|error| OpenError::compile(&self.source, error))?;
        Ok(slot.get_or_init(|| built))
    }

    /// Returns the potentially visible set, if it is computed.
    pub fn built_pvs(&self) -> Option<&Arc<Pvs>> {
        self.parts.pvs.get().map(|(pvs, _)| pvs)
    }

    /// Returns the potentially visible set and its computation time. Computes the set only if `is_asked_for` is true.
    ///
    /// # Errors
    /// Returns [`OpenError::Compile`] if a build fails.
    pub fn pvs_if(&self, is_asked_for: bool) -> Result<Option<(&Pvs, f64)>, OpenError> {
        let known = if is_asked_for {
            Some(self.pvs()?)
        } else {
            self.parts.pvs.get()
        };
        Ok(known.map(|(pvs, took)| (&**pvs, *took)))
    }

    /// Sets the tree that [`Opened::painter_tree`] would build.
    #[must_use]
    pub fn with_painter_tree(mut self, tree: Arc<NodeTree>) -> Self {
        self.parts.with_liquids = OnceLock::from(Some(tree));
        self
    }

    /// Returns a node-storing tree of all faces, for painter's order.
    ///
    /// The tree of the solid faces contains neither liquids nor moving parts. If the level has any of these, the first
    /// call builds a separate tree.
    ///
    /// # Errors
    /// Returns [`OpenError::Compile`] if the build fails.
    pub fn painter_tree(&self) -> Result<&Arc<NodeTree>, OpenError> {
        let built = self.get_or_build(&self.parts.with_liquids, |progress| {
            let tree = painter_tree(&self.level, &self.params.nodes, progress)?;
            Ok(tree.map(Arc::new))
        })?;
        Ok(built.as_ref().unwrap_or(&self.tree))
    }

    /// Returns the level prepared for the software renderer, in the order of the node-storing tree. The first call
    /// prepares it.
    pub fn painted(&self) -> &PaintedLevel {
        self.parts
            .painted
            .get_or_init(|| self.prepare_painting(&self.tree))
    }

    /// Returns the level prepared for the software renderer, in the order of [`Opened::painter_tree`]. Returns `None`
    /// if that is the tree of the solid faces.
    ///
    /// # Errors
    /// Returns [`OpenError::Compile`] if the build of that tree fails.
    pub fn painted_with_liquids(&self) -> Result<Option<&PaintedLevel>, OpenError> {
        let tree = self.painter_tree()?;
        if Arc::ptr_eq(tree, &self.tree) {
            return Ok(None);
        }
        Ok(Some(
            self.parts
                .painted_with_liquids
                .get_or_init(|| self.prepare_painting(tree)),
        ))
    }

    fn prepare_painting(&self, tree: &Arc<NodeTree>) -> PaintedLevel {
        self.run_with_progress(|progress| {
            progress.begin("Preparing the picture", 0);
            PaintedLevel::new(&self.level, tree)
        })
    }

    /// Returns the moving entities in their initial state. Returns `None` if the level has no moving entities or was
    /// loaded without moving parts.
    ///
    /// # Errors
    /// Returns [`OpenError::Compile`] if a build fails.
    pub fn moving_entities(&self) -> Result<Option<MovingEntities>, OpenError> {
        let moving = self.get_or_build(&self.parts.moving, |progress| {
            Ok(MovingEntities::build_trees(
                &self.level,
                &self.params.nodes,
                progress,
            )?)
        })?;
        Ok(moving.clone())
    }

    /// Returns the solid-leaf tree and related data. The first call builds it, unless the level was compiled.
    ///
    /// If the build fails, later calls return the same error without trying again.
    ///
    /// # Errors
    /// Returns [`OpenError::Compile`] if the build fails.
    pub fn leaves(&self) -> Result<&BuiltLeafTree, OpenError> {
        if let Some(failure) = self.parts.leaf_failure.get() {
            return Err(OpenError::compile(&self.source, failure.clone()));
        }
        let built = self.get_or_build(&self.parts.leaves, |progress| {
            bspwalk_compile::leaf_tree(&self.level, &self.params, progress)
        });
        if let Err(OpenError::Compile {
            error: CompileError::Leaves(failure),
            ..
        }) = &built
        {
            let _ = self.parts.leaf_failure.set(failure.clone());
        }
        built
    }

    /// Returns the reason why the solid-leaf tree cannot be built, or `None` if it can. The first call builds the tree.
    ///
    /// # Errors
    /// Returns [`OpenError::Compile`] if the build ends for another reason, such as cancellation.
    pub fn leaf_failure(&self) -> Result<Option<&LeafBuildError>, OpenError> {
        match self.leaves() {
            Ok(_) => Ok(None),
            Err(error) => self
                .parts
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
        self.get_or_build(&self.parts.pvs, |progress| {
            bspwalk_compile::pvs(tree, &self.params.pvs, progress, |_| {})
        })
    }

    /// Returns the level file's own tree as a solid-leaf tree, or `None` if the file contains no tree. The first call
    /// converts the tree.
    ///
    /// # Errors
    /// Returns [`OpenError::Compile`] if the conversion fails.
    pub fn own_tree(&self) -> Result<Option<&FileTree>, OpenError> {
        let own = self.get_or_build(&self.parts.own, |progress| FileTree::new(&self.level, progress))?;
        Ok(own.as_ref())
    }

    /// Returns the trees needed by the given collision methods.
    ///
    /// # Errors
    /// Returns [`OpenError::NoHulls`] if a method needs clip hulls and the level does not contain them. Returns
    /// [`OpenError::NoPlanes`] if a method needs the solid-leaf tree and it cannot be built.
    pub fn trees(&self, methods: &[CollisionMethod]) -> Result<Trees<'_>, OpenError> {
        if methods.contains(&CollisionMethod::Quake) && self.level.tree_with_hulls().is_none() {
            return Err(OpenError::NoHulls(self.source.clone()));
        }
        if !methods.contains(&CollisionMethod::Planes) {
            return Ok(self.trees_with(None));
        }
        let leaves = self.leaves();
        let leaves = &leaves.map_err(|error| OpenError::NoPlanes(Box::new(error)))?.tree;
        let expand = || Arc::new(ExpandedTree::new(leaves, &self.tree));
        let expanded = self.parts.expanded.get_or_init(expand);
        Ok(self.trees_with(Some(expanded.as_ref())))
    }
}

fn nodes(
    source: &LevelName,
    level: &Level,
    params: &BuildParams,
    record: bool,
    progress: &Arc<Progress>,
) -> Result<(Arc<NodeTree>, f64), OpenError> {
    let built = if record {
        recorded_node_tree(level, params, progress)
    } else {
        node_tree(level, params, progress)
    };
    built.map_err(|error| OpenError::compile(source, error))
}

/// Opens a level with its node-storing tree.
///
/// The parameters of a compiled level apply unless the arguments override them. Trees with overridden parameters are
/// rebuilt; see [`Opened::rebuilt_data_names`].
///
/// # Errors
/// Returns [`OpenError::Open`] if the level cannot be read, and [`OpenError::Compile`] if a build fails.
pub fn open(name: &LevelName, args: &TreeArgs, progress: &Arc<Progress>) -> Result<Opened, OpenError> {
    let quick = CompileParams::quick();
    let params = |own: Option<&CompileParams>| args.apply_to(own.unwrap_or(&quick));
    let opened = Opened::open(name, &args.load_options(), params, None, false, progress)?;
    if opened.rebuilt_data_names().is_empty() {
        return Ok(opened);
    }
    opened.with_prepared_data(progress, |opened| opened.pvs().map(|_| ()))
}

/// Returns the built-in level `three_rooms` with trees built with the default rules.
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
            .with_progress_display(move |work| {
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
