//! A script that drives the body.

use bspwalk_levels::Spawn;
use bspwalk_trees::{
    Obstacles,
    collision::{
        course::Station,
        mover::{
            Input, Mode, MoverParams,
            script::{Line, Start, Ticks, View},
        },
    },
};
use glam::Vec3;

use super::state::Body;

/// Most lines without ticks that are handled at once. After so many the script waits for the next step, and the body with it,
/// so that no script holds up the window.
const AT_ONCE: usize = 32;

/// A script that is being played.
#[derive(Clone, Debug, Default)]
pub struct Playing {
    lines: std::vec::IntoIter<Line>,
    /// The lines before them.
    first: std::vec::IntoIter<Line>,
    now: Option<Ticks>,
    view: View,
    /// Where the body starts unless the script says otherwise.
    spawn: Vec3,
}

impl Playing {
    /// A script in a level with this spawn. It starts there, walking, with the default parameters.
    #[must_use]
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

    /// A station of a course: its start, and its inputs too if it is to be watched.
    #[must_use]
    pub fn station(station: &Station, watch: bool, spawn: &Spawn) -> Self {
        let (set, start) = (Box::new(station.params), station.start);
        let mut lines = vec![Line::Set { set }, Line::Start { start }];
        if watch {
            lines.extend(station.inputs.iter().copied().map(Line::Ticks));
        }
        Self::script(lines, spawn)
    }

    /// The input of the next step, after the lines before it were handled.
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

/// The next step of a script.
pub(super) enum Next {
    /// The input of the mover, and whether what is in front is used.
    Step(Input, bool),
    /// The script goes on in the next step.
    Wait,
    End,
}
