//! Draws the menu bar and the open menus.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use bspwalk_text::{lines, text, words::capitalized};
use egui::{
    Align, Area, AtomExt as _, Button, Color32, FocusDirection, Id, Key, Layout, Order, Popup,
    PopupCloseBehavior, Rect, Response, RichText, ScrollArea, Stroke, TextWrapMode, Tooltip, WidgetInfo,
    WidgetType,
    containers::menu::{MenuState, SubMenu, SubMenuButton},
    vec2,
};

use super::{Does, Item, Row, items, row::Chosen};
use crate::app::kit::{icons, style};
use crate::app::{host::prelude::*, kit::layout::Screen, menu::facts::Facts, paint::scene::Quality};

/// Height of the menu bar, in points.
pub(in crate::app) const HEIGHT: f32 = 24.0;

/// Window height below which the menu bar is shown only while a menu is open, in points.
const LOWEST: f32 = 440.0;

/// Total height of a menu's border and its gap to the menu bar, in points.
const BORDER: f32 = 24.0;

/// Maximum width of a label, in character columns. Longer labels are truncated.
const WIDEST: usize = 56;

/// Text colour of disabled items.
const GREY: Color32 = Color32::from_rgb(128, 136, 148);

/// Background colour of the focused item.
const MARKED: Color32 = Color32::from_rgb(30, 82, 118);

/// Keys that move the focus in an open menu.
const MOVES: [Key; 6] = [
    Key::ArrowUp,
    Key::ArrowDown,
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::Home,
    Key::End,
];

pub(super) fn draw(
    mut contexts: EguiContexts,
    mut screen: ResMut<Screen>,
    (facts, quality): (Facts, Option<Res<Quality>>),
    mut chosen: Chosen,
) -> Result {
    let ui = facts.program.ui;
    let mut open = ui.menu;
    let context = contexts.ctx_mut()?;
    let has_bar = facts.program.bars.menu && context.content_rect().height() >= LOWEST;
    if has_bar || open.is_some() {
        screen.next.menu = HEIGHT;
    }
    let is_free = !ui.captured && ui.help.is_none() && has_bar;
    let place = screen.places.menu;
    // A newly opened menu bar has no space until the next frame.
    if !(is_free || open.is_some()) || place.height() < 1.0 {
        return Ok(());
    }
    let software = quality.and_then(|quality| quality.note());
    let titles = titles(context, place, software, &mut open);
    let menus = open.map(|_| items::menus(&facts)).unwrap_or_default();
    if let Some(number) = open
        && let (Some(menu), Some(title)) = (menus.get(number), titles.get(number))
    {
        let mut drawing = Drawing::new(context, screen.places.window.bottom() - place.bottom() - BORDER);
        let mut stays = true;
        Popup::menu(title)
            .id(Id::new(("menu", number)))
            .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
            .gap(1.0)
            .open_bool(&mut stays)
            .show(|ui| rows(ui, &menu.rows, &mut drawing));
        open = match drawing.key {
            _ if drawing.chosen.is_some() || !stays => None,
            Some(Key::ArrowLeft) => Some((number + menus.len() - 1) % menus.len()),
            Some(Key::ArrowRight) => Some((number + 1) % menus.len()),
            _ => Some(number),
        };
        drawing.lead(context, open == Some(number));
        if let Some(action) = drawing.chosen {
            chosen.run(action);
        }
    }
    if open != ui.menu {
        chosen.show_menu(open);
    }
    Ok(())
}

