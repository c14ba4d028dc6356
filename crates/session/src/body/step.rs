//! A fixed step of the body and the eye: the input of the keys or a script goes into the mover, and a pose comes out.

use bspwalk_trees::{
    collision::{
        mover::{
            Event, Input, Mode, Mover, Observable, Placement, PutBackReason, Tick, Trees, script::Ticks,
        },
        things::Assembly,
    },
    observer::{VisitedNode, VisitedNodes},
};
use glam::Vec3;

use super::{
    script::{Next, Playing},
    state::Body,
};
use crate::{
    clock::STEP,
    history::Moment,
    moving::{Moving, Taken},
    recording::Draft,
};

/// How quickly the eye follows the keys in noclip, in 1/s.
const RESPONSE: f32 = 14.0;

/// Below this speed, and with no key held, the eye is at rest, in metres a second.
const REST: f32 = 1.0e-3;

/// What drives the body in a step: keys, or a script while one is played. Both become lines of a script, so that a recorded
/// script repeats the path of the keys, bit for bit.
#[derive(Debug, Default)]
pub struct Driver<'a> {
    /// What the keys want. The view is the body's own.
    pub keys: Ticks,
    /// The script that is played instead.
    pub playing: Option<&'a mut Playing>,
    /// The script that is recorded from the keys.
    pub draft: Option<&'a mut Draft>,
    /// Whether the nodes that the step visits are to be known ([`Body::visited_nodes`]).
    pub observes: bool,
}

/// What came of a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stepped {
    /// What happened to the body.
    pub events: Vec<Event>,
    /// Whether the body has moved on its path, so that [`Body::history`] has a new moment.
    pub has_moved: bool,
    /// Whether the script that was played has ended.
    pub has_ended: bool,
}

/// What [`Body::ready`] found out for a tick.
#[derive(Clone, Copy)]
struct Ready {
    /// What goes into the mover.
    input: Input,
    /// Whether what is in front is used.
    uses: bool,
    /// Whether the nodes that the tick visits are to be known.
    observes: bool,
}

impl Body {
    /// Simulates one fixed step. Doors and lifts move first and carry the body. In noclip the eye moves without the body.
    pub fn step(&mut self, trees: Trees<'_>, moving: Option<&mut Moving>, driver: Driver<'_>) -> Stepped {
        let mut stepped = Stepped::default();
        let Some(moving) = moving else {
            if self.noclip {
                self.drift(driver.keys);
            } else if let Some(ready) = self.ready(trees, driver, &mut stepped) {
                self.tick(trees, ready, &mut stepped);
            }
            return stepped;
        };
        if self.noclip {
            self.drift(driver.keys);
            let _ = moving.step(trees.nodes, None, None, STEP);
            return stepped;
        }
        let path = self.path;
        let ready = among(trees, moving, |trees| self.ready(trees, driver, &mut stepped));
        let Some(ready) = ready else {
            return stepped;
        };
        if self.path != path {
            moving.forget_path();
        }
        let along = ready.uses.then(|| self.forward());
        let taken = moving.step(trees.nodes, Some(&mut self.mover), along, STEP);
        self.ride(&taken, &mut stepped);
        let path = self.path;
        among(trees, moving, |trees| self.tick(trees, ready, &mut stepped));
        if self.path != path {
            moving.forget_path();
        }
        stepped
    }

    /// Makes ready for a tick: the body is where the eye is, and what goes into the mover is known. `None` where a script waits or has
    /// ended.
    fn ready<T: Observable>(
        &mut self,
        trees: Trees<'_, T>,
        driver: Driver<'_>,
        stepped: &mut Stepped,
    ) -> Option<Ready> {
        let Driver {
            keys,
            playing,
            mut draft,
            observes,
        } = driver;
        self.previous = self.position;
        let eye = self.position;
        let was_entered = self.entered && eye == self.mover.eye();
        if let Some(Placement::Pushed { distance } | Placement::Found { distance }) = self.place(trees) {
            stepped.events.push(Event::Freed { distance });
        }
        let view = self.view();
        let (input, uses) = match playing {
            Some(playing) => match playing.next(self, trees.nodes) {
                Next::Step(input, uses) => (input, uses),
                next => {
                    stepped.has_ended = matches!(next, Next::End);
                    return None;
                }
            },
            None => {
                let wanted = self.wanted(keys);
                if let Some(draft) = &mut draft {
                    if !was_entered {
                        draft.put(eye, view, &self.mover);
                    }
                    draft.add(wanted, &self.mover);
                }
                (wanted.input(view, self.mover.mode()), wanted.uses)
            }
        };
        Some(Ready {
            input,
            uses,
            observes,
        })
    }

