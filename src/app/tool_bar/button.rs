//! A button of the tool bar: an icon above a short name.

use bevy_egui::egui::{
    Align2, Color32, FontId, Rect, Response, Sense, Shape, Stroke, Ui, WidgetInfo, WidgetType, pos2, vec2,
};

use crate::app::hud::style;

/// Height of a button, in points.
pub(super) const HEIGHT: f32 = 38.0;

/// Minimum width of a button, and padding added to the width of its name, in points.
const LEAST: f32 = 40.0;
const PADDING: f32 = 9.0;

/// Size of the icon, in points.
const ICON: f32 = 20.0;

/// Width reserved for the menu arrow next to the icon, in points.
const SIGN: f32 = 9.0;

const NAME: FontId = FontId::proportional(11.0);

/// Icon and name of a tool that is off.
const OFF: Color32 = Color32::from_rgb(186, 194, 206);

/// A button.
#[derive(Clone, Copy, Debug)]
pub(super) struct ToolButton<'a> {
    /// Character of the icon font.
    pub(super) icon: &'static str,
    pub(super) name: &'a str,
    /// Whether the setting that it switches is on.
    pub(super) on: bool,
    /// Whether it opens a list.
    pub(super) is_menu: bool,
}

impl ToolButton<'_> {
    /// Returns the width in points.
    pub(super) fn width(&self, ui: &Ui) -> f32 {
        let name = ui.painter().layout_no_wrap(self.name.to_owned(), NAME, OFF);
        (name.size().x + PADDING).max(LEAST).ceil()
    }

    /// Draws the button.
    pub(super) fn show(&self, ui: &mut Ui) -> Response {
        let size = vec2(self.width(ui), HEIGHT);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let info = || WidgetInfo::selected(WidgetType::SelectableLabel, true, self.on, self.name);
        response.widget_info(info);
        let painter = ui.painter();
        let (fill, ink) = match (self.on, response.hovered()) {
            (true, hovered) => {
                let fill = ui.visuals().selection.bg_fill;
                (
                    if hovered { fill.gamma_multiply(1.25) } else { fill },
                    Color32::WHITE,
                )
            }
            (false, true) => (Color32::from_rgb(44, 51, 63), style::TEXT),
            (false, false) => (Color32::TRANSPARENT, OFF),
        };
        painter.rect_filled(rect, 4.0, fill);
        if self.on {
            // Do not mark active buttons by colour only.
            let below = rect.with_min_y(rect.bottom() - 2.5).shrink2(vec2(3.0, 0.0));
            painter.rect_filled(below, 1.0, style::ACCENT);
        }
        let aside = if self.is_menu { 0.5 * SIGN } else { 0.0 };
        let middle = pos2(rect.center().x - aside, rect.top() + 3.5 + 0.5 * ICON);
        let square = Rect::from_center_size(middle, vec2(ICON, ICON));
        painter.text(
            middle,
            Align2::CENTER_CENTER,
            self.icon,
            FontId::proportional(ICON),
            ink,
        );
        if self.is_menu {
            let at = pos2(square.right() + 0.6 * SIGN, middle.y + 1.0);
            let sign = vec![at + vec2(-3.0, -2.0), at + vec2(3.0, -2.0), at + vec2(0.0, 2.5)];
            painter.add(Shape::convex_polygon(sign, ink, Stroke::NONE));
        }
        let below = pos2(rect.center().x, rect.bottom() - 3.0);
        painter.text(below, Align2::CENTER_BOTTOM, self.name, NAME, ink);
        response
    }
}
