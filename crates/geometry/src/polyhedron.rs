//! Convex polyhedra, used as the cells of a tree.

use glam::DVec3;
use smallvec::SmallVec;

use super::{Aabb, Plane, Polygon, Relation, Side, polygon::cut};

/// Minimum number of faces of a non-empty polyhedron.
const LEAST_FACES: usize = 4;

/// A bounded convex polyhedron, defined by faces that wind counter-clockwise as seen from outside.
///
/// Adjacent faces share bit-identical corners.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polyhedron {
    /// Faces. An empty polyhedron has no faces.
    pub faces: Vec<Polygon>,
}

impl Polyhedron {
    /// The empty polyhedron.
    pub const EMPTY: Self = Self { faces: Vec::new() };

    /// Converts a box to a polyhedron. An empty box becomes [`Polyhedron::EMPTY`].
    #[must_use]
    pub fn from_aabb(aabb: &Aabb) -> Self {
        if aabb.is_empty() {
            return Self::EMPTY;
        }
        Self::from_box_corners(&aabb.corners())
    }

    /// Creates a box from its corners, in the order of [`Aabb::corners`].
    #[must_use]
    pub fn from_box_corners(corners: &[DVec3; 8]) -> Self {
        let faces: [[usize; 4]; 6] = [
            [0, 4, 6, 2],
            [1, 3, 7, 5],
            [0, 1, 5, 4],
            [2, 6, 7, 3],
            [0, 2, 3, 1],
            [4, 5, 7, 6],
        ];
        Self {
            faces: faces
                .map(|face| Polygon::from_points(face.map(|i| corners[i])))
                .to_vec(),
        }
    }

