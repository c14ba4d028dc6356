//! Example regions and example free segments.

use std::f64::consts::TAU;

use glam::DVec2;

/// An example region.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Lower-case name, used as an identifier.
    pub name: &'static str,
    /// English title.
    pub title: &'static str,
    /// Explanation of the example, in one sentence.
    pub shows: &'static str,
    /// Creates the corners of the loops, as input for [`Region::new`](super::Region::new).
    pub loops: fn() -> Vec<Vec<DVec2>>,
}

/// The example regions.
pub const PRESETS: [Preset; 6] = [
    Preset {
        name: "ten edges",
        title: "ten edges",
        shows: "A concave polygon whose tree has 9 nodes: locating a point takes 2 to 5 tests.",
        loops: ten_edges,
    },
    Preset {
        name: "convex",
        title: "convex",
        shows: "Each edge lies on a line that cuts no other edge and has all other edges in front of it, so the tree is a list.",
        loops: convex,
    },
    Preset {
        name: "star",
        title: "star",
        shows: "The line of every edge passes through the star, so some cuts are unavoidable.",
        loops: star,
    },
    Preset {
        name: "comb",
        title: "comb",
        shows: "The lines of the teeth cut nothing but the spine, so the tree can be balanced.",
        loops: comb,
    },
    Preset {
        name: "spiral",
        title: "spiral",
        shows: "Edges surround other edges, so a balanced tree needs more cuts.",
        loops: spiral,
    },
    Preset {
        name: "ring",
        title: "ring",
        shows: "A polygon with a hole. The edges of the hole wind clockwise, so that the interior is on their left.",
        loops: ring,
    },
];

/// An example set of free segments.
#[derive(Clone, Copy, Debug)]
pub struct FreePreset {
    /// Lower-case name, used as an identifier.
    pub name: &'static str,
    /// English title.
    pub title: &'static str,
    /// Explanation of the example, in one sentence.
    pub shows: &'static str,
    /// Creates the corners of the chains, as input for [`SegmentSet::new`](super::SegmentSet::new).
    pub chains: fn() -> Vec<Vec<DVec2>>,
    /// Initial position of the eye.
    pub eye: DVec2,
    /// Initial view direction, in degrees counter-clockwise from the positive x axis.
    pub degrees: f64,
}

/// The example sets of free segments.
pub const FREE_PRESETS: [FreePreset; 3] = [
    FreePreset {
        name: "room",
        title: "room",
        shows: "A room with a pillar and a free wall, like a small DOOM level seen from above: near walls hide far ones.",
        chains: room,
        eye: DVec2::new(2.0, 2.0),
        degrees: 35.0,
    },
    FreePreset {
        name: "walls",
        title: "free walls",
        shows: "Walls that do not form a loop: some columns of the view remain open.",
        chains: walls,
        eye: DVec2::new(5.0, 0.5),
        degrees: 90.0,
    },
    FreePreset {
        name: "crossing",
        title: "crossing",
        shows: "Segments that cross: the tree splits them where they cross, because neither is completely in front of the other.",
        chains: crossing,
        eye: DVec2::new(-1.0, 4.0),
        degrees: 0.0,
    },
];

fn points(corners: &[[i32; 2]]) -> Vec<DVec2> {
    let corners = corners.iter();
    corners
        .map(|&[x, y]| DVec2::new(f64::from(x), f64::from(y)))
        .collect()
}

fn ten_edges() -> Vec<Vec<DVec2>> {
    vec![points(&[
        [0, 0],
        [6, 0],
        [6, 4],
        [10, 4],
        [10, 10],
        [0, 10],
        [0, 4],
        [4, 4],
        [4, 2],
        [0, 2],
    ])]
}

/// Returns corners at equal angles around a centre. Corner `i` is at distance `radius(i)`.
fn around(count: u32, radius: impl Fn(u32) -> f64) -> Vec<DVec2> {
    let corner =
        |i: u32| DVec2::splat(5.0) + DVec2::from_angle(TAU * f64::from(i) / f64::from(count)) * radius(i);
    (0..count).map(corner).collect()
}

fn convex() -> Vec<Vec<DVec2>> {
    vec![around(12, |_| 5.0)]
}

fn star() -> Vec<Vec<DVec2>> {
    vec![around(14, |i| if i % 2 == 0 { 5.0 } else { 2.0 })]
}

fn comb() -> Vec<Vec<DVec2>> {
    let mut corners = vec![[0, 0], [15, 0]];
    for tooth in (0..8).rev() {
        let right = 2 * tooth + 1;
        corners.extend([[right, 8], [right - 1, 8]]);
        if tooth > 0 {
            corners.extend([[right - 1, 2], [right - 2, 2]]);
        }
    }
    vec![points(&corners)]
}

fn spiral() -> Vec<Vec<DVec2>> {
    vec![points(&[
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
        [0, 2],
        [8, 2],
        [8, 8],
        [2, 8],
        [2, 4],
        [6, 4],
        [6, 5],
        [3, 5],
        [3, 7],
        [7, 7],
        [7, 3],
        [1, 3],
        [1, 9],
        [9, 9],
        [9, 1],
        [0, 1],
    ])]
}

fn ring() -> Vec<Vec<DVec2>> {
    let mut hole = around(6, |_| 2.0);
    hole.reverse();
    vec![around(8, |_| 5.0), hole]
}

/// Returns a closed room with a pillar and a free-standing wall.
fn room() -> Vec<Vec<DVec2>> {
    vec![
        points(&[
            [0, 0],
            [14, 0],
            [14, 7],
            [11, 10],
            [4, 10],
            [4, 7],
            [0, 7],
            [0, 0],
        ]),
        points(&[[6, 4], [6, 6], [8, 6], [8, 4], [6, 4]]),
        points(&[[10, 2], [12, 5]]),
    ]
}

/// Returns walls that form no loop.
fn walls() -> Vec<Vec<DVec2>> {
    vec![
        points(&[[1, 8], [9, 8]]),
        points(&[[0, 2], [2, 6]]),
        points(&[[4, 4], [5, 6], [7, 5]]),
        points(&[[8, 2], [9, 6]]),
        points(&[[3, 2], [4, 2]]),
    ]
}

/// Returns three segments that cross each other.
fn crossing() -> Vec<Vec<DVec2>> {
    vec![
        points(&[[3, 1], [9, 7]]),
        points(&[[3, 7], [9, 1]]),
        points(&[[4, 0], [5, 8]]),
    ]
}
