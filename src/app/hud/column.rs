//! A scrolling column of cards that folds the cards that do not fit.

use std::collections::HashMap;

use bevy_egui::egui;
use bspwalk_explain::glossary::Term;
use bspwalk_text::text;
use egui::{
    Align, Context, Id, Layout, Order, Rect, RichText, ScrollArea, Sense, Ui, WidgetInfo, WidgetType, vec2,
};

use super::{
    definitions::{Tip, define},
    style,
};

/// Assumed height of a card's contents until it is drawn the first time, in points.
const GUESS: f32 = 110.0;

/// Height of a title with the line above it, in points.
const TITLE: f32 = 30.0;

/// The title bar of a card.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::app) struct Title<'a> {
    /// Identifier of the card in its column.
    pub(in crate::app) id: &'a str,
    /// Key that shows the card.
    pub(in crate::app) key: &'a str,
    pub(in crate::app) name: &'a str,
    /// Faint text after the name.
    pub(in crate::app) note: &'a str,
    /// Glossary term that the card is about, if any.
    pub(in crate::app) term: Option<Term>,
    /// Tooltip of the button that copies the card's answer as a command, if there is such a button.
    pub(in crate::app) copy: Option<&'a str>,
    /// Tooltip of the close button, if there is one.
    pub(in crate::app) close: Option<&'a str>,
}

/// Buttons that the user clicked in the title of a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::app) struct Clicked {
    /// Whether to copy the card's answer as a command.
    pub(in crate::app) copies: bool,
    /// Whether to close the card.
    pub(in crate::app) closes: bool,
}

/// State of a card kept between frames.
#[derive(Clone, Copy, Debug, PartialEq)]
struct CardState {
    /// Height of the unfolded contents.
    height: f32,
    /// Order of first appearance: a greater number is later.
    since: u64,
    /// Whether the user unfolded (`true`) or folded (`false`) the card; `None` if neither.
    desired: Option<bool>,
    is_open: bool,
    /// Last frame that drew the card.
    frame: u64,
}

/// Unfolds the cards that the user unfolded and the latest card. Then unfolds further cards, latest first, as long as
/// they fit.
fn unfold(cards: &mut [&mut CardState], room: f32) {
    let mut left = room - TITLE * cards.len() as f32;
    let by_user = cards.iter().filter(|card| card.desired == Some(true));
    left -= by_user.map(|card| card.height).sum::<f32>();
    cards.sort_by_key(|card| std::cmp::Reverse(card.since));
    for (place, card) in cards.iter_mut().enumerate() {
        card.is_open = match card.desired {
            Some(desired) => desired,
            None => {
                left -= card.height;
                left >= 0.0 || place == 0
            }
        };
    }
}

/// A column of cards and its state between frames.
#[derive(Debug, Default)]
pub(in crate::app) struct Column {
    cards: HashMap<Id, CardState>,
    frame: u64,
}

impl Column {
    /// Draws the column in a rectangle, starting at the top. Returns its height.
    pub(in crate::app) fn show(
        &mut self,
        context: &Context,
        id: &str,
        rect: Rect,
        contents: impl FnOnce(&mut Cards<'_>),
    ) -> f32 {
        let frame = self.frame;
        self.cards.retain(|_, card| card.frame == frame);
        self.frame += 1;
        let card = style::card();
        let room = (rect.size() - card.total_margin().sum()).max(vec2(1.0, 1.0));
        unfold(&mut self.cards.values_mut().collect::<Vec<_>>(), room.y);
        let area = egui::Area::new(Id::new(id))
            .order(Order::Background)
            .fixed_pos(rect.min)
            .constrain(false)
            .show(context, |ui| {
                ui.set_max_size(rect.size());
                card.show(ui, |ui| {
                    ScrollArea::vertical()
                        .max_height(room.y)
                        .min_scrolled_height(room.y.min(64.0))
                        .auto_shrink([false, true])
                        .show(ui, |ui| {
                            ui.set_width(room.x);
                            ui.spacing_mut().item_spacing.y = 4.0;
                            contents(&mut Cards {
                                column: self,
                                ui,
                                count: 0,
                            });
                        });
                });
            });
        area.response.rect.height()
    }
}

/// Cards of a column while they are being drawn.
pub(in crate::app) struct Cards<'a> {
    column: &'a mut Column,
    ui: &'a mut Ui,
    count: u64,
}

