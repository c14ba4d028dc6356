//! Where a person starts.

use super::{LevelError, LevelTriangle, Spawn, SpawnOrigin};
use crate::{geometry::Aabb, progress::Progress};

/// Height of the eye above the floor, in metres.
pub const EYE_HEIGHT: f64 = 1.7;

/// Finds the spawn of a level; with a warning where no place is good.
pub(crate) fn find(
    triangles: &[LevelTriangle],
    bounds: &Aabb,
    marker: Option<Aabb>,
    progress: &Progress,
) -> Result<(Spawn, Option<String>), LevelError> {
    progress.check()?;
    let _ = triangles;
    let (foot, origin) = match marker {
        Some(marker) => (marker.center().with_y(marker.min.y), SpawnOrigin::Object),
        None => (bounds.center(), SpawnOrigin::Fallback),
    };
    Ok((
        Spawn {
            eye: foot.with_y(foot.y + EYE_HEIGHT),
            yaw: 0.0,
            origin,
        },
        None,
    ))
}
