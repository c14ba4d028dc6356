//! Textures for the built-in levels. Each is seamless and has features of known size.

use std::f64::consts::FRAC_1_SQRT_2;

use image::{
    ExtendedColorType, ImageEncoder as _,
    codecs::png::{CompressionType, FilterType, PngEncoder},
};

use super::noise::{lerp, octaves, random, smooth, value};

/// An sRGB colour, with components between 0 and 1.
type Color = [f64; 3];

/// Function that returns the colour at texture coordinates between 0 and 1. The v axis points down.
type Paint = fn(f64, f64) -> Color;

/// File name, side length in pixels, and paint function of each texture.
const TEXTURES: &[(&str, u32, Paint)] = &[
    ("blue_tiles.png", 256, blue_tiles),
    ("crate.png", 256, crate_planks),
    ("dark_wood.png", 512, dark_wood),
    ("dressed_stone.png", 256, dressed_stone),
    ("gravel.png", 256, gravel),
    ("marble.png", 256, marble),
    ("plaster.png", 256, plaster),
    ("sandstone.png", 512, sandstone),
    ("stars.png", 256, stars),
    ("terracotta.png", 256, terracotta),
    ("tiles.png", 512, tiles),
];

/// Returns all textures as PNG files.
pub(crate) fn files() -> Vec<(&'static str, Vec<u8>)> {
    TEXTURES
        .iter()
        .map(|&(name, side, paint)| (name, png(side, paint)))
        .collect()
}

fn png(side: u32, paint: Paint) -> Vec<u8> {
    // Taking four samples per pixel antialiases the joints.
    let mut pixels = Vec::with_capacity(3 * (side * side) as usize);
    for y in 0..side {
        for x in 0..side {
            let mut sum = [0.0; 3];
            for (dx, dy) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
                let color = paint(
                    (f64::from(x) + dx) / f64::from(side),
                    (f64::from(y) + dy) / f64::from(side),
                );
                for (sum, channel) in sum.iter_mut().zip(color) {
                    *sum += 0.25 * channel;
                }
            }
            pixels.extend(sum.map(|channel| (255.0 * channel.clamp(0.0, 1.0)).round() as u8));
        }
    }
    let mut bytes = Vec::new();
    PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, FilterType::Adaptive)
        .write_image(&pixels, side, side, ExtendedColorType::Rgb8)
        .expect("an image of this size can be written to memory");
    bytes
}

fn mix(a: Color, b: Color, t: f64) -> Color {
    [lerp(a[0], b[0], t), lerp(a[1], b[1], t), lerp(a[2], b[2], t)]
}

fn times(color: Color, factor: f64) -> Color {
    color.map(|channel| channel * factor)
}

/// A grid cell: column and row, position within it (0 to 1), and distance from its edge in cell widths.
struct Cell {
    column: u32,
    row: u32,
    x: f64,
    y: f64,
    edge: f64,
}

fn cell(u: f64, v: f64, columns: u32, rows: u32) -> Cell {
    let (x, y) = (u * f64::from(columns), v * f64::from(rows));
    let (column, row) = (x.floor(), y.floor());
    let (x, y) = (x - column, y - row);
    let edge = x.min(1.0 - x).min(y).min(1.0 - y);
    Cell {
        column: column as u32 % columns,
        row: row as u32 % rows,
        x,
        y,
        edge,
    }
}

fn plaster(u: f64, v: f64) -> Color {
    let cloud = octaves(u, v, [3, 3], 4, 11);
    let grain = value(u, v, [96, 96], 15);
    times(
        mix([0.90, 0.86, 0.78], [0.97, 0.94, 0.88], cloud),
        lerp(0.975, 1.015, grain),
    )
}

/// Ashlar in 0.4 m courses of 0.8 m blocks; covers 1.6 m.
fn sandstone(u: f64, v: f64) -> Color {
    let row = (v * 4.0).floor() as u32 % 4;
    let shift = [0.0, 0.25, 0.08, 0.33][row as usize];
    let u_shifted = (u + shift).fract();
    let block = cell(u_shifted, v, 2, 4);
    let across = (block.x.min(1.0 - block.x) * 0.8).min(block.y.min(1.0 - block.y) * 0.4);
    let tint = random(block.column, row, 23);
    let hue = random(block.column, row, 24);
    let grain = octaves(u, v, [12, 16], 4, 25);
    let bed = value(u, v, [6, 64], 29);
    let stone = mix([0.78, 0.67, 0.51], [0.88, 0.79, 0.64], tint);
    let stone = mix(stone, [0.80, 0.64, 0.50], 0.35 * hue);
    let stone = times(stone, 0.86 + 0.16 * grain + 0.06 * bed);
    let worn = smooth(0.006, 0.022, across + 0.004 * (grain - 0.5));
    mix(
        [0.47, 0.40, 0.32],
        stone,
        lerp(0.0, 1.0, smooth(0.003, 0.008, across)) * lerp(0.82, 1.0, worn),
    )
}

