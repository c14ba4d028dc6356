//! Checking a tree and counting it.

use glam::{DVec3, Vec3, Vec3A};

use super::{Branch, FragmentSpan, NONE, Node, NodeDetail, NodeId, NodeTree, triangle::QueryTriangle};
use crate::{
    bsp::{Rule, Statistics, Violation},
    geometry::{
        Polygon,
        tolerance::{ATI_EPSILON, UNIT_LENGTH},
        triangle::area,
    },
};

impl NodeTree {
    /// All violations of the tree; none, if the library is right.
    #[must_use]
    pub fn validate(&self) -> Vec<Violation> {
        let mut violations = Vec::new();
        let mut parents = vec![0; self.nodes.len()];
        for id in 0..self.node_count() {
            self.check_place(id, &mut parents, &mut violations);
        }
        for (node, &count) in (0..).zip(&parents) {
            if count != u32::from(node != 0) {
                violations.push(Violation::Structure {
                    node,
                    what: "not exactly one parent",
                });
            }
        }
        if violations.is_empty() {
            self.check_sides(&mut violations);
            self.check_areas(&mut violations);
        }
        violations
    }

    /// How far a stored vertex may be off in `f32`, in metres.
    fn rounding(&self) -> f64 {
        f64::from(f32::EPSILON) * self.bounds.largest_coordinate() * 2.0
    }

    /// Checks the place of a node in the tree, and counts its children in `parents`.
    pub(super) fn check_place(&self, id: NodeId, parents: &mut [u32], violations: &mut Vec<Violation>) {
        let (node, detail) = (&self.nodes[id as usize], &self.details[id as usize]);
        let mut ensure = |holds: bool, what| {
            if !holds {
                violations.push(Violation::Structure { node: id, what });
            }
        };
        for child in [node.front, node.back].into_iter().filter(|&child| child != NONE) {
            if child <= id || child >= self.node_count() {
                ensure(false, "a child does not follow its parent");
                continue;
            }
            parents[child as usize] += 1;
            let below = &self.details[child as usize];
            ensure(below.parent == id, "a child names another parent");
            ensure(
                below.depth == detail.depth + 1,
                "a child is not one deeper than its parent",
            );
            ensure(
                node.bounds.holds(&self.nodes[child as usize].bounds),
                "a child's box reaches out of its parent's",
            );
        }
        ensure(
            node.front == NONE || node.front == id + 1,
            "the front child does not follow at once",
        );
        ensure(
            node.front != NONE || node.back != NONE || node.face_count > 0,
            "a node has neither faces nor children",
        );
        ensure(
            node.face_count == detail.fragment_count,
            "faces and fragments differ in number",
        );
        let fragments = self.fragments.iter().skip(detail.first_fragment as usize);
        let mut own = fragments.take(detail.fragment_count as usize);
        ensure(
            own.all(|fragment| fragment.node == id),
            "a fragment names another node",
        );
        let plane = detail.plane;
        if !(plane.normal.is_finite() && plane.d.is_finite()) {
            violations.push(Violation::Number {
                node: id,
                what: "the plane is not finite",
            });
        } else if (plane.normal.length() - 1.0).abs() > UNIT_LENGTH {
            violations.push(Violation::Number {
                node: id,
                what: "the normal is not unit",
            });
        }
    }

    fn check_sides(&self, violations: &mut Vec<Violation>) {
        let thickness = match self.params.rule {
            Rule::Ati => ATI_EPSILON,
            _ => self.tolerances.on_plane,
        };
        let allowed = thickness * 1.001 + self.rounding();
        for (index, span) in self.fragments.iter().enumerate() {
            let fragment = index as u32;
            let own = self.details[span.node as usize].plane;
            let off = self
                .positions(span)
                .map(|vertex| own.distance(vertex).abs())
                .fold(0.0, f64::max);
            let node_box = &self.nodes[span.node as usize].bounds;
            if self.positions(span).any(|vertex| {
                let vertex = Vec3A::from(vertex.as_vec3());
                !node_box.touches(vertex, vertex)
            }) {
                violations.push(Violation::Structure {
                    node: span.node,
                    what: "a fragment reaches out of its box",
                });
            }
            if off > allowed {
                violations.push(Violation::OffPlane {
                    fragment,
                    node: span.node,
                    distance: off,
                });
            }
            for (ancestor, branch) in self.ancestors(span.node) {
                let plane = self.details[ancestor as usize].plane;
                let sign = if branch == Branch::Front { 1.0 } else { -1.0 };
                let inside = self
                    .positions(span)
                    .map(|vertex| sign * plane.distance(vertex))
                    .fold(f64::INFINITY, f64::min);
                if inside < -allowed {
                    violations.push(Violation::WrongSide {
                        fragment,
                        ancestor,
                        distance: -inside,
                    });
                }
            }
        }
    }

