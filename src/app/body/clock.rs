//! Simulation clock: slow motion, pause and single steps.
//!
//! Only the fixed timestep is affected. You can still turn the view and switch overlays to examine a single moment.

use std::time::Duration;

use bevy::prelude::*;

use crate::app::host::prelude::*;
use bspwalk_session::clock::TimeScale;
pub use bspwalk_session::clock::{STEP, STEPS_PER_SECOND};

/// Controls the simulation clock.
pub fn plugin(app: &mut App) {
    app.add_systems(First, follow.in_set(AppSystems::Clock));
}

/// Applies a change to the time scale, then runs the single step if the change requests one.
pub(in crate::app) fn change(
    In(change): In<fn(&mut TimeScale)>,
    mut player: ShownMut<Player>,
    mut fixed: ResMut<Time<Fixed>>,
) {
    let time_scale = &mut player.walker.time_scale;
    let before = *time_scale;
    change(time_scale);
    let timestep = fixed.timestep();
    if time_scale.paused && !before.paused {
        // Discard the overstep, so that the frame shows the state just after the last step and adding one timestep
        // triggers exactly one step.
        let overstep = fixed.overstep();
        fixed.discard_overstep(overstep);
        fixed.accumulate_overstep(timestep.saturating_sub(Duration::from_nanos(1)));
    }
    if time_scale.steps > before.steps {
        fixed.accumulate_overstep(timestep);
    }
}

/// Applies pause and speed to the simulation clock.
fn follow(player: Shown<Player>, mut time: ResMut<Time<Virtual>>) {
    let time_scale = &player.walker.time_scale;
    match (time_scale.paused, time.is_paused()) {
        (true, false) => time.pause(),
        (false, true) => time.unpause(),
        _ => {}
    }
    if time.relative_speed() != time_scale.speed() {
        time.set_relative_speed(time_scale.speed());
    }
}
