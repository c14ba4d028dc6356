//! A hand-placed plane of a node, described by offset, turn and tilt relative to the node's own plane. Dragging changes
//! these values.
//!
//! `handles` places the handles in the model view, and `drag` moves the plane by its handles.

mod drag;
mod handles;

use bspwalk_geometry::{Plane, Polygon, Polyhedron};
use bspwalk_levels::Level;
use bspwalk_trees::{NodeTree, node_storing::NodeId};
use glam::{DQuat, DVec2, DVec3, Vec3};

pub use self::{
    drag::{DragInput, Dragged},
    handles::{Grip, Handle, Held, PlaneHandles, UncoveredView},
};
use crate::{Opened, identity::Identity};

/// Offset, turn and tilt of a hand-placed plane relative to the node's own plane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ByHand {
    /// Offset along the normal (in metres).
    pub offset: f64,
    /// Rotation to the left as seen from above (in degrees).
    pub turn: f64,
    /// Upward tilt (in degrees).
    pub tilt: f64,
}

/// A node, and the plane it had before the first manual change.
#[derive(Clone, Debug, PartialEq)]
pub struct Base {
    /// Identities of the tree and the level.
    ids: (Identity<NodeTree>, Identity<Level>),
    node: NodeId,
    own: Plane,
    /// Point on the plane around which it turns and tilts.
    center: DVec3,
    cell: Polyhedron,
}

impl Base {
    /// Creates the base for a node with the given cell. `center` is the point on the plane around which the plane
    /// turns.
    #[must_use]
    pub fn new(node: NodeId, own: Plane, center: DVec3, cell: Polyhedron) -> Self {
        Self {
            ids: Default::default(),
            node,
            own,
            center,
            cell,
        }
    }

    /// Applies the offset, turn and tilt to the node's own plane.
    #[must_use]
    pub fn plane(&self, hand: ByHand) -> Plane {
        if hand == ByHand::default() {
            return self.own;
        }
        let turned = DQuat::from_rotation_y(hand.turn.to_radians()) * self.own.normal;
        // A horizontal plane has no preferred tilt axis, so it tilts around x.
        let axis = turned.cross(DVec3::Y).try_normalize().unwrap_or(DVec3::X);
        let normal = (DQuat::from_axis_angle(axis, hand.tilt.to_radians()) * turned).normalize();
        Plane::from_point_normal(self.center + normal * hand.offset, normal)
    }

    /// Returns the maximum offset of the plane (in metres).
    #[must_use]
    pub fn max_offset(&self) -> f64 {
        0.5 * self.cell.bounds().size().length()
    }

    /// Drags the plane along its normal, so that its point at `from` follows the pointer to `to`. The plane stays
    /// inside the cell.
    #[must_use]
    pub fn moved(&self, start: ByHand, [from, to]: [DVec3; 2]) -> ByHand {
        /// Minimum fraction of the cell's extent that must remain on each side.
        const LEFT: f64 = 0.005;
        let normal = self.plane(start).normal;
        let corners = self.cell.faces.iter().flat_map(Polygon::positions);
        let (low, high) = corners
            .map(|corner| normal.dot(corner - self.center))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| {
                (low.min(at), high.max(at))
            });
        let offset = start.offset + normal.dot(to - from);
        let margin = LEFT * (high - low);
        if !offset.is_finite() || high - low <= 0.0 || !margin.is_finite() {
            return start;
        }
        ByHand {
            // A plane that is already closer to the edge of its cell may stay there.
            offset: offset.clamp(
                (low + margin).min(start.offset),
                (high - margin).max(start.offset),
            ),
            ..start
        }
    }

    /// Turns the plane about the vertical axis through `pivot`, a point on the plane. The turn is the angle at the
    /// pivot between the pointer positions `from` and `to`.
    #[must_use]
    pub fn turned(&self, start: ByHand, pivot: DVec3, [from, to]: [DVec3; 2]) -> ByHand {
        /// Distance from the pivot within which the pointer's direction is unreliable (in metres).
        const NEAREST: f64 = 1.0e-3;
        /// Distance from the centre of rotation within which the pivot is treated as that centre (in metres).
        const CENTERED: f64 = 1.0e-5;
        let [from, to] = [from, to].map(|point| DVec2::new(point.x - pivot.x, point.z - pivot.z));
        if !(from.length() > NEAREST && to.length() > NEAREST && to.is_finite()) {
            return start;
        }
        // The z axis points down when seen from above.
        let turn = (from.y * to.x - from.x * to.y).atan2(from.dot(to));
        if turn == 0.0 {
            return start;
        }
        let turned = ByHand {
            turn: (start.turn + turn.to_degrees() + 180.0).rem_euclid(360.0) - 180.0,
            ..start
        };
        // If the pivot is not the centre of rotation, the offset also changes.
        let offset = self.plane(turned).normal.dot(pivot - self.center);
        let is_centered = offset.abs() < CENTERED;
        ByHand {
            offset: if is_centered { 0.0 } else { offset },
            ..turned
        }
    }
}

