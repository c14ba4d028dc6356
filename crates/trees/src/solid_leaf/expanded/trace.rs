//! Traces bodies through the expanded tree.

use bspwalk_geometry::Plane;
use glam::{DVec3, Vec3};
use smallvec::SmallVec;

use super::{Below, Cell, ExpandedTree, Node};
use crate::{
    counters::NodeCount,
    solid_leaf::{Branch, LeafId, OUTSIDE},
    traversal::{Space, Traversable, Traversal, locate},
};

impl<'a> Traversable for &'a [Node] {
    type Child = Below;
    type Node = &'a Node;
    type Leaf = Below;

    #[inline]
    fn space(self, child: Below) -> Space<Self> {
        match child {
            Below::Node(id) => Space::Node(&self[id as usize]),
            leaf => Space::Leaf(leaf),
        }
    }

    #[inline]
    fn on(node: &'a Node, side: Branch) -> Below {
        *side.pick([&node.front, &node.back])
    }
}

/// The point where a body's centre enters an expanded cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneHit {
    /// Time of impact, from 0 at the start of the path to 1 at its end.
    pub t: f64,
    /// Unit normal of the plane through which the centre enters, pointing towards the body.
    pub normal: DVec3,
    /// Solid leaf of the cell.
    pub leaf: LeafId,
    /// Whether the plane is a bevel.
    pub bevel: bool,
}

/// The result of [`ExpandedTree::trace`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ExpandedTrace {
    /// The path starts in an expanded cell or a solid leaf, so the time of impact is unknown.
    StartSolid,
    /// The first expanded cell on the path.
    Hit(PlaneHit),
    /// The path enters no expanded cell.
    Free,
}

/// An expanded cell near the centre of a resting body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneTouch {
    /// Distance of the centre from the plane that separates it from the cell, in metres.
    pub gap: f64,
    /// Unit normal of that plane, pointing towards the body.
    pub normal: DVec3,
    /// The solid leaf.
    pub leaf: LeafId,
    /// Whether the plane is a bevel.
    pub bevel: bool,
}

#[derive(Clone, Copy)]
pub(super) struct Body {
    half_axis: DVec3,
    radius: f64,
}

impl Body {
    pub(super) fn support(&self, normal: DVec3) -> f64 {
        self.radius + normal.dot(self.half_axis).abs()
    }
}

/// The part of a path that is behind all shifted planes above a cell.
#[derive(Clone, Copy)]
struct PathInterval {
    from: f64,
    to: f64,
    /// Normal of the plane through which the path enters, and whether the plane is a bevel. `None` if the path begins
    /// behind all planes.
    through: Option<(DVec3, bool)>,
}

impl PathInterval {
    /// Clips the path to the back of another plane, which faces `outwards`.
    ///
    /// `height` is the height of the path's start above the shifted plane, and `rate` is the change of this height
    /// along the entire path.
    fn clip(mut self, outwards: DVec3, bevel: bool, height: f64, rate: f64) -> Option<Self> {
        if rate < 0.0 {
            let enters = -height / rate;
            if height > 0.0 && enters >= self.from {
                self.from = enters;
                self.through = Some((outwards, bevel));
            }
        } else if height > 0.0 {
            return None;
        } else if rate > 0.0 {
            self.to = self.to.min(-height / rate);
        }
        (self.from <= self.to).then_some(self)
    }
}

/// Maximum distance of a resting body's centre from the shifted planes above a cell, positive in front of them.
#[derive(Clone, Copy)]
struct Gap {
    most: f64,
    normal: DVec3,
    bevel: bool,
}

impl Gap {
    fn with(self, outwards: DVec3, bevel: bool, height: f64) -> Self {
        if height > self.most {
            Self {
                most: height,
                normal: outwards,
                bevel,
            }
        } else {
            self
        }
    }
}

impl ExpandedTree {
    pub(super) fn body(&self, half_axis: Vec3, radius: f32) -> Body {
        Body {
            half_axis: half_axis.as_dvec3(),
            radius: f64::from(radius) + self.margin,
        }
    }

    pub(super) fn bevels_of(&self, cell: &Cell) -> &[Plane] {
        let first = cell.first_bevel as usize;
        &self.bevels[first..first + cell.bevel_count as usize]
    }

