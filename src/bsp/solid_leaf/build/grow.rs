//! Building the nodes and leaves, without recursion and in parallel.
//!
//! As in the node-storing tree, the top grows in rounds, all nodes of a round at once, and a part that has become small is
//! built by one thread to its end; what is random at a node depends on the way to it alone. Faces are bare here: they are
//! cut into the leaves, with all that they carry, when the tree is there.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::{
    choose::{Context, choose, effort},
    plane_table::PlaneTable,
    world_bounds::WorldBox,
};
use crate::bsp::solid_leaf::{Branch, LeafParams, PlaneId, error::LeafBuildError};
use crate::{
    bsp::{
        effort::{Effort, Report},
        pieces::Pieces,
        recording::Decision,
        scoring::child_seed,
    },
    geometry::{Plane, Polyhedron},
    progress::Progress,
};

/// A part of at most this many pieces is built by one thread.
const PART_PIECES: usize = 512;

/// The phase in which the nodes and leaves are made.
const PHASE: &str = "Building the leaf tree";

/// A run of nodes and leaves; children are indices into the same run.
#[derive(Default)]
pub(in crate::bsp::solid_leaf) struct Run {
    pub(in crate::bsp::solid_leaf) nodes: Vec<RunNode>,
    pub(in crate::bsp::solid_leaf) leaves: Vec<RunLeaf>,
    pub(in crate::bsp::solid_leaf) decisions: Vec<Decision>,
}

pub(in crate::bsp::solid_leaf) struct RunNode {
    pub(in crate::bsp::solid_leaf) plane: Plane,
    pub(in crate::bsp::solid_leaf) id: PlaneId,
    pub(in crate::bsp::solid_leaf) front: RunChild,
    pub(in crate::bsp::solid_leaf) back: RunChild,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::bsp::solid_leaf) enum RunChild {
    /// A node of the same run.
    Node(u32),
    /// A leaf of the same run.
    Leaf(u32),
    /// What the part of this number begins with.
    Part(u32),
    /// [`crate::bsp::solid_leaf::OUTSIDE`].
    Outside,
}

/// A leaf with its cell.
pub(in crate::bsp::solid_leaf) struct RunLeaf {
    pub(in crate::bsp::solid_leaf) cell: Cell,
}

/// A cell, and of each of its faces the depth of the node whose plane it lies on: a number that is unique on the way down
/// to the cell.
#[derive(Clone, Default)]
pub(in crate::bsp::solid_leaf) struct Cell {
    pub(in crate::bsp::solid_leaf) polyhedron: Polyhedron,
    pub(in crate::bsp::solid_leaf) depths: Vec<u32>,
}

impl Cell {
    /// The parts of the cell on both sides of the plane of the node at a depth; `None` where one would be empty.
    pub(in crate::bsp::solid_leaf) fn split(
        &self,
        plane: &Plane,
        depth: u32,
        tolerance: f64,
    ) -> Option<[Self; 2]> {
        let parts = self.polyhedron.split(plane, tolerance)?;
        Some(parts.map(|part| {
            Self {
                depths: part
                    .sources
                    .iter()
                    .map(|source| source.map_or(depth, |face| self.depths[face]))
                    .collect(),
                polyhedron: part.polyhedron,
            }
        }))
    }
}

/// A part of the tree that is still to be built.
struct Item {
    pieces: Pieces,
    cell: Cell,
    /// Seed of everything random at this node.
    random: u64,
    depth: u32,
    /// Index of the parent in the run.
    parent: u32,
    branch: Branch,
}

/// The top of a tree, and the parts below it.
pub(in crate::bsp::solid_leaf) struct Parts {
    pub(in crate::bsp::solid_leaf) top: Run,
    pub(in crate::bsp::solid_leaf) parts: Vec<Run>,
}

