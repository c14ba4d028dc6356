//! Tests for `tree`, which writes trees for other programs. The tests read the files back.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::Command,
};

use glam::DVec3;
use serde_json::{Value, json};

use crate::cli::{
    ROOM, done, err, failed, has, json, json_lines, level, number, out, quake_rooms, run, run_with, text,
    vector,
};

/// Number of points to locate in each level.
const POINTS: usize = 1000;

/// Distance of a room from the origin, along X. Reading the room moves it to the origin, and exporting its tree moves
/// the tree back.
const FAR: f64 = 500_000.0;

/// Returns the levels to export: a built-in level, and one far from the origin.
fn all_levels(folder: &tempfile::TempDir) -> [String; 2] {
    let far: String = ROOM
        .lines()
        .map(|line| match line.strip_prefix("v ") {
            None => format!("{line}\n"),
            Some(place) => {
                let (x, rest) = place.split_once(' ').expect("three numbers");
                let x: f64 = x.parse().expect("a number");
                format!("v {} {rest}\n", x + FAR)
            }
        })
        .collect();
    let far = level(folder, "far.obj", &far);
    ["three_rooms".to_owned(), far.display().to_string()]
}

/// Runs `tree` with the given arguments. Returns the contents of the file.
fn written(folder: &tempfile::TempDir, name: &str, args: &[&str]) -> Vec<u8> {
    let path = folder.path().join(name);
    let output = done(run([&["tree"], args, &["-o", text(&path)]].concat()));
    assert_eq!(out(&output), "");
    fs::read(&path).expect("it is written")
}

fn document(folder: &tempfile::TempDir, args: &[&str]) -> Value {
    serde_json::from_slice(&written(folder, "tree.json", args)).expect("one JSON document")
}

fn info(level: &str) -> Value {
    json(&run(["info", level, "--json", "--pvs=false"]))
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().unwrap_or_else(|| panic!("{key} is a list"))
}

fn count(value: &Value) -> usize {
    value.as_u64().unwrap_or_else(|| panic!("{value} is a count")) as usize
}

/// Returns whether a point is in front of or on a plane in a document.
fn is_in_front(plane: &Value, point: [f64; 3]) -> bool {
    DVec3::from_array(vector(&plane["normal"])).dot(DVec3::from_array(point)) + number(&plane["d"]) >= 0.0
}

/// Returns which side of a node's plane a point is on, and the child on that side.
fn step(node: &Value, point: [f64; 3]) -> (char, &Value) {
    if is_in_front(&node["plane"], point) {
        ('F', &node["front"])
    } else {
        ('B', &node["back"])
    }
}

/// Returns the path to a point according to the planes in the node-storing tree's document.
fn path_to(tree: &Value, point: [f64; 3]) -> String {
    let (mut path, mut at) = (String::new(), &tree["root"]);
    while let Some(id) = at.as_u64() {
        let node = &list(tree, "nodes")[id as usize];
        if node["plane"].is_null() {
            break;
        }
        let (letter, child) = step(node, point);
        path.push(letter);
        at = child;
    }
    path
}

/// Returns the leaf of a point according to the planes in the solid-leaf tree's document.
fn leaf_of(tree: &Value, point: [f64; 3]) -> u64 {
    let mut at = &tree["root"];
    while let Some(id) = at["node"].as_u64() {
        at = step(&list(tree, "nodes")[id as usize], point).1;
    }
    at["leaf"].as_u64().expect("a leaf")
}

/// Returns random points within and slightly outside the bounds of a level, in the space of its file.
fn points(info: &Value) -> Vec<[f64; 3]> {
    let [min, max] = ["min", "max"].map(|end| vector(&info["level"]["bounds"][end]));
    let mut random = fastrand::Rng::with_seed(5);
    (0..POINTS)
        .map(|_| {
            std::array::from_fn(|axis| {
                let around = 0.05 * (max[axis] - min[axis]);
                min[axis] - around + random.f64() * (max[axis] - min[axis] + 2.0 * around)
            })
        })
        .collect()
}

