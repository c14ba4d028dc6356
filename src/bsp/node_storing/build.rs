//! Building the tree (seed 000), without recursion and in parallel.
//!
//! The top of the tree grows in rounds, all nodes of a round at once; a part that has become small is then built by one
//! thread to its end. What is random at a node depends on the way to it alone, so that the tree does not depend on the
//! number of threads.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use rayon::prelude::*;

use super::{
    Branch, NONE, NodeId, NodeTree,
    assemble::{Child, Link, Run, RunFragment, RunNode, assemble, order_triangles, surround},
    choose::{Context, choose, effort},
    triangle::QueryTriangle,
};
use crate::{
    bsp::{
        BuildParams, Recording, Rule,
        effort::{Effort, Report},
        pieces::{Partition, Pieces},
        recording::Decision,
        scoring::child_seed,
    },
    geometry::{
        Aabb, Plane, TaggedTriangle, Tolerances, Vertex,
        tolerance::{ATI_EPSILON, QUERY_RELATIVE},
    },
    progress::{Cancelled, Progress},
};

/// A part of at most this many pieces is built by one thread.
const PART_PIECES: usize = 2048;

/// The phase in which the nodes are made.
const PHASE: &str = "Building the tree";

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
        let input = Input::new(triangles, progress)?;
        let effort = effort(params);
        Report::begin(progress, PHASE, &effort, input.planes.len());
        let builder = Builder {
            context: Context {
                params,
                planes: &input.planes,
                areas: &input.areas,
                faces: &input.faces,
                tolerance: if params.rule == Rule::Ati {
                    ATI_EPSILON
                } else {
                    input.tolerances.on_plane
                },
                record,
            },
            progress,
            effort,
            fragments: AtomicU64::new(input.planes.len() as u64),
        };
        let root = Item {
            cell: input.bounds,
            random: params.seed,
            depth: 0,
            pieces: input.pieces,
            parent: NONE,
            branch: Branch::Front,
        };
        let (top, parts) = builder.grow_top(root)?;
        let parts = parts
            .into_par_iter()
            .map(|part| builder.build_part(part))
            .collect::<Result<Vec<_>, _>>()?;
        let mut tree = Self {
            nodes: Vec::new(),
            details: Vec::new(),
            node_faces: Vec::new(),
            triangles: input.query,
            fragments: Vec::new(),
            fragment_vertices: Vec::new(),
            splits: 0,
            bounds: input.bounds,
            tolerances: input.tolerances,
            slack: slack(&input.bounds, builder.context.tolerance),
            params: *params,
            recording: record.then(Recording::default),
        };
        progress.begin("Putting the tree together", 0);
        assemble(&mut tree, top, &parts, progress)?;
        order_triangles(&mut tree, progress)?;
        surround(&mut tree, progress)?;
        Ok(tree)
    }
}

/// The thickness of planes and the rounding of `f32` coordinates in the bounds.
fn slack(bounds: &Aabb, tolerance: f64) -> f32 {
    if bounds.is_empty() {
        return 0.0;
    }
    let reach = bounds.min.abs().max(bounds.max.abs()).max_element();
    tolerance as f32 + QUERY_RELATIVE * reach as f32
}

/// The triangles as the build reads them.
struct Input {
    pieces: Pieces,
    planes: Vec<Plane>,
    areas: Vec<f64>,
    faces: Vec<u32>,
    query: Vec<QueryTriangle>,
    bounds: Aabb,
    tolerances: Tolerances,
}

impl Input {
    fn new(triangles: &[TaggedTriangle], progress: &Progress) -> Result<Self, BuildError> {
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
            pieces: Pieces::with_capacity(count),
            planes: Vec::with_capacity(count),
            areas: Vec::with_capacity(count),
            faces: Vec::with_capacity(count),
            query: Vec::with_capacity(count),
            bounds,
            tolerances,
        };
        for (index, triangle) in triangles.iter().enumerate() {
            progress.check_at(index)?;
            let Some(plane) = Plane::from_points(triangle.corners) else {
                continue;
            };
            let [a, b, c] = triangle.corners;
            input
                .pieces
                .push(input.planes.len() as u32, triangle.corners.map(Vertex::bare));
            input.planes.push(plane);
            input.areas.push((b - a).cross(c - a).length() * 0.5);
            input.faces.push(triangle.face);
            input.query.push(QueryTriangle::new(triangle, &plane));
        }
        Ok(input)
    }
}

/// A part of the tree that is still to be built.
struct Item {
    pieces: Pieces,
    /// A box around the cell.
    cell: Aabb,
    /// Seed of everything random at this node.
    random: u64,
    depth: u32,
    parent: NodeId,
    branch: Branch,
}

struct Builder<'a> {
    context: Context<'a>,
    progress: &'a Progress,
    effort: Effort,
    fragments: AtomicU64,
}

