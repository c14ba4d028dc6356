//! Constrained Delaunay triangulation of many points in O(n log n) instead of O(n²) time.
//!
//! Points are inserted in a biased randomized insertion order (Amenta, Choi and Rote, "Incremental constructions con
//! BRIO", 2003). Each round has twice as many points as the previous one and follows a Hilbert curve, so that
//! consecutive points are close together. The cost of an edge is computed before it is inserted. Edges that are too
//! expensive are skipped and reported. The predicates of `spade` are exact.

use bspwalk_progress::{Cancelled, Progress};
use glam::DVec2;
use spade::{
    ConstrainedDelaunayTriangulation, Intersection, LineIntersectionIterator, Point2, Triangulation,
    handles::FixedVertexHandle,
};

/// Maximum number of existing edges that a new edge may cross. Inserting an edge can take quadratic time and cannot be
/// cancelled. At this limit, it takes about 0.05 s.
const CROSSED: u64 = 2048;

/// Cost of a step along an existing edge, relative to crossing an edge.
const ALONG: u64 = 32;

/// Cost budget for inserting edges, per point. Typical inputs need a few hundred per point.
const COST_A_POINT: u64 = 8192;

/// Fixed addition to the cost budget, because even a few points can have many edges that cross each other.
const FREE_COST: u64 = 1 << 22;

/// A triangulation into which edges are inserted one by one.
pub(super) struct Constrained {
    pub(super) triangulation: ConstrainedDelaunayTriangulation<Point2<f64>>,
    /// Vertex of each point, or `None` if one of the point's coordinates is unusable. Coincident points share a vertex.
    vertices: Vec<Option<FixedVertexHandle>>,
    left: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Added {
    /// The edge was inserted, possibly as several edges.
    Whole,
    /// The edge has zero length, or one of its ends is unusable.
    Empty,
    Crossing,
    /// The edge would exceed the cost budget.
    TooMuch,
}

impl Constrained {
    pub(super) fn new(points: &[DVec2], progress: &Progress) -> Result<Self, Cancelled> {
        let mut all = Self {
            triangulation: ConstrainedDelaunayTriangulation::new(),
            vertices: vec![None; points.len()],
            left: FREE_COST + COST_A_POINT * points.len() as u64,
        };
        for (turn, index) in in_order(points, progress)?.into_iter().enumerate() {
            progress.check_at(turn)?;
            let DVec2 { x, y } = points[index as usize];
            all.vertices[index as usize] = all.triangulation.insert(Point2::new(x, y)).ok();
        }
        Ok(all)
    }

    /// Returns the vertices of two points if both exist and are distinct.
    pub(super) fn ends(&self, from: usize, to: usize) -> Option<[FixedVertexHandle; 2]> {
        let ends = [self.vertices[from]?, self.vertices[to]?];
        (ends[0] != ends[1]).then_some(ends)
    }

    pub(super) fn vertex(&self, point: usize) -> Option<FixedVertexHandle> {
        self.vertices[point]
    }

    /// Inserts the edge between two points, unless it crosses another constraint.
    pub(super) fn add(&mut self, from: usize, to: usize, progress: &Progress) -> Result<Added, Cancelled> {
        progress.check()?;
        let Some([from, to]) = self.ends(from, to) else {
            return Ok(Added::Empty);
        };
        let (mut crossed, mut steps) = (0_u64, 0_u64);
        let along = LineIntersectionIterator::new_from_handles(&self.triangulation, from, to);
        for (turn, intersection) in along.enumerate() {
            progress.check_at(turn)?;
            steps += 1;
            if let Intersection::EdgeIntersection(edge) = intersection {
                if edge.is_constraint_edge() {
                    self.left = self.left.saturating_sub(ALONG * steps);
                    return Ok(Added::Crossing);
                }
                crossed += 1;
            }
            if crossed > CROSSED || crossed * crossed + ALONG * steps > self.left {
                self.left = self.left.saturating_sub(ALONG * steps);
                return Ok(Added::TooMuch);
            }
        }
        self.left -= crossed * crossed + ALONG * steps;
        self.triangulation.add_constraint(from, to);
        Ok(Added::Whole)
    }
}

fn in_order(points: &[DVec2], progress: &Progress) -> Result<Vec<u32>, Cancelled> {
    let ranks = [0, 1].map(|axis| ranks(points, axis));
    progress.check()?;
    let mut shuffled: Vec<u32> = (0..points.len() as u32).collect();
    fastrand::Rng::with_seed(0).shuffle(&mut shuffled);
    let keyed = (1_u32..).zip(shuffled).map(|(place, index)| {
        let [x, y] = [0, 1].map(|axis| ranks[axis][index as usize]);
        (place.ilog2(), along_hilbert_curve(x, y), index)
    });
    let mut keyed: Vec<(u32, u64, u32)> = keyed.collect();
    progress.check()?;
    keyed.sort_unstable();
    let mut order: Vec<u32> = keyed.into_iter().map(|(.., index)| index).collect();
    // While all inserted points are collinear, locating a point takes linear time. Therefore, insert three
    // non-collinear points first.
    let by = |key: &dyn Fn(DVec2) -> f64| {
        let key = |&at: &usize| key(points[order[at] as usize]);
        (0..order.len()).max_by(|a, b| key(a).total_cmp(&key(b)))
    };
    let low = by(&|point| -point.x - point.y).map(|at| points[order[at] as usize]);
    if let Some(low) = low {
        let far = by(&|point| point.distance_squared(low)).map_or(low, |at| points[order[at] as usize]);
        let first = [
            by(&|point| -point.distance_squared(low)),
            by(&|point| point.distance_squared(low)),
            by(&|point| (point - low).perp_dot(far - low).abs()),
        ];
        for (place, at) in first.into_iter().flatten().enumerate() {
            if at >= place {
                order.swap(place, at);
            }
        }
    }
    Ok(order)
}

/// Returns the rank of each point along one axis. Equal coordinates have the same rank.
fn ranks(points: &[DVec2], axis: usize) -> Vec<u32> {
    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    order.sort_unstable_by(|&a, &b| points[a as usize][axis].total_cmp(&points[b as usize][axis]));
    let mut ranks = vec![0; points.len()];
    let mut before: Option<(f64, u32)> = None;
    for (place, index) in (0..).zip(order) {
        let coordinate = points[index as usize][axis];
        let rank = before
            .filter(|known| known.0 == coordinate)
            .map_or(place, |known| known.1);
        ranks[index as usize] = rank;
        before = Some((coordinate, rank));
    }
    ranks
}

/// Returns the position of a grid cell along the Hilbert curve ("Hacker's Delight", 2nd edition, chapter 16).
fn along_hilbert_curve(mut x: u32, mut y: u32) -> u64 {
    (0..u32::BITS).rev().fold(0, |along, bit| {
        let [right, up] = [x, y].map(|side| u64::from(side >> bit & 1));
        if up == 0 {
            if right == 1 {
                (x, y) = (!x, !y);
            }
            (x, y) = (y, x);
        }
        along << 2 | (3 * right) ^ up
    })
}
