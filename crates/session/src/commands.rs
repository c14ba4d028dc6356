//! Execution of commands, with the only `match` over all of them.
//!
//! [`execute`] defines the effects of each command and their order. It changes a [`CommandTarget`], which is the engine's
//! window, or a [walk](crate::walk) in the other front ends. Effects on state that all front ends have are methods of
//! [`Program`]. The methods of the trait are effects that differ.

use std::sync::Arc;

use bspwalk_explain::{expensive::Target, map_places::MapPlace};
use bspwalk_text::text;
use bspwalk_trees::{NodeTree, solid_leaf::OUTSIDE};
use glam::Vec3;

use crate::{
    actions::{Action, Export, FilmMove},
    active_film::{ActiveFilm, FilmChange},
    clock::TimeScale,
    culling::CullingChange,
    escape::Close,
    films::from_eye,
    overlays::{OverlayKind, Overlays},
    palette::{Entry, Palette, PaletteCommand},
    program::Program,
    program_state::ProgramState,
    scripts::Scripts,
    selection::Pick,
    trial::TrialStep,
    ui::{Page, Part, TextScale},
    undo::Jump,
    view::View,
    view_line::ViewLine,
    walker::{Notice, Walker, WalkerChange},
};

/// A request that a command makes to the front end.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Quit.
    Leave,
    /// Switch between real pixels and block characters.
    TogglePixels,
    /// Suspend the process and return to the shell.
    Suspend,
    /// Redraw everything.
    Redraw,
    /// Save a screenshot.
    Screenshot,
    /// Enter or leave full screen.
    FullScreen,
    /// Ask for a level file, and open it.
    ChooseLevel,
    /// Ask for a folder of textures.
    ChooseTextures,
    /// Write a file of this kind.
    Export(Export),
    /// Copy the command line that renders the query film.
    CopyQueryFilm,
    /// Copy the view as command-line options.
    CopyView(Box<ViewLine>),
    /// Copy the place of the selected face in its map.
    CopyEditorPlace(MapPlace),
    /// Go to the copied view, if it belongs to this level.
    PasteView,
    /// Go to this view, which may be in another level.
    GoTo(Box<ViewLine>),
}

/// A step of the tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TourStep {
    /// Resume the tour where it was left, or leave it.
    Toggle,
    /// Go to a station, counted from 0. A number past the last station ends the tour.
    To(u8),
    /// Go to the next station, or accept the invitation.
    Next,
    /// Go to the previous station, or decline the invitation.
    Previous,
}

