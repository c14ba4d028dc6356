//! Quoting of command-line words for a shell.

use std::{borrow::Cow, ffi::OsString, path::Path};

use crate::LevelName;

/// Name of the program, the first word of a line.
pub(crate) const PROGRAM: &str = "bspwalk";

pub(crate) fn level_word(level: &LevelName) -> String {
    match level {
        LevelName::File(path) => path_word(path),
        LevelName::BuiltIn(_) | LevelName::Drawn(_) => level.to_string(),
    }
}

/// Returns a path as a word that cannot be mistaken for an option or a built-in level.
pub(crate) fn path_word(path: &Path) -> String {
    let text = path.display().to_string();
    let is_other = matches!(LevelName::from(OsString::from(&text)), LevelName::BuiltIn(_));
    if is_other || text.starts_with('-') {
        format!("./{text}")
    } else {
        text
    }
}

pub(crate) fn line(words: &[String]) -> String {
    let quoted = words.iter().map(|word| quoted_word(word));
    let all: Vec<String> = [PROGRAM.to_owned()].into_iter().chain(quoted).collect();
    all.join(" ")
}

/// Quotes a word for a shell. In an option only the value is quoted.
pub(crate) fn quoted_word(word: &str) -> String {
    match word.split_once('=') {
        Some((name, value)) if name.starts_with("--") => format!("{name}={}", quoted(value)),
        _ => quoted(word).into_owned(),
    }
}

fn quoted(word: &str) -> Cow<'_, str> {
    let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "+-./:@_,".contains(sign);
    if !word.is_empty() && word.chars().all(is_plain) {
        return Cow::Borrowed(word);
    }
    // No system allows NUL in file names.
    let without = word.replace('\0', "");
    Cow::Owned(shlex::try_quote(&without).unwrap_or_default().into_owned())
}
