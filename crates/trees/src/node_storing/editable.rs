//! Replaces the faces of an object in a built tree, for example of a wall that breaks.
//!
//! The planes near the root usually stay: they lose the fragments of removed triangles, and divide the added ones as
//! in a build. A subtree whose contents have changed too much is built again by the tree's rule. Its input is not its
//! old fragments but the whole triangles, clipped to its cell by the planes above it. So cuts of earlier planes do not
//! accumulate.
//!
//! Sources: Chrysanthou and Slater, "Computing dynamic changes to BSP trees", 1992; for the rebuilt subtrees, Overmars,
//! *The Design of Dynamic Data Structures*, 1983 (partial rebuilding).

use std::sync::Arc;

use bspwalk_geometry::{Aabb, FaceId, Plane, Relation, TaggedTriangle, Tolerances, Vertex, triangle::area};
use bspwalk_progress::{Cancelled, Progress};
use glam::Vec3;
use smallvec::SmallVec;

use super::{
    Branch, NONE, NodeId, NodeTree,
    assemble::{order_triangles, set_bounds},
    budget::Budget,
    build::{Input, root, slack},
    builder::{BuildError, Builder},
    context::Context,
    replay::{ReplayError, divide},
    rules::{FEW, effort},
    splice::Splice,
};
use crate::{
    BuildParams, Rule, TriangleId,
    effort::{Effort, Report},
    growth::{NodePosition, Subtree, grow_each},
    pieces::{Cutter, Pieces},
    triangle::QueryTriangle,
};

/// Maximum number of triangles that were added or removed below a node since its plane was chosen, relative to the
/// number of fragments below it.
const CHANGED_SHARE: f64 = 0.25;

/// Maximum growth of the number of fragments per triangle since the last full build.
const FRAGMENT_GROWTH: f64 = 1.5;

/// Maximum factor between the size of the level and its size at the last full build, in either direction. The thickness
/// of planes depends on it.
const SIZE_FACTOR: f64 = 2.0;

/// A tree whose triangles can be replaced.
///
/// The tree always gives the same answers as a tree built from the current triangles. Only the numbers of nodes and
/// triangles differ. They decide which face a cast reports if it hits two faces at exactly the same point. Equal sequences
/// of replacements give equal trees, on any number of threads.
///
/// **Numbers.** Face numbers are the caller's and never change. Node numbers, fragment numbers and
/// [`TriangleId`]s change with every replacement.
///
/// **Cost.** A replacement copies the tree in linear time and builds only the subtrees that need it. The query layout is
/// also rebuilt in linear time. [`TreeChange`] reports how much was kept.
///
/// **Bounds.** A node keeps its plane until the number of triangles that came or went below it since its plane was
/// chosen exceeds a quarter of the fragments below it. A triangle that comes and goes again does not count. Everything
/// is rebuilt for one of the reasons in [`FullBuild`].
///
/// ```
/// use bspwalk_geometry::{FaceId, TaggedTriangle};
/// use bspwalk_progress::Progress;
/// use bspwalk_trees::{BuildParams, node_storing::EditableTree};
/// use glam::{dvec3, vec3};
///
/// let square = |z: f64, face: FaceId| {
///     let [a, b, c, d] = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| dvec3(x, y, z));
///     [[a, b, c], [a, c, d]].map(|corners| TaggedTriangle { corners, face })
/// };
/// let walls = [square(0.0, FaceId(0)), square(-2.0, FaceId(1))].concat();
/// let progress = Progress::default();
/// let mut level = EditableTree::build(&walls, &BuildParams::default(), &progress)?;
/// let hit = |level: &EditableTree| level.tree().cast(vec3(0.2, 0.1, 5.0), vec3(0.2, 0.1, -5.0)).map(|hit| hit.face);
/// assert_eq!(hit(&level), Some(FaceId(0)));
///
/// // The first wall breaks, and rubble appears at another place.
/// let change = level.replace(|face| face == FaceId(0), &square(-3.0, FaceId(2)), &progress)?;
/// assert_eq!((change.triangles_removed, change.triangles_added), (2, 2));
/// assert_eq!(hit(&level), Some(FaceId(1)));
/// # Ok::<(), bspwalk_trees::node_storing::BuildError>(())
/// ```
pub struct EditableTree {
    tree: Arc<NodeTree>,
    /// The triangles, in slots. A removed triangle leaves its slot to a triangle that is added later.
    context: Context,
    triangles: Vec<QueryTriangle>,
    /// For each slot, the number of the replacement that added its triangle.
    added_by: Vec<u32>,
    free: Vec<TriangleId>,
    /// Slot of each triangle of the tree.
    slots: Vec<TriangleId>,
    /// For each node, its changes since its plane was chosen.
    changes: Vec<Changes>,
    /// Number of replacements since the last full build.
    replacements: u32,
    /// Number of fragments per triangle after the last full build.
    fragments_per_triangle: f64,
    effort: Effort,
}

