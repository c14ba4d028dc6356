//! Draws the menu bar and the open menu.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{
    Align2, Area, Color32, FontId, Id, Order, Rect, Response, ScrollArea, Sense, Shape, Stroke, WidgetInfo,
    WidgetType, pos2,
    text::{LayoutJob, TextWrapping},
    vec2,
};

use bspwalk_progress::words::capitalized;

use super::{Do, Does, Item, MenuBar, Place, Row, items::titles, row::Chosen};
use crate::app::{
    hud::{layout::Screen, style},
    settings::Settings,
    state::Ui,
};

/// Height of the bar, in points.
pub(in crate::app) const HEIGHT: f32 = 24.0;

/// Height of a window, in points, below which the bar is only shown while a menu is open.
const LOWEST: f32 = 440.0;

/// Heights of a row and of a separator, in points.
const ROW: f32 = 23.0;
const GAP: f32 = 7.0;

/// Widths of the check mark, of the submenu arrow, and of the gap between label and key, in points.
const MARK: f32 = 24.0;
const SIGN: f32 = 22.0;
const BETWEEN: f32 = 26.0;

/// Maximum width of label and key of a row, in points. Longer ones are truncated.
const WIDEST: f32 = 430.0;

const FONT: FontId = FontId::proportional(13.5);
const KEY: FontId = FontId::monospace(11.5);

/// Text of disabled items.
const GREY: Color32 = Color32::from_rgb(128, 136, 148);

/// Background of the highlighted item.
const MARKED: Color32 = Color32::from_rgb(30, 82, 118);

pub(super) fn draw(
    mut contexts: EguiContexts,
    (settings, ui): (Res<Settings>, Res<Ui>),
    mut screen: ResMut<Screen>,
    (mut menu, mut chosen): (ResMut<MenuBar>, Chosen),
) -> Result {
    let open = menu.open;
    let context = contexts.ctx_mut()?;
    let has_bar = settings.menu_bar && context.content_rect().height() >= LOWEST;
    if has_bar || open.is_some() {
        screen.next.menu = HEIGHT;
    }
    let is_free = !ui.captured && !ui.help && has_bar;
    if !(is_free || open.is_some()) {
        return Ok(());
    }
    let place = screen.places.menu;
    if place.height() < 1.0 {
        // The bar gets its space in the next frame.
        return Ok(());
    }
    let titles = bar(context, place, &mut menu);
    if let Some(open) = open {
        // The menu receives all keys.
        context.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
        });
        let done = menus(context, open, &titles, (screen.places.window, place), &mut menu);
        if let Some(done) = done {
            menu.open = None;
            chosen.run(done);
        }
    }
    Ok(())
}

/// Draws the bar and opens the menu that was clicked. Returns the rectangles of the titles.
fn bar(context: &egui::Context, place: Rect, menu: &mut ResMut<'_, MenuBar>) -> Vec<Rect> {
    let area = Area::new(Id::new("menu bar"))
        .order(Order::Middle)
        .fixed_pos(place.min)
        .constrain(false);
    let mut rects = Vec::new();
    area.show(context, |ui| {
        ui.set_min_size(place.size());
        ui.painter().rect_filled(place, 0.0, style::CARD.to_opaque());
        let mut left = place.left() + 4.0;
        for (number, title) in titles().into_iter().enumerate() {
            let text = ui.painter().layout_no_wrap(title.to_owned(), FONT, style::TEXT);
            let size = vec2(text.size().x + 18.0, place.height() - 1.0);
            let rect = Rect::from_min_size(pos2(left, place.top()), size);
            left = rect.right();
            rects.push(rect);
            let response = ui.interact(rect, Id::new(("menu title", number)), Sense::click());
            let open = menu.open.map(|open| open.menu);
            let is_open = open == Some(number);
            response.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, is_open, title));
            let painter = ui.painter();
            if is_open {
                painter.rect_filled(rect, 0.0, MARKED);
            } else if response.hovered() {
                painter.rect_filled(rect, 0.0, style::LINE);
            }
            let corner = rect.center() - 0.5 * text.size();
            painter.galley(corner, text, style::TEXT);
            if response.clicked() {
                menu.open = (!is_open).then_some(Place::of(number));
            } else if response.hovered() && open.is_some_and(|open| open != number) {
                // Once a menu is open, hovering over a title opens its menu.
                menu.open = Some(Place::of(number));
            }
        }
        let line = Stroke::new(1.0, style::LINE);
        ui.painter().hline(place.x_range(), place.bottom() - 0.5, line);
    });
    rects
}