/// Draws the menu titles, and a label at the right end if the level is rendered in software. Clicking a title opens or
/// closes its menu. While a menu is open, hovering over another title opens that menu.
fn titles(
    context: &egui::Context,
    place: Rect,
    software: Option<&str>,
    open: &mut Option<usize>,
) -> Vec<Response> {
    let area = Area::new(Id::new("menu bar"))
        .order(Order::Middle)
        .fixed_pos(place.min)
        .constrain(false);
    let shown = area.show(context, |ui| {
        ui.set_min_size(place.size());
        ui.set_max_size(place.size());
        ui.painter().rect_filled(place, 0.0, style::CARD.to_opaque());
        let line = Stroke::new(1.0, style::LINE);
        ui.painter().hline(place.x_range(), place.bottom() - 0.5, line);
        let bar = egui::MenuBar::new().ui(ui, |ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            ui.spacing_mut().button_padding = vec2(9.0, 3.0);
            let mut drawn = Vec::new();
            for (number, title) in items::titles().into_iter().enumerate() {
                let is_open = *open == Some(number);
                let text = RichText::new(title).size(13.5).color(style::TEXT);
                let title = ui.add(Button::selectable(is_open, text).min_size(vec2(0.0, HEIGHT - 1.0)));
                if title.clicked() {
                    *open = (!is_open).then_some(number);
                } else if title.hovered() && is_pointing(ui.ctx()) && open.is_some() {
                    *open = Some(number);
                }
                drawn.push(title);
            }
            if let Some(note) = software {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.add_space(8.0);
                    let label = RichText::new(text!("menu-software"))
                        .size(12.0)
                        .color(style::FAINT);
                    ui.label(label).on_hover_text(note);
                });
            }
            drawn
        });
        bar.inner
    });
    shown.inner
}

/// Returns whether the pointer has moved. A resting pointer must not override keyboard navigation.
fn is_pointing(context: &egui::Context) -> bool {
    context.input(|input| input.pointer.delta() != egui::Vec2::ZERO)
}

/// State of the open menus while they are drawn.
struct Drawing {
    /// Maximum height of a menu, in points. Taller menus scroll.
    height: f32,
    /// Navigation key that was pressed and has not taken effect yet.
    key: Option<Key>,
    /// Whether the pointer has moved.
    is_pointing: bool,
    /// Control that had the focus at the start of the frame.
    focused: Option<Id>,
    /// Whether the focus is inside a menu.
    has_focus: bool,
    /// First row of the innermost menu.
    first: Option<Id>,
    /// Action of the activated row, if any.
    chosen: Option<PaletteCommand>,
}

impl Drawing {
    fn new(context: &egui::Context, height: f32) -> Self {
        let key = context.input(|input| MOVES.into_iter().find(|key| input.key_pressed(*key)));
        if key.is_some() {
            // Otherwise egui would move the focus to the nearest control, which may be outside the menus.
            context.memory_mut(|memory| memory.move_focus(FocusDirection::None));
        }
        Self {
            height,
            key,
            is_pointing: is_pointing(context),
            focused: context.memory(egui::Memory::focused),
            has_focus: false,
            first: None,
            chosen: None,
        }
    }

    /// Moves the focus up or down among the rows of a menu.
    fn step(&mut self, rows: &[Response]) {
        self.first = self.first.or(rows.first().map(|row| row.id));
        let Some(at) = rows.iter().position(|row| Some(row.id) == self.focused) else {
            return;
        };
        self.has_focus = true;
        let to = match self.key {
            Some(Key::ArrowUp) => (at + rows.len() - 1) % rows.len(),
            Some(Key::ArrowDown) => (at + 1) % rows.len(),
            Some(Key::Home) => 0,
            Some(Key::End) => rows.len() - 1,
            _ => return,
        };
        rows[to].request_focus();
        rows[to].scroll_to_me(None);
    }

    /// Keeps the focus inside the menus while they are open, so that they receive all key presses.
    fn lead(&self, context: &egui::Context, stays: bool) {
        context.memory_mut(|memory| match (self.focused, self.first) {
            (Some(focused), _) if !stays => memory.surrender_focus(focused),
            (_, Some(first)) if stays && !self.has_focus => memory.request_focus(first),
            _ => {}
        });
    }
}

