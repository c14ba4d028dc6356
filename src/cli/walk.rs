//! `walk`: moves a body with a script and writes one pose per tick.

use std::{
    fs,
    io::{self, BufWriter, Read, Write},
    path::Path,
};

use bspwalk_collision::{
    mover::{
        CollisionMethod, Event, Input, Mode, Mover, MoverParams, Observable, Tick, Trees,
        script::{self, Line, Start, View},
    },
    query_log::QueryLog,
    things::Assembly,
};
use bspwalk_progress::Progress;
use bspwalk_session::{Opened, moving::MovingEntities, tree_args::TreeArgs};
use bspwalk_text::{Localize, text};
use glam::{EulerRot, Quat, Vec3};
use serde::Serialize;

use super::{
    args::WalkArgs,
    error::CliError,
    open::{self},
    output::{check_writable, not_written, write_file},
    report::{ContactAnswer, FileCoordinates, vector},
};

/// Maximum size of a script, in bytes.
const LARGEST: u64 = 64 << 20;

/// A tick in JSON. Vectors are in metres; positions are in the space of the level's file.
#[derive(Debug, Serialize)]
struct TickLine<'a> {
    tick: u64,
    feet: FileCoordinates,
    center: FileCoordinates,
    eye: FileCoordinates,
    velocity: [f32; 3],
    yaw: f32,
    pitch: f32,
    grounded: bool,
    crouched: bool,
    contacts: Vec<ContactAnswer<'a>>,
    events: &'a [Event],
}

/// Runs `walk`. Reads the whole script before the first tick.
pub(super) fn run(
    walk: &WalkArgs,
    tree: &TreeArgs,
    input: impl Read,
    output: impl Write,
) -> Result<(), CliError> {
    let lines = script(walk.script.as_deref().unwrap_or(Path::new("-")), input)?;
    let opened = open::open(&walk.level, tree)?;
    let trees = opened.trees(walk.collision.as_slice())?;
    let mut walker = Walker::new(walk.collision, walk.rate, &opened, trees)?;
    if let Some(path) = &walk.log_queries {
        check_writable(path)?;
        walker.log = Some(QueryLog::new(Vec::new()).with_origin(opened.level.origin));
    }
    let mut output = BufWriter::with_capacity(1 << 16, output);
    for line in &lines {
        let mut write =
            |walker: &Walker<'_>, tick: &Tick| walker.write(tick, &mut output).map_err(CliError::Output);
        walker.play(line, &mut write)?;
    }
    if let (Some(log), Some(path)) = (walker.log, &walk.log_queries) {
        let bytes = log.finish().map_err(|error| not_written(path, error))?;
        write_file(path, bytes)?;
    }
    output.flush().map_err(CliError::Output)
}

/// Reads the lines of a script. The path `-` means standard input.
pub(super) fn script(path: &Path, mut input: impl Read) -> Result<Vec<Line>, CliError> {
    let is_stdin = path == Path::new("-");
    let error = |reason: String| {
        CliError::Failed(if is_stdin {
            text!("usage-standard-input", reason)
        } else {
            format!("{}: {reason}", path.display())
        })
    };
    let mut bytes = Vec::new();
    let read = if is_stdin {
        input.by_ref().take(LARGEST + 1).read_to_end(&mut bytes)
    } else {
        fs::File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes))
    };
    read.map_err(|cause| error(text!("usage-unreadable", cause)))?;
    if bytes.len() as u64 > LARGEST {
        return Err(error(text!("usage-too-large", size = LARGEST >> 20)));
    }
    script::read(&bytes, &Progress::default()).map_err(|cause| error(cause.localized()))
}

type WalkLog = QueryLog<Vec<u8>>;

/// Moves a body for a time in seconds. Logs its queries if there is a log.
fn tick<T: Observable>(
    mover: &mut Mover,
    trees: Trees<'_, T>,
    log: Option<&WalkLog>,
    input: &Input,
    seconds: f32,
) -> Tick {
    match log {
        Some(log) => mover.tick(trees.with_nodes(&log.record(trees.nodes)), input, seconds),
        None => mover.tick(trees, input, seconds),
    }
}

/// A body that follows a script.
pub(super) struct Walker<'a> {
    opened: &'a Opened,
    trees: Trees<'a>,
    /// Doors and lifts of the level.
    moving: Option<MovingEntities>,
    mover: Mover,
    view: View,
    seconds: f32,
    tick: u64,
    /// Events since the last tick. They are written with the next tick.
    events: Vec<Event>,
    /// Log of the queries of all ticks.
    log: Option<WalkLog>,
}

