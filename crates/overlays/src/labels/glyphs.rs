//! Label characters as strokes: digits, capital letters, and the punctuation in names and numbers. Other characters
//! come from the message font.

use glam::Vec2;

use super::characters;

/// Height of a character, in stroke units.
pub const HEIGHT: f32 = 8.0;

/// Distance between two characters, in stroke units.
const GAP: f32 = 2.4;

/// Half the width of a stroke, in stroke units.
const RADIUS: f32 = 0.68;

/// A stroke of a character.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextStroke {
    /// Endpoints, in stroke units.
    pub ends: [Vec2; 2],
    /// Half the width of the stroke, in stroke units.
    pub radius: f32,
}

/// Arrow on the label of a horizontal plane whose front is its upper side.
pub const UP: char = '↑';
/// Arrow on the label of a horizontal plane whose front is its lower side.
pub const DOWN: char = '↓';

/// Returns the strokes of a character as polylines separated by spaces. Each point is written as two digits,
/// x and y.
const fn strokes(character: char) -> &'static str {
    match character {
        '0' | 'O' => "103042463818060210",
        '1' => "062820",
        '2' => "07183847450040",
        '3' => "084825354441301001",
        '4' => "30380242",
        '5' => "480805354441301001",
        '6' => "473818060110304144351504",
        '7' => "084810",
        '8' => "103041433414030110 143445473818070514",
        '9' => "011030424738180704133344",
        'A' => "002840 1333",
        'B' => "00083847453404 3443413000",
        'C' => "4738180701103041",
        'D' => "00082846422000",
        'E' => "48080040 0434",
        'F' => "000848 0434",
        'G' => "47381807011030414424",
        'H' => "0008 4048 0444",
        'I' => "0008",
        'J' => "4841301001",
        'K' => "0008 480440",
        'L' => "080040",
        'M' => "0008244840",
        'N' => "00084048",
        'P' => "00083847453404",
        'Q' => "103041473818070110 2240",
        'R' => "00083847453404 2440",
        'S' => "473818070514344341301001",
        'T' => "0848 2820",
        'U' => "080110304148",
        'V' => "082048",
        'W' => "0810243048",
        'X' => "0048 0840",
        'Y' => "082448 2420",
        'Z' => "08480040",
        '_' => "0040",
        '-' => "0444",
        '.' => "0001",
        ',' => "1200",
        '?' => "0718384745342322 2021",
        '%' => "0048 0618080606 3240423032",
        UP => "2028 052845",
        DOWN => "2028 032043",
        _ => "",
    }
}

/// Returns the strokes of text, centred, and the width of the text in stroke units. Unknown characters leave a gap.
pub fn text(text: &str) -> (Vec<TextStroke>, f32) {
    let mut lines: Vec<TextStroke> = Vec::new();
    let mut begin = 0.0;
    for character in text.chars() {
        let of_font = Some(character).filter(|&character| strokes(character).is_empty() && character != ' ');
        if let Some(drawn) = of_font.and_then(characters::character) {
            // The character's box already has a margin on both sides.
            let place = Vec2::new(begin - 0.5 * GAP, 0.5 * HEIGHT);
            lines.extend(drawn.lines.iter().map(|ends| TextStroke {
                ends: ends.map(|end| end + place),
                radius: characters::RADIUS,
            }));
            begin += drawn.width;
            continue;
        }
        let mut width = 0.0_f32;
        for stroke in strokes(character).split(' ') {
            let points: Vec<Vec2> = stroke
                .as_bytes()
                .chunks_exact(2)
                .map(|point| Vec2::new(f32::from(point[0] - b'0'), f32::from(point[1] - b'0')))
                .collect();
            width = points.iter().fold(width, |width, point| width.max(point.x));
            let place = Vec2::new(begin, 0.0);
            lines.extend(points.windows(2).map(|ends| TextStroke {
                ends: [ends[0] + place, ends[1] + place],
                radius: RADIUS,
            }));
        }
        begin += width + GAP;
    }
    let width = (begin - GAP).max(0.0);
    let middle = 0.5 * Vec2::new(width, HEIGHT);
    for line in &mut lines {
        line.ends = line.ends.map(|end| end - middle);
    }
    (lines, width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_differ_and_fit_their_height() {
        let all: Vec<char> = "0123456789ABCDEFGHIJKLMNPQRSTUVWXYZ_-.,?%".chars().collect();
        let mut drawn = Vec::new();
        for character in all {
            let (lines, _) = text(&character.to_string());
            assert!(!lines.is_empty(), "{character}");
            let within = |point: &Vec2| point.y.abs() <= 0.5 * HEIGHT && point.x.abs() <= 2.0;
            let mut ends = lines.iter().flat_map(|line| &line.ends);
            assert!(ends.all(within), "{character}");
            assert!(!drawn.contains(&lines), "{character} is not told from another");
            drawn.push(lines);
        }
    }

    #[test]
    fn text_is_centred_and_has_summed_width() {
        let (lines, width) = text("10");
        let ends = lines.iter().flat_map(|line| line.ends).map(|point| point.x);
        assert_eq!(width, 2.0 + GAP + 4.0);
        assert_eq!(ends.clone().fold(0.0, f32::min), -0.5 * width);
        assert_eq!(ends.fold(0.0, f32::max), 0.5 * width);
        assert_eq!(text(""), (Vec::new(), 0.0));
        assert!(text("\u{e000}").0.is_empty());
    }

    #[test]
    fn chinese_and_digits_do_not_overlap() {
        let (lines, width) = text("最深 12");
        let [thick, thin] =
            [RADIUS, characters::RADIUS].map(|radius| lines.iter().filter(move |line| line.radius == radius));
        let right = |ends: &TextStroke| ends.ends[0].x.max(ends.ends[1].x);
        let end_of_words = thin.map(right).fold(f32::MIN, f32::max);
        let begin_of_digits = thick
            .map(|line| line.ends[0].x.min(line.ends[1].x))
            .fold(f32::MAX, f32::min);
        assert!(end_of_words < begin_of_digits && width > 4.0 * HEIGHT, "{width}");
        let within = |line: &TextStroke| line.ends.iter().all(|end| end.x.abs() <= 0.5 * width + GAP);
        assert!(lines.iter().all(within));
    }
}
