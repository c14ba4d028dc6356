//! Tests of the rule comparison: statistics match the library, counts are repeatable, and all contestants give the same
//! answers.

use std::sync::Arc;

use bspwalk_collision::Capsule;
use bspwalk_compile::{CompileParams, FileTree};
use bspwalk_explain::{
    duel::{
        self, Column, Contestant, DuelLevel, Event, Measured, Queries, Row, TreeKind,
        weight_sweep::{self, Weight},
    },
    films,
    other_trees::{SpatialTree, SpatialTreeKind},
};
use bspwalk_levels::{Level, LoadOptions};
use bspwalk_progress::Progress;
use bspwalk_testing::{effort, levels, loading, quake_rooms};
use bspwalk_trees::{
    BuildParams, LeafTree, Obstacles, Rule, TriangleList,
    node_storing::{Measure, SubtreeSums},
    solid_leaf::{LeafParams, LeafRule, OUTSIDE, portals::reachable_leaves},
};
use glam::Vec3;
use quake_rooms::Version;

use crate::{built_in, watchable};

fn ground(level: Level) -> DuelLevel {
    DuelLevel::new(Arc::new(level), &CompileParams::quick(), &Arc::default()).expect("its trees are built")
}

/// Runs the contestants, and checks that none fails.
#[track_caller]
fn run(ground: &DuelLevel, contestants: &[Contestant], queries: &Queries) -> Vec<Row> {
    let rows = duel::run_duel(ground, contestants, queries, &Arc::default(), |event| {
        if let Event::Fails(contestant, error) = event {
            panic!("{contestant}: {error}");
        }
    });
    rows.expect("nobody cancels")
}

fn queries(ground: &DuelLevel, count: usize, seed: u64) -> Queries {
    Queries::new(ground, count, seed, &Progress::default()).expect("nobody cancels")
}

#[test]
fn figures_match_tree_statistics() {
    let ground = ground(built_in(effort::sampled_or_whole("three_rooms", "hall")));
    let queries = queries(&ground, 20, 1);
    let nodes = [Rule::Sampled, Rule::FewestCuts, Rule::Random].map(BuildParams::preset);
    let leaves = [LeafRule::Sampled, LeafRule::SurfaceArea].map(LeafParams::preset);
    let contestants: Vec<Contestant> = nodes
        .map(Contestant::Nodes)
        .into_iter()
        .chain(leaves.map(Contestant::Leaves))
        .collect();
    let rows = run(&ground, &contestants, &queries);
    for (params, row) in nodes.iter().zip(&rows) {
        let tree = watchable(&ground.triangles, params);
        let (statistics, figures) = (tree.statistics(), &row.figures);
        assert_eq!(
            (
                figures.triangles,
                figures.nodes,
                figures.fragments,
                figures.depth,
                figures.bytes
            ),
            (
                statistics.triangles,
                statistics.nodes,
                statistics.fragments,
                statistics.depth,
                statistics.bytes
            ),
            "{}",
            row.rule
        );
        assert_eq!(figures.balance, Some(statistics.balance));
        assert_eq!(figures.mean_depth.to_bits(), statistics.mean_depth.to_bits());
        let cost = SubtreeSums::new(&tree, Measure::Cost, &Progress::default()).expect("nobody cancels");
        assert_eq!(figures.cost.to_bits(), cost.whole().to_bits());
        let nodes = SubtreeSums::new(&tree, Measure::Nodes, &Progress::default()).expect("nobody cancels");
        let depths: Vec<f64> = figures.depths.iter().copied().map(f64::from).collect();
        assert_eq!(depths, nodes.by_depth());
    }
    for (params, row) in leaves.iter().zip(&rows[3..]) {
        let params = CompileParams {
            leaves: *params,
            ..CompileParams::quick()
        };
        let built = bspwalk_compile::leaf_tree(&ground.level, &params, &Arc::default()).expect("it builds");
        let (statistics, figures) = (built.tree.statistics(), &row.figures);
        assert_eq!(
            (figures.nodes, figures.fragments, figures.depth, figures.bytes),
            (
                statistics.nodes,
                statistics.leaf_faces,
                statistics.depth,
                statistics.bytes
            ),
            "{}",
            row.rule
        );
        assert_eq!(figures.mean_depth.to_bits(), statistics.mean_depth.to_bits());
        assert_eq!(figures.depths.iter().sum::<u32>(), statistics.nodes);
        assert_eq!(figures.depths.len(), statistics.depth as usize);
        let balance = figures.balance.expect("it has a tree");
        assert!(balance > 0.0 && balance <= 0.5, "{balance}");
        assert!(figures.cost > 1.0, "{}", figures.cost);
    }
}

