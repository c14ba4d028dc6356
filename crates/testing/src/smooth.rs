//! Meshes that do not resemble rooms: smooth, convex and open meshes, and triangle soups. Each has approximately the
//! requested number of triangles.

use std::f64::consts::{PI, TAU};

use glam::{DVec3, dvec3};

use super::meshes;

/// A function that generates a mesh with approximately this many triangles.
pub type Maker = fn(usize) -> Vec<[DVec3; 3]>;

/// All generators, with their names.
pub const ALL: [(&str, Maker); 9] = [
    ("sphere", sphere),
    ("capsule", capsule),
    ("torus", torus),
    ("teapot", teapot),
    ("terrain", terrain),
    ("ground", ground),
    ("cubes", cubes),
    ("confetti", confetti),
    ("soup", soup),
];

/// Returns a surface of revolution around the Y axis.
///
/// The profile lists (radius, height) pairs from the top down. Both of its ends are on the axis, which closes the
/// surface.
fn turned(profile: &[[f64; 2]], sectors: usize) -> Vec<[DVec3; 3]> {
    let point = |[radius, height]: [f64; 2], sector: usize| {
        let (sine, cosine) = ((sector % sectors) as f64 / sectors as f64 * TAU).sin_cos();
        dvec3(radius * cosine, height, -radius * sine)
    };
    let mut triangles = Vec::new();
    for rows in profile.windows(2) {
        for sector in 0..sectors {
            let [a, b] = [point(rows[0], sector), point(rows[0], sector + 1)];
            let [d, c] = [point(rows[1], sector), point(rows[1], sector + 1)];
            if rows[1][0] > 0.0 {
                triangles.push([a, d, c]);
            }
            if rows[0][0] > 0.0 {
                triangles.push([a, c, b]);
            }
        }
    }
    triangles
}

/// Returns the numbers of rows and sectors that result in about `triangles` triangles. `aspect` is the ratio of rows to
/// sectors.
fn rows_and_sectors(triangles: usize, aspect: f64) -> (usize, usize) {
    let sectors = (triangles as f64 / (2.0 * aspect)).sqrt().round().max(6.0);
    ((sectors * aspect).round().max(4.0) as usize, sectors as usize)
}

/// Returns a sphere with a radius of 5 m.
pub fn sphere(triangles: usize) -> Vec<[DVec3; 3]> {
    let (rows, sectors) = rows_and_sectors(triangles, 0.5);
    let row = |i: usize| {
        let polar = i as f64 / rows as f64 * PI;
        [
            if i == 0 || i == rows {
                0.0
            } else {
                5.0 * polar.sin()
            },
            5.0 * polar.cos(),
        ]
    };
    turned(&(0..=rows).map(row).collect::<Vec<_>>(), sectors)
}

/// Returns a capsule with a radius of 2 m whose end centres are 10 m apart.
pub fn capsule(triangles: usize) -> Vec<[DVec3; 3]> {
    let (rows, sectors) = rows_and_sectors(triangles, 0.5);
    let row = |i: usize| {
        let polar = i as f64 / rows as f64 * PI;
        let end = if 2 * i < rows { 5.0 } else { -5.0 };
        [
            if i == 0 || i == rows {
                0.0
            } else {
                2.0 * polar.sin()
            },
            end + 2.0 * polar.cos(),
        ]
    };
    turned(&(0..=rows).map(row).collect::<Vec<_>>(), sectors)
}

/// Returns a torus with radii of 5 m and 2 m.
pub fn torus(triangles: usize) -> Vec<[DVec3; 3]> {
    let (rows, sectors) = rows_and_sectors(triangles, 0.5);
    let point = |row: usize, sector: usize| {
        let (small, large) = (
            (row % rows) as f64 / rows as f64 * TAU,
            (sector % sectors) as f64 / sectors as f64 * TAU,
        );
        let radius = 5.0 + 2.0 * small.cos();
        dvec3(radius * large.cos(), 2.0 * small.sin(), -radius * large.sin())
    };
    (0..rows)
        .flat_map(|row| (0..sectors).map(move |sector| (row, sector)))
        .flat_map(|(row, sector)| {
            meshes::quad([
                point(row, sector),
                point(row, sector + 1),
                point(row + 1, sector + 1),
                point(row + 1, sector),
            ])
        })
        .collect()
}

/// Returns the body of a teapot, 8 m high and with rings around it. It is smooth but not convex.
pub fn teapot(triangles: usize) -> Vec<[DVec3; 3]> {
    let (rows, sectors) = rows_and_sectors(triangles, 1.0);
    let row = |i: usize| {
        let t = i as f64 / rows as f64;
        let belly = 3.0 * (PI * t).sin() + 0.4 * (6.0 * PI * t).sin().powi(2);
        [if i == 0 || i == rows { 0.0 } else { belly }, 8.0 * (1.0 - t)]
    };
    turned(&(0..=rows).map(row).collect::<Vec<_>>(), sectors)
}

/// Returns hills that have faces only on the upper side.
pub fn terrain(triangles: usize) -> Vec<[DVec3; 3]> {
    let side = ((triangles as f64 / 2.0).sqrt().round() as usize).max(2);
    let point = |x: usize, z: usize| {
        let (x, z) = (x as f64 / side as f64 * 60.0, z as f64 / side as f64 * 60.0);
        dvec3(
            x,
            2.0 * (x * 0.31).sin() * (z * 0.23).cos() + 0.7 * (x * 0.83 + z * 0.57).sin(),
            z,
        )
    };
    (0..side)
        .flat_map(|x| (0..side).map(move |z| (x, z)))
        .flat_map(|(x, z)| meshes::quad([point(x, z), point(x, z + 1), point(x + 1, z + 1), point(x + 1, z)]))
        .collect()
}

/// Returns a sphere floating above flat square ground.
pub fn ground(triangles: usize) -> Vec<[DVec3; 3]> {
    let mut all = sphere(triangles - 2);
    all.extend(meshes::sheet(
        dvec3(-30.0, -6.0, -30.0),
        60.0 * DVec3::Z,
        60.0 * DVec3::X,
    ));
    all
}

/// Returns 2 m wide cubes with 1 m wide gaps between them.
pub fn cubes(triangles: usize) -> Vec<[DVec3; 3]> {
    let side = (triangles as f64 / 12.0).cbrt().round() as usize;
    let places = (0..side * side * side).map(|i| {
        dvec3(
            (i % side) as f64,
            (i / side % side) as f64,
            (i / side / side) as f64,
        )
    });
    places
        .flat_map(|place| meshes::cuboid(place * 3.0, place * 3.0 + 2.0, false))
        .collect()
}

/// Returns small triangles scattered through a cube.
pub fn confetti(triangles: usize) -> Vec<[DVec3; 3]> {
    meshes::confetti(&mut fastrand::Rng::with_seed(7), triangles, 20.0, 1.0)
}

/// Returns large triangles in a cube, which intersect each other everywhere.
pub fn soup(triangles: usize) -> Vec<[DVec3; 3]> {
    meshes::soup(&mut fastrand::Rng::with_seed(7), triangles, 20.0)
}