/// The extent of a replacement; see [`EditableTree::replace`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeChange {
    /// Number of triangles removed.
    pub triangles_removed: u32,
    /// Number of triangles added, not counting degenerate ones.
    pub triangles_added: u32,
    /// Number of nodes that kept their planes.
    pub nodes_kept: u32,
    /// Number of nodes removed from the old tree.
    pub nodes_removed: u32,
    /// Number of nodes whose planes were chosen by the rule.
    pub nodes_built: u32,
    /// Number of fragments copied from the old tree.
    pub fragments_kept: u32,
    /// Number of fragments created: all fragments of built nodes, and the added fragments of kept nodes.
    pub fragments_built: u32,
    /// Number of subtrees built. A full build counts as one.
    pub subtrees_built: u32,
    /// Reason why the whole tree was built, or `None` if parts of it were kept.
    pub full_build: Option<FullBuild>,
}

/// A reason to build the whole tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FullBuild {
    /// The rule [`Rule::Ati`] stores one triangle per node, so a change concerns all planes.
    Rule,
    /// The triangles added and removed since the last full build exceed a quarter of the fragments, or one of the trees
    /// is empty.
    Share,
    /// The size of the level has doubled or halved since the last full build. The thickness of planes depends on it.
    Size,
    /// The number of fragments per triangle has grown by half since the last full build, or it exceeds
    /// [`BuildParams::fragment_limit`].
    Fragments,
}

#[derive(Clone, Copy, Debug, Default)]
struct Changes {
    /// Number of the replacement that chose the plane.
    chosen_by: u32,
    /// Triangles below the node that were added since.
    added: u32,
    /// Triangles that were removed since, not counting those that were also added since.
    removed: u32,
}

impl Changes {
    fn total(self) -> u64 {
        u64::from(self.added) + u64::from(self.removed)
    }
}

/// Contents that a subtree loses.
#[derive(Clone, Copy, Debug, Default)]
struct Loss {
    fragments: u32,
    /// Triangles added since the plane was chosen, and all others.
    added: u32,
    original: u32,
    /// Last triangle counted, plus one.
    last: u32,
}

/// One step from the old tree to the new one. Steps are in depth-first order.
enum Step {
    /// A kept node that triangles come to or go from, with the number of triangles that come and the faces that it
    /// stores in addition.
    Keep {
        node: NodeId,
        arrived: u32,
        stored: Vec<(TriangleId, SmallVec<[Vec3; 4]>)>,
    },
    /// A subtree that is replaced by a new one, or removed. It is empty if the child is missing.
    Replace {
        start: NodeId,
        end: NodeId,
        above: Option<(NodeId, Branch)>,
        root: Option<usize>,
    },
}

struct Visit {
    /// The subtree, which is empty if the child is missing.
    start: NodeId,
    end: NodeId,
    above: Option<(NodeId, Branch)>,
    place: NodePosition,
    /// Parts of added triangles that reach the subtree.
    pieces: Pieces,
}

struct Next {
    tree: NodeTree,
    slots: Vec<TriangleId>,
    changes: Vec<Changes>,
    change: TreeChange,
}

/// A replacement either keeps parts of the tree or needs a full build.
type Attempt<T> = Result<Result<T, FullBuild>, BuildError>;

