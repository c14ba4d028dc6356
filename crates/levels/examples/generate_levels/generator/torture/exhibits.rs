//! Exhibits in the bays.

use glam::{DVec2, dvec2};

use super::{
    super::{
        kit::{Axis, Kit},
        material::Material::*,
        plane::{difference, snap},
        solid::{Skin, flight, profile},
        teaching::pyramid,
        wall::on_contour,
    },
    CANNON, DEPTH, HALF_WIDTH, NEEDLES, RAMPS, SPIKES, STAIRS, WEDGES, patches,
};

/// Wedges: corner angle in degrees, width of the mouth, and w coordinate of the mouth's centre.
pub(super) const ANGLES: [(u32, f64, f64); 5] = [
    (5, 1.0, -4.0),
    (10, 1.1, -2.0),
    (20, 1.3, 0.0),
    (45, 1.6, 2.0),
    (80, 1.8, 4.0),
];
/// u coordinate of the wedges' mouths.
pub(super) const MOUTH: f64 = 2.0;

/// Radius of the walking body, and how much wider or narrower than the body each needle is.
pub(super) const RADIUS: f64 = 0.3;
pub(super) const HAIR: f64 = 0.001;
/// Extent of the needles along u, and w coordinates of the wide and the narrow needle's centres.
pub(super) const NEEDLE: [f64; 2] = [3.0, 11.0];
pub(super) const NEEDLE_AT: [f64; 2] = [-2.5, 2.5];

/// Stairs: height and depth of a step, and w coordinate of the centre. All flights lead to the same landing.
pub(super) const FLIGHTS: [(f64, f64, f64); 3] = [(0.15, 0.3, -3.2), (0.30, 0.4, 0.0), (0.45, 0.6, 3.2)];
pub(super) const LANDING: [f64; 2] = [5.5, 8.0];
pub(super) const LANDING_HEIGHT: f64 = 1.8;
const FLIGHT_HALF: f64 = 1.35;

/// Ramps: angle in degrees, and w coordinate of the centre. All ramps end at a terrace.
pub(super) const SLOPES: [(u32, f64); 3] = [(45, -3.3), (46, 0.0), (47, 3.3)];
pub(super) const TERRACE: f64 = 6.5;
pub(super) const TERRACE_HEIGHT: f64 = 3.0;
const RAMP_HALF: f64 = 1.25;

/// Tips of the spikes as (u, y, w). The lance points out of the bay. The body walks around the obelisk and falls onto
/// the tooth. The bed of nails begins at `NAILS`, with nails 0.5 m apart.
pub(super) const LANCE: [f64; 3] = [7.0, 1.3, 0.0];
pub(super) const OBELISK: [f64; 3] = [4.6, 2.6, -3.0];
pub(super) const TOOTH: [f64; 3] = [4.6, 1.2, 3.0];
pub(super) const NAILS: [f64; 2] = [10.0, 2.2];
pub(super) const NAIL_HEIGHT: f64 = 0.9;

/// u coordinate of the cannons' target plates, the plates' thickness, and positions of the muzzles.
pub(super) const PLATE: f64 = 12.0;
const PLATE_THICKNESS: f64 = 0.02;
pub(super) const MUZZLE: f64 = 1.9;
pub(super) const BARREL_HEIGHT: f64 = 1.5;
pub(super) const SHOTS: [f64; 2] = [-2.6, 2.6];

pub(super) fn exhibits(kit: &mut Kit) {
    wedges(kit);
    needles(kit);
    stairs(kit);
    ramps(kit);
    spikes(kit);
    patches::slivers(kit);
    cannon(kit);
    patches::mosaic_stairs(kit);
}

/// Returns the depth of a wedge.
pub(super) fn wedge_depth(degrees: u32, mouth: f64) -> f64 {
    0.5 * mouth / (0.5 * f64::from(degrees).to_radians()).tan()
}

