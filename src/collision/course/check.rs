//! What is to be true of a trial, and how far it is.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::{
    RATE,
    run::{Frame, Trace},
};

/// The share of its radius that a body keeps free, at least: less is a rounding no more.
pub(super) const LEAST_FREE: f64 = 0.999;

/// A box, in metres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Its lower corner.
    pub low: [f32; 3],
    /// Its upper corner.
    pub high: [f32; 3],
}

impl Place {
    /// Whether its corners are in order along every axis.
    fn is_ordered(&self, in_order: impl Fn(f32, f32) -> bool) -> bool {
        self.low
            .into_iter()
            .zip(self.high)
            .all(|(low, high)| in_order(low, high))
    }

    /// How far a point is from it, in metres; infinite for one that is none.
    fn distance(&self, point: Vec3) -> f64 {
        let nearest = point.clamp(self.low.into(), self.high.into());
        let distance = point.as_dvec3().distance(nearest.as_dvec3());
        if point.is_finite() {
            distance
        } else {
            f64::INFINITY
        }
    }

    /// How deep the way between two points leads into it, in metres: how long the part of it within is, at most its
    /// least edge; 0 where it stays out.
    fn depth(&self, from: Vec3, to: Vec3) -> f64 {
        let (low, high) = (Vec3::from(self.low).as_dvec3(), Vec3::from(self.high).as_dvec3());
        let (from, method) = (from.as_dvec3(), to.as_dvec3() - from.as_dvec3());
        let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
        for axis in 0..3 {
            if method[axis] == 0.0 {
                if from[axis] <= low[axis] || from[axis] >= high[axis] {
                    return 0.0;
                }
                continue;
            }
            let (a, b) = (
                (low[axis] - from[axis]) / method[axis],
                (high[axis] - from[axis]) / method[axis],
            );
            enters = enters.max(a.min(b));
            leaves = leaves.min(a.max(b));
        }
        if leaves <= enters {
            return 0.0;
        }
        let middle = from + method * 0.5 * (enters + leaves);
        (middle - low).min(high - middle).min_element()
    }
}

/// A span of ticks: after the first of them to after the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Span {
    /// The first tick, from 0, where 0 is the start.
    pub from: usize,
    /// The last tick.
    pub to: usize,
}

/// What is to be true of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Check {
    /// Nothing is ever nearer than 0.999 of the radius.
    Clear,
    /// The way of the centre crosses no face.
    CrossesNothing,
    /// It is never put back.
    NeverPutBack,
    /// The centre comes into a box.
    Reaches(Place),
    /// The centre never comes into a box.
    KeepsOut(Place),
    /// In each of the last ticks it moves no further than this.
    Rests {
        /// Most, in metres.
        metres: f64,
        /// How many ticks.
        ticks: usize,
    },
    /// The height of the centre stays as at the beginning of the span.
    KeepsHeight {
        /// By how much it may differ, in metres.
        metres: f64,
        /// When.
        span: Span,
    },
    /// It gets on, horizontally, at a share of a speed at least.
    KeepsSpeed {
        /// The speed, in m/s.
        speed: f64,
        /// The share.
        share: f64,
        /// When.
        span: Span,
    },
    /// It stands on the ground all the time.
    StaysGrounded {
        /// When.
        span: Span,
    },
    /// The eye never rises or sinks faster than this.
    CalmEye {
        /// Most, in m/s.
        speed: f64,
        /// When.
        span: Span,
    },
}

/// A check and how it came out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// What was to be true.
    pub check: Check,
    /// Whether it was.
    pub passed: bool,
    /// What was measured, in the unit of the limit; no number where nothing was.
    pub measured: f64,
    /// What may be measured at most, or at least for clearance and speed.
    pub limit: f64,
    /// What was measured, in words.
    pub words: String,
}

