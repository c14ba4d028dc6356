//! Executes commands in the window by running the systems of the modules that own the state.
//!
//! Keys, menus, cards and tests send each command as an [`Act`] message. Commands are executed in the order they were
//! sent, on the level as it was last drawn. [`bspwalk_session::commands`] defines the effects of each command for all
//! front ends.

use std::sync::Arc;

use bevy::{
    ecs::{
        message::MessageCursor,
        system::{RegisteredSystemError, SystemState},
    },
    prelude::*,
};
use bspwalk_session::{
    actions::Export,
    clock::TimeScale,
    commands::{CommandTarget, Request, TourStep, execute},
    culling::CullingChange,
    palette::{Entry, PaletteCommand},
    program::Program,
    view_line::ViewLine,
};
use bspwalk_text::text;
use bspwalk_trees::NodeTree;

use crate::walk::clipboard::Clipboard;

use super::{
    body::clock,
    cards::hints,
    host::{prelude::*, shown::ShownIn},
    input::MoveIntent,
    level::{
        export, film_file,
        leaf_tree::culling,
        loading::{
            dialog::{self, Wanted},
            offers,
        },
        program::ProgramParams,
        view_line::{self, ViewClipboard},
    },
    menu::palette,
    pages::planar,
    paint::screenshot,
    tour,
    view::{
        escape,
        model_view::{self, look_at},
    },
};

/// Executes the commands sent since the last frame, and any commands that these send in turn.
pub(super) fn run(
    world: &mut World,
    state: &mut SystemState<ProgramParams<'static, 'static>>,
    mut cursor: Local<MessageCursor<Act>>,
) {
    loop {
        let sent = cursor.read(world.resource::<Messages<Act>>());
        let actions: Vec<Action> = sent.map(|act| act.0).collect();
        if actions.is_empty() {
            return;
        }
        for action in actions {
            let mut window = Window { world, state };
            if let Some(request) = execute(&mut window, action) {
                window.answer(request);
            }
            window.release_mouse_if_needed();
        }
    }
}

/// Window state that commands act on.
struct Window<'w> {
    world: &'w mut World,
    state: &'w mut SystemState<ProgramParams<'static, 'static>>,
}

