//! Finds the spawn: on the floor of the largest room near the middle, clear of walls, facing the longest view; in front of a
//! single object, looking at it.
//!
//! A coarse grid ([`voxels`]) gives places to stand, each with a score ([`places`]). The best are checked against the
//! triangles ([`exact`]), since the grid is coarse.

mod exact;
mod places;
mod voxels;

use bspwalk_geometry::Aabb;
use bspwalk_progress::Progress;
use bspwalk_text::text;
use glam::DVec3;
use rayon::prelude::*;

use self::{places::Places, voxels::Voxels};
use super::{LevelError, LevelTriangle, Spawn, SpawnOrigin};

/// Height of the eye above the floor, in metres.
pub const EYE_HEIGHT: f64 = 1.7;

/// Radius of the body that must fit, in metres.
const BODY_RADIUS: f64 = 0.35;
/// Height of the body that must fit, in metres.
const BODY_HEIGHT: f64 = 1.8;
/// Edge of a cell of the grid, in metres: a passage of 1.1 m is wide enough in it wherever it runs.
const CELL: f64 = 0.2;
/// Edge of a cell in small levels, in metres, so that a place is found in a hut.
const SMALL_CELL: f64 = 0.1;
/// Most cells that a grid of small cells may have.
const MOST_SMALL_CELLS: f64 = 1.0e6;
/// Most cells of the grid; where more were needed, they are larger. One bit each, twice.
const MOST_CELLS: u64 = 1 << 24;
/// About how many cells the triangles may touch in all; where it were more, the cells are larger.
const MOST_TOUCHED: f64 = 1.0e7;
/// Least upward part of the normal of a floor: slopes up to 45° are walkable.
const WALKABLE: f64 = 0.707;
/// How many of the best places are checked against the triangles.
const CHECKED: usize = 512;
/// From how many of those that pass the view is examined.
const LOOKED_AROUND: usize = 32;
/// Places this near to one that sees back faces, in metres, count as in the same solid and are skipped.
const SAME_SOLID: f64 = 3.0;
/// Least share of front faces among those in view: an eye in a room sees front faces, one in a wall back faces.
const FRONT_SHARE: f64 = 0.5;

/// The place that a level names as its start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Given {
    /// Where the eye or the feet are, in metres.
    pub(crate) position: DVec3,
    /// Whether it is the eye.
    pub(crate) is_eye: bool,
    /// Degrees to the left of −Z; along the longest view where not said.
    pub(crate) yaw: Option<f64>,
    /// What named it.
    pub(crate) origin: SpawnOrigin,
}

/// Least height of a single object, as a share of its width; terrain and sheets of ground are lower.
const OBJECT_HEIGHT: f64 = 0.2;
/// The start in front of an object looks at it from so many degrees to the right of its front, +Z.
const OBJECT_YAW: f64 = 30.0;
/// Least distance from the eye to the object, in metres: the body has room there.
const OBJECT_DISTANCE: f64 = 0.5;
/// Least distance from the middle of an object in its radii, so that its width is in view: the view is 90° wide.
const OBJECT_SPREAD: f64 = 1.9;
/// The same for its height, in half heights: the view is 59° high.
const OBJECT_RISE: f64 = 2.5;

