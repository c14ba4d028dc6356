//! Judges traces. All contestants are measured in the same way. The measurements use only the points of the trace and
//! the triangles of the level. A fault is something that a human observer would notice; the constants in this file are
//! the limits.

use std::fmt;

use glam::DVec3;
use serde::Serialize;

use crate::{
    oracle::Oracle,
    platform::Platform,
    run::Trace,
    trial::{Good, HEIGHT, RADIUS, Trial},
};

mod swings;

pub use swings::{Swing, swings};

/// Maximum penetration depth, relative to the radius. A body that exceeds it is inside a wall.
const DEEPEST: f64 = 0.1;
/// Largest oscillation that is invisible, in metres.
const VISIBLE: f64 = 0.002;
/// Largest oscillation of a walking body that is invisible, relative to its distance per tick. It bends the path by
/// less than 3°.
const VISIBLE_SHARE: f64 = 0.05;
/// Number of fast oscillations per second that count as jitter.
const SHAKE: usize = 6;
/// Maximum duration of a fast oscillation, in seconds. Two ticks always count as fast.
const FAST: f64 = 0.05;
/// Largest distance that a body may move back, in metres.
const BACK: f64 = 0.02;
/// Time over which speed is averaged, in seconds.
const SPEED_SPAN: f64 = 0.25;
/// Largest speed gain that is invisible, relative to the desired speed.
const GAIN: f64 = 0.02;
/// Largest extra distance within [`SPEED_SPAN`] that is invisible, in metres: twice the skin width of the engines.
const GAIN_METRES: f64 = 0.02;
/// Maximum movement of a body at rest, in metres. Anything more is drift.
const DRIFT: f64 = 0.005;
/// Number of times that a walking body may leave the ground.
const BREAKS: usize = 1;
/// Maximum fraction of the time that a walking body may be off the ground.
const OFF_GROUND: f64 = 0.1;
/// Minimum distance of a fall, as a fraction of the free-fall distance.
const FALL: f64 = 0.9;
/// Maximum depth of the body's centre inside a forbidden box, in metres.
const BEHIND: f64 = 0.05;
/// Maximum distance covered in a part of a script that still counts as no movement, in metres.
const NOWHERE: f64 = 0.05;
/// Number of consecutive parts of a script without movement after which a body counts as trapped.
const DIRECTIONS: usize = 8;

/// A fault that a human observer would notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// The body's centre crossed a face or entered a forbidden box.
    Tunnelled,
    /// The body penetrated a face by more than a tenth of its radius.
    Inside,
    /// The body does not advance although nothing blocks it.
    Stuck,
    /// The body oscillates visibly.
    Jittered,
    /// The body is faster than desired.
    Gained,
    /// The body moves although it should rest.
    Drifted,
    /// The controller reports a body that walks on the ground as airborne, either repeatedly or for a long time.
    Flickered,
    /// Surfaces next to the body slow its fall.
    Slowed,
    /// The body is lifted.
    Rose,
    /// A platform moves away from the body that stands on it.
    LeftBehind,
    /// The body moves against its direction.
    Dragged,
    /// The final position depends on the tick rate.
    Differed,
    /// The engine failed: it panicked, or the position is NaN.
    Failed,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tunnelled => "tunnelled",
            Self::Inside => "inside a wall",
            Self::Stuck => "stuck",
            Self::Jittered => "jittered",
            Self::Gained => "gained speed",
            Self::Drifted => "drifted",
            Self::Flickered => "ground lost",
            Self::Slowed => "fall slowed",
            Self::Rose => "lifted",
            Self::LeftBehind => "not carried",
            Self::Dragged => "dragged back",
            Self::Differed => "ends differ",
            Self::Failed => "failed",
        })
    }
}

/// Measured figures in display order, each as a name with a unit, and a value.
pub type Figures = Vec<(&'static str, f64)>;

/// The verdict on one trace.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Finding {
    /// Distinct faults, most serious first.
    pub faults: Vec<Fault>,
    /// Measured figures.
    pub figures: Figures,
}

impl Finding {
    /// Returns the finding for an engine that failed.
    #[must_use]
    pub fn failed() -> Self {
        Self {
            faults: vec![Fault::Failed],
            figures: Figures::new(),
        }
    }

    fn measured(&mut self, name: &'static str, value: f64) {
        self.figures.push((name, value));
    }

    fn fault_if(&mut self, is_fault: bool, fault: Fault) {
        if is_fault && !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }
}

