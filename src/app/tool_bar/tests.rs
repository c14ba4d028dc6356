//! Everything that has a key is in the bar, and so is every overlay.

use std::collections::HashSet;

use bspwalk_session::{
    actions::{Effect, Front, controls},
    overlays::OverlayKind,
    view::View,
};

use super::tools::{BAR, Item, Menu, Row, Tool, Use};
use crate::app::state::Action;

fn tools() -> impl Iterator<Item = &'static Tool> {
    BAR.iter().filter_map(|item| match item {
        Item::Tool(tool) => Some(tool),
        _ => None,
    })
}

/// The rows of the menus that are in the bar.
fn rows() -> Vec<Row> {
    let menus = BAR.iter().filter_map(|item| match item {
        Item::Menu(menu) => Some(menu.rows()),
        _ => None,
    });
    menus.flatten().collect()
}

#[test]
fn every_overlay_has_a_button_or_is_a_colouring() {
    for kind in OverlayKind::ALL {
        // The steps of a decision share a button, as they share a key.
        let shown = if kind.colors_faces() {
            Some(kind)
        } else {
            kind.on_its_key().next()
        };
        let buttons = tools()
            .filter(|tool| Some(tool.action) == shown.map(Use::Show))
            .count();
        let rows = rows().iter().filter(|row| **row == Row::Overlay(kind)).count();
        assert_eq!(rows, usize::from(kind.colors_faces()), "{kind}");
        assert!(buttons == 1 || kind.colors_faces(), "{kind}");
    }
}

#[test]
fn every_command_that_has_a_key_is_in_the_bar_once() {
    let mut commands: Vec<Action> = tools().map(|tool| tool.action.command()).collect();
    commands.extend(rows().into_iter().filter_map(|row| match row {
        Row::Command(command, help) => {
            assert!(!help.is_empty(), "{command:?} is not explained");
            Some(command)
        }
        _ => None,
    }));
    for control in controls().filter(|control| control.is_in(Front::Window)) {
        let Effect::Send(command) = control.effect else {
            continue;
        };
        let count = commands.iter().filter(|known| **known == command).count();
        let expected = match command {
            // These need a level that loads, an offer, a captured mouse, or the pointer in the world.
            Action::Escape | Action::DeclineOffer | Action::SelectUnderPointer => 0,
            // Eyes and model are two sides of one command.
            Action::ToggleModel => 2,
            _ => 1,
        };
        assert_eq!(count, expected, "{command:?}");
    }
    let views = tools().filter(|tool| matches!(tool.action, Use::Look(_)));
    assert_eq!(views.count(), [View::Eye, View::Model, View::Plan].len());
}

#[test]
fn every_tool_has_a_short_name_a_pictogram_of_its_own_and_is_explained() {
    let menus = [Menu::Colors, Menu::More].map(|menu| (menu.pictogram(), menu.name(), menu.hint()));
    let all = tools().map(|tool| (tool.pictogram, tool.name.text(), tool.action.help()));
    let (mut pictograms, mut names) = (HashSet::new(), HashSet::new());
    for (pictogram, name, help) in all.chain(menus) {
        assert!(pictograms.insert(pictogram), "{pictogram:?} stands for two tools");
        assert!(names.insert(name), "{name} stands for two tools");
        assert!(name.len() <= 9 && !help.is_empty(), "{name}: {help}");
    }
}
