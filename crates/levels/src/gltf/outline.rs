//! Scans the JSON before it is parsed: counts its objects and finds its animations.

use std::{borrow::Cow, ops::Range};

use bspwalk_progress::{Cancelled, Progress};

/// Number of bytes between two cancellation checks.
const BYTES_A_CHECK: usize = 1 << 16;

/// Deepest nesting to follow. The parser rejects anything deeper.
const MOST_DEPTH: usize = 128;

/// Summary of a JSON text. Unspecified if the text is not valid JSON.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Outline {
    /// Number of objects and of lists in lists, which are parsed like objects. Excludes objects in
    /// animations, and objects in `extras`, which stay text.
    pub(super) objects: u64,
    pub(super) animations: usize,
    list: Option<Range<usize>>,
}

/// A value whose content is not counted.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Within {
    Extras,
    Animations { start: usize },
}

impl Outline {
    pub(super) fn of(json: &[u8], progress: &Progress) -> Result<Self, Cancelled> {
        let mut outline = Self::default();
        // Open brackets, and the nesting depth of the uncounted value.
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

    /// Returns the text without its animations. Everything else keeps its line and column.
    pub(super) fn without_animations<'a>(&self, json: &'a [u8]) -> Cow<'a, [u8]> {
        match &self.list {
            Some(list) if self.animations > 0 => {
                let mut json = json.to_vec();
                // The brackets of the list are kept.
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

/// Returns the end of the string that begins at `start`: the position of its quotation mark, or the end of the text.
fn end_of_string(json: &[u8], start: usize, progress: &Progress) -> Result<usize, Cancelled> {
    let mut at = start;
    while at < json.len() {
        let part = &json[at..json.len().min(at + BYTES_A_CHECK)];
        match part.iter().position(|byte| matches!(byte, b'"' | b'\\')) {
            Some(found) if part[found] == b'"' => return Ok(at + found),
            // The character after a backslash does not end the string.
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
            // In a list, "extras" is a string value and not a key.
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
        // Lists inside extensions do not count.
        for json in [
            "{\"a\":{\"animations\":[{}]}}",
            "{\"animations\":7}",
            "{\"animations\":[]}",
        ] {
            let found = outline(json);
            assert_eq!(found.animations, 0, "{json}");
            assert_eq!(found.without_animations(json.as_bytes()), json.as_bytes());
        }
        // An unterminated list is left to the parser.
        assert_eq!(
            outline("{\"animations\":[{}").without_animations(b"x").as_ref(),
            b"x"
        );
    }
}
