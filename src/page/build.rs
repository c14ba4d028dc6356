//! Runs work in a web worker and waits for it without blocking.

use std::{
    cell::{Cell, RefCell},
    path::{Path, PathBuf},
    rc::Rc,
    sync::Arc,
};

use bspwalk_compile::{
    CompileParams, CompiledLevel, LevelName, Origin,
    file::{self, ReadError},
    needs_painter_tree,
    open::is_compiled,
    with_observable_layout,
};
use bspwalk_draw::light::{LightVolume, Lightmaps};
use bspwalk_explain::duel::weight_sweep::{Weight, WeightPoint};
use bspwalk_geometry::Plane;
use bspwalk_levels::{Level, LoadOptions, disk::memory::handed};
use bspwalk_progress::{CheckError, Progress};
use bspwalk_session::{
    identity::Identity,
    job::{Failure, Worker},
};
use bspwalk_text::{Localize, text};
use bspwalk_trees::{BuildParams, NodeTree, node_storing::NodeId};
use js_sys::{Array, Promise, Uint8Array};
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::{
    order::{Duel, News, Order, Product},
    script,
};

/// Path of the most recently opened level, stored as compiled bytes with its latest trees.
const LATEST: &str = "/latest/level.bspw";

thread_local! {
    /// Level whose bytes are stored at [`LATEST`].
    static LATEST_OF: RefCell<Identity<Level>> = RefCell::default();
}

/// Number of progress steps.
const STEPS: u64 = 1000;

/// Number of refinement steps for a PVS. They take a few seconds in a browser.
const PVS_STEPS: u64 = 100_000;

/// Returns the default compile parameters in a browser.
fn usual_params() -> CompileParams {
    let mut params = CompileParams::default();
    params.pvs.steps = PVS_STEPS;
    params
}

/// Creates a worker handle for asynchronous work.
pub fn worker<T: Send + 'static>(
    title: String,
    work: impl AsyncFnOnce(&Arc<Progress>) -> Result<T, Failure> + 'static,
) -> Worker<T> {
    let (worker, sender) = Worker::with_external_work(title);
    let progress = Arc::clone(&worker.progress);
    spawn_local(async move {
        // If the receiver is gone, the result is not needed.
        let _ = sender.send(work(&progress).await);
    });
    worker
}

/// Opens a level: downloads a built-in one, and compiles others in a web worker from the files that the user passed to
/// the page. `params` returns the parameters of the trees, given the compiled parameters or the defaults.
///
/// # Errors
/// Returns the reason for the failure.
pub async fn opened(
    name: &LevelName,
    options: &LoadOptions,
    params: impl Fn(&CompileParams) -> CompileParams,
    progress: &Arc<Progress>,
) -> Result<CompiledLevel, Failure> {
    let open = match name {
        LevelName::BuiltIn(name) => {
            // Both files download at the same time.
            let leaves = fetch_leaves(name, progress);
            let (level, nodes, _) = built_in(name, progress).await?;
            leaves.with_level((level, nodes), progress).await?
        }
        LevelName::File(path) => {
            let wanted = (!is_compiled(path)).then(|| params(&usual_params()));
            compiled(path, options, wanted, progress).await?
        }
        LevelName::Drawn(_) => return Err(Failure::Cancelled),
    };
    let wanted = params(&open.params);
    if wanted == open.params {
        return Ok(open);
    }
    with_params(&open, wanted, progress).await
}

/// Downloads a built-in level with its node-storing tree. Also returns the parameters of the trees.
///
/// # Errors
/// Returns the reason for the failure.
pub async fn built_in(
    name: &str,
    progress: &Arc<Progress>,
) -> Result<(Arc<Level>, Arc<NodeTree>, CompileParams), Failure> {
    // Both files download at the same time.
    let nodes = Download::start(format!("levels/{name}.nodes"), progress);
    let level = Download::start(format!("levels/{name}.level.bspw"), progress);
    let (path, bytes) = level.bytes(progress).await?;
    let (level, params) = file::level_from_bytes(&path, &bytes, progress).map_err(unreadable)?;
    let mut tree = with_observable_layout(nodes.tree(&level, progress).await?);
    tree.build_query_layout(progress)?;
    Ok((Arc::new(level), Arc::new(tree), params))
}

