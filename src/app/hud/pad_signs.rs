//! Gamepad button glyphs, drawn in place of key names while a gamepad is in use.

use std::{collections::HashMap, sync::Arc};

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use bspwalk_session::actions::{PadButton, PadHold, PadNames, PadStick, Source, Turn};
use egui::{
    Align2, Color32, FontId, Id, Painter, Pos2, Rect, Shape, Stroke, WidgetInfo, WidgetType, pos2, vec2,
};

use crate::app::input::KeyLabels;

/// Height of a sign, gap between signs, and padding around the text of a sign, in points.
const HEIGHT: f32 = 18.0;
const GAP: f32 = 3.0;
const BORDER: f32 = 5.0;

/// Assumed width of a character on a button, in points.
const GLYPH: f32 = 7.0;
const TEXT_SIZE: f32 = 11.5;

const FILL: Color32 = Color32::from_rgb(38, 44, 54);
const RIM: Stroke = Stroke {
    width: 1.0,
    color: Color32::from_rgb(120, 132, 150),
};
const INK: Color32 = Color32::from_rgb(226, 230, 236);
const PRESSED: Color32 = Color32::from_rgb(86, 180, 233);

/// Naming scheme of the active gamepad, and the source of each name.
#[derive(Clone)]
struct InHand {
    names: PadNames,
    sources: Arc<HashMap<String, Source>>,
}

fn place() -> Id {
    Id::new("the gamepad in the hand")
}

/// Stores the active gamepad in the egui context, where the cards read it.
pub(super) fn tell(mut contexts: EguiContexts, labels: Res<KeyLabels>) -> Result {
    let context = contexts.ctx_mut()?;
    let known = context.data(|data| data.get_temp::<InHand>(place()));
    if known.map(|known| known.names) == labels.pad() {
        return Ok(());
    }
    context.data_mut(|data| match labels.pad() {
        Some(names) => {
            let named = Source::of_pads().map(|source| (names.source(source, true), source));
            let sources = Arc::new(named.collect());
            data.insert_temp(place(), InHand { names, sources });
        }
        None => data.remove::<InHand>(place()),
    });
    Ok(())
}

/// Draws the signs of a name if a gamepad is active and the name is one of its buttons or sticks. Returns whether it
/// drew anything.
pub(super) fn draw(ui: &mut egui::Ui, name: &str) -> bool {
    let in_hand = ui.ctx().data(|data| data.get_temp::<InHand>(place()));
    let Some(InHand { names, sources }) = in_hand else {
        return false;
    };
    let Some(&source) = sources.get(name) else {
        return false;
    };
    let signs = signs(source, names);
    let width = signs.iter().map(|sign| sign.width() + GAP).sum::<f32>() - GAP;
    let (rect, response) = ui.allocate_exact_size(vec2(width, HEIGHT), egui::Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, name));
    let mut left = rect.left();
    for sign in signs {
        let place = Rect::from_min_size(pos2(left, rect.top()), vec2(sign.width(), HEIGHT));
        sign.paint(ui.painter(), place);
        left += sign.width() + GAP;
    }
    true
}