/// Builds a block with niches that end in increasingly wide corners.
fn wedges(kit: &mut Kit) {
    let bay = WEDGES;
    let outline = profile(Axis::Y, &bay.area([MOUTH, DEPTH], [-HALF_WIDTH, HALF_WIDTH]));
    let niches = ANGLES.map(|(degrees, mouth, w)| {
        let corners = [
            bay.plan(MOUTH, w - 0.5 * mouth),
            bay.plan(MOUTH, w + 0.5 * mouth),
            bay.plan(MOUTH + wedge_depth(degrees, mouth), w),
        ];
        profile(Axis::Y, &corners)
    });
    let solid = difference(std::slice::from_ref(&outline), &niches);
    let (low, high) = (0, snap(3.2));
    kit.object("wedges");
    kit.axis_face(Axis::Y, low, false, Dressed, solid.clone());
    kit.axis_face(Axis::Y, high, true, Dressed, solid.clone());
    kit.sides(Axis::Y, low, high, &solid, |p, q, _| {
        on_contour(&outline, p, q).then_some(Dressed)
    });
    for (niche, (index, (degrees, ..))) in niches.iter().zip(ANGLES.iter().enumerate()) {
        kit.object(&format!("wedge_{degrees:02}"));
        let color = [Red, Sand, Green, Azure, Violet][index];
        kit.sides(Axis::Y, low, high, &solid, |p, q, _| {
            (on_contour(niche, p, q) && !on_contour(&outline, p, q)).then_some(color)
        });
    }
}

/// Builds two corridors: one slightly wider than the body and one slightly narrower.
fn needles(kit: &mut Kit) {
    kit.object("needles");
    let [wide, narrow] = [HAIR, -HAIR].map(|hair| RADIUS + 0.5 * hair);
    let [a, b] = NEEDLE_AT;
    for w in [
        [-HALF_WIDTH, a - wide],
        [a + wide, b - narrow],
        [b + narrow, HALF_WIDTH],
    ] {
        NEEDLES.block(kit, NEEDLE, [0.0, 2.8], w, Skin::all(Azure).with_top(Dressed));
        NEEDLES.block(kit, NEEDLE, [2.8, 3.2], w, Skin::all(Dressed));
    }
}

/// Builds three flights up to a landing, and three identical flights down on the other side.
fn stairs(kit: &mut Kit) {
    kit.object("stairs");
    let bay = STAIRS;
    let half = FLIGHTS[2].2 + FLIGHT_HALF;
    let stone = Skin::all(Dressed);
    bay.block(
        kit,
        LANDING,
        [0.0, LANDING_HEIGHT],
        [-half, half],
        stone.with_top(Tiles),
    );
    for (index, (rise, run, w)) in FLIGHTS.into_iter().enumerate() {
        let color = [Marble, Sand, Terracotta][index];
        let steps = (LANDING_HEIGHT / rise).round() as u32 - 1;
        let length = run * f64::from(steps);
        for (end, run) in [(LANDING[0], run), (LANDING[1], -run)] {
            let start = end - length * run.signum();
            let points = bay.profile(&flight(start, 0.0, 0.0, steps, run, rise));
            let z = bay.along_z([w - FLIGHT_HALF, w + FLIGHT_HALF]);
            kit.prism(Axis::Z, z[0], z[1], &points, stone.with_top(color));
        }
    }
}

/// Returns the length of a ramp.
pub(super) fn ramp_length(degrees: u32) -> f64 {
    TERRACE_HEIGHT / f64::from(degrees).to_radians().tan()
}

/// Builds three ramps up to a terrace: one degree below the walkable slope limit, at the limit, and one degree above
/// it.
fn ramps(kit: &mut Kit) {
    kit.object("terrace");
    let bay = RAMPS;
    let all = [-HALF_WIDTH, HALF_WIDTH];
    let stone = Skin::all(Dressed);
    bay.block(
        kit,
        [TERRACE, DEPTH],
        [0.0, TERRACE_HEIGHT],
        all,
        stone.with_top(Tiles),
    );
    for (index, (degrees, w)) in SLOPES.into_iter().enumerate() {
        kit.object(&format!("ramp_{degrees}"));
        let foot = TERRACE - ramp_length(degrees);
        let points: [DVec2; 3] = [
            dvec2(foot, 0.0),
            dvec2(TERRACE, TERRACE_HEIGHT),
            dvec2(TERRACE, 0.0),
        ];
        let z = bay.along_z([w - RAMP_HALF, w + RAMP_HALF]);
        let color = [Green, Sand, Red][index];
        kit.prism(Axis::Z, z[0], z[1], &bay.profile(&points), stone.with_top(color));
    }
    kit.object("terrace_urns");
    for w in [-3.3, 3.3] {
        let urn = [(0.42, 0.0), (0.42, 0.3), (0.2, 0.45), (0.5, 1.0), (0.54, 1.3)];
        kit.lathe(bay.at(12.4, TERRACE_HEIGHT, w), &urn, 12, Marble);
    }
}