#[test]
fn list_without_tree_tests_every_triangle() {
    let ground = ground(built_in("three_rooms"));
    let queries = queries(&ground, 50, 1);
    let rows = run(&ground, &[Contestant::NoTree], &queries);
    let [row] = rows.as_slice() else {
        panic!("{rows:?}")
    };
    assert_eq!(row.tree, TreeKind::None);
    let triangles = ground.triangles.len() as u32;
    assert_eq!(row.figures.triangles, triangles);
    assert_eq!((row.figures.nodes, row.figures.depth), (0, 0));
    assert_eq!(row.figures.cost.to_bits(), (1.5 * f64::from(triangles)).to_bits());
    assert_eq!((row.casts.visited, row.sweeps.visited_most), (0.0, 0));
    for measured in [row.casts, row.contacts, row.sweeps] {
        assert_eq!(measured.tested, f64::from(triangles));
    }
    assert_eq!(Column::Nodes.value(row), None);
    assert_eq!(Column::CastVisits.text(row), "–");
    assert!(row.casts.ns > 0.0);
}

/// Checks that visited nodes and tested faces in the table match the animations of the same queries.
#[test]
fn query_films_match_duel_counts() {
    for name in effort::sample(["three_rooms", "hall"], 2) {
        let ground = ground(built_in(name));
        let queries = queries(&ground, 40, 5);
        let rules = [Rule::Sampled, Rule::First, Rule::FewestCuts];
        let contestants = rules.map(|rule| Contestant::Nodes(BuildParams::preset(rule)));
        for (row, rule) in run(&ground, &contestants, &queries).iter().zip(rules) {
            let tree = watchable(&ground.triangles, &BuildParams::preset(rule));
            let sphere = |radii: f32| Capsule::sphere(radii * queries.radius);
            let body = sphere(duel::CONTACT_RADII);
            let casts = queries
                .casts
                .iter()
                .map(|&[from, to]| films::Query::Cast { from, to });
            let contacts = queries
                .contacts
                .iter()
                .map(|&center| films::Query::Contacts { body, center });
            let body = sphere(1.0);
            let sweeps = queries.sweeps.iter().map(|&[from, to]| films::Query::Sweep {
                body,
                from,
                to,
                all: false,
            });
            let kinds: [(&str, &Measured, Vec<films::Query>); 3] = [
                ("casts", &row.casts, casts.collect()),
                ("contacts", &row.contacts, contacts.collect()),
                ("sweeps", &row.sweeps, sweeps.collect()),
            ];
            for (kind, measured, asked) in kinds {
                let case = format!("{name}, {rule}, {kind}");
                let (mut visited, mut most, mut faces, mut tested) = (0, 0, 0, 0);
                for query in &asked {
                    let film = films::QueryFilm::record(&tree, query);
                    let totals = film.totals();
                    assert_eq!(query.ask(&tree).1, totals.visited, "{case}: {query:?}");
                    visited += totals.visited;
                    most = most.max(totals.visited);
                    tested += totals.tested;
                    faces += film
                        .steps()
                        .filter(|step| matches!(step, films::Step::Test { .. }))
                        .count();
                }
                let mean = |sum: f64| sum / asked.len() as f64;
                assert!(visited > 0 && faces > 0, "{case}");
                assert_eq!(measured.visited, mean(visited as f64), "{case}: visited");
                assert_eq!(measured.visited_most, most, "{case}: most visited");
                assert_eq!(measured.tested, mean(faces as f64), "{case}: faces");
                // An animation tests each face once, regardless of how many fragments of it the visited nodes store.
                assert!(tested as usize <= faces, "{case}");
            }
        }
    }
}