/// Downloads the tree for drawing a built-in level, if drawing needs another tree than collision.
///
/// # Errors
/// Returns the reason for the failure.
pub async fn painter_tree(
    name: &str,
    level: &Level,
    progress: &Arc<Progress>,
) -> Result<Option<Arc<NodeTree>>, Failure> {
    if !needs_painter_tree(level) {
        return Ok(None);
    }
    let tree = Download::start(format!("levels/{name}.painted"), progress);
    Ok(Some(Arc::new(tree.tree(level, progress).await?)))
}

/// Starts downloading the solid-leaf tree and the PVS of a built-in level.
#[must_use]
pub fn fetch_leaves(name: &str, progress: &Arc<Progress>) -> Leaves {
    Leaves(Download::start(format!("levels/{name}.leaves.bspw"), progress))
}

/// Solid-leaf tree and PVS that are being downloaded.
pub struct Leaves(Download);

impl Leaves {
    /// Waits for the download, and adds the level and its node-storing tree.
    ///
    /// # Errors
    /// Returns the reason for the failure.
    pub async fn with_level(
        self,
        level_and_nodes: (Arc<Level>, Arc<NodeTree>),
        progress: &Arc<Progress>,
    ) -> Result<CompiledLevel, Failure> {
        let (path, bytes) = self.0.bytes(progress).await?;
        let compiled = file::with_leaves_from_bytes(&path, &bytes, level_and_nodes, progress);
        let mut compiled = compiled.map_err(unreadable)?;
        compiled.origin = Origin::Built;
        Ok(compiled)
    }
}

/// File of the site that is being downloaded.
struct Download {
    path: String,
    promise: Promise,
    /// Receives the progress of the download, so it must exist until the end.
    _reporter: Reporter,
}

impl Download {
    fn start(path: String, progress: &Arc<Progress>) -> Self {
        let reporter = Reporter::new(progress, |_| {});
        Self {
            promise: script::site(&path, reporter.function()),
            path,
            _reporter: reporter,
        }
    }

    /// Waits for the file. Returns its path and its content.
    async fn bytes(self, progress: &Arc<Progress>) -> Result<(String, Vec<u8>), Failure> {
        let bytes = result_of(self.promise, progress, || {}).await?;
        Ok((self.path, bytes))
    }

    /// Waits for a file that contains a node-storing tree of a level.
    async fn tree(self, level: &Level, progress: &Arc<Progress>) -> Result<NodeTree, Failure> {
        let (_, bytes) = self.bytes(progress).await?;
        let tree: NodeTree = decoded_part(&bytes)?;
        let failed = |error: CheckError| match error {
            CheckError::Cancelled(_) => Failure::Cancelled,
            wrong => Failure::Failed(text!("screen-no-result", error = wrong)),
        };
        tree.check(level.source_triangles, progress).map_err(failed)?;
        Ok(tree)
    }
}

/// Compiles a level in a web worker. Without parameters, the level must already be compiled, and its trees are kept.
async fn compiled(
    path: &Path,
    options: &LoadOptions,
    params: Option<CompileParams>,
    progress: &Arc<Progress>,
) -> Result<CompiledLevel, Failure> {
    let order = Order {
        path: path.to_owned(),
        options: options.clone(),
        product: Product::Level(params),
    };
    let bytes = ordered(&order, progress, |_| {}).await?;
    decoded(&path.display().to_string(), bytes, None, progress)
}

/// Rebuilds the trees of an open level with other parameters.
///
/// # Errors
/// Returns the reason for the failure.
pub async fn with_params(
    open: &CompiledLevel,
    params: CompileParams,
    progress: &Arc<Progress>,
) -> Result<CompiledLevel, Failure> {
    let order = order_of(open, Product::Level(Some(params)));
    let bytes = ordered(&order, progress, |_| {}).await?;
    decoded(LATEST, bytes, Some(&open.level), progress)
}

/// Computes the light volume of an open level.
///
/// # Errors
/// Returns the reason for the failure.
pub async fn light(open: &CompiledLevel, progress: &Arc<Progress>) -> Result<Option<LightVolume>, Failure> {
    made(open, Product::Light, progress).await
}

