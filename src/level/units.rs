//! How long a source unit is, and which axis points up.

use glam::{DVec2, DVec3};
use rayon::prelude::*;

use super::{LevelTriangle, LoadOptions, Units};
use crate::{
    geometry::Aabb,
    progress::{Cancelled, Progress},
};

/// A unit that levels are made in.
struct Unit {
    /// Metres.
    scale: f64,
    /// For a person.
    name: &'static str,
    /// How unlikely it is beside a metre, before anything is measured.
    rarity: f64,
}

/// The units that levels are made in.
const UNITS: [Unit; 6] = [
    Unit {
        scale: 1.0,
        name: "a metre",
        rarity: 0.0,
    },
    Unit {
        scale: 0.0254,
        name: "an inch, as in Quake",
        rarity: 1.0,
    },
    Unit {
        scale: 0.01,
        name: "a centimetre",
        rarity: 1.0,
    },
    Unit {
        scale: 0.001,
        name: "a millimetre",
        rarity: 2.0,
    },
    Unit {
        scale: 0.125,
        name: "an eighth of a metre, as in Cube and Sauerbraten",
        rarity: 2.0,
    },
    Unit {
        scale: 0.3048,
        name: "a foot",
        rarity: 2.0,
    },
];

/// Lower quartile of the height of the space above floors, in metres, that counts as likely: it is that of ordinary
/// rooms and of passages, since half of a level may be under the sky or in a hall.
const HEADROOM: std::ops::RangeInclusive<f64> = 2.0..=6.5;
/// A factor this far below [`HEADROOM`] is as unlikely as a [`Unit::rarity`] of 1; twice as far, 4: people must pass.
const LOW_FACTOR: f64 = 1.15;
/// As [`LOW_FACTOR`], above it.
const HIGH_FACTOR: f64 = 1.6;
/// The commonest headroom, in metres: where two units are as likely, the one that comes nearer.
const COMMON_HEADROOM: f64 = 3.0;
/// Weight of being near to [`COMMON_HEADROOM`]: too small to outweigh anything else.
const COMMON_WEIGHT: f64 = 0.2;
/// Headroom worth telling a person, in metres.
const SANE: std::ops::RangeInclusive<f64> = 1.0..=50.0;
/// Lengths of levels with rooms, in metres, that count as equally likely.
const LEVEL_LENGTH: std::ops::RangeInclusive<f64> = 8.0..=300.0;
/// Lengths of things without rooms, from a box to a landscape.
const OPEN_LENGTH: std::ops::RangeInclusive<f64> = 1.0..=5000.0;
/// As [`LOW_FACTOR`], to both sides of a length.
const LENGTH_FACTOR: f64 = 3.0;

/// How many points of the floors are looked at.
const SAMPLES: usize = 256;
/// How many of them need a ceiling above, for rooms to be evidence at all.
const ROOFED_SHARE: f64 = 0.1;
/// Least upward part of the normal of a floor and, downward, of a ceiling.
const LEVEL_ENOUGH: f64 = 0.9;

