//! Settings that outlive the window: read at the start, written when they change.
//!
//! The file is that of `bspwalk_session::settings_file`. Options of the command line hold for one run and are not written.

mod sections;
mod window;

use std::{collections::BTreeSet, path::PathBuf, time::Duration};

use bevy::{prelude::*, window::PrimaryWindow};
use bspwalk_explain::quiz::Results;
use bspwalk_session::{
    actions::{Axis, KeptKeys},
    body::{RADII, SPEEDS},
    easing::Easing,
    pads::PadSettings,
    settings_file as file, store,
};
use bspwalk_text::text;
use bspwalk_trees::{
    collision::mover::{CollisionMethod, MoverParams},
    node_storing::Measure,
};

use super::{
    bindings::Bindings,
    input::UiZoom,
    schedule::AppSystems,
    shown::{Shown, ShownMut},
    state::{LevelOptions, LevelSource, Notice, Overlays, Player, Ui},
};

pub use sections::{Section, Sections};
pub use window::{KeepsWindow, WindowPlace};

/// The user's settings.
#[derive(Resource, Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Horizontal field of view at 16:9, in degrees.
    pub field_of_view: f32,
    /// How far one count of the mouse turns the view, in degrees.
    pub sensitivity: f32,
    /// The sticks of gamepads.
    #[serde(flatten)]
    pub pad: PadSettings,
    /// How much brighter the level is drawn than its light is.
    pub brightness: f32,
    /// How fine the 3D picture is.
    pub render_scale: RenderScale,
    /// Whether the eye goes up and down with the steps of a walking player.
    pub head_bob: bool,
    /// Whether nothing moves by itself that can be still.
    pub reduced_motion: bool,
    /// The tag of the language of all texts; empty for that of the system.
    pub language: String,
    /// Whether the tool bar is shown while the mouse is free.
    pub tool_bar: bool,
    /// Whether the menu bar is shown while the mouse is free; a key opens it all the same.
    pub menu_bar: bool,
    /// Whether the tour has run or was declined, or another start of the program came before this one.
    pub tour_seen: bool,
    /// The station at which the tour was left, by its name; empty where it was not begun, or came to its end.
    pub tour_station: String,
    /// The stations whose tasks were done, by their names.
    pub tour_done: BTreeSet<String>,
    /// Whether the next useful key is named.
    pub hints: bool,
    /// The hints whose keys were used, or that were dismissed, by their names.
    pub hints_done: BTreeSet<String>,
    /// What was answered in the quiz, the latest last.
    pub quiz: Results,
    /// Which sections of the panel are open.
    pub sections: Sections,
    /// Height of the dock with the tree, in points.
    pub dock_height: f32,
    /// What the widths of the tree's picture are.
    pub dock_measure: Measure,
    /// Levels opened before, the latest first.
    pub recent: Vec<LevelSource>,
    /// The options of levels, the latest first.
    pub levels: Vec<Remembered>,
}

/// How fine the 3D picture is drawn, before it is enlarged to the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RenderScale {
    /// In full, but where the driver draws in software as fine as it is quick enough while the picture moves.
    #[default]
    Adaptive,
    /// As fine as the window.
    Full,
    /// A pixel covers two pixels of the window each way.
    Half,
    /// A pixel covers three pixels of the window each way.
    Third,
}

impl RenderScale {
    /// All of them, the default first.
    pub const ALL: [Self; 4] = [Self::Adaptive, Self::Full, Self::Half, Self::Third];

    /// Its name on the screen.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Adaptive => text!("settings-scale-adaptive-name"),
            Self::Full => text!("settings-scale-full-name"),
            Self::Half => "1/2",
            Self::Third => "1/3",
        }
    }

    /// What it means, for the user.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Adaptive => {
                text!("settings-scale-adaptive")
            }
            Self::Full => text!("settings-scale-full"),
            Self::Half => text!("settings-scale-half"),
            Self::Third => text!("settings-scale-third"),
        }
    }

    /// How many pixels of the window a pixel is wide and high; `None` where that follows from the time of frames.
    #[must_use]
    pub const fn factor(self) -> Option<u32> {
        match self {
            Self::Adaptive => None,
            Self::Full => Some(1),
            Self::Half => Some(2),
            Self::Third => Some(3),
        }
    }
}

