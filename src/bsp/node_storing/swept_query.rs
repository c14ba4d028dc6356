//! The triangles along the path of a moving body, and around a resting one.

use glam::{Vec3, Vec3A};
use smallvec::SmallVec;

use super::{
    CastHit, NONE, NodeTree,
    cast::{Crossing, Waiting},
    node_box::Slabs,
    query::Mailbox,
};
use crate::{
    bsp::{ObstacleTriangle, Obstacles, visits},
    geometry::{
        Aabb,
        tolerance::{PARAMETER, ZERO_COMPONENT},
    },
};

impl Obstacles for NodeTree {
    fn cast(&self, from: Vec3, to: Vec3) -> Option<CastHit> {
        let report = self.cast_report(from, to);
        visits::count(report.visited);
        report.hit
    }

    /// Near side, faces of the node, far side, as a cast does; each side only while the body may reach into it, and
    /// only where its path meets the bounds of that side.
    fn along(
        &self,
        from: Vec3,
        to: Vec3,
        half_axis: Vec3,
        radius: f32,
        mut visit: impl FnMut(&ObstacleTriangle) -> f64,
    ) -> u32 {
        let direction = to - from;
        if !(direction.is_finite() && from.is_finite() && half_axis.is_finite() && radius.is_finite()) {
            return 0;
        }
        // Twice: for the rounding here, and for that of `t`, which grows with the length of the path.
        let slack = 2.0 * self.slack_at(from.abs() + half_axis.abs() + radius, to);
        let inverse = Vec3::from_array(direction.to_array().map(|d| {
            if d.abs() < ZERO_COMPONENT {
                1.0 / ZERO_COMPONENT
            } else {
                1.0 / d
            }
        }));
        let slabs = Slabs {
            from: from.into(),
            inverse: inverse.into(),
            half_size: (half_axis.abs() + (radius + slack)).into(),
        };
        let mut mailbox = Mailbox::default();
        let mut visited = 0;
        // No triangle beyond it is of interest.
        let mut limit = 1.0_f32;
        let mut waiting: Waiting = SmallVec::new();
        let (mut id, mut t0, mut t1) = (0, 0.0_f32, 1.0_f32);
        loop {
            while let Some(node) = self.nodes.get(id as usize) {
                let end = if limit < t1 { limit } else { t1 };
                (t0, t1) = slabs.within(&node.bounds, t0, end);
                if t0 > t1 {
                    break;
                }
                visited += 1;
                let distance = node.normal.dot(from) + node.d;
                let slope = node.normal.dot(direction);
                let reach = radius + node.normal.dot(half_axis).abs() + slack;
                let (d0, d1) = (distance + slope * t0, distance + slope * t1);
                if d0 > reach && d1 > reach {
                    id = node.front;
                } else if d0 < -reach && d1 < -reach {
                    id = node.back;
                } else {
                    let (near, far, side) = if d0 >= 0.0 {
                        (node.front, node.back, 1.0)
                    } else {
                        (node.back, node.front, -1.0)
                    };
                    // Towards the plane, per unit of t.
                    let approach = -slope * side;
                    let (height, mut far_from, mut near_to) = (distance * side, t0, t1);
                    if approach > 0.0 {
                        let inverse = 1.0 / approach;
                        let (before, after) = ((height - reach) * inverse, (height + reach) * inverse);
                        far_from = if before > t0 { before } else { t0 };
                        near_to = if after < t1 { after } else { t1 };
                    }
                    waiting.push(Crossing {
                        node: id,
                        // A body that moves away, and does not reach the plane's other side at the start, never will.
                        far,
                        from: far_from,
                        to: t1,
                    });
                    id = near;
                    t1 = near_to;
                }
            }
            loop {
                let Some(next) = waiting.pop() else {
                    visits::count(visited);
                    return visited;
                };
                if next.from > limit {
                    continue;
                }
                for &triangle in self.faces_of(&self.nodes[next.node as usize]) {
                    if !mailbox.already_tested(triangle) {
                        let wanted = visit(&self.triangles[triangle as usize].obstacle(triangle, next.node));
                        let wanted = wanted as f32 * (1.0 + PARAMETER) + PARAMETER;
                        limit = if wanted < limit { wanted } else { limit };
                    }
                }
                if next.far != NONE && next.from <= limit {
                    (id, t0, t1) = (next.far, next.from, next.to);
                    break;
                }
            }
        }
    }

    fn near(&self, center: Vec3, half_axis: Vec3, radius: f32, mut visit: impl FnMut(&ObstacleTriangle)) {
        let reach = radius + self.slack_at(center.abs() + half_axis.abs() + radius, center);
        let mut mailbox = Mailbox::default();
        let (low, high) = (
            Vec3A::from(center - half_axis.abs() - reach),
            Vec3A::from(center + half_axis.abs() + reach),
        );
        let visited = self.visit_near(
            |node_box| node_box.touches(low, high),
            |node| {
                (
                    node.normal.dot(center) + node.d,
                    reach + node.normal.dot(half_axis).abs(),
                )
            },
            |id, index, triangle| {
                if !mailbox.already_tested(index) {
                    visit(&triangle.obstacle(index, id));
                }
            },
        );
        visits::count(visited);
    }

    fn bounds(&self) -> Aabb {
        self.bounds
    }
}
