//! Tests for doors and lifts in a walk: they open, carry the body, stop before crushing it, and are drawn at their
//! poses.

use std::{fmt::Write as _, sync::Arc};

use bspwalk_collision::{
    is_clear,
    mover::{Event, Trees, script::Ticks},
    things::Assembly,
};
use bspwalk_draw::raster::{Camera, Coloring, FrameStyle, Frames, VisibilityMethod};
use bspwalk_geometry::TaggedTriangle;
use bspwalk_levels::{Level, LoadOptions, load_from_memory, mechanisms::Pose};
use bspwalk_progress::Progress;
use bspwalk_session::{
    LevelName, Opened,
    body::{Body, Driver},
    moving::MovingEntities,
    opened,
    tree_args::{MovingParts, TreeArgs},
};
use bspwalk_testing::{
    doom_wad::{self, wad},
    quake_maps::{Corners, DIVIDER, ROOM, brush, map, walls},
};
use bspwalk_trees::{BuildParams, NodeTree};
use glam::{DQuat, DVec3, Vec3, dvec3};

/// Doorway between two rooms, in map units.
const DOOR: Corners = [[-8.0, 64.0, 0.0], [8.0, 128.0, 192.0]];

/// A lift at its top position, as in the file. It waits 8 units above the floor.
const LIFT: Corners = [[0.0, -64.0, 0.0], [128.0, 64.0, 96.0]];

fn two_rooms(entity: &str, keys: &str, corners: Corners) -> String {
    let mut text = map(walls(ROOM).into_iter().chain(DIVIDER));
    add(&mut text, entity, keys, corners);
    text
}

fn add(text: &mut String, entity: &str, keys: &str, corners: Corners) {
    writeln!(
        text,
        "{{\n\"classname\" \"{entity}\"\n{keys}\n{}}}",
        brush(corners)
    )
    .expect("a text takes it");
}

fn load(text: &str, moving_apart: bool) -> Arc<Level> {
    let options = LoadOptions {
        moving_apart,
        ..LoadOptions::default()
    };
    let level = load_from_memory("test.map", text.as_bytes(), &(), &options, &Progress::default());
    Arc::new(level.expect("it loads"))
}

/// A body in a level with moving entities.
struct Walk {
    level: Arc<Level>,
    tree: NodeTree,
    moving: Option<MovingEntities>,
    body: Body,
    events: Vec<Event>,
}

impl Walk {
    /// Creates a walking body at a point in map space, looking along the map's +x axis.
    fn new(level: Arc<Level>, [x, y, z]: [f64; 3]) -> Self {
        let params = BuildParams::default();
        let tree = NodeTree::build(&level.solid_triangles(), &params).expect("it builds");
        let moving = MovingEntities::build_trees(&level, &params, &Arc::default()).expect("it builds");
        let mut body = Body::default();
        body.walking = true;
        let feet = dvec3(x, z, -y) * level.units.scale - level.origin;
        body.teleport(feet.as_vec3() + Vec3::Y * (body.params.eye_height + 0.01));
        body.yaw = -std::f32::consts::FRAC_PI_2;
        Self {
            level,
            tree,
            moving,
            body,
            events: Vec::new(),
        }
    }

    /// Runs a step with the given keys, then checks that the body does not overlap any face.
    #[track_caller]
    fn step(&mut self, keys: Ticks) {
        let driver = Driver {
            keys,
            ..Driver::default()
        };
        let stepped = self
            .body
            .step(Trees::from(&self.tree), self.moving.as_mut(), driver);
        self.events.extend(stepped.events);
        let mover = &self.body.mover;
        let things = self
            .moving
            .as_ref()
            .map(MovingEntities::posed_trees)
            .unwrap_or_default();
        let assembly = Assembly::new(&self.tree, &things);
        let is_free = is_clear(&assembly, mover.body(), mover.position());
        assert!(is_free, "it is within something at {}", mover.position());
    }

    fn walk(&mut self, steps: u32) {
        for _ in 0..steps {
            self.step(Ticks {
                ticks: 1,
                forward: 1.0,
                ..Ticks::default()
            });
        }
    }

    fn stand(&mut self, steps: u32) {
        for _ in 0..steps {
            self.step(Ticks {
                ticks: 1,
                ..Ticks::default()
            });
        }
    }

