//! Tests that the same keys have the same effect in every front end, bit for bit. The tests compare Bevy's window with
//! the session that the other two front ends share.

use std::{sync::Arc, time::Duration};

use bevy::prelude::*;
use bspwalk::app::{
    host::state::{Overlays, ProgramState},
    input::bindings::keys,
    level::leaf_tree::{CullingMode, LeafTreeState},
    paint::overlays::CurrentTreeStats,
};
use bspwalk_session::{
    LevelName,
    actions::{Action, Effect, FrontEnd, HeldInput, Motion, controls},
    films, opened,
    overlays::{self, OverlayKind},
    stop_reason::Explanation,
    tree_args::TreeArgs,
    walk::Session,
    walker::Walker,
};
use bspwalk_trees::NodeId;

use crate::app::harness::{Rig, roofless, select};

/// A line of the script.
#[derive(Clone, Copy, Debug)]
enum Do {
    /// Presses or releases a movement key.
    Hold(Motion, bool),
    /// Sends an action.
    Act(Action),
    /// Runs the given number of single steps of the simulation.
    Steps(u32),
}

use Do::{Act, Hold, Steps};

/// State that every front end can report.
#[derive(Debug, PartialEq)]
struct Answers {
    position: [u32; 3],
    view: [u32; 2],
    feet: [u32; 3],
    walking: bool,
    noclip: bool,
    method: &'static str,
    steps_made: usize,
    selected: Option<NodeId>,
    why: Option<Vec<String>>,
    replays: bool,
    paused: bool,
    speed: u32,
    overlays: [bool; OverlayKind::ALL.len()],
    depths: ([u32; 2], u32),
    culling: CullingMode,
    is_eye: bool,
    /// Division currently shown by the build film, if any.
    division: Option<u32>,
    /// Path of the query that the query film shows.
    asked: Option<[[u32; 3]; 2]>,
}

/// Returns the bits of a vector, with negative zero converted to zero.
fn bits(vector: Vec3) -> [u32; 3] {
    (vector + Vec3::ZERO).to_array().map(f32::to_bits)
}

impl Answers {
    fn of(
        walker: &Walker,
        selected: Option<NodeId>,
        overlays: &overlays::Overlays,
        culling: CullingMode,
        (is_eye, build, query): (bool, &films::BuildFilm, &films::QueryPlayer),
    ) -> Self {
        let (body, scale) = (&walker.body, walker.time_scale);
        Self {
            position: bits(body.position),
            view: [body.yaw, body.pitch].map(f32::to_bits),
            feet: bits(body.mover.feet()),
            walking: body.walking,
            noclip: body.noclip,
            method: body.method.name(),
            steps_made: body.history().moments().len(),
            selected,
            why: walker.why.as_deref().map(Explanation::sentences),
            replays: walker.replay.is_some(),
            paused: scale.paused,
            speed: scale.speed().to_bits(),
            overlays: OverlayKind::ALL.map(|kind| overlays.is_on(kind)),
            depths: (overlays.plane_depths, overlays.cell_depth),
            culling,
            is_eye,
            division: build.node().map(|_| build.step),
            asked: query.open.then(|| [query.asked.from, query.asked.to].map(bits)),
        }
    }
}

