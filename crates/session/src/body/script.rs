//! Playback of movement scripts.

use bspwalk_collision::mover::{
    Input, Mode, MoverParams,
    script::{Line, Start, Ticks, View},
};
use bspwalk_levels::Spawn;
use bspwalk_trees::Obstacles;
use glam::Vec3;

use super::state::Body;
use crate::course::Station;

/// Maximum number of lines without ticks that one step processes.
///
/// The remaining lines wait for the next step, so a long script does not block the window.
const AT_ONCE: usize = 32;

/// Playback state of a script.
#[derive(Clone, Debug, Default)]
pub struct Playing {
    lines: std::vec::IntoIter<Line>,
    /// Lines that run before `lines`.
    first: std::vec::IntoIter<Line>,
    now: Option<Ticks>,
    view: View,
    /// Starting position of the body, unless the script sets one.
    spawn: Vec3,
}

impl Playing {
    /// Creates the playback of a script.
    ///
    /// The body starts at the level's spawn, walking, with the default parameters.
    pub fn script(lines: Vec<Line>, spawn: &Spawn) -> Self {
        let eye = spawn.eye.as_vec3();
        let set = Box::new(MoverParams::default());
        let start = Start::at_spawn(eye, spawn.yaw as f32);
        let first = vec![Line::Set { set }, Line::Start { start }];
        Self {
            lines: lines.into_iter(),
            first: first.into_iter(),
            spawn: eye,
            ..Self::default()
        }
    }

    /// Creates the playback of a course station. Without `watch`, it only moves the body to the station's start.
    pub fn station(station: &Station, watch: bool, spawn: &Spawn) -> Self {
        let (set, start) = (Box::new(station.params), station.start);
        let mut lines = vec![Line::Set { set }, Line::Start { start }];
        if watch {
            lines.extend(station.inputs.iter().copied().map(Line::Ticks));
        }
        Self::script(lines, spawn)
    }

    /// Processes the lines up to the next tick, and returns the input for that tick.
    pub(super) fn next(&mut self, body: &mut Body, tree: &impl Obstacles) -> Next {
        for _ in 0..AT_ONCE {
            if let Some(now) = self.now.as_mut().filter(|now| now.ticks > 0) {
                now.ticks -= 1;
                let now = *now;
                self.view = self.view.turned(now.yaw, now.pitch);
                body.look_along(self.view);
                return Next::Step(now.input(self.view, body.mover.mode()), now.uses);
            }
            match self.first.next().or_else(|| self.lines.next()) {
                Some(Line::Ticks(ticks)) => self.now = Some(ticks),
                Some(Line::Mode { mode }) => {
                    body.walking = mode == Mode::Walk;
                    let _ = body.mover.set_mode(tree, mode);
                }
                Some(Line::Set { set }) => {
                    body.push_script_params();
                    body.set_params(&set);
                    body.mover.set_params(&set);
                }
                Some(Line::Start { start }) => {
                    body.push_script_params();
                    let _ = start.enter(tree, &mut body.mover, self.spawn);
                    body.walking = body.mover.mode() == Mode::Walk;
                    body.teleport(body.mover.eye());
                    body.entered = true;
                    self.view = self.view.turned(start.yaw, start.pitch);
                    body.look_along(self.view);
                }
                None => return Next::End,
            }
        }
        Next::Wait
    }
}

/// Next step of a script.
pub(super) enum Next {
    /// Input for the mover, and whether the body uses the entity in front of it.
    Step(Input, bool),
    /// The script continues in the next step.
    Wait,
    End,
}
