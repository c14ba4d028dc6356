//! Tests that long operations stop soon after cancellation, at any point, and report progress.
//!
//! These tests do not measure time. They compare the number of cancellation checks with the amount of work.
//! `examples/cancel.rs` measures times.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use bspwalk_compile::{CompileError, CompileParams, Structure, StructureParams, leaf_triangles};
use bspwalk_draw::light::bake;
use bspwalk_explain::duel::{
    self, DuelLevel, Queries,
    weight_sweep::{self, Weight},
};
use bspwalk_geometry::TaggedTriangle;
use bspwalk_levels::{Level, LevelError, builtin};
use bspwalk_progress::{CHECK_INTERVAL, Progress};
use bspwalk_testing::{
    effort, loading, meshes,
    rooms::{faces, room_with_a_hole},
};
use bspwalk_trees::{
    BuildParams, ExpandedTree, FaceId, LeafParams, LeafTree, NodeTree, Rule,
    node_storing::BuildError,
    solid_leaf::{
        LeafBuildError, LeafRule, LeafTriangle, PvsParams, portals::find_leak_with_progress, pvs::PvsError,
    },
};
use glam::{DVec3, dvec3};

/// Result of an operation.
#[derive(Debug, PartialEq)]
enum End {
    Done,
    Cancelled,
    Failed(String),
}

impl End {
    fn of<T, E: ToString>(result: Result<T, E>, is_cancelled: impl FnOnce(&E) -> bool) -> Self {
        match result {
            Ok(_) => Self::Done,
            Err(error) if is_cancelled(&error) => Self::Cancelled,
            Err(error) => Self::Failed(error.to_string()),
        }
    }
}

/// Number of cancellation checks in each phase, by the name of the phase.
type Checks = BTreeMap<String, u64>;

/// Runs an operation to completion, and counts the cancellation checks in each of its phases.
#[track_caller]
fn checks_of(work: impl FnOnce(&Arc<Progress>) -> End) -> Checks {
    let seen: Arc<Mutex<Checks>> = Arc::default();
    let noted = Arc::clone(&seen);
    let progress = Arc::new(Progress::with_check_hook(move |progress| {
        *noted.lock().unwrap().entry(progress.phase()).or_default() += 1;
    }));
    assert_eq!(work(&progress), End::Done);
    seen.lock().unwrap().clone()
}

/// Cancels an operation at a given check in a phase. The operation must report that it was cancelled, and each thread
/// may make only one more check, which reports the cancellation.
#[track_caller]
fn ends_at(name: &str, phase: &str, check: u64, work: impl FnOnce(&Arc<Progress>) -> End) {
    let (in_phase, after) = (AtomicU64::new(0), Arc::new(AtomicU64::new(0)));
    let (wanted, noted) = (phase.to_owned(), Arc::clone(&after));
    // Do not count checks that other threads make just before this thread cancels.
    let is_cancelled = AtomicBool::new(false);
    let progress = Arc::new(Progress::with_check_hook(move |progress| {
        if is_cancelled.load(Ordering::Relaxed) {
            noted.fetch_add(1, Ordering::Relaxed);
        } else if progress.phase() == wanted && in_phase.fetch_add(1, Ordering::Relaxed) == check {
            progress.cancel();
            is_cancelled.store(true, Ordering::Relaxed);
        }
    }));
    let end = work(&progress);
    assert_eq!(end, End::Cancelled, "{name}: at check {check} of “{phase}”");
    let (after, threads) = (after.load(Ordering::Relaxed), rayon::current_num_threads() as u64);
    assert!(
        after <= 4 * threads,
        "{name}: {after} checks of {threads} threads after check {check} of “{phase}”"
    );
}

/// Cancels an operation at the first and the last check of every phase, and, in a full test run, also at the middle
/// check.
#[track_caller]
fn ends_everywhere(name: &str, work: impl Fn(&Arc<Progress>) -> End) {
    let checks = checks_of(&work);
    assert!(!checks.is_empty(), "{name} cannot be cancelled");
    for (phase, count) in checks {
        for check in [0, count - 1, count / 2]
            .into_iter()
            .take(effort::sampled_or_whole(2, 3))
        {
            ends_at(name, &phase, check, &work);
        }
    }
}