/// Finds the spawn of a level; with a warning where no place is good.
///
/// `given` is the place that the level names, where it does.
pub(crate) fn find(
    triangles: &[LevelTriangle],
    bounds: &Aabb,
    given: Option<Given>,
    progress: &Progress,
) -> Result<(Spawn, Option<String>), LevelError> {
    progress.begin(text!("phase-find-places"), triangles.len() as u64);
    progress.check()?;
    let spawn = |eye: DVec3, view: &exact::View, origin: SpawnOrigin| Spawn {
        eye,
        yaw: view.yaw_of_longest_view(),
        origin,
    };
    if let Some(given) = given {
        let height = if given.is_eye { 0.0 } else { EYE_HEIGHT };
        let eye = given.position + DVec3::Y * height;
        let yaw = match given.yaw {
            Some(yaw) => yaw,
            None => exact::look_around(triangles, eye, progress)?.yaw_of_longest_view(),
        };
        let origin = given.origin;
        return Ok((Spawn { eye, yaw, origin }, None));
    }
    // A sheet of floor alone still needs air above it.
    let room = Aabb {
        min: bounds.min,
        max: bounds.max.with_y(bounds.max.y + BODY_HEIGHT + CELL),
    };
    let corners: Vec<[DVec3; 3]> = triangles.iter().map(|triangle| triangle.corners).collect();
    let small_cells = (room.size() / SMALL_CELL).element_product();
    let cell = if small_cells <= MOST_SMALL_CELLS {
        SMALL_CELL
    } else {
        CELL
    };
    let cell = voxels::affordable_cell(&corners, cell, MOST_TOUCHED);
    let solid = Voxels::over(&room, cell, MOST_CELLS);
    let floor = solid.another();
    let liquid = solid.another();
    triangles.par_iter().try_for_each(|triangle| {
        progress.check()?;
        progress.advance(1);
        if !triangle.solid {
            liquid.fill(triangle.corners, progress)
        } else if slope(triangle) >= WALKABLE {
            solid.for_each_touched(triangle.corners, progress, |at| {
                solid.set(at);
                floor.set(at);
            })
        } else {
            solid.fill(triangle.corners, progress)
        }
    })?;
    let places = Places {
        solid: &solid,
        floor: &floor,
        liquid: &liquid,
    };
    let middle = bounds.center();
    for thorough in [false, true] {
        let best = places.best(middle, CHECKED, thorough, progress)?;
        let mut views: Vec<(DVec3, exact::View)> = Vec::new();
        for about in best {
            progress.check()?;
            // The eyes in `views` saw too many back faces.
            if views
                .iter()
                .any(|(eye, _)| eye.distance(about) < SAME_SOLID + EYE_HEIGHT)
            {
                continue;
            }
            let Some(foot) = exact::foot(triangles, about, solid.cell()) else {
                continue;
            };
            if !exact::body_fits(triangles, foot, progress)? {
                continue;
            }
            let eye = foot.with_y(foot.y + EYE_HEIGHT);
            let view = exact::look_around(triangles, eye, progress)?;
            let good = view.front_share() >= FRONT_SHARE;
            views.push((eye, view));
            if good || views.len() == LOOKED_AROUND {
                break;
            }
        }
        let chosen = views
            .iter()
            .max_by(|(_, a), (_, b)| a.front_share().total_cmp(&b.front_share()));
        if let Some((eye, view)) = chosen {
            if view.is_empty() && is_object(bounds, eye.y - EYE_HEIGHT) {
                return Ok((in_front(bounds), None));
            }
            return Ok((spawn(*eye, view, SpawnOrigin::Room), None));
        }
    }
    let warning = text!("levels-no-floor");
    Ok((in_front(bounds), Some(warning.to_owned())))
}

/// Whether a level is a single object rather than ground: it is high for its width, and the floor that was found is at its top.
fn is_object(bounds: &Aabb, floor: f64) -> bool {
    let size = bounds.size();
    let is_at_the_top = floor > bounds.center().y;
    is_at_the_top && size.y > OBJECT_HEIGHT * size.x.max(size.z)
}

/// The start in front of an object: the eye looks at its middle, a little from the side, and sees all of it.
fn in_front(bounds: &Aabb) -> Spawn {
    let half = bounds.size() * 0.5;
    let around = half.x.hypot(half.z);
    let least = OBJECT_DISTANCE.max(0.2 * around);
    let distance = (OBJECT_SPREAD * around)
        .max(around + OBJECT_RISE * half.y)
        .max(around + least);
    let (sine, cosine) = OBJECT_YAW.to_radians().sin_cos();
    Spawn {
        eye: bounds.center() + DVec3::new(sine, 0.0, cosine) * distance,
        yaw: OBJECT_YAW,
        origin: SpawnOrigin::Fallback,
    }
}

/// The upward part of the triangle's unit normal.
fn slope(triangle: &LevelTriangle) -> f64 {
    let [a, b, c] = triangle.corners;
    (b - a).cross(c - a).normalize_or_zero().y
}
