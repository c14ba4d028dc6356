//! Detection of terminal features: colours, Unicode, key releases and pixel graphics.

use std::{env, time::Duration};

use anstyle_query as query;
use crossterm::terminal;
use ratatui_image::picker::{Picker, ProtocolType, cap_parser::QueryStdioOptions};

use crate::walk::ui::{Colors, Skin};

/// Timeout for the query about pixel graphics.
const PATIENCE: Duration = Duration::from_millis(700);

/// Features of a terminal.
#[derive(Debug)]
pub(super) struct Support {
    /// Colours and character set.
    pub(super) skin: Skin,
    /// Whether the terminal reports key releases.
    pub(super) releases: bool,
    /// Graphics protocol of the terminal, if it has one.
    pub(super) pixels: Option<Picker>,
}

impl Support {
    /// Queries the terminal, which must be in raw mode. Nothing else may read from the terminal during the query.
    pub(super) fn ask() -> Self {
        let skin = Skin {
            colors: colors(),
            unicode: supports_unicode::on(supports_unicode::Stream::Stdout),
        };
        // If the terminal does not answer this query, do not query it further.
        let answer = terminal::supports_keyboard_enhancement();
        let pixels = match answer {
            Ok(_) if skin.unicode && skin.colors == Colors::True => pixels(),
            _ => None,
        };
        Self {
            skin,
            releases: answer.unwrap_or(false),
            pixels,
        }
    }
}

fn pixels() -> Option<Picker> {
    let options = QueryStdioOptions {
        timeout: PATIENCE,
        kitty_compression: true,
        ..QueryStdioOptions::default()
    };
    let picker = Picker::from_query_stdio_with_options(options).ok()?;
    // The query restored the previous mode, which was raw mode.
    (picker.protocol_type() != ProtocolType::Halfblocks).then_some(picker)
}

fn colors() -> Colors {
    let variable = |name: &str| env::var(name).unwrap_or_default();
    if query::no_color() {
        return Colors::None;
    }
    let term = variable("TERM");
    if query::truecolor() || env::var_os("WT_SESSION").is_some() {
        return Colors::True;
    }
    of_name(&term)
}

fn of_name(term: &str) -> Colors {
    const TRUE: [&str; 7] = [
        "kitty",
        "alacritty",
        "ghostty",
        "foot",
        "wezterm",
        "direct",
        "truecolor",
    ];
    if TRUE.iter().any(|name| term.contains(name)) {
        Colors::True
    } else if term.starts_with("vt") || term.ends_with("-mono") || term.ends_with("-m") {
        Colors::None
    } else {
        Colors::Indexed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_determine_colours() {
        assert_eq!(of_name("xterm-256color"), Colors::Indexed);
        assert_eq!(of_name("xterm-kitty"), Colors::True);
        assert_eq!(of_name("vt220"), Colors::None);
        assert_eq!(of_name("xterm-mono"), Colors::None);
    }
}