fn nodes(triangles: &[TaggedTriangle], params: &BuildParams, progress: &Arc<Progress>) -> End {
    let built = NodeTree::builder(params).progress(progress).build(triangles);
    End::of(built, |error| matches!(error, BuildError::Cancelled(_)))
}

fn leaves(triangles: &[LeafTriangle], params: &LeafParams, progress: &Arc<Progress>) -> End {
    let built = LeafTree::builder(params).progress(progress).build(triangles);
    End::of(built, |error| matches!(error, LeafBuildError::Cancelled(_)))
}

/// Returns a level that is small enough for its light to have only a few probes.
fn three_rooms() -> Level {
    builtin::load("three_rooms", &loading::scaled(0.1), &Progress::default()).expect("it loads")
}

#[test]
fn loading_can_be_cancelled_anywhere() {
    ends_everywhere("loading", |progress| {
        let loaded = builtin::load("three_rooms", &Default::default(), progress);
        End::of(loaded, |error| *error == LevelError::Cancelled)
    });
    // Decoding images takes a long time and runs in parallel.
    ends_everywhere("loading with images", |progress| {
        let loaded = builtin::load("torture", &Default::default(), progress);
        End::of(loaded, |error| *error == LevelError::Cancelled)
    });
}

#[test]
fn node_tree_build_can_be_cancelled_anywhere() {
    let soup = meshes::tagged(meshes::soup(&mut bspwalk_testing::random::seeded(1), 50, 10.0));
    let is_tested = |rule: &Rule| effort::is_full() || matches!(rule, Rule::Sampled | Rule::Ati);
    for rule in Rule::ALL.into_iter().filter(is_tested) {
        let params = BuildParams::preset(rule);
        ends_everywhere(&rule.to_string(), |progress| nodes(&soup, &params, progress));
    }
}

#[test]
fn leaf_tree_build_can_be_cancelled_anywhere() {
    let level = three_rooms();
    for names in [StructureParams::all_structural(), StructureParams::default()] {
        ends_everywhere("structure", |progress| {
            End::of(Structure::new(&level, &names, progress), |_| true)
        });
    }
    let structure = Structure::new(&level, &StructureParams::default(), &Progress::default()).unwrap();
    let mut triangles = leaf_triangles(&level, &structure);
    let details = meshes::sphere(level.spawn.eye, 0.5, 4);
    triangles.extend(faces(&details, false));
    for rule in LeafRule::ALL {
        let params = LeafParams::preset(rule);
        ends_everywhere(&rule.to_string(), |progress| {
            leaves(&triangles, &params, progress)
        });
    }
}

#[test]
fn derived_data_can_be_cancelled_anywhere() {
    let level = three_rooms();
    let solid = level.solid_triangles();
    let tree = NodeTree::build(&solid, &BuildParams::default()).expect("it builds");
    let structure = Structure::new(&level, &StructureParams::default(), &Progress::default()).unwrap();
    let leaves =
        LeafTree::build(&leaf_triangles(&level, &structure), &LeafParams::default()).expect("it builds");
    ends_everywhere("planes to shift", |progress| {
        End::of(ExpandedTree::new_with_progress(&leaves, &tree, progress), |_| {
            true
        })
    });
    ends_everywhere("obstacles", |progress| {
        End::of(leaves.obstacles_with_progress(&solid, progress), |_| true)
    });
    let columns = faces(&meshes::columns(3), true);
    let columns = LeafTree::build(&columns, &LeafParams::default()).expect("it builds");
    assert!(columns.portal_count() > 16);
    ends_everywhere("clusters", |progress| {
        End::of(columns.clusters(8, progress), |_| true)
    });
    for max_openings in [8, 8192] {
        let params = PvsParams {
            steps: 2_000,
            max_openings,
        };
        ends_everywhere("PVS", |progress| {
            let made = columns.pvs(&params, progress, |_| {});
            End::of(made, |error| matches!(error, PvsError::Cancelled(_)))
        });
    }
    let hole = LeafTree::build(&faces(&room_with_a_hole(), true), &LeafParams::default()).expect("it builds");
    let eye = DVec3::splat(1.0);
    ends_everywhere("leak", |progress| {
        End::of(
            find_leak_with_progress(hole.portal_graph(), hole.locate(eye), eye, progress),
            |_| true,
        )
    });
    ends_everywhere("light", |progress| {
        End::of(bake(&level, &tree, 2, progress), |_| true)
    });
}