/// Ray through the pointer: its origin in metres, and its unit direction.
type Ray = [Vec3; 2];

/// Returns the intersection of a camera ray with the horizontal plane at a given height. Returns `None` if the ray is
/// parallel to the plane or points away from it.
fn intersect_horizontal_plane(aim: Ray, height: f64) -> Option<DVec3> {
    /// Minimum downward slope of the ray.
    const LEAST: f64 = 1.0e-3;
    let [from, direction] = aim.map(Vec3::as_dvec3);
    let along = (height - from.y) / direction.y;
    (direction.y < -LEAST && along.is_finite() && along > -LEAST).then(|| from + direction * along)
}

/// Hand-placed plane of the selected node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlaneByHand {
    base: Option<Base>,
    /// Offset, turn and tilt relative to the node's own plane.
    pub hand: ByHand,
    /// Whether the node card shows the plane and the model shows its handles.
    pub is_open: bool,
}

impl PlaneByHand {
    /// Starts or continues editing the plane of a node. Keeps the current values if the node already has the plane that
    /// they describe. Returns whether the node has an editable plane.
    pub fn edit(&mut self, current: &Opened, node: NodeId) -> bool {
        let ids = (current.tree_id(), current.level_id());
        let known = self.base.as_ref().map(|base| (&base.ids, base.node));
        if known != Some((&ids, node)) {
            let (Some(view), Some(polygon)) = (current.tree.node(node), current.tree.plane_polygon(node))
            else {
                *self = Self::default();
                return false;
            };
            let old = self.base.take().filter(|base| {
                base.node == node && base.ids.1 == ids.1 && is_same(&base.plane(self.hand), &view.plane)
            });
            let (own, center) = match old {
                Some(old) => (old.own, old.center),
                None => {
                    self.hand = ByHand::default();
                    let center = polygon.positions().sum::<DVec3>() / polygon.vertices.len().max(1) as f64;
                    (view.plane, center)
                }
            };
            let cell = current.tree.cell(node);
            self.base = Some(Base {
                ids,
                ..Base::new(node, own, center, cell)
            });
        }
        self.is_open = true;
        true
    }

    /// Returns the node and its own plane.
    #[must_use]
    pub fn base(&self) -> Option<&Base> {
        self.base.as_ref()
    }

    /// Returns the node and its hand-placed plane while the node card shows it.
    #[must_use]
    pub fn visible_plane(&self, current: &Opened) -> Option<(NodeId, Plane)> {
        let base = self
            .base
            .as_ref()
            .filter(|base| self.is_open && base.ids == (current.tree_id(), current.level_id()))?;
        Some((base.node, base.plane(self.hand)))
    }

    /// Returns the node and its hand-placed plane if this plane differs from the node's current one.
    #[must_use]
    pub fn changed_plane(&self, current: &Opened) -> Option<(NodeId, Plane)> {
        self.visible_plane(current).filter(|(node, plane)| {
            let view = current.tree.node(*node);
            view.is_some_and(|view| !is_same(&view.plane, plane))
        })
    }
}

