//! The walk of the first view.

use std::{sync::Arc, time::Duration};

use bspwalk_compile::{CompileParams, with_observable_layout};
use bspwalk_draw::raster::{
    Camera, Frame, FrameStyle, Frames, Resolution, VisibilityMethod, resolution::picture_size,
};
use bspwalk_levels::Level;
use bspwalk_session::{
    LevelName, Opened,
    actions::{Effect, FrontEnd, HeldInput, Keymap, Source},
    body::{Body, Driver},
    clock::STEPS_PER_SECOND,
    start::{has_floor_below_spawn, is_at_standing_height},
    touch::Fingers,
};
use bspwalk_trees::NodeTree;
use glam::{DVec3, Vec2};

/// Maximum duration of a frame in the simulation, in seconds.
const LONGEST_FRAME: f64 = 0.25;

/// Time without changes after which the picture is redrawn at the finest resolution, in seconds.
const REST: f64 = 0.2;

/// Maximum time for drawing the fine picture, in seconds.
const PATIENCE: f64 = 0.15;

/// A walk through a level without overlays.
#[derive(Debug)]
pub struct FirstWalk {
    level: Arc<Level>,
    frames: Frames,
    /// The level with the tree of its solid faces. Until it is known, the body does not move.
    opened: Option<Opened>,
    body: Body,
    /// Whether the body starts at the spawn.
    is_at_spawn: bool,
    keymap: Keymap,
    held: HeldInput,
    fingers: Fingers,
    /// Time since the last step, in seconds.
    left_over: f64,
    resolution: Resolution,
    /// Camera, window size and resolution factor of the last picture.
    drawn: Option<(Camera, [u32; 2], u32)>,
    /// Time of the last change, in seconds.
    changed: f64,
    /// Whether the last picture shows another view than the one before.
    has_moved: bool,
}

impl FirstWalk {
    /// Shows a level from its spawn. `painted` is a tree of all its faces.
    #[must_use]
    pub fn new(level: Level, painted: NodeTree) -> Self {
        let level = Arc::new(level);
        let mut body = Body::default();
        body.respawn(&level.spawn);
        Self {
            frames: Frames::new(&level, &Arc::new(painted)),
            level,
            opened: None,
            body,
            is_at_spawn: true,
            keymap: Keymap::default(),
            held: HeldInput::default(),
            fingers: Fingers::default(),
            left_over: 0.0,
            resolution: Resolution::new(),
            drawn: None,
            changed: 0.0,
            has_moved: false,
        }
    }

    /// Draws every picture at the resolution of the window, so that pictures in tests can be compared.
    pub fn use_full_resolution(&mut self) {
        self.resolution = Resolution::full();
    }

    /// Sets the tree of the solid faces, and lets the body move.
    pub fn set_solid(&mut self, solid: NodeTree) {
        let tree = Arc::new(with_observable_layout(solid));
        self.body.walking = if self.is_at_spawn {
            has_floor_below_spawn(&tree, &self.level.spawn)
        } else {
            is_at_standing_height(&tree, self.body.position)
        };
        let level = (Arc::clone(&self.level), tree);
        self.opened = Some(Opened::of_tree(
            LevelName::default(),
            level,
            CompileParams::default(),
        ));
    }

    /// Moves the eye to a position in the coordinates of the level's file, in metres. Must be called before
    /// [`FirstWalk::set_solid`].
    pub fn move_eye(&mut self, eye: DVec3) {
        self.body.teleport(self.level.to_local(eye).as_vec3());
        self.is_at_spawn = false;
    }

    /// Looks in a direction given by yaw and pitch, in degrees.
    pub fn look(&mut self, angles: [f64; 2]) {
        [self.body.yaw, self.body.pitch] = angles.map(|angle| angle.to_radians() as f32);
    }

    /// Turns the view to the left and upward, in degrees.
    pub fn turn(&mut self, left: f32, up: f32) {
        self.body.turn(left.to_radians(), up.to_radians());
    }

    /// Presses or releases a key with this W3C code. Returns whether the key moves the body or turns the view.
    pub fn press(&mut self, code: &str, is_down: bool) -> bool {
        let source = Source::from_code(code);
        let effect = source.and_then(|source| self.keymap.effect(FrontEnd::SoftwareWindow, source));
        match effect {
            Some(Effect::Move(motion)) if is_down => self.held.press(motion),
            Some(Effect::Move(motion)) => self.held.release(motion),
            Some(Effect::Turn(turn)) => self.held.turn(turn, is_down),
            _ => return false,
        }
        true
    }

