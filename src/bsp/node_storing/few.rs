//! The choice of planes among few pieces, by a table that says where every piece lies of every plane.
//!
//! Each plane has two sets of pieces: those that reach in front of it and those that reach behind it. Sets are bits of a
//! word, so that a plane is scored in a few instructions, and one table serves a whole subtree: only the parts of pieces
//! that are cut are entered anew.

use super::{
    axial::bounds,
    choose::Context,
    records::{Polygons, Record},
    sampled::Costs,
};
use crate::{
    bsp::scoring::{HitProbabilities, SplitCounts},
    geometry::{Plane, Vertex},
};

/// The most pieces that a table is made of.
pub(super) const FEW: usize = 32;

/// The most pieces that a table has at once, those that have been cut included.
const SLOTS: usize = 64;

/// A subtree of at most this many pieces takes the planes that cut the fewest, whatever the surfaces: queries reach all of
/// its pieces at about the same cost.
const FEWEST: usize = 8;

/// What a cut weighs in such a subtree, and a piece more on one side than on the other, in pieces on the plane.
const CUT_OF_FEWEST: f64 = 8.0;
const UNBALANCE_OF_FEWEST: f64 = 0.25;

/// Planes of pieces, and where pieces lie of them.
pub(super) struct Table {
    /// How many planes.
    planes: usize,
    normals: [[f64; FEW]; 3],
    d: [f64; FEW],
    /// The pieces that reach in front of each plane, and those that reach behind it.
    in_front: [u64; FEW],
    behind: [u64; FEW],
    /// Pieces; the planes of the first ones are those of the table.
    records: [Option<Record>; SLOTS],
    /// The plane of each piece.
    plane_of: [u8; SLOTS],
    free: u64,
}

/// A chosen plane: the piece that it is the plane of, and how it divides the others.
#[derive(Clone, Copy)]
pub(super) struct Chosen {
    pub(super) slot: usize,
    pub(super) on: u64,
    pub(super) front: u64,
    pub(super) back: u64,
    pub(super) cut: u64,
}

impl Default for Table {
    fn default() -> Self {
        Self {
            planes: 0,
            normals: [[0.0; FEW]; 3],
            d: [0.0; FEW],
            in_front: [0; FEW],
            behind: [0; FEW],
            records: [None; SLOTS],
            plane_of: [0; SLOTS],
            free: u64::MAX,
        }
    }
}

/// The bits of a set.
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

impl Table {
    /// Enters some pieces, of which there are at most [`FEW`], in the place of all others. The set of them.
    pub(super) fn fill(&mut self, context: &Context, polygons: &Polygons, records: &[Record]) -> u64 {
        self.planes = records.len();
        for (index, record) in records.iter().enumerate() {
            let plane = context.planes[record.face as usize];
            for axis in 0..3 {
                self.normals[axis][index] = plane.normal[axis];
            }
            self.d[index] = plane.d;
        }
        self.in_front = [0; FEW];
        self.behind = [0; FEW];
        self.free = u64::MAX;
        for (index, &record) in records.iter().enumerate() {
            let vertices = record.vertices(context, polygons);
            self.enter(record, index, vertices, context.tolerance);
        }
        !self.free
    }

    /// How many more pieces can be entered.
    pub(super) fn room(&self) -> u32 {
        self.free.count_ones()
    }

    /// Enters a piece that has one of the planes.
    fn enter(&mut self, record: Record, plane: usize, vertices: &[Vertex], tolerance: f64) -> usize {
        let slot = self.free.trailing_zeros() as usize;
        self.free &= self.free - 1;
        self.records[slot] = Some(record);
        self.plane_of[slot] = plane as u8;
        let (mut low, mut high) = ([f64::INFINITY; FEW], [f64::NEG_INFINITY; FEW]);
        let planes = self.planes.next_multiple_of(4).min(FEW);
        let [xs, ys, zs] = self.normals.each_ref().map(|axis| &axis[..planes]);
        let (ds, low, high) = (&self.d[..planes], &mut low[..planes], &mut high[..planes]);
        for vertex in vertices {
            let at = vertex.position;
            for i in 0..planes {
                let distance = xs[i] * at.x + ys[i] * at.y + zs[i] * at.z + ds[i];
                low[i] = if distance < low[i] { distance } else { low[i] };
                high[i] = if distance > high[i] { distance } else { high[i] };
            }
        }
        let bit = 1 << slot;
        for i in 0..planes {
            let in_front = u64::from(high[i] > tolerance) << slot;
            let behind = u64::from(low[i] < -tolerance) << slot;
            self.in_front[i] = self.in_front[i] & !bit | in_front;
            self.behind[i] = self.behind[i] & !bit | behind;
        }
        // A piece lies on its own plane, whatever its distances.
        self.in_front[plane] &= !bit;
        self.behind[plane] &= !bit;
        slot
    }

