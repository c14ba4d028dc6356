//! Collects map elements with invalid indices and degenerate linedefs. Like DSDA-Doom, Woof and `GZDoom`, the loader
//! skips them with a warning.

use bspwalk_text::text;

/// Maximum number of elements named in a warning.
const NAMED: usize = 5;

/// Skipped elements of one kind.
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
        if self.first.len() < NAMED {
            self.first.push((number, text_line));
        }
    }

    /// Returns a message built from the count and the names; `None` if there are no elements.
    fn message(&self, message: impl FnOnce(usize, String) -> String) -> Option<String> {
        (self.count > 0).then(|| message(self.count, self.names()))
    }

    /// Returns the first elements, separated by commas.
    fn names(&self) -> String {
        let names = self.first.iter().map(|&(number, line)| match line {
            0 => number.to_string(),
            line => text!("doom-element-in-line", number, line),
        });
        let names: Vec<String> = names.collect();
        let more = if self.count > NAMED { ", …" } else { "" };
        names.join(", ") + more
    }
}

/// All skipped elements.
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
    /// Linedefs that end where they start.
    pub(super) flat_lines: Elements,
}

impl Loose {
    /// Returns one warning text per kind of element.
    pub(super) fn messages(&self) -> impl Iterator<Item = String> {
        let messages = [
            self.sides
                .message(|count, names| text!("doom-loose-sides", count, names)),
            self.lines
                .message(|count, names| text!("doom-loose-lines", count, names)),
            self.lines_of_sides
                .message(|count, names| text!("doom-lines-of-loose-sides", count, names)),
            self.bare_lines
                .message(|count, names| text!("doom-bare-lines", count, names)),
            self.flat_lines
                .message(|count, names| text!("doom-flat-lines", count, names)),
        ];
        messages.into_iter().flatten()
    }
}
