//! Collects mechanisms and callers, and resolves target names once all entities have been read.

use std::collections::HashMap;

use crate::{Text, text};
use bspwalk_geometry::Aabb;

use super::brush_entity::{BrushEntity, Game};
use crate::{
    Warning,
    assemble::Moving,
    mechanisms::{
        Call, Callee, Caller, Event, MOST, Mechanism, MechanismKind, Motion, Opens, Order, WhenBlocked,
    },
};

/// Maximum number of entities that get their own warning. Additional ones are only counted.
const MOST_NAMED: usize = 8;

/// Maximum total number of track corners.
const MOST_CORNERS: usize = 1 << 16;

/// Maximum number of calls in a level.
const MOST_CALLS: usize = 1 << 16;

pub(super) struct MechanismBuilder {
    pub(super) game: Game,
    moving: Moving,
    named: HashMap<String, Vec<Callee>>,
    /// Unresolved calls: the caller, the name to call, and the delay in seconds.
    wanted: Vec<(usize, String, f64)>,
    warnings: Vec<Warning>,
    left: usize,
    /// Number of track corners that may still be added.
    pub(super) corners_left: usize,
    /// Number of calls that may still be added.
    calls_left: usize,
    /// Number of doors that need keys.
    pub(super) locked: usize,
    /// Number of entities that remove other entities.
    killing: usize,
}

impl BrushEntity<'_> {
    /// Returns the speed. For negative or invalid values, adds a warning and returns the game's default.
    pub(super) fn speed(&self, builder: &mut MechanismBuilder, default: f64) -> f64 {
        let said = self.keys.get("speed").filter(|said| !said.trim().is_empty());
        let speed = self.number("speed");
        match (said, speed) {
            (Some(_), Some(speed)) if speed > 0.0 => speed,
            (None, _) | (_, Some(0.0)) => default,
            (Some(said), _) => {
                builder.warn(self, text!("quakemoving-speed", said, default));
                default
            }
        }
    }
}

impl MechanismBuilder {
    pub(super) fn new(game: Game) -> Self {
        Self {
            game,
            moving: Moving::default(),
            named: HashMap::new(),
            wanted: Vec::new(),
            warnings: Vec::new(),
            left: 0,
            corners_left: MOST_CORNERS,
            calls_left: MOST_CALLS,
            locked: 0,
            killing: 0,
        }
    }

    pub(super) fn warn(&mut self, part: &BrushEntity<'_>, problem: Text) {
        if self.warnings.len() >= MOST_NAMED {
            self.left += 1;
            return;
        }
        let message = text!("quakemoving-warning", entity = part.keys.title(), problem);
        self.warnings.push(Warning {
            line: part.keys.line,
            message,
        });
    }

    /// Returns the bounding box of an entity, or warns that it has no bounds.
    pub(super) fn size(&mut self, part: &BrushEntity<'_>) -> Option<Aabb> {
        let size = part.size(self.game);
        if size.is_none() {
            self.warn(part, text!("quakemoving-no-faces"));
        }
        size
    }

    /// Adds a mechanism, unless it has no faces, it does not move, or the limit is reached. Only buttons may be
    /// motionless.
    pub(super) fn add(
        &mut self,
        part: &BrushEntity<'_>,
        kind: MechanismKind,
        motion: Motion,
        start: f64,
        blocked: WhenBlocked,
        opens: Opens,
    ) -> Option<u32> {
        let Some(object) = part.object else {
            self.warn(part, text!("quakemoving-no-faces"));
            return None;
        };
        let length = match &motion {
            Motion::Track { corners, .. } => (0..corners.len())
                .map(|at| motion.distance(at as f64, at as f64 + 1.0))
                .sum(),
            path => path.distance(0.0, 1.0),
        };
        if !(length > 0.0) && kind != MechanismKind::Button {
            self.warn(part, text!("quakemoving-no-way"));
            return None;
        }
        let mechanism = Mechanism {
            name: Text::plain(part.keys.title()),
            kind,
            object,
            motion,
            start,
            first: None,
            blocked,
            opens,
            line: part.keys.line,
        };
        if self.moving.mechanisms.len() >= MOST || !mechanism.has_valid_numbers() {
            self.warn(part, text!("quakemoving-not-usable"));
            return None;
        }
        self.moving.mechanisms.push(mechanism);
        Some(self.moving.mechanisms.len() as u32 - 1)
    }

