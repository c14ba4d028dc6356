//! Building the tree (seed 000).

use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicU64, Ordering},
};

use super::{
    Branch, NodeTree,
    assemble::{NewNode, NewNodes, assemble, finish},
    choose::{Context, choose, effort},
    triangle::QueryTriangle,
};
use crate::{
    bsp::{
        BuildParams, Recording, Rule,
        effort::Report,
        growth::{Divided, Grow, Run, Subtree, grow},
        pieces::{Partition, Pieces},
    },
    geometry::{
        Aabb, Plane, TaggedTriangle, Tolerances, Vertex,
        tolerance::{ATI_EPSILON, QUERY_RELATIVE},
        triangle::area,
    },
    progress::{Cancelled, Progress},
};

/// Why no tree was built.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BuildError {
    /// It was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The rule cuts this level into too many fragments.
    #[error(
        "rule `{rule}` cuts the level into more than {limit} fragments: use the rule `sampled`, or raise the limit"
    )]
    TooManyFragments {
        /// The rule.
        rule: Rule,
        /// The limit that was set.
        limit: u32,
    },
    /// A corner is NaN or infinite.
    #[error("face {face} has a corner that is not a finite number: leave it out")]
    NotFinite {
        /// The face, as the caller numbered it.
        face: u32,
    },
}

impl NodeTree {
    /// Builds a tree. Degenerate triangles, which have no plane, are left out.
    ///
    /// # Errors
    /// See [`BuildError`].
    pub fn build(triangles: &[TaggedTriangle], params: &BuildParams) -> Result<Self, BuildError> {
        Self::build_with(triangles, params, &Arc::default(), false)
    }

    /// Builds a tree with progress, which can cancel it, and, if `record` is set, with a recording of its decisions.
    ///
    /// # Errors
    /// See [`BuildError`].
    pub fn build_with(
        triangles: &[TaggedTriangle],
        params: &BuildParams,
        progress: &Arc<Progress>,
        record: bool,
    ) -> Result<Self, BuildError> {
        Self::build_given(triangles, params, progress, record, &[])
    }

    /// As [`NodeTree::build_with`], but some nodes take the planes that are given to them.
    pub(super) fn build_given(
        triangles: &[TaggedTriangle],
        params: &BuildParams,
        progress: &Progress,
        record: bool,
        given: &[Given],
    ) -> Result<Self, BuildError> {
        let Input {
            context,
            pieces,
            triangles,
            bounds,
            tolerances,
        } = Input::new(triangles, params, progress, record)?;
        let mut tree = Self {
            nodes: Vec::new(),
            details: Vec::new(),
            node_faces: Vec::new(),
            triangles,
            fragments: Vec::new(),
            fragment_vertices: Vec::new(),
            splits: 0,
            bounds,
            tolerances,
            slack: slack(&bounds, context.tolerance),
            params: *params,
            recording: record.then(Recording::default),
            wide: OnceLock::new(),
        };
        let effort = effort(params);
        Report::begin(progress, Builder::PHASE, &effort, pieces.len());
        if pieces.is_empty() {
            return Ok(tree);
        }
        let builder = Builder::new(&context, given, progress, pieces.len() as u64);
        let root = root(pieces, bounds, params);
        let runs = grow(&builder, Run::default(), root, &effort, progress)?;
        progress.begin("Putting the tree together", 0);
        assemble(&mut tree, runs, progress)?;
        finish(&mut tree, progress)?;
        Ok(tree)
    }
}

/// How far a computed distance from a plane may be off: the thickness of planes and the rounding of `f32` coordinates.
fn slack(bounds: &Aabb, tolerance: f64) -> f32 {
    if bounds.is_empty() {
        return 0.0;
    }
    tolerance as f32 + QUERY_RELATIVE * bounds.largest_coordinate() as f32
}

/// What a build reads of the triangles, and the pieces that reach the root.
pub(super) struct Input {
    pub(super) context: Context,
    pub(super) pieces: Pieces,
    /// The triangles that have a plane, in the caller's order.
    pub(super) triangles: Vec<QueryTriangle>,
    pub(super) bounds: Aabb,
    pub(super) tolerances: Tolerances,
}

impl Input {
    pub(super) fn new(
        triangles: &[TaggedTriangle],
        params: &BuildParams,
        progress: &Progress,
        record: bool,
    ) -> Result<Self, BuildError> {
        progress.begin("Finding the planes of the faces", triangles.len() as u64);
        for (index, triangle) in triangles.iter().enumerate() {
            progress.check_at(index)?;
            if !triangle.corners.iter().all(|c| c.is_finite()) {
                return Err(BuildError::NotFinite { face: triangle.face });
            }
        }
        let bounds = Aabb::from_points(triangles.iter().flat_map(|triangle| triangle.corners));
        let tolerances = Tolerances::for_bounds(&bounds);
        let count = triangles.len();
        let mut input = Self {
            context: Context {
                params: *params,
                planes: Vec::with_capacity(count),
                areas: Vec::with_capacity(count),
                faces: Vec::with_capacity(count),
                tolerance: match params.rule {
                    Rule::Ati => ATI_EPSILON,
                    _ => tolerances.on_plane,
                },
                record,
            },
            pieces: Pieces::with_capacity(count),
            triangles: Vec::with_capacity(count),
            bounds,
            tolerances,
        };
        for (index, triangle) in triangles.iter().enumerate() {
            progress.check_at(index)?;
            let Some(plane) = Plane::from_points(triangle.corners) else {
                continue;
            };
            let pieces = &mut input.pieces;
            pieces.push(pieces.len() as u32, triangle.corners.map(Vertex::bare));
            input.context.planes.push(plane);
            input.context.areas.push(area(triangle.corners));
            input.context.faces.push(triangle.face);
            input.triangles.push(QueryTriangle::new(triangle, &plane));
        }
        Ok(input)
    }
}