    /// Releases all keys and lifts all fingers.
    pub fn release_all(&mut self) {
        self.held.release_all();
        self.fingers = Fingers::default();
    }

    /// Moves a finger to a position in points, or lifts it. `now` is in seconds.
    pub fn touch(&mut self, finger: u64, at: Option<Vec2>, now: f64) {
        match at {
            Some(at) => self.fingers.put(finger, at, Duration::from_secs_f64(now)),
            None => self.fingers.cancel(finger),
        }
        let gesture = self.fingers.gesture();
        self.held.set_walk_speed(gesture.walk());
        if let Some([left, up]) = gesture.turn() {
            self.body.turn(left, up);
        }
    }

    /// Simulates a frame of this duration, in seconds.
    pub fn advance(&mut self, seconds: f64) {
        let seconds = seconds.min(LONGEST_FRAME);
        let [left, up] = self.held.rotation_during(seconds as f32);
        if [left, up] != [0.0; 2] {
            self.turn(left, up);
        }
        let Some(opened) = &self.opened else { return };
        self.left_over += seconds;
        while self.left_over >= 1.0 / STEPS_PER_SECOND {
            self.left_over -= 1.0 / STEPS_PER_SECOND;
            let driver = Driver {
                keys: self.held.take_step_input(),
                ..Driver::default()
            };
            self.body.step(opened.trees_with(None), None, driver);
        }
    }

    /// Draws the picture for a window of this size in pixels, if it has changed. Returns the picture and the width of
    /// its pixels in the window. `now` is in seconds.
    pub fn draw(&mut self, window: [u32; 2], now: f64) -> Option<(&Frame, u32)> {
        let camera = self.body.camera((self.left_over * STEPS_PER_SECOND) as f32);
        let is_same = |(drawn, size, _): &(Camera, [u32; 2], u32)| (*drawn, *size) == (camera, window);
        let unchanged = self.drawn.filter(is_same);
        self.has_moved = unchanged.is_none();
        let factor = match unchanged {
            None => self.resolution.factor(),
            Some((.., factor)) if now - self.changed >= REST => factor.min(self.finest()),
            Some((.., factor)) => factor,
        };
        if self.has_moved {
            self.changed = now;
        }
        let drawn = Some((camera, window, factor));
        if std::mem::replace(&mut self.drawn, drawn) == drawn {
            return None;
        }
        let style = FrameStyle {
            method: VisibilityMethod::FrontToBack,
            ..FrameStyle::default()
        };
        let frame = self.frames.draw(&camera, picture_size(window, factor), &style);
        Some((frame, factor))
    }

    /// Adapts the resolution to the time that the last picture took, in seconds.
    pub fn record_frame_time(&mut self, seconds: f64) {
        if let Some((_, window, _)) = self.drawn.filter(|_| self.has_moved) {
            let time = Duration::from_secs_f64(seconds);
            self.resolution.record_frame_time(time, window);
        }
    }

    fn finest(&self) -> u32 {
        let factor = self.resolution.factor();
        let is_fast = |&fine: &u32| self.resolution.predict_frame_time(fine) < PATIENCE;
        (1..factor).find(is_fast).unwrap_or(factor)
    }

    /// Returns the position of the eye in the coordinates of the level's file, in metres, then yaw and pitch in
    /// degrees.
    #[must_use]
    pub fn pose(&self) -> [f64; 5] {
        let [x, y, z] = self.level.to_world(self.body.position.as_dvec3()).to_array();
        [
            x,
            y,
            z,
            self.body.yaw.to_degrees().into(),
            self.body.pitch.to_degrees().into(),
        ]
    }