impl Builder<'_> {
    /// The nodes with many pieces, and the parts below them.
    fn grow_top(&self, root: Item) -> Result<(Run, Vec<Item>), BuildError> {
        let (mut top, mut parts) = (Run::default(), Vec::new());
        let mut round = vec![root];
        while !round.is_empty() {
            let divided = round
                .into_par_iter()
                .map(|item| {
                    let is_root = item.depth == 0;
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
                .collect::<Result<Vec<_>, BuildError>>()?;
            round = Vec::new();
            for node in divided.into_iter().flatten() {
                let id = top.nodes.len() as u32;
                node.append_to(&mut top, |item| {
                    if item.pieces.len() <= PART_PIECES {
                        parts.push(Item { parent: id, ..item });
                    } else {
                        round.push(Item { parent: id, ..item });
                    }
                });
            }
        }
        // A node's parent precedes it, and a part's its own: link downwards.
        Ok((top, parts))
    }

    /// A small part, to its end.
    fn build_part(&self, root: Item) -> Result<(Link, Run), BuildError> {
        let link = Link {
            parent: root.parent,
            branch: root.branch,
        };
        let mut report = Report::new(self.progress, &self.effort);
        let mut run = Run::default();
        let mut stack = vec![Item { parent: NONE, ..root }];
        while let Some(item) = stack.pop() {
            let Some(node) = self.divide(item, &mut report)? else {
                continue;
            };
            let id = run.nodes.len() as u32;
            // The front child is pushed last and so follows its parent.
            let mut below = Vec::with_capacity(2);
            node.append_to(&mut run, |item| below.push(Item { parent: id, ..item }));
            stack.extend(below.into_iter().rev());
        }
        Ok((link, run))
    }

    /// Makes a node out of the pieces of an item; `None` where there are none.
    fn divide(&self, item: Item, report: &mut Report<'_>) -> Result<Option<Divided>, BuildError> {
        report.check()?;
        let Item {
            pieces,
            cell,
            random,
            depth,
            parent,
            branch,
        } = item;
        if pieces.is_empty() {
            return Ok(None);
        }
        let mut generator = fastrand::Rng::with_seed(random);
        let choice = choose(&self.context, &pieces, &cell, &mut generator, report)?;
        let tolerance = self.context.tolerance;
        let faces = pieces.len();
        let partition = match choice.own {
            // Most often one piece is left: it stays.
            Some(_) if faces == 1 => Partition {
                on: pieces,
                ..Partition::default()
            },
            Some(own) if self.context.params.rule == Rule::Ati => {
                pieces.partition_ati(&choice.plane, tolerance, self.progress, own)?
            }
            own => pieces.partition(&choice.plane, tolerance, self.progress, |index, _| {
                own == Some(index)
            })?,
        };
        let made = (partition.on.len() + partition.front.len() + partition.back.len()) as u64;
        let added = made.saturating_sub(faces as u64);
        let limit = self.context.params.max_fragments;
        if added > 0 && self.fragments.fetch_add(added, Ordering::Relaxed) + added > u64::from(limit) {
            return Err(BuildError::TooManyFragments {
                rule: self.context.params.rule,
                limit,
            });
        }
        let sides = [partition.front.len(), partition.back.len()];
        report.divided(faces, partition.on.len(), added, sides);
        let decision = self.context.record.then(|| Decision {
            faces: faces as u32,
            candidates: choice.candidates,
            chosen: choice.chosen,
            coplanar: partition.on.len() as u32,
            front: partition.front.len() as u32,
            back: partition.back.len() as u32,
            cuts: partition.cuts,
        });
        let child = |pieces: Pieces, branch: Branch| Item {
            // One piece alone is not asked where it is.
            cell: if pieces.len() < 2 {
                cell
            } else {
                cell.clipped_to_front(&match branch {
                    Branch::Front => choice.plane,
                    Branch::Back => choice.plane.flipped(),
                })
            },
            random: child_seed(random, branch),
            depth: depth + 1,
            parent: NONE,
            branch,
            pieces,
        };
        Ok(Some(Divided {
            link: Link { parent, branch },
            plane: choice.plane,
            depth,
            on: partition.on,
            cuts: partition.cuts,
            decision,
            children: [
                child(partition.front, Branch::Front),
                child(partition.back, Branch::Back),
            ],
        }))
    }
}

/// A node that was just made, with what goes below it.
struct Divided {
    link: Link,
    plane: Plane,
    depth: u32,
    on: Pieces,
    cuts: u32,
    decision: Option<Decision>,
    children: [Item; 2],
}

impl Divided {
    /// Appends the node to a run, links it to its parent there, and hands on its children that have pieces.
    fn append_to(self, run: &mut Run, mut below: impl FnMut(Item)) {
        let id = run.nodes.len() as u32;
        if let Some(parent) = run.nodes.get_mut(self.link.parent as usize) {
            *parent.child_mut(self.link.branch) = Child::Node(id);
        }
        for piece in self.on.iter() {
            let vertices = self.on.vertices(piece);
            run.vertices
                .extend(vertices.iter().map(|vertex| vertex.position.as_vec3()));
            run.fragments.push(RunFragment {
                triangle: piece.face,
                vertex_count: vertices.len() as u32,
            });
        }
        run.nodes.push(RunNode {
            plane: self.plane,
            front: Child::None,
            back: Child::None,
            depth: self.depth,
            fragment_count: self.on.len() as u32,
        });
        run.cuts += self.cuts;
        run.decisions.extend(self.decision);
        for child in self.children {
            if !child.pieces.is_empty() {
                below(child);
            }
        }
    }
}
