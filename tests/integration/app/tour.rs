//! Tests for the tour. Every station can be entered from any other station, and left. A task counts as completed only
//! once it is done. All state that the tour changes is restored afterwards.

use std::sync::Arc;

use bevy::prelude::*;
use bspwalk::app::{
    host::{
        shown::ShownIn,
        state::{
            Action, Aim, Invitation, LevelId, LevelName, OpenLevel, Overlays, Page, Player, PolygonProbe,
            ProgramState, RebuildTree, TreeId, Ui,
        },
    },
    input::settings::Settings,
    level::{
        leaf_tree::{CullingMode, LeafTreeId, LeafTreeState},
        quiz::AskQuiz,
        what_if::WhatIf,
    },
    paint::overlays::selection_plugin,
    tour::{
        RootPlanes, STATIONS, Tour, TourInput,
        station::{Film, Station},
    },
};
use bspwalk_collision::{Capsule, is_clear, mover::CollisionMethod};
use bspwalk_explain::quiz::checks::{CheckFilm, ChoiceQuestion};
use bspwalk_levels::builtin;
use bspwalk_session::{
    body::Body,
    clock::TimeScale,
    films::BuildFilm,
    overlays::OverlayKind,
    selection::Selected,
    stop_reason::ExplanationDisplay,
    view::{ModelView, View},
};
use bspwalk_testing::effort;
use bspwalk_trees::{BuildParams, NodeId, NodeTree, Rule, solid_leaf::LeafId};

use crate::app::harness::{Rig, room, select, settings_file, temp_folder};

fn rig() -> Rig {
    Rig::selecting(&room())
}

fn tour(rig: &Rig) -> Option<&Tour> {
    rig.app.world().get_resource::<Tour>()
}

/// Returns the name of the station on screen.
fn station(rig: &Rig) -> Option<&'static str> {
    tour(rig)
        .filter(|tour| tour.is_shown)
        .map(|tour| tour.station().name)
}

fn is_done(rig: &Rig) -> bool {
    tour(rig).is_some_and(|tour| tour.is_done)
}

/// Goes to a station and waits until it is shown.
fn go(rig: &mut Rig, place: usize) {
    rig.run(Action::TourStation(u8::try_from(place).expect("there are few")));
    rig.until(STATIONS[place].title.text(), |rig| {
        station(rig) == Some(STATIONS[place].name)
    });
}

fn leave(rig: &mut Rig) {
    rig.run(Action::Tour);
    rig.until("the end of the tour", |rig| tour(rig).is_none());
}

/// All state that the tour changes.
#[derive(Debug, PartialEq)]
struct WorldState {
    player: Body,
    view: ModelView,
    film: BuildFilm,
    overlays: Overlays,
    selection: Selected,
    culling: CullingMode,
    is_frozen: bool,
    time_scale: TimeScale,
    ui: Ui,
    steps: usize,
    explanation: Option<ExplanationDisplay>,
    level: Entity,
    ids: (TreeId, LevelId),
    changes: [usize; 2],
}

fn world(rig: &Rig) -> WorldState {
    let world = rig.app.world();
    let current = rig.current();
    WorldState {
        player: rig.walker().body.clone(),
        view: world.resource::<ProgramState>().view,
        film: world.resource::<ProgramState>().build.clone(),
        overlays: world.resource::<ProgramState>().overlays.clone(),
        selection: world.resource::<ProgramState>().level.selected,
        culling: world.resource::<ProgramState>().culling,
        is_frozen: world.resource::<ProgramState>().level.frozen.is_some(),
        time_scale: rig.walker().time_scale,
        ui: world.resource::<ProgramState>().ui,
        steps: world.shown::<Player>().history().added() as usize,
        explanation: rig.walker().why.clone(),
        level: rig.level(),
        ids: (current.tree_id(), current.level_id()),
        changes: world.resource::<ProgramState>().level.trial.change_counts(),
    }
}