/// Returns the answers of `query` to the given requests.
fn ask(level: &str, requests: impl Iterator<Item = Value>) -> Vec<Value> {
    let input: String = requests.map(|request| format!("{request}\n")).collect();
    json_lines(&done(run_with(["query", level], &input)))
}

/// Checks that node numbers are list indices, and that parents and depths are consistent with the children. `child`
/// returns the node on one side.
fn check_nodes(tree: &Value, child: impl Fn(&Value) -> Option<u64>) {
    let nodes = list(tree, "nodes");
    let mut expected: BTreeMap<u64, (Value, u64)> = BTreeMap::new();
    expected.extend(child(&tree["root"]).map(|root| (root, (Value::Null, 0))));
    for (place, node) in nodes.iter().enumerate() {
        let id = node["id"].as_u64().expect("a number");
        assert_eq!(id, place as u64);
        let (parent, depth) = expected
            .remove(&id)
            .unwrap_or_else(|| panic!("node {id} is no child"));
        assert_eq!(
            (&node["parent"], node["depth"].as_u64()),
            (&parent, Some(depth)),
            "node {id}"
        );
        for side in ["front", "back"] {
            let below = child(&node[side]).map(|below| (below, (json!(id), depth + 1)));
            expected.extend(below);
        }
    }
    assert!(expected.is_empty(), "children that are no nodes: {expected:?}");
}

#[test]
fn written_planes_locate_points_as_queries_do() {
    let folder = tempfile::tempdir().expect("a folder");
    for level in all_levels(&folder) {
        let nodes = document(&folder, &[&level]);
        let leaves = document(&folder, &[&level, "--of", "leaf"]);
        let points = points(&info(&level));
        let answers = ask(
            &level,
            points.iter().map(|point| json!({"locate": {"point": point}})),
        );
        let mut seen = BTreeSet::new();
        for (point, answer) in points.iter().zip(&answers) {
            let located = &answer["locate"];
            assert_eq!(
                located["node_path"],
                path_to(&nodes, *point),
                "{level}: {point:?}"
            );
            let leaf = leaf_of(&leaves, *point);
            assert_eq!(located["leaf"], leaf, "{level}: {point:?}");
            seen.insert(leaf);
            // In a compiled level, a brush may be solid inside an empty leaf.
            let is_solid = list(&leaves, "leaves")[leaf as usize]["solid"] == true;
            assert!(!is_solid || located["solid"] == true, "{level}: {point:?}");
        }
        assert_eq!(answers.len(), POINTS);
        assert!(seen.len() > 1, "{level}: {seen:?}");
    }
}

#[test]
fn node_tree_document_is_complete() {
    let folder = tempfile::tempdir().expect("a folder");
    for level in all_levels(&folder) {
        let tree = document(&folder, &[&level]);
        check_nodes(&tree, Value::as_u64);
        let info = &info(&level)["node_tree"];
        let nodes = list(&tree, "nodes");
        assert_eq!(
            [nodes.len(), count(&tree["node_count"])],
            [count(&info["nodes"]); 2]
        );
        assert_eq!(tree["rule"], info["rule"]);
        assert!(list(&tree, "cut_off").is_empty());
        let faces: Vec<&Value> = nodes.iter().flat_map(|node| list(node, "faces")).collect();
        assert_eq!(faces.len(), count(&info["fragments"]), "{level}");
        let mut pieces: BTreeMap<u64, (usize, bool)> = BTreeMap::new();
        for face in &faces {
            let number = face["face"].as_u64().expect("a number");
            let (count, is_cut) = pieces.entry(number).or_default();
            *count += 1;
            *is_cut |= face["fragment"] == true;
            assert!(
                face["area"].as_f64().is_some_and(|area| area > 0.0),
                "{level}: {face}"
            );
        }
        assert_eq!(pieces.len(), count(&info["triangles"]), "{level}");
        let cut = pieces
            .iter()
            .filter(|(_, (count, is_cut))| (*count > 1) != *is_cut);
        assert_eq!(
            cut.collect::<Vec<_>>(),
            [],
            "{level}: what is in several pieces is cut"
        );
        let ends = nodes.iter().flat_map(|node| {
            let sides = ["front", "back"].into_iter().filter(|side| node[side].is_null());
            sides.map(|_| number(&node["depth"]) + 1.0)
        });
        let ends: Vec<f64> = ends.collect();
        let mean = ends.iter().sum::<f64>() / ends.len() as f64;
        assert!(
            (mean - number(&info["mean_depth"])).abs() < 1e-9,
            "{level}: {mean}"
        );
    }
}