/// Drawing of one button or stick.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sign {
    /// Round button with a letter.
    Letter(&'static str),
    /// Round button with the `PlayStation` shape at this position.
    Figure(PadButton),
    /// Menu, shoulder or trigger button with its name.
    Named(&'static str),
    /// Direction of the D-pad.
    Cross(Turn),
    /// Stick that is pushed in a direction, or pressed if there is none.
    Stick(PadStick, Option<Turn>),
}

/// Returns the signs of a source, starting with the button to hold.
fn signs(source: Source, names: PadNames) -> Vec<Sign> {
    let named = |button| Sign::Named(names.button(button, true));
    let of = |button| match button {
        PadButton::South | PadButton::East | PadButton::West | PadButton::North => match names {
            PadNames::PlayStation => Sign::Figure(button),
            _ => Sign::Letter(names.button(button, true)),
        },
        PadButton::Up => Sign::Cross(Turn::Up),
        PadButton::Down => Sign::Cross(Turn::Down),
        PadButton::Left => Sign::Cross(Turn::Left),
        PadButton::Right => Sign::Cross(Turn::Right),
        PadButton::LeftThumb => Sign::Stick(PadStick::Left, None),
        PadButton::RightThumb => Sign::Stick(PadStick::Right, None),
        button => named(button),
    };
    let (left, right) = (named(PadButton::LeftShoulder), named(PadButton::RightShoulder));
    match source {
        Source::Pad(button) => vec![of(button)],
        Source::PadWith(PadHold::Left, button) => vec![left, of(button)],
        Source::PadWith(PadHold::Right, button) => vec![right, of(button)],
        Source::PadWith(PadHold::Both, button) => vec![left, right, of(button)],
        Source::Stick(stick, turn) => vec![Sign::Stick(stick, Some(turn))],
        _ => Vec::new(),
    }
}

/// Returns the unit vector of a direction on the screen.
fn direction(turn: Turn) -> egui::Vec2 {
    let [left, up] = turn.left_and_up();
    vec2(-left, -up)
}

impl Sign {
    fn width(self) -> f32 {
        match self {
            Self::Named(name) => (name.chars().count() as f32 * GLYPH + 2.0 * BORDER).max(HEIGHT),
            _ => HEIGHT,
        }
    }

    fn paint(self, painter: &Painter, place: Rect) {
        let middle = place.center();
        let radius = HEIGHT / 2.0 - 1.0;
        let text = |text: &str, size: f32, color| {
            painter.text(
                middle,
                Align2::CENTER_CENTER,
                text,
                FontId::monospace(size),
                color,
            );
        };
        match self {
            Self::Letter(letter) => {
                painter.circle(middle, radius, FILL, RIM);
                text(letter, TEXT_SIZE, INK);
            }
            Self::Figure(button) => {
                painter.circle(middle, radius, FILL, RIM);
                painter.add(figure(button, middle));
                if button == PadButton::South {
                    painter.add(figure_line(middle, [[-3.5, 3.5], [3.5, -3.5]]));
                }
            }
            Self::Named(name) => {
                painter.rect(
                    place.shrink2(vec2(0.0, 1.0)),
                    4.0,
                    FILL,
                    RIM,
                    egui::StrokeKind::Inside,
                );
                text(name, TEXT_SIZE, INK);
            }
            Self::Cross(pressed) => {
                for turn in Turn::ALL {
                    let arm = Rect::from_center_size(middle + direction(turn) * 5.0, vec2(5.5, 5.5));
                    let fill = if turn == pressed { PRESSED } else { FILL };
                    painter.rect(arm, 1.0, fill, RIM, egui::StrokeKind::Inside);
                }
            }
            Self::Stick(stick, pushed) => {
                painter.circle_stroke(middle, radius, RIM);
                let cap = pushed.map_or(middle, |turn| middle + direction(turn) * 3.0);
                let fill = if pushed.is_none() { PRESSED } else { FILL };
                painter.circle(cap, radius - 3.5, fill, RIM);
                let letter = match stick {
                    PadStick::Left => "L",
                    PadStick::Right => "R",
                };
                let ink = if pushed.is_none() { Color32::BLACK } else { INK };
                painter.text(cap, Align2::CENTER_CENTER, letter, FontId::monospace(8.5), ink);
                if let Some(turn) = pushed {
                    let ahead = direction(turn);
                    let (tip, side) = (middle + ahead * (radius + 0.5), ahead.rot90() * 2.8);
                    let foot = tip - ahead * 3.4;
                    let corners = vec![tip, foot + side, foot - side];
                    painter.add(Shape::convex_polygon(corners, PRESSED, Stroke::NONE));
                }
            }
        }
    }
}

const LINE: Stroke = Stroke {
    width: 1.5,
    color: INK,
};

fn figure_line(middle: Pos2, ends: [[f32; 2]; 2]) -> Shape {
    Shape::line_segment(ends.map(|[x, y]| middle + vec2(x, y)), LINE)
}

/// Returns the `PlayStation` shape of a button. For the cross, this is only one of its two lines.
fn figure(button: PadButton, middle: Pos2) -> Shape {
    let closed = |corners: &[[f32; 2]]| {
        Shape::closed_line(corners.iter().map(|&[x, y]| middle + vec2(x, y)).collect(), LINE)
    };
    match button {
        PadButton::East => Shape::circle_stroke(middle, 4.0, LINE),
        PadButton::West => closed(&[[-3.5, -3.5], [3.5, -3.5], [3.5, 3.5], [-3.5, 3.5]]),
        PadButton::North => closed(&[[0.0, -4.5], [4.2, 2.8], [-4.2, 2.8]]),
        _ => figure_line(middle, [[-3.5, -3.5], [3.5, 3.5]]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_of_a_pad_has_signs_of_its_own() {
        for names in [PadNames::Xbox, PadNames::PlayStation, PadNames::Nintendo] {
            let mut known: Vec<Vec<Sign>> = Vec::new();
            for source in Source::of_pads() {
                let signs = signs(source, names);
                assert!(
                    !signs.is_empty() && !known.contains(&signs),
                    "{source:?}: {signs:?}"
                );
                assert!(signs.iter().all(|sign| sign.width() >= HEIGHT), "{source:?}");
                known.push(signs);
            }
        }
        assert_eq!(signs(Source::Space, PadNames::Xbox), []);
    }
}
