//! Recording of movement scripts.

use std::sync::Arc;

use bspwalk_collision::mover::{
    CollisionMethod, Mode, Mover, MoverParams,
    script::{Line, MAX_TICKS, Start, Ticks, View},
};
use bspwalk_levels::Level;
use bspwalk_text::text;
use bspwalk_trees::NodeTree;
use glam::{DVec3, Vec3};

use crate::identity::Identity;

/// Maximum size of a script that can be played, in bytes.
pub const LARGEST: u64 = 64 << 20;

/// Maximum size of the lines that one frame adds, in bytes.
const ROOM: u64 = 1 << 16;

/// A script that is being recorded. Playing it with `bspwalk walk` reproduces the body's path bit for bit.
#[derive(Clone, Debug, Default)]
pub struct ScriptRecorder {
    /// All lines except the last.
    text: String,
    /// Last line, whose ticks are still being counted.
    last: Option<Ticks>,
    /// Parameters set by the recorded lines.
    params: Option<MoverParams>,
    mode: Option<Mode>,
    /// Position of the level's origin in the coordinates of its file.
    origin: DVec3,
    level: String,
    tree: Identity<NodeTree>,
    /// Collision method. It must not change during a recording, because scripts do not store it.
    method: Option<CollisionMethod>,
}

impl ScriptRecorder {
    /// Starts a script in a level with the given tree.
    pub fn new(level: &Level, tree: &Arc<NodeTree>) -> Self {
        Self {
            origin: level.origin,
            level: level.name.clone(),
            tree: Identity::of(tree),
            ..Self::default()
        }
    }

    /// Returns the name of the level.
    pub fn level(&self) -> &str {
        &self.level
    }

    /// Returns the reason why recording cannot continue with the given tree and collision method, or `None` if it can.
    pub fn reason_to_stop(&self, tree: &Identity<NodeTree>, method: CollisionMethod) -> Option<&'static str> {
        if self.tree != *tree {
            Some(text!("script-tree-changed"))
        } else if !self.has_method(method) {
            Some(text!("script-method-changed"))
        } else if self.text.len() as u64 + ROOM > LARGEST {
            Some(text!("script-longest"))
        } else {
            None
        }
    }

    fn line(&mut self, line: &Line) {
        // Serialization cannot fail, because lines only contain numbers and words.
        if let Ok(line) = serde_json::to_string(line) {
            self.text += &line;
            self.text.push('\n');
        }
    }

    /// Returns whether the script uses this collision method or has no steps yet.
    fn has_method(&self, method: CollisionMethod) -> bool {
        self.method.is_none_or(|own| own == method)
    }

    fn end_line(&mut self) {
        if let Some(last) = self.last.take() {
            self.line(&Line::Ticks(last));
        }
    }

    fn set(&mut self, params: &MoverParams) {
        if self.params.as_ref() != Some(params) {
            self.params = Some(*params);
            self.end_line();
            let set = Box::new(*params);
            self.line(&Line::Set { set });
        }
    }

    /// Records that the body was placed at rest, at the given eye position.
    pub fn record_placement(&mut self, eye: Vec3, view: View, mover: &Mover) {
        if !self.has_method(mover.method) {
            return;
        }
        self.set(mover.params());
        self.end_line();
        self.mode = Some(mover.mode());
        let start = Start {
            eye: Some(eye.as_dvec3().to_array()),
            yaw: Some(view.yaw),
            pitch: Some(view.pitch),
            mode: Some(mover.mode()),
        };
        let start = start.translated(self.origin);
        self.line(&Line::Start { start });
    }

    /// Records the input of a step, before the body executes it. Equal steps are merged into one line.
    pub fn record_step(&mut self, wanted: Ticks, mover: &Mover) {
        if !self.has_method(mover.method) {
            return;
        }
        self.method = Some(mover.method);
        self.set(mover.params());
        if self.mode != Some(mover.mode()) {
            self.mode = Some(mover.mode());
            self.end_line();
            self.line(&Line::Mode { mode: mover.mode() });
        }
        match &mut self.last {
            Some(last) if (Ticks { ticks: 1, ..*last }) == wanted && last.ticks < MAX_TICKS => {
                last.ticks += 1;
            }
            _ => {
                self.end_line();
                self.last = Some(wanted);
            }
        }
    }

    /// Ends the recording and returns its lines, or `None` if nothing was recorded.
    #[must_use]
    pub fn end(mut self) -> Option<String> {
        self.end_line();
        (!self.text.is_empty()).then_some(self.text)
    }
}
