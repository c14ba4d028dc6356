//! The window. Bevy is used only in this folder, with one plugin per concern.
//!
//! The level and the player are entities. Entities with the marker in [`host::shown`] are on screen and under the
//! user's control. Plugins communicate through the components of these entities, and through the resources and messages
//! in [`host::state`]. A key press sends an [`Action`](host::state::Action) in an [`Act`] message. Menus, panel and tests
//! send the same messages, and `commands` executes them at a fixed point in the frame ([`host::schedule`]).
//!
//! Each folder is a layer. A layer may import only the layers listed above it:
//!
//! | layer | contents |
//! |---|---|
//! | [`host`] | shared state, order of systems in a frame, background work, program startup |
//! | [`input`] | keys, mouse, gamepads, touch; key bindings and settings |
//! | [`kit`] | widgets, styles and layout of the user interface |
//! | [`level`] | loading, trees, culling, trying different planes, the selection history, undo, the duel, exports; the state that commands change |
//! | [`body`] | the body, its scripts and the simulation clock |
//! | [`paint`] | meshes, light, overlays and the camera |
//! | [`view`] | model view, Escape key |
//! | [`films`] | films of the build, of queries and of divisions; the quiz |
//! | [`panel`] | the panel, legends, selection cards |
//! | [`dock`] | the tree as an icicle plot |
//! | [`cards`] | crosshair, film and quiz cards, help, hints, notices |
//! | [`pages`] | pages that cover the level, and the map |
//! | [`tour`] | the tour |
//! | [`menu`] | menus, tool bar, command palette, glossary |
//! | `platform` | keyboard focus and screen readers, the browser page, traces for tests |
//! | `commands` | execution of commands |

// Systems omit the lifetimes of their parameter types.
#![allow(elided_lifetimes_in_paths)]
// Systems must take their parameters by value.
#![allow(clippy::needless_pass_by_value)]

pub mod body;
pub mod cards;
mod commands;
pub mod dock;
pub mod films;
pub mod host;
pub mod input;
pub mod kit;
pub mod level;
pub mod menu;
pub mod pages;
pub mod paint;
pub mod panel;
mod platform;
pub mod tour;
pub mod view;

use std::process::ExitCode;

use bevy::{prelude::*, window::WindowResolution};
use bevy_egui::EguiPlugin;

use crate::{
    cli::{ViewArgs, WindowArgs},
    walk::{clipboard::Clipboard, platform::is_set},
};
use host::shown::{IsShown, add_to_levels, spawn_first};
pub use host::startup::driver;
use host::state::{Act, Notice, OpenLevel, Player, RebuildTree};

/// Opens the window, and returns status 0 when it is closed. If the window cannot be opened, prints a one-sentence
/// reason to standard error. In that case, the program restarts with another renderer if `falls_through` is set and one
/// is available; otherwise the status is 1.
#[must_use]
pub fn run(args: &WindowArgs, falls_through: bool) -> ExitCode {
    host::startup::explain_panics(falls_through);
    let mut app = windowed(args);
    match host::startup::run(|| app.run()) {
        Some(AppExit::Success) => ExitCode::SUCCESS,
        Some(AppExit::Error(_)) | None => ExitCode::FAILURE,
    }
}

/// Opens the window on the canvas of a web page and returns immediately. From then on, the browser runs the event loop.
#[cfg(target_family = "wasm")]
pub fn run_in_page(args: &WindowArgs, webgpu: bool) {
    host::startup::WEBGPU.store(webgpu, std::sync::atomic::Ordering::Relaxed);
    windowed(args).add_plugins(platform::in_page::plugin).run();
}

