//! The shared plane table, as in Quake's compilers. Coplanar faces share an entry even if they face in opposite
//! directions.
//!
//! Faces are inserted in order of decreasing size, because a large face defines its plane most precisely. A face joins
//! an existing direction, and then a plane with this direction, if all its corners fit. Comparing normals would not
//! work, because the normal of a small face is imprecise, whereas its corners are precise.

use std::{
    collections::{BTreeMap, HashMap},
    hash::{BuildHasherDefault, Hasher},
};

use bspwalk_geometry::{Plane, tolerance::SAME_NORMAL};
use glam::{DVec3, IVec3};
use smallvec::SmallVec;

use crate::solid_leaf::PlaneId;

/// Size of the grid cells used to look up directions. A face whose normal is less precise than this is a needle and
/// gets its own plane.
const DIRECTION_CELL: f64 = 2.0e-3;

/// Minimum absolute cosine between a face's normal and a direction that the face may join.
const ALONG: f64 = 0.9;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Facing {
    pub(crate) plane: PlaneId,
    /// Whether the face points in the opposite direction to the plane's normal.
    pub(crate) flipped: bool,
}

pub(crate) struct PlaneTable {
    planes: Vec<Plane>,
    /// Unit normals in canonical orientation, starting with the coordinate axes.
    directions: Vec<DVec3>,
    /// Directions, indexed by the grid cell of their normal.
    cells: HashMap<IVec3, SmallVec<[u32; 2]>, BuildHasherDefault<CellHasher>>,
    /// For each direction, the planes perpendicular to it, indexed by their [`ordered`] offset.
    offsets: Vec<BTreeMap<i64, PlaneId>>,
    /// Maximum distance of a corner from its face's plane, in metres.
    tolerance: f64,
}

/// Hasher for grid cells that uses multiplicative hashing (Knuth).
///
/// A malicious level cannot cause many collisions: there are fewer than 2³⁰ cells, and a lookup visits only a cell and
/// its neighbours.
#[derive(Default)]
struct CellHasher(u64);

impl Hasher for CellHasher {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u32(byte.into());
        }
    }

    fn write_i32(&mut self, number: i32) {
        self.write_u32(number.cast_unsigned());
    }

    fn write_u32(&mut self, number: u32) {
        self.0 = (self.0.rotate_left(21) ^ u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// Converts a length to an integer that sorts in the same order; see [`f64::total_cmp`].
fn ordered(length: f64) -> i64 {
    let bits = length.to_bits().cast_signed();
    bits ^ ((bits >> 63).cast_unsigned() >> 1).cast_signed()
}

/// Minimum and maximum offsets of a set of points along a direction.
type Extent = [f64; 2];

pub(crate) fn extent(points: &[DVec3], direction: DVec3) -> Extent {
    points
        .iter()
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], point| {
            let offset = direction.dot(*point);
            [low.min(offset), high.max(offset)]
        })
}

impl PlaneTable {
    /// Creates an empty table for planes with the given thickness ([`bspwalk_geometry::Tolerances::on_plane`]).
    pub(crate) fn new(thickness: f64) -> Self {
        let mut table = Self {
            planes: Vec::new(),
            directions: Vec::new(),
            cells: HashMap::default(),
            offsets: Vec::new(),
            // Half the thickness is used, so that a face whose corners fit its plane is well within the thickness.
            tolerance: 0.5 * thickness,
        };
        for axis in DVec3::AXES {
            table.add_direction(axis);
        }
        table
    }

    pub(crate) fn planes(&self) -> &[Plane] {
        &self.planes
    }

    #[inline]
    pub(crate) fn facing_plane(&self, facing: Facing) -> Plane {
        let plane = self.planes[facing.plane.index()];
        if facing.flipped { plane.flipped() } else { plane }
    }

    pub(crate) fn into_planes(self) -> Vec<Plane> {
        self.planes
    }

    /// Returns the plane of a face with the given corners and unit normal, adding it if necessary.
    pub(crate) fn insert(&mut self, corners: &[DVec3], normal: DVec3) -> Facing {
        let canonical = canonical(normal);
        let mut flat = None;
        for direction in self.directions_near(canonical) {
            let along = self.directions[direction as usize];
            if along.dot(canonical).abs() < ALONG {
                continue;
            }
            let extent = extent(corners, along);
            if let Some(plane) = self.plane_at(direction, extent) {
                return self.facing(plane, normal);
            }
            if flat.is_none() && extent[1] - extent[0] <= 2.0 * self.tolerance {
                flat = Some((direction, extent));
            }
        }
        let (direction, [low, high]) =
            flat.unwrap_or_else(|| (self.add_direction(canonical), extent(corners, canonical)));
        let plane = self.add_plane(direction, 0.5 * (low + high));
        self.facing(plane, normal)
    }