impl Cards<'_> {
    /// Draws a card. Returns which title buttons the user clicked.
    pub(in crate::app) fn card(&mut self, title: Title<'_>, contents: impl FnOnce(&mut Ui)) -> Clicked {
        let frame = self.column.frame;
        let id = Id::new(title.id);
        let card = self.column.cards.entry(id).or_insert(CardState {
            height: GUESS,
            // Of several cards that appear in the same frame, the first counts as the latest.
            since: (frame << 16) - self.count,
            desired: None,
            is_open: true,
            frame,
        });
        card.frame = frame;
        if self.count > 0 {
            self.ui.separator();
        }
        self.count += 1;
        let (toggles, clicked) = header(self.ui, id, title, card.is_open);
        if toggles {
            card.is_open = !card.is_open;
            card.desired = Some(card.is_open);
        }
        if card.is_open {
            let top = self.ui.cursor().top();
            self.ui.push_id(id, contents);
            card.height = self.ui.cursor().top() - top;
        }
        clicked
    }
}

/// Draws a title. Returns whether it was clicked, and which of its buttons.
fn header(ui: &mut Ui, id: Id, title: Title<'_>, is_open: bool) -> (bool, Clicked) {
    let mut clicked = Clicked::default();
    let row = ui.horizontal(|ui| {
        if !title.key.is_empty() {
            style::key(ui, title.key);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let mut button = |text: &str, hint: Option<&str>| {
                hint.is_some_and(|hint| style::hinted(ui.small_button(text), hint).clicked())
            };
            clicked.closes = button("×", title.close);
            clicked.copies = button(text!("tourcard-copy"), title.copy);
            let fold = if is_open { "⏷" } else { "⏵" };
            let fold = ui.label(RichText::new(fold).color(style::FAINT).size(11.0)).rect;
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let mut text = egui::text::LayoutJob::default();
                let mut add = |part: RichText| {
                    part.append_to(&mut text, ui.style(), egui::FontSelection::Default, Align::Center);
                };
                add(RichText::new(title.name).strong().color(style::TEXT));
                if !title.note.is_empty() {
                    add(RichText::new(format!("  {}", title.note)).color(style::FAINT));
                }
                ui.add(egui::Label::new(text).truncate());
            });
            fold
        })
        .inner
    });
    let rect = row.response.rect.with_max_x(row.inner.right());
    let hint = if is_open {
        text!("hud-fold")
    } else {
        text!("hud-unfold")
    };
    let bar = ui.interact(rect, id.with("fold"), Sense::click());
    bar.widget_info(|| WidgetInfo::selected(WidgetType::CollapsingHeader, true, is_open, title.name));
    let bar = match title.term {
        Some(term) => define(bar, Tip::with(term, hint)),
        None => bar.on_hover_text(hint),
    };
    (bar.clicked(), clicked)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(height: f32, since: u64, desired: Option<bool>) -> CardState {
        CardState {
            height,
            since,
            desired,
            is_open: false,
            frame: 0,
        }
    }

    /// Returns which of the cards are unfolded, in order.
    fn unfolded(mut cards: Vec<CardState>, room: f32) -> Vec<bool> {
        unfold(&mut cards.iter_mut().collect::<Vec<_>>(), room);
        cards.iter().map(|card| card.is_open).collect()
    }

    #[test]
    fn the_oldest_cards_are_folded_until_the_others_find_room() {
        let cards = |desired| {
            vec![
                kept(100.0, 1, None),
                kept(100.0, 2, desired),
                kept(100.0, 3, None),
                kept(100.0, 4, None),
            ]
        };
        let titles = 4.0 * TITLE;
        assert_eq!(unfolded(cards(None), titles + 400.0), [true; 4]);
        assert_eq!(unfolded(cards(None), titles + 399.0), [false, true, true, true]);
        assert_eq!(unfolded(cards(None), titles + 200.0), [false, false, true, true]);
        let latest = [false, false, false, true];
        assert_eq!(unfolded(cards(None), 10.0), latest, "the latest always");
        // The user's choice overrides the available space, and the other cards make room.
        assert_eq!(
            unfolded(cards(Some(true)), titles + 200.0),
            [false, true, false, true]
        );
        assert_eq!(
            unfolded(cards(Some(false)), titles + 400.0),
            [true, false, true, true]
        );
    }
}
