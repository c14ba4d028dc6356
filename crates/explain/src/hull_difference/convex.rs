//! Sums and differences of convex polyhedra.

use std::sync::atomic::{AtomicU64, Ordering};

use bspwalk_geometry::{Aabb, BoxTree, Plane, Polygon, Polyhedron};
use glam::DVec3;

/// A convex space, bounded by planes that face outwards.
pub(super) struct Convex {
    planes: Vec<Plane>,
    bounds: Aabb,
}

impl Convex {
    /// Returns the part of a space inside a box, or `None` if there is none. Planes face outwards.
    pub(super) fn from_planes(planes: Vec<Plane>, within: &Aabb, tolerance: f64) -> Option<Self> {
        let inwards = planes.iter().map(Plane::flipped);
        let cell = Polyhedron::from_aabb(within).clipped_to_planes(inwards, tolerance);
        (!cell.is_empty()).then(|| Self {
            bounds: cell.bounds(),
            planes,
        })
    }

    /// Returns the space of a polyhedron.
    pub(super) fn from_polyhedron(cell: &Polyhedron) -> Self {
        Self::sum(&cell.faces, &Aabb::from_points([DVec3::ZERO]))
    }

    /// Returns the Minkowski sum of a convex polyhedron and a box. The polyhedron may be a flat polygon.
    ///
    /// Each face of the sum is parallel to a face of the polyhedron, to a face of the box, or to an edge of each.
    pub(super) fn sum(faces: &[Polygon], body: &Aabb) -> Self {
        let mut corners: Vec<DVec3> = faces.iter().flat_map(Polygon::positions).collect();
        corners.sort_by(|a, b| {
            a.to_array()
                .partial_cmp(&b.to_array())
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        corners.dedup();
        let bounds = Aabb::from_points(corners.iter().copied());
        let bounds = Aabb {
            min: bounds.min + body.min,
            max: bounds.max + body.max,
        };
        let support = |normal: DVec3| {
            let reach = normal.cmpge(DVec3::ZERO);
            let of_body = normal.dot(DVec3::select(reach, body.max, body.min));
            corners
                .iter()
                .map(|corner| normal.dot(*corner))
                .fold(f64::MIN, f64::max)
                + of_body
        };
        let mut normals: Vec<DVec3> = Vec::new();
        let mut add = |normal: DVec3| {
            if !normals.iter().any(|known| known.dot(normal) > 1.0 - SAME_NORMAL) {
                normals.push(normal);
            }
        };
        let has_size = body.size() != DVec3::ZERO;
        for axis in DVec3::AXES.into_iter().filter(|_| has_size) {
            add(axis);
            add(-axis);
        }
        let of_faces = faces.iter().filter_map(|face| face.vector_area().try_normalize());
        of_faces.for_each(&mut add);
        if has_size {
            for edge in faces.iter().flat_map(Polygon::edges) {
                for axis in DVec3::AXES {
                    let Some(normal) = (edge.to - edge.from).cross(axis).try_normalize() else {
                        continue;
                    };
                    for normal in [normal, -normal] {
                        // The plane supports the polyhedron at this edge.
                        let height = normal.dot(edge.from);
                        let slack = SUPPORT * bounds.size().length();
                        if corners.iter().all(|corner| normal.dot(*corner) <= height + slack) {
                            add(normal);
                        }
                    }
                }
            }
        }
        let planes = normals.into_iter().map(|normal| Plane {
            normal,
            d: -support(normal),
        });
        Self {
            planes: planes.collect(),
            bounds,
        }
    }

    pub(super) fn polyhedron(&self, tolerance: f64) -> Polyhedron {
        let inwards = self.planes.iter().map(Plane::flipped);
        Polyhedron::from_aabb(&self.bounds).clipped_to_planes(inwards, tolerance)
    }

    /// Cuts a polyhedron. Returns the part inside this space, which may be empty, and adds the parts outside it.
    pub(super) fn cut(&self, cell: Polyhedron, tolerance: f64, outside: &mut Vec<Polyhedron>) -> Polyhedron {
        let is_apart = |plane: &Plane| {
            let mut corners = cell.faces.iter().flat_map(Polygon::positions);
            corners.all(|corner| plane.distance(corner) >= -tolerance)
        };
        if !self.bounds.intersects(&cell.bounds()) || self.planes.iter().any(is_apart) {
            outside.push(cell);
            return Polyhedron::EMPTY;
        }
        // Pieces that are cut off in vain would multiply the work of all further cuts.
        let (whole_cell, start) = (cell.clone(), outside.len());
        let mut inside = cell;
        for plane in &self.planes {
            match inside.into_split(plane, tolerance) {
                Ok([front, back]) => {
                    outside.push(front.polyhedron);
                    inside = back.polyhedron;
                }
                Err(whole) => {
                    let corners = whole.faces.iter().flat_map(Polygon::positions);
                    let above: f64 = corners.map(|corner| plane.distance(corner)).sum();
                    if above > 0.0 {
                        outside.truncate(start);
                        outside.push(whole_cell);
                        return Polyhedron::EMPTY;
                    }
                    inside = whole;
                }
            }
        }
        inside
    }
}

/// Maximum difference between 1 and the cosine of two normals that count as equal.
const SAME_NORMAL: f64 = 1.0e-9;

/// Maximum distance of a supporting plane from an edge, relative to the size of the sum. A larger value only adds planes
/// that touch the sum at a corner.
const SUPPORT: f64 = 1.0e-6;

/// Convex spaces, indexed by their bounds.
pub(super) struct ConvexSet {
    spaces: Vec<Convex>,
    index: BoxTree,
    /// Number of cuts of a polyhedron by a space.
    cuts: AtomicU64,
}

/// Maximum number of cuts by a set, which take about a minute. Only hostile files exceed the limit.
const MOST_CUTS: u64 = 1 << 26;

/// The two parts of a polyhedron: inside at least one of several spaces, and outside all of them.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) inside: Vec<Polyhedron>,
    pub(super) outside: Vec<Polyhedron>,
}

impl ConvexSet {
    pub(super) fn new(spaces: Vec<Convex>) -> Self {
        let index = BoxTree::new(spaces.iter().map(|space| space.bounds).collect());
        Self {
            spaces,
            index,
            cuts: AtomicU64::new(0),
        }
    }

