//! A walk through a level, without a screen and without keys: the fronts give it time, keys and commands, and draw what it
//! shows.

mod body;
mod picture;
mod words;

use std::{path::PathBuf, time::Duration};

use glam::{DVec3, Vec3};

pub use self::{body::Body, picture::Picture};
use super::{
    background::{Background, Part},
    clock::{STEPS_PER_SECOND, TimeScale},
    controls::{Command, Front, Held, key_of},
    files,
    film::Film,
    plan::{Figure, Figurine, Painting, Planner},
    recording::Draft,
    stop_reason::Explanation,
};
use crate::{
    bsp::{
        NodeTree,
        node_storing::{NodeId, PathStep},
    },
    cli::{CliError, open::Opened},
    collision::mover::{CollisionMethod, Event, PutBackReason, Trees},
    level::Level,
    raster::{Camera, Coloring, Frame},
};

/// The user is told if the body was moved further than this to find room, in metres.
const TOLD: f32 = 0.05;

/// How long a notice stays, in seconds.
const NOTICE_STAYS: f32 = 5.0;

/// Most notices at a time.
const MOST_NOTICES: usize = 3;

/// The words of the beginning stay so long, in seconds, unless a key is pressed.
const GREETING_STAYS: f32 = 20.0;

/// Twice Escape within so many seconds leaves.
const TWICE: f32 = 2.0;

/// Real time beyond this, in seconds, is not made up for: the simulation would only fall further behind.
const LONGEST_FRAME: f64 = 0.25;

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
    /// Save a picture, by [`Session::screenshot`] and by whatever else the front can.
    Screenshot,
    /// Cover the screen, or no longer.
    FullScreen,
}

/// A walk.
#[derive(Debug)]
pub struct Session<'a> {
    opened: &'a Opened,
    front: Front,
    /// Whether names of keys may have characters beyond ASCII.
    unicode: bool,
    body: Body,
    picture: Picture<'a>,
    background: Background,
    /// How many parts have come from the background.
    revision: u32,
    lit: bool,
    draft: Option<Draft>,
    time_scale: TimeScale,
    /// Simulated seconds since the last step.
    left_over: f64,
    selected: Option<NodeId>,
    film: Option<Film>,
    planner: Planner,
    why: Option<Explanation>,
    notices: Vec<(String, f32)>,
    /// What was saved, or could not be saved.
    saved: Vec<String>,
    /// Seconds until the words of the beginning go.
    greeting: f32,
    /// Seconds in which Escape leaves.
    leaving: f32,
    /// The page of the help that is open, from 0.
    pub help: Option<usize>,
    /// How many pages the help has; drawing it sets this.
    pub help_pages: usize,
    /// Whether a pixel of the picture is the mean of four samples; the front sets it where pixels are few.
    pub smooth: bool,
    /// Whether the plan is shown.
    pub plan: bool,
    /// Whether the path of the eye is shown.
    pub path: bool,
    /// Whether the mouse is captured; the front sets it.
    pub captured: bool,
}

impl<'a> Session<'a> {
    /// A walk from the spawn of a level that was opened. It begins to make light and leaves in the background.
    ///
    /// # Errors
    /// [`CliError::Compile`] where the level has liquids and the tree with them cannot be built.
    pub fn new(
        opened: &'a Opened,
        front: Front,
        unicode: bool,
        method: Option<CollisionMethod>,
    ) -> Result<Self, CliError> {
        let painted = opened.painted()?;
        Ok(Self {
            opened,
            front,
            unicode,
            body: Body::new(opened.level.spawn, method.unwrap_or_default()),
            picture: Picture::new(&opened.level, &opened.tree, painted),
            background: Background::start(opened),
            revision: 0,
            lit: false,
            draft: None,
            time_scale: TimeScale::default(),
            left_over: 0.0,
            selected: None,
            film: None,
            planner: Planner::default(),
            why: None,
            notices: Vec::new(),
            saved: Vec::new(),
            greeting: GREETING_STAYS,
            leaving: 0.0,
            help: None,
            help_pages: 1,
            smooth: false,
            plan: false,
            path: false,
            captured: false,
        })
    }

