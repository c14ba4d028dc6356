//! The text over the picture, drawn as terminal cells. A terminal shows the cells directly; the software window
//! rasterizes them.
//!
//! Cells that are not drawn keep their content, so the picture stays visible there.
//!
//! Each card has a file: `films`, `quiz`, `legends`, `help`, `palette` and `plan`. `skin` has the styles, and `wrap`
//! wraps text.

mod films;
mod help;
mod legends;
mod palette;
mod plan;
mod quiz;
pub mod skin;
mod wrap;

use bspwalk_overlays::{legend::Legend, section::SectionFacts};
use bspwalk_session::{
    actions::{Action, FrontEnd, Motion},
    overlays::OverlayKind,
    walk::Session,
};
use bspwalk_text::{lines, text, words::count};
use bspwalk_trees::node_storing::Branch;
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
    widgets::{Clear, Widget},
};

pub use skin::{Colors, Skin};
use wrap::{rows, within};

/// Minimum number of columns and rows for showing text. Smaller screens show only the picture.
const LEAST: [u16; 2] = [20, 6];

/// Minimum height of the picture above a film card, in rows. If there is less space, the card covers the picture.
const LEAST_ABOVE_FILM: u16 = 8;

/// Minimum number of columns and rows for showing legends. On smaller screens, they would hide the picture.
const ROOM_FOR_LEGENDS: [u16; 2] = [90, 24];

/// Maximum number of planes that the eye path card names.
const MOST_PLANES: usize = 60;

/// Position of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CardPosition {
    TopLeft,
    TopRight,
    Top,
    Bottom,
}

/// Draws the text of a walk into the area: cards, legends, the title of the plan, and the status in the last line.
/// `plan` contains the height and the statistics of the plan's section.
pub fn draw(
    session: &mut Session,
    (legends, plan): (&[(OverlayKind, Legend)], Option<(f32, SectionFacts)>),
    skin: Skin,
    area: Rect,
    buffer: &mut Buffer,
) {
    let picture = above_status(area);
    if picture == area {
        return;
    }
    let status = Rect {
        y: picture.bottom(),
        height: 1,
        ..area
    };
    draw_status(session, skin, status, buffer);
    if let Some(page) = session.state.ui.help {
        session.state.ui.help_pages = help::draw(page, session.keys(), skin, picture, buffer);
        card(
            &palette::card(session, skin).unwrap_or_default(),
            CardPosition::Top,
            skin,
            picture,
            buffer,
        );
        return;
    }
    if session.plan {
        plan::draw(plan, skin, plan::area(picture), buffer);
    }
    let mut free = beside_plan(session, picture);
    for lines in [path(session, skin), why(session, skin)].into_iter().flatten() {
        let taken = card(&lines, CardPosition::TopLeft, skin, free, buffer).height;
        free.y += taken;
        free.height -= taken;
    }
    let mut beside_legends = free.width;
    if free.width >= ROOM_FOR_LEGENDS[0] && free.height >= ROOM_FOR_LEGENDS[1] {
        let room = Rect {
            height: free.height / 2,
            ..free
        };
        let lines = legends::lines(legends, skin);
        let taken = card(&lines, CardPosition::TopRight, skin, room, buffer).width;
        if taken <= free.width / 2 {
            beside_legends -= taken;
        }
    }
    if let Some(lines) = quiz::card(session, skin, usize::from(free.width))
        .or_else(|| films::card(session, skin, usize::from(free.width)))
    {
        let taken = card(&lines, CardPosition::Bottom, skin, free, buffer).height;
        free.height -= taken;
    }
    if session.greets() {
        card(&greeting(session, skin), CardPosition::Bottom, skin, free, buffer);
    }
    free.width = beside_legends;
    let width = usize::from(free.width).saturating_sub(4);
    let notices = session.notices();
    let notices: Vec<_> = notices.flat_map(|text| rows(text, width, skin.text())).collect();
    let palette = palette::card(session, skin);
    card(&palette.unwrap_or(notices), CardPosition::Top, skin, free, buffer);
    // The window draws a finer crosshair itself.
    if !session.greets() && session.front == FrontEnd::Terminal {
        crosshair(skin, picture_area(session, skin, area), buffer);
    }
}

