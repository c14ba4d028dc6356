//! A progress bar on standard error, if that is a terminal.

use std::{
    io::{self, IsTerminal},
    sync::{
        Arc,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use bspwalk_progress::Progress;
use bspwalk_text::{Localize, text};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

const PERIOD: Duration = Duration::from_millis(100);

/// Minimum remaining time that is displayed.
const LEAST_REMAINING: Duration = Duration::from_secs(5);

/// Resolution of the bar, in steps.
const STEPS: u64 = 1000;

/// Runs `work` and shows its progress on standard error if that is a terminal.
pub(super) fn with_progress_bar<T>(work: impl FnOnce(&Arc<Progress>) -> T) -> T {
    let progress = Arc::<Progress>::default();
    if !io::stderr().is_terminal() {
        return work(&progress);
    }
    thread::scope(|scope| {
        // When the work returns or panics, the sender is dropped, which ends the other thread.
        let (_working, watched) = mpsc::channel::<()>();
        let watch = &progress;
        scope.spawn(move || {
            let bar = ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::stderr());
            while watched.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                draw(&bar, watch);
            }
            bar.finish_and_clear();
        });
        work(&progress)
    })
}

fn draw(bar: &ProgressBar, progress: &Progress) {
    let fraction = progress.fraction();
    let template = if fraction.is_some() {
        "{msg} {wide_bar} {percent:>3} %{prefix}"
    } else {
        "{msg} {spinner} {elapsed}"
    };
    // If the template is invalid, keep the default style.
    if let Ok(style) = ProgressStyle::with_template(template) {
        // Use only ASCII, because some terminals support nothing else.
        bar.set_style(style.progress_chars("=> ").tick_chars("|/-\\ "));
    }
    bar.set_message(progress.stage().localized());
    let remaining = progress.remaining().filter(|rest| *rest >= LEAST_REMAINING);
    bar.set_prefix(remaining.map_or(String::new(), |rest| {
        text!("report-time-left", time = HumanDuration(rest))
    }));
    bar.set_position((fraction.unwrap_or(0.0) * STEPS as f32) as u64);
    bar.tick();
}
