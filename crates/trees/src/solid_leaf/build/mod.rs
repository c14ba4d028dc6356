//! Builds a tree in several stages.
//!
//! - `merge` merges coplanar triangles, `plane_table` merges coplanar planes, and `world_bounds` computes the world
//!   box.
//! - `choose` selects the plane of a node. `auxiliary` provides planes without faces for smooth surfaces, and `holes`
//!   provides planes across missing faces. `hints` provides planes that come before the planes of faces.
//! - `grow` creates nodes and leaves, `descend` cuts faces into them, `mesh` builds the mesh used for drawing, and
//!   `assemble` joins the parts.
//! - `estimate` predicts whether the detail faces will exceed the fragment limit, before all of them are cut.
//! - `imported` converts the tree of a compiled level to a solid-leaf tree.

pub(super) mod assemble;
mod auxiliary;
pub(super) mod choose;
pub(super) mod descend;
pub(super) mod estimate;
pub(super) mod grow;
mod hints;
mod holes;
pub(super) mod imported;
pub(super) mod merge;
pub(super) mod mesh;
pub(super) mod plane_table;
pub(super) mod world_bounds;

use std::sync::Arc;

use crate::{node::NodeId, tolerance::MERGE_THICKNESS};
use bspwalk_geometry::{Aabb, FaceId, Plane, Polygon, Surface, Tolerances, Triangle, Vertex};
use bspwalk_progress::{Cancelled, Progress};
use glam::DVec3;
use rayon::prelude::*;

use self::{
    assemble::{Skeleton, assemble},
    auxiliary::Auxiliary,
    choose::Context,
    descend::Descent,
    grow::grow,
    hints::Hint,
    holes::Holes,
    merge::{Face, merge},
    mesh::{detail_faces, polygon_of},
    plane_table::{Facing, PlaneTable},
    world_bounds::WorldBox,
};
use super::{
    Child, FaceArea, Inside, Leaf, LeafAdjacency, LeafBuildError, LeafParams, LeafTree, LeafTriangle,
    OUTSIDE, portals,
    solidity::{
        self, SolidPredicate, Solution,
        adjacency::interfaces,
        coverage::{group_by_interface, misclassified_faces},
        evidence::Points,
        structural_faces::Finder,
    },
    tree::Inputs,
};
use crate::pieces::{Pieces, Polygons};
use crate::solid_leaf::LeafId;

struct Whole {
    faces: Vec<Face>,
    skeleton: Skeleton,
    planes: Vec<Plane>,
    structural: u32,
    bounds: Aabb,
    tolerances: Tolerances,
}

/// A builder for a [`LeafTree`], created by [`LeafTree::builder`].
#[derive(Clone, Copy)]
#[must_use]
pub struct LeafTreeBuilder<'a> {
    params: &'a LeafParams,
    is_solid: Option<&'a SolidPredicate<'a>>,
    hints: &'a [Polygon],
    progress: Option<&'a Arc<Progress>>,
    record: bool,
    limit: u32,
}

impl<'a> LeafTreeBuilder<'a> {
    /// Sets a predicate that decides whether a leaf is solid, given a point in the middle of its cell.
    ///
    /// [`OUTSIDE`] is always empty if it is open to an empty leaf. By default, there is no predicate, and the faces
    /// determine which leaves are solid.
    pub fn solid_where(self, is_solid: Option<&'a SolidPredicate<'a>>) -> Self {
        Self { is_solid, ..self }
    }

    /// Sets polygons whose planes divide the cells that they reach, before any face does. They do not become faces, as
    /// hint brushes in Quake's compilers. The default is none.
    ///
    /// Polygons must be convex. Those without a plane, and parts outside the world box, are skipped.
    pub fn hints(self, hints: &'a [Polygon]) -> Self {
        Self { hints, ..self }
    }

    /// Sets the [`Progress`] that receives the build's reports. It can also be used to cancel the build.
    pub fn progress(self, progress: &'a Arc<Progress>) -> Self {
        Self {
            progress: Some(progress),
            ..self
        }
    }

    /// Sets whether the tree keeps a [recording](LeafTree::recording) of its decisions. The default is `false`.
    pub fn recorded(self, record: bool) -> Self {
        Self { record, ..self }
    }

    /// Sets a maximum number of leaves in addition to [`LeafParams::max_leaves`]. If the tree would have more leaves,
    /// the build fails.
    pub fn at_most(self, limit: u32) -> Self {
        Self { limit, ..self }
    }

