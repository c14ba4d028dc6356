//! Tests that the film follows the scrubber, the clock and the selection, and that each step changes in a single frame.

use std::{
    sync::{Arc, mpsc},
    thread,
    time::Duration,
};

use bspwalk_overlays::tree_stats::TreeFigures;
use bspwalk_progress::Progress;
use bspwalk_trees::NodeId;

use super::*;
use crate::app::level::{divisions, program};
use crate::app::paint::overlays::test_trees;

/// Builds an app with a level and an open build film.
fn rig() -> (App, u32) {
    let mut app = App::new();
    let current = test_trees::current();
    let mut stats = CurrentTreeStats::default();
    stats.figures = Arc::new(TreeFigures::new(&current.tree));
    stats.tree_id = Some(current.tree_id());
    let count = current.tree.node_count();
    app.world_mut().spawn((current, IsShown));
    app.world_mut().spawn((Player::default(), IsShown));
    crate::app::commands::add_program(&mut app);
    app.insert_resource(stats)
        .init_resource::<Time<Real>>()
        .add_systems(
            Update,
            (
                crate::app::commands::run,
                program::advance,
                steps::follow,
                divisions::find,
            )
                .chain(),
        );
    send(&mut app, Action::ToggleBuildFilm);
    (app, count)
}

/// Updates the app until the requested step is shown. In every frame, all state must belong to the same step.
fn settle(app: &mut App) {
    let is_waiting = |app: &App| {
        let nodes = app.world().shown::<OpenedLevel>().tree.node_count();
        app.world().resource::<ProgramState>().build.is_waiting(nodes)
    };
    app.update();
    whole(app);
    while is_waiting(app) {
        thread::sleep(Duration::from_millis(1));
        app.update();
        whole(app);
    }
}

/// Asserts that the selection and the division belong to the step on screen.
fn whole(app: &App) {
    let world = app.world();
    let (film, current) = (
        &world.resource::<ProgramState>().build,
        world.shown::<OpenedLevel>(),
    );
    if let Some(node) = film.node() {
        assert_eq!(world.resource::<ProgramState>().level.selected.node, Some(node));
        assert!(
            world
                .resource::<ProgramState>()
                .divisions
                .of(&current.tree, node)
                .is_some()
        );
    }
}

fn send(app: &mut App, action: Action) {
    app.world_mut().write_message(Act(action));
    settle(app);
}

/// Blocks the replay of the build until the returned sender is dropped.
fn occupy(app: &App) -> mpsc::Sender<()> {
    let current = app.world().shown::<OpenedLevel>().clone();
    let replay = app.world().resource::<ProgramState>().divisions.replay.clone();
    let (free, is_free) = mpsc::channel::<()>();
    let (begun, has_begun) = mpsc::channel();
    thread::spawn(move || {
        let answer = replay.ask(&current.tree, &current.level, &Progress::default(), |_| {
            let _ = begun.send(());
            let _ = is_free.recv();
            Ok(())
        });
        assert_eq!(answer, Ok(()));
    });
    has_begun.recv().expect("the replay is busy");
    free
}

fn shown(app: &App) -> (u32, Option<NodeId>) {
    let film = &app.world().resource::<ProgramState>().build;
    assert_eq!(
        film.node(),
        app.world().resource::<ProgramState>().level.selected.node
    );
    (film.step, film.node())
}

#[test]
fn steps_and_selection_follow_each_other() {
    let (mut app, count) = rig();
    assert_eq!(shown(&app), (0, Some(NodeId::ROOT)), "the root is divided first");
    assert!(!app.world().resource::<ProgramState>().view.is_eye());
    send(&mut app, Action::PreviousStep);
    assert_eq!(shown(&app), (0, Some(NodeId::ROOT)));
    send(&mut app, Action::NextStep);
    let (step, second) = shown(&app);
    assert_eq!(
        (step, second),
        (1, Some(NodeId(1))),
        "the front child of the root"
    );

    // Selecting a node elsewhere jumps to its step.
    let last = NodeId(count - 1);
    app.world_mut().resource_mut::<ProgramState>().level.selected.node = Some(last);
    settle(&mut app);
    let (step, node) = shown(&app);
    assert!(step > 1 && node == Some(last));
    app.world_mut().resource_mut::<ProgramState>().build.step = 2;
    settle(&mut app);
    assert_eq!(shown(&app).0, 2);
    app.world_mut().resource_mut::<ProgramState>().build.step = count - 1;
    settle(&mut app);
    send(&mut app, Action::NextStep);
    assert_eq!(shown(&app).0, count - 1, "the last stays");

    send(&mut app, Action::ToggleBuildFilm);
    assert!(
        app.world().resource::<ProgramState>().view.is_eye(),
        "back to where it was"
    );
    let film = &app.world().resource::<ProgramState>().build;
    assert!(!film.open && film.node().is_none() && film.is_divided(last, 99));
}

#[test]
fn everything_of_a_step_changes_in_one_frame() {
    let (mut app, count) = rig();
    let node = |app: &App| app.world().resource::<ProgramState>().build.node();
    let ways: [fn(&mut World, u32); 3] = [
        |world, _| {
            world.write_message(Act(Action::NextStep));
        },
        |world, count| world.resource_mut::<ProgramState>().build.step = count / 2,
        |world, count| world.resource_mut::<ProgramState>().level.selected.node = Some(NodeId(count - 1)),
    ];
    for way in ways {
        let before = node(&app);
        way(app.world_mut(), count);
        loop {
            app.update();
            whole(&app);
            if node(&app) != before {
                break;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

#[test]
fn film_waits_for_steps_and_drops_them_on_close() {
    let (mut app, _) = rig();
    let free = occupy(&app);
    let film = &mut app.world_mut().resource_mut::<ProgramState>().into_inner().build;
    (film.playing, film.speed) = (true, 2.0);
    for _ in 0..4 {
        let passed = Duration::from_secs(1);
        app.world_mut().resource_mut::<Time<Real>>().advance_by(passed);
        app.update();
    }
    let film = app.world().resource::<ProgramState>().build.clone();
    assert_eq!(
        (film.step, film.node()),
        (2, Some(NodeId::ROOT)),
        "what is shown does not run ahead"
    );
    assert!(film.next.is_some() && film.playing);
    // A closed film requests no steps, and the node on screen stays selected.
    app.world_mut().write_message(Act(Action::ToggleBuildFilm));
    app.update();
    assert!(!app.world().resource::<ProgramState>().divisions.is_busy());
    assert_eq!(
        app.world().resource::<ProgramState>().level.selected.node,
        Some(NodeId::ROOT)
    );
    drop(free);

    // With a different tree, steps of the old tree are neither shown nor computed.
    send(&mut app, Action::ToggleBuildFilm);
    let free = occupy(&app);
    app.world_mut().resource_mut::<ProgramState>().build.step = 3;
    app.update();
    assert!(app.world().resource::<ProgramState>().divisions.is_busy());
    app.world_mut().shown_mut::<OpenedLevel>().tree = test_trees::current().tree.clone();
    app.update();
    let film = app.world().resource::<ProgramState>().build.clone();
    assert_eq!((film.shown.clone(), film.next), (None, None));
    assert!(!app.world().resource::<ProgramState>().divisions.is_busy());
    drop(free);
}
