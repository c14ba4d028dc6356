//! Tests for dragging a hand-placed plane with the mouse, in the model view.

use bevy::{input::ButtonState, prelude::*};
use bspwalk::app::{
    host::{
        shown::ShownIn,
        state::{Action, Aim, OpenedLevel, Orbit, ProgramState},
    },
    level::what_if::{PlaneByHand, PlaneHandles},
};
use bspwalk_session::{
    plane_by_hand::{ByHand, Grip, Handle},
    view::{ModelView, View},
};
use bspwalk_trees::node_storing::NodeId;

use crate::app::harness::{Rig, THREE_ROOMS};

/// Creates a rig that shows the three rooms in the model view, cut open 1.8 m above their lowest point.
fn rig() -> Rig {
    let mut rig = Rig::selecting(THREE_ROOMS);
    let bounds = rig.current().level.bounds;
    let half = Vec2::new(0.6, 0.38);
    let orbit = Orbit::framing([bounds.min.as_vec3(), bounds.max.as_vec3()], [0.4, 0.95], half);
    rig.resource_mut::<ProgramState>().view = ModelView {
        view: View::Model,
        orbit: Some(orbit),
        cut: Some(bounds.min.y as f32 + 1.8),
        away: 1.0,
        ..ModelView::default()
    };
    rig.frames(2);
    rig
}

fn edit(rig: &mut Rig, node: NodeId) {
    rig.run(Action::SelectNode(node));
    rig.app
        .world_mut()
        .resource_scope(|world, mut by_hand: Mut<PlaneByHand>| {
            assert!(by_hand.edit(world.shown::<OpenedLevel>(), node));
        });
    rig.frames(1);
}

/// Points the mouse at a position in the model.
fn point_at(rig: &mut Rig, place: Vec3) {
    let view = &rig.resource::<ProgramState>().view;
    let from = view.orbit.expect("it was set").pose().translation;
    let direction = (place - from).normalize();
    rig.app.insert_resource(Aim { from, direction });
    rig.frames(1);
}

fn handle(rig: &Rig, grip: Grip) -> Option<Handle> {
    let handles = rig.resource::<PlaneHandles>();
    handles.all.iter().copied().find(|handle| handle.grip == grip)
}

fn hand(rig: &Rig) -> ByHand {
    rig.resource::<PlaneByHand>().hand
}

fn orbit(rig: &Rig) -> Option<Orbit> {
    rig.resource::<ProgramState>().view.orbit
}

/// Returns a node whose plane has a handle of the given kind, and the handle.
fn node_with(rig: &mut Rig, grip: Grip) -> (NodeId, Handle) {
    for node in rig.current().tree.node_ids() {
        edit(rig, node);
        if let Some(handle) = handle(rig, grip) {
            return (node, handle);
        }
    }
    panic!("no plane has a handle {grip:?}");
}

/// Drags from one position in the model to another. Does not release the button.
fn drag(rig: &mut Rig, from: Vec3, to: Vec3) {
    point_at(rig, from);
    rig.button(MouseButton::Left, ButtonState::Pressed);
    for share in [0.5, 1.0] {
        rig.move_mouse(Vec2::new(40.0, 10.0));
        point_at(rig, from.lerp(to, share));
    }
}

fn let_go(rig: &mut Rig) {
    rig.button(MouseButton::Left, ButtonState::Released);
    rig.frames(1);
    rig.until("the subtree", |rig| {
        rig.resource::<ProgramState>().level.trial.status().is_none()
    });
    rig.frames(2);
}

