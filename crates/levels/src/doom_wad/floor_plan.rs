//! The map's floor plan: a constrained Delaunay triangulation of all linedefs, whose regions are the sectors.
//!
//! All sectors are triangulated together, so that adjacent sectors share corners and no vertex is missing. This
//! prevents cracks, even for sectors that touch themselves and lines that end on other lines. The predicates of `spade`
//! are exact.

use std::collections::BTreeMap;

use bspwalk_geometry::{Aabb, BoxTree};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::doom::Linedef;
use glam::DVec2;
use spade::{
    ConstrainedDelaunayTriangulation, Intersection, LineIntersectionIterator, Point2, Triangulation,
    handles::FixedVertexHandle,
};

use crate::constrained::{Added, Constrained};

/// Maximum number of pieces per linedef. Only overlapping lines produce many pieces.
const PIECES_A_LINE: usize = 8;

/// Maximum number of steps, per linedef, for finding the vertices and edges that lie on linedefs. Lines that cross many
/// others take more than one step per piece.
const STEPS_A_LINE: usize = 64;

/// Maximum number of triangle tests, per triangle and per point to locate.
const LOOKS_A_POINT: usize = 256;

pub(super) struct FloorPlan {
    triangulation: ConstrainedDelaunayTriangulation<Point2<f64>>,
    /// Sector of each triangle, indexed by face.
    sectors: Vec<Option<u32>>,
    /// Points on each linedef from start to end, including all vertices on it. Empty for a linedef without length.
    pub(super) chains: Vec<Vec<DVec2>>,
    /// Number of linedefs that cross another one. Such linedefs do not bound sectors.
    pub(super) crossing: usize,
    /// Number of open corners of each unclosed sector.
    pub(super) open_corners: BTreeMap<u32, u32>,
}

/// Sector to the left of each directed edge. `None` for edges that are not on a linedef; `Some(None)` for edges on a
/// linedef without a sector on that side.
type Facing = Vec<Option<Option<u32>>>;

impl FloorPlan {
    pub(super) fn new(
        vertices: &[DVec2],
        linedefs: &[Linedef],
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let is_end = {
            let mut is_end = vec![false; vertices.len()];
            for line in linedefs {
                is_end[line.from as usize] = true;
                is_end[line.to as usize] = true;
            }
            is_end
        };
        // Skip vertices without a linedef, such as those added by node builders, and renumber the others.
        let mut numbers = vec![0; vertices.len()];
        let mut points = Vec::new();
        for (number, &vertex) in vertices.iter().enumerate().filter(|(number, _)| is_end[*number]) {
            numbers[number] = points.len();
            points.push(vertex);
        }
        let mut constrained = Constrained::new(&points, progress)?;
        let mut crossing = 0;
        for line in linedefs {
            let [from, to] = [line.from, line.to].map(|vertex| numbers[vertex as usize]);
            match constrained.add(from, to, progress)? {
                Added::Whole | Added::Empty => {}
                Added::Crossing | Added::TooMuch => crossing += 1,
            }
        }
        let ends: Vec<_> = linedefs
            .iter()
            .map(|line| constrained.ends(numbers[line.from as usize], numbers[line.to as usize]))
            .collect();
        let mut plan = Self {
            triangulation: constrained.triangulation,
            sectors: Vec::new(),
            chains: Vec::with_capacity(linedefs.len()),
            crossing,
            open_corners: open_corners(vertices, linedefs),
        };
        let facing = plan.walk(linedefs, &ends, progress)?;
        plan.find_sectors(&facing, progress)?;
        Ok(plan)
    }

    /// Finds the points on each linedef and the sectors on both sides.
    fn walk(
        &mut self,
        linedefs: &[Linedef],
        ends: &[Option<[FixedVertexHandle; 2]>],
        progress: &Progress,
    ) -> Result<Facing, Cancelled> {
        let mut facing: Facing = vec![None; self.triangulation.num_directed_edges()];
        let mut left = PIECES_A_LINE * linedefs.len();
        let mut steps = STEPS_A_LINE * linedefs.len();
        for (line, ends) in linedefs.iter().zip(ends) {
            progress.check()?;
            let Some([from, to]) = *ends else {
                self.chains.push(Vec::new());
                continue;
            };
            let [start, end] = [from, to].map(|vertex| place(self.triangulation.vertex(vertex).position()));
            let mut chain = vec![start];
            let along = LineIntersectionIterator::new_from_handles(&self.triangulation, from, to);
            for intersection in along.take((2 * left).min(steps)) {
                progress.check()?;
                steps -= 1;
                match intersection {
                    Intersection::VertexIntersection(vertex) => {
                        let point = place(vertex.position());
                        if chain.last() != Some(&point) {
                            chain.push(point);
                        }
                    }
                    Intersection::EdgeOverlap(edge) if edge.is_constraint_edge() => {
                        let direction = place(edge.to().position()) - place(edge.from().position());
                        let edge = if direction.dot(end - start) > 0.0 {
                            edge
                        } else {
                            edge.rev()
                        };
                        let sides = [(edge.rev(), line.sectors[0]), (edge, line.sectors[1])];
                        for (side, sector) in sides {
                            let known = &mut facing[side.fix().index()];
                            // If lines overlap, the first one with a sector takes precedence.
                            if known.flatten().is_none() {
                                *known = Some(sector);
                            }
                        }
                    }
                    _ => {}
                }
            }
            if chain.last() != Some(&end) {
                chain.push(end);
            }
            left = left.saturating_sub(chain.len() - 1);
            self.chains.push(chain);
        }
        Ok(facing)
    }