/// Builds a spike that points at visitors, a spike to walk around, a spike to fall on, and a bed of nails.
fn spikes(kit: &mut Kit) {
    let bay = SPIKES;
    let [u, y, w] = LANCE;
    kit.object("spike_lance");
    let half = 0.7;
    let base = [(-half, -half), (half, -half), (half, half), (-half, half)]
        .map(|(a, b)| bay.at(DEPTH, y + a, w + b));
    pyramid(kit, Axis::X, &base, bay.at(u, y, w), Marble);
    for (name, [u, y, w], half, color) in [
        ("spike_obelisk", OBELISK, 0.55, Marble),
        ("spike_tooth", TOOTH, 0.6, Sand),
    ] {
        kit.object(name);
        let base =
            [(-half, 0.0), (0.0, half), (half, 0.0), (0.0, -half)].map(|(a, b)| bay.at(u + a, 0.0, w + b));
        pyramid(kit, Axis::Y, &base, bay.at(u, y, w), color);
    }
    kit.object("spike_nails");
    for column in 0..6 {
        for row in 0..5 {
            let (u, w) = (
                NAILS[0] + 0.5 * f64::from(column),
                NAILS[1] + 0.5 * f64::from(row),
            );
            let half = 0.25;
            let base = [(-half, -half), (half, -half), (half, half), (-half, half)]
                .map(|(a, b)| bay.at(u + a, 0.0, w + b));
            pyramid(kit, Axis::Y, &base, bay.at(u, NAIL_HEIGHT, w), Violet);
        }
    }
}

/// Returns the corners, as (u, w), of a plate that is rotated about its centre.
fn turned(u: f64, w: f64, half: f64, degrees: f64) -> [DVec2; 4] {
    let turn = DVec2::from_angle(degrees.to_radians());
    let thick = 0.5 * PLATE_THICKNESS;
    [(-thick, -half), (thick, -half), (thick, half), (-thick, half)]
        .map(|(a, b)| dvec2(u, w) + turn.rotate(dvec2(a, b)))
}

/// Builds two cannons and their thin target plates: one perpendicular to the line of fire, one oblique.
fn cannon(kit: &mut Kit) {
    let bay = CANNON;
    for (name, w, half, degrees) in [
        ("plate_square", SHOTS[0], 1.3, 0.0),
        ("plate_slant", SHOTS[1], 1.8, 55.0),
    ] {
        kit.object(name);
        let corners = turned(PLATE, w, half, degrees).map(|corner| bay.plan(corner.x, corner.y));
        kit.prism(Axis::Y, 0.0, 3.0, &corners, Skin::all(Orange));
    }
    for (index, w) in SHOTS.into_iter().enumerate() {
        kit.object(&format!("cannon_{index}"));
        let ring: Vec<DVec2> = (0..12)
            .map(|spoke| DVec2::from_angle((f64::from(spoke) + 0.5) / 12.0 * std::f64::consts::TAU))
            .collect();
        let barrel = |kit: &mut Kit, u: [f64; 2], radius: f64, material| {
            let points: Vec<DVec2> = ring
                .iter()
                .map(|&spoke| radius * spoke + dvec2(BARREL_HEIGHT, bay.middle + bay.side * w))
                .map(|point| dvec2(point.y, point.x))
                .collect();
            let (from, to) = (bay.at(u[0], 0.0, 0.0).x, bay.at(u[1], 0.0, 0.0).x);
            kit.prism(Axis::X, from, to, &points, Skin::all(material));
        };
        barrel(kit, [0.2, 0.9], 0.42, Grey);
        barrel(kit, [0.9, 1.6], 0.36, Grey);
        barrel(kit, [1.6, MUZZLE], 0.42, Amber);
        let carriage = |kit: &mut Kit, u: [f64; 2], w: [f64; 2], top: f64| {
            bay.block(kit, u, [0.0, top], w, Skin::all(Wood));
        };
        carriage(kit, [0.3, 1.5], [w - 0.3, w + 0.3], 0.9);
    }
}
