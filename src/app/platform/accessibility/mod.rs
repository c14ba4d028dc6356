//! Support for using the window without a mouse or without sight: keyboard focus, the focus ring, and the accessibility
//! tree for screen readers.
//!
//! While the mouse is free, Tab moves between controls, Enter and Space activate them, and Esc returns the keys to the
//! player. While a control has the focus, only Ctrl combinations trigger actions; see [`input`](crate::app::input).

mod focus;
mod screen_reader;
#[cfg(test)]
mod tests;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use crate::app::{host::prelude::*, kit::layout::Arranged};

/// Manages keyboard focus and exposes the user interface to screen readers.
pub(in crate::app) fn plugin(app: &mut App) {
    screen_reader::add(app);
    app.init_resource::<focus::Focus>().add_systems(
        EguiPrimaryContextPass,
        (
            focus::begin
                .after(Arranged)
                .before(AppSystems::Panel)
                .before(AppSystems::Hud),
            (focus::hint, focus::end, screen_reader::name_by_rows)
                .chain()
                .after(AppSystems::Panel)
                .after(AppSystems::Hud),
        ),
    );
}
