//! Regions: validated polygons with holes.

use std::cmp::Ordering;

use bspwalk_geometry::segment2::orientation;
use glam::DVec2;

use super::{
    Segment2,
    exact::{MAX_COORDINATE, flush_tiny_to_zero, is_usable},
};

/// A region of the plane, bounded by loops of edges. The interior is to the left of each edge: outer boundaries wind
/// counter-clockwise and holes clockwise. Edges only meet at the corners of their loop.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    edges: Vec<Segment2>,
    ends: Vec<usize>,
}

/// Error for loops that do not bound a region, with its location. Loops, corners and edges are numbered from 0. Edge i
/// of a loop starts at corner i.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RegionError {
    /// A coordinate is NaN or too large.
    #[error(
        "corner {corner} of loop {loop_index} is at {at}: coordinates must be numbers of at most {MAX_COORDINATE:e}"
    )]
    NotFinite {
        /// Index of the loop.
        loop_index: usize,
        /// Index of the corner within the loop.
        corner: usize,
        /// Coordinates of the corner.
        at: DVec2,
    },
    /// A loop has fewer than three corners.
    #[error("loop {loop_index} has {corners} corners: a loop needs at least three")]
    TooFewCorners {
        /// Index of the loop.
        loop_index: usize,
        /// Number of corners.
        corners: usize,
    },
    /// A corner equals the previous one.
    #[error("corner {corner} of loop {loop_index} repeats the one before it at {at}")]
    Repeated {
        /// Index of the loop.
        loop_index: usize,
        /// Index of the corner within the loop.
        corner: usize,
        /// Coordinates of the corner.
        at: DVec2,
    },
    /// Two edges cross each other, or touch at a point that is not a shared corner.
    #[error(
        "edges {} of loop {} and {} of loop {} meet at {at}: edges may only meet at the corner that they share",
        .edges[0].1, .edges[0].0, .edges[1].1, .edges[1].0
    )]
    Crossing {
        /// The two edges, each as the index of its loop and its index within that loop.
        edges: [(usize, usize); 2],
        /// Point where they meet, rounded.
        at: DVec2,
    },
    /// A loop has the wrong winding.
    #[error("loop {loop_index} winds {}", if *.hole {
        "counter-clockwise: a hole must wind clockwise"
    } else {
        "clockwise: an outer boundary must wind counter-clockwise"
    })]
    Winding {
        /// Index of the loop.
        loop_index: usize,
        /// Whether the loop is a hole, that is, whether it lies within an odd number of other loops.
        hole: bool,
    },
}

impl Region {
    /// Creates the region bounded by the given loops, each defined by its corners. Without loops, the region is empty.
    ///
    /// # Errors
    /// Returns a [`RegionError`] for the first error found.
    pub fn new(loops: &[Vec<DVec2>]) -> Result<Self, RegionError> {
        let mut edges = Vec::new();
        let mut ends = Vec::new();
        for (loop_index, corners) in loops.iter().enumerate() {
            let corners = checked(loop_index, corners)?;
            let next = corners.iter().cycle().skip(1);
            edges.extend(corners.iter().zip(next).map(|(&from, &to)| Segment2 { from, to }));
            ends.push(edges.len());
        }
        let region = Self { edges, ends };
        region.check_crossings()?;
        region.check_winding()?;
        Ok(region)
    }

    /// Returns all edges, loop by loop.
    #[must_use]
    pub fn edges(&self) -> &[Segment2] {
        &self.edges
    }

