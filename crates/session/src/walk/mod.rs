//! A walk through a level, without a screen and without keys: the fronts give it time, keys and commands, and draw what it
//! shows.

mod asking;
mod bookmarking;
mod commands;
mod film_actions;
mod following;
mod kept_answers;
mod look_at_node;
mod orbit;
mod picture;
mod quiz_actions;
mod quiz_state;
mod scripts;
mod selection;
mod shown_view;
mod start_view;
mod step_films;
mod words;

use std::{path::PathBuf, sync::Arc};

use bspwalk_draw::raster::Frame;
use bspwalk_levels::Level;
use bspwalk_text::text;
use bspwalk_trees::{
    LeafTree, NodeTree,
    collision::mover::{CollisionMethod, script::Line},
    node_storing::{NodeId, PathStep},
    solid_leaf::{LeafId, SolidityDecision, portals::Leak},
};
use glam::Vec3;

pub use self::picture::{Picture, coloring};
pub use self::start_view::{StartView, node_of_face};
use self::{picture::Shot, quiz_state::WalkQuiz};
use crate::{OpenError, Opened, easing::Easing, moving::Moving, tree_args::TreeArgs};
use crate::{
    actions::{Action, Axis, Front, KeyNames, Keymap, PadNames},
    background::Background,
    between_saves::BetweenSaves,
    body::Body,
    clock::{STEPS_PER_SECOND, TimeScale},
    files,
    films::{FilmsInModel, FlowRecording, OverlaySteps, PainterFilm},
    identity::Identity,
    job::{Failure, Job},
    leak_walk,
    overlays::Overlays,
    palette::Palette,
    plan::{PlanSection, Planner},
    plan_image::{BodyMarker, PlanImage},
    reload::Reload,
    replay::WatchedReplay,
    selection_history::SelectionHistory,
    start::begins_on_foot,
    stop_reason::Explanation,
    view::{Model, ModelPose},
    walker::Walker,
};

/// How long a notice stays, in seconds.
const NOTICE_STAYS: f32 = 5.0;

/// Most notices at a time.
const MOST_NOTICES: usize = 3;

/// The words of the beginning stay so long, in seconds, unless a key is pressed.
const GREETING_STAYS: f32 = 20.0;

/// Twice Escape within so many seconds leaves.
const TWICE: f32 = 2.0;

/// What the front has to do after a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// Leave.
    Leave,
    /// Free the mouse.
    FreeMouse,
    /// Show real pixels, or blocks.
    TogglePixels,
    /// Give the terminal back until the program is continued.
    Suspend,
    /// Draw everything anew.
    Redraw,
    /// Save a picture, by [`Session::save`] and by whatever else the front can.
    Screenshot,
    /// Cover the screen, or no longer.
    FullScreen,
    /// Copy the view, which [`Session::view_line`] tells.
    CopyView,
    /// Go to the view that was copied, by [`Session::go_to`] where it is of this level.
    PasteView,
    /// Go to the view that [`Session::next_bookmark`] gives, if any.
    NextBookmark,
}

/// What is selected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selected {
    /// The node of the node-storing tree.
    pub node: Option<NodeId>,
    /// The leaf of the solid-leaf tree in front of the face that was pointed at, once there are leaves.
    pub leaf: Option<LeafId>,
}

