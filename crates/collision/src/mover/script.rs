//! Mover scripts in JSON Lines. Recordings use the same format. A script is parsed completely before anything moves.
//!
//! ```text
//! {"start":{"eye":[0,1.7,4],"yaw":90,"pitch":0,"mode":"walk"}}   put the body there; all fields are optional
//! {"ticks":60,"forward":1,"right":0,"up":0,"yaw":90,"pitch":0,"jump":true,"crouch":false,"fast":false}
//! {"mode":"fly"}                                                 fly from here on
//! {"set":{"gravity":1.62}}                                       change parameters
//! ```
//!
//! `yaw` and `pitch` are in degrees and persist until they are set again. Yaw 0 looks along −Z, and yaw increases to
//! the left; pitch increases upwards. In a line with `ticks`, all other missing fields are 0 or false.

use crate::tolerance::FAR_FROM_ORIGIN;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::Obstacles;
use glam::{DVec3, Vec3, vec3};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use super::{Input, Mode, Mover, MoverParams, ParamsError, Placement};

/// Maximum number of ticks per line.
pub const MAX_TICKS: u64 = 10_000_000;

/// Maximum absolute coordinate of a start position, in metres.
pub const MAX_COORDINATE: f64 = 1.0e9;

/// A line of a script.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Line {
    /// Places the body.
    Start {
        /// Start position and view.
        start: Start,
    },
    /// Switches between walking and flying.
    Mode {
        /// The new mode.
        mode: Mode,
    },
    /// Changes the parameters.
    Set {
        /// All parameters, including unchanged ones.
        set: Box<MoverParams>,
    },
    /// Input for a number of ticks.
    Ticks(Ticks),
}

/// A body's initial position and view.
///
/// If `eye` is missing, the eye is placed at the level's spawn. If any other field is missing, that part of the view or
/// the mode does not change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Start {
    /// Eye position, in metres. In a script file, it is in the space of the level file; see [`Start::translated`].
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "short_digits")]
    pub eye: Option<[f64; 3]>,
    /// Yaw in degrees: 0 looks along −Z, and it increases to the left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub yaw: Option<f32>,
    /// Pitch in degrees: 0 is level, and it increases upwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pitch: Option<f32>,
    /// Whether the body walks or flies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
}

impl Start {
    /// Returns a script's default start: on foot, looking straight ahead, with the eye at the level's spawn.
    ///
    /// `yaw` is in degrees.
    #[must_use]
    pub fn at_spawn(eye: Vec3, yaw: f32) -> Self {
        Self {
            eye: Some(eye.as_dvec3().to_array()),
            yaw: Some(yaw),
            pitch: Some(0.0),
            mode: Some(Mode::Walk),
        }
    }

    /// Returns the start with its eye translated by `by`, in metres.
    ///
    /// Use this to convert between file space and tree space.
    #[must_use]
    pub fn translated(self, by: DVec3) -> Self {
        Self {
            eye: self.eye.map(|eye| (DVec3::from_array(eye) + by).to_array()),
            ..self
        }
    }

    fn check(&self) -> Result<(), LineError> {
        // NaN counts as too far.
        let is_far = |coordinate: f64| !(coordinate.abs() <= MAX_COORDINATE);
        if self.eye.is_some_and(|eye| eye.into_iter().any(is_far)) {
            return Err(LineError::EyeTooFar);
        }
        check_view(self.yaw, self.pitch)
    }

    /// Places the mover at rest at this start, or at a nearby free position; see [`Mover::enter`].
    ///
    /// `spawn` is the eye position at the level's spawn, in metres.
    pub fn enter(&self, tree: &impl Obstacles, mover: &mut Mover, spawn: Vec3) -> Placement {
        let mode = self.mode.unwrap_or(mover.mode());
        let eye = self.eye.map_or(spawn, |eye| DVec3::from_array(eye).as_vec3());
        *mover = Mover::new(mover.params(), mode, mover.method, eye);
        mover.enter(tree, eye)
    }
}

/// Serialises coordinates with the digits of an `f32` if that loses no precision.
///
/// Coordinates far from the origin keep their `f64` digits, because rounded ones would be misleading there.
fn short_digits<S: Serializer>(eye: &Option<[f64; 3]>, serializer: S) -> Result<S::Ok, S::Error> {
    let Some(eye) = eye else {
        return serializer.serialize_none();
    };
    let is_short = |x: &f64| x.abs() <= FAR_FROM_ORIGIN && f64::from(*x as f32) == *x;
    if eye.iter().all(is_short) {
        eye.map(|x| x as f32).serialize(serializer)
    } else {
        eye.serialize(serializer)
    }
}

