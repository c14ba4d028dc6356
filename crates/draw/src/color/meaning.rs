//! Meanings of the overlay colours. A colour means the same in every picture.
//!
//! [`MEANINGS`] lists each meaning with its label and its colour in every palette. The table covers all overlay colours
//! except depths ([`Palette::depth`]), unordered categories ([`Palette::category`]), measured values
//! ([`Palette::measure`]), and the [`ink`] of text and outlines.

use bspwalk_text::{Message, message};

use super::palette::{Palette, Rgb};

/// A meaning with its label and its colours.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Meaning of the colour.
    pub meaning: Meaning,
    /// Label for a legend, in one or two words.
    pub words: Message,
    /// Colour in each palette, in the order of [`Palette::ALL`].
    pub colors: [Rgb; 3],
}

const fn entry(meaning: Meaning, words: Message, [okabe_ito, tol, ibm]: [u32; 3]) -> Entry {
    Entry {
        meaning,
        words,
        colors: [Rgb::hex(okabe_ito), Rgb::hex(tol), Rgb::hex(ibm)],
    }
}

/// Defines all meanings in one table. Each row contains the variant, the [`Palette`] method that returns its colour,
/// its label, and its colour in each palette.
macro_rules! meanings {
    ($($(#[doc = $doc:literal])+ $meaning:ident = $method:ident, $words:expr, $colors:expr;)+) => {
        /// Meaning of an overlay colour.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Meaning {
            $($(#[doc = $doc])+ $meaning,)+
        }

        /// All meanings, in the order of [`Meaning`].
        pub const MEANINGS: [Entry; 14] = [$(entry(Meaning::$meaning, $words, $colors)),+];

        impl Palette {
            $(
                #[doc = concat!("Returns the colour of [`Meaning::", stringify!($meaning), "`].")]
                #[must_use]
                pub const fn $method(self) -> Rgb {
                    self.color_of(Meaning::$meaning)
                }
            )+
        }
    };
}

meanings! {
    /// In front of a plane.
    Front = front, message!("color-meaning-front"), [0x56_b4e9, 0x66_ccee, 0x64_8fff];
    /// Behind a plane.
    Back = back, message!("color-meaning-back"), [0xe6_9f00, 0xee_6677, 0xff_b000];
    /// Selected, or the subject of the current animation step.
    Selected = selected, message!("color-meaning-selected"), [0xff_e83c; 3];
    /// Related to the eye: its leaf, its cell, the portals of its leaf, the body, or the view.
    Eye = eye, message!("color-meaning-eye"), [0x66_ffbf, 0x9f_ff8c, 0x19_d8ff];
    /// Cuts, and faces that a plane cuts.
    Cut = cut, message!("color-meaning-cut"), [0xe5_00ac, 0x22_8833, 0x78_5ef0];
    /// Hit or touched, or blocking a body or a line of sight.
    Contact = contact, message!("color-meaning-contact"), [0xd5_5e00, 0xb2_2c11, 0xcc_0022];
    /// Leads to the outside of the level.
    Outside = outside, message!("color-meaning-outside"), [0xcc_1423, 0xff_5400, 0xe5_725b];
    /// Input of a query (path, body, box or point), or a choice of the quiz. Also portals that exist only in the portal
    /// file, and parts that were removed relative to the other level.
    Asked = asked, message!("color-meaning-asked"), [0xff_ffff; 3];
    /// Visited by a query, or letting a body or a line of sight pass, such as an open portal.
    Reached = reached, message!("color-meaning-reached"), [0x70_cc51, 0x7f_66ff, 0x9f_ff8c];
    /// Tested without a hit: missed faces, and portal chains that reach a dead end. Also portals that are missing from
    /// the portal file, and parts that were added relative to the other level.
    Missed = missed, message!("color-meaning-missed"), [0x51_51cc, 0xa3_00b2, 0xab_62b2];
    /// A plane considered as a candidate.
    Candidate = candidate, message!("color-meaning-candidate"), [0x99_7c54, 0xff_aa00, 0xff_5400];
    /// Hidden from the eye's leaf, or skipped by a query.
    Hidden = hidden, message!("color-meaning-hidden"), [0x52_5a68; 3];
    /// Faces of the level: their outlines in a section, and their edges in a wireframe.
    Face = face, message!("color-meaning-face"), [0xb8_b4ac; 3];
    /// Solid space.
    Solid = solid, message!("color-meaning-solid"), [0x24_272e; 3];
}

/// Colours of text and its background, and colours of outlines that set a line off from its background. They have no
/// meaning.
pub mod ink {
    use super::Rgb;

    /// Text on a light plate, and outlines around light lines.
    pub const DARK: Rgb = Rgb(12, 14, 18);
    /// Text on a dark plate.
    pub const LIGHT: Rgb = Rgb(255, 255, 255);
    /// Background of legends below a picture.
    pub const GROUND: Rgb = Rgb(27, 30, 36);
    /// Text on the legend background.
    pub const ON_GROUND: Rgb = Rgb(232, 237, 242);
    /// Neutral plate for text that needs no colour code.
    pub const PLATE: Rgb = Rgb(216, 220, 228);
}

impl Palette {
    /// Returns the colour that represents a meaning.
    #[must_use]
    pub const fn color_of(self, meaning: Meaning) -> Rgb {
        MEANINGS[meaning as usize].colors[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Simulates a colour vision deficiency of severity 1 with the matrices of Machado, Oliveira and Fernandes (2009).
    fn simulated(rgb: Rgb, matrix: [[f32; 3]; 3]) -> [f32; 3] {
        let linear = rgb.linear();
        matrix.map(|row| {
            row.iter()
                .zip(linear)
                .map(|(a, b)| a * b)
                .sum::<f32>()
                .clamp(0.0, 1.0)
                .cbrt()
        })
    }

    const ALL_CONES: [[f32; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    const PROTANOPIA: [[f32; 3]; 3] = [
        [0.152_286, 1.052_583, -0.204_868],
        [0.114_503, 0.786_281, 0.099_216],
        [-0.003_882, -0.048_116, 1.051_998],
    ];
    const DEUTERANOPIA: [[f32; 3]; 3] = [
        [0.367_322, 0.860_646, -0.227_968],
        [0.280_085, 0.672_501, 0.047_413],
        [-0.011_820, 0.042_940, 0.968_881],
    ];
    const TRITANOPIA: [[f32; 3]; 3] = [
        [1.255_528, -0.076_749, -0.178_779],
        [-0.078_411, 0.930_809, 0.147_602],
        [0.004_733, 0.691_367, 0.303_900],
    ];

    /// Minimum distance between two colours that cannot be confused. Black and white are 1.7 apart.
    const APART: f32 = 0.18;

    /// Returns the smallest distance between two colours over all types of colour vision.
    fn distance(a: Rgb, b: Rgb) -> f32 {
        let eyes = [ALL_CONES, PROTANOPIA, DEUTERANOPIA, TRITANOPIA];
        let distances = eyes.map(|matrix| {
            let [a, b] = [a, b].map(|rgb| simulated(rgb, matrix));
            let squares = a.iter().zip(b).map(|(a, b)| (a - b).powi(2));
            squares.sum::<f32>().sqrt()
        });
        distances.into_iter().fold(f32::INFINITY, f32::min)
    }

    #[test]
    fn meanings_are_distinct_in_every_palette() {
        for palette in Palette::ALL {
            for (place, one) in MEANINGS.iter().enumerate() {
                for other in &MEANINGS[..place] {
                    let apart = distance(palette.color_of(one.meaning), palette.color_of(other.meaning));
                    let (one, other) = (one.meaning, other.meaning);
                    assert!(
                        apart > APART,
                        "{palette}: {one:?} and {other:?} are {apart} apart"
                    );
                }
            }
        }
    }

    /// Checks that depths and categories never use the most prominent colours.
    #[test]
    fn depth_and_category_colours_avoid_highlights() {
        for palette in Palette::ALL {
            let depths: Vec<Rgb> = (0..200).map(|depth| palette.depth(depth)).collect();
            for meaning in [Meaning::Selected, Meaning::Eye, Meaning::Asked] {
                for &color in depths.iter().chain(palette.categories()) {
                    let apart = distance(palette.color_of(meaning), color);
                    assert!(
                        apart > APART,
                        "{palette}: {meaning:?} and {color:?} are {apart} apart"
                    );
                }
            }
        }
    }
}
