//! Tiny levels for tests of the solid-leaf tree. Their leaves and portals can be counted by hand.

use bspwalk_geometry::{FaceId, Plane, Surface, TaggedTriangle};
use bspwalk_trees::solid_leaf::LeafTriangle;
use glam::{DQuat, DVec3, Vec2, Vec4, dvec3};

use super::meshes::{cuboid, quad};

/// Converts triangles to input for a solid-leaf tree, with a single material and planar texture mapping along the
/// dominant axis.
pub fn faces(triangles: &[[DVec3; 3]], structural: bool) -> Vec<LeafTriangle> {
    triangles
        .iter()
        .zip(FaceId::all())
        .map(|(&corners, face)| LeafTriangle {
            corners,
            surfaces: surfaces(corners),
            face,
            material: 0,
            structural,
            light: 0,
        })
        .collect()
}

/// Converts tagged triangles to structural input faces.
pub fn structural_faces(triangles: &[TaggedTriangle]) -> Vec<LeafTriangle> {
    triangles
        .iter()
        .map(|&TaggedTriangle { corners, face }| LeafTriangle {
            corners,
            surfaces: surfaces(corners),
            face,
            material: 0,
            structural: true,
            light: 0,
        })
        .collect()
}

fn surfaces(corners: [DVec3; 3]) -> [Surface; 3] {
    let normal = Plane::from_points(corners).map_or(DVec3::Y, |plane| plane.normal);
    let (u, v) = match normal.abs().max_position() {
        0 => (DVec3::Y, DVec3::Z),
        1 => (DVec3::Z, DVec3::X),
        _ => (DVec3::X, DVec3::Y),
    };
    corners.map(|corner| Surface {
        normal: normal.as_vec3(),
        uv: Vec2::new(corner.dot(u) as f32, corner.dot(v) as f32),
        color: Vec4::ONE,
    })
}

/// Concatenates sets of faces and renumbers the faces.
pub fn concat_faces(sets: &[Vec<LeafTriangle>]) -> Vec<LeafTriangle> {
    sets.iter()
        .flatten()
        .zip(FaceId::all())
        .map(|(triangle, face)| LeafTriangle { face, ..*triangle })
        .collect()
}

/// Rotates, scales and then translates faces.
pub fn transform_faces(faces: &[LeafTriangle], turn: DQuat, scale: f64, by: DVec3) -> Vec<LeafTriangle> {
    faces
        .iter()
        .map(|triangle| LeafTriangle {
            corners: triangle.corners.map(|corner| turn * (corner * scale) + by),
            surfaces: triangle.surfaces.map(|surface| Surface {
                normal: (turn * surface.normal.as_dvec3()).as_vec3(),
                ..surface
            }),
            ..*triangle
        })
        .collect()
}

/// Returns a rotation that does not map any axis to an axis.
pub fn odd_turn() -> DQuat {
    DQuat::from_axis_angle(dvec3(1.0, 2.0, 3.0).normalize(), 0.7)
}

/// Returns a union of grid cells as a room, with faces that point into the open cells.
///
/// `lines` contains the coordinates of the grid lines, and `is_open` selects the open cells.
pub fn carve_grid_room(lines: [&[f64]; 3], is_open: impl Fn([usize; 3]) -> bool) -> Vec<[DVec3; 3]> {
    let counts = lines.map(|line| line.len() - 1);
    let open = |cell: [Option<usize>; 3]| match cell {
        [Some(x), Some(y), Some(z)] => x < counts[0] && y < counts[1] && z < counts[2] && is_open([x, y, z]),
        _ => false,
    };
    let mut triangles = Vec::new();
    for x in 0..counts[0] {
        for y in 0..counts[1] {
            for z in 0..counts[2] {
                if !is_open([x, y, z]) {
                    continue;
                }
                let at = [x, y, z];
                let low = dvec3(lines[0][x], lines[1][y], lines[2][z]);
                let high = dvec3(lines[0][x + 1], lines[1][y + 1], lines[2][z + 1]);
                // The sides have the same order as the faces of `cuboid`.
                for (side, pair) in cuboid(low, high, true).chunks(2).enumerate() {
                    let (axis, up) = (side / 2, side % 2 == 1);
                    let mut beyond = at.map(Some);
                    beyond[axis] = if up {
                        Some(at[axis] + 1)
                    } else {
                        at[axis].checked_sub(1)
                    };
                    if !open(beyond) {
                        triangles.extend_from_slice(pair);
                    }
                }
            }
        }
    }
    triangles
}

/// Returns a 4 × 3 × 5 m room.
pub fn box_room() -> Vec<[DVec3; 3]> {
    cuboid(DVec3::ZERO, dvec3(4.0, 3.0, 5.0), true)
}

/// Returns an L-shaped room that is 3 m high and has two arms, each 2 m wide.
pub fn l_room() -> Vec<[DVec3; 3]> {
    carve_grid_room([&[0.0, 2.0, 6.0], &[0.0, 3.0], &[0.0, 2.0, 5.0]], |[x, _, z]| {
        x == 0 || z == 0
    })
}

/// Returns two rooms connected by a passage through a thick wall. If `height` is less than 3 m, the passage is 2 m
/// high; otherwise, it reaches the ceiling.
pub fn doorway(height: f64) -> Vec<[DVec3; 3]> {
    let lines: [&[f64]; 3] = [
        &[0.0, 4.0, 4.5, 9.0],
        if height < 3.0 {
            &[0.0, 2.0, 3.0]
        } else {
            &[0.0, 3.0]
        },
        &[0.0, 2.0, 3.0, 5.0],
    ];
    carve_grid_room(lines, |[x, y, z]| x != 1 || (z == 1 && y == 0))
}

/// Returns a floor-to-ceiling pillar without end faces, for [`box_room`].
pub fn pillar() -> Vec<[DVec3; 3]> {
    let sides = cuboid(dvec3(1.5, 0.0, 2.0), dvec3(2.5, 3.0, 3.0), false);
    let upright =
        |triangle: &[DVec3; 3]| Plane::from_points(*triangle).is_some_and(|plane| plane.normal.y.abs() < 0.5);
    sides.into_iter().filter(upright).collect()
}

/// Returns a small closed room with thick walls inside a large room. The two do not touch.
pub fn room_in_a_room() -> Vec<[DVec3; 3]> {
    let mut triangles = cuboid(DVec3::ZERO, dvec3(10.0, 6.0, 10.0), true);
    triangles.extend(cuboid(dvec3(3.0, 2.0, 3.0), dvec3(7.0, 5.0, 7.0), false));
    triangles.extend(cuboid(dvec3(3.5, 2.5, 3.5), dvec3(6.5, 4.5, 6.5), true));
    triangles
}

/// Returns [`box_room`] with a 1 m wide square hole in the middle of its wall at x = 4.
pub fn room_with_a_hole() -> Vec<[DVec3; 3]> {
    let mut triangles = box_room();
    let in_wall = |triangle: &[DVec3; 3]| triangle.iter().all(|corner| corner.x == 4.0);
    triangles.retain(|triangle| !in_wall(triangle));
    let at = |y: f64, z: f64| dvec3(4.0, y, z);
    for [y0, y1, z0, z1] in [
        [0.0, 3.0, 0.0, 2.0],
        [0.0, 3.0, 3.0, 5.0],
        [0.0, 1.0, 2.0, 3.0],
        [2.0, 3.0, 2.0, 3.0],
    ] {
        // The corners are counter-clockwise when seen from inside the room, which is at smaller x.
        triangles.extend(quad([at(y0, z0), at(y0, z1), at(y1, z1), at(y1, z0)]));
    }
    triangles
}
