//! Menu bar, which lists every command and its key. Commands that are currently unavailable are grey and give a reason.
//!
//! The menu bar is shown while the mouse is free. A command opens it for keyboard use: arrow keys move, Enter activates
//! an item, and Esc closes the menu. An open menu receives all keys.
//!
//! `row` defines menu items as plain data, and `bspwalk_session::ui` stores which menu is open. `items` arranges
//! the commands in menus, and `facts` determines which are on or unavailable. `draw` shows them as egui menus, and
//! `keys` consumes the keys for an open menu. `glossary` is a separate window, `palette` searches all commands by name,
//! and `tool_bar` contains the buttons above the level.

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

#[cfg(test)]
pub(super) use self::draw::HEIGHT;
pub use self::row::{Does, Item, Menu, Row};
use crate::app::{host::prelude::*, input::bindings::KeysHeard, kit::layout::Arranged};

/// Menu logic without drawing.
pub fn plugin(app: &mut App) {
    app.init_resource::<GlossarySearch>().add_systems(
        PreUpdate,
        keys::read
            .after(InputSystems)
            .after(KeysHeard)
            .before(super::input::KeysQueued),
    );
}

/// Draws the menu bar.
pub(super) fn bar_plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        (
            draw::draw,
            glossary::draw.run_if(|program: Res<ProgramState>| program.ui.glossary),
            palette::draw,
        )
            .chain()
            .after(Arranged)
            .in_set(AppSystems::Hud),
    );
}
