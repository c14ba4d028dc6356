//! Tests of DOOM's doors, lifts, floors and ceilings over time. The numbers are derived from `p_doors.c`, `p_plats.c`
//! and `p_floor.c`. Speeds are in units per tic, with 35 tics per second; 32 units are one metre.

use bspwalk_levels::{
    Level,
    mechanisms::{Again, Body, Callee, Machinery, MechanismKind, Opens, Phase, StepEvents, Use},
};
use bspwalk_progress::Progress;
use bspwalk_testing::{
    doom_maps::{convert_to_hexen, convert_to_udmf},
    doom_wad::{Lumps, encode_i16s, load, lump, map, wad},
};
use glam::{DVec3, dvec3};

fn open(lumps: &Lumps) -> Level {
    let level = load(&wad(b"PWAD", lumps), None).unwrap_or_else(|error| panic!("{error}"));
    level.check(&Progress::default()).expect("what loads is whole");
    level
}

/// Returns the map with these specials and tags on its linedefs, and with these floors, ceilings and tags of its
/// sectors.
fn changed(lines: &[(usize, i32, i32)], sectors: [[i32; 3]; 3]) -> Lumps {
    let mut lumps = map("MAP01");
    for line in 0..14 {
        let (special, tag) = lines
            .iter()
            .find(|(number, ..)| *number == line)
            .map_or((0, 0), |found| (found.1, found.2));
        lump(&mut lumps, "LINEDEFS")[14 * line + 6..14 * line + 10]
            .copy_from_slice(&encode_i16s(&[special, tag]));
    }
    for (number, [floor, ceiling, tag]) in sectors.into_iter().enumerate() {
        let sector = &mut lump(&mut lumps, "SECTORS")[26 * number..26 * number + 26];
        sector[..4].copy_from_slice(&encode_i16s(&[floor, ceiling]));
        sector[24..].copy_from_slice(&encode_i16s(&[tag]));
    }
    lumps
}

fn place([x, y, z]: [f64; 3]) -> DVec3 {
    dvec3(x, z, -y) / 32.0
}

/// Returns a press of the use key at position `from` in the map, aimed at position `to`.
fn used(from: [f64; 3], to: [f64; 3]) -> Use {
    Use {
        from: place(from),
        to: place(to),
        mechanism: None,
    }
}

/// Returns a body that moved from position `before` in the map to position `feet`.
fn gone(before: [f64; 3], feet: [f64; 3]) -> Body {
    Body {
        before: place(before),
        feet: place(feet),
        height: 1.75,
        radius: 0.5,
    }
}

fn rise(machinery: &Machinery, mechanism: usize) -> f64 {
    32.0 * machinery
        .state(mechanism)
        .expect("it is there")
        .after
        .translation
        .y
}

fn phase(machinery: &Machinery, mechanism: usize) -> Phase {
    machinery.state(mechanism).expect("it is there").phase
}

#[track_caller]
fn is_at(machinery: &Machinery, expected: f64, expected_phase: Phase) {
    let at = rise(machinery, 0);
    assert!((at - expected).abs() < 1.0e-6, "{at} and not {expected}");
    assert_eq!(phase(machinery, 0), expected_phase);
}

/// A use of the door from the west.
const WEST: ([f64; 3], [f64; 3]) = ([220.0, 128.0, 41.0], [256.0, 128.0, 41.0]);

fn step(machinery: &mut Machinery, turns: f64) {
    machinery.step(turns / 35.0, &StepEvents::default());
}

fn use_door(machinery: &mut Machinery) {
    let uses = [used(WEST.0, WEST.1)];
    machinery.step(
        0.0,
        &StepEvents {
            bodies: &[],
            uses: &uses,
        },
    );
}

