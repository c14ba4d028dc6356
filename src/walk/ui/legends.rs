//! Legends that explain the colours and lines of the overlays.

use bspwalk_draw::color::palette::Rgb;
use bspwalk_overlays::legend::{Legend, Row};
use bspwalk_session::overlays::OverlayKind;
use ratatui::text::{Line, Span};

use super::{skin::Skin, wrap::rows};

/// Maximum line length, in columns.
const WIDTH: usize = 44;

/// Maximum number of swatches in a colour ramp. Longer ramps are sampled.
const MOST_SWATCHES: u32 = 12;

/// Builds the lines of all legends. The eye path is omitted, because it has its own card.
pub(super) fn lines(legends: &[(OverlayKind, Legend)], skin: Skin) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for (kind, legend) in legends.iter().filter(|(kind, _)| *kind != OverlayKind::Path) {
        lines.push(Line::styled(kind.title(), skin.title()));
        if let Some(tree) = kind.tree_name() {
            lines.push(Line::styled(tree, skin.note()));
        }
        for row in legend {
            add(&mut lines, row, skin);
        }
    }
    lines
}

/// Builds a single line from a row with a short text.
pub(super) fn entry(row: &Row, skin: Skin) -> Line<'static> {
    let mut spans = swatches(row, skin);
    spans.push(Span::styled(format!(" {}", skin.plain(row.text())), skin.text()));
    Line::from(spans)
}

fn add(lines: &mut Vec<Line<'static>>, row: &Row, skin: Skin) {
    // Double brackets mark glossary terms for panels that can explain them.
    let text = row.text().replace("[[", "").replace("]]", "");
    let text = skin.plain(&text);
    let swatches = swatches(row, skin);
    if swatches.is_empty() {
        lines.extend(rows(&text, WIDTH, skin.note()));
        return;
    }
    let indent: usize = swatches.iter().map(Span::width).sum();
    let words = rows(&text, WIDTH.saturating_sub(indent + 1).max(8), skin.text());
    for (number, words) in words.enumerate() {
        let mut line = match number {
            0 => Line::from(swatches.clone()),
            _ => Line::styled(" ".repeat(indent), skin.text()),
        };
        line.push_span(Span::styled(format!(" {words}"), skin.text()));
        lines.push(line);
    }
}

fn swatches(row: &Row, skin: Skin) -> Vec<Span<'static>> {
    let [area, line] = if skin.unicode { ["■", "─"] } else { ["#", "-"] };
    let colored = |sign: &'static str, color: Rgb| {
        let style = skin.color([color.0, color.1, color.2]);
        Span::styled(sign, style.map_or(skin.text(), |color| skin.text().fg(color)))
    };
    match row {
        Row::Note(_) => Vec::new(),
        Row::Area(color, _) => vec![colored(area, *color)],
        Row::Line(color, ..) => vec![colored(line, *color), colored(line, *color)],
        Row::Categories(palette) => {
            let colors = palette.categories().iter();
            colors.map(|&color| colored(area, color)).collect()
        }
        Row::Ramp(palette, [first, last], _) => {
            let depths = last.saturating_sub(*first);
            let steps =
                (0..=depths.min(MOST_SWATCHES)).map(|step| step * depths / depths.clamp(1, MOST_SWATCHES));
            let colors = steps.map(|depth| colored(area, palette.depth(first + depth)));
            let ends = [*first, *last].map(|depth| Span::styled(format!(" {depth} "), skin.text()));
            let [first, last] = ends;
            [first].into_iter().chain(colors).chain([last]).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_draw::color::palette::Palette;

    use super::*;

    #[test]
    fn rows_show_their_colours_and_text() {
        let palette = Palette::default();
        let long =
            "a sentence that is longer than a line of the legend is, so that it goes on in the next one";
        let legend = vec![
            Row::note(format!("[[node|Nodes]]: {long}").replace("node|", "")),
            Row::area(Rgb(200, 0, 0), "red"),
            Row::line(Rgb(0, 200, 0), 2.0, long),
            Row::Ramp(palette, [0, 30], 40),
            Row::Categories(palette),
        ];
        for skin in [Skin::PIXELS, Skin::ASCII] {
            let lines = lines(&[(OverlayKind::Planes, legend.clone())], skin);
            let texts: Vec<String> = lines.iter().map(ToString::to_string).collect();
            assert_eq!(texts[0], OverlayKind::Planes.title());
            let fits = |text: &String| {
                text.chars().count() <= WIDTH + 2 && (skin.unicode || text.is_ascii()) && !text.contains("[[")
            };
            assert!(texts.iter().all(fits), "{texts:?}");
            let mut ramps = texts.iter().filter(|text| text.starts_with(" 0 "));
            assert!(ramps.any(|text| text.contains(" 30 ")), "{texts:?}");
            let at = texts.iter().position(|text| text.ends_with("red"));
            let red = at.expect("its row");
            assert_eq!(lines[red].spans[0].style.fg, skin.color([200, 0, 0]));
        }
    }
}
