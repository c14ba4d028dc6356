//! Splitting planes through holes in a mesh.
//!
//! A missing face in a closed mesh leaves a loop of open edges. If the hole is flat, the loop lies in a plane that may
//! not contain any face. A leaf could then extend through the hole, from a room into the solid behind the missing wall.
//! A plane through the loop splits such a leaf, and each part is classified separately.

use std::collections::HashMap;

use crate::tolerance::FLAT_CORNER_SINE;
use bspwalk_geometry::{Aabb, BoxTree, Plane, Polygon, Polyhedron, Tolerances, convex_hull::convex_hull};
use bspwalk_progress::{Cancelled, Progress};
use glam::DVec3;
use smallvec::SmallVec;

use super::{merge::Face, plane_table::PlaneTable};
use crate::solid_leaf::PlaneId;

/// Maximum number of holes used per level, largest first. A mesh with more holes was never meant to be closed.
const MOST_HOLES: usize = 256;

const MOST_EDGES: usize = 1024;

/// Maximum number of steps along open edges during the entire search, per open edge.
const STEPS_AN_EDGE: usize = 64;

#[derive(Debug)]
pub(crate) struct Holes {
    holes: Vec<Hole>,
    boxes: BoxTree,
}

#[derive(Debug)]
struct Hole {
    plane: PlaneId,
    polygon: Polygon,
}

/// An edge of one face that no other face shares in the opposite direction.
#[derive(Clone, Copy, Debug)]
struct OpenEdge {
    /// Ends of the edge, in the winding order of its face.
    ends: [u32; 2],
    face: u32,
}

impl Holes {
    pub(crate) fn none() -> Self {
        Self::of(Vec::new())
    }

    fn of(holes: Vec<Hole>) -> Self {
        let boxes = holes.iter().map(|hole| hole.polygon.bounds());
        Self {
            boxes: BoxTree::new(boxes.collect()),
            holes,
        }
    }

    /// Finds the holes between faces and adds their planes to the table.
    ///
    /// A hole that is coplanar with an adjacent face is skipped, because the plane of that face already divides the
    /// space there.
    pub(crate) fn find(
        faces: &[Face],
        table: &mut PlaneTable,
        tolerances: &Tolerances,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let tolerance = tolerances.on_plane;
        let (points, edges) = open_edges(faces, tolerance, progress)?;
        let mut holes = Vec::new();
        for ring in flat_loops(&points, &edges, tolerance, progress)? {
            let corners = ring.iter().map(|&edge| points[edges[edge].ends[0] as usize]);
            let outline = Polygon::from_points(corners);
            let Some(plane) = outline.plane() else { continue };
            let corners: Vec<DVec3> = outline.positions().collect();
            let facing = table.insert(&corners, plane.normal);
            let is_beside = |&edge: &usize| faces[edges[edge].face as usize].facing.plane == facing.plane;
            let polygon = Polygon::from_points(convex_hull(corners, plane.normal));
            if !ring.iter().any(is_beside) && is_wide(&polygon, tolerance) {
                holes.push(Hole {
                    plane: facing.plane,
                    polygon,
                });
            }
        }
        let areas: Vec<f64> = holes.iter().map(|hole| hole.polygon.area()).collect();
        let mut order: Vec<usize> = (0..holes.len()).collect();
        order.sort_by(|&a, &b| areas[b].total_cmp(&areas[a]));
        order.truncate(MOST_HOLES);
        order.sort_unstable();
        let mut index = 0;
        holes.retain(|_| {
            index += 1;
            order.binary_search(&(index - 1)).is_ok()
        });
        Ok(Self::of(holes))
    }

    pub(crate) fn find_dividing_plane(
        &self,
        cell: &Polyhedron,
        planes: &[Plane],
        tolerance: f64,
        divides: impl Fn(&Plane) -> bool,
    ) -> Option<PlaneId> {
        let mut near = SmallVec::<[u32; 8]>::new();
        self.boxes.touching(&cell.bounds(), |hole| near.push(hole));
        near.sort_unstable();
        let mut found = near.into_iter().map(|hole| &self.holes[hole as usize]);
        found
            .find(|hole| {
                divides(&planes[hole.plane.index()]) && {
                    let sides = cell.faces.iter().filter_map(Polygon::plane);
                    let whole = Some(hole.polygon.clone());
                    let within = sides.fold(whole, |part, side| {
                        part?.clipped_to_front(&side.flipped(), tolerance)
                    });
                    within.is_some_and(|part| is_wide(&part, tolerance))
                }
            })
            .map(|hole| hole.plane)
    }
}

fn is_wide(polygon: &Polygon, tolerance: f64) -> bool {
    let perimeter: f64 = polygon.edges().map(|edge| edge.length()).sum();
    polygon.area() > tolerance * perimeter
}