/// State of a front end that commands act on.
pub trait CommandTarget {
    /// Returns the state that all front ends have. It exists even if no level is open.
    fn state(&mut self) -> &mut ProgramState;
    /// Shows a notice.
    fn notify(&mut self, text: String);
    /// Changes state that all front ends have, and shows the notices. Returns `None` if no level is open.
    fn change<T>(&mut self, change: impl FnOnce(&mut Program<'_>) -> T) -> Option<T>;
    /// Like [`CommandTarget::change`], for changes without a result.
    fn apply(&mut self, change: impl FnOnce(&mut Program<'_>)) {
        _ = self.change(change);
    }
    /// Changes the walker, and shows the returned notice.
    fn walk(&mut self, change: WalkerChange) {
        self.apply(|program| program.walk(change));
    }
    /// Selects a node and the leaf in front of it.
    fn choose(&mut self, pick: Pick) {
        self.apply(|program| program.choose(pick));
    }
    /// Moves the eye or the model to a good view of the selection.
    fn look_at_selection(&mut self);

    /// Prepares for a command.
    fn begin(&mut self, _command: Action) {}
    /// Uses the door or the button in front of the body.
    fn use_in_front(&mut self);
    /// Changes the clock, and runs a single step if the change requested one.
    fn change_clock(&mut self, change: fn(&mut TimeScale));

    /// Changes the overlays.
    fn change_overlays(&mut self, change: impl FnOnce(&mut Overlays)) {
        self.apply(|program| change(&mut program.state.overlays));
    }

    /// Returns the ray through the mouse pointer or the crosshair: its origin in metres and its unit direction. Returns
    /// `None` if the level is not drawn there.
    fn aim(&mut self, at_pointer: bool) -> Option<[Vec3; 2]>;
    /// Uses the point that a ray hits as a quiz answer or as an end of the query. Returns whether it did. If so, the
    /// click must not change the selection.
    fn point_at(&mut self, _ray: [Vec3; 2]) -> bool {
        false
    }

    /// Changes the culling.
    fn change_culling(&mut self, change: CullingChange);

    /// Switches between a view and first person.
    fn switch_view(&mut self, view: View) {
        self.apply(|program| program.state.view.switch(view));
    }
    /// Returns the view as a command line, or `None` for a level without a name.
    fn view_line(&mut self) -> Option<ViewLine>;
    /// Opens or closes a film in the model view.
    fn toggle_film(&mut self, change: FilmChange) {
        self.apply(|program| program.change_films(change));
    }
    /// Executes a playback command on the active film.
    fn move_film(&mut self, to: FilmMove) {
        self.apply(|program| program.move_film(to));
    }
    /// Switches to the next method of hidden surface removal. Only walks support it.
    fn next_method(&mut self) {}

    /// Turns questions on or off for the film on screen. Returns whether there is one. Only walks support it.
    fn toggle_asking(&mut self) -> bool {
        false
    }
    /// Submits the marked quiz answer, or continues if the question is already answered. Returns whether the quiz is
    /// open.
    fn go_on_in_quiz(&mut self) -> bool;
    /// Accepts or declines the offer for the level. Returns whether there was an offer.
    fn answer_offer(&mut self, _accept: bool) -> bool {
        false
    }
    /// Takes a step in the tour. Returns whether the tour or its invitation handled the step.
    fn step_tour(&mut self, _step: TourStep) -> bool {
        false
    }

    /// Returns the commands in the palette.
    fn palette_entries(&mut self) -> Vec<Entry<PaletteCommand>>;
    /// Returns the topmost open item.
    fn topmost_item(&mut self) -> Option<Close>;
    /// Closes an item, except the quiz and the film on screen.
    fn close_item(&mut self, item: Close);
    /// Quits after Escape is pressed twice. Only walks support it.
    fn leave(&mut self) -> Option<Request> {
        None
    }

    /// Undoes or redoes a change elsewhere than in the level. Returns whether the front end has handled the command.
    fn undo_elsewhere(&mut self, _is_undo: bool) -> bool {
        false
    }
    /// Replaces the node-storing tree. Only the engine's window supports it.
    fn show_tree(&mut self, _tree: Arc<NodeTree>) {}
}

/// Makes a change, and shows the node-storing tree that it returns.
fn change_tree(
    target: &mut impl CommandTarget,
    change: impl FnOnce(&mut Program<'_>) -> Option<Arc<NodeTree>>,
) {
    if let Some(tree) = target.change(change).flatten() {
        target.show_tree(tree);
    }
}

/// Executes a command. Returns a request if the front end must act on it.
pub fn execute(program: &mut impl CommandTarget, command: Action) -> Option<Request> {
    program.begin(command);
    program.apply(|program| program.state.undo.requests.selects |= command.selects());
    match command {
        // The body.
        Action::Respawn => {
            program.walk(Walker::respawn);
            program.apply(|program| {
                program.state.view.cut = None;
                program.state.undo.requests.jump = Some(Jump::Spawn);
            });
        }
        Action::ToggleWalking => program.walk(Walker::toggle_walking),
        Action::ToggleNoclip => program.walk(Walker::toggle_noclip),
        Action::NextCollision => program.walk(Walker::next_collision),
        Action::ToggleReplay => program.walk(Walker::toggle_replay),
        Action::Why => {
            program.walk(Walker::toggle_why);
            program.apply(|program| {
                program.select_reason();
            });
        }
        Action::SpeedUp => program.apply(|program| program.change_speed(1.0)),
        Action::SpeedDown => program.apply(|program| program.change_speed(-1.0)),
        Action::ToggleRecording => program.apply(|program| program.change_scripts(Scripts::toggle_recording)),
        Action::PlayScript => program.apply(|program| program.change_scripts(Scripts::play)),
        Action::GoToStation(number) => program.apply(|program| program.go_to_station(number, false)),
        Action::WatchStation(number) => program.apply(|program| program.go_to_station(number, true)),
        Action::Slower => program.change_clock(TimeScale::slow_down),
        Action::TogglePause => program.change_clock(TimeScale::toggle_pause),
        Action::SingleStep => program.change_clock(TimeScale::single_step),

        // Overlays.
        Action::Overlay(key) => program.change_overlays(|overlays| overlays.press(key)),
        Action::Show(kind) => {
            program.change_overlays(|overlays| overlays.set(kind, !overlays.is_on(kind)));
        }
        Action::Deeper => program.apply(|program| program.step_depths(true)),
        Action::Shallower => program.apply(|program| program.step_depths(false)),

        // Selection.
        Action::SelectUnderCrosshair | Action::SelectUnderPointer => {
            let at_pointer = command == Action::SelectUnderPointer;
            let ray = program.aim(at_pointer);
            if !ray.is_some_and(|ray| program.point_at(ray)) {
                program.choose(Pick::Along { ray, at_pointer });
            }
        }
        Action::SelectParent => program.choose(Pick::Parent),
        Action::SelectFront => program.choose(Pick::Front),
        Action::SelectBack => program.choose(Pick::Back),
        Action::SelectNode(node) => program.choose(Pick::Node(node)),
        Action::ClearSelection => program.choose(Pick::Nothing),
        Action::SelectLeaf(leaf) => {
            let leaf = Some(leaf).filter(|&leaf| leaf != OUTSIDE);
            program.apply(|program| program.select(|selected| selected.select_leaf(leaf)));
        }
        Action::SightFrom(leaf) => program.apply(|program| program.state.level.selected.sight_from = leaf),
        Action::SelectionBack => program.apply(|program| program.go_in_history(true)),
        Action::SelectionForward => program.apply(|program| program.go_in_history(false)),
        Action::LookAtSelection => program.look_at_selection(),
        Action::LookAt(target) => {
            match target {
                Target::Node(node) => program.choose(Pick::Node(node)),
                Target::Face(face) => program.choose(Pick::Face(face)),
                Target::Leaf(leaf) => {
                    program.choose(Pick::Nothing);
                    program.apply(|program| program.select(|selected| selected.select_leaf(Some(leaf))));
                }
            }
            program.look_at_selection();
        }
        Action::LookAtBrush(number) => {
            let target = program.change(|program| program.brush_target(number)).flatten()?;
            return execute(program, Action::LookAt(target));
        }
        Action::ListExpensive => program.apply(|program| {
            program.list_expensive();
        }),

        // Solid-leaf tree.
        Action::NextCulling => program.change_culling(CullingChange::NextMode),
        Action::ToggleFrozenCulling => program.change_culling(CullingChange::ToggleFrozen),
        Action::AlongLeak | Action::BackAlongLeak => {
            program.apply(|program| program.step_along_leak(command == Action::AlongLeak));
        }

        // Views and films.
        Action::FirstPerson => program.switch_view(View::Eye),
        Action::ToggleModel => program.switch_view(View::Model),
        Action::TogglePlan => program.switch_view(View::Plan),
        Action::ToggleDivision => program.toggle_film(|films, _, _| films.toggle_division()),
        Action::ToggleBuildFilm => program.toggle_film(|films, _, _| films.toggle_build()),
        Action::ToggleQueryFilm => program.toggle_film(|films, tree, body| {
            films.toggle_query(|| from_eye(tree, body.position, body.forward()));
        }),
        Action::NextQueryMode => program.apply(|program| {
            program.next_query_mode();
        }),
        Action::NextStep => program.move_film(FilmMove::Next),
        Action::PreviousStep => program.move_film(FilmMove::Previous),
        Action::FirstStep => program.move_film(FilmMove::First),
        Action::LastStep => program.move_film(FilmMove::Last),
        Action::TogglePlaying => program.move_film(FilmMove::Play),
        Action::NextMethod => program.next_method(),
        Action::KeepView => {
            let view = program.view_line();
            program.apply(|program| program.bookmark_view(view));
        }
        Action::NextBookmark | Action::GoToBookmark(_) => {
            let view = program.change(|program| match command {
                Action::GoToBookmark(number) => program.go_to_bookmark(number as usize),
                _ => program.next_bookmark(),
            });
            return Some(Request::GoTo(Box::new(view.flatten()?)));
        }

        // Quiz, tour and offers.
        Action::ToggleQuiz => {
            if program.state().quiz.is_open() || !program.toggle_asking() {
                program.apply(|program| {
                    program.toggle_quiz();
                });
            }
            program.apply(|program| program.state.undo.restart());
        }
        Action::Tour => _ = program.step_tour(TourStep::Toggle),
        Action::TourStation(number) => _ = program.step_tour(TourStep::To(number)),
        Action::AcceptOffer => {
            let is_used =
                program.answer_offer(true) || program.go_on_in_quiz() || program.step_tour(TourStep::Next);
            if !is_used {
                program.move_film(FilmMove::Play);
                program.use_in_front();
            }
        }
        Action::DeclineOffer => {
            _ = program.answer_offer(false) || program.step_tour(TourStep::Previous);
        }

        // Panel, pages, menus, files and undo.
        Action::ToggleHelp => program.state().ui.toggle_help(),
        Action::TogglePalette => {
            let entries = program.palette_entries();
            program.apply(|program| {
                let palette = &mut program.state.palette;
                *palette = palette.is_none().then(|| Palette::new(entries));
            });
        }
        Action::Undo | Action::Redo => {
            let is_undo = command == Action::Undo;
            if !program.undo_elsewhere(is_undo) {
                change_tree(program, |program| program.undo_or_redo(is_undo));
            }
        }
        Action::UndoPlane => change_tree(program, |program| program.step_trial(TrialStep::Undo)),
        Action::RedoPlane => change_tree(program, |program| program.step_trial(TrialStep::Redo)),
        Action::KeepPlanes => change_tree(program, |program| program.step_trial(TrialStep::Keep)),
        Action::DropPlanes => change_tree(program, |program| program.step_trial(TrialStep::Drop)),
        Action::ToggleTreeOwner => program.apply(|program| {
            program.toggle_own_tree();
        }),
        Action::TogglePanel => program.state().ui.toggle(Part::Panel),
        Action::ToggleTreeDock => program.state().ui.toggle(Part::Dock),
        Action::TogglePlanarPage => program.state().ui.toggle(Part::Page(Page::PlanarTree)),
        Action::ToggleDuel => program.state().ui.toggle(Part::Page(Page::Duel)),
        Action::NextMap => program.state().ui.toggle(Part::Page(Page::Map)),
        Action::ToggleMenu => program.state().ui.toggle_menu(),
        Action::ToggleGlossary => program.state().ui.glossary ^= true,
        Action::ToggleMenuBar => program.state().bars.menu ^= true,
        Action::ToggleToolBar => program.state().bars.tools ^= true,
        Action::ToggleHints => program.state().hints.toggle(),
        Action::LargerText => program.state().ui.text_scale.change(1.0),
        Action::SmallerText => program.state().ui.text_scale.change(-1.0),
        Action::DefaultText => program.state().ui.text_scale = TextScale::default(),
        Action::About => {
            let (name, version) = ("bspwalk", env!("CARGO_PKG_VERSION"));
            program.notify(text!("menu-about-words", name, version));
        }

        // The front end.
        Action::OpenDialog => return Some(Request::ChooseLevel),
        Action::ChooseTextures => return Some(Request::ChooseTextures),
        Action::Export(export) => return Some(Request::Export(export)),
        Action::CopyQueryFilm => return Some(Request::CopyQueryFilm),
        Action::CopyView => match program.view_line() {
            Some(view) => return Some(Request::CopyView(Box::new(view))),
            None => program.apply(|program| {
                let why = text!("view-nameless");
                program.notices.push(Notice::error(text!("view-not-copied", why)));
            }),
        },
        Action::CopyEditorPlace => match program.change(|program| program.editor_place())? {
            Ok(place) => return Some(Request::CopyEditorPlace(place)),
            Err(why) => program.apply(|program| program.notice(why)),
        },
        Action::PasteView => return Some(Request::PasteView),
        Action::Screenshot => return Some(Request::Screenshot),
        Action::ToggleFullScreen => return Some(Request::FullScreen),
        Action::TogglePixels => return Some(Request::TogglePixels),
        Action::Suspend => return Some(Request::Suspend),
        Action::Redraw => return Some(Request::Redraw),
        Action::Escape => {
            program.state().ui.keep_mouse_free();
            return match program.topmost_item() {
                Some(Close::Quiz) => execute(program, Action::ToggleQuiz),
                Some(Close::ShownFilm) => match program.change(|program| program.active_film()).flatten() {
                    Some(ActiveFilm::Build) => execute(program, Action::ToggleBuildFilm),
                    Some(ActiveFilm::Query) => execute(program, Action::ToggleQueryFilm),
                    _ => {
                        program.change_overlays(|overlays| overlays.set(OverlayKind::Painter, false));
                        None
                    }
                },
                Some(item) => {
                    program.close_item(item);
                    None
                }
                None => program.leave(),
            };
        }
        Action::Leave => return Some(Request::Leave),
    }
    None
}
