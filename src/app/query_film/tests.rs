//! Tests that the film records the query, plays and stops, that ends can be picked, and that presets are shown.

use std::{sync::Arc, thread, time::Duration};

use bspwalk_explain::films::{Answer, QueryKind};
use bspwalk_trees::NodeTree;

use super::*;
use crate::app::{
    overlays::test_trees,
    shown::{IsShown, ShownIn},
    state::{AskedQuery, QueryEnd},
};

/// Builds an app with a level and an open film.
fn rig() -> App {
    let mut app = App::new();
    app.world_mut().spawn(test_trees::shown());
    let mut body = Player::default();
    let spawn = app.world().shown::<OpenedLevel>().level.spawn;
    body.teleport(spawn.eye.as_vec3());
    app.world_mut().spawn((body, IsShown));
    app.init_resource::<QueryPlayer>()
        .init_resource::<BuildFilm>()
        .init_resource::<ModelView>()
        .init_resource::<Ui>()
        .init_resource::<super::super::state::Aim>()
        .init_resource::<Recording>()
        .init_resource::<Time<Real>>()
        .add_message::<Act>()
        .add_message::<super::super::state::Notice>()
        .add_systems(Update, (command, places::pick, record, play).chain());
    send(&mut app, Action::ToggleQueryFilm);
    app
}

/// Updates until the query is recorded.
fn settle(app: &mut App) {
    app.update();
    let tree = tree(app);
    while app.world().resource::<QueryPlayer>().is_waiting(&tree) {
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

fn player(app: &mut App) -> Mut<'_, QueryPlayer> {
    app.world_mut().resource_mut::<QueryPlayer>()
}

/// Lets this many seconds pass.
fn after(app: &mut App, seconds: f32) -> u32 {
    let passed = Duration::from_secs_f32(seconds);
    app.world_mut().resource_mut::<Time<Real>>().advance_by(passed);
    settle(app);
    app.world_mut()
        .resource_mut::<Time<Real>>()
        .advance_by(Duration::ZERO);
    player(app).step
}

#[test]
fn it_opens_in_the_model_with_a_cast_from_the_eye_and_plays_to_its_end() {
    let mut app = rig();
    assert!(!app.world().resource::<ModelView>().is_eye());
    let tree = tree(&app);
    let film = player(&mut app).film(&tree).expect("it is recorded").clone();
    let (answer, visited) = {
        let current = app.world().shown::<OpenedLevel>();
        film.query().expect("it asks").ask(&current.tree)
    };
    assert_eq!((film.answer(), film.totals().visited), (Some(&answer), visited));
    assert!(matches!(answer, Answer::Cast(Some(_))), "the eye looks at a wall");
    assert!(player(&mut app).playing);
    player(&mut app).speed = 4.0;
    assert_eq!(after(&mut app, 0.1), 0);
    assert_eq!(after(&mut app, 0.4), 2);
    let last = film.len() as u32 - 1;
    assert_eq!(after(&mut app, 1.0e4), last);
    assert!(!player(&mut app).playing, "it stops at its end");
    send(&mut app, Action::NextStep);
    assert_eq!(player(&mut app).step, last);
    send(&mut app, Action::PreviousStep);
    assert_eq!(player(&mut app).step, last - 1);
    send(&mut app, Action::ToggleQueryFilm);
    assert!(app.world().resource::<ModelView>().is_eye(), "back into the eyes");
    assert!(player(&mut app).film(&tree).is_none());
}

#[test]
fn another_question_or_tree_is_recorded_anew() {
    let mut app = rig();
    after(&mut app, 1.0e4);
    for kind in QueryKind::ALL {
        player(&mut app).asked.kind = kind;
        settle(&mut app);
        let tree = tree(&app);
        let shown = player(&mut app);
        let film = shown.film(&tree).expect("it is recorded");
        assert_eq!(film.query().map(bspwalk_explain::films::Query::kind), Some(kind));
        assert_eq!(
            (shown.step, shown.playing),
            (0, true),
            "{kind:?}: from its beginning"
        );
        after(&mut app, 1.0e4);
    }
    let (first, second) = (tree(&app), test_trees::current().tree);
    app.world_mut().shown_mut::<OpenedLevel>().tree = second.clone();
    settle(&mut app);
    let shown = player(&mut app);
    assert!(shown.film(&second).is_some() && shown.film(&first).is_none());
}

#[test]
fn an_end_is_picked_where_the_crosshair_points() {
    let mut app = rig();
    app.world_mut().resource_mut::<ModelView>().view = View::Eye;
    player(&mut app).picking = Some(QueryEnd::From);
    let old = player(&mut app).asked;
    // Look down at the floor.
    app.world_mut().shown_mut::<Player>().pitch = -1.5;
    assert!(player(&mut app).takes(Action::SelectUnderCrosshair));
    send(&mut app, Action::SelectUnderCrosshair);
    let new = player(&mut app).asked;
    assert!(
        new.from.y < 0.1 && new.from.y > 0.0,
        "just above the floor, {}",
        new.from
    );
    assert_eq!(new.to, old.to);
    assert!(player(&mut app).picking.is_none());
    // After picking, the command selects again.
    assert!(!player(&mut app).takes(Action::SelectUnderCrosshair));
    send(&mut app, Action::SelectUnderCrosshair);
    assert_eq!(player(&mut app).asked, new);
}

#[test]
fn one_film_at_a_time() {
    let mut app = rig();
    send(&mut app, Action::ToggleBuildFilm);
    assert!(!player(&mut app).open);
    app.world_mut().resource_mut::<BuildFilm>().open = true;
    send(&mut app, Action::ToggleQueryFilm);
    assert!(player(&mut app).open && !app.world().resource::<BuildFilm>().open);
}

#[test]
fn what_a_query_asks_is_taken_over() {
    for preset in bspwalk_explain::films::PRESETS {
        if let bspwalk_explain::films::Shows::Query(query) = preset.shows {
            let mut asked = AskedQuery::default();
            asked.take(&query);
            assert_eq!(asked.query(), query, "{}", preset.name);
        }
    }
}
