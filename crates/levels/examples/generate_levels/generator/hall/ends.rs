//! Both ends of the nave: the apse, and the narthex below the gallery.

use glam::{DVec2, dvec2, dvec3};

use super::super::{
    furniture,
    kit::{Axis, Kit},
    material::Material::*,
    plane::{difference, snap},
    solid::{Skin, arc, profile},
    vault::HalfDome,
    wall::{Opening, Wall, on_contour},
};
use super::{
    ARCADE, CEILING, DAIS, END_WALL, FOUNDATION, FRONT, GALLERY, NAVE_END, NAVE_TOP, OUTER, SIDES, area,
    block,
};

/// Builds the wall behind the dais, the apse and the apse's half-dome.
pub(super) fn apse(kit: &mut Kit) {
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
    let ring = difference(std::slice::from_ref(&outline), &[hole]);
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

/// Builds the gable wall with a round window above the gallery's ceiling.
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

/// Builds the narthex, the gallery above it, and the walls in front of and behind both.
pub(super) fn front(kit: &mut Kit) {
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
