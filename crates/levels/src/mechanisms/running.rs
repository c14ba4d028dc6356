//! State of a single mechanism: its position, its command, and the remaining time.

use super::{
    Mechanism,
    motion::{Motion, Pose, clamp_path_position},
    orders::{Again, Order, WhenBlocked},
};
use crate::tolerance::OVER;

/// Minimum duration of a movement, in seconds. It applies to paths of zero length and to unlimited speeds.
const SHORTEST: f64 = 0.01;

/// Phase of a mechanism, relative to its initial position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// At rest in its initial position. For a door that is initially closed, this means closed.
    Closed,
    /// Moving away from its initial position.
    Opening,
    /// At rest or waiting in another position.
    Open,
    /// Moving back to its initial position.
    Closing,
}

/// State of a mechanism.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    /// Pose before the last step.
    pub before: Pose,
    /// Current pose.
    pub after: Pose,
    /// Current phase.
    pub phase: Phase,
}

#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
enum Activity {
    Rests,
    Waits(f64),
    /// Moves from one position to another. `gone` is the elapsed time and `takes` the total time, both in seconds.
    Goes {
        from: f64,
        to: f64,
        gone: f64,
        takes: f64,
    },
}

/// Events of a mechanism that occurred at a given instant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Done {
    /// Whether the mechanism left its rest position for its target.
    pub(super) left: bool,
    pub(super) arrived: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct RunningMechanism {
    pub(super) motion: Motion,
    blocked: WhenBlocked,
    start: f64,
    at: f64,
    before: f64,
    order: Option<Order>,
    activity: Activity,
    /// Target at the start of the last step. If the mechanism was at rest, the first target during that step.
    goal: Option<f64>,
}

/// Variable part of a [`RunningMechanism`].
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct SavedRunning {
    at: f64,
    before: f64,
    order: Option<Order>,
    activity: Activity,
    goal: Option<f64>,
}

impl RunningMechanism {
    pub(super) fn new(mechanism: &Mechanism) -> Self {
        Self {
            motion: mechanism.motion.clone(),
            blocked: mechanism.blocked,
            start: mechanism.start,
            at: mechanism.start,
            before: mechanism.start,
            order: None,
            activity: Activity::Rests,
            goal: None,
        }
    }

    pub(super) fn saved(&self) -> SavedRunning {
        SavedRunning {
            at: self.at,
            before: self.before,
            order: self.order,
            activity: self.activity,
            goal: self.goal,
        }
    }

    pub(super) fn restore(&mut self, saved: &SavedRunning) {
        self.at = saved.at;
        self.before = saved.before;
        self.order = saved.order;
        self.activity = saved.activity;
        self.goal = saved.goal;
    }

    pub(super) fn state(&self) -> State {
        let (before, after) = (self.motion.pose(self.before), self.motion.pose(self.at));
        State {
            before,
            after,
            phase: self.phase(),
        }
    }

    fn phase(&self) -> Phase {
        match self.activity {
            Activity::Goes { to, .. } if to == self.start => Phase::Closing,
            Activity::Goes { .. } => Phase::Opening,
            Activity::Rests | Activity::Waits(_) if self.at == self.start => Phase::Closed,
            Activity::Rests | Activity::Waits(_) => Phase::Open,
        }
    }

    pub(super) fn begin_step(&mut self) {
        self.before = self.at;
        self.goal = self.going_to();
    }

    fn going_to(&self) -> Option<f64> {
        match self.activity {
            Activity::Goes { to, .. } => Some(to),
            Activity::Rests | Activity::Waits(_) => None,
        }
    }

    /// Returns the time until the current activity ends, in seconds.
    pub(super) fn seconds_left(&self) -> f64 {
        match self.activity {
            Activity::Rests => f64::INFINITY,
            Activity::Waits(left) => left,
            Activity::Goes { gone, takes, .. } => takes - gone,
        }
    }

    /// Advances time by at most the duration returned by [`seconds_left`](Self::seconds_left).
    pub(super) fn advance_time(&mut self, seconds: f64) {
        match &mut self.activity {
            Activity::Rests => {}
            Activity::Waits(left) => *left -= seconds,
            Activity::Goes {
                from,
                to,
                gone,
                takes,
            } => {
                *gone += seconds;
                let part = (*gone / *takes).clamp(0.0, 1.0);
                self.at = if part >= 1.0 {
                    *to
                } else {
                    *from + (*to - *from) * part
                };
            }
        }
    }

    /// Starts the next activity if the time for the current activity is over.
    pub(super) fn begin_next_activity(&mut self) -> Done {
        let mut done = Done::default();
        if self.seconds_left() > OVER {
            return done;
        }
        match self.activity {
            Activity::Rests => {}
            Activity::Waits(_) => {
                self.activity = Activity::Rests;
                done.left = self.go_on();
            }
            Activity::Goes { to, .. } => {
                self.at = to;
                self.activity = Activity::Rests;
                done.arrived = self.arrive();
            }
        }
        done
    }

