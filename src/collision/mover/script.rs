//! Scripts for the mover: JSON Lines, read whole before anything moves, so that what was recorded can be played again.
//!
//! ```text
//! {"start":{"eye":[0,1.7,4],"yaw":90,"pitch":0,"mode":"walk"}}   where it begins; all fields optional
//! {"ticks":60,"forward":1,"right":0,"up":0,"yaw":90,"pitch":0,"jump":true,"crouch":false,"fast":false}
//! {"mode":"fly"}                                                 from here on it flies
//! {"set":{"gravity":1.62}}                                       fields of the parameters
//! ```
//!
//! `yaw` and `pitch` are degrees and hold until they are said again: yaw 0 looks to −Z and grows to the left, pitch grows
//! upwards. All else of a line with `ticks` is nothing where it is not said.

use glam::{Vec3, vec3};
use serde::{Deserialize, Serialize};

use super::{Input, Mode, Mover, MoverParams, Placed};
use crate::{
    bsp::NodeTree,
    progress::{Cancelled, Progress},
};

/// Most ticks of one line.
pub const MOST_TICKS: u64 = 10_000_000;

/// Greatest coordinate of a start, in metres.
const FARTHEST: f32 = 1.0e9;

/// A line of a script.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Line {
    /// Where the body begins.
    Start {
        /// Where.
        start: Start,
    },
    /// How it goes from here on.
    Mode {
        /// How.
        mode: Mode,
    },
    /// The parameters from here on; what a line leaves out is as before.
    Set {
        /// All of them.
        set: Box<MoverParams>,
    },
    /// What is wanted for some ticks.
    Ticks(Ticks),
}

/// Where a body begins; what is not said is the level's spawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Start {
    /// The eye, in metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eye: Option<[f32; 3]>,
    /// Degrees to the left of −Z.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub yaw: Option<f32>,
    /// Degrees upwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pitch: Option<f32>,
    /// How it goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
}

impl Start {
    /// Where every script begins until it says otherwise: at rest at the level's spawn, on foot. `yaw` is in degrees.
    #[must_use]
    pub fn at_spawn(eye: Vec3, yaw: f32) -> Self {
        Self {
            eye: Some(eye.to_array()),
            yaw: Some(yaw),
            pitch: Some(0.0),
            mode: Some(Mode::Walk),
        }
    }

    /// Puts a body where it begins, at rest.
    pub fn enter(&self, tree: &NodeTree, mover: &mut Mover, spawn: Vec3) -> Placed {
        let mode = self.mode.unwrap_or(mover.mode());
        let eye = self.eye.map_or(spawn, Vec3::from_array);
        *mover = Mover::new(mover.params(), mode, mover.method, eye);
        mover.enter(tree, eye)
    }
}

/// What is wanted for some ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ticks {
    /// How many.
    pub ticks: u64,
    /// Forwards, −1 to 1.
    #[serde(default)]
    pub forward: f32,
    /// To the right, −1 to 1.
    #[serde(default)]
    pub right: f32,
    /// Upwards, −1 to 1; for flight.
    #[serde(default)]
    pub up: f32,
    /// Degrees to the left of −Z; as before where not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yaw: Option<f32>,
    /// Degrees upwards; as before where not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pitch: Option<f32>,
    /// To jump.
    #[serde(default)]
    pub jump: bool,
    /// To crouch.
    #[serde(default)]
    pub crouch: bool,
    /// To hurry.
    #[serde(default)]
    pub fast: bool,
}

/// Where a person looks, in degrees: yaw to the left of −Z, pitch upwards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct View {
    /// Degrees to the left of −Z.
    pub yaw: f32,
    /// Degrees upwards.
    pub pitch: f32,
}

impl View {
    /// The view with what was said replaced.
    #[must_use]
    pub fn turned(self, yaw: Option<f32>, pitch: Option<f32>) -> Self {
        Self {
            yaw: yaw.unwrap_or(self.yaw) % 360.0,
            pitch: pitch.unwrap_or(self.pitch),
        }
    }
}