/// Draws the open menu and its submenu. Returns the action that was clicked.
fn menus(
    context: &egui::Context,
    open: Place,
    titles: &[Rect],
    (window, place): (Rect, Rect),
    bar: &mut MenuBar,
) -> Option<Do> {
    let (Some(menu), Some(title)) = (bar.menus.get(open.menu), titles.get(open.menu)) else {
        return None;
    };
    let below = Rect::from_min_max(pos2(window.left(), place.bottom()), window.max).shrink(2.0);
    let first = List {
        id: Id::new("menu"),
        rows: &menu.rows,
        marked: open.row,
        is_last: open.beside.is_none(),
    };
    let shown = first.show(context, pos2(title.left(), below.top()), below);
    let mut rects = vec![place, shown.rect];
    let (mut next, mut done) = (open, None);
    if let Some(row) = shown
        .hovered
        .filter(|row| open.row != Some(*row) || open.beside.is_none())
    {
        next.row = Some(row);
        let opens = menu
            .rows
            .get(row)
            .and_then(Row::item)
            .and_then(Item::menu)
            .is_some();
        next.beside = opens.then_some(None);
    }
    if let Some(row) = shown.clicked {
        done = run(&menu.rows, row);
    }
    let item = open.row.and_then(|row| menu.rows.get(row)).and_then(Row::item);
    if let (Some(marked), Some(rows)) = (open.beside, item.and_then(Item::menu)) {
        let second = List {
            id: Id::new("menu beside"),
            rows,
            marked,
            is_last: true,
        };
        let top = shown.marked.map_or(below.top(), |rect| rect.top() - 4.0);
        let width = second.width(context);
        let right = shown.rect.right() - 2.0;
        // If there is no space on the right, the submenu opens to the left.
        let left = if right + width > below.right() {
            shown.rect.left() - width + 2.0
        } else {
            right
        };
        let beside = second.show(context, pos2(left, top), below);
        rects.push(beside.rect);
        if let Some(row) = beside.hovered {
            next = Place {
                beside: Some(Some(row)),
                ..open
            };
        }
        if let Some(row) = beside.clicked {
            done = run(rows, row);
        }
    }
    let is_beside = context.input(|input| {
        let at = input.pointer.interact_pos();
        input.pointer.any_pressed() && at.is_some_and(|at| !rects.iter().any(|rect| rect.contains(at)))
    });
    // A click in the bar takes precedence.
    if bar.open == Some(open) {
        bar.open = (!is_beside).then_some(next);
    }
    done
}

/// Returns the action of a clicked row, if it is enabled.
fn run(rows: &[Row], row: usize) -> Option<Do> {
    let item = rows.get(row)?.item().filter(|item| item.is_enabled())?;
    match &item.does {
        Does::Run(action) => Some(action.clone()),
        Does::Menu(_) => None,
    }
}

/// A menu on screen.
struct List<'a> {
    id: Id,
    rows: &'a [Row],
    marked: Option<usize>,
    /// Whether the keys move in this menu.
    is_last: bool,
}

/// Result of drawing a menu.
struct Drawn {
    rect: Rect,
    /// Rectangle of the highlighted row.
    marked: Option<Rect>,
    /// Row that the pointer moved onto.
    hovered: Option<usize>,
    clicked: Option<usize>,
}