    /// Builds the tree, skipping degenerate triangles, which have no plane.
    ///
    /// # Errors
    /// Returns [`LeafBuildError`] if a coordinate is not finite, if a limit in the parameters is exceeded, or if the
    /// build is cancelled.
    pub fn build(self, triangles: &[LeafTriangle]) -> Result<LeafTree, LeafBuildError> {
        let unwatched = Arc::default();
        let progress = self.progress.unwrap_or(&unwatched);
        let limited = LeafParams {
            max_leaves: self.params.max_leaves.min(self.limit),
            ..*self.params
        };
        let tree = LeafTree::build_from(
            triangles,
            &limited,
            self.is_solid,
            self.hints,
            progress,
            self.record,
        )?;
        Ok(LeafTree {
            params: *self.params,
            ..tree
        })
    }
}

impl LeafTree {
    /// Builds a tree with the default options; see [`LeafTree::builder`] for other options.
    ///
    /// Degenerate triangles, which have no plane, are skipped.
    ///
    /// # Errors
    /// Returns [`LeafBuildError`] if a coordinate is not finite or if a limit in `params` is exceeded.
    pub fn build(triangles: &[LeafTriangle], params: &LeafParams) -> Result<Self, LeafBuildError> {
        Self::builder(params).build(triangles)
    }

