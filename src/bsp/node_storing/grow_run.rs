//! A subtree of the default rule, grown by one thread.

use super::{
    Branch, NO_PLANE,
    builder::{Budget, BuildError, Builder},
    few::{FEW, Table, bits},
    records::{Cutter, Polygons, Record, Records},
    sampled::{Reached, choose_sampled},
};
use crate::{
    bsp::{
        effort::Report,
        growth::{Run, RunChild},
        recording::Decision,
        scoring::child_seed,
    },
    geometry::{Plane, Relation, Vertex},
};

/// A subtree with the place of its root: the node above in its run, and the side.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) parent: Option<(u32, Branch)>,
    pub(super) seed: u64,
    pub(super) depth: u32,
    pub(super) budget: Budget,
}

impl Place {
    /// The place of a root.
    pub(super) fn new(seed: u64, depth: u32, budget: Budget) -> Self {
        Self {
            parent: None,
            seed,
            depth,
            budget,
        }
    }

    pub(super) fn below(&self, node: u32, branch: Branch, budget: Budget) -> Self {
        Self {
            parent: Some((node, branch)),
            seed: child_seed(self.seed, branch),
            depth: self.depth + 1,
            budget,
        }
    }
}

/// A run while it grows.
pub(super) struct Growing<'b, 'a> {
    builder: &'b Builder<'a>,
    report: Report<'b>,
    run: Run<Builder<'a>>,
    /// The pieces of the subtrees that are still to be built: the next one's are the last.
    records: Vec<Record>,
    polygons: Polygons,
    table: Table,
    in_front: Vec<Record>,
    /// Where each piece lies of the plane that divides it.
    relations: Vec<Relation>,
    scratch: [Vec<Vertex>; 2],
}

impl<'b, 'a> Growing<'b, 'a> {
    pub(super) fn new(builder: &'b Builder<'a>, records: Records, report: Report<'b>) -> Self {
        let mut run = Run::<Builder<'a>>::default();
        let nodes = records.records.len() * 5 / 4;
        run.nodes.reserve(nodes);
        run.children.reserve(nodes);
        Self {
            builder,
            report,
            run,
            records: records.records,
            polygons: records.polygons,
            table: Table::default(),
            in_front: Vec::new(),
            relations: Vec::new(),
            scratch: [Vec::new(), Vec::new()],
        }
    }

