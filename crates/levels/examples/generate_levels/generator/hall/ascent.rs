//! The two ways up to the gallery.

use glam::{DVec2, dvec2};

use super::super::{
    kit::{Axis, Kit},
    material::Material::*,
    solid::{Skin, flight},
    wall::{Opening, Wall},
};
use super::{CEILING, FOUNDATION, GALLERY, OUTER, RAIL, area, block, mirrored};

/// A way up to the gallery: two parallel flights along x, with a landing between them.
pub(super) struct Ascent {
    pub(super) name: &'static str,
    /// Horizontal length of a flight.
    pub(super) run: f64,
    /// Depth of the landing between the flights.
    pub(super) landing: f64,
    /// Whether the flights are stairs rather than ramps.
    pub(super) stepped: bool,
}

pub(super) fn ascent(
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
    // The wall between the flights ends in a parapet that rises above both.
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