    /// Returns whether the polyhedron is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.faces.len() < LEAST_FACES
    }

    /// Returns the bounding box of the corners, or [`Aabb::EMPTY`] for the empty polyhedron.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        self.faces
            .iter()
            .fold(Aabb::EMPTY, |aabb, face| aabb.union(&face.bounds()))
    }

    /// Returns the volume in cubic metres.
    #[must_use]
    pub fn volume(&self) -> f64 {
        let Some(apex) = self.faces.first().and_then(|face| face.positions().next()) else {
            return 0.0;
        };
        self.faces
            .iter()
            .filter_map(|face| Some(face.vector_area().dot(face.positions().next()? - apex) / 3.0))
            .sum()
    }

    /// Returns the part in front of a plane, closed by a new face on the plane.
    ///
    /// Corners at most `tolerance` metres from the plane count as on it. If no corner is behind the plane, the result
    /// is the whole polyhedron. If no corner is in front, the result is empty. This also applies to a polyhedron that
    /// is flatter than the tolerance.
    #[must_use]
    pub fn clipped_to_front(&self, plane: &Plane, tolerance: f64) -> Self {
        let distances = self.distances(plane);
        match Relation::from_distances(&distances, tolerance) {
            Relation::Front => self.clone(),
            Relation::Back | Relation::On => Self::EMPTY,
            Relation::Straddling => {
                let cuts = self.cut(plane, &distances, tolerance);
                let [is_front_empty, _] = cuts.are_parts_empty();
                if is_front_empty {
                    return Self::EMPTY;
                }
                let [front, _] = self.clone().parts(cuts);
                front.polyhedron
            }
        }
    }

    /// Splits the polyhedron by a plane into a front part and a back part.
    ///
    /// Returns `None` if one of the parts would be empty because no corner on its side is more than `tolerance` metres
    /// from the plane.
    #[must_use]
    pub fn split(&self, plane: &Plane, tolerance: f64) -> Option<[PolyhedronPart; 2]> {
        self.clone().into_split(plane, tolerance).ok()
    }

    /// Like [`Polyhedron::split`], but moves uncut faces into the parts instead of cloning them.
    ///
    /// # Errors
    /// Returns the unchanged polyhedron if one of the parts would be empty.
    pub fn into_split(self, plane: &Plane, tolerance: f64) -> Result<[PolyhedronPart; 2], Self> {
        let distances = self.distances(plane);
        if Relation::from_distances(&distances, tolerance) != Relation::Straddling {
            return Err(self);
        }
        let cuts = self.cut(plane, &distances, tolerance);
        if cuts.are_parts_empty().contains(&true) {
            return Err(self);
        }
        Ok(self.parts(cuts))
    }

    /// Cuts the faces of a straddling polyhedron, using the signed distances of its corners from the plane.
    fn cut(&self, plane: &Plane, distances: &[f64], tolerance: f64) -> Cuts {
        let mut faces = SmallVec::<[FaceCut; 24]>::new();
        let mut rims = [Rim::new(), Rim::new()];
        let mut rest = distances;
        for face in &self.faces {
            let (own, others) = rest.split_at(face.vertices.len());
            rest = others;
            let corners_on = || {
                face.positions()
                    .zip(own)
                    .filter(|&(_, &distance)| Side::from_distance(distance, tolerance) == Side::On)
                    .map(|(position, _)| position)
            };
            faces.push(match Relation::from_distances(own, tolerance) {
                // The closing faces replace any face that lies on the plane.
                Relation::On => FaceCut::On,
                Relation::Front => {
                    rims[0].extend(corners_on());
                    FaceCut::Front
                }
                Relation::Back => {
                    rims[1].extend(corners_on());
                    FaceCut::Back
                }
                Relation::Straddling => {
                    let mut pieces = [(); 2].map(|()| Vec::with_capacity(own.len() + 1));
                    let [front, back] = &mut pieces;
                    cut(&face.vertices, own, tolerance, DVec3::ZERO, front, back);
                    for ((vertices, rim), side) in pieces.iter().zip(&mut rims).zip([Side::Front, Side::Back])
                    {
                        // A corner that was not on this side before must be an end of the cut.
                        let was_there = |corner: DVec3| {
                            face.positions().zip(own).any(|(q, &distance)| {
                                q == corner && Side::from_distance(distance, tolerance) == side
                            })
                        };
                        let corners = vertices.iter().map(|vertex| vertex.position);
                        rim.extend(corners.filter(|&corner| !was_there(corner)));
                    }
                    FaceCut::Both(pieces.map(|vertices| Polygon { vertices }))
                }
            });
        }
        let [front_rim, back_rim] = rims;
        Cuts {
            faces,
            closing: [
                convex_polygon(&plane.flipped(), front_rim),
                convex_polygon(plane, back_rim),
            ],
        }
    }

    /// Assembles the front and back parts from the faces and their cuts.
    fn parts(self, cuts: Cuts) -> [PolyhedronPart; 2] {
        let mut parts = cuts.face_counts().map(|count| PolyhedronPart {
            polyhedron: Self {
                faces: Vec::with_capacity(count),
            },
            sources: Vec::with_capacity(count),
        });
        let [front, back] = &mut parts;
        for ((index, face), cut) in self.faces.into_iter().enumerate().zip(cuts.faces) {
            match cut {
                FaceCut::On => {}
                FaceCut::Front => front.push(face, Some(index)),
                FaceCut::Back => back.push(face, Some(index)),
                FaceCut::Both([in_front, behind]) => {
                    front.push(in_front, Some(index));
                    back.push(behind, Some(index));
                }
            }
        }
        for (part, closing) in parts.iter_mut().zip(cuts.closing) {
            if let Some(closing) = closing {
                part.push(closing, None);
            }
        }
        parts
    }

    /// Returns the signed distances of the corners from a plane, face by face.
    fn distances(&self, plane: &Plane) -> SmallVec<[f64; 96]> {
        let corners = self.faces.iter().flat_map(Polygon::positions);
        corners.map(|corner| plane.distance(corner)).collect()
    }
}

/// Corners of a cut, unordered and with duplicates.
type Rim = SmallVec<[DVec3; 32]>;