/// The same input for a number of ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ticks {
    /// Number of ticks, at most [`MAX_TICKS`].
    pub ticks: u64,
    /// Desired forward velocity, as a fraction of the full speed, −1 to 1.
    #[serde(default)]
    pub forward: f32,
    /// Desired velocity to the right, as a fraction of the full speed, −1 to 1.
    #[serde(default)]
    pub right: f32,
    /// Desired upward velocity, as a fraction of the full speed, −1 to 1. Ignored when walking.
    #[serde(default)]
    pub up: f32,
    /// Yaw in degrees: 0 looks along −Z, and it increases to the left. If missing, it does not change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yaw: Option<f32>,
    /// Pitch in degrees: 0 is level, and it increases upwards. If missing, it does not change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pitch: Option<f32>,
    /// Whether the jump button is held.
    #[serde(default)]
    pub jump: bool,
    /// Whether the crouch button is held.
    #[serde(default)]
    pub crouch: bool,
    /// Whether the body moves at the faster speed.
    #[serde(default)]
    pub fast: bool,
    /// Whether the body uses the object it is looking at, such as a door. Movers ignore this field; it is meant for
    /// code that moves things.
    #[serde(default, rename = "use", skip_serializing_if = "std::ops::Not::not")]
    pub uses: bool,
}

/// The view direction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct View {
    /// Yaw in degrees: 0 looks along −Z, and it increases to the left.
    pub yaw: f32,
    /// Pitch in degrees: 0 is level, and it increases upwards.
    pub pitch: f32,
}

impl View {
    /// Returns the view with any given angle replaced, in degrees.
    #[must_use]
    pub fn turned(self, yaw: Option<f32>, pitch: Option<f32>) -> Self {
        Self {
            yaw: yaw.unwrap_or(self.yaw) % 360.0,
            pitch: pitch.unwrap_or(self.pitch),
        }
    }
}

impl Ticks {
    fn check(&self) -> Result<(), LineError> {
        for (name, value) in [("forward", self.forward), ("right", self.right), ("up", self.up)] {
            if !(-1.0..=1.0).contains(&value) {
                return Err(LineError::NotBetween(name));
            }
        }
        if self.ticks > MAX_TICKS {
            return Err(LineError::TooManyTicks);
        }
        check_view(self.yaw, self.pitch)
    }

    /// Returns the mover input for each of these ticks, for a body looking along `view`.
    ///
    /// Walking only uses the yaw; flying also uses the pitch.
    #[must_use]
    pub fn input(&self, view: View, mode: Mode) -> Input {
        let (sin, cos) = f64::from(view.yaw).to_radians().sin_cos();
        let (rise, flat) = match mode {
            Mode::Fly => f64::from(view.pitch).to_radians().sin_cos(),
            Mode::Walk => (0.0, 1.0),
        };
        let ahead = vec3((-sin * flat) as f32, rise as f32, (-cos * flat) as f32);
        let right = vec3(cos as f32, 0.0, -sin as f32);
        let desired = ahead * self.forward + right * self.right + Vec3::Y * self.up;
        Input {
            desired: desired.clamp_length_max(1.0),
            jump: self.jump,
            crouch: self.crouch,
            fast: self.fast,
        }
    }
}

/// Parses lines in order. A `set` line starts from the parameters set by the previous lines.
#[derive(Clone, Debug, Default)]
struct Reader {
    params: MoverParams,
}

impl Reader {
    /// Parses a line. Returns `None` for a blank line.
    fn read(&mut self, text: &str) -> Result<Option<Line>, LineError> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(None);
        }
        if !text.starts_with('{') {
            return Err(LineError::NotAnObject);
        }
        let mut fields: Map<String, Value> = parse(text)?;
        let mut kinds = ["ticks", "start", "mode", "set"]
            .into_iter()
            .filter(|&kind| fields.contains_key(kind));
        let (Some(kind), None) = (kinds.next(), kinds.next()) else {
            return Err(LineError::Kind);
        };
        if kind == "ticks" {
            let ticks: Ticks = parse(text)?;
            ticks.check()?;
            return Ok(Some(Line::Ticks(ticks)));
        }
        let value = fields.remove(kind).unwrap_or_default();
        if let Some(other) = fields.keys().next() {
            return Err(LineError::RequiresTicks(in_one_line(other)));
        }
        let reason = |error: serde_json::Error| LineError::Fields(in_one_line(&error));
        Ok(Some(match kind {
            "start" => {
                let start: Start = serde_json::from_value(value).map_err(reason)?;
                start.check()?;
                Line::Start { start }
            }
            "mode" => Line::Mode {
                mode: serde_json::from_value(value).map_err(reason)?,
            },
            _ => self.set(&serde_json::from_value(value).map_err(reason)?)?,
        }))
    }

    fn set(&mut self, fields: &Map<String, Value>) -> Result<Line, LineError> {
        let mut all = self.params.fields();
        all.extend(fields.clone());
        let params: MoverParams =
            serde_json::from_value(all.into()).map_err(|error| LineError::Fields(in_one_line(&error)))?;
        params.validate_set(&self.params, |name| fields.contains_key(name))?;
        self.params = params;
        Ok(Line::Set {
            set: Box::new(params),
        })
    }
}

