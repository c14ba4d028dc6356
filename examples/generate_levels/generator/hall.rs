//! `hall`: a basilica with a groin-vaulted nave, aisles under galleries, an apse, a stair, a ramp, a library and a
//! sunken court. The nave runs along Z, its apse at −Z; what stands on the left and on the right is built by the same
//! functions, mirrored in x.

use glam::{DVec2, DVec3, IVec3, dvec2, dvec3};

use super::{
    furniture,
    kit::{Axis, Kit},
    material::Material::*,
    mesh::Mesh,
    plane::{difference, snap},
    solid::{Skin, arc, flight, profile, rectangle},
    vault::{Barrel, Groin, HalfDome},
    wall::{Opening, Wall, on_contour},
};

/// Middles of the bays along z.
const BAYS: [f64; 5] = [-8.0, -4.0, 0.0, 4.0, 8.0];
/// Where the columns stand along z.
const COLUMNS: [f64; 4] = [-6.0, -2.0, 2.0, 6.0];
/// Both ends of the nave in z.
const NAVE_END: f64 = 10.0;
/// The other face of the walls at the ends of the nave.
const END_WALL: f64 = 10.8;
/// Faces of the front's outer wall in z.
const FRONT: [f64; 2] = [14.8, 15.6];
/// Faces of the arcade walls in x: towards the nave and towards the aisle.
const ARCADE: [f64; 2] = [4.0, 4.8];
/// Faces of the outer walls in x.
const OUTER: [f64; 2] = [8.8, 9.6];
/// Height of the springing of the arcade and of the aisle vaults.
const ARCADE_SPRING: f64 = 3.0;
/// Height of the gallery's floor.
const GALLERY: f64 = 5.1;
/// Underside and top of the gallery's ceiling.
const CEILING: [f64; 2] = [8.8, 9.2];
/// Height of the springing of the nave's vault.
const NAVE_SPRING: f64 = 8.6;
/// Top of the nave's vault and walls.
const NAVE_TOP: f64 = 13.2;
/// Underside of the foundations.
const FOUNDATION: f64 = -0.6;
/// Half the width of a rib.
const RIB: f64 = 0.25;
/// Height of the dais and the apse's floor: three steps.
const DAIS: f64 = 0.51;
/// Height of a railing.
const RAIL: f64 = 1.1;

/// The left and the right of the nave.
const SIDES: [f64; 2] = [-1.0, 1.0];

/// Makes the level.
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

/// A small triangle flat on the ground round a point.
pub(crate) fn marker(at: DVec3) -> [IVec3; 3] {
    [dvec3(-0.2, 0.0, 0.2), dvec3(0.2, 0.0, 0.2), dvec3(0.0, 0.0, -0.2)]
        .map(|corner| (at + corner).to_array().map(snap).into())
}

/// Two coordinates mirrored to a side, in ascending order.
fn mirrored(side: f64, [a, b]: [f64; 2]) -> [f64; 2] {
    if side < 0.0 { [-b, -a] } else { [a, b] }
}

/// A rectangle in (x, z) or any other pair.
fn area(x: [f64; 2], y: [f64; 2]) -> Vec<DVec2> {
    rectangle(dvec2(x[0], y[0]), dvec2(x[1], y[1]))
}

/// A box between coordinates on each axis.
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

