//! The nodes and leaves of a tree.
//!
//! Faces are bare here: once the tree is there, they are cut into its leaves with all that they carry.

use std::sync::atomic::{AtomicU64, Ordering};

use super::{
    choose::{Context, across_hole, choose, effort},
    world_bounds::{SIDES, WorldBox},
};
use crate::{
    bsp::{
        effort::Report,
        growth::{self, Divided, Grow, Run, RunChild, Runs, Subtree},
        pieces::Pieces,
        recording::Decision,
        solid_leaf::{
            Branch, LeafParams, PlaneId,
            error::LeafBuildError,
            solidity::evidence::{Points, points},
        },
    },
    geometry::{Aabb, Plane, Polyhedron},
    progress::Progress,
};

/// A cell, and for each of its faces the depth of the node whose plane it lies on: depths are unique on the path to the
/// cell.
#[derive(Clone, Default)]
pub(crate) struct Cell {
    pub(crate) polyhedron: Polyhedron,
    pub(crate) depths: Vec<u32>,
    /// Of the cell of a leaf.
    pub(crate) measures: Option<Box<Measures>>,
}

/// What the cell of a leaf tells of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measures {
    pub(crate) volume: f64,
    pub(crate) bounds: Aabb,
    pub(crate) points: Points,
}

impl Measures {
    pub(crate) fn of(cell: &Polyhedron) -> Self {
        Self {
            volume: cell.volume(),
            bounds: cell.bounds(),
            points: points(cell),
        }
    }
}

impl Cell {
    /// The parts of the cell on both sides of the plane of the node at a depth; the cell as it was where one would be empty.
    pub(crate) fn split(self, plane: &Plane, depth: u32, tolerance: f64) -> Result<[Self; 2], Self> {
        let Self {
            polyhedron, depths, ..
        } = self;
        let parts = match polyhedron.into_split(plane, tolerance) {
            Ok(parts) => parts,
            Err(polyhedron) => {
                return Err(Self {
                    polyhedron,
                    depths,
                    measures: None,
                });
            }
        };
        Ok(parts.map(|part| Self {
            depths: part
                .sources
                .iter()
                .map(|source| source.map_or(depth, |face| depths[face]))
                .collect(),
            polyhedron: part.polyhedron,
            measures: None,
        }))
    }
}

/// Builds the nodes and leaves over the pieces of some faces, none of which lies on a side of the world box.
pub(crate) fn grow<'a>(
    context: Context<'a>,
    pieces: Pieces,
    world_box: WorldBox,
    progress: &'a Progress,
) -> Result<Runs<Builder<'a>>, LeafBuildError> {
    let effort = effort(context.params);
    Report::begin(progress, Builder::PHASE, &effort, pieces.len());
    let mut top = Run::default();
    let mut parent = None;
    for side in world_box.sides {
        let decision = context.record.then(|| Decision {
            faces: pieces.len() as u32,
            front: pieces.len() as u32,
            ..Decision::default()
        });
        let id = top.push((context.table.facing_plane(side), side.plane), decision);
        top.link(parent, RunChild::Node(id));
        parent = Some((id, Branch::Front));
    }
    let root = Subtree {
        cell: Cell {
            polyhedron: world_box.cell,
            depths: (0..SIDES as u32).collect(),
            measures: None,
        },
        seed: context.params.seed,
        depth: SIDES as u32,
        parent,
        pieces,
    };
    let builder = Builder {
        pieces: AtomicU64::new(root.pieces.len() as u64),
        leaves: AtomicU64::new(1),
        context,
        progress,
    };
    growth::grow(&builder, top, root, &effort, progress)
}

pub(crate) struct Builder<'a> {
    context: Context<'a>,
    progress: &'a Progress,
    /// Pieces up to now.
    pieces: AtomicU64,
    /// Leaves up to now.
    leaves: AtomicU64,
}

impl Grow for Builder<'_> {
    type Cell = Cell;
    type Node = (Plane, PlaneId);
    type Nodes = Vec<Self::Node>;
    type Error = LeafBuildError;

    const PHASE: &'static str = "Building the leaf tree";
    const SERIAL_PIECES: usize = 512;

    fn divide(
        &self,
        subtree: Subtree<Cell>,
        report: &mut Report<'_>,
    ) -> Result<Divided<Self>, LeafBuildError> {
        report.check()?;
        let Subtree {
            mut pieces,
            mut cell,
            seed,
            depth,
            ..
        } = subtree;
        let context = &self.context;
        let LeafParams {
            rule,
            max_leaves,
            max_fragments,
            ..
        } = *context.params;
        let mut random = fastrand::Rng::with_seed(seed);
        let before = pieces.len();
        // Whether planes without a face may be taken.
        let mut auxiliary = true;
        let (choice, plane_id, [front_cell, back_cell]) = loop {
            let polyhedron = &cell.polyhedron;
            let chosen = choose(context, &mut pieces, polyhedron, auxiliary, &mut random, report)?;
            let chosen = match chosen {
                None if auxiliary => across_hole(context, polyhedron),
                chosen => chosen,
            };
            let Some((choice, id)) = chosen else {
                report.divided(before, before, 0, [0; 2]);
                if self.leaves.fetch_add(1, Ordering::Relaxed) >= u64::from(max_leaves) {
                    return Err(LeafBuildError::TooManyLeaves {
                        rule,
                        limit: max_leaves,
                    });
                }
                cell.measures = Some(Box::new(Measures::of(&cell.polyhedron)));
                return Ok(Divided::Leaf(cell));
            };
            match cell.split(&choice.plane, depth, context.tolerances.cell()) {
                Ok(cells) => break (choice, id, cells),
                Err(whole) => cell = whole,
            }
            auxiliary &= choice.own.is_some();
            pieces.retain(|piece| context.plane_id(piece) != id);
        };
        let plane = choice.plane;
        let on_plane = context.tolerances.on_plane;
        let partition = pieces.partition(&plane, on_plane, self.progress, |_, piece| {
            context.plane_id(piece) == plane_id
        })?;
        let cuts = u64::from(partition.cuts);
        if self.pieces.fetch_add(cuts, Ordering::Relaxed) + cuts > u64::from(max_fragments) {
            return Err(LeafBuildError::TooManyFragments {
                rule,
                limit: max_fragments,
            });
        }
        let on = before - pieces.len() + partition.on.len();
        report.divided(before, on, cuts, [partition.front.len(), partition.back.len()]);
        let decision = context.record.then(|| choice.decision(pieces.len(), &partition));
        let child = |pieces, cell, branch| Some(Subtree::below(pieces, cell, seed, depth, branch));
        Ok(Divided::Node {
            node: (plane, plane_id),
            decision,
            children: [
                child(partition.front, front_cell, Branch::Front),
                child(partition.back, back_cell, Branch::Back),
            ],
        })
    }
}
