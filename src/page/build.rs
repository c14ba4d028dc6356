//! Orders work from the program beside this one, and waits for it without blocking.

use std::{
    cell::{Cell, RefCell},
    path::{Path, PathBuf},
    rc::Rc,
    sync::Arc,
};

use bspwalk_compile::{CompileParams, CompiledLevel, file};
use bspwalk_draw::light::{Lightmaps, Volume};
use bspwalk_explain::duel::weight_sweep::{Weight, WeightPoint};
use bspwalk_geometry::Plane;
use bspwalk_levels::{Level, LoadOptions, disk::memory::handed};
use bspwalk_progress::Progress;
use bspwalk_session::{
    identity::Identity,
    job::{Failure, Worker},
};
use bspwalk_text::text;
use bspwalk_trees::{BuildParams, NodeTree, node_storing::NodeId};
use js_sys::{Array, Promise, Uint8Array};
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::{
    order::{Duel, News, Order, Product},
    script,
};

/// The path of the level that was opened last, as compiled bytes with the trees that were built last.
pub const LATEST: &str = "/latest/level.bspw";

thread_local! {
    /// The level whose bytes are at [`LATEST`].
    static LATEST_OF: RefCell<Identity<Level>> = RefCell::default();
}

/// Steps of a progress.
const STEPS: u64 = 1000;

/// Steps of the refinement of a PVS: what takes seconds in a browser.
const PVS_STEPS: u64 = 100_000;

/// How levels are compiled where nothing else is asked for.
#[must_use]
pub fn params() -> CompileParams {
    let mut params = CompileParams::default();
    params.pvs.steps = PVS_STEPS;
    params
}

/// An operation that waits for what is ordered.
pub fn worker<T: Send + 'static>(
    title: String,
    work: impl AsyncFnOnce(&Arc<Progress>) -> Result<T, Failure> + 'static,
) -> Worker<T> {
    let (worker, sender) = Worker::elsewhere(title);
    let progress = Arc::clone(&worker.progress);
    spawn_local(async move {
        // Where nobody waits any more, nobody is told.
        let _ = sender.send(work(&progress).await);
    });
    worker
}

/// A built-in level, as it was compiled for the page.
///
/// # Errors
/// Why it could not be fetched, or that it was cancelled.
pub async fn built_in(name: &str, progress: &Arc<Progress>) -> Result<CompiledLevel, Failure> {
    let reporter = Reporter::new(progress, |_| {});
    let fetched = script::site(&format!("levels/{name}.bspw"), reporter.function());
    let bytes = result_of(fetched, progress, || {}).await?;
    decoded(name, bytes, None, progress)
}

