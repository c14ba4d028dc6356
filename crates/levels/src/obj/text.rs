//! Splits OBJ and MTL text into lines and words.

use bspwalk_progress::{Cancelled, Progress};

use crate::warnings::shortened;

/// Number of bytes to read between two cancellation checks.
const BYTES_A_CHECK: usize = 1 << 17;

/// Iterator over logical lines. A physical line that ends with a backslash is joined with the next line.
///
/// Lines end with LF or CR LF. In text without any LF, they end with CR.
pub(super) struct Lines<'a> {
    rest: &'a [u8],
    ending: u8,
    next_line: usize,
    joined: Vec<u8>,
    progress: &'a Progress,
    /// Number of bytes that remained at the last cancellation check.
    checked: usize,
    advances: bool,
}

pub(super) struct Line<'b> {
    /// Number of the logical line's first physical line, from 1.
    pub(super) number: usize,
    /// Text without the line ending and surrounding spaces.
    pub(super) text: &'b [u8],
}

impl<'a> Lines<'a> {
    /// Iterates over the lines in `bytes`, skipping a UTF-8 byte order mark. If `advances` is `true`, reading lines
    /// advances the current progress phase.
    pub(super) fn new(bytes: &'a [u8], advances: bool, progress: &'a Progress) -> Self {
        let rest = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let ending = if rest.contains(&b'\n') || !rest.contains(&b'\r') {
            b'\n'
        } else {
            b'\r'
        };
        Self {
            rest,
            ending,
            next_line: 1,
            joined: Vec::new(),
            progress,
            checked: rest.len(),
            advances,
        }
    }

    /// Returns the next logical line, or `None` at the end. If physical lines had to be joined, the result borrows from
    /// this iterator.
    pub(super) fn next(&mut self) -> Result<Option<Line<'_>>, Cancelled> {
        let number = self.next_line;
        let Some(first) = self.physical()? else {
            return Ok(None);
        };
        let Some(mut head) = continued(first) else {
            return Ok(Some(Line { number, text: first }));
        };
        self.joined.clear();
        loop {
            self.joined.extend_from_slice(head);
            self.joined.push(b' ');
            let Some(next) = self.physical()? else { break };
            match continued(next) {
                Some(more) => head = more,
                None => {
                    self.joined.extend_from_slice(next);
                    break;
                }
            }
        }
        Ok(Some(Line {
            number,
            text: self.joined.trim_ascii(),
        }))
    }

    fn physical(&mut self) -> Result<Option<&'a [u8]>, Cancelled> {
        if self.checked - self.rest.len() >= BYTES_A_CHECK {
            self.progress.check()?;
            let steps = self.checked - self.rest.len();
            self.checked = self.rest.len();
            if self.advances {
                self.progress.advance(steps as u64);
            }
        }
        if self.rest.is_empty() {
            return Ok(None);
        }
        self.next_line += 1;
        let (line, rest) = match self.rest.iter().position(|&byte| byte == self.ending) {
            Some(end) => (&self.rest[..end], &self.rest[end + 1..]),
            None => (self.rest, &[][..]),
        };
        self.rest = rest;
        Ok(Some(line.trim_ascii()))
    }
}

/// Returns the line without its trailing backslash, or `None` if the line does not end with one. Comments cannot be
/// continued.
fn continued(line: &[u8]) -> Option<&[u8]> {
    let is_comment = line.starts_with(b"#");
    line.strip_suffix(b"\\").filter(|_| !is_comment)
}

/// Iterates over the words of a line, up to a comment.
pub(super) fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty())
        .take_while(|word| word[0] != b'#')
}

/// Returns a line's first word and the trimmed rest. The rest is not split, because names may contain spaces.
pub(super) fn keyword(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text
        .iter()
        .position(u8::is_ascii_whitespace)
        .unwrap_or(text.len());
    (&text[..end], text[end..].trim_ascii())
}

/// Parses a number. Returns NaN for NaN and infinity as written by C libraries.
pub(super) fn number(word: &[u8]) -> Option<f64> {
    let word = std::str::from_utf8(word).ok()?;
    if let Ok(number) = word.parse() {
        return Some(number);
    }
    let unsigned = word.trim_start_matches(['-', '+']).to_ascii_lowercase();
    let is_not_finite = ["1.#", "nan", "inf"]
        .iter()
        .any(|start| unsigned.starts_with(start));
    is_not_finite.then_some(f64::NAN)
}

/// Prepares bytes from a file for an error message: shortens them and replaces invalid UTF-8.
pub(super) fn excerpt(bytes: &[u8]) -> String {
    const LONGEST: usize = 60;
    shortened(&String::from_utf8_lossy(bytes), LONGEST).replace(char::is_control, "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &[u8]) -> Vec<(usize, String)> {
        let progress = Progress::default();
        let mut lines = Lines::new(text, true, &progress);
        let mut out = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            out.push((line.number, String::from_utf8_lossy(line.text).into_owned()));
        }
        out
    }

    #[test]
    fn line_endings_and_continuations_are_accepted() {
        let expected = [(1, "a b".to_owned()), (2, "c".to_owned())];
        assert_eq!(all(b"a b\nc\n"), expected);
        assert_eq!(all(b"a b\r\n  c\r\n"), expected);
        assert_eq!(all(b"a b\rc"), expected);
        assert_eq!(all(b"\xef\xbb\xbfa b\nc"), expected);
        let joined = all(b"f 1 \\\n2 \\\r\n 3\n# no \\\nv 1");
        assert_eq!(
            joined,
            [
                (1, "f 1  2  3".to_owned()),
                (4, "# no \\".to_owned()),
                (5, "v 1".to_owned())
            ]
        );
        assert_eq!(all(b"f 1\\"), [(1, "f 1".to_owned())]);
    }

    #[test]
    fn c_spellings_of_nan_are_numbers() {
        for word in ["nan", "-nan", "1.#IND", "-1.#QNAN", "nan(ind)", "-nan(snan)"] {
            assert!(number(word.as_bytes()).is_some_and(f64::is_nan), "{word}");
        }
        assert_eq!(number(b"-.5e-01"), Some(-0.05));
        assert_eq!(number(b"1,5"), None);
        assert_eq!(number(b"\xff"), None);
    }
}
