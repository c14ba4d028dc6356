//! Tests for the course of `torture`. The sweep passes every station, the ATI sample's push fails due to its known
//! faults, and every check can fail.

use std::{
    collections::BTreeSet,
    sync::{Arc, LazyLock, OnceLock},
};

use bspwalk_collision::{
    Capsule, is_clear,
    mover::{
        CollisionMethod, Mode, Mover, MoverParams, Trees,
        script::{Start, Ticks},
    },
};
use bspwalk_compile::CompileParams;
use bspwalk_levels::{Level, LoadOptions, builtin};
use bspwalk_progress::Progress;
use bspwalk_session::course::{self, Course, Score, Span, Station, StationCheck, TICKS_PER_SECOND};
use bspwalk_testing::{effort, meshes, worlds};
use bspwalk_trees::{BuildParams, ExpandedTree, FaceId, NodeTree};
use glam::{DVec3, Vec3, vec3};
use rayon::prelude::*;

fn load(name: &str) -> Level {
    builtin::load(name, &LoadOptions::default(), &Progress::default()).expect("the level loads")
}

fn tree_of(name: &str) -> NodeTree {
    let level = load(name);
    NodeTree::build(&level.solid_triangles(), &BuildParams::default()).expect("the level builds")
}

static TREE: LazyLock<NodeTree> = LazyLock::new(|| tree_of("torture"));

/// Returns the tree of the level. Call this before anything runs in parallel. The build uses the thread pool, so pool
/// threads must not wait for it.
fn tree() -> &'static NodeTree {
    &TREE
}

/// Returns the expanded planes of a level for its tree.
fn planes_of(name: &str, tree: &NodeTree) -> ExpandedTree {
    let leaves = bspwalk_compile::leaf_tree(&load(name), &CompileParams::quick(), &Arc::default());
    ExpandedTree::new(&leaves.expect("the level builds").tree, tree)
}

static PLANES: LazyLock<ExpandedTree> = LazyLock::new(|| planes_of("torture", &TREE));

/// Like [`tree`], with the expanded planes if the method needs them.
fn trees(method: CollisionMethod) -> Trees<'static> {
    Trees {
        nodes: tree(),
        planes: (method == CollisionMethod::Planes).then(|| &*PLANES),
        hulls: None,
        environment: None,
    }
}

fn torture() -> &'static Course {
    static COURSE: LazyLock<Course> = LazyLock::new(|| {
        let text = include_str!("../../assets/torture.course.json");
        serde_json::from_str(text).expect("the file is a course")
    });
    &COURSE
}

fn station(name: &str) -> &'static Station {
    torture()
        .stations
        .iter()
        .find(|station| station.name == name)
        .unwrap_or_else(|| panic!("there is no station {name}"))
}

/// Returns the scores of all stations for a method, in course order. Blocks until the scores are available, so do not
/// call it from a pool thread.
fn scores(method: CollisionMethod) -> &'static [Score] {
    static SCORES: [OnceLock<Vec<Score>>; CollisionMethod::OF_ANY_LEVEL.len()] =
        [const { OnceLock::new() }; CollisionMethod::OF_ANY_LEVEL.len()];
    let mut methods = CollisionMethod::OF_ANY_LEVEL.into_iter();
    let index = methods
        .position(|other| other == method)
        .expect("the method works in any level");
    SCORES[index].get_or_init(|| {
        let trees = trees(method);
        let stations = torture().stations.par_iter();
        stations
            .map(|station| course::run(station, trees, method))
            .collect()
    })
}

fn score(name: &str, method: CollisionMethod) -> &'static Score {
    let mut scores = scores(method).iter();
    scores
        .find(|score| score.station == name)
        .unwrap_or_else(|| panic!("there is no station {name}"))
}

fn passed(score: &Score, check: &str) -> bool {
    let outcome = score.outcome(check);
    outcome
        .unwrap_or_else(|| panic!("{} is not checked for {check}", score.station))
        .passed
}

