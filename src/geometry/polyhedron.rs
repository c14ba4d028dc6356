//! Convex polyhedra: the cells of a tree.

use glam::DVec3;

use super::{
    Aabb, Plane, Polygon, Relation, Side, Vertex,
    polygon::{cut, relation},
};

/// A bounded convex polyhedron, given by its faces, which wind counter-clockwise seen from outside. Neighbouring faces
/// share their corners bit for bit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polyhedron {
    /// The faces; none where the polyhedron is empty.
    pub faces: Vec<Polygon>,
}

impl Polyhedron {
    /// The polyhedron that holds nothing.
    pub const EMPTY: Self = Self { faces: Vec::new() };

    /// The box as a polyhedron; [`Polyhedron::EMPTY`] for the empty box.
    #[must_use]
    pub fn from_aabb(aabb: &Aabb) -> Self {
        if aabb.is_empty() {
            return Self::EMPTY;
        }
        Self::from_box_corners(&aabb.corners())
    }

    /// The box with these corners, numbered as by [`Aabb::corners`].
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
            faces: faces.map(|face| Polygon::bare(face.map(|i| corners[i]))).to_vec(),
        }
    }

    /// Whether nothing is left of it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.faces.len() < 4
    }

    /// Bounds.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        self.faces
            .iter()
            .fold(Aabb::EMPTY, |aabb, face| aabb.union(&face.bounds()))
    }

    /// Volume in cubic metres.
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

    /// The part in front of a plane that is `tolerance` metres thick to either side, closed by a new face on the plane.
    ///
    /// Where nothing is behind the plane this is the whole polyhedron, and where nothing is in front of it (a
    /// polyhedron flatter than the tolerance included) it is empty.
    #[must_use]
    pub fn clipped_to_front(&self, plane: &Plane, tolerance: f64) -> Self {
        let distances = self.distances(plane);
        match relation(distances.iter().flatten(), tolerance) {
            Relation::Front => self.clone(),
            Relation::Back | Relation::On => Self::EMPTY,
            Relation::Straddling => {
                let [front, _] = self.cut(plane, &distances, tolerance);
                front.polyhedron
            }
        }
    }

    /// The parts in front of a plane and behind it, or `None` where one of them would be empty: nothing reaches further
    /// than `tolerance` metres to that side.
    #[must_use]
    pub fn split(&self, plane: &Plane, tolerance: f64) -> Option<[Part; 2]> {
        let distances = self.distances(plane);
        if relation(distances.iter().flatten(), tolerance) != Relation::Straddling {
            return None;
        }
        let parts = self.cut(plane, &distances, tolerance);
        parts
            .iter()
            .all(|part| !part.polyhedron.is_empty())
            .then_some(parts)
    }

    /// The parts of a polyhedron that straddles a plane, in front first, given the signed distances of its corners.
    fn cut(&self, plane: &Plane, distances: &[Vec<f64>], tolerance: f64) -> [Part; 2] {
        let mut parts = [Part::default(), Part::default()];
        let mut rims = [Vec::new(), Vec::new()];
        for (index, (face, distances)) in self.faces.iter().zip(distances).enumerate() {
            match relation(distances, tolerance) {
                // The faces that close the parts take its place.
                Relation::On => {}
                Relation::Front => parts[0].take(index, face.clone(), distances, tolerance, &mut rims[0]),
                Relation::Back => parts[1].take(index, face.clone(), distances, tolerance, &mut rims[1]),
                Relation::Straddling => {
                    let mut pieces = [Vec::new(), Vec::new()];
                    let [front, back] = &mut pieces;
                    cut(&face.vertices, distances, tolerance, DVec3::ZERO, front, back);
                    for ((part, rim), (vertices, side)) in parts
                        .iter_mut()
                        .zip(&mut rims)
                        .zip(pieces.into_iter().zip([Side::Front, Side::Back]))
                    {
                        // All corners but those that were on this side before: the ends of the cut.
                        let was_there = |corner: DVec3| {
                            face.positions()
                                .zip(distances)
                                .any(|(q, &distance)| q == corner && Side::of(distance, tolerance) == side)
                        };
                        rim.extend(
                            vertices
                                .iter()
                                .map(|v| v.position)
                                .filter(|&corner| !was_there(corner)),
                        );
                        part.polyhedron.faces.push(Polygon { vertices });
                        part.sources.push(Some(index));
                    }
                }
            }
        }
        let [front_rim, back_rim] = rims;
        for (part, closing) in parts.iter_mut().zip([
            convex_polygon(&plane.flipped(), front_rim),
            convex_polygon(plane, back_rim),
        ]) {
            if let Some(closing) = closing {
                part.polyhedron.faces.push(closing);
                part.sources.push(None);
            }
            if part.polyhedron.is_empty() {
                *part = Part::default();
            }
        }
        parts
    }

    /// The signed distances of the corners of every face.
    fn distances(&self, plane: &Plane) -> Vec<Vec<f64>> {
        self.faces
            .iter()
            .map(|face| {
                face.positions()
                    .map(|position| plane.distance(position))
                    .collect()
            })
            .collect()
    }
}

/// One of the two parts of a polyhedron that a plane cuts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part {
    /// The part.
    pub polyhedron: Polyhedron,
    /// For each of its faces the face of the whole that it is of; `None` for the one that closes the cut.
    pub sources: Vec<Option<usize>>,
}

impl Part {
    /// Adds a face that is not cut; its corners on the plane are appended to `rim`.
    fn take(&mut self, index: usize, face: Polygon, distances: &[f64], tolerance: f64, rim: &mut Vec<DVec3>) {
        rim.extend(
            face.positions()
                .zip(distances)
                .filter(|&(_, &distance)| Side::of(distance, tolerance) == Side::On)
                .map(|(position, _)| position),
        );
        self.polyhedron.faces.push(face);
        self.sources.push(Some(index));
    }
}

/// The convex polygon, facing as the plane does, whose corners are these points of the plane, in any order and
/// repeated; `None` where fewer than three differ.
fn convex_polygon(plane: &Plane, mut points: Vec<DVec3>) -> Option<Polygon> {
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
    let angle = |point: DVec3| {
        let offset = point - center;
        offset.dot(v).atan2(offset.dot(u))
    };
    points.sort_by(|&a, &b| angle(a).total_cmp(&angle(b)));
    Some(Polygon {
        vertices: points.into_iter().map(Vertex::bare).collect(),
    })
}

/// The most comparisons of a corner with a plane for one cell, which take seconds. Only a cell with tens of thousands
/// of faces needs more.
const MOST_COMPARED: usize = 1 << 29;

/// The bounded cell in front of every given plane, inside `bounds`; empty where it has too many sides to be computed.
#[must_use]
pub fn cell(bounds: &Aabb, planes: impl IntoIterator<Item = Plane>, tolerance: f64) -> Polyhedron {
    cell_of(Polyhedron::from_aabb(bounds), planes, tolerance)
}

/// As [`cell`], of a polyhedron.
#[must_use]
pub fn cell_of(whole: Polyhedron, planes: impl IntoIterator<Item = Plane>, tolerance: f64) -> Polyhedron {
    let mut cell = whole;
    let mut compared = 0;
    for plane in planes {
        compared += cell.faces.iter().map(|face| face.vertices.len()).sum::<usize>();
        cell = cell.clipped_to_front(&plane, tolerance);
        if cell.is_empty() || compared > MOST_COMPARED {
            return Polyhedron::EMPTY;
        }
    }
    cell
}