/// The units of a level of these triangles, which are turned to Y up already.
pub(crate) fn find(
    triangles: &[[DVec3; 3]],
    options: &LoadOptions,
    progress: &Progress,
) -> Result<Units, Cancelled> {
    let up = options.up.unwrap_or_default();
    if let Some(scale) = options.scale {
        let note = format!("one unit is {scale} m, as asked for");
        return Ok(Units {
            up,
            scale,
            guessed: false,
            note,
        });
    }
    let size = Aabb::from_points(triangles.iter().flatten().copied())
        .size()
        .max(DVec3::ZERO);
    let length = size.x.max(size.z);
    let headroom = headroom(triangles, size.length(), progress)?;
    let unlikely = |unit: &Unit| {
        let length = length * unit.scale;
        unit.rarity
            + match headroom.map(|headroom| headroom * unit.scale) {
                Some(headroom) => {
                    squared_excess(length, LEVEL_LENGTH, LENGTH_FACTOR, LENGTH_FACTOR)
                        + squared_excess(headroom, HEADROOM, LOW_FACTOR, HIGH_FACTOR)
                        + COMMON_WEIGHT * (headroom / COMMON_HEADROOM).ln().powi(2)
                }
                None => squared_excess(length, OPEN_LENGTH, LENGTH_FACTOR, LENGTH_FACTOR),
            }
    };
    let [metre, ..] = &UNITS;
    let best = UNITS
        .iter()
        .min_by(|a, b| unlikely(a).total_cmp(&unlikely(b)))
        .unwrap_or(metre);
    let rooms = headroom.filter(|headroom| SANE.contains(&(headroom * best.scale)));
    let rooms = rooms.map_or(String::new(), |headroom| {
        format!(
            "ordinary rooms are {} m high and ",
            rounded(headroom * best.scale)
        )
    });
    let note = format!(
        "one unit is taken for {} m ({}), so that {rooms}the level is {} m long; --scale F sets the metres a unit",
        best.scale,
        best.name,
        rounded(length * best.scale),
    );
    Ok(Units {
        up,
        scale: best.scale,
        guessed: true,
        note,
    })
}

/// 0 inside the range; outside, the square of how many factors `value` is below or above it.
fn squared_excess(value: f64, range: std::ops::RangeInclusive<f64>, below: f64, above: f64) -> f64 {
    if value < *range.start() {
        ((range.start() / value).ln() / below.ln()).powi(2)
    } else if value > *range.end() {
        ((value / range.end()).ln() / above.ln()).powi(2)
    } else {
        0.0
    }
}

/// A length for a person: two digits.
fn rounded(value: f64) -> f64 {
    if !(value.is_finite() && value > 0.0) {
        return value;
    }
    let unit = 10.0_f64.powf(value.log10().floor() - 1.0);
    let rounded = (value / unit).round() * unit;
    // Without the tail of binary fractions.
    (rounded * 1.0e6).round() / 1.0e6
}

/// The lower quartile of the height, in source units, of the space above the floors that ends at a ceiling; `None` where
/// few floors have one.
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
            // One point an equal share of the area, at places in the triangles that do not repeat.
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
    let nearer_is_the_same = 1.0e-4 * diagonal;
    // The surface next above each point: how high, and whether it shows its back.
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
                if let Some(height) = height_above(*point, corners, *normal)
                    && height > nearer_is_the_same
                {
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
    // A surface that shows its back ends no room.
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

/// How far above the point the triangle is; `None` where it is not straight above or below it.
fn height_above(point: DVec3, [a, b, c]: &[DVec3; 3], normal: DVec3) -> Option<f64> {
    if point.z < a.z.min(b.z).min(c.z)
        || point.z > a.z.max(b.z).max(c.z)
        || point.y > a.y.max(b.y).max(c.y)
        || normal.y == 0.0
    {
        return None;
    }
    let flat = |p: &DVec3| DVec2::new(p.x - point.x, p.z - point.z);
    let (fa, fb, fc) = (flat(a), flat(b), flat(c));
    let sides = [fa.perp_dot(fb), fb.perp_dot(fc), fc.perp_dot(fa)];
    let inside = sides.iter().all(|&side| side >= 0.0) || sides.iter().all(|&side| side <= 0.0);
    inside.then(|| normal.dot(a - point) / normal.y)
}

/// How much evidence makes Z up suspected: the product of how many times more of the surface lies across Z than across
/// another axis and how many times longer the level is along another axis than along Z.
const Z_UP_EVIDENCE: f64 = 1.3;
/// Least share of its length that the level must have along Z: a mere sheet says nothing.
const Z_UP_THICKNESS: f64 = 1.0e-3;

/// The warning of a level that looks as if Z pointed up.
pub(crate) const Z_UP_WARNING: &str = "the level looks as if Z were up (most of its surface lies across Z, and it is \
     flattest along Z); if it stands on its side, load it with --up z, otherwise --up y silences this";

/// Whether the triangles look as if Z pointed up: most of what is level in a level is floors and ceilings, and levels are
/// flatter than they are long.
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
