//! Classifies a level as rooms, an object seen from outside, or neither.
//!
//! A position is enclosed if most straight lines from it end at a wall and a body fits there. It is in the
//! interior of the level if there is a floor below it and one of two further conditions holds: there is a ceiling above
//! it and almost no open side, or there are walls on all sides. A room without its ceiling therefore still has an
//! interior. A street does not, because it is open at its ends. Slopes do not count as walls.
//!
//! Only an interior can have leaks, which are holes in its hull. A PVS hides most from enclosed positions, and little
//! around an object or on open ground.

use bspwalk_progress::{Cancelled, Progress};
use glam::DVec3;

use super::{Inside, LeafId, LeafTree, OUTSIDE, solidity::evidence::Points};

/// Clearance that a body needs on all sides, in metres.
const BODY: f64 = 0.3;

/// A position under a ceiling is in an interior if at least this fraction of the lines from it end at a wall.
///
/// In a room with a door or a window, the fraction is 95 %; in a cube without one of its walls, it is 83 %.
const INSIDE: f64 = 0.8;

/// A position is enclosed if at least this fraction of the lines from it end at a wall. A PVS can hide much from such
/// positions.
///
/// Next to an object, the fraction is at most half. On open ground it is slightly more, and in the middle of
/// a street three quarters.
const ENCLOSED: f64 = 0.75;

/// Minimum vertical component, upwards or downwards, of lines that must end at a ceiling or a floor. These
/// lines are within 45° of the vertical.
const UPWARDS: f64 = 0.7;

/// Number of horizontal lines used to test for walls.
const AROUND: u32 = 16;

/// Height difference used to test the slope of a wall, in metres. If the wall is steeper than 45°, its
/// distance changes by less than this.
const HIGHER: f64 = 0.25;

const LINES: u32 = 64;

const PLACES: usize = 128;

/// Returns directions that are evenly spread over a sphere (a Fibonacci lattice).
fn directions(count: u32) -> impl Iterator<Item = DVec3> {
    let golden = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
    (0..count).map(move |i| {
        let height = 1.0 - (2.0 * f64::from(i) + 1.0) / f64::from(count);
        let (sine, cosine) = (golden * f64::from(i)).sin_cos();
        let across = (1.0 - height * height).sqrt();
        DVec3::new(across * cosine, height, across * sine)
    })
}

impl LeafTree {
    /// Searches for an interior, given points in each leaf.
    pub(super) fn find_inside(
        &self,
        points: &[Points],
        progress: &Progress,
    ) -> Result<(Inside, bool), Cancelled> {
        let empty = self.empty_leaves();
        let step = empty.len().div_ceil(PLACES).max(1);
        let places: Vec<LeafId> = empty.into_iter().step_by(step).collect();
        let reach = 2.0 * self.bounds.size().length() + 1.0;
        let found = progress.in_parallel("Searching for an interior", places, |leaf| {
            let point = points[leaf.index()][0];
            let is_free = |towards: DVec3| self.sightline(point, point + towards).is_some();
            if !directions(LINES / 4).all(|direction| is_free(direction * BODY)) {
                return Ok(None);
            }
            let is_blocked = |direction: DVec3| !is_free(direction * reach);
            // A few lines are enough to reject most positions that are not enclosed.
            let few = directions(LINES / 4)
                .filter(|&direction| is_blocked(direction))
                .count();
            if few as u32 * 2 <= LINES / 4 {
                return Ok(Some([false; 2]));
            }
            let blocked: Vec<bool> = directions(LINES).map(is_blocked).collect();
            let share = blocked.iter().filter(|blocked| **blocked).count() as f64 / f64::from(LINES);
            let all_end = |sign: f64| {
                let mut steep = directions(LINES)
                    .zip(&blocked)
                    .filter(|(direction, _)| sign * direction.y > UPWARDS);
                steep.all(|(_, blocked)| *blocked)
            };
            let (has_ceiling, has_floor) = (all_end(1.0), all_end(-1.0));
            let is_inside =
                has_floor && (has_ceiling && share >= INSIDE || self.has_walls_around(point, reach));
            Ok(Some([share >= ENCLOSED, is_inside]))
        })?;
        let [has_enclosed, has_rooms] = [0, 1].map(|kind| found.iter().flatten().any(|place| place[kind]));
        if has_rooms {
            return Ok((Inside::Rooms, true));
        }
        let solid_is_open = |leaves: [LeafId; 2]| {
            leaves.contains(&OUTSIDE)
                && leaves
                    .into_iter()
                    .all(|leaf| leaf == OUTSIDE || self.is_solid(leaf))
        };
        let mut open = self
            .adjacencies
            .iter()
            .filter(|adjacency| adjacency.open_area() > 0.0);
        let has_solid = self.leaf_ids().any(|leaf| self.is_solid(leaf));
        let is_closed = has_solid && !open.any(|adjacency| solid_is_open(adjacency.leaves));
        let inside = if is_closed { Inside::Object } else { Inside::None };
        Ok((inside, has_enclosed))
    }