impl Ticks {
    /// As the mover takes it, of a person with that view: walking takes the yaw alone.
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

/// A line as it is read: one of four keys, and what goes with `ticks`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    start: Option<Start>,
    mode: Option<Mode>,
    set: Option<serde_json::Map<String, serde_json::Value>>,
    ticks: Option<u64>,
    forward: Option<f32>,
    right: Option<f32>,
    up: Option<f32>,
    yaw: Option<f32>,
    pitch: Option<f32>,
    jump: Option<bool>,
    crouch: Option<bool>,
    fast: Option<bool>,
}

/// Reads lines one after the other: what a `set` leaves out is as the lines before left it.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    params: MoverParams,
}

impl Reader {
    /// A reader of a script that begins with these parameters.
    #[must_use]
    pub fn new(params: &MoverParams) -> Self {
        Self { params: *params }
    }

    /// Reads a line; `None` where it is blank.
    ///
    /// # Errors
    /// Why it is no line of a script, in one sentence.
    pub fn read(&mut self, text: &str) -> Result<Option<Line>, String> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(None);
        }
        if !text.starts_with('{') {
            return Err("no JSON object; a line is one, such as {\"ticks\":60,\"forward\":1}".to_owned());
        }
        let raw: Raw = serde_json::from_str(text).map_err(|error| {
            let kind = if error.is_data() { "" } else { "not valid JSON: " };
            format!("{kind}{}", in_one_line(&error))
        })?;
        let kinds = [
            raw.start.is_some(),
            raw.mode.is_some(),
            raw.set.is_some(),
            raw.ticks.is_some(),
        ];
        if kinds.into_iter().filter(|&kind| kind).count() != 1 {
            return Err("a line has one of `ticks`, `start`, `mode` and `set`".to_owned());
        }
        let moves = [raw.forward, raw.right, raw.up, raw.yaw, raw.pitch];
        let wants = [raw.jump, raw.crouch, raw.fast];
        if raw.ticks.is_none() && (moves.iter().any(Option::is_some) || wants.iter().any(Option::is_some)) {
            return Err("what is wanted goes with `ticks`".to_owned());
        }
        if let Some(start) = raw.start {
            if let Some(eye) = start.eye
                && !eye.iter().all(|coordinate| coordinate.abs() <= FARTHEST)
            {
                return Err(format!("the eye is further than {FARTHEST:e} m from the origin"));
            }
            check_view(start.yaw, start.pitch)?;
            return Ok(Some(Line::Start { start }));
        }
        if let Some(mode) = raw.mode {
            return Ok(Some(Line::Mode { mode }));
        }
        if let Some(set) = raw.set {
            return self.set(set).map(Some);
        }
        for (name, value) in [("forward", raw.forward), ("right", raw.right), ("up", raw.up)] {
            if value.is_some_and(|value| !(-1.0..=1.0).contains(&value)) {
                return Err(format!("`{name}` is not between -1 and 1"));
            }
        }
        check_view(raw.yaw, raw.pitch)?;
        let ticks = raw.ticks.unwrap_or(0);
        if ticks > MOST_TICKS {
            return Err(format!("more than {MOST_TICKS} ticks"));
        }
        Ok(Some(Line::Ticks(Ticks {
            ticks,
            forward: raw.forward.unwrap_or(0.0),
            right: raw.right.unwrap_or(0.0),
            up: raw.up.unwrap_or(0.0),
            yaw: raw.yaw,
            pitch: raw.pitch,
            jump: raw.jump.unwrap_or(false),
            crouch: raw.crouch.unwrap_or(false),
            fast: raw.fast.unwrap_or(false),
        })))
    }

    fn set(&mut self, fields: serde_json::Map<String, serde_json::Value>) -> Result<Line, String> {
        let Ok(serde_json::Value::Object(mut all)) = serde_json::to_value(self.params) else {
            return Err("the parameters are no numbers".to_owned());
        };
        all.extend(fields);
        let params: MoverParams = serde_json::from_value(all.into()).map_err(|error| in_one_line(&error))?;
        params.validate()?;
        self.params = params;
        Ok(Line::Set {
            set: Box::new(params),
        })
    }
}

