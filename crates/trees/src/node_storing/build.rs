//! Builds the tree (Ericson, *Real-Time Collision Detection*, 2005, section 8.3).

use std::sync::OnceLock;

use bspwalk_geometry::{Aabb, Plane, TaggedTriangle, Tolerances, Vertex, triangle::area};
use bspwalk_progress::{Cancelled, Progress};
use rayon::prelude::*;

use crate::tolerance::{ATI_EPSILON, QUERY_RELATIVE};

use super::{
    NodeTree, QueryLayout,
    assemble::{NewNodes, assemble, finish},
    budget::Budget,
    builder::{BuildError, Builder, FixedPlane},
    context::Context,
    rules::effort,
};
use crate::triangle::QueryTriangle;
use crate::{
    BuildParams, Recording, Rule, TriangleId,
    effort::{Effort, Report},
    growth::{Grow, NodePosition, Run, Runs, Subtree, grow},
    pieces::Pieces,
};

/// Options for building a [`NodeTree`]; see [`NodeTree::builder`].
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct NodeTreeBuilder<'a> {
    params: &'a BuildParams,
    progress: Option<&'a Progress>,
    record: bool,
}

impl<'a> NodeTreeBuilder<'a> {
    /// Sets the [`Progress`] that receives the build's reports. Another thread can use it to cancel the build.
    pub fn progress(self, progress: &'a Progress) -> Self {
        Self {
            progress: Some(progress),
            ..self
        }
    }

    /// Sets whether the tree keeps a [`Recording`] of how each plane was chosen. The default is `false`.
    pub fn recorded(self, record: bool) -> Self {
        Self { record, ..self }
    }

    /// Builds the tree. It skips degenerate triangles, which have no plane.
    ///
    /// # Errors
    /// Returns [`BuildError::NotFinite`] if a corner is NaN or infinite, and [`BuildError::Cancelled`] if the progress
    /// is cancelled.
    pub fn build(self, triangles: &[TaggedTriangle]) -> Result<NodeTree, BuildError> {
        let default = Progress::default();
        let progress = self.progress.unwrap_or(&default);
        NodeTree::build_given(triangles, self.params, progress, self.record, &[])
    }
}

impl NodeTree {
    /// Builds a tree on the Rayon thread pool. It skips degenerate triangles, which have no plane.
    ///
    /// # Errors
    /// Returns [`BuildError::NotFinite`] if a corner is NaN or infinite.
    pub fn build(triangles: &[TaggedTriangle], params: &BuildParams) -> Result<Self, BuildError> {
        Self::builder(params).build(triangles)
    }

