//! The menus in order from left to right, and their commands.

use bspwalk_levels::builtin;
use bspwalk_session::{
    actions::{Action, Control, Export, control_of},
    overlays::OverlayKind,
};
use bspwalk_text::{Localize, text};

use super::row::{Does, Item, Menu, Row};
use crate::app::{host::prelude::*, menu::facts::Facts};

/// Returns the titles of the menus.
pub(super) fn titles() -> [&'static str; 6] {
    [
        text!("menu-file"),
        text!("menu-edit"),
        text!("menu-view"),
        text!("menu-tree"),
        text!("menu-learn"),
        text!("menu-help"),
    ]
}

/// Builds all menus for the current state.
pub(super) fn menus(facts: &Facts<'_, '_>) -> Vec<Menu> {
    let rows = [
        file(facts),
        edit(facts),
        view(facts),
        tree(facts),
        learn(facts),
        help(facts),
    ];
    let of = |(title, rows)| Menu { title, rows };
    titles().into_iter().zip(rows).map(of).collect()
}

/// Builds the item of a command, using the command's title in the controls table as its label.
fn item(facts: &Facts<'_, '_>, command: Action) -> Item {
    let control = control_of(command);
    let title = control.map_or("", |control| control.title.text());
    Item {
        key: facts.key(command),
        on: facts.is_on(command),
        why_not: facts.why_not(command),
        help: control.and_then(Control::details).unwrap_or_default().to_owned(),
        ..Item::new(title, Does::Run(PaletteCommand::Send(command)))
    }
}

fn send(facts: &Facts<'_, '_>, command: Action) -> Row {
    Row::Item(item(facts, command))
}

fn send_all<const N: usize>(facts: &Facts<'_, '_>, commands: [Action; N]) -> Vec<Row> {
    commands.map(|command| send(facts, command)).into()
}

/// Builds a row with a submenu. If the submenu is empty, the item is disabled, and `why_empty` is the reason.
fn beside(words: &str, rows: Vec<Row>, why_empty: &str) -> Row {
    let why_not = rows.is_empty().then(|| why_empty.to_owned());
    Row::Item(Item {
        why_not,
        ..Item::new(words, Does::Menu(rows))
    })
}

/// Returns the recently opened levels and the built-in levels.
pub(super) fn levels(facts: &Facts<'_, '_>) -> [Vec<LevelName>; 2] {
    let built_in = builtin::listed().map(|level| LevelName::BuiltIn(level.name.to_owned()));
    [facts.settings.recent.clone(), built_in.collect()]
}

/// Builds a row that opens a level.
fn open(source: LevelName) -> Row {
    let help = match &source {
        LevelName::File(path) => path.display().to_string(),
        LevelName::BuiltIn(name) => bspwalk_compile::built_in::find(name)
            .map_or_else(String::new, |level| level.description.localized()),
        LevelName::Drawn(_) => String::new(),
    };
    Row::Item(Item {
        help,
        ..Item::new(
            source.title().localized(),
            Does::Run(PaletteCommand::Open(source)),
        )
    })
}

fn file(facts: &Facts<'_, '_>) -> Vec<Row> {
    let [recent, built_in] = levels(facts).map(|levels| levels.into_iter().map(open).collect());
    vec![
        send(facts, Action::OpenDialog),
        send(facts, Action::ChooseTextures),
        beside(text!("menu-recent"), recent, text!("menu-no-recent")),
        beside(text!("menu-built-in"), built_in, ""),
        Row::Gap,
        send(facts, Action::KeepView),
        send(facts, Action::NextBookmark),
        Row::Gap,
        beside(text!("menu-export"), export(facts), ""),
        send(facts, Action::Screenshot),
        Row::Gap,
        send(facts, Action::Leave),
    ]
}

fn export(facts: &Facts<'_, '_>) -> Vec<Row> {
    let save = |export| send(facts, Action::Export(export));
    vec![
        save(Export::Picture),
        Row::Gap,
        save(Export::DivisionFilm),
        save(Export::BuildFilm),
        save(Export::QueryFilm),
        save(Export::PainterFilm),
        save(Export::FlowFilm),
        save(Export::SolidityFilm),
        Row::Gap,
        save(Export::Nodes),
        save(Export::NodeGraph),
        save(Export::Leaves),
        save(Export::Portals),
        save(Export::Compiled),
    ]
}

fn edit(facts: &Facts<'_, '_>) -> Vec<Row> {
    let [mut undo, mut redo] = [Action::Undo, Action::Redo].map(|command| item(facts, command));
    let [undone, redone] = facts.undo_redo_words();
    if let Some(what) = undone {
        undo.words = text!("menu-undo-what", what);
    }
    if let Some(what) = redone {
        redo.words = text!("menu-redo-what", what);
    }
    vec![
        Row::Item(undo),
        Row::Item(redo),
        Row::Gap,
        send(facts, Action::CopyView),
        send(facts, Action::PasteView),
        send(facts, Action::CopyEditorPlace),
        send(facts, Action::CopyQueryFilm),
    ]
}