    /// The level.
    #[must_use]
    pub fn level(&self) -> &'a Level {
        &self.opened.level
    }

    /// The node-storing tree over its solid faces.
    #[must_use]
    pub fn tree(&self) -> &'a NodeTree {
        &self.opened.tree
    }

    /// What was opened.
    #[must_use]
    pub fn opened(&self) -> &'a Opened {
        self.opened
    }

    /// Which walk this is, and whether its screen has Unicode.
    #[must_use]
    pub fn front(&self) -> (Front, bool) {
        (self.front, self.unicode)
    }

    /// The body and the eye.
    #[must_use]
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// What is drawn, and how.
    #[must_use]
    pub fn picture(&self) -> &Picture<'a> {
        &self.picture
    }

    /// The clock.
    #[must_use]
    pub fn time_scale(&self) -> TimeScale {
        self.time_scale
    }

    /// The selected node.
    #[must_use]
    pub fn selected(&self) -> Option<NodeId> {
        self.selected
    }

    /// The film of the painter's order, where it is shown.
    #[must_use]
    pub fn film(&self) -> Option<&Film> {
        self.film.as_ref()
    }

    /// The section of the plan, once it is cut.
    #[must_use]
    pub fn figure(&self) -> Option<&Figure> {
        self.planner.figure().map(AsRef::as_ref)
    }

    /// The body on the plan.
    #[must_use]
    pub fn figurine(&self) -> Figurine {
        Figurine {
            eye: self.eye(),
            forward: self.body.forward().as_vec3(),
            radius: self.body.mover().body().radius,
        }
    }

    /// The plan in square pixels, once it is cut.
    #[must_use]
    pub fn plan_painting(&self, size: [u32; 2]) -> Option<Painting> {
        self.figure()
            .map(|figure| Painting::new(figure, &self.figurine(), size))
    }

    /// Why the body stopped, where that is shown.
    #[must_use]
    pub fn why(&self) -> Option<&Explanation> {
        self.why.as_ref()
    }

    /// What the user is told at the moment, the oldest first.
    pub fn notices(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.notices.iter().map(|(text, _)| text.as_str())
    }

    /// Whether the words of the beginning are shown.
    #[must_use]
    pub fn greets(&self) -> bool {
        self.greeting > 0.0 && self.help.is_none()
    }

    /// Whether a script is recorded.
    #[must_use]
    pub fn is_recording(&self) -> bool {
        self.draft.is_some()
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

    /// The camera of the next picture.
    #[must_use]
    pub fn camera(&self) -> Camera {
        let part = if self.time_scale.paused {
            1.0
        } else {
            (self.left_over * STEPS_PER_SECOND).min(1.0)
        };
        self.body.camera(part as f32)
    }

    /// The path of the eye from the root to the region that it is in.
    pub fn eye_path(&self) -> impl Iterator<Item = PathStep> + '_ {
        self.opened.tree.path(self.body.eye())
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

    /// Turns the view by so many degrees, to the left and upwards.
    pub fn turn(&mut self, left: f32, up: f32) {
        self.body.turn(left, up);
    }

    /// Changes the speed by so many notches of the wheel.
    pub fn change_speed(&mut self, notches: f32) {
        self.body.change_speed(notches);
        self.notice(format!("Speed: {:.1} m/s", self.body.speed()));
    }

    /// Lets real time pass: makes the steps that are due with the keys that are held, and takes what the background has
    /// ready. Returns how many steps were made.
    pub fn advance(&mut self, elapsed: Duration, keys: &mut Held) -> u32 {
        let seconds = elapsed.as_secs_f64();
        self.take_parts();
        for (_, left) in &mut self.notices {
            *left -= seconds as f32;
        }
        self.notices.retain(|(_, left)| *left > 0.0);
        self.greeting -= seconds as f32;
        self.leaving -= seconds as f32;
        if let Some(film) = &mut self.film {
            film.advance(seconds);
        }
        if self.plan {
            let Opened { level, tree, .. } = self.opened;
            let height = self.body.eye().as_dvec3().y;
            self.planner.want(level, tree, self.picture.leaves(), height);
        }
        if self.time_scale.paused {
            return 0;
        }
        self.left_over += seconds.min(LONGEST_FRAME) * f64::from(self.time_scale.speed());
        let mut steps = 0;
        while self.left_over >= 1.0 / STEPS_PER_SECOND {
            self.left_over -= 1.0 / STEPS_PER_SECOND;
            self.step(keys);
            steps += 1;
        }
        steps
    }

    /// Makes one step of the simulation.
    pub fn step(&mut self, keys: &mut Held) {
        let planes = self.picture.planes();
        let trees = Trees {
            nodes: &self.opened.tree,
            planes: planes.as_deref(),
        };
        let events = self.body.step(trees, keys.take(), self.draft.as_mut());
        for event in events {
            self.tell(event);
        }
        let method = self.body.mover().method;
        let obstacle = match &self.draft {
            Some(draft) if !draft.has_method(method) => Some("the collision method has changed"),
            Some(draft) if draft.is_full() => Some("it is as long as a script may be"),
            _ => None,
        };
        if let Some(obstacle) = obstacle {
            self.notice(format!("The recording ends here: {obstacle}."));
            self.end_recording();
        }
    }

    fn tell(&mut self, event: Event) {
        let key = |command| key_of(self.front, command, self.unicode);
        let text = match event {
            Event::Freed { distance } if distance > TOLD => {
                format!("You were inside a wall, and were moved by {distance:.2} m.")
            }
            Event::Stuck => format!(
                "There is no room for the body here: go through the wall ({}), or back to the spawn ({}).",
                key(Command::ToggleNoclip),
                key(Command::Respawn)
            ),
            Event::PutBack {
                why: PutBackReason::FellOut,
            } => "You fell out of the level, and are back where you last stood.".to_owned(),
            Event::PutBack {
                why: PutBackReason::NoRoom,
            } => "There was no room: you are back where you were before.".to_owned(),
            _ => return,
        };
        self.notice(text);
    }

    fn take_parts(&mut self) {
        while let Some(part) = self.background.take() {
            self.revision += 1;
            self.lit |= matches!(part, Part::Light(_));
            match part {
                Part::Failed(why) => self.notice(why),
                part => self.picture.take(part),
            }
        }
    }

    /// Does what a key asks for. Where the front has to do something, returns what.
    pub fn handle(&mut self, command: Command, keys: &mut Held) -> Option<Request> {
        self.greeting = 0.0;
        match command {
            Command::Respawn => {
                self.why = None;
                self.body.respawn();
            }
            Command::ToggleWalking => {
                self.body.toggle_walking();
                let [up, down] = if self.front == Front::Window {
                    ["Space", "Ctrl"]
                } else {
                    ["Space", "X"]
                };
                self.notice(if self.body.is_walking() {
                    format!("Walking: {up} jumps, {down} crouches")
                } else {
                    format!("Flying: {up} goes up, {down} down")
                });
            }
            Command::ToggleNoclip => {
                self.body.toggle_noclip();
                self.notice(if self.body.is_noclip() {
                    "Noclip: you pass through walls"
                } else {
                    "Walls stop you again"
                });
            }
            Command::NextCollision => self.next_collision(),
            Command::Why => self.ask_why(),
            Command::Slower => self.time_scale.slow_down(),
            Command::TogglePause => {
                self.time_scale.toggle_pause();
                self.left_over = 0.0;
            }
            Command::SingleStep => {
                self.left_over = 0.0;
                let steps = self.time_scale.paused;
                self.time_scale.step_once();
                if steps {
                    self.step(keys);
                }
            }
            Command::ToggleRecording => self.toggle_recording(),
            Command::SelectUnderCrosshair => self.select_under_crosshair(),
            Command::SelectParent => self.select(|tree, node| Some(tree.node(node)?.parent.unwrap_or(node))),
            Command::SelectFront => self.select(|tree, node| tree.node(node)?.front),
            Command::SelectBack => self.select(|tree, node| tree.node(node)?.back),
            Command::ClearSelection => self.selected = None,
            Command::NextColoring => self.next_coloring(),
            Command::ToggleWireframe => self.picture.wireframe = !self.picture.wireframe,
            Command::TogglePath => self.path = !self.path,
            Command::TogglePlan => self.plan = !self.plan,
            Command::NextMethod if self.film.is_some() => {
                self.picture.film_is_front_to_back ^= true;
            }
            Command::NextMethod => {
                let name = self.picture.next_method();
                self.notice(format!("Hidden surfaces: {name}"));
            }
            Command::NextCulling => {
                self.picture.culls = !self.picture.culls;
                let text = self.culling_words();
                self.notice(text);
            }
            Command::ToggleFilm => {
                let camera = self.camera();
                self.picture.film_is_front_to_back = false;
                self.film = match self.film {
                    Some(_) => None,
                    None => Some(Film::new(self.picture.fragments_in_view(&camera))),
                };
            }
            Command::ToggleFilmRun => self.film.iter_mut().for_each(Film::toggle),
            Command::FilmNext => self.film.iter_mut().for_each(|film| film.step(1)),
            Command::FilmPrevious => self.film.iter_mut().for_each(|film| film.step(-1)),
            Command::FilmFaster => self.film.iter_mut().for_each(|film| film.shift_speed(1)),
            Command::FilmSlower => self.film.iter_mut().for_each(|film| film.shift_speed(-1)),
            Command::HideAll => {
                self.picture.reset();
                (self.film, self.why, self.selected) = (None, None, None);
                (self.plan, self.path) = (false, false);
            }
            Command::ToggleHelp => {
                let next = self.help.map_or(0, |page| page + 1);
                self.help = (self.help.is_none() || next < self.help_pages).then_some(next);
            }
            Command::Screenshot => return Some(Request::Screenshot),
            Command::TogglePixels => return Some(Request::TogglePixels),
            Command::Suspend => return Some(Request::Suspend),
            Command::Redraw => return Some(Request::Redraw),
            Command::ToggleFullScreen => return Some(Request::FullScreen),
            Command::Escape => return self.escape(),
            Command::Leave => return Some(Request::Leave),
        }
        None
    }

    /// Closes the uppermost of what is open.
    fn escape(&mut self) -> Option<Request> {
        if self.captured {
            return Some(Request::FreeMouse);
        }
        let closed = self.help.take().is_some() || self.why.take().is_some() || self.film.take().is_some();
        if closed {
            return None;
        }
        if self.leaving > 0.0 {
            return Some(Request::Leave);
        }
        self.leaving = TWICE;
        let key = key_of(self.front, Command::Escape, self.unicode);
        self.notice(format!("{key} once more leaves."));
        None
    }

    fn ask_why(&mut self) {
        if self.why.take().is_some() {
            return;
        }
        self.why = Explanation::of(&self.opened.tree, &self.opened.level, self.body.history());
        match &self.why {
            Some(why) => {
                if let Some(reason) = why.reasons.first() {
                    self.selected = Some(reason.node);
                }
            }
            None => self.notice("Nothing stood in your way in the last seconds."),
        }
    }

    fn select(&mut self, next: impl Fn(&NodeTree, NodeId) -> Option<NodeId>) {
        let tree = &self.opened.tree;
        match self.selected {
            None => self.selected = tree.root(),
            Some(node) => match next(tree, node) {
                Some(next) => self.selected = Some(next),
                None => {
                    self.notice("There is no child on this side.");
                    return;
                }
            },
        }
        self.tell_selection();
    }

    fn tell_selection(&mut self) {
        if let Some(words) = self.selection_words() {
            self.notice(words);
        }
    }

    fn select_under_crosshair(&mut self) {
        let tree = &self.opened.tree;
        let camera = self.camera();
        let reach = tree.bounds().size().length().max(1.0);
        let (from, along) = (camera.eye, self.body.forward());
        let [from, to] = [from, from + along * reach].map(DVec3::as_vec3);
        self.selected = tree.cast(from, to).map(|hit| hit.node);
        if self.selected.is_none() {
            self.notice("There is no face under the crosshair.");
        }
        self.tell_selection();
    }

    fn next_collision(&mut self) {
        let all = CollisionMethod::ALL;
        let at = all.iter().position(|&method| method == self.body.method);
        let method = all[at.map_or(0, |at| (at + 1) % all.len())];
        self.body.method = method;
        let waits = if method.needs_leaves() && self.picture.planes().is_none() {
            if self.working().is_some() {
                " - as soon as the solid-leaf tree is built"
            } else {
                " - but there is no solid-leaf tree: as `sweep`"
            }
        } else {
            ""
        };
        self.notice(format!(
            "Collision: {}, {}{waits}",
            method.name(),
            method.description()
        ));
    }

    fn next_coloring(&mut self) {
        self.picture.next_coloring();
        self.notice(format!("Colours: {}", self.picture.coloring_name()));
        let by_leaf = matches!(self.picture.coloring(), Coloring::Leaf | Coloring::VisibleLeaf);
        if by_leaf && self.picture.leaves().is_none() {
            self.notice(if self.working().is_some() {
                "Colours by leaf come as soon as the solid-leaf tree is built."
            } else {
                "There is no solid-leaf tree to colour by."
            });
        }
    }

    fn toggle_recording(&mut self) {
        if self.draft.is_some() {
            self.end_recording();
            return;
        }
        let [noclip, record] = [Command::ToggleNoclip, Command::ToggleRecording]
            .map(|key| key_of(self.front, key, self.unicode));
        if self.body.is_noclip() {
            self.notice(format!("A script records the body: end noclip ({noclip}) first."));
            return;
        }
        // From rest, as playing it begins.
        self.body.rest();
        self.draft = Some(Draft::default());
        self.notice(format!("Recording a script: {record} ends it."));
    }

    /// Ends the recording, where there is one, and saves it.
    pub fn end_recording(&mut self) {
        let Some(draft) = self.draft.take() else { return };
        let Some(text) = draft.end() else {
            self.notice("Nothing was recorded: the body made no step.");
            return;
        };
        let saved = files::save(&files::folder(), &self.level().name, "jsonl", text.as_bytes());
        let said = match saved {
            Ok(path) => format!(
                "The script was saved: `bspwalk walk {} --script {}` plays it.",
                self.opened.name(),
                path.display()
            ),
            Err(problem) => format!("The script was not saved: {problem}."),
        };
        self.saved.push(said.clone());
        self.notice(said);
    }

    /// Saves the level's picture as it is shown, in a size in pixels, as PNG.
    ///
    /// # Errors
    /// One sentence: what could not be written.
    pub fn screenshot(&mut self, size: [u32; 2]) -> Result<PathBuf, String> {
        let camera = self.camera();
        let limit = self.film.map(|film| film.painted());
        let frame = self.picture.draw(&camera, size, self.selected, limit, true);
        let rgb = frame.pixels.iter().flat_map(|pixel| {
            let [_, r, g, b] = pixel.to_be_bytes();
            [r, g, b]
        });
        let png = image::RgbImage::from_raw(size[0], size[1], rgb.collect())
            .ok_or_else(|| "the picture is incomplete".to_owned())
            .and_then(|image| crate::cli::shot::encode(&image).map_err(|error| error.to_string()))?;
        files::save(&files::folder(), &self.level().name, "png", &png)
    }

    /// Draws the picture of the moment. Nothing is drawn where a side is 0.
    pub fn draw(&mut self, size: [u32; 2]) -> &Frame {
        let camera = self.camera();
        let limit = self.film.map(|film| film.painted());
        let frame = self
            .picture
            .draw(&camera, size, self.selected, limit, self.smooth);
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

    /// The eye, in metres.
    #[must_use]
    pub fn eye(&self) -> Vec3 {
        self.camera().eye.as_vec3()
    }
}
