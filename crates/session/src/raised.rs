//! Extrudes a planar region into a room: its edges become walls between a floor and a ceiling.

use std::fmt::Write as _;

use bspwalk_planar::Region;
use earcut::Earcut;

/// Length of a unit of the region, in metres.
pub const METRES_A_UNIT: f64 = 2.0;

/// Height of the walls, in metres.
pub const HEIGHT: f64 = 3.0;

/// Returns the room as the text of an OBJ file, in metres with Y up. The region's point (x, y) becomes (x, 0, −y) times
/// [`METRES_A_UNIT`], so the room viewed from above looks like the drawn region. Walls, floor and ceiling face inward.
#[must_use]
pub fn room_to_obj(region: &Region) -> String {
    let mut text = String::from("# A planar region, raised into a room.\n");
    let edges = region.edges();
    for height in [0.0, HEIGHT] {
        for edge in edges {
            let corner = edge.from * METRES_A_UNIT;
            // Subtracting from zero avoids −0. Writing to a `String` cannot fail.
            let _ = writeln!(text, "v {} {height} {}", corner.x, 0.0 - corner.y);
        }
    }
    // OBJ vertices are numbered from 1. `first` is the first floor vertex of a loop, and `above` is the offset from a
    // floor vertex to the ceiling vertex above it.
    let above = edges.len();
    text.push_str("g walls\n");
    let mut first = 1;
    for corners in region.loops() {
        for i in 0..corners.len() {
            let [a, b] = [first + i, first + (i + 1) % corners.len()];
            let _ = writeln!(text, "f {b} {a} {} {}", a + above, b + above);
        }
        first += corners.len();
    }
    let floor = triangles(region);
    for (name, up) in [("floor", true), ("ceiling", false)] {
        let _ = writeln!(text, "g {name}");
        for [a, b, c] in &floor {
            let _ = match up {
                true => writeln!(text, "f {} {} {}", a + 1, b + 1, c + 1),
                false => writeln!(text, "f {} {} {}", c + 1 + above, b + 1 + above, a + 1 + above),
            };
        }
    }
    text
}

/// Triangulates the region. Returns counter-clockwise corner indices, numbered across all loops.
fn triangles(region: &Region) -> Vec<[usize; 3]> {
    let mut triangles = Vec::new();
    let mut first = 0;
    let loops: Vec<_> = region
        .loops()
        .map(|corners| {
            let start = first;
            first += corners.len();
            (start, corners)
        })
        .collect();
    let mut earcut = Earcut::new();
    // Pairs each outer boundary with the holes directly inside it. A hole belongs to the smallest boundary that
    // encloses it.
    let area = |corners: &[bspwalk_planar::Segment2]| {
        corners
            .iter()
            .map(|edge| edge.from.perp_dot(edge.to))
            .sum::<f64>()
            / 2.0
    };
    let outer: Vec<usize> = (0..loops.len()).filter(|&i| area(loops[i].1) > 0.0).collect();
    let around = |hole: usize| {
        let within = outer
            .iter()
            .copied()
            .filter(|&i| bspwalk_planar::even_odd_contains(loops[i].1, loops[hole].1[0].from));
        within.min_by(|&a, &b| area(loops[a].1).total_cmp(&area(loops[b].1)))
    };
    for &boundary in &outer {
        let holes = (0..loops.len()).filter(|&i| area(loops[i].1) < 0.0 && around(i) == Some(boundary));
        let members: Vec<usize> = std::iter::once(boundary).chain(holes).collect();
        let (mut points, mut numbers, mut starts) = (Vec::new(), Vec::new(), Vec::new());
        for (turn, &member) in members.iter().enumerate() {
            if turn > 0 {
                starts.push(points.len());
            }
            let (start, corners) = loops[member];
            points.extend(corners.iter().map(|edge| edge.from.to_array()));
            numbers.extend(start..start + corners.len());
        }
        let mut found: Vec<usize> = Vec::new();
        earcut.earcut(points.iter().copied(), &starts, &mut found);
        for corner in found.chunks_exact(3) {
            let [a, b, c] = [corner[0], corner[1], corner[2]];
            let [p, q, r] = [a, b, c].map(|i| glam::DVec2::from(points[i]));
            let is_left = (q - p).perp_dot(r - p) > 0.0;
            let [b, c] = if is_left { [b, c] } else { [c, b] };
            triangles.push([a, b, c].map(|i| numbers[i]));
        }
    }
    triangles
}
