//! `query`: reads requests as JSON Lines and writes one answer per line, in the order of the requests.

mod answer;
pub(super) mod lines;

use std::io::{BufReader, BufWriter, Cursor, Read, Write};

use bspwalk_session::{Opened, request, tree_args::TreeArgs};
use bspwalk_text::text;

use self::{
    answer::{Answer, Answerer},
    lines::{Line, Lines},
};
use super::{args::QueryArgs, error::CliError, open};

/// Runs `query`. Answers the requests in its arguments, or, without any, the requests on standard input.
///
/// Answers are buffered while more requests are available, and flushed before the command waits for input. A caller
/// can therefore read each answer before it sends the next request.
pub(super) fn run(
    query: &QueryArgs,
    tree: &TreeArgs,
    input: impl Read,
    output: impl Write,
) -> Result<(), CliError> {
    let opened = open::open(&query.level, tree)?;
    if query.ask.is_empty() {
        return answer_lines(&opened, input, output);
    }
    answer_lines(&opened, Cursor::new(query.ask.join("\n")), output)
}

/// Answers requests about an opened level, one per line, until the input ends.
///
/// # Errors
/// Returns [`CliError::Failed`] if a line could not be answered or the input could not be read. Returns
/// [`CliError::Output`] if the output could not be written.
pub fn answer_lines(opened: &Opened, input: impl Read, output: impl Write) -> Result<(), CliError> {
    let mut answerer = Answerer::new(opened);
    let mut lines = Lines::new(BufReader::with_capacity(1 << 16, input));
    let mut output = BufWriter::new(output);
    let mut errors = 0;
    let input_failed = |error| CliError::Failed(text!("usage-input", error));
    while let Some(line) = lines.next().map_err(input_failed)? {
        let answer = match line {
            Line::Text(text) => request::parse(text).and_then(|request| answerer.answer(&request)),
            Line::TooLong => Err(text!("usage-line-long", limit = lines::LIMIT)),
        };
        let answer = answer.unwrap_or_else(|error| {
            errors += 1;
            Answer::Error(format!("line {}: {error}", lines.count()))
        });
        serde_json::to_writer(&mut output, &answer).map_err(|error| CliError::Output(error.into()))?;
        output.write_all(b"\n").map_err(CliError::Output)?;
        if !lines.has_buffered_line() {
            output.flush().map_err(CliError::Output)?;
        }
    }
    output.flush().map_err(CliError::Output)?;
    if errors == 0 {
        Ok(())
    } else {
        Err(CliError::Failed(text!(
            "usage-not-answered",
            errors,
            lines = lines.count()
        )))
    }
}
