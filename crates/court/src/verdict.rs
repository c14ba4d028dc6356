//! What a trace shows. The measures are the same for all contestants, and look at the points of the trace and the triangles of the
//! level alone. A fault is what a person who watches would call one: its limits are the constants here.

use std::fmt;

use glam::DVec3;
use serde::Serialize;

use crate::{
    run::Trace,
    trial::{Good, HEIGHT, RADIUS, Trial},
};

mod swings;

pub use swings::{Swing, swings};

/// A body that reaches deeper than this share of its radius into a face is inside.
const DEEPEST: f64 = 0.1;
/// Motion to and fro of less than this is not seen, in metres.
const VISIBLE: f64 = 0.002;
/// Nor is it in a body that walks, if it is less than this share of the way of a tick: it bends the path by less than 3°.
const VISIBLE_SHARE: f64 = 0.05;
/// So many fast swings in a second are a shake.
const SHAKE: usize = 6;
/// A swing is fast if it takes at most this time, in seconds, or two ticks.
const FAST: f64 = 0.05;
/// Speed is measured over this time, in seconds.
const SPEED_SPAN: f64 = 0.25;
/// Speed gained by less than this share is not seen.
const GAIN: f64 = 0.02;
/// Nor is a way that is longer by less than this in [`SPEED_SPAN`], in metres: twice the skins that the engines keep.
const GAIN_METRES: f64 = 0.02;
/// A body at rest drifts if it moves by more than this, in metres.
const DRIFT: f64 = 0.005;
/// A body is off the ground too often if it leaves it more often than this.
const BREAKS: usize = 1;
/// And too long, if for more than this share of the time.
const OFF_GROUND: f64 = 0.1;
/// Least share of a free fall.
const FALL: f64 = 0.9;
/// How deep a centre may come into a box that it should keep out of, in metres.
const BEHIND: f64 = 0.05;
/// A part of a script leads nowhere if it moves the body by less than this, in metres.
const NOWHERE: f64 = 0.05;
/// After so many parts in a row that lead nowhere there is no way out.
const DIRECTIONS: usize = 8;

/// What a person who watches would call a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// The centre crossed a face, or came to where no way leads.
    Tunnelled,
    /// The body was deeper in a face than a tenth of its radius.
    Inside,
    /// It does not get on where the way is free.
    Stuck,
    /// It shakes.
    Jittered,
    /// It gained speed.
    Gained,
    /// It drifts where it should rest.
    Drifted,
    /// It is said to be off the ground, again and again or for long, while it walks on it.
    Flickered,
    /// Its fall is slowed by what is beside it.
    Slowed,
    /// It is lifted.
    Rose,
    /// It ends elsewhere at another frame rate.
    Differed,
    /// The engine failed: it panicked, or its place is no number.
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
            Self::Differed => "ends differ",
            Self::Failed => "failed",
        })
    }
}

/// What was measured, in the order in which it is shown: a name with its unit, and the number.
pub type Figures = Vec<(&'static str, f64)>;

/// The verdict on a trace.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Finding {
    /// The faults, each once, the gravest first.
    pub faults: Vec<Fault>,
    /// What was measured.
    pub figures: Figures,
}

impl Finding {
    /// That of an engine that failed.
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

/// Judges the trace of a trial. Of a body that is no capsule, only the centre is judged, not how deep it is.
#[must_use]
pub fn judge(trial: &Trial, trace: &Trace, is_capsule: bool) -> Finding {
    let mut finding = Finding::default();
    let frames = &trace.frames;
    let Some(first) = frames.first() else {
        return Finding::failed();
    };

    let oracle = &trial.arena.oracle;
    let crossed = frames
        .windows(2)
        .filter(|pair| oracle.crosses(pair[0].centre, pair[1].centre))
        .count();
    finding.measured("faces crossed", crossed as f64);
    finding.fault_if(crossed > 0, Fault::Tunnelled);
    if is_capsule {
        let (half_axis, radius) = (f64::from(0.5 * HEIGHT - RADIUS), f64::from(RADIUS));
        let depths = frames[1..]
            .iter()
            .map(|frame| oracle.depth(frame.centre, half_axis, radius));
        let deepest = depths.fold(0.0, f64::max);
        finding.measured("depth mm", deepest * 1.0e3);
        finding.fault_if(deepest > DEEPEST * radius, Fault::Inside);
    }

    let (shake, width) = shake(trace);
    finding.measured("swings a second", shake as f64);
    if shake > 0 {
        finding.measured("swing mm", width * 1.0e3);
    }
    finding.fault_if(shake >= SHAKE, Fault::Jittered);

    for good in &trial.goods {
        judge_good(&mut finding, *good, trace, first.centre);
    }
    finding.faults.sort_unstable();
    finding
}

fn judge_good(finding: &mut Finding, good: Good, trace: &Trace, start: DVec3) {
    let frames = &trace.frames;
    match good {
        Good::Advances { along, metres } => {
            let ways = frames.iter().map(|frame| (frame.centre - start).dot(along));
            let way = ways.fold(0.0, f64::max);
            finding.measured("way m", way);
            finding.measured("asked m", metres);
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
            finding.measured("breaks of ground", breaks as f64);
            finding.measured("off ground %", share * 100.0);
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
            finding.measured("of a free fall %", share * 100.0);
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
            finding.measured("way m", way);
            finding.fault_if(longest >= DIRECTIONS, Fault::Stuck);
        }
        // Of all rates together: see `spread`.
        Good::SameEnd { .. } => {}
    }
}

/// The most fast swings in a second, along any of three axes, and the widest of those, in metres.
fn shake(trace: &Trace) -> (usize, f64) {
    let desired = trace.frames.iter().map(|frame| frame.desired.as_dvec3());
    let along = desired
        .filter_map(DVec3::try_normalize)
        .next()
        .unwrap_or(DVec3::X);
    let fast = ((FAST * f64::from(trace.hz)).round() as usize).max(2);
    let mut most = (0, 0.0);
    for axis in [along, along.cross(DVec3::Y), DVec3::Y] {
        // Relative to the start, so that places far from the origin lose nothing.
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

/// How far the body gets on in a tick, in metres: the mean over a quarter of a second around one.
fn way_of_a_tick(trace: &Trace, frame: usize) -> f64 {
    let half = ((0.5 * SPEED_SPAN * f64::from(trace.hz)).round() as usize).max(1);
    let (from, to) = (
        frame.saturating_sub(half),
        (frame + half).min(trace.frames.len() - 1),
    );
    let way = trace.frames[to].centre.distance(trace.frames[from].centre);
    way / (to - from).max(1) as f64
}

/// The greatest horizontal speed as a share of the desired one, over a quarter of a second, and whether that is a gain.
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

/// The greatest distance between the ends of traces of one trial at several rates, in metres.
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
