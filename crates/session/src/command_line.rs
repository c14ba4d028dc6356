//! Command lines that reproduce the contents of a card in a shell.

use std::{borrow::Cow, ffi::OsString, fmt, path::Path};

use bspwalk_text::Localize;

use crate::{LevelName, request::Request, tree_args::TreeArgs, view_args::ViewArgs};

/// A command about a level. [`Display`](fmt::Display) formats the command line.
#[derive(Clone, Debug, PartialEq)]
pub struct CommandLine {
    /// Command to run.
    pub command: Command,
    /// The level.
    pub level: LevelName,
    /// Options for reading the level and building its trees.
    pub tree: TreeArgs,
}

/// A command of the program.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `query` with one request.
    Query(Request),
    /// `info` with the cost of each portal in the portal flow.
    PortalCosts,
    /// `info`, which reports where the level leaks.
    Info,
    /// `portals`, which reports the number of portals, their sizes, and the leaves that they connect.
    Portals,
    /// `film`.
    Film(Box<FilmLine>),
}

/// Options of `film`.
#[derive(Clone, Debug, PartialEq)]
pub struct FilmLine {
    /// Name of the film.
    pub of: &'static str,
    /// Query, for a film of a query.
    pub asked: Option<Request>,
    /// Name of the traversal, if a query film does not show the default one.
    pub mode: Option<&'static str>,
    /// View of the film.
    pub at: ViewArgs,
    /// Output path.
    pub output: String,
}

impl FilmLine {
    fn options(&self) -> Vec<String> {
        // Without view options, `film` shows the model.
        let words = self.at.words();
        let says_view = words.iter().any(|[name, _]| name == "view");
        let eye = (!says_view).then(|| "--view=eye".to_owned());
        let view = words.into_iter().map(|[name, value]| format!("--{name}={value}"));
        let of = match &self.asked {
            Some(request) => format!("--query={request}"),
            None => format!("--of={}", self.of),
        };
        let mode = self.mode.map(|mode| format!("--mode={mode}"));
        let output = format!("--output={}", path_word(Path::new(&self.output)));
        [of].into_iter()
            .chain(mode)
            .chain(view)
            .chain(eye)
            .chain([output])
            .collect()
    }
}

impl CommandLine {
    /// Returns the unquoted words of the line, without the program name.
    pub fn words(&self) -> Vec<String> {
        let (name, options) = match &self.command {
            Command::Query(request) => ("query", vec![format!("--ask={request}")]),
            Command::PortalCosts => ("info", vec!["--portal-costs".to_owned()]),
            Command::Info => ("info", Vec::new()),
            Command::Portals => ("portals", Vec::new()),
            Command::Film(film) => ("film", film.options()),
        };
        [name.to_owned(), level_word(&self.level)]
            .into_iter()
            .chain(options)
            .chain(self.tree.words())
            .collect()
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&line(&self.words()))
    }
}

/// Name of the program, which is the first word of a command line.
pub(crate) const PROGRAM: &str = "bspwalk";

pub(crate) fn level_word(level: &LevelName) -> String {
    match level {
        LevelName::File(path) => path_word(path),
        LevelName::BuiltIn(_) | LevelName::Drawn(_) => level.localized(),
    }
}

/// Formats a path so that it cannot be mistaken for an option or a built-in level.
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

/// Quotes a word for a shell. If the word is an option, quotes only its value.
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
    // File names cannot contain NUL on any system.
    let without = word.replace('\0', "");
    Cow::Owned(shlex::try_quote(&without).unwrap_or_default().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        request,
        view::View,
        view_args::{Position, ViewDirection},
    };

    fn line(command: Command, level: &str) -> String {
        let line = CommandLine {
            command,
            level: LevelName::from(OsString::from(level)),
            tree: TreeArgs {
                seed: Some(7),
                ..TreeArgs::default()
            },
        };
        let text = line.to_string();
        let split = shlex::split(&text).expect("it is quoted");
        assert_eq!(split[1..], line.words(), "{text}");
        text
    }

    #[test]
    fn request_is_one_quoted_argument() {
        let request = request::parse(br#"{"locate":{"point":[0,1.5,-2]}}"#).expect("it is one");
        assert_eq!(
            line(Command::Query(request), "my level.obj"),
            r#"bspwalk query 'my level.obj' --ask='{"locate":{"point":[0,1.5,-2]}}' --seed=7"#
        );
        for (command, words) in [
            (Command::PortalCosts, "info three_rooms --portal-costs"),
            (Command::Info, "info three_rooms"),
            (Command::Portals, "portals three_rooms"),
        ] {
            assert_eq!(line(command, "three_rooms"), format!("bspwalk {words} --seed=7"));
        }
    }

    #[test]
    fn film_line_includes_the_view() {
        let at = ViewArgs {
            eye: Some(Position([1.0, 2.0, 3.5].into())),
            look: Some(ViewDirection {
                yaw: 30.0,
                pitch: -10.0,
            }),
            ..ViewArgs::default()
        };
        let film = |at, asked: Option<_>| {
            Command::Film(Box::new(FilmLine {
                of: "cast",
                mode: asked.as_ref().map(|_| "wide"),
                asked,
                at,
                output: "my film.gif".to_owned(),
            }))
        };
        assert_eq!(
            line(film(at.clone(), None), "three_rooms"),
            "bspwalk film three_rooms --of=cast --eye=1,2,3.5 --look=30,-10 --view=eye --output='my film.gif' --seed=7"
        );
        let request = request::parse(br#"{"cast":{"from":[0,1,0],"to":[0,1,9]}}"#).expect("it is one");
        let view = View::Plan;
        assert_eq!(
            line(film(ViewArgs { view, ..at }, Some(request)), "three_rooms"),
            "bspwalk film three_rooms --query='{\"cast\":{\"from\":[0,1,0],\"to\":[0,1,9]}}' --mode=wide --eye=1,2,3.5 --look=30,-10 --view=plan \
             --output='my film.gif' --seed=7"
        );
    }
}