impl<'a> Walker<'a> {
    /// Places a body at the spawn. `rate` is the number of ticks per second. Without `collision`, uses the default
    /// method.
    pub(super) fn new(
        collision: Option<CollisionMethod>,
        rate: f64,
        opened: &'a Opened,
        trees: Trees<'a>,
    ) -> Result<Self, CliError> {
        let spawn = &opened.level.spawn;
        let eye = spawn.eye.as_vec3();
        let method = collision.unwrap_or_default();
        let mut walker = Self {
            opened,
            trees,
            moving: opened.moving_entities()?,
            mover: Mover::new(&MoverParams::default(), Mode::Walk, method, eye),
            view: View::default(),
            seconds: (1.0 / rate) as f32,
            tick: 0,
            events: Vec::new(),
            log: None,
        };
        walker.start(&Start::at_spawn(eye, spawn.yaw as f32));
        Ok(walker)
    }

    /// Executes a line and calls `ticked` after each tick.
    pub(super) fn play(
        &mut self,
        line: &Line,
        ticked: &mut impl FnMut(&Self, &Tick) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        match line {
            Line::Start { start } => self.start(&start.translated(-self.opened.level.origin)),
            Line::Mode { mode } => {
                let placed = match &self.moving {
                    Some(moving) => {
                        let things = moving.posed_trees();
                        let among = Assembly::new(self.trees.nodes, &things);
                        self.mover.set_mode(&among, *mode)
                    }
                    None => self.mover.set_mode(self.trees.nodes, *mode),
                };
                self.events.extend(placed.event());
            }
            Line::Set { set } => self.mover.set_params(set),
            Line::Ticks(ticks) => {
                self.view = self.view.turned(ticks.yaw, ticks.pitch);
                for _ in 0..ticks.ticks {
                    let input = ticks.input(self.view, self.mover.mode());
                    let mut tick = self.tick(&input, ticks.uses);
                    tick.events.splice(0..0, self.events.drain(..));
                    ticked(self, &tick)?;
                    self.tick += 1;
                }
            }
        }
        Ok(())
    }

    /// Returns the body.
    pub(super) fn mover(&self) -> &Mover {
        &self.mover
    }

    /// Returns the moving parts of the level, if there are any.
    pub(super) fn moving_parts(&self) -> Option<&MovingEntities> {
        self.moving.as_ref()
    }

    /// Returns the view direction of the body.
    pub(super) fn view(&self) -> View {
        self.view
    }

    /// Moves the level's doors and lifts, then the body.
    fn tick(&mut self, input: &Input, uses: bool) -> Tick {
        let Some(moving) = &mut self.moving else {
            return tick(
                &mut self.mover,
                self.trees,
                self.log.as_ref(),
                input,
                self.seconds,
            );
        };
        let along = uses.then(|| {
            let (yaw, pitch) = (self.view.yaw.to_radians(), self.view.pitch.to_radians());
            Quat::from_euler(EulerRot::YXZ, yaw, pitch, 0.0) * Vec3::NEG_Z
        });
        let taken = moving.step(self.trees.nodes, Some(&mut self.mover), along, self.seconds);
        self.events.extend(taken.events);
        self.view = self
            .view
            .turned(Some(self.view.yaw + taken.turn.to_degrees() as f32), None);
        let things = moving.posed_trees();
        let assembly = Assembly::new(self.trees.nodes, &things);
        let among = self.trees.with_nodes(&assembly);
        tick(&mut self.mover, among, self.log.as_ref(), input, self.seconds)
    }

    /// Moves the body to a start position. Moving parts of the level keep their positions.
    fn start(&mut self, start: &Start) {
        let spawn = self.opened.level.spawn.eye.as_vec3();
        let placed = match &mut self.moving {
            Some(moving) => {
                moving.forget_path();
                let things = moving.posed_trees();
                start.enter(&Assembly::new(self.trees.nodes, &things), &mut self.mover, spawn)
            }
            None => start.enter(self.trees.nodes, &mut self.mover, spawn),
        };
        self.events.clear();
        self.events.extend(placed.event());
        self.view = self.view.turned(start.yaw, start.pitch);
    }

    fn write(&self, tick: &Tick, output: &mut impl Write) -> io::Result<()> {
        let level = &self.opened.level;
        let mut contacts: Vec<ContactAnswer<'_>> = Vec::new();
        for contact in &tick.contacts {
            let line = ContactAnswer::of(contact, level);
            if !contacts.iter().any(|known| known.face == line.face) {
                contacts.push(line);
            }
        }
        let line = TickLine {
            tick: self.tick,
            feet: FileCoordinates::of(tick.feet, level),
            center: FileCoordinates::of(tick.center, level),
            eye: FileCoordinates::of(tick.eye, level),
            velocity: vector(tick.velocity),
            yaw: self.view.yaw,
            pitch: self.view.pitch,
            grounded: tick.grounded,
            crouched: tick.crouched,
            contacts,
            events: &tick.events,
        };
        serde_json::to_writer(&mut *output, &line)?;
        output.write_all(b"\n")
    }
}
