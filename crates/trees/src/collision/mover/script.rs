//! Scripts for the mover, in JSON Lines. A recording is a script, too. A script is read whole before anything moves.
//!
//! ```text
//! {"start":{"eye":[0,1.7,4],"yaw":90,"pitch":0,"mode":"walk"}}   put the body there; all fields are optional
//! {"ticks":60,"forward":1,"right":0,"up":0,"yaw":90,"pitch":0,"jump":true,"crouch":false,"fast":false}
//! {"mode":"fly"}                                                 fly from here on
//! {"set":{"gravity":1.62}}                                       change parameters
//! ```
//!
//! `yaw` and `pitch` are in degrees and hold until they are given again. Yaw 0 looks to −Z and grows to the left, pitch
//! grows upwards. The other fields of a line with `ticks` are 0 or false where they are not given.

use crate::collision::tolerance::FAR_FROM_ORIGIN;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use glam::{DVec3, Vec3, vec3};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use super::{Input, Mode, Mover, MoverParams, Placement};
use crate::Obstacles;

/// The greatest number of ticks that one line may have.
pub const MAX_TICKS: u64 = 10_000_000;

/// Greatest coordinate of a start, in metres.
const FARTHEST: f64 = 1.0e9;

/// A line of a script.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Line {
    /// The body is put somewhere.
    Start {
        /// The place.
        start: Start,
    },
    /// The body walks or flies from here on.
    Mode {
        /// Whether it walks or flies.
        mode: Mode,
    },
    /// The parameters change from here on.
    Set {
        /// All parameters, also those that stay as they were.
        set: Box<MoverParams>,
    },
    /// The input for some ticks.
    Ticks(Ticks),
}

/// Where a body is put.
///
/// Where `eye` is missing, the eye is put at the level's spawn. Where another field is missing, the view or the mode stays as it
/// is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Start {
    /// The eye, in metres. In a script file, it is in the space of the level's file; see [`Start::translated`].
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "short_digits")]
    pub eye: Option<[f64; 3]>,
    /// The yaw in degrees: 0 looks to −Z, and it grows to the left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub yaw: Option<f32>,
    /// The pitch in degrees: 0 is level, and it grows upwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pitch: Option<f32>,
    /// Whether it walks or flies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
}

impl Start {
    /// Where every script begins unless it says otherwise: on foot, looking level, with the eye at the level's spawn. `yaw` is in
    /// degrees.
    #[must_use]
    pub fn at_spawn(eye: Vec3, yaw: f32) -> Self {
        Self {
            eye: Some(eye.as_dvec3().to_array()),
            yaw: Some(yaw),
            pitch: Some(0.0),
            mode: Some(Mode::Walk),
        }
    }

    /// The same start with the eye translated, in metres. It takes a start from the space of a level's file to that of the tree,
    /// or back.
    #[must_use]
    pub fn translated(self, by: DVec3) -> Self {
        Self {
            eye: self.eye.map(|eye| (DVec3::from_array(eye) + by).to_array()),
            ..self
        }
    }

    fn check(&self) -> Result<(), String> {
        let is_far = |coordinate: f64| !(coordinate.abs() <= FARTHEST);
        if self.eye.is_some_and(|eye| eye.into_iter().any(is_far)) {
            return Err(text!("mover-eye-far", farthest = format_args!("{FARTHEST:e}")));
        }
        check_view(self.yaw, self.pitch)
    }

    /// Puts the mover there, at rest, or where there is room near by; see [`Mover::enter`]. `spawn` is the eye at the level's
    /// spawn, in metres.
    pub fn enter(&self, tree: &impl Obstacles, mover: &mut Mover, spawn: Vec3) -> Placement {
        let mode = self.mode.unwrap_or(mover.mode());
        let eye = self.eye.map_or(spawn, |eye| DVec3::from_array(eye).as_vec3());
        *mover = Mover::new(mover.params(), mode, mover.method, eye);
        mover.enter(tree, eye)
    }
}

