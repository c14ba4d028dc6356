//! Chooses planes at nodes with few pieces, using a table of the sides of all pieces relative to all planes.
//!
//! Each plane has two sets: the pieces that reach in front of it, and the pieces that reach behind it. The sets are
//! bits of a machine word, so scoring a plane takes only a few instructions. One table serves a whole subtree. Only the
//! two parts of each cut piece are added to it.

use bspwalk_geometry::{Aabb, Plane, Relation, Vertex};
use fearless_simd::{Level, dispatch};

use super::{
    axial::{bounds, score_axial_planes},
    costs::Costs,
};
use crate::{
    node_storing::context::Context,
    params::FEW_PIECES,
    pieces::{Cutter, Piece, Polygons},
    scoring::{HitProbabilities, SplitCounts},
};

pub(in crate::node_storing) const FEW: usize = FEW_PIECES as usize;

const SLOTS: usize = 64;

/// Number of planes whose distances are computed at once.
const GROUP: usize = 4;

/// The planes of the pieces, and the sides of all pieces relative to these planes.
pub(in crate::node_storing) struct Table {
    /// SIMD level of the slowest functions.
    pub(super) level: Level,
    planes: usize,
    /// Planes in groups, side by side: the components of their normals, followed by their offsets.
    groups: [[[f64; GROUP]; 4]; FEW / GROUP],
    /// Sets of pieces that reach in front of each plane, and sets of pieces that reach behind it.
    in_front: [[u64; GROUP]; FEW / GROUP],
    behind: [[u64; GROUP]; FEW / GROUP],
    /// Pieces in the table. The table contains the planes of only the initial pieces.
    pieces: [Option<Piece>; SLOTS],
    plane_of: [u8; SLOTS],
    free: u64,
}

enum ReadAs {
    /// Read as one block. Planes should then cut as few pieces as possible; see [`BuildParams::block_weights`].
    ///
    /// [`BuildParams::block_weights`]: crate::BuildParams::block_weights
    Block([f64; 3]),
    Boxes(Aabb),
}

#[derive(Clone, Copy)]
pub(super) struct Chosen {
    pub(super) plane: Plane,
    /// Piece that lies on this plane, or `None` for an axis-aligned plane.
    pub(super) own: Option<usize>,
    pub(super) on: u64,
    pub(super) front: u64,
    pub(super) back: u64,
    pub(super) cut: u64,
}

impl Default for Table {
    fn default() -> Self {
        Self {
            level: Level::new(),
            planes: 0,
            groups: [[[0.0; GROUP]; 4]; FEW / GROUP],
            in_front: [[0; GROUP]; FEW / GROUP],
            behind: [[0; GROUP]; FEW / GROUP],
            pieces: [None; SLOTS],
            plane_of: [0; SLOTS],
            free: u64::MAX,
        }
    }
}

pub(super) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

impl Table {
    /// Replaces the table's content with the given pieces, at most [`FEW`] of them. Returns their set.
    pub(super) fn fill(&mut self, context: &Context, polygons: &Polygons, pieces: &[Piece]) -> u64 {
        self.planes = pieces.len();
        for (index, piece) in pieces.iter().enumerate() {
            let plane = context.planes[piece.face as usize];
            let group = &mut self.groups[index / GROUP];
            for (row, number) in group.iter_mut().zip(plane.normal.extend(plane.d).to_array()) {
                row[index % GROUP] = number;
            }
        }
        self.in_front = [[0; GROUP]; FEW / GROUP];
        self.behind = [[0; GROUP]; FEW / GROUP];
        self.free = u64::MAX;
        for (index, &piece) in pieces.iter().enumerate() {
            let vertices = piece.vertices(context, polygons);
            self.enter(piece, index, vertices, context.tolerance);
        }
        !self.free
    }

    pub(super) fn free_slot_count(&self) -> u32 {
        self.free.count_ones()
    }

    fn enter(&mut self, piece: Piece, plane: usize, vertices: &[Vertex], tolerance: f64) -> usize {
        dispatch!(self.level, _ => self.enter_at_level(piece, plane, vertices, tolerance))
    }

    #[inline(always)]
    fn enter_at_level(&mut self, piece: Piece, plane: usize, vertices: &[Vertex], tolerance: f64) -> usize {
        let slot = self.free.trailing_zeros() as usize;
        self.free &= self.free - 1;
        self.pieces[slot] = Some(piece);
        self.plane_of[slot] = plane as u8;
        let bit = 1 << slot;
        let groups = self.planes.div_ceil(GROUP);
        let sets = self.in_front.iter_mut().zip(&mut self.behind);
        for ((in_front, behind), planes) in sets.zip(&self.groups).take(groups) {
            let (mut low, mut high) = ([f64::INFINITY; GROUP], [f64::NEG_INFINITY; GROUP]);
            let [xs, ys, zs, ds] = planes;
            for vertex in vertices {
                let at = vertex.position;
                for i in 0..GROUP {
                    let distance = xs[i] * at.x + ys[i] * at.y + zs[i] * at.z + ds[i];
                    low[i] = if distance < low[i] { distance } else { low[i] };
                    high[i] = if distance > high[i] { distance } else { high[i] };
                }
            }
            for i in 0..GROUP {
                in_front[i] = in_front[i] & !bit | u64::from(high[i] > tolerance) << slot;
                behind[i] = behind[i] & !bit | u64::from(low[i] < -tolerance) << slot;
            }
        }
        // A piece lies on its own plane, regardless of its computed distances.
        self.in_front[plane / GROUP][plane % GROUP] &= !bit;
        self.behind[plane / GROUP][plane % GROUP] &= !bit;
        slot
    }