    /// Returns a builder with options to track progress, to cancel the build, and to record its decisions.
    pub fn builder(params: &BuildParams) -> NodeTreeBuilder<'_> {
        NodeTreeBuilder {
            params,
            progress: None,
            record: false,
        }
    }

    /// Like [`NodeTree::builder`], but the nodes in `given` use their given planes.
    pub(super) fn build_given(
        triangles: &[TaggedTriangle],
        params: &BuildParams,
        progress: &Progress,
        record: bool,
        given: &[FixedPlane],
    ) -> Result<Self, BuildError> {
        // Enter the thread pool once instead of in each phase, which would take most of the time for a small tree.
        rayon::scope(|_| {
            let input = Input::new(triangles, params, progress, record)?;
            Ok(Self::build_of(input, progress, given)?.0)
        })
    }

    /// Builds the tree from prepared input. Also returns the context, and the position in it of each triangle.
    ///
    /// The first attempt has no budgets. If it exceeds the fragment limit, a second attempt builds the tree
    /// with blocks.
    pub(super) fn build_of(
        input: Input,
        progress: &Progress,
        given: &[FixedPlane],
    ) -> Result<(Self, Context, Vec<TriangleId>), BuildError> {
        let Input {
            context,
            triangles,
            bounds,
            tolerances,
        } = input;
        let params = &context.params;
        let mut tree = Self {
            nodes: Vec::new(),
            triangles,
            fragments: Vec::new(),
            fragment_vertices: Vec::new(),
            splits: 0,
            bounds,
            tolerances,
            slack: slack(&bounds, context.tolerance),
            params: *params,
            recording: context.record.then(Recording::default),
            by_hand: Vec::new(),
            query_layout: QueryLayout::default(),
            wide: OnceLock::new(),
        };
        let effort = effort(params);
        let count = context.corners.len();
        Report::begin(progress, Builder::PHASE, &effort, count);
        if count == 0 {
            return Ok((tree, context, Vec::new()));
        }
        let limit = params.fragment_limit(count as u64);
        let free = Builder::new(&context, given, progress, (count as u64, limit));
        let mut runs = match grow_all(&free, Budget::UNLIMITED, &effort) {
            Err(BuildError::TooManyFragments { .. }) => {
                Report::begin(progress, Builder::PHASE, &effort, count);
                let bounded = Builder::new(&context, given, progress, (0, u64::MAX));
                grow_all(&bounded, Budget::of_tree(params, count), &effort)
            }
            runs => runs,
        }?;
        progress.begin("Assembling the tree", 0);
        assemble(&mut tree, &mut runs, progress)?;
        drop(runs);
        let origin = finish(&mut tree, progress)?;
        Ok((tree, context, origin))
    }
}

/// Returns the error bound for a computed distance from a plane: the plane thickness plus the rounding error of `f32`
/// coordinates.
pub(super) fn slack(bounds: &Aabb, tolerance: f64) -> f32 {
    if bounds.is_empty() {
        return 0.0;
    }
    tolerance as f32 + QUERY_RELATIVE * bounds.largest_coordinate() as f32
}

pub(super) struct Input {
    pub(super) context: Context,
    /// Triangles that have a plane, in the caller's order.
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
        let with_planes = triangles.par_iter().enumerate().map(|(index, triangle)| {
            progress.check_at(index)?;
            Ok(Plane::from_points(triangle.corners).map(|plane| (triangle, plane)))
        });
        let with_planes = with_planes.filter_map(Result::transpose);
        let with_planes: Vec<(&TaggedTriangle, Plane)> = with_planes.collect::<Result<_, Cancelled>>()?;
        let with_planes = with_planes.par_iter();
        let mut input = Self {
            context: Context {
                params: *params,
                planes: with_planes.clone().map(|&(_, plane)| plane).collect(),
                plane_numbers: Vec::new(),
                corners: with_planes
                    .clone()
                    .map(|(triangle, _)| triangle.corners.map(Vertex::new))
                    .collect(),
                areas: with_planes
                    .clone()
                    .map(|(triangle, _)| area(triangle.corners))
                    .collect(),
                faces: with_planes.clone().map(|(triangle, _)| triangle.face).collect(),
                tolerance: match params.rule {
                    Rule::Ati => ATI_EPSILON,
                    _ => tolerances.on_plane,
                },
                largest_coordinate: bounds.largest_coordinate(),
                record,
                all_pairs: false,
            },
            triangles: with_planes
                .map(|(triangle, plane)| QueryTriangle::new(triangle, plane))
                .collect(),
            bounds,
            tolerances,
        };
        input.context.number_planes();
        Ok(input)
    }
}

pub(super) fn root(pieces: Pieces, params: &BuildParams, budget: Budget) -> Subtree<Budget> {
    let place = NodePosition {
        parent: None,
        seed: params.seed,
        depth: 0,
    };
    Subtree {
        pieces,
        place,
        cell: budget,
    }
}

fn grow_all(
    builder: &Builder<'_>,
    budget: Budget,
    effort: &Effort,
) -> Result<Runs<NewNodes, Budget>, BuildError> {
    let context = builder.context;
    let root = root(context.pieces(), &context.params, budget);
    grow(builder, Run::default(), root, effort, builder.progress)
}
