//! The faces of a tree, prepared for rasterisation. Each fragment is described by the lines that bound it on its face.
//!
//! The corners of a fragment are rounded, so they do not match the corners of its neighbours. A fragment is therefore
//! bounded by the sides of its whole face and by the planes that cut the face. Adjacent fragments of a face then have
//! no gaps or overlaps between them, and the same holds for two faces that share a side. Only fragments barely larger
//! than the rounding error are bounded by their own edges.

use std::sync::Arc;

use bspwalk_geometry::Plane;
use bspwalk_trees::tolerance::QUERY_RELATIVE;
use bspwalk_trees::{FaceId, NodeTree, node_storing::FragmentView};
use glam::{DVec3, Vec3};
use rayon::prelude::*;
use smallvec::SmallVec;

/// A face as it was before the tree split it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// Number of the face, as passed to the tree's build.
    pub number: FaceId,
    /// Corners, in metres.
    pub corners: [DVec3; 3],
    /// Plane through these corners.
    pub plane: Plane,
}

/// A line that bounds a fragment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Bound {
    /// A side of the face: from the corner with this index to the next.
    Side(u8),
    /// A plane that cut the face. The fragment is in front of the plane.
    Cut(Plane),
    /// An edge of the fragment itself. As seen from the front, the fragment is to the left of the edge.
    Line([DVec3; 2]),
}

/// The bounds of a fragment that is a whole face.
const SIDES: [Bound; 3] = [Bound::Side(0), Bound::Side(1), Bound::Side(2)];

/// The bounds of the fragment that has the same index in the tree.
#[derive(Clone, Copy, Debug)]
struct FragmentBounds {
    /// Index of the face.
    face: u32,
    /// Index of the first bound, or [`WHOLE`] if the bounds are [`SIDES`].
    first_bound: u32,
    bound_count: u32,
}

const WHOLE: u32 = u32::MAX;

/// Number of fragments that are prepared together. Each group has its own memory, so larger groups allocate less often.
const GROUP: u32 = 4096;

/// The faces of a tree prepared for rasterisation.
#[derive(Clone, Debug)]
pub struct RasterFaces {
    tree: Arc<NodeTree>,
    faces: Vec<Face>,
    pieces: Vec<Option<FragmentBounds>>,
    bounds: Vec<Bound>,
    has_blocks: bool,
}

/// Tolerance for matching an edge to a line, as a multiple of the rounding error, in addition to the thickness of a
/// plane. Both ends of the edge must be this close to the line.
const ORIGIN_ROUNDINGS: f64 = 8.0;

/// Minimum length of an edge that matches only one line, as a multiple of that tolerance.
const CLEAR: f64 = 4.0;

impl RasterFaces {
    /// Prepares the faces of a tree. `corners` returns the corners of the face with a given number. Faces without
    /// corners or without a plane are not drawn.
    #[must_use]
    pub fn new(tree: &Arc<NodeTree>, corners: impl Fn(FaceId) -> Option<[DVec3; 3]> + Sync) -> Self {
        let mut numbers: Vec<FaceId> = (0..tree.fragment_count())
            .into_par_iter()
            .filter_map(|fragment| Some(tree.fragment(fragment)?.face))
            .collect();
        numbers.par_sort_unstable();
        numbers.dedup();
        let face = |number: FaceId| {
            let corners = corners(number)?;
            let plane = Plane::from_points(corners)?;
            Some(Face {
                number,
                corners,
                plane,
            })
        };
        let faces: Vec<Face> = numbers.into_par_iter().filter_map(face).collect();
        let group = |group: u32| {
            let mut bounds = Vec::new();
            let first = group * GROUP;
            let pieces = first..tree.fragment_count().min(first + GROUP);
            let pieces = pieces.map(|fragment| {
                let view = tree.fragment(fragment)?;
                let face = faces.binary_search_by_key(&view.face, |face| face.number).ok()?;
                let first_bound = bounds.len() as u32;
                let own = bounds_of(tree, &faces[face], &view);
                let is_whole = own.as_slice() == SIDES;
                if !is_whole {
                    bounds.extend_from_slice(&own);
                }
                Some(FragmentBounds {
                    face: face as u32,
                    first_bound: if is_whole { WHOLE } else { first_bound },
                    bound_count: own.len() as u32,
                })
            });
            (pieces.collect::<Vec<_>>(), bounds)
        };
        let groups = (0..tree.fragment_count().div_ceil(GROUP))
            .into_par_iter()
            .map(group);
        let groups: Vec<(Vec<_>, Vec<Bound>)> = groups.collect();
        let mut pieces = Vec::with_capacity(tree.fragment_count() as usize);
        let mut bounds = Vec::with_capacity(groups.iter().map(|(_, bounds)| bounds.len()).sum());
        for (group, own) in groups {
            let before = bounds.len() as u32;
            pieces.extend(group.into_iter().map(|piece| {
                piece.map(|piece: FragmentBounds| FragmentBounds {
                    first_bound: piece.first_bound.checked_add(before).unwrap_or(WHOLE),
                    ..piece
                })
            }));
            bounds.extend(own);
        }
        Self {
            tree: Arc::clone(tree),
            faces,
            pieces,
            bounds,
            has_blocks: tree.has_blocks(),
        }
    }

