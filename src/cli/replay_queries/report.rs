//! The report of `replay-queries`, as tables or as JSON.

use std::{cmp::Reverse, collections::BTreeMap};

use bspwalk_explain::{
    duel::{
        Measured,
        columns::format_three_digits,
        load::{LoadRow, VisitSummary},
    },
    films::QueryKind,
};
use bspwalk_session::{
    Opened,
    command_line::{Command, CommandLine, FilmLine},
    request::Request,
    tree_args::TreeArgs,
    view::View,
    view_args::ViewArgs,
};
use bspwalk_text::text;
use bspwalk_text::words::{self, count};
use serde::Serialize;

use super::{log::Log, replayed::Replayed};
use crate::cli::duel::{aligned, column};

/// The report. Keys may be added, but never removed.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    level: &'a str,
    /// Build rule of the tree that answers the queries.
    rule: &'static str,
    lines: u64,
    /// Invalid lines.
    invalid: u64,
    /// Requests that query no node-storing tree.
    others: u64,
    all: VisitSummary,
    kinds: Vec<Kind>,
    most_expensive: Vec<Expensive<'a>>,
    rules: Vec<Rule>,
}

/// The queries of one kind.
#[derive(Serialize)]
struct Kind {
    kind: &'static str,
    #[serde(flatten)]
    summary: VisitSummary,
    #[serde(skip)]
    title: &'static str,
}

/// A query that visits many nodes.
#[derive(Serialize)]
struct Expensive<'a> {
    line: u64,
    kind: &'static str,
    visited: u64,
    tested: u64,
    request: &'a Request,
    /// Command that shows the query as a film.
    film: String,
}

/// A build rule under the load of the log.
#[derive(Serialize)]
struct Rule {
    rule: String,
    /// Number of nodes in the tree.
    nodes: u32,
    /// Total number of nodes visited, and its ratio to the first rule's.
    visited: f64,
    visited_ratio: f64,
    /// Total time in nanoseconds, and its ratio to the first rule's.
    ns: f64,
    time_ratio: f64,
    /// Number of answers that differ from the first rule's.
    differing: u32,
    kinds: BTreeMap<&'static str, Measured>,
    #[serde(skip)]
    title: String,
}

fn ratio(value: f64, first: f64) -> f64 {
    if first > 0.0 { value / first } else { 1.0 }
}