/// The wall between nave and aisle with its columns: arcade, gallery, clerestory.
fn arcade(kit: &mut Kit, side: f64) {
    let name = if side < 0.0 { "left" } else { "right" };
    kit.object(&format!("arcade_{name}"));
    let x = mirrored(side, ARCADE);
    let mut openings = Vec::new();
    let mut bands = Vec::new();
    for bay in BAYS {
        openings.push(Opening::round_arch(bay, 3.0, ARCADE_SPRING, ARCADE_SPRING));
        openings.push(Opening::round_arch(bay, 2.6, GALLERY, 7.0));
        openings.push(Opening::round_arch(bay, 1.8, 9.3, 10.8).glazed(Glass));
        let band = Opening::round_arch(bay, 3.5, ARCADE_SPRING, ARCADE_SPRING).into_outline();
        bands.push((usize::from(side < 0.0), band, Dressed));
    }
    kit.wall(&Wall {
        axis: Axis::X,
        between: x,
        panes: mirrored(side, [4.74, ARCADE[1]]),
        outline: &area([-NAVE_END, NAVE_END], [ARCADE_SPRING, NAVE_TOP]),
        openings: &openings,
        faces: [Plaster, Plaster],
        bands: &bands,
        reveal: Dressed,
    });

    let stone = Skin::all(Dressed);
    for end in SIDES {
        let half_pier = mirrored(end, [NAVE_END - 0.5, NAVE_END]);
        let shaft = mirrored(end, [NAVE_END - RIB, NAVE_END]);
        block(kit, x, [0.0, ARCADE_SPRING], half_pier, stone);
        block(
            kit,
            mirrored(side, [3.8, ARCADE[0]]),
            [0.0, NAVE_SPRING],
            shaft,
            stone,
        );
    }
    for z in COLUMNS {
        let shaft = [z - RIB, z + RIB];
        block(
            kit,
            mirrored(side, [3.8, ARCADE[0]]),
            [ARCADE_SPRING, NAVE_SPRING],
            shaft,
            stone,
        );
    }

    kit.object(&format!("columns_{name}"));
    for z in COLUMNS {
        column(kit, dvec3(side * 4.4, 0.0, z));
    }
    kit.object(&format!("balustrade_{name}"));
    for bay in BAYS {
        furniture::balustrade_along_z(kit, side * 4.4, GALLERY, [bay - 1.3, bay + 1.3]);
    }
}

/// A round column of 3 m with base and capital.
fn column(kit: &mut Kit, foot: DVec3) {
    let square = |kit: &mut Kit, half: f64, y: [f64; 2]| {
        block(
            kit,
            [foot.x - half, foot.x + half],
            [foot.y + y[0], foot.y + y[1]],
            [foot.z - half, foot.z + half],
            Skin::all(Dressed),
        );
    };
    square(kit, 0.55, [0.0, 0.22]);
    kit.lathe(foot, &[(0.52, 0.22), (0.41, 0.46)], 12, Dressed);
    kit.lathe(foot, &[(0.41, 0.46), (0.35, 2.3)], 12, Marble);
    kit.lathe(foot, &[(0.35, 2.3), (0.40, 2.5), (0.57, 2.8)], 12, Dressed);
    square(kit, 0.62, [2.8, 3.0]);
}

/// The vaults of an aisle, which carry the gallery's floor, and the gallery's ceiling.
fn aisle(kit: &mut Kit, side: f64) {
    let name = if side < 0.0 { "left" } else { "right" };
    kit.object(&format!("aisle_{name}"));
    let x = mirrored(side, [ARCADE[1], OUTER[0]]);
    for bay in BAYS {
        kit.groin(&Groin {
            from: dvec2(x[0], bay - 2.0),
            to: dvec2(x[1], bay + 2.0),
            spring: ARCADE_SPRING,
            rise: 1.8,
            top: GALLERY,
            chords: 8,
            web: Plaster,
            above: Wood,
            sides: Plaster,
        });
    }
    kit.object(&format!("gallery_ceiling_{name}"));
    let roof = Skin {
        low: Wood,
        sides: Sandstone,
        high: Terracotta,
        top: Terracotta,
    };
    let slab = mirrored(side, [ARCADE[1], OUTER[1]]);
    kit.prism(
        Axis::Y,
        CEILING[0],
        CEILING[1],
        &area(slab, [-END_WALL, END_WALL]),
        roof,
    );
    for z in BAYS {
        block(kit, x, [8.55, CEILING[0]], [z - 0.1, z + 0.1], Skin::all(Wood));
    }
}

