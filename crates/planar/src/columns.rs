//! The one-dimensional view from an eye. Every column shows the nearest fragment.
//!
//! The traversal visits the fragments from near to far. Each fragment fills the open columns that it covers, and a list
//! of solid columns clips the fragments behind it, so no column is filled twice. The traversal ends when all columns
//! are solid. DOOM draws its walls in this way (id Software, 1997: `R_RenderBSPNode` in `r_bsp.c`; Fabien Sanglard,
//! *Game Engine Black Book: DOOM*, 2018). DOOM's fragments are segs, which are visible only from the front. The
//! fragments here are visible from both sides.
//!
//! The order is exact. Columns are computed in floating point, and coincident fragment ends give the same column, so
//! adjacent fragments leave no gap.

use std::ops::Range;

use glam::DVec2;

use super::{
    Branch, NodeId, PlanarTree, PointSide, Segment2,
    exact::{self, MAX_COORDINATE},
};

/// Maximum number of columns in a view.
pub const MAX_COLUMNS: u32 = 65_536;

/// Position, direction and resolution of a one-dimensional view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewpoint {
    /// Position of the eye, with coordinates of at most 10⁹ in magnitude.
    pub eye: DVec2,
    /// View direction. Its length does not matter unless it is zero.
    pub direction: DVec2,
    /// Field of view in radians, greater than 0 and less than π.
    pub field_of_view: f64,
    /// Number of columns, from 1 to 65,536. Column 0 is the leftmost.
    pub columns: u32,
}

/// Error for a viewpoint whose view cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum ViewError {
    /// A coordinate of the eye is NaN or too large.
    #[error("the eye is at {0}: coordinates must be numbers of at most {MAX_COORDINATE:e}")]
    Eye(DVec2),
    /// The direction has zero length or a non-finite coordinate.
    #[error("the view direction {0} has zero length")]
    Direction(DVec2),
    /// The field of view (in radians) is out of range.
    #[error("the field of view is {}°: it must be greater than 0° and less than 180°", .0.to_degrees())]
    FieldOfView(f64),
    /// The number of columns is out of range.
    #[error("the view has {0} columns: it must have 1 to {MAX_COLUMNS}")]
    Columns(u32),
}

/// A filled column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    /// Fragment visible in the column, as an index into [`PlanarTree::fragments`].
    pub fragment: u32,
    /// Distance from the eye to the fragment at the centre of the column, along the view direction.
    pub depth: f64,
}

/// A visit of one fragment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visit {
    /// Fragment, as an index into [`PlanarTree::fragments`].
    pub fragment: u32,
    /// Columns that the fragment covers. Empty if the fragment is outside the field of view, lies between the centres
    /// of two columns, or has a line that contains the eye.
    pub span: Range<u32>,
    /// Columns that the fragment fills, as sorted ranges. They were open before the visit.
    pub filled: Vec<Range<u32>>,
    /// Solid columns after the visit, as sorted ranges that are disjoint and not adjacent.
    pub solid: Vec<Range<u32>>,
}

/// Result of [`PlanarTree::columns`].
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnView {
    /// Columns from left to right. `None` means that no fragment is visible in the column.
    pub columns: Vec<Option<Column>>,
    /// Visited fragments, from near to far.
    pub visits: Vec<Visit>,
    /// Number of fragments that were not visited, because their cell is outside the field of view or all columns were
    /// already solid.
    pub skipped: u32,
}

impl ColumnView {
    /// Returns whether all columns are filled.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.columns.iter().all(Option::is_some)
    }
}

/// Solid columns, as sorted ranges that are disjoint and not adjacent, like DOOM's list `solidsegs`.
#[derive(Debug, Default)]
struct Solid(Vec<Range<u32>>);

