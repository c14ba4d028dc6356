//! Menu bar: lists every command with its key. Commands that are currently unavailable are grey and give a reason.
//!
//! The menu bar is shown while the mouse is free. A command opens it for the keyboard: arrow keys move, Enter
//! chooses, Esc closes. An open menu receives all keys.
//!
//! `row` (menu items) is plain data, and `MenuBar` in `host::state` stores which menu is open. `items` arranges the
//! commands in menus, and `facts` finds which are on or unavailable. `draw` shows them as egui menus, and `keys` hides
//! the keys of an open menu from everything else. `glossary` is a separate window. `palette` searches all commands
//! by name. `tool_bar` has the buttons above the level.

mod draw;
mod facts;
pub(super) mod glossary;
mod items;
mod keys;
pub(super) mod palette;
mod row;
#[cfg(test)]
mod tests;
pub(super) mod tool_bar;

use bevy::{input::InputSystems, prelude::*};
use bevy_egui::EguiPrimaryContextPass;
use bspwalk_text::text;

#[cfg(test)]
pub(super) use self::draw::HEIGHT;
pub use self::row::{Does, Item, Menu, Row};
pub use crate::app::host::state::{CommandPalette, Do, GlossaryWindow, MenuBar};
use crate::app::{
    host::{schedule::AppSystems, state::Notice},
    input::bindings::KeysHeard,
    kit::layout::Arranged,
};

/// Logic of the menus, without drawing.
pub struct MenuPlugin;

impl Plugin for MenuPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<MenuBar>()
            .init_resource::<GlossaryWindow>()
            .init_resource::<CommandPalette>()
            .add_systems(
                PreUpdate,
                keys::read
                    .after(InputSystems)
                    .after(KeysHeard)
                    .before(super::input::KeysQueued),
            );
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

/// Shows the text about the program.
pub(super) fn about(mut notices: MessageWriter<Notice>) {
    let (name, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
    notices.write(Notice::info(text!("menu-about-words", name, version)));
}
