//! Sections of shafts: the region of a plane hit by the straight lines between two convex sets, and whether this region
//! is entirely solid.
//!
//! The lines from points `a` in front of a plane to points `b` behind it hit the plane in a convex region. This region
//! is the convex hull of the hit points of all lines between corners. If the region is solid, the two sets cannot see
//! each other, no matter which leaves and faces the region consists of. A single plane therefore fuses all occluders
//! that it intersects.

use bspwalk_geometry::Plane;
use glam::{DVec2, DVec3};
use smallvec::{SmallVec, smallvec};

use super::clip::Limits;
use crate::solid_leaf::{Child, LeafId, LeafTree};

type Corners = SmallVec<[DVec3; 16]>;

/// Maximum number of nodes visited for a section. If a section needs more, it counts as open.
const MOST_NODES: u32 = 1024;

/// Number of lines between corners that are tested before the entire section. A single open line disproves that the
/// section is solid.
const TRIED_FIRST: usize = 8;

#[derive(Clone, Copy, Debug)]
pub(super) struct Between {
    pub(super) plane: Plane,
    /// Whether the plane belongs to a node and therefore has leaves on both sides.
    pub(super) is_of_node: bool,
}

/// Returns whether a plane separates two sets of points and all lines between them hit the plane where it is solid.
pub(super) fn is_blocked(
    tree: &LeafTree,
    a: &[DVec3],
    b: &[DVec3],
    between: Between,
    limits: Limits,
    visited: &mut u32,
) -> bool {
    let plane = between.plane;
    let Some((in_front, behind)) = sides(a, b, &plane, limits) else {
        return false;
    };
    if !between.is_of_node {
        let count = TRIED_FIRST.min(a.len()).min(b.len());
        for turn in 0..count {
            let (i, j) = (
                turn * a.len() / count,
                (turn + count / 2) % count * b.len() / count,
            );
            let whole = in_front[i] + behind[j];
            if whole > limits.slack {
                let crossing = a[i].lerp(b[j], in_front[i] / whole);
                if !tree.is_solid(tree.locate(crossing)) {
                    return false;
                }
            }
        }
    }
    let section = section(a, b, &plane, [&in_front, &behind], limits);
    let mut of_section = 0;
    let is_solid = is_solid(tree, section, limits, &mut of_section);
    *visited += of_section;
    is_solid
}

/// Returns the region of a plane hit by the lines between two sets of points; see [`is_blocked`].
pub(super) fn section_of(a: &[DVec3], b: &[DVec3], plane: &Plane, limits: Limits) -> Vec<DVec3> {
    let sides = sides(a, b, plane, limits);
    let section = sides.map(|(in_front, behind)| section(a, b, plane, [&in_front, &behind], limits));
    section.map_or_else(Vec::new, |corners| corners.to_vec())
}

type Distances = SmallVec<[f64; 32]>;

/// Returns how far the points `a` are in front of a plane, and how far the points `b` are behind it.
fn sides(a: &[DVec3], b: &[DVec3], plane: &Plane, limits: Limits) -> Option<(Distances, Distances)> {
    let distances = |corners: &[DVec3], sign: f64| {
        let mut distances = Distances::new();
        for &corner in corners {
            let distance = sign * plane.distance(corner);
            // NaN counts as being on the wrong side, which is conservative.
            if !(distance >= -limits.slack) {
                return None;
            }
            distances.push(distance.max(0.0));
        }
        Some(distances)
    };
    Some((distances(a, 1.0)?, distances(b, -1.0)?))
}

fn section(
    a: &[DVec3],
    b: &[DVec3],
    plane: &Plane,
    [in_front, behind]: [&Distances; 2],
    limits: Limits,
) -> Corners {
    let (u, v) = axes(plane.normal);
    let flat = |point: DVec3| DVec2::new(u.dot(point), v.dot(point));
    let flat_b: SmallVec<[DVec2; 32]> = b.iter().map(|&point| flat(point)).collect();
    let mut extent = Octagon::EMPTY;
    for (&a, &from) in a.iter().zip(in_front) {
        let a = flat(a);
        for (&b, &to) in flat_b.iter().zip(behind) {
            if from + to > limits.slack {
                extent.grow(a + (b - a) * (from / (from + to)));
            } else {
                // The line between these corners lies in the plane.
                extent.grow(a);
                extent.grow(b);
            }
        }
    }
    let origin = plane.normal * -plane.d;
    // The corners of cells are accurate to a fraction of a plane's thickness.
    let corners = extent.corners(2.0 * limits.least);
    corners.iter().map(|at| origin + u * at.x + v * at.y).collect()
}

