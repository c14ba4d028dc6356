//! `walk --course`: runs the course of a built-in level for each way to move, and tells how each station came out.

use std::io::{BufWriter, Write};

use rayon::prelude::*;
use serde_json::{Value, json};

use super::{
    CliError,
    args::{TreeArgs, WalkArgs},
    open,
    values::LevelName,
};
use crate::collision::{
    course::{self, Score, Station},
    mover::CollisionMethod,
};

/// A station with its scores, one for each way.
type Row = (&'static Station, Vec<Score>);

/// Runs `walk --course`.
pub(super) fn run(walk: &WalkArgs, tree: &TreeArgs, output: impl Write) -> Result<(), CliError> {
    let no_course = || CliError::NoCourse {
        level: walk.level.to_string(),
    };
    let LevelName::BuiltIn(name) = &walk.level else {
        return Err(no_course());
    };
    let course = course::builtin(name).ok_or_else(no_course)?;
    let opened = open::open(&walk.level, tree)?;
    let ways = walk
        .collision
        .map_or(CollisionMethod::ALL.to_vec(), |method| vec![method]);
    let trees = opened.trees(&ways)?;
    let rows: Vec<Row> = course
        .stations
        .par_iter()
        .map(|station| {
            let score = |&method: &CollisionMethod| course::run(station, trees, method);
            (station, ways.par_iter().map(score).collect())
        })
        .collect();
    let mut output = BufWriter::new(output);
    let written = if walk.json {
        serde_json::to_writer_pretty(&mut output, &document(name, &ways, &rows))
            .map_err(Into::into)
            .and_then(|()| writeln!(output))
    } else {
        table(&ways, &rows, &mut output)
    };
    written.and_then(|()| output.flush()).map_err(CliError::Output)
}

/// Points that a way has got in all, and of how many.
fn total(rows: &[Row], column: usize) -> (usize, usize) {
    rows.iter().fold((0, 0), |(got, of), (_, scores)| {
        let points = scores[column].points();
        (got + points.0, of + points.1)
    })
}

fn points((got, of): (usize, usize)) -> String {
    format!("{got}/{of}")
}

fn table(ways: &[CollisionMethod], rows: &[Row], output: &mut impl Write) -> std::io::Result<()> {
    let names = rows.iter().map(|(station, _)| station.name.len());
    let width = names.max().unwrap_or(0).max("station".len());
    write!(output, "{:width$}", "station")?;
    for method in ways {
        write!(output, "  {:>7}", method.name())?;
    }
    writeln!(output)?;
    for (station, scores) in rows {
        write!(output, "{:width$}", station.name)?;
        for score in scores {
            write!(output, "  {:>7}", points(score.points()))?;
        }
        writeln!(output)?;
    }
    write!(output, "{:width$}", "all")?;
    for column in 0..ways.len() {
        write!(output, "  {:>7}", points(total(rows, column)))?;
    }
    writeln!(output)?;

    for (station, scores) in rows {
        if scores.iter().all(Score::passed) {
            continue;
        }
        writeln!(output, "\n{} ({})", station.title, station.name)?;
        for score in scores {
            for failure in score.failures() {
                let name = failure.check.name();
                let (method, words, limit) = (score.method.name(), &failure.words, failure.limit);
                writeln!(output, "  {method:<6} {name}: {words}; the limit is {limit}")?;
            }
        }
    }
    Ok(())
}

fn document(level: &str, ways: &[CollisionMethod], rows: &[Row]) -> Value {
    let stations: Vec<Value> = rows
        .iter()
        .map(|(station, scores)| {
            let scores: serde_json::Map<String, Value> = scores
                .iter()
                .map(|score| {
                    let (points, of) = score.points();
                    let outcomes: Vec<Value> = score
                        .outcomes
                        .iter()
                        .map(|outcome| {
                            json!({
                                "check": outcome.check.name(),
                                "passed": outcome.passed,
                                "measured": finite(outcome.measured),
                                "limit": outcome.limit,
                                "words": outcome.words,
                            })
                        })
                        .collect();
                    let score_json = json!({ "points": points, "of": of, "checks": outcomes });
                    (score.method.name().to_owned(), score_json)
                })
                .collect();
            json!({ "name": station.name, "title": station.title, "shows": station.shows, "scores": scores })
        })
        .collect();
    let totals: serde_json::Map<String, Value> = ways
        .iter()
        .enumerate()
        .map(|(column, method)| {
            let (points, of) = total(rows, column);
            (method.name().to_owned(), json!({ "points": points, "of": of }))
        })
        .collect();
    json!({ "level": level, "stations": stations, "totals": totals })
}

/// JSON has no infinity: what is not finite becomes null.
fn finite(measured: f64) -> Value {
    serde_json::Number::from_f64(measured).map_or(Value::Null, Value::Number)
}
