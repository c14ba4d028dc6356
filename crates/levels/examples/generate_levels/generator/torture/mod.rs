//! `torture`: an exhibition hall under a roof of glass. Eight bays beside its aisle show what makes collision fail; each is
//! a station of the course, or several, whose numbers are those of the geometry.

mod draft;
mod exhibits;
mod numerals;
mod patches;
mod shell;
pub(super) mod stations;

use glam::{DVec2, DVec3, dvec2, dvec3};

use super::{
    hall::marker,
    kit::Kit,
    material::Material::{self, *},
    mesh::Mesh,
    solid::{Skin, rectangle},
};

/// Half the width of the aisle, and the other face of the arcades beside it.
const AISLE: f64 = 5.0;
const FRONT: f64 = 5.8;
/// Depth of a bay behind the arcade, and half its width.
const DEPTH: f64 = 14.0;
const HALF_WIDTH: f64 = 5.0;
/// Thickness of the walls.
const WALL: f64 = 0.8;
/// From the middle of a bay to that of the next.
const PITCH: f64 = 2.0 * HALF_WIDTH + WALL;
/// Half the length of the aisle.
const HALF_LENGTH: f64 = 2.0 * PITCH + 0.5 * WALL;

/// A bay beside the aisle.
///
/// Its own coordinates are u, into the bay from the arcade's back, and w, to the right of somebody who looks into it.
#[derive(Clone, Copy)]
pub(super) struct Bay {
    /// Its number, from 1.
    number: u32,
    /// 1 on the side of +X, −1 on the other.
    side: f64,
    /// Its middle along z.
    middle: f64,
    /// Its colour.
    color: Material,
}

const fn bay(number: u32, color: Material) -> Bay {
    let row = ((number - 1) / 2) as f64;
    Bay {
        number,
        side: if number.is_multiple_of(2) { 1.0 } else { -1.0 },
        middle: (1.5 - row) * PITCH,
        color,
    }
}

const WEDGES: Bay = bay(1, Red);
const NEEDLES: Bay = bay(2, Azure);
const STAIRS: Bay = bay(3, Sand);
const RAMPS: Bay = bay(4, Green);
const SPIKES: Bay = bay(5, Violet);
const SLIVERS: Bay = bay(6, Orange);
const CANNON: Bay = bay(7, Grey);
const PATCHES: Bay = bay(8, Teal);
const BAYS: [Bay; 8] = [WEDGES, NEEDLES, STAIRS, RAMPS, SPIKES, SLIVERS, CANNON, PATCHES];

impl Bay {
    /// A place in space.
    fn at(&self, u: f64, y: f64, w: f64) -> DVec3 {
        dvec3(self.side * (FRONT + u), y, self.middle + self.side * w)
    }

    /// A direction in space.
    fn direction(&self, u: f64, y: f64, w: f64) -> DVec3 {
        dvec3(self.side * u, y, self.side * w)
    }

    /// A place in the plan: (x, z).
    fn plan(&self, u: f64, w: f64) -> DVec2 {
        let at = self.at(u, 0.0, w);
        dvec2(at.x, at.z)
    }

    /// A rectangle in the plan.
    fn area(&self, u: [f64; 2], w: [f64; 2]) -> Vec<DVec2> {
        let (from, to) = (self.plan(u[0], w[0]), self.plan(u[1], w[1]));
        rectangle(from.min(to), from.max(to))
    }

    /// A profile of (u, y) as a prism along z has it: (x, y).
    fn profile(&self, points: &[DVec2]) -> Vec<DVec2> {
        points
            .iter()
            .map(|point| dvec2(self.side * (FRONT + point.x), point.y))
            .collect()
    }

    /// Two places along w as coordinates along z, the lower one first.
    fn along_z(&self, w: [f64; 2]) -> [f64; 2] {
        let [a, b] = w.map(|w| self.middle + self.side * w);
        [a.min(b), a.max(b)]
    }

    /// Degrees to the left of −Z of a look into the bay.
    fn yaw(&self) -> f32 {
        if self.side > 0.0 { -90.0 } else { 90.0 }
    }

    fn block(&self, kit: &mut Kit, u: [f64; 2], y: [f64; 2], w: [f64; 2], skin: Skin) {
        kit.block(self.at(u[0], y[0], w[0]), self.at(u[1], y[1], w[1]), skin);
    }
}

/// Makes the level.
pub(crate) fn torture() -> Mesh {
    let mut kit = Kit::default();
    shell::shell(&mut kit);
    exhibits::exhibits(&mut kit);
    kit.marker("spawn", marker(dvec3(0.0, 0.0, HALF_LENGTH - 2.2)));
    kit.build()
}
