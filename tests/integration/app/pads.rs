//! Tests that a gamepad can walk, fly, select, play films and take the tour without a keyboard.

use bevy::prelude::*;
use bspwalk::app::{
    host::state::{Action, ProgramState},
    input::{
        KeyLabels,
        bindings::{Bindings, KeyChange, Listening},
        settings::Settings,
    },
    tour::{STATIONS, Tour},
};
use bspwalk::cli::WindowArgs;
use bspwalk_session::{
    actions::{Effect, FrontEnd, PadButton, PadHold, PadStick, Source, controls},
    view::View,
};

use crate::app::harness::{Rig, room, settings_file, temp_folder};

const PLAY_STATION: u16 = 0x054c;

/// Creates a rig with node selection enabled and a walking player at the centre of the room.
fn rig() -> Rig {
    let mut rig = Rig::selecting(&room());
    rig.player().walking = true;
    rig.player().teleport(Vec3::new(0.0, 1.5, 0.0));
    (rig.player().yaw, rig.player().pitch) = (0.0, 0.0);
    rig.frames(50);
    rig
}

fn along(rig: &mut Rig) -> f32 {
    -rig.player().velocity.z
}

#[test]
fn stick_deflection_sets_the_speed() {
    let mut rig = rig();
    let mut speed_at = |up: f32| {
        rig.player().teleport(Vec3::new(0.0, 1.5, 0.0));
        rig.frames(10);
        rig.stick(PadStick::Left, [0.0, up]);
        rig.frames(30);
        let speed = along(&mut rig);
        rig.stick(PadStick::Left, [0.0, 0.0]);
        rig.frames(60);
        assert_eq!(along(&mut rig), 0.0, "it goes on");
        speed
    };
    assert_eq!(speed_at(0.1), 0.0);
    let [half, full] = [0.6, 1.0].map(&mut speed_at);
    assert!(half > 0.1 * full && half < 0.8 * full, "{half} of {full} m/s");
    rig.resource_mut::<Settings>().pad.pad_dead_zone = 0.8;
    rig.stick(PadStick::Left, [0.0, 0.6]);
    rig.frames(30);
    assert_eq!(along(&mut rig), 0.0, "the dead zone of the settings");
}

#[test]
fn pad_jumps_flies_looks_and_stops_on_unplug() {
    let mut rig = rig();
    let floor = rig.player().position.y;
    rig.pad(PadButton::South, 1.0);
    rig.frames(8);
    assert!(rig.player().position.y > floor + 0.05, "it jumps");
    rig.pad(PadButton::South, 0.0);
    rig.frames(80);
    rig.tap_pad(None, PadButton::LeftThumb);
    rig.frames(2);
    assert!(!rig.player().walking);
    // Hold the button for only a few frames, so that the player does not reach the ceiling.
    rig.pad(PadButton::South, 1.0);
    rig.frames(5);
    assert!(rig.player().velocity.y > 0.5, "it flies up");
    rig.pad(PadButton::South, 0.0);
    rig.pad(PadButton::LeftTrigger, 0.9);
    rig.frames(40);
    assert!(
        rig.player().velocity.y < -0.5 || rig.player().position.y < floor + 0.1,
        "it flies down"
    );
    rig.pad(PadButton::LeftTrigger, 0.0);
    let yaw = rig.player().yaw;
    rig.stick(PadStick::Right, [-1.0, 0.0]);
    rig.frames(10);
    let turned = rig.player().yaw - yaw;
    assert!(turned > 0.1, "it looks to the left: {turned}");
    rig.pull_out();
    rig.frames(2);
    let yaw = rig.player().yaw;
    rig.frames(20);
    assert_eq!(rig.player().yaw, yaw, "nobody pushes the stick");
    // A newly connected gamepad also works.
    rig.pad(PadButton::South, 1.0);
    rig.frames(5);
    assert!(rig.player().velocity.y > 0.5, "the next one flies");
}

