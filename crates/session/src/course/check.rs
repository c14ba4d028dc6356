//! Checks of a course, and their evaluation.

use bspwalk_text::text;
use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::trace::{BodySample, TICKS_PER_SECOND, Trace};

/// Minimum clearance of a body, as a fraction of its radius. It is slightly below 1 to allow for rounding.
pub(super) const LEAST_FREE: f64 = 0.999;

/// An axis-aligned box, in metres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckVolume {
    /// Minimum corner.
    pub low: [f32; 3],
    /// Maximum corner.
    pub high: [f32; 3],
}

impl CheckVolume {
    /// Returns the distance of a point from the box, in metres. For a non-finite point, it is infinite.
    fn distance(&self, point: Vec3) -> f64 {
        let nearest = point.clamp(self.low.into(), self.high.into());
        or_infinity(point.as_dvec3().distance(nearest.as_dvec3()))
    }

    /// Returns the maximum depth (in metres) inside the box on the straight path between two points.
    fn depth(&self, from: Vec3, to: Vec3) -> f64 {
        let (low, high) = (Vec3::from(self.low).as_dvec3(), Vec3::from(self.high).as_dvec3());
        let (from, path) = (from.as_dvec3(), to.as_dvec3() - from.as_dvec3());
        let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
        for axis in 0..3 {
            if path[axis] == 0.0 {
                if from[axis] <= low[axis] || from[axis] >= high[axis] {
                    return 0.0;
                }
                continue;
            }
            let (a, b) = (
                (low[axis] - from[axis]) / path[axis],
                (high[axis] - from[axis]) / path[axis],
            );
            enters = enters.max(a.min(b));
            leaves = leaves.min(a.max(b));
        }
        if leaves <= enters {
            return 0.0;
        }
        let middle = from + path * 0.5 * (enters + leaves);
        (middle - low).min(high - middle).min_element()
    }
}

/// A span of time, in ticks from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Span {
    /// First tick; 0 is the start.
    pub from: usize,
    /// Last tick, inclusive.
    pub to: usize,
}

/// A condition that must hold while a station runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum StationCheck {
    /// No face ever comes closer to the body's axis than 0.999 times the body's radius.
    Clear,
    /// The path of the centre crosses no face.
    CrossesNothing,
    /// The body is never put back, pushed out of an obstacle or stuck.
    NeverPutBack,
    /// The centre reaches this box.
    Reaches(CheckVolume),
    /// The centre never enters this box.
    KeepsOut(CheckVolume),
    /// The body barely moves in each of the last ticks.
    Rests {
        /// Maximum distance per tick, in metres.
        metres: f64,
        /// Number of ticks at the end.
        ticks: usize,
    },
    /// The centre keeps the height that it had at the start of a span.
    KeepsHeight {
        /// Maximum difference, in metres.
        metres: f64,
        /// Ticks to check.
        span: Span,
    },
    /// The mean horizontal speed over a span is at least a fraction of a given speed.
    KeepsSpeed {
        /// Reference speed, in m/s.
        speed: f64,
        /// Minimum speed, as a fraction of the reference speed.
        share: f64,
        /// Ticks to check.
        span: Span,
    },
    /// The body is on the ground throughout a span.
    StaysGrounded {
        /// Ticks to check.
        span: Span,
    },
    /// The eye moves up and down only slowly during a span.
    CalmEye {
        /// Maximum vertical speed, in m/s.
        speed: f64,
        /// Ticks to check.
        span: Span,
    },
}

/// The outcome of a check.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// Check that was evaluated.
    pub check: StationCheck,
    /// Whether the check passed.
    pub passed: bool,
    /// Measured value, in the unit of the limit. It is NaN if the check could not be measured.
    pub measured: f64,
    /// Maximum value that passes the check. For [`StationCheck::Clear`] and [`StationCheck::KeepsSpeed`], it is the minimum.
    pub limit: f64,
    /// The measurement as a sentence that is shown to the user.
    pub words: String,
}

impl StationCheck {
    /// Returns the check's name in course files.
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

    /// Returns an error if the check is invalid or if it cannot fail in a trial of `ticks` ticks.
    pub(super) fn ensure_can_fail(&self, ticks: usize) -> Result<(), String> {
        if ticks == 0 {
            return Err(text!("course-no-ticks").to_owned());
        }
        let is_limit = |limit: f64| limit.is_finite() && limit >= 0.0;
        match *self {
            Self::Rests { ticks: last, .. } if last == 0 || last > ticks => {
                return Err(text!("course-last-ticks", last, ticks));
            }
            Self::KeepsHeight { span, .. }
            | Self::KeepsSpeed { span, .. }
            | Self::StaysGrounded { span }
            | Self::CalmEye { span, .. }
                if span.from >= span.to || span.to > ticks =>
            {
                return Err(text!("course-ticks", from = span.from, to = span.to, ticks));
            }
            _ => {}
        }
        match *self {
            Self::Reaches(CheckVolume { low, high }) if !Vec3::from(low).cmple(high.into()).all() => {
                Err(text!("course-corners").to_owned())
            }
            Self::KeepsOut(CheckVolume { low, high }) if !Vec3::from(low).cmplt(high.into()).all() => {
                Err(text!("course-no-inside").to_owned())
            }
            Self::KeepsSpeed { speed, share, .. } if !(is_limit(speed) && speed > 0.0 && share > 0.0) => {
                Err(text!("course-speed").to_owned())
            }
            _ if !is_limit(self.limit()) => Err(text!("course-no-limit", limit = self.limit())),
            _ => Ok(()),
        }
    }

