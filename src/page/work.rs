//! The work that this program does for another one beside it, without a window, in a worker of the browser: an order in, its result
//! out.

use std::{
    cell::RefCell,
    sync::{Arc, Mutex},
    time::Duration,
};

use bspwalk_progress::Progress;
use js_sys::{Function, Uint8Array};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use web_time::Instant;

use super::order::Order;

/// Time between two reports.
const PERIOD: Duration = Duration::from_millis(100);

thread_local! {
    /// What is told of the progress. Functions of the browser are bound to their thread.
    static REPORT: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Tells the page how far the work is, and a part of the result where there is one.
fn tell(progress: &Progress, part: Option<&[u8]>) {
    REPORT.with_borrow(|report| {
        if let Some(report) = report {
            let fraction = progress.fraction().map_or(-1.0, f64::from);
            let part = part.map_or(JsValue::UNDEFINED, |part| Uint8Array::from(part).into());
            // A page that listens no longer does not stop the work.
            let _ = report.call3(&JsValue::NULL, &progress.stage().into(), &fraction.into(), &part);
        }
    });
}

/// Carries out an [`Order`], and reports to a function of the stage, its fraction, which is below 0 where it is unknown, and a part
/// of the result or nothing.
///
/// # Errors
/// Why there is no result: one sentence for the user.
#[wasm_bindgen]
pub fn work(order: &[u8], report: Function) -> Result<Vec<u8>, String> {
    let order: Order = postcard::from_bytes(order).map_err(|error| error.to_string())?;
    REPORT.set(Some(report));
    let last = Mutex::new(Instant::now());
    let progress = Arc::new(Progress::with_check_hook(move |progress| {
        let Ok(mut last) = last.lock() else { return };
        if last.elapsed() >= PERIOD {
            tell(progress, None);
            *last = Instant::now();
        }
    }));
    let result = order.carry_out(&progress, |part| tell(&progress, Some(&part)));
    result.map_err(|error| error.to_string())
}
