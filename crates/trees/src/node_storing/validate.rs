//! Validation and statistics of a tree.

use crate::tolerance::{ATI_EPSILON, UNIT_LENGTH};
use bspwalk_geometry::{Polygon, triangle::area};
use bspwalk_progress::Progress;
use glam::{DVec3, Vec3};

use super::{Branch, FragmentSpan, Node, NodeBox, NodeTree};
use crate::triangle::QueryTriangle;
use crate::{
    NodeId, Rule, Statistics, Violation,
    traversal::Shape,
    validation::{Report, collect_violations},
};

impl NodeTree {
    /// Checks the invariants of the tree. Every tree that this crate builds from a level with coordinates in range
    /// satisfies them. The geometry is only checked if [`NodeTree::check`] passes.
    ///
    /// # Errors
    /// Returns all violations found.
    pub fn validate(&self) -> Result<(), Vec<Violation>> {
        collect_violations(self.check_below(u64::MAX, &Progress::default()), |report| {
            for (node, id) in self.nodes.iter().zip(NodeId::all()) {
                if !node.is_block() && (node.plane.normal.length() - 1.0).abs() > UNIT_LENGTH {
                    report(Violation::NodeNormal { node: id });
                }
            }
            self.check_sides(report);
            self.check_areas(report);
        })
    }

    fn rounding(&self) -> f64 {
        f64::from(f32::EPSILON) * self.bounds.largest_coordinate() * 2.0
    }

    fn check_sides(&self, report: Report<'_>) {
        let thickness = match self.params.rule {
            Rule::Ati => ATI_EPSILON,
            _ => self.tolerances.on_plane,
        };
        let allowed = thickness * 1.001 + self.rounding();
        for (span, fragment) in self.fragments.iter().zip(0..) {
            let own = self.nodes[span.node.index()].plane;
            let distance = self
                .positions(span)
                .map(|vertex| own.distance(vertex).abs())
                .fold(0.0, f64::max);
            let node_box = &self.nodes[span.node.index()].bounds;
            if self.positions(span).any(|vertex| {
                let vertex = vertex.as_vec3();
                !node_box.holds(&NodeBox::of([&vertex]))
            }) {
                report(Violation::FragmentOutsideBox { fragment });
            }
            if distance > allowed {
                report(Violation::FragmentOffPlane { fragment, distance });
            }
            for (ancestor, branch) in self.ancestors(span.node) {
                let plane = self.nodes[ancestor.index()].plane;
                let sign = if branch == Branch::Front { 1.0 } else { -1.0 };
                let inside = self
                    .positions(span)
                    .map(|vertex| sign * plane.distance(vertex))
                    .fold(f64::INFINITY, f64::min);
                if inside < -allowed {
                    report(Violation::FragmentOnWrongSide {
                        fragment,
                        ancestor,
                        distance: -inside,
                    });
                }
            }
        }
    }

    fn check_areas(&self, report: Report<'_>) {
        let mut found = vec![0.0; self.triangles.len()];
        let mut pieces = vec![0_u32; self.triangles.len()];
        for span in &self.fragments {
            found[span.triangle.index()] += Polygon::from_points(self.positions(span)).area();
            pieces[span.triangle.index()] += 1;
        }
        for ((triangle, found), pieces) in self.triangles.iter().zip(found).zip(pieces) {
            let corners @ [a, b, c] = triangle.corners.map(Vec3::as_dvec3);
            let expected = area(corners);
            let perimeter = a.distance(b) + b.distance(c) + c.distance(a);
            // The area of each piece may be off by a strip along its edges that is as wide as the rounding error. The
            // perimeter of a piece is at most the perimeter of its triangle.
            let allowed = self.rounding() * perimeter * f64::from(1 + pieces) + expected * 1.0e-6;
            if (found - expected).abs() > allowed {
                let face = triangle.face;
                report(Violation::FaceArea {
                    face,
                    found,
                    expected,
                });
            }
        }
    }

    fn positions(&self, span: &FragmentSpan) -> impl Iterator<Item = DVec3> + '_ {
        self.vertices(span).iter().map(|vertex| vertex.as_dvec3())
    }

    /// Computes the statistics of the tree.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let shape = Shape::of(&self.nodes[..], NodeId(0), Branch::Front, |()| {});
        Statistics {
            triangles: self.triangle_count(),
            nodes: self.node_count(),
            fragments: self.fragment_count(),
            splits: self.splits,
            blocks: self.nodes.iter().filter(|node| node.is_block()).count() as u32,
            depth: shape.depth,
            mean_depth: shape.mean_depth,
            balance: shape.node_balance,
            bytes: self.bytes(),
        }
    }

    fn bytes(&self) -> u64 {
        let bytes = size_of::<Self>()
            + self.nodes.len() * size_of::<Node>()
            + self.triangles.len() * size_of::<QueryTriangle>()
            + self.fragments.len() * size_of::<FragmentSpan>()
            + self.fragment_vertices.len() * size_of::<Vec3>()
            + self.wide().bytes();
        bytes as u64
    }
}
