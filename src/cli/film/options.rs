//! The arguments of `film`.

use std::path::PathBuf;

use bspwalk_explain::films::QueryMode;
use bspwalk_session::{
    LevelName,
    values::{long_help, names_parser, parse_in_range},
    view::View,
    view_args::ViewArgs,
};
use bspwalk_text::text;
use clap::Args as ClapArgs;

use super::{
    kind::{FilmKind, MOMENT},
    query::QueryRequest,
};
use crate::cli::{
    error::CliError,
    values::{self, PixelSize, level_help},
};

/// The file format of a film.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// Animated GIF with a palette of 256 colours.
    Gif,
    /// Animated PNG.
    Png,
}

/// The requested steps, counted from 1. `None` means the start or end of the film.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StepRange(Option<u32>, Option<u32>);

impl std::str::FromStr for StepRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let explain = || text!("usage-steps").to_owned();
        let number = |text: &str| match text.trim() {
            "" => Ok(None),
            text => match text.parse() {
                Ok(0) | Err(_) => Err(explain()),
                Ok(number) => Ok(Some(number)),
            },
        };
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let range = Self(number(first)?, number(last)?);
        match range {
            Self(Some(first), Some(last)) if first > last => Err(text!("usage-steps-order", first, last)),
            Self(None, None) => Err(explain()),
            range => Ok(range),
        }
    }
}

/// The arguments of `film`.
#[derive(Clone, Debug, ClapArgs)]
#[command(
    mut_arg("view", |arg| arg.default_value("model").help(text!("option-film-view"))),
    mut_arg("division", |arg| arg.hide(true)),
    mut_arg("flow_step", |arg| arg.hide(true)),
    mut_arg("build_step", |arg| arg.hide(true)),
)]
pub struct FilmOptions {
    #[arg(help = level_help())]
    pub(in crate::cli) level: LevelName,

    #[arg(
        long, value_name = "NAME", required_unless_present = "query", value_parser = names_parser(&FilmKind::ALL, FilmKind::name, FilmKind::description),
        help = text!("option-film-of"),
    )]
    of: Option<FilmKind>,

    #[arg(long, value_name = "JSON", value_parser = QueryRequest::parse, help = text!("option-film-query"))]
    query: Option<QueryRequest>,

    #[arg(
        long, value_name = "MODE", value_parser = names_parser(&QueryMode::ALL, QueryMode::name, QueryMode::description),
        help = text!("option-film-mode"),
    )]
    mode: Option<QueryMode>,

    #[arg(long, value_name = "FILE", help = text!("option-film-script"))]
    pub(super) script: Option<PathBuf>,

    #[arg(short, long, value_name = "FILE", value_parser = values::film(), help = text!("option-film-output"))]
    pub(super) output: PathBuf,

    #[arg(long, value_name = "WxH", default_value = "1280x720", help = text!("option-film-size"))]
    pub(super) size: PixelSize,

    #[arg(
        long, value_name = "S", value_parser = seconds, allow_negative_numbers = true,
        help = text!("option-film-seconds"),
    )]
    seconds: Option<f64>,

    #[arg(long, value_name = "A..B", help = text!("option-film-steps"))]
    steps: Option<StepRange>,

    #[arg(
        long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u32).range(1..=10_000),
        help = text!("option-film-most"),
    )]
    pub(super) most: u32,

    #[arg(
        long, num_args = 0..=1, require_equals = true, default_value = "true", default_missing_value = "true", value_name = "true|false", action = clap::ArgAction::Set,
        help = text!("option-film-captions"),
        long_help = long_help(text!("option-film-captions"), text!("option-film-captions.more")),
    )]
    pub(super) captions: bool,

    /// View of the level.
    #[command(flatten)]
    pub(in crate::cli) at: ViewArgs,

    #[arg(long, value_name = "NAME", help = text!("option-bookmark"))]
    pub(in crate::cli) bookmark: Option<String>,

    /// Whether --view was given.
    #[arg(skip)]
    pub(in crate::cli) says_view: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    parse_in_range(text, 0.02..=60.0, text!("usage-seconds"))
}

