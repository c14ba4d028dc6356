//! Reads lines of bounded length.

use std::io::{self, BufRead, BufReader, Read};

use bspwalk_text::text;

/// Maximum length of a line, in bytes. Longer lines are skipped.
pub(in crate::cli) const LIMIT: usize = 1 << 16;

/// Maximum number of bytes to skip in a longer line. Beyond this, the input is probably not text and may never end.
const SKIPPED: u64 = 1 << 30;

/// A line without its line ending.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::cli) enum Line<'a> {
    Text(&'a [u8]),
    TooLong,
}

/// Splits an input into lines. Lines end with a line feed, optionally after a carriage return. The last line may lack a
/// line ending.
pub(in crate::cli) struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    count: u64,
}

impl<R: Read> Lines<R> {
    pub(in crate::cli) fn new(input: BufReader<R>) -> Self {
        Self {
            input,
            line: Vec::new(),
            count: 0,
        }
    }

    /// Returns the number of lines returned by [`Lines::next`] so far.
    pub(in crate::cli) fn count(&self) -> u64 {
        self.count
    }

    /// Returns whether the next line is available without reading from the input.
    pub(in crate::cli) fn has_buffered_line(&self) -> bool {
        self.input.buffer().contains(&b'\n')
    }

    /// Returns the next line, or `None` at the end of the input.
    pub(in crate::cli) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.line.clear();
        let mut input = self.input.by_ref().take(LIMIT as u64 + 1);
        if input.read_until(b'\n', &mut self.line)? == 0 {
            return Ok(None);
        }
        self.count += 1;
        if self.line.pop_if(|&mut byte| byte == b'\n').is_none() && self.line.len() > LIMIT {
            let mut rest = self.input.by_ref().take(SKIPPED);
            if rest.skip_until(b'\n')? as u64 == SKIPPED {
                let count = self.count;
                return Err(io::Error::other(text!("usage-line-too-long", count)));
            }
            return Ok(Some(Line::TooLong));
        }
        let text = self.line.strip_suffix(b"\r").unwrap_or(&self.line);
        Ok(Some(Line::Text(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &[u8], capacity: usize) -> Vec<Option<Vec<u8>>> {
        let mut lines = Lines::new(BufReader::with_capacity(capacity, input));
        let mut all = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            all.push(match line {
                Line::Text(text) => Some(text.to_vec()),
                Line::TooLong => None,
            });
        }
        assert_eq!(lines.count(), all.len() as u64);
        all
    }

    #[test]
    fn lines_end_at_newlines_and_at_the_end() {
        for capacity in [1, 2, 3, 64] {
            let text = |text: &[u8]| Some(text.to_vec());
            assert_eq!(all(b"", capacity), []);
            assert_eq!(all(b"a\r\n\nbc", capacity), [text(b"a"), text(b""), text(b"bc")]);
            assert_eq!(all(b"a\n", capacity), [text(b"a")]);
        }
    }

    #[test]
    fn endless_line_is_an_error() {
        let mut lines = Lines::new(BufReader::new(io::repeat(0)));
        let error = lines.next().unwrap_err().to_string();
        assert!(error.contains("line 1 is longer than 1 GiB"), "{error}");
    }

    #[test]
    fn line_over_the_limit_is_skipped() {
        let mut input = vec![b'x'; LIMIT];
        input.extend_from_slice(b"\n");
        input.resize(input.len() + LIMIT + 1, b'y');
        input.extend_from_slice(b"\nz");
        let lengths: Vec<Option<usize>> = all(&input, 1000)
            .iter()
            .map(|line| line.as_ref().map(Vec::len))
            .collect();
        assert_eq!(lengths, [Some(LIMIT), None, Some(1)]);
    }
}
