//! Teaching levels: few triangles, plain colours and no distractions.

use glam::{DVec2, DVec3, IVec3, dvec2, dvec3};

use super::{
    hall::marker,
    kit::{Axis, Kit},
    material::Material::{self, *},
    mesh::{Corner, Mesh},
    plane::{difference, snap},
    solid::{Skin, profile, rectangle},
    wall::{Opening, Wall, on_contour},
};

/// Room height, and thickness of floors and ceilings.
const HEIGHT: f64 = 3.0;
const SLAB: f64 = 0.3;

fn area(x: [f64; 2], z: [f64; 2]) -> Vec<DVec2> {
    rectangle(dvec2(x[0], z[0]), dvec2(x[1], z[1]))
}

/// Builds a floor slab and a ceiling slab.
fn slabs(kit: &mut Kit, x: [f64; 2], z: [f64; 2], floor: Material) {
    kit.object("floor");
    kit.prism(Axis::Y, -SLAB, 0.0, &area(x, z), Skin::all(Grey).with_top(floor));
    kit.object("ceiling");
    kit.prism(
        Axis::Y,
        HEIGHT,
        HEIGHT + SLAB,
        &area(x, z),
        Skin {
            low: Pale,
            ..Skin::all(Grey)
        },
    );
}

/// Builds `three_rooms`. Plane 1 (z = 0) has room A in front, towards +Z, and rooms B and C behind it. Plane 2 (x = 0)
/// has B in front, towards −X, and C behind it. From inside C, two plane tests give the order C, B, A (《Bsp分割算法简述》,
/// undated).
pub(crate) fn three_rooms() -> Mesh {
    let mut kit = Kit::default();
    let half = 0.2;
    let (west, middle, east) = ([-5.4, 0.0], [-half, half], [0.0, 5.4]);
    let (back, front) = ([-6.4, 0.0], [0.0, 8.4]);
    let whole = [west[0], east[1]];
    slabs(&mut kit, whole, front, Sand);
    slabs(&mut kit, west, back, Azure);
    slabs(&mut kit, east, back, Red);

    let door = |middle: f64| Opening::rectangle(middle, 1.2, 0.0, 2.2);
    let wall = |kit: &mut Kit,
                name: &str,
                axis: Axis,
                between: [f64; 2],
                along: [f64; 2],
                openings: &[Opening],
                faces: [Material; 2],
                bands: &[(usize, Vec<DVec2>, Material)]| {
        kit.object(name);
        kit.wall(&Wall {
            axis,
            between,
            panes: between,
            outline: &area(along, [0.0, HEIGHT]),
            openings,
            faces,
            bands,
            reveal: Pale,
        });
    };
    let inside = [-5.0, 5.0];
    wall(
        &mut kit,
        "plane_1",
        Axis::Z,
        middle,
        inside,
        &[door(-2.6), door(2.6)],
        [Azure, Sand],
        &[(0, area([0.0, 5.0], [0.0, HEIGHT]), Red)],
    );
    wall(
        &mut kit,
        "plane_2",
        Axis::X,
        middle,
        [-6.0, -half],
        &[door(-3.1)],
        [Azure, Red],
        &[],
    );
    wall(
        &mut kit,
        "a_end",
        Axis::Z,
        [8.0, front[1]],
        whole,
        &[],
        [Sand, Grey],
        &[],
    );
    wall(
        &mut kit,
        "bc_end",
        Axis::Z,
        [back[0], -6.0],
        whole,
        &[],
        [Grey, Azure],
        &[(1, area([0.0, 5.4], [0.0, HEIGHT]), Red)],
    );
    let behind = area([-6.0, 0.0], [0.0, HEIGHT]);
    let sides = [-6.0, 8.0];
    wall(
        &mut kit,
        "ab_side",
        Axis::X,
        [whole[0], -5.0],
        sides,
        &[],
        [Grey, Sand],
        &[(1, behind.clone(), Azure)],
    );
    wall(
        &mut kit,
        "ac_side",
        Axis::X,
        [5.0, whole[1]],
        sides,
        &[],
        [Sand, Grey],
        &[(0, behind, Red)],
    );
    kit.marker("spawn", marker(dvec3(2.6, 0.0, -4.6)));
    kit.build()
}

