//! Guesses the length of a source unit, and detects an up axis that is probably wrong.

use crate::{Text, text};
use bspwalk_geometry::{Aabb, triangle::height_at};
use bspwalk_progress::{Cancelled, Progress};
use glam::DVec3;
use rayon::prelude::*;

use super::{LevelTriangle, LoadOptions, Units, UpAxis};

/// Candidate units: length in metres, name, and prior penalty compared with the metre.
const UNITS: [(f64, Text, f64); 6] = [
    (1.0, text!("levels-unit-metre"), 0.0),
    (0.0254, text!("levels-unit-inch"), 1.0),
    (0.01, text!("levels-unit-centimetre"), 1.0),
    (0.001, text!("levels-unit-millimetre"), 2.0),
    (0.125, text!("levels-unit-eighth"), 2.0),
    (0.3048, text!("levels-unit-foot"), 2.0),
];

/// Plausible range (in metres) for the lower quartile of the headroom above floors. The lower quartile reflects
/// ordinary rooms and passages, even if half the level is outdoors or in a large hall.
const HEADROOM: std::ops::RangeInclusive<f64> = 2.0..=6.5;
/// Factor by which the headroom must fall short of [`HEADROOM`] for a penalty of 1, on the scale of [`UNITS`]. The
/// penalty grows with the square of the logarithm, so a headroom that falls short by the squared factor costs 4.
const LOW_FACTOR: f64 = 1.15;
/// Counterpart of [`LOW_FACTOR`] for headroom above the range.
const HIGH_FACTOR: f64 = 1.6;
/// Most common headroom, in metres. It breaks ties between equally plausible units.
const COMMON_HEADROOM: f64 = 3.0;
/// Weight of the deviation from [`COMMON_HEADROOM`]. It is too small to outweigh other evidence.
const COMMON_WEIGHT: f64 = 0.2;
/// Range of headroom (in metres) that the note about units states. It omits implausible values.
const SANE: std::ops::RangeInclusive<f64> = 1.0..=50.0;
/// Range of lengths (in metres) that are considered equally likely for levels with rooms.
const LEVEL_LENGTH: std::ops::RangeInclusive<f64> = 8.0..=300.0;
/// Range of lengths (in metres) that are considered equally likely for levels without rooms: from a box to a landscape.
const OPEN_LENGTH: std::ops::RangeInclusive<f64> = 1.0..=5000.0;
/// Counterpart of [`LOW_FACTOR`] for lengths below or above the range.
const LENGTH_FACTOR: f64 = 3.0;

const SAMPLES: usize = 256;
/// Minimum fraction of samples that are below a ceiling. With a lower fraction, the level is treated as having no
/// rooms.
const ROOFED_SHARE: f64 = 0.1;
/// Minimum upward component of a floor's normal, and minimum downward component of a ceiling's normal.
const LEVEL_ENOUGH: f64 = 0.9;

#[derive(Clone, Debug)]
pub(crate) struct Space {
    pub(crate) up: UpAxis,
    pub(crate) scale: f64,
    /// Phrase about the format's units, such as "glTF is in metres with Y up".
    pub(crate) rule: Text,
}

pub(crate) fn of_format(space: &Space, options: &LoadOptions) -> Units {
    let up = options.up.unwrap_or(space.up);
    let scale = space.scale;
    asked(up, options).unwrap_or_else(|| Units {
        up,
        scale,
        guessed: false,
        note: text!("levels-unit-rule", scale, rule = space.rule),
    })
}

fn asked(up: UpAxis, options: &LoadOptions) -> Option<Units> {
    let scale = options.scale?;
    Some(Units {
        up,
        scale,
        guessed: false,
        note: text!("levels-unit-asked", scale),
    })
}

/// Returns the units of a level with these triangles. Y must be up.
pub(crate) fn find(
    triangles: &[[DVec3; 3]],
    options: &LoadOptions,
    progress: &Progress,
) -> Result<Units, Cancelled> {
    let up = options.up.unwrap_or_default();
    if let Some(units) = asked(up, options) {
        return Ok(units);
    }
    let size = Aabb::from_points(triangles.iter().flatten().copied())
        .size()
        .max(DVec3::ZERO);
    let length = size.x.max(size.z);
    let headroom = headroom(triangles, size.length(), progress)?;
    let unlikely = |&(scale, _, rarity): &(f64, Text, f64)| {
        let length = length * scale;
        rarity
            + match headroom.map(|headroom| headroom * scale) {
                Some(headroom) => {
                    squared_excess(length, LEVEL_LENGTH, LENGTH_FACTOR, LENGTH_FACTOR)
                        + squared_excess(headroom, HEADROOM, LOW_FACTOR, HIGH_FACTOR)
                        + COMMON_WEIGHT * (headroom / COMMON_HEADROOM).ln().powi(2)
                }
                None => squared_excess(length, OPEN_LENGTH, LENGTH_FACTOR, LENGTH_FACTOR),
            }
    };
    let best = UNITS
        .into_iter()
        .min_by(|a, b| unlikely(a).total_cmp(&unlikely(b)));
    let (scale, name, _) = best.unwrap_or_else(|| UNITS[0].clone());
    let rooms = headroom.filter(|headroom| SANE.contains(&(headroom * scale)));
    let length = rounded(length * scale);
    let note = match rooms {
        None => text!("levels-unit-guessed", scale, name, length),
        Some(headroom) => {
            let height = rounded(headroom * scale);
            text!("levels-unit-guessed-rooms", scale, name, height, length)
        }
    };
    Ok(Units {
        up,
        scale,
        guessed: true,
        note,
    })
}

