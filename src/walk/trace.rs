//! A trace of a walk, for tests that drive the program from outside.
//!
//! Appends JSON lines to the file named by the environment variable `BSPWALK_TRACE`. It writes a line twice a second,
//! and whenever anything except the pose changes. The engine's window writes the same format.

use std::time::Duration;

use bspwalk_session::{overlays::OverlayKind, walk::Session};
use serde_json::{Value, json};
use web_time::Instant;

use crate::walk::trace_file::TraceFile;

/// Time between two lines if only the pose changes.
const INTERVAL: Duration = Duration::from_millis(500);

/// Writes a trace to a file.
#[derive(Debug)]
pub struct Trace {
    file: TraceFile,
    last: Option<Instant>,
    state: Value,
    notices: Vec<String>,
    frame: u64,
}

impl Trace {
    /// Opens the trace that the environment asks for, if any. Errors are printed to standard error.
    #[must_use]
    pub fn from_environment() -> Option<Self> {
        Some(Self {
            file: TraceFile::from_environment()?,
            last: None,
            state: Value::Null,
            notices: Vec::new(),
            frame: 0,
        })
    }

    /// Writes a line if it is due. `front` is a JSON object that the front end adds to the state.
    pub fn write(&mut self, session: Option<&Session>, front: Value) {
        self.frame += 1;
        let mut state = session.map_or(json!({}), state);
        if let (Value::Object(state), Value::Object(front)) = (&mut state, front) {
            state.extend(front);
        }
        let notices: Vec<String> = session.map_or(Vec::new(), |session| {
            session.notices().map(str::to_owned).collect()
        });
        let news: Vec<&String> = notices
            .iter()
            .filter(|text| !self.notices.contains(text))
            .collect();
        let due = self.last.is_none_or(|last| last.elapsed() >= INTERVAL);
        if !due && news.is_empty() && state == self.state {
            self.notices = notices;
            return;
        }
        let news: Vec<Value> = news.iter().map(|text| json!({ "text": text })).collect();
        let line = json!({
            "frame": self.frame,
            "pose": session.map(pose),
            "state": state,
            "notices": news,
        });
        self.last = Some(Instant::now());
        self.state = state;
        self.notices = notices;
        self.file.write(&line);
    }
}

/// Position and orientation of the body and its last step, in metres and degrees.
fn pose(session: &Session) -> Value {
    let (body, view) = (session.body(), session.body().view());
    let step = body.history().last().map(|moment| &moment.step);
    json!({
        "position": body.position.to_array(),
        "feet": step.map(|step| step.feet.to_array()),
        "yaw": view.yaw,
        "pitch": view.pitch,
        "velocity": step.map(|step| step.velocity.to_array()),
        "grounded": step.is_some_and(|step| step.grounded),
        "contacts": step.map(|step| step.contacts.len()),
        "clear": step.is_some_and(|step| step.clear),
    })
}

/// Settings of the walk, and the items it currently shows.
fn state(session: &Session) -> Value {
    let (body, picture) = (session.body(), session.picture());
    let scale = session.time_scale();
    json!({
        "level": session.level().name,
        "loading": Value::Null,
        "lit": session.is_lit(),
        "working": session.working().map(|stage| stage.trim_end_matches(|c: char| c.is_ascii_digit() || " %".contains(c)).to_owned()),
        "leaves": picture.leaves().is_some(),
        "walking": body.walking,
        "noclip": body.noclip,
        "method": body.method.name(),
        "speed": body.speed,
        "paused": scale.paused,
        "time_scale": scale.speed(),
        "recording": session.is_recording(),
        "coloring": session.overlays.coloring().name(),
        "hidden_surfaces": picture.method_name(),
        "wireframe": session.overlays.is_on(OverlayKind::Wireframe),
        "culling": picture.culling.title(),
        "frozen": picture.frozen.is_some(),
        "plan": session.plan,
        "model": session.model().is_some(),
        "path": session.overlays.is_on(OverlayKind::Path),
        "film": session.film().map(|film| film.running),
        "build_film": session.films().build.node().map(|_| session.films().build.step),
        "query_film": session.films().recorded_query().map(|_| session.films().query.step),
        "caption": session.films().sentence(),
        "selection": session.selected().node,
        "replay": session.replay().is_some(),
        "playing": session.is_playing(),
        "stop_reason": session.why().map(bspwalk_session::stop_reason::Explanation::sentences),
        "help": session.help,
        "captured": session.captured,
        "notices": session.notices().count(),
    })
}
