//! The menus, from the left, and their rows.

use bspwalk_levels::builtin;
use bspwalk_session::{
    actions::{Action, Effect, controls},
    overlays::OverlayKind,
    view::{FilmTree, View},
};
use bspwalk_text::text;

use super::{
    facts::Facts,
    row::{Do, Does, Item, Menu, Row, Setting, TextSize},
};
use crate::{
    app::{export::Export, film_file::AskedFilm, state::LevelSource, what_if::WhatIf},
    cli::{FilmKind, TreeFile},
};

/// The titles of the menus.
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

/// All menus, as things are now.
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

/// An item that does something.
fn run(facts: &Facts<'_, '_>, words: impl Into<String>, action: Do) -> Item {
    Item {
        key: facts.key(&action),
        on: facts.is_on(&action),
        why_not: facts.why_not(&action),
        help: said_of(&action),
        ..Item::new(words, Does::Run(action))
    }
}

/// What is said of an item beside its words.
fn said_of(action: &Do) -> String {
    match *action {
        Do::Send(command) => {
            let control = controls().find(|control| control.effect == Effect::Send(command));
            control.map_or_else(String::new, |control| control.help.text().to_owned())
        }
        Do::Show(kind) => kind.description().to_owned(),
        _ => String::new(),
    }
}

/// A row that sends a command.
fn send(facts: &Facts<'_, '_>, words: &str, command: Action) -> Row {
    Row::Item(run(facts, words, Do::Send(command)))
}

fn row(facts: &Facts<'_, '_>, words: impl Into<String>, action: Do) -> Row {
    Row::Item(run(facts, words, action))
}

/// A row with a menu beside it; where that is empty, it says why.
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
            LevelSource::File(path) => path.display().to_string(),
            LevelSource::BuiltIn(_) | LevelSource::Drawn(_) => String::new(),
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
                Do::Open(LevelSource::BuiltIn(level.name.to_owned())),
            )
        })
    });
    vec![
        send(facts, text!("menu-open"), Action::OpenDialog),
        beside(text!("menu-recent"), recent.collect(), text!("menu-no-recent")),
        beside(text!("menu-built-in"), built_in.collect(), ""),
        Row::Gap,
        send(facts, text!("menu-keep-view"), Action::KeepView),
        send(facts, text!("menu-next-bookmark"), Action::NextBookmark),
        Row::Gap,
        beside(text!("menu-export"), export(facts), ""),
        send(facts, text!("menu-picture-now"), Action::Screenshot),
        Row::Gap,
        send(facts, text!("menu-quit"), Action::Leave),
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
        || text!("menu-undo").to_owned(),
        |what| text!("menu-undo-what", what),
    );
    let redo = redo.map_or_else(
        || text!("menu-redo").to_owned(),
        |what| text!("menu-redo-what", what),
    );
    vec![
        row(facts, undo, Do::Send(Action::Undo)),
        row(facts, redo, Do::Send(Action::Redo)),
        Row::Gap,
        send(facts, text!("menu-copy-view"), Action::CopyView),
        send(facts, text!("menu-paste-view"), Action::PasteView),
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
    let hide = [
        Row::Gap,
        send(facts, text!("menu-hide-all"), Action::Overlay('0')),
    ];
    let depths = [
        send(facts, text!("menu-deeper"), Action::Deeper),
        send(facts, text!("menu-shallower"), Action::Shallower),
    ];
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
        row(facts, text!("menu-model"), Do::Look(View::Model)),
        row(facts, text!("menu-plan"), Do::Look(View::Plan)),
        send(facts, text!("menu-map"), Action::NextMap),
        Row::Gap,
        send(facts, text!("menu-walk"), Action::ToggleWalking),
        send(facts, text!("menu-noclip"), Action::ToggleNoclip),
        send(facts, text!("menu-spawn"), Action::Respawn),
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
        send(facts, text!("menu-panel"), Action::TogglePanel),
        row(facts, text!("menu-tool-bar"), Do::Switch(Setting::ToolBar)),
        row(facts, text!("menu-bar"), Do::Switch(Setting::MenuBar)),
        beside(text!("menu-text-size"), text.into(), ""),
        send(facts, text!("menu-full-screen"), Action::ToggleFullScreen),
    ]
}