/// Where the ribs begin and end along z: whole ones at the columns, half ones at the ends.
fn ribs() -> Vec<[f64; 2]> {
    let mut ribs: Vec<[f64; 2]> = COLUMNS.iter().map(|z| [z - RIB, z + RIB]).collect();
    ribs.extend([[-NAVE_END, RIB - NAVE_END], [NAVE_END - RIB, NAVE_END]]);
    ribs
}

fn outer_wall(kit: &mut Kit, side: f64) {
    kit.object(if side < 0.0 {
        "outer_wall_left"
    } else {
        "outer_wall_right"
    });
    let mut openings = vec![
        Opening::round_arch(5.5, 1.2, 0.0, 1.8),
        Opening::round_arch(7.7, 1.2, GALLERY, 6.9),
    ];
    if side < 0.0 {
        openings.push(Opening::round_arch(-4.0, 1.4, 0.0, 1.8));
        openings.push(Opening::round_arch(0.0, 1.2, 1.3, 2.9).glazed(Glass));
        for z in [-8.0, -4.0, 0.0] {
            openings.push(Opening::round_arch(z, 1.2, 6.3, 7.2).glazed(Glass));
        }
    } else {
        for z in [-4.0, 0.0] {
            openings.push(Opening::round_arch(z, 2.4, 0.0, 2.0));
            openings.push(Opening::round_arch(z, 1.6, 6.2, 7.2));
        }
    }
    let inside = usize::from(side < 0.0);
    let z = [-END_WALL, FRONT[1]];
    let mut faces = [Plaster, Plaster];
    faces[1 - inside] = Sandstone;
    kit.wall(&Wall {
        axis: Axis::X,
        between: mirrored(side, OUTER),
        panes: mirrored(side, [OUTER[1] - 0.06, OUTER[1]]),
        outline: &area(z, [0.0, CEILING[0]]),
        openings: &openings,
        faces,
        bands: &[(inside, area(z, [0.0, 1.1]), Sandstone)],
        reveal: Dressed,
    });
}

fn nave_vault(kit: &mut Kit) {
    kit.object("nave_vault");
    let x = [-ARCADE[0], ARCADE[0]];
    for bay in BAYS {
        kit.groin(&Groin {
            from: dvec2(x[0], bay - 2.0 + RIB),
            to: dvec2(x[1], bay + 2.0 - RIB),
            spring: NAVE_SPRING,
            rise: 4.0,
            top: NAVE_TOP,
            chords: 10,
            web: Plaster,
            above: Terracotta,
            sides: Plaster,
        });
    }
    let barrel = Barrel {
        half_width: 3.8,
        spring: NAVE_SPRING,
        rise: 3.8,
        top: NAVE_TOP,
        chords: 10,
    };
    for ends in ribs() {
        kit.rib(Axis::Z, ends, x, barrel, Skin::all(Dressed));
    }
    kit.object("roof");
    let gable = [dvec2(-5.2, NAVE_TOP), dvec2(5.2, NAVE_TOP), dvec2(0.0, 15.8)];
    let skin = Skin {
        top: Terracotta,
        ..Skin::all(Sandstone)
    };
    kit.prism(Axis::Z, -END_WALL, END_WALL, &gable, skin);
}

