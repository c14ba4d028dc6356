//! Persistent settings, which are read at startup and written when they change.
//!
//! `Saved` lists the saved fields, and its `sane` method contains their ranges. `Older` contains fields of older
//! versions, and renamed fields have a serde alias. [`bspwalk_session::settings_file`] reads and writes the file.
//! Command-line options apply to a single run and are not saved. `sections` stores which panel sections are open,
//! `disclosures` which parts of cards are expanded, and `window` the window position.

mod disclosures;
mod sections;
mod window;

use std::{collections::BTreeSet, path::PathBuf, time::Duration};

use bevy::{prelude::*, window::PrimaryWindow};
use bspwalk_collision::mover::{CollisionMethod, MoverParams};
use bspwalk_explain::doom_load::{VIEW_HEIGHT, VIEW_HEIGHTS};
use bspwalk_session::{
    actions::{Axis, KeptKeys},
    body::{RADII, SPEEDS},
    easing::Easing,
    overlays::MOST_HULLS,
    pads::PadSettings,
    program_settings::ProgramSettings,
    settings_file as file, store,
    ui::{Hints, TextScale},
};
use bspwalk_text::{from_environment, language, set_language, text, translated};
use bspwalk_trees::node_storing::Measure;

use super::bindings::Bindings;
use crate::app::host::prelude::*;

pub use disclosures::{Disclosure, Disclosures};
pub use sections::{Section, Sections};
pub use window::{KeepsWindow, WindowPlace};

/// The user's settings.
#[derive(Resource, Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Horizontal field of view at 16:9, in degrees.
    pub field_of_view: f32,
    /// Rotation of the view per mouse count, in degrees.
    pub sensitivity: f32,
    /// Settings of gamepad sticks.
    #[serde(flatten)]
    pub pad: PadSettings,
    /// Factor applied to the lighting of the level.
    pub brightness: f32,
    /// Resolution of the 3D view.
    pub render_scale: RenderScale,
    /// Whether the view bobs with the steps of a walking player.
    pub head_bob: bool,
    /// Whether optional animations are off.
    pub reduced_motion: bool,
    /// Language tag; empty for the system's language.
    pub language: String,
    /// Whether the tour was started or declined, or the program has been started before.
    pub tour_seen: bool,
    /// Name of the last station in an unfinished tour; empty if the tour was not started or was completed.
    pub tour_station: String,
    /// Names of the stations whose tasks are complete.
    pub tour_done: BTreeSet<String>,
    /// Panel sections that are open.
    pub sections: Sections,
    /// Expanded parts of cards and sections.
    pub disclosures: Disclosures,
    /// Height of the tree dock, in points.
    pub dock_height: f32,
    /// Measure that determines the bar widths of the icicle.
    pub dock_measure: Measure,
    /// Recently opened levels, most recent first.
    pub recent: Vec<LevelName>,
    /// Saved options of levels, most recent first.
    pub levels: Vec<Remembered>,
}

/// Resolution of the 3D view before it is scaled up to the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RenderScale {
    /// Full resolution. With a software renderer, the resolution drops while the image is moving, but only as far as
    /// the frame rate requires.
    #[default]
    Adaptive,
    /// Same resolution as the window.
    Full,
    /// Each rendered pixel covers 2×2 window pixels.
    Half,
    /// Each rendered pixel covers 3×3 window pixels.
    Third,
}

impl RenderScale {
    /// All values, starting with the default.
    pub const ALL: [Self; 4] = [Self::Adaptive, Self::Full, Self::Half, Self::Third];

    /// Returns the display name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Adaptive => text!("settings-scale-adaptive-name"),
            Self::Full => text!("settings-scale-full-name"),
            Self::Half => "1/2",
            Self::Third => "1/3",
        }
    }

    /// Returns a user-facing explanation.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Adaptive => text!("settings-scale-adaptive"),
            Self::Full => text!("settings-scale-full"),
            Self::Half => text!("settings-scale-half"),
            Self::Third => text!("settings-scale-third"),
        }
    }

    /// Returns the width and height of a rendered pixel in window pixels, or `None` if the size depends on the frame
    /// time.
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

