//! Writes the state of a walk to its trace.

use bspwalk_session::{overlays::OverlayKind, walk::Session};
use serde_json::{Value, json};

use crate::walk::trace::Trace;

/// Writes the trace of a walk.
#[derive(Debug)]
pub(super) struct SessionTrace {
    trace: Trace,
    /// Notices that were shown in the last frame.
    notices: Vec<String>,
}

impl SessionTrace {
    pub(super) fn from_environment() -> Option<Self> {
        let trace = Trace::from_environment()?;
        let notices = Vec::new();
        Some(Self { trace, notices })
    }

    /// Writes a line if it is due. `front` is a JSON object that is added to the state.
    pub(super) fn write(&mut self, session: Option<&Session>, front: Value) {
        let mut state = session.map_or(json!({}), state);
        if let (Value::Object(state), Value::Object(front)) = (&mut state, front) {
            state.extend(front);
        }
        let notices: Vec<String> = session
            .into_iter()
            .flat_map(|session| session.notices().map(str::to_owned))
            .collect();
        let news = notices.iter().filter(|text| !self.notices.contains(text));
        let news: Vec<Value> = news.map(|text| json!({ "text": text })).collect();
        self.notices = notices;
        self.trace.write(|| json!(session.map(pose)), state, &news);
    }
}

fn pose(session: &Session) -> Value {
    let (body, view) = (&session.walker.body, session.walker.body.view_angles());
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

fn state(session: &Session) -> Value {
    let (body, picture) = (&session.walker.body, &session.picture);
    let scale = session.walker.time_scale;
    json!({
        "level": session.opened.level.name,
        "loading": Value::Null,
        "lit": session.lit,
        "working": session.background_stage().map(|stage| stage.trim_end_matches(|c: char| c.is_ascii_digit() || " %".contains(c)).to_owned()),
        "leaves": picture.leaves().is_some(),
        "walking": body.walking,
        "noclip": body.noclip,
        "method": body.method.name(),
        "speed": body.speed,
        "paused": scale.paused,
        "time_scale": scale.speed(),
        "recording": session.walker.draft.is_some(),
        "coloring": session.state.overlays.face_coloring_kind().name(),
        "hidden_surfaces": picture.method_name(),
        "wireframe": session.state.overlays.is_on(OverlayKind::Wireframe),
        "culling": session.state.culling.title(),
        "frozen": session.state.level.frozen.is_some(),
        "plan": session.plan,
        "model": session.model().is_some(),
        "path": session.state.overlays.is_on(OverlayKind::Path),
        "film": session.state.overlays.painted().map(|_| session.state.overlays.painter_plays),
        "build_film": session.state.build.node().map(|_| session.state.build.step),
        "query_film": session.state.query.film(&session.opened.tree).map(|_| session.state.query.step),
        "caption": session.state.film_sentence(&session.opened.tree),
        "selection": session.state.level.selected.node,
        "replay": session.walker.replay.is_some(),
        "playing": session.walker.playing.is_some(),
        "stop_reason": session.walker.why.as_deref().map(bspwalk_session::stop_reason::Explanation::sentences),
        "help": session.state.ui.help,
        "captured": session.state.ui.captured,
        "notices": session.notices().count(),
    })
}
