//! The window without a mouse and without sight: the keyboard's focus in panel, tool bar, cards and pages, its ring, and the tree of
//! controls for screen readers.
//!
//! Tab goes from control to control while the mouse is free, Enter and Space press, Esc gives the keys back to the body. While a
//! control has the focus no key reaches the actions, but for those with Ctrl; see [`input`](super::input).

mod focus;
mod screen_reader;
#[cfg(test)]
mod tests;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use super::{hud::layout::Arranged, schedule::AppSystems};

/// Leads the keyboard's focus, and tells screen readers what is drawn.
pub(super) struct AccessibilityPlugin;

impl Plugin for AccessibilityPlugin {
    fn build(&self, app: &mut App) {
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
}
