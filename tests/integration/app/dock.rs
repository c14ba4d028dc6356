//! Tests for the tree dock, the selection history, and looking at a node, using keys and commands.

use bevy::prelude::*;
use bspwalk::app::{
    host::state::{Action, ProgramState, Ui},
    input::settings::Settings,
    level::leaf_tree::{LeafTreeData, LeafTreeState},
};
use bspwalk_session::view::{ModelView, View};
use bspwalk_trees::{node_storing::NodeId, solid_leaf::LeafId};

use crate::app::harness::{Rig, THREE_ROOMS, room};

fn rig(text: &str) -> Rig {
    let mut rig = Rig::selecting(text);
    rig.until_leaves();
    rig.player().teleport(Vec3::new(2.0, 1.5, 1.0));
    rig.frames(2);
    rig
}

fn selected(rig: &Rig) -> (Option<NodeId>, Option<LeafId>) {
    let world = rig.app.world();
    let selection = world.resource::<ProgramState>().level.selected;
    (selection.node, selection.leaf)
}

fn ui(rig: &Rig) -> Ui {
    rig.resource::<ProgramState>().ui
}

fn view(rig: &Rig) -> &ModelView {
    &rig.resource::<ProgramState>().view
}

#[test]
fn closing_panel_and_dock_recaptures_the_mouse() {
    let mut rig = rig(&room());
    rig.click();
    assert!(ui(&rig).captured);
    rig.run_for(Action::ToggleTreeDock, 2);
    assert!(ui(&rig).dock && !ui(&rig).captured);
    rig.with_ctrl(KeyCode::KeyB, "b");
    rig.frames(1);
    assert!(ui(&rig).panel && ui(&rig).dock && !ui(&rig).captured);
    rig.run_for(Action::ToggleTreeDock, 2);
    assert!(!ui(&rig).captured, "the panel is still open");
    rig.with_ctrl(KeyCode::KeyB, "b");
    rig.frames(1);
    assert!(ui(&rig).captured);
    // If the mouse was already free, it stays free.
    rig.tap_for(KeyCode::Escape, 2);
    for _ in 0..2 {
        rig.run_for(Action::ToggleTreeDock, 2);
    }
    assert!(!ui(&rig).dock && !ui(&rig).captured);
    assert!(rig.resource::<Settings>().dock_height > 0.0);
}

#[test]
fn selection_history_ends_with_the_level() {
    let mut rig = rig(&room());
    rig.run(Action::SelectionBack);
    rig.assert_told(&["There is no previous selection"]);
    // There is a node and a leaf under the crosshair.
    rig.run(Action::SelectUnderCrosshair);
    let first = selected(&rig);
    assert!(first.0.is_some() && first.1.is_some(), "{first:?}");
    let other = rig
        .current()
        .tree
        .node_ids()
        .find(|&node| Some(node) != first.0)
        .expect("another node");
    rig.run(Action::SelectNode(other));
    let second = selected(&rig);
    assert_eq!(second, (Some(other), first.1));
    rig.run(Action::ClearSelection);
    assert_eq!(selected(&rig), (None, None));
    for (command, expected) in [
        (Action::SelectionBack, second),
        (Action::SelectionBack, first),
        (Action::SelectionBack, first),
        (Action::SelectionForward, second),
        (Action::SelectionForward, second),
    ] {
        rig.run(command);
        assert_eq!(selected(&rig), expected, "{command:?}");
    }
    rig.assert_told(&["There is no next selection"]);
    // The nodes of a different level are unrelated to the selection history, so the history is cleared.
    let file = rig.file("second.obj", room().as_bytes());
    rig.drop_file(&file);
    rig.frames(2);
    assert!(!rig.resource::<ProgramState>().level.selections.can_go_back());
    rig.run(Action::SelectionBack);
    assert_eq!(selected(&rig), (None, None));
}

/// Returns whether the eye looks at the node's plane and no face hides all of it.
fn sees_plane(rig: &mut Rig, node: NodeId) -> bool {
    let (eye, forward) = (rig.player().position, rig.player().forward());
    let tree = &rig.current().tree;
    let polygon = tree.plane_polygon(node).expect("it has a plane");
    let corners: Vec<Vec3> = polygon.positions().map(glam::DVec3::as_vec3).collect();
    let middle = corners.iter().sum::<Vec3>() / corners.len() as f32;
    let points = corners
        .iter()
        .map(|corner| corner.lerp(middle, 0.3))
        .chain([middle]);
    let mut seen = points.filter(|&point| tree.cast(eye, eye + (point - eye) * 0.99).is_none());
    seen.any(|point| forward.dot((point - eye).normalize()) > 0.5)
}

#[test]
fn flying_body_moves_to_see_the_plane() {
    let mut rig = rig(&room());
    rig.notices();
    rig.run(Action::LookAtSelection);
    rig.assert_told(&["Select a node or a leaf first"]);
    for node in rig.current().tree.node_ids() {
        rig.run(Action::SelectNode(node));
        rig.run_for(Action::LookAtSelection, 21);
        assert!(sees_plane(&mut rig, node) || !view(&rig).is_eye(), "node {node}");
        assert!(rig.player().clear);
        if !view(&rig).is_eye() {
            rig.assert_told(&["the model"]);
            rig.run(Action::ToggleModel);
        }
    }
}