/// The faces of a polyhedron after a cut by a plane.
struct Cuts {
    /// Cut of each face.
    faces: SmallVec<[FaceCut; 24]>,
    /// Closing faces on the plane, for the front part and the back part.
    closing: [Option<Polygon>; 2],
}

/// Classification of a face against the cutting plane, with both pieces if it was cut.
enum FaceCut {
    On,
    Front,
    Back,
    Both([Polygon; 2]),
}

impl Cuts {
    /// Returns the face counts of the front and back parts.
    fn face_counts(&self) -> [usize; 2] {
        let mut counts = self
            .closing
            .each_ref()
            .map(|closing| usize::from(closing.is_some()));
        for face in &self.faces {
            counts[0] += usize::from(matches!(face, FaceCut::Front | FaceCut::Both(_)));
            counts[1] += usize::from(matches!(face, FaceCut::Back | FaceCut::Both(_)));
        }
        counts
    }

    fn are_parts_empty(&self) -> [bool; 2] {
        self.face_counts().map(|count| count < LEAST_FACES)
    }
}

/// One of the two parts of a split polyhedron; see [`Polyhedron::split`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PolyhedronPart {
    /// Polyhedron of this part.
    pub polyhedron: Polyhedron,
    /// For each face of the part, the index of the original face it comes from, or `None` for the closing face.
    pub sources: Vec<Option<usize>>,
}

impl PolyhedronPart {
    fn push(&mut self, face: Polygon, source: Option<usize>) {
        self.polyhedron.faces.push(face);
        self.sources.push(source);
    }
}

/// Builds the convex polygon that has these corners and lies on a plane, facing the same way as the plane.
///
/// The points may be unordered and contain duplicates. Returns `None` if fewer than three points are distinct.
fn convex_polygon(plane: &Plane, mut points: Rim) -> Option<Polygon> {
    let lexicographic = |a: &DVec3, b: &DVec3| {
        a.x.total_cmp(&b.x)
            .then(a.y.total_cmp(&b.y))
            .then(a.z.total_cmp(&b.z))
    };
    points.sort_by(lexicographic);
    points.dedup();
    if points.len() < 3 {
        return None;
    }
    let center = points.iter().sum::<DVec3>() / points.len() as f64;
    let u = plane.normal.any_orthonormal_vector();
    let v = plane.normal.cross(u);
    let mut around: SmallVec<[(f64, DVec3); 32]> = points
        .into_iter()
        .map(|point| {
            let offset = point - center;
            (turn(offset.dot(u), offset.dot(v)), point)
        })
        .collect();
    around.sort_by(|a, b| a.0.total_cmp(&b.0));
    Some(Polygon::from_points(around.into_iter().map(|(_, point)| point)))
}

/// Returns a pseudo-angle from −2 to 2, computed without trigonometry, that sorts directions in the same order as their
/// angles from −π to π.
fn turn(x: f64, y: f64) -> f64 {
    let across = x / (x.abs() + y.abs());
    if y >= 0.0 { 1.0 - across } else { across - 1.0 }
}

/// Maximum number of comparisons between corners and planes for one cell, which take a few seconds. Only cells with
/// tens of thousands of faces exceed the limit.
const MOST_COMPARED: usize = 1 << 29;

impl Polyhedron {
    /// Returns the part of the cell in front of all planes.
    ///
    /// Corners at most `tolerance` metres from a plane count as on it. The result is empty if the cell has too many
    /// faces to compute within seconds.
    #[must_use]
    pub fn clipped_to_planes(self, planes: impl IntoIterator<Item = Plane>, tolerance: f64) -> Self {
        let mut cell = self;
        let mut compared = 0;
        for plane in planes {
            compared += cell.faces.iter().map(|face| face.vertices.len()).sum::<usize>();
            cell = cell.clipped_to_front(&plane, tolerance);
            if cell.is_empty() || compared > MOST_COMPARED {
                return Self::EMPTY;
            }
        }
        cell
    }
}