#[test]
fn torture_course_is_complete_and_documented() {
    assert!(builtin::find("torture").is_some());
    let names: BTreeSet<&str> = torture()
        .stations
        .iter()
        .map(|station| station.name.as_str())
        .collect();
    assert_eq!(
        names.len(),
        torture().stations.len(),
        "two stations have one name"
    );
    for part in [
        "wedge_05",
        "needle_wide",
        "needle_narrow",
        "stairs_15",
        "ramp_46",
        "spike_tooth",
        "slivers_hubs",
        "cannon_square",
        "patches_up",
    ] {
        assert!(names.contains(part), "there is no station {part}");
    }
    for station in &torture().stations {
        assert!(
            !station.title.is_empty() && station.shows.ends_with('.'),
            "{}",
            station.name
        );
        assert_eq!(station.params.validate(), Ok(()), "{}", station.name);
        for check in [
            StationCheck::Clear,
            StationCheck::CrossesNothing,
            StationCheck::NeverPutBack,
        ] {
            assert!(station.checks.contains(&check), "{}: no {check:?}", station.name);
        }
        let ticks: u64 = station.inputs.iter().map(|input| input.ticks).sum();
        for check in &station.checks {
            let last = match *check {
                StationCheck::Rests { ticks, .. } => ticks,
                StationCheck::KeepsHeight { span, .. }
                | StationCheck::KeepsSpeed { span, .. }
                | StationCheck::StaysGrounded { span }
                | StationCheck::CalmEye { span, .. } => {
                    assert!(span.from < span.to, "{}: {check:?}", station.name);
                    span.to
                }
                _ => 0,
            };
            assert!(
                last as u64 <= ticks,
                "{}: {check:?} of {ticks} ticks",
                station.name
            );
        }
    }
}

#[test]
fn every_station_starts_clear() {
    for station in &torture().stations {
        let mode = station.start.mode.expect("the station gives a mode");
        let eye = DVec3::from(station.start.eye.expect("the place is said")).as_vec3();
        let mover = Mover::new(&station.params, mode, CollisionMethod::Sweep, eye);
        assert!(
            is_clear(tree(), mover.body(), mover.position()),
            "{} starts in a wall",
            station.name
        );
    }
}

