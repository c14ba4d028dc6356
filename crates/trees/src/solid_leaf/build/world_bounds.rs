//! The world box of a level: a box around all faces, aligned with as much of their area as possible.
//!
//! Its sides are planes of the shared table, and coincide with face planes if faces lie on them. A level with
//! perpendicular walls therefore has the same tree in every orientation.

use std::collections::HashMap;

use crate::tolerance::CELL_THICKNESS;
use bspwalk_geometry::{Plane, Polyhedron, Tolerances, tolerance::SAME_NORMAL};
use glam::{DMat3, DVec3};

use super::plane_table::{Facing, PlaneTable, extent};

/// Number of sides of a world box. The sides are the topmost nodes of every tree.
pub(crate) const SIDES: usize = 6;

/// Maximum volume of a rotated box, as a fraction of the axis-aligned box's volume. Larger rotated boxes are not used.
const WORTH_TURNING: f64 = 0.98;

/// Margin of the world box around the faces if they are all coplanar, as a fraction of the faces' diagonal.
const FLAT_MARGIN: f64 = 0.01;

/// Faces count as coplanar if their extent is less than this multiple of [`CELL_THICKNESS`], because no cell can be cut
/// there.
const FLAT: f64 = 4.0;

pub(crate) struct WorldBox {
    pub(crate) sides: [Facing; SIDES],
    /// Interior of the box. Face `i` of the cell lies on side `i`.
    pub(crate) cell: Polyhedron,
}

impl WorldBox {
    pub(crate) fn new(
        points: &[DVec3],
        areas: impl IntoIterator<Item = (Facing, f64)>,
        table: &mut PlaneTable,
        tolerances: &Tolerances,
    ) -> Self {
        let upright = DVec3::AXES;
        let axes = main_directions(areas, table)
            .filter(|turned| volume(points, turned) < WORTH_TURNING * volume(points, &upright))
            .unwrap_or(upright);
        let extents = axes.map(|axis| extent(points, axis));
        let diagonal = DVec3::from(extents.map(|[low, high]| high - low)).length();
        let flat = FLAT * CELL_THICKNESS * tolerances.on_plane;
        let margin = (FLAT_MARGIN * diagonal).max(flat);
        let mut sides = [Facing::default(); SIDES];
        for (i, (axis, [mut low, mut high])) in axes.into_iter().zip(extents).enumerate() {
            if high - low <= flat {
                (low, high) = (low - margin, high + margin);
            }
            sides[2 * i] = table.insert_across(axis, low);
            sides[2 * i + 1] = table.insert_across(-axis, -high);
        }
        Self {
            sides,
            cell: polyhedron_of_sides(&sides.map(|side| table.facing_plane(side))),
        }
    }
}

/// Returns the two perpendicular directions with the largest face area, completed by the third direction to a
/// right-handed frame.
fn main_directions(areas: impl IntoIterator<Item = (Facing, f64)>, table: &PlaneTable) -> Option<[DVec3; 3]> {
    let mut by_direction: Vec<(DVec3, f64)> = Vec::new();
    let mut index: HashMap<[u64; 3], usize> = HashMap::new();
    for (facing, area) in areas {
        // Parallel planes have bit-identical directions.
        let normal = table.planes()[facing.plane.index()].normal;
        let slot = *index
            .entry(normal.to_array().map(f64::to_bits))
            .or_insert_with(|| {
                by_direction.push((normal, 0.0));
                by_direction.len() - 1
            });
        by_direction[slot].1 += area;
    }
    by_direction.sort_by(|a, b| b.1.total_cmp(&a.1));
    let (first, _) = *by_direction.first()?;
    let across = by_direction
        .iter()
        .find(|(normal, _)| normal.dot(first).abs() <= SAME_NORMAL);
    let second = across.map_or_else(|| first.any_orthonormal_vector(), |&(normal, _)| normal);
    let third = table.nearest_direction(first.cross(second).normalize());
    Some([first, second, third])
}

fn volume(points: &[DVec3], axes: &[DVec3; 3]) -> f64 {
    axes.iter()
        .map(|&axis| {
            let [low, high] = extent(points, axis);
            high - low
        })
        .product()
}

pub(crate) fn polyhedron_of_sides(sides: &[Plane; SIDES]) -> Polyhedron {
    let corner = |i: usize| {
        let [a, b, c] = [0, 1, 2].map(|axis| sides[2 * axis + (i >> axis & 1)]);
        let rows = DMat3::from_cols(a.normal, b.normal, c.normal).transpose();
        rows.inverse() * -DVec3::new(a.d, b.d, c.d)
    };
    Polyhedron::from_box_corners(&std::array::from_fn(corner))
}
