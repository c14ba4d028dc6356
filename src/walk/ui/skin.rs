//! How text looks: with true colours, 256 colours or none; with Unicode or in ASCII.

use ratatui::style::{Color, Modifier, Style};

/// How many colours a screen has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colors {
    /// 24 bits.
    True,
    /// The 256 of xterm.
    Indexed,
    /// None.
    None,
}

/// What a screen can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Skin {
    /// Its colours.
    pub colors: Colors,
    /// Whether it has characters beyond ASCII.
    pub unicode: bool,
}

impl Skin {
    /// A window of pixels.
    pub const PIXELS: Self = Self {
        colors: Colors::True,
        unicode: true,
    };

    /// A colour as the screen has it: the nearest of its own; `None` without colours.
    #[must_use]
    pub fn color(self, rgb: [u8; 3]) -> Option<Color> {
        match self.colors {
            Colors::True => Some(Color::Rgb(rgb[0], rgb[1], rgb[2])),
            Colors::Indexed => Some(Color::Indexed(indexed(rgb))),
            Colors::None => None,
        }
    }

    fn on_card(self, rgb: [u8; 3]) -> Style {
        match (self.color(rgb), self.color([16, 18, 24])) {
            (Some(ink), Some(paper)) => Style::new().fg(ink).bg(paper),
            _ => Style::new(),
        }
    }

    /// Text on a card.
    #[must_use]
    pub fn text(self) -> Style {
        self.on_card([222, 226, 232])
    }

    /// Text of less weight on a card.
    #[must_use]
    pub fn note(self) -> Style {
        self.on_card([150, 158, 170])
    }

    /// A heading on a card.
    #[must_use]
    pub fn title(self) -> Style {
        self.on_card([255, 206, 96]).add_modifier(Modifier::BOLD)
    }

    /// In front of a plane.
    #[must_use]
    pub fn front(self) -> Style {
        self.on_card([110, 180, 255])
    }

    /// Behind a plane.
    #[must_use]
    pub fn back(self) -> Style {
        self.on_card([255, 160, 90])
    }

    /// The line at the bottom.
    #[must_use]
    pub fn status(self) -> Style {
        match (self.color([222, 226, 232]), self.color([40, 46, 58])) {
            (Some(ink), Some(paper)) => Style::new().fg(ink).bg(paper),
            _ => Style::new().add_modifier(Modifier::REVERSED),
        }
    }
}

/// The nearest of the 256 colours of xterm: of the cube of 6 × 6 × 6, or of the 24 greys.
#[must_use]
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
    use bspwalk_levels::color::palette::{LEGIBLE, Rgb};

    use super::*;

    #[test]
    fn all_text_can_be_read() {
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
    fn the_nearest_of_256_colours_is_found() {
        assert_eq!(indexed([0, 0, 0]), 16);
        assert_eq!(indexed([255, 255, 255]), 231);
        assert_eq!(indexed([255, 0, 0]), 196);
        assert_eq!(indexed([128, 128, 128]), 244);
        assert_eq!(indexed([95, 135, 175]), 67);
    }
}