#[test]
fn door_cycles_and_reverses_on_use() {
    let level = open(&map("MAP01"));
    let [door] = &level.mechanisms[..] else {
        panic!("{:?}", level.mechanisms)
    };
    assert_eq!(
        (door.kind, door.opens, door.name.to_string().as_str()),
        (MechanismKind::Door, Opens::Use, "sector 1 ceiling")
    );
    assert_eq!(
        door.trigger_description().to_string(),
        "press Enter in front of it"
    );
    let mut machinery = Machinery::new(&level);
    is_at(&machinery, 0.0, Phase::Closed);
    // Using the door from too far away or from behind the linedef has no effect.
    let far = [
        used([180.0, 128.0, 41.0], [244.0, 128.0, 41.0]),
        used([264.0, 128.0, 41.0], [200.0, 128.0, 41.0]),
    ];
    machinery.step(
        0.5,
        &StepEvents {
            bodies: &[],
            uses: &far,
        },
    );
    is_at(&machinery, 0.0, Phase::Closed);
    // The door moves by 2 units per tic until it is 4 units below the lowest ceiling, which is at 128. It waits there
    // for 150 tics.
    use_door(&mut machinery);
    step(&mut machinery, 31.0);
    is_at(&machinery, 62.0, Phase::Opening);
    step(&mut machinery, 31.0);
    is_at(&machinery, 124.0, Phase::Open);
    step(&mut machinery, 149.0);
    is_at(&machinery, 124.0, Phase::Open);
    step(&mut machinery, 11.0);
    is_at(&machinery, 104.0, Phase::Closing);
    // Each use reverses the door: first up, then down.
    use_door(&mut machinery);
    step(&mut machinery, 5.0);
    is_at(&machinery, 114.0, Phase::Opening);
    use_door(&mut machinery);
    step(&mut machinery, 7.0);
    is_at(&machinery, 100.0, Phase::Closing);
    // The door hits a body halfway through the last step, so it opens again.
    machinery.report_blocked(0, 0.5);
    is_at(&machinery, 107.0, Phase::Opening);
    step(&mut machinery, 8.5);
    is_at(&machinery, 124.0, Phase::Open);
    step(&mut machinery, 150.0 + 62.0);
    is_at(&machinery, 0.0, Phase::Closed);
}

#[test]
fn specials_set_door_speed_and_wait() {
    let rooms = [[0, 128, 0], [0, 0, 5], [24, 152, 0]];
    // Special, whether crossing triggers it, speed in units per tic, and whether the door closes again.
    for (special, crossed, speed, closes) in [
        (31, false, 2.0, false),
        (117, false, 8.0, true),
        (118, false, 8.0, false),
        (2, true, 2.0, false),
        (4, true, 2.0, true),
        (29, false, 2.0, true),
        (46, false, 2.0, false),
        (61, false, 2.0, false),
        (63, false, 2.0, true),
        (86, true, 2.0, false),
        (90, true, 2.0, true),
        (103, false, 2.0, false),
        (105, true, 8.0, true),
        (106, true, 8.0, false),
        (108, true, 8.0, true),
        (109, true, 8.0, false),
        (111, false, 8.0, true),
        (112, false, 8.0, false),
        (114, false, 8.0, true),
        (115, false, 8.0, false),
    ] {
        let level = open(&changed(&[(3, special, 5)], rooms));
        assert_eq!(level.mechanisms.len(), 1, "{special}");
        let mut machinery = Machinery::new(&level);
        let bodies = [gone([250.0, 128.0, 0.0], [260.0, 128.0, 0.0])];
        let uses = [used(WEST.0, WEST.1)];
        let crossing = StepEvents {
            bodies: &bodies,
            uses: &[],
        };
        let using = StepEvents {
            bodies: &[],
            uses: &uses,
        };
        machinery.step(1.0, if crossed { &using } else { &crossing });
        is_at(&machinery, 0.0, Phase::Closed);
        machinery.step(0.0, if crossed { &crossing } else { &using });
        step(&mut machinery, 5.0);
        is_at(&machinery, 5.0 * speed, Phase::Opening);
        step(&mut machinery, 124.0 / speed - 5.0 + 149.0);
        is_at(&machinery, 124.0, Phase::Open);
        step(&mut machinery, 6.0);
        if closes {
            is_at(&machinery, 124.0 - 5.0 * speed, Phase::Closing);
        } else {
            is_at(&machinery, 124.0, Phase::Open);
        }
    }
}

#[test]
fn a_door_that_is_open_closes_for_thirty_seconds() {
    let rooms = [[0, 128, 0], [0, 124, 5], [24, 152, 0]];
    let level = open(&changed(&[(3, 76, 5)], rooms));
    let mut machinery = Machinery::new(&level);
    let bodies = [gone([250.0, 128.0, 0.0], [260.0, 128.0, 0.0])];
    machinery.step(
        0.0,
        &StepEvents {
            bodies: &bodies,
            uses: &[],
        },
    );
    step(&mut machinery, 31.0);
    is_at(&machinery, -62.0, Phase::Opening);
    step(&mut machinery, 31.0 + 30.0 * 35.0 - 1.0);
    is_at(&machinery, -124.0, Phase::Open);
    step(&mut machinery, 1.0 + 62.0);
    is_at(&machinery, 0.0, Phase::Closed);
}