#[test]
fn pad_selects_a_node_and_controls_a_film() {
    let mut rig = rig();
    let eye = rig.player().position;
    let wall = rig
        .current()
        .tree
        .cast(eye, eye + Vec3::NEG_Z * 20.0)
        .expect("a wall");
    rig.tap_pad(None, PadButton::West);
    rig.frames(3);
    let selected = |rig: &Rig| rig.selected().node;
    assert_eq!(selected(&rig), Some(wall.node));
    rig.tap_pad(Some(PadHold::Left), PadButton::Down);
    rig.frames(3);
    assert_eq!(selected(&rig), None);

    let film = |rig: &Rig| rig.resource::<ProgramState>().build.clone();
    rig.tap_pad(Some(PadHold::Left), PadButton::South);
    rig.frames(3);
    assert!(film(&rig).open);
    let nodes = rig.current().tree.node_count();
    rig.until("the first step", |rig| !film(rig).is_waiting(nodes));
    rig.resource_mut::<ProgramState>().build.playing = false;
    let first = film(&rig).step;
    rig.tap_pad(None, PadButton::Right);
    rig.frames(2);
    assert_eq!(film(&rig).step, first + 1);
    rig.tap_pad(None, PadButton::Left);
    rig.frames(2);
    assert_eq!(film(&rig).step, first);
    for is_playing in [true, false] {
        rig.tap_pad(None, PadButton::North);
        rig.frames(1);
        assert_eq!(film(&rig).playing, is_playing);
    }
    // In the model view, the right stick turns the model. The orbit requires a camera.
    rig.add_camera();
    rig.frames(2);
    let view = |rig: &Rig| rig.resource::<ProgramState>().view;
    assert_eq!(view(&rig).view, View::Model);
    let (orbit, yaw) = (view(&rig).orbit.expect("an orbit"), rig.player().yaw);
    rig.stick(PadStick::Right, [1.0, 0.0]);
    rig.frames(5);
    assert_ne!(view(&rig).orbit.expect("an orbit").yaw, orbit.yaw);
    assert_eq!(rig.player().yaw, yaw);
    rig.stick(PadStick::Right, [0.0, 0.0]);
    let distance = view(&rig).orbit.expect("an orbit").distance;
    rig.tap_pad(Some(PadHold::Both), PadButton::Up);
    rig.frames(2);
    assert!(view(&rig).orbit.expect("an orbit").distance < distance, "nearer");
    rig.tap_pad(Some(PadHold::Left), PadButton::South);
    rig.frames(2);
    assert!(!film(&rig).open);
}

#[test]
fn pad_alone_completes_two_tour_stations() {
    let mut rig = rig();
    let station = |rig: &Rig| {
        let tour = rig.app.world().get_resource::<Tour>();
        tour.filter(|tour| tour.is_shown).map(|tour| tour.station().name)
    };
    let is_done = |rig: &Rig| {
        rig.app
            .world()
            .get_resource::<Tour>()
            .is_some_and(|tour| tour.is_done)
    };
    rig.tap_pad(Some(PadHold::Left), PadButton::Start);
    rig.until("the first station", |rig| station(rig) == Some(STATIONS[0].name));
    rig.tap_pad(None, PadButton::North);
    rig.until("the second station", |rig| station(rig) == Some(STATIONS[1].name));
    rig.frames(30);
    assert!(!is_done(&rig));
    rig.stick(PadStick::Left, [0.0, 1.0]);
    rig.until("the other side", is_done);
    rig.stick(PadStick::Left, [0.0, 0.0]);
    rig.tap_pad(None, PadButton::North);
    // The next stations need a pointer or a film, so continue at one where the task is to walk to another leaf.
    let portals = STATIONS.iter().position(|station| station.name == "portals");
    let portals = portals.expect("it is there");
    rig.until("the third station", |rig| station(rig) == Some(STATIONS[2].name));
    for next in &STATIONS[3..=portals] {
        rig.tap_pad(None, PadButton::North);
        rig.until("the next station", |rig| station(rig) == Some(next.name));
    }
    rig.until_leaves();
    rig.frames(30);
    assert!(!is_done(&rig));
    rig.stick(PadStick::Left, [0.0, 1.0]);
    rig.until("another leaf", is_done);
    rig.stick(PadStick::Left, [0.0, 0.0]);
    let done = rig.resource::<Settings>().tour_done.clone();
    for station in [&STATIONS[1], &STATIONS[portals]] {
        assert!(done.contains(station.name), "{}", station.name);
    }
    rig.tap_pad(Some(PadHold::Left), PadButton::North);
    rig.until("the station before", |rig| {
        station(rig) == Some(STATIONS[portals - 1].name)
    });
    rig.tap_pad(Some(PadHold::Left), PadButton::Start);
    rig.until("the end of the tour", |rig| {
        rig.app.world().get_resource::<Tour>().is_none()
    });
}

