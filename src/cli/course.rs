//! `walk --course`: runs the course of a built-in level with each collision method and writes the scores.

use std::io::Write;

use bspwalk_collision::mover::CollisionMethod;
use bspwalk_session::{
    LevelName,
    course::{self, Outcome, Score, Station},
    courses,
    tree_args::TreeArgs,
};
use bspwalk_text::{lines, text};
use rayon::prelude::*;
use serde_json::{Map, Value, json};

use super::{
    args::WalkArgs,
    error::CliError,
    open,
    output::{print, print_json},
};

/// A station and its scores, one per method.
type Row = (&'static Station, Vec<Score>);

/// Runs `walk --course`.
pub(super) fn run(walk: &WalkArgs, tree: &TreeArgs, output: impl Write) -> Result<(), CliError> {
    let no_course = || CliError::Failed(text!("usage-no-course", level = walk.level));
    let LevelName::BuiltIn(name) = &walk.level else {
        return Err(no_course());
    };
    let course = courses::builtin(name).ok_or_else(no_course)?;
    let opened = open::open(&walk.level, tree)?;
    let methods = walk
        .collision
        .map_or(CollisionMethod::OF_ANY_LEVEL.to_vec(), |method| vec![method]);
    let trees = opened.trees(&methods)?;
    let rows: Vec<Row> = course
        .stations
        .par_iter()
        .map(|station| {
            let score = |&method: &CollisionMethod| course::run(station, trees, method);
            (station, methods.par_iter().map(score).collect())
        })
        .collect();
    if walk.json {
        print_json(&document(name, &methods, &rows), output)
    } else {
        print(&table(&methods, &rows), output)
    }
}

/// Returns the total points of a method over all stations, and the maximum possible points.
fn total(rows: &[Row], column: usize) -> (usize, usize) {
    rows.iter().fold((0, 0), |(points, most), (_, scores)| {
        let (more, of) = scores[column].points();
        (points + more, most + of)
    })
}

fn points((points, of): (usize, usize)) -> String {
    format!("{points}/{of}")
}

fn table(methods: &[CollisionMethod], rows: &[Row]) -> String {
    let mut text = String::new();
    let names = rows.iter().map(|(station, _)| station.name.len());
    let width = names.max().unwrap_or(0).max("station".len());
    let mut line = |name: &str, cells: Vec<String>| {
        text += &lines::padded(name, width);
        for cell in cells {
            text += &format!("  {cell:>7}");
        }
        text.push('\n');
    };
    let columns = 0..methods.len();
    line(
        text!("report-course-station"),
        methods.iter().map(|method| method.name().to_owned()).collect(),
    );
    for (station, scores) in rows {
        line(
            &station.name,
            scores.iter().map(|score| points(score.points())).collect(),
        );
    }
    line(
        text!("report-course-all"),
        columns.map(|column| points(total(rows, column))).collect(),
    );

    for (station, scores) in rows {
        if scores.iter().all(Score::passed) {
            continue;
        }
        let title = courses::words(station)[0];
        text += &format!("\n{}\n", text!("report-course-title", title, name = station.name));
        for score in scores {
            for failure in score.failures() {
                let name = failure.check.name();
                let (method, words, limit) = (score.method.name(), &failure.words, failure.limit);
                let failure = text!("report-course-failure", name, words, limit);
                text += &format!("  {method:<6} {failure}\n");
            }
        }
    }
    text
}

fn document(level: &str, methods: &[CollisionMethod], rows: &[Row]) -> Value {
    let check = |outcome: &Outcome| {
        json!({
            "check": outcome.check.name(),
            "passed": outcome.passed,
            "measured": finite(outcome.measured),
            "limit": outcome.limit,
            "words": outcome.words,
        })
    };
    let score = |score: &Score| {
        let (points, of) = score.points();
        let checks: Vec<Value> = score.outcomes.iter().map(check).collect();
        let json = json!({ "points": points, "of": of, "checks": checks });
        (score.method.name().to_owned(), json)
    };
    let station = |(station, scores): &Row| {
        let scores: Map<String, Value> = scores.iter().map(score).collect();
        json!({ "name": station.name, "title": station.title, "shows": station.shows, "scores": scores })
    };
    let total = |(column, method): (usize, &CollisionMethod)| {
        let (points, of) = total(rows, column);
        (method.name().to_owned(), json!({ "points": points, "of": of }))
    };
    let stations: Vec<Value> = rows.iter().map(station).collect();
    let totals: Map<String, Value> = methods.iter().enumerate().map(total).collect();
    json!({ "level": level, "stations": stations, "totals": totals })
}

/// Converts a number to JSON. Non-finite numbers become null, because JSON cannot represent them.
fn finite(measured: f64) -> Value {
    serde_json::Number::from_f64(measured).map_or(Value::Null, Value::Number)
}
