//! Validation of a planar tree: the invariants of its nodes and fragments.

use crate::tolerance::AREA;
use bspwalk_geometry::polygon2;
use bspwalk_text::text;
use bspwalk_trees::Violation;
use glam::DVec2;

use super::{Branch, Fragment, FragmentEnd, NONE, PlanarTree, PointSide, Region};

impl PlanarTree {
    /// Returns the violated invariants. A tree built by this crate satisfies all invariants.
    ///
    /// Every fragment has a non-zero length and lies on the line of its node, on the correct side of the lines of all
    /// nodes above. The fragments of an edge cover it exactly once, unless the build skipped it. All of these checks
    /// are exact.
    #[must_use]
    pub fn validate(&self) -> Vec<Violation> {
        let mut violations = Vec::new();
        let mut report = |what: String| violations.push(Violation(what));
        let mut parts: Vec<Vec<Fragment>> = vec![Vec::new(); self.edges.len()];
        for (id, node) in (0u32..).zip(&self.nodes) {
            if node.fragment_count == 0 {
                report(text!("planar-no-fragment", id));
            }
            for branch in [Branch::Front, Branch::Back] {
                let child = node.child(branch);
                if child != NONE
                    && self
                        .nodes
                        .get(child as usize)
                        .is_none_or(|child| child.parent != id)
                {
                    report(text!("planar-other-parent", child, id));
                }
            }
            for fragment in self.fragments_of(id) {
                parts[fragment.edge as usize].push(*fragment);
                if self.sides(node.edge, fragment) != [PointSide::On; 2] {
                    report(text!("planar-off-line", edge = fragment.edge, id));
                }
                if fragment.from == fragment.to {
                    report(text!("planar-no-length", edge = fragment.edge));
                }
                let (mut child, mut parent) = (id, node.parent);
                while let Some(ancestor) = self.nodes.get(parent as usize) {
                    let wrong = if ancestor.front == child {
                        PointSide::Back
                    } else {
                        PointSide::Front
                    };
                    let sides = self.sides(ancestor.edge, fragment);
                    if sides.contains(&wrong) || sides == [PointSide::On; 2] {
                        report(text!("planar-wrong-side", edge = fragment.edge, parent));
                    }
                    (child, parent) = (parent, ancestor.parent);
                }
            }
        }
        for (edge, parts) in parts.iter().enumerate() {
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
                report(text!("planar-not-covered", edge));
            }
        }
        violations
    }

    /// Like [`PlanarTree::validate`], and also checks that the total area of the tree's interior cells is the area of
    /// the region, up to rounding.
    #[must_use]
    pub fn validate_region(&self, region: &Region) -> Vec<Violation> {
        let mut violations = self.validate();
        let corners = region.edges().iter().map(|edge| edge.from);
        let low = corners.clone().fold(DVec2::INFINITY, DVec2::min);
        let high = corners.fold(DVec2::NEG_INFINITY, DVec2::max);
        if region.edges().is_empty() {
            if !self.nodes.is_empty() {
                violations.push(Violation(text!("planar-empty-with-nodes").to_owned()));
            }
            return violations;
        }
        let cells = self.cells(low, high);
        let inner = cells.iter().filter(|(inside, _)| *inside);
        let inner: f64 = inner.map(|(_, cell)| polygon2::area(cell)).sum();
        let off = inner - region.area();
        let whole = (high - low).element_product();
        if !(off.abs() <= AREA * whole) {
            violations.push(Violation(text!("planar-area", inner, area = region.area())));
        }
        violations
    }
}