/// The options that are remembered for a level.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Remembered {
    /// Where it comes from.
    pub source: LevelSource,
    /// How it is read and its trees are built.
    #[serde(default)]
    pub options: LevelOptions,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            field_of_view: 90.0,
            sensitivity: 0.1,
            pad: PadSettings::default(),
            brightness: 1.0,
            render_scale: RenderScale::default(),
            head_bob: false,
            reduced_motion: system_reduces_motion(),
            language: String::new(),
            tool_bar: true,
            menu_bar: true,
            tour_seen: false,
            tour_station: String::new(),
            tour_done: BTreeSet::new(),
            hints: true,
            hints_done: BTreeSet::new(),
            quiz: Results::default(),
            sections: Sections::default(),
            dock_height: 244.0,
            dock_measure: Measure::default(),
            recent: Vec::new(),
            levels: Vec::new(),
        }
    }
}

/// Whether the system asks for reduced motion. Browsers tell.
fn system_reduces_motion() -> bool {
    #[cfg(target_family = "wasm")]
    return crate::page::script::has_reduced_motion();
    #[cfg(not(target_family = "wasm"))]
    false
}

/// Most recent levels.
pub const RECENT: usize = 10;

/// Most levels whose options are remembered.
const LEVELS: usize = 200;

/// Least and greatest horizontal field of view at 16:9, in degrees.
pub const FIELDS_OF_VIEW: [f32; 2] = [50.0, 130.0];

/// Least and greatest [`Settings::dock_height`].
pub const DOCK_HEIGHTS: [f32; 2] = [150.0, 2000.0];

/// Least and greatest [`Settings::brightness`].
pub const BRIGHTNESSES: [f32; 2] = [0.25, 8.0];

/// Least and greatest [`Settings::sensitivity`].
pub const SENSITIVITIES: [f32; 2] = [0.005, 1.0];

impl Settings {
    /// The vertical field of view for the camera, in radians.
    #[must_use]
    pub fn vertical_field_of_view(&self) -> f32 {
        let half = (self.field_of_view.to_radians() * 0.5).tan() * 9.0 / 16.0;
        2.0 * half.atan()
    }

    /// How things move by themselves.
    #[must_use]
    pub fn easing(&self) -> Easing {
        Easing {
            reduced: self.reduced_motion,
        }
    }

    /// Whether the head bobs.
    #[must_use]
    pub fn bobs(&self) -> bool {
        self.head_bob && !self.reduced_motion
    }

    /// Whether useful keys are named: not where there are fingers and no keys.
    #[must_use]
    pub fn names_keys(&self) -> bool {
        #[cfg(target_family = "wasm")]
        if crate::page::script::has_fingers() {
            return false;
        }
        self.hints
    }

    /// The options that are remembered for a level, or the defaults.
    #[must_use]
    pub fn options_of(&self, source: &LevelSource) -> LevelOptions {
        let source = source.absolute();
        let known = self.levels.iter().find(|known| known.source == source);
        known.map(|known| known.options.clone()).unwrap_or_default()
    }

    /// Changes the options that are remembered for a level.
    pub fn change_options(&mut self, source: &LevelSource, change: impl FnOnce(&mut LevelOptions)) {
        let mut options = self.options_of(source);
        change(&mut options);
        let source = source.absolute();
        self.levels.retain(|known| known.source != source);
        let known = Remembered { source, options };
        let lasts = !matches!(known.source, LevelSource::Drawn(_));
        if lasts && known.options != LevelOptions::default() && file::can_hold(&known) {
            self.levels.insert(0, known);
            self.levels.truncate(LEVELS);
        }
    }