/// Builds the app with a window and all plugins.
fn windowed(args: &WindowArgs) -> App {
    let mut app = App::new();
    let settings = input::settings::SettingsPath::from_environment();
    let mut window = Window {
        title: "bspwalk".into(),
        name: Some("bspwalk".into()),
        ..host::startup::window()
    };
    if let Some(size) = args.size {
        window.resolution = WindowResolution::new(size.width, size.height);
    } else if cfg!(not(target_family = "wasm")) {
        app.insert_resource(input::settings::KeepsWindow);
        if let Some(place) = settings.window() {
            place.apply(&mut window);
        }
    }
    app.add_plugins(
        DefaultPlugins
            .set(host::startup::log_plugin())
            .set(host::startup::render_plugin())
            .set(WindowPlugin {
                primary_window: Some(window),
                ..default()
            })
            .disable::<bevy::app::PanicHandlerPlugin>(),
    );
    app.add_systems(Last, host::startup::note_opened);
    if !is_set("BSPWALK_TRACE") {
        app.insert_resource(host::state::Invitation);
    }
    app.insert_resource(settings)
        .insert_resource(level::view_line::ViewClipboard(Clipboard::of_system()));
    add_logic(&mut app, args);
    app.add_plugins(input::pads::devices_plugin);
    app.add_plugins((
        EguiPlugin::default(),
        paint::draw::plugin,
        paint::scene::plugin,
        paint::camera::plugin,
        cards::plugin,
        paint::screenshot::plugin,
        platform::trace::plugin,
        panel::plugin,
        dock::plugin,
        pages::planar::plugin,
        menu::tool_bar::plugin,
        tour::card_plugin,
        cards::hints::card_plugin,
    ))
    .add_plugins((
        paint::overlays::plugin,
        paint::draw_list::plugin,
        pages::duel::plugin,
        films::quiz::scene_plugin,
        pages::map::card::plugin,
        platform::accessibility::plugin,
        menu::bar_plugin,
    ));
    app
}

/// Adds all functionality that needs neither a renderer nor a window: shared state, controls, movement and loading.
pub fn add_logic(app: &mut App, args: &WindowArgs) {
    add_shared(app);
    if args.at != ViewArgs::default() {
        let source = args.level.clone().unwrap_or_default();
        app.insert_resource(level::viewpoint::AskedView::of(source, args.at.clone()));
    }
    app.insert_resource(input::settings::AskedMethod(args.collision))
        .add_plugins((
            input::settings::plugin,
            input::plugin,
            view::model_view::plugin,
            body::clock::plugin,
            body::player::plugin,
            body::course::plugin,
            level::divisions::plugin,
            films::build_film::plugin,
            films::query_film::plugin,
            level::what_if::plugin,
            level::leaf_tree::plugin,
            level::loading::LoadingPlugin::new(args),
        ))
        .add_plugins((
            tour::plugin,
            cards::hints::plugin,
            level::duel::plugin,
            films::quiz::plugin,
            pages::map::plugin,
            level::viewpoint::plugin,
            input::bindings::plugin,
            level::program::plugin,
            level::copied_command::plugin,
            level::film_file::plugin,
        ))
        .add_plugins((level::save_as::plugin, level::export::plugin, menu::plugin));
}

/// Adds the system order, and the resources and messages that several plugins share.
fn add_shared(app: &mut App) {
    app.world_mut().spawn((Player::default(), IsShown));
    add_to_levels::<host::state::Doors>(app);
    app.add_systems(PreStartup, spawn_first)
        .add_plugins(host::schedule::SchedulePlugin)
        .init_resource::<host::state::ProgramState>()
        .init_resource::<host::state::Aim>()
        .init_resource::<host::state::PolygonProbe>()
        .init_resource::<host::state::DrawnPolygon>()
        .init_resource::<input::settings::Settings>()
        .init_resource::<input::KeyLabels>()
        .init_resource::<input::bindings::Bindings>()
        .init_resource::<input::bindings::Listening>()
        .init_resource::<level::loading::Work>()
        .init_resource::<body::course::Scores>()
        .init_resource::<host::state::DrawnSave>()
        .init_resource::<level::view_line::ViewClipboard>()
        .add_systems(Update, commands::run.in_set(host::schedule::AppSystems::Command))
        .add_message::<Act>()
        .add_message::<Notice>()
        .add_message::<input::bindings::KeyChange>()
        .add_message::<OpenLevel>()
        .add_message::<RebuildTree>()
        .add_message::<level::copied_command::CopyQuestion>()
        .add_message::<host::state::AskedFilm>();
}