/// Builds the nodes and leaves over the pieces of some faces, none of which lies on a side of the world box.
pub(in crate::bsp::solid_leaf) fn grow(
    context: Context<'_>,
    pieces: Pieces,
    world_box: WorldBox,
    table: &PlaneTable,
    progress: &Progress,
) -> Result<Parts, LeafBuildError> {
    let effort = effort(context.params);
    Report::begin(progress, PHASE, &effort, pieces.len());
    let builder = Builder {
        pieces: AtomicU64::new(pieces.len() as u64),
        leaves: AtomicU64::new(1),
        context,
        progress,
        effort,
    };
    let (top, items) = builder.grow_top(pieces, world_box, table)?;
    let parts = items
        .into_par_iter()
        .map(|item| builder.build_part(item))
        .collect::<Result<Vec<_>, _>>()?;
    Ok(Parts { top, parts })
}

struct Builder<'a> {
    context: Context<'a>,
    progress: &'a Progress,
    effort: Effort,
    /// Pieces made so far.
    pieces: AtomicU64,
    /// Leaves made so far.
    leaves: AtomicU64,
}

/// What an item becomes.
enum Divided {
    Leaf(RunLeaf),
    Node {
        node: RunNode,
        decision: Option<Decision>,
        children: Box<[Item; 2]>,
    },
}