/// The ten edges of the polygon from 《2D的BSP树的实现》 (undated), counter-clockwise with the interior on the left. Each has
/// a name and its first corner as (x, y).
const TEN_EDGES: [(&str, [f64; 2], Material); 10] = [
    ("A", [0.0, 0.0], Sand),
    ("B", [6.0, 0.0], Azure),
    ("C", [6.0, 4.0], Red),
    ("D", [10.0, 4.0], Green),
    ("E", [10.0, 10.0], Violet),
    ("F", [0.0, 10.0], Orange),
    ("G", [0.0, 4.0], Red),
    ("H", [4.0, 4.0], Azure),
    ("I", [4.0, 2.0], Green),
    ("J", [0.0, 2.0], Violet),
];

/// Builds `ten_edges`: the same polygon as the walls of a room, with one object per edge. The polygon's y becomes −z,
/// so that it is counter-clockwise when seen from above.
pub(crate) fn ten_edges() -> Mesh {
    let mut kit = Kit::default();
    let (x, z) = ([-1.0, 11.0], [-11.0, 1.0]);
    slabs(&mut kit, x, z, Pale);
    let corner = |index: usize| {
        let [x, y] = TEN_EDGES[index % TEN_EDGES.len()].1;
        dvec2(x, -y)
    };
    let corners: Vec<DVec2> = (0..TEN_EDGES.len()).map(corner).collect();
    let outline = profile(Axis::Y, &area(x, z));
    let room = profile(Axis::Y, &corners);
    let solid = difference(std::slice::from_ref(&outline), &[room]);
    let (low, high) = (0, snap(HEIGHT));
    kit.object("outside");
    kit.axis_face(Axis::Y, low, false, Grey, solid.clone());
    kit.axis_face(Axis::Y, high, true, Grey, solid.clone());
    kit.sides(Axis::Y, low, high, &solid, |p, q, _| {
        on_contour(&outline, p, q).then_some(Grey)
    });
    for (index, &(name, _, material)) in TEN_EDGES.iter().enumerate() {
        let edge = profile(Axis::Y, &[corner(index), corner(index + 1)]);
        kit.object(name);
        kit.sides(Axis::Y, low, high, &solid, |p, q, _| {
            on_contour(&edge, p, q).then_some(material)
        });
    }
    kit.marker("spawn", marker(dvec3(5.0, 0.0, -1.5)));
    kit.build()
}

/// Niches in `wedges`: corner angle in degrees, and width of the mouth in metres.
pub(crate) const WEDGES: [(u32, f64); 8] = [
    (5, 1.0),
    (10, 1.1),
    (15, 1.2),
    (20, 1.3),
    (30, 1.6),
    (45, 1.8),
    (60, 2.0),
    (80, 2.2),
];

/// Builds `wedges`: niches with increasing acute angles and, opposite them, edges and vertices that protrude into the
/// room. In an acute corner, a single push-out ends in the opposite wall. The push-out of the ATI sample ignores
/// vertices.
pub(crate) fn wedges() -> Mesh {
    let mut kit = Kit::default();
    let pitch = 2.8;
    let width = pitch * WEDGES.len() as f64;
    let (x, z) = ([-0.6, width + 0.6], [-13.0, 9.6]);
    slabs(&mut kit, x, z, Pale);

    // The thick wall at z < 0 into which the niches are cut.
    let outline = profile(Axis::Y, &area(x, [z[0], 0.0]));
    let niches: Vec<_> = WEDGES
        .iter()
        .enumerate()
        .map(|(index, &(degrees, mouth))| {
            let middle = pitch * (index as f64 + 0.5);
            let depth = 0.5 * mouth / (0.5 * f64::from(degrees).to_radians()).tan();
            let half = 0.5 * mouth;
            profile(
                Axis::Y,
                &[
                    dvec2(middle - half, 0.0),
                    dvec2(middle + half, 0.0),
                    dvec2(middle, -depth),
                ],
            )
        })
        .collect();
    let solid = difference(std::slice::from_ref(&outline), &niches);
    let (low, high) = (0, snap(HEIGHT));
    kit.object("wall");
    kit.axis_face(Axis::Y, low, false, Grey, solid.clone());
    kit.axis_face(Axis::Y, high, true, Grey, solid.clone());
    kit.sides(Axis::Y, low, high, &solid, |p, q, _| {
        on_contour(&outline, p, q).then_some(Grey)
    });
    let colors = [Red, Sand, Green, Azure, Violet, Orange];
    for (index, (niche, (degrees, _))) in niches.iter().zip(WEDGES).enumerate() {
        kit.object(&format!("wedge_{degrees:02}"));
        kit.sides(Axis::Y, low, high, &solid, |p, q, _| {
            (on_contour(niche, p, q) && !on_contour(&outline, p, q)).then_some(colors[index % colors.len()])
        });
    }

    // The other three walls.
    kit.object("walls");
    let grey = Skin::all(Grey);
    kit.block(dvec3(x[0], 0.0, 0.0), dvec3(0.0, HEIGHT, z[1]), grey);
    kit.block(dvec3(width, 0.0, 0.0), dvec3(x[1], HEIGHT, z[1]), grey);
    kit.block(dvec3(0.0, 0.0, 9.0), dvec3(width, HEIGHT, z[1]), grey);

    traps(&mut kit, 9.0);
    kit.marker("spawn", marker(dvec3(width - 0.9, 0.0, 4.3)));
    kit.build()
}

