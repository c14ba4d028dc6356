//! The card of the open film: its current step, the legend and the keys.

use bspwalk_overlays::{build_step, legend::Legend, query_step};
use bspwalk_session::{
    actions::Action,
    films::{BUILD_TITLE, OverlaySteps, painter_place, painter_title, query_title},
    walk::Session,
};
use bspwalk_text::text;
use ratatui::{
    style::Style,
    text::{Line, Span},
};

use super::{
    legends,
    skin::{Colors, Skin},
    wrap::rows,
};

/// Maximum line length, in columns.
const WIDTH: usize = 100;

pub(super) fn card(session: &Session, skin: Skin, columns: usize) -> Option<Vec<Line<'static>>> {
    in_model(session, skin, columns)
        .or_else(|| painter(session, skin))
        .or_else(|| overlay_steps(session, skin))
}

/// Builds the card for an overlay with steps. It shows the step number and the keys; the legend describes the step
/// itself.
fn overlay_steps(session: &Session, skin: Skin) -> Option<Vec<Line<'static>>> {
    let steps = session.overlay_steps()?;
    let title = OverlaySteps::title(&session.state.overlays)?;
    let [next, before, run] = [Action::NextStep, Action::PreviousStep, Action::AcceptOffer]
        .map(|action| session.keys().action_key(action));
    let play = if steps.plays(&session.state.overlays) {
        text!("screen-stop")
    } else {
        text!("screen-play")
    };
    Some(vec![
        Line::styled(title, skin.title()),
        Line::styled(text!("screen-steps-keys", next, before, run, play), skin.note()),
    ])
}

pub(super) fn in_model(session: &Session, skin: Skin, columns: usize) -> Option<Vec<Line<'static>>> {
    let films = &session.state;
    let sentence = films.film_sentence(&session.opened.tree)?;
    let width = columns.saturating_sub(2).min(WIDTH);
    let palette = session.state.overlays.palette;
    let (title, playing, legend) = if films.build.open {
        (
            BUILD_TITLE.text().to_owned(),
            films.build.playing,
            build_step::legend(palette),
        )
    } else {
        let film = films.query.film(&session.opened.tree).map(AsRef::as_ref);
        (
            query_title(films.query.asked.kind, film, films.query.step),
            films.query.playing,
            query_step::legend(palette),
        )
    };
    let rows = |text: &str, style: Style| rows(&skin.plain(text), width, style);
    let mut lines: Vec<Line<'static>> = rows(&title, skin.title()).collect();
    // Pad the sentence so that the card has the same height at every step.
    let height = lines.len() + if width < WIDTH { 3 } else { 2 };
    lines.extend(rows(&sentence, skin.text()));
    lines.resize(lines.len().max(height), Line::default());
    lines.extend(legend_rows(&legend, skin, width));
    let [next, before, run, ask, close] = [
        Action::NextStep,
        Action::PreviousStep,
        Action::TogglePlaying,
        Action::ToggleQuiz,
        Action::Escape,
    ]
    .map(|action| session.keys().of_film(action));
    let play = if playing {
        text!("screen-stop")
    } else {
        text!("screen-play")
    };
    let keys = text!("screen-film-keys", next, before, run, play, ask, close);
    lines.extend(rows(&keys, skin.note()));
    Some(lines)
}

/// Builds the legend in as few rows as possible. On screens without colours, the legend is empty.
fn legend_rows(legend: &Legend, skin: Skin, width: usize) -> Vec<Line<'static>> {
    const GAP: &str = "  ";
    let mut lines: Vec<Line<'static>> = Vec::new();
    if skin.colors == Colors::None {
        return lines;
    }
    for row in legend {
        let entry = legends::entry(row, skin);
        match lines.last_mut() {
            Some(line) if line.width() + GAP.len() + entry.width() <= width => {
                line.push_span(Span::styled(GAP, skin.text()));
                line.spans.extend(entry.spans);
            }
            _ => lines.push(entry),
        }
    }
    lines
}

fn painter(session: &Session, skin: Skin) -> Option<Vec<Line<'static>>> {
    let overlays = &session.state.overlays;
    let painted = overlays.painted()?;
    let mut at = painter_place(session.last_painted_fragment());
    if !overlays.painter_plays {
        at = text!("screen-painter-stopped", at);
    }
    let is_front_to_back = session.picture.film_is_front_to_back;
    let title = painter_title(is_front_to_back, [painted, overlays.painter_count]);
    let [less, more, next, before, run, ask, order] = [
        Action::Shallower,
        Action::Deeper,
        Action::NextStep,
        Action::PreviousStep,
        Action::TogglePlaying,
        Action::ToggleQuiz,
        Action::NextMethod,
    ]
    .map(|action| session.keys().of_film(action));
    Some(vec![
        Line::styled(title, skin.title()),
        Line::styled(at, skin.text()),
        Line::styled(
            text!("screen-painter-keys", less, more, next, before, run, ask, order),
            skin.note(),
        ),
    ])
}