    /// Returns whether another program that opens the level at [`FirstWalk::pose`] moves the body in the same way. While
    /// the body jumps, falls or crouches, the other program would fly.
    #[must_use]
    pub fn can_hand_over(&self) -> bool {
        let is_in_air =
            |opened: &Opened| self.body.walking && !is_at_standing_height(&opened.tree, self.body.position);
        !self.opened.as_ref().is_some_and(is_in_air)
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_levels::Texture;
    use bspwalk_session::{
        LevelName, Opened,
        actions::{Motion, Turn},
        opened,
        tree_args::TreeArgs,
        walk::Session,
    };

    use super::*;
    use crate::FirstLevel;

    const WINDOW: [u32; 2] = [320, 180];

    /// Duration of a frame, in seconds. It is a whole number of nanoseconds, so that both walks make the same steps.
    const FRAME: f64 = 1.0 / 64.0;

    fn open(name: &str) -> Opened {
        let level = LevelName::BuiltIn(name.to_owned());
        opened::open(&level, &TreeArgs::default(), &Arc::default()).expect("it is built in")
    }

    /// Starts a walk from the files of the page.
    fn walk(opened: &Opened) -> FirstWalk {
        let first = FirstLevel::new(&opened.level, |texture| {
            postcard::to_stdvec(&(texture.size, &texture.rgba))
        });
        let first = first.expect("images are encoded").expect("it is suitable");
        let file = postcard::to_stdvec(&first).expect("a level is encoded");
        let first: FirstLevel = postcard::from_bytes(&file).expect("a level is decoded");
        let texture = |image: &Vec<u8>| {
            let (size, rgba) = postcard::from_bytes(image).expect("an image is decoded");
            Arc::new(Texture { size, rgba })
        };
        let images: Vec<_> = first.images().iter().map(texture).collect();
        let sent = |tree: &NodeTree| {
            let nodes = postcard::to_stdvec(tree).expect("a tree is encoded");
            postcard::from_bytes(&nodes).expect("a tree is decoded")
        };
        let painted = opened.painter_tree().expect("it is built");
        let mut walk = FirstWalk::new(first.with_images(&images), sent(painted));
        walk.set_solid(sent(&opened.tree));
        walk
    }

    #[test]
    fn walk_equals_the_walk_in_the_window() {
        for name in ["hall", "three_rooms"] {
            let opened = open(name);
            let mut first = walk(&opened);
            let (mut window, mut held) = (
                Session::new(Arc::new(opened), FrontEnd::SoftwareWindow, true, None).expect("it is opened"),
                HeldInput::default(),
            );
            assert!(first.press("KeyW", true) && first.press("ArrowLeft", true));
            held.press(Motion::Forward);
            held.turn(Turn::Left, true);
            for frame in 0..90 {
                let (picture, factor) = first.draw(WINDOW, 0.0).expect("the view changes");
                let same = window.draw(picture_size(WINDOW, factor));
                // The window's picture changes once its background work has finished.
                let is_same = picture.pixels == same.pixels;
                assert!(is_same || window.revision > 0, "{name}, frame {frame}");
                assert!(is_same || frame > 0, "{name}");
                first.advance(FRAME);
                window.advance(Duration::from_secs_f64(FRAME), &mut held);
            }
            let pose = first.pose();
            let body = &window.walker.body;
            assert_eq!(
                [pose[0], pose[1], pose[2]],
                body.position.as_dvec3().to_array(),
                "{name}"
            );
            assert!(
                window.opened.level.spawn.eye.distance(body.position.as_dvec3()) > 1.0,
                "{name}"
            );
        }
    }

    #[test]
    fn jumping_body_is_not_handed_over() {
        let mut first = walk(&open("three_rooms"));
        first.advance(0.1);
        assert!(first.can_hand_over());
        first.press("Space", true);
        first.advance(0.1);
        assert!(!first.can_hand_over());
        first.press("Space", false);
        for _ in 0..20 {
            first.advance(0.1);
        }
        assert!(first.can_hand_over());
    }

    #[test]
    fn resting_view_is_drawn_once_at_the_finest_resolution() {
        let mut first = walk(&open("three_rooms"));
        first.advance(1.0);
        first.advance(1.0);
        let (_, coarse) = first.draw(WINDOW, 0.0).expect("the first picture");
        first.record_frame_time(0.001);
        assert!(first.draw(WINDOW, 0.1).is_none(), "nothing has changed");
        let (_, fine) = first.draw(WINDOW, 0.3).expect("the fine picture");
        assert!(fine < coarse);
        assert!(first.draw(WINDOW, 0.6).is_none(), "nothing has changed");
    }

    #[test]
    fn levels_with_doors_have_no_first_view() {
        let lift = open("lift");
        let none = FirstLevel::new(&lift.level, |_| Ok::<_, ()>(Vec::new()));
        assert!(none.expect("no image fails").is_none());
    }
}
