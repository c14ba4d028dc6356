//! Reading the level again when its file is saved.

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

/// The watch over the files of the level that is shown.
#[derive(Component, Default)]
pub(super) struct Watched {
    watch: Option<Watch>,
    /// A file has changed, and is not read yet.
    is_due: bool,
}

impl Watched {
    /// Watches the files of a level, with a notice where the system cannot.
    pub(super) fn over(watch: Option<Result<Watch, String>>) -> (Self, Option<Notice>) {
        let (watch, failure) = match watch.transpose() {
            Ok(watch) => (watch, None),
            Err(reason) => (None, Some(Notice::info(format!("{reason}.")))),
        };
        let is_due = false;
        (Self { watch, is_due }, failure)
    }
}

/// Loads the level again in the background once its file, or one that it names, was saved. A load that is under way for
/// the same reason begins again; any other is waited for.
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