/// A lift between rooms. The middle sector has the same height as the eastern room.
const LIFT: [[i32; 3]; 3] = [[0, 128, 0], [64, 192, 5], [64, 192, 0]];

#[test]
fn a_lift_sinks_waits_and_rises() {
    for (special, crossed, speed) in [
        (10, true, 4.0),
        (88, true, 4.0),
        (21, false, 4.0),
        (62, false, 4.0),
        (120, true, 8.0),
        (121, true, 8.0),
        (122, false, 8.0),
        (123, false, 8.0),
    ] {
        let level = open(&changed(&[(3, special, 5)], LIFT));
        let [lift] = &level.mechanisms[..] else {
            panic!("{special}: {:?}", level.mechanisms)
        };
        assert_eq!(
            (lift.kind, lift.name.to_string().as_str()),
            (MechanismKind::Lift, "sector 1 floor")
        );
        let mut machinery = Machinery::new(&level);
        let bodies = [gone([250.0, 128.0, 0.0], [260.0, 128.0, 64.0])];
        let uses = [used(WEST.0, WEST.1)];
        machinery.step(
            0.0,
            &StepEvents {
                bodies: if crossed { &bodies } else { &[] },
                uses: if crossed { &[] } else { &uses },
            },
        );
        step(&mut machinery, 4.0);
        is_at(&machinery, -4.0 * speed, Phase::Opening);
        step(&mut machinery, 64.0 / speed - 4.0 + 104.0);
        is_at(&machinery, -64.0, Phase::Open);
        step(&mut machinery, 1.0 + 4.0);
        is_at(&machinery, 4.0 * speed - 64.0, Phase::Closing);
        // A body between the floor and the ceiling blocks the floor, so it moves back down.
        machinery.report_blocked(0, 1.0);
        step(&mut machinery, 4.0);
        is_at(&machinery, -64.0, Phase::Open);
        step(&mut machinery, 105.0 + 64.0 / speed);
        is_at(&machinery, 0.0, Phase::Closed);
    }
}

#[test]
fn moving_faces_replace_static_faces() {
    let mut level = open(&map("MAP01"));
    let at_rest = level.clone();
    // The moving part has a ceiling and walls towards both rooms. 124 units of it are visible from the west, and 24
    // more from the east.
    let slab: Vec<_> = level.drawn_moving_triangles(0).cloned().collect();
    let corners = || {
        slab.iter()
            .flat_map(|triangle| triangle.corners.map(|corner| 32.0 * corner))
    };
    let low = corners().reduce(DVec3::min).expect("it has faces");
    let high = corners().reduce(DVec3::max).expect("it has faces");
    assert_eq!(
        (low, high),
        (dvec3(256.0, 0.0, -160.0), dvec3(272.0, 152.0, -96.0))
    );
    assert_eq!(slab.len(), 6);
    // Instead, the static level has the ceiling of the open door and the wall above it.
    assert_eq!(level.replaced.len(), 6);
    for face in &level.replaced {
        let triangle = level.triangle_of_face(*face).expect("it is a face");
        assert!(triangle.corners.iter().all(|corner| 32.0 * corner.y >= 124.0));
    }
    assert_eq!(level.solid_triangles().len(), level.fixed_triangles().len() + 6);
    for triangle in &slab {
        assert_eq!(level.mechanism_of_face(triangle.source), Some(0));
        assert_eq!(level.triangle_of_face(triangle.source), Some(triangle));
    }
    level.separate_moving_parts();
    level.check(&Progress::default()).expect("it is whole still");
    assert_eq!(
        (level.triangles.len(), level.stowed.len()),
        (at_rest.triangles.len(), 0)
    );
    assert_eq!(level.solid_triangles(), at_rest.fixed_triangles());
    assert_eq!(level.moving_triangles(0), at_rest.moving_triangles(0));

    // The lift has its floor and a wall to the west. Its shaft has three walls, because it is as deep as the western
    // room's floor.
    let level = open(&changed(&[(3, 62, 5)], LIFT));
    let height = |triangle: &bspwalk_levels::LevelTriangle| {
        let heights = triangle.corners.map(|corner| 32.0 * corner.y);
        (
            heights.iter().copied().fold(f64::INFINITY, f64::min),
            heights.iter().copied().fold(-f64::INFINITY, f64::max),
        )
    };
    let lift: Vec<_> = level.drawn_moving_triangles(0).map(height).collect();
    assert_eq!(lift, [(64.0, 64.0), (64.0, 64.0), (0.0, 64.0), (0.0, 64.0)]);
    let shaft: Vec<_> = level
        .stowed
        .iter()
        .filter(|triangle| triangle.object == 0)
        .map(height)
        .collect();
    assert_eq!(shaft, [(0.0, 64.0); 6]);
}