impl EditableTree {
    /// Builds a tree. It skips degenerate triangles, which have no plane.
    ///
    /// # Errors
    /// Returns [`BuildError::NotFinite`] if a corner is NaN or infinite, and [`BuildError::Cancelled`] if the progress is
    /// cancelled.
    pub fn build(
        triangles: &[TaggedTriangle],
        params: &BuildParams,
        progress: &Progress,
    ) -> Result<Self, BuildError> {
        rayon::scope(|_| {
            let input = Input::new(triangles, params, progress, false)?;
            let triangles = input.triangles.clone();
            let (tree, context, slots) = NodeTree::build_of(input, progress, &[])?;
            Ok(Self::of_parts(tree.into(), context, triangles, slots))
        })
    }

    /// Makes a tree editable, for example one from a file. The tree must have been built from the given triangles, which
    /// may be in any order.
    ///
    /// # Errors
    /// Returns [`ReplayError::OtherTriangles`] if the tree was built from other triangles, and [`ReplayError::Build`] if a
    /// corner is not finite or the progress is cancelled.
    pub fn new(
        tree: Arc<NodeTree>,
        triangles: &[TaggedTriangle],
        progress: &Progress,
    ) -> Result<Self, ReplayError> {
        let (input, slots) = Input::of_tree(&tree, triangles, progress, false)?;
        Ok(Self::of_parts(tree, input.context, input.triangles, slots))
    }

    fn of_parts(
        tree: Arc<NodeTree>,
        context: Context,
        triangles: Vec<QueryTriangle>,
        slots: Vec<TriangleId>,
    ) -> Self {
        Self {
            added_by: vec![0; triangles.len()],
            triangles,
            free: Vec::new(),
            slots,
            changes: vec![Changes::default(); tree.nodes.len()],
            replacements: 0,
            fragments_per_triangle: f64::from(tree.fragment_count())
                / f64::from(tree.triangle_count().max(1)),
            effort: effort(&tree.params),
            context,
            tree,
        }
    }

    /// Returns the current tree. A replacement does not change it but creates another one, so other threads can query
    /// it in the meantime.
    #[must_use]
    pub fn tree(&self) -> &Arc<NodeTree> {
        &self.tree
    }

