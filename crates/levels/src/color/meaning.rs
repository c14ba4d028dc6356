//! What a colour of the overlays means: one meaning a colour, in every picture.
//!
//! [`MEANINGS`] is the table: each meaning with its words, its colour in every palette, and the overlays that draw in it. Depths
//! have [`Palette::depth`], what is only told apart has [`Palette::category`], what is measured has [`Palette::measure`];
//! everything else that an overlay colours is in the table, but for the [`ink`] of texts and rims.

use bspwalk_text::{Message, message};

use super::palette::{Palette, Rgb};

/// What a colour means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meaning {
    /// What lies in front of a plane.
    Front,
    /// What lies behind a plane.
    Back,
    /// What is selected, and what the step of a film is about.
    Selected,
    /// What is of the eye: its leaf, its cell, the portals of its leaf, its body, its view.
    Eye,
    /// What a plane cuts, and the cuts.
    Cut,
    /// What is hit or touched, and what stops a body or a sight.
    Contact,
    /// What leads to the outside of the level.
    Outside,
    /// What is asked: the path, the body, the box or the point of a query, the choices of a question, the portals of a file that the
    /// tree has not, and what is gone beside another level.
    Asked,
    /// What a query visited, a body or a sight comes through, and the portals that open there.
    Reached,
    /// What was tested in vain: faces that were missed, a chain of portals that does not arrive, portals that a portal file has not,
    /// and what came beside another level.
    Missed,
    /// A plane that was considered.
    Candidate,
    /// What cannot be seen from the eye's leaf, and what a query skips.
    Hidden,
    /// The faces of the level: where the section cuts them, and the edges that they have of their own.
    Face,
    /// What is solid.
    Solid,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The meaning.
    pub meaning: Meaning,
    /// It in a word or two, for a legend.
    pub words: Message,
    /// Its colour in each palette, in the order of [`Palette::ALL`].
    pub colors: [Rgb; 3],
    /// The files of the overlays that draw in it.
    pub used_by: &'static [&'static str],
}

const fn entry(
    meaning: Meaning,
    words: Message,
    [okabe_ito, tol, ibm]: [u32; 3],
    used_by: &'static [&'static str],
) -> Entry {
    Entry {
        meaning,
        words,
        colors: [Rgb::hex(okabe_ito), Rgb::hex(tol), Rgb::hex(ibm)],
        used_by,
    }
}

