//! Tests for undoing and redoing plane changes, overlays, selections and camera jumps.

use std::sync::Arc;

use bevy::{input::ButtonState, prelude::*};
use bspwalk::app::{
    host::state::{Action, OpenedLevel, Overlays, Page, ProgramState},
    level::what_if::WhatIf,
};
use bspwalk_geometry::Plane;
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::{NodeId, NodeTree};

use crate::app::harness::{Rig, THREE_ROOMS, room};

fn words(rig: &Rig) -> [Option<String>; 2] {
    let history = &rig.resource::<ProgramState>().undo;
    [history.undo_words(), history.redo_words()].map(|words| words.map(str::to_owned))
}

fn send(rig: &mut Rig, command: Action) {
    rig.run_for(command, 2);
}

fn overlays(rig: &mut Rig) -> &mut Overlays {
    &mut rig.resource_mut::<ProgramState>().into_inner().overlays
}

fn selected(rig: &Rig) -> Option<NodeId> {
    rig.selected().node
}

fn tree(rig: &Rig) -> Arc<NodeTree> {
    rig.shown::<OpenedLevel>().tree.clone()
}

fn pose(rig: &mut Rig) -> (Vec3, [f32; 2], bool) {
    let player = rig.player();
    (player.position, [player.yaw, player.pitch], player.walking)
}

#[test]
fn changes_are_undone_in_order_and_redone() {
    let mut rig = Rig::selecting(THREE_ROOMS);
    rig.player().walking = false;
    rig.player().noclip = true;
    rig.frames(2);
    let start = (
        overlays(&mut rig).clone(),
        selected(&rig),
        pose(&mut rig),
        tree(&rig),
    );
    assert_eq!(words(&rig), [None, None], "opening a level is no change");

    overlays(&mut rig).set(OverlayKind::Planes, true);
    rig.frames(1);
    let with_planes = overlays(&mut rig).clone();
    send(&mut rig, Action::SelectNode(NodeId(2)));
    // Walking and turning do not count as changes.
    let moved = rig.player().position + Vec3::X;
    rig.player().position = moved;
    rig.player().yaw += 0.5;
    rig.frames(2);
    let there = pose(&mut rig);
    rig.player().position = moved + Vec3::Z * 0.001;
    send(&mut rig, Action::Respawn);
    let at_spawn = pose(&mut rig);
    let center = tree(&rig).bounds().center();
    let leaning = Plane::from_point_normal(center, bevy::math::DVec3::new(0.6, 0.0, 0.8));
    rig.send(WhatIf::Take(NodeId::ROOT, leaning));
    rig.until("another tree", |rig| !Arc::ptr_eq(&tree(rig), &start.3));
    rig.frames(2);
    let second = tree(&rig);
    assert_eq!(selected(&rig), Some(NodeId::ROOT), "the changed node is selected");

    let names = [
        "try another plane for node 0",
        "go to the spawn",
        "select node 2",
        "show split planes",
    ];
    for (number, name) in names.into_iter().enumerate() {
        assert_eq!(words(&rig)[0].as_deref(), Some(name));
        send(&mut rig, Action::Undo);
        rig.assert_told(&["Undone", name]);
        match number {
            0 => {
                assert!(Arc::ptr_eq(&tree(&rig), &start.3));
                assert_eq!(selected(&rig), Some(NodeId(2)));
                assert_eq!(rig.resource::<ProgramState>().level.trial.change_counts(), [0, 0]);
            }
            1 => assert!(pose(&mut rig).0.distance(there.0) < 0.01 && pose(&mut rig).1 == there.1),
            2 => assert_eq!(selected(&rig), start.1),
            _ => assert_eq!(*overlays(&mut rig), start.0),
        }
    }
    assert_eq!(words(&rig)[0], None);
    send(&mut rig, Action::Undo);
    rig.assert_told(&["nothing to undo"]);
    for name in names.into_iter().rev() {
        assert_eq!(words(&rig)[1].as_deref(), Some(name));
        send(&mut rig, Action::Redo);
    }
    assert_eq!(*overlays(&mut rig), with_planes);
    assert_eq!(selected(&rig), Some(NodeId::ROOT));
    assert_eq!(pose(&mut rig).0, at_spawn.0);
    assert!(Arc::ptr_eq(&tree(&rig), &second));
    assert_eq!(rig.resource::<ProgramState>().level.trial.change_counts(), [1, 1]);
    assert_eq!(words(&rig)[1], None);
}