/// Returns a script of user input that covers the actions that all front ends have, according to the table of controls.
fn script() -> Vec<Do> {
    let overlays = OverlayKind::first_of_each_key().map(|kind| Act(Action::Overlay(kind.key())));
    let mut script = vec![
        Steps(20),
        Hold(Motion::Forward, true),
        Hold(Motion::Right, true),
        Steps(30),
        Hold(Motion::Fast, true),
        Steps(260),
        Hold(Motion::Right, false),
        Hold(Motion::Up, true),
        Steps(40),
        Act(Action::Why),
        Steps(5),
        Act(Action::Why),
        Hold(Motion::Up, false),
        Hold(Motion::Down, true),
        Steps(60),
        Hold(Motion::Down, false),
        Hold(Motion::Forward, false),
        Act(Action::SelectUnderCrosshair),
        Act(Action::SelectParent),
        Act(Action::SelectFront),
        Act(Action::SelectBack),
        Act(Action::SelectionBack),
        Act(Action::SelectionForward),
        Act(Action::ClearSelection),
        Act(Action::SelectionBack),
        Act(Action::ToggleReplay),
        Act(Action::Escape),
        Act(Action::ToggleModel),
        Act(Action::ToggleModel),
        Act(Action::ToggleModel),
        Act(Action::FirstPerson),
        Act(Action::ToggleBuildFilm),
        Act(Action::NextStep),
        Act(Action::NextStep),
        Act(Action::PreviousStep),
        Act(Action::SelectParent),
        Act(Action::SelectFront),
        Act(Action::Escape),
        Act(Action::ToggleQueryFilm),
        Act(Action::NextStep),
        Act(Action::ToggleQueryFilm),
        Act(Action::ToggleWalking),
        Hold(Motion::Back, true),
        Hold(Motion::Up, true),
        Steps(80),
        Hold(Motion::Up, false),
        Act(Action::NextCollision),
        Steps(20),
        Act(Action::NextCollision),
        Steps(20),
        Act(Action::ToggleNoclip),
        Steps(200),
        Hold(Motion::Back, false),
        Steps(40),
        Act(Action::ToggleNoclip),
        Steps(10),
        Act(Action::Why),
        Act(Action::Slower),
        Act(Action::AlongLeak),
        Act(Action::AlongLeak),
        Act(Action::BackAlongLeak),
        Act(Action::Respawn),
        Act(Action::ToggleNoclip),
        Steps(10),
        Act(Action::Deeper),
        Act(Action::Shallower),
        Act(Action::NextCulling),
        Act(Action::ToggleFrozenCulling),
    ];
    script.extend(overlays);
    let shared = OverlayKind::ALL.into_iter().map(Action::for_overlay);
    script.extend(shared.filter(|action| matches!(action, Action::Show(_))).map(Act));
    script.push(Act(Action::Overlay('0')));
    script.extend((0..7).map(|_| Act(Action::Overlay('2'))));
    // A walking player stays in place and turns to look.
    script.extend([
        Act(Action::ToggleNoclip),
        Act(Action::ToggleWalking),
        Act(Action::SelectUnderCrosshair),
        Act(Action::LookAtSelection),
    ]);
    script
}

/// Returns the first default key of an effect.
fn key_of(effect: Effect) -> Option<KeyCode> {
    let rows = controls().filter(|control| control.effect == effect);
    let mut sources = rows.flat_map(|control| control.sources);
    sources.find_map(|&source| keys(source).first().copied())
}

fn in_window(rig: &mut Rig, line: Do) {
    let code = |motion| key_of(Effect::Move(motion)).expect("a key");
    match line {
        Hold(motion, true) => rig.press(code(motion)),
        Hold(motion, false) => rig.release(code(motion)),
        Act(action) => {
            rig.frames(1);
            match key_of(Effect::Send(action)) {
                Some(key) => rig.tap(key),
                None => rig.run(action),
            }
        }
        Steps(count) => {
            rig.frames(1);
            for _ in 0..count {
                rig.run_for(Action::SingleStep, 3);
            }
        }
    }
    rig.frames(3);
    rig.until("the steps of films", |rig| {
        let (world, current) = (rig.app.world(), rig.current());
        let build_waits = world
            .resource::<ProgramState>()
            .build
            .is_waiting(current.tree.node_count());
        !build_waits && !world.resource::<ProgramState>().query.is_waiting(&current.tree)
    });
}

fn window_answers(rig: &Rig) -> Answers {
    let is_eye = rig.resource::<ProgramState>().view.is_eye();
    Answers::of(
        rig.walker(),
        rig.selected().node,
        &rig.resource::<ProgramState>().overlays,
        rig.resource::<ProgramState>().culling,
        (
            is_eye,
            &rig.resource::<ProgramState>().build,
            &rig.resource::<ProgramState>().query,
        ),
    )
}

