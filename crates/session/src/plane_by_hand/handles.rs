//! Positions of the handles for dragging a hand-placed plane in the model.

use bspwalk_geometry::{Polygon, cut_at_height};
use bspwalk_trees::node_storing::NodeId;
use glam::{DVec3, Vec2, Vec3};

use super::ByHand;
use crate::view::Pose;

/// Vertical component of the unit normal above which a plane counts as nearly horizontal. The intersection line of such
/// a plane with the cut is not useful for dragging.
const FLAT: f64 = 0.9;

/// Height of the drag line for a polygon that is entirely below the cut, as a fraction of the polygon's height.
const BELOW_CUT: f64 = 0.8;

/// Minimum distance between the turning handles and the middle handle, in logical pixels.
const APART: f32 = 48.0;

/// Minimum distances of the turning handles and of the middle handle from the ends of the visible line, as fractions of
/// the line's length.
const FROM_END: f32 = 0.08;
const MIDDLE: f32 = 0.25;

/// Effect of dragging a handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grip {
    /// Moves the plane along its normal.
    Move,
    /// Moves a horizontal plane up and down.
    Lift,
    /// Turns the plane about the vertical axis. There is one such handle on each side of the middle handle.
    Turn(u8),
}

/// A handle for dragging a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handle {
    /// Effect of dragging the handle.
    pub grip: Grip,
    /// Position (in metres).
    pub at: Vec3,
    /// Drag direction as a unit vector. Dragging in the opposite direction also works.
    pub along: Vec3,
}

/// A handle that is being dragged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Held {
    /// Effect of dragging the handle.
    pub grip: Grip,
    /// Plane before the drag.
    pub start: ByHand,
    /// Position where the pointer grabbed the plane (in metres).
    pub from: DVec3,
    /// Pivot of the rotation. The pointer is projected onto the horizontal plane through this point.
    pub pivot: DVec3,
    /// Whether the pointer has moved. Until it does, the press may still become a click.
    pub moved: bool,
}

/// Handles of the hand-placed plane.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlaneHandles {
    /// Visible handles; empty if there is no hand-placed plane or if the cutaway view does not show it.
    pub all: Vec<Handle>,
    /// Handle under the pointer, if any.
    pub hot: Option<Grip>,
    /// Handle that is being dragged, if any.
    pub held: Option<Held>,
    /// Whether the plane is above the cut.
    pub is_above_cut: bool,
    /// Node whose plane is edited, and the point near which the middle handle stays.
    pub anchor: Option<(NodeId, Vec3)>,
}

/// Part of the view that is not covered by cards, in camera space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UncoveredView {
    /// Pose of the camera.
    pub camera: Pose,
    /// Whether the projection is perspective.
    pub perspective: bool,
    /// Lower left and upper right corners, as offsets to the right and up (in metres). In a perspective projection,
    /// they are measured at a distance of 1 m.
    pub corners: [Vec2; 2],
    /// Size of a logical pixel at the distance where `corners` is measured (in metres).
    pub pixel: f32,
}

impl UncoveredView {
    fn depth(&self, local: Vec3) -> f32 {
        if self.perspective { -local.z } else { 1.0 }
    }

    fn local(&self, point: Vec3) -> Vec3 {
        self.camera.rotation.inverse() * (point - self.camera.translation)
    }

    /// Returns the size of a logical pixel at a point (in metres).
    #[must_use]
    pub fn pixel_at(&self, point: Vec3) -> f32 {
        self.pixel * self.depth(self.local(point)).max(0.0)
    }

    /// Returns the visible part of a segment as two fractions of its length, or `None` if no part is visible.
    fn clip(&self, ends: [Vec3; 2]) -> Option<[f32; 2]> {
        /// Distance from the camera to the near plane (in metres).
        const NEAR: f32 = 0.01;
        // Signed distances to the four side planes and the near plane, positive inside the view.
        let [low, high] = self.corners;
        let sides = ends.map(|end| {
            let local = self.local(end);
            let depth = self.depth(local);
            [
                local.x - low.x * depth,
                high.x * depth - local.x,
                local.y - low.y * depth,
                high.y * depth - local.y,
                -local.z - NEAR,
            ]
        });
        let [mut first, mut last] = [0.0_f32, 1.0];
        for (from, to) in sides[0].into_iter().zip(sides[1]) {
            // Position of the intersection with this plane, as a fraction of the segment's length.
            let share = from / (from - to);
            match (from >= 0.0, to >= 0.0) {
                (true, true) => {}
                (false, true) => first = first.max(share),
                (true, false) => last = last.min(share),
                (false, false) => return None,
            }
        }
        (first < last).then_some([first, last])
    }

    fn sees(&self, point: Vec3) -> bool {
        let local = self.local(point);
        let place = local.truncate() / self.depth(local);
        let [low, high] = self.corners;
        local.z < 0.0 && place.cmpge(low).all() && place.cmple(high).all()
    }
}

