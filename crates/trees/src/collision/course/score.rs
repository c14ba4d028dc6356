//! Runs a station and scores it.

use glam::{DVec3, Vec3};

use super::{
    check::Outcome,
    station::{MOST_TICKS, Station},
    trace::{RATE, Trace},
};
use crate::collision::mover::{CollisionMethod, Mover, Trees, script::View};

/// How a station came out.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// The station's name.
    pub station: String,
    /// The collision method.
    pub method: CollisionMethod,
    /// One for each check of the station, in its order.
    pub outcomes: Vec<Outcome>,
    /// Where the centre was at the start and after each tick, in metres.
    pub path: Vec<Vec3>,
}

impl Score {
    /// How many checks passed, and of how many.
    #[must_use]
    pub fn points(&self) -> (usize, usize) {
        (self.outcomes.len() - self.failures().count(), self.outcomes.len())
    }

    /// Whether there are checks, and all passed.
    #[must_use]
    pub fn passed(&self) -> bool {
        !self.outcomes.is_empty() && self.failures().next().is_none()
    }

    /// The checks that failed.
    pub fn failures(&self) -> impl Iterator<Item = &Outcome> {
        self.outcomes.iter().filter(|outcome| !outcome.passed)
    }

    /// The outcome of the first check of this name.
    #[must_use]
    pub fn outcome(&self, check: &str) -> Option<&Outcome> {
        self.outcomes.iter().find(|outcome| outcome.check.name() == check)
    }
}

/// Runs a station of the level that the trees belong to; see [`Trees`] for which of them the method needs.
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
    for ticks in repeated.take(MOST_TICKS) {
        view = view.turned(ticks.yaw, ticks.pitch);
        let from = mover.position();
        let tick = mover.tick(trees, &ticks.input(view, mode), 1.0 / RATE);
        trace.add_tick(trees.nodes, from, &mover, &tick);
    }
    Score {
        station: station.name.clone(),
        method,
        outcomes: station.checks.iter().map(|check| check.judge(&trace)).collect(),
        path: trace.frames.iter().map(|frame| frame.center).collect(),
    }
}