    /// Creates a builder with options for progress, recording and a solidity predicate.
    pub fn builder(params: &LeafParams) -> LeafTreeBuilder<'_> {
        LeafTreeBuilder {
            params,
            is_solid: None,
            hints: &[],
            progress: None,
            record: false,
            limit: u32::MAX,
        }
    }

    fn build_from(
        triangles: &[LeafTriangle],
        params: &LeafParams,
        is_solid: Option<&SolidPredicate<'_>>,
        hints: &[Polygon],
        progress: &Arc<Progress>,
        record: bool,
    ) -> Result<Self, LeafBuildError> {
        progress.begin("Finding planes and surfaces", triangles.len() as u64);
        for (turn, triangle) in triangles.iter().enumerate() {
            progress.check_at(turn)?;
            if !triangle.corners.iter().all(|c| c.is_finite()) {
                return Err(LeafBuildError::NotFinite { face: triangle.face });
            }
        }
        let corners: Vec<_> = triangles.iter().flat_map(|triangle| triangle.corners).collect();
        if corners.is_empty() {
            return Ok(Self::single_leaf(params));
        }
        let bounds = Aabb::from_points(corners.iter().copied());
        let tolerances = Tolerances::for_points(&corners);
        let tolerance = tolerances.on_plane;

        let mut table = PlaneTable::new(tolerance);
        let single = structural_faces(triangles, &mut table, &tolerances, progress)?;
        let structural = single.len() as u32;
        let faces = if params.merge {
            merge(&single, MERGE_THICKNESS * tolerance, progress)?
        } else {
            single
        };
        progress.check()?;
        let areas = faces.iter().map(|face| (face.facing, face.polygon.area()));
        let world_box = WorldBox::new(&corners, areas, &mut table, &tolerances);
        let hints = hints::clip_hints_to_world(hints, &world_box, &mut table, &tolerances);
        let auxiliary = Auxiliary::new(&corners_of(&faces), faces.len(), &world_box, &mut table);
        progress.check()?;
        // If a predicate classifies every point, planes through holes are not needed.
        let holes = match is_solid {
            Some(_) => Holes::none(),
            None => Holes::find(&faces, &mut table, &tolerances, progress)?,
        };
        let mut skeleton = nodes_and_leaves(
            (&faces, &hints),
            world_box,
            &table,
            (&auxiliary, &holes),
            &bounds,
            &tolerances,
            params,
            progress,
            record,
        )?;
        let descent = Descent {
            nodes: &skeleton.nodes,
            tolerance,
            progress,
        };
        if estimate::has_too_many_fragments(triangles, params, &tolerances, descent)? {
            return Err(LeafBuildError::TooManyFragments {
                rule: params.rule,
                limit: params.max_fragments,
            });
        }
        let planes = auxiliary.remove_unused_planes(table.into_planes(), &mut skeleton.details);
        let whole = Whole {
            faces,
            skeleton,
            planes,
            structural,
            bounds,
            tolerances,
        };
        Self::put_together(
            whole,
            triangles,
            params,
            progress,
            |faces, leaves, points, adjacencies| match is_solid {
                Some(is_solid) => Ok(solidity::solve_by_predicate(points, adjacencies, is_solid)),
                None => solidity::solve(
                    faces.iter().map(|face| &face.polygon),
                    leaves,
                    points,
                    adjacencies,
                    params.winding_weight,
                    progress,
                ),
            },
        )
    }

    /// Assembles a tree from its nodes, leaves and faces. `solve` decides which leaves are solid.
    fn put_together(
        whole: Whole,
        triangles: &[LeafTriangle],
        params: &LeafParams,
        progress: &Progress,
        solve: impl FnOnce(&[Face], &[Leaf], &[Points], &[LeafAdjacency]) -> Result<Solution, Cancelled>,
    ) -> Result<Self, LeafBuildError> {
        let Whole {
            faces,
            skeleton,
            planes,
            structural,
            bounds,
            tolerances,
        } = whole;
        let tolerance = tolerances.on_plane;
        let descent = Descent {
            nodes: &skeleton.nodes,
            tolerance,
            progress,
        };
        let precision = tolerances.cell();
        let exact = Descent {
            tolerance: precision,
            ..descent
        };
        let interfaces = interfaces(exact, tolerance, skeleton.sides, progress)?;
        let finder = Finder {
            descent,
            details: &skeleton.details,
            leaves: &skeleton.leaves,
            precision,
        };
        let (walls, covers) = finder.find(&faces, progress)?;
        let covers_of = group_by_interface(&interfaces, &covers);
        let adjacencies = portals::adjacencies(&interfaces, &covers_of, &tolerances, progress)?;
        let Solution {
            solidity,
            within,
            opened_outside,
            separation,
            winding_numbers,
        } = solve(&faces, &skeleton.leaves, &skeleton.points, &adjacencies)?;
        let is_solid = |leaf: LeafId| solidity[leaf.index()] > 0.0;
        let graph = portals::graph(
            solidity.len() as u32,
            &interfaces,
            &adjacencies,
            &covers_of,
            &skeleton.nodes,
            is_solid,
            &tolerances,
            progress,
        )?;
        let misclassified_faces = misclassified_faces(
            &covers_of,
            &adjacencies,
            &within,
            &faces,
            |leaf| is_solid(leaf) || leaf == OUTSIDE && opened_outside,
            tolerance,
            progress,
        )?;

        // Free these on all threads before building the mesh. Check for cancellation in between, so that it takes
        // effect sooner.
        interfaces.into_par_iter().for_each(drop);
        progress.check()?;
        covers.into_par_iter().for_each(drop);
        progress.check()?;

        let detail_triangles = triangles.iter().filter(|t| !t.structural).count() as u32;
        let detail = detail_faces(triangles, params, &tolerances, progress)?;
        let mut pieces = mesh::cut_structural_faces(descent, walls, &faces, is_solid, progress)?;
        let too_many = LeafBuildError::TooManyFragments {
            rule: params.rule,
            limit: params.max_fragments,
        };
        let Some(left) = (params.max_fragments as usize).checked_sub(pieces.len()) else {
            return Err(too_many);
        };
        let of_detail = mesh::cut_detail_faces(descent, Child::Node(NodeId(0)), &detail, left, progress)?;
        pieces.extend(of_detail.ok_or(too_many)?);
        let face_area = |face: FaceId, polygon: &Polygon<Surface>| FaceArea {
            face,
            area: polygon.area(),
            perimeter: polygon.edges().map(|edge| edge.length()).sum(),
        };
        let mut face_areas = Vec::with_capacity(faces.len() + detail.len());
        face_areas.extend(faces.iter().map(|face| face_area(face.face, &face.polygon)));
        face_areas.extend(detail.iter().map(|face| face_area(face.face, &face.polygon)));
        let inputs = Inputs {
            structural,
            detail: detail_triangles,
            merged_polygons: faces.len() as u32,
            splits: pieces.len().saturating_sub(faces.len() + detail.len()) as u32,
            filled: 0,
        };
        let (mesh, fragments) = mesh::mesh(skeleton.leaves.len() as u32, &pieces, progress)?;
        let mut leaves = skeleton.leaves;
        for (leaf, &solidity) in leaves.iter_mut().zip(&solidity) {
            leaf.solidity = solidity as f32;
        }
        let mut tree = Self {
            nodes: skeleton.nodes,
            details: skeleton.details,
            planes,
            leaves,
            adjacencies,
            graph,
            fragments,
            mesh,
            face_areas,
            misclassified_faces,
            separation,
            winding_numbers,
            inside: Inside::default(),
            has_enclosed: false,
            inputs,
            bounds,
            tolerances,
            params: *params,
            recording: skeleton.recording,
        };
        tree.index_leaves();
        (tree.inside, tree.has_enclosed) = tree.find_inside(&skeleton.points, progress)?;
        Ok(tree)
    }

    fn index_leaves(&mut self) {
        for (fragment, index) in self.fragments.iter().zip(0_u32..) {
            let leaf = &mut self.leaves[fragment.leaf.index()];
            if leaf.fragment_count == 0 {
                leaf.first_fragment = index;
            }
            leaf.fragment_count += 1;
        }
        for (draw, index) in self.mesh.draws.iter().zip(0_u32..) {
            let leaf = &mut self.leaves[draw.leaf.index()];
            if leaf.draw_count == 0 {
                leaf.first_draw = index;
            }
            leaf.draw_count += 1;
        }
    }
}

