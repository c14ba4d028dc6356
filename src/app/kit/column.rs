//! A scrolling column of cards. Clicking a title collapses or expands its card.

use bevy_egui::egui;
use bspwalk_explain::glossary::Term;
use bspwalk_text::text;
use egui::{
    Align, Context, Id, Layout, Order, Rect, RichText, ScrollArea, Sense, Ui, WidgetInfo, WidgetType,
    collapsing_header::CollapsingState, vec2,
};

use super::definitions::{Tip, add_definition};
use super::style;

/// Title bar of a card.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::app) struct Title<'a> {
    /// Identifier of the card in its column.
    pub(in crate::app) id: &'a str,
    /// Label of the key that shows the card.
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

/// Title buttons of a card that the user clicked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::app) struct Clicked {
    /// Whether the card's answer should be copied as a command.
    pub(in crate::app) copies: bool,
    /// Whether the card should be closed.
    pub(in crate::app) closes: bool,
}

/// Draws a column in a rectangle, starting at the top. Returns the height of the column.
pub(in crate::app) fn show(
    context: &Context,
    id: &str,
    rect: Rect,
    contents: impl FnOnce(&mut Cards<'_>),
) -> f32 {
    let card = style::card();
    let room = (rect.size() - card.total_margin().sum()).max(vec2(1.0, 1.0));
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
                        contents(&mut Cards { ui, is_first: true });
                    });
            });
        });
    area.response.rect.height()
}

/// Column of cards that is being drawn.
pub(in crate::app) struct Cards<'a> {
    ui: &'a mut Ui,
    is_first: bool,
}

impl Cards<'_> {
    /// Draws a card. Returns the title buttons that the user clicked.
    pub(in crate::app) fn card(&mut self, title: Title<'_>, contents: impl FnOnce(&mut Ui)) -> Clicked {
        let ui = &mut *self.ui;
        if !std::mem::take(&mut self.is_first) {
            ui.separator();
        }
        let id = Id::new(title.id);
        let mut state = CollapsingState::load_with_default_open(ui.ctx(), id, true);
        let (toggles, clicked) = header(ui, id, title, state.is_open());
        if toggles {
            state.toggle(ui);
        }
        state.show_body_unindented(ui, |ui| ui.push_id(id, contents));
        clicked
    }
}

/// Draws a title bar. Returns whether the title itself was clicked, and which of its buttons were clicked.
fn header(ui: &mut Ui, id: Id, title: Title<'_>, is_open: bool) -> (bool, Clicked) {
    let mut clicked = Clicked::default();
    let row = ui.horizontal(|ui| {
        if !title.key.is_empty() {
            style::draw_key_cap(ui, title.key);
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
    let hint = match is_open {
        true => text!("hud-fold"),
        false => text!("hud-unfold"),
    };
    let bar = ui.interact(rect, id.with("fold"), Sense::click());
    bar.widget_info(|| WidgetInfo::selected(WidgetType::CollapsingHeader, true, is_open, title.name));
    let bar = match title.term {
        Some(term) => add_definition(bar, Tip::with(term, hint)),
        None => bar.on_hover_text(hint),
    };
    (bar.clicked(), clicked)
}