/// Writes coordinates that are `f32`, and not so far from the origin that their few digits say too little, with the digits of
/// `f32`.
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

/// The input for some ticks, all of them the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ticks {
    /// The number of ticks, at most [`MAX_TICKS`].
    pub ticks: u64,
    /// The desired velocity forwards as a share of the full speed, −1 to 1.
    #[serde(default)]
    pub forward: f32,
    /// The desired velocity to the right as a share of the full speed, −1 to 1.
    #[serde(default)]
    pub right: f32,
    /// The desired velocity upwards as a share of the full speed, −1 to 1. A walking body ignores it.
    #[serde(default)]
    pub up: f32,
    /// The yaw in degrees: 0 looks to −Z, and it grows to the left. Where it is missing, it stays as it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yaw: Option<f32>,
    /// The pitch in degrees: 0 is level, and it grows upwards. Where it is missing, it stays as it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pitch: Option<f32>,
    /// Whether the jump button is held.
    #[serde(default)]
    pub jump: bool,
    /// Whether the crouch button is held.
    #[serde(default)]
    pub crouch: bool,
    /// Whether to move faster.
    #[serde(default)]
    pub fast: bool,
}

/// The direction of view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct View {
    /// The yaw in degrees: 0 looks to −Z, and it grows to the left.
    pub yaw: f32,
    /// The pitch in degrees: 0 is level, and it grows upwards.
    pub pitch: f32,
}

impl View {
    /// The view with the angles that are given, in degrees, in place of its own.
    #[must_use]
    pub fn turned(self, yaw: Option<f32>, pitch: Option<f32>) -> Self {
        Self {
            yaw: yaw.unwrap_or(self.yaw) % 360.0,
            pitch: pitch.unwrap_or(self.pitch),
        }
    }
}

impl Ticks {
    fn check(&self) -> Result<(), String> {
        for (name, value) in [("forward", self.forward), ("right", self.right), ("up", self.up)] {
            if !(-1.0..=1.0).contains(&value) {
                return Err(text!("mover-not-between", name));
            }
        }
        if self.ticks > MAX_TICKS {
            return Err(text!("mover-too-many-ticks", most = MAX_TICKS));
        }
        check_view(self.yaw, self.pitch)
    }

    /// The input of the mover in each of these ticks, for a body that looks along `view`. Walking takes the yaw alone, flying the
    /// pitch too.
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

/// Reads lines in order: a `set` changes the parameters that the lines before left.
#[derive(Clone, Debug, Default)]
struct Reader {
    params: MoverParams,
}

impl Reader {
    /// Reads a line; `None` where it is blank. An error is one sentence: why it is not a line of a script.
    fn read(&mut self, text: &str) -> Result<Option<Line>, String> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(None);
        }
        if !text.starts_with('{') {
            return Err(text!("mover-line").to_owned());
        }
        let mut fields: Map<String, Value> = parse(text)?;
        let mut kinds = ["ticks", "start", "mode", "set"]
            .into_iter()
            .filter(|&kind| fields.contains_key(kind));
        let (Some(kind), None) = (kinds.next(), kinds.next()) else {
            return Err(text!("mover-line-kinds").to_owned());
        };
        if kind == "ticks" {
            let ticks: Ticks = parse(text)?;
            ticks.check()?;
            return Ok(Some(Line::Ticks(ticks)));
        }
        let value = fields.remove(kind).unwrap_or_default();
        if let Some(other) = fields.keys().next() {
            return Err(text!("mover-goes-with-ticks", key = in_one_line(other)));
        }
        let reason = |error: serde_json::Error| in_one_line(&error);
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

    fn set(&mut self, fields: &Map<String, Value>) -> Result<Line, String> {
        let Ok(Value::Object(mut all)) = serde_json::to_value(self.params) else {
            return Err(text!("mover-not-numbers").to_owned());
        };
        all.extend(fields.clone());
        let params: MoverParams = serde_json::from_value(all.into()).map_err(|error| in_one_line(&error))?;
        params.validate_set(&self.params, |name| fields.contains_key(name))?;
        self.params = params;
        Ok(Line::Set {
            set: Box::new(params),
        })
    }
}

