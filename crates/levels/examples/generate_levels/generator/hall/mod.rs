//! `hall`: a basilica with a groin-vaulted nave, aisles below galleries, an apse, stairs, a ramp, a library and a
//! sunken court. The nave is along Z, with the apse at the −Z end. The same functions build both sides, mirrored in x.

mod ascent;
mod ends;
mod nave;
mod rooms;

use glam::{DVec2, DVec3, IVec3, dvec2, dvec3};

use self::{
    ascent::{Ascent, ascent},
    ends::{apse, front},
    nave::{aisle, arcade, nave_vault, outer_wall},
    rooms::{court, library},
};
use super::{
    kit::Kit,
    material::Material::*,
    mesh::Mesh,
    plane::snap,
    solid::{Skin, rectangle},
};

/// z coordinates of the bay centres.
const BAYS: [f64; 5] = [-8.0, -4.0, 0.0, 4.0, 8.0];
/// z coordinates of the columns.
const COLUMNS: [f64; 4] = [-6.0, -2.0, 2.0, 6.0];
/// Distance along z from the origin to each end of the nave.
const NAVE_END: f64 = 10.0;
/// Outer face of the walls at the ends of the nave, as a distance along z.
const END_WALL: f64 = 10.8;
/// z coordinates of both faces of the front's outer wall.
const FRONT: [f64; 2] = [14.8, 15.6];
/// x coordinates of the arcade walls' faces: the one towards the nave, then the one towards the aisle.
const ARCADE: [f64; 2] = [4.0, 4.8];
/// x coordinates of both faces of the outer walls.
const OUTER: [f64; 2] = [8.8, 9.6];
/// Springing height of the arcade and the aisle vaults.
const ARCADE_SPRING: f64 = 3.0;
/// Height of the gallery's floor.
const GALLERY: f64 = 5.1;
/// Underside and top of the gallery's ceiling.
const CEILING: [f64; 2] = [8.8, 9.2];
/// Springing height of the nave's vault.
const NAVE_SPRING: f64 = 8.6;
/// Height of the top of the nave's vault and walls.
const NAVE_TOP: f64 = 13.2;
/// Height of the foundations' underside.
const FOUNDATION: f64 = -0.6;
/// Half the width of a rib.
const RIB: f64 = 0.25;
/// Height of the dais and the apse's floor, which are three steps up.
const DAIS: f64 = 0.51;
/// Height of the railings.
const RAIL: f64 = 1.1;

/// The left and the right side of the nave.
const SIDES: [f64; 2] = [-1.0, 1.0];

/// Generates the level's mesh.
pub(crate) fn hall() -> Mesh {
    let mut kit = Kit::default();
    foundations(&mut kit);
    for side in SIDES {
        arcade(&mut kit, side);
        aisle(&mut kit, side);
        outer_wall(&mut kit, side);
    }
    nave_vault(&mut kit);
    apse(&mut kit);
    front(&mut kit);
    ascent(
        &mut kit,
        -1.0,
        Ascent {
            name: "stairs",
            run: 4.5,
            landing: 1.5,
            stepped: true,
        },
    );
    ascent(
        &mut kit,
        1.0,
        Ascent {
            name: "ramp",
            run: 8.4,
            landing: 1.8,
            stepped: false,
        },
    );
    library(&mut kit);
    court(&mut kit);
    kit.marker("spawn", marker(dvec3(0.0, 0.0, 9.2)));
    kit.build()
}

/// Returns a small triangle on the ground around a point.
pub(crate) fn marker(at: DVec3) -> [IVec3; 3] {
    [dvec3(-0.2, 0.0, 0.2), dvec3(0.2, 0.0, 0.2), dvec3(0.0, 0.0, -0.2)]
        .map(|corner| (at + corner).to_array().map(snap).into())
}

/// Mirrors an interval to the given side and keeps its ends in ascending order.
fn mirrored(side: f64, [a, b]: [f64; 2]) -> [f64; 2] {
    if side < 0.0 { [-b, -a] } else { [a, b] }
}

/// Returns a rectangle in (x, z) or any other pair of coordinates.
fn area(x: [f64; 2], y: [f64; 2]) -> Vec<DVec2> {
    rectangle(dvec2(x[0], y[0]), dvec2(x[1], y[1]))
}

/// Adds a box, given its extent along each axis.
fn block(kit: &mut Kit, x: [f64; 2], y: [f64; 2], z: [f64; 2], skin: Skin) {
    kit.block(dvec3(x[0], y[0], z[0]), dvec3(x[1], y[1], z[1]), skin);
}

fn foundations(kit: &mut Kit) {
    kit.object("floor");
    let stone = Skin::all(Sandstone);
    let depth = [FOUNDATION, 0.0];
    let nave = [-END_WALL, NAVE_END];
    block(kit, [-3.5, 3.5], depth, nave, stone.with_top(Tiles));
    for side in SIDES {
        block(
            kit,
            mirrored(side, [3.5, 5.3]),
            depth,
            nave,
            stone.with_top(Dressed),
        );
        block(
            kit,
            mirrored(side, [5.3, OUTER[1]]),
            depth,
            nave,
            stone.with_top(Terracotta),
        );
    }
    block(
        kit,
        [-OUTER[1], OUTER[1]],
        depth,
        [NAVE_END, FRONT[1]],
        stone.with_top(Terracotta),
    );
    kit.object("dais");
    for step in 0..3 {
        let inset = 0.3 * f64::from(step);
        let height = [0.17 * f64::from(step), 0.17 * f64::from(step + 1)];
        let top = if step == 2 { Tiles } else { Dressed };
        block(
            kit,
            [inset - 3.6, 3.6 - inset],
            height,
            [-NAVE_END, -6.9 - inset],
            Skin::all(Dressed).with_top(top),
        );
    }
    block(
        kit,
        [-0.8, 0.8],
        [DAIS, DAIS + 0.85],
        [-9.4, -8.7],
        Skin::all(Dressed),
    );
    block(
        kit,
        [-0.95, 0.95],
        [DAIS + 0.85, DAIS + 0.97],
        [-9.5, -8.6],
        Skin::all(Marble),
    );
}