#[test]
fn duel_can_be_cancelled_anywhere() {
    let level = Arc::new(three_rooms());
    let contestants = ["first", "leaf-first", "none"].map(|name| name.parse().expect("it is a name"));
    ends_everywhere("duel", |progress| {
        let ground = match DuelLevel::new(Arc::clone(&level), &CompileParams::quick(), progress) {
            Ok(ground) => ground,
            failed => return End::of(failed, |error| matches!(error, CompileError::Cancelled(_))),
        };
        let queries = Queries::new(&ground, 8, 1, progress);
        let rows =
            queries.and_then(|queries| duel::run_duel(&ground, &contestants, &queries, progress, |_| {}));
        End::of(rows, |_| true)
    });
    let triangles = level.solid_triangles();
    ends_everywhere("sweep of a weight", |progress| {
        let params = BuildParams::default();
        let points = weight_sweep::sweep(&triangles, &params, Weight::Cut, &[0.0, 1.0], progress, |_| {});
        End::of(points, |_| true)
    });
}

/// Returns the number of checks in a phase. Fails if there are no checks.
#[track_caller]
fn of_phase(checks: &Checks, phase: &str) -> u64 {
    *checks
        .get(phase)
        .unwrap_or_else(|| panic!("no check in “{phase}”: {checks:?}"))
}

/// The build examines at most [`CHECK_INTERVAL`] pieces between two checks, even at the root of an exhaustive build.
#[test]
fn exhaustive_choice_checks_often_enough() {
    let count = CHECK_INTERVAL + 900;
    let soup = meshes::tagged(meshes::confetti(
        &mut bspwalk_testing::random::seeded(2),
        count,
        100.0,
        1.0,
    ));
    let exhaustive = |rule: Rule| BuildParams {
        candidates: 0,
        sample: 0,
        ..BuildParams::preset(rule)
    };
    let rules = [Rule::Ati, Rule::FewestCuts, Rule::Sampled];
    for (rule, threads) in rules.into_iter().flat_map(|rule| [(rule, 1), (rule, 2)]) {
        let stages: Arc<Mutex<Vec<(String, f32)>>> = Arc::default();
        let noted = Arc::clone(&stages);
        // Cancel as soon as the root's plane is chosen.
        let progress = Arc::new(Progress::with_check_hook(move |progress| {
            // Hold the lock while reading and recording, so that threads read and record in the same order.
            let mut noted = noted.lock().unwrap();
            let (stage, fraction) = (progress.stage().to_string(), progress.fraction().unwrap_or(0.0));
            if fraction > 0.6 || stage.starts_with("Building") && fraction > 0.0 {
                progress.cancel();
            }
            noted.push((stage, fraction));
        }));
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        let end = pool.install(|| nodes(&soup, &exhaustive(rule), &progress));
        assert_eq!(end, End::Cancelled);
        let stages = stages.lock().unwrap();
        let at_root: Vec<_> = stages
            .iter()
            .filter(|(stage, _)| stage.starts_with("Choosing the root plane"))
            .collect();
        let tested = count * count;
        assert!(
            at_root.len() >= tested / CHECK_INTERVAL,
            "{rule}, {threads} threads: {} checks",
            at_root.len()
        );
        let halfway = &at_root[at_root.len() / 2];
        assert!(
            halfway.0.ends_with(" of 4996 candidates"),
            "{rule}, {threads} threads, says that it is at: {}",
            halfway.0
        );
        // If the rule tests all faces against all others, the root takes half of the work. If it uses bounds, each
        // level of the tree takes about the same amount of work.
        let expected = match rule {
            Rule::Sampled => 0.2..0.3,
            _ => 0.02..0.2,
        };
        assert!(
            expected.contains(&halfway.1),
            "{rule}, {threads} threads, half way: {}",
            halfway.1
        );
        assert!(
            stages.is_sorted_by(|a, b| a.1 <= b.1 || b.1 == 0.0),
            "{rule}, {threads} threads: the fraction falls"
        );
    }
}

