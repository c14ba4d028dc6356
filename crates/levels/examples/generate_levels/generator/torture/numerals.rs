//! Bay numbers, inlaid in floors and walls.

use glam::{DVec2, dvec2};

/// Segments of the numerals, by their ends in a box of width 1 and height 2. Coordinates increase to the right and
/// upwards.
const BARS: [[[f64; 2]; 2]; 7] = [
    [[0.0, 2.0], [1.0, 2.0]],
    [[1.0, 2.0], [1.0, 1.0]],
    [[1.0, 1.0], [1.0, 0.0]],
    [[1.0, 0.0], [0.0, 0.0]],
    [[0.0, 0.0], [0.0, 1.0]],
    [[0.0, 1.0], [0.0, 2.0]],
    [[0.0, 1.0], [1.0, 1.0]],
];

/// Segments of each numeral as a bit mask, starting with numeral 1. The lowest bit is the first segment.
const NUMERALS: [u8; 8] = [
    0b000_0110, 0b101_1011, 0b100_1111, 0b110_0110, 0b110_1101, 0b111_1101, 0b000_0111, 0b111_1111,
];

/// Half the thickness of a segment, and half the gap between two segments, relative to the numeral's height.
const HALF_BAR: f64 = 0.075;
const HALF_GAP: f64 = 0.03;

/// Returns the segments of a numeral with this height, centred at the origin. Each segment is a hexagon.
pub(super) fn numeral(number: u32, height: f64) -> Vec<Vec<DVec2>> {
    let bars = NUMERALS[(number as usize - 1) % NUMERALS.len()];
    BARS.iter()
        .enumerate()
        .filter(|(index, _)| bars >> index & 1 == 1)
        .map(|(_, [from, to])| {
            let end = |[x, y]: [f64; 2]| 0.5 * height * dvec2(0.92 * (x - 0.5), y - 1.0);
            let (from, to) = (end(*from), end(*to));
            let along = (to - from).normalize();
            let across = HALF_BAR * height * along.perp();
            let (gap, bevel) = (HALF_GAP * height * along, HALF_BAR * height * along);
            vec![
                from + gap,
                from + gap + bevel - across,
                to - gap - bevel - across,
                to - gap,
                to - gap - bevel + across,
                from + gap + bevel + across,
            ]
        })
        .collect()
}
