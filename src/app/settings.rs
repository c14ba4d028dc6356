//! Settings that outlive the window: read at the start, written when they change.
//!
//! They lie where the system keeps them (`~/.config/bspwalk/settings.toml` on Linux), or in the folder that the
//! environment variable `BSPWALK_CONFIG_DIR` names.

use std::{
    env, fs,
    path::{Path, PathBuf},
    time::Duration,
};

use bevy::prelude::*;

use super::{
    input::SPEEDS,
    state::{LevelSource, Notice, Overlays, Player},
};
use crate::collision::mover::Way;

/// What a person likes.
#[derive(Resource, Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Horizontal field of view at 16:9, in degrees.
    pub field_of_view: f32,
    /// Degrees that a count of the mouse turns the view.
    pub sensitivity: f32,
    /// Whether moving the mouse forward looks down.
    pub invert_y: bool,
    /// Whether the eye of one who walks goes up and down with the steps.
    pub head_bob: bool,
    /// Levels opened before, the latest first.
    pub recent: Vec<LevelSource>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            field_of_view: 90.0,
            sensitivity: 0.1,
            invert_y: false,
            head_bob: false,
            recent: Vec::new(),
        }
    }
}

/// How many recent levels are kept.
pub const RECENT: usize = 10;

/// Least and greatest radius of the bounding sphere, in metres.
pub const RADII: [f32; 2] = [0.02, 5.0];

/// Least and greatest horizontal field of view at 16:9, in degrees.
pub const FIELDS_OF_VIEW: [f32; 2] = [50.0, 130.0];

/// Least and greatest degrees that a count of the mouse turns the view.
pub const SENSITIVITIES: [f32; 2] = [0.005, 1.0];

impl Settings {
    /// The vertical field of view for the camera, in radians.
    #[must_use]
    pub fn vertical_field_of_view(&self) -> f32 {
        let half = (self.field_of_view.to_radians() * 0.5).tan() * 9.0 / 16.0;
        2.0 * half.atan()
    }

    /// Puts a level first among the recent ones. Built-in ones are always listed, so they are not kept.
    pub fn remember(&mut self, source: &LevelSource) {
        if matches!(source, LevelSource::File(_)) {
            self.recent.retain(|recent| recent != source);
            self.recent.insert(0, source.clone());
            self.recent.truncate(RECENT);
        }
    }
}

/// The file: the settings with what other resources hold.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
struct Saved {
    speed: Option<f32>,
    radius: Option<f32>,
    walking: bool,
    way: Way,
    settings: Settings,
    overlays: Overlays,
}

impl Saved {
    /// Replaces what no person can have meant: numbers out of range, or none.
    fn sane(mut self) -> Self {
        let defaults = Settings::default();
        let within = |value: f32, [least, greatest]: [f32; 2], default: f32| {
            if value.is_finite() {
                value.clamp(least, greatest)
            } else {
                default
            }
        };
        let settings = &mut self.settings;
        settings.field_of_view = within(settings.field_of_view, FIELDS_OF_VIEW, defaults.field_of_view);
        settings.sensitivity = within(settings.sensitivity, SENSITIVITIES, defaults.sensitivity);
        settings.recent.truncate(RECENT);
        let player = Player::default();
        self.speed = self.speed.map(|speed| within(speed, SPEEDS, player.speed));
        self.radius = self.radius.map(|radius| within(radius, RADII, player.radius));
        self.overlays.plane_opacity = within(self.overlays.plane_opacity, [0.0, 1.0], 0.3);
        self
    }
}

/// Where the file is; `None` where nothing is kept.
#[derive(Resource, Clone, Debug, Default)]
pub struct SettingsPath(pub Option<PathBuf>);