impl Solid {
    /// Makes columns solid, and returns the ranges among them that were open.
    fn fill(&mut self, span: &Range<u32>) -> Vec<Range<u32>> {
        let mut open = Vec::new();
        if span.is_empty() {
            return open;
        }
        let first = self.0.partition_point(|solid| solid.end < span.start);
        let behind = self.0.partition_point(|solid| solid.start <= span.end);
        let (mut at, mut whole) = (span.start, span.clone());
        for solid in &self.0[first..behind] {
            if solid.start > at {
                open.push(at..solid.start);
            }
            at = at.max(solid.end);
            whole = whole.start.min(solid.start)..whole.end.max(solid.end);
        }
        if at < span.end {
            open.push(at..span.end);
        }
        self.0.splice(first..behind, [whole]);
        open
    }

    fn is_full(&self, columns: u32) -> bool {
        self.0.first().is_some_and(|solid| *solid == (0..columns))
    }
}

/// Projection onto the columns: a perspective projection onto a line at distance 1 from the eye.
#[derive(Clone, Copy, Debug)]
struct Projection {
    eye: DVec2,
    forward: DVec2,
    right: DVec2,
    /// Half the width of the view, at distance 1.
    half_width: f64,
    columns: u32,
}

impl Projection {
    fn new(viewpoint: &Viewpoint) -> Result<Self, ViewError> {
        let &Viewpoint {
            eye,
            direction,
            field_of_view,
            columns,
        } = viewpoint;
        if !exact::is_usable(eye) {
            return Err(ViewError::Eye(eye));
        }
        let forward = direction.try_normalize().ok_or(ViewError::Direction(direction))?;
        let half_width = (0.5 * field_of_view).tan();
        let is_angle = field_of_view > 0.0 && field_of_view < std::f64::consts::PI;
        if !(is_angle && half_width > 0.0) {
            return Err(ViewError::FieldOfView(field_of_view));
        }
        if !(1..=MAX_COLUMNS).contains(&columns) {
            return Err(ViewError::Columns(columns));
        }
        Ok(Self {
            eye: exact::flush_tiny_to_zero(eye),
            forward,
            right: -forward.perp(),
            half_width,
            columns,
        })
    }

    /// Returns the directions of the left and right borders of the field of view.
    fn borders(&self) -> [DVec2; 2] {
        [-1.0, 1.0].map(|side| self.forward + self.right * (side * self.half_width))
    }

    /// Returns the first column whose centre is not to the left of `offset`, measured at distance 1.
    fn first_column(&self, offset: f64) -> u32 {
        let columns = f64::from(self.columns);
        let at = (offset / self.half_width + 1.0) * 0.5 * columns - 0.5;
        at.ceil().clamp(0.0, columns) as u32
    }

    /// Returns the columns that a segment covers, given the side of its line on which the eye lies.
    fn span(&self, segment: &Segment2, side: PointSide) -> Range<u32> {
        let [from, to] = [segment.from, segment.to].map(|end| {
            let end = end - self.eye;
            DVec2::new(end.dot(self.right), end.dot(self.forward))
        });
        // Seen from the front of its line, a segment runs from right to left.
        let [left, right] = match side {
            PointSide::Front => [to, from],
            PointSide::Back => [from, to],
            PointSide::On => return 0..0,
        };
        if left.y <= 0.0 && right.y <= 0.0 {
            return 0..0;
        }
        // An end behind the eye is treated as beyond the border of the view.
        let offset = |end: DVec2, beyond: f64| if end.y > 0.0 { end.x / end.y } else { beyond };
        let start = self.first_column(offset(left, f64::NEG_INFINITY));
        let end = self.first_column(offset(right, f64::INFINITY));
        start..end.max(start)
    }

    /// Returns the depth of a segment's line at the centre of a column.
    fn depth(&self, segment: &Segment2, column: u32) -> f64 {
        let share = (f64::from(column) + 0.5) / f64::from(self.columns);
        let ray = self.forward + self.right * ((2.0 * share - 1.0) * self.half_width);
        let along = segment.direction();
        let depth = (segment.from - self.eye).perp_dot(along) / ray.perp_dot(along);
        if depth.is_finite() { depth.max(0.0) } else { 0.0 }
    }
}

/// Remaining work of the traversal.
enum Pending {
    Subtree(NodeId),
    Fragments(NodeId),
}

