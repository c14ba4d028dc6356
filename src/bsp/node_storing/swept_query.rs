//! The triangles along the path of a moving body, and around a resting one.

use glam::Vec3;
use smallvec::SmallVec;

use super::{
    CastHit, FragmentSpan, NONE, NodeTree,
    cast::{Crossing, Waiting},
    node_box::Slabs,
    query::Mailbox,
    wide::{Near, Swept},
};
use crate::{
    bsp::{
        ObstacleTriangle, Obstacles,
        node::Branch,
        observer::{AtPlane, Note, Observer, Question, Skipped, Tested},
        visits,
    },
    geometry::{
        Aabb,
        tolerance::{PARAMETER, ZERO_COMPONENT},
    },
};

impl Obstacles for NodeTree {
    fn cast(&self, from: Vec3, to: Vec3) -> Option<CastHit> {
        Self::cast(self, from, to)
    }

    fn is_blocked(&self, from: Vec3, to: Vec3) -> bool {
        Self::is_blocked(self, from, to)
    }

    #[inline]
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
        let Some(swept) = Swept::new(from, direction, half_axis, radius + slack) else {
            return 0;
        };
        let mut mailbox = Mailbox::default();
        let mut limit = 1.0;
        let read = self.wide().along(&swept, &mut |lane| {
            if !mailbox.already_tested(lane.triangle) {
                let triangle = &self.triangles[lane.triangle as usize];
                let wanted = visit(&triangle.obstacle(lane.triangle, lane.node));
                limit = wanted as f32 * (1.0 + PARAMETER) + PARAMETER;
            }
            limit
        });
        read.count();
        read.nodes
    }

    #[inline]
    fn near(&self, center: Vec3, half_axis: Vec3, radius: f32, mut visit: impl FnMut(&ObstacleTriangle)) {
        let reach = radius + self.slack_at(center.abs() + half_axis.abs() + radius, center);
        if !(center.is_finite() && half_axis.is_finite() && reach.is_finite() && reach > 0.0) {
            return;
        }
        let mut mailbox = Mailbox::default();
        let read = self
            .wide()
            .near(&Near::new(center, half_axis, reach), &mut |lane| {
                if !mailbox.already_tested(lane.triangle) {
                    let triangle = &self.triangles[lane.triangle as usize];
                    visit(&triangle.obstacle(lane.triangle, lane.node));
                }
            });
        read.count();
    }

    fn bounds(&self) -> Aabb {
        self.bounds
    }
}

impl NodeTree {
    /// See [`Obstacles::along`]: near side, faces of the node, far side, as a cast does; each side only while the body may
    /// reach into it, and only where its path meets the bounds of that side.
    fn along_observed(
        &self,
        (from, to): (Vec3, Vec3),
        half_axis: Vec3,
        radius: f32,
        mut visit: impl FnMut(&ObstacleTriangle) -> f64,
        observer: impl Observer,
    ) -> u32 {
        observer.ask(Question::Along {
            from,
            to,
            half_axis,
            radius,
        });
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
        let (mut visited, mut tested) = (0, 0);
        // No triangle beyond it is of interest.
        let mut limit = 1.0_f32;
        let mut waiting: Waiting = SmallVec::new();
        let (mut id, mut t0, mut t1) = (0, 0.0_f32, 1.0_f32);
        loop {
            while let Some(node) = self.nodes.get(id as usize) {
                let end = if limit < t1 { limit } else { t1 };
                (t0, t1) = slabs.within(&node.bounds, t0, end);
                if t0 > t1 {
                    observer.skip(id, Skipped::Bounds);
                    break;
                }
                visited += 1;
                let normal = node.normal();
                let distance = node.distance(from);
                let slope = normal.dot(direction);
                let reach = radius + normal.dot(half_axis).abs() + slack;
                let (d0, d1) = (distance + slope * t0, distance + slope * t1);
                if d0 > reach && d1 > reach {
                    let (branch, distance) = (Branch::Front, d0.min(d1));
                    observer.visit(id, AtPlane::OneSide { branch, distance });
                    id = node.front;
                } else if d0 < -reach && d1 < -reach {
                    let (branch, distance) = (Branch::Back, (-d0).min(-d1));
                    observer.visit(id, AtPlane::OneSide { branch, distance });
                    id = node.back;
                } else {
                    let (near, far, side, first) = if d0 >= 0.0 {
                        (node.front, node.back, 1.0, Branch::Front)
                    } else {
                        (node.back, node.front, -1.0, Branch::Back)
                    };
                    let t = -distance / slope;
                    let plane = if node.is_block() {
                        AtPlane::Block
                    } else {
                        AtPlane::Crosses { first, t }
                    };
                    observer.visit(id, plane);
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
                    visits::count_tests(tested);
                    return visited;
                };
                if next.from > limit {
                    observer.pass(next.node, next.far);
                    continue;
                }
                let spans = self.spans(&self.nodes[next.node as usize]);
                tested += spans.len() as u32;
                for &FragmentSpan { triangle, .. } in spans {
                    if mailbox.already_tested(triangle) {
                        observer.test(next.node, triangle, Tested::Again);
                    } else {
                        let wanted = visit(&self.triangles[triangle as usize].obstacle(triangle, next.node));
                        let wanted = wanted as f32 * (1.0 + PARAMETER) + PARAMETER;
                        limit = if wanted < limit { wanted } else { limit };
                    }
                }
                if next.far != NONE {
                    if next.from <= limit {
                        (id, t0, t1) = (next.far, next.from, next.to);
                        break;
                    }
                    observer.skip(next.far, Skipped::Nearer);
                }
            }
        }
    }

