//! The window. Only this folder uses Bevy, with one plugin per concern.
//!
//! A level is an entity, and so is the player. Those with the marker of [`shown`] are on screen and under the user's
//! control. Plugins communicate through their components and through the resources and messages of [`state`]. A key
//! sends an [`Action`](state::Action) as the message [`Act`]. The panel and the tests send the same messages, and each
//! plugin handles them at its place in the frame ([`schedule`]).
//!
//! - What all share: [`state`] (components, resources and messages), [`shown`], [`schedule`] (the order of a frame), [`settings`], `worker`
//!   (work beside the main thread), [`input`] (`controls` is the table of keys), `startup`.
//! - The level and the body: [`loading`], [`player`], [`camera`], [`clock`], [`scene`] (meshes, materials, light),
//!   [`leaf_tree`] (the solid-leaf tree, culling), [`course`].
//! - Drawn over the level: [`overlays`], a file or folder each; `model_view`, [`map`], the films (`films`,
//!   `build_film`, [`query_film`], [`divisions`], `what_if`).
//! - Around it: [`panel`], [`hud`] (cards, help, layout), [`dock`] (the tree as a picture), `tool_bar`, `planar_page`,
//!   [`duel`], `tour`, [`hints`]; the keyboard's focus and screen readers (`accessibility`).
//! - [`menu`] (the menu bar), [`undo`], [`export`] and [`save_as`] (files for other programs, and where they are saved).
//! - The view that is asked for and told: `viewpoint`, [`view_line`] (copied and pasted), [`bookmarks`]; what a card answers, as a command:
//!   [`copied_command`]; films as files: [`film_file`].
//! - For tests: `trace`.

// Systems name their parameters by type, without lifetimes.
#![allow(elided_lifetimes_in_paths)]
// Systems take their parameters by value.
#![allow(clippy::needless_pass_by_value)]

mod accessibility;
pub mod between_saves;
pub mod bindings;
pub mod bookmarks;
pub mod brushes;
mod build_film;
pub mod camera;
pub mod clock;
pub mod copied_command;
pub mod course;
pub mod divisions;
pub mod dock;
pub mod duel;
pub mod escape;
pub mod export;
mod facts;
pub mod film_file;
mod films;
pub mod hints;
pub mod hud;
#[cfg(target_family = "wasm")]
mod in_page;
pub mod input;
mod language;
pub mod leaf_tree;
pub mod loading;
pub mod map;
pub mod menu;
mod model_view;
pub mod overlays;
pub mod panel;
mod planar_page;
pub mod player;
pub mod query_film;
pub mod quiz;
pub mod save_as;
pub mod scene;
pub mod schedule;
mod screenshot;
pub mod selection_history;
pub mod settings;
pub mod shown;
mod startup;
pub mod state;
mod tool_bar;
pub mod tour;
mod trace;
pub mod undo;
pub mod view_line;
mod viewpoint;
pub mod what_if;
mod worker;

use std::process::ExitCode;

use bevy::{prelude::*, window::WindowResolution};
use bevy_egui::EguiPlugin;

use crate::{
    cli::ViewArgs,
    walk::{clipboard::Clipboard, platform::is_set},
};
use shown::{IsShown, of_level, spawn_first};
use startup::Without;
pub use startup::driver;
pub use state::WindowOptions;
use state::{Act, Notice, OpenLevel, Overlays, Player, RebuildTree, Selection, Ui};

/// Opens the window and returns status 0 when it is closed. If it cannot be opened, prints one sentence with the reason
/// to standard error. Then the program starts again with another renderer if it `falls_through` and there is one;
/// otherwise the status is 1.
#[must_use]
pub fn run(options: WindowOptions, falls_through: bool) -> ExitCode {
    let without = if falls_through {
        Without::FallThrough
    } else {
        Without::Ways
    };
    startup::explain_panics(without);
    let mut app = windowed(&options);
    match startup::run(|| app.run()) {
        Some(AppExit::Success) => ExitCode::SUCCESS,
        Some(AppExit::Error(_)) | None => ExitCode::FAILURE,
    }
}

/// Opens the window on the canvas of a web page and returns at once. From then on the browser drives it.
#[cfg(target_family = "wasm")]
pub fn run_in_page(options: &WindowOptions, webgpu: bool) {
    startup::WEBGPU.store(webgpu, std::sync::atomic::Ordering::Relaxed);
    windowed(options).add_plugins(in_page::PagePlugin).run();
}

