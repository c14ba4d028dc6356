//! Tests that a log of a game's queries replays with equal answers and counts.

use std::sync::Arc;

use bspwalk_collision::{
    Capsule,
    mover::{CollisionMethod, Input, Mode, Mover, MoverParams, Tick},
    query_log::{LogCounts, LoggedQuery, QueryLog},
    sweep,
};
use bspwalk_compile::CompileParams;
use bspwalk_explain::{
    duel::{
        Contestant, DuelLevel,
        load::{Load, query_cost, run_load},
    },
    films::{Answer, Query, QueryKind},
    other_trees::SpatialTreeKind,
};
use bspwalk_levels::{Level, LoadOptions, builtin};
use bspwalk_progress::Progress;
use bspwalk_session::request;
use bspwalk_testing::{effort, levels};
use bspwalk_trees::{BuildParams, NodeTree, Obstacles, QueryCounters, Rule, solid_leaf::LeafParams};
use glam::{DVec3, Vec3, vec3};

/// Parses the lines of a log.
fn queries(log: &[u8], level: &Level) -> Vec<Query> {
    let lines = log.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let requests = lines.map(|line| request::parse(line).expect("the line is valid"));
    requests
        .map(|request| request.query(level).expect("it queries the node-storing tree"))
        .collect()
}

fn random_vector(random: &mut fastrand::Rng) -> Vec3 {
    Vec3::from([(); 3].map(|()| 2.0 * random.f32() - 1.0))
}

/// Walks and flies through a level with random input. Returns the ticks.
fn walk(tree: &NodeTree, level: &Level, log: Option<&QueryLog<Vec<u8>>>, count: u32) -> Vec<Tick> {
    let eye = level.spawn.eye.as_vec3();
    let modes = [
        (Mode::Walk, CollisionMethod::Sweep),
        (Mode::Fly, CollisionMethod::Sweep),
        (Mode::Walk, CollisionMethod::Push),
    ];
    let mut ticks = Vec::new();
    for (seed, (mode, method)) in (0..).zip(modes) {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut mover = Mover::new(&MoverParams::default(), mode, method, eye);
        let mut input = Input::default();
        for number in 0..count {
            if number % 40 == 0 {
                input.desired = random_vector(&mut random);
                input.jump = random.bool();
                input.crouch = random.u32(..4) == 0;
            }
            ticks.push(match log {
                Some(log) => mover.tick(&log.record(tree), &input, 1.0 / 60.0),
                None => mover.tick(tree, &input, 1.0 / 60.0),
            });
        }
    }
    ticks
}

/// Records a walk, and checks that its replay visits exactly as many nodes as the walk.
#[track_caller]
fn check_walk(level: &Level, count: u32) -> Vec<Query> {
    let params = BuildParams::default();
    let tree = NodeTree::build(&level.solid_triangles(), &params).expect("it is built");
    let log = QueryLog::new(Vec::new()).with_origin(level.origin);
    let ticks = walk(&tree, level, Some(&log), count);
    assert!(ticks == walk(&tree, level, None, count), "{}", level.name);
    let counts = log.counts();
    let queries = queries(&log.finish().expect("memory takes it"), level);
    assert_eq!((counts.lines, counts.omitted), (queries.len() as u64, 0));
    let visited: u64 = ticks.iter().map(|tick| tick.nodes_visited).sum();
    let replayed: u64 = queries.iter().map(|query| query_cost(query, &tree).visited).sum();
    assert_eq!(replayed, visited, "{}", level.name);
    assert!(visited > 0, "{}", level.name);
    queries
}

#[test]
fn walks_replay_with_equal_counts() {
    let built_in = |name| builtin::load(name, &LoadOptions::default(), &Progress::default());
    for name in ["three_rooms", "hall"] {
        check_walk(
            &built_in(name).expect("it is built in"),
            effort::sampled_or_whole(300, 2000),
        );
    }
    for file in ["lqdm6_a6.bsp", "playground.glb"] {
        if let Some(level) = levels::load_as_documented(file) {
            check_walk(&level, effort::sampled_or_whole(200, 2000));
        }
    }
}

/// Asks direct queries through a log. The replayed queries have the same answers and visit as many nodes.
#[track_caller]
fn check_queries(level: &Level, seed: u64) {
    let tree = NodeTree::build(&level.solid_triangles(), &BuildParams::default()).expect("it is built");
    let log = QueryLog::new(Vec::new()).with_origin(level.origin);
    let recorded = log.record(&tree);
    let bounds = tree.bounds();
    let mut random = fastrand::Rng::with_seed(seed);
    let mut answers = Vec::new();
    for number in 0..200 {
        let share = (random_vector(&mut random) + 1.0) * 0.5;
        let from = (bounds.min + bounds.size() * share.as_dvec3()).as_vec3();
        let to = from + 8.0 * random_vector(&mut random);
        let radius = 0.05 + random.f32();
        let body = match random.bool() {
            true => Capsule::sphere(radius),
            false => Capsule::standing(radius * (2.0 + random.f32()), radius),
        };
        let before = QueryCounters::of_this_thread();
        let answer = match number % 4 {
            0 => Answer::Cast(recorded.cast(from, to)),
            1 => {
                let mut found = Vec::new();
                bspwalk_collision::contacts(&recorded, body, from, &mut found);
                Answer::Contacts(found)
            }
            2 => Answer::Sweep(sweep(&recorded, body, from, to).hit),
            _ => {
                // Starts in contact, so the sweep searches several times.
                let start = sweep(&tree, body, from, to).hit.map_or(from, |hit| hit.center);
                let counted = QueryCounters::of_this_thread();
                let hit = sweep(&recorded, body, start, to).hit;
                let visited = QueryCounters::of_this_thread().since(counted).nodes_visited;
                answers.push((Answer::Sweep(hit), visited));
                continue;
            }
        };
        let visited = QueryCounters::of_this_thread().since(before).nodes_visited;
        answers.push((answer, visited));
    }
    let queries = queries(&log.finish().expect("memory takes it"), level);
    assert_eq!(queries.len(), answers.len(), "each query is one line");
    for (query, (answer, visited)) in queries.iter().zip(&answers) {
        assert_eq!(query.ask(&tree).0, *answer, "{query:?}");
        assert_eq!(query_cost(query, &tree).visited, *visited, "{query:?}");
    }
}

