//! Drags a hand-placed plane: finds the handle under the pointer, and moves the plane with the pointer.

use bspwalk_geometry::Plane;
use bspwalk_trees::NodeId;
use glam::{DVec3, Vec2, Vec3};

use super::{
    Base, ByHand, Grip, Held, PlaneByHand, PlaneHandles, Ray, UncoveredView, handles::handles,
    intersect_horizontal_plane,
};
use crate::{
    Opened,
    view::{MODEL_ANGLE, ModelView, Orbit, View},
};

/// Distance within which a handle reacts to the pointer, in logical pixels.
const REACH: f32 = 14.0;

/// Pointer movement after which a press becomes a drag, in logical pixels.
const BEGINS: f32 = 2.0;

/// Cosine of the viewing angle from the vertical. If the camera looks down on a handle more steeply than this, dragging
/// up on the screen raises a horizontal plane.
const FROM_ABOVE: f32 = 0.93;

/// Minimum distance between a lifted plane and the cut above it (in metres).
const BELOW_CUT: f64 = 0.02;

/// Input for dragging the handles.
#[derive(Clone, Copy, Debug)]
pub struct DragInput<'a> {
    /// The level and its node-storing tree.
    pub opened: &'a Opened,
    /// View of the level.
    pub view: &'a ModelView,
    /// Height of the eye, in metres.
    pub eye: f32,
    /// Ray through the pointer: its origin in metres, and its unit direction.
    pub aim: [Vec3; 2],
    /// Size of the window, in logical pixels.
    pub size: Vec2,
    /// Centre of the area that panels leave free, in normalized device coordinates.
    pub middle: Vec2,
    /// Lower left and upper right corner of the area that no card covers, in normalized device coordinates.
    pub uncovered: [Vec2; 2],
    /// Whether the button is down.
    pub is_down: bool,
    /// Whether the button was pressed since the last call and the pointer is over the level.
    pub is_pressed: bool,
    /// Whether the pointer is over the level.
    pub is_free: bool,
}

/// Effect of a drag on the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Dragged {
    /// A handle was released, so the subtree of the node is to be rebuilt with this plane.
    Released(NodeId, Plane),
    /// A handle was grabbed, so a build in progress is to be cancelled.
    Grabbed,
}

impl PlaneHandles {
    /// Moves and turns the hand-placed plane by its handles.
    pub fn drag(&mut self, by_hand: &mut PlaneByHand, input: &DragInput<'_>) -> Option<Dragged> {
        let DragInput { view, aim, .. } = *input;
        let is_there = !view.is_eye() && view.away >= 1.0;
        let shown = by_hand.visible_plane(input.opened).filter(|_| is_there);
        let (Some((node, plane)), Some(orbit), Some(base)) = (shown, view.orbit, by_hand.base()) else {
            *self = Self::default();
            return None;
        };
        let seen = seen(&orbit, view.view == View::Plan, input);
        let cut = f64::from(view.cut_height(input.eye));
        let mut hand = by_hand.hand;
        let mut dragged = None;
        if let Some(held) = &mut self.held {
            held.moved |= pixels_from(held.from.as_vec3(), aim, &seen) > BEGINS;
            if input.is_down {
                let followed = follow(base, held, (aim, &seen), cut).filter(|_| held.moved);
                hand = followed.unwrap_or(hand);
            } else {
                let start = held.start;
                self.held = None;
                dragged = (hand != start).then_some(Dragged::Released(node, plane));
            }
        }
        let plane = base.plane(hand);
        let anchor = self.anchor.filter(|(of, _)| *of == node).map(|(_, at)| at);
        self.all.clear();
        self.is_above_cut = false;
        if let Some(polygon) = input.opened.tree.plane_in_cell(node, &plane) {
            self.is_above_cut = polygon.bounds().min.y >= cut;
            self.all = handles(&polygon, plane.normal, cut, &seen, anchor);
        }
        if let Some(held) = &self.held {
            // The held handle stays under the pointer, and the pivot stays where it is.
            for handle in &mut self.all {
                if matches!(held.grip, Grip::Turn(_)) {
                    if handle.grip == Grip::Move {
                        handle.at = held.pivot.as_vec3();
                    } else if handle.grip == held.grip
                        && let Some(at) = intersect_horizontal_plane(aim, held.pivot.y)
                    {
                        handle.at = at.as_vec3();
                    }
                }
            }
            let middle = self.all.iter().find(|handle| handle.grip == Grip::Move);
            self.anchor = middle.map(|middle| (node, middle.at)).or(self.anchor);
        } else {
            self.hot = nearest(self, aim, &seen).filter(|_| input.is_free);
            if let Some(grip) = self.hot.filter(|_| input.is_pressed) {
                self.grab(grip, hand, aim);
                dragged = Some(Dragged::Grabbed);
            }
        }
        by_hand.hand = hand;
        dragged
    }

