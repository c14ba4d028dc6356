//! What the terminal can show and tell.

use std::{env, time::Duration};

use anstyle_query as query;
use crossterm::terminal;
use ratatui_image::picker::{Picker, ProtocolType, cap_parser::QueryStdioOptions};

use crate::walk::ui::{Colors, Skin};

/// How long a terminal may take to tell what pictures it shows.
const PATIENCE: Duration = Duration::from_millis(700);

/// What a terminal can.
#[derive(Debug)]
pub(super) struct Support {
    /// Its colours and characters.
    pub(super) skin: Skin,
    /// Whether it tells of keys that are let go.
    pub(super) releases: bool,
    /// How it shows real pixels, where it does.
    pub(super) pixels: Option<Picker>,
}

impl Support {
    /// Asks the terminal, which must be in raw mode and read by nobody else.
    #[must_use]
    pub(super) fn ask() -> Self {
        let skin = Skin {
            colors: colors(),
            unicode: supports_unicode::on(supports_unicode::Stream::Stdout),
        };
        // A terminal that leaves this without an answer is asked nothing else.
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
    // It has put the terminal back as it found it, which was in raw mode.
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

/// The colours of a terminal by its name alone.
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
    fn names_tell_the_colours() {
        assert_eq!(of_name("xterm-256color"), Colors::Indexed);
        assert_eq!(of_name("xterm-kitty"), Colors::True);
        assert_eq!(of_name("vt220"), Colors::None);
        assert_eq!(of_name("xterm-mono"), Colors::None);
    }
}
