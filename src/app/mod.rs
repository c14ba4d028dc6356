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
pub mod leaf_tree;
pub mod loading;
pub mod overlays;
pub mod panel;
pub mod player;
pub mod replay;
pub mod scene;
pub mod schedule;
mod screenshot;
pub mod settings;
pub mod shot;
mod startup;
pub mod state;
pub mod stop_reason;
mod trace;
mod worker;

pub use crate::color::palette;

use std::process::ExitCode;

use bevy::{prelude::*, window::WindowResolution};

use crate::{cli::args::TreeArgs, collision::mover::CollisionMethod};
use state::{
    Command, LevelSource, Notice, OpenDialog, OpenLevel, Overlays, Player, RebuildTree, Selection, Ui,
};

/// What the command line asks of the window.
#[derive(Clone, Debug, Default)]
pub struct WindowOptions {
    /// The level to start with; the built-in one where not said.
    pub source: Option<LevelSource>,
    /// How to read it and to build its trees, in this run; of what is not said, as it is remembered for the level.
    pub tree: TreeArgs,
    /// How the body is kept out of the walls in this run; as the settings have it where not said.
    pub method: Option<CollisionMethod>,
    /// Inner width and height in logical pixels.
    pub size: Option<[u32; 2]>,
}

/// Opens the window and returns when it is closed: status 0, or 1 where it could not be opened, which is said in one
/// sentence on standard error.
#[must_use]
pub fn run(options: WindowOptions) -> ExitCode {
    if let Err(error) = startup::check_display(startup::Platform::current(), startup::is_set) {
        eprintln!("bspwalk: {error}");
        return ExitCode::FAILURE;
    }
    startup::explain_panics();
    let mut app = App::new();
    let settings = settings::SettingsPath::from_environment();
    let mut window = Window {
        title: "bspwalk".into(),
        name: Some("bspwalk".into()),
        ..default()
    };
    if let Some([width, height]) = options.size {
        window.resolution = WindowResolution::new(width, height);
    } else {
        app.insert_resource(settings::KeepsWindow);
        if let Some(place) = settings.window() {
            place.apply(&mut window);
        }
    }
    app.add_plugins(
        DefaultPlugins
            .set(startup::log_plugin())
            .set(startup::render_plugin())
            .set(WindowPlugin {
                primary_window: Some(window),
                ..default()
            })
            .disable::<bevy::app::PanicHandlerPlugin>(),
    );
    app.insert_resource(settings);
    add_logic(&mut app, &options);
    app.add_plugins((
        scene::ScenePlugin,
        camera::CameraPlugin,
        hud::HudPlugin,
        screenshot::PicturePlugin,
        trace::TracePlugin,
        panel::PanelPlugin,
    ))
    .add_plugins((overlays::OverlaysPlugin, leaf_tree::CullingPlugin));
    match startup::run(|| app.run()) {
        Some(AppExit::Success) => ExitCode::SUCCESS,
        Some(AppExit::Error(_)) | None => ExitCode::FAILURE,
    }
}

/// Adds everything that needs no renderer and no window: shared state, controls, movement, loading.
pub fn add_logic(app: &mut App, options: &WindowOptions) {
    app.insert_resource(settings::AskedMethod(options.method))
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
            schedule::SchedulePlugin,
            settings::SettingsPlugin,
            input::InputPlugin,
            clock::ClockPlugin,
            player::PlayerPlugin,
            replay::ReplayPlugin,
            stop_reason::WhyPlugin,
            course::CoursePlugin,
            leaf_tree::LeafTreePlugin,
            loading::LoadingPlugin::new(options),
        ));
}
