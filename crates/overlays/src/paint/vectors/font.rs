//! Metrics and encoding of Helvetica. Every PDF viewer supports it or substitutes a font with the same character
//! widths.

use super::outlines::is_outlined;

/// Widths of the printable ASCII characters in thousandths of the font size, from Adobe's metrics of the core 14 fonts.
const REGULAR: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
    500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
    556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
    278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

const BOLD: [u16; 95] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278,
    556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584,
    556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556,
    333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
];

/// Windows-1252 characters 0x80 to 0x9f, with spaces for undefined codes.
const FROM_0X80: &str = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Font {
    /// Helvetica.
    Regular,
    /// Helvetica-Bold.
    Bold,
}

impl Font {
    /// Height of capital letters, as a fraction of the font size.
    pub(super) const CAPITALS: f64 = 0.718;

    /// Returns the width of text, as a multiple of the font size. Chinese characters are square; other non-ASCII
    /// characters count as the width of a digit.
    pub(super) fn width(self, text: &str) -> f64 {
        let widths = match self {
            Self::Regular => &REGULAR,
            Self::Bold => &BOLD,
        };
        let of = |character: char| {
            if is_outlined(character) {
                return 1000;
            }
            let index = (character as usize).checked_sub(0x20);
            *index.and_then(|index| widths.get(index)).unwrap_or(&556)
        };
        f64::from(text.chars().map(of).map(u32::from).sum::<u32>()) / 1000.0
    }
}

/// Encodes text in Windows-1252, which PDF calls `WinAnsiEncoding`. Characters that are common in legends but not in
/// this encoding become ASCII equivalents; others become question marks.
pub(super) fn windows_1252(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for character in text.chars() {
        let in_row = || FROM_0X80.chars().position(|known| known == character);
        match character {
            ' '..='~' | '\u{a0}'..='\u{ff}' => bytes.push(character as u8),
            '−' => bytes.push(b'-'),
            '→' => bytes.extend(b"->"),
            '←' => bytes.extend(b"<-"),
            '≤' => bytes.extend(b"<="),
            '≥' => bytes.extend(b">="),
            _ => bytes.push(in_row().map_or(b'?', |index| 0x80 + index as u8)),
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_width_sums_glyph_widths() {
        assert_eq!(Font::Regular.width("Wi."), 0.944 + 0.222 + 0.278);
        assert_eq!(Font::Bold.width("~ "), 0.584 + 0.278);
        assert_eq!((Font::Bold.width(""), Font::Regular.width("é")), (0.0, 0.556));
    }

    #[test]
    fn characters_outside_windows_1252_are_replaced() {
        assert_eq!(windows_1252("a–é…€Ÿ"), [b'a', 0x96, 0xe9, 0x85, 0x80, 0x9f]);
        assert_eq!(windows_1252("−1 → 2 ≤ 木\n"), b"-1 -> 2 <= ??");
    }
}
