//! Angles and columns of DOOM's view: 90° wide on 320 columns.
//!
//! Angles are binary: a full turn is 2³². Lookup tables divide it into 8192 fine angles, as in `tables.c` and `r_main.c`
//! of DOOM, so that a wall covers the same columns as in the game.

use std::{f64::consts::TAU, sync::LazyLock};

use glam::DVec2;

/// Width of the view, in columns.
pub const COLUMNS: i32 = 320;

/// Height of the view without the status bar, in rows.
pub const ROWS: i32 = 200;

/// A quarter turn.
pub(super) const QUARTER_TURN: u32 = 1 << 30;

/// Half a turn.
pub(super) const HALF_TURN: u32 = 1 << 31;

const FINE_ANGLES: u32 = 8192;

/// Right shift that turns a binary angle into a fine angle.
const FINE_SHIFT: u32 = 19;

/// Number of slopes from 0 to 1 whose angle is tabulated.
const SLOPES: i64 = 2048;

/// One map unit in 16.16 fixed point.
pub(super) const UNIT: i64 = 1 << 16;

/// Converts map units to 16.16 fixed point.
pub(super) fn fixed(units: f64) -> i64 {
    (units * UNIT as f64).round() as i64
}

/// The tables of a view.
pub(super) struct Projection {
    /// Column of each fine angle from a quarter turn to the right to a quarter turn to the left.
    columns: Vec<i32>,
    /// Angle of the left edge of each column, relative to the view direction.
    angles: Vec<u32>,
    /// Angles of the slopes from 0 to 1.
    slopes: Vec<u32>,
}

pub(super) static PROJECTION: LazyLock<Projection> = LazyLock::new(Projection::new);

impl Projection {
    fn new() -> Self {
        let half = FINE_ANGLES / 4;
        let tangent = |fine: u32| {
            let angle = (f64::from(fine) - f64::from(half) + 0.5) * TAU / f64::from(FINE_ANGLES);
            (angle.tan() * UNIT as f64) as i64
        };
        let center = i64::from(COLUMNS / 2) * UNIT;
        let focal_length = center * UNIT / tangent(half + FINE_ANGLES / 8);
        let column = |fine: u32| {
            let tangent = tangent(fine).clamp(-4 * UNIT, 4 * UNIT);
            let right = center - ((tangent * focal_length) >> 16);
            // One column more on either side, so that the angles of the edges are within the view.
            ((right + UNIT - 1) >> 16).clamp(-1, i64::from(COLUMNS) + 1) as i32
        };
        let columns: Vec<i32> = (0..2 * half).map(column).collect();
        let angles = (0..=COLUMNS).map(|column| {
            let fine = columns.partition_point(|&other| other > column) as u32;
            (fine << FINE_SHIFT).wrapping_sub(QUARTER_TURN)
        });
        let slope = |slope: i64| ((slope as f64 / SLOPES as f64).atan() / TAU * 2.0_f64.powi(32)) as u32;
        Self {
            angles: angles.collect(),
            columns: columns.iter().map(|column| (*column).clamp(0, COLUMNS)).collect(),
            slopes: (0..=SLOPES).map(slope).collect(),
        }
    }

    /// Returns half of the field of view.
    pub(super) fn half_view(&self) -> u32 {
        self.angles[0]
    }

    /// Returns the angle of the left edge of a column, relative to the view direction.
    pub(super) fn angle_of_column(&self, column: i32) -> u32 {
        self.angles[column as usize]
    }

    /// Returns the direction of a vector, counter-clockwise from east. Components are in 16.16 fixed point.
    pub(super) fn direction(&self, [x, y]: [i64; 2]) -> u32 {
        if [x, y] == [0, 0] {
            return 0;
        }
        let (along, across) = (x.abs(), y.abs());
        let is_flat = along > across;
        let (rise, run) = if is_flat { (across, along) } else { (along, across) };
        let slope = if run < 512 {
            SLOPES
        } else {
            ((rise << 3) / (run >> 8)).min(SLOPES)
        };
        let angle = self.slopes[slope as usize];
        match (is_flat, x >= 0, y >= 0) {
            (true, true, true) => angle,
            (true, true, false) => 0_u32.wrapping_sub(angle),
            (true, false, true) => (HALF_TURN - 1).wrapping_sub(angle),
            (true, false, false) => HALF_TURN.wrapping_add(angle),
            (false, true, true) => (QUARTER_TURN - 1).wrapping_sub(angle),
            (false, false, true) => QUARTER_TURN.wrapping_add(angle),
            (false, true, false) => (HALF_TURN + QUARTER_TURN).wrapping_add(angle),
            (false, false, false) => (HALF_TURN + QUARTER_TURN - 1).wrapping_sub(angle),
        }
    }

    /// Returns the first and last column between two directions, `left` and `right`, that are less than half a turn
    /// apart. Returns `None` if they are out of view or cover no whole column.
    pub(super) fn columns([left, right]: [u32; 2], view: u32) -> Option<[i32; 2]> {
        let projection = &*PROJECTION;
        let (half, whole) = (projection.half_view(), 2 * projection.half_view());
        let span = left.wrapping_sub(right);
        let [mut left, mut right] = [left, right].map(|angle| angle.wrapping_sub(view));
        let beyond = left.wrapping_add(half);
        if beyond > whole {
            if beyond - whole >= span {
                return None;
            }
            left = half;
        }
        let beyond = half.wrapping_sub(right);
        if beyond > whole {
            if beyond - whole >= span {
                return None;
            }
            right = 0_u32.wrapping_sub(half);
        }
        let column = |angle: u32| {
            let fine = angle.wrapping_add(QUARTER_TURN) >> FINE_SHIFT;
            projection.columns.get(fine as usize).copied().unwrap_or(COLUMNS)
        };
        let [first, end] = [left, right].map(column);
        (first < end).then_some([first, end - 1])
    }
}

/// Converts a binary angle to radians.
pub(super) fn radians(angle: u32) -> f64 {
    f64::from(angle) / 2.0_f64.powi(32) * TAU
}

/// Returns the direction of a vector in map units as a binary angle.
pub(super) fn binary_angle(direction: DVec2) -> u32 {
    let turns = direction.y.atan2(direction.x) / TAU;
    (turns.rem_euclid(1.0) * 2.0_f64.powi(32)) as u64 as u32
}
