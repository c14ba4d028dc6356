//! Warnings about skipped elements of a map, and about features that the level does not show.
//!
//! Elements with invalid indices and degenerate linedefs are skipped, as in DSDA-Doom, Woof and `GZDoom`.

use bspwalk_text::text;

use super::lumps::Lumps;
use crate::warnings::{Warning, listed};

const NAMED: usize = 5;

#[derive(Default)]
pub(super) struct Elements {
    count: usize,
    /// Number and text line of the first elements. The line is 0 in binary formats.
    first: Vec<(usize, usize)>,
}

impl Elements {
    /// Adds an element by number and text line. The line is 0 in binary formats.
    pub(super) fn add(&mut self, number: usize, text_line: usize) {
        self.count += 1;
        // Keep one more than is named, so that the list ends with an ellipsis.
        if self.first.len() <= NAMED {
            self.first.push((number, text_line));
        }
    }

    /// Returns a warning with the count and the names; `None` if there are no elements.
    fn warning(&self, message: impl FnOnce(usize, String) -> String) -> Option<Warning> {
        (self.count > 0).then(|| Warning::new(message(self.count, self.names())))
    }

    fn names(&self) -> String {
        let names = self.first.iter().map(|&(number, line)| match line {
            0 => number.to_string(),
            line => text!("doom-element-in-line", number, line),
        });
        let (names, more) = listed(&names.collect::<Vec<String>>(), NAMED);
        names + more
    }
}

#[derive(Default)]
pub(super) struct Loose {
    /// Sidedefs without a valid sector.
    pub(super) sides: Elements,
    /// Linedefs with an invalid vertex.
    pub(super) lines: Elements,
    /// Linedefs with an invalid sidedef.
    pub(super) lines_of_sides: Elements,
    /// Linedefs without sidedefs.
    pub(super) bare_lines: Elements,
    /// Linedefs without length.
    pub(super) flat_lines: Elements,
}

impl Loose {
    pub(super) fn warnings(&self) -> impl Iterator<Item = Warning> {
        let warnings = [
            self.sides
                .warning(|count, names| text!("doom-loose-sides", count, names)),
            self.lines
                .warning(|count, names| text!("doom-loose-lines", count, names)),
            self.lines_of_sides
                .warning(|count, names| text!("doom-lines-of-loose-sides", count, names)),
            self.bare_lines
                .warning(|count, names| text!("doom-bare-lines", count, names)),
            self.flat_lines
                .warning(|count, names| text!("doom-flat-lines", count, names)),
        ];
        warnings.into_iter().flatten()
    }
}

/// `Polyobj_StartLine` and `Polyobj_ExplicitLine`, which define Hexen's polyobjects.
const POLYOBJECTS: [u16; 2] = [1, 5];

/// `Plane_Align` and `Plane_Copy`, which create slopes.
const SLOPES: [u16; 2] = [181, 118];

/// Things of source ports that create slopes.
const SLOPE_THINGS: [u16; 10] = [1500, 1501, 1504, 1505, 9500, 9501, 9502, 9503, 9510, 9511];

/// `Sector_Set3dFloor`, which creates 3D floors.
const FLOORS_OVER_FLOORS: u16 = 160;

/// Returns warnings about features of the game that the level does not show.
pub(super) fn not_shown(lumps: &Lumps<'_>) -> Vec<Warning> {
    if let Some(namespace) = &lumps.unsupported_namespace {
        return vec![Warning::new(text!("doom-udmf-namespace", namespace))];
    }
    if !lumps.has_specials_of_hexen {
        return Vec::new();
    }
    let lines = |specials: &[u16]| {
        let lines = lumps.linedefs.iter();
        lines.filter(|line| specials.contains(&line.special)).count()
    };
    let things = lumps
        .things
        .iter()
        .filter(|thing| SLOPE_THINGS.contains(&thing.kind))
        .count();
    let polyobjects = lines(&POLYOBJECTS);
    let slopes = lines(&SLOPES) + things + lumps.slopes;
    let floors = lines(&[FLOORS_OVER_FLOORS]);
    let said = [
        (polyobjects > 0).then(|| text!("doom-polyobjects", count = polyobjects)),
        (slopes > 0).then(|| text!("doom-slopes", count = slopes)),
        (floors > 0).then(|| text!("doom-floors-over-floors", count = floors)),
    ];
    said.into_iter().flatten().map(Warning::new).collect()
}