    /// Traces a capsule whose centre moves straight from `from` to `to`, and returns where the centre first enters an
    /// expanded cell.
    ///
    /// `half_axis` is the vector from the capsule's centre to one end of its axis, which is zero for a sphere. All
    /// lengths are in metres. If values are not finite or the radius is not positive, there is no hit.
    #[must_use]
    pub fn trace(&self, from: Vec3, to: Vec3, half_axis: Vec3, radius: f32) -> ExpandedTrace {
        let finite = from.is_finite() && to.is_finite() && half_axis.is_finite() && radius.is_finite();
        if !(finite && radius > 0.0) {
            return ExpandedTrace::Free;
        }
        let body = self.body(half_axis, radius);
        let (from, to) = (from.as_dvec3(), to.as_dvec3());
        let path = to - from;
        if self.is_in_solid(from) {
            return ExpandedTrace::StartSolid;
        }
        let mut first: Option<PlaneHit> = None;
        let limit = |first: &Option<PlaneHit>| first.map_or(1.0, |hit| hit.t);
        // All space behind the sides of the world box is solid.
        for side in &self.sides {
            let height = side.distance(from) - body.support(side.normal);
            let rate = side.normal.dot(path);
            if height <= 0.0 {
                return ExpandedTrace::StartSolid;
            }
            let t = -height / rate;
            if rate < 0.0 && t <= limit(&first) {
                first = Some(PlaneHit {
                    t,
                    normal: side.normal,
                    leaf: OUTSIDE,
                    bevel: false,
                });
            }
        }
        let whole = PathInterval {
            from: 0.0,
            to: 1.0,
            through: None,
        };
        let mut visits = NodeCount::default();
        let mut traversal = Traversal::new(&self.nodes[..], self.root, whole);
        while let Some((space, part)) = traversal.next() {
            if part.from > limit(&first) {
                continue;
            }
            match space {
                Space::Node(node) => {
                    visits.0 += 1;
                    let normal = node.plane.normal;
                    let (distance, rate) = (node.plane.distance(from), normal.dot(path));
                    let support = body.support(normal);
                    let front = part.clip(-normal, false, -distance - support, -rate);
                    let back = part.clip(normal, false, distance - support, rate);
                    // Visit the side that contains the start first.
                    let first = Branch::front_if(distance >= 0.0);
                    traversal.push(node, (first, first.ordered([front, back])));
                }
                Space::Leaf(Below::Cell(id)) => {
                    let cell = &self.cells[id as usize];
                    let bevels = self.bevels_of(cell).iter();
                    let entered = bevels.copied().try_fold(part, |part, plane| {
                        let height = plane.distance(from) - body.support(plane.normal);
                        part.clip(plane.normal, true, height, plane.normal.dot(path))
                    });
                    let Some(entered) = entered else { continue };
                    let Some((normal, bevel)) = entered.through else {
                        return ExpandedTrace::StartSolid;
                    };
                    if first.is_none_or(|first| entered.from < first.t) {
                        first = Some(PlaneHit {
                            t: entered.from,
                            normal,
                            leaf: cell.leaf,
                            bevel,
                        });
                    }
                }
                Space::Leaf(_) => {}
            }
        }
        first.map_or(ExpandedTrace::Free, ExpandedTrace::Hit)
    }

    /// Returns the expanded cells within `reach` (in metres) of the centre of a resting capsule, in any order.
    ///
    /// For the capsule, see [`ExpandedTree::trace`]. The result is empty if the centre is in an expanded cell or a
    /// solid leaf.
    pub fn touching(
        &self,
        center: Vec3,
        half_axis: Vec3,
        radius: f32,
        reach: f64,
    ) -> impl ExactSizeIterator<Item = PlaneTouch> + use<> {
        self.touches(center, half_axis, radius, reach).into_iter()
    }

    fn touches(&self, center: Vec3, half_axis: Vec3, radius: f32, reach: f64) -> SmallVec<[PlaneTouch; 8]> {
        let mut touches = SmallVec::new();
        let finite = center.is_finite() && half_axis.is_finite() && radius.is_finite();
        let (body, center) = (self.body(half_axis, radius), center.as_dvec3());
        if !(finite && radius > 0.0) || self.is_in_solid(center) {
            return touches;
        }
        for side in &self.sides {
            let gap = side.distance(center) - body.support(side.normal);
            if gap <= 0.0 {
                return SmallVec::new();
            }
            if gap <= reach {
                touches.push(PlaneTouch {
                    gap,
                    normal: side.normal,
                    leaf: OUTSIDE,
                    bevel: false,
                });
            }
        }
        let whole = Gap {
            most: f64::NEG_INFINITY,
            normal: DVec3::ZERO,
            bevel: false,
        };
        let mut visits = NodeCount::default();
        let mut traversal = Traversal::new(&self.nodes[..], self.root, whole);
        while let Some((space, gap)) = traversal.next() {
            if gap.most > reach {
                continue;
            }
            match space {
                Space::Node(node) => {
                    visits.0 += 1;
                    let normal = node.plane.normal;
                    let (distance, support) = (node.plane.distance(center), body.support(normal));
                    let front = gap.with(-normal, false, -distance - support);
                    let back = gap.with(normal, false, distance - support);
                    traversal.push(node, (Branch::Back, [Some(back), Some(front)]));
                }
                Space::Leaf(Below::Cell(id)) => {
                    let cell = &self.cells[id as usize];
                    let gap = self.bevels_of(cell).iter().fold(gap, |gap, plane| {
                        gap.with(
                            plane.normal,
                            true,
                            plane.distance(center) - body.support(plane.normal),
                        )
                    });
                    if gap.most <= 0.0 {
                        return SmallVec::new();
                    }
                    if gap.most <= reach {
                        touches.push(PlaneTouch {
                            gap: gap.most,
                            normal: gap.normal,
                            leaf: cell.leaf,
                            bevel: gap.bevel,
                        });
                    }
                }
                Space::Leaf(_) => {}
            }
        }
        touches
    }

    fn is_in_solid(&self, point: DVec3) -> bool {
        if self.sides.iter().any(|side| side.distance(point) < 0.0) {
            return true;
        }
        let side = |node: &Node| Branch::front_if(node.plane.distance(point) >= 0.0);
        locate(&self.nodes[..], self.root, side) != Below::Empty
    }
}