    fn go_on(&mut self) -> bool {
        let Some(order) = self.order else { return false };
        if matches!(self.motion, Motion::Track { .. }) {
            return self.follow(&order);
        }
        let to = if self.at == order.to { order.back } else { order.to };
        self.go(to, &order);
        to == order.to
    }

    fn arrive(&mut self) -> bool {
        let Some(order) = self.order else { return false };
        if let Motion::Track { corners, .. } = &self.motion {
            // Any corner may follow the last one.
            let last = corners.len().saturating_sub(1);
            let mut number = self.at.round() as usize;
            if number > last {
                number = self.motion.next_corner(last).unwrap_or(last);
                self.at = number as f64;
            }
            match corners.get(number).and_then(|corner| corner.wait) {
                Some(wait) if self.motion.next_corner(number).is_some() => {
                    self.activity = Activity::Waits(wait.max(0.0));
                    false
                }
                _ => true,
            }
        } else {
            let is_there = self.at == order.to;
            if let Some(wait) = order.wait.filter(|_| is_there || order.repeats) {
                self.activity = Activity::Waits(wait.max(SHORTEST));
            }
            is_there
        }
    }

    /// Starts moving to the next corner of a track.
    fn follow(&mut self, order: &Order) -> bool {
        let number = self.at.round() as usize;
        let Some(next) = self.motion.next_corner(number) else {
            return false;
        };
        let Motion::Track { corners, .. } = &self.motion else {
            return false;
        };
        let speed = corners[number].speed.unwrap_or(order.speed);
        let length = corners[number].offset.distance(corners[next].offset);
        self.set_off(number as f64 + 1.0, length, speed);
        true
    }

    fn go(&mut self, to: f64, order: &Order) {
        let length = self.motion.distance(self.at, to);
        self.set_off(to, length, order.speed);
    }

    fn set_off(&mut self, to: f64, length: f64, speed: f64) {
        let takes = length / speed;
        self.activity = Activity::Goes {
            from: self.at,
            to,
            gone: 0.0,
            takes: if takes.is_finite() {
                takes.max(SHORTEST)
            } else {
                SHORTEST
            },
        };
        self.goal = self.goal.or(Some(to));
    }

    /// Executes a command. Returns whether the mechanism leaves its rest position.
    pub(super) fn execute(&mut self, order: &Order) -> bool {
        if matches!(self.motion, Motion::Track { .. }) {
            if self.activity != Activity::Rests {
                return false;
            }
            self.order = Some(*order);
            return self.follow(order);
        }
        let turned = |at: f64| if at == order.to { order.back } else { order.to };
        match (self.activity, order.again) {
            (Activity::Goes { .. } | Activity::Waits(_), Again::Ignored)
            | (Activity::Goes { .. }, Again::Held(_)) => false,
            (Activity::Goes { to, .. }, again) => {
                let goal = if again == Again::Turned {
                    turned(to)
                } else {
                    order.to
                };
                if goal != to {
                    self.order = Some(*order);
                    self.go(goal, order);
                }
                false
            }
            (Activity::Waits(_), Again::Held(wait)) => {
                self.activity = Activity::Waits(wait.max(SHORTEST));
                false
            }
            (Activity::Waits(_) | Activity::Rests, Again::Turned) => {
                self.order = Some(*order);
                let to = turned(self.at);
                self.go(to, order);
                to == order.to
            }
            // At the target, the mechanism stays until another command moves it away.
            (Activity::Rests, Again::Held(_)) if self.at == order.to => false,
            (Activity::Waits(_) | Activity::Rests, _) if self.at == order.to => {
                if let Some(wait) = order.wait {
                    self.order = Some(*order);
                    self.activity = Activity::Waits(wait.max(SHORTEST));
                }
                false
            }
            (Activity::Waits(_) | Activity::Rests, _) => {
                self.order = Some(*order);
                self.go(order.to, order);
                true
            }
        }
    }

    /// Stops at this fraction of the mechanism's movement in the last step, and reacts to the obstacle.
    pub(super) fn stop(&mut self, fraction: f64) {
        let (Some(goal), Some(order)) = (self.goal, self.order) else {
            return;
        };
        let part = clamp_path_position(fraction, 1.0);
        let is_track = matches!(self.motion, Motion::Track { .. });
        let has_wrapped = is_track && (self.at < self.before || self.at > goal);
        self.at = if part >= 1.0 {
            self.at
        } else if has_wrapped {
            self.before
        } else {
            self.before + (self.at - self.before) * part
        };
        if is_track {
            let number = (goal - 1.0).max(0.0);
            let Motion::Track { corners, .. } = &self.motion else {
                return;
            };
            let speed = corners.get(number as usize).and_then(|corner| corner.speed);
            let length = self.motion.distance(self.at, goal);
            self.set_off(goal, length, speed.unwrap_or(order.speed));
            return;
        }
        let goal = match self.blocked {
            WhenBlocked::Waits => goal,
            WhenBlocked::Reverses if goal == order.to => order.back,
            WhenBlocked::Reverses => order.to,
        };
        self.go(goal, &order);
    }
}
