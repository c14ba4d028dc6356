//! Validation of a planar tree: checks the invariants of its nodes and fragments.

use crate::tolerance::AREA;
use bspwalk_geometry::polygon2;
use glam::DVec2;

use super::{Branch, Fragment, FragmentEnd, NONE, NodeId, PlanarTree, PointSide, Region};

/// A violated invariant of a planar tree, found by [`PlanarTree::validate`]. The messages are for developers and are
/// always in English.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanarViolation {
    /// A node stores no fragment.
    #[error("node {node} stores no fragment")]
    NoFragment {
        /// The node.
        node: NodeId,
    },
    /// A child does not exist, or has a different parent.
    #[error("child {child} of node {node} does not exist or has another parent")]
    OtherParent {
        /// The child.
        child: NodeId,
        /// Node whose child it is.
        node: NodeId,
    },
    /// A fragment is not on the line of its node.
    #[error("edge {edge} is not on the line of node {node}")]
    OffLine {
        /// Edge of the fragment.
        edge: u32,
        /// Node that stores the fragment.
        node: NodeId,
    },
    /// A fragment has zero length.
    #[error("a fragment of edge {edge} has no length")]
    NoLength {
        /// Edge of the fragment.
        edge: u32,
    },
    /// A fragment is on the wrong side of an ancestor's line.
    #[error("edge {edge} is on the wrong side of node {ancestor}")]
    WrongSide {
        /// Edge of the fragment.
        edge: u32,
        /// Ancestor node that owns the line.
        ancestor: NodeId,
    },
    /// The fragments of an edge do not cover it exactly once.
    #[error("the fragments of edge {edge} do not cover it exactly once")]
    NotCovered {
        /// The edge.
        edge: u32,
    },
    /// The region has no edges, but the tree has nodes.
    #[error("the tree of an empty region has nodes")]
    EmptyWithNodes,
    /// The total area of the interior cells does not match the area of the region.
    #[error("the interior cells have an area of {found}, but the region has an area of {expected}")]
    Area {
        /// Total area of the interior cells.
        found: f64,
        /// Area of the region.
        expected: f64,
    },
}

impl PlanarTree {
    /// Checks the invariants of the tree. Every tree built by this crate satisfies them.
    ///
    /// Every fragment must have a non-zero length and lie on the line of its node, on the correct side of the lines of
    /// all ancestors. The fragments of an edge must cover it exactly once, unless the build skipped it. All of these
    /// checks are exact.
    ///
    /// # Errors
    /// Returns all violations found.
    pub fn validate(&self) -> Result<(), Vec<PlanarViolation>> {
        result(self.violations())
    }

    /// Like [`PlanarTree::validate`], but also checks that the total area of the tree's interior cells is the area of
    /// the region, up to rounding.
    ///
    /// # Errors
    /// Returns all violations found.
    pub fn validate_region(&self, region: &Region) -> Result<(), Vec<PlanarViolation>> {
        let mut violations = self.violations();
        violations.extend(self.region_violation(region));
        result(violations)
    }

    fn violations(&self) -> Vec<PlanarViolation> {
        let mut violations = Vec::new();
        let mut report = |violation| violations.push(violation);
        let mut parts: Vec<Vec<Fragment>> = vec![Vec::new(); self.edges.len()];
        for (id, node) in NodeId::all().zip(&self.nodes) {
            if node.fragment_count == 0 {
                report(PlanarViolation::NoFragment { node: id });
            }
            for branch in [Branch::Front, Branch::Back] {
                let child = node.child(branch);
                if child != NONE
                    && self
                        .nodes
                        .get(child.index())
                        .is_none_or(|child| child.parent != id)
                {
                    report(PlanarViolation::OtherParent { child, node: id });
                }
            }
            for fragment in self.fragments_of(id) {
                let edge = fragment.edge;
                parts[edge as usize].push(*fragment);
                if self.sides(node.edge, fragment) != [PointSide::On; 2] {
                    report(PlanarViolation::OffLine { edge, node: id });
                }
                if fragment.from == fragment.to {
                    report(PlanarViolation::NoLength { edge });
                }
                let (mut child, mut parent) = (id, node.parent);
                while let Some(above) = self.nodes.get(parent.index()) {
                    let wrong = if above.front == child {
                        PointSide::Back
                    } else {
                        PointSide::Front
                    };
                    let sides = self.sides(above.edge, fragment);
                    if sides.contains(&wrong) || sides == [PointSide::On; 2] {
                        report(PlanarViolation::WrongSide {
                            edge,
                            ancestor: parent,
                        });
                    }
                    (child, parent) = (parent, above.parent);
                }
            }
        }
        for (edge, parts) in (0u32..).zip(&parts) {
            let mut end = FragmentEnd::EdgeStart;
            let mut count = 0;
            while let Some(part) = parts.iter().find(|part| part.from == end) {
                end = part.to;
                count += 1;
                if count > parts.len() {
                    break;
                }
            }
            if !parts.is_empty() && (end != FragmentEnd::EdgeEnd || count != parts.len()) {
                report(PlanarViolation::NotCovered { edge });
            }
        }
        violations
    }

    fn region_violation(&self, region: &Region) -> Option<PlanarViolation> {
        if region.edges().is_empty() {
            return (!self.nodes.is_empty()).then_some(PlanarViolation::EmptyWithNodes);
        }
        let corners = region.edges().iter().map(|edge| edge.from);
        let low = corners.clone().fold(DVec2::INFINITY, DVec2::min);
        let high = corners.fold(DVec2::NEG_INFINITY, DVec2::max);
        let cells = self.cells(low, high);
        let inner = cells.iter().filter(|(inside, _)| *inside);
        let found: f64 = inner.map(|(_, cell)| polygon2::area(cell)).sum();
        let expected = region.area();
        let whole = (high - low).element_product();
        let is_right = (found - expected).abs() <= AREA * whole;
        (!is_right).then_some(PlanarViolation::Area { found, expected })
    }
}

fn result(violations: Vec<PlanarViolation>) -> Result<(), Vec<PlanarViolation>> {
    if violations.is_empty() {
        Ok(())
    } else {
        Err(violations)
    }
}
