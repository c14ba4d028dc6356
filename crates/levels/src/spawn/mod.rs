//! Chooses the spawn: on the floor of the largest room near the level's middle, away from walls, facing the longest
//! view. If the level is a single object, the spawn is in front of the object and faces it.
//!
//! A coarse grid ([`voxels`]) provides candidate positions, each with a score ([`places`]). Because the grid is coarse,
//! the best candidates are checked against the triangles ([`exact`]).

mod body;
mod exact;
mod places;
mod voxels;

use crate::{Text, text};
use bspwalk_geometry::Aabb;
use bspwalk_progress::{Cancelled, Progress};
use glam::DVec3;
use rayon::prelude::*;

pub use self::body::EYE_HEIGHT;
use self::{
    body::{BODY_HEIGHT, WALKABLE, slope},
    places::SpawnVoxels,
    voxels::Voxels,
};
use super::{Level, LevelError, LevelTriangle, Spawn, SpawnOrigin};

/// Cell size of the grid, in metres. With this size, a 1.1 m wide passage is always wide enough, regardless of its
/// alignment with the grid.
const CELL: f64 = 0.2;
/// Cell size for small levels, in metres. With this size, even a hut has candidate positions.
const SMALL_CELL: f64 = 0.1;

/// A level counts as small if it has at most this many cells of size [`SMALL_CELL`].
const MOST_SMALL_CELLS: f64 = 1.0e6;
/// Maximum number of cells. Larger levels use larger cells. There are two grids, each with one bit per cell.
const MOST_CELLS: u64 = 1 << 24;
/// Approximate maximum number of cells that all triangles touch in total. Larger levels use larger cells.
const MOST_TOUCHED: f64 = 1.0e7;
/// Number of best candidates to check against the triangles.
const CHECKED: usize = 512;
/// Number of valid positions whose views are examined.
const LOOKED_AROUND: usize = 32;
/// Distance (in metres) within which positions are skipped around an eye that sees mostly back faces. They are probably
/// inside the same solid.
const SAME_SOLID: f64 = 3.0;
/// Minimum fraction of visible faces that are front faces. An eye in a room sees front faces; an eye inside a wall sees
/// back faces.
const FRONT_SHARE: f64 = 0.5;

#[derive(Clone, Copy, Debug)]
pub(crate) struct SpecifiedSpawn {
    pub(crate) position: DVec3,
    pub(crate) is_eye: bool,
    /// Yaw in degrees to the left of −Z, or `None` to face the longest view.
    pub(crate) yaw: Option<f64>,
    pub(crate) origin: SpawnOrigin,
}

/// Minimum height of a single object relative to its width. Terrain and ground planes have a lower ratio.
const OBJECT_HEIGHT: f64 = 0.2;
/// Viewing angle of an object, in degrees to the right of its front (+Z).
const OBJECT_YAW: f64 = 30.0;
/// Minimum distance between the eye and the object, in metres. It leaves room for the body.
const OBJECT_DISTANCE: f64 = 0.5;
/// Minimum distance from the object's centre, in multiples of its radius. At this distance, the whole width is visible
/// with a 90° field of view.
const OBJECT_SPREAD: f64 = 1.9;
/// Minimum distance from the object's bounding cylinder, in multiples of half the object's height. At this distance,
/// the whole height is visible with a vertical field of view of 59°.
const OBJECT_RISE: f64 = 2.5;

/// Chooses the spawn of a level, and returns a warning if there is no good position.
///
/// `given` is the position that the level specifies, if any.
pub(crate) fn find(
    triangles: &[LevelTriangle],
    bounds: &Aabb,
    given: Option<SpecifiedSpawn>,
    progress: &Progress,
) -> Result<(Spawn, Option<Text>), LevelError> {
    progress.begin("Finding standing positions", triangles.len() as u64);
    progress.check()?;
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
    // Even if the level consists only of a floor, the grid must include the free space above it.
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
    let floor = solid.empty_copy();
    let liquid = solid.empty_copy();
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
    let places = SpawnVoxels {
        solid: &solid,
        floor: &floor,
        liquid: &liquid,
    };
    let middle = bounds.center();
    for thorough in [false, true] {
        let best = places.find_best_positions(middle, CHECKED, thorough, progress)?;
        let mut views: Vec<(DVec3, exact::View)> = Vec::new();
        for about in best {
            progress.check()?;
            // Skip positions close to an eye in `views` that saw too many back faces.
            if views
                .iter()
                .any(|(eye, _)| eye.distance(about) < SAME_SOLID + EYE_HEIGHT)
            {
                continue;
            }
            let Some(foot) = exact::find_floor(triangles, about, solid.cell()) else {
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
            let (yaw, origin) = (view.yaw_of_longest_view(), SpawnOrigin::Room);
            return Ok((
                Spawn {
                    eye: *eye,
                    yaw,
                    origin,
                },
                None,
            ));
        }
    }
    let warning = text!("levels-no-floor");
    Ok((in_front(bounds), Some(warning.to_owned())))
}

impl Level {
    /// Chooses the spawn again after faces were removed from a level that does not specify a spawn.
    pub fn find_spawn(&mut self, progress: &Progress) -> Result<(), Cancelled> {
        // The search fails only if it is cancelled.
        if let Ok((spawn, _)) = find(&self.triangles, &self.bounds, None, progress) {
            self.spawn = spawn;
        }
        progress.check()
    }
}

/// Returns whether a level is a single object rather than ground: it is tall relative to its width, and its highest
/// floor is near its top.
fn is_object(bounds: &Aabb, floor: f64) -> bool {
    let size = bounds.size();
    let is_at_the_top = floor > bounds.center().y;
    is_at_the_top && size.y > OBJECT_HEIGHT * size.x.max(size.z)
}

/// Returns a spawn in front of an object. The eye looks at the object's centre, slightly from the side, and sees the
/// whole object.
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

/// Returns whether an object name marks the spawn: `spawn` in any case, optionally followed by a modelling program's
/// suffix such as `.001`.
pub(crate) fn is_spawn(name: &str) -> bool {
    let base = match name.rsplit_once('.') {
        Some((base, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => base,
        _ => name,
    };
    base.eq_ignore_ascii_case("spawn")
}