#[test]
fn specials_set_floor_targets() {
    // Floors next to the middle sector are at 0 and 24; ceilings are at 128 and 152. A neighbour with the same height
    // does not count as the next higher floor.
    for (floor, special, turns, to) in [
        (64, 23, 32.0, -32.0),
        (64, 23, 64.0, -64.0),
        (64, 102, 40.0, -40.0),
        (64, 71, 8.0, -32.0),
        (64, 101, 64.0, 64.0),
        (64, 140, 100.0, 100.0),
        (64, 15, 48.0, 24.0),
        (64, 14, 64.0, 32.0),
        (-8, 18, 8.0, 8.0),
        (-8, 18, 80.0, 8.0),
        (-8, 131, 2.0, 8.0),
        (-8, 20, 16.0, 8.0),
        (0, 18, 80.0, 24.0),
    ] {
        let sectors = [[0, 128, 0], [floor, 192, 5], [24, 152, 0]];
        let level = open(&changed(&[(3, special, 5)], sectors));
        assert_eq!(level.mechanisms[0].kind, MechanismKind::Floor, "{special}");
        let mut machinery = Machinery::new(&level);
        use_door(&mut machinery);
        step(&mut machinery, turns);
        let rise = rise(&machinery, 0);
        assert!((rise - to).abs() < 1.0e-6, "{special}: {rise}");
    }
}

#[test]
fn hexen_and_udmf_arguments_set_motion() {
    // Door_Raise at 16 eighths of a unit per tic and a waiting time of 150 tics, like DOOM's door.
    let plain = open(&map("MAP01"));
    for lumps in [
        convert_to_hexen(&map("MAP01")),
        convert_to_udmf(&map("MAP01"), "Doom", None),
    ] {
        let level = open(&lumps);
        assert_eq!(level.mechanisms.len(), 1);
        assert_eq!(level.mechanisms[0].motion, plain.mechanisms[0].motion);
        assert_eq!(level.stowed, plain.stowed);
        assert_eq!(level.replaced, plain.replaced);
    }
    // In Hexen's format, linedefs specify their activation. Here, they can be used repeatedly.
    let mut lumps = convert_to_hexen(&map("MAP01"));
    for line in [3, 7] {
        let flags = &mut lump(&mut lumps, "LINEDEFS")[16 * line + 4..16 * line + 6];
        flags.copy_from_slice(&encode_i16s(&[4 | 0x600]));
    }
    let level = open(&lumps);
    let known: Vec<_> = plain
        .callers
        .iter()
        .map(|caller| (caller.on, caller.again))
        .collect();
    let found: Vec<_> = level
        .callers
        .iter()
        .map(|caller| (caller.on, caller.again))
        .collect();
    assert_eq!(found, known);
    let [a, b] = [&level, &plain].map(|level| match level.callers[0].calls[0].to {
        Callee::Mechanism(_, order) => order,
        Callee::Caller(_) => panic!("a door is called"),
    });
    assert_eq!(a, b);
    assert_eq!(a.again, Again::Turned);
    // Plat_DownWaitUpStay creates a lift that stops 8 units above the lowest floor, with a speed of 32 eighths.
    let mut lumps = convert_to_hexen(&changed(&[], LIFT));
    let line = &mut lump(&mut lumps, "LINEDEFS")[16 * 3..16 * 4];
    line[4..6].copy_from_slice(&encode_i16s(&[4 | 0x600]));
    line[6..12].copy_from_slice(&[62, 5, 32, 105, 0, 0]);
    let level = open(&lumps);
    let mut machinery = Machinery::new(&level);
    use_door(&mut machinery);
    step(&mut machinery, 7.0);
    is_at(&machinery, -28.0, Phase::Opening);
    step(&mut machinery, 7.0 + 104.0);
    is_at(&machinery, -56.0, Phase::Open);
    step(&mut machinery, 1.0 + 14.0);
    is_at(&machinery, 0.0, Phase::Closed);
}
