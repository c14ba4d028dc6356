//! What drives the body: the keys, or a script.
//!
//! Keys and scripts go the same way, through [`Ticks`], so that what was recorded does the same again, bit for bit.

use bevy::{ecs::system::SystemParam, prelude::*};

use super::recording::Recording;
use crate::{
    app::{
        input::{MoveIntent, controls::Hold},
        state::{Notice, Player},
    },
    bsp::NodeTree,
    collision::{
        course::Station,
        mover::{
            Input, Mode, MoverParams,
            script::{Line, Start, Ticks, View},
        },
    },
    level::Spawn,
};

/// Lines without ticks that are heeded at once. A script with more of them waits for a step in between, in which the body
/// does not move, so that none holds up the window.
const AT_ONCE: usize = 32;

/// A script that is being played.
#[derive(Resource, Default)]
pub struct Playing {
    lines: std::vec::IntoIter<Line>,
    /// What comes before them.
    first: std::vec::IntoIter<Line>,
    now: Option<Ticks>,
    view: View,
    /// Where the body begins unless the script says otherwise.
    spawn: Vec3,
}

impl Playing {
    /// A script in a level with this spawn: it begins there, on foot, with the default parameters, wherever the body was.
    #[must_use]
    pub fn script(lines: Vec<Line>, spawn: &Spawn) -> Self {
        let eye = spawn.eye.as_vec3();
        let first = vec![
            Line::Set {
                set: Box::new(MoverParams::default()),
            },
            Line::Start {
                start: Start::at_spawn(eye, spawn.yaw as f32),
            },
        ];
        Self {
            lines: lines.into_iter(),
            first: first.into_iter(),
            spawn: eye,
            ..Self::default()
        }
    }

    /// A station of a course from its start; only its start, unless it is to be watched.
    #[must_use]
    pub fn station(station: &Station, watch: bool, spawn: &Spawn) -> Self {
        let mut lines = vec![
            Line::Set {
                set: Box::new(station.params),
            },
            Line::Start { start: station.start },
        ];
        if watch {
            lines.extend(station.inputs.iter().copied().map(Line::Ticks));
        }
        Self::script(lines, spawn)
    }

    /// What the next step is to do, where the body has been told all that stands before it.
    fn next(&mut self, player: &mut Player, tree: &NodeTree) -> Next {
        for _ in 0..AT_ONCE {
            if let Some(now) = self.now.as_mut().filter(|now| now.ticks > 0) {
                now.ticks -= 1;
                let now = *now;
                self.view = self.view.turned(now.yaw, now.pitch);
                player.yaw = self.view.yaw.to_radians();
                player.pitch = self.view.pitch.to_radians();
                return Next::Step(now.input(self.view, player.mover.mode()));
            }
            match self.first.next().or_else(|| self.lines.next()) {
                Some(Line::Ticks(ticks)) => self.now = Some(ticks),
                Some(Line::Mode { mode }) => {
                    player.walking = mode == Mode::Walk;
                    let _ = player.mover.set_mode(tree, mode);
                }
                Some(Line::Set { set }) => {
                    player.push_script_params();
                    player.set_params(&set);
                    player.mover.set_params(&set);
                }
                Some(Line::Start { start }) => {
                    player.push_script_params();
                    let _ = start.enter(tree, &mut player.mover, self.spawn);
                    player.walking = player.mover.mode() == Mode::Walk;
                    player.teleport(player.mover.eye());
                    player.entered = true;
                    self.view = self.view.turned(start.yaw, start.pitch);
                    player.yaw = self.view.yaw.to_radians();
                    player.pitch = self.view.pitch.to_radians();
                }
                None => return Next::End,
            }
        }
        Next::Wait
    }
}

/// What comes next in a script.
enum Next {
    Step(Input),
    /// More than fits into one step: it goes on in the next.
    Wait,
    End,
}

/// What the step takes its input from.
#[derive(SystemParam)]
pub(super) struct Driver<'w, 's> {
    commands: Commands<'w, 's>,
    intent: ResMut<'w, MoveIntent>,
    playing: Option<ResMut<'w, Playing>>,
    recording: ResMut<'w, Recording>,
    pub(super) notices: MessageWriter<'w, Notice>,
}

impl Driver<'_, '_> {
    /// Whether a script drives the body.
    pub(super) fn is_playing(&self) -> bool {
        self.playing.is_some()
    }

    /// The velocity that the keys ask of the eye alone, in metres a second.
    pub(super) fn desired(&mut self, player: &Player) -> Vec3 {
        let wanted = self.keys(player);
        let input = wanted.input(view(player), Mode::Fly);
        input.desired
            * player.speed
            * if input.fast {
                player.params.fast_factor
            } else {
                1.0
            }
    }

    /// What the keys ask for. What was pressed since the last step counts as held, however short it was.
    fn keys(&mut self, player: &Player) -> Ticks {
        let holds = self.intent.take();
        let direction = holds.direction();
        let view = view(player);
        Ticks {
            ticks: 1,
            forward: -direction.z,
            right: direction.x,
            up: if player.walking && !player.noclip {
                0.0
            } else {
                direction.y
            },
            yaw: Some(view.yaw),
            pitch: Some(view.pitch),
            jump: holds.contains(Hold::Up),
            crouch: holds.contains(Hold::Down),
            fast: holds.contains(Hold::Fast),
        }
    }

    /// The body has been put where this eye is.
    pub(super) fn put(&mut self, eye: Vec3, player: &Player) {
        if !self.is_playing() {
            self.recording.put(eye, view(player), &player.mover);
        }
    }

    /// The input of the next step; `None` where there is none to be made.
    pub(super) fn next(&mut self, player: &mut Player, tree: &NodeTree) -> Option<Input> {
        let Some(playing) = &mut self.playing else {
            let wanted = self.keys(player);
            self.recording.add(wanted, &player.mover);
            return Some(wanted.input(view(player), player.mover.mode()));
        };
        self.intent.forget();
        if self.recording.is_on() {
            self.notices.write(Notice::info(
                "The recording ends here: another script drives the body.",
            ));
            self.recording.end(false, &mut self.notices);
        }
        match playing.next(player, tree) {
            Next::Step(input) => Some(input),
            Next::Wait => None,
            Next::End => {
                self.commands.remove_resource::<Playing>();
                self.notices
                    .write(Notice::info("The script has ended: the keys are yours again."));
                None
            }
        }
    }
}

/// Where the person looks, in degrees.
fn view(player: &Player) -> View {
    View::default().turned(Some(player.yaw.to_degrees()), Some(player.pitch.to_degrees()))
}
