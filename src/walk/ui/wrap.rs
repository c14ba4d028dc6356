//! Wraps texts and lines to the width of a card.

use bspwalk_session::code;
use bspwalk_text::lines;
use ratatui::{style::Style, text::Line};

/// Wraps a line to a width. A wrapped line uses the style of its first span.
pub(super) fn within<'a>(line: &Line<'a>, width: usize) -> Vec<Line<'a>> {
    if line.width() <= width {
        return vec![line.clone()];
    }
    let style = line
        .spans
        .first()
        .map_or(line.style, |span| line.style.patch(span.style));
    let text: String = line.spans.iter().map(|span| span.content.as_ref()).collect();
    rows(&text, width, style).collect()
}

/// Wraps a text to a width, in one style. Removes the backticks around code.
pub(super) fn rows(text: &str, width: usize, style: Style) -> impl Iterator<Item = Line<'static>> + use<> {
    let rows = lines::in_columns(&code::without_backticks(text), width).into_iter();
    rows.map(move |row| Line::styled(row, style))
}
