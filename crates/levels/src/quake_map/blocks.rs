//! Splits a map's text into entities and brushes with line numbers.
//!
//! `quake_util` then parses each brush separately, because it reports no line numbers when it parses a whole map. As a
//! result, an error affects only one brush, brushes in unsupported formats can be identified, and memory use depends on
//! the actual number of brushes.

use std::ops::Range;

use crate::{Text, text};
use bspwalk_progress::Progress;

use crate::{
    LevelError,
    quake::{
        entities::Keys,
        quotes::{Quotes, without_escapes},
    },
};

/// An entity: its keys and the positions of its brushes in the text.
#[derive(Debug, Default)]
pub(super) struct EntityBlock {
    pub(super) keys: Keys,
    pub(super) start: usize,
    pub(super) brushes: Vec<BrushBlock>,
}

#[derive(Clone, Debug)]
pub(super) struct BrushBlock {
    pub(super) text: Range<usize>,
    pub(super) line: usize,
    /// Description of the brush's format, if it is not supported.
    pub(super) unsupported: Option<Text>,
}

impl BrushBlock {
    pub(super) fn range_with_braces(&self) -> Range<usize> {
        self.text.start - 1..self.text.end + 1
    }
}

/// Unsupported brush formats: the word before the inner brace, and a description.
const UNSUPPORTED: &[(&str, Text)] = &[
    ("patchDef2", text!("quakemap-patch-def2")),
    ("patchDef3", text!("quakemap-patch-def3")),
    ("brushDef", text!("quakemap-brush-def")),
    ("brushDef3", text!("quakemap-brush-def3")),
    ("terrainDef", text!("quakemap-terrain-def")),
];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Word<'a> {
    Quoted(&'a [u8]),
    Plain(&'a [u8]),
}

/// Iterates over the words in text, with their line numbers. Words are separated by white space, so `{fence` is a
/// single word. Comments start with two slashes at the beginning of a word and extend to the end of the line.
struct Words<'a> {
    text: &'a [u8],
    at: usize,
    line: usize,
    quotes: Quotes,
}

impl<'a> Words<'a> {
    /// Returns the next word with its position and line number, or an error if a quotation mark is not closed.
    fn next(&mut self) -> Result<Option<(Word<'a>, usize, usize)>, (usize, Text)> {
        loop {
            let rest = &self.text[self.at..];
            let blank = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            self.skip(blank);
            let rest = &self.text[self.at..];
            if rest.is_empty() {
                return Ok(None);
            }
            if rest.starts_with(b"//") {
                let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
                self.skip(end.unwrap_or(rest.len()));
                continue;
            }
            let (start, line) = (self.at, self.line);
            let word = if let Some(inside) = rest.strip_prefix(b"\"") {
                let Some(end) = self.quotes.find_closing_quote(self.text, start + 1) else {
                    return Err((line, text!("quakemap-quotation")));
                };
                let length = end - start - 1;
                self.skip(length + 2);
                Word::Quoted(&inside[..length])
            } else {
                let length = rest.iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
                self.at += length;
                Word::Plain(&rest[..length])
            };
            return Ok(Some((word, start, line)));
        }
    }

    fn skip(&mut self, count: usize) {
        let skipped = &self.text[self.at..self.at + count];
        self.line += skipped.iter().filter(|&&byte| byte == b'\n').count();
        self.at += count;
    }
}

