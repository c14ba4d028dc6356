//! Drags a hand-placed plane: finds the handle under the pointer, and moves the plane with the pointer.

use bevy::{prelude::*, window::PrimaryWindow};
use bevy_egui::input::EguiWantsInput;
use bspwalk_session::view::{MODEL_ANGLE, View};
use glam::DVec3;

use super::projection::transform;
use crate::app::{
    host::{
        shown::Shown,
        state::{Aim, OpenedLevel, Orbit, Player, ProgramState, Ui},
    },
    kit::layout::Screen,
    level::what_if::{
        Base, ByHand, Grip, Held, PlaneByHand, PlaneHandles, UncoveredView, WhatIf, handles,
        intersect_horizontal_plane,
    },
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

/// Moves and turns the hand-placed plane by its handles. Rebuilds the subtree when a handle is released.
pub(super) fn drag(
    buttons: Res<ButtonInput<MouseButton>>,
    egui: Option<Res<EguiWantsInput>>,
    (ui, aim, player, current): (Res<Ui>, Res<Aim>, Shown<Player>, Shown<OpenedLevel>),
    (program, screen): (Res<ProgramState>, Option<Res<Screen>>),
    windows: Query<&Window, With<PrimaryWindow>>,
    (mut by_hand, mut taken): (ResMut<PlaneByHand>, ResMut<PlaneHandles>),
    mut what_if: MessageWriter<WhatIf>,
) {
    if by_hand.is_open
        && let Some(node) = program.level.selected.node
    {
        // The tree built with this plane is a new tree, so restart editing.
        by_hand.bypass_change_detection().edit(&current, node);
    }
    let view = &program.view;
    let is_there = !view.is_eye() && view.away >= 1.0;
    let shown = by_hand.visible_plane(&current).filter(|_| is_there);
    let (Some((node, plane)), Some(orbit), Some(base)) = (shown, view.orbit, by_hand.base()) else {
        taken.set_if_neq(PlaneHandles::default());
        return;
    };
    let size = windows
        .iter()
        .next()
        .map_or(Vec2::new(1280.0, 720.0), Window::size);
    let seen = seen(&orbit, view.view == View::Plan, size, screen.as_deref());
    let cut = f64::from(view.cut_height(player.position.y));
    let mut new = taken.clone();
    let mut hand = by_hand.hand;
    if let Some(held) = &mut new.held {
        held.moved |= pixels_from(held.from.as_vec3(), &aim, &seen) > BEGINS;
        if buttons.pressed(MouseButton::Left) {
            let dragged = follow(base, held, (&aim, &seen), cut).filter(|_| held.moved);
            hand = dragged.unwrap_or(hand);
        } else {
            let start = held.start;
            new.held = None;
            if hand != start {
                what_if.write(WhatIf::Take(node, plane));
            }
        }
    }
    let plane = base.plane(hand);
    let anchor = new.anchor.filter(|(of, _)| *of == node).map(|(_, at)| at);
    new.all.clear();
    new.is_above_cut = false;
    if let Some(polygon) = current.tree.plane_in_cell(node, &plane) {
        new.is_above_cut = polygon.bounds().min.y >= cut;
        new.all = handles(&polygon, plane.normal, cut, &seen, anchor);
    }
    if let Some(held) = &new.held {
        // The held handle stays under the pointer, and the pivot stays where it is.
        for handle in &mut new.all {
            if matches!(held.grip, Grip::Turn(_)) {
                if handle.grip == Grip::Move {
                    handle.at = held.pivot.as_vec3();
                } else if handle.grip == held.grip
                    && let Some(at) = intersect_horizontal_plane(&aim, held.pivot.y)
                {
                    handle.at = at.as_vec3();
                }
            }
        }
        let middle = new.all.iter().find(|handle| handle.grip == Grip::Move);
        new.anchor = middle.map(|middle| (node, middle.at)).or(new.anchor);
    } else {
        let over_card = egui.is_some_and(|egui| egui.wants_any_pointer_input()) || ui.pointer_on_panel;
        let is_free = !over_card && !ui.help && !ui.captured;
        new.hot = nearest(&new, &aim, &seen).filter(|_| is_free);
        if let Some(grip) = new.hot.filter(|_| buttons.just_pressed(MouseButton::Left)) {
            let at = |grip: Grip| {
                new.all
                    .iter()
                    .find(|handle| handle.grip == grip)
                    .map(|handle| handle.at)
            };
            let own = at(grip).unwrap_or_default();
            let pivot = at(Grip::Move).unwrap_or(own).as_dvec3();
            let from = intersect_horizontal_plane(&aim, pivot.y);
            new.held = from.map(|from| Held {
                grip,
                start: hand,
                from,
                pivot,
                moved: false,
            });
            if program.level.trial.status().is_some() {
                what_if.write(WhatIf::Cancel);
            }
        }
    }
    if by_hand.hand != hand {
        by_hand.hand = hand;
    }
    taken.set_if_neq(new);
}

/// Returns the plane that follows the pointer, or `None` if the pointer does not hit the horizontal plane of the pivot.
fn follow(base: &Base, held: &Held, (aim, seen): (&Aim, &UncoveredView), cut: f64) -> Option<ByHand> {
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
fn lifted(from: DVec3, aim: &Aim, seen: &UncoveredView) -> Option<f64> {
    let direction = aim.direction.as_dvec3();
    let to = from.as_vec3() - seen.camera.translation;
    if !seen.perspective || to.normalize_or_zero().y < -FROM_ABOVE {
        // In a view from above, up corresponds to the direction towards the top of the screen.
        let up = seen.camera.up().with_y(0.0).normalize_or_zero();
        return Some((intersect_horizontal_plane(aim, from.y)? - from).dot(up.as_dvec3()));
    }
    // Find the point on the vertical line through `from` that is closest to the pointer ray in a top view.
    let flat = direction.with_y(0.0);
    let along = (from - aim.from.as_dvec3()).dot(flat) / flat.length_squared();
    let up = aim.from.as_dvec3().y + direction.y * along - from.y;
    up.is_finite().then_some(up)
}

/// Returns the distance of the pointer from a point on the screen, in logical pixels.
fn pixels_from(point: Vec3, aim: &Aim, seen: &UncoveredView) -> f32 {
    let to = point - aim.from;
    let off = to - aim.direction * to.dot(aim.direction);
    off.length() / seen.pixel_at(point)
}

/// Returns the handle under the pointer.
fn nearest(handles: &PlaneHandles, aim: &Aim, seen: &UncoveredView) -> Option<Grip> {
    let all = handles.all.iter();
    all.map(|handle| (pixels_from(handle.at, aim, seen), handle.grip))
        .filter(|(pixels, _)| *pixels <= REACH)
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, grip)| grip)
}