#[test]
fn leaf_tree_document_is_complete() {
    let folder = tempfile::tempdir().expect("a folder");
    for level in all_levels(&folder) {
        let tree = document(&folder, &[&level, "--of", "leaf"]);
        check_nodes(&tree, |child| child["node"].as_u64());
        let info = &info(&level)["leaf_tree"];
        let [nodes, leaves, portals] = ["nodes", "leaves", "portals"].map(|key| list(&tree, key));
        for (found, key) in [(nodes, "nodes"), (leaves, "leaves"), (portals, "portals")] {
            assert_eq!(found.len(), count(&info[key]), "{level}: {key}");
        }
        let solid = leaves.iter().filter(|leaf| leaf["solid"] == true).count();
        assert_eq!(solid, count(&info["solid"]), "{level}");
        let faces: usize = leaves.iter().map(|leaf| list(leaf, "faces").len()).sum();
        assert_eq!(faces, count(&info["leaf_faces"]), "{level}");
        let depths = leaves[1..].iter().map(|leaf| number(&leaf["depth"])).sum::<f64>();
        let mean = depths / (leaves.len() - 1).max(1) as f64;
        assert!(
            (mean - number(&info["mean_depth"])).abs() < 1e-9,
            "{level}: {mean}"
        );
        for (place, leaf) in leaves.iter().enumerate() {
            assert_eq!(count(&leaf["id"]), place);
            assert_eq!(leaf["outside"], place == 0);
            let Some(parent) = leaf["parent"].as_u64() else {
                assert_eq!(place, 0, "{level}");
                continue;
            };
            let parent = &nodes[parent as usize];
            let child = json!({"leaf": place});
            assert!(
                parent["front"] == child || parent["back"] == child,
                "{level}: leaf {place}"
            );
            assert_eq!(
                count(&leaf["depth"]),
                count(&parent["depth"]) + 1,
                "{level}: leaf {place}"
            );
        }
        let mut of_leaf: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for (place, portal) in portals.iter().enumerate() {
            assert_eq!(count(&portal["id"]), place);
            let plane = &portal["plane"];
            let normal = DVec3::from_array(vector(&plane["normal"]));
            let corners = list(portal, "polygon");
            assert!(
                corners.len() > 2 && number(&portal["area"]) > 0.0,
                "{level}: {portal}"
            );
            for corner in corners {
                let distance = normal.dot(DVec3::from_array(vector(corner))) + number(&plane["d"]);
                assert!(distance.abs() < 1e-3, "{level}: {portal}");
            }
            for leaf in list(portal, "leaves") {
                of_leaf.entry(count(leaf)).or_default().insert(place);
                assert_eq!(leaves[count(leaf)]["solid"], false, "{level}: {portal}");
            }
        }
        for (place, leaf) in leaves.iter().enumerate() {
            let own: BTreeSet<usize> = list(leaf, "portals").iter().map(count).collect();
            assert_eq!(
                own,
                of_leaf.remove(&place).unwrap_or_default(),
                "{level}: leaf {place}"
            );
        }
    }
}

