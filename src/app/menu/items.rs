//! The menus from left to right, and their items.

use bspwalk_levels::builtin;
use bspwalk_session::{
    actions::{Action, Control, control_of},
    overlays::OverlayKind,
    view::{FilmTree, View},
};
use bspwalk_text::text;

use super::{
    facts::Facts,
    row::{Do, Does, Item, Menu, Row, Setting, TextSize},
};
use crate::{
    app::{export::Export, film_file::AskedFilm, state::LevelName, what_if::WhatIf},
    cli::{FilmKind, TreeFile},
};

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

/// Builds an item that runs an action.
fn run(facts: &Facts<'_, '_>, words: impl Into<String>, action: Do) -> Item {
    Item {
        key: facts.key(&action),
        on: facts.is_on(&action),
        why_not: facts.why_not(&action),
        help: said_of(&action),
        ..Item::new(words, Does::Run(action))
    }
}

/// Returns the tooltip of an item, or an empty string if the label says everything.
fn said_of(action: &Do) -> String {
    let said = match *action {
        Do::Send(command) => control_of(command).and_then(Control::details),
        Do::Show(kind) => Some(kind.description()),
        _ => None,
    };
    said.unwrap_or_default().to_owned()
}

/// Builds a row that sends a command, labelled with its title in the table of controls.
fn send(facts: &Facts<'_, '_>, command: Action) -> Row {
    Row::Item(run(facts, title(command), Do::Send(command)))
}

/// Returns the title of a command in the table of controls.
pub(super) fn title(command: Action) -> &'static str {
    control_of(command).map_or("", |control| control.title.text())
}

fn row(facts: &Facts<'_, '_>, words: impl Into<String>, action: Do) -> Row {
    Row::Item(run(facts, words, action))
}

/// Builds a row with a submenu. If the submenu is empty, the item is disabled with this reason.
fn beside(words: &str, rows: Vec<Row>, why_empty: &str) -> Row {
    let why_not = rows.is_empty().then(|| why_empty.to_owned());
    Row::Item(Item {
        why_not,
        ..Item::new(words, Does::Menu(rows))
    })
}