/// A walk.
#[derive(Debug)]
pub struct Session {
    opened: Arc<Opened>,
    front: Front,
    /// Whether names of keys may have characters beyond ASCII.
    unicode: bool,
    keymap: Keymap,
    /// The signs on the gamepad that was used last; `None` where the keyboard or the mouse was.
    pad: Option<PadNames>,
    walker: Walker,
    /// The doors and lifts of the level.
    moving: Option<Moving>,
    picture: Picture,
    background: Background,
    /// The watch over the level's file.
    reload: Option<Reload>,
    /// What came and went from save to save.
    between_saves: BetweenSaves,
    /// How the level is read again.
    tree_args: TreeArgs,
    /// How many parts have come from the background.
    revision: u32,
    lit: bool,
    /// The script that was recorded last.
    latest: Option<Arc<[Line]>>,
    /// Simulated seconds since the last step.
    left_over: f64,
    selected: Selected,
    selections: SelectionHistory<Selected>,
    film: Option<PainterFilm>,
    quiz: WalkQuiz,
    /// The bookmark that was gone to last, by its number.
    bookmark: Option<usize>,
    /// The films in the model.
    films: FilmsInModel,
    /// The portal flow, while it is shown.
    flow: FlowRecording,
    /// Plays the steps of overlays.
    steps: OverlaySteps,
    /// What portals cost, while portals or a leaf are shown.
    portal_costs: FlowRecording,
    model: Option<Model>,
    /// The height of the eyes that the model's cut follows, in metres.
    storey: f32,
    /// Where the model's camera is going.
    goal: Option<ModelPose>,
    /// The solid-leaf tree in which a leak was looked for, and what was found.
    leak: Option<(Arc<LeafTree>, Option<Arc<Leak>>)>,
    /// The corner of the leak to which the eye was taken last.
    leak_place: Option<usize>,
    deciding: Job<Identity<LeafTree>, Option<SolidityDecision>>,
    /// How it was decided which leaves of a solid-leaf tree are solid.
    solidity: Option<(Identity<LeafTree>, Option<Arc<SolidityDecision>>)>,
    planner: Planner,
    notices: Vec<(String, f32)>,
    /// What was saved, or could not be saved.
    saved: Vec<String>,
    /// Seconds until the words of the beginning go.
    greeting: f32,
    /// Seconds in which Escape leaves.
    leaving: f32,
    /// The open command palette.
    palette: Option<Palette<Action>>,
    /// The page of the help that is open, from 0.
    pub help: Option<usize>,
    /// How many pages the help has; drawing it sets this.
    pub help_pages: usize,
    /// Whether a pixel of the picture is the mean of four samples; the front sets it where pixels are few.
    pub smooth: bool,
    /// Which overlays are shown; the front draws those that lie over the faces.
    pub overlays: Overlays,
    /// How things move by themselves.
    pub easing: Easing,
    /// Whether the plan is shown.
    pub plan: bool,
    /// Whether the mouse is captured; the front sets it.
    pub captured: bool,
}

impl Session {
    /// A walk from the spawn of a level that was opened. It begins to make light and leaves in the background.
    ///
    /// # Errors
    /// [`OpenError::Compile`] where the level has liquids and the tree with them cannot be built.
    pub fn new(
        opened: Arc<Opened>,
        front: Front,
        unicode: bool,
        method: Option<CollisionMethod>,
    ) -> Result<Self, OpenError> {
        let painted = Arc::clone(opened.painted()?);
        let mut walker = Walker::default();
        let body = &mut walker.body;
        body.method = method.unwrap_or_default();
        body.walking = begins_on_foot(&opened.tree, &opened.level.spawn);
        body.respawn(&opened.level.spawn);
        Ok(Self {
            front,
            unicode,
            keymap: Keymap::default(),
            pad: None,
            walker,
            moving: opened.moving()?,
            picture: Picture::new(&opened.level, &opened.tree, &painted),
            background: Background::start(&opened),
            films: FilmsInModel::new(&opened.level, &opened.tree),
            reload: None,
            between_saves: BetweenSaves::default(),
            tree_args: TreeArgs::default(),
            opened,
            revision: 0,
            lit: false,
            latest: None,
            left_over: 0.0,
            selected: Selected::default(),
            selections: SelectionHistory::default(),
            film: None,
            quiz: WalkQuiz::default(),
            bookmark: None,
            flow: FlowRecording::default(),
            steps: OverlaySteps::default(),
            portal_costs: FlowRecording::default(),
            model: None,
            storey: 0.0,
            goal: None,
            leak: None,
            leak_place: None,
            deciding: Job::default(),
            solidity: None,
            planner: Planner::default(),
            notices: Vec::new(),
            saved: Vec::new(),
            greeting: GREETING_STAYS,
            leaving: 0.0,
            palette: None,
            help: None,
            help_pages: 1,
            smooth: false,
            overlays: Overlays::none(),
            easing: Easing::default(),
            plan: false,
            captured: false,
        })
    }

    /// The level.
    #[must_use]
    pub fn level(&self) -> &Level {
        &self.opened.level
    }

    /// The node-storing tree over its solid faces.
    #[must_use]
    pub fn tree(&self) -> &NodeTree {
        &self.opened.tree
    }

    /// What was opened.
    #[must_use]
    pub fn opened(&self) -> &Opened {
        &self.opened
    }

    /// Which walk this is, and whether its screen has Unicode.
    #[must_use]
    pub fn front(&self) -> (Front, bool) {
        (self.front, self.unicode)
    }

    /// The keys of the user.
    #[must_use]
    pub fn keymap(&self) -> &Keymap {
        &self.keymap
    }

    /// Takes the keys of the user, and says what cannot be used of them.
    pub fn bind_keys(&mut self, (keymap, problem): (Keymap, Option<String>)) {
        self.keymap = keymap;
        if let Some(problem) = problem {
            self.notice(problem);
        }
    }