impl Check {
    /// The check's name, as a course has it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::CrossesNothing => "crosses_nothing",
            Self::NeverPutBack => "never_put_back",
            Self::Reaches(_) => "reaches",
            Self::KeepsOut(_) => "keeps_out",
            Self::Rests { .. } => "rests",
            Self::KeepsHeight { .. } => "keeps_height",
            Self::KeepsSpeed { .. } => "keeps_speed",
            Self::StaysGrounded { .. } => "stays_grounded",
            Self::CalmEye { .. } => "calm_eye",
        }
    }

    /// The limit that is measured against.
    fn limit(&self) -> f64 {
        match *self {
            Self::Clear => LEAST_FREE,
            Self::Rests { metres, .. } | Self::KeepsHeight { metres, .. } => metres,
            Self::KeepsSpeed { share, .. } => share,
            Self::CalmEye { speed, .. } => speed,
            Self::CrossesNothing
            | Self::NeverPutBack
            | Self::Reaches(_)
            | Self::KeepsOut(_)
            | Self::StaysGrounded { .. } => 0.0,
        }
    }

    /// Whether a trial of so many ticks shows what is to be true: a check that looks at no tick, or that every trial
    /// passes, shows nothing.
    ///
    /// # Errors
    /// What it lacks, in a phrase for a person.
    pub(super) fn shown_by(&self, ticks: usize) -> Result<(), String> {
        if ticks == 0 {
            return Err("there are no ticks to look at".to_owned());
        }
        let is_limit = |limit: f64| limit.is_finite() && limit >= 0.0;
        match *self {
            Self::Rests { ticks: last, .. } if last == 0 || last > ticks => {
                return Err(format!("the last {last} ticks are to be looked at, of {ticks}"));
            }
            Self::KeepsHeight { span, .. }
            | Self::KeepsSpeed { span, .. }
            | Self::StaysGrounded { span }
            | Self::CalmEye { span, .. }
                if span.from >= span.to || span.to > ticks =>
            {
                return Err(format!(
                    "ticks {} to {} are to be looked at, of {ticks}",
                    span.from, span.to
                ));
            }
            _ => {}
        }
        match *self {
            Self::Reaches(place) if !place.is_ordered(|low, high| low <= high) => {
                Err("a lower corner of its box is above the upper".to_owned())
            }
            Self::KeepsOut(place) if !place.is_ordered(|low, high| low < high) => {
                Err("its box has no inside".to_owned())
            }
            Self::KeepsSpeed { speed, share, .. } if !(is_limit(speed) && speed > 0.0 && share > 0.0) => {
                Err("its speed and its share are to be above 0".to_owned())
            }
            _ if !is_limit(self.limit()) => Err(format!("{} is no limit", self.limit())),
            _ => Ok(()),
        }
    }

    /// Judges a trial. A check that the trial cannot show fails.
    pub(super) fn judge(&self, trace: &Trace) -> Outcome {
        let frames = &trace.frames;
        if let Err(lacks) = self.shown_by(frames.len().saturating_sub(1)) {
            return self.outcome(
                false,
                f64::NAN,
                self.limit(),
                format!("nothing is shown: {lacks}"),
            );
        }
        let pairs = || frames.iter().zip(&frames[1..]);
        match *self {
            Self::Clear => self.at_least(trace.least_free, |free| {
                format!("came as near as {free:.4} of the radius")
            }),
            Self::CrossesNothing => self.at_most(trace.crossed as f64, |count| {
                format!("the centre went through faces in {count} ticks")
            }),
            Self::NeverPutBack => self.at_most(trace.put_back as f64, |count| {
                format!("was put back {count} times")
            }),
            Self::Reaches(place) => {
                let nearest = frames
                    .iter()
                    .map(|frame| place.distance(frame.center))
                    .fold(f64::INFINITY, f64::min);
                self.at_most(nearest, |metres| format!("came no nearer than {metres:.4} m"))
            }
            Self::KeepsOut(place) => {
                let deepest = pairs()
                    .map(|(from, to)| place.depth(from.center, to.center))
                    .fold(0.0, f64::max);
                self.at_most(deepest, |metres| format!("went {metres:.4} m into it"))
            }
            Self::Rests { ticks, .. } => {
                let last = frames.len().saturating_sub(ticks + 1);
                let most = moved(&frames[last..]);
                self.at_most(most, |metres| format!("moved up to {metres:.3e} m a tick"))
            }
            Self::KeepsHeight { span, .. } => {
                let part = within(frames, span);
                let first = part.first().map_or(f64::NAN, |frame| f64::from(frame.center.y));
                let most = part
                    .iter()
                    .map(|frame| finite((f64::from(frame.center.y) - first).abs()))
                    .fold(0.0, f64::max);
                self.at_most(most, |metres| format!("rose or sank by {metres:.3e} m"))
            }
            Self::KeepsSpeed { speed, span, .. } => {
                let part = within(frames, span);
                let method = part.first().zip(part.last()).map_or(0.0, |(from, to)| {
                    (to.center - from.center).as_dvec3().with_y(0.0).length()
                });
                let seconds = part.len().saturating_sub(1) as f64 / f64::from(RATE);
                let measured = if seconds > 0.0 {
                    method / seconds / speed
                } else {
                    0.0
                };
                self.at_least(measured, |share| format!("kept {share:.6} of {speed:.3} m/s"))
            }
            Self::StaysGrounded { span } => {
                let aloft = within(frames, span)
                    .iter()
                    .filter(|frame| !frame.grounded)
                    .count();
                self.at_most(aloft as f64, |ticks| {
                    format!("was off the ground for {ticks} ticks")
                })
            }
            Self::CalmEye { span, .. } => {
                let part = within(frames, span);
                let most = part
                    .iter()
                    .zip(part.iter().skip(1))
                    .map(|(from, to)| finite(f64::from(to.eye.y - from.eye.y).abs()) * f64::from(RATE))
                    .fold(0.0, f64::max);
                self.at_most(most, |speed| {
                    format!("the eye moved at up to {speed:.2} m/s upwards or down")
                })
            }
        }
    }

    fn at_most(&self, measured: f64, words: impl Fn(f64) -> String) -> Outcome {
        let limit = self.limit();
        self.outcome(measured <= limit, measured, limit, words(measured))
    }

    fn at_least(&self, measured: f64, words: impl Fn(f64) -> String) -> Outcome {
        let limit = self.limit();
        self.outcome(measured >= limit, measured, limit, words(measured))
    }

    fn outcome(&self, passed: bool, measured: f64, limit: f64, words: String) -> Outcome {
        Outcome {
            check: *self,
            passed,
            measured,
            limit,
            words,
        }
    }
}

/// The frames of a span, which are all there.
fn within(frames: &[Frame], span: Span) -> &[Frame] {
    frames.get(span.from..=span.to).unwrap_or_default()
}

/// The longest way of one tick, in metres.
fn moved(frames: &[Frame]) -> f64 {
    frames
        .iter()
        .zip(frames.iter().skip(1))
        .map(|(from, to)| finite(from.center.as_dvec3().distance(to.center.as_dvec3())))
        .fold(0.0, f64::max)
}

/// What is no number is as bad as can be.
fn finite(value: f64) -> f64 {
    if value.is_nan() { f64::INFINITY } else { value }
}
