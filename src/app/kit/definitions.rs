//! Tooltips with glossary definitions for labels and for terms inside sentences.

use std::{borrow::Cow, ops::Range};

use bevy_egui::egui;
use bspwalk_explain::glossary::{self, Source, Term, TermOccurrence};
use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, FontId, Galley, Label, Rect, Response, Stroke, Ui, epaint::text::cursor::CCursor};

use super::code::{self, Code};
use super::style;

/// Underline colour of a term in a sentence.
const MARK: Color32 = Color32::from_rgb(72, 82, 98);

/// Width of a definition, and font size of its source, in points.
const WIDTH: f32 = 330.0;
const SOURCE: f32 = 11.5;

/// Tooltip of a label: the definition of its term, and additional text.
#[derive(Clone, Debug)]
pub(in crate::app) struct Tip<'a> {
    term: Term,
    more: Cow<'a, str>,
}

impl From<Term> for Tip<'_> {
    fn from(term: Term) -> Self {
        Self {
            term,
            more: Cow::Borrowed(""),
        }
    }
}

impl<'a> Tip<'a> {
    /// Creates a tooltip that consists of a term's definition and additional text.
    pub(in crate::app) fn with(term: Term, more: impl Into<Cow<'a, str>>) -> Self {
        let more = more.into();
        Self { term, more }
    }

    fn draw(&self, ui: &mut Ui) {
        ui.set_max_width(WIDTH);
        // Papers use the English term, so show it next to the translation.
        if let Some(names) = self.term.name_beside_english() {
            style::text(ui, names, style::WHITE, 13.0);
        }
        style::text(ui, self.term.definition(), style::TEXT, 13.0);
        if !self.more.is_empty() {
            style::text(ui, &*self.more, style::TEXT, 13.0);
        }
        style::text(ui, self.term.source_words(), style::FAINT, SOURCE);
    }
}

/// Adds a definition to a response as a tooltip.
pub(in crate::app) fn add_definition<'a>(response: Response, tip: impl Into<Tip<'a>>) -> Response {
    let tip = tip.into();
    response.on_hover_ui(|ui| tip.draw(ui))
}

/// Adds a tooltip that defines the first term in a string, if the string contains one.
pub(in crate::app) fn add_definition_of_found_term(response: Response, text: &str) -> Response {
    match glossary::strip_term_marks(text).1.first() {
        Some(found) => add_definition(response, found.term),
        None => response,
    }
}

/// Draws a string whose terms have tooltips. It wraps if the surrounding layout wraps.
pub(in crate::app) fn draw_text_with_terms(
    ui: &mut Ui,
    text: impl Into<String>,
    color: Color32,
    size: f32,
) -> Response {
    Words::new(text, None).draw(ui, color, size, false)
}

/// Draws a string like [`draw_text_with_terms`], but always wraps it.
pub(in crate::app) fn draw_wrapped_text_with_terms(
    ui: &mut Ui,
    text: impl Into<String>,
    color: Color32,
    size: f32,
) -> Response {
    Words::new(text, None).draw(ui, color, size, true)
}

/// Draws a string like [`draw_wrapped_text_with_terms`], followed by its source in a faint colour.
pub(in crate::app) fn draw_text_with_source(
    ui: &mut Ui,
    text: &str,
    source: Source,
    color: Color32,
    size: f32,
) {
    Words::new(text, Some(source)).draw(ui, color, size, true);
}

/// Draws a colour swatch and its meaning. Terms in the meaning have tooltips.
pub(in crate::app) fn legend(ui: &mut Ui, fill: Color32, meaning: &str) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        style::swatch(ui, fill);
        draw_wrapped_text_with_terms(ui, meaning, style::TEXT, 12.5);
    });
}

/// A string, the terms in it, and its source.
struct Words {
    /// String, followed by the name of its source.
    text: String,
    terms: Vec<TermOccurrence>,
    /// Byte ranges of code in the text.
    code: Vec<Range<usize>>,
    source: Option<(Source, Range<usize>)>,
}

impl Words {
    fn new(text: impl Into<String>, source: Option<Source>) -> Self {
        let (text, mut terms) = glossary::strip_term_marks(&text.into());
        let code = Code::new(&text);
        for found in &mut terms {
            found.range = code.moved(&found.range);
        }
        let Code { mut text, ranges, .. } = code;
        let source = source.map(|source| {
            text.push_str("  ");
            let begin = text.len();
            text += &source.to_string();
            (source, begin..text.len())
        });
        Self {
            text,
            terms,
            code: ranges,
            source,
        }
    }

    fn job(&self, color: Color32, size: f32) -> LayoutJob {
        let plain = TextFormat::simple(FontId::proportional(size), color);
        let marked = TextFormat {
            underline: Stroke::new(1.0, MARK),
            ..plain.clone()
        };
        let faint = TextFormat::simple(FontId::proportional(SOURCE), style::FAINT);
        let terms = self.terms.iter().map(|found| &found.range);
        let source = self.source.iter().map(|(_, range)| range);
        let ranges = terms.clone().chain(source.clone()).chain(&self.code);
        let mut ends: Vec<usize> = ranges.flat_map(|range| [range.start, range.end]).collect();
        ends.push(self.text.len());
        ends.sort_unstable();
        let mut job = LayoutJob::default();
        let mut start = 0;
        for end in ends {
            if start == end {
                continue;
            }
            let has = |range: &Range<usize>| range.contains(&start);
            let format = if source.clone().any(has) {
                &faint
            } else if terms.clone().any(has) {
                &marked
            } else {
                &plain
            };
            let is_code = self.code.iter().any(has);
            let format = if is_code {
                code::format(format)
            } else {
                format.clone()
            };
            job.append(&self.text[start..end], 0.0, format);
            start = end;
        }
        job
    }

