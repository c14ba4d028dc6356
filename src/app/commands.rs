//! Executes every command of the window in a single `match`. Each arm runs a system of the folder that owns the
//! state.
//!
//! Keys, menus, cards and tests send commands as the message [`Act`]. They are executed in order, on the level as it
//! was last drawn. The other front ends execute the same commands in `bspwalk_session::walk`.

use bevy::{
    ecs::{message::MessageCursor, system::RegisteredSystemError},
    prelude::*,
};
use bspwalk_session::{
    actions::{Export, FilmMove},
    view::View,
};

use super::{
    body::{clock, course, player},
    cards::hints,
    films::{commands as films, query_film::places, quiz},
    host::state::{Act, Action, Page, QueryPlayer, Ui},
    input::{
        capture::{self, Pointed},
        settings, zoom,
    },
    level::{
        export, film_file,
        leaf_tree::{culling, leak, owner, select as leaf},
        loading::{dialog, offers},
        quiz::QuizState,
        view_line,
        what_if::WhatIf,
    },
    menu::{self, glossary, palette},
    pages::planar,
    paint::{
        overlays::{selection, switches},
        screenshot,
    },
    panel::undo::{self, Jump},
    tour,
    view::{
        bookmarks, escape,
        model_view::{self, look_at},
        selection_history,
    },
};

/// Executes the commands that were sent since the last frame, and the commands that these send.
pub(super) fn run(world: &mut World, mut cursor: Local<MessageCursor<Act>>) {
    loop {
        let sent = cursor.read(world.resource::<Messages<Act>>());
        let actions: Vec<Action> = sent.map(|act| act.0).collect();
        if actions.is_empty() {
            return;
        }
        for action in actions {
            handle(world, action);
        }
    }
}

