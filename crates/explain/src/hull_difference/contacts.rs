//! Contacts between convex polyhedra that do not overlap: common parts of their faces.

use bspwalk_geometry::{Aabb, BoxTree, DisjointSets, Plane, Polygon, Polyhedron, Split};
use glam::DVec3;

/// A face of a polyhedron, with its plane.
struct Face<'a> {
    polygon: &'a Polygon,
    plane: Plane,
}

/// Polyhedra, indexed by their bounds.
pub(super) struct Cells<'a> {
    faces: Vec<Vec<Face<'a>>>,
    index: BoxTree,
    tolerance: f64,
}

impl<'a> Cells<'a> {
    /// Indexes polyhedra. Faces on the same plane are at most `tolerance` metres apart.
    pub(super) fn new(cells: impl IntoIterator<Item = &'a Polyhedron>, tolerance: f64) -> Self {
        let (mut faces, mut bounds) = (Vec::new(), Vec::new());
        for cell in cells {
            bounds.push(cell.bounds().inflated(tolerance));
            let planes = cell.faces.iter().filter_map(|polygon| {
                let plane = polygon.plane()?;
                Some(Face { polygon, plane })
            });
            faces.push(planes.collect());
        }
        Self {
            faces,
            index: BoxTree::new(bounds),
            tolerance,
        }
    }

    /// Groups the polyhedra that are connected through their faces. Returns the number of a representative for each.
    pub(super) fn connected(&self) -> Vec<u32> {
        let mut sets = DisjointSets::new(self.faces.len() as u32);
        for (own, faces) in self.faces.iter().enumerate() {
            let own = own as u32;
            for face in faces {
                self.index.touching(&face.polygon.bounds(), |other| {
                    if other < own && sets.find(own) != sets.find(other) && self.is_touching(face, other) {
                        sets.unite(own, other);
                    }
                });
            }
        }
        sets.representatives()
    }

    fn is_touching(&self, face: &Face<'_>, other: u32) -> bool {
        let others = self.faces[other as usize].iter();
        let mut opposite = others.filter(|other| is_opposite(face, other, self.tolerance));
        opposite.any(|other| {
            let sides = sides(other.polygon, other.plane.normal);
            let rest = sides.iter().try_fold(face.polygon.clone(), |rest, side| {
                match rest.split(side, self.tolerance) {
                    Split::Back | Split::CoplanarFront | Split::CoplanarBack => Some(rest),
                    Split::Front => None,
                    Split::Cut { back, .. } => Some(back),
                }
            });
            rest.is_some_and(|part| is_wide(&part, self.tolerance))
        })
    }

    /// Returns the parts of a face that touch none of the polyhedra from outside.
    pub(super) fn free_parts(&self, polygon: &Polygon) -> Vec<Polygon> {
        let Some(plane) = polygon.plane() else {
            return Vec::new();
        };
        let face = Face { polygon, plane };
        let mut parts = vec![polygon.clone()];
        self.index.touching(&polygon.bounds(), |other| {
            for other in &self.faces[other as usize] {
                if is_opposite(&face, other, self.tolerance) {
                    let sides = sides(other.polygon, other.plane.normal);
                    let before = std::mem::take(&mut parts);
                    for part in before {
                        cut_away(part, &sides, self.tolerance, &mut parts);
                    }
                }
            }
        });
        parts
    }
}

fn is_opposite(face: &Face<'_>, other: &Face<'_>, tolerance: f64) -> bool {
    face.plane.normal.dot(other.plane.normal) < OPPOSITE
        && other
            .polygon
            .positions()
            .all(|corner| face.plane.distance(corner).abs() <= tolerance)
}

/// Maximum cosine of the normals of two faces that face each other. Their corners decide precisely.
const OPPOSITE: f64 = -0.99;

/// Returns the planes through the edges of a convex polygon, which face away from it.
fn sides(polygon: &Polygon, normal: DVec3) -> Vec<Plane> {
    let sides = polygon.edges().filter_map(|edge| {
        let outwards = (edge.to - edge.from).cross(normal).try_normalize()?;
        Some(Plane::from_point_normal(edge.from, outwards))
    });
    sides.collect()
}

/// Adds the parts of a polygon in front of at least one of the planes.
fn cut_away(polygon: Polygon, sides: &[Plane], tolerance: f64, parts: &mut Vec<Polygon>) {
    let start = parts.len();
    let mut rest = polygon.clone();
    for side in sides {
        match rest.split(side, tolerance) {
            Split::Front => {
                // No part is behind all planes.
                parts.truncate(start);
                parts.push(polygon);
                return;
            }
            Split::Cut { front, back } => {
                parts.push(front);
                rest = back;
            }
            _ => {}
        }
    }
}

fn is_wide(polygon: &Polygon, tolerance: f64) -> bool {
    polygon.bounds().size().length() > 0.0 && polygon.area() > tolerance * polygon.bounds().size().length()
}

/// Groups polygons that touch each other. Returns the number of groups.
pub(super) fn count_groups(polygons: &[Polygon], tolerance: f64) -> usize {
    let boxes: Vec<Aabb> = polygons
        .iter()
        .map(|polygon| polygon.bounds().inflated(tolerance))
        .collect();
    let index = BoxTree::new(boxes.clone());
    let mut sets = DisjointSets::new(polygons.len() as u32);
    for (own, bounds) in boxes.iter().enumerate() {
        index.touching(bounds, |other| {
            let [a, b] = [&polygons[own], &polygons[other as usize]];
            if (own as u32) < other && (is_corner_on(a, b, tolerance) || is_corner_on(b, a, tolerance)) {
                sets.unite(own as u32, other);
            }
        });
    }
    let groups = sets.representatives();
    groups
        .iter()
        .enumerate()
        .filter(|(own, group)| *own as u32 == **group)
        .count()
}

/// Returns whether a corner of one polygon touches another one.
fn is_corner_on(polygon: &Polygon, other: &Polygon, tolerance: f64) -> bool {
    let Some(plane) = other.plane() else {
        return false;
    };
    let sides = sides(other, plane.normal);
    polygon.positions().any(|corner| {
        plane.distance(corner).abs() <= tolerance
            && sides.iter().all(|side| side.distance(corner) <= tolerance)
    })
}
