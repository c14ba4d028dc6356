//! Trials in the built-in levels: walks around two of them, and the stations of `torture` where the body walks.

use std::sync::Arc;

use bspwalk_collision::mover::{
    Mode, MoverParams,
    script::{Start, Ticks, View},
};
use bspwalk_levels::{EYE_HEIGHT, LoadOptions, builtin};
use bspwalk_progress::Progress;
use glam::{DVec3, Vec3};
use serde::Deserialize;

use super::common::star;
use crate::{
    arena::Arena,
    trial::{Good, Trial},
};

/// Fraction of a station's distance that every contestant must cover.
const SHARE: f64 = 0.9;
/// Counterpart of [`SHARE`] for ramps. It is lower because other engines slow down on slopes.
const SHARE_ON_RAMPS: f64 = 0.45;
/// Ticks per second of the course.
const TICKS_PER_SECOND: f32 = 120.0;

/// The course file of `torture`. These types contain only the fields that a trial needs.
#[derive(Deserialize)]
struct Course {
    stations: Vec<Station>,
}

#[derive(Deserialize)]
struct Station {
    name: String,
    title: String,
    start: Start,
    #[serde(default)]
    params: MoverParams,
    inputs: Vec<Ticks>,
    checks: Vec<Check>,
}

/// A check of the course. Variants without fields have no counterpart in a trial.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Check {
    Clear,
    CrossesNothing,
    NeverPutBack,
    Reaches {},
    KeepsOut { low: [f32; 3], high: [f32; 3] },
    Rests { ticks: usize },
    KeepsHeight {},
    KeepsSpeed { speed: f64, share: f64, span: Span },
    StaysGrounded { span: Span },
    CalmEye {},
}

/// First and last tick.
#[derive(Clone, Copy, Deserialize)]
struct Span {
    from: usize,
    to: usize,
}

pub(super) fn trials() -> Result<Vec<Trial>, String> {
    let mut trials = Vec::new();
    for (name, title) in [
        ("hall", "Around the hall"),
        ("three_rooms", "Around the three rooms"),
    ] {
        let (arena, feet) = load(name)?;
        trials.push(star(name, title, &arena, feet, 2));
    }
    let (arena, _) = load("torture")?;
    let text = include_str!("../../../session/assets/torture.course.json");
    let course: Course = serde_json::from_str(text).map_err(|error| error.to_string())?;
    trials.extend(
        course
            .stations
            .iter()
            .filter_map(|station| trial_of(station, &arena)),
    );
    Ok(trials)
}

fn load(name: &str) -> Result<(Arc<Arena>, DVec3), String> {
    let level = builtin::load(name, &LoadOptions::default(), &Progress::default())
        .map_err(|error| error.to_string())?;
    let feet = level.spawn.eye - DVec3::Y * (EYE_HEIGHT - super::common::ABOVE);
    Ok((Arc::new(Arena::of_level(&level)?), feet))
}

/// Converts a station to a trial, or returns `None` if the body flies, jumps or crouches at the station.
fn trial_of(station: &Station, arena: &Arc<Arena>) -> Option<Trial> {
    let mode = station.start.mode.unwrap_or_default();
    let walks = mode == Mode::Walk && !station.inputs.iter().any(|ticks| ticks.jump || ticks.crouch);
    let eye = DVec3::from_array(station.start.eye.filter(|_| walks)?);
    let params = &station.params;
    let feet = eye - DVec3::Y * (f64::from(params.eye_height) - super::common::ABOVE);
    let name = format!("torture_{}", station.name);
    let mut trial = Trial::new(&name, &format!("Torture: {}", station.title), "", arena, feet);
    let mut view = View::default().turned(station.start.yaw, station.start.pitch);
    let seconds = |ticks: usize| ticks as f64 / f64::from(TICKS_PER_SECOND);
    for ticks in &station.inputs {
        view = view.turned(ticks.yaw, ticks.pitch);
        let input = ticks.input(view, mode);
        let factor = if input.fast { params.fast_factor } else { 1.0 };
        let desired: Vec3 = input.desired * params.walk_speed * factor;
        trial = trial.then(seconds(ticks.ticks as usize), desired.as_dvec3());
    }
    let along = trial.script.first()?.desired.as_dvec3().normalize_or_zero();
    let length = trial.seconds();
    let of_way = if station.name.starts_with("ramp") {
        SHARE_ON_RAMPS
    } else {
        SHARE
    };
    for check in &station.checks {
        trial = match *check {
            Check::KeepsOut { low, high } => trial.good(Good::KeepsOut {
                low: Vec3::from(low).as_dvec3(),
                high: Vec3::from(high).as_dvec3(),
            }),
            Check::Rests { ticks } => trial.good(Good::Rests {
                from: length - seconds(ticks),
            }),
            Check::KeepsSpeed { speed, share, span } => trial.good(Good::Advances {
                along,
                metres: of_way * share * speed * seconds(span.to - span.from),
            }),
            Check::StaysGrounded { span } => trial.good(Good::StaysGrounded {
                from: seconds(span.from),
            }),
            Check::KeepsHeight {} => trial.good(Good::StaysLow { metres: 0.02 }),
            Check::Clear
            | Check::CrossesNothing
            | Check::NeverPutBack
            | Check::Reaches {}
            | Check::CalmEye {} => trial,
        };
    }
    if station.name.starts_with("stairs") || station.name.starts_with("patches") {
        trial = trial.of_stairs();
    }
    Some(trial)
}
