//! Code in strings: text between backticks, and options such as `--textures`, are shown in a monospace font.

use std::ops::Range;

use bevy_egui::egui;
use bspwalk_session::code::between_backticks;
use egui::text::{LayoutJob, TextFormat};
use egui::{FontFamily, FontId};

/// Font size of code relative to the surrounding text. Hack looks larger than the proportional font.
const SIZE: f32 = 0.93;

/// Returns the byte ranges of options, which are words that begin with two hyphens and a letter.
fn options(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let starts = text.match_indices("--").map(|(at, _)| at);
    starts.filter_map(|at| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let begins_a_word = !text[..at].ends_with(is_part);
        let rest = &text[at + 2..];
        let has_a_name = rest.starts_with(|c: char| c.is_ascii_lowercase());
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        (begins_a_word && has_a_name).then_some(at..at + 2 + length)
    })
}

/// A string without the backticks around its code.
pub(in crate::app) struct Code {
    pub(in crate::app) text: String,
    /// Byte ranges of the code, in ascending order.
    pub(in crate::app) ranges: Vec<Range<usize>>,
    /// Byte offsets of the backticks in the original string.
    removed: Vec<usize>,
}

impl Code {
    /// Finds the code in a string.
    pub(in crate::app) fn new(text: &str) -> Self {
        let pairs = between_backticks(text);
        let removed: Vec<usize> = pairs.iter().flat_map(|pair| [pair.start - 1, pair.end]).collect();
        let mut code = Self {
            text: text
                .char_indices()
                .filter(|(at, _)| removed.binary_search(at).is_err())
                .map(|(_, c)| c)
                .collect(),
            ranges: Vec::new(),
            removed,
        };
        code.ranges = pairs.iter().map(|pair| code.moved(pair)).collect();
        for option in options(&code.text) {
            let overlaps = |range: &Range<usize>| range.start < option.end && option.start < range.end;
            if !code.ranges.iter().any(overlaps) {
                code.ranges.push(option);
            }
        }
        code.ranges.sort_unstable_by_key(|range| range.start);
        code
    }

    /// Converts a byte range of the original string to a range of the string without backticks.
    pub(in crate::app) fn moved(&self, range: &Range<usize>) -> Range<usize> {
        let moved = |at: usize| at - self.removed.partition_point(|&removed| removed < at);
        moved(range.start)..moved(range.end)
    }
}

/// Returns the format for code inside text of the given format.
pub(in crate::app) fn format(base_format: &TextFormat) -> TextFormat {
    TextFormat {
        font_id: FontId::new(SIZE * base_format.font_id.size, FontFamily::Monospace),
        ..base_format.clone()
    }
}

/// Appends a string and its formatted code to a layout job.
pub(in crate::app) fn append(job: &mut LayoutJob, text: &str, leading_space: f32, plain: &TextFormat) {
    let code = Code::new(text);
    let (mut end, mut space) = (0, leading_space);
    let mut add = |text: &str, format: TextFormat| {
        if !text.is_empty() {
            job.append(text, std::mem::take(&mut space), format);
        }
    };
    for range in &code.ranges {
        add(&code.text[end..range.start], plain.clone());
        add(&code.text[range.clone()], format(plain));
        end = range.end;
    }
    add(&code.text[end..], plain.clone());
}

/// Builds a layout job for a string with code, in a single size and colour.
pub(in crate::app) fn job(text: &str, color: egui::Color32, size: f32) -> LayoutJob {
    let mut job = LayoutJob::default();
    let plain = TextFormat::simple(FontId::proportional(size), color);
    append(&mut job, text, 0.0, &plain);
    job
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backticks_and_options_become_code() {
        for (text, plain, expected) in [
            (
                "Build rule `sampled`: 12 nodes",
                "Build rule sampled: 12 nodes",
                vec!["sampled"],
            ),
            (
                "name their folder with --textures, or see `bspwalk info --json`.",
                "name their folder with --textures, or see bspwalk info --json.",
                vec!["--textures", "bspwalk info --json"],
            ),
            (
                "plain — text - with -- dashes",
                "plain — text - with -- dashes",
                vec![],
            ),
            ("the key ` toggles", "the key ` toggles", vec![]),
            ("` and ` toggle `x`", "` and ` toggle x", vec!["x"]),
            ("`é` and `b`", "é and b", vec!["é", "b"]),
        ] {
            let code = Code::new(text);
            let found: Vec<&str> = code
                .ranges
                .iter()
                .map(|range| &code.text[range.clone()])
                .collect();
            assert_eq!((code.text.as_str(), found), (plain, expected));
            let job = job(text, egui::Color32::WHITE, 14.0);
            assert_eq!(job.text, plain);
            let fixed = job
                .sections
                .iter()
                .filter(|section| section.format.font_id.family == FontFamily::Monospace);
            assert_eq!(fixed.count(), code.ranges.len(), "{text}");
        }
    }

    #[test]
    fn ranges_move_with_removed_backticks() {
        let text = "`a` face";
        let code = Code::new(text);
        assert_eq!(&code.text[code.moved(&(4..8))], "face");
    }
}