    /// Starts to drag a handle.
    fn grab(&mut self, grip: Grip, start: ByHand, aim: Ray) {
        let at = |grip: Grip| {
            let handle = self.all.iter().find(|handle| handle.grip == grip);
            handle.map(|handle| handle.at)
        };
        let own = at(grip).unwrap_or_default();
        let pivot = at(Grip::Move).unwrap_or(own).as_dvec3();
        let from = intersect_horizontal_plane(aim, pivot.y);
        self.held = from.map(|from| Held {
            grip,
            start,
            from,
            pivot,
            moved: false,
        });
    }
}

/// Returns the plane that follows the pointer, or `None` if the pointer does not hit the horizontal plane of the pivot.
fn follow(base: &Base, held: &Held, (aim, seen): (Ray, &UncoveredView), cut: f64) -> Option<ByHand> {
    let level = held.pivot.y;
    match held.grip {
        Grip::Move => Some(base.moved(held.start, [held.from, intersect_horizontal_plane(aim, level)?])),
        Grip::Turn(_) => Some(base.turned(
            held.start,
            held.pivot,
            [held.from, intersect_horizontal_plane(aim, level)?],
        )),
        Grip::Lift => {
            let up = lifted(held.from, aim, seen)?.min(cut - BELOW_CUT - level);
            Some(base.moved(held.start, [held.pivot, held.pivot + DVec3::Y * up]))
        }
    }
}

/// Returns how far the pointer has moved up since it was at `from`, in metres.
fn lifted(from: DVec3, aim: Ray, seen: &UncoveredView) -> Option<f64> {
    let [origin, direction] = aim.map(Vec3::as_dvec3);
    let to = from.as_vec3() - seen.camera.translation;
    if !seen.perspective || to.normalize_or_zero().y < -FROM_ABOVE {
        // In a view from above, up corresponds to the direction towards the top of the screen.
        let up = (seen.camera.rotation * Vec3::Y).with_y(0.0).normalize_or_zero();
        return Some((intersect_horizontal_plane(aim, from.y)? - from).dot(up.as_dvec3()));
    }
    // Find the point on the vertical line through `from` that is closest to the pointer ray in a top view.
    let flat = direction.with_y(0.0);
    let along = (from - origin).dot(flat) / flat.length_squared();
    let up = origin.y + direction.y * along - from.y;
    up.is_finite().then_some(up)
}

/// Returns the distance of the pointer from a point on the screen, in logical pixels.
fn pixels_from(point: Vec3, aim: Ray, seen: &UncoveredView) -> f32 {
    let [from, direction] = aim;
    let to = point - from;
    let off = to - direction * to.dot(direction);
    off.length() / seen.pixel_at(point)
}

/// Returns the handle under the pointer.
fn nearest(handles: &PlaneHandles, aim: Ray, seen: &UncoveredView) -> Option<Grip> {
    let all = handles.all.iter();
    all.map(|handle| (pixels_from(handle.at, aim, seen), handle.grip))
        .filter(|(pixels, _)| *pixels <= REACH)
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, grip)| grip)
}

