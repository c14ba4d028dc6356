//! Scans JSON text before it is parsed, to count its objects and find its animations.

use std::{borrow::Cow, ops::Range};

use bspwalk_progress::{Cancelled, Progress};

/// Number of bytes to scan between two cancellation checks.
const BYTES_A_CHECK: usize = 1 << 16;

/// Maximum nesting depth. The parser rejects deeper nesting.
const MOST_DEPTH: usize = 128;

/// Summary of JSON text. The contents are unspecified if the text is not valid JSON.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Outline {
    /// Number of objects and of lists inside lists, which are parsed like objects. Does not count objects in
    /// animations, nor objects in `extras`, which are kept as text.
    pub(super) objects: u64,
    pub(super) animations: usize,
    list: Option<Range<usize>>,
}

/// A value with contents that are not counted.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Within {
    Extras,
    Animations { start: usize },
}

impl Outline {
    pub(super) fn of(json: &[u8], progress: &Progress) -> Result<Self, Cancelled> {
        let mut outline = Self::default();
        // Brackets that are currently open, and the nesting depth at the start of the current uncounted value.
        let mut open: Vec<u8> = Vec::new();
        let mut within: Option<(Within, usize)> = None;
        let mut key: &[u8] = b"";
        let mut at = 0;
        let mut next_check = 0;
        while let Some(&byte) = json.get(at) {
            if at >= next_check {
                progress.check()?;
                next_check = at + BYTES_A_CHECK;
            }
            at += 1;
            match byte {
                b'"' => {
                    let end = end_of_string(json, at, progress)?;
                    key = &json[at..end];
                    at = end + 1;
                }
                b'{' | b'[' => {
                    let is_value = open.last() == Some(&b'{');
                    match within {
                        Some((Within::Animations { .. }, depth)) if open.len() == depth + 1 => {
                            outline.animations += 1;
                        }
                        Some(_) => {}
                        None if is_value && key == b"extras" => {
                            within = Some((Within::Extras, open.len()));
                        }
                        None if open == [b'{'] && key == b"animations" && byte == b'[' => {
                            within = Some((Within::Animations { start: at - 1 }, open.len()));
                        }
                        None => outline.objects += u64::from(byte == b'{' || open.last() == Some(&b'[')),
                    }
                    if open.len() == MOST_DEPTH {
                        break;
                    }
                    open.push(byte);
                }
                b'}' | b']' => {
                    open.pop();
                    if let Some((what, depth)) = within
                        && open.len() <= depth
                    {
                        within = None;
                        if let (Within::Animations { start }, None) = (what, &outline.list) {
                            outline.list = Some(start..at);
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(outline)
    }

    /// Returns the text without its animations. The rest keeps its line and column numbers.
    pub(super) fn without_animations<'a>(&self, json: &'a [u8]) -> Cow<'a, [u8]> {
        match &self.list {
            Some(list) if self.animations > 0 => {
                let mut json = json.to_vec();
                // Keep the list's brackets.
                for byte in &mut json[list.start + 1..list.end - 1] {
                    if *byte != b'\n' {
                        *byte = b' ';
                    }
                }
                Cow::Owned(json)
            }
            _ => Cow::Borrowed(json),
        }
    }
}

/// Returns the end of the string that begins at `start`: the position of its closing quotation mark, or the end of the
/// text.
fn end_of_string(json: &[u8], start: usize, progress: &Progress) -> Result<usize, Cancelled> {
    let mut at = start;
    while at < json.len() {
        let part = &json[at..json.len().min(at + BYTES_A_CHECK)];
        match part.iter().position(|byte| matches!(byte, b'"' | b'\\')) {
            Some(found) if part[found] == b'"' => return Ok(at + found),
            // An escaped character does not end the string.
            Some(found) => at += found + 2,
            None => {
                at += part.len();
                progress.check()?;
            }
        }
    }
    Ok(json.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(json: &str) -> Outline {
        Outline::of(json.as_bytes(), &Progress::default()).unwrap()
    }

    #[test]
    fn object_count_skips_extras() {
        for (json, objects) in [
            ("{}", 1),
            ("{\"nodes\":[{},{\"children\":[1,2]}]}", 3),
            ("{\"nodes\":[[],[[]]]}", 4),
            ("{\"nodes\":[{\"extras\":{\"a\":[[],{}]}},{}]}", 3),
            ("{\"extras\":[[{}]],\"nodes\":[{}]}", 2),
            ("{\"name\":\"{[{\\\"{\\\\\",\"nodes\":[{}]}", 2),
            // Inside a list, "extras" is a string value rather than a key.
            ("{\"a\":[\"extras\",{}]}", 2),
            ("{\"a\":\"never closed {{{", 1),
            ("", 0),
        ] {
            assert_eq!(outline(json).objects, objects, "{json}");
        }
        assert!(outline(&"[".repeat(1_000)).objects < 1_000);
    }

    #[test]
    fn animations_are_found_and_blanked() {
        let json = "{\"animations\":[[],{\n\"channels\":[{\"a\":\"]\"}]}, []],\"nodes\":[{}]}";
        let found = outline(json);
        assert_eq!((found.animations, found.objects), (3, 2));
        let blanked = found.without_animations(json.as_bytes());
        let blanked = String::from_utf8(blanked.into_owned()).unwrap();
        assert_eq!(blanked.len(), json.len());
        assert_eq!(blanked.find('\n'), json.find('\n'));
        assert_eq!(blanked.find("\"nodes\""), json.find("\"nodes\""));
        let value: serde_json::Value = serde_json::from_str(&blanked).unwrap();
        assert_eq!(value, serde_json::json!({"animations": [], "nodes": [{}]}));
        // Only a list at the top level counts as animations.
        for json in [
            "{\"a\":{\"animations\":[{}]}}",
            "{\"animations\":7}",
            "{\"animations\":[]}",
        ] {
            let found = outline(json);
            assert_eq!(found.animations, 0, "{json}");
            assert_eq!(found.without_animations(json.as_bytes()), json.as_bytes());
        }
        // An unterminated list is left unchanged, so that the parser reports it.
        assert_eq!(
            outline("{\"animations\":[{}").without_animations(b"x").as_ref(),
            b"x"
        );
    }
}