    fn check_areas(&self, violations: &mut Vec<Violation>) {
        let mut found = vec![0.0; self.triangles.len()];
        let mut pieces = vec![0_u32; self.triangles.len()];
        for span in &self.fragments {
            found[span.triangle as usize] += Polygon::bare(self.positions(span)).area();
            pieces[span.triangle as usize] += 1;
        }
        for ((triangle, found), pieces) in self.triangles.iter().zip(found).zip(pieces) {
            let corners @ [a, b, c] = triangle.corners.map(Vec3::as_dvec3);
            let expected = area(corners);
            let perimeter = a.distance(b) + b.distance(c) + c.distance(a);
            // Every piece may be off by a strip along its edges as wide as the rounding; its edges are not longer than
            // those of the triangle.
            let allowed = self.rounding() * perimeter * f64::from(1 + pieces) + expected * 1.0e-6;
            if (found - expected).abs() > allowed {
                violations.push(Violation::Area {
                    face: triangle.face,
                    expected,
                    found,
                });
            }
        }
    }

    fn positions(&self, span: &FragmentSpan) -> impl Iterator<Item = DVec3> + '_ {
        let first = span.first_vertex as usize;
        self.fragment_vertices[first..first + span.vertex_count as usize]
            .iter()
            .map(|vertex| vertex.as_dvec3())
    }

    /// The figures of the tree.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let count = self.nodes.len();
        let mut below = vec![1_u32; count];
        let (mut depth, mut ends, mut end_depths) = (0, 0_u64, 0_u64);
        let (mut balance, mut forks) = (0.0, 0_u32);
        // Children follow their parents, so that backwards every node is complete when it is reached.
        for id in (0..count).rev() {
            let node = &self.nodes[id];
            let nodes_of = |child: NodeId| below.get(child as usize).copied().unwrap_or(0);
            let (front, back) = (nodes_of(node.front), nodes_of(node.back));
            if front + back > 0 {
                balance += f64::from(front.min(back)) / f64::from(front + back);
                forks += 1;
            }
            below[id] += front + back;
            let level = self.details[id].depth + 1;
            depth = depth.max(level);
            let missing = u64::from(node.front == NONE) + u64::from(node.back == NONE);
            ends += missing;
            end_depths += missing * u64::from(level);
        }
        Statistics {
            triangles: self.triangle_count(),
            nodes: self.node_count(),
            fragments: self.fragment_count(),
            splits: self.splits,
            depth,
            mean_depth: if ends > 0 {
                end_depths as f64 / ends as f64
            } else {
                0.0
            },
            balance: if forks > 0 {
                balance / f64::from(forks)
            } else {
                0.0
            },
            bytes: self.bytes(),
        }
    }

    /// The depths between which all but a few of the fragments are stored. Colours are spread over them: over all
    /// depths, a few very deep nodes would leave one colour to the others.
    #[must_use]
    pub fn usual_depths(&self) -> [u32; 2] {
        /// Share of the fragments that may lie above the first depth, and as many below the last.
        const FEW: f64 = 0.02;
        let mut depths: Vec<u32> = (0..self.node_count())
            .filter_map(|id| self.node(id))
            .flat_map(|node| node.fragments.map(move |_| node.depth))
            .collect();
        depths.sort_unstable();
        let few = (depths.len() as f64 * FEW) as usize;
        match depths.len() {
            0 => [0, 0],
            count => [depths[few], depths[count - 1 - few]],
        }
    }

    fn bytes(&self) -> u64 {
        let bytes = size_of::<Self>()
            + self.nodes.len() * size_of::<Node>()
            + self.details.len() * size_of::<NodeDetail>()
            + self.node_faces.len() * size_of::<u32>()
            + self.triangles.len() * size_of::<QueryTriangle>()
            + self.fragments.len() * size_of::<FragmentSpan>()
            + self.fragment_vertices.len() * size_of::<Vec3>();
        bytes as u64
    }
}