fn dressed_stone(u: f64, v: f64) -> Color {
    let cloud = octaves(u, v, [4, 4], 4, 31);
    let grain = value(u, v, [110, 110], 36);
    times(
        mix([0.74, 0.66, 0.53], [0.85, 0.78, 0.65], cloud),
        lerp(0.95, 1.03, grain),
    )
}

/// Pink marble with pale veins.
fn marble(u: f64, v: f64) -> Color {
    let bend = octaves(u, v, [3, 3], 3, 41) - 0.5;
    let cloud = octaves(u, v, [2, 3], 4, 45);
    let vein = |seed: u32, width: f64| {
        let field = octaves(
            (u + 0.16 * bend).rem_euclid(1.0),
            (v + 0.1 * bend).rem_euclid(1.0),
            [3, 4],
            3,
            seed,
        );
        1.0 - smooth(0.0, width, (field - 0.5).abs())
    };
    let stone = mix([0.66, 0.43, 0.36], [0.79, 0.57, 0.48], cloud);
    let stone = mix(stone, [0.88, 0.78, 0.70], 0.55 * vein(49, 0.020));
    mix(stone, [0.38, 0.22, 0.19], 0.35 * vein(53, 0.016))
}

/// 0.5 m floor tiles in a cream and grey chequerboard, with small blue stones at the crossings; covers 2 m.
fn tiles(u: f64, v: f64) -> Color {
    let tile = cell(u, v, 4, 4);
    let pale = (tile.column + tile.row).is_multiple_of(2);
    let grain = octaves(u, v, [10, 10], 4, 61);
    let tint = random(tile.column, tile.row, 66);
    let color = if pale {
        [0.90, 0.85, 0.75]
    } else {
        [0.68, 0.60, 0.52]
    };
    let color = times(color, 0.90 + 0.10 * grain + 0.07 * (tint - 0.5));
    let corner = tile.x.min(1.0 - tile.x) + tile.y.min(1.0 - tile.y);
    let stone = times([0.30, 0.45, 0.64], 0.88 + 0.2 * grain);
    let color = mix(stone, color, smooth(0.170, 0.180, corner));
    let joint = smooth(0.006, 0.012, tile.edge).min(smooth(0.006, 0.012, (corner - 0.175).abs()));
    let joint = if corner < 0.165 { 1.0 } else { joint };
    mix([0.38, 0.34, 0.29], color, joint)
}

/// 0.25 m terracotta tiles; covers 1 m.
fn terracotta(u: f64, v: f64) -> Color {
    let tile = cell(u, v, 4, 4);
    let grain = octaves(u, v, [12, 12], 4, 71);
    let tint = random(tile.column, tile.row, 75);
    let color = mix([0.70, 0.44, 0.32], [0.82, 0.57, 0.43], tint);
    let color = times(color, 0.88 + 0.16 * grain);
    let worn = lerp(0.9, 1.0, smooth(0.02, 0.09, tile.edge));
    mix(
        [0.46, 0.38, 0.31],
        times(color, worn),
        smooth(0.012, 0.024, tile.edge),
    )
}

/// Planks along u, with varying tint, grain and joints. `count` is the number of planks across v.
fn planks(u: f64, v: f64, count: u32, dark: Color, pale: Color, seed: u32) -> Color {
    let row = (v * f64::from(count)).floor() as u32 % count;
    let shift = random(row, 0, seed);
    let along = (u + shift).fract();
    let plank = cell(along, v, 1, count);
    let tint = random(row, 1, seed);
    let warp = 0.012 * (value(u, v, [3, count], seed + 2) - 0.5);
    let grain = octaves(u, (v + warp).rem_euclid(1.0), [4, 12 * count], 3, seed + 3 + row);
    let fine = value(u, v, [24, 256], seed + 40);
    let color = mix(dark, pale, 0.25 + 0.35 * tint + 0.45 * (grain - 0.4));
    let color = times(color, 0.94 + 0.1 * fine);
    let seam = smooth(0.015, 0.05, plank.y.min(1.0 - plank.y));
    let end = smooth(0.0015, 0.004, plank.x.min(1.0 - plank.x));
    times(color, lerp(0.42, 1.0, seam.min(end)))
}