/// Runs a system with an input and returns its output. A system whose level is not shown yet does not run.
fn call<I, O, M, S>(world: &mut World, system: S, input: I::Inner<'_>) -> Option<O>
where
    I: SystemInput + 'static,
    O: 'static,
    S: IntoSystem<I, O, M> + 'static,
{
    match world.run_system_cached_with(system, input) {
        Ok(output) => Some(output),
        Err(RegisteredSystemError::Skipped(_)) => None,
        Err(error) => {
            error!("{error:?}");
            None
        }
    }
}

/// Like [`call`], for systems without an output.
fn run_in<I, M, S>(world: &mut World, system: S, input: I::Inner<'_>)
where
    I: SystemInput + 'static,
    S: IntoSystem<I, (), M> + 'static,
{
    _ = call(world, system, input);
}

/// Like [`run_in`], for systems without an input.
fn go<M>(world: &mut World, system: impl IntoSystem<(), (), M> + 'static) {
    run_in(world, system, ());
}

fn handle(world: &mut World, action: Action) {
    run_in(world, player::interrupt, action);
    run_in(world, hints::learn, action);
    match action {
        // The body.
        Action::Respawn => {
            run_in(world, player::walk, action);
            go(world, model_view::cut_at_the_eyes);
            run_in(world, undo::jumped, Jump::Spawn);
        }
        Action::ToggleWalking | Action::ToggleNoclip | Action::NextCollision | Action::ToggleReplay => {
            run_in(world, player::walk, action);
        }
        Action::Why => {
            run_in(world, player::walk, action);
            go(world, player::select_reason);
            go(world, undo::selected);
        }
        Action::SpeedUp => run_in(world, player::change_speed, 1.0),
        Action::SpeedDown => run_in(world, player::change_speed, -1.0),
        Action::ToggleRecording => go(world, player::scripts::record),
        Action::PlayScript => go(world, player::scripts::play),
        Action::GoToStation(number) => {
            run_in(world, course::go, (number, false));
            go(world, model_view::cut_at_the_eyes);
            run_in(world, undo::jumped, Jump::Station);
        }
        Action::WatchStation(number) => {
            run_in(world, course::go, (number, true));
            go(world, model_view::cut_at_the_eyes);
        }
        Action::Slower | Action::TogglePause | Action::SingleStep => run_in(world, clock::handle, action),

        // Overlays.
        Action::Overlay(key) => run_in(world, switches::press, key),
        Action::Show(kind) => run_in(world, switches::toggle, kind),
        Action::Deeper => run_in(world, switches::step, true),
        Action::Shallower => run_in(world, switches::step, false),

        // Selection.
        Action::SelectUnderCrosshair | Action::SelectUnderPointer => point(world, action),
        Action::SelectParent | Action::SelectFront | Action::SelectBack | Action::SelectNode(_) => {
            run_in(world, selection::select, (action, None));
            go(world, leaf::node_is_latest);
            go(world, undo::selected);
        }
        Action::SelectLeaf(number) => {
            run_in(world, leaf::leaf, number);
            go(world, undo::selected);
        }
        Action::SightFrom(number) => run_in(world, leaf::sight_from, number),
        Action::ClearSelection => {
            run_in(world, selection::select, (action, None));
            go(world, leaf::no_leaf);
            go(world, leaf::node_is_latest);
            go(world, undo::selected);
        }
        Action::SelectionBack | Action::SelectionForward => {
            run_in(world, selection_history::go, action == Action::SelectionBack);
            go(world, leaf::node_is_latest);
            go(world, undo::selected);
        }
        Action::LookAtSelection => {
            go(world, look_at::look);
            run_in(world, undo::jumped, Jump::Selection);
        }

        // Solid-leaf tree.
        Action::NextCulling | Action::ToggleFrozenCulling => run_in(world, culling::handle, action),
        Action::ToggleTreeOwner => go(world, owner::switch),
        Action::AlongLeak | Action::BackAlongLeak => {
            run_in(world, leak::step, action == Action::AlongLeak);
            run_in(world, undo::jumped, Jump::Leak);
        }

        // Views and films.
        Action::FirstPerson => run_in(world, model_view::switch, View::Eye),
        Action::ToggleModel => run_in(world, model_view::switch, View::Model),
        Action::TogglePlan => run_in(world, model_view::switch, View::Plan),
        Action::ToggleDivision => go(world, films::toggle_division),
        Action::ToggleBuildFilm => go(world, films::toggle_build),
        Action::ToggleQueryFilm => go(world, films::toggle_query),
        Action::NextStep => run_in(world, films::go, FilmMove::Next),
        Action::PreviousStep => run_in(world, films::go, FilmMove::Previous),
        Action::FirstStep => run_in(world, films::go, FilmMove::First),
        Action::LastStep => run_in(world, films::go, FilmMove::Last),
        Action::TogglePlaying => run_in(world, films::go, FilmMove::Play),
        Action::ToggleQuiz => {
            go(world, quiz::toggle);
            go(world, undo::start_over);
        }
        Action::CopyView => go(world, view_line::copy),
        Action::PasteView => go(world, view_line::paste),
        Action::KeepView => go(world, bookmarks::keep),
        Action::NextBookmark => go(world, bookmarks::go_on),

        // Tour and offers.
        Action::Tour => _ = call(world, tour::ask, tour::Step::Toggle),
        Action::TourStation(number) => _ = call(world, tour::ask, tour::Step::To(number)),
        Action::AcceptOffer => accept(world),
        Action::DeclineOffer => {
            if is_offered(world) {
                run_in(world, offers::answer, false);
            } else if !is_asked(world) {
                _ = call(world, tour::ask, tour::Step::Previous);
            }
        }

        // Panel, pages and menus.
        Action::TogglePanel => run_in(world, capture::toggle, Pointed::Panel),
        Action::ToggleTreeDock => run_in(world, capture::toggle, Pointed::Dock),
        Action::TogglePlanarPage => run_in(world, capture::toggle, Pointed::Page(Page::PlanarTree)),
        Action::ToggleDuel => run_in(world, capture::toggle, Pointed::Page(Page::Duel)),
        Action::NextMap => run_in(world, capture::toggle, Pointed::Page(Page::Map)),
        Action::ToggleHelp => go(world, capture::toggle_help),
        Action::ToggleMenu => {
            go(world, menu::toggle);
            go(world, capture::release);
        }
        Action::TogglePalette => {
            go(world, palette::toggle);
            go(world, capture::release);
        }
        Action::ToggleGlossary => go(world, glossary::toggle),
        Action::ToggleMenuBar => go(world, settings::toggle_menu_bar),
        Action::ToggleToolBar => go(world, settings::toggle_tool_bar),
        Action::ToggleHints => go(world, settings::toggle_hints),
        Action::About => go(world, menu::about),
        Action::LargerText => run_in(world, zoom::resize, 1.0),
        Action::SmallerText => run_in(world, zoom::resize, -1.0),
        Action::DefaultText => go(world, zoom::reset),

        // Files.
        Action::OpenDialog => {
            go(world, dialog::ask);
            go(world, capture::release);
        }
        Action::Screenshot => run_in(world, screenshot::take, false),
        Action::Export(Export::Picture) => run_in(world, screenshot::take, true),
        Action::Export(export) => {
            run_in(world, export::make, export);
            run_in(world, film_file::save, export);
        }
        Action::CopyQueryFilm => go(world, film_file::copy_query),

        // Undo.
        Action::UndoPlane => _ = world.write_message(WhatIf::Undo),
        Action::RedoPlane => _ = world.write_message(WhatIf::Redo),
        Action::KeepPlanes => _ = world.write_message(WhatIf::Keep),
        Action::DropPlanes => _ = world.write_message(WhatIf::Drop),
        Action::Undo | Action::Redo => {
            let is_undo = action == Action::Undo;
            if world.resource::<Ui>().page == Some(Page::PlanarTree) {
                run_in(world, planar::cross, is_undo);
            } else {
                run_in(world, undo::cross, is_undo);
            }
        }

        // The program.
        Action::ToggleFullScreen => go(world, screenshot::full_screen),
        Action::Escape => {
            go(world, capture::stay_free);
            if let Some(item) = call(world, escape::topmost, ()).flatten() {
                run_in(world, escape::close, item);
            }
        }
        Action::Leave => go(world, zoom::quit),
        // Only other front ends support these actions.
        Action::NextMethod | Action::TogglePixels | Action::Suspend | Action::Redraw => {}
    }
}

/// Acts on what is under the mouse pointer or the crosshair: a film's query takes the point, the quiz takes an answer,
/// and otherwise the node and the leaf there are selected.
fn point(world: &mut World, action: Action) {
    let is_pointer = action == Action::SelectUnderPointer;
    let Some(aim) = call(world, model_view::aim, is_pointer) else {
        return;
    };
    run_in(world, quiz::answer_at, aim);
    if world.resource::<QueryPlayer>().takes(action) {
        run_in(world, places::pick, aim);
        return;
    }
    run_in(world, selection::select, (action, Some(aim)));
    run_in(world, leaf::leaf_at, aim);
    go(world, leaf::node_is_latest);
    go(world, undo::selected);
}

/// Returns whether the window offers something for the level.
fn is_offered(world: &mut World) -> bool {
    call(world, offers::is_there, ()).unwrap_or_default()
}

/// Returns whether the quiz is open.
fn is_asked(world: &World) -> bool {
    world.resource::<QuizState>().is_open()
}

/// Accepts the first available offer: an offer for the level, the next question of the quiz, the next station of the
/// tour, or to play the film. Outside the tour, the key also uses the door in front of the body.
fn accept(world: &mut World) {
    if !world.resource::<Ui>().tour {
        go(world, player::use_in_front);
    }
    if is_offered(world) {
        run_in(world, offers::answer, true);
    } else if is_asked(world) {
        go(world, quiz::go_on);
    } else if call(world, tour::ask, tour::Step::Next) != Some(true) {
        run_in(world, films::go, FilmMove::Play);
    }
}
