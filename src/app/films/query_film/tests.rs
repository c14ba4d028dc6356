//! Tests that the ends of a query can be picked.

use std::{sync::Arc, thread, time::Duration};

use bspwalk_session::view::View;
use bspwalk_trees::NodeTree;

use super::*;
use crate::app::{host::prelude::*, level::program, paint::overlays::test_trees};

/// Builds an app with a level and an open query film.
fn rig() -> App {
    let mut app = App::new();
    app.world_mut().spawn(test_trees::shown());
    let mut body = Player::default();
    let spawn = app.world().shown::<OpenedLevel>().level.spawn;
    body.teleport(spawn.eye.as_vec3());
    app.world_mut().spawn((body, IsShown));
    crate::app::commands::add_program(&mut app);
    app.init_resource::<Aim>()
        .init_resource::<Time<Real>>()
        .add_systems(
            Update,
            (crate::app::commands::run, program::advance, record).chain(),
        );
    send(&mut app, Action::ToggleQueryFilm);
    app
}

/// Updates the app until the query is recorded.
fn settle(app: &mut App) {
    app.update();
    let tree = tree(app);
    while app.world().resource::<ProgramState>().query.is_waiting(&tree) {
        thread::sleep(Duration::from_millis(1));
        app.update();
    }
}

fn tree(app: &App) -> Arc<NodeTree> {
    app.world().shown::<OpenedLevel>().tree.clone()
}

fn send(app: &mut App, action: Action) {
    app.world_mut().write_message(Act(action));
    settle(app);
}

fn player(app: &mut App) -> &mut QueryPlayer {
    &mut app.world_mut().resource_mut::<ProgramState>().into_inner().query
}

#[test]
fn an_end_is_picked_where_the_crosshair_points() {
    let mut app = rig();
    app.world_mut().resource_mut::<ProgramState>().view.view = View::Eye;
    player(&mut app).picking = Some(QueryEnd::From);
    let old = player(&mut app).asked;
    // Look down at the floor.
    app.world_mut().shown_mut::<Player>().pitch = -1.5;
    assert!(player(&mut app).is_picking());
    send(&mut app, Action::SelectUnderCrosshair);
    let new = player(&mut app).asked;
    assert!(
        new.from.y < 0.1 && new.from.y > 0.0,
        "just above the floor, {}",
        new.from
    );
    assert_eq!(new.to, old.to);
    assert!(player(&mut app).picking.is_none());
    // Once the end is picked, the command selects faces again.
    assert!(!player(&mut app).is_picking());
    send(&mut app, Action::SelectUnderCrosshair);
    assert_eq!(player(&mut app).asked, new);
}