fn in_session(session: &mut Session, held: &mut HeldInput, line: Do) {
    match line {
        Hold(motion, true) => held.press(motion),
        Hold(motion, false) => held.release(motion),
        Act(action) => {
            let _ = session.handle(action, held);
        }
        Steps(count) => {
            for _ in 0..count {
                let _ = session.handle(Action::SingleStep, held);
            }
        }
    }
    session.advance(Duration::from_millis(30), held);
    while session.state.is_film_waiting(&session.opened.tree) {
        std::thread::sleep(Duration::from_millis(1));
        session.advance(Duration::ZERO, held);
    }
}

fn session_answers(session: &Session) -> Answers {
    let films = &session.state;
    Answers::of(
        &session.walker,
        session.state.level.selected.node,
        &session.state.overlays,
        session.state.culling,
        (session.model().is_none(), &films.build, &films.query),
    )
}

#[test]
fn script_gives_equal_answers_in_all_fronts() {
    let mut rig = Rig::prepared(&roofless(), 10, select);
    rig.resource_mut::<ProgramState>().overlays = Overlays::none();
    rig.resource_mut::<ProgramState>().culling = CullingMode::Pvs;
    rig.until("the leaves and the figures of the tree", |rig| {
        rig.shown::<LeafTreeState>().is_done()
            && rig.resource::<CurrentTreeStats>().tree_id == Some(rig.current().tree_id())
    });
    let level = LevelName::File(rig.folder.path().join("first.obj"));
    let opened = opened::open(&level, &TreeArgs::default(), &Arc::default()).expect("it opens");
    let opened = Arc::new(opened);
    let mut walks = [FrontEnd::SoftwareWindow, FrontEnd::Terminal].map(|front| {
        let session = Session::new(Arc::clone(&opened), front, true, None);
        (session.expect("it has no liquids"), HeldInput::default())
    });
    for (session, held) in &mut walks {
        for _ in 0..6000 {
            session.advance(Duration::ZERO, held);
            if session.background_stage().is_none() {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(session.picture.leaves().is_some());
    }
    // Start all front ends at the same position, with time paused.
    let begin = [Act(Action::TogglePause), Act(Action::Respawn)];
    for (number, line) in begin.into_iter().chain(script()).enumerate() {
        in_window(&mut rig, line);
        let expected = window_answers(&rig);
        for (session, held) in &mut walks {
            in_session(session, held, line);
            let front = session.front.name();
            // Compare only after the first steps, which move the body to the eye.
            if number > begin.len() {
                assert_eq!(
                    session_answers(session),
                    expected,
                    "{front}, line {number}: {line:?}"
                );
            }
        }
    }
}

#[test]
fn script_covers_every_shared_action() {
    // These actions do not change the compared state. They read or write a file, need a mouse, end the program, choose
    // randomly, or affect only the screen. Each front end advances time differently, so time is paused here except for
    // single steps.
    let on_the_screen = [
        Action::Screenshot,
        Action::ToggleRecording,
        Action::PlayScript,
        Action::Leave,
        Action::ToggleHelp,
        Action::TogglePalette,
        Action::AcceptOffer,
        Action::TogglePlan,
        Action::ToggleQuiz,
        Action::NextQueryMode,
        Action::SingleStep,
        Action::TogglePause,
        Action::KeepView,
        Action::NextBookmark,
        Action::CopyEditorPlace,
        Action::ListExpensive,
    ];
    let script = script();
    for control in controls().filter(|control| control.why_not_everywhere().is_none()) {
        let Effect::Send(action) = control.effect else {
            continue;
        };
        let is_played = script
            .iter()
            .any(|line| matches!(line, Act(played) if *played == action));
        assert!(is_played != on_the_screen.contains(&action), "{action:?}");
    }
}
