//! What drives the body: the keys, or a script; and writing down as a script what the keys did.
//!
//! Keys and scripts go the same way, through [`Ticks`], so that what was recorded does the same again, bit for bit.

use std::{
    fs,
    io::Read,
    path::{Path, PathBuf},
};

use bevy::{ecs::system::SystemParam, prelude::*};

use crate::{
    app::{
        files,
        input::MoveIntent,
        state::{Command, Notice, Player, Shown},
    },
    bsp::NodeTree,
    collision::{
        course::Station,
        mover::{
            Input, Mode, Mover,
            script::{self, Line, Start, Ticks, View},
        },
    },
};

/// Largest script that is played, in bytes.
const LARGEST: u64 = 64 << 20;

/// A script that is being written.
#[derive(Resource, Default)]
pub struct Recording {
    lines: Option<Vec<Line>>,
    /// The script that was written last, or dropped on the window.
    pub latest: Option<PathBuf>,
}

impl Recording {
    /// Whether one is being written.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.lines.is_some()
    }

    /// Adds what was wanted in one step; equal steps become one line.
    fn add(&mut self, wanted: Ticks, mover: &Mover) {
        let Some(lines) = &mut self.lines else { return };
        let known = lines.iter().rev().find_map(|line| match line {
            Line::Set { set } => Some(**set),
            _ => None,
        });
        if known.as_ref() != Some(mover.params()) {
            lines.push(Line::Set {
                set: Box::new(*mover.params()),
            });
        }
        let mode = lines.iter().rev().find_map(|line| match line {
            Line::Mode { mode } => Some(*mode),
            Line::Start { start } => start.mode,
            _ => None,
        });
        if mode != Some(mover.mode()) {
            lines.push(Line::Mode { mode: mover.mode() });
        }
        match lines.last_mut() {
            Some(Line::Ticks(last)) if (Ticks { ticks: 1, ..*last }) == wanted => last.ticks += 1,
            _ => lines.push(Line::Ticks(wanted)),
        }
    }
}

/// A script that is being played.
#[derive(Resource, Default)]
pub struct Playing {
    lines: std::vec::IntoIter<Line>,
    now: Option<Ticks>,
    view: View,
}

impl Playing {
    /// A station of a course from its start; only its start, unless it is to be watched.
    #[must_use]
    pub fn station(station: &Station, watch: bool) -> Self {
        let mut lines = vec![
            Line::Set {
                set: Box::new(station.params),
            },
            Line::Start { start: station.start },
        ];
        if watch {
            lines.extend(station.inputs.iter().copied().map(Line::Ticks));
        }
        Self {
            lines: lines.into_iter(),
            ..Self::default()
        }
    }
}

/// What the step takes its input from.
#[derive(SystemParam)]
pub(super) struct Driver<'w, 's> {
    commands: Commands<'w, 's>,
    intent: Res<'w, MoveIntent>,
    playing: Option<ResMut<'w, Playing>>,
    recording: ResMut<'w, Recording>,
    pub(super) notices: MessageWriter<'w, Notice>,
}

impl Driver<'_, '_> {
    /// The velocity that the keys ask of the eye alone, in metres a second.
    pub(super) fn wish(&self, player: &Player) -> Vec3 {
        let wanted = self.keys(player);
        let input = wanted.input(view(player), Mode::Fly);
        input.wish
            * player.speed
            * if input.fast {
                player.params.fast_factor
            } else {
                1.0
            }
    }

    /// What the keys ask for.
    fn keys(&self, player: &Player) -> Ticks {
        let direction = self.intent.direction;
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
            jump: direction.y > 0.0,
            crouch: direction.y < 0.0,
            fast: self.intent.fast,
        }
    }

    /// The input of the next step; `None` where a script has just ended.
    pub(super) fn next(&mut self, player: &mut Player, tree: &NodeTree) -> Option<Input> {
        let Some(playing) = &mut self.playing else {
            let wanted = self.keys(player);
            self.recording.add(wanted, &player.mover);
            return Some(wanted.input(view(player), player.mover.mode()));
        };
        loop {
            if let Some(now) = playing.now.as_mut().filter(|now| now.ticks > 0) {
                now.ticks -= 1;
                let now = *now;
                playing.view = playing.view.turned(now.yaw, now.pitch);
                player.yaw = playing.view.yaw.to_radians();
                player.pitch = playing.view.pitch.to_radians();
                return Some(now.input(playing.view, player.mover.mode()));
            }
            match playing.lines.next() {
                Some(Line::Ticks(ticks)) => playing.now = Some(ticks),
                Some(Line::Mode { mode }) => {
                    player.walking = mode == Mode::Walk;
                    let _ = player.mover.set_mode(tree, mode);
                }
                Some(Line::Set { set }) => {
                    player.lend();
                    player.set_params(&set);
                    player.mover.set_params(&set);
                }
                Some(Line::Start { start }) => {
                    player.lend();
                    let mode = start.mode.unwrap_or(player.mover.mode());
                    player.walking = mode == Mode::Walk;
                    let eye = start.eye.map_or(player.position, Vec3::from_array);
                    player.mover = Mover::new(player.mover.params(), mode, player.mover.way, eye);
                    let _ = player.mover.enter(tree, eye);
                    player.position = player.mover.eye();
                    player.previous = player.position;
                    player.entered = true;
                    playing.view = playing.view.turned(start.yaw, start.pitch);
                }
                None => {
                    self.commands.remove_resource::<Playing>();
                    self.notices
                        .write(Notice::info("The script has ended: the keys are yours again."));
                    return None;
                }
            }
        }
    }
}

