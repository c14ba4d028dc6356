//! Interpolation between ticks, for a game that is simulated in fixed steps and drawn at the screen's frame
//! rate.
//!
//! Before each step, every `Transform` is reset to the result of the last step. After the last step of a frame, it is
//! interpolated between the results of the last two steps. The drawn motion therefore lags one step behind but is
//! smooth.

use bevy::prelude::*;

/// Interpolates an entity that moves in fixed steps. Bodies and moving things get this component automatically.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
pub struct Interpolation {
    /// Whether to interpolate. If `false`, the `Transform` keeps the result of the last step.
    pub enabled: bool,
    /// Whether to also interpolate the rotation. This is on for moving things. It is off for bodies, because the game
    /// controls their rotation.
    pub rotation: bool,
    #[reflect(ignore)]
    path: Path,
}

/// The results of the last two steps, and the transform drawn between them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Path {
    before: Option<Transform>,
    after: Option<Transform>,
    drawn: Option<Transform>,
}

impl Default for Interpolation {
    fn default() -> Self {
        Self {
            enabled: true,
            rotation: false,
            path: Path::default(),
        }
    }
}

impl Interpolation {
    /// Returns a component that does not interpolate.
    pub fn off() -> Self {
        Self {
            enabled: false,
            ..Self::default()
        }
    }

    /// Returns a component that interpolates translation and rotation.
    pub fn whole() -> Self {
        Self {
            rotation: true,
            ..Self::default()
        }
    }

    /// Returns the result of the last step, or `None` if the entity was not interpolated.
    pub fn simulated(&self) -> Option<Transform> {
        self.path.after
    }
}

/// Resets entities to the result of the last step, unless the game has moved them since. Runs before a step.
pub(crate) fn restore(mut moving: Query<(&mut Transform, &mut Interpolation)>) {
    for (mut transform, mut interpolation) in &mut moving {
        let turns = interpolation.rotation;
        let path = &mut interpolation.path;
        if let (Some(drawn), Some(after)) = (path.drawn.take(), path.after) {
            if transform.translation == drawn.translation && transform.translation != after.translation {
                transform.translation = after.translation;
            }
            if turns && transform.rotation == drawn.rotation && transform.rotation != after.rotation {
                transform.rotation = after.rotation;
            }
        }
        path.before = Some(*transform);
    }
}

pub(crate) fn record(mut moving: Query<(&Transform, &mut Interpolation)>) {
    for (transform, mut interpolation) in &mut moving {
        interpolation.path.after = Some(*transform);
    }
}

/// Interpolates all entities once per frame, after the frame's steps.
pub(crate) fn interpolate_transforms(
    time: Res<Time<Fixed>>,
    mut moving: Query<(&mut Transform, &mut Interpolation)>,
) {
    let share = time.overstep_fraction();
    for (mut transform, mut interpolation) in &mut moving {
        if !interpolation.enabled {
            continue;
        }
        let turns = interpolation.rotation;
        let path = &mut interpolation.path;
        let (Some(before), Some(after)) = (path.before, path.after) else {
            continue;
        };
        let last = path.drawn.unwrap_or(after);
        if transform.translation != last.translation || turns && transform.rotation != last.rotation {
            // The game has moved the entity in the meantime; keep its position.
            *path = Path::default();
            continue;
        }
        let mut drawn = *transform;
        drawn.translation = before.translation.lerp(after.translation, share);
        if turns {
            drawn.rotation = before.rotation.slerp(after.rotation, share);
        }
        path.drawn = Some(drawn);
        if *transform != drawn {
            *transform = drawn;
        }
    }
}