/// Computes the lightmaps of an open level.
///
/// # Errors
/// Returns the reason for the failure.
pub async fn lightmaps(open: &CompiledLevel, progress: &Arc<Progress>) -> Result<Lightmaps, Failure> {
    made(open, Product::Lightmaps, progress).await
}

/// Builds the node-storing tree of an open level with the given parameters, then replaces the planes of individual
/// nodes, one after the other.
///
/// # Errors
/// Returns the reason for the failure.
pub async fn nodes(
    open: &CompiledLevel,
    params: BuildParams,
    planes: Vec<(NodeId, Plane)>,
    progress: &Arc<Progress>,
) -> Result<NodeTree, Failure> {
    let product = Product::Nodes(params, planes);
    let (tree, by_hand): (NodeTree, Vec<NodeId>) = made(open, product, progress).await?;
    let mut tree = with_observable_layout(tree).with_planes_by_hand(by_hand);
    tree.build_query_layout(progress)?;
    Ok(tree)
}

/// Runs a duel in an open level and passes each event to the callback.
///
/// # Errors
/// Returns the reason if the duel ends early.
pub async fn duel(
    open: &CompiledLevel,
    duel: Duel,
    progress: &Arc<Progress>,
    tell: impl FnMut(News) + 'static,
) -> Result<(), Failure> {
    parts_of(open, Product::Duel(duel), progress, tell).await
}

/// Varies a weight of a rule in an open level, and passes each point of the curve to the callback.
///
/// # Errors
/// Returns the reason if the computation ends early.
pub async fn curve(
    open: &CompiledLevel,
    (params, weight): (BuildParams, Weight),
    values: Vec<f64>,
    progress: &Arc<Progress>,
    tell: impl FnMut(WeightPoint) + 'static,
) -> Result<(), Failure> {
    parts_of(open, Product::Curve(params, weight, values), progress, tell).await
}

/// Requests a product of an open level, other than the level itself.
async fn made<T: DeserializeOwned>(
    open: &CompiledLevel,
    product: Product,
    progress: &Arc<Progress>,
) -> Result<T, Failure> {
    let bytes = ordered(&order_of(open, product), progress, |_| {}).await?;
    decoded_part(&bytes)
}

fn decoded_part<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Failure> {
    postcard::from_bytes(bytes).map_err(|error| Failure::Failed(text!("screen-no-result", error)))
}

/// Requests a product of an open level whose result arrives in parts.
async fn parts_of<T: DeserializeOwned>(
    open: &CompiledLevel,
    product: Product,
    progress: &Arc<Progress>,
    mut tell: impl FnMut(T) + 'static,
) -> Result<(), Failure> {
    let part = move |part: Vec<u8>| {
        // Decoding does not fail, because the same program encoded the data.
        if let Ok(part) = postcard::from_bytes(&part) {
            tell(part);
        }
    };
    ordered(&order_of(open, product), progress, part).await?;
    Ok(())
}

/// Returns an order for an open level. Serializes the level again if another level has been opened since.
fn order_of(open: &CompiledLevel, product: Product) -> Order {
    if LATEST_OF.with_borrow(|of| *of != Identity::of(&open.level)) {
        keep(open, file::to_unpacked_bytes(open));
    }
    Order {
        path: LATEST.into(),
        options: LoadOptions::default(),
        product,
    }
}

/// Stores the bytes of a compiled level for later orders.
fn keep(compiled: &CompiledLevel, bytes: Vec<u8>) {
    handed::files_mut().put(PathBuf::from(LATEST), bytes);
    LATEST_OF.set(Identity::of(&compiled.level));
}

/// Decodes a compiled level. If it is an open level with other trees, the result shares `level`.
fn decoded(
    name: &str,
    bytes: Vec<u8>,
    level: Option<&Arc<Level>>,
    progress: &Arc<Progress>,
) -> Result<CompiledLevel, Failure> {
    let mut compiled = file::from_bytes(name, &bytes, progress).map_err(unreadable)?;
    compiled.origin = Origin::Built;
    if let Some(level) = level {
        compiled.level = Arc::clone(level);
    }
    keep(&compiled, bytes);
    Ok(compiled)
}

