//! Constrained Delaunay triangulations of many points, in time like n log n and not in time like n².
//!
//! Points come in a biased random order (Amenta, Choi and Rote, "Incremental constructions con BRIO", 2003): rounds of twice as
//! many, each along a Hilbert curve, so that the next point is near the last one. What an edge costs is known before it is put
//! in, and edges that cost too much are left out and told. The predicates of `spade` are exact.

use bspwalk_progress::{Cancelled, Progress};
use glam::DVec2;
use spade::{
    ConstrainedDelaunayTriangulation, Intersection, LineIntersectionIterator, Point2, Triangulation,
    handles::FixedVertexHandle,
};

/// How many edges of the triangulation a new one may cross: putting it in takes up to the square of that, which cannot be
/// cancelled (some 0.05 s).
const CROSSED: u64 = 2048;

/// What a step along an existing edge costs, where crossing one edge costs 1.
const ALONG: u64 = 32;

/// What all new edges together may cost for each point; a few hundred are usual.
const COST_A_POINT: u64 = 8192;

/// What they may cost beyond that, as a few points may see much of each other.
const FREE_COST: u64 = 1 << 22;

/// A triangulation whose edges are put in one after the other.
pub(super) struct Constrained {
    pub(super) triangulation: ConstrainedDelaunayTriangulation<Point2<f64>>,
    /// The vertex of each point; points in the same place are one vertex. `None` where a coordinate cannot be computed with.
    vertices: Vec<Option<FixedVertexHandle>>,
    /// What new edges may still cost.
    left: u64,
}

/// What became of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Added {
    /// It is in, perhaps in pieces.
    Whole,
    /// It has no length, or an end is no place.
    Empty,
    /// It crosses one that is in.
    Crossing,
    /// It runs past more than there is time for.
    TooMuch,
}

impl Constrained {
    /// The Delaunay triangulation of the points.
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

    /// The vertices of two points, where they are two.
    pub(super) fn ends(&self, from: usize, to: usize) -> Option<[FixedVertexHandle; 2]> {
        let ends = [self.vertices[from]?, self.vertices[to]?];
        (ends[0] != ends[1]).then_some(ends)
    }

    /// The vertex of a point.
    pub(super) fn vertex(&self, point: usize) -> Option<FixedVertexHandle> {
        self.vertices[point]
    }

    /// Puts the edge between two points in, unless it crosses another one.
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

/// The points in the order in which they are put in.
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
    // While all points are on one line, finding a place takes time like their number: three that are not come first.
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

/// The place of each point among all, by one coordinate; equal coordinates have one rank.
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

/// How far along Hilbert's curve a cell of a grid lies ("Hacker's Delight", 2nd edition, chapter 16).
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
