//! The hall around the exhibits: floor, arcades, walls and ceilings, and a glass barrel vault above the aisle.

use std::f64::consts::PI;

use glam::{DVec2, dvec2};

use super::{
    super::{
        kit::{Axis, Kit},
        material::Material::{self, *},
        plane::{GRID, snap},
        solid::{Skin, arc, profile, rectangle},
        wall::{Opening, Wall},
    },
    AISLE, BAYS, DEPTH, FRONT, HALF_LENGTH, HALF_WIDTH, PITCH, SLIVERS, WALL,
    numerals::numeral,
    patches::SLIVER_FLOOR,
};

/// Height of the floor's underside.
const FOUNDATION: f64 = -0.6;
/// Height of the underside and the top of the bays' ceilings. The barrel springs at the height of their top.
const CEILING: [f64; 2] = [7.6, 8.4];
/// Height of the walls at the ends of the aisle.
const END_TOP: f64 = 14.8;
/// Width and springing height of the arcades' arches.
const ARCH: f64 = 8.0;
const ARCH_SPRING: f64 = 3.2;
/// Outer face of the back walls.
const BACK: f64 = FRONT + DEPTH + WALL;
/// Radii of the barrel vault: outside, inside of the panes, and inside of the ribs.
const BARREL: [f64; 3] = [5.5, 5.36, 4.8];
/// Half the width of a rib.
const RIB: f64 = 0.28;
/// Radius of the discs with the numerals, and distance of their centres from the back of the arcade.
const DISC: f64 = 1.35;
const DISC_AT: f64 = -2.5;

pub(super) fn shell(kit: &mut Kit) {
    floor(kit);
    for side in [-1.0, 1.0] {
        arcade(kit, side);
        bays(kit, side);
    }
    barrel(kit);
    ends(kit);
}

/// Returns two coordinates in ascending order.
fn ordered([a, b]: [f64; 2]) -> [f64; 2] {
    [a.min(b), a.max(b)]
}

/// Returns a rectangle in plan coordinates.
fn plan(x: [f64; 2], z: [f64; 2]) -> Vec<DVec2> {
    rectangle(dvec2(x[0], z[0]), dvec2(x[1], z[1]))
}

/// Builds a floor slab with inlays and a hole for the sliver floor.
fn floor(kit: &mut Kit) {
    kit.object("floor");
    let mut bands: Vec<(usize, Vec<DVec2>, Material)> = Vec::new();
    for bay in BAYS {
        let center = bay.plan(DISC_AT, 0.0);
        for bar in numeral(bay.number, 1.5) {
            // The numeral is upright when looking into the bay.
            let bar = bar.iter().map(|point| bay.plan(DISC_AT + point.y, point.x));
            bands.push((1, bar.collect(), Pale));
        }
        for (radius, material) in [(DISC, bay.color), (DISC + 0.12, Pale), (DISC + 0.2, bay.color)] {
            bands.push((1, Opening::circle(center, radius, 40).into_outline(), material));
        }
        let frame = |inset: f64| bay.area([inset, DEPTH - inset], [inset - HALF_WIDTH, HALF_WIDTH - inset]);
        bands.push((1, frame(0.6), [Terracotta, Dressed][bay.number as usize / 2 % 2]));
        bands.push((1, frame(0.45), bay.color));
        bands.push((1, frame(0.0), Dressed));
        bands.push((
            1,
            bay.area([AISLE - FRONT, 0.0], [-0.5 * ARCH, 0.5 * ARCH]),
            bay.color,
        ));
    }
    let long = HALF_LENGTH - 1.0;
    for (half, material) in [(0.9, Wood), (1.0, Marble), (1.08, Pale), (1.2, Marble)] {
        let length = long - 0.9 + half;
        bands.push((1, plan([-half, half], [-length, length]), material));
    }
    let edge = AISLE - 0.4;
    bands.push((1, plan([-edge, edge], [-long, long]), Tiles));
    bands.push((1, plan([-AISLE, AISLE], [-HALF_LENGTH, HALF_LENGTH]), Dressed));

    let [u, w] = SLIVER_FLOOR;
    let hole = SLIVERS.area(u, w);
    let (from, to) = (hole[0], hole[2]);
    let hole = Opening::rectangle(0.5 * (from.x + to.x), to.x - from.x, from.y, to.y);
    kit.wall(&Wall {
        axis: Axis::Y,
        between: [FOUNDATION, 0.0],
        panes: [FOUNDATION, 0.0],
        outline: &plan([-BACK, BACK], [-HALF_LENGTH - WALL, HALF_LENGTH + WALL]),
        openings: &[hole],
        faces: [Sandstone, Sandstone],
        bands: &bands,
        reveal: Sandstone,
    });
}