    /// Returns whether steep walls surround a point within a distance in metres.
    fn has_walls_around(&self, point: DVec3, reach: f64) -> bool {
        let higher = point + DVec3::Y * HIGHER;
        let distance = |from: DVec3, direction: DVec3| {
            let end = self.blocked_at(from, from + direction * reach, &mut Vec::new());
            end.map(|end| end * reach)
        };
        (0..AROUND).all(|side| {
            let (sine, cosine) = (std::f64::consts::TAU * f64::from(side) / f64::from(AROUND)).sin_cos();
            let direction = DVec3::new(cosine, 0.0, sine);
            match (distance(point, direction), distance(higher, direction)) {
                (Some(low), Some(high)) => (high - low).abs() < HIGHER,
                _ => false,
            }
        })
    }

    /// Returns whether the level consists of rooms, is an object seen from outside, or neither.
    #[must_use]
    pub fn inside(&self) -> Inside {
        self.inside
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inside(quads: &[[[f64; 3]; 4]]) -> Inside {
        let triangles = quads
            .iter()
            .map(|quad| quad.map(DVec3::from))
            .flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
        LeafTree::of_corners(triangles).inside()
    }

    /// Returns the sides of a box from (−x, 0, −z) to (x, y, z), seen from inside: floor, ceiling and four walls.
    fn room([x, y, z]: [f64; 3]) -> Vec<[[f64; 3]; 4]> {
        let sides = [
            [[-x, 0.0, z], [x, 0.0, z], [x, 0.0, -z], [-x, 0.0, -z]],
            [[-x, y, -z], [x, y, -z], [x, y, z], [-x, y, z]],
            [[-x, 0.0, -z], [x, 0.0, -z], [x, y, -z], [-x, y, -z]],
            [[x, 0.0, z], [-x, 0.0, z], [-x, y, z], [x, y, z]],
            [[-x, 0.0, z], [-x, 0.0, -z], [-x, y, -z], [-x, y, z]],
            [[x, 0.0, -z], [x, 0.0, z], [x, y, z], [x, y, -z]],
        ];
        sides.to_vec()
    }

    #[test]
    fn room_without_one_side_encloses_rooms() {
        for size in [[4.0, 3.0, 5.0], [2.0, 4.0, 2.0], [5.0, 4.0, 5.0]] {
            assert_eq!(inside(&room(size)), Inside::Rooms, "{size:?}");
            for side in 1..6 {
                let mut open = room(size);
                open.remove(side);
                assert_eq!(inside(&open), Inside::Rooms, "{size:?} without side {side}");
            }
        }
    }

    #[test]
    fn open_or_outward_surfaces_enclose_no_room() {
        let floor = room([20.0, 3.0, 20.0])[0];
        assert_eq!(inside(&[floor]), Inside::None);
        let wall = room([4.0, 3.0, 5.0])[2];
        assert_eq!(inside(&[wall]), Inside::None);
        assert_eq!(inside(&[floor, wall]), Inside::None);
        // Two rows of walls, like a street.
        let street = room([20.0, 6.0, 4.0]);
        assert_eq!(inside(&[street[0], street[2], street[3]]), Inside::None);
        let outwards: Vec<_> = room([1.0, 2.0, 1.0])
            .into_iter()
            .map(|[a, b, c, d]| [d, c, b, a])
            .collect();
        assert_eq!(inside(&outwards), Inside::Object);
        // A pit with slopes of 30°: ground on all sides, but no walls.
        let (low, high, rim) = (2.0, 10.0, 40.0);
        let height = (high - low) * (std::f64::consts::PI / 6.0).tan();
        let mut pit = vec![[
            [-low, 0.0, low],
            [low, 0.0, low],
            [low, 0.0, -low],
            [-low, 0.0, -low],
        ]];
        for quarter in 0..4 {
            let turn = |[x, y, z]: [f64; 3]| (0..quarter).fold([x, y, z], |[x, y, z], _| [z, y, -x]);
            let slope = [
                [low, 0.0, low],
                [high, height, high],
                [high, height, -high],
                [low, 0.0, -low],
            ];
            let around = [
                [high, height, high],
                [rim, height, rim],
                [rim, height, -rim],
                [high, height, -high],
            ];
            pit.extend([slope, around].map(|quad| quad.map(turn)));
        }
        assert_eq!(inside(&pit), Inside::None);
    }
}
