//! A windowless app whose clock is advanced by the tests.

use std::{
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use bevy::{
    ecs::component::Mutable,
    input::{
        ButtonState,
        keyboard::{Key, KeyboardInput, NativeKey},
        mouse::{MouseButtonInput, MouseMotion, MouseScrollUnit, MouseWheel},
        touch::TouchPhase,
    },
    prelude::*,
    time::TimeUpdateStrategy,
    window::FileDragAndDrop,
};
use bspwalk::app::{
    add_logic,
    host::{
        shown::{IsShown, ShownIn},
        state::{
            Act, Action, Eye, LevelName, Notice, OpenLevel, OpenedLevel, Player, ProgramState,
            RequestedOptions,
        },
    },
    input::{MoveIntent, PadEvent, bindings::Bindings, settings::SettingsPath},
    level::leaf_tree::LeafTreeState,
    paint::overlays::selection_plugin,
};
use bspwalk::cli::WindowArgs;
use bspwalk_pads::{Axis, Change, Event, PadId};
use bspwalk_session::{
    actions::{Motion, PadButton, PadHold, PadStick, Source, control_of},
    selection::Selected,
    walker::Walker,
};

/// A level with three rooms, in OBJ format.
pub(crate) const THREE_ROOMS: &str = include_str!("../../../crates/levels/assets/three_rooms.obj");

/// Logical key of a key that prints no character.
const NO_LETTER: Key = Key::Unidentified(NativeKey::Unidentified);

/// USB vendor ID of Xbox gamepads.
pub(crate) const XBOX: u16 = 0x045e;

/// Dimensions of [`room`] in metres: half the width, the height, and half the depth.
pub(crate) const ROOM: Vec3 = Vec3::new(4.0, 3.0, 5.0);

/// Returns a height field with 2 · `side`² triangles, in OBJ format.
pub(crate) fn hills(side: u32) -> String {
    let mut text = String::new();
    for y in 0..=side {
        for x in 0..=side {
            text += &format!("v {x} {} {y}\n", (x * y) % 7);
        }
    }
    for y in 0..side {
        for x in 1..=side {
            let at = y * (side + 1) + x;
            text += &format!("f {at} {} {} {}\n", at + side + 1, at + side + 2, at + 1);
        }
    }
    text
}

/// Returns a closed room from (−4, 0, −5) to (4, 3, 5) with inward-facing faces, in OBJ format.
pub(crate) fn room() -> String {
    let mut text = String::from("o room\n");
    for index in 0..8 {
        let pick = |bit: usize, low: f32, high: f32| if index >> bit & 1 == 0 { low } else { high };
        let (x, y, z) = (
            pick(0, -ROOM.x, ROOM.x),
            pick(1, 0.0, ROOM.y),
            pick(2, -ROOM.z, ROOM.z),
        );
        text += &format!("v {x} {y} {z}\n");
    }
    for [a, b, c, d] in [
        [1, 3, 7, 5],
        [2, 6, 8, 4],
        [1, 5, 6, 2],
        [3, 4, 8, 7],
        [1, 2, 4, 3],
        [5, 7, 8, 6],
    ] {
        text += &format!("f {a} {b} {c} {d}\n");
    }
    text
}

/// Returns the same room without its ceiling.
pub(crate) fn roofless() -> String {
    room().replace("f 3 4 8 7\n", "")
}

/// A windowless app, the window entity that input events refer to, and a temporary folder.
pub(crate) struct Rig {
    pub(crate) app: App,
    pub(crate) folder: tempfile::TempDir,
    window: Entity,
    has_pad: bool,
    notices: Vec<Notice>,
}

impl Rig {
    /// Creates a rig with a flying player at the centre of the room, and frames of the given length in milliseconds.
    pub(crate) fn in_room(milliseconds: u64) -> Self {
        let mut rig = Self::of(&room(), milliseconds);
        rig.player().walking = false;
        rig.player().teleport(Vec3::new(0.0, 1.5, 0.0));
        rig.player().yaw = 0.0;
        rig
    }

    /// Creates a rig with the given level and no settings file.
    pub(crate) fn of(obj: &str, milliseconds: u64) -> Self {
        Self::prepared(obj, milliseconds, |_| ())
    }

    /// Like [`Rig::of`], but lets `prepare` change the app first.
    pub(crate) fn prepared(obj: &str, milliseconds: u64, prepare: impl FnOnce(&mut App)) -> Self {
        let said = WindowArgs::default();
        Self::opening(
            temp_folder(),
            ("first.obj", obj),
            milliseconds,
            None,
            said,
            prepare,
        )
    }

    /// Creates a rig with the given level, 20 ms per frame, and node and leaf selection enabled.
    pub(crate) fn selecting(obj: &str) -> Self {
        Self::saving(temp_folder(), obj, 20, select)
    }

    /// Creates a rig that stores its settings in the given folder. `prepare` can change the app first.
    pub(crate) fn saving(
        folder: tempfile::TempDir,
        obj: &str,
        milliseconds: u64,
        prepare: impl FnOnce(&mut App),
    ) -> Self {
        let (settings, said) = (settings_file(folder.path()), WindowArgs::default());
        Self::opening(
            folder,
            ("first.obj", obj),
            milliseconds,
            Some(settings),
            said,
            prepare,
        )
    }

    /// Creates a rig with the room and 100 ms per frame. It stores its settings in the given folder.
    pub(crate) fn started(folder: tempfile::TempDir, said: WindowArgs) -> Self {
        let settings = settings_file(folder.path());
        Self::opening(folder, ("first.obj", &room()), 100, Some(settings), said, |_| ())
    }

    /// Creates a rig that starts by opening a file with the given name and content. Waits until a level is open.
    pub(crate) fn opening(
        folder: tempfile::TempDir,
        (name, content): (&str, &str),
        milliseconds: u64,
        settings: Option<PathBuf>,
        said: WindowArgs,
        prepare: impl FnOnce(&mut App),
    ) -> Self {
        let path = folder.path().join(name);
        std::fs::write(&path, content).expect("the level can be written");
        let options = WindowArgs {
            level: Some(LevelName::File(path)),
            ..said
        };
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, bevy::input::InputPlugin))
            .insert_resource(SettingsPath(settings))
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(
                milliseconds,
            )));
        add_logic(&mut app, &options);
        prepare(&mut app);
        app.finish();
        app.cleanup();
        let window = app.world_mut().spawn_empty().id();
        let mut rig = Self {
            app,
            folder,
            window,
            has_pad: false,
            notices: Vec::new(),
        };
        rig.until("the first level", |rig| {
            rig.app.world().get_shown::<OpenedLevel>().is_some()
        });
        rig.frames(2);
        rig
    }

    /// Drops a file on the window and waits until the level in the file is open.
    pub(crate) fn drop_file(&mut self, path: &Path) {
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let before = self.current().level_id();
        self.drop_on_window(path);
        self.until("the dropped level", |rig| {
            rig.current().level_id() != before && Some(&rig.current().level.name) == name.as_ref()
        });
        self.frames(1);
    }

    /// Drops a file on the window.
    pub(crate) fn drop_on_window(&mut self, path: &Path) {
        self.send(FileDragAndDrop::DroppedFile {
            window: Entity::PLACEHOLDER,
            path_buf: path.to_owned(),
        });
        self.frames(1);
    }

    /// Writes a file to the rig's folder and returns its path.
    pub(crate) fn file(&self, name: &str, contents: &[u8]) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, contents).expect("the file can be written");
        path
    }

    pub(crate) fn frames(&mut self, count: u32) {
        for _ in 0..count {
            self.app.update();
            let mut new: Vec<Notice> = {
                let messages = self.app.world().resource::<Messages<Notice>>();
                messages.iter_current_update_messages().cloned().collect()
            };
            self.notices.append(&mut new);
        }
    }

    /// Opens a level, and waits until it is shown.
    pub(crate) fn open(&mut self, source: LevelName, options: RequestedOptions) {
        let before = self.current().level_id();
        self.send(OpenLevel { source, options });
        self.until("the level", |rig| rig.current().level_id() != before);
    }

    /// Waits until the solid-leaf tree and the PVS of the current level are complete.
    pub(crate) fn until_leaves(&mut self) {
        self.until("the solid-leaf tree", |rig| {
            let level = rig.current().level_id();
            let built = rig.shown::<LeafTreeState>().built();
            built.is_some_and(|built| built.level == level && built.is_refined())
        });
    }

    /// Adds a camera at the player's eye.
    pub(crate) fn add_camera(&mut self) {
        let lens = Projection::Perspective(PerspectiveProjection::default());
        let camera = (Eye, Camera::default(), Transform::default(), lens);
        self.app.world_mut().spawn(camera);
    }

    /// Runs frames until `done` returns true.
    pub(crate) fn until(&mut self, what: &str, done: impl Fn(&Self) -> bool) {
        for _ in 0..6000 {
            if done(self) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
            self.frames(1);
        }
        panic!("{what} did not come");
    }

    /// Returns the notices since the last call.
    pub(crate) fn notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    /// Returns whether one of the notices contains all these words.
    pub(crate) fn was_told(&self, words: &[&str]) -> bool {
        self.notices
            .iter()
            .any(|notice| words.iter().all(|word| notice.text.contains(word)))
    }

    #[track_caller]
    pub(crate) fn assert_told(&self, words: &[&str]) {
        let is_told = self.was_told(words);
        assert!(is_told, "no notice says {words:?}: {:?}", self.notices);
    }

    pub(crate) fn player(&mut self) -> Mut<'_, Player> {
        self.app.world_mut().shown_mut::<Player>()
    }

    /// Returns the body and its controls.
    pub(crate) fn walker(&self) -> &Walker {
        &self.app.world().shown::<Player>().walker
    }

    /// Returns the selection.
    pub(crate) fn selected(&self) -> Selected {
        self.app.world().resource::<ProgramState>().level.selected
    }

    pub(crate) fn selected_mut(&mut self) -> &mut Selected {
        let state = self.app.world_mut().resource_mut::<ProgramState>();
        &mut state.into_inner().level.selected
    }

    pub(crate) fn current(&self) -> &OpenedLevel {
        self.app.world().shown::<OpenedLevel>()
    }

    /// Returns the entity of the level on screen.
    pub(crate) fn level(&self) -> Entity {
        let world = self.app.world();
        let query = world.try_query_filtered::<Entity, (With<OpenedLevel>, With<IsShown>)>();
        let level = query.and_then(|mut query| query.single(world).ok());
        level.expect("one level is shown")
    }

    pub(crate) fn command(&mut self, command: Action) {
        self.send(Act(command));
    }

    /// Sends a command and runs a frame, as [`tap`](Self::tap) does for a key.
    pub(crate) fn run(&mut self, command: Action) {
        self.run_for(command, 1);
    }

    /// Sends a command and runs the given number of frames.
    pub(crate) fn run_for(&mut self, command: Action, frames: u32) {
        self.command(command);
        self.frames(frames);
    }

    pub(crate) fn send<M: Message>(&mut self, message: M) {
        self.app.world_mut().write_message(message);
    }

    pub(crate) fn resource<T: Resource>(&self) -> &T {
        self.app.world().resource::<T>()
    }

    pub(crate) fn resource_mut<T: Resource<Mutability = Mutable>>(&mut self) -> Mut<'_, T> {
        self.app.world_mut().resource_mut::<T>()
    }

    /// Returns a component of the level entity on screen.
    pub(crate) fn shown<T: Component>(&self) -> &T {
        self.app.world().shown::<T>()
    }

    pub(crate) fn shown_mut<T: Component<Mutability = Mutable>>(&mut self) -> Mut<'_, T> {
        self.app.world_mut().shown_mut::<T>()
    }

    /// Binds a free key to a command.
    pub(crate) fn bind(&mut self, command: Action, source: Source) {
        let control = control_of(command).expect("a row");
        let mut bindings = self.app.world_mut().resource_mut::<Bindings>();
        bindings.0.bind(control, source).expect("a free key");
    }

    pub(crate) fn key(&mut self, key_code: KeyCode, state: ButtonState) {
        self.typed(key_code, NO_LETTER, state);
    }

    /// Presses or releases a key that produces `logical_key`.
    pub(crate) fn typed(&mut self, key_code: KeyCode, logical_key: Key, state: ButtonState) {
        self.send_key(key_code, logical_key, state, false);
    }

    /// Sends the repeat event of a held key.
    pub(crate) fn repeat(&mut self, key_code: KeyCode) {
        self.send_key(key_code, NO_LETTER, ButtonState::Pressed, true);
    }

    fn send_key(&mut self, key_code: KeyCode, logical_key: Key, state: ButtonState, repeat: bool) {
        let window = self.window;
        self.send(KeyboardInput {
            key_code,
            logical_key,
            state,
            text: None,
            repeat,
            window,
        });
    }

    /// Returns the movement direction of the held keys: +x is right, +y is up, −z is forward.
    pub(crate) fn direction(&self) -> Vec3 {
        let intent = self.app.world().resource::<MoveIntent>();
        let along = |positive, negative| {
            f32::from(u8::from(intent.is_held(positive))) - f32::from(u8::from(intent.is_held(negative)))
        };
        Vec3::new(
            along(Motion::Right, Motion::Left),
            along(Motion::Up, Motion::Down),
            along(Motion::Back, Motion::Forward),
        )
    }

    pub(crate) fn press(&mut self, key: KeyCode) {
        self.key(key, ButtonState::Pressed);
    }

    pub(crate) fn release(&mut self, key: KeyCode) {
        self.key(key, ButtonState::Released);
    }

    /// Presses and releases a key within one frame.
    pub(crate) fn tap(&mut self, key: KeyCode) {
        self.tap_for(key, 1);
    }

    /// Presses and releases a key within one frame, and runs the given number of frames.
    pub(crate) fn tap_for(&mut self, key: KeyCode, frames: u32) {
        self.press(key);
        self.release(key);
        self.frames(frames);
    }

    /// Holds a key for the given number of frames.
    pub(crate) fn hold_key(&mut self, key: KeyCode, frames: u32) {
        self.press(key);
        self.frames(frames);
        self.release(key);
    }

    /// Presses and releases a key that produces `letter` while Ctrl is held.
    pub(crate) fn with_ctrl(&mut self, key: KeyCode, letter: &str) {
        self.press(KeyCode::ControlLeft);
        self.frames(1);
        for state in [ButtonState::Pressed, ButtonState::Released] {
            self.typed(key, Key::Character(letter.into()), state);
            self.frames(1);
        }
        self.release(KeyCode::ControlLeft);
        self.frames(1);
    }

    /// Connects a gamepad from the given vendor, unless a gamepad is already connected.
    pub(crate) fn plug_in(&mut self, vendor: u16) {
        if !self.has_pad {
            self.has_pad = true;
            self.pad_event(Event::Connected {
                name: "a pad of the test".to_owned(),
                vendor: Some(vendor),
                product: None,
            });
        }
    }

    /// Disconnects the gamepad.
    pub(crate) fn pull_out(&mut self) {
        self.pad_event(Event::Disconnected);
        self.has_pad = false;
    }

    fn pad_event(&mut self, event: Event) {
        self.send(PadEvent(PadId(1), event));
    }

    /// Sets how far a button of the gamepad is pressed, from 0 to 1.
    pub(crate) fn pad(&mut self, button: PadButton, value: f32) {
        self.plug_in(XBOX);
        self.pad_event(Event::Changed(Change::Button(button, value)));
    }

    /// Moves a stick of the gamepad to a position, given as deflections to the right and up.
    pub(crate) fn stick(&mut self, stick: PadStick, [right, up]: [f32; 2]) {
        self.plug_in(XBOX);
        for (axis, value) in [(Axis::X, right), (Axis::Y, up)] {
            self.pad_event(Event::Changed(Change::Stick(stick, axis, value)));
        }
    }

    /// Presses or releases shoulder buttons of the gamepad, then runs a frame.
    pub(crate) fn hold(&mut self, hold: PadHold, value: f32) {
        self.move_shoulders(hold, value);
        self.frames(1);
    }

    fn move_shoulders(&mut self, hold: PadHold, value: f32) {
        if hold != PadHold::Right {
            self.pad(PadButton::LeftShoulder, value);
        }
        if hold != PadHold::Left {
            self.pad(PadButton::RightShoulder, value);
        }
    }

    /// Presses and releases a button of the gamepad within one frame, while shoulder buttons are held.
    pub(crate) fn tap_pad(&mut self, hold: Option<PadHold>, button: PadButton) {
        if let Some(hold) = hold {
            self.hold(hold, 1.0);
        }
        for value in [1.0, 0.0] {
            self.pad(button, value);
        }
        self.frames(1);
        if let Some(hold) = hold {
            self.move_shoulders(hold, 0.0);
        }
    }

    pub(crate) fn click(&mut self) {
        self.click_with(MouseButton::Left);
    }

    pub(crate) fn click_with(&mut self, button: MouseButton) {
        self.send_button(button, ButtonState::Pressed);
        self.button(button, ButtonState::Released);
    }

    /// Presses or releases a mouse button, then runs a frame.
    pub(crate) fn button(&mut self, button: MouseButton, state: ButtonState) {
        self.send_button(button, state);
        self.frames(1);
    }

    fn send_button(&mut self, button: MouseButton, state: ButtonState) {
        let window = self.window;
        self.send(MouseButtonInput {
            button,
            state,
            window,
        });
    }

    pub(crate) fn move_mouse(&mut self, delta: Vec2) {
        self.send(MouseMotion { delta });
        self.frames(1);
    }

    pub(crate) fn turn_wheel(&mut self, lines: f32) {
        let window = self.window;
        self.send(MouseWheel {
            unit: MouseScrollUnit::Line,
            x: 0.0,
            y: lines,
            window,
            phase: TouchPhase::Moved,
        });
        self.frames(1);
    }
}

/// Enables the selection of nodes and leaves.
pub(crate) fn select(app: &mut App) {
    app.add_plugins(selection_plugin);
}

pub(crate) fn temp_folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// Returns the path of the settings file in a folder.
pub(crate) fn settings_file(folder: &Path) -> PathBuf {
    folder.join("settings.toml")
}