    /// Returns the tree.
    #[must_use]
    pub fn tree(&self) -> &NodeTree {
        &self.tree
    }

    /// Returns whether any node stores faces that may hide each other; see [`NodeTree::has_blocks`].
    pub(super) fn has_blocks(&self) -> bool {
        self.has_blocks
    }

    /// Returns the maximum distance (in metres) between a fragment's corners and the intersections of its bounds.
    pub(super) fn rounding(&self) -> f64 {
        let bounds = self.tree.bounds();
        let largest = bounds.min.abs().max(bounds.max.abs()).max_element();
        let rounding = f64::from(QUERY_RELATIVE) * largest.max(0.0);
        self.tree.tolerances().on_plane + ORIGIN_ROUNDINGS * rounding
    }

    /// Returns the face that a fragment is part of, or `None` if it is not drawn.
    #[must_use]
    pub fn face_of(&self, fragment: u32) -> Option<&Face> {
        let piece = (*self.pieces.get(fragment as usize)?)?;
        self.faces.get(piece.face as usize)
    }

    /// Returns the edges of a fragment in metres, each with a flag that is true for cuts by planes of the tree and
    /// false for sides of the face. The result is empty if the fragment is not drawn.
    #[must_use]
    pub fn edges_of(&self, fragment: u32) -> Vec<([Vec3; 2], bool)> {
        let (Some(face), Some(view)) = (self.face_of(fragment), self.tree.fragment(fragment)) else {
            return Vec::new();
        };
        let near = self.rounding();
        let sides = [0, 1, 2].map(|side| across(face, &Bound::Side(side)));
        let edges = (0..view.vertices.len()).map(|i| {
            let ends = [view.vertices[i], view.vertices[(i + 1) % view.vertices.len()]];
            let is_near = |side: &Plane| ends.iter().all(|end| side.distance(end.as_dvec3()).abs() <= near);
            (ends, !sides.iter().flatten().any(is_near))
        });
        edges.collect()
    }

    /// Returns the lines that bound a fragment.
    pub(super) fn bounds_of(&self, fragment: u32) -> &[Bound] {
        let Some(Some(piece)) = self.pieces.get(fragment as usize) else {
            return &[];
        };
        if piece.first_bound == WHOLE {
            return &SIDES;
        }
        let first = piece.first_bound as usize;
        &self.bounds[first..first + piece.bound_count as usize]
    }
}

type Bounds = SmallVec<[Bound; 4]>;

