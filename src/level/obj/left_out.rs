//! What a scan left out of an OBJ text, told once each with the first line and the count.

use super::text::shown;
use crate::level::Warning;

/// More unknown words than this are only counted.
const LISTED: usize = 3;

/// Statements without a bearing on the surfaces, or that belong to a free-form one.
const HARMLESS: &[&[u8]] = &[
    b"",
    b"s",
    b"mg",
    b"vp",
    b"vw",
    b"deg",
    b"bmat",
    b"step",
    b"cstype",
    b"parm",
    b"trim",
    b"hole",
    b"scrv",
    b"sp",
    b"end",
    b"con",
    b"bevel",
    b"c_interp",
    b"d_interp",
    b"lod",
    b"maplib",
    b"usemap",
    b"shadow_obj",
    b"trace_obj",
    b"ctech",
    b"stech",
    b"call",
    b"csh",
    b"t",
    b"bsp",
    b"bzp",
    b"cdc",
    b"cdp",
    b"res",
];

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

/// What is said of each, in the order of [`Why`]: of one, and of several.
const SAID: [(&str, &str); 6] = [
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
}

/// What was left out so far.
#[derive(Default)]
pub(super) struct LeftOut {
    tallies: [Tally; SAID.len()],
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

    /// Counts a line that begins with a word of no bearing, where it is no OBJ statement at all.
    pub(super) fn add_word(&mut self, word: &[u8], line: usize) {
        if HARMLESS.contains(&word) || word.starts_with(b"#") {
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

    /// The warnings about it all.
    pub(super) fn warnings(&self) -> Vec<Warning> {
        let mut warnings = Vec::new();
        let mut tell = |tally: &Tally, one: &str, several: &str| {
            let Tally { line, count } = *tally;
            if count > 0 {
                let said = if count == 1 { one } else { several };
                warnings.push(Warning {
                    line: Some(line),
                    message: format!("{count} {said}"),
                });
            }
        };
        for (tally, (one, several)) in self.tallies.iter().zip(SAID) {
            tell(tally, one, several);
        }
        for (word, tally) in &self.unknown {
            let one = format!("line begins with `{word}`, which is no OBJ statement, and was left out");
            let several = format!("lines begin with `{word}`, which is no OBJ statement, and were left out");
            tell(tally, &one, &several);
        }
        let more = (
            "more line is no OBJ statement and was left out",
            "more lines are no OBJ statements and were left out",
        );
        tell(&self.more_unknown, more.0, more.1);
        warnings
    }
}
