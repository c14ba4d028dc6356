//! A view of a level as a line of the command line, which opens it: `bspwalk hall --eye=0,1.7,4 --look=30,-10 --show=planes`. The line is
//! copied and pasted in all windows; `bspwalk` and `bspwalk shot` take its options.
//!
//! ```
//! use bspwalk_session::view_line::ViewLine;
//!
//! let line: ViewLine = "bspwalk 'my level.obj' --up z --eye 0,1.7,4 --show planes".parse()?;
//! assert_eq!(line.to_string(), "bspwalk 'my level.obj' --eye=0,1.7,4 --show=planes --up=z");
//! # Ok::<(), String>(())
//! ```

use std::{fmt, path::Path, str::FromStr};

use bspwalk_text::{Message, message, text};
use clap::Parser;

use crate::{
    LevelName,
    shell_words::{self, PROGRAM, level_word, quoted_word},
    tree_args::TreeArgs,
    view_args::ViewArgs,
    wrong_usage,
};

/// What is wrong with a line that no shell would take.
const UNCLOSED: Message = message!("view-unclosed");

/// A level, how it is read and its trees are built, what is looked at, and from where.
#[derive(Clone, Debug, PartialEq, Parser)]
#[command(name = PROGRAM, disable_help_flag = true)]
pub struct ViewLine {
    /// The level.
    pub level: LevelName,
    /// What is looked at, and from where.
    #[command(flatten)]
    pub at: ViewArgs,
    /// How the level is read and its trees are built.
    #[command(flatten)]
    pub tree: TreeArgs,
}

impl ViewLine {
    /// The words of the line after the name of the program, none of them quoted.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let level = level_word(&self.level);
        let view = self.at.words().into_iter();
        let view = view.map(|[name, value]| format!("--{name}={value}"));
        [level].into_iter().chain(view).chain(self.tree.words()).collect()
    }

    /// What stands after the level, as a shell reads it.
    #[must_use]
    pub fn options(&self) -> String {
        let words = self.words();
        let quoted: Vec<String> = words.iter().skip(1).map(|word| quoted_word(word)).collect();
        quoted.join(" ")
    }

    /// The line of a level with these options, as [`ViewLine::options`] writes them.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the options.
    pub fn with_options(level: LevelName, options: &str) -> Result<Self, String> {
        let words = shlex::split(options).ok_or(UNCLOSED.text())?;
        // Any name does here; a second one is an error.
        let words = [PROGRAM.to_owned(), "level".to_owned()].into_iter().chain(words);
        let line = Self::try_parse_from(words).map_err(sentence)?;
        Ok(Self { level, ..line })
    }

    /// The address of a page that shows the view: pairs of a key and a value. The page keeps how the level is read.
    #[must_use]
    pub fn address(&self) -> Vec<[String; 2]> {
        let level = ["level".to_owned(), self.level.to_string()];
        [level].into_iter().chain(self.at.words()).collect()
    }
}

impl fmt::Display for ViewLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shell_words::line(&self.words()))
    }
}

impl FromStr for ViewLine {
    type Err = String;

    /// Reads what [`Display`](fmt::Display) writes, with options in any order and quoted as a shell has them; the error is a sentence.
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

/// What is wrong, as a sentence.
fn sentence(error: clap::Error) -> String {
    let problem = wrong_usage::problem(&error.apply());
    let said = bspwalk_progress::words::capitalized(&problem);
    text!("text-sentence", text = said.trim_end_matches('.'))
}

#[cfg(test)]
mod tests;
