//! Queries: point location, the first edge hit by a segment, and the near-to-far order of fragments from an eye.

use crate::tolerance::PARAMETER;
use bspwalk_trees::traversal::{Space, Traversal};
use glam::DVec2;

use super::{Branch, NONE, NodeId, PlanarNode, PlanarTree, PointSide, Segment2, exact, traversal::Nodes};

/// The position of a point relative to a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// In the interior of the region.
    Inside,
    /// In the exterior of the region.
    Outside,
    /// On the edge with this index.
    OnEdge(u32),
}

/// Result of [`PlanarTree::locate`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// Position of the point relative to the region.
    pub position: Position,
    /// Nodes from the root to the leaf, each with the side that the search entered. A point on a line counts as in
    /// front of it.
    pub path: Vec<(NodeId, Branch)>,
    /// Number of lines against which the point was tested. This is the length of the path, unless the point lies on a
    /// line: in that case, the back of that line is searched as well.
    pub tests: u32,
}

/// The first point where a segment touches an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Parameter of the point along the segment, from 0 at its start to 1 at its end.
    pub t: f64,
    /// The point, rounded.
    pub point: DVec2,
    /// Edge, as an index into [`PlanarTree::edges`].
    pub edge: u32,
    /// Node that stores the fragment touched.
    pub node: NodeId,
}

/// Result of [`PlanarTree::trace`].
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// First edge touched by the segment, or `None` if it touches no edge.
    pub hit: Option<Hit>,
    /// Nodes in the order they were visited.
    pub visited: Vec<NodeId>,
}

/// Returns the parameter (0 to 1) of the point where a line crosses a segment, and its error bound.
fn crossing(line: &Segment2, segment: &Segment2) -> (f64, f64) {
    let normal = line.direction().perp();
    let [start, end] = [segment.from, segment.to].map(|point| normal.dot(point - line.from));
    let sizes = [segment.from, segment.to, line.from].map(|point| normal.abs().dot(point.abs()));
    let rounding = 8.0 * f64::EPSILON * sizes.into_iter().sum::<f64>();
    let at = start / (start - end);
    let wider = PARAMETER + rounding / (start - end).abs();
    // A segment that nearly lies on the line has no reliable crossing.
    if at.is_finite() && wider < 1.0 {
        (at, wider)
    } else {
        (0.5, 1.0)
    }
}

impl PlanarTree {
    /// Returns whether the region contains a point. Points on its edges count as contained. The result is exact.
    ///
    /// The result is only meaningful for the tree of a [`Region`](super::Region).
    #[must_use]
    pub fn contains(&self, point: DVec2) -> bool {
        self.locate(point).position != Position::Outside
    }

    /// Locates a point: returns whether it is inside, outside or on an edge, and its path from the root to a leaf. The
    /// result is exact.
    ///
    /// The position is only meaningful for the tree of a [`Region`](super::Region). A point with a NaN coordinate is
    /// outside. As in all queries, coordinates closer to 0 than 10⁻⁶⁰ count as 0.
    #[must_use]
    pub fn locate(&self, point: DVec2) -> Location {
        let mut located = Location {
            position: Position::Outside,
            path: Vec::new(),
            tests: 0,
        };
        if point.is_nan() {
            return located;
        }
        let point = exact::flush_tiny_to_zero(point);
        let mut node = if self.nodes.is_empty() { NONE } else { NodeId(0) };
        // Subtrees behind the lines on which the point lies.
        let mut behind = Vec::new();
        while let Some(at) = self.nodes.get(node.index()) {
            let (side, edge) = self.test(node, at, point);
            located.tests += 1;
            if let Some(edge) = edge {
                located.position = Position::OnEdge(edge);
                located.path.push((node, Branch::Front));
                return located;
            }
            if side == PointSide::On {
                behind.push(at.back);
            }
            let branch = Branch::front_if(side != PointSide::Back);
            located.path.push((node, branch));
            located.position = match branch {
                Branch::Front => Position::Inside,
                Branch::Back => Position::Outside,
            };
            node = at.child(branch);
        }
        // A point that lies on no edge has the same position (inside or outside) in all cells that it touches. The
        // other cells are therefore only searched for edges.
        while let Some(node) = behind.pop() {
            let Some(at) = self.nodes.get(node.index()) else {
                continue;
            };
            let (side, edge) = self.test(node, at, point);
            located.tests += 1;
            if let Some(edge) = edge {
                located.position = Position::OnEdge(edge);
                return located;
            }
            behind.extend(match side {
                PointSide::Front => [at.front, NONE],
                PointSide::On => [at.front, at.back],
                PointSide::Back => [at.back, NONE],
            });
        }
        located
    }