/// Computes the lines that bound a fragment, one for each of its edges.
fn bounds_of(tree: &NodeTree, face: &Face, fragment: &FragmentView<'_>) -> Bounds {
    let corners = face.corners.map(DVec3::as_vec3);
    let is_whole =
        fragment.vertices.len() == 3 && fragment.vertices.iter().all(|vertex| corners.contains(vertex));
    if is_whole {
        return SIDES.into_iter().collect();
    }
    let on_plane = tree.tolerances().on_plane;
    // Each line is stored as a plane perpendicular to the face, so distances from it are measured within the face.
    let mut lines_near: SmallVec<[(Bound, Plane); 12]> = SmallVec::new();
    for side in SIDES {
        if let Some(plane) = across(face, &side) {
            lines_near.push((side, plane));
        }
    }
    for (ancestor, branch) in tree.ancestors(fragment.node) {
        let Some(plane) = tree.node(ancestor).map(|node| node.plane) else {
            continue;
        };
        let distances = face.corners.map(|corner| plane.distance(corner));
        let cuts = distances.iter().any(|&distance| distance > on_plane)
            && distances.iter().any(|&distance| distance < -on_plane);
        if cuts {
            let bound = Bound::Cut(branch.pick([plane, plane.flipped()]));
            if let Some(plane) = across(face, &bound) {
                lines_near.push((bound, plane));
            }
        }
    }
    let largest = fragment
        .vertices
        .iter()
        .fold(0.0f32, |largest, vertex| largest.max(vertex.abs().max_element()));
    let rounding = f64::from(QUERY_RELATIVE * largest);
    let near = on_plane + ORIGIN_ROUNDINGS * rounding;
    let count = fragment.vertices.len();
    // The line of each edge, with the corner where the edge starts. Consecutive edges on the same line are merged.
    let mut edges: SmallVec<[(Bound, Plane, DVec3); 6]> = SmallVec::new();
    let mut lines = Bounds::new();
    let mut is_clear = true;
    for i in 0..count {
        let ends = [fragment.vertices[i], fragment.vertices[(i + 1) % count]].map(Vec3::as_dvec3);
        let line = Bound::Line(ends);
        is_clear &= ends[0].distance(ends[1]) > CLEAR * near;
        let Some(along) = across(face, &line) else {
            continue;
        };
        lines.push(line);
        let away = |plane: &Plane| plane.distance(ends[0]).abs().max(plane.distance(ends[1]).abs());
        let (_, bound, plane) = lines_near
            .iter()
            .map(|(bound, plane)| (away(plane), *bound, *plane))
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .filter(|(away, ..)| *away <= near)
            .unwrap_or((0.0, line, along));
        if edges.last().is_none_or(|(last, ..)| *last != bound) {
            edges.push((bound, plane, ends[0]));
        }
    }
    if edges.len() > 1 && edges.first().map(|edge| edge.0) == edges.last().map(|edge| edge.0) {
        edges.remove(0);
    }
    // Two lines that meet far from the corner between them do not close the outline there. This happens if the short
    // edge of a sliver is matched to a long side.
    let closes = |i: usize| {
        let ((_, before, _), (_, after, corner)) = (&edges[i], &edges[(i + 1) % edges.len()]);
        let sine = before.normal.cross(after.normal).length();
        before.distance(*corner).abs() + after.distance(*corner).abs() <= (on_plane + rounding) * sine
    };
    if !is_clear || edges.len() < 3 || !(0..edges.len()).all(closes) {
        return lines;
    }
    let mut bounds = Bounds::new();
    for (bound, ..) in edges {
        if !bounds.contains(&bound) {
            bounds.push(bound);
        }
    }
    bounds
}

/// Returns the plane through a bound, perpendicular to the face, or `None` if the bound is too short to have a
/// direction.
fn across(face: &Face, bound: &Bound) -> Option<Plane> {
    match *bound {
        Bound::Side(side) => through(
            face,
            face.corners[usize::from(side)],
            face.corners[(usize::from(side) + 1) % 3],
        ),
        Bound::Cut(plane) => {
            let along = plane.normal - face.plane.normal * plane.normal.dot(face.plane.normal);
            let steepness = along.length();
            let normal = along.try_normalize()?;
            // Along the face, the distance from the plane changes at this rate.
            let on_face = face.plane.project(face.corners[0]);
            let point = on_face - normal * (plane.distance(on_face) / steepness);
            point.is_finite().then(|| Plane::from_point_normal(point, normal))
        }
        Bound::Line([from, to]) => through(face, from, to),
    }
}

/// Returns the plane that is perpendicular to a face and contains two of its points.
fn through(face: &Face, from: DVec3, to: DVec3) -> Option<Plane> {
    let normal = face.plane.normal.cross(to - from).try_normalize()?;
    Some(Plane::from_point_normal(from, normal))
}