/// Builds the arcade wall between the aisle and the bays on one side.
fn arcade(kit: &mut Kit, side: f64) {
    kit.object(if side < 0.0 { "arcade_left" } else { "arcade_right" });
    let mut openings = Vec::new();
    let mut bands = Vec::new();
    let face = usize::from(side < 0.0);
    for bay in BAYS.iter().filter(|bay| bay.side == side) {
        openings.push(Opening::round_arch(bay.middle, ARCH, 0.0, ARCH_SPRING));
        for bar in numeral(bay.number, 0.5) {
            let bar = bar
                .iter()
                .map(|point| dvec2(bay.middle + side * point.x, 7.92 + point.y));
            bands.push((face, bar.collect(), bay.color));
        }
        for (wider, material) in [(0.3, bay.color), (0.4, Pale)] {
            let band = Opening::arch(
                bay.middle,
                ARCH + 2.0 * wider,
                ARCH_SPRING - 0.02,
                ARCH_SPRING,
                0.5 * ARCH + wider,
            );
            bands.push((face, band.into_outline(), material));
        }
    }
    let z = [-HALF_LENGTH, HALF_LENGTH];
    bands.push((face, plan(z, [0.0, 1.1]), Marble));
    bands.push((face, plan(z, [1.1, 1.2]), Pale));
    kit.wall(&Wall {
        axis: Axis::X,
        between: [side * AISLE, side * FRONT],
        panes: [side * AISLE, side * FRONT],
        outline: &plan(z, [0.0, CEILING[1]]),
        openings: &openings,
        faces: [Plaster, Plaster],
        bands: &bands,
        reveal: Dressed,
    });
}

/// Builds the walls and ceilings of the bays on one side.
fn bays(kit: &mut Kit, side: f64) {
    kit.object(if side < 0.0 { "bays_left" } else { "bays_right" });
    let z = [-HALF_LENGTH, HALF_LENGTH];
    let x = [side * FRONT, side * (FRONT + DEPTH)];
    let between_x = ordered(x);

    // Walls between the bays. Up to a cornice, each face has its bay's colour.
    for index in 0..5 {
        let middle = (f64::from(index) - 2.0) * PITCH;
        let beside = |from: f64| {
            BAYS.iter()
                .find(|bay| bay.side == side && (bay.middle - from).abs() < 0.5 * PITCH)
                .map_or(Sandstone, |bay| bay.color)
        };
        let (low, high) = (middle - 0.5 * WALL, middle + 0.5 * WALL);
        let (before, behind) = (
            beside(middle - 0.5 * PITCH + 0.1),
            beside(middle + 0.5 * PITCH - 0.1),
        );
        let mut bands = Vec::new();
        for (face, color) in [(0, before), (1, behind)] {
            bands.push((face, plan(between_x, [4.4, 4.62]), Pale));
            bands.push((face, plan(between_x, [3.6, 4.4]), color));
            bands.push((face, plan(between_x, [0.0, 0.3]), Marble));
        }
        let outside = |color: Material| if color == Sandstone { Sandstone } else { Plaster };
        kit.wall(&Wall {
            axis: Axis::Z,
            between: [low, high],
            panes: [low, high],
            outline: &plan(between_x, [0.0, CEILING[0]]),
            openings: &[],
            faces: [outside(before), outside(behind)],
            bands: &bands,
            reveal: Plaster,
        });
    }

    // Back wall: a panel in the bay's colour below three windows.
    let mut openings = Vec::new();
    let mut bands = Vec::new();
    let inside = usize::from(side < 0.0);
    for bay in BAYS.iter().filter(|bay| bay.side == side) {
        for w in [-3.0, 0.0, 3.0] {
            let middle = bay.middle + w;
            openings.push(Opening::round_arch(middle, 1.8, 4.9, 6.2).glazed(Glass));
            let band = Opening::round_arch(middle, 2.1, 4.75, 6.2).into_outline();
            bands.push((inside, band, Dressed));
        }
        let own = [bay.middle - HALF_WIDTH, bay.middle + HALF_WIDTH];
        bands.push((inside, plan(own, [4.4, 4.62]), Pale));
        bands.push((inside, plan(own, [3.6, 4.4]), bay.color));
        bands.push((inside, plan(own, [0.0, 0.3]), Marble));
        let panel = [own[0] + 0.5, own[1] - 0.5];
        bands.push((inside, plan(panel, [0.7, 3.2]), bay.color));
        bands.push((inside, plan([panel[0] - 0.1, panel[1] + 0.1], [0.6, 3.3]), Pale));
    }
    let mut faces = [Plaster, Sandstone];
    if side < 0.0 {
        faces.reverse();
    }
    let outer = side * BACK;
    kit.wall(&Wall {
        axis: Axis::X,
        between: [x[1], outer],
        panes: ordered([outer, outer - side * 0.06]),
        outline: &plan(z, [0.0, CEILING[1]]),
        openings: &openings,
        faces,
        bands: &bands,
        reveal: Dressed,
    });

    // Ceilings: coffers with window panes.
    let mut coffers = Vec::new();
    for bay in BAYS.iter().filter(|bay| bay.side == side) {
        for row in 0..4 {
            for column in -1..=1 {
                let u = 1.6 + 2.9 * f64::from(row);
                let w = 3.1 * f64::from(column);
                let corners = bay.area([u, u + 2.1], [w - 1.2, w + 1.2]);
                let (from, to) = (corners[0], corners[2]);
                coffers.push(
                    Opening::rectangle(0.5 * (from.x + to.x), to.x - from.x, from.y, to.y).glazed(Glass),
                );
            }
        }
    }
    kit.wall(&Wall {
        axis: Axis::Y,
        between: CEILING,
        panes: [CEILING[1] - 0.1, CEILING[1] - 0.04],
        outline: &plan(between_x, z),
        openings: &coffers,
        faces: [Wood, Terracotta],
        bands: &[],
        reveal: Wood,
    });
}