impl<'a> Report<'a> {
    /// Creates the report with the `top` most expensive queries. `rows` contains the first rule and the compared ones.
    pub(super) fn new(
        opened: &'a Opened,
        tree: &TreeArgs,
        log: &Log,
        replayed: &[Replayed<'a>],
        rows: &[LoadRow],
        top: usize,
    ) -> Self {
        let visits = |kind: Option<QueryKind>| {
            let is_wanted = |replayed: &&Replayed<'_>| kind.is_none_or(|kind| replayed.query.kind() == kind);
            let wanted = replayed.iter().filter(is_wanted);
            VisitSummary::new(wanted.map(|replayed| replayed.cost.visited).collect())
        };
        let kinds = QueryKind::ALL.into_iter().map(|kind| Kind {
            kind: kind.name(),
            summary: visits(Some(kind)),
            title: kind.title(),
        });
        let mut ordered: Vec<&Replayed<'a>> = replayed.iter().collect();
        ordered.sort_by_key(|replayed| (Reverse(replayed.cost.visited), replayed.logged.line));
        ordered.truncate(top);
        let expensive = ordered.into_iter().map(|replayed| Expensive {
            line: replayed.logged.line,
            kind: replayed.query.kind().name(),
            visited: replayed.cost.visited,
            tested: replayed.cost.tested,
            request: &replayed.logged.request,
            film: film_command(opened, tree, replayed),
        });
        let first = rows.first().map_or([0.0; 2], |row| [row.visited(), row.ns()]);
        let rules = rows.iter().map(|row| Rule {
            rule: row.contestant.to_string(),
            nodes: row.nodes,
            visited: row.visited(),
            visited_ratio: ratio(row.visited(), first[0]),
            ns: row.ns(),
            time_ratio: ratio(row.ns(), first[1]),
            differing: row.differing(),
            kinds: row
                .kinds
                .iter()
                .map(|&(kind, measured)| (kind.name(), measured))
                .collect(),
            title: row.contestant.title(),
        });
        Self {
            level: &opened.level.name,
            rule: opened.params.nodes.rule.name(),
            lines: log.lines,
            invalid: log.invalid,
            others: log.others,
            all: visits(None),
            kinds: kinds.filter(|kind| kind.summary.queries > 0).collect(),
            most_expensive: expensive.collect(),
            rules: rules.collect(),
        }
    }

    /// Formats the tables.
    pub(super) fn text(&self) -> String {
        let mut text = text!(
            "report-replay-log",
            level = words::printable(self.level),
            rule = self.rule,
            queries = count(self.all.queries),
            lines = count(self.lines)
        );
        text.push('\n');
        if self.others > 0 {
            text += &text!("report-replay-others", others = count(self.others));
            text.push('\n');
        }
        text.push('\n');
        text += &self.kinds_table();
        if !self.most_expensive.is_empty() {
            text += &format!("\n{}\n", text!("report-replay-most"));
            for query in &self.most_expensive {
                let line = text!(
                    "report-replay-query",
                    line = query.line,
                    kind = query.kind,
                    visited = count(query.visited),
                    tested = count(query.tested)
                );
                for (depth, line) in [line, query.film.clone()].iter().enumerate() {
                    text += &format!("{:1$}{line}\n", "", 2 * (depth + 1));
                }
            }
        }
        if !self.rules.is_empty() {
            text += &format!("\n{}\n", self.rules_table());
            text += text!("report-replay-ratios");
            text.push('\n');
        }
        text
    }

    fn kinds_table(&self) -> String {
        let all = (text!("report-replay-all"), &self.all);
        let rows = self
            .kinds
            .iter()
            .map(|kind| (kind.title, &kind.summary))
            .chain([all]);
        let rows: Vec<(&str, &VisitSummary)> = rows.collect();
        let figures = |title: &str, cell: fn(&VisitSummary) -> String| {
            column(["", title], rows.iter().map(|(_, summary)| cell(summary)))
        };
        let names = rows.iter().map(|(title, _)| (*title).to_owned());
        aligned(&[
            column(["", text!("report-replay-kind")], names),
            figures(text!("report-replay-queries"), |summary| count(summary.queries)),
            figures(text!("report-replay-visited"), |summary| count(summary.visited)),
            figures(text!("report-replay-mean"), |summary| {
                format_three_digits(summary.mean)
            }),
            figures(text!("report-replay-p95"), |summary| count(summary.p95)),
            figures(text!("report-replay-max"), |summary| count(summary.most)),
        ])
    }

    fn rules_table(&self) -> String {
        let figures =
            |title: &str, cell: fn(&Rule) -> String| column(["", title], self.rules.iter().map(cell));
        aligned(&[
            figures(text!("report-duel-rule"), |rule| rule.title.clone()),
            figures(text!("report-replay-nodes"), |rule| count(rule.nodes)),
            figures(text!("report-replay-visited"), |rule| {
                count(rule.visited.round() as u64)
            }),
            figures(text!("report-replay-visited-ratio"), |rule| {
                format!("×{:.2}", rule.visited_ratio)
            }),
            figures(text!("report-replay-time-ratio"), |rule| {
                format!("×{:.2}", rule.time_ratio)
            }),
            figures(text!("report-replay-differing"), |rule| count(rule.differing)),
        ])
    }
}

/// Returns the command that shows a query as a film.
fn film_command(opened: &Opened, tree: &TreeArgs, replayed: &Replayed<'_>) -> String {
    let film = FilmLine {
        of: replayed.query.kind().name(),
        asked: Some(replayed.logged.request),
        mode: None,
        at: ViewArgs {
            view: View::Model,
            ..ViewArgs::default()
        },
        output: format!("line-{}.gif", replayed.logged.line),
    };
    let line = CommandLine {
        command: Command::Film(Box::new(film)),
        level: opened.source.clone(),
        tree: tree.clone(),
    };
    line.to_string()
}