/// Splits a map into blocks, which take at most 32 bytes of memory per byte of the text.
pub(super) fn divide(file: &str, text: &[u8], progress: &Progress) -> Result<Vec<EntityBlock>, LevelError> {
    let failed = |line: usize, problem: Text| LevelError::syntax(file, line, problem);
    let start = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let mut words = Words {
        text,
        at: start,
        line: 1,
        quotes: Quotes::default(),
    };
    let mut entities: Vec<EntityBlock> = Vec::new();
    // The current entity and brush, and the number of open braces in that brush.
    let mut entity: Option<EntityBlock> = None;
    let mut brush: Option<BrushBlock> = None;
    let mut inner = 0_usize;
    let mut key: Option<String> = None;
    let mut turn = 0;
    while let Some((word, at, line)) = words.next().map_err(|(line, problem)| failed(line, problem))? {
        progress.check_at(turn)?;
        turn += 1;
        if let Some(open) = &mut brush {
            match word {
                Word::Plain(b"{") => inner += 1,
                Word::Plain(b"}") if inner > 0 => inner -= 1,
                Word::Plain(b"}") => {
                    open.text.end = at;
                    if let (Some(entity), Some(brush)) = (&mut entity, brush.take()) {
                        entity.brushes.push(brush);
                    }
                }
                Word::Plain(word) if inner == 0 && open.unsupported.is_none() => {
                    let mut known = UNSUPPORTED.iter();
                    let found = known.find(|(name, _)| name.as_bytes().eq_ignore_ascii_case(word));
                    open.unsupported = found.map(|(_, what)| what.clone());
                }
                _ => {}
            }
            continue;
        }
        let Some(open) = &mut entity else {
            if word != Word::Plain(b"{") {
                return Err(failed(line, text!("quakemap-no-entity", word = said(word))));
            }
            let keys = Keys {
                line: Some(line),
                ..Keys::default()
            };
            entity = Some(EntityBlock {
                keys,
                start: at,
                brushes: Vec::new(),
            });
            continue;
        };
        match (word, key.take()) {
            (Word::Quoted(value), Some(key)) => {
                let value = String::from_utf8_lossy(&without_escapes(value)).into_owned();
                open.keys.pairs.push((key, value));
            }
            (Word::Quoted(name), None) => key = Some(String::from_utf8_lossy(name).into_owned()),
            (Word::Plain(_), Some(key)) => {
                return Err(failed(line, text!("quakemap-no-value", key)));
            }
            (Word::Plain(b"{"), None) => {
                brush = Some(BrushBlock {
                    text: at + 1..at + 1,
                    line,
                    unsupported: None,
                });
            }
            (Word::Plain(b"}"), None) => entities.extend(entity.take()),
            (word @ Word::Plain(_), None) => {
                let problem = text!("quakemap-no-key", word = said(word));
                return Err(failed(line, problem));
            }
        }
    }
    if let Some(open) = entity {
        let problem = match brush {
            Some(brush) => text!("quakemap-ends-in-brush", begins = brush.line),
            None => text!("quakemap-ends-in-entity", begins = open.keys.line.unwrap_or(1)),
        };
        return Err(failed(words.line, problem));
    }
    Ok(entities)
}

/// Returns the keys and values of the entity whose opening brace is at `start`, including their quotation marks.
/// [`divide`] must have accepted the text.
pub(super) fn written_keys(text: &[u8], start: usize) -> Vec<[&[u8]; 2]> {
    let mut words = Words {
        text,
        at: start + 1,
        line: 1,
        quotes: Quotes::default(),
    };
    let (mut pairs, mut depth, mut key) = (Vec::new(), 0_usize, None);
    while let Ok(Some((word, at, _))) = words.next() {
        let written = &text[at..words.at];
        match word {
            Word::Plain(b"{") => depth += 1,
            Word::Plain(b"}") if depth == 0 => break,
            Word::Plain(b"}") => depth -= 1,
            Word::Quoted(_) if depth == 0 => match key.take() {
                Some(key) => pairs.push([key, written]),
                None => key = Some(written),
            },
            Word::Plain(_) | Word::Quoted(_) => {}
        }
    }
    pairs
}

/// Quotes a word for an error message, truncating it if necessary.
fn said(word: Word<'_>) -> String {
    const LONGEST: usize = 40;
    let (Word::Quoted(text) | Word::Plain(text)) = word;
    let cut = String::from_utf8_lossy(&text[..text.len().min(LONGEST)]).into_owned();
    format!("`{cut}`")
}