/// Returns the trees of the level on screen.
fn trees(rig: &Rig) -> (Arc<NodeTree>, Option<LeafTreeId>) {
    let leaves = rig.shown::<LeafTreeState>().built();
    (rig.current().tree.clone(), leaves.map(|built| built.id()))
}

/// Sets all state to values that the tour does not use, and replaces the plane of the tree's root. Also pauses time, so
/// that nothing else changes the state.
fn unsettle(rig: &mut Rig) {
    rig.until_leaves();
    let center = rig.current().tree.bounds().center();
    let plane = bspwalk_geometry::Plane::from_point_normal(center, glam::DVec3::new(0.6, 0.0, 0.8));
    rig.send(WhatIf::Take(NodeId::ROOT, plane));
    rig.until("another root", |rig| {
        rig.resource::<ProgramState>().level.trial.change_counts() == [1, 1]
    });
    rig.player().yaw = 1.0;
    rig.player().pitch = -0.2;
    rig.player().walking = true;
    rig.run_for(Action::TogglePause, 5);
    let world = rig.app.world_mut();
    world.resource_mut::<ProgramState>().overlays =
        Overlays::showing([OverlayKind::Cells, OverlayKind::Depth]);
    world.resource_mut::<ProgramState>().level.selected.node = Some(NodeId(1));
    world.resource_mut::<ProgramState>().ui.panel = true;
    world.resource_mut::<ProgramState>().view.cut = Some(1.25);
    world.resource_mut::<ProgramState>().culling = CullingMode::Frustum;
    world.resource_mut::<ProgramState>().level.selected.leaf = Some(LeafId(1));
    rig.frames(3);
}

/// Asserts that the state matches the description of a station.
fn check(rig: &Rig, station: &Station) {
    let (title, setup) = (station.title, &station.setup);
    let seen = world(rig);
    let current = rig.current();
    assert_eq!(
        current.source,
        LevelName::BuiltIn(station.level.into()),
        "{title}"
    );
    let params = current.tree.params();
    assert_eq!(*params, BuildParams::preset(setup.rule), "{title}");
    assert_eq!(seen.view.view, station.camera.view, "{title}");
    for kind in OverlayKind::ALL {
        let is_coloring = kind == OverlayKind::Materials;
        let colors = setup.shows.iter().any(|kind| kind.colors_faces());
        let expected = setup.shows.contains(&kind) || is_coloring && !colors;
        assert_eq!(seen.overlays.is_on(kind), expected, "{title}: {kind}");
    }
    assert_eq!(seen.film.open, setup.film == Film::Build, "{title}");
    let division = match setup.film {
        Film::Division(tree) => Some(tree),
        Film::None | Film::Build | Film::Query(_) => None,
    };
    let query = &rig.resource::<ProgramState>().query;
    assert_eq!(query.open, matches!(setup.film, Film::Query(_)), "{title}");
    assert_eq!(seen.view.film.tree, division, "{title}");
    assert_eq!(seen.player.walking, setup.walks, "{title}");
    assert_eq!(
        (seen.player.method, seen.culling),
        (CollisionMethod::default(), setup.culling)
    );
    let off = seen.player.position.distance(station.camera.eye);
    assert!(off < 0.1, "{title}: the eye is {off} m away");
    assert!(seen.player.clear, "{title}: there is room for the body");
    assert!(seen.ui.tour && !seen.ui.panel && !seen.is_frozen, "{title}");
    assert_eq!(seen.ui.page, setup.page, "{title}");
    if setup.selects.is_some() {
        assert_eq!(seen.selection.node, setup.selects, "{title}");
    }
    assert!(!is_done(rig), "{title}");
}

