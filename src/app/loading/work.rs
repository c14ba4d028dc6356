//! Loading or building in the background.

use bevy::prelude::*;
use bspwalk_text::text;
use bspwalk_trees::{BuildParams, Rule};

use super::{
    job::{self, Built},
    opening::Opening,
};
use crate::app::worker::{WorkStatus, Worker};

/// Job that loads a level or builds a tree. A new request cancels it.
#[derive(Resource, Default)]
pub struct Work {
    pub(super) job: Option<Worker<Built>>,
    /// Request of the job.
    pub(super) request: Option<Request>,
}

/// A request for a job.
#[derive(Clone, Debug)]
pub(super) enum Request {
    Open(Box<Opening>),
    /// Reload the current level, because its file was saved.
    Reload(Box<Opening>),
    /// Build another tree of the current level.
    Rebuild(BuildParams),
}

impl Work {
    /// Returns the progress of the job, or `None` if there is none.
    #[must_use]
    pub fn status(&self) -> Option<WorkStatus> {
        let verb = match &self.request {
            Some(Request::Rebuild(_)) => text!("opening-building"),
            _ => text!("opening-loading"),
        };
        self.job.as_ref().map(|job| job.status(verb))
    }

    /// Cancels the job, if there is one. It ends at its next check.
    pub fn cancel(&self) {
        if let Some(job) = &self.job {
            job.progress.cancel();
        }
    }

    /// Returns the rule of the tree that is being built.
    pub(super) fn rule(&self) -> Option<Rule> {
        self.request.as_ref().map(|request| match request {
            Request::Open(opening) | Request::Reload(opening) => opening.rule(),
            Request::Rebuild(params) => params.rule,
        })
    }

    /// Loads a level, replacing the job in progress.
    pub(super) fn load(&mut self, opening: Opening) {
        self.request = Some(Request::Open(Box::new(opening.clone())));
        self.job = Some(job::load(opening));
    }
}