#[test]
fn hints_name_the_last_used_device() {
    let mut rig = rig();
    let label = |rig: &Rig| {
        let labels = rig.resource::<KeyLabels>();
        labels.key_or_palette_hint(Action::SelectUnderCrosshair)
    };
    rig.plug_in(PLAY_STATION);
    rig.frames(2);
    assert_eq!(label(&rig), "E", "it is there, and nobody has it in the hand");
    rig.stick(PadStick::Left, [0.1, 0.1]);
    rig.frames(2);
    assert_eq!(label(&rig), "E", "a stick that drifts");
    rig.tap_pad(None, PadButton::Up);
    rig.frames(1);
    assert_eq!(label(&rig), "□");
    rig.tap_for(KeyCode::KeyX, 2);
    assert_eq!(label(&rig), "E");
    rig.stick(PadStick::Left, [0.9, 0.0]);
    rig.frames(2);
    assert_eq!(label(&rig), "□");
    rig.click();
    rig.frames(1);
    assert_eq!(label(&rig), "E");
}

#[test]
fn button_is_bound_by_pressing_it() {
    let mut rig = rig();
    let row = controls()
        .find(|control| control.effect == Effect::Send(Action::Screenshot))
        .expect("a row");
    let effect = |rig: &Rig, source| rig.resource::<Bindings>().0.effect(FrontEnd::Window, source);
    // All buttons are in use, so unbind one.
    let wanted = Source::PadWith(PadHold::Both, PadButton::Start);
    let before = rig.resource::<Bindings>().0.clone();
    if let Some(owner) = before.control(FrontEnd::Window, wanted) {
        rig.send(KeyChange::Remove(owner.id(), wanted));
        rig.frames(2);
    }
    assert_eq!(effect(&rig, wanted), None);
    rig.send(KeyChange::Listen(row.id(), None));
    rig.frames(2);
    let listening = |rig: &Rig| rig.resource::<Listening>().clone();
    assert!(listening(&rig).is_waiting());
    // A shoulder button modifies other buttons, so it cannot be bound on its own.
    rig.tap_pad(None, PadButton::RightShoulder);
    rig.frames(3);
    assert!(listening(&rig).is_waiting() && listening(&rig).message_for(&row.id()).is_some());
    assert_eq!(effect(&rig, Source::Pad(PadButton::RightShoulder)), None);
    rig.tap_pad(Some(PadHold::Both), PadButton::Start);
    rig.frames(3);
    assert!(!listening(&rig).is_waiting());
    assert_eq!(effect(&rig, wanted), Some(row.effect));
    // If the pressed button is already in use, the panel asks what to do. Until then, the button has no other effect.
    let is_walking = rig.player().walking;
    rig.send(KeyChange::Listen(row.id(), None));
    rig.frames(2);
    for value in [1.0, 0.0] {
        rig.pad(PadButton::LeftThumb, value);
        rig.frames(3);
        assert_eq!(rig.player().walking, is_walking);
    }
    let taken = listening(&rig).conflict().map(|(source, _)| source);
    assert_eq!(taken, Some(Source::Pad(PadButton::LeftThumb)));
    rig.send(KeyChange::Take);
    rig.frames(3);
    assert_eq!(effect(&rig, Source::Pad(PadButton::LeftThumb)), Some(row.effect));
}

#[test]
fn stick_settings_are_saved_and_clamped() {
    let folder = temp_folder();
    let file = settings_file(folder.path());
    let text = "[settings]\npad_dead_zone = 7.0\npad_curve = 2.5\npad_sensitivity = nan\n";
    std::fs::write(&file, text).expect("the file can be written");
    let mut rig = Rig::started(folder, WindowArgs::default());
    let pad = rig.resource::<Settings>().pad;
    assert_eq!((pad.pad_dead_zone, pad.pad_curve), (0.9, 2.5));
    assert_eq!(pad.pad_sensitivity, Settings::default().pad.pad_sensitivity);
    rig.resource_mut::<Settings>().pad.pad_curve = 3.0;
    rig.frames(40);
    let text = std::fs::read_to_string(file).expect("it is written");
    assert!(text.contains("pad_curve = 3.0"), "{text}");
}
