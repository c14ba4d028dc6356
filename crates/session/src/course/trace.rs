//! Measurements of a trial, computed directly from the tree.

use bspwalk_collision::{
    contacts,
    mover::{Event, Mode, Mover, Tick},
};
use bspwalk_trees::NodeTree;
use glam::Vec3;

/// Number of ticks per second in every course.
pub const TICKS_PER_SECOND: f32 = 120.0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BodySample {
    pub(super) center: Vec3,
    pub(super) eye: Vec3,
    pub(super) grounded: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Trace {
    pub(super) frames: Vec<BodySample>,
    /// Minimum clearance around the body's axis, as a fraction of the radius.
    pub(super) least_free: f64,
    /// Number of ticks during which the centre crossed a face.
    pub(super) crossed: usize,
    /// Number of times that the body was put back, pushed out of an obstacle or stuck.
    pub(super) put_back: usize,
}

impl Trace {
    pub(super) fn new(tree: &NodeTree, mover: &Mover) -> Self {
        let mut trace = Self {
            least_free: f64::INFINITY,
            ..Self::default()
        };
        trace.add_frame(tree, mover);
        trace
    }

    pub(super) fn add_tick(&mut self, tree: &NodeTree, from: Vec3, mover: &Mover, tick: &Tick) {
        let is_jump = |event: &&Event| {
            matches!(
                event,
                Event::PutBack { .. }
                    | Event::Stuck
                    | Event::NoLeafTree
                    | Event::NoHulls
                    | Event::Freed { .. }
            )
        };
        let jumps = tick.events.iter().filter(is_jump).count();
        self.put_back += jumps;
        if jumps == 0 {
            // The path consists of the legs and the jumps between them.
            let legs = tick.legs.iter().flat_map(|leg| [leg.from, leg.to]);
            let mut path: Vec<Vec3> = [from].into_iter().chain(legs).chain([tick.center]).collect();
            path.dedup();
            let mut pairs = path.windows(2);
            let crossed = pairs.any(|pair| tree.is_blocked(pair[0], pair[1]));
            self.crossed += usize::from(crossed || !tick.center.is_finite());
        }
        self.add_frame(tree, mover);
    }

    fn add_frame(&mut self, tree: &NodeTree, mover: &Mover) {
        self.frames.push(BodySample {
            center: mover.position(),
            eye: mover.eye(),
            grounded: mover.is_grounded() && mover.mode() == Mode::Walk,
        });
        self.least_free = self.least_free.min(free_share(tree, mover));
    }
}

/// Returns the clearance around the body's axis as a fraction of the radius, at most 1.
fn free_share(tree: &NodeTree, mover: &Mover) -> f64 {
    if !mover.position().is_finite() {
        return f64::NEG_INFINITY;
    }
    let mut found = Vec::new();
    contacts(tree, mover.body(), mover.position(), &mut found);
    let deepest = found.first().map_or(0.0, |contact| contact.depth);
    1.0 - f64::from(deepest) / f64::from(mover.body().radius)
}
