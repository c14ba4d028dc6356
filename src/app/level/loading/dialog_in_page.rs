//! File dialog of the page, which passes the files to the program and opens the level among them.

use bevy::prelude::*;

use crate::{
    app::host::{
        schedule::{AppSystems, sent},
        state::Action,
    },
    page::script,
};

pub(super) struct DialogPlugin;

impl Plugin for DialogPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            Update,
            script::choose_level
                .run_if(sent(Action::OpenDialog))
                .in_set(AppSystems::Command),
        );
    }
}