/// Converts the structural triangles to faces and adds their planes to the table, skipping degenerate triangles.
fn structural_faces(
    triangles: &[LeafTriangle],
    table: &mut PlaneTable,
    tolerances: &Tolerances,
    progress: &Progress,
) -> Result<Vec<Face>, Cancelled> {
    let mut faces: Vec<Face> = triangles
        .par_iter()
        .filter(|triangle| triangle.structural)
        .filter_map(|triangle| {
            let set_up = Triangle::new(triangle.corners, tolerances.degenerate)?;
            Some(Face {
                polygon: polygon_of(triangle),
                facing: Facing::default(),
                normal: set_up.normal(),
                face: triangle.face,
                material: triangle.material,
                light: triangle.light,
            })
        })
        .collect();
    // Insert the largest faces first, because they define their planes most precisely.
    let areas: Vec<f64> = faces.par_iter().map(|face| face.polygon.area()).collect();
    let mut order: Vec<usize> = (0..faces.len()).collect();
    order.par_sort_by(|&a, &b| areas[b].total_cmp(&areas[a]).then(a.cmp(&b)));
    for index in order {
        progress.check()?;
        progress.advance(1);
        let face = &mut faces[index];
        let corners: smallvec::SmallVec<[_; 3]> = face.polygon.positions().collect();
        face.facing = table.insert(&corners, face.normal);
    }
    Ok(faces)
}

fn corners_of(faces: &[Face]) -> Vec<DVec3> {
    faces.iter().flat_map(|face| face.polygon.positions()).collect()
}

fn nodes_and_leaves(
    (faces, hints): (&[Face], &[Hint]),
    world_box: WorldBox,
    table: &PlaneTable,
    (auxiliary, holes): (&Auxiliary, &Holes),
    bounds: &Aabb,
    tolerances: &Tolerances,
    params: &LeafParams,
    progress: &Progress,
    record: bool,
) -> Result<Skeleton, LeafBuildError> {
    let mut facings: Vec<Facing> = faces.iter().map(|face| face.facing).collect();
    facings.extend(hints.iter().map(|hint| hint.facing));
    let mut numbers: Vec<FaceId> = faces.iter().map(|face| face.face).collect();
    numbers.resize(facings.len(), FaceId::NONE);
    let on_world_box = |face: &Face| world_box.sides.iter().any(|side| side.plane == face.facing.plane);
    let mut corners = Polygons::default();
    for face in faces {
        corners.push(face.polygon.positions().map(Vertex::new));
    }
    for hint in hints {
        corners.push(hint.polygon.positions().map(Vertex::new));
    }
    let context = Context {
        params,
        table,
        auxiliary,
        holes,
        facings: &facings,
        faces: &numbers,
        corners: &corners,
        first_hint: faces.len() as u32,
        largest_coordinate: bounds.largest_coordinate(),
        tolerances,
        record,
    };
    let inside = faces.iter().zip(0_u32..).filter(|(face, _)| !on_world_box(face));
    let of_hints = context.first_hint..facings.len() as u32;
    let pieces = Pieces::whole(&context, inside.map(|(_, index)| index).chain(of_hints));
    let parts = grow(context, pieces, world_box, progress)?;
    Ok(assemble(parts, *bounds, record, progress)?)
}