/// The wall behind the dais, the apse and its half-dome.
fn apse(kit: &mut Kit) {
    kit.object("chancel_arch");
    let spring = 5.2;
    let mut openings = vec![Opening::round_arch(0.0, 6.0, DAIS, spring)];
    for side in SIDES {
        openings.push(Opening::round_arch(side * 6.8, 1.2, 1.3, 2.9).glazed(Glass));
        openings.push(Opening::round_arch(side * 6.8, 1.2, 6.3, 7.2).glazed(Glass));
    }
    let x = [-OUTER[0], OUTER[0]];
    let between = [-END_WALL, -NAVE_END];
    let panes = [-END_WALL, 0.06 - END_WALL];
    let band = Opening::round_arch(0.0, 6.6, DAIS, spring).into_outline();
    kit.wall(&Wall {
        axis: Axis::Z,
        between,
        panes,
        outline: &area(x, [0.0, CEILING[0]]),
        openings: &openings,
        faces: [Sandstone, Plaster],
        bands: &[(1, band, Dressed), (1, area(x, [0.0, 1.1]), Sandstone)],
        reveal: Dressed,
    });
    rose_wall(kit, between, panes);

    kit.object("apse");
    let half_width = ARCADE[1];
    let back = -15.0;
    let plan = area([-half_width, half_width], [back, -END_WALL]);
    kit.prism(
        Axis::Y,
        FOUNDATION,
        DAIS,
        &plan,
        Skin::all(Sandstone).with_top(Tiles),
    );
    let outline = profile(Axis::Y, &plan);
    let hole = profile(
        Axis::Y,
        &arc(
            dvec2(0.0, -END_WALL),
            DVec2::splat(3.0),
            std::f64::consts::PI,
            std::f64::consts::TAU,
            12,
        ),
    );
    let ring = difference(&[outline.clone()], &[hole]);
    for (y, material) in [([DAIS, 2.51], Blue), ([2.51, spring], Plaster)] {
        let y = y.map(snap);
        kit.axis_face(Axis::Y, y[0], false, material, ring.clone());
        kit.axis_face(Axis::Y, y[1], true, material, ring.clone());
        kit.sides(Axis::Y, y[0], y[1], &ring, |p, q, _| {
            Some(if on_contour(&outline, p, q) {
                Sandstone
            } else {
                material
            })
        });
    }
    kit.half_dome(&HalfDome {
        center: dvec3(0.0, spring, -END_WALL),
        radius: 3.0,
        half_width,
        back,
        top: CEILING[0],
        around: 12,
        up: 6,
        row: 0.5,
        inside: Stars,
        outside: Sandstone,
    });
}

/// The gable wall above the gallery's ceiling with a round window.
fn rose_wall(kit: &mut Kit, between: [f64; 2], panes: [f64; 2]) {
    let center = dvec2(0.0, 10.9);
    kit.wall(&Wall {
        axis: Axis::Z,
        between,
        panes,
        outline: &area([-ARCADE[1], ARCADE[1]], [CEILING[0], NAVE_TOP]),
        openings: &[Opening::circle(center, 1.1, 12).glazed(Amber)],
        faces: [Sandstone, Plaster],
        bands: &[],
        reveal: Dressed,
    });
}

/// The narthex, the gallery above it, and the walls before and behind them.
fn front(kit: &mut Kit) {
    kit.object("front_inner");
    let x = [-OUTER[0], OUTER[0]];
    let inner = [NAVE_END, END_WALL];
    let mut openings = vec![
        Opening::round_arch(0.0, 4.0, 0.0, 2.0),
        Opening::round_arch(0.0, 4.4, GALLERY, 6.1),
    ];
    for side in SIDES {
        openings.push(Opening::round_arch(side * 6.8, 2.0, 0.0, 2.0));
        openings.push(Opening::round_arch(side * 6.8, 2.4, GALLERY, 6.9));
    }
    kit.wall(&Wall {
        axis: Axis::Z,
        between: inner,
        panes: inner,
        outline: &area(x, [0.0, CEILING[0]]),
        openings: &openings,
        faces: [Plaster, Plaster],
        bands: &[],
        reveal: Dressed,
    });
    block(
        kit,
        [-ARCADE[1], ARCADE[1]],
        [CEILING[0], NAVE_TOP],
        inner,
        Skin {
            high: Sandstone,
            ..Skin::all(Plaster)
        },
    );
    kit.object("balustrade_front");
    furniture::balustrade_along_x(kit, 10.4, GALLERY, [-2.2, 2.2]);

    kit.object("narthex");
    let z = [END_WALL, FRONT[0]];
    kit.prism(Axis::Y, 4.7, GALLERY, &area(x, z), Skin::all(Wood));
    let roof = Skin {
        low: Wood,
        sides: Sandstone,
        high: Terracotta,
        top: Terracotta,
    };
    kit.prism(
        Axis::Y,
        CEILING[0],
        CEILING[1],
        &area([-OUTER[1], OUTER[1]], [END_WALL, FRONT[1]]),
        roof,
    );
    for beam in 0..5 {
        let x = 3.0 * f64::from(beam) - 6.0;
        block(kit, [x - 0.1, x + 0.1], [8.55, CEILING[0]], z, Skin::all(Wood));
    }

    kit.object("front_outer");
    let mut openings = vec![
        Opening::round_arch(0.0, 2.6, 0.0, 2.4).blind(Wood),
        Opening::round_arch(0.0, 2.0, 6.2, 7.2).glazed(Glass),
    ];
    for side in SIDES {
        openings.push(Opening::round_arch(side * 5.0, 1.2, 1.3, 2.9).glazed(Glass));
    }
    kit.wall(&Wall {
        axis: Axis::Z,
        between: FRONT,
        panes: [FRONT[1] - 0.2, FRONT[1]],
        outline: &area(x, [0.0, CEILING[0]]),
        openings: &openings,
        faces: [Plaster, Sandstone],
        bands: &[(0, area(x, [0.0, 1.1]), Sandstone)],
        reveal: Dressed,
    });
}

