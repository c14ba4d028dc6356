//! The work that this program does for another one beside it, without a window, in a worker of the browser: a level in, a compiled
//! level out.

use std::{
    cell::RefCell,
    path::PathBuf,
    sync::{Arc, Mutex},
    time::Duration,
};

use bspwalk_compile::{
    CompileParams, CompiledLevel,
    file::to_bytes,
    open::{self, Place},
};
use bspwalk_draw::light;
use bspwalk_levels::LoadOptions;
use bspwalk_progress::Progress;
use js_sys::Function;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use web_time::Instant;

/// An order for work.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Order {
    /// The level: a file that was handed over.
    pub path: PathBuf,
    /// How it is read.
    pub options: LoadOptions,
    /// How its trees are built. Those of a compiled level are built again where they were built otherwise; without parameters,
    /// they stay.
    pub params: Option<CompileParams>,
    /// What is wanted of it.
    pub product: Product,
}

/// What is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Product {
    /// The level, compiled: the bytes of a `.bspw`.
    Level,
    /// Its light, as [`postcard`] writes the volume.
    Light,
}

/// Time between two reports.
const PERIOD: Duration = Duration::from_millis(100);

thread_local! {
    /// What is told of the progress. Functions of the browser are bound to their thread.
    static REPORT: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Tells the page how far the work is.
fn tell(progress: &Progress) {
    REPORT.with_borrow(|report| {
        if let Some(report) = report {
            let fraction = progress.fraction().map_or(-1.0, f64::from);
            // A page that listens no longer does not stop the work.
            let _ = report.call2(&JsValue::NULL, &progress.stage().into(), &fraction.into());
        }
    });
}

/// Does a work, and reports the progress to a function of a text and a fraction, which is below 0 where it is unknown.
///
/// # Errors
/// Why there is no result: one sentence for the user.
#[wasm_bindgen]
pub fn work(order: &str, report: Function) -> Result<Vec<u8>, String> {
    let order: Order = serde_json::from_str(order).map_err(|error| error.to_string())?;
    REPORT.set(Some(report));
    let last = Mutex::new(Instant::now());
    let progress = Arc::new(Progress::with_check_hook(move |progress| {
        let Ok(mut last) = last.lock() else { return };
        if last.elapsed() >= PERIOD {
            tell(progress);
            *last = Instant::now();
        }
    }));
    let compiled = opened(&order, &progress)?;
    match order.product {
        Product::Level => Ok(to_bytes(&compiled)),
        Product::Light => {
            let volume = light::bake(&compiled.level, &compiled.nodes, 1, &progress);
            let volume = volume.map_err(|error| error.to_string())?;
            postcard::to_stdvec(&volume).map_err(|error| error.to_string())
        }
    }
}

fn opened(order: &Order, progress: &Arc<Progress>) -> Result<CompiledLevel, String> {
    let (params, rebuild) = match &order.params {
        Some(params) => (params.clone(), true),
        None => (CompileParams::default(), false),
    };
    let place = Place::File(&order.path);
    let opened = open::open(place, &order.options, &params, rebuild, None, progress);
    opened
        .map(|opened| opened.compiled)
        .map_err(|error| error.to_string())
}
