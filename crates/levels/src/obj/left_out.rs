//! Counts skipped OBJ statements by reason, with the line of the first.

use crate::{Text, text};

use super::text::excerpt;
use crate::warnings::{Tally, Warning};

/// Maximum number of unknown keywords named in warnings. Additional ones are only counted.
const LISTED: usize = 3;

/// Statements that do not affect polygons, or that belong to a free-form curve or surface.
const HARMLESS: &str = "s mg vp vw deg bmat step cstype parm trim hole scrv sp end con bevel c_interp d_interp lod maplib \
                        usemap shadow_obj trace_obj ctech stech call csh t bsp bzp cdc cdp res";

#[derive(Clone, Copy)]
pub(super) enum Why {
    /// The face has fewer than three corners.
    FlatFace,
    LineOrPoint,
    /// A texture coordinate or a normal is invalid.
    BadAttribute,
    /// A texture coordinate index is out of range.
    TextureIndex,
    NormalIndex,
    FreeForm,
}

/// Warnings for all reasons, in the order of [`Why`].
const MESSAGES: [fn(usize) -> Text; 6] = [
    |count| text!("obj-flat-faces-left-out", count),
    |count| text!("obj-lines-left-out", count),
    |count| text!("obj-bad-attributes", count),
    |count| text!("obj-texture-indices", count),
    |count| text!("obj-normal-indices", count),
    |count| text!("obj-free-forms", count),
];

#[derive(Default)]
pub(super) struct LeftOut {
    tallies: [Tally; MESSAGES.len()],
    unknown: Vec<(String, Tally)>,
    more_unknown: Tally,
}

impl LeftOut {
    pub(super) fn add(&mut self, why: Why, line: usize) {
        self.tallies[why as usize].add(1, line);
    }

    /// Returns the first line that was skipped for this reason.
    pub(super) fn first_line(&self, why: Why) -> usize {
        self.tallies[why as usize].line
    }

    /// Counts a line with an unsupported keyword, unless the keyword is part of OBJ.
    pub(super) fn add_unsupported_keyword(&mut self, word: &[u8], line: usize) {
        let is_comment = word.is_empty() || word.starts_with(b"#");
        if is_comment || HARMLESS.split(' ').any(|known| known.as_bytes() == word) {
            return;
        }
        let word = excerpt(word);
        if let Some((_, tally)) = self.unknown.iter_mut().find(|(known, _)| *known == word) {
            tally.add(1, line);
        } else if self.unknown.len() < LISTED {
            self.unknown.push((word, Tally { line, count: 1 }));
        } else {
            self.more_unknown.add(1, line);
        }
    }

    /// Returns one warning for each reason and for each unknown keyword.
    pub(super) fn warnings(&self) -> Vec<Warning> {
        let known = self.tallies.iter().zip(MESSAGES);
        let known = known.filter_map(|(tally, message)| tally.warning(message));
        let unknown = self
            .unknown
            .iter()
            .filter_map(|(word, tally)| tally.warning(|count| text!("obj-unknown-lines", count, word)));
        let more = self
            .more_unknown
            .warning(|count| text!("obj-more-unknown-lines", count));
        known.chain(unknown).chain(more).collect()
    }
}
