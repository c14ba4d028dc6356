//! One fixed step of the body, doors and lifts.

use bevy::prelude::*;
use bspwalk_session::overlays::OverlayKind;

use crate::app::{host::prelude::*, input::MoveIntent, level::program::ProgramParams};

pub(super) fn step(mut program: ProgramParams, mut doors: ShownMut<Doors>, mut intent: ResMut<MoveIntent>) {
    program.change(|program| {
        let observes = program.state.overlays.is_on(OverlayKind::Collision);
        program.step(doors.0.as_mut(), intent.take_step_input(), observes);
    });
}
