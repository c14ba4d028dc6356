//! Tests for doors and lifts in the window: they move before the player does, and they respect command-line options.

use std::sync::Arc;

use bevy::prelude::*;
use bspwalk::app::host::state::{Action, Doors, RequestedOptions};
use bspwalk_session::{
    LevelName,
    body::{Body, Driver},
    moving::MovingEntities,
    opened,
    tree_args::{MovingParts, TreeArgs},
};
use bspwalk_testing::{
    doom_wad::{self, wad},
    quake_maps::{Corners, DIVIDER, ROOM, brush, map, walls},
};

use bspwalk_collision::mover::{Trees, script::Ticks};

use crate::app::harness::{Rig, room};

/// Builds a map with two rooms and an entity between them. The player starts looking at it along the map's +x axis.
fn two_rooms(entity: &str, keys: &str, corners: Corners) -> String {
    let text = map(walls(ROOM).into_iter().chain(DIVIDER));
    format!(
        "{text}{{\n\"classname\" \"{entity}\"\n{keys}\n{}}}\n",
        brush(corners)
    )
}

/// Creates a rig with a level made from a map, the player standing at a map position, and 20 ms per frame.
fn rig(text: &str, moving: Option<MovingParts>, at: [f64; 2]) -> Rig {
    let mut rig = Rig::of(&room(), 20);
    let path = rig.file("doors.map", text.as_bytes());
    let said = TreeArgs {
        moving,
        ..TreeArgs::default()
    };
    rig.open(LevelName::File(path), RequestedOptions::Said(Box::new(said)));
    rig.frames(2);
    stand(&mut rig, at);
    rig
}

/// Puts the player at a map position on the floor, looking along the map's +x axis.
fn stand(rig: &mut Rig, [x, y]: [f64; 2]) {
    let (scale, origin) = (rig.current().level.units.scale, rig.current().level.origin);
    let feet = bevy::math::DVec3::new(x, 0.0, -y) * scale - origin;
    let mut player = rig.player();
    let eye = player.params.eye_height;
    player.walking = true;
    player.teleport(feet.as_vec3() + Vec3::Y * (eye + 0.3));
    (player.yaw, player.pitch) = (-std::f32::consts::FRAC_PI_2, 0.0);
    rig.frames(15);
}

/// Returns the height of the first mechanism above its position in the file, in metres.
fn height(rig: &Rig) -> Option<f64> {
    let moving = rig.shown::<Doors>().0.as_ref()?;
    Some(moving.poses()[0].translation.y)
}

const DOOR: Corners = [[-8.0, 64.0, 0.0], [8.0, 128.0, 192.0]];

#[test]
fn door_opens_unless_moving_parts_are_still() {
    let text = two_rooms("func_door", "\"angle\" \"-1\"\n\"wait\" \"1\"", DOOR);
    for (moving, passes) in [(None, true), (Some(MovingParts::Still), false)] {
        let mut rig = rig(&text, moving, [-160.0, 96.0]);
        assert_eq!(height(&rig), passes.then_some(0.0), "{moving:?}");
        rig.press(KeyCode::KeyW);
        rig.frames(250);
        let x = rig.player().position.x;
        assert_eq!(x > 1.0, passes, "{moving:?}: it got to {x}");
        assert_eq!(rig.current().options.moving_apart, passes);
    }
}

#[test]
fn window_and_commands_build_same_trees() {
    let text = two_rooms("func_door", "\"angle\" \"-1\"", DOOR);
    for moving in [None, Some(MovingParts::Apart), Some(MovingParts::Still)] {
        let rig = rig(&text, moving, [-160.0, 96.0]);
        let LevelName::File(path) = &rig.current().source else {
            panic!("it is a file");
        };
        let args = TreeArgs {
            moving,
            ..TreeArgs::default()
        };
        let opened = opened::open(&LevelName::File(path.clone()), &args, &Arc::default()).expect("it opens");
        let [of_window, of_command] =
            [&rig.current().tree, &opened.tree].map(|tree| (tree.statistics().nodes, tree.triangle_count()));
        assert_eq!(of_window, of_command, "{moving:?}");
    }
}