    /// What moves has moved, and the mover with it: the view turns along.
    fn ride(&mut self, taken: &Taken, stepped: &mut Stepped) {
        stepped.events.extend_from_slice(&taken.events);
        self.yaw += taken.turn as f32;
    }

    /// One step of the eye without the body, through walls, as the keys want it.
    pub(crate) fn drift(&mut self, keys: Ticks) {
        self.previous = self.position;
        let wanted = Ticks {
            up: keys.up,
            ..self.wanted(keys)
        };
        let input = wanted.input(self.view(), Mode::Fly);
        let factor = if input.fast { self.params.fast_factor } else { 1.0 };
        let desired = input.desired * self.speed * factor;
        self.velocity += (desired - self.velocity) * (1.0 - (-RESPONSE * STEP).exp());
        if desired == Vec3::ZERO && self.velocity.length() < REST {
            self.velocity = Vec3::ZERO;
        }
        self.position += self.velocity * STEP;
        self.push = Vec3::ZERO;
        self.clear = true;
        self.visited = None;
        self.visited_nodes.clear();
        self.contacts.clear();
    }

    /// What the keys want, with the body's view; on foot the key upwards jumps and nothing else.
    fn wanted(&self, keys: Ticks) -> Ticks {
        let view = self.view();
        Ticks {
            up: if self.walking { 0.0 } else { keys.up },
            yaw: Some(view.yaw),
            pitch: Some(view.pitch),
            ..keys
        }
    }

    fn tick<T: Observable>(&mut self, trees: Trees<'_, T>, ready: Ready, stepped: &mut Stepped) {
        let before = self.mover.clone();
        let watched = VisitedNodes::default();
        let tick = if ready.observes {
            self.mover.tick_observed(trees, &ready.input, STEP, &watched)
        } else {
            self.mover.tick(trees, &ready.input, STEP)
        };
        self.finish((before, ready.input), tick, watched.into_inner(), stepped);
    }

    /// Takes over a tick of the mover: the mover before it and what went into it, what came of it, and the nodes that it visited where
    /// it was observed.
    fn finish(
        &mut self,
        (before, input): (Mover, Input),
        tick: Tick,
        visited: Vec<VisitedNode>,
        stepped: &mut Stepped,
    ) {
        self.visited_nodes = visited;
        stepped.events.extend_from_slice(&tick.events);
        self.follow(&tick);
        let fell_out = Event::PutBack {
            why: PutBackReason::FellOut,
        };
        if tick.events.contains(&fell_out) {
            self.leave_path();
            return;
        }
        self.history.push(Moment {
            before,
            input,
            seconds: STEP,
            step: tick,
        });
        stepped.has_moved = true;
    }

    /// Brings the body to the eye, and gives it the sizes and the mode that were set. Returns how room was found for it, if it
    /// was looked for.
    fn place<T: Observable>(&mut self, trees: Trees<'_, T>) -> Option<Placement> {
        let tree = trees.nodes;
        // Until the solid-leaf tree is built there are no planes; most levels have no hulls.
        let method = Some(self.method)
            .filter(|method| trees.suffice(*method))
            .unwrap_or_default();
        self.mover.method = method;
        // An eye that was put elsewhere takes the body along. New sizes may move the eye too: they are set after this.
        self.entered &= self.position == self.mover.eye();
        self.update_params();
        if self.entered && self.mover.mode() == self.mode() {
            return None;
        }
        let placed = if self.entered {
            self.mover.set_mode(tree, self.mode())
        } else {
            if self.position != self.mover.eye() {
                self.leave_path();
            }
            self.mover = Mover::new(&self.params, self.mode(), method, self.position);
            self.mover.enter(tree, self.position)
        };
        self.position = self.mover.eye();
        if !std::mem::replace(&mut self.entered, true) {
            self.previous = self.position;
        }
        Some(placed)
    }
}

/// The trees of a level, with what moves in it where that is now.
fn among<R>(trees: Trees<'_>, moving: &Moving, with: impl FnOnce(Trees<'_, Assembly<'_>>) -> R) -> R {
    let placed = moving.placed();
    let assembly = Assembly::new(trees.nodes, &placed);
    with(Trees {
        nodes: &assembly,
        planes: trees.planes,
        hulls: trees.hulls,
    })
}