/// Every meaning, in the order of [`Meaning`].
pub const MEANINGS: [Entry; 14] = [
    entry(
        Meaning::Front,
        message!("levels-meaning-front"),
        [0x56_b4e9, 0x66_ccee, 0x64_8fff],
        &[
            "build_step",
            "labels/mod",
            "normals",
            "path",
            "planes/bands",
            "planes/legend",
        ],
    ),
    entry(
        Meaning::Back,
        message!("levels-meaning-back"),
        [0xe6_9f00, 0xee_6677, 0xff_b000],
        &[
            "build_step",
            "labels/mod",
            "path",
            "planes/bands",
            "planes/legend",
        ],
    ),
    entry(
        Meaning::Selected,
        message!("levels-meaning-selected"),
        [0xff_e83c; 3],
        &[
            "build_step",
            "cells",
            "deepest",
            "flow/colors",
            "flow/step",
            "heat",
            "heat_beside",
            "leak",
            "leaves",
            "painter",
            "planes/drawing",
            "query_step",
            "quiz",
            "section/division",
            "section/ground",
            "section/own_planes",
            "section/words",
            "sight",
            "solidity",
            "solidity/words",
        ],
    ),
    entry(
        Meaning::Eye,
        message!("levels-meaning-eye"),
        [0x66_ffbf, 0x9f_ff8c, 0x19_d8ff],
        &[
            "cells",
            "contacts",
            "faces",
            "flow",
            "flow/colors",
            "flow/step",
            "leak",
            "leaves",
            "motion",
            "portals",
            "quiz",
            "section/figure",
            "section/ground",
            "section/words",
            "sight",
        ],
    ),
    entry(
        Meaning::Cut,
        message!("levels-meaning-cut"),
        [0xe5_00ac, 0x22_8833, 0x78_5ef0],
        &[
            "build_step",
            "faces",
            "flow/colors",
            "flow/step",
            "planes/drawing",
            "quiz",
            "solidity",
            "solidity/words",
        ],
    ),
    entry(
        Meaning::Contact,
        message!("levels-meaning-contact"),
        [0xd5_5e00, 0xb2_2c11, 0xcc_0022],
        &[
            "contacts",
            "flow",
            "flow/colors",
            "motion",
            "query_asked",
            "query_step",
            "section/figure",
            "sight",
            "solidity",
            "solidity/step",
            "solidity/words",
        ],
    ),
    entry(
        Meaning::Outside,
        message!("levels-meaning-outside"),
        [0xcc_1423, 0xff_5400, 0xe5_725b],
        &["leak", "portals"],
    ),
    entry(
        Meaning::Asked,
        message!("levels-meaning-asked"),
        [0xff_ffff; 3],
        &["came_and_gone", "motion", "portals_beside", "query_asked", "quiz"],
    ),
    entry(
        Meaning::Reached,
        message!("levels-meaning-reached"),
        [0x70_cc51, 0x7f_66ff, 0x9f_ff8c],
        &[
            "contacts",
            "flow",
            "flow/colors",
            "motion",
            "portals",
            "portals_beside",
            "query_step",
            "section/figure",
            "sight",
        ],
    ),
    entry(
        Meaning::Missed,
        message!("levels-meaning-missed"),
        [0x51_51cc, 0xa3_00b2, 0xab_62b2],
        &[
            "came_and_gone",
            "flow/colors",
            "portals_beside",
            "query_step",
            "sight",
        ],
    ),
    entry(
        Meaning::Candidate,
        message!("levels-meaning-candidate"),
        [0x99_7c54, 0xff_aa00, 0xff_5400],
        &["build_step", "candidate", "motion", "section/own_planes"],
    ),
    entry(
        Meaning::Hidden,
        message!("levels-meaning-hidden"),
        [0x52_5a68; 3],
        &[
            "faces",
            "flow/colors",
            "flow/step",
            "leaves",
            "query_step",
            "section/ground",
        ],
    ),
    entry(
        Meaning::Face,
        message!("levels-meaning-face"),
        [0xb8_b4ac; 3],
        &[
            "contacts",
            "entities",
            "faces",
            "quiz",
            "section/cut",
            "section/words",
            "solidity",
            "solidity/step",
            "solidity/words",
        ],
    ),
    entry(
        Meaning::Solid,
        message!("levels-meaning-solid"),
        [0x24_272e; 3],
        &["leaves", "section/cut", "section/words"],
    ),
];

/// The colours of texts, of what they stand on, and of rims that tell a line from what is under it. They mean nothing.
pub mod ink {
    use super::Rgb;

    /// Text on a light plate, and rims around light lines.
    pub const DARK: Rgb = Rgb(12, 14, 18);
    /// Text on a dark plate.
    pub const LIGHT: Rgb = Rgb(255, 255, 255);
    /// The ground of legends under a picture.
    pub const GROUND: Rgb = Rgb(27, 30, 36);
    /// Text on that ground.
    pub const ON_GROUND: Rgb = Rgb(232, 237, 242);
    /// A plate whose text says all: it has no colour of its own.
    pub const PLATE: Rgb = Rgb(216, 220, 228);
}

impl Palette {
    /// The colour of a meaning.
    #[must_use]
    pub const fn of(self, meaning: Meaning) -> Rgb {
        MEANINGS[meaning as usize].colors[self as usize]
    }

    /// The colour of [`Meaning::Front`].
    #[must_use]
    pub const fn front(self) -> Rgb {
        self.of(Meaning::Front)
    }