/// Builds the app with a window and everything in it.
fn windowed(options: &WindowOptions) -> App {
    let mut app = App::new();
    let settings = settings::SettingsPath::from_environment();
    let mut window = Window {
        title: "bspwalk".into(),
        name: Some("bspwalk".into()),
        ..startup::window()
    };
    if let Some([width, height]) = options.size {
        window.resolution = WindowResolution::new(width, height);
    } else if cfg!(not(target_family = "wasm")) {
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
    app.add_systems(Last, startup::note_opened);
    if !is_set("BSPWALK_TRACE") {
        app.insert_resource(tour::Invitation);
    }
    app.insert_resource(settings)
        .insert_resource(view_line::ViewClipboard(Clipboard::of_system()));
    add_logic(&mut app, options);
    app.add_plugins(input::pads::DevicesPlugin);
    app.add_plugins((
        EguiPlugin::default(),
        scene::ScenePlugin,
        camera::CameraPlugin,
        hud::HudPlugin,
        screenshot::ScreenshotPlugin,
        trace::TracePlugin,
        panel::PanelPlugin,
        dock::DockPlugin,
        planar_page::PlanarPagePlugin,
        tool_bar::ToolBarPlugin,
        tour::TourCardPlugin,
        hints::HintCardPlugin,
    ))
    .add_plugins((
        overlays::OverlaysPlugin,
        leaf_tree::CullingPlugin,
        duel::page::DuelPagePlugin,
        quiz::QuizScenePlugin,
        quiz::QuizCardPlugin,
        map::MapCardPlugin,
        accessibility::AccessibilityPlugin,
        menu::MenuBarPlugin,
    ));
    app
}

/// Adds everything that needs neither a renderer nor a window: shared state, controls, movement, loading.
pub fn add_logic(app: &mut App, options: &WindowOptions) {
    add_shared(app);
    if options.at != ViewArgs::default() {
        let source = options.source.clone().unwrap_or_default();
        app.insert_resource(viewpoint::AskedView::of(source, options.at.clone()));
    }
    app.insert_resource(settings::AskedMethod(options.method))
        .add_plugins((
            settings::SettingsPlugin,
            input::InputPlugin,
            model_view::ModelViewPlugin,
            clock::ClockPlugin,
            player::PlayerPlugin,
            course::CoursePlugin,
            divisions::DivisionsPlugin,
            build_film::BuildFilmPlugin,
            query_film::QueryFilmPlugin,
            what_if::WhatIfPlugin,
            leaf_tree::LeafTreePlugin,
            selection_history::SelectionHistoryPlugin,
            loading::LoadingPlugin::new(options),
        ))
        .add_plugins((
            escape::EscapePlugin,
            tour::TourPlugin,
            hints::HintsPlugin,
            duel::DuelPlugin,
            quiz::QuizPlugin,
            map::MapPlugin,
            viewpoint::ViewpointPlugin,
            bindings::BindingsPlugin,
            bookmarks::BookmarksPlugin,
            brushes::BrushesPlugin,
            between_saves::BetweenSavesPlugin,
            view_line::ViewLinePlugin,
            copied_command::CopiedCommandPlugin,
            film_file::FilmFilePlugin,
            films::FilmsPlugin,
        ))
        .add_plugins((
            language::LanguagePlugin,
            save_as::SaveAsPlugin,
            export::ExportPlugin,
            undo::UndoPlugin,
            menu::MenuPlugin,
        ));
}

/// Adds the order of the systems, and the resources and messages that several plugins share.
fn add_shared(app: &mut App) {
    app.world_mut().spawn((Player::default(), IsShown));
    of_level::<Selection>(app);
    of_level::<state::Doors>(app);
    of_level::<brushes::LevelBrushes>(app);
    of_level::<between_saves::LevelSaves>(app);
    app.add_systems(PreStartup, spawn_first)
        .add_plugins(schedule::SchedulePlugin)
        .init_resource::<Ui>()
        .init_resource::<state::ModelView>()
        .init_resource::<state::Aim>()
        .init_resource::<state::BuildFilm>()
        .init_resource::<state::QueryPlayer>()
        .init_resource::<Overlays>()
        .init_resource::<settings::Settings>()
        .init_resource::<input::KeyLabels>()
        .init_resource::<bindings::Bindings>()
        .init_resource::<bindings::Listening>()
        .init_resource::<input::UiZoom>()
        .init_resource::<loading::Work>()
        .init_resource::<course::Scores>()
        .init_resource::<bookmarks::LevelBookmarks>()
        .init_resource::<between_saves::DrawnSave>()
        .add_message::<Act>()
        .add_message::<Notice>()
        .add_message::<bindings::KeyChange>()
        .add_message::<OpenLevel>()
        .add_message::<RebuildTree>()
        .add_message::<bookmarks::BookmarkChange>()
        .add_message::<brushes::BrushRequest>()
        .add_message::<copied_command::CopyQuestion>()
        .add_message::<film_file::AskedFilm>();
}
