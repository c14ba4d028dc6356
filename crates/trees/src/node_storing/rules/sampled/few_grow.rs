//! Builds subtrees with few pieces, each from a single [`Table`].

use bspwalk_geometry::{Plane, Vertex};

use super::few::{Table, bits};
use crate::{
    growth::{Grow, Growing, NewNodes, NodePosition},
    node::Branch,
    node_storing::{NO_PLANE, budget::Budget, context::Context},
    pieces::Piece,
};

type Parent = Option<(u32, Branch)>;

pub(in crate::node_storing) trait GrowNodes:
    Grow<Node = Plane, Faces = Context, Cell = Budget, Scratch = Table>
{
}

impl<G: Grow<Node = Plane, Faces = Context, Cell = Budget, Scratch = Table>> GrowNodes for G {}

struct FewGrowing<'a, 'g, 'scope, G: GrowNodes> {
    growing: &'a mut Growing<'g, 'scope, G>,
    added: u64,
    parts: [Vec<Vertex>; 2],
}

/// Builds the subtree of the pieces starting at `first`, and removes these pieces. There must be at most
/// [`FEW`](super::FEW) of them.
pub(in crate::node_storing) fn grow_few<G: GrowNodes>(
    growing: &mut Growing<'_, '_, G>,
    parent: Parent,
    budget: Budget,
    first: usize,
) -> Result<u64, G::Error> {
    let polygons = growing.polygons.len();
    let count = growing.pieces.len() - first;
    let set = growing
        .scratch
        .fill(growing.tree.faces(), &growing.polygons, &growing.pieces[first..]);
    let mut few = FewGrowing {
        growing,
        added: 0,
        parts: [Vec::new(), Vec::new()],
    };
    few.node(parent, (set, budget))?;
    let added = few.added;
    growing.pieces.truncate(first);
    growing.polygons.truncate(polygons);
    growing
        .report
        .record_division(count, count + added as usize, added, [0, 0]);
    Ok(added)
}

impl<G: GrowNodes> FewGrowing<'_, '_, '_, G> {
    /// Builds the subtree of a set of pieces in the table. Each child has fewer pieces than its parent, which limits
    /// the recursion depth.
    fn node(&mut self, parent: Parent, (set, budget): (u64, Budget)) -> Result<(), G::Error> {
        let (context, table) = (self.growing.tree.faces(), &mut self.growing.scratch);
        let chosen = if set.is_power_of_two() {
            table.choose_single(context, set)
        } else {
            table.choose(context, &self.growing.polygons, set, |_, _, _, _| {})
        };
        let cuts = chosen.cut.count_ones();
        if !budget.allows(set.count_ones() as usize, cuts as usize) {
            self.push(parent, &NO_PLANE, 0, set);
            return Ok(());
        }
        if 2 * cuts > table.free_slot_count() {
            return self.node_of_full_table(parent, (set, budget));
        }
        let plane = chosen.plane;
        let node = self.push(parent, &plane, cuts, chosen.on);
        let (mut front, mut back, mut parts) = (chosen.front, chosen.back, 0);
        for slot in bits(chosen.cut) {
            let (table, polygons) = (&mut self.growing.scratch, &mut self.growing.polygons);
            let Some(piece) = table.piece(slot) else { continue };
            let mut pieces = 0;
            let halves = piece.cut(context, polygons, &plane, &mut self.parts);
            for (half, side) in halves.into_iter().zip([&mut front, &mut back]) {
                let Some(half) = half else { continue };
                let vertices = half.vertices(context, polygons);
                let slot = table.enter_part(slot, half, vertices, context.tolerance);
                *side |= 1 << slot;
                parts |= 1 << slot;
                pieces += 1;
            }
            self.added = (self.added + pieces).saturating_sub(1);
        }
        let counts = [front, back].map(|side| side.count_ones() as usize);
        let budgets = budget.divided(chosen.on.count_ones() as usize, counts);
        let sides = [(front, Branch::Front), (back, Branch::Back)];
        for ((side, branch), budget) in sides.into_iter().zip(budgets) {
            if side != 0 {
                self.node(Some((node, branch)), (side, budget))?;
            }
        }
        self.growing.scratch.remove(parts);
        Ok(())
    }

    fn push(&mut self, parent: Parent, plane: &Plane, cuts: u32, on: u64) -> u32 {
        let Growing {
            tree,
            run,
            polygons,
            scratch,
            ..
        } = &mut *self.growing;
        run.nodes.push(*plane, cuts);
        for piece in in_order(scratch, on) {
            let vertices = piece.vertices(tree.faces(), polygons);
            run.nodes.push_piece(&piece, vertices);
        }
        run.push_node(parent, None)
    }

    #[cold]
    fn node_of_full_table(&mut self, parent: Parent, (set, budget): (u64, Budget)) -> Result<(), G::Error> {
        let growing = &mut *self.growing;
        let first = growing.pieces.len();
        growing.pieces.extend(in_order(&growing.scratch, set));
        let full = std::mem::take(&mut growing.scratch);
        // Small subtrees use no random numbers and contain no given planes, so neither seed nor depth matters.
        let (seed, depth) = (0, u32::MAX / 2);
        let place = NodePosition { parent, seed, depth };
        let mut stack = Vec::new();
        growing.divide(&place, budget, first, &mut stack)?;
        growing.grow(stack)?;
        growing.scratch = full;
        Ok(())
    }
}

fn in_order(table: &Table, set: u64) -> smallvec::SmallVec<[Piece; 8]> {
    let mut pieces: smallvec::SmallVec<[Piece; 8]> = table.pieces(set).collect();
    pieces.sort_unstable_by_key(|piece| piece.face);
    pieces
}