/// Options saved for a level.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Remembered {
    /// Source of the level.
    pub source: LevelName,
    /// Options for reading the level and building its trees.
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
            tour_seen: false,
            tour_station: String::new(),
            tour_done: BTreeSet::new(),
            sections: Sections::default(),
            disclosures: Disclosures::default(),
            dock_height: 244.0,
            dock_measure: Measure::default(),
            recent: Vec::new(),
            levels: Vec::new(),
        }
    }
}

/// Returns whether the system requests reduced motion. Only browsers report this preference.
fn system_reduces_motion() -> bool {
    #[cfg(target_family = "wasm")]
    return crate::page::script::has_reduced_motion();
    #[cfg(not(target_family = "wasm"))]
    false
}

/// Maximum number of recent levels.
pub const RECENT: usize = 10;

/// Maximum number of levels whose options are saved.
const LEVELS: usize = 200;

/// Minimum and maximum horizontal field of view at 16:9, in degrees.
pub const FIELDS_OF_VIEW: [f32; 2] = [50.0, 130.0];

/// Minimum and maximum [`Settings::dock_height`].
pub const DOCK_HEIGHTS: [f32; 2] = [150.0, 2000.0];

/// Minimum and maximum [`Settings::brightness`].
pub const BRIGHTNESSES: [f32; 2] = [0.25, 8.0];

/// Minimum and maximum [`Settings::sensitivity`].
pub const SENSITIVITIES: [f32; 2] = [0.005, 1.0];

impl Settings {
    /// Returns the vertical field of view for the camera, in radians.
    #[must_use]
    pub fn vertical_field_of_view(&self) -> f32 {
        let half = (self.field_of_view.to_radians() * 0.5).tan() * 9.0 / 16.0;
        2.0 * half.atan()
    }

    /// Returns the easing to use for animations.
    #[must_use]
    pub fn easing(&self) -> Easing {
        Easing {
            reduced: self.reduced_motion,
        }
    }

    /// Returns whether head bobbing is active.
    #[must_use]
    pub fn bobs(&self) -> bool {
        self.head_bob && !self.reduced_motion
    }

    /// Returns the options saved for a level, or the defaults.
    #[must_use]
    pub fn options_of(&self, source: &LevelName) -> LevelOptions {
        let source = source.absolute();
        let known = self.levels.iter().find(|known| known.source == source);
        known.map(|known| known.options.clone()).unwrap_or_default()
    }

    /// Changes the options saved for a level.
    pub fn change_options(&mut self, source: &LevelName, change: impl FnOnce(&mut LevelOptions)) {
        let mut options = self.options_of(source);
        change(&mut options);
        let source = source.absolute();
        self.levels.retain(|known| known.source != source);
        let known = Remembered { source, options };
        let lasts = !matches!(known.source, LevelName::Drawn(_));
        if lasts && known.options != LevelOptions::default() && file::can_hold(&known) {
            self.levels.insert(0, known);
            self.levels.truncate(LEVELS);
        }
    }

    /// Saves the options that a level was opened with, and moves the level to the front of the recent levels. Built-in
    /// levels are listed separately.
    pub fn record_opened_level(&mut self, source: &LevelName, options: LevelOptions) {
        self.change_options(source, |known| *known = options);
        let source = source.absolute();
        // Files that were given to a web page are no longer available when the page is reopened.
        let lasts = cfg!(not(target_family = "wasm"));
        if lasts && matches!(source, LevelName::File(_)) && file::can_hold(&source) {
            self.recent.retain(|recent| *recent != source);
            self.recent.insert(0, source);
            self.recent.truncate(RECENT);
        }
    }
}

