//! Which pieces lie on one plane, without comparing each with each.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

use glam::DVec3;
use smallvec::SmallVec;

use super::super::context::Context;
use crate::{
    bsp::{
        effort::Report,
        pieces::{Piece, Pieces},
        scoring::Faces,
    },
    geometry::{Plane, Relation, tolerance::SAME_NORMAL},
    progress::Cancelled,
};

/// Numbers planes: equal ones have the same number, that of the first.
pub(in crate::bsp::node_storing) fn number_planes(planes: &[Plane]) -> Vec<u32> {
    let mut known: HashMap<[u64; 4], u32, BuildHasherDefault<Mixer>> =
        HashMap::with_capacity_and_hasher(planes.len(), BuildHasherDefault::default());
    (0..)
        .zip(planes)
        .map(|(index, plane)| {
            let Plane { normal, d } = plane;
            // The two zeros are equal.
            let bits = [normal.x, normal.y, normal.z, *d].map(|number| (number + 0.0).to_bits());
            *known.entry(bits).or_insert(index)
        })
        .collect()
}

/// Pieces on different planes out of those with these indices; of the pieces on one plane the largest. A piece is on the plane
/// of the first kept one that it fits.
pub(in crate::bsp::node_storing) fn distinct_planes(
    context: &Context,
    pieces: &Pieces,
    indices: &[u32],
    report: &Report<'_>,
) -> Result<SmallVec<[usize; 16]>, Cancelled> {
    let mut kept: SmallVec<[usize; 16]> = SmallVec::new();
    let mut cells = None;
    let area = |piece: Piece| context.areas[piece.face as usize];
    for &index in indices {
        report.check()?;
        let piece = pieces.get(index as usize);
        let own = context.plane(piece);
        let is_same = |other: usize| {
            let plane = context.plane(pieces.get(other));
            plane.normal.cross(own.normal).length_squared() <= SAME_NORMAL * SAME_NORMAL
                && pieces.relation(piece, &plane, context.tolerance) == Relation::On
        };
        if cells.is_none() && kept.len() >= FEW_PLANES && !context.all_pairs {
            let mut new = PlaneCells::new(context, pieces);
            for (slot, &index) in (0..).zip(&kept) {
                new.insert(slot, &context.plane(pieces.get(index)));
            }
            cells = Some(new);
        }
        let same = match &cells {
            None => kept.iter().position(|&other| is_same(other)),
            Some(cells) => {
                let corner = pieces.vertices(piece).first().map(|vertex| vertex.position);
                let near = cells.near(own, corner.unwrap_or_default());
                let slots = near.map(|slot| slot as usize);
                slots.filter(|&slot| is_same(kept[slot])).min()
            }
        };
        match same {
            // The larger triangle fixes its plane better.
            Some(slot) => {
                let old = pieces.get(kept[slot]);
                if area(piece) > area(old) {
                    kept[slot] = index as usize;
                    if let Some(cells) = &mut cells {
                        cells.remove(slot as u32, &context.plane(old));
                        cells.insert(slot as u32, &own);
                    }
                }
            }
            None => {
                if let Some(cells) = &mut cells {
                    cells.insert(kept.len() as u32, &own);
                }
                kept.push(index as usize);
            }
        }
    }
    Ok(kept)
}

/// With fewer planes each is compared with each.
const FEW_PLANES: usize = 32;

/// How much wider than what may count as equal a cell is, so that most look-ups read one cell.
const CELL_WIDTH: f64 = 64.0;

/// How far apart the unit normals of one plane may be: the chord is as long as the sine to the precision of [`SAME_NORMAL`]
/// squared.
const NORMAL_REACH: f64 = 1.01 * SAME_NORMAL;

type Cell = [i64; 4];

/// Planes by their cells in the space of normals and distances from the origin.
struct PlaneCells {
    cells: HashMap<Cell, SmallVec<[u32; 4]>, BuildHasherDefault<Mixer>>,
    tolerance: f64,
    /// The greatest distance of a vertex from the origin.
    reach: f64,
}

impl PlaneCells {
    fn new(context: &Context, pieces: &Pieces) -> Self {
        let vertices = pieces.iter().flat_map(|piece| pieces.vertices(piece));
        let reach = vertices
            .map(|vertex| vertex.position.length())
            .fold(0.0, f64::max);
        Self {
            cells: HashMap::default(),
            tolerance: context.tolerance,
            reach,
        }
    }

    /// How far apart the distances from the origin of two planes may be that a piece lies on: the piece is on both, and the
    /// normals differ by [`NORMAL_REACH`] at most.
    fn offset_reach(&self) -> f64 {
        1.01 * self.tolerance + NORMAL_REACH * self.reach
    }

    fn cell(&self, normal: DVec3, d: f64) -> Cell {
        let normal = normal / (CELL_WIDTH * NORMAL_REACH);
        let d = d / (CELL_WIDTH * self.offset_reach());
        // Numbers that are too large end in one cell.
        [normal.x, normal.y, normal.z, d].map(|number| number.floor() as i64)
    }

    fn insert(&mut self, slot: u32, plane: &Plane) {
        let cell = self.cell(plane.normal, plane.d);
        self.cells.entry(cell).or_default().push(slot);
    }

    fn remove(&mut self, slot: u32, plane: &Plane) {
        let cell = self.cell(plane.normal, plane.d);
        if let Some(slots) = self.cells.get_mut(&cell) {
            slots.retain(|other| *other != slot);
        }
    }

    /// At least the planes that a piece with this plane and this corner may lie on.
    fn near(&self, own: Plane, corner: DVec3) -> impl Iterator<Item = u32> {
        let d = -own.normal.dot(corner);
        // A plane may face either way.
        [1.0, -1.0].into_iter().flat_map(move |sign| {
            let (normal, d) = (sign * own.normal, sign * d);
            let [low, high] = [-1.0, 1.0]
                .map(|side| self.cell(normal + side * NORMAL_REACH, d + side * self.offset_reach()));
            let along = move |axis: usize| low[axis]..=high[axis];
            along(0).flat_map(move |x| {
                along(1).flat_map(move |y| {
                    along(2).flat_map(move |z| {
                        along(3).flat_map(move |d| {
                            let slots = self.cells.get(&[x, y, z, d]);
                            slots.into_iter().flatten().copied()
                        })
                    })
                })
            })
        })
    }
}

/// A hasher of few whole numbers, each multiplied into the sum (the constant is that of `SplitMix64`, Steele, Lea and Flood
/// 2014).
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(23) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_i64(&mut self, number: i64) {
        self.write_u64(number as u64);
    }

    fn write_usize(&mut self, _length: usize) {}

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}