impl PlanarTree {
    /// Computes the view from a viewpoint. A fragment whose line contains the eye does not fill any columns.
    ///
    /// Visits the fragments in the same order as [`PlanarTree::near_to_far`], but skips subtrees outside the field of view.
    ///
    /// # Errors
    /// Returns [`ViewError`] if the viewpoint is invalid.
    pub fn columns(&self, viewpoint: &Viewpoint) -> Result<ColumnView, ViewError> {
        let projection = Projection::new(viewpoint)?;
        let mut view = ColumnView {
            columns: vec![None; projection.columns as usize],
            visits: Vec::new(),
            skipped: 0,
        };
        let mut solid = Solid::default();
        let mut pending = vec![Pending::Subtree(NodeId(0))];
        while let Some(next) = pending.pop()
            && !solid.is_full(projection.columns)
        {
            match next {
                Pending::Subtree(id) => self.descend(id, &projection, &mut pending),
                Pending::Fragments(id) => {
                    let node = &self.nodes[id.index()];
                    for fragment in (node.first_fragment..).take(node.fragment_count as usize) {
                        if solid.is_full(projection.columns) {
                            break;
                        }
                        self.visit(fragment, &projection, &mut solid, &mut view);
                    }
                }
            }
        }
        view.skipped = (self.fragments.len() - view.visits.len()) as u32;
        Ok(view)
    }

    /// Pushes the sides of a node that the field of view touches. The eye's side is pushed last, so it is processed
    /// next.
    fn descend(&self, id: NodeId, projection: &Projection, pending: &mut Vec<Pending>) {
        let Some(node) = self.nodes.get(id.index()) else {
            return;
        };
        let line = &self.edges[node.edge as usize];
        let side = line.side_of(projection.eye);
        let normal = line.direction().perp();
        let borders = projection.borders().map(|border| normal.dot(border));
        // If no border of the field of view points towards the line, the field of view is entirely on the eye's side.
        if side != PointSide::Back && borders.iter().all(|towards| *towards >= 0.0) {
            pending.push(Pending::Subtree(node.front));
        } else if side != PointSide::Front && borders.iter().all(|towards| *towards <= 0.0) {
            pending.push(Pending::Subtree(node.back));
        } else {
            let near = Branch::front_if(side != PointSide::Back);
            let [first, last] = near.ordered([node.front, node.back]);
            pending.extend([
                Pending::Subtree(last),
                Pending::Fragments(id),
                Pending::Subtree(first),
            ]);
        }
    }

    fn visit(&self, id: u32, projection: &Projection, solid: &mut Solid, view: &mut ColumnView) {
        let fragment = &self.fragments[id as usize];
        let edge = &self.edges[fragment.edge as usize];
        let span = projection.span(&self.segment(fragment), edge.side_of(projection.eye));
        let filled = solid.fill(&span);
        for column in filled.iter().cloned().flatten() {
            view.columns[column as usize] = Some(Column {
                fragment: id,
                depth: projection.depth(edge, column),
            });
        }
        view.visits.push(Visit {
            fragment: id,
            span,
            filled,
            solid: solid.0.clone(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(ranges: &[Range<u32>]) -> Vec<(u32, u32)> {
        ranges.iter().map(|range| (range.start, range.end)).collect()
    }

    #[test]
    fn solid_ranges_merge_and_return_open_parts() {
        let mut solid = Solid::default();
        for (span, open) in [
            (3..3, vec![]),
            (4..6, vec![(4, 6)]),
            (10..12, vec![(10, 12)]),
            (5..11, vec![(6, 10)]),
            (5..9, vec![]),
            // Adjacent ranges are merged.
            (2..4, vec![(2, 4)]),
            (14..16, vec![(14, 16)]),
        ] {
            assert_eq!(pairs(&solid.fill(&span)), open, "{span:?}");
        }
        assert_eq!(pairs(&solid.0), [(2, 12), (14, 16)]);
        assert!(!solid.is_full(16));
        assert_eq!(pairs(&solid.fill(&(0..16))), [(0, 2), (12, 14)]);
        assert!(solid.is_full(16));
    }
}
