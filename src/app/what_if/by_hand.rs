//! A plane that is set by hand for a node: how it differs from the one that the node had, by numbers and by dragging.

use crate::app::state::{Aim, LevelId, OpenedLevel, TreeId};
use bevy::prelude::*;
use bspwalk_geometry::{Plane, Polygon, Polyhedron};
use bspwalk_trees::node_storing::NodeId;
use glam::{DQuat, DVec2, DVec3};

/// How a plane that is set by hand differs from the one that the node had.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ByHand {
    /// Metres along its normal.
    pub offset: f64,
    /// Degrees to the left, seen from above.
    pub turn: f64,
    /// Degrees upwards.
    pub tilt: f64,
}

/// A node and the plane that it had when one was first set by hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Base {
    /// The tree and its level.
    ids: (TreeId, LevelId),
    node: NodeId,
    own: Plane,
    /// The point of its plane around which it is turned and tilted.
    center: DVec3,
    cell: Polyhedron,
}

impl Base {
    /// Of a node in a cell, with its plane and the point of it around which the plane is turned.
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

    /// The plane that differs so from the node's own.
    #[must_use]
    pub fn plane(&self, hand: ByHand) -> Plane {
        if hand == ByHand::default() {
            return self.own;
        }
        let turned = DQuat::from_rotation_y(hand.turn.to_radians()) * self.own.normal;
        // A plane that lies flat has no side: it tilts around x.
        let axis = turned.cross(DVec3::Y).try_normalize().unwrap_or(DVec3::X);
        let normal = (DQuat::from_axis_angle(axis, hand.tilt.to_radians()) * turned).normalize();
        Plane::from_point_normal(self.center + normal * hand.offset, normal)
    }

    /// The most metres that the plane is moved by.
    #[must_use]
    pub fn reach(&self) -> f64 {
        0.5 * self.cell.bounds().size().length()
    }

    /// The plane dragged along its normal: what of it was at `from` follows the pointer to `to`. It stays in the cell.
    #[must_use]
    pub fn moved(&self, start: ByHand, [from, to]: [DVec3; 2]) -> ByHand {
        /// The share of the cell that stays on each side at least.
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
            // A plane that is at the edge of its cell already stays there.
            offset: offset.clamp(
                (low + margin).min(start.offset),
                (high - margin).max(start.offset),
            ),
            ..start
        }
    }

    /// The plane dragged about the vertical through `pivot`, a point of it: its direction from there follows the pointer's
    /// from `from` to `to`.
    #[must_use]
    pub fn turned(&self, start: ByHand, pivot: DVec3, [from, to]: [DVec3; 2]) -> ByHand {
        /// Metres from the pivot within which the pointer has no direction.
        const NEAREST: f64 = 1.0e-3;
        /// Metres from the point around which the numbers turn within which the pivot is that point.
        const CENTERED: f64 = 1.0e-5;
        let [from, to] = [from, to].map(|point| DVec2::new(point.x - pivot.x, point.z - pivot.z));
        if !(from.length() > NEAREST && to.length() > NEAREST && to.is_finite()) {
            return start;
        }
        // Seen from above, z points down.
        let turn = (from.y * to.x - from.x * to.y).atan2(from.dot(to));
        if turn == 0.0 {
            return start;
        }
        let turned = ByHand {
            turn: (start.turn + turn.to_degrees() + 180.0).rem_euclid(360.0) - 180.0,
            ..start
        };
        // The pivot need not be the point around which the numbers turn.
        let offset = self.plane(turned).normal.dot(pivot - self.center);
        let is_centered = offset.abs() < CENTERED;
        ByHand {
            offset: if is_centered { 0.0 } else { offset },
            ..turned
        }
    }
}

/// Where a line from the camera meets a level plane at a height; `None` where it is parallel to it or leads away from it.
#[must_use]
pub fn on_level(aim: &Aim, height: f64) -> Option<DVec3> {
    /// The least slope downwards.
    const LEAST: f64 = 1.0e-3;
    let (from, direction) = (aim.from.as_dvec3(), aim.direction.as_dvec3());
    let along = (height - from.y) / direction.y;
    (direction.y < -LEAST && along.is_finite() && along > -LEAST).then(|| from + direction * along)
}

/// The plane that the user sets by hand for the selected node.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct PlaneByHand {
    base: Option<Base>,
    /// How it differs from the plane that the node had.
    pub hand: ByHand,
    /// Whether the card of the node shows it, and the model its handles.
    pub is_open: bool,
}