fn unreadable(error: ReadError) -> Failure {
    match error {
        ReadError::Cancelled => Failure::Cancelled,
        error => Failure::Failed(format!("{}.", error.localized())),
    }
}

/// Runs an order in a web worker and returns the result. Calls `part` for each part that arrives before the result.
async fn ordered(
    order: &Order,
    progress: &Arc<Progress>,
    part: impl FnMut(Vec<u8>) + 'static,
) -> Result<Vec<u8>, Failure> {
    let bytes = postcard::to_stdvec(order).map_err(|error| Failure::Failed(error.to_string()))?;
    let bytes = Uint8Array::from(&bytes[..]);
    let reporter = Reporter::new(progress, part);
    let started = script::work(&bytes, &files_beside(&order.path), reporter.function());
    let number = started.get(0).as_f64().unwrap_or_default() as u32;
    let promise: Promise = started.get(1).unchecked_into();
    result_of(promise, progress, || script::end(number)).await
}

/// Returns the files in a level's folder as (path, bytes) pairs.
fn files_beside(path: &Path) -> Array {
    let folder = path.parent().unwrap_or(path);
    let files = handed::files();
    let beside = files.files().filter(|(file, _)| file.starts_with(folder));
    beside
        .map(|(file, content)| {
            let path = JsValue::from(file.display().to_string());
            Array::of2(&path, &Uint8Array::from(&content[..]))
        })
        .collect()
}

/// Waits for bytes. If the progress is cancelled, calls `end`, which rejects the promise.
async fn result_of(promise: Promise, progress: &Arc<Progress>, end: impl Fn()) -> Result<Vec<u8>, Failure> {
    let done = Rc::new(Cell::new(false));
    let result = Rc::new(RefCell::new(None));
    spawn_local({
        let (done, result) = (Rc::clone(&done), Rc::clone(&result));
        let promise = promise.clone();
        async move {
            result.replace(Some(JsFuture::from(promise).await));
            done.set(true);
        }
    });
    while !done.get() {
        if progress.check().is_err() {
            end();
            return Err(Failure::Cancelled);
        }
        // The task above handles a rejection.
        let _ = JsFuture::from(Promise::race(&Array::of2(&promise, &a_moment()))).await;
    }
    let result = result.take().unwrap_or_else(|| Err(JsValue::NULL));
    progress.check().map_err(|_| Failure::Cancelled)?;
    match result {
        Ok(bytes) => Ok(Uint8Array::new(&bytes).to_vec()),
        Err(reason) => {
            let text = reason
                .as_string()
                .or_else(|| js_sys::Error::from(reason).message().as_string());
            Err(Failure::Failed(sentence(&text.unwrap_or_default())))
        }
    }
}

/// Returns a promise that resolves after 50 ms.
fn a_moment() -> Promise {
    Promise::new(&mut |resolve, _| script::after(50, &resolve))
}

fn sentence(text: &str) -> String {
    format!("{}.", text.trim_end_matches('.'))
}

/// A JavaScript callback that receives progress updates and parts of a result.
struct Reporter(Closure<dyn FnMut(String, f64, Option<Vec<u8>>)>);

impl Reporter {
    fn new(progress: &Arc<Progress>, mut take: impl FnMut(Vec<u8>) + 'static) -> Self {
        let progress = Arc::clone(progress);
        let (mut stage, mut reached) = (String::new(), 0);
        Self(Closure::new(
            move |text: String, fraction: f64, part: Option<Vec<u8>>| {
                if stage != text {
                    progress.begin(&text, if fraction < 0.0 { 0 } else { STEPS });
                    (stage, reached) = (text, 0);
                }
                let now = (fraction.clamp(0.0, 1.0) * STEPS as f64) as u64;
                progress.advance(now.saturating_sub(reached));
                reached = reached.max(now);
                if let Some(part) = part {
                    take(part);
                }
            },
        ))
    }

    fn function(&self) -> &js_sys::Function {
        self.0.as_ref().unchecked_ref()
    }
}
