//! Characters printed on the keys.

use super::source::Source;

/// Keyboard layout. Controls identify a key by its position, which is named by the character on a QWERTY keyboard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// QWERTY, as used in the United States.
    #[default]
    Qwerty,
    /// AZERTY, as used in France.
    Azerty,
}

/// Keys whose printed character differs on a French keyboard, as (QWERTY character, printed character) pairs.
const AZERTY: [(char, char); 18] = [
    ('q', 'a'),
    ('w', 'z'),
    ('a', 'q'),
    ('z', 'w'),
    ('m', ','),
    (',', ';'),
    ('.', ':'),
    ('/', '!'),
    (';', 'm'),
    ('\'', 'ù'),
    ('[', '^'),
    (']', '$'),
    ('-', ')'),
    ('`', '²'),
    ('\\', '*'),
    // The key next to the left Shift.
    ('\\', '<'),
    // Dead keys may report a different character.
    ('[', '¨'),
    ('\'', '%'),
];

/// Characters of the number row without Shift, from 1 to 0. The digits are also printed on these keys.
const AZERTY_DIGITS: &str = "&é\"'(-è_çà";

impl Layout {
    /// Returns the source named by the character printed on the key at this position. Ctrl combinations already use the
    /// printed character.
    pub fn printed(self, place: Source) -> Source {
        match (self, place) {
            (Self::Azerty, Source::Char(c)) => {
                let printed = AZERTY.iter().find(|(place, _)| *place == c);
                Source::Char(printed.map_or(c, |(_, printed)| *printed))
            }
            _ => place,
        }
    }

    /// Returns the source at the position of the key that prints this character.
    ///
    /// A character that is not in the table is assumed to be at its QWERTY position.
    pub fn place(self, printed: Source) -> Source {
        match (self, printed) {
            (Self::Azerty, Source::Char(c)) => {
                let sign = AZERTY.iter().find(|(_, printed)| *printed == c);
                let digit = AZERTY_DIGITS.chars().zip("1234567890".chars());
                let digit = digit.into_iter().find(|(printed, _)| *printed == c);
                let place = sign.map(|(place, _)| *place).or(digit.map(|(_, digit)| digit));
                Source::Char(place.unwrap_or(c))
            }
            _ => printed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::actions::controls;

    #[test]
    fn printed_characters_round_trip() {
        for layout in [Layout::Qwerty, Layout::Azerty] {
            for &place in controls().flat_map(|control| control.sources) {
                let printed = layout.printed(place);
                assert_eq!(layout.place(printed), place, "{place} prints {printed}");
            }
        }
    }

    #[test]
    fn azerty_digit_row_needs_no_shift() {
        for (printed, digit) in [('&', '1'), ('1', '1'), ('\'', '4'), ('-', '6'), ('à', '0')] {
            let place = Layout::Azerty.place(Source::Char(printed));
            assert_eq!(place, Source::Char(digit), "{printed}");
        }
        assert_eq!(Layout::Azerty.place(Source::Char('z')), Source::Char('w'));
        assert_eq!(Layout::Azerty.place(Source::WithCtrl('z')), Source::WithCtrl('z'));
        assert_eq!(Layout::Qwerty.place(Source::Char('z')), Source::Char('z'));
    }
}