/// A way up to the gallery: two flights along x with a landing, beside each other in one room.
struct Ascent {
    name: &'static str,
    /// Horizontal length of a flight.
    run: f64,
    /// Depth of the landing between them.
    landing: f64,
    /// Steps, or a ramp.
    stepped: bool,
}

fn ascent(
    kit: &mut Kit,
    side: f64,
    Ascent {
        name,
        run,
        landing,
        stepped,
    }: Ascent,
) {
    kit.object(&format!("{name}_room"));
    // Distances from the outer face of the hall's wall.
    let entry = 1.6;
    let depth = entry + run + landing;
    let x = |near: f64, far: f64| mirrored(side, [OUTER[1] + near, OUTER[1] + far]);
    let (room, walls) = ([4.6, 8.6], [4.0, 9.2]);
    let roof = Skin {
        low: Wood,
        sides: Sandstone,
        high: Terracotta,
        top: Terracotta,
    };
    let stone = Skin::all(Sandstone);
    block(
        kit,
        x(0.0, depth + 0.6),
        [FOUNDATION, 0.0],
        walls,
        stone.with_top(Terracotta),
    );
    kit.prism(
        Axis::Y,
        CEILING[0],
        CEILING[1],
        &area(x(0.0, depth + 0.6), walls),
        roof,
    );
    for (between, inner) in [([walls[0], room[0]], 1), ([room[1], walls[1]], 0)] {
        let mut openings = Vec::new();
        let facing_court = side > 0.0 && inner == 1;
        let middle = side * (OUTER[1] + 0.5 * depth);
        let window = Opening::round_arch(middle, 1.6, 5.2, 6.8);
        openings.push(if facing_court {
            window
        } else {
            window.glazed(Glass)
        });
        let mut faces = [Plaster, Plaster];
        if !facing_court {
            faces[1 - inner] = Sandstone;
        }
        kit.wall(&Wall {
            axis: Axis::Z,
            between,
            panes: if inner == 1 {
                [between[0], between[0] + 0.06]
            } else {
                [between[1] - 0.06, between[1]]
            },
            outline: &area(x(0.0, depth + 0.6), [0.0, CEILING[0]]),
            openings: &openings,
            faces,
            bands: &[],
            reveal: Dressed,
        });
    }
    let end = x(depth, depth + 0.6);
    let inner = usize::from(side < 0.0);
    let mut faces = [Plaster, Plaster];
    faces[1 - inner] = Sandstone;
    kit.wall(&Wall {
        axis: Axis::X,
        between: end,
        panes: x(depth + 0.54, depth + 0.6),
        outline: &area(room, [0.0, CEILING[0]]),
        openings: &[Opening::round_arch(6.6, 1.6, 3.7, 5.6).glazed(Glass)],
        faces,
        bands: &[],
        reveal: Dressed,
    });

    kit.object(name);
    let half = 0.5 * GALLERY;
    let (first, spine, second) = ([4.6, 6.4], [6.4, 6.8], [6.8, 8.6]);
    let rises = |from: f64, foot_height: f64, towards: f64| -> Vec<DVec2> {
        let points = if stepped {
            flight(0.0, foot_height, 0.0, 15, run / 15.0, half / 15.0)
        } else {
            vec![
                dvec2(0.0, 0.0),
                dvec2(0.0, foot_height),
                dvec2(run, foot_height + half),
                dvec2(run, 0.0),
            ]
        };
        let place = |point: DVec2| dvec2(side * (OUTER[1] + from + towards * point.x), point.y);
        points.into_iter().map(place).collect()
    };
    let skin = Skin {
        top: if stepped { Dressed } else { Terracotta },
        ..Skin::all(Sandstone)
    };
    let tread = Skin {
        sides: Dressed,
        ..skin
    };
    let tread = if stepped {
        tread
    } else {
        Skin {
            sides: Terracotta,
            top: Terracotta,
            ..skin
        }
    };
    kit.prism(Axis::Z, first[0], first[1], &rises(entry, 0.0, 1.0), tread);
    kit.prism(
        Axis::Z,
        second[0],
        second[1],
        &rises(entry + run, half, -1.0),
        tread,
    );
    block(kit, x(entry + run, depth), [0.0, half], room, skin);
    block(kit, x(0.0, entry), [GALLERY - 0.4, GALLERY], second, skin);
    // The wall between the flights ends in a parapet over both.
    let parapet: Vec<DVec2> = [
        (entry, 0.0),
        (entry, GALLERY + RAIL),
        (entry + run, half + RAIL),
        (entry + run, 0.0),
    ]
    .into_iter()
    .map(|(distance, y)| dvec2(side * (OUTER[1] + distance), y))
    .collect();
    kit.prism(
        Axis::Z,
        spine[0],
        spine[1],
        &parapet,
        Skin {
            top: Dressed,
            ..Skin::all(Plaster)
        },
    );
    block(
        kit,
        x(0.0, entry),
        [GALLERY - 0.4, GALLERY + RAIL],
        spine,
        Skin {
            top: Dressed,
            ..Skin::all(Plaster)
        },
    );
}

