//! Floors with more faces than necessary: suns made of slivers, and mosaic steps.

use glam::{DVec2, DVec3, dvec2};

use super::{
    super::{
        kit::{Axis, Kit},
        material::Material::{self, *},
        mesh::Corner,
        noise::random,
        plane::{GRID, snap},
        solid::{Skin, profile},
    },
    PATCHES, SLIVERS,
};

/// Extent of the sliver floor in its bay, along u and along w.
pub(super) const SLIVER_FLOOR: [[f64; 2]; 2] = [[2.0, 12.0], [-2.0, 2.0]];
/// Number of suns along u and along w, and slivers per shared edge. This makes 10,010 slivers in total.
const SUNS: [u32; 2] = [5, 2];
const RAYS: u32 = 385;
/// Number of coloured sectors per side of a sun.
const SECTORS: f64 = 5.0;

/// Mosaic stairs: position of the first riser, depth and height of a step, number of steps, and half the width.
pub(super) const STAIR_AT: f64 = 2.6;
pub(super) const TREAD: f64 = 0.6;
pub(super) const RISER: f64 = 0.18;
pub(super) const STEPS: u32 = 7;
const STAIR_HALF: f64 = 3.0;

/// Returns a corner rounded to the grid, with the normal of its plane as its shading normal.
fn corner(at: DVec3, normal: DVec3) -> Corner {
    Corner {
        at: at.to_array().map(snap).into(),
        uv: DVec2::ZERO,
        normal,
    }
}

/// Adds a flat face with this normal, regardless of the order of its corners.
fn patch(kit: &mut Kit, material: Material, places: &[DVec3], normal: DVec3) {
    let doubled: DVec3 = (1..places.len() - 1)
        .map(|index| (places[index] - places[0]).cross(places[index + 1] - places[0]))
        .sum();
    let mut corners: Vec<Corner> = places.iter().map(|&place| corner(place, normal)).collect();
    if doubled.dot(normal) < 0.0 {
        corners.reverse();
    }
    kit.oblique_face(material, corners);
}

/// Builds a slab with a top divided into suns. Each edge between two suns has [`RAYS`] slivers on both sides.
pub(super) fn slivers(kit: &mut Kit) {
    kit.object("slivers");
    let bay = SLIVERS;
    let [u, w] = SLIVER_FLOOR;
    let (low, high) = (snap(-0.6), 0);
    let region = [profile(Axis::Y, &bay.area(u, w))];
    kit.axis_face(Axis::Y, low, false, Sandstone, region.to_vec());
    kit.sides(Axis::Y, low, high, &region, |_, _, _| Some(Sandstone));

    let size = dvec2(
        (u[1] - u[0]) / f64::from(SUNS[0]),
        (w[1] - w[0]) / f64::from(SUNS[1]),
    );
    let origin = dvec2(u[0], w[0]);
    for column in 0..SUNS[0] {
        for row in 0..SUNS[1] {
            let cell = |x: u32, y: u32| origin + dvec2(f64::from(x), f64::from(y)) * size;
            let hub = cell(column, row) + 0.5 * size;
            // Each side starts at its lower corner, so that both adjacent suns have identical vertices.
            let sides = [
                (cell(column, row), DVec2::X, row > 0, [column, row, 0]),
                (
                    cell(column, row + 1),
                    DVec2::X,
                    row + 1 < SUNS[1],
                    [column, row + 1, 0],
                ),
                (cell(column, row), DVec2::Y, column > 0, [column, row, 1]),
                (
                    cell(column + 1, row),
                    DVec2::Y,
                    column + 1 < SUNS[0],
                    [column + 1, row, 1],
                ),
            ];
            for (from, along, shared, [x, y, seed]) in sides {
                let count = if shared { RAYS } else { 1 };
                let point = |ray: u32| {
                    let inner = ray > 0 && ray < count;
                    let jitter = if inner {
                        0.3 * (random(ray, 16 * x + y, seed) - 0.5)
                    } else {
                        0.0
                    };
                    from + along * size * (f64::from(ray) + jitter) / f64::from(count)
                };
                for ray in 0..count {
                    let sector = (f64::from(ray) + 0.5) / f64::from(count) * SECTORS;
                    let pale = (sector as u32 + u32::from(along == DVec2::X)).is_multiple_of(2);
                    let material = match ((column + row).is_multiple_of(2), pale) {
                        (_, true) => Pale,
                        (true, false) => Orange,
                        (false, false) => Azure,
                    };
                    let places = [hub, point(ray), point(ray + 1)].map(|at| bay.at(at.x, 0.0, at.y));
                    patch(kit, material, &places, DVec3::Y);
                }
            }
        }
    }
}