impl Builder<'_> {
    /// The sides of the world box, the nodes with many pieces, and the parts below them.
    fn grow_top(
        &self,
        pieces: Pieces,
        world_box: WorldBox,
        table: &PlaneTable,
    ) -> Result<(Run, Vec<Item>), LeafBuildError> {
        let mut top = Run::default();
        for (side, depth) in world_box.sides.into_iter().zip(0_u32..) {
            adjacency(
                &mut top,
                depth.wrapping_sub(1),
                Branch::Front,
                RunChild::Node(depth),
            );
            top.nodes.push(RunNode {
                plane: table.facing_plane(side),
                id: side.plane,
                front: RunChild::Outside,
                back: RunChild::Outside,
            });
            if self.context.record {
                top.decisions.push(Decision {
                    faces: pieces.len() as u32,
                    candidates: Vec::new(),
                    chosen: 0,
                    coplanar: 0,
                    front: pieces.len() as u32,
                    back: 0,
                    cuts: 0,
                });
            }
        }
        let sides = top.nodes.len() as u32;
        let root = Item {
            pieces,
            cell: Cell {
                polyhedron: world_box.cell,
                depths: (0..sides).collect(),
            },
            random: self.context.params.seed,
            depth: sides,
            parent: sides - 1,
            branch: Branch::Front,
        };
        let (mut round, mut parts) = (vec![root], Vec::new());
        while !round.is_empty() {
            let places: Vec<(u32, Branch)> = round.iter().map(|item| (item.parent, item.branch)).collect();
            let divided = round
                .into_par_iter()
                .map(|item| {
                    let is_root = item.depth == sides;
                    let pieces = item.pieces.len();
                    let mut report = if is_root {
                        Report::of_root(self.progress, &self.effort)
                    } else {
                        Report::new(self.progress, &self.effort)
                    };
                    let divided = self.divide(item, &mut report);
                    if is_root {
                        Report::count_pieces(self.progress, PHASE, pieces);
                    }
                    divided
                })
                .collect::<Result<Vec<_>, _>>()?;
            round = Vec::new();
            for ((parent, branch), divided) in places.into_iter().zip(divided) {
                append(&mut top, parent, branch, divided, |top, item| {
                    if item.pieces.len() <= PART_PIECES {
                        adjacency(top, item.parent, item.branch, RunChild::Part(parts.len() as u32));
                        parts.push(item);
                    } else {
                        round.push(item);
                    }
                });
            }
        }
        Ok((top, parts))
    }

    /// A small part, to its end.
    fn build_part(&self, root: Item) -> Result<Run, LeafBuildError> {
        let mut report = Report::new(self.progress, &self.effort);
        let mut run = Run::default();
        let mut stack = vec![Item {
            parent: u32::MAX,
            ..root
        }];
        while let Some(item) = stack.pop() {
            let (parent, branch) = (item.parent, item.branch);
            let divided = self.divide(item, &mut report)?;
            append(&mut run, parent, branch, divided, |_, item| stack.push(item));
        }
        Ok(run)
    }

    /// Makes a node or a leaf out of an item.
    fn divide(&self, item: Item, report: &mut Report<'_>) -> Result<Divided, LeafBuildError> {
        report.check()?;
        let Item {
            mut pieces,
            cell,
            random,
            depth,
            ..
        } = item;
        let context = &self.context;
        let mut generator = fastrand::Rng::with_seed(random);
        let before = pieces.len();
        let (choice, cells) = loop {
            let polyhedron = &cell.polyhedron;
            let Some(choice) = choose(context, &mut pieces, polyhedron, &mut generator, report)? else {
                report.divided(before, before, 0, [0; 2]);
                return self.leaf(cell);
            };
            if let Some(cells) = cell.split(&choice.plane, depth, context.tolerances.cell()) {
                break (choice, cells);
            }
            pieces.retain(|piece| context.plane_id(piece) != choice.id);
        };
        let on_plane = context.tolerances.on_plane;
        let partition = pieces.partition(&choice.plane, on_plane, self.progress, |_, piece| {
            context.plane_id(piece) == choice.id
        })?;
        self.count_pieces(u64::from(partition.cuts))?;
        report.divided(
            before,
            before - pieces.len() + partition.on.len(),
            u64::from(partition.cuts),
            [partition.front.len(), partition.back.len()],
        );
        let decision = context.record.then(|| Decision {
            faces: before as u32,
            candidates: choice.candidates,
            chosen: choice.chosen,
            coplanar: partition.on.len() as u32,
            front: partition.front.len() as u32,
            back: partition.back.len() as u32,
            cuts: partition.cuts,
        });
        let [front_cell, back_cell] = cells;
        let child = |pieces: Pieces, cell: Cell, branch: Branch| Item {
            pieces,
            cell,
            random: child_seed(random, branch),
            depth: depth + 1,
            parent: u32::MAX,
            branch,
        };
        Ok(Divided::Node {
            node: RunNode {
                plane: choice.plane,
                id: choice.id,
                front: RunChild::Outside,
                back: RunChild::Outside,
            },
            decision,
            children: Box::new([
                child(partition.front, front_cell, Branch::Front),
                child(partition.back, back_cell, Branch::Back),
            ]),
        })
    }

    fn leaf(&self, cell: Cell) -> Result<Divided, LeafBuildError> {
        let LeafParams { rule, max_leaves, .. } = *self.context.params;
        if self.leaves.fetch_add(1, Ordering::Relaxed) >= u64::from(max_leaves) {
            return Err(LeafBuildError::TooManyLeaves {
                rule,
                limit: max_leaves,
            });
        }
        Ok(Divided::Leaf(RunLeaf { cell }))
    }

    /// Counts pieces that a plane made more.
    fn count_pieces(&self, added: u64) -> Result<(), LeafBuildError> {
        let LeafParams {
            rule, max_fragments, ..
        } = *self.context.params;
        if self.pieces.fetch_add(added, Ordering::Relaxed) + added > u64::from(max_fragments) {
            return Err(LeafBuildError::TooManyFragments {
                rule,
                limit: max_fragments,
            });
        }
        Ok(())
    }
}

/// Names a child of a node of the run, if the node is there.
fn adjacency(run: &mut Run, parent: u32, branch: Branch, child: RunChild) {
    if let Some(node) = run.nodes.get_mut(parent as usize) {
        match branch {
            Branch::Front => node.front = child,
            Branch::Back => node.back = child,
        }
    }
}

/// Appends what an item has become to a run, links it to its parent there, and hands on what is below it.
fn append(
    run: &mut Run,
    parent: u32,
    branch: Branch,
    divided: Divided,
    mut below: impl FnMut(&mut Run, Item),
) {
    match divided {
        Divided::Leaf(leaf) => {
            adjacency(run, parent, branch, RunChild::Leaf(run.leaves.len() as u32));
            run.leaves.push(leaf);
        }
        Divided::Node {
            node,
            decision,
            children,
        } => {
            let id = run.nodes.len() as u32;
            adjacency(run, parent, branch, RunChild::Node(id));
            run.nodes.push(node);
            run.decisions.extend(decision);
            for child in *children {
                below(run, Item { parent: id, ..child });
            }
        }
    }
}