    pub(super) fn enter_part(
        &mut self,
        parent_slot: usize,
        part: Piece,
        vertices: &[Vertex],
        tolerance: f64,
    ) -> usize {
        self.enter(part, self.plane_of[parent_slot].into(), vertices, tolerance)
    }

    pub(super) fn remove(&mut self, set: u64) {
        self.free |= set;
    }

    pub(super) fn piece(&self, slot: usize) -> Option<Piece> {
        self.pieces[slot]
    }

    pub(super) fn pieces(&self, set: u64) -> impl Iterator<Item = Piece> + '_ {
        bits(set).filter_map(|slot| self.pieces[slot])
    }

    /// Returns the best plane for the pieces of a non-empty set. `note` receives each candidate: the plane, its piece,
    /// its score and how it divides the set. The choice does not depend on the order of the pieces.
    pub(super) fn choose(
        &self,
        context: &Context,
        polygons: &Polygons,
        set: u64,
        on_candidate: impl FnMut(&Plane, Option<usize>, f64, SplitCounts),
    ) -> Chosen {
        dispatch!(self.level, _ => self.choose_at_level(context, polygons, set, on_candidate))
    }

    #[inline(always)]
    fn choose_at_level(
        &self,
        context: &Context,
        polygons: &Polygons,
        set: u64,
        mut on_candidate: impl FnMut(&Plane, Option<usize>, f64, SplitCounts),
    ) -> Chosen {
        let count = set.count_ones() as usize;
        let read_as = match context.params.block_weights(count as u32) {
            Some(weights) => ReadAs::Block(weights),
            None => ReadAs::Boxes(bounds(self.pieces(set))),
        };
        let costs = Costs::new(&context.params, count);
        let (mut best, mut best_key) = (None, (f64::INFINITY, 0.0, 0));
        for slot in bits(set) {
            let plane = usize::from(self.plane_of[slot]);
            let of_plane = |sets: &[[u64; GROUP]; FEW / GROUP]| sets[plane / GROUP][plane % GROUP] & set;
            let (in_front, behind) = (of_plane(&self.in_front), of_plane(&self.behind));
            let cut = in_front & behind;
            let face = self.pieces[slot].map_or(u32::MAX, |piece| piece.face);
            let divided = Chosen {
                plane: context.planes[face as usize],
                own: Some(slot),
                on: set & !(in_front | behind),
                front: in_front & !cut,
                back: behind & !cut,
                cut,
            };
            let counts = divided.counts();
            let score = match &read_as {
                ReadAs::Block(weights) => counts.weighted_block_score(*weights),
                ReadAs::Boxes(content) => {
                    costs
                        .split_cost(&HitProbabilities::of(content, &divided.plane), &counts)
                        .score
                }
            };
            on_candidate(&divided.plane, divided.own, score, counts);
            // Ties are broken by area, because a larger triangle defines its plane more precisely.
            let better = score < best_key.0 || best.is_none() || {
                let area = context.areas[face as usize];
                score == best_key.0 && (area > best_key.1 || area == best_key.1 && face < best_key.2)
            };
            if better {
                best = Some(divided);
                best_key = (score, context.areas[face as usize], face);
            }
        }
        let mut across = None;
        if let ReadAs::Boxes(content) = &read_as {
            let sample = (self.pieces(set), count as u32);
            score_axial_planes(sample, content, context.tolerance, &costs, |axial| {
                on_candidate(&axial.plane, None, axial.score, axial.counts);
                if axial.score < best_key.0 {
                    best_key.0 = axial.score;
                    across = Some(axial.plane);
                }
            });
        }
        let across = across.map(|plane| self.divided(context, polygons, set, plane));
        // The exact counts may differ from the estimates. Keep only planes that leave fewer pieces on each side than
        // the set has.
        let across =
            across.filter(|chosen| chosen.front | chosen.cut != set && chosen.back | chosen.cut != set);
        across
            .or(best)
            .unwrap_or_else(|| self.choose_single(context, set))
    }

    fn divided(&self, context: &Context, polygons: &Polygons, set: u64, plane: Plane) -> Chosen {
        let cutter = Cutter::new(&plane, context);
        let mut chosen = Chosen {
            plane,
            own: None,
            on: 0,
            front: 0,
            back: 0,
            cut: 0,
        };
        for slot in bits(set) {
            let Some(piece) = &self.pieces[slot] else {
                continue;
            };
            let part = match piece.relation(context, polygons, &cutter) {
                Relation::On => &mut chosen.on,
                Relation::Front => &mut chosen.front,
                Relation::Back => &mut chosen.back,
                Relation::Straddling => &mut chosen.cut,
            };
            *part |= 1 << slot;
        }
        chosen
    }

    pub(super) fn choose_single(&self, context: &Context, set: u64) -> Chosen {
        let slot = set.trailing_zeros() as usize % SLOTS;
        let face = self.pieces[slot].map_or(0, |piece| piece.face);
        Chosen {
            plane: context.planes[face as usize],
            own: Some(slot),
            on: set,
            front: 0,
            back: 0,
            cut: 0,
        }
    }
}

impl Chosen {
    fn counts(&self) -> SplitCounts {
        SplitCounts {
            on: self.on.count_ones(),
            front: self.front.count_ones(),
            back: self.back.count_ones(),
            cuts: self.cut.count_ones(),
        }
    }
}