#[test]
fn sweep_passes_every_station() {
    let mut failed = Vec::new();
    for (station, score) in torture().stations.iter().zip(scores(CollisionMethod::Sweep)) {
        assert_eq!(score.passed(), score.points().0 == score.points().1);
        assert_eq!(score.points().1, station.checks.len());
        for failure in score.failures() {
            failed.push(format!(
                "{}: {}: {}",
                score.station,
                failure.check.name(),
                failure.words
            ));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// The push method also keeps a body out of walls, whether or not the body climbs the stairs.
#[test]
fn push_crosses_nothing_on_the_course() {
    for score in scores(CollisionMethod::Push) {
        for check in ["clear", "crosses_nothing"] {
            let outcome = score.outcome(check).expect("it is checked");
            assert!(outcome.passed, "{}: {}", score.station, outcome.words);
        }
    }
}

/// The expanded planes also keep a body out of walls, but they extend too far at edges for some of the other checks.
#[test]
fn planes_cross_nothing_on_the_course() {
    let scores = scores(CollisionMethod::Planes);
    for score in scores {
        for check in ["clear", "crosses_nothing"] {
            let outcome = score.outcome(check).expect("it is checked");
            assert!(outcome.passed, "{}: {}", score.station, outcome.words);
        }
        for failure in score.failures() {
            println!("{}: {}: {}", score.station, failure.check.name(), failure.words);
        }
    }
    let passed = scores.iter().filter(|score| score.passed()).count();
    println!("{passed} of {} stations", scores.len());
    assert!(
        4 * passed > 3 * scores.len(),
        "it passes {passed} of {}",
        scores.len()
    );
}

/// The ATI sample's push has known faults. In a corner sharper than 90°, its single pass pushes the body into the other
/// wall. Vertices do not push. A centre behind a plane is pulled through the wall. A fast body jumps over a wall
/// between two ticks.
#[test]
fn ati_push_fails_at_its_known_faults() {
    for (name, check) in [
        ("wedge_05", "clear"),
        ("wedge_10", "clear"),
        ("wedge_20", "clear"),
        ("wedge_45", "clear"),
        ("spike_tooth", "clear"),
        ("spike_tooth", "keeps_out"),
        ("spike_lance", "clear"),
        ("cannon_square", "crosses_nothing"),
        ("cannon_square", "keeps_out"),
        ("cannon_slant", "crosses_nothing"),
        ("cannon_corner", "keeps_out"),
        ("needle_narrow", "keeps_out"),
        ("ramp_47", "keeps_out"),
    ] {
        assert!(
            !passed(score(name, CollisionMethod::Ati), check),
            "{name} is passed for {check}"
        );
    }
    let scores = scores(CollisionMethod::Ati);
    let in_all = scores.iter().filter(|score| score.passed()).count();
    assert!(2 * in_all < scores.len(), "the sample passes {in_all} stations");
}

#[test]
fn scores_are_deterministic() {
    // Build the tree of the level again, so that differences due to parallel building would show.
    let other = tree_of("torture");
    let planes = effort::is_full().then(|| planes_of("torture", &other));
    let others = |method: CollisionMethod| Trees {
        nodes: &other,
        planes: planes.as_ref().filter(|_| method == CollisionMethod::Planes),
        hulls: None,
        environment: None,
    };
    let names = [
        "wedge_05",
        "spike_lance",
        "slivers_hubs",
        "cannon_slant",
        "patches_up",
    ];
    for name in effort::sample(names, 2) {
        let methods = CollisionMethod::OF_ANY_LEVEL.into_iter();
        for method in methods.filter(|method| planes.is_some() || *method != CollisionMethod::Planes) {
            let (first, second) = (
                score(name, method),
                course::run(station(name), others(method), method),
            );
            let bits = |score: &Score| -> Vec<[u32; 3]> {
                score
                    .path
                    .iter()
                    .map(|at| at.to_array().map(f32::to_bits))
                    .collect()
            };
            assert_eq!(bits(first), bits(&second), "{name} by {method:?}");
            assert_eq!(*first, second, "{name} by {method:?}");
        }
    }
}

/// Returns the final centre, and the largest displacement in any of the last ticks.
fn ending(score: &Score, ticks: usize) -> (Vec3, f32) {
    let last = &score.path[score.path.len() - ticks..];
    let most = last
        .windows(2)
        .map(|pair| pair[0].distance(pair[1]))
        .fold(0.0, f32::max);
    (last[ticks - 1], most)
}

/// The corridors have the documented widths, and the body can enter only the wide one.
#[test]
fn needle_corridors_just_fit_or_just_block() {
    let diameter = 2.0 * MoverParams::default().radius;
    for (name, wider) in [("needle_wide", true), ("needle_narrow", false)] {
        let score = score(name, CollisionMethod::Sweep);
        let (end, _) = ending(score, 2);
        // The end point is inside the corridor, which runs along x: 4 m before its mouth and 3 m into the bay.
        let inside = vec3(5.8 + 7.0, 1.0, end.z);
        let side = |sign: f32| {
            let to = inside + sign * Vec3::Z;
            tree().cast(inside, to).expect("the corridor has walls").point.z
        };
        let width = side(1.0) - side(-1.0);
        assert_eq!(width > diameter, wider, "{name} is {width} m wide");
        assert!((width - diameter).abs() < 2.0e-3, "{name} is {width} m wide");
    }
    let wide = score("needle_wide", CollisionMethod::Sweep);
    assert!(
        ending(wide, 2).0.x > 5.8 + 11.0,
        "it stays in {}",
        ending(wide, 2).0
    );
    let (end, most) = ending(score("needle_narrow", CollisionMethod::Sweep), 240);
    assert!(end.x < 5.8 + 3.0, "it is entered: {end}");
    assert!(most < 1.0e-6, "it trembles by {most} m");
}

/// Returns a 10 m × 10 m floor at y = 0.
fn floor() -> NodeTree {
    meshes::tree(worlds::floor(5.0))
}

/// Returns a station: a body starts at `height` and walks over the floor for `ticks` ticks.
fn trial(height: f64, ticks: u64, checks: &[StationCheck]) -> Station {
    Station {
        name: "trial".to_owned(),
        title: "Trial".to_owned(),
        shows: "A trial.".to_owned(),
        start: Start {
            eye: Some([0.0, height, 4.0]),
            yaw: Some(0.0),
            pitch: None,
            mode: Some(Mode::Walk),
        },
        params: MoverParams::default(),
        inputs: vec![Ticks {
            ticks,
            forward: 1.0,
            ..Ticks::default()
        }],
        checks: checks.to_vec(),
    }
}

/// Each kind of check can pass and can fail.
#[test]
fn every_check_can_pass_and_fail() {
    let tree = floor();
    let place = |low: [f32; 3], high: [f32; 3]| course::CheckVolume { low, high };
    let around = place([-0.1, 0.0, 0.0], [0.1, 2.0, 1.0]);
    let beside = place([1.0, 0.0, 0.0], [2.0, 2.0, 1.0]);
    let span = Span { from: 60, to: 120 };
    let (speed, share) = (4.0, 0.99);
    let (grounded, falling, rising) = (1.7, 6.0, 30.0);
    let first =
        |station: &Station, method: CollisionMethod| course::run(station, &tree, method).outcomes[0].clone();
    let cases = [
        (
            StationCheck::Reaches(around),
            StationCheck::Reaches(beside),
            grounded,
        ),
        (
            StationCheck::KeepsOut(beside),
            StationCheck::KeepsOut(around),
            grounded,
        ),
        (
            StationCheck::Rests {
                metres: 0.04,
                ticks: 60,
            },
            StationCheck::Rests {
                metres: 0.03,
                ticks: 60,
            },
            grounded,
        ),
        (
            StationCheck::KeepsSpeed { speed, share, span },
            StationCheck::KeepsSpeed {
                speed: 4.1,
                share,
                span,
            },
            grounded,
        ),
    ];
    for (good, bad, height) in cases {
        let (good, bad) = (trial(height, 120, &[good]), trial(height, 120, &[bad]));
        assert!(
            first(&good, CollisionMethod::Sweep).passed,
            "{:?}",
            first(&good, CollisionMethod::Sweep)
        );
        assert!(
            !first(&bad, CollisionMethod::Sweep).passed,
            "{:?}",
            first(&bad, CollisionMethod::Sweep)
        );
    }
    for check in [
        StationCheck::StaysGrounded { span },
        StationCheck::KeepsHeight { metres: 1.0e-4, span },
        StationCheck::CalmEye { speed: 1.0, span },
    ] {
        let on = first(&trial(grounded, 120, &[check]), CollisionMethod::Sweep);
        assert!(on.passed, "{on:?}");
        let off = first(&trial(rising, 120, &[check]), CollisionMethod::Sweep);
        assert!(!off.passed, "{off:?}");
    }
    // The body walks off the floor, falls out of the world and is put back.
    let long = trial(grounded, 1200, &[StationCheck::NeverPutBack]);
    assert!(!first(&long, CollisionMethod::Sweep).passed);
    assert!(
        first(
            &trial(grounded, 120, &[StationCheck::NeverPutBack]),
            CollisionMethod::Sweep
        )
        .passed
    );
    // The first body starts inside the floor. The second is so fast that the ATI sample's push comes too late.
    let sunk = first(&trial(1.2, 1, &[StationCheck::Clear]), CollisionMethod::Ati);
    assert!(!sunk.passed && sunk.measured < 0.5, "{sunk:?}");
    assert!(
        first(
            &trial(falling, 60, &[StationCheck::Clear]),
            CollisionMethod::Sweep
        )
        .passed
    );
    let mut shot = trial(3.0, 2, &[StationCheck::CrossesNothing]);
    shot.start.mode = Some(Mode::Fly);
    shot.start.pitch = Some(-90.0);
    shot.params.fly_speed = 1000.0;
    shot.params.fly_response = 10_000.0;
    assert!(!first(&shot, CollisionMethod::Ati).passed);
    assert!(first(&shot, CollisionMethod::Sweep).passed);
}

/// No check of a station passes trivially: each fails for an idle body, for a body that falls through an empty world,
/// or for the ATI sample's push.
#[test]
fn no_check_passes_trivially() {
    let tree = tree();
    let nowhere = [[0.0, -900.0, 0.0], [1.0, -900.0, 0.0], [0.0, -900.0, 1.0]].map(glam::DVec3::from_array);
    let nowhere = bspwalk_geometry::TaggedTriangle {
        corners: nowhere,
        face: FaceId(0),
    };
    let nowhere = NodeTree::build(&[nowhere], &BuildParams::default()).expect("a triangle builds");
    let stations = torture().stations.par_iter();
    stations
        .zip(scores(CollisionMethod::Ati))
        .for_each(|(station, by_sample)| {
            let idle = Station {
                inputs: Vec::new(),
                ..station.clone()
            };
            let trials = [
                &course::run(&idle, tree, CollisionMethod::Sweep),
                &course::run(station, &nowhere, CollisionMethod::Ati),
                by_sample,
            ];
            for (index, check) in station.checks.iter().enumerate().skip(3) {
                assert!(
                    trials.iter().any(|score| !score.outcomes[index].passed),
                    "{}: {check:?} is passed by all",
                    station.name
                );
            }
        });
}

/// A check that covers no ticks or that cannot fail is scored as failed, with an explanation. A course with such a
/// check cannot be loaded.
#[test]
fn vacuous_checks_fail_and_are_not_loaded() {
    let tree = floor();
    let place = |low: [f32; 3], high: [f32; 3]| course::CheckVolume { low, high };
    let reaches = StationCheck::Reaches(place([-9.0; 3], [9.0; 3]));
    let keeps_out = StationCheck::KeepsOut(place([50.0; 3], [60.0; 3]));
    let span = |from, to| Span { from, to };
    let rests = |ticks| StationCheck::Rests { metres: 9.0, ticks };
    let speed = |speed, share| StationCheck::KeepsSpeed {
        speed,
        share,
        span: span(0, 10),
    };
    let of_nothing = [
        (
            0,
            vec![
                StationCheck::Clear,
                StationCheck::CrossesNothing,
                StationCheck::NeverPutBack,
                reaches,
                keeps_out,
                rests(0),
                rests(1),
            ],
        ),
        (
            20,
            [
                (3, 3),
                (9, 4),
                (20, 21),
                (21, 25),
                (0, usize::MAX),
                (usize::MAX, usize::MAX),
            ]
            .into_iter()
            .flat_map(|(from, to)| {
                let span = span(from, to);
                [
                    StationCheck::StaysGrounded { span },
                    StationCheck::KeepsHeight { metres: 9.0, span },
                    StationCheck::CalmEye { speed: 99.0, span },
                    StationCheck::KeepsSpeed {
                        speed: 0.1,
                        share: 0.1,
                        span,
                    },
                ]
            })
            .chain([
                rests(0),
                rests(21),
                rests(usize::MAX),
                speed(0.0, 0.5),
                speed(-1.0, 0.5),
                speed(1.0, 0.0),
            ])
            .chain([StationCheck::KeepsOut(place([1.0, 0.0, 0.0], [1.0, 2.0, 3.0]))])
            .chain([StationCheck::Reaches(place([1.0; 3], [0.0; 3]))])
            .chain([StationCheck::KeepsHeight {
                metres: -1.0,
                span: span(0, 20),
            }])
            .collect(),
        ),
    ];
    for (ticks, checks) in of_nothing {
        for check in checks {
            let station = trial(1.7, ticks, &[check]);
            let score = course::run(&station, &tree, CollisionMethod::Sweep);
            let outcome = &score.outcomes[0];
            assert!(!outcome.passed && !score.passed(), "{ticks} ticks: {outcome:?}");
            assert!(
                outcome.words.starts_with("the check proves nothing: "),
                "{outcome:?}"
            );
            let error = read(&station).expect_err("it is refused");
            assert!(
                error.contains(&format!("\"{}\": {}: ", station.name, check.name())),
                "{error}"
            );
        }
    }
    let fine = trial(
        1.7,
        20,
        &[
            StationCheck::Clear,
            StationCheck::StaysGrounded { span: span(19, 20) },
            rests(20),
        ],
    );
    assert_eq!(read(&fine).map(|course| course.stations), Ok(vec![fine.clone()]));
    let unchecked = trial(1.7, 20, &[]);
    assert!(!course::run(&unchecked, &tree, CollisionMethod::Sweep).passed());
    let long = trial(1.7, 100_001, &[StationCheck::Clear]);
    for (station, what) in [(unchecked, "has no checks"), (long, "more than 100000 ticks")] {
        assert!(read(&station).is_err_and(|error| error.contains(what)), "{what}");
    }
    let twice = serde_json::to_string(&Course {
        stations: vec![fine.clone(), fine],
    })
    .expect("it is written");
    let error = serde_json::from_str::<Course>(&twice).expect_err("their names are the same");
    assert!(error.to_string().contains("the same name"), "{error}");
}

/// Writes a course with one station, and reads it back.
fn read(station: &Station) -> Result<Course, String> {
    let course = Course {
        stations: vec![station.clone()],
    };
    let text = serde_json::to_string(&course).expect("it is written");
    serde_json::from_str(&text).map_err(|error| error.to_string())
}

/// A course survives serialisation, and invalid input is rejected.
#[test]
fn course_survives_json_round_trip() {
    let text = serde_json::to_string(torture()).expect("it can be written");
    assert_eq!(
        serde_json::from_str::<Course>(&text).expect("it can be read"),
        *torture()
    );
    assert!(text.len() < 60_000, "{} bytes", text.len());
    for wrong in [
        "{}",
        r#"{"stations":[{}]}"#,
        r#"{"stations":[]}"#,
        r#"{"stations":[],"more":1}"#,
    ] {
        assert!(serde_json::from_str::<Course>(wrong).is_err(), "{wrong}");
    }
}

/// Non-finite numbers do not panic, and do not count as clear.
#[test]
fn non_finite_starts_run_to_the_end() {
    let tree = floor();
    for value in [f32::NAN, f32::INFINITY, 1.0e30] {
        let mut station = trial(
            1.7,
            30,
            &[
                StationCheck::Clear,
                StationCheck::Rests {
                    metres: 1.0,
                    ticks: 500,
                },
            ],
        );
        station.start.eye = Some([value.into(), 1.7, 0.0]);
        station.checks.push(StationCheck::KeepsSpeed {
            speed: 4.0,
            share: 0.5,
            span: Span { from: 500, to: 2 },
        });
        for method in CollisionMethod::OF_ANY_LEVEL {
            let score = course::run(&station, &tree, method);
            assert_eq!(score.path.len(), 31);
            assert!(!score.passed(), "{value} by {method:?}");
        }
    }
    assert!(!is_clear(&tree, Capsule::sphere(f32::NAN), Vec3::ZERO));
    assert_eq!(TICKS_PER_SECOND, 120.0);
}