    /// Assigns a sector to each region between linedefs. If the linedefs on its boundary face different sectors, the
    /// sector with the longest part of the boundary wins. Regions that are open to the outside have no sector.
    fn find_sectors(&mut self, facing: &Facing, progress: &Progress) -> Result<(), Cancelled> {
        let mut sectors = vec![None; self.triangulation.num_all_faces()];
        let mut is_known = vec![false; sectors.len()];
        for first in self.triangulation.inner_faces() {
            if std::mem::replace(&mut is_known[first.fix().index()], true) {
                continue;
            }
            let (mut region, mut next) = (vec![first], 0);
            let mut lengths: BTreeMap<Option<u32>, f64> = BTreeMap::new();
            let mut is_open = false;
            while let Some(&face) = region.get(next) {
                progress.check_at(next)?;
                next += 1;
                for edge in face.adjacent_edges() {
                    if edge.is_constraint_edge() {
                        if let Some(sector) = facing[edge.fix().index()] {
                            *lengths.entry(sector).or_default() += edge.length_2().sqrt();
                        }
                        continue;
                    }
                    match edge.rev().face().as_inner() {
                        None => is_open = true,
                        Some(other) if !std::mem::replace(&mut is_known[other.fix().index()], true) => {
                            region.push(other);
                        }
                        Some(_) => {}
                    }
                }
            }
            let longest = lengths.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
            let sector = longest.and_then(|(sector, _)| sector).filter(|_| !is_open);
            for face in region {
                sectors[face.fix().index()] = sector;
            }
        }
        self.sectors = sectors;
        Ok(())
    }

    /// Returns the triangles of all sectors, sorted by sector. Corners are counter-clockwise with y pointing north.
    pub(super) fn triangles(&self) -> Vec<(u32, [DVec2; 3])> {
        let faces = self.triangulation.inner_faces();
        let mut triangles: Vec<(u32, [DVec2; 3])> = faces
            .filter_map(|face| {
                let corners = face.vertices().map(|vertex| place(vertex.position()));
                Some((self.sectors[face.fix().index()]?, corners))
            })
            .collect();
        triangles.sort_by_key(|&(sector, _)| sector);
        triangles
    }

    /// Returns the sector at each point. For a point on a line, returns the sector on either side.
    ///
    /// This searches a bounding box tree instead of walking the triangulation, because linedefs can violate the
    /// Delaunay property and then the walk in `spade` may not terminate. Once the budget is used up, the remaining
    /// points have no sector. This happens only if many long triangles have overlapping boxes.
    pub(super) fn sectors_at(
        &self,
        points: &[DVec2],
        progress: &Progress,
    ) -> Result<Vec<Option<u32>>, Cancelled> {
        let triangles = self.triangles();
        let boxes = triangles.iter().map(|(_, corners)| {
            let corners = corners.map(|corner| corner.extend(0.0));
            Aabb::from_points(corners)
        });
        progress.check()?;
        let boxes = BoxTree::new(boxes.collect());
        progress.check()?;
        let mut looks = LOOKS_A_POINT * (points.len() + triangles.len());
        let sectors = points.iter().map(|&point| {
            progress.check()?;
            if looks == 0 {
                return Ok(None);
            }
            let at = point.extend(0.0);
            let mut found: Option<u32> = None;
            boxes.touching(&Aabb { min: at, max: at }, |number| {
                looks = looks.saturating_sub(1);
                let (_, corners) = triangles[number as usize];
                // The test is exact, so that a point on a line is inside one of the adjacent triangles.
                let is_left = |i: usize| {
                    let [a, b, point] = [corners[i], corners[(i + 1) % 3], point].map(coord);
                    robust::orient2d(a, b, point) >= 0.0
                };
                if (0..3).all(is_left) {
                    found = Some(found.map_or(number, |known| known.min(number)));
                }
            });
            Ok(found.map(|number| triangles[number as usize].0))
        });
        sectors.collect()
    }
}

fn coord(point: DVec2) -> robust::Coord<f64> {
    robust::Coord {
        x: point.x,
        y: point.y,
    }
}

fn place(point: Point2<f64>) -> DVec2 {
    DVec2::new(point.x, point.y)
}

/// Counts the open corners of each sector: corners with different numbers of incoming and outgoing boundary lines. A
/// closed sector has no open corners.
fn open_corners(vertices: &[DVec2], linedefs: &[Linedef]) -> BTreeMap<u32, u32> {
    let mut balance: BTreeMap<(u32, [u64; 2]), i32> = BTreeMap::new();
    let corner = |vertex: u32| (vertices[vertex as usize] + 0.0).to_array().map(f64::to_bits);
    for line in linedefs {
        let [front, back] = line.sectors;
        if front == back {
            continue;
        }
        for (sector, sign) in [(front, 1), (back, -1)] {
            if let Some(sector) = sector {
                *balance.entry((sector, corner(line.from))).or_default() += sign;
                *balance.entry((sector, corner(line.to))).or_default() -= sign;
            }
        }
    }
    let mut open = BTreeMap::new();
    for ((sector, _), balance) in balance {
        if balance != 0 {
            *open.entry(sector).or_default() += 1;
        }
    }
    open
}
