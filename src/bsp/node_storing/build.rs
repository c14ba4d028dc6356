//! Building the tree (seed 000).

use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicU64, Ordering},
};

use super::{
    Branch, NodeTree,
    assemble::{NewNode, NewNodes, assemble, finish},
    choose::{Context, choose, effort},
    exhaustive::number_planes,
    grow_sampled::grow_sampled,
    records::Records,
    triangle::QueryTriangle,
};
use crate::{
    bsp::{
        BuildParams, Recording, Rule,
        effort::{Effort, Report},
        growth::{Divided, Grow, Run, Runs, Subtree, grow},
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

    /// Builds the tree of [`NodeTree::build`] as the ATI sample does (seed 000): where the rule scores planes against all
    /// pieces, it tests each plane against each piece, O(n²) at a node. It is what tests and measurements compare with.
    ///
    /// # Errors
    /// See [`BuildError`].
    pub fn build_all_pairs(triangles: &[TaggedTriangle], params: &BuildParams) -> Result<Self, BuildError> {
        let progress = Progress::default();
        let mut input = Input::new(triangles, params, &progress, false)?;
        input.context.all_pairs = true;
        Self::build_of(input, &progress, &[])
    }

    /// As [`NodeTree::build_with`], but some nodes take the planes that are given to them.
    pub(super) fn build_given(
        triangles: &[TaggedTriangle],
        params: &BuildParams,
        progress: &Progress,
        record: bool,
        given: &[Given],
    ) -> Result<Self, BuildError> {
        Self::build_of(Input::new(triangles, params, progress, record)?, progress, given)
    }

    /// Builds the tree of what was read.
    pub(super) fn build_of(input: Input, progress: &Progress, given: &[Given]) -> Result<Self, BuildError> {
        let Input {
            context,
            triangles,
            bounds,
            tolerances,
        } = input;
        let params = &context.params;
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
            recording: context.record.then(Recording::default),
            wide: OnceLock::new(),
        };
        let effort = effort(params);
        let count = context.corners.len();
        Report::begin(progress, Builder::PHASE, &effort, count);
        if count == 0 {
            return Ok(tree);
        }
        let builder = Builder::new(&context, given, progress, count as u64);
        let runs = builder.grow_all(&effort)?;
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
                plane_numbers: Vec::new(),
                corners: Vec::with_capacity(count),
                areas: Vec::with_capacity(count),
                faces: Vec::with_capacity(count),
                tolerance: match params.rule {
                    Rule::Ati => ATI_EPSILON,
                    _ => tolerances.on_plane,
                },
                record,
                all_pairs: false,
            },
            triangles: Vec::with_capacity(count),
            bounds,
            tolerances,
        };
        for (index, triangle) in triangles.iter().enumerate() {
            progress.check_at(index)?;
            let Some(plane) = Plane::from_points(triangle.corners) else {
                continue;
            };
            input.context.corners.push(triangle.corners.map(Vertex::bare));
            input.context.planes.push(plane);
            input.context.areas.push(area(triangle.corners));
            input.context.faces.push(triangle.face);
            input.triangles.push(QueryTriangle::new(triangle, &plane));
        }
        if params.rule == Rule::Ati {
            input.context.plane_numbers = number_planes(&input.context.planes);
        }
        Ok(input)
    }

    /// The triangles as pieces.
    pub(super) fn pieces(&self) -> Pieces {
        self.context.pieces()
    }
}

/// The subtree of the root.
pub(super) fn root(pieces: Pieces, params: &BuildParams) -> Subtree<()> {
    Subtree {
        pieces,
        cell: (),
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

/// The subtrees in front of a plane and behind it, given the seed and the depth of its node.
pub(super) fn children([front, back]: [Pieces; 2], (seed, depth): (u64, u32)) -> [Option<Subtree<()>>; 2] {
    [(front, Branch::Front), (back, Branch::Back)]
        .map(|(pieces, branch)| (!pieces.is_empty()).then(|| Subtree::below(pieces, (), seed, depth, branch)))
}

/// A plane that a node takes whatever the rule chooses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given {
    /// Depth and seed of the node. The seed follows from the path, and is another at every node.
    pub(super) at: (u32, u64),
    pub(super) plane: Plane,
}

pub(super) struct Builder<'a> {
    pub(super) context: &'a Context,
    given: &'a [Given],
    pub(super) progress: &'a Progress,
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

    /// Grows the tree of all triangles.
    pub(super) fn grow_all(&self, effort: &Effort) -> Result<Runs<Self>, BuildError> {
        let params = &self.context.params;
        if params.rule == Rule::Sampled {
            return grow_sampled(self, self.context.records(), (params.seed, 0), effort);
        }
        let root = root(self.context.pieces(), params);
        grow(self, Run::default(), root, effort, self.progress)
    }

    /// Grows a subtree.
    pub(super) fn grow(&self, root: Subtree<()>, effort: &Effort) -> Result<Runs<Self>, BuildError> {
        if self.context.params.rule == Rule::Sampled {
            let records = Records::of(&root.pieces);
            return grow_sampled(self, records, (root.seed, root.depth), effort);
        }
        grow(self, Run::default(), root, effort, self.progress)
    }

    /// The plane that is given to a node, if any.
    pub(super) fn given(&self, at: (u32, u64)) -> Option<&'a Plane> {
        let given = self.given.iter().find(|given| given.at == at);
        given.map(|given| &given.plane)
    }

    /// Whether a node at this depth or below may have a plane that is given.
    pub(super) fn gives_below(&self, depth: u32) -> bool {
        self.given.iter().any(|given| given.at.0 >= depth)
    }

    /// Counts fragments that cuts have added.
    pub(super) fn count_added(&self, added: u64) -> Result<(), BuildError> {
        let params = &self.context.params;
        let limit = params.max_fragments;
        if added > 0 && self.fragments.fetch_add(added, Ordering::Relaxed) + added > u64::from(limit) {
            return Err(BuildError::TooManyFragments {
                rule: params.rule,
                limit,
            });
        }
        Ok(())
    }
}

impl Grow for Builder<'_> {
    type Cell = ();
    type Node = NewNode;
    type Nodes = NewNodes;
    type Error = BuildError;

    const PHASE: &'static str = "Building the tree";
    const SERIAL_PIECES: usize = 2048;

    fn divide(&self, subtree: Subtree<()>, report: &mut Report<'_>) -> Result<Divided<Self>, BuildError> {
        report.check()?;
        let Subtree {
            pieces, seed, depth, ..
        } = subtree;
        let mut random = fastrand::Rng::with_seed(seed);
        let given = self.given((depth, seed));
        let choice = choose(self.context, &pieces, &mut random, report, given)?;
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
        self.count_added(added)?;
        report.divided(faces, partition.on.len(), added, sides);
        let plane = choice.plane;
        let decision = self.context.record.then(|| choice.decision(faces, &partition));
        Ok(Divided::Node {
            children: children([partition.front, partition.back], (seed, depth)),
            node: NewNode {
                plane,
                on: partition.on,
                cuts: partition.cuts,
            },
            decision,
        })
    }
}
