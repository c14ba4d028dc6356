//! The menus, from the left, and their rows.

use bspwalk_levels::builtin;
use bspwalk_session::{
    actions::{Action, Effect, controls},
    overlays::OverlayKind,
    view::{FilmTree, View},
};

use super::{
    facts::Facts,
    row::{Do, Does, Item, Menu, Row, Setting, TextSize},
};
use crate::{
    app::{export::Export, film_file::AskedFilm, state::LevelSource, what_if::WhatIf},
    cli::{FilmKind, TreeFile},
};

/// The titles of the menus.
pub(super) const TITLES: [&str; 6] = ["File", "Edit", "View", "Tree", "Learn", "Help"];

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
    TITLES.into_iter().zip(rows).map(of).collect()
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
            control.map_or_else(String::new, |control| control.help.to_owned())
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
    let built_in = builtin::all().iter().map(|level| {
        Row::Item(Item {
            help: level.description.to_owned(),
            ..run(
                facts,
                level.name,
                Do::Open(LevelSource::BuiltIn(level.name.to_owned())),
            )
        })
    });
    vec![
        send(facts, "Open…", Action::OpenDialog),
        beside("Open recent", recent.collect(), "No file was opened yet."),
        beside("Open a built-in level", built_in.collect(), ""),
        Row::Gap,
        send(facts, "Keep the view as a bookmark", Action::KeepView),
        send(facts, "Go to the next bookmark", Action::NextBookmark),
        Row::Gap,
        beside("Export", export(facts), ""),
        send(facts, "Save a picture at once", Action::Screenshot),
        Row::Gap,
        send(facts, "Quit", Action::Leave),
    ]
}

fn export(facts: &Facts<'_, '_>) -> Vec<Row> {
    let save = |words: &str, export| row(facts, words, Do::Export(export));
    let film = |words: &str, kind| row(facts, words, Do::Film(AskedFilm::Save(kind)));
    vec![
        save("Picture (.png)…", Export::Picture),
        Row::Gap,
        film(
            "Film of the division (.gif)…",
            FilmKind::Division(FilmTree::Nodes),
        ),
        film("Film of the build (.gif)…", FilmKind::Build),
        film("Film of the query (.gif)…", facts.query()),
        film("Film of the painter's order (.gif)…", FilmKind::Painter),
        film("Film of the portal flow (.gif)…", FilmKind::Flow),
        film("Film of which leaves are solid (.gif)…", FilmKind::Solidity),
        Row::Gap,
        save("Node-storing tree (.json)…", Export::Tree(TreeFile::Nodes)),
        save(
            "Node-storing tree for Graphviz (.dot)…",
            Export::Tree(TreeFile::NodeGraph),
        ),
        save("Solid-leaf tree (.json)…", Export::Tree(TreeFile::Leaves)),
        save("Portals (.prt)…", Export::Portals),
        save("Compiled level (.bspw)…", Export::Compiled),
    ]
}

fn edit(facts: &Facts<'_, '_>) -> Vec<Row> {
    let [undo, redo] = facts.undo_redo_words();
    let named = |word: &str, of: Option<&str>| match of {
        Some(of) => format!("{word}: {of}"),
        None => word.to_owned(),
    };
    vec![
        row(facts, named("Undo", undo), Do::Send(Action::Undo)),
        row(facts, named("Redo", redo), Do::Send(Action::Redo)),
        Row::Gap,
        send(facts, "Copy the view", Action::CopyView),
        send(facts, "Paste a view", Action::PasteView),
        row(
            facts,
            "Copy the command of the query's film",
            Do::Film(AskedFilm::Copy(facts.query())),
        ),
    ]
}