#[test]
fn every_station_can_be_entered_from_every_other() {
    let mut rig = rig();
    let count = STATIONS.len();
    let changes: Vec<[usize; 2]> = if effort::is_full() {
        let all = (0..count).flat_map(|from| (0..count).map(move |to| [from, to]));
        all.filter(|[from, to]| from != to).collect()
    } else {
        // Visit the stations in a circle, in both directions.
        let ring = (0..count).map(|from| [from, (from + 1) % count]);
        let back = ring.clone().rev().map(|[from, to]| [to, from]);
        ring.chain(back).collect()
    };
    for [from, to] in changes {
        if station(&rig) != Some(STATIONS[from].name) {
            go(&mut rig, from);
        }
        go(&mut rig, to);
        rig.frames(2);
        check(&rig, &STATIONS[to]);
    }
    assert!(rig.notices().iter().all(|notice| !notice.error));
}

#[test]
fn leaving_a_station_restores_everything() {
    let mut rig = rig();
    unsettle(&mut rig);
    let (before, own) = (world(&rig), trees(&rig));
    for (place, station) in STATIONS.iter().enumerate() {
        rig.run_for(Action::Tour, 4);
        go(&mut rig, place);
        rig.frames(5);
        // The user's actions at a station are also reverted.
        rig.press(KeyCode::KeyW);
        rig.tap(KeyCode::Digit5);
        rig.tap_for(KeyCode::KeyE, 11);
        rig.release(KeyCode::KeyW);
        leave(&mut rig);
        rig.frames(2);
        let after = trees(&rig);
        assert!(Arc::ptr_eq(&own.0, &after.0), "{}: the tree", station.title);
        assert_eq!(own.1, after.1, "{}: the solid-leaf tree", station.title);
        assert_eq!(world(&rig), before, "{}", station.title);
        let settings = rig.resource::<Settings>();
        assert_eq!(settings.tour_station, station.name);
        assert!(settings.levels.is_empty(), "{:?}", settings.levels);
    }
    // The change made before the tour can still be undone.
    rig.command(Action::UndoPlane);
    rig.frames(2);
    assert!(!Arc::ptr_eq(&own.0, &trees(&rig).0));
    assert_eq!(rig.resource::<ProgramState>().level.trial.change_counts(), [0, 1]);
}

/// Holds a key until the task is completed. Returns the number of frames it took.
fn hold(rig: &mut Rig, key: KeyCode, most: u32) -> u32 {
    rig.press(key);
    for frame in 0..most {
        if is_done(rig) {
            rig.release(key);
            return frame;
        }
        rig.frames(1);
    }
    panic!("{:?} was not done by {key:?}", station(rig));
}

/// Taps a key until the task is completed. Returns the number of taps it took.
fn tap(rig: &mut Rig, key: KeyCode, most: usize) -> usize {
    for time in 0..most {
        if is_done(rig) {
            return time;
        }
        rig.tap_for(key, 3);
        rig.until("the film", |rig| {
            let nodes = rig.current().tree.node_count();
            !rig.resource::<ProgramState>().build.is_waiting(nodes)
        });
        rig.frames(2);
    }
    panic!("{:?} was not done by {key:?}", station(rig));
}

