//! Finds candidate positions in a voxel grid and scores them as spawns.

use std::f64::consts::TAU;

use bspwalk_progress::{Cancelled, Progress};
use glam::{DVec3, IVec3};

use super::{
    body::{BODY_HEIGHT, BODY_RADIUS, EYE_HEIGHT},
    voxels::Voxels,
};

/// Approximate number of grid columns, evenly spread, to examine in the first search.
const LOOKED_AT: usize = 4_000;
/// Approximate number of columns to examine in the second, thorough search, which follows if the first finds nothing.
const LOOKED_AT_THOROUGHLY: usize = 100_000;
/// Maximum height difference of the surrounding floor, in metres; this allows a steep step.
const STEP: f64 = 0.45;
/// Number of horizontal directions for measuring a room.
const DIRECTIONS: usize = 32;
/// Maximum distance to measure, in metres. Walls farther away do not make a room count as larger.
const FAR: f64 = 30.0;
/// Maximum distance of a wall that encloses a room, in metres.
const WALLED: f64 = 100.0;
/// Upward components of the directions to search for a roof, in addition to straight up.
const UPWARD: [f64; 2] = [0.5, 0.866];
/// Distance (in metres) from the nearest wall beyond which the score no longer increases.
const AT_EASE: f64 = 1.5;

pub(super) struct SpawnVoxels<'a> {
    /// Cells touched by solid triangles.
    pub(super) solid: &'a Voxels,
    /// Cells touched by the front of walkable triangles.
    pub(super) floor: &'a Voxels,
    /// Cells touched by liquid surfaces.
    pub(super) liquid: &'a Voxels,
}

impl SpawnVoxels<'_> {
    /// Returns up to `most` candidate positions for the feet, best first. Each position is at most one cell too high.
    pub(super) fn find_best_positions(
        &self,
        middle: DVec3,
        most: usize,
        thorough: bool,
        progress: &Progress,
    ) -> Result<Vec<DVec3>, Cancelled> {
        let size = self.solid.size();
        let columns = size.x as usize * size.z as usize;
        let looked_at = if thorough { LOOKED_AT_THOROUGHLY } else { LOOKED_AT };
        // Steps by multiples of the golden ratio keep the sampled columns from lining up.
        let stride = columns.div_ceil(looked_at).max(1);
        let scored = progress.in_parallel("Finding the spawn", 0..columns.div_ceil(stride), |pick| {
            let shift = (pick as f64 * 0.618_033_988_75).fract() * stride as f64;
            let column = (pick * stride + shift as usize).min(columns - 1);
            let (x, z) = (
                (column / size.z as usize) as i32,
                (column % size.z as usize) as i32,
            );
            let cells = (0..size.y).map(|y| IVec3::new(x, y, z));
            let scored = cells.filter(|&at| self.fits(at)).map(|at| {
                progress.check()?;
                Ok((self.score(at, middle), self.foot(at)))
            });
            scored.collect::<Result<Vec<_>, Cancelled>>()
        })?;
        let mut scored: Vec<(f64, DVec3)> = scored.into_iter().flatten().collect();
        scored.retain(|(score, _)| *score > 0.0);
        scored.sort_by(|a, b| b.0.total_cmp(&a.0));
        scored.truncate(most);
        Ok(scored.into_iter().map(|(_, foot)| foot).collect())
    }

    /// Returns the centre of a floor cell's top face.
    fn foot(&self, at: IVec3) -> DVec3 {
        self.solid.corner(at) + DVec3::new(0.5, 1.0, 0.5) * self.solid.cell()
    }

    fn cells(&self, metres: f64) -> i32 {
        (metres / self.solid.cell()).ceil() as i32
    }

    /// Returns whether a body fits on this cell. There must be floor here and around it, and free space above that is
    /// as wide as the body.
    fn fits(&self, at: IVec3) -> bool {
        if !self.floor.is_set(at) || self.solid.is_set(at + IVec3::Y) {
            return false;
        }
        let height = self.cells(BODY_HEIGHT);
        if (1..=height).any(|up| self.blocked(at + IVec3::Y * up)) {
            return false;
        }
        // Within the body's width, the floor may rise or fall by one step.
        let step = (STEP / self.solid.cell()) as i32;
        let reach = self.cells(BODY_RADIUS);
        let near = BODY_RADIUS / self.solid.cell();
        for x in -reach..=reach {
            for z in -reach..=reach {
                let gap = IVec3::new(x, 0, z).as_dvec3().abs() - 0.5;
                if gap.max(DVec3::ZERO).with_y(0.0).length() >= near {
                    continue;
                }
                let beside = at + IVec3::new(x, 0, z);
                if (step + 1..=height).any(|up| self.blocked(beside + IVec3::Y * up)) {
                    return false;
                }
                if !(-step - 1..=step).any(|up| self.floor.is_set(beside + IVec3::Y * up)) {
                    return false;
                }
            }
        }
        !self.is_under_liquid(at)
    }

    fn blocked(&self, at: IVec3) -> bool {
        self.solid.is_set(at) || self.liquid.is_set(at)
    }

    fn is_under_liquid(&self, at: IVec3) -> bool {
        (at.y..self.solid.size().y)
            .map(|y| IVec3::new(at.x, y, at.z))
            .take_while(|&above| above.y == at.y || !self.solid.is_set(above))
            .any(|above| self.liquid.is_set(above))
    }

    /// Returns a position's score: the visible area around it in square metres, reduced near walls and far from the
    /// level's centre. Positions that are open to the sides or above score much lower. Otherwise, the land around a
    /// house, which is a hundred times larger than the rooms, would win.
    fn score(&self, at: IVec3, middle: DVec3) -> f64 {
        let foot = self.foot(at);
        let eye = foot.with_y(foot.y + EYE_HEIGHT - 0.5 * self.solid.cell());
        let has_roof = |direction: DVec3| {
            let free = self.solid.free_distance(eye, direction, FAR);
            free.is_some_and(|free| free < FAR)
        };
        let (mut area, mut walled, mut roofed, mut nearest) = (0.0, 0.0, 0.0, FAR);
        for direction in 0..DIRECTIONS {
            let (sine, cosine) = (TAU * direction as f64 / DIRECTIONS as f64).sin_cos();
            let level = DVec3::new(cosine, 0.0, sine);
            let free = self
                .solid
                .free_distance(eye, level, WALLED)
                .filter(|&free| free < WALLED);
            if let Some(free) = free {
                walled += 1.0 / DIRECTIONS as f64;
                nearest = nearest.min(free);
            }
            let reach = free.unwrap_or(FAR).min(FAR);
            area += 0.5 * reach * reach * TAU / DIRECTIONS as f64;
            if direction % 4 == 0 {
                for upward in UPWARD {
                    let tilted = level * (1.0 - upward * upward).sqrt() + DVec3::Y * upward;
                    roofed += f64::from(u8::from(has_roof(tilted)));
                }
            }
        }
        if has_roof(DVec3::Y) {
            roofed += UPWARD.len() as f64;
        }
        let rays_up = (UPWARD.len() * (DIRECTIONS / 4 + 1)) as f64;
        let half = self.solid.size().as_dvec3() * 0.5 * self.solid.cell();
        let off_middle = ((foot - middle) / half.max(DVec3::splat(1.0e-9)))
            .with_y(0.0)
            .length();
        let (walled, roofed) = (walled.powi(8), (roofed / rays_up).powi(2));
        area * walled.max(1.0e-4) * roofed.max(1.0e-2) * (0.2 + 0.8 * (nearest / AT_EASE).min(1.0))
            / (1.0 + off_middle * off_middle)
    }
}