#[test]
fn look_at_selection_turns_the_model() {
    let mut rig = rig(&room());
    rig.run(Action::SelectNode(NodeId(1)));
    rig.run(Action::ToggleModel);
    assert_eq!(view(&rig).view, View::Model);
    rig.run(Action::LookAtSelection);
    let goal = view(&rig).goal.expect("it goes somewhere");
    rig.until("the camera", |rig| view(rig).goal.is_none());
    assert_eq!(view(&rig).orbit, Some(goal.orbit));
    if let Some(cut) = goal.cut {
        assert_eq!(view(&rig).cut, Some(cut));
    }
    let position = rig.player().position;
    rig.frames(5);
    assert_eq!(rig.player().position, position, "the body stays");
}

#[test]
fn grounded_body_stays_when_looking_at_a_plane() {
    let mut rig = rig(&room());
    rig.player().walking = true;
    rig.frames(60);
    for node in rig.current().tree.node_ids() {
        rig.run(Action::SelectNode(node));
        let before = rig.player().position;
        rig.run_for(Action::LookAtSelection, 4);
        assert!(rig.player().position.distance(before) < 0.05);
        assert!(
            sees_plane(&mut rig, node) || view(&rig).view == View::Model,
            "node {node}"
        );
        if view(&rig).view == View::Model {
            rig.run(Action::ToggleModel);
        }
    }
}

fn leaves(rig: &Rig) -> std::sync::Arc<LeafTreeData> {
    let state = rig.shown::<LeafTreeState>();
    state.built().expect("it is built").clone()
}

/// Returns whether the eye looks at the centre of a leaf and no face hides all of it.
fn sees_leaf(rig: &mut Rig, leaf: LeafId) -> bool {
    let (eye, forward) = (rig.player().position, rig.player().forward());
    let built = leaves(rig);
    let cell = built.tree.leaf_cell(leaf);
    let corners: Vec<Vec3> = cell
        .faces
        .iter()
        .flat_map(|face| face.positions().map(glam::DVec3::as_vec3))
        .collect();
    let middle = corners.iter().sum::<Vec3>() / corners.len() as f32;
    let mut points = corners
        .iter()
        .map(|corner| corner.lerp(middle, 0.4))
        .chain([middle]);
    let tree = &rig.current().tree;
    let is_seen = |point: Vec3| tree.cast(eye, eye + (point - eye) * 0.99).is_none();
    let center = cell.bounds().center().as_vec3();
    points.any(is_seen) && forward.dot((center - eye).normalize()) > 0.8
}

#[test]
fn flying_body_moves_to_see_the_leaf() {
    let mut rig = rig(THREE_ROOMS);
    let eye = rig.current().level.spawn.eye.as_vec3();
    rig.player().teleport(eye);
    rig.player().walking = false;
    rig.run(Action::SelectNode(NodeId(0)));
    let (mut by_eyes, mut all) = (0, 0);
    for &leaf in leaves(&rig).empty_leaves() {
        // The leaf was selected after the node, so looking at the selection shows the leaf.
        rig.run(Action::SelectLeaf(leaf));
        rig.run_for(Action::LookAtSelection, 6);
        all += 1;
        if view(&rig).is_eye() {
            by_eyes += 1;
            assert!(sees_leaf(&mut rig, leaf), "leaf {leaf}");
            assert!(rig.player().clear, "leaf {leaf}");
        } else {
            assert!(rig.was_told(&["Leaf", "the model"]), "leaf {leaf}");
            rig.run(Action::ToggleModel);
        }
    }
    assert!(all > 4 && by_eyes * 10 > all * 8, "{by_eyes} of {all}");
}

#[test]
fn model_cut_and_orbit_follow_the_leaf() {
    let mut rig = rig(THREE_ROOMS);
    rig.run(Action::ToggleModel);
    // Place the cut above the whole level, so that it does not cut any leaf open.
    let top = rig.current().level.bounds.max.y as f32 + 1.0;
    for &leaf in leaves(&rig).empty_leaves() {
        rig.resource_mut::<ProgramState>().view.cut = Some(top);
        rig.run(Action::SelectLeaf(leaf));
        rig.run(Action::LookAtSelection);
        let goal = view(&rig).goal.expect("it goes somewhere");
        let bounds = leaves(&rig).tree.leaf(leaf).expect("it exists").bounds;
        let cut = f64::from(goal.cut.expect("the cut moves"));
        assert!(
            cut > bounds.min.y && cut < bounds.max.y + 0.1,
            "leaf {leaf}: {cut} in {bounds:?}"
        );
        let target = goal.orbit.target.as_dvec3();
        // The camera's target is next to the leaf's centre, so that cards do not cover the leaf.
        let aside = target.distance(bounds.center());
        assert!(
            aside < 0.25 * f64::from(goal.orbit.distance),
            "leaf {leaf}: {target}, {aside} m from the middle of {bounds:?}"
        );
    }
    // A node that is selected after the leaf takes precedence.
    rig.run(Action::SelectNode(NodeId(0)));
    rig.run(Action::LookAtSelection);
    assert!(!rig.was_told(&["Leaf"]));
}