    /// See [`Obstacles::near`].
    fn near_observed(
        &self,
        center: Vec3,
        half_axis: Vec3,
        radius: f32,
        mut visit: impl FnMut(&ObstacleTriangle),
        observer: impl Observer,
    ) {
        observer.ask(Question::Near {
            center,
            half_axis,
            radius,
        });
        let reach = radius + self.slack_at(center.abs() + half_axis.abs() + radius, center);
        let mut mailbox = Mailbox::default();
        let half_size = half_axis.abs() + reach;
        let (low, high) = (center - half_size, center + half_size);
        let mut tested = 0;
        let visited = self.visit_near(
            observer,
            |node_box| node_box.touches(low, high),
            |node| (node.distance(center), reach + node.normal().dot(half_axis).abs()),
            |id, index, triangle| {
                tested += 1;
                if mailbox.already_tested(index) {
                    observer.test(id, index, Tested::Again);
                } else {
                    visit(&triangle.obstacle(index, id));
                }
            },
        );
        visits::count(visited);
        visits::count_tests(tested);
    }
}

/// A tree whose queries are watched: what collision asks of it and what it finds out goes to an [`Observer`], and the
/// answers are the tree's.
#[derive(Clone, Copy, Debug)]
pub struct ObservedTree<'a, O> {
    /// The tree.
    pub tree: &'a NodeTree,
    /// Who watches.
    pub observer: O,
}

impl<O: Observer> Obstacles for ObservedTree<'_, O> {
    fn cast(&self, from: Vec3, to: Vec3) -> Option<CastHit> {
        let report = self.tree.cast_observed(from, to, self.observer);
        visits::count(report.visited);
        visits::count_tests(report.tested);
        report.hit
    }

    fn along(
        &self,
        from: Vec3,
        to: Vec3,
        half_axis: Vec3,
        radius: f32,
        visit: impl FnMut(&ObstacleTriangle) -> f64,
    ) -> u32 {
        self.tree
            .along_observed((from, to), half_axis, radius, visit, self.observer)
    }

    fn near(&self, center: Vec3, half_axis: Vec3, radius: f32, visit: impl FnMut(&ObstacleTriangle)) {
        self.tree
            .near_observed(center, half_axis, radius, visit, self.observer);
    }

    fn bounds(&self) -> Aabb {
        self.tree.bounds
    }

    fn note(&self, note: impl FnOnce() -> Note) {
        match note() {
            Note::Tested {
                node,
                triangle,
                tested,
            } => self.observer.test(node, triangle, tested),
            Note::Stage(stage) => self.observer.stage(stage),
        }
    }
}
