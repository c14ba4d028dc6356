//! Tests of mechanisms in real levels and in maps with nonsensical entities. All mechanisms must start at the correct
//! position, stay on their paths and never panic, and every step must terminate.

use bspwalk_trees::FaceId;
use std::{collections::BTreeMap, path::Path};

use bspwalk_levels::{
    Level, LoadOptions, load,
    mechanisms::{
        Body, Call, Callee, Caller, Event, Machinery, MechanismKind, Motion, Phase, StepEvents, Use,
    },
};
use bspwalk_progress::Progress;
use bspwalk_testing::{
    doom_wad::{self, lump},
    effort, levels,
    loading::from_memory,
    quake_maps::{self, brush},
    random::seeded,
};
use glam::{DVec3, dvec3};

/// Returns the maximum distance between a motion and the pose in the file, in metres.
fn reach(motion: &Motion) -> f64 {
    match motion {
        Motion::Slide { from, to } => from.length().max(to.length()),
        Motion::Turn { point, .. } => 2.0 * point.length(),
        Motion::Track { corners, .. } => corners
            .iter()
            .map(|corner| corner.offset.length())
            .fold(0.0, f64::max),
    }
}

/// Triggers each mechanism with each of its calls. The mechanism must leave its initial position, stay on its path, and
/// return if it is meant to.
fn runs(level: &Level, name: &str) {
    let mut kinds: BTreeMap<MechanismKind, usize> = BTreeMap::new();
    for (number, mechanism) in level.mechanisms.iter().enumerate() {
        *kinds.entry(mechanism.kind).or_default() += 1;
        let faces = level.drawn_moving_triangles(number).count();
        assert!(faces > 0, "{name}: {} has no faces", mechanism.name);
        for triangle in level.drawn_moving_triangles(number) {
            assert_eq!(level.mechanism_of_face(triangle.source), Some(number));
        }
    }
    println!(
        "{name}: {kinds:?}, {} callers, {} faces for them alone",
        level.callers.len(),
        level.stowed.len()
    );
    let none = StepEvents::default();
    let mut machinery = Machinery::new(level);
    for (state, mechanism) in machinery.states().zip(&level.mechanisms) {
        assert_eq!(state.phase, Phase::Closed, "{name}: {}", mechanism.name);
        assert_eq!(state.before, state.after);
        // Only Quake's platforms, and doors that are initially open, start away from their triangles.
        let at_home = state.after.translation.length() < 1.0e-9;
        assert!(
            at_home
                || matches!(mechanism.motion, Motion::Slide { to, .. } if to == DVec3::ZERO)
                || mechanism.kind == MechanismKind::Train
        );
    }
    let start = machinery.clone();
    machinery.step(5.0, &none);
    let moves_itself: Vec<bool> = machinery
        .states()
        .map(|state| state.phase != Phase::Closed)
        .collect();
    for (number, mechanism) in level.mechanisms.iter().enumerate() {
        let told = level
            .callers
            .iter()
            .flat_map(|caller| &caller.calls)
            .find_map(|call| match call.to {
                Callee::Mechanism(called, order) if called as usize == number => Some(order),
                _ => None,
            });
        let Some(order) = told else { continue };
        // A copy of the level where only this mechanism can be triggered, by using it.
        let mut alone = level.clone();
        alone.callers = vec![Caller {
            name: "test".to_owned(),
            on: Event::Used(number as u32),
            after: 1,
            again: None,
            calls: vec![Call {
                delay: 0.0,
                to: Callee::Mechanism(number as u32, order),
            }],
        }];
        let mut machinery = Machinery::new(&alone);
        let uses = [Use {
            from: DVec3::ZERO,
            to: DVec3::X,
            mechanism: Some(number),
        }];
        let (bodies, uses) = (&[][..], &uses[..]);
        machinery.step(0.01, &StepEvents { bodies, uses });
        let mut phases = Vec::new();
        let mut place = machinery.state(number).expect("it is there").after;
        let comes_back = order.wait.is_some() && order.back == mechanism.start && !order.repeats;
        let steps = if comes_back {
            20_000
        } else {
            effort::sampled_or_whole(4_000, 20_000)
        };
        for _ in 0..steps {
            machinery.step(1.0 / 60.0, &none);
            let state = machinery.state(number).expect("it is there");
            assert_eq!(state.before, place, "{name}: {} jumps", mechanism.name);
            place = state.after;
            assert!(state.after.translation.length() <= reach(&mechanism.motion) + 1.0e-6);
            if phases.last() != Some(&state.phase) {
                phases.push(state.phase);
            }
            if phases.len() > 3 {
                break;
            }
        }
        if order.to == mechanism.start && order.wait.is_none() {
            continue;
        }
        assert!(!moves_itself[number] || !phases.is_empty());
        if comes_back && mechanism.kind != MechanismKind::Train {
            let is_back = phases.last() == Some(&Phase::Closed) && phases.contains(&Phase::Open);
            assert!(is_back, "{name}: {} {phases:?}", mechanism.name);
        }
    }
    let mut again = start.clone();
    again.step(5.0, &none);
    assert!(again.states().eq({
        let mut other = start;
        other.step(5.0, &none);
        other.states().collect::<Vec<_>>()
    }));
}