#[test]
fn depth_limit_counts_what_it_cuts_off() {
    let folder = tempfile::tempdir().expect("a folder");
    for of in ["node", "leaf"] {
        let whole = document(&folder, &["three_rooms", "--of", of]);
        for depth in [1, 3, 8, 1000] {
            let tree = document(
                &folder,
                &["three_rooms", "--of", of, "--depth", &depth.to_string()],
            );
            assert_eq!(tree["depth_limit"], depth);
            let (nodes, cut) = (list(&tree, "nodes"), list(&tree, "cut_off"));
            assert!(
                nodes.iter().all(|node| count(&node["depth"]) < depth),
                "{of} {depth}"
            );
            assert!(
                cut.iter().all(|cut| count(&cut["depth"]) == depth),
                "{of} {depth}"
            );
            assert_eq!(cut.is_empty(), depth == 1000, "{of} {depth}");
            // The remaining nodes are the same as in the whole tree.
            for node in nodes {
                assert_eq!(node, &list(&whole, "nodes")[count(&node["id"])]);
            }
            // Each child is either present or cut off.
            let ids: BTreeSet<u64> = nodes.iter().filter_map(|node| node["id"].as_u64()).collect();
            let roots: BTreeSet<u64> = cut.iter().filter_map(|cut| cut["node"].as_u64()).collect();
            for child in nodes.iter().flat_map(|node| [&node["front"], &node["back"]]) {
                if let Some(id) = child.as_u64().or(child["node"].as_u64()) {
                    assert!(
                        ids.contains(&id) != roots.contains(&id),
                        "{of} {depth}: node {id}"
                    );
                }
            }
            let sum = |key: &str| cut.iter().map(|cut| count(&cut[key])).sum::<usize>();
            assert_eq!(
                nodes.len() + sum("nodes"),
                count(&whole["node_count"]),
                "{of} {depth}"
            );
            let holders = if of == "leaf" { "leaves" } else { "nodes" };
            let faces = |tree: &Value| {
                let holders = list(tree, holders).iter();
                holders.map(|holder| list(holder, "faces").len()).sum::<usize>()
            };
            assert_eq!(faces(&tree) + sum("faces"), faces(&whole), "{of} {depth}");
            if of == "leaf" {
                let leaves = list(&tree, "leaves");
                assert_eq!(
                    leaves.len() + sum("leaves"),
                    count(&whole["leaf_count"]),
                    "{depth}"
                );
                let solid = |leaves: &[Value]| leaves.iter().filter(|leaf| leaf["solid"] == true).count();
                assert_eq!(
                    solid(leaves) + sum("solid"),
                    solid(list(&whole, "leaves")),
                    "{depth}"
                );
            }
        }
    }
}

/// Parses a Graphviz graph. Returns the declared node names, and the edges with their letters.
fn read_graph(text: &str) -> (BTreeSet<String>, Vec<[String; 3]>) {
    let (mut names, mut edges) = (BTreeSet::new(), Vec::new());
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("// bspwalk tree, version 1"));
    assert!(
        lines
            .next()
            .is_some_and(|line| line.starts_with("digraph \"") && line.ends_with("\" {"))
    );
    assert_eq!(text.lines().last(), Some("}"));
    for line in lines.filter(|line| line.starts_with("  n") || line.starts_with("  l")) {
        let Some((what, attributes)) = line.trim().split_once(" [") else {
            continue;
        };
        assert!(attributes.ends_with("];"), "{line}");
        let quotes = attributes.replace("\\\\", "").replace("\\\"", "");
        assert_eq!(quotes.matches('"').count() % 2, 0, "{line}");
        if let Some((from, to)) = what.split_once(" -> ") {
            let letter = attributes
                .trim_start_matches("label=\"")
                .chars()
                .take(1)
                .collect();
            edges.push([from.to_owned(), letter, to.to_owned()]);
        } else if what != "node" {
            assert!(names.insert(what.to_owned()), "{what} is declared twice");
        }
    }
    (names, edges)
}

#[test]
fn graph_has_the_nodes_and_edges_of_the_json() {
    let folder = tempfile::tempdir().expect("a folder");
    for level in all_levels(&folder) {
        for args in [
            &["--of", "node"][..],
            &["--of", "leaf"],
            &["--of", "node", "--depth", "4"],
            &["--of", "leaf", "--depth", "7"],
        ] {
            let args = [&[&*level], args].concat();
            let tree = document(&folder, &args);
            let text = String::from_utf8(written(&folder, "tree.dot", &args)).expect("UTF-8");
            let (names, edges) = read_graph(&text);
            let name = |child: &Value| {
                let node = child
                    .as_u64()
                    .or(child["node"].as_u64())
                    .map(|id| format!("n{id}"));
                node.or(child["leaf"].as_u64().map(|id| format!("l{id}")))
            };
            let mut expected_names: BTreeSet<String> = BTreeSet::new();
            let mut expected = Vec::new();
            for node in list(&tree, "nodes") {
                let id = format!("n{}", node["id"]);
                for (letter, side) in [("F", "front"), ("B", "back")] {
                    expected.extend(name(&node[side]).map(|child| [id.clone(), letter.to_owned(), child]));
                }
                expected_names.insert(id);
            }
            expected_names.extend(
                list(&tree, "cut_off")
                    .iter()
                    .map(|cut| format!("n{}", cut["node"])),
            );
            let leaves = tree["leaves"].as_array().into_iter().flatten();
            expected_names.extend(leaves.map(|leaf| format!("l{}", leaf["id"])));
            assert_eq!(names, expected_names, "{args:?}");
            assert_eq!(edges, expected, "{args:?}");
        }
    }
}

