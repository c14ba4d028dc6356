//! Drawing between ticks: a game is simulated in fixed steps and drawn whenever the screen is ready.
//!
//! Before a step each `Transform` is put back to where the last step left it; after the steps of a frame it is drawn between the last
//! two, by how much of a step has passed. So what is drawn is one step late, and moves evenly.

use bevy::prelude::*;

/// Whether what moves in fixed steps is drawn between them. Bodies and things have this by themselves.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
pub struct Interpolation {
    /// Whether it is. Where it is not, the `Transform` is where the last step left it.
    pub enabled: bool,
    /// Whether its rotation is drawn between them, too: that of a thing is, that of a body is the game's.
    pub rotation: bool,
    #[reflect(ignore)]
    path: Path,
}

/// The last two steps, and what was drawn between them.
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
    /// One that draws nothing in between.
    #[must_use]
    pub fn off() -> Self {
        Self {
            enabled: false,
            ..Self::default()
        }
    }

    /// One that draws the rotation in between, too.
    #[must_use]
    pub fn whole() -> Self {
        Self {
            rotation: true,
            ..Self::default()
        }
    }

    /// Where the last step left the entity; where it was not drawn in between, nothing is known.
    #[must_use]
    pub fn simulated(&self) -> Option<Transform> {
        self.path.after
    }
}

/// Before a step: back to where the last one left it, unless the game has moved it since.
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

/// After a step: where it left the entity.
pub(crate) fn record(mut moving: Query<(&Transform, &mut Interpolation)>) {
    for (transform, mut interpolation) in &mut moving {
        interpolation.path.after = Some(*transform);
    }
}

/// Once a frame, after its steps.
pub(crate) fn draw(time: Res<Time<Fixed>>, mut moving: Query<(&mut Transform, &mut Interpolation)>) {
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
            // The game has moved it since: there it stays.
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