    /// Remembers how a level was opened, and puts it first among the recent levels. Built-in levels are listed apart.
    pub fn opened(&mut self, source: &LevelSource, options: LevelOptions) {
        self.change_options(source, |known| *known = options);
        let source = source.absolute();
        // Files that a page was given are gone when it is opened again.
        let lasts = cfg!(not(target_family = "wasm"));
        if lasts && matches!(source, LevelSource::File(_)) && file::can_hold(&source) {
            self.recent.retain(|recent| *recent != source);
            self.recent.insert(0, source);
            self.recent.truncate(RECENT);
        }
    }
}

/// The content of the file: the settings and values of other resources.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
struct Saved {
    speed: Option<f32>,
    radius: Option<f32>,
    /// The size of text and cards.
    text_zoom: Option<f32>,
    /// Whether the dock with the tree is open.
    dock: bool,
    #[serde(alias = "way")]
    method: CollisionMethod,
    window: Option<WindowPlace>,
    body: MoverParams,
    settings: Settings,
    overlays: Overlays,
    keys: KeptKeys,
}

/// What older programs kept among the settings.
#[derive(Default, serde::Deserialize)]
#[serde(default)]
struct Older {
    /// Whether moving the mouse forward looks down: now among the keys.
    invert_y: bool,
}

impl Saved {
    /// Brings numbers into range.
    fn sane(mut self) -> Self {
        let defaults = Settings::default();
        let within = |value: f32, [least, greatest]: [f32; 2], default: f32| match value.is_finite() {
            true => value.clamp(least, greatest),
            false => default,
        };
        let settings = &mut self.settings;
        settings.field_of_view = within(settings.field_of_view, FIELDS_OF_VIEW, defaults.field_of_view);
        settings.sensitivity = within(settings.sensitivity, SENSITIVITIES, defaults.sensitivity);
        settings.pad = settings.pad.sane();
        settings.brightness = within(settings.brightness, BRIGHTNESSES, defaults.brightness);
        settings.dock_height = within(settings.dock_height, DOCK_HEIGHTS, defaults.dock_height);
        settings.recent.truncate(RECENT);
        settings.levels.truncate(LEVELS);
        settings.levels.retain(|level| level.options.is_sane());
        self.body = self.body.clamped();
        self.window = self.window.filter(WindowPlace::is_sane);
        let player = Player::default();
        self.speed = self.speed.map(|speed| within(speed, SPEEDS, player.speed));
        self.radius = self.radius.map(|radius| within(radius, RADII, player.radius));
        self.overlays.plane_opacity = within(self.overlays.plane_opacity, [0.0, 1.0], 0.3);
        self
    }
}

/// Where the file is; `None` if settings are not kept.
#[derive(Resource, Clone, Debug, Default)]
pub struct SettingsPath(pub Option<PathBuf>);

impl SettingsPath {
    /// As the environment has it.
    #[must_use]
    pub fn from_environment() -> Self {
        Self(file::path())
    }

    /// Where the window was when it was closed last. This is read before the other settings.
    #[must_use]
    pub fn window(&self) -> Option<WindowPlace> {
        let place: WindowPlace = file::read_field(self.0.as_deref()?, "window")?;
        place.is_sane().then_some(place)
    }
}

/// The collision method of the command line, over that of the settings.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct AskedMethod(pub Option<CollisionMethod>);

/// Reads and writes the settings.
pub struct SettingsPlugin;

impl Plugin for SettingsPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<SettingsPath>()
            .add_systems(PreStartup, load)
            .add_systems(Update, window::bring_back.in_set(AppSystems::Show))
            .add_systems(Last, save.in_set(AppSystems::Save));
    }
}

/// The content of the file.
#[derive(Resource, Default)]
struct OnDisk {
    saved: Saved,
    /// Since when the file has been out of date.
    changed: Option<Duration>,
    failed: bool,
    /// The collision method of the command line and the one in the file, until the user chooses another.
    method: Option<[CollisionMethod; 2]>,
}

