//! A view of a level as a command line that opens it: `bspwalk hall --eye=0,1.7,4 --look=30,-10
//! --show=planes`.
//!
//! All windows can copy and paste this line. `bspwalk` and `bspwalk shot` accept its options.
//!
//! ```
//! use bspwalk_session::view_line::ViewLine;
//!
//! let line: ViewLine = "bspwalk 'my level.obj' --up z --eye 0,1.7,4 --show planes".parse()?;
//! assert_eq!(line.to_string(), "bspwalk 'my level.obj' --eye=0,1.7,4 --show=planes --up=z");
//! # Ok::<(), String>(())
//! ```

use std::{fmt, path::Path, str::FromStr};

use bspwalk_text::{Localize, Message, message, text};
use clap::Parser;

use crate::{
    LevelName,
    command_line::{self, PROGRAM, level_word, quoted_word},
    tree_args::TreeArgs,
    view_args::ViewArgs,
    wrong_usage,
};

/// Error for a line with an unclosed quote.
const UNCLOSED: Message = message!("view-unclosed");

/// A level with its reading, build and view options.
#[derive(Clone, Debug, PartialEq, Parser)]
#[command(name = PROGRAM, disable_help_flag = true)]
pub struct ViewLine {
    /// The level.
    pub level: LevelName,
    /// View options.
    #[command(flatten)]
    pub at: ViewArgs,
    /// Options for reading the level and building its trees.
    #[command(flatten)]
    pub tree: TreeArgs,
}

impl ViewLine {
    /// Returns the unquoted words of the line, without the program name.
    pub fn words(&self) -> Vec<String> {
        let level = level_word(&self.level);
        let view = self.at.words().into_iter();
        let view = view.map(|[name, value]| format!("--{name}={value}"));
        [level].into_iter().chain(view).chain(self.tree.words()).collect()
    }

    /// Returns the options after the level, quoted for a shell.
    pub fn options(&self) -> String {
        let words = self.words();
        let quoted: Vec<String> = words.iter().skip(1).map(|word| quoted_word(word)).collect();
        quoted.join(" ")
    }

    /// Parses options for a level, in the format of [`ViewLine::options`].
    ///
    /// # Errors
    /// Returns a sentence that describes the problem.
    pub fn with_options(level: LevelName, options: &str) -> Result<Self, String> {
        let words = shlex::split(options).ok_or(UNCLOSED.text())?;
        // The level name is a placeholder, so a second name in the options is an error.
        let words = [PROGRAM.to_owned(), "level".to_owned()].into_iter().chain(words);
        let line = Self::try_parse_from(words).map_err(sentence)?;
        Ok(Self { level, ..line })
    }

    /// Returns the query parameters of a web page that shows the view. The page itself sets the reading
    /// options.
    pub fn address(&self) -> Vec<[String; 2]> {
        let level = ["level".to_owned(), self.level.localized()];
        [level].into_iter().chain(self.at.words()).collect()
    }
}

impl fmt::Display for ViewLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&command_line::line(&self.words()))
    }
}

impl FromStr for ViewLine {
    type Err = String;

    /// Parses the format of [`Display`](fmt::Display). Options can be in any order and can use shell quoting. An error
    /// is returned as a sentence.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let line = lines.next().ok_or(text!("view-no-text"))?;
        if lines.next().is_some() {
            return Err(text!("view-lines").to_owned());
        }
        let words = shlex::split(line).ok_or(UNCLOSED.text())?;
        let program = words.first().map(Path::new).and_then(Path::file_stem);
        if program.is_none_or(|name| name != PROGRAM) {
            return Err(text!("view-not-program", program = PROGRAM));
        }
        Self::try_parse_from(words).map_err(sentence)
    }
}

fn sentence(error: clap::Error) -> String {
    let problem = wrong_usage::problem(&error.apply());
    let said = bspwalk_text::words::capitalized(&problem);
    text!("text-sentence", text = said.trim_end_matches('.'))
}

#[cfg(test)]
mod tests;
