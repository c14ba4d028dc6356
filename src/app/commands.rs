//! Executes commands in the window by running the systems of the modules that own the state.
//!
//! Keys, menus, cards and tests send each command as an [`Act`] message. Commands are executed in the order they were
//! sent, on the level as it was last drawn. [`bspwalk_session::commands`] defines the effects of each command for all
//! front ends.

use bevy::{
    ecs::{component::Mutable, message::MessageCursor, system::RegisteredSystemError},
    prelude::*,
};
use bspwalk_session::{
    actions::{Export, FilmMove},
    clock::TimeScale,
    commands::{CommandTarget, Request, TourStep, execute},
    culling::CullingChange,
    films::FilmChange,
    overlays,
    selection::Pick,
    undo::Jump,
    view::{self, View},
    walker::WalkerChange,
};
use bspwalk_trees::solid_leaf::LeafId;

use super::{
    body::{clock, course, player},
    cards::hints,
    films::{commands as films, query_film::places, quiz},
    host::state::{Act, Action, GlossaryWindow, MenuBar, ModelView, Overlays, Page, QueryPlayer, Ui},
    input::{
        MoveIntent,
        capture::{self, Pointed},
        settings::{self, Settings},
        zoom::{self, UiZoom},
    },
    level::{
        expensive, export, film_file,
        leaf_tree::{culling, leak, owner},
        loading::{
            dialog::{self, Wanted},
            offers,
        },
        quiz::QuizState,
        view_line,
        what_if::WhatIf,
    },
    menu::{self, palette},
    pages::planar,
    paint::{
        overlays::{selection, switches},
        screenshot,
    },
    panel::undo,
    tour,
    view::{
        bookmarks, escape,
        model_view::{self, look_at},
        selection_history,
    },
};

/// Executes the commands sent since the last frame, and any commands that these send in turn.
pub(super) fn run(world: &mut World, mut cursor: Local<MessageCursor<Act>>) {
    loop {
        let sent = cursor.read(world.resource::<Messages<Act>>());
        let actions: Vec<Action> = sent.map(|act| act.0).collect();
        if actions.is_empty() {
            return;
        }
        for action in actions {
            let mut window = Window(world);
            if let Some(request) = execute(&mut window, action) {
                window.answer(request);
            }
        }
    }
}

/// Window state that commands act on.
struct Window<'w>(&'w mut World);

