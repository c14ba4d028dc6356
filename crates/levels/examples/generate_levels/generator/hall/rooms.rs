//! The rooms next to the aisles: the library on the left and the court on the right.

use glam::{dvec2, dvec3};

use super::super::{
    furniture,
    kit::{Axis, Kit},
    material::Material::*,
    plane::{difference, snap},
    solid::{Skin, profile},
    wall::{Opening, Wall},
};
use super::{FOUNDATION, OUTER, area, block};

/// Builds the library: a low room on the left with shelves, a table and crates.
pub(super) fn library(kit: &mut Kit) {
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

/// Builds the court on the right: a walkway below a glass roof, around steps that lead down to a fountain.
pub(super) fn court(kit: &mut Kit) {
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
        let region = difference(std::slice::from_ref(&outer), &[hole]);
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