    /// Names the buttons of a gamepad with these signs before keys, or keys again. Returns whether other names are shown now.
    pub fn name_pad(&mut self, pad: Option<PadNames>) -> bool {
        std::mem::replace(&mut self.pad, pad) != pad
    }

    /// Names keys in sentences.
    #[must_use]
    pub fn keys(&self) -> KeyNames<'_> {
        self.keymap.names_for(self.front, self.unicode).with_pad(self.pad)
    }

    /// The body and the eye.
    #[must_use]
    pub fn body(&self) -> &Body {
        &self.walker.body
    }

    /// What is drawn, and how.
    #[must_use]
    pub fn picture(&self) -> &Picture {
        &self.picture
    }

    /// The clock.
    #[must_use]
    pub fn time_scale(&self) -> TimeScale {
        self.walker.time_scale
    }

    /// What is selected.
    #[must_use]
    pub fn selected(&self) -> Selected {
        self.selected
    }

    /// The replay of the last seconds, while it is shown.
    #[must_use]
    pub fn replay(&self) -> Option<&WatchedReplay> {
        self.walker.replay.as_ref()
    }

    /// Whether a script drives the body.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.walker.playing.is_some()
    }

    /// The shortest path from the spawn to the outside, where there is a solid-leaf tree and it has one. It is looked for when it is
    /// first asked for.
    pub fn leak(&mut self) -> Option<&Arc<Leak>> {
        let leaves = self.picture.leaves()?;
        if self.leak.as_ref().is_none_or(|(of, _)| !Arc::ptr_eq(of, leaves)) {
            let leak = leak_walk::find(&self.opened.level, leaves).map(Arc::new);
            self.leak = Some((Arc::clone(leaves), leak));
            self.leak_place = None;
        }
        self.leak.as_ref()?.1.as_ref()
    }

    /// The leak, where it was looked for by [`Session::leak`] and found.
    #[must_use]
    pub fn found_leak(&self) -> Option<&Arc<Leak>> {
        self.leak.as_ref()?.1.as_ref()
    }

    /// Finds how it was decided which leaves are solid, beside the main thread, where there is a solid-leaf tree.
    pub fn decide_solidity(&mut self) {
        let Some(leaves) = self.picture.leaves() else {
            return;
        };
        let tree = Arc::clone(leaves);
        self.deciding
            .request_cancellable(Identity::of(leaves), move |progress| {
                tree.solidity_decision(progress).map_err(|_| Failure::Cancelled)
            });
    }

    /// How it was decided which leaves are solid, once [`Session::decide_solidity`] has found it.
    #[must_use]
    pub fn solidity(&self) -> Option<&Arc<SolidityDecision>> {
        let (of, decision) = self.solidity.as_ref()?;
        let leaves = self.picture.leaves()?;
        decision.as_ref().filter(|_| *of == Identity::of(leaves))
    }

    /// The film of the painter's order, where it is shown.
    #[must_use]
    pub fn film(&self) -> Option<&PainterFilm> {
        self.film.as_ref()
    }

    /// The section of the plan, once it is cut.
    #[must_use]
    pub fn section(&self) -> Option<&PlanSection> {
        self.planner.section().map(AsRef::as_ref)
    }

    /// The body on the plan.
    #[must_use]
    pub fn body_marker(&self) -> BodyMarker {
        BodyMarker {
            eye: self.eye(),
            forward: self.walker.body.forward(),
            radius: self.walker.body.mover.body().radius,
        }
    }

    /// The plan in square pixels, once it is cut.
    #[must_use]
    pub fn plan_image(&self, size: [u32; 2]) -> Option<PlanImage> {
        let selected = self.shown_selection().node;
        self.section()
            .map(|section| PlanImage::new(section, selected, &self.body_marker(), size))
    }

    /// Why the body stopped, where that is shown.
    #[must_use]
    pub fn why(&self) -> Option<&Explanation> {
        self.walker.why.as_deref()
    }

    /// What the user is told at the moment, the oldest first.
    pub fn notices(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.notices.iter().map(|(text, _)| text.as_str())
    }

    /// The command palette, if it is open. While it is, keys go to [`Session::press_in_palette`].
    #[must_use]
    pub const fn palette(&self) -> Option<&Palette<Action>> {
        self.palette.as_ref()
    }

    /// Whether the words of the beginning are shown.
    #[must_use]
    pub fn greets(&self) -> bool {
        self.greeting > 0.0 && self.help.is_none()
    }

    /// Whether a script is recorded.
    #[must_use]
    pub fn is_recording(&self) -> bool {
        self.walker.draft.is_some()
    }

    /// What the background works at; `None` once it is done.
    #[must_use]
    pub fn working(&self) -> Option<String> {
        self.background.stage()
    }

    /// Grows with each part that came from the background: pictures of another revision may differ.
    #[must_use]
    pub fn revision(&self) -> u32 {
        self.revision
    }

    /// Whether the baked light is there.
    #[must_use]
    pub fn is_lit(&self) -> bool {
        self.lit
    }

    /// How much of the time to the next step has passed.
    fn part(&self) -> f32 {
        if self.walker.time_scale.paused {
            return 1.0;
        }
        (self.left_over * STEPS_PER_SECOND).min(1.0) as f32
    }

    /// The path of the eye from the root to the region that it is in.
    pub fn eye_path(&self) -> impl Iterator<Item = PathStep> + '_ {
        self.opened.tree.path(self.walker.body.position)
    }

    /// Tells the user something for a while.
    pub fn notice(&mut self, text: impl Into<String>) {
        let text = text.into();
        self.notices.retain(|(known, _)| *known != text);
        self.notices.push((text, NOTICE_STAYS));
        if self.notices.len() > MOST_NOTICES {
            self.notices.remove(0);
        }
    }

    /// Takes the words of the beginning away.
    pub fn greet_no_longer(&mut self) {
        self.greeting = 0.0;
    }

    /// What was saved or could not be saved last, for the end of the walk.
    pub fn saved(&self) -> impl Iterator<Item = &str> {
        self.saved.iter().map(String::as_str)
    }

    /// Turns the view, or the model, by so many degrees to the left and upwards.
    pub fn turn(&mut self, left: f32, up: f32) {
        if !self.turn_model(left, up) {
            self.walker.body.turn(left.to_radians(), up.to_radians());
        }
    }

    /// The mouse looks around, by degrees to the left and upwards, or the other way where the user wants it so.
    pub fn look(&mut self, [left, up]: [f32; 2]) {
        let left = self.keymap.along(Axis::LookSideways, left);
        let up = self.keymap.along(Axis::LookUpAndDown, up);
        self.turn(left, up);
    }

    /// The wheel changes the speed, by notches, or the other way where the user wants it so.
    pub fn turn_wheel(&mut self, notches: f32) {
        self.change_speed(self.keymap.along(Axis::Speed, notches));
    }

    /// Changes the speed by so many notches of the wheel; with the model zooms.
    pub fn change_speed(&mut self, notches: f32) {
        if self.zoom_model(notches) {
            return;
        }
        self.walker.body.change_speed(notches);
        self.notice(text!(
            "walk-speed",
            speed = format_args!("{:.1}", self.walker.body.speed)
        ));
    }

    /// Saves a picture of the level as PNG.
    ///
    /// # Errors
    /// One sentence: what could not be written.
    pub fn save(&self, frame: &Frame) -> Result<PathBuf, String> {
        let size = frame.size;
        let rgb = frame.pixels.iter().flat_map(|pixel| {
            let [_, r, g, b] = pixel.to_be_bytes();
            [r, g, b]
        });
        let png = image::RgbImage::from_raw(size[0], size[1], rgb.collect())
            .ok_or_else(|| text!("walk-incomplete").to_owned())
            .and_then(|image| crate::files::encode(&image).map_err(|error| error.to_string()))?;
        files::save(&files::folder(), &self.level().name, "png", &png)
    }

    /// Draws the picture of the moment. Nothing is drawn where a side is 0.
    pub fn draw(&mut self, size: [u32; 2]) -> &Frame {
        let camera = self.camera();
        let limit = self.film.map(|film| film.painted());
        if let Some(moving) = &self.moving {
            self.picture.set_poses(moving.poses());
        }
        let frame = self.picture.draw(&Shot {
            camera,
            eye: self.walker.body.position,
            size,
            selected: self.shown_selection().node,
            limit,
            overlays: &self.overlays,
            smooth: self.smooth,
        });
        if let (Some(film), Some((in_view, _))) = (&mut self.film, frame.stats.limited) {
            film.set_count(in_view);
        }
        self.picture.frame()
    }

    /// The fragment that the film painted last in the picture of the moment, and its node.
    #[must_use]
    pub fn film_at(&self) -> Option<(u32, NodeId)> {
        let (_, last) = self.picture.stats().limited?;
        let fragment = last?;
        Some((fragment, self.tree().fragment(fragment)?.node))
    }

    /// The eye of the body, in metres.
    #[must_use]
    pub fn eye(&self) -> Vec3 {
        self.walker.body.camera(self.part()).eye.as_vec3()
    }
}