/// Returns the penalty of a value. It is 0 inside the range. Outside, it is the square of the logarithmic distance to
/// the range, in factors of `below` or `above`.
fn squared_excess(value: f64, range: std::ops::RangeInclusive<f64>, below: f64, above: f64) -> f64 {
    if value < *range.start() {
        ((range.start() / value).ln() / below.ln()).powi(2)
    } else if value > *range.end() {
        ((value / range.end()).ln() / above.ln()).powi(2)
    } else {
        0.0
    }
}

fn rounded(value: f64) -> f64 {
    if !(value.is_finite() && value > 0.0) {
        return value;
    }
    let unit = 10.0_f64.powf(value.log10().floor() - 1.0);
    let rounded = (value / unit).round() * unit;
    // Round, because binary fractions would otherwise be displayed with many digits.
    (rounded * 1.0e6).round() / 1.0e6
}

/// Returns the lower quartile of the headroom above floors (in source units), or `None` if few floors are below a
/// ceiling.
fn headroom(triangles: &[[DVec3; 3]], diagonal: f64, progress: &Progress) -> Result<Option<f64>, Cancelled> {
    let normals: Vec<DVec3> = triangles
        .par_iter()
        .map(|[a, b, c]| (b - a).cross(c - a))
        .collect();
    let is_floor = |normal: &DVec3| normal.y > LEVEL_ENOUGH * normal.length();
    let mut floors = Vec::new();
    let mut area = 0.0;
    for (index, normal) in normals.iter().enumerate() {
        progress.check_at(index)?;
        if is_floor(normal) && normal.is_finite() {
            area += normal.y;
            floors.push((area, index));
        }
    }
    if floors.is_empty() || !area.is_finite() {
        return Ok(None);
    }
    let mut points: Vec<DVec3> = (0..SAMPLES)
        .filter_map(|sample| {
            // Each sample represents an equal share of the area. The positions within triangles follow the R2 sequence
            // (Roberts).
            let share = (sample as f64 + 0.5) / SAMPLES as f64 * area;
            let &(_, index) = floors.get(floors.partition_point(|&(upto, _)| upto < share))?;
            let (mut s, mut t) = (
                (sample as f64 * 0.754_877_666).fract(),
                (sample as f64 * 0.569_840_291).fract(),
            );
            if s + t > 1.0 {
                (s, t) = (1.0 - s, 1.0 - t);
            }
            let [a, b, c] = triangles[index];
            Some(a + (b - a) * s + (c - a) * t)
        })
        .collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    let least_height = 1.0e-4 * diagonal;
    // Nearest surface above each point: its distance, and whether it faces away from the point.
    let nothing = || vec![(f64::INFINITY, true); points.len()];
    let nearer = |a: (f64, bool), b: (f64, bool)| if b.0 < a.0 || (b.0 == a.0 && !b.1) { b } else { a };
    let above = triangles
        .par_iter()
        .zip(&normals)
        .try_fold(nothing, |mut above, (corners, normal)| {
            progress.check()?;
            let [a, b, c] = corners;
            let (low, high) = (a.x.min(b.x).min(c.x), a.x.max(b.x).max(c.x));
            let start = points.partition_point(|point| point.x < low);
            for (point, slot) in points.iter().zip(&mut above).skip(start) {
                if point.x > high {
                    break;
                }
                let height = height_at(corners, *point).map(|height| height - point.y);
                if let Some(height) = height.filter(|&height| height > least_height) {
                    *slot = nearer(*slot, (height, normal.y > 0.0));
                }
            }
            Ok::<_, Cancelled>(above)
        })
        .try_reduce(nothing, |mut all, more| {
            for (slot, other) in all.iter_mut().zip(more) {
                *slot = nearer(*slot, other);
            }
            Ok(all)
        })?;
    // A surface that faces away from the point is not a ceiling.
    let mut heights: Vec<f64> = above
        .into_iter()
        .filter(|&(_, shows_back)| !shows_back)
        .map(|(height, _)| height)
        .collect();
    if (heights.len() as f64) < ROOFED_SHARE * SAMPLES as f64 {
        return Ok(None);
    }
    heights.sort_by(f64::total_cmp);
    Ok(heights.get(heights.len() / 4).copied())
}

/// Minimum evidence for Z as the up axis. The evidence is the product of two ratios: the area facing along Z to the
/// area facing along another axis, and the level's length along another axis to its length along Z.
const Z_UP_EVIDENCE: f64 = 1.3;
/// Minimum extent along Z, relative to the level's length. A flat sheet is no evidence.
const Z_UP_THICKNESS: f64 = 1.0e-3;

/// Returns whether the triangles suggest that Z is up. In most levels, most of the axis-aligned area belongs to floors
/// and ceilings, and the level is longer than it is high.
pub(crate) fn z_up_suspected(triangles: &[LevelTriangle]) -> bool {
    let mut areas = DVec3::ZERO;
    let mut bounds = Aabb::EMPTY;
    for LevelTriangle {
        corners: [a, b, c], ..
    } in triangles
    {
        let normal = (b - a).cross(c - a);
        let length = normal.length();
        for axis in 0..3 {
            if normal[axis].abs() > LEVEL_ENOUGH * length {
                areas[axis] += 0.5 * length;
            }
        }
        for corner in [a, b, c] {
            bounds.grow(*corner);
        }
    }
    let size = bounds.size();
    let broader = areas.z / areas.x.max(areas.y);
    let flatter = size.x.min(size.y) / size.z;
    broader * flatter > Z_UP_EVIDENCE && broader > 1.0 && flatter * Z_UP_THICKNESS < 1.0
}
