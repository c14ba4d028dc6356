//! Tests that commands copied from the window's cards work on the command line and give the same answers as the cards.

use std::sync::Arc;

use bspwalk_explain::films::{Answer, Query, QueryKind};
use bspwalk_session::{
    LevelName, Opened,
    command_line::{Command, CommandLine},
    films::{AskedQuery, from_eye},
    opened,
    question::Question,
    tree_args::TreeArgs,
};
use bspwalk_trees::solid_leaf::{LeafId, OUTSIDE};
use glam::Vec3;
use serde_json::{Value, json};

use crate::cli::{ROOM, done, failed, json, level, out, run, vector};
use bspwalk_trees::{FaceId, NodeId};

fn open(name: &str) -> Opened {
    let name = LevelName::from(std::ffi::OsString::from(name));
    opened::open(&name, &TreeArgs::default(), &Arc::default()).expect("it opens")
}

/// Returns the words of the copied command line, as split by a shell.
fn words(opened: &Opened, question: Question) -> Vec<String> {
    let line = CommandLine {
        command: question.command(&opened.level).expect("it has a command"),
        level: opened.source.clone(),
        tree: TreeArgs::default(),
    };
    line.words()
}

fn answered(opened: &Opened, question: Question) -> Value {
    json(&run(words(opened, question)))
}

/// Returns a point in the level's space as JSON.
fn place(point: Vec3) -> Value {
    json!(point.to_array())
}

/// Returns the part of an answer at a JSON pointer, with points converted to the level's space.
fn part(pointer: &str, found: &Value, opened: &Opened) -> Value {
    let part = found.pointer(pointer).unwrap_or(&Value::Null);
    if ["/point", "/center"].contains(&pointer) && part.is_array() {
        return place(opened.level.to_local(vector(part).into()).as_vec3());
    }
    part.clone()
}

/// Returns the expected JSON for the answer to a query in the window.
fn expected(query: &Query, opened: &Opened) -> Vec<(&'static str, Value)> {
    let (answer, visited) = query.ask(&opened.tree);
    let hit = |hit: Option<(FaceId, Vec3)>| {
        let is_hit = hit.is_some();
        let found = hit.map(|(face, point)| [("/face", json!(face)), ("/point", place(point))]);
        let mut all = vec![("/hit", json!(is_hit)), ("/visited", json!(visited))];
        all.extend(found.into_iter().flatten());
        all
    };
    match answer {
        Answer::Cast(found) if query.kind() == QueryKind::Sight => {
            vec![("/clear", json!(found.is_none())), ("/visited", json!(visited))]
        }
        Answer::Cast(found) => hit(found.map(|hit| (hit.face, hit.point))),
        Answer::Sweep(found) => hit(found.map(|hit| (hit.face, hit.point))),
        Answer::Contacts(contacts) => vec![("/0/face", json!(contacts.first().map(|contact| contact.face)))],
        Answer::Push(pushed) => vec![("/center", place(pushed.center)), ("/clear", json!(pushed.clear))],
        Answer::PushAti(pushed) => vec![
            ("/center", place(pushed.center)),
            ("/pushed", json!(pushed.pushed)),
        ],
        Answer::Slide(slide) => vec![("/center", place(slide.center))],
        Answer::Overlap(faces) => vec![("/faces", json!(faces))],
        Answer::Locate(path) => {
            let letters: String = path.iter().map(|step| step.branch.letter()).collect();
            vec![("/node_path", json!(letters))]
        }
    }
}

fn check(query: Query, opened: &Opened) {
    let answer = answered(opened, Question::Query(query));
    let answer = answer.as_object().expect("it is an object");
    let (_, found) = answer.iter().next().expect("it has one key");
    for (pointer, value) in expected(&query, opened) {
        let said = part(pointer, found, opened);
        assert_eq!(said, value, "{pointer} of {query:?} in {answer:?}");
    }
}

