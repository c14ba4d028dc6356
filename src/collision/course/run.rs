//! Running a station.

use glam::Vec3;

use super::{
    RATE, Station,
    check::{Check, Outcome},
};
use crate::{
    bsp::NodeTree,
    collision::{
        Capsule, contacts,
        mover::{CollisionMethod, Event, Mode, Mover, Step, Trees, script::View},
    },
};

/// Most ticks of a station; what is wanted of it after them is left out.
pub(super) const MOST_TICKS: usize = 100_000;

/// Where the body was after a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Frame {
    pub(super) center: Vec3,
    pub(super) eye: Vec3,
    pub(super) grounded: bool,
}

/// What a trial was like.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Trace {
    /// The start, and after each tick.
    pub(super) frames: Vec<Frame>,
    /// The least share of the radius that was free around the body's axis.
    pub(super) least_free: f64,
    /// Ticks in which the centre crossed a face.
    pub(super) crossed: usize,
    /// How often it was put back, or was stuck.
    pub(super) put_back: usize,
}

/// How a station was gone through.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// The station's name.
    pub station: String,
    /// How the body was kept out of the walls.
    pub method: CollisionMethod,
    /// One for each check of the station, in its order.
    pub outcomes: Vec<Outcome>,
    /// Where the centre was, at the start and after each tick, in metres.
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

/// Goes through a station of the level that the trees are of; a node-storing tree alone does where the way needs no other.
#[must_use]
pub fn run<'a>(station: &Station, trees: impl Into<Trees<'a>>, method: CollisionMethod) -> Score {
    let trace = trace(station, trees.into(), method);
    let judge = |check: &Check| check.judge(&trace);
    Score {
        station: station.name.clone(),
        method,
        outcomes: station.checks.iter().map(judge).collect(),
        path: trace.frames.iter().map(|frame| frame.center).collect(),
    }
}

fn trace(station: &Station, trees: Trees<'_>, method: CollisionMethod) -> Trace {
    let tree = trees.nodes;
    let mode = station.start.mode.unwrap_or_default();
    let eye = station.start.eye.map_or(Vec3::ZERO, Vec3::from_array);
    let mut mover = Mover::new(&station.params, mode, method, eye);
    let mut view = View::default().turned(station.start.yaw, station.start.pitch);
    let mut found = Vec::new();
    let mut trace = Trace {
        frames: vec![frame(&mover)],
        least_free: free(tree, mover.body(), mover.position(), &mut found),
        crossed: 0,
        put_back: 0,
    };
    for ticks in &station.inputs {
        view = view.turned(ticks.yaw, ticks.pitch);
        let input = ticks.input(view, mode);
        for _ in 0..ticks.ticks {
            if trace.frames.len() > MOST_TICKS {
                return trace;
            }
            let from = mover.position();
            let step = mover.step(trees, &input, 1.0 / RATE);
            trace.note(tree, from, &step);
            trace.frames.push(frame(&mover));
            trace.least_free = trace
                .least_free
                .min(free(tree, mover.body(), mover.position(), &mut found));
        }
    }
    trace
}

fn frame(mover: &Mover) -> Frame {
    Frame {
        center: mover.position(),
        eye: mover.eye(),
        grounded: mover.grounded() && mover.mode() == Mode::Walk,
    }
}

impl Trace {
    fn note(&mut self, tree: &NodeTree, from: Vec3, step: &Step) {
        let jumps = |event: &&Event| {
            matches!(
                event,
                Event::PutBack { .. } | Event::Stuck | Event::NoLeafTree | Event::Freed { .. }
            )
        };
        let jumped = step.events.iter().filter(jumps).count();
        self.put_back += jumped;
        if jumped > 0 {
            return;
        }
        // The legs, and what joins them.
        let mut corners = vec![from];
        for leg in &step.legs {
            corners.extend([leg.from, leg.to]);
        }
        corners.push(step.center);
        corners.dedup();
        let crossed = corners
            .windows(2)
            .any(|pair| tree.cast(pair[0], pair[1]).is_some());
        self.crossed += usize::from(crossed || !step.center.is_finite());
    }
}

/// The share of the radius that is free around the body's axis, at most 1; negative where the axis is through a face.
fn free(
    tree: &NodeTree,
    body: Capsule,
    center: Vec3,
    found: &mut Vec<crate::bsp::node_storing::Contact>,
) -> f64 {
    if !center.is_finite() {
        return f64::NEG_INFINITY;
    }
    contacts(tree, body, center, found);
    let deepest = found.first().map_or(0.0, |contact| contact.depth);
    1.0 - f64::from(deepest) / f64::from(body.radius)
}