#[test]
fn other_trees_have_rows_with_shape_and_levels() {
    let ground = ground(built_in("three_rooms"));
    let all: Vec<Contestant> = [Contestant::Nodes(BuildParams::default()), Contestant::NoTree]
        .into_iter()
        .chain(Contestant::OTHER_TREES)
        .collect();
    let rows = run(&ground, &all, &queries(&ground, 40, 2));
    for (row, kind) in rows[2..].iter().zip(SpatialTreeKind::ALL) {
        let tree = SpatialTree::build(kind, &ground.triangles, &Progress::default()).expect("nobody cancels");
        let (figures, shape) = (&row.figures, tree.shape());
        assert_eq!(
            (figures.nodes, figures.fragments, figures.depth, figures.bytes),
            (shape.nodes, shape.references, shape.depth, shape.bytes),
            "{kind:?}"
        );
        assert_eq!((&figures.depths, &row.levels), (&shape.depths, &shape.levels));
        assert!(row.is_built() && row.has_tree());
        for column in Column::ALL {
            let is_missing = column.value(row).is_none();
            let is_excused = kind == SpatialTreeKind::Octree && column == Column::Balance;
            assert_eq!(is_missing, is_excused, "{kind:?}: {column:?}");
            assert_eq!(column.missing(row).is_some(), is_missing, "{kind:?}: {column:?}");
        }
        for column in Column::SPLITS {
            assert!(column.missing(row).is_some(), "{column:?}");
        }
    }
    assert!(rows[..2].iter().all(|row| row.levels.is_empty()));
    let said = duel::verdict(&rows).expect("there are trees");
    assert!(
        said.contains("k-d tree") || said.contains("octree") || said.contains("BVH"),
        "{said}"
    );
}

/// Checks that columns for queries that did not run have neither a value nor a best row.
#[test]
fn column_without_queries_has_no_best() {
    let ground = ground(built_in("three_rooms"));
    let queries = queries(&ground, 20, 1);
    let contestants = [Rule::Sampled, Rule::Ati].map(|rule| Contestant::Nodes(BuildParams::preset(rule)));
    let mut rows = run(&ground, &contestants, &queries);
    assert!(Column::CastFaces.value(&rows[0]).is_some_and(|faces| faces > 0.0));
    rows[0].casts = Measured::default();
    for column in [Column::CastVisits, Column::CastFaces, Column::CastTime] {
        assert_eq!(column.text(&rows[0]), "–");
        assert_eq!(column.best(&rows), None);
    }
    let said = duel::verdict(&rows).expect("there are trees");
    assert!(!said.contains("18,446"), "{said}");
}

/// Returns the parts of a row that do not depend on the clock.
fn counted(row: &Row) -> String {
    let mut row = row.clone();
    row.figures.build_ms = 0.0;
    for measured in [&mut row.casts, &mut row.contacts, &mut row.sweeps] {
        (measured.ns, measured.ns_mean) = (0.0, 0.0);
        (measured.ns_low, measured.ns_high) = (0.0, 0.0);
    }
    format!("{row:?}")
}

#[test]
fn counts_are_deterministic_per_seed() {
    let contestants = ["sampled", "random", "leaf-sampled", "sampled:4", "none"]
        .map(|name| name.parse::<Contestant>().expect("it is a name"));
    let once = |seed: u64, contestants: &[Contestant]| -> Vec<String> {
        let ground = ground(built_in(effort::sampled_or_whole("three_rooms", "hall")));
        let rows = run(&ground, contestants, &queries(&ground, 200, seed));
        rows.iter().map(counted).collect()
    };
    let first = once(7, &contestants);
    assert_eq!(first, once(7, &contestants));
    // The other contestants must not affect the results.
    let mut others = contestants;
    others.reverse();
    let mut reversed = once(7, &others);
    reversed.reverse();
    assert_eq!(first, reversed);
    assert_ne!(first, once(8, &contestants));
}