/// Returns whether hints suggest keys. Touch devices without a keyboard show no such hints.
pub(in crate::app) fn names_keys(hints: &Hints) -> bool {
    #[cfg(target_family = "wasm")]
    if crate::page::script::has_fingers() {
        return false;
    }
    hints.on
}

/// Contents of the settings file: the settings, and values of other resources.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
struct Saved {
    speed: Option<f32>,
    radius: Option<f32>,
    /// Scale of text and cards.
    text_zoom: Option<f32>,
    /// Whether the tree dock is open.
    dock: bool,
    #[serde(alias = "way")]
    method: CollisionMethod,
    window: Option<WindowPlace>,
    body: MoverParams,
    settings: SavedSettings,
    overlays: Overlays,
    keys: KeptKeys,
}

/// Settings of the window, and settings that all front ends share.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
struct SavedSettings {
    #[serde(flatten)]
    window: Settings,
    #[serde(flatten)]
    program: ProgramSettings,
}

/// Settings that older versions stored elsewhere.
#[derive(Default, serde::Deserialize)]
#[serde(default)]
struct Older {
    /// Whether moving the mouse forward looks down. This is now part of the key bindings.
    invert_y: bool,
}

impl Saved {
    /// Clamps numbers to their valid ranges.
    fn sane(mut self) -> Self {
        let defaults = Settings::default();
        let within = |value: f32, [least, greatest]: [f32; 2], default: f32| match value.is_finite() {
            true => value.clamp(least, greatest),
            false => default,
        };
        let settings = &mut self.settings.window;
        settings.field_of_view = within(settings.field_of_view, FIELDS_OF_VIEW, defaults.field_of_view);
        settings.sensitivity = within(settings.sensitivity, SENSITIVITIES, defaults.sensitivity);
        settings.pad = settings.pad.clamped();
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
        self.overlays.hull = self.overlays.hull.clamp(1, MOST_HULLS);
        self.overlays.plane_opacity = within(self.overlays.plane_opacity, [0.0, 1.0], 0.3);
        let [low, high] = VIEW_HEIGHTS;
        if !(low..=high).contains(&self.overlays.view_height) {
            self.overlays.view_height = VIEW_HEIGHT;
        }
        self
    }
}

/// Path of the settings file, or `None` if settings are not saved.
#[derive(Resource, Clone, Debug, Default)]
pub struct SettingsPath(pub Option<PathBuf>);

impl SettingsPath {
    /// Determines the path from environment variables.
    #[must_use]
    pub fn from_environment() -> Self {
        Self(file::path())
    }

    /// Returns the window position and size saved when the window was last closed. They are read before the other
    /// settings.
    #[must_use]
    pub fn window(&self) -> Option<WindowPlace> {
        let place: WindowPlace = file::read_field(self.0.as_deref()?, "window")?;
        place.is_sane().then_some(place)
    }
}

/// Collision method from the command line, which overrides the settings.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct AskedMethod(pub Option<CollisionMethod>);

/// Reads and writes the settings.
pub fn plugin(app: &mut App) {
    app.init_resource::<SettingsPath>()
        .add_systems(PreStartup, load)
        .add_systems(
            Update,
            (
                switch_language
                    .run_if(resource_exists_and_changed::<Settings>)
                    .in_set(AppSystems::Follow),
                window::bring_back.in_set(AppSystems::Show),
            ),
        )
        .add_systems(Last, save.in_set(AppSystems::Save));
}

/// State of the settings file.
#[derive(Resource, Default)]
struct OnDisk {
    saved: Saved,
    /// Time of the first change that has not been written yet.
    changed: Option<Duration>,
    failed: bool,
    /// Collision methods from the command line and from the file, until the user selects a different one.
    method: Option<[CollisionMethod; 2]>,
}

