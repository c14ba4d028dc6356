//! Text styles for screens with true colour, 256 colours or no colours, and with Unicode or ASCII.

use bspwalk_session::code;
use ratatui::style::{Color, Modifier, Style};

/// Colour depth of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colors {
    /// 24-bit colour.
    True,
    /// The 256-colour palette of xterm.
    Indexed,
    /// No colours.
    None,
}

/// Colours and character set of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Skin {
    /// Colour depth.
    pub colors: Colors,
    /// Whether the screen supports characters beyond ASCII.
    pub unicode: bool,
}

impl Skin {
    /// Skin of a window, with true colour and Unicode.
    pub const PIXELS: Self = Self {
        colors: Colors::True,
        unicode: true,
    };

    /// Skin of a terminal with neither colours nor Unicode.
    #[cfg(test)]
    pub const ASCII: Self = Self {
        colors: Colors::None,
        unicode: false,
    };

    /// Returns the nearest colour that the screen supports, or `None` if it does not support colours.
    pub fn color(self, rgb: [u8; 3]) -> Option<Color> {
        match self.colors {
            Colors::True => Some(Color::Rgb(rgb[0], rgb[1], rgb[2])),
            Colors::Indexed => Some(Color::Indexed(indexed(rgb))),
            Colors::None => None,
        }
    }

    /// Converts a text to the screen's character set and removes the backticks around code. Without Unicode, replaces known symbols by ASCII text and all
    /// other non-ASCII characters by `?`.
    pub fn plain(self, text: &str) -> String {
        let text = code::without_backticks(text);
        if self.unicode {
            return text;
        }
        text.replace('°', " degrees")
            .replace('…', "...")
            .replace('−', "-")
            .replace('×', "x")
            .chars()
            .map(|c| if c.is_ascii() { c } else { '?' })
            .collect()
    }

    fn inked(self, ink: [u8; 3], paper: [u8; 3]) -> Option<Style> {
        Some(Style::new().fg(self.color(ink)?).bg(self.color(paper)?))
    }

    fn on_card(self, ink: [u8; 3]) -> Style {
        self.inked(ink, [16, 18, 24]).unwrap_or_default()
    }

    /// Returns the style for text on a card.
    pub fn text(self) -> Style {
        self.on_card([222, 226, 232])
    }

    /// Returns the style for secondary text on a card.
    pub fn note(self) -> Style {
        self.on_card([150, 158, 170])
    }

    /// Returns the style for a heading on a card.
    pub fn title(self) -> Style {
        self.on_card([255, 206, 96]).add_modifier(Modifier::BOLD)
    }

    /// Returns the style for the front side of a plane.
    pub fn front(self) -> Style {
        self.on_card([110, 180, 255])
    }

    /// Returns the style for the back side of a plane.
    pub fn back(self) -> Style {
        self.on_card([255, 160, 90])
    }

    /// Returns the style for the status line at the bottom.
    pub fn status(self) -> Style {
        let style = self.inked([222, 226, 232], [40, 46, 58]);
        style.unwrap_or(Style::new().add_modifier(Modifier::REVERSED))
    }
}

/// Returns the nearest colour of xterm's 256-colour palette, from the 6 × 6 × 6 cube or the 24 greys.
pub fn indexed([r, g, b]: [u8; 3]) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let nearest = |value: u8| {
        (0..6u8)
            .min_by_key(|&level| LEVELS[usize::from(level)].abs_diff(value))
            .unwrap_or(0)
    };
    let off = |of: [u8; 3]| {
        let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        square(of[0], r) + square(of[1], g) + square(of[2], b)
    };
    let cube = [r, g, b].map(nearest);
    let mean = (u16::from(r) + u16::from(g) + u16::from(b)) / 3;
    let grey = (mean.saturating_sub(3) / 10).min(23) as u8;
    let in_cube = off(cube.map(|level| LEVELS[usize::from(level)]));
    if off([8 + 10 * grey; 3]) < in_cube {
        232 + grey
    } else {
        16 + 36 * cube[0] + 6 * cube[1] + cube[2]
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_draw::color::palette::{LEGIBLE, Rgb};

    use super::*;

    #[test]
    fn text_has_legible_contrast() {
        let rgb = |color: Option<Color>| match color {
            Some(Color::Rgb(r, g, b)) => Rgb(r, g, b),
            other => panic!("{other:?}"),
        };
        let skin = Skin::PIXELS;
        for style in [
            skin.text(),
            skin.note(),
            skin.title(),
            skin.front(),
            skin.back(),
            skin.status(),
        ] {
            let contrast = rgb(style.fg).contrast(rgb(style.bg));
            assert!(contrast >= LEGIBLE, "{style:?}: {contrast}");
        }
    }

    #[test]
    fn text_without_unicode_is_ascii() {
        let skin = Skin::ASCII;
        assert_eq!(skin.plain("at 12°, 0° — é"), "at 12 degrees, 0 degrees ? ?");
        assert_eq!(skin.plain("2 × −3 …"), "2 x -3 ...");
        assert_eq!(skin.plain("`sweep` or `"), "sweep or `");
    }

    #[test]
    fn nearest_of_256_colours_is_found() {
        assert_eq!(indexed([0, 0, 0]), 16);
        assert_eq!(indexed([255, 255, 255]), 231);
        assert_eq!(indexed([255, 0, 0]), 196);
        assert_eq!(indexed([128, 128, 128]), 244);
        assert_eq!(indexed([95, 135, 175]), 67);
    }
}