    /// The colour of [`Meaning::Back`].
    #[must_use]
    pub const fn back(self) -> Rgb {
        self.of(Meaning::Back)
    }

    /// The colour of [`Meaning::Selected`].
    #[must_use]
    pub const fn selected(self) -> Rgb {
        self.of(Meaning::Selected)
    }

    /// The colour of [`Meaning::Eye`].
    #[must_use]
    pub const fn eye(self) -> Rgb {
        self.of(Meaning::Eye)
    }

    /// The colour of [`Meaning::Cut`].
    #[must_use]
    pub const fn cut(self) -> Rgb {
        self.of(Meaning::Cut)
    }

    /// The colour of [`Meaning::Contact`].
    #[must_use]
    pub const fn contact(self) -> Rgb {
        self.of(Meaning::Contact)
    }

    /// The colour of [`Meaning::Outside`].
    #[must_use]
    pub const fn outside(self) -> Rgb {
        self.of(Meaning::Outside)
    }

    /// The colour of [`Meaning::Asked`].
    #[must_use]
    pub const fn asked(self) -> Rgb {
        self.of(Meaning::Asked)
    }

    /// The colour of [`Meaning::Reached`].
    #[must_use]
    pub const fn reached(self) -> Rgb {
        self.of(Meaning::Reached)
    }

    /// The colour of [`Meaning::Missed`].
    #[must_use]
    pub const fn missed(self) -> Rgb {
        self.of(Meaning::Missed)
    }

    /// The colour of [`Meaning::Candidate`].
    #[must_use]
    pub const fn candidate(self) -> Rgb {
        self.of(Meaning::Candidate)
    }

    /// The colour of [`Meaning::Hidden`].
    #[must_use]
    pub const fn hidden(self) -> Rgb {
        self.of(Meaning::Hidden)
    }

    /// The colour of [`Meaning::Face`].
    #[must_use]
    pub const fn face(self) -> Rgb {
        self.of(Meaning::Face)
    }

    /// The colour of [`Meaning::Solid`].
    #[must_use]
    pub const fn solid(self) -> Rgb {
        self.of(Meaning::Solid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Vision without one kind of cone, by the matrices of Machado, Oliveira and Fernandes (2009), severity 1.
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

    /// Two colours that are nearer than this could be taken for each other; black and white are 1.7 apart.
    const APART: f32 = 0.18;

    /// The distance of two colours for the eyes that tell them apart the least.
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
    fn the_table_is_in_the_order_of_the_meanings() {
        for (place, entry) in MEANINGS.iter().enumerate() {
            assert_eq!(entry.meaning as usize, place);
            for palette in Palette::ALL {
                assert_eq!(palette.of(entry.meaning), entry.colors[palette as usize]);
            }
        }
    }

    #[test]
    fn no_two_meanings_share_a_colour_for_any_kind_of_eye() {
        for palette in Palette::ALL {
            for (place, one) in MEANINGS.iter().enumerate() {
                for other in &MEANINGS[..place] {
                    let apart = distance(palette.of(one.meaning), palette.of(other.meaning));
                    let (one, other) = (one.meaning, other.meaning);
                    assert!(
                        apart > APART,
                        "{palette}: {one:?} and {other:?} are {apart} apart"
                    );
                }
            }
        }
    }

    /// What stands out in every picture is never a depth or one of many things.
    #[test]
    fn no_depth_and_no_category_looks_selected_or_asked_or_of_the_eye() {
        for palette in Palette::ALL {
            let depths: Vec<Rgb> = (0..200).map(|depth| palette.depth(depth)).collect();
            for meaning in [Meaning::Selected, Meaning::Eye, Meaning::Asked] {
                for &color in depths.iter().chain(palette.categories()) {
                    let apart = distance(palette.of(meaning), color);
                    assert!(
                        apart > APART,
                        "{palette}: {meaning:?} and {color:?} are {apart} apart"
                    );
                }
            }
        }
    }
}