impl PlaneByHand {
    /// Begins to set a plane for a node, or goes on. The numbers stay where the node has got the plane that they stand
    /// for. Returns whether the node has a plane that can be set.
    pub fn edit(&mut self, current: &OpenedLevel, node: NodeId) -> bool {
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

    /// The node, with the plane that it had.
    #[must_use]
    pub fn base(&self) -> Option<&Base> {
        self.base.as_ref()
    }

    /// The node and the plane that is set for it, while the card shows it.
    #[must_use]
    pub fn shown(&self, current: &OpenedLevel) -> Option<(NodeId, Plane)> {
        let base = self
            .base
            .as_ref()
            .filter(|base| self.is_open && base.ids == (current.tree_id(), current.level_id()))?;
        Some((base.node, base.plane(self.hand)))
    }

    /// The node and the plane that is set for it, where that is another than the node has.
    #[must_use]
    pub fn other(&self, current: &OpenedLevel) -> Option<(NodeId, Plane)> {
        self.shown(current).filter(|(node, plane)| {
            let view = current.tree.node(*node);
            view.is_some_and(|view| !is_same(&view.plane, plane))
        })
    }
}

/// Whether two planes are the same but for rounding.
fn is_same(a: &Plane, b: &Plane) -> bool {
    const NEAR: f64 = 1.0e-9;
    a.normal.distance(b.normal) < NEAR && (a.d - b.d).abs() < NEAR * (1.0 + a.d.abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::overlays::test_trees;
    use bspwalk_geometry::Aabb;
    use bspwalk_progress::Progress;
    use bspwalk_trees::node_storing::Replay;

    const CENTER: DVec3 = DVec3::new(1.0, 2.0, 3.0);

    /// A node with a plane through the middle of a cell of 8 by 4 by 6 metres.
    fn base(normal: DVec3) -> Base {
        let half = DVec3::new(4.0, 2.0, 3.0);
        let cell = Polyhedron::from_aabb(&Aabb {
            min: CENTER - half,
            max: CENTER + half,
        });
        let own = Plane::from_point_normal(CENTER, normal.normalize());
        Base::new(7, own, CENTER, cell)
    }

    fn aim(from: [f32; 3], to: [f32; 3]) -> Aim {
        let from = Vec3::from(from);
        Aim {
            from,
            direction: (Vec3::from(to) - from).normalize(),
        }
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

    /// The plane goes with the pointer: what was under it stays under it, whatever the pointer does along the plane.
    #[test]
    fn dragging_moves_a_plane_along_its_normal() {
        for normal in [DVec3::X, DVec3::new(1.0, 0.0, -2.0), DVec3::new(2.0, 1.0, 0.5)] {
            let base = base(normal);
            let start = base.moved(ByHand::default(), [CENTER, CENTER + DVec3::X * 0.3]);
            let [from, to] = [
                aim([9.0, 12.0, 8.0], [1.5, 2.0, 3.0]),
                aim([9.0, 12.0, 8.0], [2.3, 2.0, 3.9]),
            ]
            .map(|aim| on_level(&aim, 2.0).expect("it looks down"));
            let hand = base.moved(start, [from, to]);
            assert_eq!((hand.turn, hand.tilt), (start.turn, start.tilt));
            let [before, after] = [start, hand].map(|hand| base.plane(hand));
            assert!(
                (before.distance(from) - after.distance(to)).abs() < 1.0e-9,
                "{normal}"
            );
            assert!(after.normal.distance(before.normal) < 1.0e-12);
        }
        // It does not leave the cell.
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
    fn dragging_turns_a_plane_about_the_vertical_through_the_pivot() {
        for tilt in [0.0, 25.0] {
            let base = base(DVec3::X);
            let start = ByHand {
                offset: 0.8,
                turn: 10.0,
                tilt,
            };
            let before = base.plane(start);
            // A point of the plane at the height of the middle, aside of it, and one further along it.
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
            // At the pivot the pointer has no direction.
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
    fn a_line_along_the_cut_or_upwards_meets_it_nowhere() {
        assert_eq!(on_level(&aim([0.0, 2.0, 0.0], [5.0, 2.0, 0.0]), 2.0), None);
        assert_eq!(on_level(&aim([0.0, 5.0, 0.0], [5.0, 5.0, 0.0]), 2.0), None);
        assert_eq!(on_level(&aim([0.0, 5.0, 0.0], [5.0, 6.0, 0.0]), 2.0), None);
        assert_eq!(
            on_level(&aim([0.0, 1.0, 0.0], [5.0, 0.0, 0.0]), 2.0),
            None,
            "from below"
        );
        assert_eq!(on_level(&Aim::default(), 2.0), None);
        let met = on_level(&aim([0.0, 5.0, 0.0], [3.0, 2.0, 3.0]), 2.0).expect("it looks down");
        assert!(met.distance(DVec3::new(3.0, 2.0, 3.0)) < 1.0e-5);
    }

    #[test]
    fn the_numbers_stay_while_the_node_has_the_plane_that_they_stand_for() {
        let mut current = test_trees::current();
        let mut by_hand = PlaneByHand::default();
        assert!(!by_hand.edit(&current, u32::MAX));
        assert!(by_hand.edit(&current, 0) && by_hand.other(&current).is_none());
        by_hand.hand.offset = 0.25;
        let (node, plane) = by_hand.other(&current).expect("it is another plane");
        // The tree was built with it.
        let progress = Progress::default();
        let triangles = current.level.solid_triangles();
        let mut replay = Replay::new(current.tree.clone(), &triangles, &progress).expect("it is the level's");
        let tree = replay
            .with_plane(node, plane, &progress)
            .expect("it divides the level");
        current.tree = std::sync::Arc::new(tree);
        assert_eq!(by_hand.shown(&current), None, "another tree");
        assert!(by_hand.edit(&current, 0));
        assert_eq!(by_hand.hand.offset, 0.25);
        assert_eq!(by_hand.other(&current), None, "the node has it");
        // A tree from elsewhere has another plane there.
        let other = test_trees::current();
        current.tree = other.tree;
        assert!(by_hand.edit(&current, 0));
        assert_eq!(by_hand.hand, ByHand::default());
    }
}
