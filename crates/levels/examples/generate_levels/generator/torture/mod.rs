//! `torture`: an exhibition hall with a glass roof. Eight bays along its aisle show geometry that often breaks
//! collision detection. Each bay has one or more stations of the course, whose numbers are computed from the geometry.

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

/// Half the width of the aisle, and position of the outer face of the arcades along it.
const AISLE: f64 = 5.0;
const FRONT: f64 = 5.8;
/// Depth of a bay behind the arcade, and half the width of a bay.
const DEPTH: f64 = 14.0;
const HALF_WIDTH: f64 = 5.0;
/// Wall thickness.
const WALL: f64 = 0.8;
/// Distance between the centres of adjacent bays.
const PITCH: f64 = 2.0 * HALF_WIDTH + WALL;
/// Half the length of the aisle.
const HALF_LENGTH: f64 = 2.0 * PITCH + 0.5 * WALL;

/// A bay along the aisle.
///
/// Local coordinates: u increases from the back of the arcade into the bay, and w to the right when looking into the
/// bay.
#[derive(Clone, Copy)]
pub(super) struct Bay {
    /// Bay number, from 1.
    number: u32,
    /// 1 for bays on the +X side, −1 for bays on the −X side.
    side: f64,
    /// z coordinate of the bay's centre.
    middle: f64,
    /// Colour of the bay.
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
    /// Converts a position from local to world coordinates.
    fn at(&self, u: f64, y: f64, w: f64) -> DVec3 {
        dvec3(self.side * (FRONT + u), y, self.middle + self.side * w)
    }

    /// Converts a direction from local to world coordinates.
    fn direction(&self, u: f64, y: f64, w: f64) -> DVec3 {
        dvec3(self.side * u, y, self.side * w)
    }

    /// Converts a position from local to plan coordinates, (x, z).
    fn plan(&self, u: f64, w: f64) -> DVec2 {
        let at = self.at(u, 0.0, w);
        dvec2(at.x, at.z)
    }

    /// Returns a rectangle in plan coordinates.
    fn area(&self, u: [f64; 2], w: [f64; 2]) -> Vec<DVec2> {
        let (from, to) = (self.plan(u[0], w[0]), self.plan(u[1], w[1]));
        rectangle(from.min(to), from.max(to))
    }

    /// Converts a profile from (u, y) to (x, y), for a prism along z.
    fn profile(&self, points: &[DVec2]) -> Vec<DVec2> {
        points
            .iter()
            .map(|point| dvec2(self.side * (FRONT + point.x), point.y))
            .collect()
    }

    /// Converts two positions along w to z coordinates in ascending order.
    fn along_z(&self, w: [f64; 2]) -> [f64; 2] {
        let [a, b] = w.map(|w| self.middle + self.side * w);
        [a.min(b), a.max(b)]
    }

    /// Returns the yaw of a viewer who looks into the bay, in degrees to the left of −Z.
    fn yaw(&self) -> f32 {
        if self.side > 0.0 { -90.0 } else { 90.0 }
    }

    fn block(&self, kit: &mut Kit, u: [f64; 2], y: [f64; 2], w: [f64; 2], skin: Skin) {
        kit.block(self.at(u[0], y[0], w[0]), self.at(u[1], y[1], w[1]), skin);
    }
}

/// Generates the level's mesh.
pub(crate) fn torture() -> Mesh {
    let mut kit = Kit::default();
    shell::shell(&mut kit);
    exhibits::exhibits(&mut kit);
    kit.marker("spawn", marker(dvec3(0.0, 0.0, HALF_LENGTH - 2.2)));
    kit.build()
}