/// Why there is no script.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// A line is none of a script.
    #[error("line {number}: {reason}")]
    Line {
        /// Which, counted from 1.
        number: usize,
        /// Why, in one sentence.
        reason: String,
    },
    /// It was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Lines that are read between two looks at whether it was cancelled.
const CHECKED: usize = 256;

/// Reads a script whole: UTF-8, a line each, blank ones left out.
///
/// # Errors
/// The first line that is none, and why.
pub fn read(bytes: &[u8], progress: &Progress) -> Result<Vec<Line>, ReadError> {
    progress.begin("Reading the script", bytes.len() as u64);
    // Editors of some systems put a mark before the first line.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut reader = Reader::default();
    let mut lines = Vec::new();
    for (line, number) in bytes.split(|&byte| byte == b'\n').zip(1..) {
        if number % CHECKED == 0 {
            progress.check()?;
        }
        progress.advance(line.len() as u64 + 1);
        let text = std::str::from_utf8(line).map_err(|_| "not UTF-8".to_owned());
        let line = text
            .and_then(|text| reader.read(text))
            .map_err(|reason| ReadError::Line { number, reason })?;
        lines.extend(line);
    }
    Ok(lines)
}

/// Most characters of an error, which may quote the line.
const MOST_CHARACTERS: usize = 400;

/// What an error says, in one line: what it quotes may hold anything.
fn in_one_line(error: &serde_json::Error) -> String {
    let printed = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    error
        .to_string()
        .chars()
        .take(MOST_CHARACTERS)
        .map(printed)
        .collect()
}

fn check_view(yaw: Option<f32>, pitch: Option<f32>) -> Result<(), String> {
    if yaw.is_some_and(|yaw| !yaw.is_finite()) {
        return Err("`yaw` is not finite".to_owned());
    }
    if pitch.is_some_and(|pitch| !(-90.0..=90.0).contains(&pitch)) {
        return Err("`pitch` is not between -90 and 90".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_and_written() {
        let mut reader = Reader::default();
        for text in [
            r#"{"start":{"eye":[0,1.5,-2],"yaw":90,"mode":"fly"}}"#,
            r#"{"start":{}}"#,
            r#"{"mode":"walk"}"#,
            r#"{"set":{"gravity":1.5}}"#,
            r#"{"ticks":60}"#,
            r#" {"ticks":60,"forward":1,"right":-0.5,"up":0,"yaw":-400,"pitch":-90,"jump":true,"crouch":true,"fast":true}"#,
        ] {
            let line = reader.read(text).unwrap().expect("no blank line");
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
    fn what_is_no_line_says_why() {
        for (text, why) in [
            ("5", "no JSON object"),
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
            (r#"{"set":{"radius":null}}"#, "invalid type"),
            (r#"{"set":5}"#, "invalid type"),
        ] {
            let error = Reader::default().read(text).expect_err(text);
            assert!(error.contains(why), "{text}: {error}");
        }
    }

    #[test]
    fn a_view_gives_directions() {
        let ticks = |forward: f32, right: f32| Ticks {
            forward,
            right,
            ..Ticks::default()
        };
        let near = |a: Vec3, b: Vec3| assert!(a.distance(b) < 1.0e-6, "{a} is not {b}");
        let view = |yaw: f32, pitch: f32| View { yaw, pitch };
        near(
            ticks(1.0, 0.0).input(view(0.0, 0.0), Mode::Walk).desired,
            Vec3::NEG_Z,
        );
        near(
            ticks(1.0, 0.0).input(view(90.0, 60.0), Mode::Walk).desired,
            Vec3::NEG_X,
        );
        near(
            ticks(0.0, 1.0).input(view(90.0, 0.0), Mode::Walk).desired,
            Vec3::NEG_Z,
        );
        near(ticks(1.0, 0.0).input(view(0.0, 90.0), Mode::Fly).desired, Vec3::Y);
        assert!(
            ticks(1.0, 1.0)
                .input(view(10.0, 0.0), Mode::Walk)
                .desired
                .length()
                <= 1.000_001
        );
    }
}
