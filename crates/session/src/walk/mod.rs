//! Session of a walk through a level, independent of screen and keyboard. Front ends pass in time, keys and commands,
//! and draw its state.
//!
//! - `commands` executes commands, using `film_actions`, `quiz_actions`, `asking` and `selection`. A
//!   command that needs a screen becomes a [`Request`] to the front end.
//! - `picture` draws the level, `orbit` is the model view, and `shown_view` converts views to options.
//! - `step_films` runs simulation steps and overlay films, `scripting` records and plays movement, and `following`
//!   watches the level's file.

mod asking;
mod commands;
mod film_actions;
mod following;
mod orbit;
mod picture;
mod quiz_actions;
mod scripting;
mod selection;
mod shown_view;
mod step_films;
mod words;

use std::{path::PathBuf, sync::Arc};

use bspwalk_collision::mover::CollisionMethod;
use bspwalk_draw::raster::Frame;
use bspwalk_text::{text, translated};
use bspwalk_trees::node_storing::{DivisionOrder, NodeId};
use glam::{Vec2, Vec3};

use self::picture::Shot;
pub use self::picture::{WalkRenderer, coloring};
pub use crate::commands::Request;
use crate::{OpenError, Opened, easing::Easing, moving::MovingEntities, tree_args::TreeArgs};
use crate::{
    actions::{Axis, FrontEnd, KeyNames, Keymap, PadNames},
    background::{Background, LeafTreeId, SolidityRecord, Tasks},
    clock::STEPS_PER_SECOND,
    culling::CullingMode,
    doom_load::DoomLoads,
    files,
    films::FlowRecording,
    job::Job,
    loading::Loading,
    overlays::Overlays,
    program_state::ProgramState,
    start::has_floor_below_spawn,
    walker::Walker,
};

/// Display time of a notice, in seconds.
const NOTICE_STAYS: f32 = 5.0;

/// Maximum number of notices shown at a time.
const MOST_NOTICES: usize = 3;

/// Display time of the greeting, in seconds. Any key closes it.
const GREETING_STAYS: f32 = 20.0;

/// Maximum time between two presses of Escape to quit, in seconds.
const TWICE: f32 = 2.0;

/// A walk through a level.
#[derive(Debug)]
pub struct Session {
    /// The level and its trees.
    pub opened: Arc<Opened>,
    /// Front end of the walk.
    pub front: FrontEnd,
    /// Whether key names may contain characters outside ASCII.
    unicode: bool,
    /// Key bindings.
    pub keymap: Keymap,
    /// Labels of the gamepad that was used last, or `None` if the keyboard or mouse was used last.
    pad: Option<PadNames>,
    /// The body and its controls.
    pub walker: Walker,
    /// State that commands change in all front ends.
    pub state: ProgramState,
    /// Doors and lifts of the level.
    moving: Option<MovingEntities>,
    /// The renderer.
    pub picture: WalkRenderer,
    background: Background,
    /// Newer version of the level, while it is being opened.
    reloading: Option<Loading>,
    /// Options for reloading the level.
    tree_args: TreeArgs,
    /// Counter that increases with each background result and with each other change to the picture.
    pub revision: u32,
    /// Whether the baked light is available.
    pub lit: bool,
    /// Time since the last simulation step, in seconds.
    left_over: f64,
    /// Settings file, or `None` if nothing is saved.
    settings_path: Option<PathBuf>,
    /// Order of the divisions, or `None` until the build film is first opened.
    order: Option<DivisionOrder>,
    /// Recording of the portal flow, while it is shown.
    flow: FlowRecording,
    /// Costs of portals, counted while portals or leaves are shown.
    portal_costs: FlowRecording,
    /// Load of DOOM's renderer, counted while an overlay shows it.
    doom_loads: DoomLoads,
    /// Background computation of how leaves are classified as solid or empty.
    deciding: Job<LeafTreeId, ()>,
    notices: Vec<(String, f32)>,
    /// Remaining time of the greeting, in seconds.
    greeting: f32,
    /// Remaining time for a second Escape to quit, in seconds.
    leaving: f32,
    /// Whether to average four samples per pixel. The front end sets this if the resolution is low.
    pub smooth: bool,
    /// Style of automatic motion.
    pub easing: Easing,
    /// Whether the plan is shown. The front end draws it next to the picture.
    pub plan: bool,
}

