//! Warnings about map elements that were skipped.
//!
//! Elements with invalid indices and degenerate linedefs are skipped, as in DSDA-Doom, Woof and `GZDoom`.

use crate::{Text, ToText, text};

use crate::warnings::{Warning, listed};

const NAMED: usize = 5;

#[derive(Default)]
pub(super) struct Elements {
    count: usize,
    /// Numbers of the first few elements, each with its line in a text map. The line is 0 in binary formats.
    first: Vec<(usize, usize)>,
}

impl Elements {
    /// Adds an element, given its number and its line in a text map. The line is 0 in binary formats.
    pub(super) fn add(&mut self, number: usize, text_line: usize) {
        self.count += 1;
        // Keep one element more than the warning names, so that the list ends with an ellipsis.
        if self.first.len() <= NAMED {
            self.first.push((number, text_line));
        }
    }

    /// Returns a warning with the number and the names of the elements, or `None` if no elements were added.
    fn warning(&self, message: impl FnOnce(usize, Text) -> Text) -> Option<Warning> {
        (self.count > 0).then(|| Warning::new(message(self.count, self.names())))
    }

    fn names(&self) -> Text {
        let names = self.first.iter().map(|&(number, line)| match line {
            0 => number.to_text(),
            line => text!("doom-element-in-line", number, line),
        });
        listed(names, NAMED)
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
    /// Linedefs with zero length.
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
