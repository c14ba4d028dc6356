//! Setup shared by the examples: an app with or without a window, and an optional frame limit.
//!
//! `--frames N` exits after N frames. `--headless` opens no window and needs no graphics driver.

// Systems declare their parameters by type, without lifetimes, and take them by value.
#![allow(elided_lifetimes_in_paths, clippy::needless_pass_by_value)]

use bevy::{
    app::ScheduleRunnerPlugin,
    asset::UnapprovedPathMode,
    core_pipeline::tonemapping::Tonemapping,
    log::LogPlugin,
    prelude::*,
    render::{RenderPlugin, settings::WgpuSettings},
    time::TimeUpdateStrategy,
    window::ExitCondition,
    winit::WinitPlugin,
};
use bevy_bspwalk::BodyParams;

/// Runs an example with the command-line options. The title of the window names the keys.
pub(crate) fn run(title: &str, build: impl FnOnce(&mut App)) {
    let arguments: Vec<String> = std::env::args().collect();
    let frames = arguments.iter().position(|argument| argument == "--frames");
    let frames = frames.and_then(|at| arguments.get(at + 1)?.parse::<u32>().ok());
    let mut app = app(arguments.iter().any(|argument| argument == "--headless"));
    for mut window in app.world_mut().query::<&mut Window>().iter_mut(app.world_mut()) {
        title.clone_into(&mut window.title);
    }
    build(&mut app);
    if let Some(frames) = frames {
        app.add_systems(
            Last,
            move |mut seen: Local<u32>, mut exit: MessageWriter<AppExit>| {
                *seen += 1;
                if *seen >= frames {
                    exit.write(AppExit::Success);
                }
            },
        );
    }
    app.run();
}

/// Creates the app. The example levels and the levels of `bspwalk_levels` are available as assets. Without a window,
/// each frame advances the time by one tick.
pub(crate) fn app(is_headless: bool) -> App {
    let mut app = App::new();
    let assets = AssetPlugin {
        file_path: concat!(env!("CARGO_MANIFEST_DIR"), "/..").to_owned(),
        unapproved_path_mode: UnapprovedPathMode::Forbid,
        ..default()
    };
    if is_headless {
        let no_driver = WgpuSettings {
            backends: None,
            ..default()
        };
        let plugins = DefaultPlugins
            .build()
            .disable::<WinitPlugin>()
            .disable::<LogPlugin>();
        app.add_plugins((
            plugins
                .set(assets)
                .set(RenderPlugin {
                    render_creation: no_driver.into(),
                    ..default()
                })
                .set(WindowPlugin {
                    primary_window: None,
                    exit_condition: ExitCondition::DontExit,
                    ..default()
                }),
            ScheduleRunnerPlugin::default(),
        ));
        app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    } else {
        app.add_plugins(DefaultPlugins.set(assets));
    }
    app
}

/// A camera with a light. Levels are drawn unlit, so the light affects only the objects in them.
#[allow(dead_code)]
pub(crate) fn camera() -> impl Bundle {
    let lamp = DirectionalLight {
        illuminance: 6000.0,
        ..default()
    };
    (Camera3d::default(), Tonemapping::None, children![lamp])
}

/// A capsule of the same size as a body, with its feet at the origin.
#[allow(dead_code)]
pub(crate) fn capsule() -> Mesh {
    let BodyParams { radius, height, .. } = default();
    Mesh::from(Capsule3d::new(radius, height - 2.0 * radius)).translated_by(Vec3::Y * 0.5 * height)
}
