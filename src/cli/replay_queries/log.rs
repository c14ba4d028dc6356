//! Reads a log of queries.

use std::{
    fs::File,
    io::{BufReader, Read},
    path::Path,
};

use bspwalk_session::request::{self, Request};
use bspwalk_text::text;

use crate::cli::{
    error::CliError,
    query::lines::{LIMIT, Line, Lines},
};

/// Maximum number of queries. A log of this length takes about 1 GiB of memory.
const MOST: usize = 4_000_000;

/// Maximum number of invalid lines in an error message.
const MOST_PROBLEMS: usize = 5;

/// A query of the log.
pub(super) struct Logged {
    /// Line number, starting at 1.
    pub(super) line: u64,
    pub(super) request: Request,
}

/// The queries of a log.
#[derive(Default)]
pub(super) struct Log {
    pub(super) queries: Vec<Logged>,
    /// Number of lines.
    pub(super) lines: u64,
    /// Number of valid requests that query no node-storing tree.
    pub(super) others: u64,
    /// Number of invalid lines.
    pub(super) invalid: u64,
    /// Problems of the first invalid lines.
    problems: Vec<String>,
}

impl Log {
    /// Reads a log. The path `-` means standard input. Keeps the valid lines and reports the others; see
    /// [`Log::problem`].
    pub(super) fn read(path: &Path, input: impl Read) -> Result<Self, CliError> {
        if path == Path::new("-") {
            return Self::of(input);
        }
        let failed = |error| {
            let reason = text!("usage-unreadable", cause = error);
            CliError::Failed(format!("{}: {reason}", path.display()))
        };
        Self::of(File::open(path).map_err(failed)?)
    }

    fn of(input: impl Read) -> Result<Self, CliError> {
        let mut lines = Lines::new(BufReader::with_capacity(1 << 16, input));
        let mut log = Self::default();
        let failed = |error| CliError::Failed(text!("usage-input", error));
        while let Some(line) = lines.next().map_err(failed)? {
            let request = match line {
                Line::Text(text) => request::parse(text),
                Line::TooLong => Err(text!("usage-line-long", limit = LIMIT)),
            };
            match request {
                Ok(Request::Visible { .. } | Request::Order { .. }) => log.others += 1,
                Ok(_) if log.queries.len() == MOST => {
                    return Err(CliError::Failed(text!("usage-replay-too-many", most = MOST)));
                }
                Ok(request) => log.queries.push(Logged {
                    line: lines.count(),
                    request,
                }),
                Err(problem) => {
                    log.invalid += 1;
                    if log.problems.len() < MOST_PROBLEMS {
                        log.problems
                            .push(text!("usage-replay-line", line = lines.count(), problem));
                    }
                }
            }
        }
        log.lines = lines.count();
        Ok(log)
    }

    /// Describes the invalid lines, or returns `None` if there are none.
    pub(super) fn problem(&self) -> Option<String> {
        (self.invalid > 0).then(|| {
            let problems = self.problems.join("\n");
            text!(
                "usage-replay-invalid",
                invalid = self.invalid,
                lines = self.lines,
                problems
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_lines_are_counted_and_named() {
        let cast = r#"{"cast":{"from":[0,1,0],"to":[0,1,9]}}"#;
        let order = r#"{"order":{"eye":[0,1,0]}}"#;
        let text = format!("{cast}\n\n{order}\n{{\"cast\":1}}\n{cast}\n");
        let log = Log::of(text.as_bytes()).expect("it is read");
        let lines: Vec<u64> = log.queries.iter().map(|query| query.line).collect();
        assert_eq!((lines, log.lines, log.others, log.invalid), (vec![1, 5], 5, 1, 2));
        let problem = log.problem().expect("there are invalid lines");
        assert!(
            problem.contains("line 2:") && problem.contains("line 4:"),
            "{problem}"
        );
        assert_eq!(Log::of(cast.as_bytes()).expect("it is read").problem(), None);
    }

    #[test]
    fn only_first_problems_are_named() {
        let text = "x\n".repeat(2 * MOST_PROBLEMS);
        let log = Log::of(text.as_bytes()).expect("it is read");
        let problem = log.problem().expect("there are invalid lines");
        assert_eq!(log.invalid, 2 * MOST_PROBLEMS as u64);
        assert_eq!(problem.lines().count(), 1 + MOST_PROBLEMS, "{problem}");
    }
}