fn read(path: &Path, map: Option<&str>) -> Level {
    let options = LoadOptions {
        map: map.map(str::to_owned),
        ..LoadOptions::default()
    };
    let level = load(path, &options, &Progress::default())
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    level
        .check(&Progress::default())
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    level
}

#[test]
fn quake_mechanisms_return_to_start() {
    for file in [
        "lq_e0m3.map",
        "lq_e0m3.bsp",
        "lq_e0m3-quake2.bsp",
        "lqdm6_a6.map",
        "lqdm6_a6.bsp",
        "playground.map",
    ] {
        let Some(path) = levels::path(file) else { return };
        runs(&read(&path, None), file);
    }
    // A map and the level that was compiled from it move in the same way.
    let [map, bsp] =
        ["lq_e0m3.map", "lq_e0m3.bsp"].map(|file| read(&levels::path(file).expect("it is there"), None));
    assert_eq!(map.mechanisms.len(), bsp.mechanisms.len());
    for (a, b) in map.mechanisms.iter().zip(&bsp.mechanisms) {
        let [a, b] = [a, b].map(|mechanism| mechanism.motion.pose(1.0).translation);
        assert!(a.distance(b) < 1.0e-3, "{a} {b}");
    }
}

#[test]
fn freedoom_mechanisms_return_to_start() {
    let folder = Path::new("/usr/share/games/doom");
    for (file, maps) in [
        ("freedoom1.wad", &["E1M1", "E1M2", "E2M3", "E3M4"][..]),
        (
            "freedoom2.wad",
            &["MAP01", "MAP02", "MAP07", "MAP12", "MAP20"][..],
        ),
    ] {
        let path = folder.join(file);
        if !path.exists() {
            println!("{} is not there", path.display());
            continue;
        }
        for map in maps {
            runs(&read(&path, Some(map)), map);
        }
    }
}

#[test]
fn separated_doom_map_keeps_all_triangles() {
    let path = Path::new("/usr/share/games/doom/freedoom1.wad");
    if !path.exists() {
        return;
    }
    let plain = read(path, Some("E1M1"));
    let options = LoadOptions {
        map: Some("E1M1".to_owned()),
        moving_apart: true,
        ..LoadOptions::default()
    };
    let apart = load(path, &options, &Progress::default()).expect("it loads");
    apart.check(&Progress::default()).expect("it is whole");
    assert!(apart.apart && !plain.apart && apart.stowed.is_empty());
    assert_eq!(apart.solid_triangles(), plain.fixed_triangles());
    for mechanism in 0..plain.mechanisms.len() {
        assert_eq!(
            apart.moving_triangles(mechanism),
            plain.moving_triangles(mechanism)
        );
    }
}

/// Nonsensical values, separated by slashes.
const VALUES: &str = "0/-1/-2/1/3/32/64/255/NaN/inf/-inf/1e308/-1e308/1e-308/a/b/c// /0 0 0/90 0 0/-1 NaN 3/\
                      1e300 1e300 -1e300/16 16";
const KEYS: &str = "angle angles speed wait lip delay height distance count health spawnflags target targetname \
                    origin t_width t_length killtarget model dmg sounds";
const CLASSES: &str = "func_door func_door_secret func_door_rotating func_plat func_train func_button path_corner \
                       trigger_multiple trigger_once trigger_relay trigger_counter trigger_always trigger_auto \
                       multi_manager trigger_key func_wall";

/// Runs steps with nonsensical input, and checks that all results are finite.
fn torment(level: &Level, random: &mut fastrand::Rng) {
    level.check(&Progress::default()).expect("what loads is whole");
    let mut machinery = Machinery::new(level);
    for _ in 0..60 {
        let mut number = || match random.u8(0..12) {
            0 => f64::NAN,
            1 => f64::INFINITY,
            2 => -1.0e300,
            _ => 20.0 * random.f64() - 10.0,
        };
        let body = Body {
            before: dvec3(number(), number(), number()),
            feet: dvec3(number(), number(), number()),
            height: number(),
            radius: number(),
        };
        let used = Use {
            from: dvec3(number(), number(), number()),
            to: dvec3(number(), number(), number()),
            mechanism: Some(number().abs() as usize),
        };
        let (seconds, part) = (number(), number());
        let (bodies, uses) = (&[body][..], &[used][..]);
        machinery.step(seconds, &StepEvents { bodies, uses });
        for (number, state) in machinery.states().enumerate() {
            assert!(
                state.after.translation.is_finite() && state.after.rotation.is_normalized(),
                "{number}"
            );
        }
        let count = machinery.states().len();
        for number in 0..count {
            if random.u8(0..4) == 0 {
                machinery.report_blocked(number, part);
            }
        }
        machinery.report_blocked(usize::MAX, part);
    }
    let mut apart = level.clone();
    apart.separate_moving_parts();
    apart
        .check(&Progress::default())
        .expect("taken apart it is whole");
}