fn axes(normal: DVec3) -> (DVec3, DVec3) {
    let across = DVec3::Y.cross(normal);
    let u = across.try_normalize().unwrap_or(DVec3::X);
    (u, normal.cross(u))
}

#[derive(Clone, Copy, Debug)]
struct Octagon {
    least: [f64; 4],
    greatest: [f64; 4],
}

impl Octagon {
    const EMPTY: Self = Self {
        least: [f64::INFINITY; 4],
        greatest: [f64::NEG_INFINITY; 4],
    };

    #[inline]
    fn grow(&mut self, point: DVec2) {
        let along = [point.x, point.y, point.x + point.y, point.x - point.y];
        for (axis, along) in along.into_iter().enumerate() {
            self.least[axis] = if along < self.least[axis] {
                along
            } else {
                self.least[axis]
            };
            self.greatest[axis] = if along > self.greatest[axis] {
                along
            } else {
                self.greatest[axis]
            };
        }
    }

    /// Returns the corners of the octagon in order, with its sides moved outwards by `margin`.
    fn corners(&self, margin: f64) -> [DVec2; 8] {
        let margins = [
            margin,
            margin,
            margin * std::f64::consts::SQRT_2,
            margin * std::f64::consts::SQRT_2,
        ];
        let least: [f64; 4] = std::array::from_fn(|axis| self.least[axis] - margins[axis]);
        let greatest: [f64; 4] = std::array::from_fn(|axis| self.greatest[axis] + margins[axis]);
        let ([x0, y0, sum0, difference0], [x1, y1, sum1, difference1]) = (least, greatest);
        [
            DVec2::new(x1, x1 - difference1),
            DVec2::new(x1, sum1 - x1),
            DVec2::new(sum1 - y1, y1),
            DVec2::new(y1 + difference0, y1),
            DVec2::new(x0, x0 - difference0),
            DVec2::new(x0, sum0 - x0),
            DVec2::new(sum0 - y0, y0),
            DVec2::new(y0 + difference1, y0),
        ]
    }
}

enum Reached {
    Leaf(LeafId),
    /// A node whose plane contains the part. The part then belongs to both children.
    Plane([Child; 2]),
}

type Parts = SmallVec<[(Child, Corners); 4]>;

fn descend(
    tree: &LeafTree,
    start: Child,
    polygon: Corners,
    limits: Limits,
    visited: &mut u32,
    mut goes_on: impl FnMut(Reached, Corners, &mut Parts, &mut u32) -> bool,
) -> bool {
    let mut parts: Parts = smallvec![(start, polygon)];
    while let Some((child, part)) = parts.pop() {
        let id = match child {
            Child::Leaf(leaf) => {
                if !goes_on(Reached::Leaf(leaf), part, &mut parts, visited) {
                    return false;
                }
                continue;
            }
            Child::Node(id) => id,
        };
        *visited += 1;
        if *visited > MOST_NODES {
            return false;
        }
        let node = &tree.nodes[id.index()];
        match split(&part, &node.plane, limits.least) {
            Split::Front => parts.push((node.front, part)),
            Split::Back => parts.push((node.back, part)),
            Split::Both(front, back) => {
                parts.push((node.front, front));
                parts.push((node.back, back));
            }
            Split::On => {
                let reached = Reached::Plane([node.front, node.back]);
                if !goes_on(reached, part, &mut parts, visited) {
                    return false;
                }
            }
        }
    }
    true
}