#[test]
fn enter_opens_the_door_ahead() {
    // The door must be opened with the use key, as in DOOM.
    let mut rig = Rig::of(&room(), 20);
    let path = rig.file("door.wad", &wad(b"PWAD", &doom_wad::map("MAP01")));
    rig.open(LevelName::File(path), RequestedOptions::Remembered);
    rig.frames(2);
    stand(&mut rig, [128.0, 128.0]);
    assert_eq!(height(&rig), Some(0.0), "it is closed");
    rig.hold_key(KeyCode::KeyW, 100);
    let stopped = rig.player().position.x;
    rig.tap_for(KeyCode::Enter, 101);
    assert!(height(&rig) > Some(1.0), "it is open");
    rig.press(KeyCode::KeyW);
    rig.frames(50);
    // The player continues into the doorway, up to the ledge of the other room.
    assert!(rig.player().position.x > stopped + 0.4, "it goes on");
}

/// Returns the number of fixed steps since the start.
fn steps(rig: &Rig) -> u32 {
    let time = rig.resource::<Time<Fixed>>();
    (time.elapsed().as_nanos() / time.timestep().as_nanos()) as u32
}

#[test]
fn window_moves_body_and_doors_as_session_does() {
    let door = two_rooms("func_door", "\"angle\" \"-1\"\n\"wait\" \"1\"", DOOR);
    let lift = two_rooms("func_plat", "", [[0.0, -64.0, 0.0], [128.0, 64.0, 96.0]]);
    let across = two_rooms(
        "func_door",
        "\"angle\" \"180\"\n\"lip\" \"-40\"\n\"wait\" \"0.5\"",
        DOOR,
    );
    for (text, at, ahead) in [
        (door, [-160.0, 96.0], true),
        (lift, [200.0, 0.0], false),
        (across, [-160.0, 96.0], true),
    ] {
        let mut rig = rig(&text, None, at);
        let level = Arc::clone(&rig.current().level);
        let tree = Arc::clone(&rig.current().tree);
        let moving = MovingEntities::build_trees(&level, tree.params(), &Arc::default());
        let mut moving = moving.expect("it builds").expect("something moves");
        let start = moving.poses();
        assert_eq!(Some(start[0].translation.y), height(&rig), "it is where it began");
        let mut body: Body = rig.walker().body.clone();
        let mut passed = steps(&rig);
        let mut has_moved = false;
        rig.press(if ahead { KeyCode::KeyW } else { KeyCode::KeyS });
        for frame in 0..200 {
            rig.frames(1);
            let now = steps(&rig);
            for _ in passed..now {
                let keys = Ticks {
                    ticks: 1,
                    forward: if ahead { 1.0 } else { -1.0 },
                    ..Ticks::default()
                };
                let driver = Driver {
                    keys,
                    ..Driver::default()
                };
                body.step(Trees::from(&*tree), Some(&mut moving), driver);
            }
            passed = now;
            let player = rig.player();
            assert_eq!(
                (player.position, player.yaw, player.velocity, player.mover.feet()),
                (body.position, body.yaw, body.velocity, body.mover.feet()),
                "frame {frame}"
            );
            let is = moving.poses()[0].translation.y;
            assert_eq!(height(&rig), Some(is), "frame {frame}");
            has_moved |= moving.poses() != start;
        }
        assert!(has_moved, "the door or lift moves");
    }
}

#[test]
fn suspended_level_keeps_its_doors() {
    let text = two_rooms("func_plat", "", [[0.0, -64.0, 0.0], [128.0, 64.0, 96.0]]);
    let mut rig = rig(&text, None, [40.0, 0.0]);
    let low = height(&rig);
    rig.until("it rises", |rig| height(rig) > low);
    let level = rig.current().level_id();
    let before = height(&rig).expect("it moves");
    assert!(before < 0.0, "it is on its way up: {before}");
    rig.command(Action::Tour);
    rig.until("the level of the tour", |rig| rig.current().level_id() != level);
    rig.frames(20);
    rig.command(Action::Tour);
    rig.until("the level of before", |rig| rig.current().level_id() == level);
    let after = height(&rig).expect("it moves");
    assert!((before - 0.2..=0.0).contains(&after), "from {before} to {after}");
    rig.frames(150);
    assert_eq!(height(&rig), Some(0.0), "it goes on");
}