fn file(facts: &Facts<'_, '_>) -> Vec<Row> {
    let recent = facts.settings.recent.iter().map(|source| {
        let help = match source {
            LevelName::File(path) => path.display().to_string(),
            LevelName::BuiltIn(_) | LevelName::Drawn(_) => String::new(),
        };
        Row::Item(Item {
            help,
            ..run(facts, source.title(), Do::Open(source.clone()))
        })
    });
    let built_in = builtin::listed().map(|level| {
        Row::Item(Item {
            help: level.description.text().to_owned(),
            ..run(
                facts,
                level.name,
                Do::Open(LevelName::BuiltIn(level.name.to_owned())),
            )
        })
    });
    vec![
        send(facts, Action::OpenDialog),
        beside(text!("menu-recent"), recent.collect(), text!("menu-no-recent")),
        beside(text!("menu-built-in"), built_in.collect(), ""),
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
    let save = |words: &str, export| row(facts, words, Do::Export(export));
    let film = |words: &str, kind| row(facts, words, Do::Film(AskedFilm::Save(kind)));
    vec![
        save(text!("menu-export-picture"), Export::Picture),
        Row::Gap,
        film(text!("menu-export-division"), FilmKind::Division(FilmTree::Nodes)),
        film(text!("menu-export-build"), FilmKind::Build),
        film(text!("menu-export-query"), facts.query()),
        film(text!("menu-export-painter"), FilmKind::Painter),
        film(text!("menu-export-flow"), FilmKind::Flow),
        film(text!("menu-export-solidity"), FilmKind::Solidity),
        Row::Gap,
        save(text!("menu-export-nodes"), Export::Tree(TreeFile::Nodes)),
        save(text!("menu-export-graph"), Export::Tree(TreeFile::NodeGraph)),
        save(text!("menu-export-leaves"), Export::Tree(TreeFile::Leaves)),
        save(text!("menu-export-portals"), Export::Portals),
        save(text!("menu-export-compiled"), Export::Compiled),
    ]
}

fn edit(facts: &Facts<'_, '_>) -> Vec<Row> {
    let [undo, redo] = facts.undo_redo_words();
    let undo = undo.map_or_else(
        || title(Action::Undo).to_owned(),
        |what| text!("menu-undo-what", what),
    );
    let redo = redo.map_or_else(
        || title(Action::Redo).to_owned(),
        |what| text!("menu-redo-what", what),
    );
    vec![
        row(facts, undo, Do::Send(Action::Undo)),
        row(facts, redo, Do::Send(Action::Redo)),
        Row::Gap,
        send(facts, Action::CopyView),
        send(facts, Action::PasteView),
        row(
            facts,
            text!("menu-copy-query"),
            Do::Film(AskedFilm::Copy(facts.query())),
        ),
    ]
}

fn view(facts: &Facts<'_, '_>) -> Vec<Row> {
    let overlays = OverlayKind::ALL.into_iter().filter(|kind| !kind.colors_faces());
    let overlays = overlays.map(|kind| row(facts, kind.title(), Do::Show(kind)));
    let hide = [Row::Gap, send(facts, Action::Overlay('0'))];
    let depths = [send(facts, Action::Deeper), send(facts, Action::Shallower)];
    let colors = OverlayKind::ALL.into_iter().filter(|kind| kind.colors_faces());
    let colors = colors.map(|kind| row(facts, kind.title(), Do::Show(kind)));
    let text = [
        (text!("menu-larger"), TextSize::Larger, "Ctrl++"),
        (text!("menu-smaller"), TextSize::Smaller, "Ctrl+−"),
        (text!("menu-usual-size"), TextSize::Usual, "Ctrl+0"),
    ];
    let text = text.map(|(words, size, key)| {
        Row::Item(Item {
            key: key.to_owned(),
            ..run(facts, words, Do::Text(size))
        })
    });
    vec![
        row(facts, text!("menu-eyes"), Do::Look(View::Eye)),
        row(facts, title(Action::ToggleModel), Do::Look(View::Model)),
        row(facts, title(Action::TogglePlan), Do::Look(View::Plan)),
        send(facts, Action::NextMap),
        Row::Gap,
        send(facts, Action::ToggleWalking),
        send(facts, Action::ToggleNoclip),
        send(facts, Action::Respawn),
        Row::Gap,
        beside(
            text!("menu-overlays"),
            overlays.chain(hide).chain(depths).collect(),
            "",
        ),
        beside(text!("menu-colours"), colors.collect(), ""),
        beside(text!("menu-culling"), culling(facts), ""),
        beside(text!("menu-time"), time(facts), ""),
        Row::Gap,
        send(facts, Action::TogglePanel),
        row(facts, text!("menu-tool-bar"), Do::Switch(Setting::ToolBar)),
        row(facts, text!("menu-bar"), Do::Switch(Setting::MenuBar)),
        beside(text!("menu-text-size"), text.into(), ""),
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
    let select = vec![
        send(facts, Action::SelectUnderCrosshair),
        send(facts, Action::SelectParent),
        send(facts, Action::SelectFront),
        send(facts, Action::SelectBack),
        send(facts, Action::SelectionBack),
        send(facts, Action::SelectionForward),
        send(facts, Action::ClearSelection),
    ];
    let what_if = vec![
        row(facts, text!("menu-before-plane"), Do::WhatIf(WhatIf::Undo)),
        row(facts, text!("menu-after-plane"), Do::WhatIf(WhatIf::Redo)),
        row(facts, text!("menu-keep-tree"), Do::WhatIf(WhatIf::Keep)),
        row(facts, text!("menu-drop-planes"), Do::WhatIf(WhatIf::Drop)),
    ];
    vec![
        beside(text!("menu-select"), select, ""),
        send(facts, Action::LookAtSelection),
        Row::Gap,
        send(facts, Action::ToggleTreeDock),
        send(facts, Action::ToggleDuel),
        beside(text!("menu-what-if"), what_if, ""),
        send(facts, Action::TogglePlanarPage),
        send(facts, Action::ToggleTreeOwner),
    ]
}

fn learn(facts: &Facts<'_, '_>) -> Vec<Row> {
    let films = vec![
        send(facts, Action::ToggleDivision),
        send(facts, Action::ToggleBuildFilm),
        send(facts, Action::ToggleQueryFilm),
        row(
            facts,
            OverlayKind::Painter.title(),
            Do::Show(OverlayKind::Painter),
        ),
        row(facts, OverlayKind::Flow.title(), Do::Show(OverlayKind::Flow)),
        Row::Gap,
        send(facts, Action::TogglePlaying),
        send(facts, Action::NextStep),
        send(facts, Action::PreviousStep),
        send(facts, Action::FirstStep),
        send(facts, Action::LastStep),
    ];
    vec![
        send(facts, Action::Tour),
        send(facts, Action::ToggleQuiz),
        beside(text!("menu-films"), films, ""),
        row(facts, text!("menu-glossary"), Do::Glossary),
        Row::Gap,
        send(facts, Action::Why),
        send(facts, Action::ToggleReplay),
    ]
}

fn help(facts: &Facts<'_, '_>) -> Vec<Row> {
    vec![
        send(facts, Action::TogglePalette),
        send(facts, Action::ToggleHelp),
        row(facts, text!("menu-hints"), Do::Switch(Setting::Hints)),
        Row::Gap,
        row(facts, text!("menu-about"), Do::About),
    ]
}