    /// Returns the position of the feet in map space.
    fn feet(&self) -> DVec3 {
        let at = (self.body.mover.feet().as_dvec3() + self.level.origin) / self.level.units.scale;
        dvec3(at.x, -at.z, at.y)
    }

    /// Returns the height of the mechanism above its position in the file, in map units.
    fn height(&self) -> f64 {
        let poses = self.moving.as_ref().expect("something moves").poses();
        let height = poses[0].translation.y / self.level.units.scale;
        // Remove the rounding error of the unit conversion.
        (height * 1.0e6).round() / 1.0e6
    }
}

/// Steps per second.
const SECOND: u32 = bspwalk_session::clock::STEPS_PER_SECOND as u32;

#[test]
fn door_opens_for_the_body_and_lets_it_through() {
    let text = two_rooms("func_door", "\"angle\" \"-1\"\n\"wait\" \"1\"", DOOR);
    let mut walk = Walk::new(load(&text, true), [-160.0, 96.0, 0.0]);
    walk.walk(4 * SECOND);
    assert!(walk.feet().x > 100.0, "it stopped at {}", walk.feet());
    walk.stand(6 * SECOND);
    assert_eq!(walk.height(), 0.0, "behind it the door is closed again");
    // If moving parts are loaded as static geometry, the same door stays closed.
    let mut still = Walk::new(load(&text, false), [-160.0, 96.0, 0.0]);
    assert!(still.moving.is_none());
    still.walk(4 * SECOND);
    assert!(still.feet().x < -8.0);
}

#[test]
fn lift_carries_the_body_up_smoothly() {
    let text = two_rooms("func_plat", "", LIFT);
    let mut walk = Walk::new(load(&text, true), [40.0, 0.0, 9.0]);
    assert_eq!(walk.height(), -88.0, "it waits at the bottom");
    walk.stand(SECOND / 4);
    let mut eye = walk.body.position.y;
    let mut steps = 0;
    while walk.height() < 0.0 {
        walk.stand(1);
        assert!(
            walk.body.mover.is_grounded(),
            "it stands at height {}",
            walk.height()
        );
        assert!(
            walk.body.position.y >= eye - 1.0e-4,
            "the eye never sinks on the way up"
        );
        eye = walk.body.position.y;
        steps += 1;
        assert!(steps < 10 * SECOND, "the lift stays at {}", walk.height());
    }
    let (up, gap) = (
        walk.feet().z - 96.0,
        2.0 * f64::from(walk.body.mover.skin()) / walk.level.units.scale,
    );
    assert!(
        (0.0..=gap).contains(&up),
        "the feet are {up} units above the lift"
    );
    // The body walks off the lift and falls to the floor. The lift then moves down.
    walk.walk(2 * SECOND);
    walk.stand(8 * SECOND);
    assert!(walk.feet().z < 1.0);
    assert_eq!(walk.height(), -88.0);
}

#[test]
fn door_reopens_when_it_hits_the_body() {
    // The door has a target name, so only the trigger opens it.
    let keys = "\"angle\" \"-1\"\n\"wait\" \"2\"\n\"speed\" \"400\"\n\"targetname\" \"gate\"";
    let mut text = two_rooms("func_door", keys, DOOR);
    add(
        &mut text,
        "trigger_multiple",
        "\"target\" \"gate\"\n\"wait\" \"0.5\"",
        [[-200.0, 64.0, 0.0], [-100.0, 128.0, 64.0]],
    );
    let mut walk = Walk::new(load(&text, true), [-150.0, 96.0, 0.0]);
    walk.stand(SECOND / 10);
    // The body stops in the doorway, away from the trigger.
    let mut steps = 0;
    while walk.feet().x < -17.0 && steps < 4 * SECOND {
        walk.walk(1);
        steps += 1;
    }
    walk.stand(SECOND / 2);
    assert!(walk.feet().x.abs() < 4.0, "it got to {}", walk.feet());
    let mut least = f64::INFINITY;
    for _ in 0..3 * SECOND {
        walk.stand(1);
        least = least.min(walk.height());
    }
    let squeezed = walk
        .events
        .iter()
        .any(|event| matches!(event, Event::Squeezed { .. }));
    let head = f64::from(walk.body.params.height) / walk.level.units.scale;
    assert!(squeezed, "it is said: {:?}", walk.events);
    assert!(
        least >= head - 1.0,
        "it stopped above the head: {least} of {head}"
    );
}

