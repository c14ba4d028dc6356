//! What is printed on the keys.

use super::source::Source;

/// What the keys print. Controls have keys by their places, which are named as on a QWERTY keyboard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// QWERTY, as in the United States.
    #[default]
    Qwerty,
    /// AZERTY, as in France.
    Azerty,
}

/// The places that print something else on a French keyboard, and what.
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
    // The key beside the left Shift.
    ('\\', '<'),
    // Dead keys may come with another sign.
    ('[', '¨'),
    ('\'', '%'),
];

/// What the row of digits prints there without Shift, from 1 to 0. The digits are printed on these keys as well.
const AZERTY_DIGITS: &str = "&é\"'(-è_çà";

impl Layout {
    /// The name that is printed at a place. Ctrl goes with what is printed already.
    #[must_use]
    pub fn printed(self, place: Source) -> Source {
        match (self, place) {
            (Self::Azerty, Source::Char(c)) => {
                let printed = AZERTY.iter().find(|(place, _)| *place == c);
                Source::Char(printed.map_or(c, |(_, printed)| *printed))
            }
            _ => place,
        }
    }

    /// The place of what is printed. What is printed nowhere by itself is taken for the place of this name.
    #[must_use]
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
    fn what_is_printed_at_a_place_leads_back_to_it() {
        for layout in [Layout::Qwerty, Layout::Azerty] {
            for &place in controls().flat_map(|control| control.sources) {
                let printed = layout.printed(place);
                assert_eq!(layout.place(printed), place, "{place} prints {printed}");
            }
        }
    }

    #[test]
    fn the_french_row_of_digits_needs_no_shift() {
        for (printed, digit) in [('&', '1'), ('1', '1'), ('\'', '4'), ('-', '6'), ('à', '0')] {
            let place = Layout::Azerty.place(Source::Char(printed));
            assert_eq!(place, Source::Char(digit), "{printed}");
        }
        assert_eq!(Layout::Azerty.place(Source::Char('z')), Source::Char('w'));
        assert_eq!(Layout::Azerty.place(Source::WithCtrl('z')), Source::WithCtrl('z'));
        assert_eq!(Layout::Qwerty.place(Source::Char('z')), Source::Char('z'));
    }
}
