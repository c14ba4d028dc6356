//! Words of the command line, as a shell reads them.

use std::{borrow::Cow, ffi::OsString, path::Path};

use crate::LevelName;

/// The name of the program, with which a line begins.
pub(crate) const PROGRAM: &str = "bspwalk";

/// A level as a word that means it.
pub(crate) fn level_word(level: &LevelName) -> String {
    match level {
        LevelName::BuiltIn(name) => name.clone(),
        LevelName::File(path) => path_word(path),
    }
}

/// A path as a word that names neither an option nor a built-in level.
pub(crate) fn path_word(path: &Path) -> String {
    let text = path.display().to_string();
    let is_other = matches!(LevelName::from(OsString::from(&text)), LevelName::BuiltIn(_));
    if is_other || text.starts_with('-') {
        format!("./{text}")
    } else {
        text
    }
}

/// The line of the program with these words.
pub(crate) fn line(words: &[String]) -> String {
    let quoted = words.iter().map(|word| quoted_word(word));
    let all: Vec<String> = [PROGRAM.to_owned()].into_iter().chain(quoted).collect();
    all.join(" ")
}

/// A word of the line as a shell reads it: the value of an option is quoted, and not its name.
pub(crate) fn quoted_word(word: &str) -> String {
    match word.split_once('=') {
        Some((name, value)) if name.starts_with("--") => format!("{name}={}", quoted(value)),
        _ => quoted(word).into_owned(),
    }
}

/// A word as a shell reads it.
fn quoted(word: &str) -> Cow<'_, str> {
    let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "+-./:@_,".contains(sign);
    if !word.is_empty() && word.chars().all(is_plain) {
        return Cow::Borrowed(word);
    }
    // No system has a name with a NUL in it.
    let without = word.replace('\0', "");
    Cow::Owned(shlex::try_quote(&without).unwrap_or_default().into_owned())
}