fn load(
    mut commands: Commands,
    path: Res<SettingsPath>,
    asked: Res<AskedMethod>,
    mut settings: ResMut<Settings>,
    mut overlays: ResMut<Overlays>,
    (mut player, mut ui, mut zoom): (ShownMut<Player>, ResMut<Ui>, ResMut<UiZoom>),
    mut keys: ResMut<Bindings>,
    mut notices: MessageWriter<Notice>,
) {
    // Settings that cannot be kept would invite to the tour at every start.
    let is_first_start = path.0.as_deref().is_some_and(|path| !store::get().exists(path));
    let (saved, problem) = path.0.as_deref().map(file::read::<Saved>).unwrap_or_default();
    if let Some(problem) = problem {
        warn!("{problem}");
        notices.write(Notice::error(problem));
    }
    let saved = saved.sane();
    *settings = saved.settings.clone();
    settings.tour_seen |= !is_first_start;
    *overlays = saved.overlays.clone();
    player.restore(&saved.body, saved.radius, saved.speed);
    *zoom = UiZoom::kept(saved.text_zoom);
    ui.dock = saved.dock;
    let (mut keymap, problem) = saved.keys.keymap();
    if let Some(problem) = problem {
        warn!("{problem}");
        notices.write(Notice::error(problem));
    }
    let older: Option<Older> = path
        .0
        .as_deref()
        .and_then(|path| file::read_field(path, "settings"));
    if older.is_some_and(|older| older.invert_y) {
        keymap.invert(Axis::LookUpAndDown, true);
    }
    keys.set_if_neq(Bindings(keymap));
    let asked = asked.0;
    player.method = asked.unwrap_or(saved.method);
    if asked.is_none() && saved.method.is_faulty() {
        notices.write(Notice::error(text!(
            "settings-faulty-method",
            method = saved.method.name(),
            description = saved.method.description()
        )));
    }
    commands.insert_resource(OnDisk {
        method: asked.map(|asked| [asked, saved.method]),
        saved,
        ..default()
    });
}

/// How long settings must be out of date before they are written.
const DELAY: Duration = Duration::from_secs(1);

fn save(
    time: Res<Time<Real>>,
    path: Res<SettingsPath>,
    (settings, overlays, player): (Res<Settings>, Res<Overlays>, Shown<Player>),
    keys: Res<Bindings>,
    (ui, zoom): (Res<Ui>, Res<UiZoom>),
    windows: Query<&Window, With<PrimaryWindow>>,
    keeps_window: Option<Res<KeepsWindow>>,
    mut disk: ResMut<OnDisk>,
    mut exits: MessageReader<AppExit>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(path) = path.0.as_deref() else { return };
    let leaving = exits.read().count() > 0;
    let body = player.body_settings();
    let method = match disk.method {
        Some([asked, kept]) if player.method == asked => kept,
        _ => {
            disk.method = None;
            player.method
        }
    };
    let window = windows.iter().next().filter(|_| keeps_window.is_some());
    let now = Saved {
        speed: Some(body.speed),
        radius: Some(body.radius),
        text_zoom: Some(zoom.0),
        dock: ui.dock,
        method,
        window: window.and_then(WindowPlace::of).or(disk.saved.window),
        body: body.params,
        settings: settings.clone(),
        overlays: overlays.clone(),
        keys: KeptKeys::of(&keys.0),
    };
    // The tour changes the body, the overlays and the options of levels for a while. Everything else is the user's, and so is the
    // progress in the tour.
    let now = match ui.tour {
        true => Saved {
            text_zoom: now.text_zoom,
            keys: now.keys,
            settings: Settings {
                levels: disk.saved.settings.levels.clone(),
                ..now.settings
            },
            ..disk.saved.clone()
        },
        false => now,
    };
    // A station that is done stays done, even if the program is killed now.
    let is_urgent = now.settings.tour_done != disk.saved.settings.tour_done;
    if now == disk.saved || disk.failed {
        disk.changed = None;
        return;
    }
    let since = *disk.changed.get_or_insert(time.elapsed());
    if leaving || is_urgent || time.elapsed().saturating_sub(since) >= DELAY {
        if let Err(error) = file::write(path, &now) {
            disk.failed = true;
            notices.write(Notice::error(text!(
                "settings-not-written",
                file = path.display(),
                error
            )));
        }
        disk.saved = now;
        disk.changed = None;
    }
}
