//! Snapshots of a scripted walk: the body, the view, and the poses of doors and lifts.

use std::path::Path;

use bspwalk_collision::{
    Capsule,
    mover::{Event, script::View},
};
use bspwalk_levels::mechanisms::Pose;
use bspwalk_session::{Opened, moving::MovingEntities};
use bspwalk_text::text;
use glam::Vec3;

use crate::cli::{
    error::CliError,
    walk::{Walker, script},
};

/// Ticks per second.
const RATE: f64 = 120.0;

/// Ticks between two snapshots; see [`MOMENT`](super::kind::MOMENT).
const APART: u64 = 12;

/// Maximum number of snapshots; longer walks are cut off.
const MOST: usize = 10_000;

/// A snapshot of a walk. Lengths are in metres.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    /// Poses of the level's mechanisms, in the same order as the mechanisms.
    pub(super) poses: Vec<Pose>,
    pub(super) center: Vec3,
    pub(super) body: Capsule,
    pub(super) eye: Vec3,
    pub(super) view: View,
    /// Description of the mechanisms' activity, and of the body's events since the previous snapshot.
    pub(super) said: String,
}

/// Runs the script in a file and records snapshots of the walk.
pub(super) fn record_walk(path: &Path, opened: &Opened) -> Result<Vec<Moment>, CliError> {
    let lines = script(path, std::io::empty())?;
    let mut walker = Walker::new(None, RATE, opened, opened.trees(&[])?)?;
    let mut moments = vec![moment(&walker, opened, false)];
    let mut ticks = 0u64;
    let mut is_squeezed = false;
    for line in &lines {
        walker.play(line, &mut |walker, tick| {
            ticks += 1;
            is_squeezed |= tick
                .events
                .iter()
                .any(|event| matches!(event, Event::Squeezed { .. }));
            if ticks.is_multiple_of(APART) && moments.len() < MOST {
                moments.push(moment(walker, opened, std::mem::take(&mut is_squeezed)));
            }
            Ok(())
        })?;
    }
    Ok(moments)
}

fn moment(walker: &Walker<'_>, opened: &Opened, is_squeezed: bool) -> Moment {
    let mover = walker.mover();
    let moving = walker.moving_parts();
    let mut said = Vec::new();
    if let Some(moving) = moving {
        let mechanisms = opened.level.mechanisms.iter().zip(moving.states());
        let under_way = mechanisms.filter(|(_, state)| state.before != state.after);
        said.extend(under_way.map(|(mechanism, state)| {
            let does = mechanism.phase_name(state.phase);
            text!("report-film-mechanism", name = mechanism.name, does)
        }));
    }
    if is_squeezed {
        said.push(text!("body-in-the-way").to_owned());
    }
    Moment {
        poses: moving.map(MovingEntities::poses).unwrap_or_default(),
        center: mover.position(),
        body: mover.body(),
        eye: mover.eye(),
        view: walker.view(),
        said: said.join(" "),
    }
}