/// The subtree of the root.
pub(super) fn root(pieces: Pieces, bounds: Aabb, params: &BuildParams) -> Subtree<Aabb> {
    Subtree {
        pieces,
        cell: bounds,
        seed: params.seed,
        depth: 0,
        parent: None,
    }
}

/// Divides the pieces of a node by its plane, which is that of the pieces `own`, in ascending order.
pub(super) fn divide(
    context: &Context,
    pieces: &Pieces,
    plane: &Plane,
    own: &[usize],
    progress: &Progress,
) -> Result<Partition, Cancelled> {
    match own {
        &[own, ..] if context.params.rule == Rule::Ati => {
            pieces.partition_ati(plane, context.tolerance, progress, own)
        }
        own => pieces.partition(plane, context.tolerance, progress, |index, _| {
            own.binary_search(&index).is_ok()
        }),
    }
}

/// The subtrees in front of a plane and behind it, given the cell, the seed and the depth of its node.
pub(super) fn children(
    [front, back]: [Pieces; 2],
    plane: Plane,
    (cell, seed, depth): (Aabb, u64, u32),
) -> [Option<Subtree<Aabb>>; 2] {
    let child = |pieces: Pieces, branch: Branch, side: Plane| {
        let below = |pieces, cell| Subtree::below(pieces, cell, seed, depth, branch);
        match pieces.len() {
            0 => None,
            // The choice for one piece alone does not read the cell.
            1 => Some(below(pieces, cell)),
            _ => Some(below(pieces, cell.clipped_to_front(&side))),
        }
    };
    [
        child(front, Branch::Front, plane),
        child(back, Branch::Back, plane.flipped()),
    ]
}

/// A plane that a node takes whatever the rule chooses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given {
    /// Depth and seed of the node. The seed follows from the path, and is another at every node.
    pub(super) at: (u32, u64),
    pub(super) plane: Plane,
}

pub(super) struct Builder<'a> {
    context: &'a Context,
    given: &'a [Given],
    progress: &'a Progress,
    /// Fragments up to now.
    fragments: AtomicU64,
}

impl<'a> Builder<'a> {
    /// `fragments` are those of the pieces that are divided, and of the tree besides them.
    pub(super) fn new(
        context: &'a Context,
        given: &'a [Given],
        progress: &'a Progress,
        fragments: u64,
    ) -> Self {
        Self {
            context,
            given,
            progress,
            fragments: AtomicU64::new(fragments),
        }
    }
}

impl Grow for Builder<'_> {
    /// A box around the cell.
    type Cell = Aabb;
    type Node = NewNode;
    type Nodes = NewNodes;
    type Error = BuildError;

    const PHASE: &'static str = "Building the tree";
    const SERIAL_PIECES: usize = 2048;

    fn divide(&self, subtree: Subtree<Aabb>, report: &mut Report<'_>) -> Result<Divided<Self>, BuildError> {
        report.check()?;
        let Subtree {
            pieces,
            cell,
            seed,
            depth,
            ..
        } = subtree;
        let params = &self.context.params;
        let mut random = fastrand::Rng::with_seed(seed);
        let given = self.given.iter().find(|given| given.at == (depth, seed));
        let given = given.map(|given| &given.plane);
        let choice = choose(self.context, &pieces, &cell, &mut random, report, given)?;
        let faces = pieces.len();
        let partition = match choice.own {
            // Most often one piece is left: it stays.
            Some(_) if faces == 1 => Partition {
                on: pieces,
                ..Partition::default()
            },
            own => divide(
                self.context,
                &pieces,
                &choice.plane,
                own.as_slice(),
                self.progress,
            )?,
        };
        let sides = [partition.front.len(), partition.back.len()];
        let added = (partition.on.len() + sides[0] + sides[1]).saturating_sub(faces) as u64;
        let limit = params.max_fragments;
        if added > 0 && self.fragments.fetch_add(added, Ordering::Relaxed) + added > u64::from(limit) {
            return Err(BuildError::TooManyFragments {
                rule: params.rule,
                limit,
            });
        }
        report.divided(faces, partition.on.len(), added, sides);
        let plane = choice.plane;
        let decision = self.context.record.then(|| choice.decision(faces, &partition));
        Ok(Divided::Node {
            children: children([partition.front, partition.back], plane, (cell, seed, depth)),
            node: NewNode {
                plane,
                on: partition.on,
                cuts: partition.cuts,
            },
            decision,
        })
    }
}