/// A level of the files that were handed over, compiled beside this program. The trees of a compiled level are built again where
/// they were built otherwise; without parameters, they stay.
///
/// # Errors
/// Why there is none.
pub async fn compiled(
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

/// A level that is open, with other trees.
///
/// # Errors
/// Why there is none.
pub async fn with_params(
    open: &CompiledLevel,
    params: CompileParams,
    progress: &Arc<Progress>,
) -> Result<CompiledLevel, Failure> {
    let order = order_of(open, Product::Level(Some(params)));
    let bytes = ordered(&order, progress, |_| {}).await?;
    decoded(LATEST, bytes, Some(&open.level), progress)
}

/// The light of a level that is open.
///
/// # Errors
/// Why there is none.
pub async fn light(open: &CompiledLevel, progress: &Arc<Progress>) -> Result<Option<Volume>, Failure> {
    made(open, Product::Light, progress).await
}

/// The light on the faces of the level that was opened last.
///
/// # Errors
/// Why there is none.
pub async fn lightmaps(progress: &Arc<Progress>) -> Result<Lightmaps, Failure> {
    made_of(latest(Product::Lightmaps), progress).await
}

/// The node-storing tree of a level that is open, built so, with other planes, one after the other.
///
/// # Errors
/// Why there is none.
pub async fn nodes(
    open: &CompiledLevel,
    params: BuildParams,
    planes: Vec<(NodeId, Plane)>,
    progress: &Arc<Progress>,
) -> Result<NodeTree, Failure> {
    let product = Product::Nodes(params, planes);
    let (tree, by_hand): (NodeTree, Vec<NodeId>) = made(open, product, progress).await?;
    let mut tree = tree.watchable().with_planes_by_hand(by_hand);
    tree.prepare(progress).map_err(|_| Failure::Cancelled)?;
    Ok(tree)
}

/// A duel in a level that is open. `tell` hears of what happens in it.
///
/// # Errors
/// Why it has ended before.
pub async fn duel(
    open: &CompiledLevel,
    duel: Duel,
    progress: &Arc<Progress>,
    tell: impl FnMut(News) + 'static,
) -> Result<(), Failure> {
    parts_of(open, Product::Duel(duel), progress, tell).await
}

/// The trees of a rule over the values of one of its weights, in a level that is open. `tell` hears of each point.
///
/// # Errors
/// Why it has ended before.
pub async fn curve(
    open: &CompiledLevel,
    (params, weight): (BuildParams, Weight),
    values: Vec<f64>,
    progress: &Arc<Progress>,
    tell: impl FnMut(WeightPoint) + 'static,
) -> Result<(), Failure> {
    parts_of(open, Product::Curve(params, weight, values), progress, tell).await
}

/// What is wanted of a level that is open, but for the level itself.
async fn made<T: DeserializeOwned>(
    open: &CompiledLevel,
    product: Product,
    progress: &Arc<Progress>,
) -> Result<T, Failure> {
    made_of(order_of(open, product), progress).await
}

async fn made_of<T: DeserializeOwned>(order: Order, progress: &Arc<Progress>) -> Result<T, Failure> {
    let bytes = ordered(&order, progress, |_| {}).await?;
    postcard::from_bytes(&bytes).map_err(|error| Failure::Failed(text!("screen-no-result", error)))
}

/// What is wanted of a level that is open, and comes in parts.
async fn parts_of<T: DeserializeOwned>(
    open: &CompiledLevel,
    product: Product,
    progress: &Arc<Progress>,
    mut tell: impl FnMut(T) + 'static,
) -> Result<(), Failure> {
    let part = move |part: Vec<u8>| {
        // It is what the same program wrote.
        if let Ok(part) = postcard::from_bytes(&part) {
            tell(part);
        }
    };
    ordered(&order_of(open, product), progress, part).await?;
    Ok(())
}

/// An order of a level that is open. Where another one was opened since, its bytes are made again.
fn order_of(open: &CompiledLevel, product: Product) -> Order {
    if LATEST_OF.with_borrow(|of| *of != Identity::of(&open.level)) {
        keep(open, file::to_unpacked_bytes(open));
    }
    latest(product)
}

fn latest(product: Product) -> Order {
    Order {
        path: LATEST.into(),
        options: LoadOptions::default(),
        product,
    }
}

/// Keeps the bytes of a compiled level for the work that is ordered later.
fn keep(compiled: &CompiledLevel, bytes: Vec<u8>) {
    handed::files_mut().put(PathBuf::from(LATEST), bytes);
    LATEST_OF.set(Identity::of(&compiled.level));
}

/// A compiled level; that of an open one with other trees shares the level with it.
fn decoded(
    name: &str,
    bytes: Vec<u8>,
    level: Option<&Arc<Level>>,
    progress: &Arc<Progress>,
) -> Result<CompiledLevel, Failure> {
    let compiled = file::from_bytes(name, &bytes, progress);
    let mut compiled = compiled.map_err(|error| Failure::Failed(format!("{error}.")))?;
    if let Some(level) = level {
        compiled.level = Arc::clone(level);
    }
    keep(&compiled, bytes);
    Ok(compiled)
}

/// The result of work beside this program. `part` is given what is there before.
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

/// The files that lie where a level does, as pairs of a path and bytes.
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

/// Waits for bytes. Where the progress is cancelled meanwhile, `end` is called, which makes the promise fail.
async fn result_of(promise: Promise, progress: &Arc<Progress>, end: impl Fn()) -> Result<Vec<u8>, Failure> {
    let done = Rc::new(Cell::new(false));
    let result = Rc::new(RefCell::new(None));
    spawn_local({
        let (done, result) = (Rc::clone(&done), Rc::clone(&result));
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
        a_moment().await;
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

/// Lets the page go on for a twentieth of a second.
async fn a_moment() {
    let promise = Promise::new(&mut |resolve, _| script::after(50, &resolve));
    // It cannot fail.
    let _ = JsFuture::from(promise).await;
}

fn sentence(text: &str) -> String {
    format!("{}.", text.trim_end_matches('.'))
}

/// A function of the browser's that reports to a progress, and takes parts of a result.
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