/// Long work on a single element can also be interrupted: a face in many leaves, many faces on one interface, or a long
/// search.
#[test]
fn work_on_one_element_checks_often_enough() {
    let mut boxes = meshes::sheet(dvec3(0.0, 0.0, 0.0), 40.0 * DVec3::Z, 40.0 * DVec3::X).to_vec();
    for x in 0..10 {
        for z in 0..10 {
            let corner = dvec3(f64::from(x), 0.0, f64::from(z)) * 4.0 + dvec3(1.0, 0.0, 1.0);
            boxes.extend(meshes::cuboid(corner, corner + DVec3::ONE, false));
        }
    }
    let boxes = faces(&boxes, true);
    let tree = LeafTree::build(&boxes, &LeafParams::default()).expect("it builds");
    let pieces_of_floor = (0..tree.fragment_count())
        .filter(|&id| {
            tree.fragment(id)
                .is_some_and(|fragment| fragment.face < FaceId(2))
        })
        .count() as u64;
    assert!(pieces_of_floor > 50, "{pieces_of_floor}");
    let checks = checks_of(|progress| leaves(&boxes, &LeafParams::default(), progress));
    let adjacencies = tree.adjacencies().len() as u64;
    for phase in ["Placing faces between leaves", "Cutting faces into leaves"] {
        let found = of_phase(&checks, phase);
        assert!(
            found >= u64::from(tree.fragment_count()),
            "{phase}: {found} checks"
        );
    }
    for phase in [
        "Finding neighbouring leaves",
        "Measuring interface coverage",
        "Finding the portals",
    ] {
        let found = of_phase(&checks, phase);
        assert!(
            found >= adjacencies,
            "{phase}: {found} checks of {adjacencies} interfaces"
        );
    }
    let found = of_phase(&checks, "Finding enclosed space");
    // Eight leaves are classified at a time.
    assert!(
        found >= u64::from(tree.leaf_count() / 8),
        "{found} checks of the leaves"
    );
    let found = of_phase(&checks, "Classifying leaves");
    assert!(
        found >= u64::from(tree.separation().augmentations),
        "{found} checks of the paths"
    );

    // A room with overlapping sheets that all cover the same interface.
    let sheets = 60;
    let mut room = meshes::cuboid(DVec3::ZERO, DVec3::splat(10.0), true);
    for sheet in 0..sheets {
        let turn = f64::from(sheet) * 0.37;
        let corner = |part: f64| {
            let (sine, cosine) = (turn + part * std::f64::consts::TAU / 3.0).sin_cos();
            dvec3(5.0 + 4.0 * cosine, 5.0, 5.0 - 4.0 * sine)
        };
        room.push([corner(0.0), corner(1.0), corner(2.0)]);
    }
    let room = faces(&room, true);
    let checks = checks_of(|progress| leaves(&room, &LeafParams::default(), progress));
    let found = of_phase(&checks, "Measuring interface coverage");
    assert!(
        found >= sheets as u64 * sheets as u64 / 2,
        "{found} checks of {sheets} sheets"
    );

    // A level with a few portals that each require a long search.
    let columns = faces(&meshes::columns(4), true);
    let tree = LeafTree::build(&columns, &LeafParams::default()).expect("it builds");
    let params = PvsParams {
        steps: 200_000,
        ..PvsParams::default()
    };
    let mut steps = 0;
    let checks = checks_of(|progress| {
        let made = tree.pvs(&params, progress, |_| {});
        steps = made.as_ref().map_or(0, |pvs| pvs.statistics().steps);
        End::of(made, |_| false)
    });
    let found = of_phase(&checks, "Sampling sightlines") + of_phase(&checks, "Refining the PVS");
    // Steps also count searched candidates: 64 candidates count as one step.
    assert!(2 * found >= steps, "{found} checks of {steps} steps");

    assert!(steps > 10_000, "{steps}");

    let level = three_rooms();
    let tree = NodeTree::build(&level.solid_triangles(), &BuildParams::default()).expect("it builds");
    let mut probes = 0;
    let checks = checks_of(|progress| {
        let volume = bake(&level, &tree, 2, progress);
        probes = volume.as_ref().map_or(0, |volume| {
            volume.as_ref().map_or(0, |volume| volume.probes.len())
        });
        End::of(volume, |_| false)
    });
    assert!(probes > 0 && of_phase(&checks, "Baking the lighting") >= probes as u64);
}
