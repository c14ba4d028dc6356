//! Procedural meshes: small ones for node-by-node comparisons, and larger ones for queries.

use bspwalk_geometry::TaggedTriangle;
use bspwalk_trees::{BuildParams, FaceId, NodeTree};
use glam::{DVec3, dvec3};

/// Tags triangles with consecutive numbers.
pub fn tagged(triangles: impl IntoIterator<Item = [DVec3; 3]>) -> Vec<TaggedTriangle> {
    triangles
        .into_iter()
        .zip(FaceId::all())
        .map(|(corners, face)| TaggedTriangle { corners, face })
        .collect()
}

/// Returns a quadrilateral as two triangles, counter-clockwise when seen from the front.
pub fn quad([a, b, c, d]: [DVec3; 4]) -> [[DVec3; 3]; 2] {
    [[a, b, c], [a, c, d]]
}

/// Returns the parallelogram that two vectors span at a corner. From its front, the rotation from `u` to `v` is
/// counter-clockwise.
pub fn sheet(corner: DVec3, u: DVec3, v: DVec3) -> [[DVec3; 3]; 2] {
    quad([corner, corner + u, corner + u + v, corner + v])
}

/// Builds a tree from triangles.
pub fn tree(triangles: impl IntoIterator<Item = [DVec3; 3]>) -> NodeTree {
    NodeTree::build(&tagged(triangles), &BuildParams::default()).expect("it builds")
}

/// Corners of a box's sides, which face outwards. Bits 0, 1 and 2 of a corner select the maximum x, y and z.
pub const BOX_SIDES: [[usize; 4]; 6] = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
];

/// Returns two 3 m wide walls that meet at this angle, at an edge along Y through the origin. They face into the wedge,
/// which is open towards +X.
pub fn wedge(degrees: f64, half_height: f64) -> Vec<[DVec3; 3]> {
    let half = (degrees / 2.0).to_radians();
    let (x, z) = (3.0 * half.cos(), 3.0 * half.sin());
    let wall = |z: f64| {
        [
            dvec3(0.0, -half_height, 0.0),
            dvec3(x, -half_height, z),
            dvec3(x, half_height, z),
            dvec3(0.0, half_height, 0.0),
        ]
    };
    let [a, b, c, d] = wall(z);
    [quad(wall(-z)), quad([d, c, b, a])].concat()
}

/// Returns a box with faces that point outwards, or inwards for a room.
pub fn cuboid(min: DVec3, max: DVec3, inwards: bool) -> Vec<[DVec3; 3]> {
    let corner = |i: usize| {
        let pick = |bit: usize, axis: usize| if i >> bit & 1 == 0 { min[axis] } else { max[axis] };
        dvec3(pick(0, 0), pick(1, 1), pick(2, 2))
    };
    BOX_SIDES
        .into_iter()
        .flat_map(|face| quad(face.map(corner)))
        .map(|[a, b, c]| if inwards { [a, c, b] } else { [a, b, c] })
        .collect()
}

/// Returns a box with faces that point outwards.
pub fn solid(min: [f64; 3], max: [f64; 3]) -> Vec<[DVec3; 3]> {
    cuboid(DVec3::from(min), DVec3::from(max), false)
}

/// Returns a box with faces that point inwards.
pub fn room(min: [f64; 3], max: [f64; 3]) -> Vec<[DVec3; 3]> {
    cuboid(DVec3::from(min), DVec3::from(max), true)
}

/// Returns random triangles with coordinates between `-size` and `size` metres.
pub fn soup(random: &mut fastrand::Rng, count: usize, size: f64) -> Vec<[DVec3; 3]> {
    let mut point = || dvec3(random.f64(), random.f64(), random.f64()) * (2.0 * size) - size;
    (0..count).map(|_| [point(), point(), point()]).collect()
}

/// Returns small triangles scattered through a cube with half-size `size`.
pub fn confetti(random: &mut fastrand::Rng, count: usize, size: f64, piece: f64) -> Vec<[DVec3; 3]> {
    let mut point = |half: f64| dvec3(random.f64(), random.f64(), random.f64()) * (2.0 * half) - half;
    (0..count)
        .map(|_| {
            let center = point(size);
            [
                center + point(piece),
                center + point(piece),
                center + point(piece),
            ]
        })
        .collect()
}