fn view(facts: &Facts<'_, '_>) -> Vec<Row> {
    let overlays = OverlayKind::ALL.into_iter().filter(|kind| !kind.colors_faces());
    let overlays = overlays.map(|kind| row(facts, kind.title(), Do::Show(kind)));
    let hide = [Row::Gap, send(facts, "Hide all", Action::Overlay('0'))];
    let depths = [
        send(facts, "One depth more", Action::Deeper),
        send(facts, "One depth less", Action::Shallower),
    ];
    let colors = OverlayKind::ALL.into_iter().filter(|kind| kind.colors_faces());
    let colors = colors.map(|kind| row(facts, kind.title(), Do::Show(kind)));
    let text = [
        ("Larger", TextSize::Larger, "Ctrl +"),
        ("Smaller", TextSize::Smaller, "Ctrl −"),
        ("Usual size", TextSize::Usual, "Ctrl 0"),
    ];
    let text = text.map(|(words, size, key)| {
        Row::Item(Item {
            key: key.to_owned(),
            ..run(facts, words, Do::Text(size))
        })
    });
    vec![
        row(facts, "From the eyes", Do::Look(View::Eye)),
        row(facts, "Model", Do::Look(View::Model)),
        row(facts, "Plan", Do::Look(View::Plan)),
        send(facts, "Map", Action::NextMap),
        Row::Gap,
        send(facts, "Walk", Action::ToggleWalking),
        send(facts, "Through the walls", Action::ToggleNoclip),
        send(facts, "Back to the spawn", Action::Respawn),
        Row::Gap,
        beside("Overlays", overlays.chain(hide).chain(depths).collect(), ""),
        beside("Colours of the faces", colors.collect(), ""),
        beside("Culling", culling(facts), ""),
        beside("Time", time(facts), ""),
        Row::Gap,
        send(facts, "Panel", Action::TogglePanel),
        row(facts, "Tool bar", Do::Switch(Setting::ToolBar)),
        row(facts, "Menu bar", Do::Switch(Setting::MenuBar)),
        beside("Text size", text.into(), ""),
        send(facts, "Full screen", Action::ToggleFullScreen),
    ]
}

fn culling(facts: &Facts<'_, '_>) -> Vec<Row> {
    vec![
        send(facts, "Next kind of culling", Action::NextCulling),
        send(facts, "Freeze culling", Action::ToggleFrozenCulling),
        Row::Gap,
        send(facts, "Along the leak", Action::AlongLeak),
        send(facts, "Back along the leak", Action::BackAlongLeak),
    ]
}

fn time(facts: &Facts<'_, '_>) -> Vec<Row> {
    vec![
        send(facts, "Pause", Action::TogglePause),
        send(facts, "Single step", Action::SingleStep),
        send(facts, "Slow motion", Action::Slower),
        Row::Gap,
        send(facts, "Record a script", Action::ToggleRecording),
        send(facts, "Play the last script", Action::PlayScript),
        Row::Gap,
        send(facts, "Next collision method", Action::NextCollision),
    ]
}

fn tree(facts: &Facts<'_, '_>) -> Vec<Row> {
    let select = vec![
        send(facts, "What is under the crosshair", Action::SelectUnderCrosshair),
        send(facts, "Parent", Action::SelectParent),
        send(facts, "Front child", Action::SelectFront),
        send(facts, "Back child", Action::SelectBack),
        send(facts, "The selection before", Action::SelectionBack),
        send(facts, "The selection after", Action::SelectionForward),
        send(facts, "Nothing", Action::ClearSelection),
    ];
    let what_if = vec![
        row(facts, "Before the last plane", Do::WhatIf(WhatIf::Undo)),
        row(facts, "After the next plane", Do::WhatIf(WhatIf::Redo)),
        row(facts, "Keep the tree as it is", Do::WhatIf(WhatIf::Keep)),
        row(facts, "Drop all planes that were tried", Do::WhatIf(WhatIf::Drop)),
    ];
    vec![
        beside("Select", select, ""),
        send(facts, "Look at the selection", Action::LookAtSelection),
        Row::Gap,
        send(facts, "The tree as a picture", Action::ToggleTreeDock),
        send(facts, "Build rules in a duel", Action::ToggleDuel),
        beside("What if: planes that were tried", what_if, ""),
        send(facts, "Planar tree", Action::TogglePlanarPage),
        send(facts, "The tree that the level brings", Action::ToggleTreeOwner),
    ]
}

fn learn(facts: &Facts<'_, '_>) -> Vec<Row> {
    let films = vec![
        send(facts, "Division of space", Action::ToggleDivision),
        send(facts, "Build of the tree", Action::ToggleBuildFilm),
        send(facts, "A query in the tree", Action::ToggleQueryFilm),
        row(
            facts,
            OverlayKind::Painter.title(),
            Do::Show(OverlayKind::Painter),
        ),
        row(facts, OverlayKind::Flow.title(), Do::Show(OverlayKind::Flow)),
        Row::Gap,
        send(facts, "Next step", Action::NextStep),
        send(facts, "Step before", Action::PreviousStep),
    ];
    vec![
        send(facts, "Tour", Action::Tour),
        send(facts, "Quiz", Action::ToggleQuiz),
        beside("Films", films, ""),
        Row::Gap,
        send(facts, "Why did I stop?", Action::Why),
        send(facts, "Replay of the last seconds", Action::ToggleReplay),
    ]
}

fn help(facts: &Facts<'_, '_>) -> Vec<Row> {
    vec![
        send(facts, "All keys", Action::ToggleHelp),
        row(facts, "Hints", Do::Switch(Setting::Hints)),
        Row::Gap,
        row(facts, "About bspwalk", Do::About),
    ]
}
