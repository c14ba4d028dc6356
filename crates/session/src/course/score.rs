//! Runs a station and scores it.

use bspwalk_collision::mover::{CollisionMethod, Mover, Trees, script::View};
use glam::{DVec3, Vec3};

use super::{
    check::Outcome,
    station::{MAX_TICKS, Station},
    trace::{TICKS_PER_SECOND, Trace},
};

/// The result of a station for one collision method.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// Name of the station.
    pub station: String,
    /// Collision method.
    pub method: CollisionMethod,
    /// Outcome of each check, in the order of the station.
    pub outcomes: Vec<Outcome>,
    /// Centre of the body at the start and after each tick, in metres.
    pub path: Vec<Vec3>,
}

impl Score {
    /// Returns the number of checks that passed, and the number of all checks.
    #[must_use]
    pub fn points(&self) -> (usize, usize) {
        (self.outcomes.len() - self.failures().count(), self.outcomes.len())
    }

    /// Returns whether all checks passed. It is `false` without checks.
    #[must_use]
    pub fn passed(&self) -> bool {
        !self.outcomes.is_empty() && self.failures().next().is_none()
    }

    /// Returns the checks that failed.
    pub fn failures(&self) -> impl Iterator<Item = &Outcome> {
        self.outcomes.iter().filter(|outcome| !outcome.passed)
    }

    /// Returns the outcome of the first check with this name.
    #[must_use]
    pub fn outcome(&self, check: &str) -> Option<&Outcome> {
        self.outcomes.iter().find(|outcome| outcome.check.name() == check)
    }
}

/// Runs a station with a collision method and scores it.
///
/// `trees` must belong to the level that the station was made for. [`Trees`] documents the trees that each method
/// needs.
#[must_use]
pub fn run<'a>(station: &Station, trees: impl Into<Trees<'a>>, method: CollisionMethod) -> Score {
    let trees = trees.into();
    let mode = station.start.mode.unwrap_or_default();
    let eye = station
        .start
        .eye
        .map_or(Vec3::ZERO, |eye| DVec3::from_array(eye).as_vec3());
    let mut mover = Mover::new(&station.params, mode, method, eye);
    let mut view = View::default().turned(station.start.yaw, station.start.pitch);
    let mut trace = Trace::new(trees.nodes, &mover);
    let repeated = station
        .inputs
        .iter()
        .flat_map(|ticks| (0..ticks.ticks).map(move |_| ticks));
    for ticks in repeated.take(MAX_TICKS) {
        view = view.turned(ticks.yaw, ticks.pitch);
        let from = mover.position();
        let tick = mover.tick(trees, &ticks.input(view, mode), 1.0 / TICKS_PER_SECOND);
        trace.add_tick(trees.nodes, from, &mover, &tick);
    }
    Score {
        station: station.name.clone(),
        method,
        outcomes: station.checks.iter().map(|check| check.judge(&trace)).collect(),
        path: trace.frames.iter().map(|frame| frame.center).collect(),
    }
}