#[test]
fn graphviz_reads_a_graph() {
    if Command::new("dot").arg("-V").output().is_err() {
        println!("NO GRAPHVIZ: `dot` is not installed, so it reads none of the graphs");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    for args in [
        &["three_rooms"][..],
        &["three_rooms", "--of", "leaf"],
        &["three_rooms", "--depth", "3"],
    ] {
        let (names, edges) =
            read_graph(&String::from_utf8(written(&folder, "tree.dot", args)).expect("UTF-8"));
        let output = Command::new("dot")
            .arg("-Tplain")
            .arg(folder.path().join("tree.dot"))
            .output()
            .expect("it starts");
        assert!(output.status.success(), "{args:?}: {}", err(&output));
        let plain = out(&output);
        let lines = |of: &str| plain.lines().filter(|line| line.starts_with(of)).count();
        assert_eq!(
            [lines("node "), lines("edge ")],
            [names.len(), edges.len()],
            "{args:?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn quoted_name_is_escaped_in_json_and_graph() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = level(&folder, "a \"b\" \\.obj", ROOM);
    let path = path.to_str().expect("UTF-8");
    assert_eq!(list(&document(&folder, &[path]), "nodes").len(), 6);
    let text = String::from_utf8(written(&folder, "tree.dot", &[path])).expect("UTF-8");
    assert_eq!(read_graph(&text).0.len(), 6);
    let title = text.lines().nth(1).expect("a title");
    has(title, r#"a \"b\" \\"#);
}

#[test]
fn level_without_solid_faces_has_no_nodes() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = level(&folder, "pool.obj", &format!("g *water\n{ROOM}"));
    let path = path.to_str().expect("UTF-8");
    let tree = document(&folder, &[path]);
    assert_eq!((&tree["root"], list(&tree, "nodes").len()), (&Value::Null, 0));
    let tree = document(&folder, &[path, "--of", "leaf"]);
    assert!(!list(&tree, "leaves").is_empty());
    let text = String::from_utf8(written(&folder, "tree.dot", &[path])).expect("UTF-8");
    assert_eq!(read_graph(&text), (BTreeSet::new(), Vec::new()));
}

/// Reads a picture with one bit per pixel. Returns the width and the rows.
fn bits(path: &Path) -> (usize, Vec<Vec<bool>>) {
    let file = std::io::BufReader::new(fs::File::open(path).expect("it is there"));
    let mut reader = png::Decoder::new(file).read_info().expect("a PNG file");
    let (color, depth) = reader.output_color_type();
    assert_eq!((color, depth), (png::ColorType::Grayscale, png::BitDepth::One));
    let [width, height] = [reader.info().width, reader.info().height].map(|side| side as usize);
    let mut bytes = vec![0; reader.output_buffer_size().expect("it fits")];
    let frame = reader.next_frame(&mut bytes).expect("a picture");
    let rows = bytes[..frame.buffer_size()].chunks(frame.line_size);
    let rows: Vec<Vec<bool>> = rows
        .map(|row| (0..width).map(|x| row[x / 8] & (0x80 >> (x % 8)) != 0).collect())
        .collect();
    assert_eq!(rows.len(), height);
    (width, rows)
}

#[test]
fn pvs_picture_matches_query_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    for level in all_levels(&folder) {
        let path = folder.path().join("pvs.png");
        written(&folder, "pvs.png", &[&level]);
        let (width, rows) = bits(&path);
        let info = json(&run(["info", &level, "--json", "--pvs"]));
        assert_eq!(
            [width, rows.len()],
            [count(&info["leaf_tree"]["leaves"]); 2],
            "{level}"
        );
        let points = points(&info);
        let located = ask(
            &level,
            points.iter().map(|point| json!({"locate": {"point": point}})),
        );
        let pairs: Vec<[usize; 2]> = (0..POINTS).map(|at| [at, (at * 7 + 1) % POINTS]).collect();
        let visible = ask(
            &level,
            pairs
                .iter()
                .map(|pair| json!({"visible": {"from": points[pair[0]], "to": points[pair[1]]}})),
        );
        let mut both = BTreeSet::new();
        for (pair, answer) in pairs.iter().zip(&visible) {
            let [from, to] = pair.map(|at| count(&located[at]["locate"]["leaf"]));
            assert_eq!(
                answer["visible"]["pvs"], rows[from][to],
                "{level}: from leaf {from} to {to}"
            );
            both.insert(rows[from][to]);
        }
        // In a single room, all leaves are visible from each other.
        assert!(both.len() == 2, "{level}: {both:?}");
        // The mean fraction of visible empty leaves equals the number in the report.
        let tree = document(&folder, &[&level, "--of", "leaf"]);
        for leaf in list(&tree, "leaves").iter().filter(|leaf| leaf["solid"] == true) {
            let own = count(&leaf["id"]);
            let seen: Vec<usize> = (0..width).filter(|&other| rows[own][other]).collect();
            assert_eq!(seen, [own], "{level}: a solid leaf sees itself alone");
        }
        let empty: Vec<usize> = list(&tree, "leaves")
            .iter()
            .filter(|leaf| leaf["solid"] == false && leaf["outside"] == false)
            .map(|leaf| count(&leaf["id"]))
            .collect();
        let seen: usize = empty
            .iter()
            .map(|&from| empty.iter().filter(|&&to| rows[from][to]).count())
            .sum();
        let mean = seen as f64 / (empty.len() * empty.len()) as f64;
        assert!(
            (mean - number(&info["leaf_tree"]["pvs_mean"])).abs() < 1e-9,
            "{level}: {mean}"
        );
    }
}

#[test]
fn unsupported_format_is_a_usage_error() {
    for (args, says) in [
        (&["-o", "tree.txt"][..], ".json, .dot or .png"),
        (&["-o", "tree"], ".json, .dot or .png"),
        (&["-o", "tree.png", "--of", "node"], ".json or .dot"),
        (&["-o", "tree.png", "--of", "leaf"], ".json or .dot"),
        (&["-o", "pvs.json", "--of", "pvs"], ".png"),
        (&["-o", "pvs.dot", "--of", "pvs"], ".png"),
        (&["-o", "pvs.png", "--depth", "3"], "--depth"),
        (&["-o", "tree.json", "--depth", "0"], "--depth"),
        (&["-o", "tree.json", "--of", "own"], "node, leaf, pvs"),
        (&[], "--output"),
    ] {
        let output = run([&["tree", "hall"], args].concat());
        failed(&output, 2, says);
        assert!(err(&output).starts_with("error: ") && out(&output).is_empty());
    }
    failed(
        &run(["tree", "three_rooms", "-o", "no such folder/tree.json"]),
        1,
        "could not write no such folder/tree.json",
    );
}

#[test]
fn own_tree_keeps_the_leaf_numbers_of_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("room.bsp");
    fs::write(&path, quake_rooms::room(quake_rooms::Version::Bsp29)).expect("it is written");
    let room = path.to_str().expect("UTF-8");
    let own = document(&folder, &[room, "--own-tree"]);
    assert_eq!(
        (&own["tree"], &own["rule"]),
        (&json!("solid-leaf"), &json!("own"))
    );
    let leaves = list(&own, "leaves");
    assert!(leaves.iter().all(|leaf| leaf["own"].is_u64()), "{leaves:?}");
    // A point in the only empty leaf is reported with the leaf number from the file.
    let empty = leaves
        .iter()
        .find(|leaf| leaf["solid"] == false)
        .expect("there is room");
    let bounds = &empty["bounds"];
    let (low, high) = (
        DVec3::from(vector(&bounds["min"])),
        DVec3::from(vector(&bounds["max"])),
    );
    let ask = json!({"locate": {"point": (0.5 * (low + high)).to_array()}}).to_string();
    let answer = json(&run(["query", room, "--ask", &ask]));
    assert_eq!(answer["locate"]["own"]["leaf"], empty["own"], "{answer}");
    let built = document(&folder, &[room, "--of", "leaf"]);
    assert_ne!(built["rule"], own["rule"]);
    assert!(list(&built, "leaves").iter().all(|leaf| leaf["own"].is_null()));
    let to = folder.path().join("refused.json");
    let to = to.to_str().expect("UTF-8");
    failed(
        &run(["tree", "three_rooms", "--own-tree", "-o", to]),
        1,
        "--own-tree requires a compiled level",
    );
    let wrong = run(["tree", room, "--own-tree", "--of", "node", "-o", to]);
    assert_eq!(wrong.status.code(), Some(2), "{}", err(&wrong));
}

