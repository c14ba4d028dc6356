//! The driver of the body: the keys or a script.
//!
//! Both become [`Ticks`], so that a recorded script repeats the path of the keys, bit for bit.

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_levels::Spawn;
use bspwalk_trees::{
    NodeTree,
    collision::{
        course::Station,
        mover::{
            Input, Mode, MoverParams,
            script::{Line, Start, Ticks, View},
        },
    },
};

use super::recording::Recording;
use crate::app::{
    input::MoveIntent,
    state::{Notice, Player},
};

/// Most lines without ticks that are handled at once. After so many the script waits for the next step, and the body with it,
/// so that no script holds up the window.
const AT_ONCE: usize = 32;

/// A script that is being played.
#[derive(Resource, Default)]
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

/// The next step of a script.
enum Next {
    Step(Input),
    /// The script goes on in the next step.
    Wait,
    End,
}

/// The source of each step's input.
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

    /// The desired velocity of the eye in noclip, in metres a second.
    pub(super) fn desired(&mut self, player: &Player) -> Vec3 {
        let wanted = self.keys(player);
        let input = wanted.input(view(player), Mode::Fly);
        let factor = if input.fast {
            player.params.fast_factor
        } else {
            1.0
        };
        input.desired * player.speed * factor
    }

    /// The keys as one tick of a script. A key that was pressed since the last step counts, however short the tap.
    fn keys(&mut self, player: &Player) -> Ticks {
        let keys = self.intent.take();
        let view = view(player);
        Ticks {
            ticks: 1,
            forward: -keys.direction.z,
            right: keys.direction.x,
            up: if player.walking && !player.noclip {
                0.0
            } else {
                keys.direction.y
            },
            yaw: Some(view.yaw),
            pitch: Some(view.pitch),
            jump: keys.jump,
            crouch: keys.crouch,
            fast: keys.fast,
        }
    }

    /// Records that the body was put where this eye is.
    pub(super) fn put(&mut self, eye: Vec3, player: &Player) {
        if !self.is_playing() {
            self.recording.put(eye, view(player), &player.mover);
        }
    }

    /// The input of the next step; `None` if there is no step.
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

fn view(player: &Player) -> View {
    View::default().turned(Some(player.yaw.to_degrees()), Some(player.pitch.to_degrees()))
}
