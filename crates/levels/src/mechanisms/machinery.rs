//! Runs all mechanisms of a level: triggers, effects, and states after each step.

use std::collections::VecDeque;

use bspwalk_geometry::Aabb;
use glam::DVec2;

use super::{
    happenings::StepEvents,
    orders::{Call, Callee, Caller, Event},
    running::{Done, RunningMechanism, SavedRunning, State},
};
use crate::{Level, tolerance::OVER};

/// Maximum duration of a step, in seconds. Longer steps are truncated.
pub const LONGEST_STEP: f64 = 60.0;

/// Variable part of the limit on instants per step; an instant is a time at which a movement, a wait or a delay ends.
/// It is divided by the total number of mechanisms, callers and calls. Without a limit, cycles of callers and trains on
/// short tracks could cause any number of changes in a single step.
const MOST_CHANGES: usize = 4_000_000;

/// Fixed part of the limit on instants per step.
const INSTANTS: usize = 256;

const MOST_WAITING: usize = 1 << 16;

/// The mechanisms of a level as a state machine without a clock. The same steps always produce the same states. Many
/// short steps produce the same state as one long step, up to rounding, if no event occurs during them.
///
/// In each step, events that bodies caused since the last step trigger mechanisms, and then time advances. Afterwards,
/// the code that moves bodies reports [obstacles](Self::report_blocked).
#[derive(Clone, Debug, PartialEq)]
pub struct Machinery {
    running: Vec<RunningMechanism>,
    bounds: Vec<Aabb>,
    callers: Vec<Caller>,
    notes: Vec<Note>,
    /// Callers that are triggered when a player uses a line, with their lines.
    lines: Vec<(usize, [DVec2; 2])>,
    /// Callers that wait for a mechanism to leave or arrive, indexed by mechanism.
    listeners: Vec<Vec<u32>>,
    /// Delayed calls, with the remaining delay in seconds.
    waiting: Vec<(f64, Callee)>,
    /// Calls that are due, in the order they were made.
    due: VecDeque<Callee>,
    has_begun: bool,
    /// Maximum number of instants per step.
    most_instants: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Note {
    /// Number of times that the caller was triggered since it last made calls.
    count: u32,
    /// Seconds until the caller can make calls again; infinite if it does so only once.
    rest: f64,
    has_called: bool,
}

/// Variable state of a [`Machinery`], for saved games and rollbacks.
///
/// It does not contain the level's paths, triggers and calls. In a compact binary format, it takes 20 to 110 bytes per
/// mechanism and about 10 bytes per trigger. The format must preserve every bit of an `f64`, so use a binary format, or
/// `serde_json` with its `float_roundtrip` feature.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct MachineryState {
    running: Vec<SavedRunning>,
    notes: Vec<SavedNote>,
    waiting: Vec<(f64, Callee)>,
    due: Vec<Callee>,
    has_begun: bool,
}

/// A [`Note`] without infinite numbers, because JSON cannot represent them.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct SavedNote {
    count: u32,
    /// Seconds until the caller can make calls again, or `None` if it never does.
    rest: Option<f64>,
    has_called: bool,
}

impl Machinery {
    /// Returns the variable state, to be passed to [`Machinery::restore`].
    #[must_use]
    pub fn save(&self) -> MachineryState {
        let saved = |note: &Note| SavedNote {
            count: note.count,
            rest: Some(note.rest).filter(|rest| rest.is_finite()),
            has_called: note.has_called,
        };
        MachineryState {
            running: self.running.iter().map(RunningMechanism::saved).collect(),
            notes: self.notes.iter().map(saved).collect(),
            waiting: self.waiting.clone(),
            due: self.due.iter().copied().collect(),
            has_begun: self.has_begun,
        }
    }

    /// Restores a state that was saved for the same level. Subsequent steps then produce bit-identical results.
    ///
    /// Returns `false` without any changes if the state has a different number of mechanisms or triggers, and therefore
    /// belongs to another level.
    #[must_use]
    pub fn restore(&mut self, state: &MachineryState) -> bool {
        let is_of_level = state.running.len() == self.running.len() && state.notes.len() == self.notes.len();
        if !is_of_level || state.waiting.len() > MOST_WAITING {
            return false;
        }
        for (running, saved) in self.running.iter_mut().zip(&state.running) {
            running.restore(saved);
        }
        for (note, saved) in self.notes.iter_mut().zip(&state.notes) {
            *note = Note {
                count: saved.count,
                rest: saved.rest.unwrap_or(f64::INFINITY),
                has_called: saved.has_called,
            };
        }
        self.waiting.clone_from(&state.waiting);
        self.due = state.due.iter().copied().collect();
        self.has_begun = state.has_begun;
        true
    }

    /// Creates the mechanisms of a level in their initial state.
    #[must_use]
    pub fn new(level: &Level) -> Self {
        let mut bounds = vec![Aabb::EMPTY; level.mechanisms.len()];
        let owners = level.mechanism_of_objects();
        for triangle in level.triangles.iter().chain(&level.stowed) {
            if let Some(Some(owner)) = owners.get(triangle.object as usize) {
                for corner in triangle.corners {
                    bounds[*owner].grow(corner);
                }
            }
        }
        let mut listeners = vec![Vec::new(); level.mechanisms.len()];
        let mut lines = Vec::new();
        for (number, caller) in level.callers.iter().enumerate() {
            match caller.on {
                Event::Leaves(mechanism) | Event::Arrives(mechanism) => {
                    if let Some(listeners) = listeners.get_mut(mechanism as usize) {
                        listeners.push(number as u32);
                    }
                }
                Event::LineUsed(line) => lines.push((number, line)),
                _ => {}
            }
        }
        let calls = level
            .callers
            .iter()
            .map(|caller| caller.calls.len())
            .sum::<usize>();
        let members = level.mechanisms.len() + level.callers.len() + calls;
        let mut machinery = Self {
            running: level.mechanisms.iter().map(RunningMechanism::new).collect(),
            bounds,
            callers: level.callers.clone(),
            notes: vec![Note::default(); level.callers.len()],
            lines,
            listeners,
            waiting: Vec::new(),
            due: VecDeque::new(),
            has_begun: false,
            most_instants: INSTANTS + MOST_CHANGES / members.max(1),
        };
        for (number, mechanism) in level.mechanisms.iter().enumerate() {
            if let Some(order) = mechanism.first {
                machinery.push(0.0, Callee::Mechanism(number as u32, order));
            }
        }
        machinery
    }

