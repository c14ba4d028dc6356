//! The opening at the end of a leak, which the tree may have divided into several portals.

use bspwalk_geometry::{Aabb, BoxTree};
use glam::DVec3;

use super::leak::Leak;
use crate::{
    solid_leaf::{OUTSIDE, PortalGraph, PortalId},
    tolerance::OPENING_SINE,
};

/// The portals to the outside that together form one hole in the hull of a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// Portals, in ascending order. They are coplanar and connected by shared edges.
    pub portals: Vec<PortalId>,
    /// Outline of the portals as segments (in metres), without the edges shared by two portals.
    pub outline: Vec<[DVec3; 2]>,
}

impl Leak {
    /// Returns the opening that contains [`Leak::hole`]: all coplanar portals to the outside that are connected to this
    /// portal by shared edges.
    ///
    /// Returns `None` if the path starts outside. Points up to `near` metres apart count as equal.
    #[must_use]
    pub fn opening(&self, graph: &PortalGraph, near: f64) -> Option<Opening> {
        let hole = self.hole()?;
        let plane = graph.portal(hole)?.plane;
        let is_in_plane = |portal: &PortalId| {
            graph.portal(*portal).is_some_and(|other| {
                other.plane.normal.cross(plane.normal).length() <= OPENING_SINE
                    && other
                        .polygon
                        .iter()
                        .all(|&corner| plane.distance(corner).abs() <= near)
            })
        };
        let outside = graph.portals_of(OUTSIDE).iter().copied();
        let candidates: Vec<PortalId> = outside.filter(is_in_plane).collect();
        let polygons: Vec<&[DVec3]> = candidates.iter().map(|&portal| graph.polygon(portal)).collect();
        let boxes = polygons.iter().map(|polygon| bounds(polygon, near));
        let boxes: Vec<Aabb> = boxes.collect();
        let tree = BoxTree::new(boxes.clone());
        let first = candidates.iter().position(|&portal| portal == hole)?;
        let mut is_part = vec![false; candidates.len()];
        is_part[first] = true;
        let mut open = vec![first];
        let mut outline = Vec::new();
        while let Some(index) = open.pop() {
            let mut touched = Vec::new();
            tree.touching(&boxes[index], |other| touched.push(other as usize));
            touched.retain(|&other| other != index);
            for edge in edges(polygons[index]) {
                let mut covered = Vec::new();
                for &other in &touched {
                    let shared = edges(polygons[other]).filter_map(|beside| shared(edge, beside, near));
                    let before = covered.len();
                    covered.extend(shared);
                    if covered.len() > before && !is_part[other] {
                        is_part[other] = true;
                        open.push(other);
                    }
                }
                outline.extend(uncovered(edge, covered, near));
            }
        }
        let portals = candidates.into_iter().zip(is_part);
        let portals = portals.filter_map(|(portal, is_part)| is_part.then_some(portal));
        Some(Opening {
            portals: portals.collect(),
            outline,
        })
    }
}

fn bounds(polygon: &[DVec3], near: f64) -> Aabb {
    Aabb::from_points(polygon.iter().copied()).inflated(near)
}

fn edges(polygon: &[DVec3]) -> impl Iterator<Item = [DVec3; 2]> {
    let ends = polygon.iter().cycle().skip(1);
    polygon.iter().zip(ends).map(|(&from, &to)| [from, to])
}

/// Returns the part of an edge that another edge covers, as distances from the edge's start. Returns `None` if this
/// part is shorter than `near`.
fn shared([from, to]: [DVec3; 2], other: [DVec3; 2], near: f64) -> Option<[f64; 2]> {
    let length = from.distance(to);
    let along = (to - from) / length;
    let is_beside = |point: DVec3| (point - from).cross(along).length() <= near;
    if length <= near || !other.into_iter().all(is_beside) {
        return None;
    }
    let [a, b] = other.map(|point| (point - from).dot(along).clamp(0.0, length));
    let (low, high) = (a.min(b), a.max(b));
    (high - low > near).then_some([low, high])
}

/// Returns the parts of an edge outside the given intervals, which are distances from the edge's start.
fn uncovered([from, to]: [DVec3; 2], mut covered: Vec<[f64; 2]>, near: f64) -> Vec<[DVec3; 2]> {
    let length = from.distance(to);
    let at = |distance: f64| from.lerp(to, distance / length);
    covered.sort_by(|a, b| a[0].total_cmp(&b[0]));
    covered.push([length, length]);
    let (mut parts, mut reached) = (Vec::new(), 0.0_f64);
    for [low, high] in covered {
        if low - reached > near {
            parts.push([at(reached), at(low)]);
        }
        reached = reached.max(high);
    }
    parts
}

#[cfg(test)]
mod tests {
    use bspwalk_geometry::Plane;

    use super::*;
    use crate::solid_leaf::{LeafId, PortalView};

    const NEAR: f64 = 1.0e-4;

    fn rectangle([low_x, low_z]: [f64; 2], [high_x, high_z]: [f64; 2]) -> [DVec3; 4] {
        [[low_x, low_z], [low_x, high_z], [high_x, high_z], [high_x, low_z]]
            .map(|[x, z]| DVec3::new(x, 2.0, z))
    }

    #[test]
    fn opening_merges_portals_of_one_hole() {
        // A slit, the large remainder of the hole next to it, another hole in the same plane, and a portal inside the
        // level.
        let polygons = [
            rectangle([0.0, 0.0], [0.1, 3.0]),
            rectangle([0.1, 0.0], [4.0, 3.0]),
            rectangle([8.0, 0.0], [9.0, 3.0]),
            rectangle([4.0, 0.0], [6.0, 3.0]),
        ];
        let leaves = [[0, 1], [0, 2], [0, 2], [1, 2]].map(|pair| pair.map(LeafId));
        let portals = polygons.iter().zip(leaves).map(|(polygon, leaves)| PortalView {
            leaves,
            plane: Plane {
                normal: DVec3::Y,
                d: -2.0,
            },
            polygon,
        });
        let graph = PortalGraph::new(3, portals);
        let leak = Leak {
            leaves: vec![LeafId(1), OUTSIDE],
            portals: vec![PortalId(0)],
            line: Vec::new(),
        };
        let opening = leak.opening(&graph, NEAR).expect("there is a hole");
        assert_eq!(opening.portals, [0, 1].map(PortalId));
        let length: f64 = opening.outline.iter().map(|[from, to]| from.distance(*to)).sum();
        assert!((length - 14.0).abs() < 1.0e-6, "{opening:?}");
        let is_inner = |point: &DVec3| (point.x - 0.1).abs() < NEAR && (0.5..2.5).contains(&point.z);
        let middles = opening.outline.iter().map(|[from, to]| (*from + *to) / 2.0);
        assert!(!middles.clone().any(|middle| is_inner(&middle)), "{opening:?}");
        // A path that starts outside has no hole.
        let none = Leak {
            portals: Vec::new(),
            ..leak
        };
        assert_eq!(none.opening(&graph, NEAR), None);
    }
}
