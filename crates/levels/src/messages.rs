//! Texts about levels: English for developers, and the data that a program needs to translate them.

use bspwalk_trees::FaceId;
use std::{
    borrow::Cow,
    collections::HashMap,
    error::Error,
    fmt::{self, Display},
    sync::LazyLock,
};

use bspwalk_progress::CheckError;
use serde::{Deserialize, Serialize};

use super::words::printable;

/// English messages in Project Fluent syntax, by file name. This crate and `bspwalk_compile` use them.
pub const ENGLISH_MESSAGES: &[(&str, &str)] = &[
    ("check.ftl", include_str!("../messages/en/check.ftl")),
    ("compile.ftl", include_str!("../messages/en/compile.ftl")),
    ("doom.ftl", include_str!("../messages/en/doom.ftl")),
    ("gltf.ftl", include_str!("../messages/en/gltf.ftl")),
    ("levels.ftl", include_str!("../messages/en/levels.ftl")),
    ("mechanism.ftl", include_str!("../messages/en/mechanism.ftl")),
    ("obj.ftl", include_str!("../messages/en/obj.ftl")),
    ("portalfile.ftl", include_str!("../messages/en/portalfile.ftl")),
    ("quakebsp.ftl", include_str!("../messages/en/quakebsp.ftl")),
    ("quakemap.ftl", include_str!("../messages/en/quakemap.ftl")),
    ("quakemoving.ftl", include_str!("../messages/en/quakemoving.ftl")),
];

/// A text about a level, such as the reason of an error, a warning or a name.
///
/// It consists of the ID of a message and the values of the message's variables, which may be texts themselves.
/// `Display` formats the English message. [`format_with`](Self::format_with) formats a translation. As part of a
/// serialized value, a text is a string; any other string becomes a text that is the same in all languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", from = "String")]
pub struct Text(Content);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
enum Content {
    /// A name, a number or the like, which is not translated.
    Plain(Cow<'static, str>),
    Message {
        id: Cow<'static, str>,
        arguments: Vec<(Cow<'static, str>, Content)>,
    },
    /// Texts that follow each other.
    Sequence(Vec<Content>),
}

/// Formats a message, given its ID and the values of its variables.
type Format<'a> = &'a dyn Fn(&str, &[(&str, String)]) -> String;

impl Text {
    /// Creates a text from a message without variables.
    #[must_use]
    pub const fn new(id: &'static str) -> Self {
        Self(Content::Message {
            id: Cow::Borrowed(id),
            arguments: Vec::new(),
        })
    }

    /// Adds the value of a variable. Has no effect on texts without a message.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: Text) -> Self {
        if let Content::Message { arguments, .. } = &mut self.0 {
            arguments.push((Cow::Borrowed(name), value.0));
        }
        self
    }

    /// Creates a text that is the same in all languages.
    #[must_use]
    pub fn plain(text: impl Into<Cow<'static, str>>) -> Self {
        Self(Content::Plain(text.into()))
    }

    /// Creates a text from a phrase of a [`CheckError`].
    fn of_check(phrase: &str) -> Self {
        static IDS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
            let is_of_check = |(id, _): &(&str, &str)| id.starts_with("check-");
            let messages = messages().filter(is_of_check);
            messages.map(|(id, text)| (text, id)).collect()
        });
        match IDS.get(phrase) {
            Some(id) => Self::new(id),
            None => Self::plain(phrase.to_owned()),
        }
    }

    /// Joins texts with a separator.
    #[must_use]
    pub fn joined(texts: impl IntoIterator<Item = Text>, separator: &'static str) -> Self {
        let mut sequence = Vec::new();
        for text in texts {
            if !sequence.is_empty() {
                sequence.push(Content::Plain(separator.into()));
            }
            sequence.push(text.0);
        }
        Self(Content::Sequence(sequence))
    }

    /// Returns the ID of the text's message, or `None` if the text has no message.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        match &self.0 {
            Content::Message { id, .. } => Some(id),
            _ => None,
        }
    }

    /// Formats the text. `message` formats a message, given its ID and the values of its variables.
    #[must_use]
    pub fn format_with(&self, message: Format<'_>) -> String {
        self.0.format_with(message)
    }

    /// Escapes the characters that a terminal would execute, as [`printable`] does.
    pub(crate) fn escape(&mut self) {
        self.0.escape();
    }
}

impl Content {
    fn format_with(&self, message: Format<'_>) -> String {
        match self {
            Self::Plain(text) => text.clone().into_owned(),
            Self::Message { id, arguments } => {
                let values = arguments.iter();
                let values: Vec<(&str, String)> = values
                    .map(|(name, value)| (&**name, value.format_with(message)))
                    .collect();
                message(id, &values)
            }
            Self::Sequence(parts) => parts.iter().map(|part| part.format_with(message)).collect(),
        }
    }

    fn escape(&mut self) {
        match self {
            Self::Plain(text) => *text = printable(text).into(),
            Self::Message { arguments, .. } => arguments.iter_mut().for_each(|(_, value)| value.escape()),
            Self::Sequence(parts) => parts.iter_mut().for_each(Self::escape),
        }
    }
}

impl Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.format_with(&english))
    }
}

impl Error for Text {}

