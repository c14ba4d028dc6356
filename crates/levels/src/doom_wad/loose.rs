//! Elements of a map with indices out of range, and lines that bound nothing. Like DSDA-Doom, Woof and `GZDoom`, the loader leaves
//! them out with a warning.

use bspwalk_text::text;

/// Elements that a warning names.
const NAMED: usize = 5;

/// Elements of one kind.
#[derive(Default)]
pub(super) struct Elements {
    count: usize,
    /// Number of each of the first elements, and its line in the text or 0.
    first: Vec<(usize, usize)>,
}

impl Elements {
    /// Adds an element by its number and its line in the text, or 0.
    pub(super) fn add(&mut self, number: usize, text_line: usize) {
        self.count += 1;
        if self.first.len() < NAMED {
            self.first.push((number, text_line));
        }
    }

    /// The message about them, from their number and names; `None` if there are none.
    fn message(&self, message: impl FnOnce(usize, String) -> String) -> Option<String> {
        (self.count > 0).then(|| message(self.count, self.names()))
    }

    /// The first elements, separated by commas.
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

/// The elements that are left out.
#[derive(Default)]
pub(super) struct Loose {
    /// Sidedefs without an existing sector.
    pub(super) sides: Elements,
    /// Linedefs without both vertices.
    pub(super) lines: Elements,
    /// Linedefs with a sidedef that does not exist.
    pub(super) lines_of_sides: Elements,
    /// Linedefs without sidedefs.
    pub(super) bare_lines: Elements,
    /// Linedefs that end where they start.
    pub(super) flat_lines: Elements,
}

impl Loose {
    /// The text of a warning for each kind of element.
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
