//! The arguments of `query`.

use bspwalk_session::{LevelName, request};
use bspwalk_text::text;
use clap::Args as ClapArgs;

use super::values::level_help;

/// The arguments of `query`.
#[derive(Debug, ClapArgs)]
pub(super) struct QueryArgs {
    #[arg(help = level_help())]
    pub(super) level: LevelName,

    #[arg(long, value_name = "JSON", value_parser = asked, help = text!("option-query-ask"))]
    pub(super) ask: Vec<String>,
}

/// Parses a request early, so that errors are reported as wrong usage.
fn asked(text: &str) -> Result<String, String> {
    request::parse(text.as_bytes()).map(|request| request.to_string())
}