#[test]
fn button_opens_a_door_elsewhere() {
    let mut text = map(walls(ROOM).into_iter().chain(DIVIDER));
    add(
        &mut text,
        "func_door",
        "\"angle\" \"-1\"\n\"targetname\" \"far\"",
        DOOR,
    );
    // The button reacts to touch.
    add(
        &mut text,
        "func_button",
        "\"angle\" \"0\"\n\"target\" \"far\"\n\"lip\" \"2\"",
        [[-12.0, 32.0, 32.0], [-8.0, 48.0, 48.0]],
    );
    let mut walk = Walk::new(load(&text, true), [-100.0, 40.0, 0.0]);
    walk.stand(SECOND);
    assert_eq!(walk.height(), 0.0);
    walk.walk(2 * SECOND);
    assert!(walk.height() > 100.0, "the door is {} open", walk.height());
}

/// Creates a body in front of a door in the DOOM example map. The door opens on use.
fn at_doom_door() -> Walk {
    let options = LoadOptions {
        moving_apart: true,
        ..LoadOptions::default()
    };
    let bytes = wad(b"PWAD", &doom_wad::map("MAP01"));
    let level = load_from_memory("test.wad", &bytes, &(), &options, &Progress::default());
    let mut walk = Walk::new(Arc::new(level.expect("it loads")), [128.0, 128.0, 0.0]);
    walk.stand(SECOND / 4);
    walk.walk(2 * SECOND);
    walk
}

#[test]
fn use_opens_the_door_ahead() {
    let mut walk = at_doom_door();
    assert_eq!(walk.height(), 0.0);
    let stopped = walk.feet().x;
    walk.step(Ticks {
        ticks: 1,
        uses: true,
        ..Ticks::default()
    });
    walk.stand(2 * SECOND);
    assert!(walk.height() > 100.0, "the door is {} open", walk.height());
    walk.walk(SECOND);
    // The body is in the doorway, in front of the ledge of the other room.
    assert!(
        walk.feet().x > stopped + 12.0,
        "it got from {stopped} to {}",
        walk.feet()
    );
}

#[test]
fn held_use_button_opens_door_once() {
    let mut walk = at_doom_door();
    let heights: Vec<f64> = (0..12 * SECOND)
        .map(|_| {
            walk.step(Ticks {
                ticks: 1,
                uses: true,
                ..Ticks::default()
            });
            walk.height()
        })
        .collect();
    assert!(heights.iter().any(|&height| height > 100.0), "the door opens");
    let last_second = &heights[heights.len() - SECOND as usize..];
    assert!(last_second.iter().all(|&height| height == 0.0), "{last_second:?}");
}

#[test]
fn lift_passes_through_a_noclip_body() {
    let text = two_rooms("func_plat", "", LIFT);
    let mut walk = Walk::new(load(&text, true), [40.0, 0.0, 9.0]);
    walk.body.toggle_noclip();
    let eye = walk.body.position;
    for _ in 0..4 * SECOND {
        let trees = Trees::from(&walk.tree);
        let stepped = walk.body.step(trees, walk.moving.as_mut(), Driver::default());
        assert!(stepped.events.is_empty());
    }
    assert_eq!((walk.body.position, walk.height()), (eye, -88.0));
}

#[test]
fn poses_between_steps_end_with_the_motion() {
    let text = two_rooms("func_plat", "", LIFT);
    let mut walk = Walk::new(load(&text, true), [40.0, 0.0, 9.0]);
    let heights = |moving: &MovingEntities| {
        [0.0, 0.5, 1.0].map(|share| {
            let pose = moving.poses_between(share).next().expect("it has a lift");
            pose.translation.y
        })
    };
    for _ in 0..SECOND {
        walk.stand(1);
        let moving = walk.moving.as_mut().expect("it has a lift");
        let [before, between, after] = heights(moving);
        if before < after {
            assert!(before < between && between < after);
            moving.end_motion();
            assert_eq!(heights(moving), [after; 3]);
            return;
        }
    }
    panic!("the lift does not rise");
}