/// Returns the handles of a plane with the given unit normal. `polygon` is the part of the plane inside its cell.
///
/// The handles are on the visible part of the line where the plane intersects the cut. The middle handle is near
/// `anchor`.
pub(super) fn handles(
    polygon: &Polygon,
    normal: DVec3,
    cut: f64,
    seen: &UncoveredView,
    anchor: Option<Vec3>,
) -> Vec<Handle> {
    let bounds = polygon.bounds();
    if bounds.min.y >= cut {
        return Vec::new();
    }
    let corners: Vec<DVec3> = polygon.positions().collect();
    let center = (corners.iter().sum::<DVec3>() / corners.len().max(1) as f64).as_vec3();
    if normal.y.abs() > FLAT {
        let handle = Handle {
            grip: Grip::Lift,
            at: center,
            along: Vec3::Y,
        };
        return Vec::from_iter(seen.sees(center).then_some(handle));
    }
    let level = if bounds.max.y > cut {
        cut
    } else {
        bounds.min.y + BELOW_CUT * (bounds.max.y - bounds.min.y)
    };
    let Some(ends) = cut_at_height(&corners, level).map(|ends| ends.map(DVec3::as_vec3)) else {
        return Vec::new();
    };
    let Some([first, last]) = seen.clip(ends) else {
        return Vec::new();
    };
    let [from, to] = ends;
    let along = normal.as_vec3().with_y(0.0).normalize_or_zero();
    let line = to - from;
    let wanted = (anchor.unwrap_or(center) - from).dot(line) / line.length_squared();
    let inner = MIDDLE * (last - first);
    let middle = from + line * wanted.clamp(first + inner, last - inner);
    let apart = APART * seen.pixel_at(middle);
    let direction = line.normalize_or_zero();
    let margin = FROM_END * (last - first);
    let ends = [(0, first + margin, -1.0), (1, last - margin, 1.0)].map(|(number, share, sign)| {
        let away = (from + line * share - middle).dot(direction) * sign;
        Handle {
            grip: Grip::Turn(number),
            at: middle + direction * sign * away.max(apart),
            along,
        }
    });
    let middle = Handle {
        grip: Grip::Move,
        at: middle,
        along,
    };
    [middle].into_iter().chain(ends).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_geometry::Plane;
    use glam::Quat;

    /// Returns a camera 20 m above the origin that looks straight down, with −Z up, and sees 20 by 10 m there.
    fn seen(perspective: bool) -> UncoveredView {
        let half = Vec2::new(10.0, 5.0) / if perspective { 20.0 } else { 1.0 };
        UncoveredView {
            camera: Pose {
                translation: Vec3::Y * 20.0,
                rotation: Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2),
            },
            perspective,
            corners: [-half, half],
            pixel: 2.0 * half.y / 720.0,
        }
    }

    /// Returns a vertical rectangle at z = 1 that extends from −`half` to `half` along x and from 0 m to 3 m in height.
    fn sheet(half: f64) -> (Polygon, DVec3) {
        let corners = [(-half, 0.0), (half, 0.0), (half, 3.0), (-half, 3.0)];
        let polygon = Polygon::from_points(corners.map(|(x, y)| DVec3::new(x, y, 1.0)));
        (polygon, DVec3::Z)
    }

    #[test]
    fn handles_stand_on_the_cut_and_in_view() {
        for perspective in [false, true] {
            for (half, cut, level) in [(3.0, 2.0, 2.0), (90.0, 0.01, 0.01), (3.0, 9.0, 2.4)] {
                let (polygon, normal) = sheet(half);
                let found = handles(&polygon, normal, cut, &seen(perspective), None);
                assert_eq!(
                    found.iter().map(|handle| handle.grip).collect::<Vec<_>>(),
                    [Grip::Move, Grip::Turn(0), Grip::Turn(1)]
                );
                for handle in &found {
                    assert!((handle.at.y - level as f32).abs() < 1.0e-4, "{handle:?}");
                    assert!((handle.at.z - 1.0).abs() < 1.0e-4 && handle.along == Vec3::Z);
                    assert!(
                        handle.at.x.abs() <= 10.1 && seen(perspective).sees(handle.at),
                        "{handle:?}"
                    );
                }
                let [middle, left, right] = [0, 1, 2].map(|i: usize| found[i].at.x);
                assert!(
                    (left - middle) * (right - middle) < 0.0,
                    "{left} {middle} {right}"
                );
            }
        }
        let (polygon, normal) = sheet(3.0);
        assert_eq!(
            handles(&polygon, normal, -1.0, &seen(true), None),
            [],
            "above the cut"
        );
        let mut away = seen(true);
        away.camera.translation.z = 90.0;
        assert_eq!(handles(&polygon, normal, 2.0, &away, None), [], "out of view");
    }

    #[test]
    fn handles_of_a_short_line_stay_apart() {
        let (polygon, normal) = sheet(0.05);
        let view = seen(true);
        let found = handles(&polygon, normal, 2.0, &view, Some(Vec3::new(70.0, 0.0, 0.0)));
        for end in &found[1..] {
            let pixels = end.at.distance(found[0].at) / view.pixel_at(end.at);
            assert!((pixels - APART).abs() < 0.5, "{pixels}");
        }
    }

    #[test]
    fn a_plane_that_lies_flat_has_one_handle() {
        let corners = [(-2.0, -2.0), (-2.0, 2.0), (2.0, 2.0), (2.0, -2.0)];
        let polygon = Polygon::from_points(corners.map(|(x, z)| DVec3::new(x, 1.0, z)));
        let plane: Option<Plane> = polygon.plane();
        let normal = plane.expect("it has an area").normal;
        let found = handles(&polygon, normal, 2.0, &seen(false), None);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].grip, found[0].at), (Grip::Lift, Vec3::Y));
    }
}