    /// Returns whether the limit of cuts was reached, after which [`ConvexSet::cut`] returns incomplete parts.
    pub(super) fn is_exhausted(&self) -> bool {
        self.cuts.load(Ordering::Relaxed) >= MOST_CUTS
    }

    /// Cuts a polyhedron into disjoint convex parts. Parts thinner than `tolerance` go to their neighbours.
    pub(super) fn cut(&self, cell: &Polyhedron, tolerance: f64) -> Parts {
        let bounds = cell.bounds();
        let mut near = Vec::new();
        self.index.touching(&bounds, |index| near.push(index));
        // Large overlaps first, because they leave fewer parts to cut.
        let overlap = |index: &u32| {
            let other = self.spaces[*index as usize].bounds;
            (other.max.min(bounds.max) - other.min.max(bounds.min))
                .max(DVec3::ZERO)
                .element_product()
        };
        near.sort_by(|a, b| overlap(b).total_cmp(&overlap(a)).then(a.cmp(b)));
        let mut parts = Parts {
            inside: Vec::new(),
            outside: vec![cell.clone()],
        };
        for index in near {
            let before = std::mem::take(&mut parts.outside);
            self.cuts.fetch_add(before.len() as u64, Ordering::Relaxed);
            if before.is_empty() || self.is_exhausted() {
                break;
            }
            for part in before {
                let inside = self.spaces[index as usize].cut(part, tolerance, &mut parts.outside);
                if !inside.is_empty() {
                    parts.inside.push(inside);
                }
            }
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLERANCE: f64 = 1.0e-6;

    fn random_cell(planes: usize, random: &mut fastrand::Rng) -> Polyhedron {
        let mut direction = || DVec3::from([(); 3].map(|()| random.f64() - 0.5)).normalize();
        let planes: Vec<Plane> = (0..planes)
            .map(|_| Plane {
                normal: direction(),
                d: 0.7,
            })
            .collect();
        let whole = Aabb::from_points([DVec3::NEG_ONE, DVec3::ONE]);
        Polyhedron::from_aabb(&whole).clipped_to_planes(planes, TOLERANCE)
    }

    /// Checks the sum against the support function of both shapes, and against random points.
    #[test]
    fn sum_is_the_set_of_all_sums() {
        let mut random = fastrand::Rng::with_seed(1);
        let body = Aabb::from_points([DVec3::new(-0.3, -0.1, -0.2), DVec3::new(0.3, 0.5, 0.2)]);
        for planes in 0..12 {
            let cell = random_cell(planes, &mut random);
            let sum = Convex::sum(&cell.faces, &body).polyhedron(TOLERANCE);
            let corners = |shape: &Polyhedron| -> Vec<DVec3> {
                shape.faces.iter().flat_map(Polygon::positions).collect()
            };
            let (of_cell, of_sum) = (corners(&cell), corners(&sum));
            let support = |corners: &[DVec3], normal: DVec3| {
                corners
                    .iter()
                    .map(|corner| normal.dot(*corner))
                    .fold(f64::MIN, f64::max)
            };
            for _ in 0..300 {
                let normal = DVec3::from([(); 3].map(|()| random.f64() - 0.5)).normalize();
                let parts = support(&of_cell, normal) + support(&body.corners(), normal);
                assert!(
                    (support(&of_sum, normal) - parts).abs() < 1.0e-5,
                    "{planes}, {normal}"
                );
            }
        }
    }

    #[test]
    fn cut_keeps_the_volume() {
        let mut random = fastrand::Rng::with_seed(2);
        for planes in 0..12 {
            let cell = random_cell(planes, &mut random);
            let near = |random: &mut fastrand::Rng| {
                let low = DVec3::from([(); 3].map(|()| random.f64() * 2.0 - 1.5));
                let size = DVec3::from([(); 3].map(|()| random.f64()));
                Polyhedron::from_aabb(&Aabb::from_points([low, low + size]))
            };
            let boxes: Vec<Polyhedron> = (0..8).map(|_| near(&mut random)).collect();
            let set = ConvexSet::new(boxes.iter().map(Convex::from_polyhedron).collect());
            let parts = set.cut(&cell, TOLERANCE);
            let volume = |parts: &[Polyhedron]| parts.iter().map(Polyhedron::volume).sum::<f64>();
            let (inside, outside) = (volume(&parts.inside), volume(&parts.outside));
            assert!((inside + outside - cell.volume()).abs() < 1.0e-4);
            let is_in_box = |part: &Polyhedron| {
                let corners: Vec<DVec3> = part.faces.iter().flat_map(Polygon::positions).collect();
                let middle = corners.iter().sum::<DVec3>() / corners.len() as f64;
                boxes.iter().any(|other| other.bounds().contains(middle))
            };
            assert!(parts.inside.iter().all(is_in_box));
            assert!(!parts.outside.iter().any(is_in_box));
        }
    }
}