/// Builds stairs with mosaic treads and risers, and a dais at their top.
pub(super) fn mosaic_stairs(kit: &mut Kit) {
    kit.object("mosaic_stairs");
    let bay = PATCHES;
    let top = RISER * f64::from(STEPS);
    let end = STAIR_AT + TREAD * f64::from(STEPS);
    // The plain parts: flanks, back and underside.
    let mut outline = vec![dvec2(STAIR_AT, 0.0)];
    for step in 0..STEPS {
        let (u, y) = (STAIR_AT + TREAD * f64::from(step), RISER * f64::from(step));
        outline.extend([dvec2(u, y), dvec2(u, y + RISER)]);
    }
    outline.extend([dvec2(end, top), dvec2(end, 0.0)]);
    outline.dedup();
    let z = bay.along_z([-STAIR_HALF, STAIR_HALF]).map(snap);
    let region = [profile(Axis::Z, &bay.profile(&outline))];
    kit.axis_face(Axis::Z, z[1], true, Marble, region.to_vec());
    kit.axis_face(Axis::Z, z[0], false, Marble, region.to_vec());
    let ends = [bay.plan(end, 0.0).x, bay.plan(STAIR_AT, 0.0).x].map(snap);
    kit.sides(Axis::Z, z[0], z[1], &region, |p, q, _| {
        let back = p.x == ends[0] && q.x == ends[0];
        let below = p.y == 0 && q.y == 0 && p.x != q.x;
        (back || below).then_some(Marble)
    });

    for step in 0..STEPS {
        let (u, y) = (STAIR_AT + TREAD * f64::from(step), RISER * f64::from(step));
        let up = |a: f64, w: f64| bay.at(u, y + a, w);
        mosaic(
            kit,
            [RISER, 2.0 * STAIR_HALF],
            [2, 16],
            2 * step,
            bay.direction(-1.0, 0.0, 0.0),
            up,
        );
        let on = |a: f64, w: f64| bay.at(u + a, y + RISER, w);
        mosaic(
            kit,
            [TREAD, 2.0 * STAIR_HALF],
            [4, 16],
            2 * step + 1,
            DVec3::Y,
            on,
        );
    }
    kit.object("mosaic_dais");
    let dais = Skin::all(Marble).with_top(Tiles);
    bay.block(
        kit,
        [end, super::DEPTH],
        [0.0, top],
        [-super::HALF_WIDTH, super::HALF_WIDTH],
        dais,
    );
    kit.object("mosaic_urn");
    let urn = [
        (0.5, 0.0),
        (0.5, 0.18),
        (0.24, 0.4),
        (0.2, 0.7),
        (0.62, 1.5),
        (0.66, 1.9),
        (0.46, 2.1),
    ];
    kit.lathe(bay.at(10.4, top, 0.0), &urn, 16, Marble);
}

/// Divides a rectangle of this `size` into irregular cells, and half of the cells into triangles.
fn mosaic(
    kit: &mut Kit,
    size: [f64; 2],
    cells: [u32; 2],
    seed: u32,
    normal: DVec3,
    place: impl Fn(f64, f64) -> DVec3,
) {
    let point = |x: u32, y: u32| {
        // Vertices on the edge of a step are shared with the next face.
        let inner = x > 0 && x < cells[0] && y > 0 && y < cells[1];
        let jitter = |other: u32| {
            if inner {
                0.6 * (random(x, y, 2 * seed + other) - 0.5)
            } else {
                0.0
            }
        };
        let a = size[0] * (f64::from(x) + jitter(500)) / f64::from(cells[0]);
        let w = size[1] * (f64::from(y) + jitter(501)) / f64::from(cells[1]) - 0.5 * size[1];
        let at = place(a, w);
        // Rounding to the grid gives adjacent cells identical vertices.
        (at * GRID).round() / GRID
    };
    const COLORS: [Material; 5] = [Teal, Pale, Azure, Sand, Pale];
    let color = |x: u32, y: u32, half: u32| {
        COLORS[(random(x, y, 7 * seed + half) * COLORS.len() as f64) as usize % COLORS.len()]
    };
    for x in 0..cells[0] {
        for y in 0..cells[1] {
            let corners = [point(x, y), point(x + 1, y), point(x + 1, y + 1), point(x, y + 1)];
            let [a, b, c, d] = corners;
            if random(x, y, 3 * seed + 9) < 0.5 {
                patch(kit, color(x, y, 0), &[a, b, c], normal);
                patch(kit, color(x, y, 1), &[a, c, d], normal);
            } else {
                patch(kit, color(x, y, 0), &corners, normal);
            }
        }
    }
}