/// Checks that all contestants give the same answers as the one without a tree.
fn answer_alike(name: &str, level: Level, contestants: &[Contestant], count: usize) {
    let ground = ground(level);
    let queries = queries(&ground, count, 3);
    assert!(queries.count() * 2 > count, "{name}: {} places", queries.count());
    // Put the contestant without a tree first, so that the others are compared with it.
    let all: Vec<Contestant> = [Contestant::NoTree].iter().chain(contestants).copied().collect();
    let rows = run(&ground, &all, &queries);
    assert_eq!(rows.len(), all.len());
    for row in &rows {
        for measured in [&row.casts, &row.contacts, &row.sweeps] {
            assert_eq!(measured.differing, 0, "{name}: {}", row.rule);
            assert_eq!(measured.samples as usize, queries.count());
            assert_eq!(measured.met > 0, rows[0].casts.met > 0, "{name}: {}", row.rule);
            assert!(measured.visited <= measured.visited_most as f64);
            assert!(measured.ns > 0.0 && measured.ns_low <= measured.ns && measured.ns <= measured.ns_high);
        }
        assert_eq!(row.casts.met, rows[0].casts.met, "{name}: {}", row.rule);
        assert_eq!(row.sweeps.met, rows[0].sweeps.met, "{name}: {}", row.rule);
        assert_eq!(row.contacts.met, rows[0].contacts.met, "{name}: {}", row.rule);
    }
}

#[test]
fn all_contestants_give_the_same_answers() {
    let levels = [
        ("hall", 60),
        ("three_rooms", 200),
        ("wedges", 100),
        ("torture", 60),
    ];
    for (name, count) in levels.into_iter().take(effort::sampled_or_whole(3, 4)) {
        let level = built_in(name);
        let mut all = Contestant::all(&level);
        all.extend(Contestant::OTHER_TREES);
        // Use only a few contestants, because some are slow in large levels.
        let few = [
            "sampled",
            "balanced",
            "leaf-sampled",
            "leaf-first",
            "kd",
            "octree",
            "bvh",
        ];
        all.retain(|one| level.triangles.len() < 1000 || few.contains(&one.to_string().as_str()));
        answer_alike(name, level, &all, count);
    }
}

#[test]
fn tree_of_compiled_level_takes_part() {
    let room = quake_rooms::load(&quake_rooms::room(Version::Bsp29)).expect("it loads");
    let all = Contestant::all(&room);
    assert!(all.contains(&Contestant::Own));
    answer_alike("room", room.clone(), &all, 50);
    let own = FileTree::new(&room, &Progress::default())
        .expect("it is converted")
        .expect("there is one");
    let statistics = own.tree.statistics();
    let ground = ground(room);
    let rows = run(&ground, &[Contestant::Own], &queries(&ground, 10, 1));
    let figures = &rows[0].figures;
    assert_eq!(
        (figures.nodes, figures.depth, figures.fragments),
        (statistics.nodes, statistics.depth, statistics.leaf_faces)
    );
    assert_eq!(Column::Build.value(&rows[0]), None, "it was not built");
    if let Some(level) = levels::load("lqdm6_a6.bsp", &LoadOptions::default()) {
        let few = ["own", "sampled", "leaf-sampled"].map(|name| name.parse().expect("it is a name"));
        answer_alike("lqdm6_a6", level, &few, 60);
    }
}

#[test]
fn failed_contestant_does_not_stop_the_others() {
    let ground = ground(built_in("three_rooms"));
    let queries = queries(&ground, 10, 1);
    let few = LeafParams {
        max_fragments: 1,
        ..LeafParams::default()
    };
    let all = [Contestant::Own, Contestant::Leaves(few), Contestant::NoTree];
    let mut said = Vec::new();
    let rows = duel::run_duel(&ground, &all, &queries, &Arc::default(), |event| {
        said.push(match event {
            Event::Begins(one) => format!("begins {one}"),
            Event::Measured(row) => format!("measured {}", row.rule),
            Event::Fails(one, error) => format!("fails {one}: {error}"),
        });
    });
    let rows = rows.expect("nobody cancels");
    assert_eq!(rows.len(), 1);
    assert_eq!(said.len(), 6, "{said:?}");
    assert!(
        said[1].starts_with("fails own: the level file contains no tree"),
        "{said:?}"
    );
    assert!(said[3].contains("more than 1 fragments"), "{said:?}");
    assert_eq!(said[4..], ["begins none", "measured none"]);
}