impl FilmOptions {
    /// Returns the default view: first person for painter's order and walks, the model for other films. A bookmark
    /// overrides it.
    pub(in crate::cli) fn usual_view(&self) -> View {
        match (&self.bookmark, self.kind()) {
            (Some(_), _) | (None, FilmKind::Painter | FilmKind::Walk) => View::Eye,
            (None, _) => View::Model,
        }
    }

    /// Creates the options of a film without captions.
    pub(in crate::cli) fn without_captions(
        of: FilmKind,
        level: LevelName,
        at: ViewArgs,
        size: PixelSize,
    ) -> Self {
        Self {
            level,
            of: Some(of),
            query: None,
            mode: None,
            script: None,
            output: PathBuf::new(),
            size,
            seconds: Some(1.0),
            steps: None,
            most: u32::MAX,
            captions: false,
            at,
            bookmark: None,
            says_view: false,
        }
    }

    /// Checks the options before any work starts.
    pub(super) fn check(&self) -> Result<(), CliError> {
        let failed = |why: &str| Err(CliError::Failed(why.to_owned()));
        if let (Some(kind), Some(asked)) = (self.of, &self.query)
            && kind != asked.film()
        {
            return Err(CliError::Failed(text!(
                "usage-film-query-of",
                query = asked.film().name(),
                of = kind.name()
            )));
        }
        let one_step = [self.at.flow_step, self.at.build_step];
        if self.at.division.is_some() || one_step.iter().any(Option::is_some) {
            return failed(text!("usage-film-one-step"));
        }
        if self.mode.is_some() && !matches!(self.kind(), FilmKind::Query(_)) {
            return failed(text!("usage-film-mode"));
        }
        if (self.kind() == FilmKind::Walk) != self.script.is_some() {
            return failed(text!("usage-film-script"));
        }
        match self.kind() {
            FilmKind::Division(_) if self.at.view == View::Eye => failed(text!("usage-film-eye")),
            FilmKind::Build | FilmKind::Query(_)
                if self.at.select.is_some() || self.at.select_face.is_some() =>
            {
                failed(text!("usage-film-select"))
            }
            _ => Ok(()),
        }
    }

    /// Returns the kind of film.
    pub(super) fn kind(&self) -> FilmKind {
        let asked = self.query.as_ref().map(QueryRequest::film);
        // Clap requires one of these two arguments, so the default is never used.
        asked.or(self.of).unwrap_or(FilmKind::Build)
    }

    /// Returns the requested query, if any.
    pub(super) fn asked(&self) -> Option<&QueryRequest> {
        self.query.as_ref()
    }

    /// Returns the traversal that a query film shows.
    pub(super) fn mode(&self) -> QueryMode {
        self.mode.unwrap_or_default()
    }

    /// Returns the format, based on the file name.
    pub(super) fn format(&self) -> Format {
        let extension = self.output.extension();
        if extension.is_some_and(|extension| extension.eq_ignore_ascii_case("gif")) {
            Format::Gif
        } else {
            Format::Png
        }
    }

    /// Returns the display time of a step, in hundredths of a second.
    pub(super) fn delay(&self) -> u16 {
        let usual = match self.kind() {
            FilmKind::Walk => MOMENT,
            _ => 2.0,
        };
        (self.seconds.unwrap_or(usual) * 100.0).round() as u16
    }

    /// Returns the zero-based indices of the first and last requested steps, for a film with `all` steps.
    pub(super) fn range(&self, all: u32) -> Result<[u32; 2], CliError> {
        let StepRange(first, last) = self.steps.unwrap_or(StepRange(None, None));
        let [first, last] = [first.unwrap_or(1), last.unwrap_or(all).min(all)];
        if first > last {
            return Err(CliError::Failed(text!("usage-film-no-step", first, all)));
        }
        Ok([first - 1, last - 1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_counted_from_one() {
        let range = |first, last| Ok(StepRange(first, last));
        assert_eq!("5..20".parse(), range(Some(5), Some(20)));
        assert_eq!("5..".parse(), range(Some(5), None));
        assert_eq!("..9".parse(), range(None, Some(9)));
        assert_eq!("7".parse(), range(Some(7), Some(7)));
        for wrong in [
            "", "..", "0..3", "9..3", "a..b", "-1..3", "1...3", "1..2..3", "1.5",
        ] {
            assert!(wrong.parse::<StepRange>().is_err(), "{wrong}");
        }
    }
}