    /// Returns the edges of each loop.
    pub fn loops(&self) -> impl Iterator<Item = &[Segment2]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(|(start, &end)| &self.edges[start..end])
    }

    /// Returns the area, excluding holes.
    #[must_use]
    pub fn area(&self) -> f64 {
        let doubled = self.edges.iter().map(|edge| edge.from.perp_dot(edge.to));
        doubled.sum::<f64>() / 2.0
    }

    fn place(&self, edge: usize) -> (usize, usize) {
        let loop_index = self.ends.partition_point(|&end| end <= edge);
        let start = loop_index.checked_sub(1).map_or(0, |before| self.ends[before]);
        (loop_index, edge - start)
    }

    fn next(&self, edge: usize) -> usize {
        let (loop_index, in_loop) = self.place(edge);
        if edge + 1 == self.ends[loop_index] {
            edge - in_loop
        } else {
            edge + 1
        }
    }

    fn check_crossings(&self) -> Result<(), RegionError> {
        let span = |edge: &Segment2| (edge.from.x.min(edge.to.x), edge.from.x.max(edge.to.x));
        let mut order: Vec<usize> = (0..self.edges.len()).collect();
        order.sort_by(|&a, &b| span(&self.edges[a]).0.total_cmp(&span(&self.edges[b]).0));
        for (position, &a) in order.iter().enumerate() {
            let edge = &self.edges[a];
            let end = span(edge).1;
            let near = order[position + 1..].iter().copied();
            for b in near.take_while(|&b| span(&self.edges[b]).0 <= end) {
                let other = &self.edges[b];
                let shared = match (self.next(a) == b, self.next(b) == a) {
                    (true, _) => Some((edge.from, edge.to, other.to)),
                    (_, true) => Some((other.from, edge.from, edge.to)),
                    _ => None,
                };
                let meets = match shared {
                    // Two consecutive edges fold back if the third corner is on the line of the first edge and, as seen
                    // from the second corner, on the same side as the first corner.
                    Some((before, corner, after)) => {
                        orientation(before, corner, after) == Ordering::Equal
                            && (before - corner).dot(after - corner) > 0.0
                    }
                    None => edge.touches(other),
                };
                if meets {
                    let mut edges = [a, b];
                    edges.sort_unstable();
                    let first = self.edges[edges[0]];
                    let t = first.first_touch(&self.edges[edges[1]]).unwrap_or(0.0);
                    let at = shared.map_or(first.from.lerp(first.to, t), |(_, corner, _)| corner);
                    return Err(RegionError::Crossing {
                        edges: edges.map(|edge| self.place(edge)),
                        at,
                    });
                }
            }
        }
        Ok(())
    }

    fn check_winding(&self) -> Result<(), RegionError> {
        for (loop_index, corners) in self.loops().enumerate() {
            let others = self.loops().enumerate().filter(|(other, _)| *other != loop_index);
            let around = others
                .filter(|(_, edges)| even_odd_contains(edges, corners[0].from))
                .count();
            let hole = around % 2 == 1;
            if is_counter_clockwise(corners) == hole {
                return Err(RegionError::Winding { loop_index, hole });
            }
        }
        Ok(())
    }
}

fn checked(loop_index: usize, corners: &[DVec2]) -> Result<Vec<DVec2>, RegionError> {
    let mut kept: Vec<DVec2> = Vec::with_capacity(corners.len());
    for (corner, &at) in corners.iter().enumerate() {
        if !is_usable(at) {
            return Err(RegionError::NotFinite {
                loop_index,
                corner,
                at,
            });
        }
        let at = flush_tiny_to_zero(at);
        if kept.last() == Some(&at) {
            return Err(RegionError::Repeated {
                loop_index,
                corner,
                at,
            });
        }
        kept.push(at);
    }
    if kept.len() < 3 {
        return Err(RegionError::TooFewCorners {
            loop_index,
            corners: kept.len(),
        });
    }
    if kept.first() == kept.last() {
        return Err(RegionError::Repeated {
            loop_index,
            corner: 0,
            at: kept[0],
        });
    }
    Ok(kept)
}

/// Returns whether a simple loop winds counter-clockwise. Tests the turn at the leftmost of its lowest corners, which
/// is always convex.
fn is_counter_clockwise(edges: &[Segment2]) -> bool {
    let lowest = (0..edges.len()).min_by(|&a, &b| {
        let [a, b] = [edges[a].from, edges[b].from];
        a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x))
    });
    let Some(lowest) = lowest else { return false };
    let before = edges[(lowest + edges.len() - 1) % edges.len()];
    orientation(before.from, edges[lowest].from, edges[lowest].to) == Ordering::Greater
}

/// Returns whether a point is within closed loops of edges, by the even-odd rule: a ray from an inside point crosses an
/// odd number of edges. The result is arbitrary for points on an edge.
#[must_use]
pub fn even_odd_contains(edges: &[Segment2], point: DVec2) -> bool {
    let crossed = edges.iter().filter(|edge| {
        let up = edge.from.y <= point.y && edge.to.y > point.y;
        let down = edge.to.y <= point.y && edge.from.y > point.y;
        let left = orientation(edge.from, edge.to, point);
        up && left == Ordering::Greater || down && left == Ordering::Less
    });
    crossed.count() % 2 == 1
}
