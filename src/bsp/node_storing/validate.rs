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
    /// Everything that is wrong with the tree; nothing, if the library is right.
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

    /// Where a node stands in the tree. Its children are counted in `parents`.
    pub(super) fn check_place(&self, id: NodeId, parents: &mut [u32], violations: &mut Vec<Violation>) {
        let (node, detail) = (&self.nodes[id as usize], &self.details[id as usize]);
        let mut structure = |what| violations.push(Violation::Structure { node: id, what });
        for child in [node.front, node.back].into_iter().filter(|&child| child != NONE) {
            if child <= id || child >= self.node_count() {
                structure("a child does not follow its parent");
                continue;
            }
            parents[child as usize] += 1;
            let below = &self.details[child as usize];
            if below.parent != id {
                structure("a child names another parent");
            }
            if below.depth != detail.depth + 1 {
                structure("a child is not one deeper than its parent");
            }
        }
        if node.front != NONE && node.front != id + 1 {
            structure("the front child does not follow at once");
        }
        if node.front == NONE && node.back == NONE && node.face_count == 0 {
            structure("a node has neither faces nor children");
        }
        if [node.front, node.back]
            .into_iter()
            .filter_map(|child| self.nodes.get(child as usize))
            .any(|child| !node.bounds.holds(&child.bounds))
        {
            structure("a child's box reaches out of its parent's");
        }
        if node.face_count != detail.fragment_count {
            structure("faces and fragments differ in number");
        }
        let fragments = self
            .fragments
            .get(detail.first_fragment as usize..)
            .unwrap_or_default();
        if fragments
            .iter()
            .take(detail.fragment_count as usize)
            .any(|fragment| fragment.node != id)
        {
            structure("a fragment names another node");
        }
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
            // Every piece may be off by a strip of the rounding's width along its edges, which are not longer.
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

    /// The tree in numbers.
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

    /// The depths between which all but a few of the fragments are stored: colours are spread over these, or a few very
    /// deep nodes would leave one colour to all the others.
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
