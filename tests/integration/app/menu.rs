//! Tests of the menus with the keyboard only.

use bevy::prelude::*;
use bspwalk::app::{
    menu::{Do, Does, MenuBar, Row},
    settings::Settings,
    shown::ShownIn,
    state::{Action, ModelView, Overlays, Selection, Ui},
};
use bspwalk_session::{
    actions::{Front, Source, palette_commands},
    overlays::OverlayKind,
    view::View,
};

use crate::app::harness::{Rig, room};

fn bar(rig: &Rig) -> &MenuBar {
    rig.app.world().resource::<MenuBar>()
}

/// Returns the label of the highlighted row.
fn marked(rig: &Rig) -> String {
    bar(rig)
        .marked()
        .map_or_else(String::new, |item| item.words.clone())
}

/// Presses keys one after the other.
fn tap(rig: &mut Rig, keys: &[KeyCode]) {
    for &key in keys {
        rig.tap(key);
        rig.frames(2);
    }
}

/// Moves down until a row is highlighted.
fn down_to(rig: &mut Rig, words: &str) {
    for _ in 0..60 {
        if marked(rig).starts_with(words) {
            return;
        }
        tap(rig, &[KeyCode::ArrowDown]);
    }
    panic!("there is no row {words:?}");
}

use KeyCode::{ArrowLeft, ArrowRight, ArrowUp, Enter, Escape, F10};

/// Creates a rig whose F10 opens the menus.
fn rig() -> Rig {
    let mut rig = Rig::selecting(&room());
    rig.bind(Action::ToggleMenu, Source::F(10));
    rig
}

#[test]
fn arrows_move_enter_chooses_and_escape_closes() {
    let mut rig = rig();
    rig.click();
    assert!(rig.app.world().resource::<Ui>().captured);
    tap(&mut rig, &[F10]);
    assert!(!rig.app.world().resource::<Ui>().captured, "the mouse is free");
    assert_eq!(marked(&rig), "Open a level…");
    tap(&mut rig, &[ArrowUp]);
    assert_eq!(marked(&rig), "Quit");
    tap(&mut rig, &[ArrowRight, ArrowRight]);
    assert_eq!(marked(&rig), "First person");
    // Enter a submenu and leave it again.
    down_to(&mut rig, "Overlays");
    tap(&mut rig, &[ArrowRight]);
    assert_eq!(marked(&rig), OverlayKind::Planes.title());
    tap(&mut rig, &[Enter]);
    assert!(bar(&rig).open().is_none());
    assert!(rig.app.world().resource::<Overlays>().is_on(OverlayKind::Planes));
    // The item is checked now.
    tap(&mut rig, &[F10, ArrowRight, ArrowRight]);
    down_to(&mut rig, "Overlays");
    tap(&mut rig, &[Enter]);
    assert_eq!(bar(&rig).marked().and_then(|item| item.on), Some(true));
    tap(&mut rig, &[ArrowLeft]);
    assert_eq!(marked(&rig), "Overlays");
    tap(&mut rig, &[ArrowLeft]);
    assert!(
        marked(&rig).starts_with("Undo: show split planes"),
        "{}",
        marked(&rig)
    );
    tap(&mut rig, &[Escape]);
    assert!(bar(&rig).open().is_none());
}

#[test]
fn an_open_menu_has_all_keys() {
    let mut rig = rig();
    let was_walking = rig.player().walking;
    tap(&mut rig, &[F10, KeyCode::KeyG, KeyCode::Digit1, KeyCode::KeyU]);
    assert_eq!(rig.player().walking, was_walking);
    assert!(!rig.app.world().resource::<Overlays>().is_on(OverlayKind::Planes));
    assert_eq!(rig.app.world().resource::<ModelView>().view, View::Eye);
    // The key that closes the menu has no other effect, no matter how long it is held.
    rig.app.world_mut().resource_mut::<Ui>().help = true;
    rig.press(Escape);
    rig.frames(10);
    assert!(bar(&rig).open().is_none());
    assert!(
        rig.app.world().resource::<Ui>().help,
        "one press closes one thing"
    );
    rig.release(Escape);
    rig.frames(2);
    tap(&mut rig, &[Escape]);
    assert!(!rig.app.world().resource::<Ui>().help);
}

/// Collects the commands of some rows and their submenus.
fn commands_of(rows: &[Row], found: &mut Vec<Action>) {
    for item in rows.iter().filter_map(Row::item) {
        match &item.does {
            Does::Menu(rows) => commands_of(rows, found),
            Does::Run(Do::Send(command)) => found.push(*command),
            Does::Run(Do::Open(_)) => {}
        }
    }
}

#[test]
fn every_command_is_in_a_menu() {
    let mut rig = rig();
    tap(&mut rig, &[F10]);
    let mut found = Vec::new();
    for menu in bar(&rig).menus() {
        commands_of(&menu.rows, &mut found);
    }
    for (command, _) in palette_commands(Front::Window) {
        let makes_no_sense_there = matches!(
            command,
            Action::SelectUnderPointer | Action::AcceptOffer | Action::DeclineOffer | Action::ToggleMenu
        );
        // The menus have the overlays that a key cycles through.
        let is_cycle = OverlayKind::ALL
            .into_iter()
            .any(|kind| Action::Overlay(kind.key()) == command && Action::for_overlay(kind) != command);
        assert!(
            found.contains(&command) || makes_no_sense_there || is_cycle,
            "{command:?}"
        );
    }
}

#[test]
fn what_cannot_be_done_says_why_and_does_nothing() {
    let mut rig = rig();
    tap(&mut rig, &[F10, ArrowRight]);
    let item = bar(&rig).marked().expect("a row");
    assert_eq!(item.words, "Undo");
    assert_eq!(item.why_not.as_deref(), Some("There is nothing to undo."));
    tap(&mut rig, &[Enter]);
    assert!(bar(&rig).open().is_some());
    tap(&mut rig, &[Escape]);
    rig.command(Action::SelectNode(0));
    rig.frames(2);
    tap(&mut rig, &[F10, ArrowRight, ArrowRight, ArrowRight, Enter]);
    down_to(&mut rig, "Select the parent");
    let item = bar(&rig).marked().expect("a row");
    assert_eq!(item.why_not.as_deref(), Some("The root has no parent."));
    assert_eq!(rig.app.world().shown::<Selection>().node, Some(0));
}

#[test]
fn settings_and_the_end_of_the_program_are_in_the_menus() {
    let mut rig = rig();
    tap(&mut rig, &[F10, ArrowRight, ArrowRight]);
    down_to(&mut rig, "Menu bar");
    tap(&mut rig, &[Enter]);
    assert!(!rig.app.world().resource::<Settings>().menu_bar);
    tap(&mut rig, &[F10]);
    assert!(bar(&rig).open().is_some(), "the key opens it all the same");
    tap(&mut rig, &[ArrowUp]);
    rig.press(Enter);
    rig.frames(2);
    assert!(!rig.app.world().resource::<Messages<AppExit>>().is_empty());
}
