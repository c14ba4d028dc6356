//! Orders work from the program beside this one, and waits for it without blocking.

use std::{
    cell::{Cell, RefCell},
    path::{Path, PathBuf},
    rc::Rc,
    sync::Arc,
};

use bspwalk_compile::{CompileParams, CompiledLevel, file};
use bspwalk_draw::light::Volume;
use bspwalk_levels::{LoadOptions, disk::memory::handed};
use bspwalk_progress::Progress;
use bspwalk_session::job::Failure;
use js_sys::{Array, Promise, Uint8Array};
use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use wasm_bindgen_futures::JsFuture;

use super::{
    script,
    work::{Order, Product},
};

/// The path of the level that was opened last, as compiled bytes.
pub const LATEST: &str = "/latest/level.bspw";

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

/// Runs a task of the browser's.
pub fn spawn(task: impl Future<Output = ()> + 'static) {
    wasm_bindgen_futures::spawn_local(task);
}

/// A built-in level, as it was compiled for the page.
///
/// # Errors
/// Why it could not be fetched, or that it was cancelled.
pub async fn built_in(name: &str, progress: &Arc<Progress>) -> Result<CompiledLevel, Failure> {
    let reporter = Reporter::new(progress);
    let fetched = script::site(&format!("levels/{name}.bspw"), reporter.function());
    let bytes = result_of(fetched, progress, || {}).await?;
    decoded(name, bytes, progress)
}

/// A level of the files that were handed over, or with other trees than it has, compiled beside this program.
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
        params,
        product: Product::Level,
    };
    let bytes = ordered(&order, progress).await?;
    decoded(&path.display().to_string(), bytes, progress)
}

/// The level that was opened last, with other trees.
///
/// # Errors
/// Why there is none.
pub async fn latest_with(params: CompileParams, progress: &Arc<Progress>) -> Result<CompiledLevel, Failure> {
    compiled(Path::new(LATEST), &LoadOptions::default(), Some(params), progress).await
}

/// The light of the level that was opened last.
///
/// # Errors
/// Why there is none.
pub async fn light(progress: &Arc<Progress>) -> Result<Option<Volume>, Failure> {
    let order = Order {
        path: LATEST.into(),
        options: LoadOptions::default(),
        params: None,
        product: Product::Light,
    };
    let bytes = ordered(&order, progress).await?;
    postcard::from_bytes(&bytes)
        .map_err(|error| Failure::Failed(format!("The light cannot be read: {error}.")))
}

/// Keeps the bytes of a compiled level for the work that is ordered later.
pub fn keep_latest(bytes: impl Into<Arc<[u8]>>) {
    handed::files_mut().put(PathBuf::from(LATEST), bytes);
}

fn decoded(name: &str, bytes: Vec<u8>, progress: &Arc<Progress>) -> Result<CompiledLevel, Failure> {
    let compiled = file::from_bytes(name, &bytes, progress);
    let compiled = compiled.map_err(|error| Failure::Failed(format!("{error}.")))?;
    keep_latest(bytes);
    Ok(compiled)
}

/// The result of work beside this program.
async fn ordered(order: &Order, progress: &Arc<Progress>) -> Result<Vec<u8>, Failure> {
    let text = serde_json::to_string(order).map_err(|error| Failure::Failed(error.to_string()))?;
    let reporter = Reporter::new(progress);
    let started = script::work(&text, &files_beside(&order.path), reporter.function());
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
    spawn({
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

/// A function of the browser's that reports to a progress.
struct Reporter(Closure<dyn FnMut(String, f64)>);

impl Reporter {
    fn new(progress: &Arc<Progress>) -> Self {
        let progress = Arc::clone(progress);
        let (mut stage, mut reached) = (String::new(), 0);
        Self(Closure::new(move |text: String, fraction: f64| {
            if stage != text {
                progress.begin(&text, if fraction < 0.0 { 0 } else { STEPS });
                (stage, reached) = (text, 0);
            }
            let now = (fraction.clamp(0.0, 1.0) * STEPS as f64) as u64;
            progress.advance(now.saturating_sub(reached));
            reached = reached.max(now);
        }))
    }

    fn function(&self) -> &js_sys::Function {
        self.0.as_ref().unchecked_ref()
    }
}
