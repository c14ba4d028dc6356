//! The window in a browser: handles requests from the web page, and reports to the page.

use bevy::prelude::*;

use crate::app::input::settings::SettingsPath;
use crate::app::{
    host::prelude::*, level::view_line::ShownView, level::viewpoint::AskedView, paint::scene::RenderedLevel,
};
use crate::{
    cli::ViewArgs,
    page::{self, address, script},
};

/// Number of frames from the completion of a level's meshes until the level is visible.
const FRAMES: u32 = 3;

pub(in crate::app) fn plugin(app: &mut App) {
    app.add_systems(Update, ask.before(AppSystems::Load)).add_systems(
        Last,
        (tell_address, tell_shown).run_if(in_state(AppState::InLevel)),
    );
    app.add_systems(
        PreUpdate,
        start_tour.run_if(in_state(AppState::InLevel).and_then(page::take_tour)),
    );
    if script::is_embedded() {
        app.insert_resource(SettingsPath(None))
            .add_systems(PostStartup, bare);
    }
}

/// Hides bars and hints regardless of the user's settings, because an embedded page shows only the level.
fn bare(mut program: ResMut<ProgramState>) {
    (program.bars.tools, program.bars.menu) = (false, false);
    program.hints.on = false;
}

/// Opens the level or view requested by the page.
fn ask(
    current: Option<Shown<OpenedLevel>>,
    mut asked: ResMut<AskedView>,
    mut program: ResMut<ProgramState>,
    mut messages: MessageWriter<OpenLevel>,
) {
    let Some(args) = page::take_asked() else { return };
    let source = args.level.unwrap_or_default();
    if current.is_none_or(|current| current.source != source) {
        messages.write(OpenLevel::remembered(source.clone()));
    } else if !args.at.shows_something() {
        // A view without overlays hides those of the current view.
        program.overlays = args.at.overlays();
    }
    let is_asked = args.at != ViewArgs::default();
    *asked = if is_asked {
        AskedView::of(source, args.at)
    } else {
        AskedView::default()
    };
}

/// Starts the tour at the request of the page.
fn start_tour(mut acts: MessageWriter<Act>) {
    acts.write(Act(Action::Tour));
}

/// Writes the current view to the page address. Views of the tour are omitted, because the user did not choose them.
fn tell_address(current: Shown<OpenedLevel>, view: ShownView, program: Res<ProgramState>) {
    let ui = program.ui;
    if ui.tour {
        return;
    }
    let level = match &current.source {
        LevelName::BuiltIn(name) => name.clone(),
        LevelName::File(path) => path.display().to_string(),
        LevelName::Drawn(_) => return,
    };
    let words = view.view_args().words().into_iter();
    address::set([["level".to_owned(), level]].into_iter().chain(words));
}

/// Reports to the page, once, that the level is visible.
fn tell_shown(current: Shown<OpenedLevel>, drawn: Res<RenderedLevel>, mut frames: Local<u32>) {
    // The graphics driver presents a frame or two later.
    if drawn.0.as_ref() == Some(&current.level_id()) {
        *frames += 1;
        if *frames > FRAMES {
            script::level_is_shown();
        }
    }
}