    /// Enters a part of a piece.
    pub(super) fn enter_part(
        &mut self,
        of: usize,
        part: Record,
        vertices: &[Vertex],
        tolerance: f64,
    ) -> usize {
        self.enter(part, self.plane_of[of].into(), vertices, tolerance)
    }

    /// Makes room for others.
    pub(super) fn remove(&mut self, set: u64) {
        self.free |= set;
    }

    pub(super) fn record(&self, slot: usize) -> Option<Record> {
        self.records[slot]
    }

    /// The pieces of a set.
    pub(super) fn records(&self, set: u64) -> impl Iterator<Item = Record> + '_ {
        bits(set).filter_map(|slot| self.records[slot])
    }

    /// The best plane for the pieces of a set, which is not empty. `note` is called with each that is considered: the
    /// piece, its score and how it divides the set. What is chosen does not depend on the order of the pieces.
    pub(super) fn choose(
        &self,
        context: &Context,
        set: u64,
        mut note: impl FnMut(usize, f64, SplitCounts),
    ) -> Chosen {
        let count = set.count_ones() as usize;
        let content = (count > FEWEST).then(|| bounds(self.records(set)));
        let costs = Costs::new(&context.params, count);
        let weight = context.params.cut_weight;
        let (mut best, mut best_key) = (None, (f64::INFINITY, 0.0, 0));
        for slot in bits(set) {
            let plane = usize::from(self.plane_of[slot]);
            let (in_front, behind) = (self.in_front[plane] & set, self.behind[plane] & set);
            let cut = in_front & behind;
            let divided = Chosen {
                slot,
                on: set & !(in_front | behind),
                front: in_front & !cut,
                back: behind & !cut,
                cut,
            };
            let counts = divided.counts();
            let face = self.records[slot].map_or(u32::MAX, |record| record.face);
            let score = match &content {
                Some(content) => {
                    let plane = &context.planes[face as usize];
                    let score = costs.of(&HitProbabilities::of(content, plane), &counts).score;
                    score + weight * f64::from(counts.cuts)
                }
                None => {
                    let [front, back] = [counts.front, counts.back].map(f64::from);
                    CUT_OF_FEWEST * weight * f64::from(counts.cuts)
                        + (front - back).abs() * UNBALANCE_OF_FEWEST
                        - f64::from(counts.on)
                }
            };
            note(slot, score, counts);
            // The larger of two triangles fixes its plane better.
            let better = score < best_key.0 || best.is_none() || {
                let area = context.areas[face as usize];
                score == best_key.0 && (area > best_key.1 || area == best_key.1 && face < best_key.2)
            };
            if better {
                best = Some(divided);
                best_key = (score, context.areas[face as usize], face);
            }
        }
        best.unwrap_or_else(|| Chosen::alone(set))
    }

    /// The plane of a piece.
    pub(super) fn plane(&self, context: &Context, slot: usize) -> Plane {
        let face = self.records[slot].map_or(0, |record| record.face);
        context.planes[face as usize]
    }
}

impl Chosen {
    /// The plane of the only piece of a set.
    pub(super) fn alone(set: u64) -> Self {
        Self {
            slot: set.trailing_zeros() as usize,
            on: set,
            front: 0,
            back: 0,
            cut: 0,
        }
    }

    fn counts(&self) -> SplitCounts {
        SplitCounts {
            on: self.on.count_ones(),
            front: self.front.count_ones(),
            back: self.back.count_ones(),
            cuts: self.cut.count_ones(),
        }
    }
}