#[test]
fn middle_handle_moves_plane_and_release_builds() {
    let mut rig = rig();
    let (node, middle) = node_with(&mut rig, Grip::Move);
    let before = orbit(&rig);
    let own = rig.current().tree.node(node).expect("it exists").plane;
    // Drag towards the centre, so that the plane divides some faces.
    let center = rig.current().level.bounds.center().as_vec3();
    let inwards = middle.along * (center - middle.at).dot(middle.along).signum();
    let to = middle.at + inwards * 0.6;
    drag(&mut rig, middle.at, to);
    let moved = hand(&rig);
    assert!(
        (moved.offset.abs() - 0.6).abs() < 0.02 && moved.turn == 0.0,
        "{moved:?}"
    );
    assert_eq!(orbit(&rig), before, "the model stays");
    assert_eq!(rig.resource::<ProgramState>().level.trial.change_counts(), [0, 0]);
    let (_, shown) = {
        let world = rig.app.world();
        let current = world.shown::<OpenedLevel>();
        world
            .resource::<PlaneByHand>()
            .changed_plane(current)
            .expect("it is shown")
    };
    assert!(
        shown.distance(to.as_dvec3()).abs() < 0.02,
        "the sheet follows the pointer"
    );
    let_go(&mut rig);
    let trial = &rig.resource::<ProgramState>().level.trial;
    assert_eq!(trial.change_counts(), [1, 1], "it was built once");
    let tree = rig.current().tree.clone();
    assert_eq!(tree.validate(), Ok(()));
    let new = tree.node(node).expect("it exists").plane;
    assert!(new.normal.distance(own.normal) < 1.0e-9 && new.distance(to.as_dvec3()).abs() < 0.02);
    assert_eq!(hand(&rig), moved, "the numbers stay");
    assert!(handle(&rig, Grip::Move).is_some(), "it can be dragged on");
}

#[test]
fn escape_cancels_a_drag() {
    let mut rig = rig();
    let (_, middle) = node_with(&mut rig, Grip::Move);
    drag(&mut rig, middle.at, middle.at + middle.along * 0.6);
    assert_ne!(hand(&rig), ByHand::default());
    rig.tap_for(KeyCode::Escape, 2);
    assert_eq!(hand(&rig), ByHand::default(), "the plane is back");
    point_at(&mut rig, middle.at + middle.along * 0.9);
    let_go(&mut rig);
    assert_eq!(hand(&rig), ByHand::default());
    assert_eq!(rig.resource::<ProgramState>().level.trial.change_counts(), [0, 0]);
}

#[test]
fn end_handle_turns_the_plane_about_the_middle() {
    let mut rig = rig();
    let (node, end) = node_with(&mut rig, Grip::Turn(1));
    let middle = handle(&rig, Grip::Move).expect("there is a middle").at;
    let own = rig.current().tree.node(node).expect("it exists").plane;
    let before = orbit(&rig);
    let to = middle + Quat::from_rotation_y(0.3) * (end.at - middle);
    drag(&mut rig, end.at, to);
    assert!(
        (hand(&rig).turn - 0.3_f64.to_degrees()).abs() < 0.2,
        "{:?}",
        hand(&rig)
    );
    assert_eq!(orbit(&rig), before);
    let_go(&mut rig);
    let new = rig.current().tree.node(node).expect("it exists").plane;
    assert!(new.distance(middle.as_dvec3()).abs() < 1.0e-3, "the middle stays");
    assert!((new.normal.dot(own.normal) - 0.3_f64.cos()).abs() < 1.0e-3);
}

#[test]
fn drag_outside_handles_turns_the_model() {
    let mut rig = rig();
    let (_, middle) = node_with(&mut rig, Grip::Move);
    let before = orbit(&rig);
    let beside = middle.at + Vec3::new(1.3, 0.0, 1.1);
    drag(&mut rig, beside, beside + Vec3::X);
    let_go(&mut rig);
    assert_eq!(hand(&rig), ByHand::default());
    assert_ne!(orbit(&rig), before);
    assert_eq!(rig.resource::<ProgramState>().level.trial.change_counts(), [0, 0]);
}

#[test]
fn horizontal_plane_is_lifted_up_to_the_cut() {
    let mut rig = rig();
    // Look from the side.
    if let Some(orbit) = &mut rig.resource_mut::<ProgramState>().view.orbit {
        orbit.pitch = 0.6;
    }
    let (node, handle) = node_with(&mut rig, Grip::Lift);
    let cut = rig.resource::<ProgramState>().view.cut.expect("it was set");
    for (up, expected) in [(0.3, handle.at.y + 0.3), (50.0, cut)] {
        edit(&mut rig, node);
        drag(&mut rig, handle.at, handle.at + Vec3::Y * up);
        let plane = {
            let world = rig.app.world();
            let by_hand = world.resource::<PlaneByHand>();
            by_hand.base().expect("it is edited").plane(hand(&rig))
        };
        let height = -plane.d * plane.normal.y;
        assert!(
            (height - f64::from(expected)).abs() < 0.05,
            "{height} is not {expected}"
        );
        // Drag the handle back to its original position, so that nothing is built.
        point_at(&mut rig, handle.at);
        let_go(&mut rig);
    }
}