    /// Grows the subtree with its root at this place.
    pub(super) fn grow(mut self, place: Place) -> Result<Run<Builder<'a>>, BuildError> {
        let parent = None;
        self.grow_stack(vec![(Place { parent, ..place }, 0)])?;
        Ok(self.run)
    }

    /// Builds subtrees, each with the first of its pieces, the last one first: the front child follows its parent.
    fn grow_stack(&mut self, mut stack: Vec<(Place, usize)>) -> Result<(), BuildError> {
        while let Some((place, first)) = stack.pop() {
            self.report.check()?;
            let count = self.records.len() - first;
            if count == 0 {
                continue;
            }
            let one_by_one = self.builder.context.record || self.builder.gives_below(place.depth);
            if count <= FEW && !one_by_one {
                self.grow_few(&place, first)?;
                self.records.truncate(first);
                continue;
            }
            self.divide(&place, first, &mut stack)?;
        }
        Ok(())
    }

    /// Makes a node of the last pieces, and puts the subtrees below it on the stack. The pieces are replaced by those behind the
    /// plane and, after them, those in front of it.
    fn divide(
        &mut self,
        place: &Place,
        first: usize,
        stack: &mut Vec<(Place, usize)>,
    ) -> Result<(), BuildError> {
        let context = self.builder.context;
        let reached = Reached {
            context,
            records: &self.records[first..],
            polygons: &self.polygons,
        };
        let mut random = fastrand::Rng::with_seed(place.seed);
        let given = self.builder.given((place.depth, place.seed));
        let choice = choose_sampled(&reached, &mut random, &mut self.report, given, &mut self.table)?;
        let cutter = Cutter::new(&choice.plane, context.tolerance);
        let own = choice.own.map(|own| self.records[first + own].face);
        let count = self.records.len() - first;
        let records = &self.records[first..];
        let relation = |record: &Record| {
            if own == Some(record.face) {
                Relation::On
            } else {
                record.relation(context, &self.polygons, &cutter)
            }
        };
        self.relations.clear();
        self.relations.extend(records.iter().map(relation));
        let straddling = self
            .relations
            .iter()
            .filter(|&&relation| relation == Relation::Straddling);
        let cuts = straddling.count();
        if !self.builder.divides(place.budget, count, cuts, given)? {
            let decision = context.record.then(|| choice.undivided(count));
            self.push_block(place.parent, first, decision);
            self.report.divided(count, count, 0, [0, 0]);
            return Ok(());
        }
        self.run.nodes.push(choice.plane, cuts as u32);
        self.in_front.clear();
        let (mut on, mut behind) = (0, first);
        for index in first..self.records.len() {
            let record = self.records[index];
            match self.relations[index - first] {
                Relation::Front => self.in_front.push(record),
                Relation::Back => {
                    self.records[behind] = record;
                    behind += 1;
                }
                Relation::On => {
                    on += 1;
                    let vertices = record.vertices(context, &self.polygons);
                    self.run.nodes.push_fragment(record.face, vertices);
                }
                Relation::Straddling => {
                    let [front, back] =
                        record.cut(context, &mut self.polygons, &choice.plane, &mut self.scratch);
                    self.in_front.extend(front);
                    if let Some(back) = back {
                        self.records[behind] = back;
                        behind += 1;
                    }
                }
            }
        }
        self.records.truncate(behind);
        self.records.extend_from_slice(&self.in_front);
        let [front, back] = [self.in_front.len(), behind - first];
        let added = (on + front + back).saturating_sub(count) as u64;
        self.builder.count_added(added)?;
        self.report.divided(count, on, added, [front, back]);
        let decision = context
            .record
            .then(|| choice.decision_of(count, [on, front, back], cuts as u32));
        let node = self.run.pushed(decision);
        self.run.link(place.parent, RunChild::Node(node));
        let [in_front, in_back] = place.budget.divided(on, [front, back]);
        stack.push((place.below(node, Branch::Back, in_back), first));
        stack.push((place.below(node, Branch::Front, in_front), behind));
        Ok(())
    }

    /// Makes a block of the last pieces, which it removes.
    fn push_block(&mut self, parent: Option<(u32, Branch)>, first: usize, decision: Option<Decision>) {
        self.run.nodes.push(NO_PLANE, 0);
        for record in self.records.drain(first..) {
            let vertices = record.vertices(self.builder.context, &self.polygons);
            self.run.nodes.push_fragment(record.face, vertices);
        }
        let node = self.run.pushed(decision);
        self.run.link(parent, RunChild::Node(node));
    }

    /// Builds the subtree of the last pieces, which are few.
    fn grow_few(&mut self, place: &Place, first: usize) -> Result<(), BuildError> {
        let polygons = self.polygons.len();
        let records = &self.records[first..];
        let count = records.len();
        let set = self.table.fill(self.builder.context, &self.polygons, records);
        let mut added = 0;
        self.node_of_few(place.parent, (set, place.budget), &mut added)?;
        self.polygons.truncate(polygons);
        self.builder.count_added(added)?;
        let stored = count + added as usize;
        self.report.divided(count, stored, added, [0, 0]);
        Ok(())
    }

    /// Builds the subtree of a set of the table. Each child has fewer pieces than its parent, which bounds the recursion.
    fn node_of_few(
        &mut self,
        parent: Option<(u32, Branch)>,
        (set, budget): (u64, Budget),
        added: &mut u64,
    ) -> Result<(), BuildError> {
        let context = self.builder.context;
        let chosen = if set.is_power_of_two() {
            self.table.alone(context, set)
        } else {
            self.table.choose(context, &self.polygons, set, |_, _, _, _| {})
        };
        let cuts = chosen.cut.count_ones();
        if !budget.allows(set.count_ones() as usize, cuts as usize) {
            self.push_few(parent, &NO_PLANE, 0, set);
            return Ok(());
        }
        if 2 * cuts > self.table.room() {
            return self.node_of_full_table(parent, (set, budget));
        }
        let plane = chosen.plane;
        let node = self.push_few(parent, &plane, cuts, chosen.on);
        let (mut front, mut back, mut parts) = (chosen.front, chosen.back, 0);
        for slot in bits(chosen.cut) {
            let Some(record) = self.table.record(slot) else {
                continue;
            };
            let mut pieces = 0;
            let halves = record.cut(context, &mut self.polygons, &plane, &mut self.scratch);
            for (half, side) in halves.into_iter().zip([&mut front, &mut back]) {
                let Some(half) = half else { continue };
                let vertices = half.vertices(context, &self.polygons);
                let slot = self.table.enter_part(slot, half, vertices, context.tolerance);
                *side |= 1 << slot;
                parts |= 1 << slot;
                pieces += 1;
            }
            *added = (*added + pieces).saturating_sub(1);
        }
        let [front, back] = [front, back].map(|side| (side, side.count_ones() as usize));
        let on = chosen.on.count_ones() as usize;
        let budgets = budget.divided(on, [front.1, back.1]);
        for ((side, branch), budget) in [(front.0, Branch::Front), (back.0, Branch::Back)]
            .into_iter()
            .zip(budgets)
        {
            if side != 0 {
                self.node_of_few(Some((node, branch)), (side, budget), added)?;
            }
        }
        self.table.remove(parts);
        Ok(())
    }

    /// Appends a node that stores a set of pieces, in the order of their triangles.
    fn push_few(&mut self, parent: Option<(u32, Branch)>, plane: &Plane, cuts: u32, on: u64) -> u32 {
        self.run.nodes.push(*plane, cuts);
        let mut stored: smallvec::SmallVec<[Record; 8]> = self.table.records(on).collect();
        stored.sort_unstable_by_key(|record| record.face);
        for record in stored {
            let vertices = record.vertices(self.builder.context, &self.polygons);
            self.run.nodes.push_fragment(record.face, vertices);
        }
        let node = self.run.pushed(None);
        self.run.link(parent, RunChild::Node(node));
        node
    }

    /// Builds the subtree of a set when the table is full: its root by itself, and what is below from other tables.
    #[cold]
    fn node_of_full_table(
        &mut self,
        parent: Option<(u32, Branch)>,
        (set, budget): (u64, Budget),
    ) -> Result<(), BuildError> {
        let first = self.records.len();
        self.records.extend(self.table.records(set));
        self.records[first..].sort_unstable_by_key(|record| record.face);
        let full = std::mem::take(&mut self.table);
        // Few pieces are divided without random numbers, and no plane is given to nodes below.
        let (seed, depth) = (0, u32::MAX / 2);
        let place = Place {
            parent,
            seed,
            depth,
            budget,
        };
        let mut stack = Vec::new();
        self.divide(&place, first, &mut stack)?;
        self.grow_stack(stack)?;
        self.table = full;
        Ok(())
    }
}