/// Returns the area of the picture in a terminal. Excludes the status line and, if there is enough space, the plan and
/// the card of a film or quiz.
pub fn picture_area(session: &Session, skin: Skin, area: Rect) -> Rect {
    let picture = beside_plan(session, above_status(area));
    let columns = usize::from(picture.width);
    let card = quiz::card(session, skin, columns).or_else(|| films::in_model(session, skin, columns));
    let rows = card.map_or(0, |lines| lines.len() as u16);
    if session.state.ui.help.is_some() || picture.height < rows + LEAST_ABOVE_FILM {
        return picture;
    }
    Rect {
        height: picture.height - rows,
        ..picture
    }
}

/// Returns the area of the plan's picture, if the plan is shown.
pub fn plan_area(session: &Session, area: Rect) -> Option<Rect> {
    let picture = above_status(area);
    let is_shown = session.plan && session.state.ui.help.is_none() && picture != area;
    is_shown.then(|| plan::below_title(plan::area(picture)))
}

/// Returns the part of a picture next to the plan, or the whole picture if the plan covers it.
fn beside_plan(session: &Session, picture: Rect) -> Rect {
    let plan = plan::area(picture);
    let is_beside = session.plan && plan.width < picture.width && session.state.ui.help.is_none();
    Rect {
        width: picture.width - if is_beside { plan.width } else { 0 },
        ..picture
    }
}

fn above_status(area: Rect) -> Rect {
    if area.width < LEAST[0] || area.height < LEAST[1] {
        return area;
    }
    Rect {
        height: area.height - 1,
        ..area
    }
}

/// Draws the status line. Leaves out the parts that do not fit. If not even the first part fits next to the key of the
/// help, leaves out the key.
fn draw_status(session: &Session, skin: Skin, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    let help = text!(
        "screen-help-key",
        key = session.keys().action_key(Action::ToggleHelp)
    );
    let rest = width.saturating_sub(lines::columns(&help) + 3);
    let text = fitting(
        session.background_stage().into_iter().chain(session.status()),
        rest,
    );
    let line = if lines::columns(&text) > rest {
        format!(" {text}")
    } else {
        format!(" {} {help} ", lines::padded(&text, rest))
    };
    Line::styled(lines::prefix_in_columns(&line, width), skin.status()).render(area, buffer);
    buffer.set_style(area, skin.status());
}

/// Joins the parts of a status line up to the first one that does not fit. Always contains the first part.
fn fitting(parts: impl IntoIterator<Item = String>, columns: usize) -> String {
    let mut parts = parts.into_iter();
    let mut line = parts.next().unwrap_or_default();
    for part in parts {
        let longer = format!("{line} | {part}");
        if lines::columns(&longer) > columns {
            break;
        }
        line = longer;
    }
    line
}

