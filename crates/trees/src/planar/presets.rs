//! Example regions.

use std::f64::consts::TAU;

use glam::DVec2;

/// An example region.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name, in lower case.
    pub name: &'static str,
    /// What it demonstrates, in one sentence.
    pub shows: &'static str,
    /// Makes the corners of its loops, as [`Region::new`](super::Region::new) takes them.
    pub loops: fn() -> Vec<Vec<DVec2>>,
}

/// The example regions.
pub const PRESETS: [Preset; 6] = [
    Preset {
        name: "ten edges",
        shows: "A concave polygon (xuebuyuan.com/1074883.html) whose tree has 9 nodes: a point needs 2 to 5 tests.",
        loops: ten_edges,
    },
    Preset {
        name: "convex",
        shows: "No line cuts another edge, and each leaves all others in front: the tree is a list.",
        loops: convex,
    },
    Preset {
        name: "star",
        shows: "Every line of an edge passes through the star: cuts can be few, but not none.",
        loops: star,
    },
    Preset {
        name: "comb",
        shows: "The lines of the teeth cut nothing but the spine: the tree can be balanced.",
        loops: comb,
    },
    Preset {
        name: "spiral",
        shows: "Edges lie around edges: balance costs cuts.",
        loops: spiral,
    },
    Preset {
        name: "ring",
        shows: "A hole: its edges wind clockwise, so that the interior is on their left.",
        loops: ring,
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

/// Corners around a centre: `radius` of the part of the turn that is done, 0 to 1.
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

/// A corridor of width 1 that winds inwards.
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