/// 0.25 m planks; covers 2 m.
fn dark_wood(u: f64, v: f64) -> Color {
    planks(u, v, 8, [0.33, 0.22, 0.14], [0.56, 0.39, 0.26], 81)
}

/// 0.2 m planks; covers 1 m.
fn crate_planks(u: f64, v: f64) -> Color {
    planks(u, v, 5, [0.48, 0.36, 0.22], [0.70, 0.56, 0.38], 91)
}

/// 0.125 m glazed tiles, with a ring and a star on every four tiles; covers 1 m.
fn blue_tiles(u: f64, v: f64) -> Color {
    let tile = cell(u, v, 8, 8);
    // Position relative to the corner where four tiles meet.
    let x = if tile.column.is_multiple_of(2) {
        1.0 - tile.x
    } else {
        tile.x
    };
    let y = if tile.row.is_multiple_of(2) {
        1.0 - tile.y
    } else {
        tile.y
    };
    let radius = (x * x + y * y).sqrt();
    let star = x.max(y) + 0.9 * x.min(y);
    let tint = random(tile.column, tile.row, 101);
    let glaze = octaves(u, v, [8, 8], 3, 102);
    let pale = [0.80, 0.84, 0.86];
    let deep = mix([0.15, 0.34, 0.60], [0.24, 0.46, 0.70], 0.6 * tint + 0.4 * glaze);
    let line = |distance: f64, width: f64| 1.0 - smooth(width, width + 0.05, distance.abs());
    let motif = line(radius - 0.78, 0.06)
        .max(1.0 - smooth(0.36, 0.42, star))
        .max(line(1.35 - x - y, 0.03));
    let color = mix(deep, pale, 0.80 * motif);
    mix(
        [0.52, 0.54, 0.54],
        times(color, 0.95 + 0.08 * glaze),
        smooth(0.02, 0.05, tile.edge),
    )
}

/// Gold stars on night blue, 0.5 m apart in two staggered rows; covers 2 m.
fn stars(u: f64, v: f64) -> Color {
    let row = (v * 4.0).floor() as u32 % 4;
    let place = cell((u + 0.125 * f64::from(row % 2)).fract(), v, 4, 4);
    let (x, y) = ((place.x - 0.5).abs(), (place.y - 0.5).abs());
    let cloud = octaves(u, v, [4, 4], 4, 111);
    let sky = mix([0.11, 0.22, 0.46], [0.19, 0.34, 0.60], cloud);
    // Eight rays: four long ones along the axes and four short ones between them.
    let ray = |a: f64, b: f64, length: f64| (a / length) + (b / (0.16 * length));
    let (d, e) = ((x + y) * FRAC_1_SQRT_2, (x - y).abs() * FRAC_1_SQRT_2);
    let shape = ray(x, y, 0.24).min(ray(y, x, 0.24)).min(ray(d, e, 0.15));
    let gold = mix([0.72, 0.56, 0.24], [0.90, 0.76, 0.42], cloud);
    mix(gold, sky, smooth(0.8, 1.05, shape))
}

/// 2 to 4 cm pebbles; covers 2 m.
fn gravel(u: f64, v: f64) -> Color {
    let cells = 44;
    let (x, y) = (u * f64::from(cells), v * f64::from(cells));
    let (column, row) = (x.floor() as i64, y.floor() as i64);
    let mut nearest = (f64::INFINITY, f64::INFINITY, 0.0);
    for dy in -1..=1 {
        for dx in -1..=1 {
            let wrap = |index: i64| index.rem_euclid(i64::from(cells)) as u32;
            let (cx, cy) = (wrap(column + dx), wrap(row + dy));
            let px = (column + dx) as f64 + 0.15 + 0.7 * random(cx, cy, 121);
            let py = (row + dy) as f64 + 0.15 + 0.7 * random(cx, cy, 122);
            let distance = ((px - x) * (px - x) + (py - y) * (py - y)).sqrt();
            if distance < nearest.0 {
                nearest = (distance, nearest.0, random(cx, cy, 123));
            } else if distance < nearest.1 {
                nearest.1 = distance;
            }
        }
    }
    let cloud = octaves(u, v, [4, 4], 3, 124);
    let stone = mix(
        [0.52, 0.47, 0.40],
        [0.70, 0.65, 0.56],
        0.6 * nearest.2 + 0.4 * cloud,
    );
    mix(times(stone, 0.68), stone, smooth(0.0, 0.3, nearest.1 - nearest.0))
}