/// Draws a card at the size of its lines. Returns its area.
fn card(lines: &[Line<'_>], place: CardPosition, skin: Skin, area: Rect, buffer: &mut Buffer) -> Rect {
    let room = usize::from(area.width.saturating_sub(2));
    let lines: Vec<Line<'_>> = lines.iter().flat_map(|line| within(line, room)).collect();
    let widest = lines.iter().map(Line::width).max().unwrap_or(0);
    if widest == 0 || area.is_empty() {
        return Rect::ZERO;
    }
    let width = (widest as u16 + 2).min(area.width);
    let height = (lines.len() as u16).min(area.height);
    let middle = area.x + (area.width - width) / 2;
    let (x, y) = match place {
        CardPosition::TopLeft => (area.x, area.y),
        CardPosition::TopRight => (area.right() - width, area.y),
        CardPosition::Top => (middle, area.y),
        CardPosition::Bottom => (middle, area.bottom() - height),
    };
    let card = Rect { x, y, width, height };
    Clear.render(card, buffer);
    buffer.set_style(card, skin.text());
    for (line, y) in lines.iter().zip(card.y..card.bottom()) {
        let row = Rect {
            x: card.x + 1,
            y,
            width: card.width.saturating_sub(2),
            height: 1,
        };
        line.render(row, buffer);
    }
    card
}

fn crosshair(skin: Skin, picture: Rect, buffer: &mut Buffer) {
    let place = (picture.x + picture.width / 2, picture.y + picture.height / 2);
    if let Some(cell) = buffer.cell_mut(place) {
        cell.set_char('+');
        if let Some(color) = skin.color([255, 255, 255]) {
            cell.set_fg(color);
        }
    }
}

fn greeting(session: &Session, skin: Skin) -> Vec<Line<'static>> {
    let front = session.front;
    let key = |action| session.keys().action_key(action);
    let look = match front {
        FrontEnd::Window | FrontEnd::SoftwareWindow => text!("screen-look-in-window"),
        FrontEnd::Terminal => text!("screen-look-in-terminal"),
    };
    let [coloring, model, why, find] = [
        Action::Overlay(OverlayKind::Materials.key()),
        Action::ToggleModel,
        Action::Why,
        Action::TogglePalette,
    ]
    .map(key);
    let [help, escape] = [Action::ToggleHelp, Action::Escape].map(key);
    let motion = |motion| session.keys().of_motion(motion);
    let walk = [Motion::Forward, Motion::Left, Motion::Back, Motion::Right]
        .map(motion)
        .join(" ");
    let [jump, fast] = [Motion::Up, Motion::Fast].map(motion);
    let lines = [
        text!("screen-greeting-move", walk, look, jump, fast),
        text!("screen-greeting-show", coloring, model, why, find),
        text!("screen-greeting-help", help, escape),
    ];
    let level = text!(
        "screen-greeting-level",
        level = session.opened.level.name,
        faces = count(session.opened.level.triangles.len() as u64),
        nodes = count(session.opened.tree.node_count())
    );
    let title = Line::styled(level, skin.title());
    let lines = lines.into_iter().map(|line| Line::styled(line, skin.text()));
    [title].into_iter().chain(lines).collect()
}

/// Builds the card of the eye path. Each step is F for the front side of a plane or B for the back side, with the node
/// number.
fn path(session: &Session, skin: Skin) -> Option<Vec<Line<'static>>> {
    const A_ROW: usize = 10;
    if !session.state.overlays.is_on(OverlayKind::Path) {
        return None;
    }
    let steps: Vec<_> = session.opened.tree.path(session.walker.body.position).collect();
    let title = text!("screen-path", planes = steps.len());
    let letters: String = steps.iter().map(|step| step.branch.letter()).collect();
    let mut lines = vec![Line::styled(title, skin.title())];
    lines.extend(rows(&letters, A_ROW * 5, skin.text()));
    for row in steps[..steps.len().min(MOST_PLANES)].chunks(A_ROW) {
        let planes = row.iter().map(|step| {
            let style = match step.branch {
                Branch::Front => skin.front(),
                Branch::Back => skin.back(),
            };
            Span::styled(format!("{}{} ", step.branch.letter(), step.node), style)
        });
        lines.push(Line::from(planes.collect::<Vec<_>>()));
    }
    if steps.len() > MOST_PLANES {
        let more = text!("screen-more-planes", planes = steps.len() - MOST_PLANES);
        lines.push(Line::styled(more, skin.note()));
    }
    Some(lines)
}

