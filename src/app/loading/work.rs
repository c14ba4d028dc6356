//! What is being loaded or built in the background.

use bevy::prelude::*;
use bspwalk_text::text;
use bspwalk_trees::{BuildParams, Rule};

use super::{
    job::{self, Built},
    opening::Opening,
};
use crate::app::worker::{WorkStatus, Worker};

/// The level or tree that is being loaded or built. Asking for another cancels it.
#[derive(Resource, Default)]
pub struct Work {
    pub(super) job: Option<Worker<Built>>,
    /// What the job was asked for.
    pub(super) request: Option<Request>,
}

/// A request for a job.
#[derive(Clone, Debug)]
pub(super) enum Request {
    Open(Box<Opening>),
    /// To read the current level again, as its file was saved.
    Reload(Box<Opening>),
    /// To build another tree of the current level.
    Rebuild(BuildParams),
}

impl Work {
    /// The progress of the job; `None` if there is none.
    #[must_use]
    pub fn status(&self) -> Option<WorkStatus> {
        let verb = match &self.request {
            Some(Request::Rebuild(_)) => text!("opening-building"),
            _ => text!("opening-loading"),
        };
        self.job.as_ref().map(|job| job.status(verb))
    }

    /// Cancels the job, if there is one; it ends at its next check.
    pub fn cancel(&self) {
        if let Some(job) = &self.job {
            job.progress.cancel();
        }
    }

    /// The rule by which a tree is being built.
    pub(super) fn rule(&self) -> Option<Rule> {
        self.request.as_ref().map(|request| match request {
            Request::Open(opening) | Request::Reload(opening) => opening.rule(),
            Request::Rebuild(params) => params.rule,
        })
    }

    /// Loads a level instead of what is under way.
    pub(super) fn load(&mut self, opening: Opening) {
        self.request = Some(Request::Open(Box::new(opening.clone())));
        self.job = Some(job::load(opening));
    }
}