/// Judges the trace of a trial. If the body is not a capsule, only its centre is judged and not its penetration depth.
#[must_use]
pub fn judge(trial: &Trial, trace: &Trace, is_capsule: bool) -> Finding {
    let mut finding = Finding::default();
    let frames = &trace.frames;
    let Some(first) = frames.first() else {
        return Finding::failed();
    };

    // Each platform is judged in its own space, where it does not move.
    let platforms: Vec<(Oracle, Vec<DVec3>)> = trial
        .platforms
        .iter()
        .map(|platform| (platform.oracle(), places_on(platform, trace)))
        .collect();
    let oracle = &trial.arena.oracle;
    let crossed = frames
        .windows(2)
        .filter(|pair| oracle.crosses(pair[0].centre, pair[1].centre))
        .count();
    let crossed_platforms = platforms.iter().map(|(oracle, places)| {
        places
            .windows(2)
            .filter(|pair| oracle.crosses(pair[0], pair[1]))
            .count()
    });
    let crossed = crossed + crossed_platforms.sum::<usize>();
    finding.measured("faces crossed", crossed as f64);
    finding.fault_if(crossed > 0, Fault::Tunnelled);
    if is_capsule {
        let (half_axis, radius) = (f64::from(0.5 * HEIGHT - RADIUS), f64::from(RADIUS));
        let depths = frames[1..]
            .iter()
            .map(|frame| oracle.depth(frame.centre, half_axis, radius));
        let depths_in_platforms = platforms.iter().flat_map(|(oracle, places)| {
            places[1..]
                .iter()
                .map(|place| oracle.depth(*place, half_axis, radius))
        });
        let deepest = depths.chain(depths_in_platforms).fold(0.0, f64::max);
        finding.measured("depth mm", deepest * 1.0e3);
        finding.fault_if(deepest > DEEPEST * radius, Fault::Inside);
    }

    let (shake, width) = shake(trace);
    finding.measured("swings per second", shake as f64);
    if shake > 0 {
        finding.measured("widest swing mm", width * 1.0e3);
    }
    finding.fault_if(shake >= SHAKE, Fault::Jittered);

    for good in &trial.goods {
        judge_good(&mut finding, *good, trial, trace, first.centre);
    }
    finding.faults.sort_unstable();
    finding
}

/// Returns the centre of the body after each tick in the space of a platform.
fn places_on(platform: &Platform, trace: &Trace) -> Vec<DVec3> {
    let frames = trace.frames.iter().enumerate();
    frames
        .map(|(index, frame)| platform.pose(trace.time(index)).local(frame.centre))
        .collect()
}

fn judge_good(finding: &mut Finding, good: Good, trial: &Trial, trace: &Trace, start: DVec3) {
    let frames = &trace.frames;
    match good {
        Good::Advances { along, metres } => {
            let ways = frames.iter().map(|frame| (frame.centre - start).dot(along));
            let way = ways.fold(0.0, f64::max);
            finding.measured("distance m", way);
            finding.measured("required m", metres);
            finding.fault_if(way < metres, Fault::Stuck);
        }
        Good::NoFaster => {
            let (ratio, is_gain) = speed(trace);
            finding.measured("speed %", ratio * 100.0);
            finding.fault_if(is_gain, Fault::Gained);
        }
        Good::Rests { from } => {
            let rest = &frames[trace.frame_at(from)..];
            let drift = rest
                .iter()
                .map(|frame| frame.centre.distance(rest[0].centre))
                .fold(0.0, f64::max);
            finding.measured("drift mm", drift * 1.0e3);
            finding.fault_if(drift > DRIFT, Fault::Drifted);
        }
        Good::StaysGrounded { from } => {
            let rest = &frames[trace.frame_at(from)..];
            let breaks = rest
                .windows(2)
                .filter(|pair| pair[0].grounded && !pair[1].grounded)
                .count();
            let aloft = rest.iter().filter(|frame| !frame.grounded).count();
            let share = aloft as f64 / rest.len().max(1) as f64;
            finding.measured("ground losses", breaks as f64);
            finding.measured("airborne %", share * 100.0);
            finding.fault_if(breaks > BREAKS || share > OFF_GROUND, Fault::Flickered);
        }
        Good::Falls { seconds } => {
            let frame = trace.frame_at(seconds);
            let free = 0.5 * f64::from(crate::trial::GRAVITY) * trace.time(frame).powi(2);
            let share = if free > 0.0 {
                (start.y - frames[frame].centre.y) / free
            } else {
                1.0
            };
            finding.measured("of free fall %", share * 100.0);
            finding.fault_if(share < FALL, Fault::Slowed);
        }
        Good::StaysLow { metres } => {
            let rise = frames
                .iter()
                .map(|frame| frame.centre.y - start.y)
                .fold(0.0, f64::max);
            finding.measured("rise mm", rise * 1.0e3);
            finding.fault_if(rise > metres, Fault::Rose);
        }
        Good::KeepsOut { low, high } => {
            let depths = frames.iter().map(|frame| {
                let inside = (frame.centre - low).min(high - frame.centre);
                inside.min_element()
            });
            finding.fault_if(
                depths.fold(f64::NEG_INFINITY, f64::max) > BEHIND,
                Fault::Tunnelled,
            );
        }
        Good::Rides {
            platform,
            from,
            metres,
        } => {
            let Some(platform) = trial.platforms.get(platform) else {
                return;
            };
            let places = &places_on(platform, trace)[trace.frame_at(from)..];
            let away = places
                .iter()
                .map(|place| place.distance(places[0]))
                .fold(0.0, f64::max);
            finding.measured("shift on platform mm", away * 1.0e3);
            finding.fault_if(away > metres, Fault::LeftBehind);
        }
        Good::NeverBack { along, from } => {
            let (mut furthest, mut back) = (f64::NEG_INFINITY, 0.0_f64);
            for frame in &frames[trace.frame_at(from)..] {
                furthest = furthest.max(frame.centre.dot(along));
                back = back.max(furthest - frame.centre.dot(along));
            }
            finding.measured("moved back mm", back * 1.0e3);
            finding.fault_if(back > BACK, Fault::Dragged);
        }
        Good::FindsAWay => {
            let mut nowhere = 0;
            let mut longest = 0;
            let mut way = 0.0;
            for stretch in 0..=frames.last().map_or(0, |frame| frame.stretch) {
                let part: Vec<DVec3> = frames
                    .iter()
                    .filter(|frame| frame.stretch == stretch)
                    .map(|frame| frame.centre)
                    .collect();
                let [Some(from), Some(to)] = [part.first(), part.last()] else {
                    continue;
                };
                let moved = (*to - *from).with_y(0.0).length();
                way += moved;
                nowhere = if moved < NOWHERE { nowhere + 1 } else { 0 };
                longest = longest.max(nowhere);
            }
            finding.measured("distance m", way);
            finding.fault_if(longest >= DIRECTIONS, Fault::Stuck);
        }
        // Judged by comparing all tick rates; see `spread`.
        Good::SameEnd { .. } => {}
    }
}