    pub(super) fn set_first_order(&mut self, mechanism: u32, order: Order) {
        if let Some(mechanism) = self.moving.mechanisms.get_mut(mechanism as usize) {
            mechanism.first = Some(order);
            mechanism.opens = Opens::Always;
        }
    }

    /// Makes `callee` the recipient of calls to the name of this entity.
    pub(super) fn add_callee(&mut self, part: &BrushEntity<'_>, callee: Callee) {
        if let Some(name) = part.keys.name() {
            self.add_callees_by_name(name, &[callee]);
        }
    }

    pub(super) fn add_callees_by_name(&mut self, name: &str, callees: &[Callee]) {
        let known = self.named.entry(name.to_owned()).or_default();
        known.extend_from_slice(callees);
    }

    pub(super) fn add_caller_of(
        &mut self,
        name: String,
        on: Event,
        callees: impl IntoIterator<Item = Callee>,
    ) {
        let callees = callees.into_iter().take(self.calls_left);
        let calls: Vec<Call> = callees.map(|to| Call { delay: 0.0, to }).collect();
        self.calls_left -= calls.len();
        self.caller(Caller {
            calls,
            ..caller(name, on)
        });
    }

    /// Adds a caller and returns its index, or returns `None` if the limit is reached.
    pub(super) fn caller(&mut self, caller: Caller) -> Option<usize> {
        if self.moving.callers.len() >= MOST {
            self.left += 1;
            return None;
        }
        self.moving.callers.push(caller);
        Some(self.moving.callers.len() - 1)
    }

    pub(super) fn set_opens(&mut self, mechanism: u32, opens: Opens) {
        if let Some(mechanism) = self.moving.mechanisms.get_mut(mechanism as usize) {
            mechanism.opens = opens;
        }
    }

    /// Makes an event call the entity's targets.
    pub(super) fn add_target_caller(&mut self, part: &BrushEntity<'_>, on: Event) {
        if let Some(caller) = self.caller(caller(part.keys.title(), on)) {
            self.add_target_call(caller, part);
        }
    }

    pub(super) fn add_target_call(&mut self, caller: usize, part: &BrushEntity<'_>) {
        if let Some(target) = part.target() {
            let delay = part.number("delay").unwrap_or(0.0).max(0.0);
            self.add_call_by_name(caller, target, delay);
        }
    }

    pub(super) fn add_call_by_name(&mut self, caller: usize, name: &str, delay: f64) {
        self.wanted.push((caller, name.to_owned(), delay));
    }

    /// Counts an entity that removes others, which is not supported.
    pub(super) fn count_killtarget(&mut self, part: &BrushEntity<'_>) {
        let target = part.keys.get("killtarget");
        self.killing += usize::from(target.is_some_and(|target| !target.is_empty()));
    }

    /// Deducts track corners from the budget. If too few are left, sets the budget to zero and returns `false`.
    pub(super) fn deduct_corners(&mut self, count: usize) -> bool {
        let left = self.corners_left.checked_sub(count);
        self.corners_left = left.unwrap_or(0);
        left.is_some()
    }

    pub(super) fn finish(mut self) -> (Moving, Vec<Warning>, Vec<Text>) {
        let mut calls_left = self.calls_left;
        for (caller, name, delay) in std::mem::take(&mut self.wanted) {
            for &to in self.named.get(&name).into_iter().flatten().take(calls_left) {
                calls_left -= 1;
                self.moving.callers[caller].calls.push(Call { delay, to });
            }
        }
        let mut is_called = vec![false; self.moving.mechanisms.len()];
        for call in self.moving.callers.iter().flat_map(|caller| &caller.calls) {
            if let Callee::Mechanism(number, _) = call.to {
                is_called[number as usize] = true;
            }
        }
        for (mechanism, is_called) in self.moving.mechanisms.iter_mut().zip(is_called) {
            if mechanism.opens == Opens::Never && is_called {
                mechanism.opens = Opens::Elsewhere;
            }
        }
        if self.left > 0 {
            let message = text!("quakemoving-more", count = self.left);
            self.warnings.push(Warning::new(message));
        }
        let notes = [
            (self.locked > 0).then(|| text!("quakemoving-keys", count = self.locked)),
            (self.killing > 0).then(|| text!("quakemoving-killing", count = self.killing)),
        ];
        (self.moving, self.warnings, notes.into_iter().flatten().collect())
    }
}

/// Creates a caller that reacts to every occurrence of the event and does not make any calls yet.
pub(super) fn caller(name: String, on: Event) -> Caller {
    Caller {
        name,
        on,
        after: 1,
        again: Some(0.0),
        calls: Vec::new(),
    }
}
