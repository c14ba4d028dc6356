//! Fixed simulation step: the mover turns input from keys or a script into a new pose.

use bspwalk_collision::{
    mover::{Event, Input, Mode, Mover, Observable, Placement, PutBackReason, Tick, Trees, script::Ticks},
    things::Assembly,
};
use bspwalk_trees::observer::{VisitedNode, VisitedNodes};
use glam::Vec3;

use super::{
    script::{Next, Playing},
    state::Body,
};
use crate::{
    clock::STEP,
    history::Moment,
    moving::{MotionEffect, MovingEntities},
    recording::ScriptRecorder,
};

/// Response rate of the eye's velocity in noclip, in 1/s.
const RESPONSE: f32 = 14.0;

/// Speed below which the eye stops if no key is held, in metres per second.
const REST: f32 = 1.0e-3;

/// Input source of a step: the keys, or a script during playback.
///
/// Both produce script lines, so a recorded script reproduces the path bit for bit.
#[derive(Debug, Default)]
pub struct Driver<'a> {
    /// Key input. The view direction comes from the body.
    pub keys: Ticks,
    /// Script that replaces the keys.
    pub playing: Option<&'a mut Playing>,
    /// Script being recorded from the keys.
    pub draft: Option<&'a mut ScriptRecorder>,
    /// Whether to record visited nodes in [`Body::visited_nodes`].
    pub observes: bool,
}

/// Result of a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stepped {
    /// Events of the body.
    pub events: Vec<Event>,
    /// Whether the body moved along its path. If so, the step is added to [`Body::history`].
    pub has_moved: bool,
    /// Whether the script ended.
    pub has_ended: bool,
}

/// Input of a tick, computed by [`Body::ready`].
#[derive(Clone, Copy)]
struct Ready {
    /// Input for the mover.
    input: Input,
    /// Whether the body uses the entity in front of it.
    uses: bool,
    /// Whether to record the nodes that the tick visits.
    observes: bool,
}

impl Body {
    /// Simulates one fixed step. Doors and lifts move first and carry the body. In noclip only the eye moves.
    pub fn step(
        &mut self,
        trees: Trees<'_>,
        moving: Option<&mut MovingEntities>,
        driver: Driver<'_>,
    ) -> Stepped {
        let mut stepped = Stepped::default();
        let Some(moving) = moving else {
            if self.noclip {
                self.step_noclip(driver.keys);
            } else if let Some(ready) = self.ready(trees, driver, &mut stepped) {
                self.tick(trees, ready, &mut stepped);
            }
            return stepped;
        };
        if self.noclip {
            self.step_noclip(driver.keys);
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

    /// Prepares a tick: moves the body to the eye and computes the input. Returns `None` if the script is waiting or
    /// has ended.
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
        let view = self.view_angles();
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
                        draft.record_placement(eye, view, &self.mover);
                    }
                    draft.record_step(wanted, &self.mover);
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

    /// Applies the motion of doors and lifts that carry the body, including their rotation of the view.
    fn ride(&mut self, taken: &MotionEffect, stepped: &mut Stepped) {
        stepped.events.extend_from_slice(&taken.events);
        self.yaw += taken.turn as f32;
    }

    /// Moves the eye for one step in noclip. The body stays in place.
    pub(crate) fn step_noclip(&mut self, keys: Ticks) {
        self.previous = self.position;
        let wanted = Ticks {
            up: keys.up,
            ..self.wanted(keys)
        };
        let input = wanted.input(self.view_angles(), Mode::Fly);
        let factor = if input.fast { self.params.fast_factor } else { 1.0 };
        let desired = input.desired * self.speed * factor;
        // Exponential approach, which is stable for any step length.
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

    /// Combines the key input with the body's view direction. While walking, the up key only jumps.
    fn wanted(&self, keys: Ticks) -> Ticks {
        let view = self.view_angles();
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

    /// Stores the result of a tick in the body and its history.
    ///
    /// `before` is the mover before the tick. `visited` is empty if the tick was not observed.
    fn finish(
        &mut self,
        (before, input): (Mover, Input),
        tick: Tick,
        visited: Vec<VisitedNode>,
        stepped: &mut Stepped,
    ) {
        self.visited_nodes = visited;
        stepped.events.extend_from_slice(&tick.events);
        self.copy_step_results(&tick);
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

    /// Moves the body to the eye and applies the new size and mode.
    ///
    /// If a search for free space was necessary, returns how the space was found.
    fn place<T: Observable>(&mut self, trees: Trees<'_, T>) -> Option<Placement> {
        let tree = trees.nodes;
        // Shifted planes are unavailable until the solid-leaf tree is built, and most levels have no hulls.
        let method = Some(self.method)
            .filter(|method| trees.has_trees_for(*method))
            .unwrap_or_default();
        self.mover.method = method;
        // Compare the positions before applying the new sizes, which can move the eye too.
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

/// Calls a function with a level's trees, including those of moving entities at their current positions.
fn among<R>(trees: Trees<'_>, moving: &MovingEntities, with: impl FnOnce(Trees<'_, Assembly<'_>>) -> R) -> R {
    let placed = moving.posed_trees();
    let assembly = Assembly::new(trees.nodes, &placed);
    with(Trees {
        nodes: &assembly,
        planes: trees.planes,
        hulls: trees.hulls,
        environment: trees.environment,
    })
}