    /// Returns the plane perpendicular to a unit normal at the given offset along it, with the same orientation as the
    /// normal. Adds the plane if necessary.
    pub(crate) fn insert_across(&mut self, normal: DVec3, offset: f64) -> Facing {
        let canonical = canonical(normal);
        let offset = if canonical == normal { offset } else { -offset };
        let direction = self
            .directions_near(canonical)
            .into_iter()
            .find(|&other| self.directions[other as usize] == canonical)
            .unwrap_or_else(|| self.add_direction(canonical));
        let plane = self
            .plane_at(direction, [offset; 2])
            .unwrap_or_else(|| self.add_plane(direction, offset));
        self.facing(plane, normal)
    }

    /// Returns the direction in the table that is parallel to a unit normal, oriented like that normal. If there is no
    /// such direction, returns the normal itself.
    pub(crate) fn nearest_direction(&self, normal: DVec3) -> DVec3 {
        let sine = |direction: &DVec3| direction.cross(normal).length_squared();
        self.directions_near(canonical(normal))
            .into_iter()
            .map(|id| self.directions[id as usize])
            .min_by(|a, b| sine(a).total_cmp(&sine(b)))
            .filter(|direction| sine(direction) <= SAME_NORMAL * SAME_NORMAL)
            .map_or(normal, |direction| {
                if direction.dot(normal) < 0.0 {
                    -direction
                } else {
                    direction
                }
            })
    }

    fn facing(&self, plane: PlaneId, normal: DVec3) -> Facing {
        Facing {
            plane,
            flipped: self.planes[plane.index()].normal.dot(normal) < 0.0,
        }
    }

    fn directions_near(&self, normal: DVec3) -> SmallVec<[u32; 8]> {
        let mut near = SmallVec::new();
        // Directions in the table have a canonical orientation. A neighbouring direction can have the opposite
        // orientation only if the two largest coordinates are similar.
        let [_, second, largest] = sorted(normal.abs());
        let turns_over = largest - second < 4.0 * DIRECTION_CELL;
        let opposite = turns_over.then_some(-normal);
        for normal in [Some(normal), opposite].into_iter().flatten() {
            let cell = cell_of(normal);
            for x in -1..=1 {
                for y in -1..=1 {
                    for z in -1..=1 {
                        if let Some(directions) = self.cells.get(&(cell + IVec3::new(x, y, z))) {
                            near.extend_from_slice(directions);
                        }
                    }
                }
            }
        }
        near.sort_unstable();
        near.dedup();
        near
    }

    /// Returns the plane that is perpendicular to a direction and fits the extent.
    fn plane_at(&self, direction: u32, [low, high]: Extent) -> Option<PlaneId> {
        let (from, to) = (high - self.tolerance, low + self.tolerance);
        if from.is_nan() || from > to {
            return None;
        }
        let middle = 0.5 * (low + high);
        let off_middle = |plane: &PlaneId| (-self.planes[(*plane).index()].d - middle).abs();
        self.offsets[direction as usize]
            .range(ordered(from)..=ordered(to))
            .map(|(_, &plane)| plane)
            .min_by(|a, b| off_middle(a).total_cmp(&off_middle(b)))
    }

    fn add_direction(&mut self, direction: DVec3) -> u32 {
        let id = self.directions.len() as u32;
        self.directions.push(direction);
        self.offsets.push(BTreeMap::new());
        self.cells.entry(cell_of(direction)).or_default().push(id);
        id
    }

    fn add_plane(&mut self, direction: u32, offset: f64) -> PlaneId {
        let id = PlaneId::from_index(self.planes.len());
        self.planes.push(Plane {
            normal: self.directions[direction as usize],
            d: -offset,
        });
        self.offsets[direction as usize].insert(ordered(offset), id);
        id
    }
}

/// Returns the normal or its opposite, whichever has a positive largest coordinate.
fn canonical(normal: DVec3) -> DVec3 {
    let largest = normal.abs().max_element();
    let positive = normal.to_array().into_iter().any(|c| c == largest);
    if positive { normal } else { -normal }
}

fn sorted(v: DVec3) -> [f64; 3] {
    let mut sorted = v.to_array();
    sorted.sort_by(f64::total_cmp);
    sorted
}

fn cell_of(normal: DVec3) -> IVec3 {
    (normal / DIRECTION_CELL).floor().as_ivec3()
}