fn in_background(opened: &Opened) -> Background {
    let tasks = Tasks {
        paints: true,
        ..Tasks::default()
    };
    Background::start(opened.clone(), tasks)
}

/// Creates a walk in a small level.
#[cfg(test)]
fn walk(front: FrontEnd) -> (Session, crate::actions::HeldInput) {
    let session = Session::new(crate::opened::three_rooms(), front, true, None);
    (
        session.expect("it has no liquids"),
        crate::actions::HeldInput::default(),
    )
}

impl Session {
    /// Creates a walk that starts at the spawn of an opened level, and starts computing light and leaves in the
    /// background.
    ///
    /// # Errors
    /// Returns [`OpenError::Compile`] if the tree for painter's order or the tree of a moving part cannot be
    /// built.
    pub fn new(
        opened: Arc<Opened>,
        front: FrontEnd,
        unicode: bool,
        method: Option<CollisionMethod>,
    ) -> Result<Self, OpenError> {
        let mut walker = Walker::default();
        let body = &mut walker.body;
        body.method = method.unwrap_or_default();
        body.walking = has_floor_below_spawn(&opened.tree, &opened.level.spawn);
        body.respawn(&opened.level.spawn);
        Ok(Self {
            front,
            unicode,
            keymap: Keymap::default(),
            pad: None,
            walker,
            state: ProgramState {
                overlays: Overlays::none(),
                culling: CullingMode::Pvs,
                ..ProgramState::default()
            },
            moving: opened.moving_entities()?,
            picture: WalkRenderer::new(&opened)?,
            background: in_background(&opened),
            order: None,
            reloading: None,
            tree_args: TreeArgs::default(),
            opened,
            revision: 0,
            lit: false,
            left_over: 0.0,
            settings_path: None,
            flow: FlowRecording::default(),
            portal_costs: FlowRecording::default(),
            doom_loads: DoomLoads::default(),
            deciding: Job::default(),
            notices: Vec::new(),
            greeting: GREETING_STAYS,
            leaving: 0.0,
            smooth: false,
            easing: Easing::default(),
            plan: false,
        })
    }

    /// Replaces the background work. A web page has no threads, so it computes parts of the data elsewhere.
    pub fn set_background(&mut self, background: Background) {
        self.background = background;
    }

    /// Sets the key bindings, and shows a notice if some are unusable.
    pub fn bind_keys(&mut self, (keymap, problem): (Keymap, Option<String>)) {
        self.keymap = keymap;
        if let Some(problem) = problem {
            self.notice(problem);
        }
    }

    /// Sets the gamepad whose button names replace the key names. Returns whether the names changed.
    pub fn set_pad_names(&mut self, pad: Option<PadNames>) -> bool {
        std::mem::replace(&mut self.pad, pad) != pad
    }