#[test]
fn random_entities_never_panic() {
    let mut random = seeded(41);
    let values: Vec<&str> = VALUES.split('/').collect();
    let [keys, classes] = [KEYS, CLASSES].map(|words| words.split(' ').collect::<Vec<_>>());
    for round in 0..effort::sampled_or_whole(40, 150) {
        let mut text = quake_maps::room(&[]);
        if round % 3 == 1 {
            text = text.replacen("\"worldspawn\"", "\"worldspawn\"\n\"MaxRange\" \"4096\"", 1);
        }
        if round % 3 == 2 {
            text = text.replacen("brick 0 0 0 1 1", "brick 0 0 0 1 1 0 16 0", 1);
        }
        for _ in 0..random.usize(1..40) {
            let class = classes[random.usize(..classes.len())];
            text += &format!("{{\n\"classname\" \"{class}\"\n");
            for _ in 0..random.usize(0..8) {
                let (key, value) = (
                    keys[random.usize(..keys.len())],
                    values[random.usize(..values.len())],
                );
                text += &format!("\"{key}\" \"{value}\"\n");
            }
            for _ in 0..random.usize(0..3) {
                let low = [0, 1, 2].map(|_| f64::from(random.i32(-200..150)));
                let high = low.map(|low| low + f64::from(random.i32(1..100)));
                text += &brush([low, high]);
            }
            text += "}\n";
        }
        let level = from_memory("nonsense", text.as_bytes());
        let level = level.unwrap_or_else(|error| panic!("{error}\n{text}"));
        torment(&level, &mut random);
    }
}

#[test]
fn random_linedefs_never_panic() {
    let mut random = seeded(42);
    for _ in 0..effort::sampled_or_whole(60, 300) {
        let mut lumps = doom_wad::map("MAP01");
        for line in 0..14 {
            let special = [0_u16, 1, 2, 3, 10, 16, 23, 36, 44, 53, 62, 76, 88, 101, 140][random.usize(..15)];
            let at = 14 * line + 6;
            lump(&mut lumps, "LINEDEFS")[at..at + 2].copy_from_slice(&special.to_le_bytes());
            lump(&mut lumps, "LINEDEFS")[at + 2] = random.u8(0..3);
        }
        for sector in 0..3 {
            for field in [0, 2] {
                let height = [0, 8, 24, 64, 128, 192, -32_768, 32_767_i16][random.usize(..8)];
                lump(&mut lumps, "SECTORS")[26 * sector + field..26 * sector + field + 2]
                    .copy_from_slice(&height.to_le_bytes());
            }
            lump(&mut lumps, "SECTORS")[26 * sector + 24] = random.u8(0..3);
        }
        if let Ok(level) = doom_wad::load(&doom_wad::wad(b"PWAD", &lumps), None) {
            torment(&level, &mut random);
        }
    }
}

/// A change that makes a level invalid.
type Change = fn(&mut Level);

#[test]
fn invalid_mechanisms_are_rejected() {
    let level = bspwalk_levels::builtin::load("lift", &LoadOptions::default(), &Progress::default())
        .expect("it loads");
    level.check(&Progress::default()).expect("it is whole");
    let count = level.mechanisms.len() as u32;
    assert_eq!(count, 6);
    let changes: [(&str, Change); 12] = [
        ("object", |level| level.mechanisms[0].object = u32::MAX),
        ("shared object", |level| {
            level.mechanisms[0].object = level.mechanisms[1].object;
        }),
        ("start", |level| level.mechanisms[0].start = f64::NAN),
        ("motion", |level| {
            level.mechanisms[0].motion = Motion::Slide {
                from: DVec3::ZERO,
                to: DVec3::INFINITY,
            };
        }),
        ("axis", |level| {
            level.mechanisms[0].motion = Motion::Turn {
                axis: DVec3::ZERO,
                point: DVec3::ZERO,
                from: 0.0,
                to: 90.0,
            };
        }),
        ("track", |level| {
            level.mechanisms[0].motion = Motion::Track {
                corners: Vec::new(),
                then: None,
            };
        }),
        ("event", |level| {
            level.callers[0].on = Event::Used(u32::MAX);
        }),
        ("callee", |level| {
            level.callers[0].calls[0].to = Callee::Caller(u32::MAX);
        }),
        ("delay", |level| level.callers[0].calls[0].delay = -1.0),
        ("speed", |level| {
            let call = &mut level.callers[0].calls[0];
            let Callee::Mechanism(number, mut order) = call.to else {
                panic!("a door is called")
            };
            order.speed = 0.0;
            call.to = Callee::Mechanism(number, order);
        }),
        ("stowed", |level| level.stowed.push(level.triangles[0].clone())),
        ("replaced", |level| level.replaced.push(FaceId::NONE)),
    ];
    for (what, change) in changes {
        let mut changed = level.clone();
        change(&mut changed);
        assert!(changed.check(&Progress::default()).is_err(), "{what}");
    }
}