/// A low room on the left with shelves, a table and crates.
fn library(kit: &mut Kit) {
    kit.object("library");
    let (x, z) = ([-16.2, -OUTER[1]], [-9.6, -1.8]);
    let top = 4.0;
    block(kit, x, [FOUNDATION, 0.0], z, Skin::all(Sandstone).with_top(Wood));
    let roof = Skin {
        low: Wood,
        sides: Sandstone,
        high: Terracotta,
        top: Terracotta,
    };
    kit.prism(Axis::Y, top, top + 0.4, &area(x, z), roof);
    for (between, faces, windows) in [
        ([-9.6, -9.0], [Sandstone, Plaster], true),
        ([-2.4, -1.8], [Plaster, Sandstone], false),
    ] {
        let mut openings = Vec::new();
        if windows {
            openings.push(Opening::rectangle(-12.8, 1.2, 1.2, 2.9).glazed(Glass));
        }
        kit.wall(&Wall {
            axis: Axis::Z,
            between,
            panes: [between[0], between[0] + 0.06],
            outline: &area(x, [0.0, top]),
            openings: &openings,
            faces,
            bands: &[],
            reveal: Dressed,
        });
    }
    kit.wall(&Wall {
        axis: Axis::X,
        between: [x[0], -15.6],
        panes: [x[0], x[0] + 0.06],
        outline: &area([-9.0, -2.4], [0.0, top]),
        openings: &[Opening::rectangle(-5.8, 1.2, 1.2, 2.9).glazed(Glass)],
        faces: [Sandstone, Plaster],
        bands: &[],
        reveal: Dressed,
    });
    for beam in 0..4 {
        let z = f64::from(beam).mul_add(1.6, -8.1);
        block(
            kit,
            [-15.6, -OUTER[1]],
            [top - 0.22, top],
            [z - 0.09, z + 0.09],
            Skin::all(Wood),
        );
    }
    kit.object("furniture");
    furniture::shelves(kit, [-14.6, -10.8], -2.4);
    furniture::table(kit, dvec3(-13.0, 0.0, -6.0), dvec2(2.4, 1.0));
    kit.object("crates");
    furniture::crate_at(kit, dvec3(-10.5, 0.0, -8.4), 0.9);
    furniture::crate_at(kit, dvec3(-11.5, 0.0, -8.45), 0.8);
    furniture::crate_at(kit, dvec3(-10.55, 0.9, -8.45), 0.7);
}