/// Returns the part of the view that no card covers.
fn seen(orbit: &Orbit, is_plan: bool, input: &DragInput<'_>) -> UncoveredView {
    let tangent = (MODEL_ANGLE * 0.5).tan();
    let up = if is_plan {
        tangent * orbit.distance
    } else {
        tangent
    };
    let size = input.size;
    let half = Vec2::new(up * size.x / size.y.max(1.0), up);
    UncoveredView {
        camera: if is_plan { orbit.pose_above() } else { orbit.pose() },
        perspective: !is_plan,
        corners: input.uncovered.map(|corner| (corner - input.middle) * half),
        pixel: 2.0 * up / size.y.max(1.0),
    }
}

#[cfg(test)]
mod tests {
    use glam::Quat;

    use super::*;
    use crate::{opened::three_rooms, plane_by_hand::Handle};

    fn orbit(pitch: f32) -> Orbit {
        Orbit {
            target: Vec3::ZERO,
            yaw: 0.6,
            pitch,
            distance: 20.0,
        }
    }

    /// Returns the ray from the camera through a point.
    fn aim(orbit: &Orbit, is_plan: bool, point: Vec3) -> Ray {
        if is_plan {
            return [point.with_y(30.0), Vec3::NEG_Y];
        }
        let from = orbit.pose().translation;
        [from, (point - from).normalize()]
    }

    /// Returns the view of an orbit in a window without cards.
    fn seen(orbit: &Orbit, is_plan: bool) -> UncoveredView {
        let input = DragInput {
            opened: &three_rooms(),
            view: &ModelView::default(),
            eye: 0.0,
            aim: [Vec3::ZERO; 2],
            size: Vec2::new(1280.0, 720.0),
            middle: Vec2::ZERO,
            uncovered: [Vec2::NEG_ONE, Vec2::ONE],
            is_down: false,
            is_pressed: false,
            is_free: true,
        };
        super::seen(orbit, is_plan, &input)
    }

    #[test]
    fn horizontal_plane_follows_the_pointer() {
        // When seen from the side, the plane stays under the pointer.
        let low = orbit(0.5);
        let view = |is_plan| seen(&low, is_plan);
        let from = DVec3::new(1.0, 0.5, -2.0);
        for up in [-0.4, 0.0, 1.5] {
            let pointed = aim(&low, false, (from + DVec3::Y * up).as_vec3());
            let found = lifted(from, pointed, &view(false)).expect("it follows");
            assert!((found - up).abs() < 1.0e-4, "{found} is not {up}");
        }
        // In the plan, the plane rises as the pointer moves up on the screen.
        let forward = (Quat::from_rotation_y(0.6) * Vec3::NEG_Z).as_dvec3();
        let pointed = aim(&low, true, (from + forward * 0.7).as_vec3());
        let found = lifted(from, pointed, &view(true)).expect("it follows");
        assert!((found - 0.7).abs() < 1.0e-4, "{found}");
    }

    #[test]
    fn only_handle_under_the_pointer_is_picked() {
        for is_plan in [false, true] {
            let orbit = orbit(0.9);
            let seen = seen(&orbit, is_plan);
            let handle = |grip, x: f32| Handle {
                grip,
                at: Vec3::new(x, 0.4, 0.0),
                along: Vec3::Z,
            };
            let all = vec![handle(Grip::Move, 0.0), handle(Grip::Turn(0), 2.0)];
            let handles = PlaneHandles {
                all,
                ..PlaneHandles::default()
            };
            let under = |x: f32| nearest(&handles, aim(&orbit, is_plan, Vec3::new(x, 0.4, 0.0)), &seen);
            assert_eq!(under(0.0), Some(Grip::Move));
            assert_eq!(under(2.05), Some(Grip::Turn(0)));
            assert_eq!(under(1.0), None);
            assert_eq!(under(f32::NAN), None);
        }
    }
}