    /// Evaluates the check for a trial. A check that cannot fail in a trial of this length counts as failed.
    pub(super) fn judge(&self, trace: &Trace) -> Outcome {
        let limit = self.limit();
        let (measured, words) = match self.ensure_can_fail(trace.frames.len().saturating_sub(1)) {
            Ok(()) => self.measure(trace),
            Err(reason) => (f64::NAN, text!("course-nothing-shown", reason)),
        };
        let passed = match self {
            Self::Clear | Self::KeepsSpeed { .. } => measured >= limit,
            _ => measured <= limit,
        };
        Outcome {
            check: *self,
            passed,
            measured,
            limit,
            words,
        }
    }

    fn measure(&self, trace: &Trace) -> (f64, String) {
        let frames = &trace.frames;
        match *self {
            Self::Clear => {
                let free = trace.least_free;
                (free, text!("course-free", free = format_args!("{free:.4}")))
            }
            Self::CrossesNothing => {
                let count = trace.crossed as f64;
                (count, text!("course-crossed", count))
            }
            Self::NeverPutBack => {
                let count = trace.put_back as f64;
                (count, text!("course-put-back", count))
            }
            Self::Reaches(place) => {
                let distances = frames.iter().map(|frame| place.distance(frame.center));
                let nearest = distances.fold(f64::INFINITY, f64::min);
                (
                    nearest,
                    text!("course-nearest", nearest = format_args!("{nearest:.4}")),
                )
            }
            Self::KeepsOut(place) => {
                let deepest = greatest(frames, |from, to| place.depth(from.center, to.center));
                (
                    deepest,
                    text!("course-deepest", deepest = format_args!("{deepest:.4}")),
                )
            }
            Self::Rests { ticks, .. } => {
                let last = &frames[frames.len().saturating_sub(ticks + 1)..];
                let most = greatest(last, |from, to| {
                    from.center.as_dvec3().distance(to.center.as_dvec3())
                });
                (most, text!("course-moved", most = format_args!("{most:.3e}")))
            }
            Self::KeepsHeight { span, .. } => {
                let heights = within(frames, span).iter().map(|frame| f64::from(frame.center.y));
                let first = heights.clone().next().unwrap_or(f64::NAN);
                let differences = heights.map(|height| or_infinity((height - first).abs()));
                let most = differences.fold(0.0, f64::max);
                (most, text!("course-rose", most = format_args!("{most:.3e}")))
            }
            Self::KeepsSpeed { speed, span, .. } => {
                let part = within(frames, span);
                let distance = part.first().zip(part.last()).map_or(0.0, |(from, to)| {
                    (to.center - from.center).as_dvec3().with_y(0.0).length()
                });
                let seconds = part.len().saturating_sub(1) as f64 / f64::from(TICKS_PER_SECOND);
                let share = if seconds > 0.0 {
                    distance / seconds / speed
                } else {
                    0.0
                };
                (
                    share,
                    text!(
                        "course-kept",
                        share = format_args!("{share:.6}"),
                        speed = format_args!("{speed:.3}")
                    ),
                )
            }
            Self::StaysGrounded { span } => {
                let aloft = within(frames, span).iter().filter(|frame| !frame.grounded);
                let ticks = aloft.count() as f64;
                (ticks, text!("course-off-ground", ticks))
            }
            Self::CalmEye { span, .. } => {
                let speed = greatest(within(frames, span), |from, to| {
                    f64::from(to.eye.y - from.eye.y).abs() * f64::from(TICKS_PER_SECOND)
                });
                let words = text!("course-eye", speed = format_args!("{speed:.2}"));
                (speed, words)
            }
        }
    }
}

fn within(frames: &[BodySample], span: Span) -> &[BodySample] {
    frames.get(span.from..=span.to).unwrap_or_default()
}

/// Returns the maximum of a measurement over pairs of consecutive frames. NaN counts as infinity.
fn greatest(frames: &[BodySample], measure: impl Fn(&BodySample, &BodySample) -> f64) -> f64 {
    frames
        .windows(2)
        .map(|pair| or_infinity(measure(&pair[0], &pair[1])))
        .fold(0.0, f64::max)
}

fn or_infinity(value: f64) -> f64 {
    if value.is_nan() { f64::INFINITY } else { value }
}
