//! Background work: loading a level or building a tree.

use bevy::prelude::*;
use bspwalk_session::Opened;
use bspwalk_text::text;
use bspwalk_trees::{BuildParams, Rule};

use super::{job, opening::Opening};
use crate::app::{host::prelude::*, host::worker::WorkStatus};

/// Job that loads a level or builds a tree. A new request cancels it.
#[derive(Resource, Default)]
pub struct Work {
    pub(super) job: Option<(Request, Worker<Opened>)>,
}

/// Work that a job does.
#[derive(Clone, Debug)]
pub(super) enum Request {
    Open(Box<Opening>),
    /// Reload the current level because its file was saved.
    Reload(Box<Opening>),
    /// Build another tree of the current level.
    Rebuild(BuildParams),
}

impl Work {
    /// Returns the progress of the job, or `None` if no job is running.
    #[must_use]
    pub fn status(&self) -> Option<WorkStatus> {
        let (request, job) = self.job.as_ref()?;
        Some(job.status(match request {
            Request::Rebuild(_) => text!("opening-building"),
            Request::Open(_) | Request::Reload(_) => text!("opening-loading"),
        }))
    }

    /// Cancels the running job, if any. The job ends at its next cancellation check.
    pub fn cancel(&self) {
        if let Some((_, job)) = &self.job {
            job.progress.cancel();
        }
    }

    /// Returns the request that the current job is processing.
    pub(super) fn request(&self) -> Option<&Request> {
        self.job.as_ref().map(|(request, _)| request)
    }

    /// Returns the rule of the tree being built.
    pub(super) fn rule(&self) -> Option<Rule> {
        self.request().map(|request| match request {
            Request::Open(opening) | Request::Reload(opening) => opening.rule(),
            Request::Rebuild(params) => params.rule,
        })
    }

    /// Opens or reloads a level, replacing the job in progress.
    pub(super) fn load(&mut self, opening: Opening, request: fn(Box<Opening>) -> Request) {
        let job = job::load(opening.clone());
        self.job = Some((request(Box::new(opening)), job));
    }
}