    /// Returns the key names for use in sentences.
    pub fn keys(&self) -> KeyNames<'_> {
        self.keymap.names_for(self.front, self.unicode).with_pad(self.pad)
    }

    /// If there is a solid-leaf tree, records in the background how its leaves are classified as solid or empty.
    pub fn start_solidity_record(&mut self) {
        if let Some(built) = self.picture.built().cloned() {
            self.deciding.request_cancellable(built.id(), move |progress| {
                built.decided.decide(&built.tree, progress)?;
                Ok(())
            });
        }
    }

    /// Returns the record of how leaves are classified as solid or empty, once [`Session::start_solidity_record`] has
    /// computed it.
    pub fn solidity(&self) -> Option<&SolidityRecord> {
        let decided = &self.picture.built()?.decided;
        decided.is_known().then_some(decided)
    }

    /// Returns the current notices, oldest first.
    pub fn notices(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.notices.iter().map(|(text, _)| text.as_str())
    }

    /// Returns whether the greeting is shown.
    pub fn greets(&self) -> bool {
        self.greeting > 0.0 && self.state.ui.help.is_none()
    }

    /// Returns the current stage of the background work, or `None` once it is finished.
    pub fn background_stage(&self) -> Option<String> {
        let progress = self.background.progress()?;
        let phase = progress.phase();
        let stage = translated(&phase);
        Some(match progress.fraction() {
            // The thread has not started yet.
            _ if stage.is_empty() => text!("work-light-and-leaves-title").to_owned(),
            Some(fraction) => format!("{stage} {:.0} %", fraction * 100.0),
            None => stage.to_owned(),
        })
    }

    /// Returns the fraction of the current step's duration that has elapsed.
    fn part(&self) -> f32 {
        if self.walker.time_scale.paused {
            return 1.0;
        }
        (self.left_over * STEPS_PER_SECOND).min(1.0) as f32
    }

    /// Shows a notice for a few seconds.
    pub fn notice(&mut self, text: impl Into<String>) {
        let text = text.into();
        self.notices.retain(|(known, _)| *known != text);
        self.notices.push((text, NOTICE_STAYS));
        if self.notices.len() > MOST_NOTICES {
            self.notices.remove(0);
        }
    }

    /// Closes the greeting.
    pub fn greet_no_longer(&mut self) {
        self.greeting = 0.0;
    }

    /// Rotates the view or the model by angles to the left and upward, in degrees.
    pub fn turn(&mut self, left: f32, up: f32) {
        let [left, up] = [left, up].map(f32::to_radians);
        if !self.state.view.turn(Vec2::new(-left, -up)) {
            self.walker.body.turn(left, up);
        }
    }

    /// Handles mouse movement, in degrees to the left and upward. Inverted axes are negated.
    pub fn look(&mut self, [left, up]: [f32; 2]) {
        let left = self.keymap.apply_inversion(Axis::LookSideways, left);
        let up = self.keymap.apply_inversion(Axis::LookUpAndDown, up);
        self.turn(left, up);
    }

    /// Handles mouse-wheel rotation, in notches. An inverted axis is negated.
    pub fn handle_wheel(&mut self, notches: f32) {
        let notches = self.keymap.apply_inversion(Axis::Speed, notches);
        self.change(|program| program.change_speed(notches));
    }

    /// Saves a picture of the level as a PNG file.
    ///
    /// # Errors
    /// Returns one sentence if the file cannot be written.
    pub fn save_picture(&self, frame: &Frame) -> Result<PathBuf, String> {
        let size = frame.size;
        let rgb = frame.pixels.iter().flat_map(|pixel| {
            let [_, r, g, b] = pixel.to_be_bytes();
            [r, g, b]
        });
        let png = files::encode(size, rgb.collect()).map_err(|error| error.to_string())?;
        files::save(&files::pictures_folder(), &self.opened.level.name, "png", &png)
    }

    /// Draws the current picture. Draws nothing if the width or height is 0.
    pub fn draw(&mut self, size: [u32; 2]) -> &Frame {
        let camera = self.camera();
        // The complete order is painted even before its length is known.
        let limit = self.state.overlays.painted().map(|painted| {
            if self.state.overlays.painter_share < 1.0 {
                painted
            } else {
                u32::MAX
            }
        });
        if let Some(moving) = &self.moving {
            self.picture.set_poses(moving.poses());
        }
        let frame = self.picture.draw(&Shot {
            camera,
            eye: self.walker.body.position,
            size,
            selected: self.shown_selection().node,
            limit,
            overlays: &self.state.overlays,
            culling: self.state.culling,
            frozen: self.state.level.frozen.as_ref(),
            smooth: self.smooth,
        });
        if let Some((in_view, _)) = frame.stats.limited {
            self.state.overlays.painter_count = in_view;
        }
        self.picture.frame()
    }

    /// Returns the fragment that the film painted last in the current picture, and the fragment's node.
    pub fn last_painted_fragment(&self) -> Option<(u32, NodeId)> {
        let (_, last) = self.picture.stats.limited?;
        let fragment = last?;
        Some((fragment, self.opened.tree.fragment(fragment)?.node))
    }

    /// Returns the interpolated eye position, in metres.
    pub fn eye(&self) -> Vec3 {
        self.walker.body.camera(self.part()).eye.as_vec3()
    }
}