impl Window<'_> {
    /// Runs a system with an input and returns its output. Skips a system whose level is not shown yet.
    fn call<I, O, M, S>(&mut self, system: S, input: I::Inner<'_>) -> Option<O>
    where
        I: SystemInput + 'static,
        O: 'static,
        S: IntoSystem<I, O, M> + 'static,
    {
        match self.0.run_system_cached_with(system, input) {
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

    /// Changes a resource, if it exists.
    fn set<R: Resource<Mutability = Mutable>>(&mut self, change: impl FnOnce(&mut R)) {
        if let Some(mut resource) = self.0.get_resource_mut::<R>() {
            change(&mut resource);
        }
    }

    /// Releases the mouse for a dialog or a menu.
    fn release_mouse(&mut self) {
        self.set(|ui: &mut Ui| ui.captured = false);
    }

    fn is_quiz_open(&self) -> bool {
        self.0.resource::<QuizState>().is_open()
    }

    fn try_planes(&mut self, request: WhatIf) {
        self.0.write_message(request);
    }

    fn cross(&mut self, is_undo: bool) {
        if self.0.resource::<Ui>().page == Some(Page::PlanarTree) {
            self.run(planar::undo_or_redo_polygon, is_undo);
        } else {
            self.run(undo::request_undo_or_redo, is_undo);
        }
    }

    /// Fulfils a request made by a command.
    fn answer(&mut self, request: Request) {
        match request {
            Request::Leave => _ = self.0.write_message(AppExit::Success),
            Request::Screenshot => self.run(screenshot::take, false),
            Request::FullScreen => self.go(screenshot::full_screen),
            Request::CopyView => self.go(view_line::copy),
            Request::CopyEditorPlace => self.go(view_line::copy_editor_place),
            Request::PasteView => self.go(view_line::paste),
            Request::NextBookmark => self.go(bookmarks::go_on),
            // Only other front ends support these requests.
            Request::FreeMouse | Request::TogglePixels | Request::Suspend | Request::Redraw => {}
        }
    }
}

/// Implements each method as a list of calls to [`Window`] methods, which run a system or change a resource.
macro_rules! by_systems {
    ($($method:ident($($input:ident: $kind:ty),*) => $($call:ident($($value:expr),*)),+;)+) => {
        $(fn $method(&mut self $(, $input: $kind)*) { $(self.$call($($value),*);)+ })+
    };
}

impl CommandTarget for Window<'_> {
    by_systems! {
        begin(command: Action) => run(player::interrupt, command), run(hints::learn, command);

        // Player body.
        walk(change: WalkerChange) => run(player::walk, change);
        select_reason() => go(player::select_reason);
        change_speed(notches: f32) => run(player::change_speed, notches);
        toggle_recording() => go(player::scripts::record);
        play_script() => go(player::scripts::play);
        use_in_front() => set(|intent: &mut MoveIntent| intent.use_in_front());
        go_to_station(number: u8, watch: bool) => run(course::go_to_station, (number, watch));
        change_clock(change: fn(&mut TimeScale)) => run(clock::change, change);

        // Overlays, selection and culling.
        step_depths(deeper: bool) => run(switches::step, deeper);
        choose(pick: Pick) => run(selection::choose, pick);
        select_leaf(leaf: Option<LeafId>) => run(selection::select_leaf, leaf);
        sight_from(leaf: Option<LeafId>) => run(selection::sight_from, leaf);
        go_in_history(back: bool) => run(selection_history::go, back);
        look_at_selection() => go(look_at::look);
        list_expensive() => go(expensive::list), release_mouse();
        change_culling(change: CullingChange) => run(culling::change, change);
        toggle_tree_owner() => go(owner::switch);
        step_along_leak(forward: bool) => run(leak::step, forward);

        // Views, films and the quiz.
        switch_view(view: View) => run(model_view::switch, view);
        bookmark_view() => go(bookmarks::keep);
        toggle_film(change: FilmChange) => run(films::toggle, change);
        next_query_mode() => go(films::next_query_mode);
        toggle_division() => toggle_film(|films, _, _| films.toggle_division());
        move_film(to: FilmMove) => run(films::go, to);
        toggle_quiz() => go(quiz::toggle);

        // Panel, pages and menus.
        toggle_panel() => run(capture::toggle, Pointed::Panel);
        toggle_tree_dock() => run(capture::toggle, Pointed::Dock);
        toggle_planar_page() => run(capture::toggle, Pointed::Page(Page::PlanarTree));
        toggle_duel() => run(capture::toggle, Pointed::Page(Page::Duel));
        next_map() => run(capture::toggle, Pointed::Page(Page::Map));
        toggle_help() => set(|ui: &mut Ui| ui.help ^= true);
        toggle_menu() => set(|bar: &mut MenuBar| bar.open = bar.open.is_none().then_some(0)), release_mouse();
        toggle_palette() => go(palette::toggle), release_mouse();
        toggle_glossary() => set(|glossary: &mut GlossaryWindow| glossary.open ^= true);
        toggle_menu_bar() => set(|settings: &mut Settings| settings.menu_bar ^= true);
        toggle_tool_bar() => set(|settings: &mut Settings| settings.tool_bar ^= true);
        toggle_hints() => go(settings::toggle_hints);
        about() => go(menu::about);
        resize_text(steps: f32) => run(zoom::zoom_by_steps, steps);
        default_text() => set(|zoom: &mut UiZoom| *zoom = UiZoom::default());

        // Files.
        open_dialog() => run(dialog::ask, Wanted::Level), release_mouse();
        choose_textures() => run(dialog::ask, Wanted::Textures), release_mouse();
        copy_query_film() => go(film_file::copy_query);

        // Undo.
        undo_plane() => try_planes(WhatIf::Undo);
        redo_plane() => try_planes(WhatIf::Redo);
        keep_planes() => try_planes(WhatIf::Keep);
        drop_planes() => try_planes(WhatIf::Drop);
        undo() => cross(true);
        redo() => cross(false);
        record_jump(jump: Jump) => run(undo::record_camera_jump, jump);
        record_selection() => go(undo::record_selection_change);
        restart_history() => go(undo::forget_last_state);
    }

    fn view(&mut self) -> &mut view::ModelView {
        &mut self.0.resource_mut::<ModelView>().into_inner().0
    }

    fn change_overlays(&mut self, change: impl FnOnce(&mut overlays::Overlays)) {
        change(&mut self.0.resource_mut::<Overlays>().0);
    }

    fn aim(&mut self, at_pointer: bool) -> Option<[Vec3; 2]> {
        self.call(model_view::aim, at_pointer)
    }

    fn point_at(&mut self, ray: [Vec3; 2]) -> bool {
        self.run(quiz::answer_at, ray);
        let is_picking = self.0.resource::<QueryPlayer>().is_picking();
        if is_picking {
            self.run(places::pick, ray);
        }
        is_picking
    }

    fn go_on_in_quiz(&mut self) -> bool {
        let is_open = self.is_quiz_open();
        if is_open {
            self.go(quiz::go_on);
        }
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

    fn export(&mut self, export: Export) {
        if export == Export::Picture {
            self.run(screenshot::take, true);
        } else {
            self.run(export::make, export);
            self.run(film_file::save, export);
        }
    }

    fn escape(&mut self) -> Option<Request> {
        self.go(capture::stay_free);
        if let Some(item) = self.call(escape::topmost, ()).flatten() {
            self.run(escape::close, item);
        }
        None
    }
}
