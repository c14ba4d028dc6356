//! Menu bar: lists every action with its key. Actions that are currently unavailable are grey and give a reason.
//!
//! The menu bar is shown while the mouse is free. F10 opens it for the keyboard: arrow keys move, Enter chooses, Esc
//! closes. An open menu receives all keys.
//!
//! `row` (menu items) is plain data, and `bar` stores which menu is open. `facts` provides the state that items depend
//! on, and `items` contains the table of the menus. `draw` shows them as egui menus, and `keys` hides the keys of an
//! open menu from everything else. `chosen` runs items that are not commands. `glossary` is a separate window.
//! `palette` searches the menu items by name.

mod bar;
mod chosen;
mod draw;
mod facts;
mod glossary;
mod items;
mod keys;
mod palette;
mod row;
#[cfg(test)]
mod tests;

use bevy::{input::InputSystems, prelude::*};
use bevy_egui::EguiPrimaryContextPass;
use bspwalk_session::actions::Action;

#[cfg(test)]
pub(super) use self::draw::HEIGHT;
pub use self::{
    bar::{GlossaryWindow, MenuBar},
    chosen::Chosen,
    palette::CommandPalette,
    row::{Do, Does, Item, Menu, Row, Setting, TextSize},
};
use super::{bindings::KeysHeard, hud::layout::Arranged, schedule::AppSystems, state::Act};

/// Logic of the menus, without drawing.
pub struct MenuPlugin;

impl Plugin for MenuPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<MenuBar>()
            .init_resource::<GlossaryWindow>()
            .init_resource::<CommandPalette>()
            .add_message::<Chosen>()
            .add_systems(
                PreUpdate,
                keys::read
                    .after(InputSystems)
                    .after(KeysHeard)
                    .before(super::input::KeysQueued),
            )
            .add_systems(
                Update,
                (toggle, palette::toggle, chosen::act)
                    .chain()
                    .in_set(AppSystems::Command),
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

/// Opens the menus for the keyboard, and closes them.
fn toggle(mut commands: MessageReader<Act>, mut bar: ResMut<MenuBar>) {
    for _ in commands.read().filter(|command| **command == Action::ToggleMenu) {
        bar.open = if bar.open.is_some() { None } else { Some(0) };
    }
}