fn load(
    mut commands: Commands,
    path: Res<SettingsPath>,
    asked: Res<AskedMethod>,
    mut settings: ResMut<Settings>,
    mut program: ResMut<ProgramState>,
    mut player: ShownMut<Player>,
    mut keys: ResMut<Bindings>,
    mut notices: MessageWriter<Notice>,
) {
    // If settings are not saved, do not count this as a first start. Otherwise every start would show the tour
    // invitation.
    let is_first_start = path.0.as_deref().is_some_and(|path| !store::get().exists(path));
    let (saved, problem) = path.0.as_deref().map(file::read::<Saved>).unwrap_or_default();
    let saved = saved.sane();
    *settings = saved.settings.window.clone();
    program.apply_settings(saved.settings.program.clone());
    settings.tour_seen |= !is_first_start;
    program.overlays = saved.overlays.clone();
    player.restore(&saved.body, saved.radius, saved.speed);
    program.ui.text_scale = TextScale::from_setting(saved.text_zoom);
    program.ui.dock = saved.dock;
    let (mut keymap, problem_of_keys) = saved.keys.keymap();
    for problem in [problem, problem_of_keys].into_iter().flatten() {
        warn!("{problem}");
        notices.write(Notice::error(problem));
    }
    let path = path.0.as_deref();
    let older: Option<Older> = path.and_then(|path| file::read_field(path, "settings"));
    if older.is_some_and(|older| older.invert_y) {
        keymap.invert(Axis::LookUpAndDown, true);
    }
    keys.set_if_neq(Bindings(keymap));
    let asked = asked.0;
    player.method = asked.unwrap_or(saved.method);
    if asked.is_none() && saved.method == CollisionMethod::Ati {
        notices.write(Notice::error(text!(
            "settings-faulty-method",
            method = saved.method.name(),
            description = translated(saved.method.description())
        )));
    }
    commands.insert_resource(OnDisk {
        method: asked.map(|asked| [asked, saved.method]),
        saved,
        ..default()
    });
}

/// Switches the language if the user selected a different one. `cli::language` determines the language at startup.
fn switch_language(settings: Res<Settings>, mut known: Local<Option<String>>) {
    let before = known.replace(settings.language.clone());
    if before.is_none_or(|before| before == settings.language) {
        return;
    }
    let system = from_environment();
    let wanted = match settings.language.as_str() {
        "" => system.tag(),
        tag => tag,
    };
    if language().tag() != wanted {
        set_language(wanted);
    }
}

/// Delay between a settings change and writing the file.
const DELAY: Duration = Duration::from_secs(1);

fn save(
    time: Res<Time<Real>>,
    path: Res<SettingsPath>,
    (settings, program, player): (Res<Settings>, Res<ProgramState>, Shown<Player>),
    keys: Res<Bindings>,
    windows: Query<&Window, With<PrimaryWindow>>,
    keeps_window: Option<Res<KeepsWindow>>,
    mut disk: ResMut<OnDisk>,
    mut exits: MessageReader<AppExit>,
    mut notices: MessageWriter<Notice>,
) {
    let ui = program.ui;
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
        text_zoom: Some(ui.text_scale.0),
        dock: ui.dock,
        method,
        window: window.and_then(WindowPlace::of).or(disk.saved.window),
        body: body.params,
        settings: SavedSettings {
            window: settings.clone(),
            program: program.settings(),
        },
        overlays: program.overlays.clone(),
        keys: KeptKeys::of(&keys.0),
    };
    // The tour temporarily changes the player, the overlays and the level options. Everything else belongs to the user,
    // including the tour progress.
    let now = if ui.tour {
        Saved {
            text_zoom: now.text_zoom,
            keys: now.keys,
            settings: SavedSettings {
                window: Settings {
                    levels: disk.saved.settings.window.levels.clone(),
                    ..now.settings.window
                },
                ..now.settings
            },
            ..disk.saved.clone()
        }
    } else {
        now
    };
    // Save a completed station immediately, in case the program is killed.
    let is_urgent = now.settings.window.tour_done != disk.saved.settings.window.tour_done;
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