/// Returns whether two planes are equal except for rounding errors.
fn is_same(a: &Plane, b: &Plane) -> bool {
    const NEAR: f64 = 1.0e-9;
    a.normal.distance(b.normal) < NEAR && (a.d - b.d).abs() < NEAR * (1.0 + a.d.abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opened::three_rooms;
    use bspwalk_geometry::Aabb;
    use bspwalk_progress::Progress;
    use bspwalk_trees::node_storing::Replay;

    const CENTER: DVec3 = DVec3::new(1.0, 2.0, 3.0);

    /// Creates a node whose plane passes through the centre of an 8×4×6 m cell.
    fn base(normal: DVec3) -> Base {
        let half = DVec3::new(4.0, 2.0, 3.0);
        let cell = Polyhedron::from_aabb(&Aabb {
            min: CENTER - half,
            max: CENTER + half,
        });
        let own = Plane::from_point_normal(CENTER, normal.normalize());
        Base::new(NodeId(7), own, CENTER, cell)
    }

    fn aim(from: [f32; 3], to: [f32; 3]) -> Ray {
        let from = Vec3::from(from);
        [from, (Vec3::from(to) - from).normalize()]
    }

    #[test]
    fn a_plane_is_moved_turned_and_tilted_by_numbers() {
        let plane = |offset, turn, tilt| base(DVec3::X).plane(ByHand { offset, turn, tilt });
        assert_eq!(plane(0.0, 0.0, 0.0), base(DVec3::X).own);
        let moved = plane(0.5, 0.0, 0.0);
        assert!((moved.distance(CENTER) + 0.5).abs() < 1.0e-12 && moved.normal == DVec3::X);
        let turned = plane(0.0, 90.0, 0.0);
        assert!(turned.normal.distance(DVec3::NEG_Z) < 1.0e-12 && turned.distance(CENTER).abs() < 1.0e-12);
        let tilted = plane(0.0, 0.0, 90.0);
        assert!(tilted.normal.distance(DVec3::Y) < 1.0e-12, "{}", tilted.normal);
        let tilt = ByHand {
            tilt: 30.0,
            ..ByHand::default()
        };
        let leaning = base(DVec3::Y).plane(tilt);
        assert!((leaning.normal.length() - 1.0).abs() < 1.0e-12 && leaning.normal != DVec3::Y);
    }

    /// The plane point that was grabbed stays under the pointer. Pointer movement parallel to the plane has no effect.
    #[test]
    fn dragging_moves_a_plane_along_its_normal() {
        for normal in [DVec3::X, DVec3::new(1.0, 0.0, -2.0), DVec3::new(2.0, 1.0, 0.5)] {
            let base = base(normal);
            let start = base.moved(ByHand::default(), [CENTER, CENTER + DVec3::X * 0.3]);
            let [from, to] = [
                aim([9.0, 12.0, 8.0], [1.5, 2.0, 3.0]),
                aim([9.0, 12.0, 8.0], [2.3, 2.0, 3.9]),
            ]
            .map(|aim| intersect_horizontal_plane(aim, 2.0).expect("it looks down"));
            let hand = base.moved(start, [from, to]);
            assert_eq!((hand.turn, hand.tilt), (start.turn, start.tilt));
            let [before, after] = [start, hand].map(|hand| base.plane(hand));
            assert!(
                (before.distance(from) - after.distance(to)).abs() < 1.0e-9,
                "{normal}"
            );
            assert!(after.normal.distance(before.normal) < 1.0e-12);
        }
        // The plane stays inside the cell.
        let base = base(DVec3::X);
        for (far, end) in [(90.0, 4.0), (-90.0, -4.0)] {
            let hand = base.moved(ByHand::default(), [CENTER, CENTER + DVec3::X * far]);
            assert!(
                (hand.offset - end).abs() < 0.1 && hand.offset.abs() < 4.0,
                "{hand:?}"
            );
        }
        let nowhere = base.moved(ByHand::default(), [CENTER, DVec3::NAN]);
        assert_eq!(nowhere, ByHand::default());
    }

    #[test]
    fn dragging_yaws_a_plane_about_the_pivot() {
        for tilt in [0.0, 25.0] {
            let base = base(DVec3::X);
            let start = ByHand {
                offset: 0.8,
                turn: 10.0,
                tilt,
            };
            let before = base.plane(start);
            // The pivot is a point of the plane to the side of the centre, at the same height. The grabbed point is
            // further along the plane.
            let along = before.normal.cross(DVec3::Y).normalize();
            let pivot = before.project(CENTER) + along * 0.4;
            let from = pivot + along * 2.0;
            for degrees in [35.0_f64, -120.0, 179.0] {
                let to = pivot + DQuat::from_rotation_y(degrees.to_radians()) * (from - pivot) * 1.7;
                let hand = base.turned(start, pivot, [from, to]);
                let after = base.plane(hand);
                assert!(after.distance(pivot).abs() < 1.0e-9, "it turns about the pivot");
                assert!(after.distance(to).abs() < 1.0e-9, "it follows the pointer");
                let expected = DQuat::from_rotation_y(degrees.to_radians()) * before.normal;
                assert!(
                    after.normal.distance(expected) < 1.0e-9,
                    "{degrees}: {}",
                    after.normal
                );
                assert!((-180.0..=180.0).contains(&hand.turn) && hand.tilt == tilt);
            }
            // At the pivot, the pointer has no direction, so nothing changes.
            assert_eq!(base.turned(start, pivot, [from, pivot]), start);
            assert_eq!(base.turned(start, pivot, [from, DVec3::NAN]), start);
        }
    }

    #[test]
    fn a_level_plane_is_dragged_up_and_down() {
        for normal in [DVec3::Y, DVec3::NEG_Y] {
            let base = base(normal);
            let hand = base.moved(ByHand::default(), [CENTER, CENTER + DVec3::Y * 0.7]);
            let plane = base.plane(hand);
            assert!(plane.distance(CENTER + DVec3::Y * 0.7).abs() < 1.0e-9, "{hand:?}");
            assert_eq!(plane.normal, normal);
        }
    }

    #[test]
    fn only_a_downward_ray_meets_the_cut() {
        assert_eq!(
            intersect_horizontal_plane(aim([0.0, 2.0, 0.0], [5.0, 2.0, 0.0]), 2.0),
            None
        );
        assert_eq!(
            intersect_horizontal_plane(aim([0.0, 5.0, 0.0], [5.0, 5.0, 0.0]), 2.0),
            None
        );
        assert_eq!(
            intersect_horizontal_plane(aim([0.0, 5.0, 0.0], [5.0, 6.0, 0.0]), 2.0),
            None
        );
        assert_eq!(
            intersect_horizontal_plane(aim([0.0, 1.0, 0.0], [5.0, 0.0, 0.0]), 2.0),
            None,
            "from below"
        );
        assert_eq!(intersect_horizontal_plane([Vec3::ZERO; 2], 2.0), None);
        let met =
            intersect_horizontal_plane(aim([0.0, 5.0, 0.0], [3.0, 2.0, 3.0]), 2.0).expect("it looks down");
        assert!(met.distance(DVec3::new(3.0, 2.0, 3.0)) < 1.0e-5);
    }

    #[test]
    fn edit_keeps_values_while_the_plane_matches() {
        let mut current = Opened::clone(&three_rooms());
        let mut by_hand = PlaneByHand::default();
        assert!(!by_hand.edit(&current, NodeId(u32::MAX)));
        assert!(by_hand.edit(&current, NodeId::ROOT) && by_hand.changed_plane(&current).is_none());
        by_hand.hand.offset = 0.25;
        let (node, plane) = by_hand.changed_plane(&current).expect("it is another plane");
        // Build the tree with this plane.
        let progress = Progress::default();
        let triangles = current.level.solid_triangles();
        let mut replay = Replay::new(current.tree.clone(), &triangles, &progress).expect("it is the level's");
        let tree = replay
            .with_plane(node, plane, &progress)
            .expect("it divides the level");
        current.tree = std::sync::Arc::new(tree);
        assert_eq!(by_hand.visible_plane(&current), None, "another tree");
        assert!(by_hand.edit(&current, NodeId::ROOT));
        assert_eq!(by_hand.hand.offset, 0.25);
        assert_eq!(by_hand.changed_plane(&current), None, "the node has it");
        // A tree built in another way has a different plane at this node.
        let other = three_rooms();
        current.tree = other.tree.clone();
        assert!(by_hand.edit(&current, NodeId::ROOT));
        assert_eq!(by_hand.hand, ByHand::default());
    }
}
