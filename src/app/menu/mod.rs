//! Menu bar: lists every command with its key. Commands that are currently unavailable are grey and give a reason.
//!
//! The menu bar is shown while the mouse is free. A command opens it for the keyboard: arrow keys move, Enter chooses, Esc
//! closes. An open menu receives all keys.
//!
//! `row` (menu items) and `place` (position in the menus) are plain data, and `bar` stores what is open. `items` arranges
//! the commands in menus. `keys` reads the keyboard, and `draw` draws. `glossary` is a separate window. `palette` searches
//! all commands by name.

mod bar;
mod draw;
mod glossary;
mod items;
mod keys;
mod palette;
mod place;
mod row;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bspwalk_session::actions::Action;
use bspwalk_text::text;

#[cfg(test)]
pub(super) use self::draw::HEIGHT;
pub use self::{
    bar::MenuBar,
    glossary::GlossaryWindow,
    palette::CommandPalette,
    place::{Place, Step},
    row::{Do, Does, Item, Menu, Row},
};
use super::{
    facts::Facts,
    hud::layout::Arranged,
    schedule::{AppSystems, sent},
    state::{Act, Close, Closing, Notice},
};

/// Logic of the menus, without drawing.
pub struct MenuPlugin;

impl Plugin for MenuPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<MenuBar>()
            .init_resource::<GlossaryWindow>()
            .init_resource::<CommandPalette>()
            .init_resource::<keys::Held>()
            .add_systems(
                PreUpdate,
                keys::read
                    .after(super::input::KeysQueued)
                    .before(AppSystems::Input),
            )
            .add_systems(
                Update,
                (
                    toggle,
                    palette::toggle,
                    glossary::toggle,
                    about.run_if(sent(Action::About)),
                )
                    .chain()
                    .in_set(AppSystems::Command),
            )
            .add_systems(Update, fill.in_set(AppSystems::Show));
    }
}

/// Draws the menu bar.
pub(super) struct MenuBarPlugin;

impl Plugin for MenuBarPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            EguiPrimaryContextPass,
            (
                draw::draw,
                glossary::draw.run_if(|glossary: Res<GlossaryWindow>| glossary.open),
                palette::draw,
            )
                .chain()
                .after(Arranged)
                .in_set(AppSystems::Hud),
        );
    }
}

/// Opens the menus for the keyboard, and closes them.
fn toggle(
    (mut commands, mut closes): (MessageReader<Act>, MessageReader<Closing>),
    facts: Facts,
    mut bar: ResMut<MenuBar>,
) {
    if closes.read().any(|close| *close == Close::Menu) {
        bar.open = None;
    }
    for _ in commands.read().filter(|command| **command == Action::ToggleMenu) {
        if bar.open.is_some() {
            bar.open = None;
            continue;
        }
        bar.menus = items::menus(&facts);
        bar.open = Some(Place::first_of(0, &bar.menus));
    }
}

/// Updates the open menus to the current state.
fn fill(facts: Facts, mut bar: ResMut<MenuBar>) {
    if bar.open.is_some() {
        let menus = items::menus(&facts);
        if bar.menus != menus {
            bar.menus = menus;
        }
    }
}

/// Shows the text about the program.
fn about(mut notices: MessageWriter<Notice>) {
    let (name, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
    notices.write(Notice::info(text!("menu-about-words", name, version)));
}