/// The court on the right under a roof of glass: a walk round steps down to a fountain.
fn court(kit: &mut Kit) {
    kit.object("court_floor");
    let (x, z) = ([OUTER[1], 22.0], [-8.6, 4.0]);
    let inside = [x[0], 21.4];
    let bottom = -1.02;
    block(
        kit,
        x,
        [bottom - 0.8, bottom],
        z,
        Skin::all(Sandstone).with_top(Tiles),
    );
    for step in 0..6 {
        let inset = 0.3 * f64::from(5 - step);
        let y = [
            bottom + 0.17 * f64::from(step),
            bottom + 0.17 * f64::from(step + 1),
        ];
        let outer = profile(Axis::Y, &area(x, z));
        let hole = profile(
            Axis::Y,
            &area([12.0 + inset, 19.2 - inset], [-6.0 + inset, 2.0 - inset]),
        );
        let top = if step == 5 { Gravel } else { Dressed };
        let region = difference(&[outer.clone()], &[hole]);
        let (low, high) = (snap(y[0]), snap(y[1]));
        kit.axis_face(Axis::Y, low, false, Dressed, region.clone());
        kit.axis_face(Axis::Y, high, true, top, region.clone());
        kit.sides(Axis::Y, low, high, &region, |_, _, _| Some(Dressed));
    }
    let roof = 8.3;
    kit.object("court_walls");
    let niches = |middles: &[f64]| -> Vec<Opening> {
        middles
            .iter()
            .map(|&middle| Opening::round_arch(middle, 2.0, 0.0, 2.5).blind(Blue))
            .collect()
    };
    kit.wall(&Wall {
        axis: Axis::Z,
        between: [z[0], -8.0],
        panes: [z[0], -8.25],
        outline: &area(x, [0.0, roof]),
        openings: &niches(&[12.0, 15.6, 19.2]),
        faces: [Sandstone, Plaster],
        bands: &[],
        reveal: Dressed,
    });
    kit.wall(&Wall {
        axis: Axis::X,
        between: [inside[1], x[1]],
        panes: [inside[1] + 0.25, x[1]],
        outline: &area([-8.0, z[1]], [0.0, roof]),
        openings: &niches(&[-5.2, -2.0, 1.2]),
        faces: [Plaster, Sandstone],
        bands: &[],
        reveal: Dressed,
    });
    kit.object("court_roof");
    kit.prism(Axis::Y, roof, roof + 0.1, &area(x, z), Skin::all(Glass));
    for beam in 0..6 {
        let middle = 2.0 * f64::from(beam) - 7.0;
        block(
            kit,
            inside,
            [roof - 0.3, roof],
            [middle - 0.1, middle + 0.1],
            Skin::all(Wood),
        );
    }
    kit.object("fountain");
    furniture::fountain(kit, dvec3(15.6, bottom, -2.0));
}
