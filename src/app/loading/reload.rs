//! Reading the level again when its file is saved.

use bevy::prelude::*;
use bspwalk_session::watch::Watch;

use super::{OpenLevel, Opening, Request, Work, job};
use crate::app::{
    settings::Settings,
    state::{Asked, CurrentLevel, Notice},
};

/// The watch over the files of the level that is shown.
#[derive(Resource, Default)]
pub(super) struct Watched {
    watch: Option<Watch>,
    /// A file has changed, and is not read yet.
    is_due: bool,
}

impl Watched {
    /// Watches the files of a new level instead. Returns a notice where the system cannot.
    pub(super) fn follow(&mut self, watch: Option<Result<Watch, String>>) -> Option<Notice> {
        self.is_due = false;
        let (watch, failure) = match watch.transpose() {
            Ok(watch) => (watch, None),
            Err(reason) => (None, Some(Notice::info(format!("{reason}.")))),
        };
        self.watch = watch;
        failure
    }
}

/// Loads the level again in the background once its file, or one that it names, was saved. A load that is under way for
/// the same reason begins again; any other is waited for.
pub(super) fn reload(
    current: Res<CurrentLevel>,
    settings: Res<Settings>,
    mut watched: ResMut<Watched>,
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
    let opening = Opening::new(&asked, &settings, work.opened.as_ref());
    work.request = Some(Request::Reload(Box::new(opening.clone())));
    work.job = Some(job::load(opening));
}