impl Window<'_> {
    /// Runs a system with an input and returns its output. Skips a system whose level is not shown yet.
    fn call<I, O, M, S>(&mut self, system: S, input: I::Inner<'_>) -> Option<O>
    where
        I: SystemInput + 'static,
        O: 'static,
        S: IntoSystem<I, O, M> + 'static,
    {
        match self.world.run_system_cached_with(system, input) {
            Ok(output) => Some(output),
            Err(RegisteredSystemError::Skipped(_)) => None,
            Err(error) => {
                error!("{error:?}");
                None
            }
        }
    }

    /// Like [`Window::call`], for systems without an output.
    fn run<I, M, S>(&mut self, system: S, input: I::Inner<'_>)
    where
        I: SystemInput + 'static,
        S: IntoSystem<I, (), M> + 'static,
    {
        _ = self.call(system, input);
    }

    /// Like [`Window::run`], for systems without an input.
    fn go<M>(&mut self, system: impl IntoSystem<(), (), M> + 'static) {
        self.run(system, ());
    }

    /// Releases the mouse for the palette and in the model view.
    fn release_mouse_if_needed(&mut self) {
        let program = self.state();
        program.ui.captured &= program.palette.is_none() && program.view.is_eye();
    }

    fn open_dialog(&mut self, wanted: Wanted) {
        self.run(dialog::ask, wanted);
        self.state().ui.captured = false;
    }

    fn is_quiz_open(&self) -> bool {
        self.world.resource::<ProgramState>().quiz.is_open()
    }

    /// Copies something and shows the returned notice.
    fn copy(&mut self, copy: impl FnOnce(&mut Clipboard) -> String) {
        let told = copy(&mut self.world.resource_mut::<ViewClipboard>());
        self.notify(told);
    }

    /// Fulfils a request made by a command.
    fn answer(&mut self, request: Request) {
        match request {
            Request::Leave => _ = self.world.write_message(AppExit::Success),
            Request::Screenshot => self.run(screenshot::take, false),
            Request::FullScreen => self.go(screenshot::full_screen),
            Request::ChooseLevel => self.open_dialog(Wanted::Level),
            Request::ChooseTextures => self.open_dialog(Wanted::Textures),
            Request::Export(Export::Picture) => self.run(screenshot::take, true),
            Request::Export(export) => {
                self.run(export::make, export);
                self.run(film_file::save, export);
            }
            Request::CopyQueryFilm => self.go(film_file::copy_query),
            Request::CopyView(view) => self.copy(|clipboard| clipboard.copy(&view)),
            Request::CopyEditorPlace(place) => self.copy(|clipboard| clipboard.copy_place(&place)),
            Request::PasteView => self.go(view_line::paste),
            Request::GoTo(view) => self.run(view_line::go_to, *view),
            // Only other front ends support these requests.
            Request::TogglePixels | Request::Suspend | Request::Redraw => {}
        }
    }
}

impl CommandTarget for Window<'_> {
    fn state(&mut self) -> &mut bspwalk_session::program_state::ProgramState {
        &mut self.world.resource_mut::<ProgramState>().into_inner().0
    }

    fn notify(&mut self, text: String) {
        self.world.write_message(Notice::info(text));
    }

    fn begin(&mut self, command: Action) {
        self.run(hints::learn, command);
    }

    fn use_in_front(&mut self) {
        if let Some(mut intent) = self.world.get_resource_mut::<MoveIntent>() {
            intent.use_in_front();
        }
    }

    fn change_clock(&mut self, change: fn(&mut TimeScale)) {
        self.run(clock::change, change);
    }

    fn undo_elsewhere(&mut self, is_undo: bool) -> bool {
        let ui = self.state().ui;
        if ui.page == Some(Page::PlanarTree) {
            self.run(planar::undo_or_redo_polygon, is_undo);
            return true;
        }
        if ui.tour {
            self.notify(text!("undo-tour").to_owned());
        }
        ui.tour
    }

    fn show_tree(&mut self, tree: Arc<NodeTree>) {
        self.world.shown_mut::<OpenedLevel>().tree = tree;
    }

    fn change<T>(&mut self, change: impl FnOnce(&mut Program<'_>) -> T) -> Option<T> {
        let mut params = self.state.get_mut(self.world).ok()?;
        Some(params.change(change))
    }

    fn look_at_selection(&mut self) {
        let mut has_moved = false;
        self.apply(|program| has_moved = program.look_at_selection());
        if has_moved {
            self.go(look_at::begin_flight);
        }
    }

    fn change_culling(&mut self, change: CullingChange) {
        if let Some(view) = self.call(culling::current_view, ()) {
            self.apply(|program| program.change_culling(change, view));
        }
    }

    fn view_line(&mut self) -> Option<ViewLine> {
        self.call(view_line::current, ()).flatten()
    }

    fn palette_entries(&mut self) -> Vec<Entry<PaletteCommand>> {
        self.call(palette::entries, ()).unwrap_or_default()
    }

    fn aim(&mut self, at_pointer: bool) -> Option<[Vec3; 2]> {
        self.call(model_view::aim, at_pointer)
    }

    fn point_at(&mut self, ray: [Vec3; 2]) -> bool {
        self.change(|program| program.point_at(ray)) == Some(true)
    }

    fn go_on_in_quiz(&mut self) -> bool {
        let is_open = self.is_quiz_open();
        self.apply(|program| {
            if program.state.quiz.current_answer().is_some() {
                program.go_on_after_answer();
            }
        });
        is_open
    }

    fn answer_offer(&mut self, accept: bool) -> bool {
        self.call(offers::answer, accept) == Some(true)
    }

    fn step_tour(&mut self, step: TourStep) -> bool {
        // The quiz card replaces the tour card.
        let is_hidden = matches!(step, TourStep::Next | TourStep::Previous) && self.is_quiz_open();
        !is_hidden && self.call(tour::ask, step) == Some(true)
    }

    fn topmost_item(&mut self) -> Option<Close> {
        self.call(escape::topmost, ()).flatten()
    }

    fn close_item(&mut self, item: Close) {
        self.run(escape::close, item);
    }
}

/// Adds the state that commands change to an app with a level and a player.
#[cfg(test)]
pub(super) fn add_program(app: &mut App) {
    use super::{
        input::KeyLabels,
        input::settings::Settings,
        level::{
            leaf_tree::{LeafTreeParams, LeafTreeState},
            quiz::WindowQuiz,
        },
    };

    let world = app.world_mut();
    let mut levels = world.query_filtered::<Entity, With<OpenedLevel>>();
    let level = levels.single(world).expect("there is one level");
    world
        .entity_mut(level)
        .insert_if_new((LeafTreeState::default(), LeafTreeParams::default()));
    app.init_resource::<ProgramState>()
        .init_resource::<WindowQuiz>()
        .init_resource::<Settings>()
        .init_resource::<KeyLabels>()
        .add_message::<Act>()
        .add_message::<Notice>();
}