/// Returns whether a convex polygon is entirely solid: every part is in a solid leaf or on an interface without a
/// portal.
fn is_solid(tree: &LeafTree, polygon: Corners, limits: Limits, visited: &mut u32) -> bool {
    descend(
        tree,
        tree.root(),
        polygon,
        limits,
        visited,
        |reached, part, _, visited| match reached {
            Reached::Leaf(leaf) => tree.is_solid(leaf),
            Reached::Plane(children) => is_interface_solid(tree, children, part, limits, visited),
        },
    )
}

fn is_interface_solid(
    tree: &LeafTree,
    [front, back]: [Child; 2],
    polygon: Corners,
    limits: Limits,
    visited: &mut u32,
) -> bool {
    let Some(in_front) = empty_parts(tree, front, polygon, limits, visited) else {
        return false;
    };
    in_front.into_iter().all(|(leaf, part)| {
        empty_parts(tree, back, part, limits, visited).is_some_and(|behind| {
            let mut behind = behind.iter();
            behind.all(|(other, part)| !is_open(tree, leaf, *other, part, limits))
        })
    })
}

/// Returns the parts of a polygon inside empty leaves, or `None` if the search would visit too many nodes.
fn empty_parts(
    tree: &LeafTree,
    start: Child,
    polygon: Corners,
    limits: Limits,
    visited: &mut u32,
) -> Option<Vec<(LeafId, Corners)>> {
    let mut found = Vec::new();
    let all = descend(
        tree,
        start,
        polygon,
        limits,
        visited,
        |reached, part, parts, _| {
            match reached {
                Reached::Leaf(leaf) if tree.is_solid(leaf) => {}
                Reached::Leaf(leaf) => found.push((leaf, part)),
                // Two ancestors of a leaf have the same plane only if the leaf has no thickness. Include both sides.
                Reached::Plane([front, back]) => {
                    parts.push((front, part.clone()));
                    parts.push((back, part));
                }
            }
            true
        },
    );
    all.then_some(found)
}

fn is_open(tree: &LeafTree, leaf: LeafId, other: LeafId, polygon: &Corners, limits: Limits) -> bool {
    let graph = tree.portal_graph();
    let mut portals = graph.portals_of(leaf).iter();
    portals.any(|&id| {
        let Some(portal) = graph.portal(id) else {
            return true;
        };
        if !portal.leaves.contains(&other) {
            return false;
        }
        let corners = portal.polygon;
        let mut rest = polygon.clone();
        (0..corners.len()).all(|i| {
            let along = corners[(i + 1) % corners.len()] - corners[i];
            let Some(inward) = portal.plane.normal.cross(along).try_normalize() else {
                return true;
            };
            match split(&rest, &Plane::from_point_normal(corners[i], inward), limits.least) {
                Split::Front => true,
                Split::Back | Split::On => false,
                Split::Both(front, _) => {
                    rest = front;
                    true
                }
            }
        })
    })
}

#[expect(clippy::large_enum_variant, reason = "it lives for a moment, on the stack")]
enum Split {
    Front,
    Back,
    Both(Corners, Corners),
    On,
}

fn split(polygon: &Corners, plane: &Plane, thickness: f64) -> Split {
    let mut distances: SmallVec<[f64; 16]> = SmallVec::new();
    let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
    for &corner in polygon {
        let distance = plane.distance(corner);
        least = if distance < least { distance } else { least };
        greatest = if distance > greatest { distance } else { greatest };
        distances.push(distance);
    }
    match (least < -thickness, greatest > thickness) {
        (false, false) => return Split::On,
        (false, true) => return Split::Front,
        (true, false) => return Split::Back,
        (true, true) => {}
    }
    let (mut front, mut back) = (Corners::new(), Corners::new());
    let count = polygon.len();
    for i in 0..count {
        let j = if i + 1 == count { 0 } else { i + 1 };
        let (here, there) = (distances[i], distances[j]);
        if here >= 0.0 {
            front.push(polygon[i]);
        }
        if here <= 0.0 {
            back.push(polygon[i]);
        }
        if here * there < 0.0 {
            let crossing = polygon[i].lerp(polygon[j], here / (here - there));
            front.push(crossing);
            back.push(crossing);
        }
    }
    Split::Both(front, back)
}