/// Returns the maximum number of fast oscillations within one second along any of three axes, and the size of the
/// largest oscillation, in metres.
fn shake(trace: &Trace) -> (usize, f64) {
    let desired = trace.frames.iter().map(|frame| frame.desired.as_dvec3());
    let along = desired
        .filter_map(DVec3::try_normalize)
        .next()
        .unwrap_or(DVec3::X);
    let fast = ((FAST * f64::from(trace.hz)).round() as usize).max(2);
    let mut most = (0, 0.0);
    for axis in [along, along.cross(DVec3::Y), DVec3::Y] {
        // Use coordinates relative to the start, to keep precision far from the origin.
        let start = trace.frames[0].centre;
        let values: Vec<f64> = trace
            .frames
            .iter()
            .map(|frame| (frame.centre - start).dot(axis))
            .collect();
        let is_seen = |swing: &Swing| swing.size > VISIBLE_SHARE * way_of_a_tick(trace, swing.end);
        let swings: Vec<Swing> = swings(&values, VISIBLE)
            .into_iter()
            .filter(|swing| swing.ticks <= fast && is_seen(swing))
            .collect();
        for (index, swing) in swings.iter().enumerate() {
            let begin = swing.end.saturating_sub(trace.hz as usize);
            let within = swings[..=index].iter().filter(|other| other.end > begin);
            let count = within.clone().count();
            if count > most.0 {
                most = (count, within.map(|swing| swing.size).fold(0.0, f64::max));
            }
        }
    }
    most
}

/// Returns the mean distance per tick (in metres) around a frame, averaged over a quarter of a second.
fn way_of_a_tick(trace: &Trace, frame: usize) -> f64 {
    let half = ((0.5 * SPEED_SPAN * f64::from(trace.hz)).round() as usize).max(1);
    let (from, to) = (
        frame.saturating_sub(half),
        (frame + half).min(trace.frames.len() - 1),
    );
    let way = trace.frames[to].centre.distance(trace.frames[from].centre);
    way / (to - from).max(1) as f64
}

/// Returns the maximum ratio of horizontal speed to desired speed, averaged over a quarter of a second, and whether
/// this ratio counts as a gain.
fn speed(trace: &Trace) -> (f64, bool) {
    let span = ((SPEED_SPAN * f64::from(trace.hz)).round() as usize).max(1);
    let mut most = (0.0, false);
    for part in trace.frames.windows(span + 1) {
        let way = (part[span].centre - part[0].centre).with_y(0.0).length();
        let desired: f64 = part[1..]
            .iter()
            .map(|frame| f64::from(frame.desired.length()) / f64::from(trace.hz))
            .sum();
        if desired > 0.0 && way / desired > most.0 {
            most.0 = way / desired;
        }
        most.1 |= way > desired * (1.0 + GAIN) && way > desired + GAIN_METRES;
    }
    most
}

/// Returns the largest distance (in metres) between the final positions in traces of one trial at several tick rates.
#[must_use]
pub fn spread(traces: &[Trace]) -> f64 {
    let ends: Vec<DVec3> = traces
        .iter()
        .filter_map(|trace| trace.frames.last())
        .map(|frame| frame.centre)
        .collect();
    let pairs = ends.iter().flat_map(|a| ends.iter().map(|b| a.distance(*b)));
    pairs.fold(0.0, f64::max)
}
