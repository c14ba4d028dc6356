//! The nave and its aisles: arcades, columns, vaults and outer walls.

use glam::{DVec3, dvec2, dvec3};

use super::super::{
    furniture,
    kit::{Axis, Kit},
    material::Material::*,
    solid::Skin,
    vault::{Barrel, Groin},
    wall::{Opening, Wall},
};
use super::{
    ARCADE, ARCADE_SPRING, BAYS, CEILING, COLUMNS, END_WALL, FRONT, GALLERY, NAVE_END, NAVE_SPRING, NAVE_TOP,
    OUTER, RIB, SIDES, area, block, mirrored,
};

/// Builds the wall between the nave and an aisle: arcade with columns, gallery and clerestory.
pub(super) fn arcade(kit: &mut Kit, side: f64) {
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

/// Builds a 3 m high round column with a base and a capital.
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

/// Builds the vaults of an aisle, which support the gallery's floor, and the gallery's ceiling.
pub(super) fn aisle(kit: &mut Kit, side: f64) {
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

/// Returns the z extent of each rib: whole ribs at the columns, half ribs at the ends.
fn ribs() -> Vec<[f64; 2]> {
    let mut ribs: Vec<[f64; 2]> = COLUMNS.iter().map(|z| [z - RIB, z + RIB]).collect();
    ribs.extend([[-NAVE_END, RIB - NAVE_END], [NAVE_END - RIB, NAVE_END]]);
    ribs
}

pub(super) fn outer_wall(kit: &mut Kit, side: f64) {
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

pub(super) fn nave_vault(kit: &mut Kit) {
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
