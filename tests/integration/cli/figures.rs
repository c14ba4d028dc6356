//! Tests for exported numbers: `info --csv`, and the values of heat maps from `shot --csv` and `--json`.

use std::{collections::BTreeMap, fs, path::Path, sync::Arc};

use bspwalk_draw::raster::Camera;
use bspwalk_explain::films::{Query, QueryFilm, QueryMode};
use bspwalk_levels::builtin;
use bspwalk_overlays::{heat, tree_stats::TreeStats};
use bspwalk_session::{LevelName, opened, tree_args::TreeArgs, view_args::ViewArgs};
use bspwalk_testing::effort;
use bspwalk_trees::{NodeId, QueryCounters, node_storing::DivisionOrder};
use serde_json::Value;

use crate::cli::{has, json, number, out, refused, run};

/// Reads a CSV table without quoted cells, and returns its cells row by row.
fn table(path: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(path).expect("it is written");
    assert!(text.ends_with("\r\n"), "lines end as RFC 4180 says");
    let lines = text.trim_end_matches("\r\n").split("\r\n");
    lines
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect()
}

/// The statistics on cards and in the panel agree with `info` and the films.
#[test]
fn info_films_and_cards_agree_on_counts() {
    for level in effort::sample(builtin::listed(), 3) {
        let case = level.name;
        let info = json(&run(["info", case, "--json", "--pvs=false"]));
        let name = LevelName::BuiltIn(case.to_owned());
        let opened = opened::open(&name, &TreeArgs::default(), &Arc::default()).expect("it opens");
        let (tree, card, told) = (&opened.tree, opened.tree.statistics(), &info["node_tree"]);
        for (key, number) in [
            ("nodes", card.nodes),
            ("fragments", card.fragments),
            ("depth", card.depth),
        ] {
            assert_eq!(told[key], number, "{case}: {key}");
        }
        let has_plane = |id: &NodeId| tree.node(*id).is_some_and(|node| !node.is_block);
        let planes = tree.node_ids().filter(has_plane).count() as u32;
        assert_eq!(planes + card.blocks, card.nodes, "{case}");
        // The build film has one division per node.
        assert_eq!(DivisionOrder::new(tree).len(), card.nodes, "{case}");
        assert_eq!(TreeStats::new(tree).deepest() + 1, card.depth, "{case}");
        // Query films report the number of nodes that their traversal can visit.
        let from = opened.level.spawn.eye.as_vec3();
        let query = Query::Cast {
            from,
            to: from.with_y(from.y - 5.0),
        };
        for (mode, key) in [(QueryMode::OnePlane, "nodes"), (QueryMode::Wide, "queried_nodes")] {
            let film = QueryFilm::record_grouped(tree, &query, mode);
            assert_eq!(told[key], film.nodes(), "{case}: {key}");
        }
        let told = &info["leaf_tree"];
        let Ok(leaves) = opened.leaves() else {
            assert!(told.is_null(), "{case}");
            continue;
        };
        let card = leaves.tree.statistics();
        for (key, number) in [
            ("nodes", card.nodes),
            ("leaves", card.leaves),
            ("empty", card.empty),
            ("solid", card.solid),
            ("portals", card.portals),
            ("leaf_faces", card.leaf_faces),
            ("depth", card.depth),
        ] {
            assert_eq!(told[key], number, "{case}: {key}");
        }
        // The card of a leaf and the tour count only leaves inside the level.
        let empty = leaves.tree.empty_leaves().len() as u32;
        assert_eq!(empty, card.empty_inside(), "{case}");
        assert_eq!(
            card.empty_inside() + card.solid_inside() + 1,
            card.leaves,
            "{case}: the outside is the last one"
        );
    }
}

const SIZE: [u32; 2] = [64, 36];

/// Runs `shot` with an overlay. Returns the CSV table of pixel values, and the JSON document.
fn shot(folder: &Path, arguments: &[&str]) -> (Vec<Vec<String>>, Value) {
    let [picture, figures] = ["cost.png", "cost.csv"].map(|name| folder.join(name));
    let [picture, figures] = [&picture, &figures].map(|path| path.to_str().expect("UTF-8"));
    let size = format!("--size={}x{}", SIZE[0], SIZE[1]);
    let args = ["shot", "three_rooms", "--json", &size];
    let files = ["-o", picture, "--csv", figures];
    let document = json(&run([&args, &files, arguments].concat()));
    let size = image::image_dimensions(picture).expect("a picture");
    assert_eq!([size.0, size.1], SIZE);
    (table(Path::new(figures)), document)
}

#[test]
fn pixel_counts_match_the_query_counters() {
    let folder = tempfile::tempdir().expect("a folder");
    let (table, document) = shot(folder.path(), &["--show", "cost"]);
    let name = LevelName::BuiltIn("three_rooms".to_owned());
    let opened = opened::open(&name, &TreeArgs::default(), &Arc::default()).expect("it opens");
    let at = ViewArgs::default();
    let [yaw, pitch] = at.angles(&opened.level);
    let field_of_view = Camera::default_field_of_view();
    let camera = Camera::perspective(at.eye(&opened.level), [yaw, pitch], field_of_view);
    assert_eq!(table[0], ["x", "y", "nodes_visited"]);
    assert_eq!(table.len() - 1, (SIZE[0] * SIZE[1]) as usize);
    let all = QueryCounters::of_this_thread();
    for (place, row) in (0..).zip(&table[1..]) {
        let [x, y] = [place % SIZE[0], place / SIZE[0]];
        let middle = [x, y].map(|at| f64::from(at) + 0.5);
        let [from, to] = heat::ray(&opened.tree, &camera, SIZE, middle);
        let before = QueryCounters::of_this_thread();
        let _ = opened.tree.cast(from, to);
        let visited = QueryCounters::of_this_thread().since(before).nodes_visited;
        assert_eq!(
            *row,
            [u64::from(x), u64::from(y), visited].map(|number| number.to_string())
        );
    }
    let visited = QueryCounters::of_this_thread().since(all).nodes_visited;
    assert_eq!(document["sum"], visited);
    assert!(visited > u64::from(SIZE[0] * SIZE[1]), "{visited}");
}