/// Draws the rows of a menu.
fn rows(ui: &mut egui::Ui, rows: &[Row], drawing: &mut Drawing) {
    let widgets = &mut ui.visuals_mut().widgets;
    for widget in [&mut widgets.active, &mut widgets.hovered, &mut widgets.open] {
        widget.weak_bg_fill = MARKED;
    }
    ScrollArea::vertical().max_height(drawing.height).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        ui.spacing_mut().interact_size.y = 21.0;
        let mut drawn = Vec::new();
        for row in rows {
            match row.item() {
                Some(item) => drawn.push(self::row(ui, item, drawing)),
                None => _ = ui.separator(),
            }
        }
        drawing.step(&drawn);
    });
}

fn row(ui: &mut egui::Ui, item: &Item, drawing: &mut Drawing) -> Response {
    let (is_on, is_enabled) = (item.on == Some(true), item.is_enabled());
    // Disabled items can receive the focus, so that keyboard users can read why they are disabled.
    let ink = if is_enabled { style::TEXT } else { GREY };
    let tick = RichText::new(if is_on { icons::CHECK } else { "" })
        .size(12.0)
        .color(ink);
    let mut words = lines::prefix_in_columns(&item.words, WIDEST).to_owned();
    if words.len() < item.words.len() {
        words.push('…');
    }
    let words = RichText::new(words).size(13.5).color(ink);
    let button = Button::new((tick.atom_size(vec2(14.0, 14.0)), words)).wrap_mode(TextWrapMode::Extend);
    let row = match item.menu() {
        Some(rows) => submenu(ui, button, rows, drawing),
        None => ui.add(button.shortcut_text(RichText::new(&item.key).monospace().size(11.5))),
    };
    row.widget_info(|| WidgetInfo::selected(WidgetType::Button, is_enabled, is_on, &item.words));
    if row.hovered() && drawing.is_pointing {
        row.request_focus();
        drawing.has_focus = true;
    }
    if row.clicked()
        && is_enabled
        && let Does::Run(action) = &item.does
    {
        drawing.chosen = Some(action.clone());
    }
    tip(&row, item);
    row
}

/// Draws a row with a submenu. Right arrow and Enter open the submenu, and left arrow closes it.
fn submenu(ui: &mut egui::Ui, button: Button<'_>, rows: &[Row], drawing: &mut Drawing) -> Response {
    let had_focus = std::mem::take(&mut drawing.has_focus);
    let menu = MenuState::from_ui(ui, |_, stack| stack.id);
    let button = button.right_text(SubMenuButton::RIGHT_ARROW);
    let (row, _) = SubMenuButton::from_button(button).ui(ui, |ui| self::rows(ui, rows, drawing));
    let set_open = |open: Option<Id>| MenuState::from_id(ui.ctx(), menu, |state| state.open_item = open);
    match drawing.key {
        Some(Key::ArrowRight) if drawing.focused == Some(row.id) => {
            let beside = SubMenu::id_from_widget_id(row.id);
            // egui closes submenus that were not shown in the previous pass.
            MenuState::mark_shown(ui.ctx(), beside);
            set_open(Some(beside));
            row.surrender_focus();
            drawing.key = None;
        }
        Some(Key::ArrowLeft) if drawing.has_focus => {
            set_open(None);
            row.request_focus();
            drawing.key = None;
        }
        _ if row.clicked() => row.surrender_focus(),
        _ => {}
    }
    drawing.has_focus |= had_focus;
    row
}

/// Shows a tooltip next to a row that explains what the item does, or why it is disabled.
fn tip(row: &Response, item: &Item) {
    let say = |ui: &mut egui::Ui, text: &str, color: Color32| {
        ui.set_max_width(280.0);
        style::text(ui, capitalized(text), color, 12.5);
    };
    match &item.why_not {
        Some(reason) if row.has_focus() => {
            let id = row.id.with("reason");
            Tooltip::always_open(row.ctx.clone(), row.layer_id, id, row.rect)
                .show(|ui| say(ui, reason, style::ALARM));
        }
        None if !item.help.is_empty() => {
            row.clone().on_hover_ui(|ui| say(ui, &item.help, style::FAINT));
        }
        _ => {}
    }
}
