//! The hall's furniture: balustrades, shelves, a table, crates and a fountain.

use glam::{DVec2, DVec3, dvec2, dvec3};

use super::{
    kit::{Axis, Kit},
    material::Material::*,
    plane::{contour, snap},
    solid::{Skin, rectangle},
    wall::{Opening, Wall},
};

/// Returns the positions of balusters along a balustrade, about 0.65 m apart.
fn baluster_places([from, to]: [f64; 2]) -> Vec<f64> {
    let count = ((to - from) / 0.65).round();
    let pitch = (to - from) / count;
    (0..count as u32)
        .map(|index| from + pitch * (f64::from(index) + 0.5))
        .collect()
}

/// Builds a 1.1 m high balustrade along z, centred at `x`, on `floor`.
pub(crate) fn balustrade_along_z(kit: &mut Kit, x: f64, floor: f64, z: [f64; 2]) {
    let feet: Vec<DVec3> = baluster_places(z)
        .into_iter()
        .map(|z| dvec3(x, floor, z))
        .collect();
    balustrade(kit, dvec3(x, floor, z[0]), dvec3(x, floor, z[1]), &feet, DVec3::X);
}

/// Builds a 1.1 m high balustrade along x, centred at `z`, on `floor`.
pub(crate) fn balustrade_along_x(kit: &mut Kit, z: f64, floor: f64, x: [f64; 2]) {
    let feet: Vec<DVec3> = baluster_places(x)
        .into_iter()
        .map(|x| dvec3(x, floor, z))
        .collect();
    balustrade(kit, dvec3(x[0], floor, z), dvec3(x[1], floor, z), &feet, DVec3::Z);
}

fn balustrade(kit: &mut Kit, from: DVec3, to: DVec3, feet: &[DVec3], across: DVec3) {
    let stone = Skin::all(Dressed);
    let bar = |kit: &mut Kit, half: f64, low: f64, high: f64| {
        kit.block(
            from - half * across + low * DVec3::Y,
            to + half * across + high * DVec3::Y,
            stone,
        );
    };
    bar(kit, 0.15, 0.96, 1.1);
    for &foot in feet {
        kit.lathe(foot, &[(0.13, 0.0), (0.09, 0.96)], 4, Dressed);
    }
}

/// Builds 2.2 m high shelves against the wall at z = `wall`, which faces −z.
pub(crate) fn shelves(kit: &mut Kit, x: [f64; 2], wall: f64) {
    let mut openings = Vec::new();
    let columns = 2;
    let pitch = (x[1] - x[0]) / f64::from(columns);
    for column in 0..columns {
        let middle = x[0] + pitch * (f64::from(column) + 0.5);
        for shelf in 0..3 {
            let sill = f64::from(shelf).mul_add(0.68, 0.14);
            openings.push(Opening::rectangle(middle, pitch - 0.08, sill, sill + 0.6).glazed(Wood));
            // A row of books that fills part of the shelf.
            let material = [Marble, Stars, Dressed][((column + 2 * shelf) % 3) as usize];
            let length = (pitch - 0.14) * (0.5 + 0.12 * f64::from((column * 5 + shelf * 7) % 4));
            let start = middle - 0.5 * pitch + 0.06;
            kit.block(
                dvec3(start, sill, wall - 0.28),
                dvec3(
                    start + length,
                    sill + 0.34 + 0.05 * f64::from((column + shelf) % 3),
                    wall - 0.06,
                ),
                Skin::all(material),
            );
        }
    }
    kit.wall(&Wall {
        axis: Axis::Z,
        between: [wall - 0.34, wall],
        panes: [wall - 0.06, wall],
        outline: &rectangle(dvec2(x[0], 0.0), dvec2(x[1], 2.2)),
        openings: &openings,
        faces: [Wood, Wood],
        bands: &[],
        reveal: Wood,
    });
}

/// Builds a 0.76 m high table, centred above `foot`.
pub(crate) fn table(kit: &mut Kit, foot: DVec3, size: DVec2) {
    let half = 0.5 * dvec3(size.x, 0.0, size.y);
    let wood = Skin::all(Wood);
    kit.block(
        foot - half + dvec3(0.0, 0.70, 0.0),
        foot + half + dvec3(0.0, 0.76, 0.0),
        wood,
    );
    for (x, z) in [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)] {
        let leg = foot + dvec3(x * (half.x - 0.12), 0.0, z * (half.z - 0.12));
        kit.block(leg - dvec3(0.05, 0.0, 0.05), leg + dvec3(0.05, 0.70, 0.05), wood);
    }
}

/// Builds a cubic crate, centred above `foot`.
pub(crate) fn crate_at(kit: &mut Kit, foot: DVec3, side: f64) {
    let half = 0.5 * dvec3(side, 0.0, side);
    kit.block(foot - half, foot + half + dvec3(0.0, side, 0.0), Skin::all(Crate));
}

/// Builds a fountain: an octagonal basin with water, and a bowl on a pedestal.
pub(crate) fn fountain(kit: &mut Kit, foot: DVec3) {
    let basin = [
        (1.45, 0.0),
        (1.45, 0.42),
        (1.52, 0.42),
        (1.52, 0.5),
        (1.25, 0.5),
        (1.25, 0.12),
    ];
    kit.lathe(foot, &basin, 8, Dressed);
    kit.lathe(foot, &[(0.26, 0.12), (0.16, 0.8), (0.66, 1.1)], 8, Marble);
    let spoke = |index: u32| {
        let angle = std::f64::consts::TAU * (f64::from(index) + 0.5) / 8.0;
        dvec2(foot.z, foot.x) + 1.25 * dvec2(angle.cos(), angle.sin())
    };
    let surface: Vec<DVec2> = (0..8).map(spoke).collect();
    kit.sheet(snap(foot.y + 0.4), Water, &[contour(&surface)]);
}
