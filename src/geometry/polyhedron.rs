//! Convex polyhedra: the cells of a tree.

use glam::DVec3;

use super::{Aabb, Plane, Polygon, polygon::Split};

/// A bounded convex polyhedron, given by its faces, which wind counter-clockwise seen from outside.
#[derive(Clone, Debug, PartialEq)]
pub struct Polyhedron {
    /// The faces; none where the polyhedron is empty.
    pub faces: Vec<Polygon>,
}

impl Polyhedron {
    /// The box as a polyhedron.
    #[must_use]
    pub fn from_aabb(aabb: &Aabb) -> Self {
        let corners = aabb.corners();
        let faces = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]]
            .map(|face| Polygon::bare(face.map(|corner: usize| corners[corner])));
        Self { faces: faces.to_vec() }
    }

    /// Whether nothing is left of it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.faces.len() < 4
    }

    /// Bounds.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        self.faces.iter().fold(Aabb::EMPTY, |aabb, face| aabb.union(&face.bounds()))
    }

    /// Volume in cubic metres.
    #[must_use]
    pub fn volume(&self) -> f64 {
        let Some(apex) = self.faces.first().and_then(|face| face.positions().next()) else { return 0.0 };
        self.faces
            .iter()
            .filter_map(|face| Some(face.vector_area().dot(face.positions().next()? - apex) / 3.0))
            .sum()
    }

    /// The part in front of the plane, closed by a new face on the plane.
    #[must_use]
    pub fn clipped_to_front(&self, plane: &Plane, tolerance: f64) -> Self {
        let mut faces = Vec::with_capacity(self.faces.len() + 1);
        let mut cut_anything = false;
        for face in &self.faces {
            match face.split(plane, tolerance) {
                Split::Front => faces.push(face.clone()),
                Split::Cut { front, .. } => {
                    faces.push(front);
                    cut_anything = true;
                }
                Split::Back => cut_anything = true,
                // A face on the plane that looks to the back already closes this side; one that looks to the front
                // belongs to what is cut away.
                Split::CoplanarBack => faces.push(face.clone()),
                Split::CoplanarFront => cut_anything = true,
            }
        }
        if cut_anything && !faces.is_empty() {
            let cap = plane_section(&self.faces, plane, tolerance);
            if cap.vertices.len() >= 3 {
                faces.push(cap);
            }
        }
        Self { faces }
    }

    /// The polygon in which the plane cuts the polyhedron, facing as the plane does; `None` where it does not.
    #[must_use]
    pub fn section(&self, plane: &Plane, tolerance: f64) -> Option<Polygon> {
        let mut cap = plane_section(&self.faces, plane, tolerance);
        cap.vertices.reverse();
        (cap.vertices.len() >= 3).then_some(cap)
    }
}

/// The section of the plane with the solid bounded by `faces`, facing to the back of the plane.
fn plane_section(faces: &[Polygon], plane: &Plane, tolerance: f64) -> Polygon {
    let bounds = faces.iter().fold(Aabb::EMPTY, |aabb, face| aabb.union(&face.bounds()));
    let mut section = Polygon::on_plane(&plane.flipped(), bounds.center(), bounds.size().length());
    for face in faces {
        let Some(outside) = face.plane() else { continue };
        match section.split(&outside, tolerance) {
            Split::Cut { back, .. } => section = back,
            Split::Front => return Polygon { vertices: Vec::new() },
            // On one plane: the section is that face itself.
            Split::Back | Split::CoplanarFront | Split::CoplanarBack => {}
        }
    }
    section
}

/// The bounded cell in front of every given plane, inside `bounds`.
#[must_use]
pub fn cell(bounds: &Aabb, planes: impl IntoIterator<Item = Plane>, tolerance: f64) -> Polyhedron {
    let mut cell = Polyhedron::from_aabb(bounds);
    for plane in planes {
        cell = cell.clipped_to_front(&plane, tolerance);
        if cell.is_empty() {
            break;
        }
    }
    cell
}

/// The twelve edges of a box, as pairs of points.
#[must_use]
pub fn box_edges(aabb: &Aabb) -> [(DVec3, DVec3); 12] {
    let corners = aabb.corners();
    [(0, 1), (2, 3), (4, 5), (6, 7), (0, 2), (1, 3), (4, 6), (5, 7), (0, 4), (1, 5), (2, 6), (3, 7)]
        .map(|(from, to)| (corners[from], corners[to]))
}