/// Performs a station's task by pressing the keys that it names, or by sending the messages that the adjacent card
/// would send.
fn do_the_task(rig: &mut Rig, name: &str) {
    match name {
        "polygon" => {
            // The page of the planar tree sets this when the pointer moves over the polygon.
            rig.resource_mut::<PolygonProbe>().was_inside = true;
            rig.frames(2);
            assert!(!is_done(rig), "the pointer was not outside");
            rig.resource_mut::<PolygonProbe>().was_outside = true;
        }
        "sides" | "portals" => assert!(hold(rig, KeyCode::KeyW, 400) > 20, "it is some metres away"),
        "cutting" => {
            rig.until("three planes", |rig| !planes(rig).planes.is_empty());
            assert_eq!(planes(rig).planes.len(), 3);
            for place in 0..3 {
                assert!(!is_done(rig), "not all are picked");
                let picked = planes(rig).planes[place].candidate.plane;
                rig.send(TourInput::Pick(place));
                rig.until("the tree", |rig| {
                    rig.current()
                        .tree
                        .node(NodeId::ROOT)
                        .is_some_and(|root| root.plane == picked)
                });
            }
        }
        "cast" => {
            let film = |rig: &Rig| rig.resource::<ProgramState>().query.clone();
            rig.until("the recording", |rig| !film(rig).is_waiting(&rig.current().tree));
            assert!(!film(rig).playing, "it is paused at its first step");
            rig.tap(KeyCode::End);
            assert!(film(rig).step > 2 && !is_done(rig));
            assert!(tap(rig, KeyCode::ArrowLeft, 9) > 0);
        }
        "push" => {
            assert!(
                hold(rig, KeyCode::KeyW, 300) > 10,
                "the corner is some metres away"
            );
            let center = rig.player().mover.position();
            let radius = rig.player().mover.body().radius;
            let tree = &rig.current().tree;
            let body = Capsule::sphere(0.99 * radius);
            assert!(is_clear(&**tree, body, center), "the body itself stays outside");
        }
        "rooms" => {
            // Move the pointer over the blue room.
            *rig.resource_mut::<Aim>() = Aim {
                from: Vec3::new(-2.6, 2.0, -3.0),
                direction: Vec3::NEG_Y,
            };
            rig.tap(KeyCode::KeyE);
        }
        "order" => assert_eq!(tap(rig, KeyCode::BracketRight, 20), 4),
        "visible" => {
            let built = rig.shown::<LeafTreeState>().built().expect("it is built");
            let leaf = built.tree.locate(rig.shown::<Player>().position.as_dvec3());
            let [seen, all] = [built.visible_from(leaf).len(), built.empty_leaves().len()];
            assert!(
                seen * 2 < all,
                "the bend hides most of the level: {seen} of {all}"
            );
            rig.run_for(Action::ToggleFrozenCulling, 3);
            let frozen = rig
                .resource::<ProgramState>()
                .level
                .frozen
                .clone()
                .expect("it is frozen");
            rig.run_for(Action::ToggleNoclip, 3);
            assert!(!is_done(rig), "the eye has not left");
            let mut player = rig.player();
            player.teleport(frozen.eye + Vec3::new(6.0, 9.0, 0.0));
            player.look_at(frozen.eye + Vec3::new(12.0, 18.0, 0.0));
            rig.frames(3);
            assert!(!is_done(rig), "it looks away");
            rig.player().look_at(frozen.eye);
        }
        "next" => {
            rig.run(Action::ToggleQuiz);
            rig.until("a question", |rig| {
                rig.resource::<ProgramState>().quiz.current_question().is_some()
            });
            assert!(!is_done(rig), "the question is not answered");
            let right = rig
                .resource::<ProgramState>()
                .quiz
                .current_question()
                .expect("it is there")
                .right;
            rig.send(AskQuiz::Answer(right));
        }
        other => panic!("{other} is a new station: do its task here"),
    }
}

fn planes(rig: &Rig) -> &RootPlanes {
    rig.resource::<RootPlanes>()
}

/// Returns the question of the station.
fn question(rig: &Rig) -> Option<&ChoiceQuestion> {
    tour(rig)?.check.as_ref()
}

fn given(rig: &Rig) -> Option<usize> {
    tour(rig)?.given
}

/// Waits for the question of a station, and answers it first incorrectly, then correctly. Only the first answer counts.
fn answer_the_question(rig: &mut Rig, station: &Station) {
    let title = station.title;
    rig.until("the question", |rig| question(rig).is_some());
    let check = question(rig).expect("it is there").clone();
    assert!((2..=4).contains(&check.choices.len()), "{title}: {check:?}");
    let mut choices = check.choices.clone();
    choices.sort_unstable();
    choices.dedup();
    assert_eq!(choices.len(), check.choices.len(), "{title}: {check:?}");
    assert!(check.right < choices.len() && !check.why.is_empty(), "{title}");
    assert_eq!(given(rig), None);
    let wrong = (check.right + 1) % check.choices.len();
    for choice in [wrong, check.right] {
        rig.send(TourInput::Answer(choice));
        rig.frames(2);
        assert_eq!(given(rig), Some(wrong), "{title}");
        assert_eq!(question(rig), Some(&check), "{title}: it stays");
    }
}