fn why(session: &Session, skin: Skin) -> Option<Vec<Line<'static>>> {
    const WIDTH: usize = 60;
    let why = session.walker.why.as_deref()?;
    let mut lines = vec![Line::styled(text!("screen-why"), skin.title())];
    for sentence in why.sentences() {
        lines.extend(rows(&skin.plain(&sentence), WIDTH, skin.text()));
    }
    Some(lines)
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, thread, time::Duration};

    use bspwalk_session::{LevelName, actions::HeldInput, tree_args::TreeArgs};

    use super::*;
    use crate::cli::open;

    fn walks(level: &str) -> impl Iterator<Item = (Skin, Session)> {
        let level = LevelName::BuiltIn(level.to_owned());
        let opened = Arc::new(open::open(&level, &TreeArgs::default()).expect("it is built in"));
        [Skin::PIXELS, Skin::ASCII].into_iter().map(move |skin| {
            let session = Session::new(Arc::clone(&opened), FrontEnd::Terminal, skin.unicode, None);
            (skin, session.expect("it has no liquids"))
        })
    }

    fn wait(session: &mut Session) {
        for _ in 0..10_000 {
            session.advance(Duration::ZERO, &mut HeldInput::default());
            if !session.state.is_film_waiting(&session.opened.tree) {
                break;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn status_leaves_out_parts_that_do_not_fit() {
        let parts = ["行走", "7 个节点", "画面"].map(str::to_owned);
        for (columns, expected) in [
            (0, "行走"),
            (14, "行走"),
            (15, "行走 | 7 个节点"),
            (21, "行走 | 7 个节点"),
            (22, "行走 | 7 个节点 | 画面"),
        ] {
            assert_eq!(fitting(parts.clone(), columns), expected, "{columns}");
        }
    }

    /// No card causes a panic at any screen size. Without Unicode and colours, the output is plain ASCII.
    #[test]
    fn cards_fit_on_every_screen() {
        let plan = Some((1.7, SectionFacts::default()));
        let commands = [
            Action::TogglePlan,
            Action::Overlay(OverlayKind::Path.key()),
            Action::Overlay(OverlayKind::Painter.key()),
            Action::ToggleBuildFilm,
            Action::ToggleQueryFilm,
            Action::SelectUnderCrosshair,
            Action::Why,
            Action::TogglePalette,
            Action::ToggleHelp,
            Action::ToggleHelp,
        ];
        for (skin, mut session) in walks("three_rooms") {
            for command in [None].into_iter().chain(commands.map(Some)) {
                if let Some(command) = command {
                    let _ = session.handle(command, &mut HeldInput::default());
                }
                wait(&mut session);
                for [width, height] in [
                    [0, 0],
                    [1, 1],
                    [1, 30],
                    [19, 5],
                    [20, 6],
                    [21, 7],
                    [40, 12],
                    [60, 9],
                    [80, 24],
                    [200, 60],
                ] {
                    let area = Rect::new(0, 0, width, height);
                    let mut buffer = Buffer::empty(area);
                    draw(&mut session, (&[], plan), skin, area, &mut buffer);
                    let has_words = width >= LEAST[0] && height >= LEAST[1];
                    let is_empty = buffer.content.iter().all(|cell| cell.symbol() == " ");
                    assert_eq!(is_empty, !has_words, "{width}x{height}");
                    let is_plain = |cell: &ratatui::buffer::Cell| {
                        cell.symbol().is_ascii() && cell.bg == ratatui::style::Color::Reset
                    };
                    let is_plain = skin.unicode || buffer.content.iter().all(is_plain);
                    assert!(is_plain, "{width}x{height}, {command:?}");
                }
            }
        }
    }

    /// On an 80 × 24 terminal, the sentence of every step fits together with the keys.
    #[test]
    fn sentences_of_films_fit_on_a_usual_terminal() {
        for (skin, mut session) in walks("hall") {
            for (film, steps) in [(Action::ToggleBuildFilm, 30), (Action::ToggleQueryFilm, 60)] {
                let _ = session.handle(film, &mut HeldInput::default());
                for step in 0..steps {
                    wait(&mut session);
                    let area = Rect::new(0, 0, 80, 24);
                    let mut buffer = Buffer::empty(area);
                    draw(&mut session, (&[], None), skin, area, &mut buffer);
                    let rows = area.rows().map(|row| {
                        let cells = row.positions().map(|place| buffer[place].symbol());
                        cells.collect::<String>().trim().to_owned()
                    });
                    let text: String = rows.collect::<Vec<_>>().join(" ");
                    let sentence = session
                        .state
                        .film_sentence(&session.opened.tree)
                        .expect("it is open");
                    let sentence = lines::in_columns(&skin.plain(&sentence), 78).join(" ");
                    let next = session.keys().of_film(Action::NextStep);
                    for words in [sentence, format!("{next}: next step")] {
                        assert!(text.contains(&words), "{film:?}, step {step}: {words}\n{text}");
                    }
                    let _ = session.handle(Action::NextStep, &mut HeldInput::default());
                }
            }
        }
    }
}