/// Builds the barrel vault: stone ribs, with panes and bars between them.
fn barrel(kit: &mut Kit) {
    let [outside, panes, ribs] = BARREL;
    let spring = CEILING[1];
    // The bars are narrow chords between the wide chords of the panes.
    let mut angles = vec![0.0_f64, 9.0];
    for pane in 0..9 {
        let from = 10.0 + 18.0 * f64::from(pane);
        angles.extend([from, from + 16.0]);
    }
    angles.extend([171.0, 180.0]);
    let curve = |radius: f64| -> Vec<DVec2> {
        angles
            .iter()
            .map(|degrees| dvec2(0.0, spring) + radius * DVec2::from_angle(degrees.to_radians()))
            .collect()
    };
    let ring = |inside: f64| {
        let mut points = curve(inside);
        points.extend(curve(outside).into_iter().rev());
        // Place the feet exactly on the wall, because the computed sine of 180° is not exactly zero.
        for point in &mut points {
            if (point.y - spring).abs() < 1.0e-9 {
                point.y = spring;
            }
        }
        points
    };
    kit.object("barrel_ribs");
    let mut edges = Vec::new();
    for index in 0..9 {
        let z = (f64::from(index) - 4.0) * 0.5 * PITCH;
        let low = if index == 0 { -HALF_LENGTH } else { z - RIB };
        let high = if index == 8 { HALF_LENGTH } else { z + RIB };
        kit.prism(Axis::Z, low, high, &ring(ribs), Skin::all(Dressed));
        edges.push([low, high]);
    }
    kit.object("barrel_panes");
    let region = [profile(Axis::Z, &ring(panes))];
    for pair in edges.windows(2) {
        let (low, high) = (snap(pair[0][1]), snap(pair[1][0]));
        kit.axis_face(Axis::Z, high, true, Dressed, region.to_vec());
        kit.axis_face(Axis::Z, low, false, Dressed, region.to_vec());
        kit.sides(Axis::Z, low, high, &region, |p, q, _| {
            let middle = 0.5 * (p + q).as_dvec2() / GRID - dvec2(0.0, spring);
            let degrees = middle.to_angle() * 180.0 / PI;
            let in_pane = (10.0..170.0).contains(&degrees) && (degrees - 10.0).rem_euclid(18.0) < 16.0;
            Some(if in_pane { Glass } else { Dressed })
        });
    }
}

/// Builds the walls at the ends of the aisle, each with a large window below the vault.
fn ends(kit: &mut Kit) {
    for end in [-1.0, 1.0] {
        kit.object(if end < 0.0 { "end_far" } else { "end_near" });
        let inside = usize::from(end < 0.0);
        let mut openings = vec![];
        for x in [-2.7, 0.0, 2.7] {
            openings.push(Opening::round_arch(x, 2.2, 2.6, if x == 0.0 { 6.4 } else { 5.6 }).glazed(Glass));
        }
        openings.push(Opening::circle(dvec2(0.0, 10.4), 1.5, 24).glazed(Amber));
        let mut bands: Vec<(usize, Vec<DVec2>, Material)> = vec![];
        for x in [-2.7, 0.0, 2.7] {
            let band = Opening::round_arch(x, 2.5, 2.45, if x == 0.0 { 6.4 } else { 5.6 });
            bands.push((inside, band.into_outline(), Dressed));
        }
        for (radius, material) in [(1.75, Dressed), (2.0, Azure), (2.1, Pale)] {
            let mut ring = arc(dvec2(0.0, 10.4), DVec2::splat(radius), 0.0, 2.0 * PI, 48);
            ring.pop();
            bands.push((inside, ring, material));
        }
        let x = [-FRONT, FRONT];
        bands.push((inside, plan(x, [8.3, 8.5]), Dressed));
        bands.push((inside, plan(x, [0.0, 1.1]), Marble));
        bands.push((inside, plan(x, [1.1, 1.2]), Pale));
        let (inner, outer) = (end * HALF_LENGTH, end * (HALF_LENGTH + WALL));
        let mut faces = [Plaster, Sandstone];
        if end < 0.0 {
            faces.reverse();
        }
        kit.wall(&Wall {
            axis: Axis::Z,
            between: ordered([inner, outer]),
            panes: ordered([outer, outer - end * 0.06]),
            outline: &plan(x, [0.0, END_TOP]),
            openings: &openings,
            faces,
            bands: &bands,
            reveal: Dressed,
        });
    }
}