#[test]
fn drag_is_one_change() {
    let mut rig = Rig::selecting(&room());
    let before = overlays(&mut rig).plane_opacity;
    rig.button(MouseButton::Left, ButtonState::Pressed);
    // A click in the level captures the mouse, but a click on a slider does not.
    rig.resource_mut::<ProgramState>().ui.captured = false;
    for step in 1..6_u8 {
        overlays(&mut rig).plane_opacity = 0.3 + 0.1 * f32::from(step);
        rig.frames(1);
        rig.resource_mut::<ProgramState>().ui.captured = false;
        assert_eq!(words(&rig)[0], None, "it is still dragged");
    }
    rig.button(MouseButton::Left, ButtonState::Released);
    rig.frames(2);
    assert_eq!(words(&rig)[0].as_deref(), Some("change the overlay options"));
    send(&mut rig, Action::Undo);
    assert_eq!(overlays(&mut rig).plane_opacity, before);
    assert_eq!(words(&rig)[0], None);
}

#[test]
fn undo_of_a_pasted_view_restores_everything() {
    let mut rig = Rig::selecting(&room());
    rig.player().walking = false;
    send(&mut rig, Action::CopyView);
    let copied = pose(&mut rig);
    overlays(&mut rig).set(OverlayKind::Cells, true);
    rig.player().teleport(copied.0 + Vec3::Y * 0.3);
    rig.frames(2);
    let (here, shown) = (pose(&mut rig), overlays(&mut rig).clone());
    send(&mut rig, Action::PasteView);
    rig.frames(2);
    assert!(pose(&mut rig).0.distance(copied.0) < 0.01);
    assert_eq!(words(&rig)[0].as_deref(), Some("go to a view"));
    send(&mut rig, Action::Undo);
    assert!(pose(&mut rig).0.distance(here.0) < 0.01);
    assert_eq!(*overlays(&mut rig), shown);
}

#[test]
fn quiz_is_no_change() {
    let mut rig = Rig::selecting(THREE_ROOMS);
    send(&mut rig, Action::SelectNode(NodeId(2)));
    overlays(&mut rig).set(OverlayKind::Cells, true);
    rig.frames(2);
    let before = (words(&rig), overlays(&mut rig).clone(), selected(&rig));
    send(&mut rig, Action::ToggleQuiz);
    assert_eq!(selected(&rig), None, "the question is shown alone");
    send(&mut rig, Action::ToggleQuiz);
    assert_eq!((words(&rig), overlays(&mut rig).clone(), selected(&rig)), before);
}

#[test]
fn another_level_leaves_nothing_to_undo() {
    let mut rig = Rig::selecting(&room());
    send(&mut rig, Action::SelectNode(NodeId(0)));
    assert!(words(&rig)[0].is_some());
    let other = rig.file("other.obj", THREE_ROOMS.as_bytes());
    rig.drop_file(&other);
    rig.frames(2);
    assert_eq!(words(&rig), [None, None]);
    send(&mut rig, Action::SelectNode(NodeId(1)));
    assert_eq!(words(&rig)[0].as_deref(), Some("select node 1"));
    // Undoing a selection uses the same history as the back and forward keys.
    send(&mut rig, Action::SelectNode(NodeId(2)));
    send(&mut rig, Action::Undo);
    assert_eq!(selected(&rig), Some(NodeId(1)));
    send(&mut rig, Action::SelectionForward);
    assert_eq!(selected(&rig), Some(NodeId(2)));
    // On the page of the planar tree, only changes to its drawing are undone.
    rig.resource_mut::<ProgramState>().ui.page = Some(Page::PlanarTree);
    send(&mut rig, Action::Undo);
    assert_eq!(selected(&rig), Some(NodeId(2)));
}
