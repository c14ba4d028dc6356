//! Work that the program does in a web worker, without a window: it takes an order and returns the result.

use bspwalk_text::Localize;
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

/// Minimum time between two progress reports.
const PERIOD: Duration = Duration::from_millis(100);

thread_local! {
    /// Callback for progress reports. It is thread-local, because JavaScript functions are bound to their thread.
    static REPORT: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Reports the progress to the page, with a part of the result if there is one.
fn tell(progress: &Progress, part: Option<&[u8]>) {
    REPORT.with_borrow(|report| {
        if let Some(report) = report {
            let fraction = progress.fraction().map_or(-1.0, f64::from);
            let part = part.map_or(JsValue::UNDEFINED, |part| Uint8Array::from(part).into());
            // Continue the work even if the callback fails.
            let _ = report.call3(
                &JsValue::NULL,
                &progress.stage().localized().into(),
                &fraction.into(),
                &part,
            );
        }
    });
}

/// Carries out an [`Order`]. Calls `report` with the stage, the completed fraction (negative if unknown), and, if
/// available, a part of the result.
///
/// # Errors
/// Returns one sentence that is shown to the user.
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