fn open_edges(
    faces: &[Face],
    tolerance: f64,
    progress: &Progress,
) -> Result<(Vec<DVec3>, Vec<OpenEdge>), Cancelled> {
    let mut numbers: HashMap<[u64; 3], u32> = HashMap::new();
    let mut points: Vec<DVec3> = Vec::new();
    let mut number = |point: DVec3| {
        // Adding zero turns −0 into 0.
        let key = (point + DVec3::ZERO).to_array().map(f64::to_bits);
        *numbers.entry(key).or_insert_with(|| {
            points.push(point);
            points.len() as u32 - 1
        })
    };
    let mut all = Vec::new();
    for (turn, (face, of)) in (0..).zip(faces).enumerate() {
        progress.check_at(turn)?;
        let corners: SmallVec<[u32; 8]> = of.polygon.positions().map(&mut number).collect();
        for (index, &from) in corners.iter().enumerate() {
            let ends = [from, corners[(index + 1) % corners.len()]];
            all.push(OpenEdge { ends, face });
        }
    }
    let left = unmatched(all);
    // Split edges at corners that lie on them.
    let mut ends: Vec<u32> = left.iter().flat_map(|edge| edge.ends).collect();
    ends.sort_unstable();
    ends.dedup();
    let boxes = ends.iter().map(|&end| Aabb::from_points([points[end as usize]]));
    let tree = BoxTree::new(boxes.collect());
    let mut divided = Vec::with_capacity(left.len());
    for edge in left {
        progress.check()?;
        let [from, to] = edge.ends.map(|end| points[end as usize]);
        let along = to - from;
        let length = along.length();
        let mut between: Vec<(f64, u32)> = Vec::new();
        tree.touching(&Aabb::from_points([from, to]).inflated(tolerance), |index| {
            let point = points[ends[index as usize] as usize];
            let at = (point - from).dot(along) / length;
            let is_within = at > tolerance && at < length - tolerance;
            if is_within && point.distance(from + along * (at / length)) <= tolerance {
                between.push((at, ends[index as usize]));
            }
        });
        between.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut last = edge.ends[0];
        for next in between.into_iter().map(|(_, point)| point).chain([edge.ends[1]]) {
            divided.push(OpenEdge {
                ends: [last, next],
                ..edge
            });
            last = next;
        }
    }
    Ok((points, unmatched(divided)))
}

/// Returns the edges that faces traverse more often in one direction than in the other, sorted and without duplicates.
fn unmatched(edges: Vec<OpenEdge>) -> Vec<OpenEdge> {
    let mut counts: HashMap<[u32; 2], (i32, [u32; 2])> = HashMap::new();
    for OpenEdge { ends, face } in edges {
        let [from, to] = ends;
        if from == to {
            continue;
        }
        let (count, faces) = counts
            .entry([from.min(to), from.max(to)])
            .or_insert((0, [face; 2]));
        let side = usize::from(from > to);
        *count += if side == 0 { 1 } else { -1 };
        faces[side] = face;
    }
    let open = counts
        .into_iter()
        .filter_map(|([low, high], (count, faces))| match count {
            0 => None,
            1.. => Some(OpenEdge {
                ends: [low, high],
                face: faces[0],
            }),
            _ => Some(OpenEdge {
                ends: [high, low],
                face: faces[1],
            }),
        });
    let mut open: Vec<OpenEdge> = open.collect();
    open.sort_unstable_by_key(|edge| edge.ends);
    open
}

fn flat_loops(
    points: &[DVec3],
    edges: &[OpenEdge],
    tolerance: f64,
    progress: &Progress,
) -> Result<Vec<Vec<usize>>, Cancelled> {
    let point = |end: u32| points[end as usize];
    // The edges are sorted by their start.
    let from = |end: u32| {
        let first = edges.partition_point(|edge| edge.ends[0] < end);
        first..first + edges[first..].partition_point(|edge| edge.ends[0] == end)
    };
    let mut loops = Vec::new();
    let mut is_used = vec![false; edges.len()];
    // For each edge, the number of the last walk that used it.
    let (mut walked, mut walk) = (vec![0_u32; edges.len()], 0);
    let mut steps = STEPS_AN_EDGE.saturating_mul(edges.len());
    for start in 0..edges.len() {
        if is_used[start] {
            continue;
        }
        let [a, b] = edges[start].ends;
        for second in from(b) {
            progress.check()?;
            let c = edges[second].ends[1];
            let [first_edge, second_edge] = [point(b) - point(a), point(c) - point(b)];
            let across = first_edge.cross(second_edge);
            let is_corner = across.length() > FLAT_CORNER_SINE * first_edge.length() * second_edge.length();
            let Some(normal) = across.try_normalize().filter(|_| is_corner && !is_used[second]) else {
                continue;
            };
            let plane = Plane::from_point_normal(point(b), normal);
            let is_on = |end: u32| plane.distance(point(end)).abs() <= tolerance;
            let mut ring = vec![start, second];
            walk += 1;
            (walked[start], walked[second]) = (walk, walk);
            let mut end = c;
            while end != a && ring.len() < MOST_EDGES && steps > 0 {
                steps -= 1;
                let next = from(end)
                    .find(|&next| !is_used[next] && walked[next] != walk && is_on(edges[next].ends[1]));
                let Some(next) = next else { break };
                walked[next] = walk;
                ring.push(next);
                end = edges[next].ends[1];
            }
            if end == a {
                for &edge in &ring {
                    is_used[edge] = true;
                }
                loops.push(ring);
                break;
            }
        }
    }
    Ok(loops)
}