    /// Returns the states of all mechanisms, in the order of [`Level::mechanisms`].
    pub fn states(&self) -> impl ExactSizeIterator<Item = State> + '_ {
        self.running.iter().map(RunningMechanism::state)
    }

    /// Returns the state of a mechanism.
    #[must_use]
    pub fn state(&self, mechanism: usize) -> Option<State> {
        self.running.get(mechanism).map(RunningMechanism::state)
    }

    /// Processes the events since the last step, then advances time. A duration that is not positive counts as zero; a
    /// duration above [`LONGEST_STEP`] is truncated.
    pub fn step(&mut self, seconds: f64, happenings: &StepEvents<'_>) {
        for running in &mut self.running {
            running.begin_step();
        }
        self.notice(happenings);
        let mut left = if seconds > 0.0 {
            seconds.min(LONGEST_STEP)
        } else {
            0.0
        };
        for _ in 0..self.most_instants {
            self.settle();
            let times = self.running.iter().map(RunningMechanism::seconds_left);
            let times = times.chain(self.waiting.iter().map(|(left, _)| *left));
            let next = times.fold(left, f64::min).max(0.0);
            self.pass(next);
            left -= next;
            if left <= 0.0 {
                // Process everything that is due at the end of this step now rather than in the next step.
                self.settle();
                return;
            }
        }
    }

    /// Reports that a mechanism hit an obstacle at this fraction (0 to 1) of its movement in the last step. The
    /// mechanism moves back to that position and reacts.
    pub fn report_blocked(&mut self, mechanism: usize, part: f64) {
        if let Some(running) = self.running.get_mut(mechanism) {
            running.stop(part);
        }
    }

    /// Triggers the callers for events that bodies caused.
    fn notice(&mut self, happenings: &StepEvents<'_>) {
        let mut found = happenings.lines_crossed_by_uses(&self.lines);
        let place = |mechanism: u32| {
            let running = self.running.get(mechanism as usize)?;
            Some((self.bounds[mechanism as usize], running.state().after))
        };
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        let callers = self.callers.iter().enumerate();
        let happened = callers.filter(|(_, caller)| {
            is_first && caller.on == Event::Start || happenings.is_caused_by_bodies(&caller.on, place)
        });
        found.extend(happened.map(|(number, _)| number));
        for caller in found {
            self.push(0.0, Callee::Caller(caller as u32));
        }
    }

    fn push(&mut self, delay: f64, to: Callee) {
        if !(delay > OVER) {
            self.due.push_back(to);
        } else if self.waiting.len() < MOST_WAITING {
            self.waiting.push((delay, to));
        }
    }

    fn pass(&mut self, seconds: f64) {
        if seconds <= 0.0 {
            return;
        }
        for running in &mut self.running {
            running.advance_time(seconds);
        }
        for note in &mut self.notes {
            note.rest -= seconds;
            note.has_called = false;
        }
        for (left, _) in &mut self.waiting {
            *left -= seconds;
        }
    }

    /// Processes everything that is due, in the order of the requests.
    fn settle(&mut self) {
        for number in 0..self.running.len() {
            let done = self.running[number].begin_next_activity();
            self.tell_listeners(number, done);
        }
        let due = &mut self.due;
        self.waiting.retain(|&(left, callee)| {
            if left <= OVER {
                due.push_back(callee);
            }
            left > OVER
        });
        // The loop terminates because each caller makes calls at most once per instant.
        while let Some(callee) = self.due.pop_front() {
            match callee {
                Callee::Mechanism(number, order) => {
                    if let Some(running) = self.running.get_mut(number as usize) {
                        let left = running.execute(&order);
                        self.tell_listeners(number as usize, Done { left, arrived: false });
                    }
                }
                Callee::Caller(caller) => self.call(caller as usize),
            }
        }
    }

    fn tell_listeners(&mut self, mechanism: usize, done: Done) {
        if done == Done::default() {
            return;
        }
        for index in 0..self.listeners[mechanism].len() {
            let caller = self.listeners[mechanism][index];
            let is_meant = match self.callers[caller as usize].on {
                Event::Leaves(_) => done.left,
                Event::Arrives(_) => done.arrived,
                _ => false,
            };
            if is_meant {
                self.push(0.0, Callee::Caller(caller));
            }
        }
    }

    fn call(&mut self, number: usize) {
        let (Some(caller), Some(note)) = (self.callers.get(number), self.notes.get_mut(number)) else {
            return;
        };
        if note.rest > OVER || note.has_called {
            return;
        }
        note.count += 1;
        if note.count < caller.after {
            return;
        }
        *note = Note {
            count: 0,
            rest: caller.again.unwrap_or(f64::INFINITY),
            has_called: true,
        };
        for index in 0..self.callers[number].calls.len() {
            let Call { delay, to } = self.callers[number].calls[index];
            self.push(delay, to);
        }
    }
}