/// Returns the part of the view that no card covers. `size` is the window size in logical pixels.
fn seen(orbit: &Orbit, is_plan: bool, size: Vec2, screen: Option<&Screen>) -> UncoveredView {
    let tangent = (MODEL_ANGLE * 0.5).tan();
    let up = if is_plan {
        tangent * orbit.distance
    } else {
        tangent
    };
    let half = Vec2::new(up * size.x / size.y.max(1.0), up);
    let [middle, _] = screen.map_or([Vec2::ZERO, Vec2::ONE], Screen::free_share);
    let [low, high] = screen.map_or([Vec2::NEG_ONE, Vec2::ONE], Screen::uncovered_share);
    UncoveredView {
        camera: transform(if is_plan { orbit.pose_above() } else { orbit.pose() }),
        perspective: !is_plan,
        corners: [(low - middle) * half, (high - middle) * half],
        pixel: 2.0 * up / size.y.max(1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn orbit(pitch: f32) -> Orbit {
        Orbit {
            target: Vec3::ZERO,
            yaw: 0.6,
            pitch,
            distance: 20.0,
        }
    }

    /// Returns the ray from the camera through a point.
    fn aim(orbit: &Orbit, is_plan: bool, point: Vec3) -> Aim {
        if is_plan {
            let from = point.with_y(30.0);
            return Aim {
                from,
                direction: Vec3::NEG_Y,
            };
        }
        let from = orbit.pose().translation;
        let direction = (point - from).normalize();
        Aim { from, direction }
    }

    #[test]
    fn horizontal_plane_follows_the_pointer() {
        // When seen from the side, the plane stays under the pointer.
        let low = orbit(0.5);
        let view = |is_plan| seen(&low, is_plan, Vec2::new(1280.0, 720.0), None);
        let from = DVec3::new(1.0, 0.5, -2.0);
        for up in [-0.4, 0.0, 1.5] {
            let pointed = aim(&low, false, (from + DVec3::Y * up).as_vec3());
            let found = lifted(from, &pointed, &view(false)).expect("it follows");
            assert!((found - up).abs() < 1.0e-4, "{found} is not {up}");
        }
        // In the plan, the plane rises as the pointer moves up on the screen.
        let forward = (Quat::from_rotation_y(0.6) * Vec3::NEG_Z).as_dvec3();
        let pointed = aim(&low, true, (from + forward * 0.7).as_vec3());
        let found = lifted(from, &pointed, &view(true)).expect("it follows");
        assert!((found - 0.7).abs() < 1.0e-4, "{found}");
    }

    #[test]
    fn only_handle_under_the_pointer_is_picked() {
        use crate::app::level::what_if::Handle;
        for is_plan in [false, true] {
            let orbit = orbit(0.9);
            let seen = seen(&orbit, is_plan, Vec2::new(1280.0, 720.0), None);
            let handle = |grip, x: f32| Handle {
                grip,
                at: Vec3::new(x, 0.4, 0.0),
                along: Vec3::Z,
            };
            let all = vec![handle(Grip::Move, 0.0), handle(Grip::Turn(0), 2.0)];
            let handles = PlaneHandles { all, ..default() };
            let under = |x: f32| nearest(&handles, &aim(&orbit, is_plan, Vec3::new(x, 0.4, 0.0)), &seen);
            assert_eq!(under(0.0), Some(Grip::Move));
            assert_eq!(under(2.05), Some(Grip::Turn(0)));
            assert_eq!(under(1.0), None);
            assert_eq!(under(f32::NAN), None);
        }
    }
}
