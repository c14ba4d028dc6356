//! Reads the entities of a compiled level: keys and values in braces, as text.

use crate::text;
use bspwalk_progress::{Cancelled, Progress};

use crate::{
    Warning,
    quake::{
        entities::Keys,
        quotes::{Quotes, without_escapes},
    },
};

/// Reads the entities in a lump. At invalid text, stops and adds a warning.
pub(super) fn read_entities(
    lump: &[u8],
    warnings: &mut Vec<Warning>,
    progress: &Progress,
) -> Result<Vec<Keys>, Cancelled> {
    let mut entities: Vec<Keys> = Vec::new();
    let mut open: Option<Keys> = None;
    let mut key: Option<String> = None;
    let mut rest = lump;
    let mut quotes = Quotes::default();
    for turn in 0.. {
        progress.check_at(turn)?;
        rest = rest.trim_ascii_start();
        let problem = match rest.first() {
            None | Some(0) if open.is_none() => break,
            None | Some(0) => text!("quakebsp-entities-end"),
            Some(b'{') if open.is_none() => {
                open = Some(Keys::default());
                rest = &rest[1..];
                continue;
            }
            Some(b'}') if open.is_some() && key.is_none() => {
                entities.extend(open.take());
                rest = &rest[1..];
                continue;
            }
            Some(b'"') if open.is_some() => {
                match quotes.find_closing_quote(lump, lump.len() - rest.len() + 1) {
                    Some(end) => {
                        let start = lump.len() - rest.len() + 1;
                        // Quake's text is not UTF-8. Codes above 127 are the characters of the codes below 128 in another
                        // colour.
                        let text: String = without_escapes(&lump[start..end])
                            .iter()
                            .map(|&byte| char::from(byte & 0x7f))
                            .collect();
                        match key.take() {
                            None => key = Some(text),
                            Some(key) => open.get_or_insert_default().pairs.push((key, text)),
                        }
                        rest = &lump[end + 1..];
                        continue;
                    }
                    None => text!("quakebsp-entities-text"),
                }
            }
            Some(_) => text!("quakebsp-entities-else"),
        };
        let (byte, count) = (lump.len() - rest.len(), entities.len());
        let message = text!("quakebsp-entities", problem, byte, count);
        warnings.push(Warning::new(message));
        break;
    }
    Ok(entities)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_before_a_syntax_error_are_kept() {
        let read = |text: &[u8]| {
            let mut warnings = Vec::new();
            let entities = read_entities(text, &mut warnings, &Progress::default()).unwrap();
            (entities, warnings.len())
        };
        let (entities, warnings) =
            read(b"{\n\"classname\" \"worldspawn\"\n\"message\" \"a } { b\"\n}\n{\n}\n\0");
        assert_eq!((entities.len(), warnings), (2, 0));
        assert_eq!(entities[0].class(), "worldspawn");
        assert_eq!(entities[0].get("message"), Some("a } { b"));
        for (text, kept) in [
            (&b"{ \"a\" \"b\" } { \"c"[..], 1),
            (b"{ \"a\" }", 0),
            (b"{ \"a\" \"b\"", 0),
            (b"}", 0),
            (b"{ { } }", 0),
            (b"{ } rubbish", 1),
        ] {
            let (entities, warnings) = read(text);
            assert_eq!((entities.len(), warnings), (kept, 1), "{text:?}");
        }
        assert_eq!(read(b"").1, 0);
    }
}