impl List<'_> {
    /// Returns the width without the border, in points.
    fn width(&self, context: &egui::Context) -> f32 {
        let size = |text: &str, font: &FontId| {
            let layout = |fonts: &mut egui::epaint::text::FontsView<'_>| {
                fonts
                    .layout_no_wrap(text.to_owned(), font.clone(), style::TEXT)
                    .size()
                    .x
            };
            context.fonts_mut(layout)
        };
        let items = self.rows.iter().filter_map(Row::item);
        let widths = items.map(|item| size(&item.words, &FONT) + size(&item.key, &KEY));
        let widest = widths.fold(0.0, f32::max).min(WIDEST);
        (MARK + widest + BETWEEN + SIGN).ceil()
    }

    /// Returns the height without the border, in points.
    fn height(&self) -> f32 {
        let of = |row: &Row| if row.item().is_some() { ROW } else { GAP };
        self.rows.iter().map(of).sum()
    }

    /// Draws the menu with its corner at a point, or as close to it as it fits.
    fn show(&self, context: &egui::Context, at: egui::Pos2, room: Rect) -> Drawn {
        let border = 5.0;
        let (width, whole) = (self.width(context), self.height());
        let height = whole.min(room.height() - 2.0 * border);
        let most = room.max - vec2(width, height) - vec2(2.0, 2.0) * border;
        let corner = at.min(most).max(room.min);
        let mut drawn = Drawn {
            rect: Rect::from_min_size(corner, vec2(width, height) + vec2(2.0, 2.0) * border),
            marked: None,
            hovered: None,
            clicked: None,
        };
        let moved = context.input(|input| input.pointer.delta() != egui::Vec2::ZERO);
        Area::new(self.id)
            .order(Order::Foreground)
            .fixed_pos(corner)
            .constrain(false)
            .show(context, |ui| {
                let painter = ui.painter();
                painter.add(style::SHADOW.as_shape(drawn.rect, 5.0));
                let rim = Stroke::new(1.0, style::LINE);
                let fill = style::CARD.to_opaque();
                painter.rect(drawn.rect, 5.0, fill, rim, egui::StrokeKind::Inside);
                let inner = drawn.rect.shrink(border);
                let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(inner));
                ScrollArea::vertical()
                    .max_height(height)
                    .auto_shrink([false, false])
                    .show(&mut ui, |ui| {
                        ui.spacing_mut().item_spacing = egui::Vec2::ZERO;
                        for (number, row) in self.rows.iter().enumerate() {
                            self.row(ui, (number, row), (width, moved), &mut drawn);
                        }
                    });
                // Make the area as large as the border.
                ui.allocate_rect(inner, Sense::hover());
            });
        drawn
    }

    fn row(
        &self,
        ui: &mut egui::Ui,
        (number, row): (usize, &Row),
        (width, moved): (f32, bool),
        drawn: &mut Drawn,
    ) {
        let Some(item) = row.item() else {
            let (rect, _) = ui.allocate_exact_size(vec2(width, GAP), Sense::hover());
            let line = Stroke::new(1.0, style::LINE);
            ui.painter()
                .hline(rect.shrink2(vec2(4.0, 0.0)).x_range(), rect.center().y, line);
            return;
        };
        let (rect, response) = ui.allocate_exact_size(vec2(width, ROW), Sense::click());
        let is_marked = self.marked == Some(number);
        let (on, enabled) = (item.on == Some(true), item.is_enabled());
        response.widget_info(|| WidgetInfo::selected(WidgetType::Button, enabled, on, &item.words));
        paint(ui, rect, item, is_marked);
        if is_marked {
            drawn.marked = Some(rect);
            if !moved && self.is_last && !ui.clip_rect().contains_rect(rect) {
                response.scroll_to_me(None);
            }
        }
        if response.hovered() && moved {
            drawn.hovered = Some(number);
        }
        if response.clicked() {
            drawn.clicked = Some(number);
            drawn.hovered = Some(number);
        }
        self.tip(&response, item, is_marked && self.is_last);
    }

    /// Shows a tooltip next to a row: why the item is disabled, or what it does.
    fn tip(&self, response: &Response, item: &Item, is_marked: bool) {
        let said = |ui: &mut egui::Ui, text: &str, color| {
            ui.set_max_width(280.0);
            style::text(ui, capitalized(text), color, 12.5);
        };
        match &item.why_not {
            // Keyboard users must be able to read why an item is disabled, too.
            Some(reason) if is_marked => {
                let id = self.id.with("tip");
                let (context, layer) = (response.ctx.clone(), response.layer_id);
                egui::Tooltip::always_open(context, layer, id, response.rect)
                    .show(|ui| said(ui, reason, style::ALARM));
            }
            None if !item.help.is_empty() => {
                response
                    .clone()
                    .on_hover_ui(|ui| said(ui, &item.help, style::FAINT));
            }
            _ => {}
        }
    }
}

/// Paints a row: check mark, label, key, and the arrow of a submenu.
fn paint(ui: &egui::Ui, rect: Rect, item: &Item, is_marked: bool) {
    let painter = ui.painter().with_clip_rect(ui.clip_rect().intersect(rect));
    if is_marked {
        painter.rect_filled(rect, 4.0, MARKED);
    }
    let (words, key) = match (item.is_enabled(), is_marked) {
        (true, true) => (style::WHITE, style::TEXT),
        (true, false) => (style::TEXT, style::FAINT),
        (false, _) => (GREY, GREY),
    };
    if item.on == Some(true) {
        let at = pos2(rect.left() + 0.5 * MARK, rect.center().y);
        let tick = [vec2(-5.0, 0.0), vec2(-1.5, 4.0), vec2(5.5, -4.5)].map(|offset| at + offset);
        painter.add(Shape::line(tick.to_vec(), Stroke::new(2.0, words)));
    }
    let key = painter.text(
        pos2(rect.right() - SIGN + 8.0, rect.center().y),
        Align2::RIGHT_CENTER,
        &item.key,
        KEY,
        key,
    );
    // Labels that are too long end in an ellipsis.
    let mut job = LayoutJob::simple_singleline(item.words.clone(), FONT, words);
    let room = if item.key.is_empty() {
        rect.right() - SIGN
    } else {
        key.left() - 6.0
    };
    job.wrap = TextWrapping::truncate_at_width(room - rect.left() - MARK);
    let galley = painter.layout_job(job);
    let corner = pos2(rect.left() + MARK, rect.center().y - 0.5 * galley.size().y);
    painter.galley(corner, galley, words);
    if matches!(item.does, Does::Menu(_)) {
        let at = pos2(rect.right() - 10.0, rect.center().y);
        let corners = [vec2(-3.0, -4.5), vec2(3.5, 0.0), vec2(-3.0, 4.5)].map(|offset| at + offset);
        painter.add(Shape::convex_polygon(corners.to_vec(), words, Stroke::NONE));
    }
}