#[test]
fn expensive_parts_are_listed_by_cost() {
    let list = |args: &[&str]| json(&run([&["tree", "three_rooms", "--json"], args].concat()));
    let info = json(&run(["info", "three_rooms", "--portal-costs", "--pvs", "--json"]));
    let leaves = list(&["--by-cost", "leaf", "--top", "1000"]);
    let parts = leaves["parts"].as_array().expect("a list");
    assert_eq!(leaves["more"], 0);
    assert_eq!(
        parts.len() as f64 + 1.0,
        number(&info["leaf_tree"]["empty"]),
        "every empty leaf but the outside sees something"
    );
    let costs: Vec<f64> = parts.iter().map(|part| number(&part["cost"])).collect();
    assert!(costs.is_sorted_by(|a, b| a >= b), "{costs:?}");
    // Fewer parts, and others.
    let two = list(&["--by-cost", "leaf", "--top", "2"]);
    assert_eq!(two["parts"].as_array().map(Vec::len), Some(2));
    assert_eq!(number(&two["more"]), parts.len() as f64 - 2.0);
    let words = parts[0]["words"].as_str().expect("a text");
    let found = list(&["--by-cost", "leaf", "--search", words]);
    assert!(found["parts"].as_array().expect("a list").contains(&parts[0]));
    let by_number = list(&["--by-cost", "leaf", "--order", "number", "--top", "1000"]);
    let numbers = by_number["parts"].as_array().expect("a list").iter();
    let numbers: Vec<f64> = numbers.map(|part| number(&part["number"])).collect();
    assert!(numbers.is_sorted(), "{numbers:?}");
    // The portals are those of `info`.
    let portals = list(&["--by-cost", "portal"]);
    let costliest = &info["portal_costs"]["costliest"];
    for (part, portal) in portals["parts"]
        .as_array()
        .expect("a list")
        .iter()
        .zip(costliest.as_array().expect("a list"))
    {
        assert_eq!(part["cost"], portal["steps"]);
    }
    let table = out(&run(["tree", "three_rooms", "--by-cost", "leaf", "--top", "1"]));
    has(&table, words);
    has(&table, "more; use --top N for a longer list");
    // A built-in level has no brushes.
    let brushes = list(&["--by-cost", "brush"]);
    assert_eq!(brushes["parts"], json!([]));
    let table = out(&run(["tree", "three_rooms", "--by-cost", "brush"]));
    has(&table, "No part of this kind has a cost.");
    let table = out(&run([
        "tree",
        "three_rooms",
        "--by-cost",
        "leaf",
        "--search",
        "nothing",
    ]));
    has(&table, "No part matches the search.");
    for args in [
        &["--by-cost", "leaf", "-o", "a.json"][..],
        &["--json"],
        &["--search", "a"],
        &[],
    ] {
        let wrong = run([&["tree", "three_rooms"], args].concat());
        assert_eq!(wrong.status.code(), Some(2), "{args:?}");
    }
}