/// Returns non-degenerate triangles with integer coordinates from 0 to `size`.
pub fn grid_soup(random: &mut fastrand::Rng, count: usize, size: i32) -> Vec<[DVec3; 3]> {
    let mut point = || dvec3_of([0; 3].map(|_| random.i32(0..=size)));
    let mut triangles = Vec::with_capacity(count);
    while triangles.len() < count {
        let [a, b, c] = [point(), point(), point()];
        if (b - a).cross(c - a) != DVec3::ZERO {
            triangles.push([a, b, c]);
        }
    }
    triangles
}

fn dvec3_of(p: [i32; 3]) -> DVec3 {
    DVec3::from(p.map(f64::from))
}

/// Returns stairs that rise by `rise` metres every `run` metres, and are closed below and at the sides.
pub fn stairs(steps: u32, rise: f64, run: f64, width: f64) -> Vec<[DVec3; 3]> {
    (0..steps)
        .flat_map(|step| {
            let (near, low) = (f64::from(step) * run, f64::from(step) * rise);
            let across = width * DVec3::X;
            let tread = sheet(dvec3(0.0, low, near), run * DVec3::Z, across);
            let riser = sheet(dvec3(0.0, low, near + run), rise * DVec3::Y, across);
            tread.into_iter().chain(riser)
        })
        .collect()
}

/// Returns a room that contains a grid of boxes.
pub fn columns(side: u32) -> Vec<[DVec3; 3]> {
    let size = f64::from(side) * 2.0;
    let mut triangles = cuboid(DVec3::ZERO, dvec3(size, 3.0, size), true);
    for x in 0..side {
        for z in 0..side {
            let corner = dvec3(f64::from(x) * 2.0 + 0.5, 0.0, f64::from(z) * 2.0 + 0.5);
            triangles.extend(cuboid(corner, corner + dvec3(1.0, 2.5, 1.0), false));
        }
    }
    triangles
}

/// Returns a sphere with `rings` rings and twice as many sectors.
pub fn sphere(center: DVec3, radius: f64, rings: u32) -> Vec<[DVec3; 3]> {
    let sectors = 2 * rings;
    let point = |ring: u32, sector: u32| {
        let polar = f64::from(ring) / f64::from(rings) * std::f64::consts::PI;
        let around = f64::from(sector % sectors) / f64::from(sectors) * std::f64::consts::TAU;
        let height = if ring == 0 {
            1.0
        } else if ring == rings {
            -1.0
        } else {
            polar.cos()
        };
        let reach = if ring == 0 || ring == rings {
            0.0
        } else {
            polar.sin()
        };
        center + dvec3(reach * around.cos(), height, -reach * around.sin()) * radius
    };
    let mut triangles = Vec::new();
    for ring in 0..rings {
        for sector in 0..sectors {
            let [a, b] = [point(ring, sector), point(ring, sector + 1)];
            let [d, c] = [point(ring + 1, sector), point(ring + 1, sector + 1)];
            if ring + 1 < rings {
                triangles.push([a, d, c]);
            }
            if ring > 0 {
                triangles.push([a, c, b]);
            }
        }
    }
    triangles
}

/// Returns a hilly square of `side` × `side` cells, each 1 m wide, centred at the origin.
pub fn terrain(random: &mut fastrand::Rng, side: u32) -> Vec<[DVec3; 3]> {
    let count = side as usize + 1;
    let heights: Vec<f64> = (0..count * count).map(|_| random.f64()).collect();
    let point = |x: u32, z: u32| {
        let half = f64::from(side) / 2.0;
        dvec3(
            f64::from(x) - half,
            heights[x as usize * count + z as usize],
            f64::from(z) - half,
        )
    };
    let cells = (0..side).flat_map(|x| (0..side).map(move |z| (x, z)));
    cells
        .flat_map(|(x, z)| quad([point(x, z), point(x, z + 1), point(x + 1, z + 1), point(x + 1, z)]))
        .collect()
}