#[test]
fn film_shows_the_answer() {
    let mut rig = rig();
    for name in ["cast", "order"] {
        let place = STATIONS.iter().position(|station| station.name == name);
        go(&mut rig, place.expect("it is there"));
        rig.until_leaves();
        do_the_task(&mut rig, name);
        rig.until("the question", |rig| question(rig).is_some());
        let film = question(&rig).and_then(|check| check.film);
        rig.send(TourInput::Show);
        rig.frames(1);
        match film {
            Some(CheckFilm::Query(step)) => assert_eq!(rig.resource::<ProgramState>().query.step, step),
            Some(CheckFilm::Painter) => assert!(rig.resource::<ProgramState>().overlays.painter_plays),
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn quiz_and_the_current_station_show_the_page_again() {
    let mut rig = rig();
    go(&mut rig, 0);
    let page = |rig: &Rig| rig.resource::<ProgramState>().ui.page;
    assert_eq!(page(&rig), Some(Page::PlanarTree));
    rig.run(Action::ToggleQuiz);
    rig.until("the quiz", |rig| rig.resource::<ProgramState>().quiz.is_open());
    assert_eq!(page(&rig), None);
    rig.run(Action::ToggleQuiz);
    assert_eq!(page(&rig), Some(Page::PlanarTree));
    rig.run(Action::TogglePlanarPage);
    assert_eq!(page(&rig), None);
    go(&mut rig, 0);
    assert_eq!(page(&rig), Some(Page::PlanarTree));
}

#[test]
fn question_follows_the_eye_until_it_is_answered() {
    let mut rig = rig();
    let place = STATIONS.iter().position(|station| station.name == "portals");
    let place = place.expect("it is there");
    go(&mut rig, place);
    rig.until_leaves();
    do_the_task(&mut rig, "portals");
    rig.until("the question", |rig| question(rig).is_some());
    let first = question(&rig).expect("it is asked").text.clone();
    let there = rig.player().position;
    rig.player().teleport(STATIONS[place].camera.eye);
    rig.until("a question about the other leaf", |rig| {
        question(rig).is_some_and(|check| check.text != first)
    });
    rig.send(TourInput::Answer(0));
    rig.until("the answer", |rig| given(rig).is_some());
    let answered = question(&rig).expect("it is asked").clone();
    rig.player().teleport(there);
    rig.frames(2);
    assert_eq!(question(&rig), Some(&answered), "an answered question stays");
}

#[test]
fn wrong_answer_does_not_block_the_tour() {
    let mut rig = rig();
    go(&mut rig, 1);
    do_the_task(&mut rig, "sides");
    rig.until("the task", is_done);
    answer_the_question(&mut rig, &STATIONS[1]);
    rig.tap(KeyCode::Enter);
    rig.until("the next station", |rig| station(rig) == Some(STATIONS[2].name));
    assert_eq!((question(&rig), given(&rig)), (None, None));
}

#[test]
fn click_selects_only_in_the_divided_tree() {
    let mut rig = rig();
    let place = STATIONS.iter().position(|station| station.name == "rooms");
    go(&mut rig, place.expect("it is there"));
    rig.until_leaves();
    let node = rig.selected().node;
    do_the_task(&mut rig, "rooms");
    rig.until("the task", is_done);
    assert!(rig.selected().leaf.is_some());
    assert_eq!(rig.selected().node, node);
}

#[test]
fn task_is_done_only_after_the_user_does_it() {
    for (place, station) in STATIONS.iter().enumerate() {
        let mut rig = rig();
        // Freezing culling requires a camera.
        rig.add_camera();
        go(&mut rig, place);
        rig.until_leaves();
        rig.frames(120);
        assert!(!is_done(&rig), "{}: nothing was done yet", station.title);
        do_the_task(&mut rig, station.name);
        rig.until(station.title.text(), is_done);
        assert!(rig.resource::<Settings>().tour_done.contains(station.name));
        if station.name != "next" {
            answer_the_question(&mut rig, station);
        }
        // A completed task stays completed until the station is entered again.
        rig.tap_for(KeyCode::Digit0, 11);
        assert!(is_done(&rig), "{}", station.title);
        go(&mut rig, (place + 1) % STATIONS.len());
        go(&mut rig, place);
        rig.frames(30);
        assert!(!is_done(&rig), "{}: it begins anew", station.title);
        check(&rig, station);
    }
}

#[test]
fn station_keeps_the_progress_but_not_the_rule() {
    let mut rig = rig();
    let place = STATIONS.iter().position(|station| station.name == "cutting");
    let place = place.expect("it is there");
    go(&mut rig, place);
    do_the_task(&mut rig, "cutting");
    let params = BuildParams::preset(Rule::Balanced);
    rig.send(RebuildTree(params));
    rig.until("the tree", |rig| *rig.current().tree.params() == params);
    rig.frames(1);
    // If the program is killed now, the progress is saved, and the station's tree has not become an option of the
    // user's level.
    let text = std::fs::read_to_string(settings_file(rig.folder.path())).expect("it was written");
    let table: toml::Table = text.parse().expect("a table");
    let settings = &table["settings"];
    assert_eq!(settings["tour_station"].as_str(), Some("cutting"), "{text}");
    let mut done = settings["tour_done"].as_array().expect("a list").iter();
    assert!(done.any(|station| station.as_str() == Some("cutting")), "{text}");
    let levels = settings.get("levels").and_then(toml::Value::as_array);
    assert!(levels.is_none_or(Vec::is_empty), "{text}");
    assert_eq!(*rig.current().tree.params(), params);
    for other in [place + 1, place] {
        go(&mut rig, other);
        rig.frames(3);
        check(&rig, &STATIONS[other]);
    }
    leave(&mut rig);
    let settings = rig.resource::<Settings>();
    assert!(
        settings.levels.is_empty(),
        "the rule was for the tour: {:?}",
        settings.levels
    );
}

#[test]
fn keys_navigate_and_the_tour_resumes() {
    let mut rig = rig();
    rig.run(Action::Tour);
    let at = |rig: &mut Rig, place: usize| {
        rig.until(STATIONS[place].title.text(), |rig| {
            station(rig) == Some(STATIONS[place].name)
        });
    };
    at(&mut rig, 0);
    rig.tap(KeyCode::Backspace);
    at(&mut rig, 0);
    for place in 1..4 {
        rig.tap(KeyCode::Enter);
        at(&mut rig, place);
    }
    rig.tap(KeyCode::Backspace);
    at(&mut rig, 2);
    leave(&mut rig);
    assert_eq!(rig.current().level.name, "first");
    rig.run(Action::Tour);
    at(&mut rig, 2);
    rig.send(AppExit::Success);
    rig.frames(1);
    let mut rig = Rig::saving(rig.folder, &room(), 20, select);
    assert_eq!(
        rig.resource::<ProgramState>().overlays,
        Overlays::default(),
        "the user's own"
    );
    rig.run(Action::Tour);
    at(&mut rig, 2);
    let last = STATIONS.len() - 1;
    go(&mut rig, last);
    rig.tap(KeyCode::Enter);
    rig.until("the end of the tour", |rig| tour(rig).is_none());
    assert_eq!(rig.resource::<Settings>().tour_station, "");
    rig.run(Action::Tour);
    at(&mut rig, 0);
}

#[test]
fn opening_a_level_ends_the_tour() {
    let mut rig = rig();
    go(&mut rig, 1);
    let overlays = Overlays::default();
    let file = rig.file("other.obj", room().as_bytes());
    rig.drop_file(&file);
    rig.until("the end of the tour", |rig| tour(rig).is_none());
    assert_eq!(rig.current().level.name, "other");
    let spawn = rig.current().level.spawn.eye.as_vec3();
    assert!(rig.player().position.distance(spawn) < 0.5);
    assert_eq!(rig.resource::<ProgramState>().overlays, overlays);
    // The same applies to a built-in level that the tour shows.
    go(&mut rig, 1);
    let source = LevelName::BuiltIn(STATIONS[1].level.into());
    rig.send(OpenLevel::remembered(source));
    rig.until("the end of the tour", |rig| tour(rig).is_none());
    assert_eq!(rig.current().level.name, STATIONS[1].level);
}

#[test]
fn divisions_belong_to_the_current_tree() {
    let mut rig = rig();
    let mut known: Vec<(TreeId, String, Rule)> = Vec::new();
    for place in [1, 8, 1, 3, 8, 4] {
        go(&mut rig, place);
        rig.selected_mut().node = Some(NodeId(2));
        rig.until("the division", |rig| {
            let divisions = &rig.resource::<ProgramState>().divisions;
            divisions.of(&rig.current().tree, NodeId(2)).is_some()
        });
        let (current, world) = (rig.current(), rig.app.world());
        let division = world
            .resource::<ProgramState>()
            .divisions
            .of(&current.tree, NodeId(2))
            .expect("it was found");
        assert_eq!(
            Some(division.plane),
            current.tree.node(NodeId(2)).map(|node| node.plane)
        );
        let now = (
            current.tree_id(),
            current.level.name.clone(),
            current.tree.params().rule,
        );
        assert!(
            known.iter().all(|known| known.0 != now.0 || *known == now),
            "{now:?} in {known:?}"
        );
        known.push(now);
    }
    assert!(builtin::find(&known[0].1).is_some());
}

#[test]
fn tour_does_not_start_during_a_recording() {
    let mut rig = rig();
    rig.run_for(Action::ToggleRecording, 2);
    rig.run_for(Action::Tour, 2);
    assert!(tour(&rig).is_none());
    rig.assert_told(&["tour", "recording"]);
}

/// Creates a rig that shows the invitation to the tour and stores its settings in a folder.
fn invited(folder: tempfile::TempDir) -> Rig {
    Rig::saving(folder, &room(), 100, |app| {
        app.add_plugins(selection_plugin).insert_resource(Invitation);
    })
}

#[test]
fn tour_invites_only_at_the_first_start() {
    for answer in [None, Some(KeyCode::Enter), Some(KeyCode::Backspace)] {
        let mut first = invited(temp_folder());
        first.frames(60);
        assert!(tour(&first).is_none(), "it waits for an answer");
        assert!(first.app.world().contains_resource::<Invitation>());
        match answer {
            Some(key) => first.tap(key),
            // Continuing to play also counts as an answer to the invitation.
            None => first.click(),
        }
        first.frames(3);
        assert!(!first.app.world().contains_resource::<Invitation>());
        assert_eq!(tour(&first).is_some(), answer == Some(KeyCode::Enter));
        first.frames(30);
        first.send(AppExit::Success);
        first.frames(1);
        let mut second = invited(first.folder);
        second.frames(2);
        assert!(
            !second.app.world().contains_resource::<Invitation>(),
            "{answer:?}"
        );
        second.tap_for(KeyCode::Enter, 4);
        assert!(tour(&second).is_none());
    }
}

#[test]
fn each_station_has_its_own_view() {
    // The last station shows the model, and the second station is in first person. Neither station keeps the camera of
    // the other.
    let mut rig = rig();
    let last = STATIONS.len() - 1;
    go(&mut rig, last);
    rig.run_for(Action::TogglePlan, 3);
    assert_eq!(world(&rig).view.view, View::Plan);
    go(&mut rig, 1);
    assert_eq!(world(&rig).view.view, View::Eye);
    go(&mut rig, last);
    assert_eq!(world(&rig).view.view, View::Model);
}