#[test]
fn places_are_reachable_and_empty() {
    let names = ["hall", "three_rooms", "torture"];
    for name in names.into_iter().take(effort::sampled_or_whole(2, 3)) {
        let ground = ground(built_in(name));
        let places = ground
            .places(300, 5, &Progress::default())
            .expect("nobody cancels");
        assert_eq!((places.points.len(), places.radius), (300, 0.3), "{name}");
        let params = CompileParams::quick();
        let leaves = bspwalk_compile::leaf_tree(&ground.level, &params, &Arc::default()).expect("it builds");
        let tree: &LeafTree = &leaves.tree;
        let reached = reachable_leaves(tree.portal_graph(), tree.locate(ground.level.spawn.eye));
        let nodes = watchable(&ground.triangles, &BuildParams::default());
        for &point in &places.points {
            let leaf = tree.locate(point.as_dvec3());
            assert!(
                leaf != OUTSIDE && !tree.is_solid(leaf) && reached[leaf.index()],
                "{name}: {point}"
            );
            assert!(
                bspwalk_collision::is_clear(&nodes, Capsule::sphere(0.3), point),
                "{name}: {point}"
            );
        }
    }
}

#[test]
fn unusual_levels_give_finite_figures() {
    // Test an object seen from outside, a single triangle, and a box that only a small body fits into.
    let cube = "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\nf 1 4 3 2\nf 5 6 7 8\n\
                f 1 2 6 5\nf 4 8 7 3\nf 1 5 8 4\nf 2 3 7 6\n";
    let triangle = "v 0 0 0\nv 0 0 5\nv 5 0 0\nf 1 2 3\n";
    let tiny = "v -.05 -.05 -.05\nv .05 -.05 -.05\nv .05 .05 -.05\nv -.05 .05 -.05\nv -.05 -.05 .05\nv .05 -.05 .05\nv .05 .05 .05\n\
                v -.05 .05 .05\nf 1 2 3 4\nf 5 8 7 6\nf 1 5 6 2\nf 4 3 7 8\nf 1 4 8 5\nf 2 6 7 3\n";
    for (name, text) in [("cube", cube), ("triangle", triangle), ("tiny room", tiny)] {
        let ground = ground(loading::in_metres("test", text));
        let queries = queries(&ground, 30, 1);
        assert!(queries.count() > 10, "{name}: {}", queries.count());
        assert!(queries.radius <= 0.3 && queries.radius > 0.0, "{name}");
        let rows = run(&ground, &Contestant::usual(&ground.level), &queries);
        assert!(rows.iter().all(|row| row.casts.differing == 0), "{name}");
        assert!(
            duel::verdict(&rows).is_some_and(|text| text.ends_with('.')),
            "{name}"
        );
        for row in &rows {
            let finite = Column::ALL.iter().filter_map(|column| column.value(row));
            assert!(finite.into_iter().all(f64::is_finite), "{name}: {row:?}");
        }
    }
}

#[test]
fn json_and_csv_match_the_rows() {
    let ground = ground(built_in("three_rooms"));
    let all = ["sampled", "leaf-sampled:3:1", "none"].map(|name| name.parse().expect("it is a name"));
    let rows = run(&ground, &all, &queries(&ground, 40, 1));
    let json: serde_json::Value = serde_json::from_str(&duel::json(&rows)).expect("it is JSON");
    let csv = duel::csv(&rows);
    let lines: Vec<Vec<&str>> = csv
        .split_terminator("\r\n")
        .map(|line| line.split(',').collect())
        .collect();
    assert_eq!(lines.len(), 1 + rows.len());
    for (index, row) in rows.iter().enumerate() {
        let of = |name: &str| {
            let column = lines[0].iter().position(|title| *title == name);
            lines[index + 1][column.unwrap_or_else(|| panic!("no column {name}"))]
        };
        assert_eq!(lines[index + 1].len(), lines[0].len());
        let object = &json[index];
        assert_eq!(object["rule"], of("rule"));
        assert_eq!(object["tree"], of("tree"));
        for name in ["nodes", "fragments", "depth", "bytes"] {
            assert_eq!(object[name].to_string(), of(name), "{name}");
        }
        for (kind, measured) in [
            ("casts", row.casts),
            ("contacts", row.contacts),
            ("sweeps", row.sweeps),
        ] {
            assert_eq!(object[kind]["visited"], measured.visited);
            assert_eq!(object[kind]["ns"], measured.ns);
            let visited: f64 = of(&format!("{kind}_visited")).parse().expect("a number");
            assert_eq!(visited.to_bits(), measured.visited.to_bits());
        }
    }
    assert_eq!(json[2]["balance"], serde_json::Value::Null);
    assert_eq!(json[1]["cut_weight"], 3.0);
}

