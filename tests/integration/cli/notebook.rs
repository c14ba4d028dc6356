//! Tests for the example notebook, using files that the program writes.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use serde_json::{Value, json};

use crate::cli::{err, has, json, number, out, run, run_with};

const NOTEBOOK: &str = include_str!("../../../examples/tree_numbers.ipynb");

fn notebook() -> Value {
    serde_json::from_str(NOTEBOOK).expect("a notebook is JSON")
}

/// Returns the text of a cell.
fn source(cell: &Value) -> String {
    let lines = cell["source"].as_array().expect("lines");
    lines.iter().filter_map(Value::as_str).collect()
}

/// Returns the cells of the given type.
fn cells(of: &str) -> Vec<Value> {
    let notebook = notebook();
    let cells = notebook["cells"].as_array().expect("cells").iter();
    cells.filter(|cell| cell["cell_type"] == of).cloned().collect()
}

/// Returns the command lines in the notebook's instructions.
fn commands() -> Vec<String> {
    let texts = cells("markdown").iter().map(source).collect::<Vec<_>>().concat();
    let lines = texts.lines().filter(|line| line.starts_with("bspwalk "));
    lines.map(str::to_owned).collect()
}

/// Runs a command line in a folder, for the given level.
fn obey(folder: &Path, line: &str, level: &str) {
    let (command, into) = line
        .split_once(" > ")
        .map_or((line, None), |(command, file)| (command, Some(file)));
    let args = command
        .split(' ')
        .skip(1)
        .map(|word| if word == "three_rooms" { level } else { word });
    let output = crate::cli::program()
        .current_dir(folder)
        .args(args)
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(0), "{line}: {}", err(&output));
    match into {
        Some(file) => fs::write(folder.join(file), &output.stdout).expect("it is written"),
        None => assert_eq!(out(&output), "", "{line}"),
    }
}

/// Runs the cells in a folder. Returns `None` if Python is missing.
fn python(folder: &Path) -> Option<Output> {
    let script = cells("code")
        .iter()
        .map(|cell| source(cell) + "\n")
        .collect::<String>();
    fs::write(folder.join("cells.py"), script).expect("it is written");
    let output = Command::new("python3")
        .arg("cells.py")
        .current_dir(folder)
        .output();
    if output.is_err() {
        println!("NO PYTHON: `python3` is not installed, so the notebook is not run");
    }
    output.ok()
}

#[test]
fn notebook_is_version_4_without_outputs() {
    let notebook = notebook();
    assert_eq!(
        (&notebook["nbformat"], &notebook["nbformat_minor"]),
        (&json!(4), &json!(5))
    );
    assert_eq!(notebook["metadata"]["kernelspec"]["name"], "python3");
    let cells = notebook["cells"].as_array().expect("cells");
    let mut names = Vec::new();
    for cell in cells {
        let name = cell["id"].as_str().expect("a name");
        assert!(!names.contains(&name), "{name}");
        names.push(name);
        assert!(cell["metadata"].is_object() && !source(cell).is_empty(), "{name}");
        match cell["cell_type"].as_str() {
            Some("code") => {
                assert_eq!(
                    (&cell["outputs"], &cell["execution_count"]),
                    (&json!([]), &Value::Null),
                    "{name}"
                );
            }
            kind => assert_eq!(kind, Some("markdown"), "{name}"),
        }
    }
    assert!(!NOTEBOOK.contains("/home/") && !NOTEBOOK.contains("/work/"));
    assert_eq!(commands().len(), 5);
}

#[test]
fn notebook_agrees_with_the_program() {
    let level = "three_rooms";
    let folder = tempfile::tempdir().expect("a folder");
    for line in commands() {
        obey(folder.path(), &line, level);
    }
    let Some(output) = python(folder.path()) else {
        return;
    };
    assert!(output.status.success(), "{level}: {}", err(&output));
    let text = out(&output);
    let found: Value = serde_json::from_str(text.lines().last().unwrap_or_default()).expect("a line of JSON");
    let read = |name: &str| -> Value {
        let text = fs::read(folder.path().join(name)).expect("it was written");
        serde_json::from_slice(&text).expect("JSON")
    };
    let (info, cost) = (read("info.json"), read("cost.json"));
    let trees = [&info["node_tree"], &info["leaf_tree"]];
    for (name, value) in [
        ("nodes", &trees[0]["nodes"]),
        ("mean_depth", &trees[0]["mean_depth"]),
        ("leaves", &trees[1]["leaves"]),
        ("mean_leaf_depth", &trees[1]["mean_depth"]),
        ("pvs_mean", &trees[1]["pvs_mean"]),
        ("cost_sum", &cost["sum"]),
    ] {
        assert!(
            (number(&found[name]) - number(value)).abs() < 1e-9,
            "{level}: {name}: {found}"
        );
    }
    let eye = json!({"locate": {"point": info["level"]["spawn"]["eye"]}});
    let answer = json(&run_with(["query", level], &eye.to_string()));
    let located = &answer["locate"];
    assert_eq!(
        (&located["node_path"], &located["leaf"]),
        (&found["eye_path"], &found["eye_leaf"]),
        "{level}"
    );
    for chart in ["Leaves by depth", "Casts by nodes visited"] {
        let bars = text.lines().skip_while(|line| *line != chart).skip(1);
        let bars: Vec<&str> = bars
            .take_while(|line| line.contains('#') || line.starts_with("  "))
            .collect();
        assert!(
            bars.iter().any(|bar| bar.contains(&"#".repeat(50))),
            "{level}: {chart}: {text}"
        );
    }
}

/// The notebook's cells check their results, so they fail if a number in the report is changed.
#[test]
fn notebook_rejects_a_different_figure() {
    let folder = tempfile::tempdir().expect("a folder");
    for line in commands() {
        obey(folder.path(), &line, "three_rooms");
    }
    let info = json(&run(["info", "three_rooms", "--json"]));
    for (tree, key) in [
        ("node_tree", "nodes"),
        ("node_tree", "mean_depth"),
        ("leaf_tree", "mean_depth"),
        ("leaf_tree", "pvs_mean"),
    ] {
        let mut wrong = info.clone();
        wrong[tree][key] = json!(number(&info[tree][key]) + 0.5);
        fs::write(folder.path().join("info.json"), wrong.to_string()).expect("it is written");
        let Some(output) = python(folder.path()) else {
            return;
        };
        assert!(!output.status.success(), "{tree} {key}");
        has(&err(&output), "AssertionError");
    }
}
