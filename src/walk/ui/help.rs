//! The help screen: all controls that have a key, arranged in columns and split into pages.

use bspwalk_session::actions::{Action, Control, FILM_KEYS, GROUPS, KeyNames};
use bspwalk_text::{lines, text};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
    widgets::{Clear, Widget},
};

use super::skin::Skin;

/// Width of a column in cells, including the gap.
const COLUMN: u16 = 50;

/// Width of the key names in cells, including the gap.
const KEYS: usize = 15;

/// Draws a page of the help over the whole area. Pages are counted from 0. Returns the number of pages.
pub(super) fn draw(page: usize, keys: KeyNames<'_>, skin: Skin, area: Rect, buffer: &mut Buffer) -> usize {
    let columns = (area.width / COLUMN).max(1);
    let width = area.width / columns;
    let lines = lines(keys, skin, usize::from(width).saturating_sub(1));
    // The first row shows the page number.
    let height = usize::from(area.height.saturating_sub(2)).max(1);
    let on_page = height * usize::from(columns);
    let pages = lines.len().div_ceil(on_page).max(1);
    let page = page.min(pages - 1);
    Clear.render(area, buffer);
    buffer.set_style(area, skin.text());
    let [next, close] = [Action::ToggleHelp, Action::Escape].map(|action| keys.action_key(action));
    let more = if page + 1 < pages {
        text!("screen-help-page", page = page + 1, pages, next, close)
    } else {
        text!("screen-help", next, close)
    };
    let top = Rect {
        height: area.height.min(1),
        ..area
    };
    Line::styled(
        lines::prefix_in_columns(&more, usize::from(area.width)),
        skin.title(),
    )
    .render(top, buffer);
    for (place, line) in lines.iter().skip(page * on_page).take(on_page).enumerate() {
        let cell = Rect {
            x: area.x + (place / height) as u16 * width,
            y: area.y + 2 + (place % height) as u16,
            width: width.saturating_sub(1),
            height: 1,
        };
        line.render(cell.intersection(area), buffer);
    }
    pages
}

fn lines(keys: KeyNames<'_>, skin: Skin, width: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for group in GROUPS.iter().chain([&FILM_KEYS]) {
        let controls = group.of(keys.front);
        let controls = controls.map(|control| (control, keys.all_of(control)));
        let controls: Vec<(&Control, Vec<String>)> =
            controls.filter(|(_, names)| !names.is_empty()).collect();
        if controls.is_empty() {
            continue;
        }
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.push(Line::styled(group.title.text(), skin.title()));
        for (control, names) in controls {
            let names = names.join(", ");
            let rest = width.saturating_sub(KEYS).max(8);
            for (row, text) in lines::in_columns(control.title.text(), rest)
                .into_iter()
                .enumerate()
            {
                let names = if row == 0 { names.as_str() } else { "" };
                lines.push(Line::from(vec![
                    // Keep a gap even if the key names fill the column.
                    Span::styled(
                        lines::padded(lines::prefix_in_columns(names, KEYS - 1), KEYS),
                        skin.front(),
                    ),
                    Span::styled(text, skin.text()),
                ]));
            }
        }
    }
    lines
}