    fn draw(&self, ui: &mut Ui, color: Color32, size: f32, wraps: bool) -> Response {
        let label = Label::new(self.job(color, size)).selectable(false);
        let label = if wraps { label.wrap() } else { label };
        let (at, galley, response) = label.layout_in_ui(ui);
        if ui.is_rect_visible(response.rect) {
            ui.painter().galley(at, galley.clone(), color);
        }
        let Some(pointer) = response.hover_pos() else {
            return response;
        };
        let is_there = |range: &Range<usize>| {
            let parts = text_range_rects(&self.text, range, &galley);
            parts
                .iter()
                .any(|part| part.translate(at.to_vec2()).contains(pointer))
        };
        if let Some(found) = self.terms.iter().find(|found| is_there(&found.range)) {
            response.on_hover_ui_at_pointer(|ui| Tip::from(found.term).draw(ui))
        } else if let Some((source, _)) = self.source.as_ref().filter(|(_, range)| is_there(range)) {
            response.on_hover_text_at_pointer(source.explained())
        } else {
            response
        }
    }
}

/// Returns the rectangles that a byte range of a string occupies, one per row, relative to the top left of the galley.
pub(in crate::app) fn text_range_rects(text: &str, range: &Range<usize>, galley: &Galley) -> Vec<Rect> {
    let count = |end: usize| text[..end].chars().count();
    let mut parts: Vec<Rect> = Vec::new();
    for index in count(range.start)..count(range.end) {
        let [from, to] = [index, index + 1].map(|index| galley.pos_from_cursor(CCursor::new(index)));
        if from.top() < to.top() {
            // The text wraps at this character.
            continue;
        }
        let sign = from.union(to);
        match parts.last_mut() {
            Some(last) if last.top() == sign.top() => *last = last.union(sign),
            _ => parts.push(sign),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use egui::Pos2;

    use super::*;

    /// Returns the strings drawn with the pointer at this position, and the rectangles of the terms.
    fn texts_at(pointer: Pos2, width: f32, text: &str) -> (Vec<String>, Vec<(Term, Rect)>) {
        let context = style::context_with_fonts();
        context.all_styles_mut(|style| {
            style.interaction.tooltip_delay = 0.0;
            style.interaction.show_tooltips_only_when_still = false;
        });
        let mut places = Vec::new();
        let mut texts = Vec::new();
        for _ in 0..4 {
            let input = egui::RawInput {
                screen_rect: Some(Rect::from_min_size(Pos2::ZERO, egui::vec2(800.0, 600.0))),
                events: vec![egui::Event::PointerMoved(pointer)],
                predicted_dt: 1.0,
                ..egui::RawInput::default()
            };
            let output = context.run_ui(input, |ui| {
                ui.set_max_width(width);
                draw_wrapped_text_with_terms(ui, text, Color32::WHITE, 14.0);
            });
            texts.clear();
            places.clear();
            for clipped in &output.shapes {
                let egui::Shape::Text(shape) = &clipped.shape else {
                    continue;
                };
                let drawn = shape.galley.text();
                texts.push(drawn.to_owned());
                if drawn == text {
                    for found in glossary::find(text) {
                        let parts = text_range_rects(text, &found.range, &shape.galley);
                        places.extend(
                            parts
                                .into_iter()
                                .map(|part| (found.term, part.translate(shape.pos.to_vec2()))),
                        );
                    }
                }
            }
        }
        (texts, places)
    }

    #[test]
    fn hovered_term_shows_its_definition() {
        let text =
            "12 of 40 empty leaves may be visible from here (PVS); 28 are hidden by portals and faces.";
        // Test one width that keeps the text in a single row, and two that wrap it inside terms.
        for width in [780.0, 140.0, 60.0] {
            let (texts, places) = texts_at(egui::pos2(790.0, 590.0), width, text);
            assert!(texts.iter().all(|drawn| drawn == text), "{texts:?}");
            assert!(places.len() >= 4, "{places:?}");
            for (term, place) in places {
                let (texts, _) = texts_at(place.center(), width, text);
                let shown = texts.iter().any(|drawn| drawn == term.definition());
                assert!(shown, "{term:?} at {place:?} in {width}: {texts:?}");
            }
        }
    }

    #[test]
    fn no_definition_shows_next_to_a_term() {
        let text = "Nothing here but a portal";
        let (_, places) = texts_at(Pos2::ZERO, 700.0, text);
        let [(term, place)] = places[..] else {
            panic!("{places:?}")
        };
        assert_eq!(term, Term::Portal);
        for beside in [
            place.left_center() - egui::vec2(12.0, 0.0),
            place.right_center() + egui::vec2(9.0, 0.0),
        ] {
            let (texts, _) = texts_at(beside, 700.0, text);
            assert!(texts.iter().all(|drawn| drawn == text), "{texts:?}");
        }
    }
}
