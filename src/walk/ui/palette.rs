//! The command palette: the query, and the matching commands with their keys.

use bspwalk_session::walk::Session;
use bspwalk_text::{lines, text};
use ratatui::text::{Line, Span};

use super::skin::Skin;

/// Width of the command names, in columns.
const NAMES: usize = 44;

/// Width of the keys, in columns.
const KEYS: usize = 16;

/// Maximum number of commands listed at a time.
const MOST: usize = 12;

pub(super) fn card(session: &Session, skin: Skin) -> Option<Vec<Line<'static>>> {
    let palette = session.state.palette.as_ref()?;
    let query = text!("palette-query", query = palette.query());
    let mut rows = vec![Line::styled(skin.plain(&query), skin.title())];
    if palette.matching_entries().len() == 0 {
        rows.push(Line::styled(text!("palette-none"), skin.note()));
    }
    let first = (palette.marked_index() + 1).saturating_sub(MOST);
    for (position, entry) in palette.matching_entries().enumerate().skip(first).take(MOST) {
        let (sign, style) = if position == palette.marked_index() {
            ("> ", skin.front())
        } else {
            ("  ", skin.text())
        };
        let name = skin.plain(&entry.name);
        rows.push(Line::from(vec![
            Span::styled(sign, style),
            Span::styled(
                lines::padded(lines::prefix_in_columns(&name, NAMES - 1), NAMES),
                style,
            ),
            Span::styled(
                lines::padded(lines::prefix_in_columns(&entry.key, KEYS), KEYS),
                skin.note(),
            ),
        ]));
    }
    Some(rows)
}