#[test]
fn direct_queries_replay_with_equal_answers() {
    let hall = builtin::load("hall", &LoadOptions::default(), &Progress::default());
    check_queries(&hall.expect("it is built in"), 1);
    if let Some(level) = levels::load_as_documented("lqdm6_a6.map") {
        check_queries(&level, 2);
    }
}

#[test]
fn lines_restore_random_queries() {
    let mut level = builtin::load("three_rooms", &LoadOptions::default(), &Progress::default());
    let level = level.as_mut().expect("it is built in");
    let mut random = fastrand::Rng::with_seed(7);
    for origin in [DVec3::ZERO, DVec3::new(30_000.0, -64.5, 0.125)] {
        level.origin = origin;
        for _ in 0..20_000 {
            let scale = 10.0_f32.powi(random.i32(-4..5));
            let [from, to] = [0; 2].map(|_| scale * random_vector(&mut random));
            let body = Capsule {
                half_axis: Vec3::Y * random.f32() * f32::from(random.bool()),
                radius: random.f32() + 1.0e-3,
            };
            let all = random.bool();
            for (logged, query) in [
                (LoggedQuery::Cast { from, to }, Query::Cast { from, to }),
                (LoggedQuery::Sight { from, to }, Query::Sight { from, to }),
                (
                    LoggedQuery::Contacts { body, center: to },
                    Query::Contacts { body, center: to },
                ),
                (
                    LoggedQuery::Sweep { body, from, to, all },
                    Query::Sweep { body, from, to, all },
                ),
                (LoggedQuery::Locate { point: to }, Query::Locate { point: to }),
            ] {
                let line = logged.to_json(origin).expect("it is finite");
                let request = request::parse(line.as_bytes()).expect("the line is valid");
                let restored = request.query(level).expect("it is a query");
                if origin == DVec3::ZERO {
                    assert_eq!(restored, query, "{line}");
                } else {
                    let moved = restored.place().distance(query.place());
                    assert!(moved <= 1.0e-7 * scale, "{line}: {moved}");
                    assert_eq!(restored.body(), query.body(), "{line}");
                }
            }
        }
    }
    let (min, max) = (Vec3::NEG_ONE, vec3(1.0, 2.5, 1.0));
    let (center, radius) = (max, 0.25);
    for (logged, query) in [
        (LoggedQuery::Overlap { min, max }, Query::Overlap { min, max }),
        (
            LoggedQuery::PushAti { center, radius },
            Query::PushAti { center, radius },
        ),
    ] {
        level.origin = DVec3::ZERO;
        let line = logged.to_json(DVec3::ZERO).expect("it is finite");
        let request = request::parse(line.as_bytes()).expect("the line is valid");
        assert_eq!(request.query(level), Some(query), "{line}");
    }
}

#[test]
fn queries_without_a_line_are_counted() {
    let log = QueryLog::new(Vec::new());
    let tilted = Capsule {
        half_axis: vec3(0.1, 0.5, 0.0),
        radius: 0.2,
    };
    let (from, to) = (Vec3::ZERO, Vec3::X);
    log.log(&LoggedQuery::Sweep {
        body: tilted,
        from,
        to,
        all: false,
    });
    log.log(&LoggedQuery::Cast { from, to: Vec3::NAN });
    log.log(&LoggedQuery::Cast { from, to });
    assert_eq!(log.counts(), LogCounts { lines: 1, omitted: 2 });
}

#[test]
fn rules_answer_a_load_alike() {
    let level = builtin::load("three_rooms", &LoadOptions::default(), &Progress::default());
    let level = Arc::new(level.expect("it is built in"));
    let queries = check_walk(&level, 60);
    let kinds = |kind| queries.iter().filter(|query| query.kind() == kind).count();
    assert!(kinds(QueryKind::Contacts) > 0);
    let mut params = CompileParams::quick();
    params.nodes = BuildParams::preset(Rule::FewestCuts);
    let (tree, _) = bspwalk_compile::node_tree(&level, &params.nodes, &Arc::default()).expect("it is built");
    let ground = DuelLevel::for_load(Arc::clone(&level), Arc::clone(&tree), &params);
    let rules = [
        Contestant::Nodes(params.nodes),
        Contestant::Nodes(BuildParams::preset(Rule::Random)),
        Contestant::Leaves(LeafParams::default()),
        Contestant::Other(SpatialTreeKind::Bvh),
    ];
    let load = Load::new(queries.iter().copied());
    let rows = run_load(&ground, &rules, &load, &Arc::default(), |one, error| {
        panic!("{one}: {error}")
    });
    let rows = rows.expect("nobody cancels");
    assert_eq!(rows.len(), rules.len());
    for row in &rows {
        assert_eq!(row.differing(), 0, "{}", row.contestant);
        let samples: u32 = row.kinds.iter().map(|(_, measured)| measured.samples).sum();
        assert_eq!(samples as usize, queries.len());
    }
    let visited: u64 = queries.iter().map(|query| query_cost(query, &tree).visited).sum();
    assert!(
        (rows[0].visited() - visited as f64).abs() < 0.5,
        "the first rule is the tree"
    );
    assert_ne!(rows[0].visited(), rows[1].visited());
}