/// Where the person looks, in degrees.
fn view(player: &Player) -> View {
    View::default().turned(Some(player.yaw.to_degrees()), Some(player.pitch.to_degrees()))
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Recording>()
        .add_systems(Update, (record, play, stop, dropped));
}

/// Begins a recording, or ends it and saves the script.
fn record(
    mut messages: MessageReader<Command>,
    shown: Option<Res<Shown>>,
    playing: Option<Res<Playing>>,
    mut player: ResMut<Player>,
    mut recording: ResMut<Recording>,
    mut notices: MessageWriter<Notice>,
) {
    let asked = messages
        .read()
        .filter(|command| **command == Command::ToggleRecording)
        .count();
    let Some(shown) = shown.filter(|_| asked % 2 == 1) else {
        return;
    };
    if let Some(lines) = recording.lines.take() {
        match save(&lines, &files::folder(), &shown.level.name) {
            Ok(path) => {
                notices.write(Notice::info(format!(
                    "The script was saved to {}: F10 plays it.",
                    path.display()
                )));
                recording.latest = Some(path);
            }
            Err(problem) => {
                notices.write(Notice::error(format!("The script was not saved: {problem}.")));
            }
        }
        return;
    }
    if player.noclip || playing.is_some() {
        notices.write(Notice::info(
            "A script records the body: end noclip (V) and what is being played (Esc) first.",
        ));
        return;
    }
    // From rest, as the one who plays it begins.
    let eye = player.mover.eye();
    player.teleport(eye);
    recording.lines = Some(vec![
        Line::Set {
            set: Box::new(player.wanted_params()),
        },
        Line::Start {
            start: Start {
                eye: Some(eye.to_array()),
                yaw: Some(player.yaw.to_degrees()),
                pitch: Some(player.pitch.to_degrees()),
                mode: Some(if player.walking { Mode::Walk } else { Mode::Fly }),
            },
        },
    ]);
    notices.write(Notice::info("Recording a script: F9 ends it."));
}

/// Writes a script under the first free number.
fn save(lines: &[Line], folder: &Path, level: &str) -> Result<PathBuf, String> {
    let mut text = String::new();
    for line in lines {
        text += &serde_json::to_string(line).map_err(|error| error.to_string())?;
        text.push('\n');
    }
    files::save(folder, level, "jsonl", text.as_bytes())
}

/// Reads a script whole.
///
/// # Errors
/// One sentence that names the file, the line and what is wrong with it.
pub fn read(path: &Path) -> Result<Vec<Line>, String> {
    let at = |problem: &dyn std::fmt::Display| format!("{}: {problem}", path.display());
    let mut bytes = Vec::new();
    fs::File::open(path)
        .and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes))
        .map_err(|error| at(&error))?;
    if bytes.len() as u64 > LARGEST {
        return Err(at(&format_args!("larger than {} MiB", LARGEST >> 20)));
    }
    let lines = script::read(&bytes).map_err(|problem| at(&problem))?;
    if lines.is_empty() {
        return Err(at(&"there is no line in it"));
    }
    Ok(lines)
}

/// Plays the latest script, or ends it.
fn play(
    mut commands: Commands,
    mut messages: MessageReader<Command>,
    playing: Option<Res<Playing>>,
    recording: Res<Recording>,
    mut player: ResMut<Player>,
    mut notices: MessageWriter<Notice>,
) {
    if !messages.read().any(|command| *command == Command::PlayScript) {
        return;
    }
    if playing.is_some() {
        commands.remove_resource::<Playing>();
        return;
    }
    let Some(path) = recording.latest.as_deref().filter(|_| !recording.is_on()) else {
        notices.write(Notice::info(
            "There is no script to play: record one (F9), or drop a .jsonl file on the window.",
        ));
        return;
    };
    match read(path) {
        Ok(lines) => {
            player.noclip = false;
            commands.insert_resource(Playing {
                lines: lines.into_iter(),
                now: None,
                view: view(&player),
            });
            notices.write(Notice::info(format!("Playing {}: Esc ends it.", path.display())));
        }
        Err(problem) => {
            notices.write(Notice::error(format!("The script cannot be played: {problem}.")));
        }
    }
}

/// Ends what is being played or recorded where it makes no sense any more.
fn stop(
    mut commands: Commands,
    mut messages: MessageReader<Command>,
    shown: Option<Res<Shown>>,
    playing: Option<Res<Playing>>,
    mut recording: ResMut<Recording>,
    mut level: Local<Option<u64>>,
    mut notices: MessageWriter<Notice>,
) {
    let now = shown.map(|shown| shown.level_revision);
    let moved_on = level.is_some() && *level != now;
    *level = now;
    let mut ended = moved_on;
    for command in messages.read() {
        match command {
            Command::Escape | Command::ToggleWalking if playing.is_some() => {
                commands.remove_resource::<Playing>();
            }
            Command::ToggleNoclip | Command::Respawn => ended = true,
            _ => {}
        }
    }
    if ended {
        commands.remove_resource::<Playing>();
        if recording.lines.take().is_some() {
            notices.write(Notice::info(
                "The recording ended without a script: the body was put somewhere else.",
            ));
        }
    }
}

/// A script that is dropped on the window is played.
fn dropped(
    mut drops: MessageReader<FileDragAndDrop>,
    mut recording: ResMut<Recording>,
    mut messages: MessageWriter<Command>,
) {
    for drop in drops.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = drop
            && is_script(path_buf)
        {
            recording.latest = Some(path_buf.clone());
            messages.write(Command::PlayScript);
        }
    }
}

/// Whether a file is a script by its name.
#[must_use]
pub fn is_script(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("jsonl"))
}