/// Errors in a line of a script.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// The line is not UTF-8.
    #[error("the line is not valid UTF-8")]
    NotUtf8,
    /// The line is not a JSON object.
    #[error("a line must be a JSON object, such as {{\"ticks\":60,\"forward\":1}}")]
    NotAnObject,
    /// The line is not valid JSON. Contains the parser's reason.
    #[error("the line is not valid JSON: {0}")]
    NotJson(String),
    /// The line has none of the four fields that determine its kind, or several.
    #[error("a line must contain one of `ticks`, `start`, `mode` and `set`")]
    Kind,
    /// A field is unknown or has the wrong type. Contains the parser's reason.
    #[error("{0}")]
    Fields(String),
    /// A line without `ticks` has this field.
    #[error("`{0}` requires `ticks`")]
    RequiresTicks(String),
    /// A coordinate of the start exceeds [`MAX_COORDINATE`].
    #[error("the eye is more than {MAX_COORDINATE:e} m from the origin")]
    EyeTooFar,
    /// This field is not between −1 and 1.
    #[error("`{0}` is not between -1 and 1")]
    NotBetween(&'static str),
    /// The line has more than [`MAX_TICKS`] ticks.
    #[error("the line has more than {MAX_TICKS} ticks")]
    TooManyTicks,
    /// The yaw is infinite or NaN.
    #[error("`yaw` is not finite")]
    Yaw,
    /// The pitch is not between −90° and 90°.
    #[error("`pitch` is not between -90 and 90")]
    Pitch,
    /// The parameters are invalid.
    #[error(transparent)]
    Params(#[from] ParamsError),
}

/// Errors from reading a script.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ReadError {
    /// A line is invalid.
    #[error("line {number}: {reason}")]
    Line {
        /// Line number, starting at 1.
        number: usize,
        /// Reason.
        reason: LineError,
    },
    /// Reading was cancelled through its [`Progress`].
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

const CHECKED: usize = 256;

/// Reads an entire UTF-8 script. Blank lines are skipped.
///
/// # Errors
/// Returns an error for the first invalid line, or if `progress` was cancelled.
pub fn read(bytes: &[u8], progress: &Progress) -> Result<Vec<Line>, ReadError> {
    progress.begin("Reading the script", bytes.len() as u64);
    // Some editors write a byte order mark.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut reader = Reader::default();
    let mut lines = Vec::new();
    for (line, number) in bytes.split(|&byte| byte == b'\n').zip(1..) {
        if number % CHECKED == 0 {
            progress.check()?;
        }
        progress.advance(line.len() as u64 + 1);
        let text = std::str::from_utf8(line).map_err(|_| LineError::NotUtf8);
        let line = text
            .and_then(|text| reader.read(text))
            .map_err(|reason| ReadError::Line { number, reason })?;
        lines.extend(line);
    }
    Ok(lines)
}

/// Maximum number of characters in an error message, which may quote the line.
const MOST_CHARACTERS: usize = 400;

/// Replaces control characters and truncates the message, because it may quote arbitrary input.
fn in_one_line(text: &impl ToString) -> String {
    let printed = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let text = text.to_string();
    text.chars().take(MOST_CHARACTERS).map(printed).collect()
}

fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, LineError> {
    serde_json::from_str(text).map_err(|error| {
        let reason = in_one_line(&error);
        match error.is_data() {
            true => LineError::Fields(reason),
            false => LineError::NotJson(reason),
        }
    })
}

fn check_view(yaw: Option<f32>, pitch: Option<f32>) -> Result<(), LineError> {
    if yaw.is_some_and(|yaw| !yaw.is_finite()) {
        return Err(LineError::Yaw);
    }
    if pitch.is_some_and(|pitch| !(-90.0..=90.0).contains(&pitch)) {
        return Err(LineError::Pitch);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn script_lines_survive_a_round_trip() {
        let mut reader = Reader::default();
        for text in [
            r#"{"start":{"eye":[0,1.5,-2],"yaw":90,"mode":"fly"}}"#,
            r#"{"start":{}}"#,
            r#"{"mode":"walk"}"#,
            r#"{"set":{"gravity":1.5}}"#,
            r#"{"ticks":60}"#,
            r#" {"ticks":60,"forward":1,"right":-0.5,"up":0,"yaw":-400,"pitch":-90,"jump":true,"crouch":true,"fast":true}"#,
        ] {
            let line = reader.read(text).unwrap().expect("the line is not blank");
            let written = serde_json::to_string(&line).unwrap();
            assert_eq!(reader.read(&written), Ok(Some(line)), "{written}");
        }
        assert_eq!(reader.read("  "), Ok(None));
        let Ok(Some(Line::Set { set })) = reader.read(r#"{"set":{"height":2}}"#) else {
            panic!("a set");
        };
        assert_eq!(
            (set.gravity, set.height, set.radius),
            (1.5, 2.0, MoverParams::default().radius)
        );
    }

    #[test]
    fn invalid_line_is_rejected_with_the_reason() {
        for (text, why) in [
            ("5", "a JSON object"),
            ("{", "not valid JSON"),
            ("{}", "one of"),
            (r#"{"ticks":1,"mode":"fly"}"#, "one of"),
            (r#"{"mode":"fly","jump":true}"#, "requires `ticks`"),
            (r#"{"mode":"swim"}"#, "unknown variant"),
            (r#"{"ticks":-1}"#, "invalid value"),
            (r#"{"ticks":1.5}"#, "invalid type"),
            (r#"{"ticks":10000001}"#, "more than"),
            (r#"{"ticks":1,"forward":2}"#, "between"),
            (r#"{"ticks":1,"forward":1e999}"#, "not valid JSON"),
            (r#"{"ticks":1,"yaw":1e39}"#, "finite"),
            (r#"{"ticks":1,"pitch":91}"#, "between"),
            (r#"{"ticks":1,"walk":1}"#, "unknown field"),
            (r#"{"start":{"eye":[0,1e30,0]}}"#, "more than"),
            (r#"{"start":{"eye":[0,0]}}"#, "invalid length"),
            (r#"{"set":{"wings":2}}"#, "unknown field"),
            (r#"{"set":{"radius":-1}}"#, "`radius` cannot be"),
            // The message names the given field and the field it conflicts with.
            (
                r#"{"set":{"radius":0.6}}"#,
                "a `radius` of 0.6 cannot be combined with the `crouch_height` of 1.1: also set `crouch_height` to 1.2",
            ),
            (
                r#"{"set":{"gravity":1.6,"radius":1}}"#,
                "`crouch_height` of 1.1 and the `height` of 1.8",
            ),
            (
                r#"{"set":{"radius":0.6,"crouch_height":1}}"#,
                "`crouch_height` cannot be 1:",
            ),
            (r#"{"set":{"radius":null}}"#, "invalid type"),
            (r#"{"set":5}"#, "invalid type"),
        ] {
            let error = Reader::default().read(text).expect_err(text).to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
    }

    #[test]
    fn input_directions_follow_the_view() {
        let ticks = |forward: f32, right: f32| Ticks {
            forward,
            right,
            ..Ticks::default()
        };
        let view = |yaw: f32, pitch: f32| View { yaw, pitch };
        for (ticks, view, mode, expected) in [
            (ticks(1.0, 0.0), view(0.0, 0.0), Mode::Walk, Vec3::NEG_Z),
            (ticks(1.0, 0.0), view(90.0, 60.0), Mode::Walk, Vec3::NEG_X),
            (ticks(0.0, 1.0), view(90.0, 0.0), Mode::Walk, Vec3::NEG_Z),
            (ticks(1.0, 0.0), view(0.0, 90.0), Mode::Fly, Vec3::Y),
        ] {
            let desired = ticks.input(view, mode).desired;
            assert!(desired.distance(expected) < 1.0e-6, "{desired} is not {expected}");
        }
        let diagonal = ticks(1.0, 1.0).input(view(10.0, 0.0), Mode::Walk).desired;
        assert!(diagonal.length() <= 1.000_001);
    }
}