impl SettingsPath {
    /// As the environment says.
    #[must_use]
    pub fn from_environment() -> Self {
        let folder = env::var_os("BSPWALK_CONFIG_DIR").filter(|folder| !folder.is_empty());
        Self(match folder {
            Some(folder) => Some(Path::new(&folder).join("settings.toml")),
            None => confy::get_configuration_file_path("bspwalk", "settings").ok(),
        })
    }
}

/// The way to move that the command line asks for, which the settings do not overrule.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct AskedWay(pub Option<Way>);

/// Keeps the settings.
pub struct SettingsPlugin;

impl Plugin for SettingsPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Settings>()
            .init_resource::<SettingsPath>()
            .add_systems(PreStartup, load)
            .add_systems(Last, save);
    }
}

/// What the file holds now, and since when it is out of date.
#[derive(Resource, Default)]
struct OnDisk {
    saved: Saved,
    changed: Option<Duration>,
    failed: bool,
}

fn load(
    mut commands: Commands,
    path: Res<SettingsPath>,
    asked: Option<Res<AskedWay>>,
    mut settings: ResMut<Settings>,
    mut overlays: ResMut<Overlays>,
    mut player: ResMut<Player>,
    mut notices: MessageWriter<Notice>,
) {
    let saved = match path.0.as_deref().map(read) {
        Some(Ok(saved)) => saved.sane(),
        Some(Err(problem)) => {
            warn!("{problem}");
            notices.write(Notice::error(problem));
            Saved::default()
        }
        None => Saved::default(),
    };
    *settings = saved.settings.clone();
    *overlays = saved.overlays.clone();
    player.speed = saved.speed.unwrap_or(player.speed);
    player.radius = saved.radius.unwrap_or(player.radius);
    player.walking = saved.walking;
    player.way = asked.and_then(|asked| asked.0).unwrap_or(saved.way);
    commands.insert_resource(OnDisk { saved, ..default() });
}

/// Reads the file; the defaults where there is none. A file that cannot be understood is moved aside, so that nothing of
/// it is lost.
fn read(path: &Path) -> Result<Saved, String> {
    if !path.exists() {
        return Ok(Saved::default());
    }
    confy::load_path(path).map_err(|error| {
        let cause = std::error::Error::source(&error).map_or_else(|| error.to_string(), ToString::to_string);
        let cause = cause.lines().next().unwrap_or_default().to_owned();
        let aside = path.with_extension("toml.broken");
        let kept = match fs::rename(path, &aside) {
            Ok(()) => format!("it was moved to {}", aside.display()),
            Err(error) => format!("it could not be moved aside ({error})"),
        };
        format!(
            "The settings in {} cannot be read ({cause}): {kept}, and the defaults are used.",
            path.display()
        )
    })
}

/// How long the settings rest before they are written.
const REST: Duration = Duration::from_secs(1);

fn save(
    time: Res<Time<Real>>,
    path: Res<SettingsPath>,
    settings: Res<Settings>,
    overlays: Res<Overlays>,
    player: Res<Player>,
    disk: Option<ResMut<OnDisk>>,
    mut exits: MessageReader<AppExit>,
    mut notices: MessageWriter<Notice>,
) {
    let (Some(path), Some(mut disk)) = (path.0.as_deref(), disk) else {
        return;
    };
    let leaving = exits.read().count() > 0;
    let own = player.own();
    let now = Saved {
        speed: Some(own.speed),
        radius: Some(own.radius),
        walking: own.walking,
        way: player.way,
        settings: settings.clone(),
        overlays: overlays.clone(),
    };
    if now == disk.saved || disk.failed {
        disk.changed = None;
        return;
    }
    let since = *disk.changed.get_or_insert(time.elapsed());
    if leaving || time.elapsed().saturating_sub(since) >= REST {
        if let Err(error) = confy::store_path(path, &now) {
            disk.failed = true;
            notices.write(Notice::error(format!(
                "The settings cannot be written to {} ({error}): they last until the window closes.",
                path.display()
            )));
        }
        disk.saved = now;
        disk.changed = None;
    }
}