fn view(facts: &Facts<'_, '_>) -> Vec<Row> {
    let show = |kind| send(facts, Action::for_overlay(kind));
    let (colors, others): (Vec<_>, Vec<_>) =
        OverlayKind::ALL.into_iter().partition(|kind| kind.colors_faces());
    let (stages, others): (Vec<_>, Vec<_>) = others
        .into_iter()
        .partition(|kind| kind.shows_computation_stage());
    let stages = stages.into_iter().map(show).collect();
    let stages = beside(text!("panel-advanced"), stages, "");
    let hide = [
        Row::Gap,
        send(facts, Action::Overlay('0')),
        send(facts, Action::Deeper),
        send(facts, Action::Shallower),
    ];
    let text = [Action::LargerText, Action::SmallerText, Action::DefaultText];
    vec![
        send(facts, Action::FirstPerson),
        send(facts, Action::ToggleModel),
        send(facts, Action::TogglePlan),
        send(facts, Action::NextMap),
        Row::Gap,
        send(facts, Action::ToggleWalking),
        send(facts, Action::ToggleNoclip),
        send(facts, Action::Respawn),
        Row::Gap,
        beside(
            text!("menu-overlays"),
            others.into_iter().map(show).chain([stages]).chain(hide).collect(),
            "",
        ),
        beside(text!("menu-colours"), colors.into_iter().map(show).collect(), ""),
        beside(text!("menu-culling"), culling(facts), ""),
        beside(text!("menu-time"), time(facts), ""),
        Row::Gap,
        send(facts, Action::TogglePanel),
        send(facts, Action::ToggleToolBar),
        send(facts, Action::ToggleMenuBar),
        beside(text!("menu-text-size"), send_all(facts, text), ""),
        send(facts, Action::ToggleFullScreen),
    ]
}

fn culling(facts: &Facts<'_, '_>) -> Vec<Row> {
    vec![
        send(facts, Action::NextCulling),
        send(facts, Action::ToggleFrozenCulling),
        Row::Gap,
        send(facts, Action::AlongLeak),
        send(facts, Action::BackAlongLeak),
    ]
}

fn time(facts: &Facts<'_, '_>) -> Vec<Row> {
    vec![
        send(facts, Action::TogglePause),
        send(facts, Action::SingleStep),
        send(facts, Action::Slower),
        Row::Gap,
        send(facts, Action::ToggleRecording),
        send(facts, Action::PlayScript),
        Row::Gap,
        send(facts, Action::SpeedUp),
        send(facts, Action::SpeedDown),
        send(facts, Action::NextCollision),
    ]
}

fn tree(facts: &Facts<'_, '_>) -> Vec<Row> {
    let select = [
        Action::SelectUnderCrosshair,
        Action::SelectParent,
        Action::SelectFront,
        Action::SelectBack,
        Action::SelectionBack,
        Action::SelectionForward,
        Action::ClearSelection,
    ];
    let what_if = [
        Action::UndoPlane,
        Action::RedoPlane,
        Action::KeepPlanes,
        Action::DropPlanes,
    ];
    vec![
        beside(text!("menu-select"), send_all(facts, select), ""),
        send(facts, Action::LookAtSelection),
        send(facts, Action::ListExpensive),
        Row::Gap,
        send(facts, Action::ToggleTreeDock),
        send(facts, Action::ToggleDuel),
        beside(text!("menu-what-if"), send_all(facts, what_if), ""),
        send(facts, Action::TogglePlanarPage),
        send(facts, Action::ToggleTreeOwner),
    ]
}

fn learn(facts: &Facts<'_, '_>) -> Vec<Row> {
    let films = vec![
        send(facts, Action::ToggleDivision),
        send(facts, Action::ToggleBuildFilm),
        send(facts, Action::ToggleQueryFilm),
        send(facts, Action::for_overlay(OverlayKind::Painter)),
        send(facts, Action::for_overlay(OverlayKind::Flow)),
        Row::Gap,
        send(facts, Action::TogglePlaying),
        send(facts, Action::NextStep),
        send(facts, Action::PreviousStep),
        send(facts, Action::FirstStep),
        send(facts, Action::LastStep),
        send(facts, Action::NextQueryMode),
    ];
    vec![
        send(facts, Action::Tour),
        send(facts, Action::ToggleQuiz),
        beside(text!("menu-films"), films, ""),
        send(facts, Action::ToggleGlossary),
        Row::Gap,
        send(facts, Action::Why),
        send(facts, Action::ToggleReplay),
    ]
}

fn help(facts: &Facts<'_, '_>) -> Vec<Row> {
    vec![
        send(facts, Action::TogglePalette),
        send(facts, Action::ToggleHelp),
        send(facts, Action::ToggleHints),
        Row::Gap,
        send(facts, Action::About),
    ]
}