#[test]
fn copied_queries_answer_as_in_the_window() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    // A level far from the origin is moved, so a command and the window show different coordinates.
    let far: String = ROOM
        .lines()
        .map(|line| match line.strip_prefix("v ") {
            Some(rest) => {
                let numbers: Vec<f64> = rest.split(' ').map(|number| number.parse().unwrap()).collect();
                format!(
                    "v {} {} {}\n",
                    numbers[0] + 70_000.3,
                    numbers[1] - 0.7,
                    numbers[2] - 9_001.1
                )
            }
            None => format!("{line}\n"),
        })
        .collect();
    let far = level(&folder, "far.obj", &far).display().to_string();
    let opened = open(&far);
    let eye = opened.level.spawn.eye.as_vec3();
    let [from, to] = from_eye(&opened.tree, eye, Vec3::new(0.6, -0.48, -0.64));
    for kind in QueryKind::ALL {
        for capsule in [false, true] {
            let asked = AskedQuery {
                kind,
                from,
                to,
                capsule,
                height: 1.7,
                ..AskedQuery::default()
            };
            check(asked.query(), &opened);
        }
    }
}

#[test]
fn copied_questions_answer_with_their_subject() {
    let opened = open("three_rooms");
    let (level, tree) = (&opened.level, &opened.tree);
    let leaves = &opened.leaves().expect("it is built").tree;
    let (pvs, _) = opened.pvs().expect("it is computed");
    let eye = level.spawn.eye.as_vec3();
    for leaf in [OUTSIDE, LeafId(1), LeafId(leaves.leaf_count() - 1)] {
        let answer = answered(&opened, Question::of_leaf(leaves, leaf).expect("it has a point"));
        assert_eq!(answer["locate"]["leaf"], json!(leaf), "{answer}");
        assert_eq!(answer["locate"]["solid"], json!(leaves.is_solid(leaf)));
    }
    for node in [0, tree.node_count() / 2, tree.node_count() - 1].map(NodeId) {
        let mut path: Vec<char> = tree.ancestors(node).map(|(_, branch)| branch.letter()).collect();
        path.reverse();
        let path: String = path.into_iter().collect();
        let answer = answered(&opened, Question::of_node(tree, node).expect("it has a point"));
        let walked = answer["locate"]["node_path"].as_str().expect("it is a path");
        assert!(walked.starts_with(&path), "node {node}: {path} in {answer}");
    }
    for face in [0, 7] {
        let question = Question::of_face(level, tree, FaceId(face), eye).expect("it is met");
        assert_eq!(answered(&opened, question)["cast"]["face"], json!(face));
    }
    let empty: Vec<LeafId> = leaves
        .leaf_ids()
        .skip(1)
        .filter(|&leaf| !leaves.is_solid(leaf))
        .collect();
    let mut seen = [false; 2];
    for &to in &empty {
        let question = Question::between_leaves(leaves, [empty[0], to]).expect("both have points");
        let sees = pvs.visible(empty[0], to);
        assert_eq!(answered(&opened, question)["visible"]["pvs"], json!(sees));
        seen[usize::from(sees)] = true;
        if seen == [true; 2] {
            break;
        }
    }
    let order: Vec<LeafId> = leaves.order().near_to_far(eye.as_dvec3()).collect();
    assert_eq!(
        answered(&opened, Question::Order { eye })["order"]["leaves"],
        json!(order)
    );
}

#[test]
fn copied_commands_run_with_tree_options() {
    let opened = open("three_rooms");
    for (question, said) in [
        (Question::PortalCosts, "portal"),
        (Question::Leak, "leak"),
        (Question::Portals, "portal"),
    ] {
        let line = CommandLine {
            command: question.command(&opened.level).expect("it has one"),
            level: opened.source.clone(),
            tree: TreeArgs {
                seed: Some(3),
                ..TreeArgs::default()
            },
        };
        let output = done(run(line.words()));
        let text = out(&output);
        assert!(text.to_lowercase().contains(said), "{line}: {text}");
        assert!(!matches!(line.command, Command::Query(_)));
    }
}

#[test]
fn ask_can_be_given_several_times() {
    let ask = ["--ask", r#"{"locate":{"point":[0,1,0]}}"#];
    let output = done(run(["query", "three_rooms"].into_iter().chain(ask).chain(ask)));
    assert_eq!(out(&output).lines().count(), 2);
    failed(
        &run(["query", "three_rooms", "--ask", r#"{"locate":{}}"#]),
        2,
        "missing field `point`",
    );
}
