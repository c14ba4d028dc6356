//! Reloads the level when its file is saved.

use bevy::prelude::*;
use bspwalk_session::watch::Watch;

use super::{
    job,
    opening::Opening,
    work::{Request, Work},
};
use crate::app::{
    settings::Settings,
    shown::{Shown, ShownMut},
    state::{Asked, Notice, OpenLevel, OpenedLevel},
};

/// File watcher of the level on screen.
#[derive(Component, Default)]
pub(super) struct Watched {
    watch: Option<Watch>,
    /// Whether a file has changed and is not reloaded yet.
    is_due: bool,
}

impl Watched {
    /// Watches the files of a level. Returns a notice if the system cannot watch them.
    pub(super) fn over(watch: Option<Result<Watch, String>>) -> (Self, Option<Notice>) {
        let (watch, failure) = match watch.transpose() {
            Ok(watch) => (watch, None),
            Err(reason) => (None, Some(Notice::info(format!("{reason}.")))),
        };
        let is_due = false;
        (Self { watch, is_due }, failure)
    }
}

/// Reloads the level in the background after its file, or a file it references, was saved. Restarts a reload in
/// progress, but waits for any other job.
pub(super) fn reload(
    (current, opened): (Shown<OpenedLevel>, Shown<Opening>),
    settings: Res<Settings>,
    mut watched: ShownMut<Watched>,
    mut work: ResMut<Work>,
) {
    let watched = watched.bypass_change_detection();
    watched.is_due |= watched.watch.as_ref().is_some_and(Watch::has_changed);
    let is_busy = work.job.is_some() && !matches!(work.request, Some(Request::Reload(_)));
    if !watched.is_due || is_busy {
        return;
    }
    watched.is_due = false;
    let asked = OpenLevel {
        source: current.source.clone(),
        options: Asked::Read(current.options.clone()),
    };
    let opening = Opening::new(&asked, &settings, Some(&opened));
    work.request = Some(Request::Reload(Box::new(opening.clone())));
    work.job = Some(job::load(opening));
}