/// Builds edges and vertices that protrude into the room, along the wall at z = `wall`, which faces −Z.
fn traps(kit: &mut Kit, wall: f64) {
    let at = |x: f64, y: f64, z: f64| dvec3(x, y, z);
    // The edge of a fin that is 4 cm thick.
    kit.object("trap_fin");
    kit.block(at(2.78, 0.0, wall - 1.6), at(2.82, HEIGHT, wall), Skin::all(Red));
    // A protruding vertex at chest height.
    kit.object("trap_spike");
    let base = [
        at(6.2, 1.0, wall),
        at(7.2, 1.0, wall),
        at(7.2, 2.0, wall),
        at(6.2, 2.0, wall),
    ];
    pyramid(kit, Axis::Z, &base, at(6.7, 1.5, wall - 1.5), Azure);
    // The corner of a box: a vertical edge that ends in a vertex.
    kit.object("trap_box");
    let diamond = [
        dvec2(10.2, wall - 2.0),
        dvec2(11.0, wall - 1.2),
        dvec2(10.2, wall - 0.4),
        dvec2(9.4, wall - 1.2),
    ];
    kit.prism(Axis::Y, 0.0, 1.3, &diamond, Skin::all(Sand));
    // A ridge across the floor.
    kit.object("trap_ridge");
    let ridge = [
        dvec2(wall - 2.2, 0.0),
        dvec2(wall - 0.6, 0.0),
        dvec2(wall - 1.4, 0.5),
    ];
    kit.prism(Axis::X, 13.0, 16.0, &ridge, Skin::all(Green));
    // A vertex on the floor.
    kit.object("trap_pyramid");
    let z = wall - 1.4;
    let base = [
        at(18.6, 0.0, z - 0.8),
        at(18.6, 0.0, z + 0.8),
        at(20.2, 0.0, z + 0.8),
        at(20.2, 0.0, z - 0.8),
    ];
    pyramid(kit, Axis::Y, &base, at(19.4, 0.9, z), Violet);
}

/// Builds a pyramid on a base perpendicular to an axis.
pub(super) fn pyramid(kit: &mut Kit, axis: Axis, base: &[DVec3; 4], apex: DVec3, material: Material) {
    let grid = |point: DVec3| -> IVec3 { point.to_array().map(snap).into() };
    let center = base.iter().sum::<DVec3>() / 4.0;
    let along = axis.drop(grid(center)).0;
    let mut contour: Vec<_> = base.iter().map(|&corner| axis.drop(grid(corner)).1).collect();
    if super::plane::doubled_area(&contour) < 0 {
        contour.reverse();
    }
    // The base faces away from the apex.
    let positive = (center - apex).dot(axis.unit()) > 0.0;
    kit.axis_face(axis, along, positive, material, vec![contour]);
    for index in 0..4 {
        let mut corners = [base[index], base[(index + 1) % 4], apex];
        let mut normal = (corners[1] - corners[0])
            .cross(corners[2] - corners[0])
            .normalize();
        if normal.dot(corners[0] - (center + apex) / 2.0) < 0.0 {
            corners.swap(0, 1);
            normal = -normal;
        }
        let across = (corners[1] - corners[0]).normalize();
        let up = normal.cross(across);
        let corners = corners.map(|corner| {
            let offset = corner - corners[0];
            Corner {
                at: grid(corner),
                uv: dvec2(offset.dot(across), offset.dot(up)),
                normal,
            }
        });
        kit.oblique_face(material, corners.to_vec());
    }
}