#[test]
fn document_summarises_the_table() {
    let folder = tempfile::tempdir().expect("a folder");
    for (overlay, column) in [
        ("cost", "nodes_visited"),
        ("tests", "faces_tested"),
        ("slide-cost", "slide_nodes_visited"),
        ("leaves-seen", "leaves_seen"),
        ("faces-drawn", "faces_drawn"),
    ] {
        let (table, document) = shot(folder.path(), &["--view", "plan", "--show", overlay]);
        assert_eq!(
            (&*table[0][2], &document["measure"]),
            (column, &Value::from(column))
        );
        let mut bars: BTreeMap<u64, u64> = BTreeMap::new();
        let mut greatest = None;
        for row in &table[1..] {
            let Ok(figure) = row[2].parse::<u64>() else {
                assert_eq!(row[2], "", "{overlay}: {row:?}");
                continue;
            };
            *bars.entry(figure).or_default() += 1;
            if greatest.as_ref().is_none_or(|(most, _)| *most < figure) {
                greatest = Some((figure, [row[0].clone(), row[1].clone()]));
            }
        }
        let places: u64 = bars.values().sum();
        let sum: u64 = bars.iter().map(|(figure, places)| figure * places).sum();
        assert!(places > 0 && sum > 0, "{overlay}");
        assert_eq!(
            [&document["places"], &document["sum"]],
            [places, sum],
            "{overlay}"
        );
        assert!(
            (number(&document["mean"]) - sum as f64 / places as f64).abs() < 1e-9,
            "{overlay}"
        );
        let histogram = document["histogram"].as_array().expect("a list").iter();
        let histogram = histogram.map(|bar| (bar["figure"].as_u64(), bar["places"].as_u64()));
        let expected = bars.iter().map(|(&figure, &places)| (Some(figure), Some(places)));
        assert!(histogram.eq(expected), "{overlay}: {document}");
        let (most, [x, y]) = greatest.expect("there are places");
        let found = &document["greatest"];
        assert_eq!(found["figure"], most, "{overlay}");
        assert_eq!(
            [found["x"].to_string(), found["y"].to_string()],
            [x, y],
            "{overlay}"
        );
    }
}

#[test]
fn figures_need_a_counting_overlay() {
    let folder = tempfile::tempdir().expect("a folder");
    let [picture, figures] = ["x.png", "x.csv"].map(|name| folder.path().join(name));
    let [picture, figures] = [&picture, &figures].map(|path| path.to_str().expect("UTF-8"));
    for asked in [
        &["--json"][..],
        &["--csv", figures],
        &["--show", "planes", "--csv", figures],
    ] {
        let output = run([&["shot", "three_rooms", "-o", picture], asked].concat());
        refused(&output, "use them with --show and one of cost, tests");
    }
    for other in [&["--beside", "random"][..], &["--with-plan"]] {
        let args = ["shot", "three_rooms", "-o", picture, "--show", "cost", "--json"];
        let output = run([&args, other].concat());
        assert_eq!(output.status.code(), Some(2), "{other:?}");
    }
    let left: Vec<_> = fs::read_dir(folder.path()).expect("the folder").collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn csv_report_has_the_json_figures() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("info.csv");
    let file = path.to_str().expect("UTF-8");
    let info = json(&run(["info", "three_rooms", "--json", "--csv", file]));
    let text = fs::read_to_string(&path).expect("it is written");
    let lines: Vec<&str> = text.split("\r\n").collect();
    assert_eq!((lines.len(), lines[2]), (3, ""));
    let names: Vec<&str> = lines[0].split(',').collect();
    // Commas inside quotes do not separate cells.
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    for letter in lines[1].chars() {
        match letter {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(String::new()),
            other => cells.last_mut().expect("there is one").push(other),
        }
    }
    assert_eq!(names.len(), cells.len());
    let cell = |name: &str| {
        names
            .iter()
            .position(|other| *other == name)
            .map(|at| &*cells[at])
    };
    for (name, pointer) in [
        ("level.triangles", "/level/triangles"),
        ("level.bounds.max.y", "/level/bounds/max/1"),
        ("level.spawn.eye.z", "/level/spawn/eye/2"),
        ("node_tree.nodes", "/node_tree/nodes"),
        ("node_tree.mean_depth", "/node_tree/mean_depth"),
        ("leaf_tree.leaves", "/leaf_tree/leaves"),
        ("leaf_tree.pvs_mean", "/leaf_tree/pvs_mean"),
        ("leaf_tree.pvs.steps", "/leaf_tree/pvs/steps"),
        ("leaf_tree.leak", "/leaf_tree/leak"),
    ] {
        let value = info
            .pointer(pointer)
            .unwrap_or_else(|| panic!("{pointer} is in {info}"));
        assert_eq!(cell(name), Some(&*value.to_string()), "{name}");
    }
    assert_eq!(cell("level.name"), Some("three_rooms"));
    let entities = info["level"]["entities"].as_array().expect("a list");
    assert_eq!(cell("level.entities"), Some(&*entities.len().to_string()));
    // Values that were not computed are empty.
    let output = run(["info", "three_rooms", "--csv", file]);
    has(&out(&output), "three_rooms");
    let text = fs::read_to_string(&path).expect("it is written");
    has(&text, "leaf_tree.pvs_mean");
}