/// A picture with posed moving parts must equal the picture of a level with their faces at those poses.
#[test]
fn moving_parts_are_drawn_at_their_pose() {
    let text = two_rooms("func_door", "\"angle\" \"-1\"", DOOR);
    let level = load(&text, true);
    let all = |level: &Level| -> Vec<TaggedTriangle> {
        let triangles = level.triangles.iter();
        triangles
            .map(|triangle| TaggedTriangle {
                corners: triangle.corners,
                face: triangle.source,
            })
            .collect()
    };
    let tree =
        |level: &Level| Arc::new(NodeTree::build(&all(level), &BuildParams::default()).expect("it builds"));
    let center = dvec3(0.0, 96.0, -96.0) * level.units.scale - level.origin;
    let turn = DQuat::from_rotation_y(0.6) * DQuat::from_rotation_x(0.2);
    let poses = [
        Pose {
            rotation: DQuat::IDENTITY,
            translation: DVec3::Y * 1.3,
        },
        Pose {
            rotation: turn,
            translation: center - turn * center + dvec3(-0.4, 0.2, 0.1),
        },
    ];
    let size = [200, 120];
    let eye = dvec3(-140.0, 60.0, -80.0) * level.units.scale - level.origin;
    let camera = Camera::perspective(eye, [-std::f64::consts::FRAC_PI_2, 0.1], 1.3);
    let style = |coloring, method| FrameStyle {
        coloring,
        method,
        ..FrameStyle::default()
    };
    let mut frames = Frames::new(&level, &tree(&level));
    let rest = frames
        .draw(
            &camera,
            size,
            &style(Coloring::Triangle, VisibilityMethod::DepthBuffer),
        )
        .pixels
        .clone();
    for pose in poses {
        let mut moved = Level::clone(&level);
        let owners = level.mechanism_of_objects();
        for triangle in &mut moved.triangles {
            if owners[triangle.object as usize].is_some() {
                triangle.corners = triangle.corners.map(|corner| pose.transform_point(corner));
                triangle.normals = triangle
                    .normals
                    .map(|normal| pose.rotate_vector(normal.as_dvec3()).as_vec3());
            }
        }
        let moved = Arc::new(moved);
        let mut expected = Frames::new(&moved, &tree(&moved));
        for method in [VisibilityMethod::DepthBuffer, VisibilityMethod::Painter] {
            for coloring in [Coloring::Triangle, Coloring::Material] {
                let style = style(coloring, method);
                frames.set_poses(&[pose]);
                let drawn = frames.draw(&camera, size, &style).pixels.clone();
                let expected = &expected.draw(&camera, size, &style).pixels;
                // Pixels on edges may be rounded to either side.
                let differs = drawn.iter().zip(expected).filter(|(a, b)| a != b).count();
                // Patterns and light stay at the part's position in the file, so the pictures may differ only on the
                // part's faces.
                let most = if coloring == Coloring::Triangle {
                    40
                } else {
                    drawn.len() / 3
                };
                assert!(
                    differs <= most,
                    "{differs} pixels differ, {coloring:?}, {method:?}"
                );
                if coloring == Coloring::Triangle {
                    let changed = drawn.iter().zip(&rest).filter(|(a, b)| a != b).count();
                    assert!(changed > 400, "{changed} pixels show that it moved");
                }
            }
        }
    }
    frames.set_poses(&[Pose::IDENTITY]);
    let style = style(Coloring::Triangle, VisibilityMethod::DepthBuffer);
    assert_eq!(frames.draw(&camera, size, &style).pixels, rest);
}

#[test]
fn open_takes_doors_apart_by_default() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("door.map");
    let text = two_rooms("func_door", "\"angle\" \"-1\"", DOOR);
    std::fs::write(&path, &text).expect("it is written");
    let name = LevelName::File(path);
    let open = |moving| {
        let args = TreeArgs {
            moving,
            ..TreeArgs::default()
        };
        opened::open(&name, &args, &Arc::default()).expect("it opens")
    };
    let nodes = |opened: &Opened| opened.tree.statistics().nodes;
    let leaves = |opened: &Opened| opened.leaves().expect("it is built").tree.leaf_count();
    let [default, apart, still] = [None, Some(MovingParts::Apart), Some(MovingParts::Still)].map(open);
    assert!(default.moving_entities().expect("its trees are built").is_some());
    assert!(still.moving_entities().expect("its trees are built").is_none());
    assert_eq!(nodes(&default), nodes(&apart));
    assert_eq!(leaves(&default), leaves(&apart));
    assert!(nodes(&default) < nodes(&still), "the door has its own tree");
}
