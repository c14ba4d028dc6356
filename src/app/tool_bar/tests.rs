//! Everything that has a key is in the bar, with signs that the fonts have.

use std::collections::HashSet;

use bevy_egui::egui;

use super::tools::{BAR, Item, Menu, Row};
use crate::{
    app::{
        input::controls::{Effect, controls},
        state::Command,
    },
    cli::{View, overlays::OverlayKind},
};

const MENUS: [Menu; 4] = [Menu::Tree, Menu::Leaves, Menu::Colors, Menu::More];

/// The rows of the menus that are in the bar.
fn rows() -> Vec<Row> {
    let menus = BAR.iter().filter_map(|item| match item {
        Item::Menu(menu) => Some(menu.rows()),
        _ => None,
    });
    menus.flatten().collect()
}

#[test]
fn every_overlay_is_in_the_bar_once() {
    let rows = rows();
    for kind in OverlayKind::ALL {
        let count = rows.iter().filter(|row| **row == Row::Overlay(kind)).count();
        assert_eq!(count, 1, "{kind}");
    }
}

#[test]
fn every_command_that_has_a_key_is_in_the_bar_once() {
    let mut commands: Vec<Command> = BAR
        .iter()
        .filter_map(|item| match item {
            Item::Tool(tool) => Some(tool.action.command()),
            _ => None,
        })
        .collect();
    commands.extend(rows().into_iter().filter_map(|row| match row {
        Row::Command(command, help) => {
            assert!(!help.is_empty(), "{command:?} is not explained");
            Some(command)
        }
        _ => None,
    }));
    for control in controls() {
        let Effect::Send(command) = control.effect else {
            continue;
        };
        let count = commands.iter().filter(|known| **known == command).count();
        let expected = match command {
            // The overlays have rows of their own.
            Command::Overlay(key) => usize::from(key == '0'),
            // These need a level that loads, an offer, a captured mouse, or the pointer in the world.
            Command::Escape | Command::AcceptOffer | Command::DeclineOffer | Command::SelectUnderPointer => 0,
            // Eyes and model are two sides of one command.
            Command::ToggleModel => 2,
            _ => 1,
        };
        assert_eq!(count, expected, "{command:?}");
    }
    let views = BAR.iter().filter(
        |item| matches!(item, Item::Tool(tool) if matches!(tool.action, super::tools::Action::Look(_))),
    );
    assert_eq!(views.count(), [View::Eye, View::Model, View::Plan].len());
}

#[test]
fn the_fonts_have_every_icon_and_no_two_are_alike() {
    let context = egui::Context::default();
    let _ = context.run_ui(egui::RawInput::default(), |_| {});
    let font = egui::FontId::proportional(13.0);
    let icons = BAR.iter().filter_map(|item| match item {
        Item::Tool(tool) => Some(tool.icon),
        Item::Menu(menu) => Some(menu.icon()),
        Item::Gap => None,
    });
    let mut known = HashSet::new();
    for icon in icons {
        assert!(known.insert(icon), "{icon} stands for two tools");
        for sign in icon.chars() {
            let has = context.fonts_mut(|fonts| fonts.has_glyph(&font, sign));
            assert!(has, "no glyph for {icon}");
        }
    }
    assert!(known.len() > MENUS.len());
    for menu in MENUS {
        assert!(known.contains(menu.icon()), "{menu:?} is not in the bar");
        assert!(!menu.rows().is_empty(), "{menu:?}");
    }
}