    /// Returns the current triangles, in the order of their numbers in the tree.
    pub fn triangles(&self) -> impl ExactSizeIterator<Item = TaggedTriangle> + '_ {
        self.slots.iter().map(|&slot| self.tagged(slot))
    }

    fn tagged(&self, slot: TriangleId) -> TaggedTriangle {
        TaggedTriangle {
            corners: self.context.corners[slot.index()].map(|corner| corner.position),
            face: self.context.faces[slot.index()],
        }
    }

    /// Removes the triangles whose face numbers satisfy `is_removed`, and adds others. An object that moves is removed and
    /// added at its new place, with the same face numbers. Degenerate triangles, which have no plane, are not added.
    ///
    /// The new tree has no [`Recording`](crate::Recording). Planes that were set by hand are kept unless their subtree is
    /// built again.
    ///
    /// # Errors
    /// Returns [`BuildError::NotFinite`] if a corner is NaN or infinite, and [`BuildError::Cancelled`] if the progress is
    /// cancelled. The tree is then unchanged.
    pub fn replace(
        &mut self,
        is_removed: impl Fn(FaceId) -> bool,
        added: &[TaggedTriangle],
        progress: &Progress,
    ) -> Result<TreeChange, BuildError> {
        progress.begin("Replacing faces", 0);
        for (index, triangle) in added.iter().enumerate() {
            progress.check_at(index)?;
            if !triangle.corners.iter().all(|corner| corner.is_finite()) {
                return Err(BuildError::NotFinite { face: triangle.face });
            }
        }
        let mut removed = Vec::with_capacity(self.slots.len());
        for (index, triangle) in self.tree.triangles.iter().enumerate() {
            progress.check_at(index)?;
            removed.push(is_removed(triangle.face));
        }
        let slots = self.enter(added);
        let result = if slots.is_empty() && !removed.contains(&true) {
            Ok(TreeChange {
                nodes_kept: self.tree.node_count(),
                fragments_kept: self.tree.fragment_count(),
                ..TreeChange::default()
            })
        } else {
            self.replace_entered(&removed, &slots, progress)
        };
        if result.is_err() {
            self.free.extend(slots);
        }
        result
    }

    /// Stores triangles in free slots, and returns these slots.
    fn enter(&mut self, added: &[TaggedTriangle]) -> Vec<TriangleId> {
        fn set<T>(list: &mut Vec<T>, slot: TriangleId, value: T) {
            match list.get_mut(slot.index()) {
                Some(old) => *old = value,
                None => list.push(value),
            }
        }
        let mut slots = Vec::with_capacity(added.len());
        for triangle in added {
            let Some(plane) = Plane::from_points(triangle.corners) else {
                continue;
            };
            let slot = self.free.pop();
            let slot = slot.unwrap_or_else(|| TriangleId::from_index(self.triangles.len()));
            set(&mut self.context.corners, slot, triangle.corners.map(Vertex::new));
            set(&mut self.context.planes, slot, plane);
            set(&mut self.context.areas, slot, area(triangle.corners));
            set(&mut self.context.faces, slot, triangle.face);
            set(&mut self.triangles, slot, QueryTriangle::new(triangle, &plane));
            set(&mut self.added_by, slot, self.replacements + 1);
            slots.push(slot);
        }
        if !slots.is_empty() {
            self.context.number_planes();
        }
        slots
    }

    fn replace_entered(
        &mut self,
        removed: &[bool],
        added: &[TriangleId],
        progress: &Progress,
    ) -> Result<TreeChange, BuildError> {
        let bounds = self.new_bounds(removed, added, progress)?;
        let largest = self.context.largest_coordinate;
        self.context.largest_coordinate = bounds.largest_coordinate().max(largest);
        // Like a build, enter the thread pool once.
        match rayon::scope(|_| self.next(removed, added, bounds, progress)) {
            Ok(Ok(next)) => {
                let gone = self.slots.iter().zip(removed).filter(|(_, removed)| **removed);
                self.free.extend(gone.map(|(&slot, _)| slot));
                self.tree = next.tree.into();
                self.slots = next.slots;
                self.changes = next.changes;
                self.replacements += 1;
                Ok(next.change)
            }
            Ok(Err(reason)) => self.build_all(removed, added, reason, progress),
            Err(error) => {
                self.context.largest_coordinate = largest;
                Err(error)
            }
        }
    }

    fn new_bounds(
        &self,
        removed: &[bool],
        added: &[TriangleId],
        progress: &Progress,
    ) -> Result<Aabb, Cancelled> {
        let Aabb { min, max } = self.tree.bounds;
        let corners = |slot: TriangleId| {
            let corners = self.context.corners[slot.index()];
            corners.map(|corner| corner.position)
        };
        let (mut kept, mut has_shrunk) = (Aabb::EMPTY, false);
        for (turn, (&slot, &is_removed)) in self.slots.iter().zip(removed).enumerate() {
            progress.check_at(turn)?;
            let touches = || {
                corners(slot)
                    .iter()
                    .any(|at| at.cmple(min).any() || at.cmpge(max).any())
            };
            has_shrunk |= is_removed && touches();
        }
        if !has_shrunk {
            kept = self.tree.bounds;
        } else {
            for (turn, (&slot, &is_removed)) in self.slots.iter().zip(removed).enumerate() {
                progress.check_at(turn)?;
                if !is_removed {
                    kept = kept.union(&Aabb::from_points(corners(slot)));
                }
            }
        }
        Ok(kept.union(&Aabb::from_points(added.iter().flat_map(|&slot| corners(slot)))))
    }

    fn build_all(
        &mut self,
        removed: &[bool],
        added: &[TriangleId],
        reason: FullBuild,
        progress: &Progress,
    ) -> Result<TreeChange, BuildError> {
        let old = &self.tree;
        let kept = self.slots.iter().zip(removed).filter(|(_, removed)| !**removed);
        let mut slots: Vec<TriangleId> = kept.map(|(&slot, _)| slot).chain(added.iter().copied()).collect();
        slots.sort_unstable();
        let triangles: Vec<TaggedTriangle> = slots.iter().map(|&slot| self.tagged(slot)).collect();
        let mut next = Self::build(&triangles, &old.params, progress)?;
        if old.query_layout != next.tree.query_layout {
            let tree = Arc::make_mut(&mut next.tree);
            tree.set_query_layout(old.query_layout);
            tree.build_query_layout(progress)?;
        }
        let change = TreeChange {
            triangles_removed: count(removed),
            triangles_added: added.len() as u32,
            nodes_removed: old.node_count(),
            nodes_built: next.tree.node_count(),
            fragments_built: next.tree.fragment_count(),
            subtrees_built: 1,
            full_build: Some(reason),
            ..TreeChange::default()
        };
        *self = next;
        Ok(change)
    }

    /// Returns the new tree, or the reason why it must be built as a whole.
    fn next(
        &self,
        removed: &[bool],
        added: &[TriangleId],
        bounds: Aabb,
        progress: &Progress,
    ) -> Attempt<Next> {
        let old = &*self.tree;
        if old.params.rule == Rule::Ati {
            return Ok(Err(FullBuild::Rule));
        }
        if old.nodes.is_empty() || bounds.is_empty() {
            return Ok(Err(FullBuild::Share));
        }
        let size = Tolerances::for_bounds(&bounds).on_plane / old.tolerances.on_plane;
        if !(1.0 / SIZE_FACTOR..=SIZE_FACTOR).contains(&size) {
            return Ok(Err(FullBuild::Size));
        }
        let losses = self.losses(removed, progress)?;
        let (steps, roots) = match self.steps(removed, added, &losses, progress)? {
            Ok(steps) => steps,
            Err(reason) => return Ok(Err(reason)),
        };
        let triangles = u64::from(old.triangle_count() - count(removed)) + added.len() as u64;
        let fragment_limit = old.params.fragment_limit(triangles);
        let limit = if old.has_blocks() {
            u64::MAX
        } else {
            fragment_limit
        };
        let pieces: usize = roots.iter().map(|root| root.pieces.len()).sum();
        let subtrees_built = roots.len() as u32;
        Report::begin(progress, "Building the subtree", &self.effort, pieces);
        let fragments = u64::from(old.fragment_count() - losses[0].fragments) + added.len() as u64;
        let builder = Builder::new(&self.context, &[], progress, (fragments, limit));
        let mut runs = match grow_each(&builder, roots, &self.effort, progress) {
            Err(BuildError::TooManyFragments { .. }) => return Ok(Err(FullBuild::Fragments)),
            runs => runs?,
        };

        progress.begin("Assembling the tree", 0);
        let origin = |triangle: TriangleId| {
            let index = triangle.index();
            (!removed[index]).then(|| self.slots[index])
        };
        let mut splice = Splice::new(old, self.triangles.clone(), false, origin, progress);
        let mut changed_nodes = Vec::new();
        let mut built_fragments = 0;
        for step in &steps {
            match step {
                Step::Keep { node, stored, .. } => {
                    splice.copy_to(NodeId(node.0 + 1))?;
                    changed_nodes.push(splice.moved[node.index()]);
                    built_fragments += stored.len();
                    for (triangle, vertices) in stored {
                        splice.add_face(*triangle, vertices);
                    }
                }
                &Step::Replace {
                    start,
                    end,
                    above,
                    root,
                } => {
                    splice.copy_to(start)?;
                    let [node, fragment] = [splice.tree.nodes.len(), splice.tree.fragments.len()];
                    if let Some(root) = root {
                        splice.append((&mut runs, root), above)?;
                    }
                    changed_nodes.extend(NodeId::range(node as u32..splice.tree.node_count()));
                    built_fragments += splice.tree.fragments.len() - fragment;
                    splice.skip_to(end);
                }
            }
        }
        splice.copy_to(NodeId(old.node_count()))?;
        let Splice { mut tree, moved, .. } = splice;
        let nodes_kept = moved.iter().filter(|&&id| id != NONE).count() as u32;
        let change = TreeChange {
            triangles_removed: count(removed),
            triangles_added: added.len() as u32,
            nodes_kept,
            nodes_removed: old.node_count() - nodes_kept,
            nodes_built: tree.node_count() - nodes_kept,
            fragments_kept: tree.fragment_count() - built_fragments as u32,
            fragments_built: built_fragments as u32,
            subtrees_built,
            full_build: None,
        };
        let fragments = f64::from(tree.fragment_count());
        if fragments > FRAGMENT_GROWTH * self.fragments_per_triangle * triangles as f64
            || fragments > fragment_limit as f64
        {
            return Ok(Err(FullBuild::Fragments));
        }
        // Each cut adds one fragment.
        let added_cuts = i64::from(tree.fragment_count()) - i64::from(old.fragment_count())
            + i64::from(old.triangle_count())
            - triangles as i64;
        tree.splits = u32::try_from(i64::from(old.splits) + added_cuts).unwrap_or_default();
        tree.bounds = bounds;
        tree.slack = slack(&bounds, self.context.tolerance);
        let kept = (0..self.slots.len()).filter(|&index| !removed[index]);
        let kept = kept.map(|index| self.slots[index]).chain(added.iter().copied());
        let slots = order_triangles(&mut tree, kept, progress)?;
        set_bounds(&mut tree, &changed_nodes, progress)?;
        tree.build_query_layout(progress)?;
        let changes = self.next_changes(&tree, &moved, &steps, &losses);
        Ok(Ok(Next {
            tree,
            slots,
            changes,
            change,
        }))
    }

    fn next_changes(
        &self,
        tree: &NodeTree,
        moved: &[NodeId],
        steps: &[Step],
        losses: &[Loss],
    ) -> Vec<Changes> {
        let new = Changes {
            chosen_by: self.replacements + 1,
            ..Changes::default()
        };
        let mut changes = vec![new; tree.nodes.len()];
        for (id, old) in moved.iter().zip(&self.changes) {
            if *id != NONE {
                changes[id.index()] = *old;
            }
        }
        for step in steps {
            if let Step::Keep { node, arrived, .. } = *step {
                changes[moved[node.index()].index()] = self.changed(node, &losses[node.index()], arrived);
            }
        }
        changes
    }

    fn changed(&self, node: NodeId, loss: &Loss, arrived: u32) -> Changes {
        let changes = self.changes[node.index()];
        Changes {
            added: changes.added.saturating_sub(loss.added) + arrived,
            removed: changes.removed + loss.original,
            ..changes
        }
    }

    /// Returns what each node loses below it.
    fn losses(&self, removed: &[bool], progress: &Progress) -> Result<Vec<Loss>, Cancelled> {
        let tree = &*self.tree;
        let mut losses = vec![Loss::default(); tree.nodes.len()];
        let mut gone = Vec::new();
        for (turn, span) in tree.fragments.iter().enumerate() {
            progress.check_at(turn)?;
            if removed[span.triangle.index()] {
                gone.push((span.triangle, span.node));
            }
        }
        gone.sort_unstable();
        for (turn, (triangle, node)) in gone.into_iter().enumerate() {
            progress.check_at(turn)?;
            let added_by = self.added_by[self.slots[triangle.index()].index()];
            let above = tree.ancestors(node).map(|(above, _)| above);
            for node in std::iter::once(node).chain(above) {
                let loss = &mut losses[node.index()];
                loss.fragments += 1;
                if loss.last != triangle.0 + 1 {
                    loss.last = triangle.0 + 1;
                    let is_original = added_by <= self.changes[node.index()].chosen_by;
                    *(if is_original {
                        &mut loss.original
                    } else {
                        &mut loss.added
                    }) += 1;
                }
            }
        }
        Ok(losses)
    }

    /// Divides the added triangles by the planes that are kept. Returns the steps to the new tree, and the subtrees to
    /// build.
    fn steps(
        &self,
        removed: &[bool],
        added: &[TriangleId],
        losses: &[Loss],
        progress: &Progress,
    ) -> Attempt<(Vec<Step>, Vec<Subtree<Budget>>)> {
        let (tree, context) = (&*self.tree, &self.context);
        let (mut steps, mut roots) = (Vec::new(), Vec::new());
        let pieces = Pieces::whole(context, added.iter().map(|slot| slot.0));
        let mut stack = vec![Visit {
            start: NodeId::ROOT,
            end: NodeId(tree.node_count()),
            above: None,
            place: root(Pieces::default(), &tree.params, Budget::UNLIMITED).place,
            pieces,
        }];
        let has_blocks = tree.has_blocks();
        while let Some(visit) = stack.pop() {
            progress.check()?;
            let Visit {
                start,
                end,
                above,
                place,
                pieces,
            } = visit;
            let arrived = pieces.len() as u32;
            let (mut fragments, mut is_replaced) = (u64::from(arrived), start == end);
            if start < end {
                let loss = &losses[start.index()];
                fragments += self.fragments_in(start, end).len() as u64 - u64::from(loss.fragments);
                let changed = self.changed(start, loss, arrived).total();
                is_replaced = fragments <= FEW as u64
                    || tree.nodes[start.index()].is_block()
                    || changed as f64 > CHANGED_SHARE * fragments as f64;
            }
            if is_replaced {
                if above.is_none() {
                    return Ok(Err(FullBuild::Share));
                }
                let subtree = (fragments > 0).then(|| self.reached((start, end), above, removed, &pieces));
                let root = subtree.map(|pieces| {
                    let cell = if has_blocks {
                        Budget(fragments.max(pieces.len() as u64))
                    } else {
                        Budget::UNLIMITED
                    };
                    roots.push(Subtree { pieces, place, cell });
                    roots.len() - 1
                });
                steps.push(Step::Replace {
                    start,
                    end,
                    above,
                    root,
                });
                continue;
            }
            let node = &tree.nodes[start.index()];
            let (parts, polygons) = divide(&pieces, context, &node.plane, &[], progress)?;
            let stored = parts.on.iter().map(|piece| {
                let vertices = piece.vertices(context, &polygons).iter();
                let vertices = vertices.map(|vertex| vertex.position.as_vec3());
                (TriangleId(piece.face), vertices.collect())
            });
            steps.push(Step::Keep {
                node: start,
                arrived,
                stored: stored.collect(),
            });
            let middle = if node.back == NONE { end } else { node.back };
            // The front child is visited first.
            for (branch, first, end, parts) in [
                (Branch::Back, middle, end, &parts.back),
                (Branch::Front, NodeId(start.0 + 1), middle, &parts.front),
            ] {
                let is_touched = first < end && losses[first.index()].fragments > 0;
                if is_touched || !parts.is_empty() {
                    stack.push(Visit {
                        start: first,
                        end,
                        above: Some((start, branch)),
                        place: place.child(None, branch),
                        pieces: Pieces::copied_from(parts, &polygons),
                    });
                }
            }
        }
        Ok(Ok((steps, roots)))
    }

    fn fragments_in(&self, start: NodeId, end: NodeId) -> std::ops::Range<usize> {
        let nodes = &self.tree.nodes;
        let first = |id: NodeId| nodes.get(id.index()).map(|node| node.first_fragment as usize);
        let after = self.tree.fragments.len();
        first(start).unwrap_or(after)..first(end).unwrap_or(after)
    }

    /// Returns the parts of kept and added triangles in the cell of a subtree, given its nodes and the place above it.
    fn reached(
        &self,
        (start, end): (NodeId, NodeId),
        above: Option<(NodeId, Branch)>,
        removed: &[bool],
        arrived: &Pieces,
    ) -> Pieces {
        let (tree, context) = (&*self.tree, &self.context);
        let kept = tree.fragments[self.fragments_in(start, end)].iter();
        let kept = kept.filter(|span| !removed[span.triangle.index()]);
        let mut slots: Vec<TriangleId> = kept.map(|span| self.slots[span.triangle.index()]).collect();
        slots.sort_unstable();
        slots.dedup();
        let mut pieces = Pieces::whole(context, slots.iter().map(|slot| slot.0));
        let mut path: Vec<(NodeId, Branch)> = above.into_iter().collect();
        path.extend(above.into_iter().flat_map(|(id, _)| tree.ancestors(id)));
        let mut parts = [Vec::new(), Vec::new()];
        for (id, branch) in path.into_iter().rev() {
            let plane = &tree.nodes[id.index()].plane;
            let cutter = Cutter::new(plane, context);
            for piece in &mut pieces.list {
                // Each triangle has a part below, so it is on the side of the branch unless the plane cuts it.
                if piece.relation(context, &pieces.polygons, &cutter) == Relation::Straddling {
                    let cut = piece.cut(context, &mut pieces.polygons, plane, &mut parts);
                    *piece = branch.pick(cut).unwrap_or(*piece);
                }
            }
        }
        pieces.append(arrived);
        pieces.list.sort_unstable_by_key(|piece| piece.face);
        pieces
    }
}

fn count(removed: &[bool]) -> u32 {
    removed.iter().filter(|&&removed| removed).count() as u32
}
