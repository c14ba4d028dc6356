//! Grows the nodes and leaves of a tree.
//!
//! The faces have no attributes at this stage. Once the tree is complete, the faces are cut into its leaves
//! with all their attributes.

use std::sync::atomic::{AtomicU64, Ordering};

use bspwalk_geometry::{Aabb, Plane, Polyhedron};
use bspwalk_progress::Progress;

use super::{
    choose::{Context, choose, choose_hole_plane, effort},
    world_bounds::{SIDES, WorldBox},
};
use crate::{
    effort::Report,
    growth::{self, Chosen, Grow, NewNodes, NodeOutcome, NodePosition, Run, Runs, Subtree, Tail},
    partition::{Partition, Stored},
    pieces::Pieces,
    recording::Decision,
    scoring::Choice,
    solid_leaf::{
        Branch, LeafParams, PlaneId,
        error::LeafBuildError,
        solidity::evidence::{Points, sample_points},
    },
};

/// A cell that stores, for each of its faces, the depth of the node that produced the face.
///
/// Depths are unique along the path to the cell, so they identify the nodes.
#[derive(Clone, Default)]
pub(crate) struct Cell {
    pub(crate) polyhedron: Polyhedron,
    pub(crate) depths: Vec<u32>,
    /// Measurements of the cell if it is a leaf.
    pub(crate) measures: Option<Box<Measures>>,
}

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
            points: sample_points(cell),
        }
    }
}

impl Cell {
    /// Splits the cell by the plane of the node at `depth`. If one part would be empty, returns the whole cell as an
    /// error.
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

pub(crate) type Grown = Runs<Vec<(Plane, PlaneId)>, Cell>;

/// Builds the nodes and leaves for the pieces of the given faces. No face may lie on a side of the world box.
pub(crate) fn grow(
    context: Context<'_>,
    pieces: Pieces,
    world_box: WorldBox,
    progress: &Progress,
) -> Result<Grown, LeafBuildError> {
    let effort = effort(context.params);
    Report::begin(progress, Builder::PHASE, &effort, pieces.len());
    let mut top = Run::<Vec<_>, Cell>::default();
    let mut parent = None;
    for side in world_box.sides {
        let decision = context.record.then(|| Decision {
            faces: pieces.len() as u32,
            front: pieces.len() as u32,
            ..Decision::default()
        });
        top.nodes.push((context.table.facing_plane(side), side.plane));
        parent = Some((top.push_node(parent, decision), Branch::Front));
    }
    let root = Subtree {
        cell: Cell {
            polyhedron: world_box.cell,
            depths: (0..SIDES as u32).collect(),
            measures: None,
        },
        place: NodePosition {
            parent,
            seed: context.params.seed,
            depth: SIDES as u32,
        },
        pieces,
    };
    let builder = Builder {
        pieces: AtomicU64::new(root.pieces.len() as u64),
        leaves: AtomicU64::new(1),
        context,
    };
    growth::grow(&builder, top, root, &effort, progress)
}

pub(crate) struct Builder<'a> {
    context: Context<'a>,
    pieces: AtomicU64,
    leaves: AtomicU64,
}

impl NewNodes<(Plane, PlaneId)> for Vec<(Plane, PlaneId)> {
    fn push(&mut self, node: (Plane, PlaneId), _cuts: u32) {
        self.push(node);
    }
}

impl<'a> Grow for Builder<'a> {
    type Cell = Cell;
    type Split = (PlaneId, [Cell; 2]);
    type Node = (Plane, PlaneId);
    type Nodes = Vec<Self::Node>;
    type Faces = Context<'a>;
    type Error = LeafBuildError;
    type Scratch = ();

    const PHASE: &'static str = "Building the leaf tree";
    const SERIAL_PIECES: usize = 512;

    fn faces(&self) -> &Context<'a> {
        &self.context
    }

    fn choose(
        &self,
        pieces: &mut Tail<'_>,
        place: &NodePosition,
        mut cell: Cell,
        (): &mut (),
        report: &mut Report<'_>,
    ) -> Result<Chosen<Self>, LeafBuildError> {
        let context = &self.context;
        let LeafParams { rule, max_leaves, .. } = *context.params;
        let mut random = fastrand::Rng::with_seed(place.seed);
        let mut auxiliary = true;
        loop {
            let polyhedron = &cell.polyhedron;
            let chosen = choose(context, pieces, polyhedron, auxiliary, &mut random, report)?;
            let chosen = match chosen {
                None if auxiliary => choose_hole_plane(context, polyhedron),
                chosen => chosen,
            };
            let Some((choice, id)) = chosen else {
                if self.leaves.fetch_add(1, Ordering::Relaxed) >= u64::from(max_leaves) {
                    return Err(LeafBuildError::TooManyLeaves {
                        rule,
                        limit: max_leaves,
                    });
                }
                cell.measures = Some(Box::new(Measures::of(&cell.polyhedron)));
                return Ok(Chosen::Leaf(cell));
            };
            match cell.split(&choice.plane, place.depth, context.tolerances.cell()) {
                Ok(cells) => return Ok(Chosen::Plane(choice, (id, cells))),
                Err(whole) => cell = whole,
            }
            auxiliary &= choice.own.is_some();
            pieces.retain(|face| context.plane_id(face) != id);
        }
    }

    fn stored(&self, _choice: &Choice) -> Stored {
        Stored::All
    }

    fn is_on(&self, face: u32, (plane, _): &Self::Split) -> bool {
        self.context.plane_id(face) == *plane
    }

    fn node(
        &self,
        choice: &Choice,
        (plane, _): &Self::Split,
        _pieces: usize,
        parts: &Partition,
    ) -> Result<NodeOutcome<Self::Node>, LeafBuildError> {
        let LeafParams {
            rule, max_fragments, ..
        } = *self.context.params;
        let cuts = u64::from(parts.cuts);
        if self.pieces.fetch_add(cuts, Ordering::Relaxed) + cuts > u64::from(max_fragments) {
            return Err(LeafBuildError::TooManyFragments {
                rule,
                limit: max_fragments,
            });
        }
        Ok(NodeOutcome::Divided((choice.plane, *plane)))
    }

    fn children(&self, (_, cells): Self::Split, _counts: [usize; 3]) -> [Option<Cell>; 2] {
        cells.map(Some)
    }
}