fn culling(facts: &Facts<'_, '_>) -> Vec<Row> {
    vec![
        send(facts, text!("menu-next-culling"), Action::NextCulling),
        send(facts, text!("menu-freeze"), Action::ToggleFrozenCulling),
        Row::Gap,
        send(facts, text!("menu-along-leak"), Action::AlongLeak),
        send(facts, text!("menu-back-along-leak"), Action::BackAlongLeak),
    ]
}

fn time(facts: &Facts<'_, '_>) -> Vec<Row> {
    vec![
        send(facts, text!("menu-pause"), Action::TogglePause),
        send(facts, text!("menu-single-step"), Action::SingleStep),
        send(facts, text!("menu-slower"), Action::Slower),
        Row::Gap,
        send(facts, text!("menu-record"), Action::ToggleRecording),
        send(facts, text!("menu-play"), Action::PlayScript),
        Row::Gap,
        send(facts, text!("menu-faster"), Action::SpeedUp),
        send(facts, text!("menu-slower-body"), Action::SpeedDown),
        send(facts, text!("menu-next-collision"), Action::NextCollision),
    ]
}

fn tree(facts: &Facts<'_, '_>) -> Vec<Row> {
    let select = vec![
        send(
            facts,
            text!("menu-select-crosshair"),
            Action::SelectUnderCrosshair,
        ),
        send(facts, text!("menu-select-parent"), Action::SelectParent),
        send(facts, text!("menu-select-front"), Action::SelectFront),
        send(facts, text!("menu-select-back"), Action::SelectBack),
        send(facts, text!("menu-selection-before"), Action::SelectionBack),
        send(facts, text!("menu-selection-after"), Action::SelectionForward),
        send(facts, text!("menu-select-nothing"), Action::ClearSelection),
    ];
    let what_if = vec![
        row(facts, text!("menu-before-plane"), Do::WhatIf(WhatIf::Undo)),
        row(facts, text!("menu-after-plane"), Do::WhatIf(WhatIf::Redo)),
        row(facts, text!("menu-keep-tree"), Do::WhatIf(WhatIf::Keep)),
        row(facts, text!("menu-drop-planes"), Do::WhatIf(WhatIf::Drop)),
    ];
    vec![
        beside(text!("menu-select"), select, ""),
        send(facts, text!("menu-look"), Action::LookAtSelection),
        Row::Gap,
        send(facts, text!("menu-dock"), Action::ToggleTreeDock),
        send(facts, text!("menu-duel"), Action::ToggleDuel),
        beside(text!("menu-what-if"), what_if, ""),
        send(facts, text!("menu-planar"), Action::TogglePlanarPage),
        send(facts, text!("menu-own-tree"), Action::ToggleTreeOwner),
    ]
}

fn learn(facts: &Facts<'_, '_>) -> Vec<Row> {
    let films = vec![
        send(facts, text!("menu-division"), Action::ToggleDivision),
        send(facts, text!("menu-build-film"), Action::ToggleBuildFilm),
        send(facts, text!("menu-query-film"), Action::ToggleQueryFilm),
        row(
            facts,
            OverlayKind::Painter.title(),
            Do::Show(OverlayKind::Painter),
        ),
        row(facts, OverlayKind::Flow.title(), Do::Show(OverlayKind::Flow)),
        Row::Gap,
        send(facts, text!("menu-play-film"), Action::TogglePlaying),
        send(facts, text!("menu-next-step"), Action::NextStep),
        send(facts, text!("menu-step-before"), Action::PreviousStep),
        send(facts, text!("menu-first-step"), Action::FirstStep),
        send(facts, text!("menu-last-step"), Action::LastStep),
    ];
    vec![
        send(facts, text!("menu-tour"), Action::Tour),
        send(facts, text!("menu-quiz"), Action::ToggleQuiz),
        beside(text!("menu-films"), films, ""),
        row(facts, text!("menu-glossary"), Do::Glossary),
        Row::Gap,
        send(facts, text!("menu-why"), Action::Why),
        send(facts, text!("menu-replay"), Action::ToggleReplay),
    ]
}

fn help(facts: &Facts<'_, '_>) -> Vec<Row> {
    vec![
        send(facts, text!("menu-all-keys"), Action::ToggleHelp),
        row(facts, text!("menu-hints"), Do::Switch(Setting::Hints)),
        Row::Gap,
        row(facts, text!("menu-about"), Do::About),
    ]
}