#[test]
fn best_of_column_is_marked_unless_tied() {
    let ground = ground(built_in("three_rooms"));
    let all = ["first", "sampled", "none"].map(|name| name.parse().expect("it is a name"));
    let mut rows = run(&ground, &all, &queries(&ground, 10, 1));
    (rows[0].figures.nodes, rows[1].figures.nodes) = (10, 20);
    (rows[0].figures.balance, rows[1].figures.balance) = (Some(0.2), Some(0.4));
    (rows[0].figures.depth, rows[1].figures.depth) = (5, 5);
    (rows[0].casts.ns, rows[1].casts.ns, rows[2].casts.ns) = (3.0, 2.0, 1.0);
    assert_eq!(
        Column::Nodes.best(&rows),
        Some(0),
        "fewest nodes; no tree has none"
    );
    assert_eq!(Column::Balance.best(&rows), Some(1));
    assert_eq!(Column::Depth.best(&rows), None, "all are alike");
    assert_eq!(Column::CastTime.best(&rows), Some(2));
    assert_eq!(
        Column::Nodes.best(&rows[..1]),
        None,
        "there is nothing to compare"
    );
}

#[test]
fn weight_sweep_builds_a_tree_per_weight() {
    let ground = ground(built_in("hall"));
    let params = BuildParams::preset(Rule::Sampled);
    let values = [0.0, params.cut_weight, 8.0];
    let mut told = Vec::new();
    let points = weight_sweep::sweep(
        &ground.triangles,
        &params,
        Weight::Cut,
        &values,
        &Arc::default(),
        |point| told.push(point),
    )
    .expect("nobody cancels");
    assert_eq!(told, points);
    assert_eq!(points.len(), values.len());
    for (&value, point) in values.iter().zip(&points) {
        let params = BuildParams {
            cut_weight: value,
            ..params
        };
        let tree = watchable(&ground.triangles, &params);
        let statistics = tree.statistics();
        assert_eq!(point.weight.to_bits(), value.to_bits());
        assert_eq!(
            (point.nodes, point.fragments, point.depth),
            (statistics.nodes, statistics.fragments, statistics.depth)
        );
        let cost = SubtreeSums::new(&tree, Measure::Cost, &Progress::default()).expect("nobody cancels");
        assert_eq!(point.cost.to_bits(), cost.whole().to_bits());
    }
    // A higher cut weight must result in fewer cuts.
    assert!(points[2].fragments < points[0].fragments, "{points:?}");
    let values = weight_sweep::values(0.5);
    assert!(values.is_sorted_by(|a, b| a < b) && values.contains(&0.5) && values[0] == 0.0);
    assert!(weight_sweep::values(0.3).contains(&0.3));
}

/// Checks that an empty list is never hit, and that queries with non-finite values hit nothing.
#[test]
fn empty_triangle_list_is_never_hit() {
    let nothing = TriangleList::new(&[]);
    assert_eq!(nothing.triangle_count(), 0);
    assert!(nothing.bounds().is_empty());
    assert_eq!(Obstacles::cast(&nothing, Vec3::ZERO, Vec3::ONE), None);
    let ground = ground(built_in("three_rooms"));
    let list = TriangleList::new(&ground.triangles);
    assert_eq!(Obstacles::cast(&list, Vec3::NAN, Vec3::ONE), None);
    assert_eq!(Obstacles::cast(&list, Vec3::ZERO, Vec3::INFINITY), None);
}