    /// Returns the side of a node's line on which the point lies, and the edge on that line that contains the point.
    fn test(&self, id: NodeId, node: &PlanarNode, point: DVec2) -> (PointSide, Option<u32>) {
        let side = self.edges[node.edge as usize].side_of(point);
        let mut edges = self.fragments_of(id).iter().map(|fragment| fragment.edge);
        let edge = match side {
            PointSide::On => edges.find(|&edge| self.edges[edge as usize].contains(point)),
            _ => None,
        };
        (side, edge)
    }

    /// Returns the first edge that a segment touches, starting from the segment's start. Whether it touches an edge is
    /// decided exactly; the point is rounded.
    ///
    /// A segment with a NaN coordinate touches nothing.
    #[must_use]
    pub fn trace(&self, segment: &Segment2) -> Trace {
        let mut trace = Trace {
            hit: None,
            visited: Vec::new(),
        };
        if !(segment.from.is_finite() && segment.to.is_finite()) {
            return trace;
        }
        let segment = &Segment2::new(
            exact::flush_tiny_to_zero(segment.from),
            exact::flush_tiny_to_zero(segment.to),
        );
        let mut traversal = Traversal::new(Nodes(&self.nodes), NodeId(0), (-PARAMETER, 1.0 + PARAMETER));
        while let Some((space, (from, to))) = traversal.next() {
            let Space::Node((id, node)) = space else {
                continue;
            };
            if trace.hit.is_some_and(|hit| hit.t < from) {
                continue;
            }
            trace.visited.push(id);
            let line = &self.edges[node.edge as usize];
            let sides = [segment.from, segment.to].map(|end| line.side_of(end));
            if !matches!(
                sides,
                [PointSide::Front, PointSide::Front] | [PointSide::Back, PointSide::Back]
            ) {
                for fragment in self.fragments_of(id) {
                    let edge = self.edges[fragment.edge as usize];
                    let nearest = trace.hit.map_or(f64::INFINITY, |hit| hit.t);
                    if let Some(t) = segment.first_touch(&edge).filter(|t| *t < nearest) {
                        trace.hit = Some(Hit {
                            t,
                            point: segment.from.lerp(segment.to, t),
                            edge: fragment.edge,
                            node: id,
                        });
                    }
                }
            }
            // A segment that starts on the line is on one side, and touches the other side only at its start.
            let first = match sides {
                [PointSide::On, second] => Branch::front_if(second != PointSide::Front),
                [first, _] => Branch::front_if(first == PointSide::Front),
            };
            let whole = Some((from, to));
            let parts = match sides {
                [PointSide::On, PointSide::On] => [whole; 2],
                [PointSide::On, _] => {
                    let touches = from <= PARAMETER;
                    [touches.then_some((from, to.min(PARAMETER))), whole]
                }
                [first, second] if first == second => [whole, None],
                _ => {
                    let (at, wider) = crossing(line, segment);
                    let before = (from <= at + wider).then_some((from, to.min(at + wider)));
                    let beyond = (at - wider <= to).then_some((from.max(at - wider), to));
                    [before, beyond]
                }
            };
            traversal.push((id, node), (first, parts));
        }
        trace
    }

    /// Returns all fragments (as indices into [`PlanarTree::fragments`]), from near to far as seen from `eye`. No
    /// fragment hides an earlier one. A fragment whose line contains the eye hides nothing. The reverse order is the
    /// painter's order.
    pub fn near_to_far(&self, eye: DVec2) -> impl Iterator<Item = u32> + '_ {
        let eye = exact::flush_tiny_to_zero(eye);
        let mut traversal = Traversal::new(Nodes(&self.nodes), NodeId(0), false);
        let side = move |node: &PlanarNode| self.edges[node.edge as usize].side_of(eye);
        let next = move |(_, node)| Some(Branch::front_if(side(node) != PointSide::Back));
        std::iter::from_fn(move || traversal.next_node(next))
            .flat_map(|(_, node)| node.first_fragment..node.first_fragment + node.fragment_count)
    }
}