impl From<Text> for String {
    fn from(text: Text) -> Self {
        match text.0 {
            Content::Plain(text) => text.into_owned(),
            content => serde_json::to_string(&content).unwrap_or_default(),
        }
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        // The texts of old files are sentences.
        let content = text.starts_with(['{', '[']).then(|| serde_json::from_str(&text));
        match content {
            Some(Ok(content)) => Self(content),
            _ => Self::plain(text),
        }
    }
}

/// Values that have a [`Text`].
pub trait ToText {
    /// Returns the text.
    #[must_use]
    fn to_text(&self) -> Text;
}

impl ToText for Text {
    fn to_text(&self) -> Text {
        self.clone()
    }
}

impl<T: ToText + ?Sized> ToText for &T {
    fn to_text(&self) -> Text {
        (**self).to_text()
    }
}

/// Implements [`ToText`] for types whose `Display` is the same in all languages.
macro_rules! plain_texts {
    ($($type:ty),+) => {$(
        impl $crate::ToText for $type {
            fn to_text(&self) -> $crate::Text {
                $crate::Text::plain(self.to_string())
            }
        }
    )+};
}
#[cfg(feature = "doom")]
pub(crate) use plain_texts;

plain_texts!(
    str,
    String,
    Cow<'_, str>,
    char,
    u8,
    u16,
    u32,
    u64,
    usize,
    i32,
    i64,
    f32,
    f64,
    FaceId,
    fmt::Arguments<'_>,
    std::path::Display<'_>
);

impl ToText for CheckError {
    fn to_text(&self) -> Text {
        match self {
            Self::WrongItem { kind, number, what } => crate::text!(
                "check-item",
                kind = Text::of_check(kind),
                number,
                what = Text::of_check(what)
            ),
            other => Text::of_check(&other.to_string()),
        }
    }
}

/// Creates a [`Text`]: `text!("id", count = n, name)` sets the message's variables `{ $count }` and `{ $name }` to values
/// with [`ToText`].
#[macro_export]
macro_rules! text {
    ($id:literal $(,)?) => { $crate::Text::new($id) };
    ($id:literal, $($name:ident $(= $value:expr)?),+ $(,)?) => {
        $crate::Text::new($id)$(.with(stringify!($name), $crate::text!(@value $name $(= $value)?)))+
    };
    (@value $name:ident) => { $crate::ToText::to_text(&$name) };
    (@value $name:ident = $value:expr) => { $crate::ToText::to_text(&$value) };
}

/// Implements `Display` with the English text of [`ToText`].
#[doc(hidden)]
#[macro_export]
macro_rules! display_texts {
    ($($type:ty),+) => {$(
                impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                $crate::ToText::to_text(self).fmt(f)
            }
        }
    )+};
}

/// Iterates over the IDs and patterns of the English messages.
fn messages() -> impl Iterator<Item = (&'static str, &'static str)> {
    let entries = ENGLISH_MESSAGES.iter().flat_map(|(_, content)| {
        // Continued lines are indented, so that each message begins with the ID at the start of a line.
        let is_start = |&(at, _): &(usize, &str)| content[..at].ends_with('\n') || at == 0;
        let starts = content.match_indices(|c: char| c.is_ascii_lowercase() || c == '#');
        let starts: Vec<usize> = starts.filter(is_start).map(|(at, _)| at).collect();
        let ends = starts.clone().into_iter().skip(1).chain([content.len()]);
        starts
            .into_iter()
            .zip(ends)
            .map(|(start, end)| &content[start..end])
    });
    entries
        .filter_map(|entry| entry.split_once(" ="))
        .map(|(id, pattern)| (id, pattern.trim()))
}

/// Formats an English message.
fn english(id: &str, arguments: &[(&str, String)]) -> String {
    static PATTERNS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| messages().collect());
    let mut text = String::new();
    format_pattern(PATTERNS.get(id).unwrap_or(&id), arguments, &mut text);
    text
}

/// Formats a pattern with literals, variables, `{ $name }`, and choices between singular and plural, `{ $count -> … }`.
fn format_pattern(pattern: &str, arguments: &[(&str, String)], text: &mut String) {
    let mut rest = pattern;
    while let Some((before, inside)) = rest.split_once('{') {
        text.push_str(before);
        // A literal, such as `{"{"}`.
        let literal = inside.trim_start().strip_prefix('"');
        if let Some((literal, after)) = literal.and_then(|literal| literal.split_once('"')) {
            text.push_str(literal);
            rest = after.trim_start().strip_prefix('}').unwrap_or_default();
            continue;
        }
        let mut depth = 1;
        let end = inside.find(|c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            depth == 0
        });
        let (placeable, after) = inside.split_at(end.unwrap_or(inside.len()));
        rest = after.strip_prefix('}').unwrap_or_default();
        let (name, variants) = placeable.split_once("->").unwrap_or((placeable, ""));
        let name = name.trim().trim_start_matches('$');
        let value = arguments.iter().find(|(known, _)| *known == name);
        let value = value.map_or("", |(_, value)| value.as_str());
        if variants.is_empty() {
            text.push_str(value);
        } else {
            let key = if value == "1" { "[one]" } else { "*[other]" };
            let variant = variants.lines().find_map(|line| line.trim().strip_prefix(key));
            format_pattern(variant.unwrap_or_default().trim(), arguments, text);
        }
    }
    text.push_str(rest);
}
