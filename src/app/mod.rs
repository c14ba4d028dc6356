//! The window: the only folder that names the engine; one plugin a concern.
//!
//! Plugins talk through the resources and messages of [`state`]. What a key does is a [`state::Command`]; the panel and
//! the tests send the same messages, so that nothing hangs on a key alone.

// Systems name their parameters by type; their lifetimes are the engine's affair.
#![allow(elided_lifetimes_in_paths)]
// Systems take their parameters by value, whether they consume them or not.
#![allow(clippy::needless_pass_by_value)]

pub mod camera;
pub mod clock;
pub mod course;
mod files;
pub mod hud;
pub mod input;
pub mod loading;
pub mod overlays;
pub mod panel;
mod picture;
pub mod player;
pub mod replay;
pub mod rooms;
pub mod scene;
pub mod settings;
pub mod shot;
mod startup;
pub mod state;
mod trace;
pub mod why;
mod worker;

pub use crate::color::palette;

use std::process::ExitCode;

use bevy::{prelude::*, window::WindowResolution};

use crate::{bsp::BuildParams, collision::mover::Way, level::LoadOptions};
use state::{
    Command, LevelSource, Notice, OpenDialog, OpenLevel, Overlays, Player, RebuildTree, Selection, Ui,
};

/// What the command line asks of the window.
#[derive(Clone, Debug, Default)]
pub struct WindowOptions {
    /// The level to start with; the built-in one where not said.
    pub source: Option<LevelSource>,
    /// How to load it.
    pub load: LoadOptions,
    /// How the body is kept out of the walls; as the settings have it where not said.
    pub way: Option<Way>,
    /// How to build trees until the panel says otherwise.
    pub params: BuildParams,
    /// Inner width and height in logical pixels.
    pub size: Option<[u32; 2]>,
}

/// Opens the window and returns when it is closed: status 0, or 1 where it could not be opened, which is said in one
/// sentence on standard error.
#[must_use]
pub fn run(options: WindowOptions) -> ExitCode {
    if let Err(error) = startup::check_display() {
        eprintln!("bspwalk: {error}");
        return ExitCode::FAILURE;
    }
    startup::explain_panics();
    let [width, height] = options.size.unwrap_or([1280, 720]);
    let mut app = App::new();
    app.add_plugins(
        DefaultPlugins
            .set(startup::log_plugin())
            .set(startup::render_plugin())
            .set(WindowPlugin {
                primary_window: Some(Window {
                    title: "bspwalk".into(),
                    name: Some("bspwalk".into()),
                    resolution: WindowResolution::new(width, height),
                    ..default()
                }),
                ..default()
            })
            .disable::<bevy::app::PanicHandlerPlugin>(),
    );
    app.insert_resource(settings::SettingsPath::from_environment());
    add_logic(&mut app, &options);
    app.add_plugins((
        scene::ScenePlugin,
        camera::CameraPlugin,
        hud::HudPlugin,
        picture::PicturePlugin,
        trace::TracePlugin,
        panel::PanelPlugin,
    ))
    .add_plugins((overlays::OverlaysPlugin, rooms::CullingPlugin));
    match app.run() {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(_) => ExitCode::FAILURE,
    }
}

/// Adds everything that needs no renderer and no window: shared state, controls, movement, loading.
pub fn add_logic(app: &mut App, options: &WindowOptions) {
    app.insert_resource(settings::AskedWay(options.way))
        .init_resource::<Player>()
        .init_resource::<Ui>()
        .init_resource::<Selection>()
        .init_resource::<Overlays>()
        .add_message::<Command>()
        .add_message::<Notice>()
        .add_message::<OpenLevel>()
        .add_message::<OpenDialog>()
        .add_message::<RebuildTree>()
        .add_plugins((
            settings::SettingsPlugin,
            input::InputPlugin,
            clock::ClockPlugin,
            player::PlayerPlugin,
            replay::ReplayPlugin,
            why::WhyPlugin,
            course::CoursePlugin,
            rooms::RoomsPlugin,
            loading::LoadingPlugin::new(options),
        ));
}
