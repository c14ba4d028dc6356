//! Counts of what was left out of an OBJ text, each with its first line.

use super::text::shown;
use crate::Warning;

/// This many unknown words are named in warnings; more are only counted.
const LISTED: usize = 3;

/// Statements that do not concern polygons, or that belong to a free-form curve or surface.
const HARMLESS: &str = "s mg vp vw deg bmat step cstype parm trim hole scrv sp end con bevel c_interp d_interp lod maplib \
     usemap shadow_obj trace_obj ctech stech call csh t bsp bzp cdc cdp res";

/// Why something was left out.
#[derive(Clone, Copy)]
pub(super) enum Why {
    /// A face of fewer than three corners.
    FlatFace,
    /// A line or a point.
    LineOrPoint,
    /// A texture coordinate or a normal that is no number.
    BadAttribute,
    /// An index of a texture coordinate out of range.
    TextureIndex,
    /// An index of a normal out of range.
    NormalIndex,
    /// A free-form curve or surface.
    FreeForm,
}

/// The warning about each, in the order of [`Why`], behind the count: of one, and of several.
const MESSAGES: [(&str, &str); 6] = [
    (
        "face of fewer than three corners was left out",
        "faces of fewer than three corners were left out",
    ),
    (
        "statement of lines or points was left out: it is no surface",
        "statements of lines or points were left out: they are no surface",
    ),
    (
        "texture coordinate or normal is no number and was not used",
        "texture coordinates or normals are no numbers and were not used",
    ),
    (
        "corner names a texture coordinate that the file does not have; its face has none",
        "corners name texture coordinates that the file does not have; their faces have none",
    ),
    (
        "corner names a normal that the file does not have; its face is flat",
        "corners name normals that the file does not have; their faces are flat",
    ),
    (
        "free-form curve or surface was left out; export it as polygons",
        "free-form curves or surfaces were left out; export them as polygons",
    ),
];

/// The first line and the count.
#[derive(Clone, Copy, Default)]
struct Tally {
    line: usize,
    count: usize,
}

impl Tally {
    fn add(&mut self, line: usize) {
        if self.count == 0 {
            self.line = line;
        }
        self.count += 1;
    }

    fn warning(self, one: &str, several: &str) -> Option<Warning> {
        let Self { line, count } = self;
        (count > 0).then(|| Warning {
            line: Some(line),
            message: format!("{count} {}", if count == 1 { one } else { several }),
        })
    }
}

/// What was left out so far.
#[derive(Default)]
pub(super) struct LeftOut {
    tallies: [Tally; MESSAGES.len()],
    unknown: Vec<(String, Tally)>,
    more_unknown: Tally,
}

impl LeftOut {
    /// Counts one more.
    pub(super) fn add(&mut self, why: Why, line: usize) {
        self.tallies[why as usize].add(line);
    }

    /// The line of the first that was left out for this reason, from 1; 0 where none was.
    pub(super) fn first_line(&self, why: Why) -> usize {
        self.tallies[why as usize].line
    }

    /// Counts a line that begins with `word`, which the parser does not read, unless OBJ has such a statement.
    pub(super) fn add_word(&mut self, word: &[u8], line: usize) {
        let is_comment = word.is_empty() || word.starts_with(b"#");
        if is_comment || HARMLESS.split(' ').any(|known| known.as_bytes() == word) {
            return;
        }
        let word = shown(word);
        if let Some((_, tally)) = self.unknown.iter_mut().find(|(known, _)| *known == word) {
            tally.add(line);
        } else if self.unknown.len() < LISTED {
            self.unknown.push((word, Tally { line, count: 1 }));
        } else {
            self.more_unknown.add(line);
        }
    }

    /// One warning for each reason and each unknown word.
    pub(super) fn warnings(&self) -> Vec<Warning> {
        let known = self.tallies.iter().zip(MESSAGES);
        let known = known.filter_map(|(tally, (one, several))| tally.warning(one, several));
        let unknown = self.unknown.iter().filter_map(|(word, tally)| {
            let one = format!("line begins with `{word}`, which is no OBJ statement, and was left out");
            let several = format!("lines begin with `{word}`, which is no OBJ statement, and were left out");
            tally.warning(&one, &several)
        });
        let more = self.more_unknown.warning(
            "more line is no OBJ statement and was left out",
            "more lines are no OBJ statements and were left out",
        );
        known.chain(unknown).chain(more).collect()
    }
}