/// Why a script could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// A line is not valid.
    #[error("{}", text!("mover-script-line", number = .number, reason = .reason))]
    Line {
        /// The number of the line, from 1.
        number: usize,
        /// What is wrong with it, in one sentence for the user.
        reason: String,
    },
    /// The reading was cancelled by its [`Progress`].
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Lines between two checks for cancellation.
const CHECKED: usize = 256;

/// Reads a whole script, which is in UTF-8. Blank lines are skipped.
///
/// # Errors
/// The first line that is not valid, or that `progress` was cancelled.
pub fn read(bytes: &[u8], progress: &Progress) -> Result<Vec<Line>, ReadError> {
    progress.begin(text!("phase-read-script"), bytes.len() as u64);
    // Some editors write a byte order mark.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut reader = Reader::default();
    let mut lines = Vec::new();
    for (line, number) in bytes.split(|&byte| byte == b'\n').zip(1..) {
        if number % CHECKED == 0 {
            progress.check()?;
        }
        progress.advance(line.len() as u64 + 1);
        let text = std::str::from_utf8(line).map_err(|_| text!("mover-not-utf8").to_owned());
        let line = text
            .and_then(|text| reader.read(text))
            .map_err(|reason| ReadError::Line { number, reason })?;
        lines.extend(line);
    }
    Ok(lines)
}

/// Most characters of an error, which may quote the line.
const MOST_CHARACTERS: usize = 400;

/// A text in one line and not too long: it may quote anything.
fn in_one_line(text: &impl ToString) -> String {
    let printed = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let text = text.to_string();
    text.chars().take(MOST_CHARACTERS).map(printed).collect()
}

fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| {
        let reason = in_one_line(&error);
        match error.is_data() {
            true => reason,
            false => text!("mover-not-json", error = reason),
        }
    })
}

fn check_view(yaw: Option<f32>, pitch: Option<f32>) -> Result<(), String> {
    if yaw.is_some_and(|yaw| !yaw.is_finite()) {
        return Err(text!("mover-yaw").to_owned());
    }
    if pitch.is_some_and(|pitch| !(-90.0..=90.0).contains(&pitch)) {
        return Err(text!("mover-pitch").to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_survive_writing_and_reading() {
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
    fn a_wrong_line_is_refused_with_the_reason() {
        for (text, why) in [
            ("5", "a JSON object"),
            ("{", "not valid JSON"),
            ("{}", "one of"),
            (r#"{"ticks":1,"mode":"fly"}"#, "one of"),
            (r#"{"mode":"fly","jump":true}"#, "goes with"),
            (r#"{"mode":"swim"}"#, "unknown variant"),
            (r#"{"ticks":-1}"#, "invalid value"),
            (r#"{"ticks":1.5}"#, "invalid type"),
            (r#"{"ticks":10000001}"#, "more than"),
            (r#"{"ticks":1,"forward":2}"#, "between"),
            (r#"{"ticks":1,"forward":1e999}"#, "not valid JSON"),
            (r#"{"ticks":1,"yaw":1e39}"#, "finite"),
            (r#"{"ticks":1,"pitch":91}"#, "between"),
            (r#"{"ticks":1,"walk":1}"#, "unknown field"),
            (r#"{"start":{"eye":[0,1e30,0]}}"#, "further"),
            (r#"{"start":{"eye":[0,0]}}"#, "invalid length"),
            (r#"{"set":{"wings":2}}"#, "unknown field"),
            (r#"{"set":{"radius":-1}}"#, "`radius` cannot be"),
            // What was given is named, not only what it does not go with.
            (
                r#"{"set":{"radius":0.6}}"#,
                "a `radius` of 0.6 does not go with the `crouch_height` of 1.1: give `crouch_height` as 1.2, too",
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
            let error = Reader::default().read(text).expect_err(text);
            assert!(error.contains(why), "{text}: {error}");
        }
    }

    #[test]
    fn the_view_gives_directions() {
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
