//! The texts of the program, in the languages of its users.
//!
//! Every text that a user reads is a message of Project Fluent, which the files of `messages` hold: a folder for each
//! language, named by its tag (`en`, `zh-CN`). A further language is a further folder. What a language lacks is said in English.
//!
//! | item | is for |
//! |---|---|
//! | [`text!`](crate::text!) | a message in the language of the program |
//! | [`Message`] | a message that a table of constants holds, to be read later |
//! | [`lines`] | texts in lines of a width, broken where their script may be |
//! | [`set_language`], [`language`], [`languages`] | the language of the program |
//!
//! ```
//! use bspwalk_text::{set_language, text};
//!
//! assert_eq!(text!("language-name"), "English");
//! assert_eq!(text!("text-counted-node", count = 1), "1 node");
//! assert_eq!(text!("text-counted-node", count = 12), "12 nodes");
//! set_language("zh-CN");
//! assert_eq!(text!("language-name"), "简体中文");
//! ```
//!
//! Variables are numbers where they read as whole numbers, so that a message can choose a plural by them; what else
//! they are, is put in as it is written.

mod catalogue;
mod language;
pub mod lines;

use std::fmt::Display;

pub use catalogue::Argument;
pub use language::{Language, from_environment, language, languages, set_language};

/// The characters of the messages that the font Hack lacks: a subset of Noto Sans CJK SC, under the SIL Open
/// Font License. `cargo run -p xtask -- fonts` makes it.
pub const FONT: &[u8] = include_bytes!("../fonts/messages.otf");

/// A message that a table of constants holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Message(&'static str);

impl Message {
    /// The message with this id. `message!` makes one of a constant, which tests find.
    #[must_use]
    pub const fn new(id: &'static str) -> Self {
        Self(id)
    }

    /// Its id in the message files.
    #[must_use]
    pub const fn id(self) -> &'static str {
        self.0
    }

    /// Its text in the language of the program. It has no variables.
    #[must_use]
    pub fn text(self) -> &'static str {
        plain(self.0)
    }

    /// Its text in a language.
    #[must_use]
    pub fn text_in(self, language: Language) -> &'static str {
        find_in(language, self.0).unwrap_or(self.0)
    }

    /// Whether a text is this message in any language, as a file may keep one that was written in another language.
    #[must_use]
    pub fn is(self, text: &str) -> bool {
        language::in_all(self.0).any(|own| own == text)
    }
}

impl Display for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.text())
    }
}

impl From<Message> for String {
    fn from(message: Message) -> Self {
        message.text().to_owned()
    }
}

/// A message without variables in the language of the program; its id where no language has it.
#[must_use]
pub fn plain(id: &'static str) -> &'static str {
    find(id).unwrap_or(id)
}

/// A message without variables, by an id that is put together while the program runs; `None` where no language has it.
#[must_use]
pub fn find(id: &str) -> Option<&'static str> {
    find_in(language(), id)
}

/// As [`find`], in a language.
#[must_use]
pub fn find_in(language: Language, id: &str) -> Option<&'static str> {
    language::asked(language, |catalogue| catalogue.plain(id))
}

/// A message with variables in the language of the program.
#[must_use]
pub fn formatted(id: &str, arguments: &[(&'static str, Argument)]) -> String {
    formatted_in(language(), id, arguments)
}

/// As [`formatted`], in a language.
#[must_use]
pub fn formatted_in(language: Language, id: &str, arguments: &[(&'static str, Argument)]) -> String {
    language::asked(language, |catalogue| catalogue.formatted(id, arguments)).unwrap_or_else(|| id.to_owned())
}

/// The message with an id in the language of the program: a `&'static str`, or, where variables are given, a `String`.
///
/// `text!("id", count = n, name)` gives the message's `{ $count }` and `{ $name }`; each is anything that can be displayed.
#[macro_export]
macro_rules! text {
    ($id:literal $(,)?) => { $crate::plain($id) };
    ($id:literal, $($name:ident $(= $value:expr)?),+ $(,)?) => {
        $crate::formatted($id, &[$((stringify!($name), $crate::text!(@value $name $(= $value)?))),+])
    };
    (@value $name:ident) => { $crate::Argument::new(&$name) };
    (@value $name:ident = $value:expr) => { $crate::Argument::new(&$value) };
}

/// A [`Message`] of a constant.
#[macro_export]
macro_rules! message {
    ($id:literal) => {
        $crate::Message::new($id)
    };
}
