//! Runs a trial and records the body's path.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

use glam::{DVec3, Vec3};

use crate::{
    contestant::{Kind, Stand},
    trial::Trial,
};

/// The state of the body after a tick, and the input for that tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TickRecord {
    /// Centre of the body.
    pub centre: DVec3,
    /// Whether the contestant reports that the body is on the ground.
    pub grounded: bool,
    /// Desired horizontal velocity during the tick, in m/s.
    pub desired: Vec3,
    /// Index of the current part of the script.
    pub stretch: usize,
}

/// The path of a body through a trial.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// Tick rate, in hertz.
    pub hz: u32,
    /// Start state, and the state after each tick.
    pub frames: Vec<TickRecord>,
    /// Time that the contestant took for all ticks.
    pub cost: Duration,
}

impl Trace {
    /// Returns the time of a frame, in seconds.
    #[must_use]
    pub fn time(&self, frame: usize) -> f64 {
        frame as f64 / f64::from(self.hz)
    }

    /// Returns the index of the first frame at or after a time.
    #[must_use]
    pub fn frame_at(&self, seconds: f64) -> usize {
        let frame = (seconds * f64::from(self.hz) - 1.0e-6).ceil().max(0.0) as usize;
        frame.min(self.frames.len().saturating_sub(1))
    }
}

/// Runs a trial with a contestant at a tick rate in hertz. Returns `None` if the contestant does not take part.
///
/// # Errors
/// Returns an error message if the contestant fails. Panics are reported as errors too.
pub fn run(trial: &Trial, kind: Kind, hz: u32) -> Result<Option<Trace>, String> {
    let attempt = catch_unwind(AssertUnwindSafe(|| run_unguarded(trial, kind, hz)));
    attempt.unwrap_or_else(|panic| {
        let text = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied());
        Err(format!("it panicked: {}", text.unwrap_or("without a text")))
    })
}

fn run_unguarded(trial: &Trial, kind: Kind, hz: u32) -> Result<Option<Trace>, String> {
    if hz == 0 {
        return Err("0 ticks a second move nothing".to_owned());
    }
    let Some(mut contestant) = kind.enter(trial)? else {
        return Ok(None);
    };
    let seconds = 1.0 / hz as f32;
    let mut frames = vec![TickRecord {
        centre: trial.centre().as_dvec3(),
        grounded: false,
        desired: Vec3::ZERO,
        stretch: 0,
    }];
    let mut cost = Duration::ZERO;
    for (index, stretch) in trial.script.iter().enumerate() {
        for _ in 0..(stretch.seconds * f64::from(hz)).round() as usize {
            let time = (frames.len() - 1) as f64 / f64::from(hz);
            let start = Instant::now();
            let Stand { centre, grounded } = contestant.tick(stretch.desired, time, seconds);
            cost += start.elapsed();
            if !centre.is_finite() {
                return Err(format!("its place is no number after {} ticks", frames.len()));
            }
            frames.push(TickRecord {
                centre: centre.as_dvec3(),
                grounded,
                desired: stretch.desired,
                stretch: index,
            });
        }
    }
    Ok(Some(Trace { hz, frames, cost }))
}
