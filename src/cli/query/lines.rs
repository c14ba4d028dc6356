//! Lines of bounded length.

use std::io::{self, BufRead, BufReader, Read};

/// Longest line that is kept, in bytes; a longer one is skipped.
pub(super) const LIMIT: usize = 1 << 16;

/// A line, without its end.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    Text(&'a [u8]),
    TooLong,
}

/// The lines of an input; `\n` and `\r\n` end a line, and so does the end of the input after at least one byte.
pub(super) struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    count: u64,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(input: BufReader<R>) -> Self {
        Self {
            input,
            line: Vec::new(),
            count: 0,
        }
    }

    /// How many lines [`Lines::next`] has returned.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Whether the next line can be returned without reading from the input.
    pub(super) fn waits(&self) -> bool {
        self.input.buffer().contains(&b'\n')
    }

    /// The next line.
    pub(super) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.line.clear();
        let mut too_long = false;
        let mut any = false;
        let mut end = None;
        while end.is_none() {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                if !any {
                    return Ok(None);
                }
                break;
            }
            any = true;
            end = chunk.iter().position(|&byte| byte == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            too_long |= self.line.len() + part.len() > LIMIT;
            if !too_long {
                self.line.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
        }
        self.count += 1;
        Ok(Some(if too_long {
            Line::TooLong
        } else {
            Line::Text(self.line.strip_suffix(b"\r").unwrap_or(&self.line))
        }))
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
    fn a_line_beyond_the_limit_is_skipped_and_the_next_one_read() {
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
