//! Convex polyhedra: the cells of a tree.

use glam::DVec3;

use super::{
    Aabb, Plane, Polygon, Relation, Side, Vertex,
    polygon::{cut, relation},
};

/// A bounded convex polyhedron, given by its faces, which wind counter-clockwise seen from outside. Neighbouring faces
/// share their corners bit for bit.
#[derive(Clone, Debug, PartialEq)]
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
        let corners = aabb.corners();
        let faces = [
            [0, 4, 6, 2],
            [1, 3, 7, 5],
            [0, 1, 5, 4],
            [2, 6, 7, 3],
            [0, 2, 3, 1],
            [4, 5, 7, 6],
        ]
        .map(|face| Polygon::bare(face.map(|corner: usize| corners[corner])));
        Self {
            faces: faces.to_vec(),
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
        match overall_relation(&distances, tolerance) {
            Relation::Front => return self.clone(),
            Relation::Back | Relation::On => return Self::EMPTY,
            Relation::Straddling => {}
        }
        let mut faces = Vec::with_capacity(self.faces.len() + 1);
        let mut rim = Vec::new();
        for (face, distances) in self.faces.iter().zip(&distances) {
            // A face on the plane gives way to the one that closes the cut.
            faces.extend(front_part(face, distances, tolerance, &mut rim));
        }
        faces.extend(convex_polygon(&plane.flipped(), rim));
        Self { faces }
    }

    /// The polygon in which the plane cuts the polyhedron, facing as the plane does; `None` where the polyhedron is not
    /// on both sides of it.
    #[must_use]
    pub fn section(&self, plane: &Plane, tolerance: f64) -> Option<Polygon> {
        let distances = self.distances(plane);
        if overall_relation(&distances, tolerance) != Relation::Straddling {
            return None;
        }
        let mut rim = Vec::new();
        for (face, distances) in self.faces.iter().zip(&distances) {
            let _ = front_part(face, distances, tolerance, &mut rim);
        }
        convex_polygon(plane, rim)
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

/// Where all the corners together lie.
fn overall_relation(distances: &[Vec<f64>], tolerance: f64) -> Relation {
    distances.iter().fold(Relation::On, |overall, face| {
        match (overall, relation(face, tolerance)) {
            (a, Relation::On) => a,
            (Relation::On, b) => b,
            (a, b) if a == b => a,
            _ => Relation::Straddling,
        }
    })
}

/// The part of a face in front of the plane, where there is one; what it has on the plane is appended to `rim`.
fn front_part(face: &Polygon, distances: &[f64], tolerance: f64, rim: &mut Vec<DVec3>) -> Option<Polygon> {
    let sides = || {
        face.positions()
            .zip(distances.iter().map(|&distance| Side::of(distance, tolerance)))
    };
    match relation(distances, tolerance) {
        Relation::On | Relation::Back => None,
        Relation::Front => {
            rim.extend(
                sides()
                    .filter(|&(_, side)| side == Side::On)
                    .map(|(position, _)| position),
            );
            Some(face.clone())
        }
        Relation::Straddling => {
            let (mut front, mut back) = (Vec::new(), Vec::new());
            cut(
                &face.vertices,
                distances,
                tolerance,
                DVec3::ZERO,
                &mut front,
                &mut back,
            );
            let front = Polygon { vertices: front };
            // All corners but those that were in front before: the ends of the cut.
            rim.extend(
                front
                    .positions()
                    .filter(|&corner| !sides().any(|(q, side)| q == corner && side == Side::Front)),
            );
            Some(front)
        }
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

/// The bounded cell in front of every given plane, inside `bounds`.
#[must_use]
pub fn cell(bounds: &Aabb, planes: impl IntoIterator<Item = Plane>, tolerance: f64) -> Polyhedron {
    let mut cell = Polyhedron::from_aabb(bounds);
    for plane in planes {
        cell = cell.clipped_to_front(&plane, tolerance);
        if cell.is_empty() {
            return Polyhedron::EMPTY;
        }
    }
    cell
}

/// The twelve edges of a box, as pairs of points.
#[must_use]
pub fn box_edges(aabb: &Aabb) -> [(DVec3, DVec3); 12] {
    let corners = aabb.corners();
    [
        (0, 1),
        (2, 3),
        (4, 5),
        (6, 7),
        (0, 2),
        (1, 3),
        (4, 6),
        (5, 7),
        (0, 4),
        (1, 5),
        (2, 6),
        (3, 7),
    ]
    .map(|(from, to)| (corners[from], corners[to]))
}
