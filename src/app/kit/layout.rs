//! Layout of everything drawn over the level.
//!
//! The menu bar and tool bar are at the top. There is a column of cards on each side, notices are below the bars, and
//! the movement status is at the bottom. If the gap between the columns is too narrow, notices and status take the full
//! width and the columns become shorter. The size of each part is measured while drawing and used in the next frame.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Align2, Id, LayerId, Order, Rangef, Rect, Vec2, pos2, vec2};

use super::covered::{self, Covered};
use super::style;
use crate::app::{host::prelude::*, input::settings::Settings};

/// Width of the panel, in points.
pub(in crate::app) const PANEL_WIDTH: f32 = 332.0;

/// Fill colour of the panel and the dock.
pub(in crate::app) const PANEL_FILL: egui::Color32 = egui::Color32::from_rgba_premultiplied(15, 18, 24, 250);

/// Returns the root for a panel at an edge of a rectangle, behind everything else.
pub(in crate::app) fn panel_root(context: &egui::Context, id: &str, within: Rect) -> egui::Ui {
    let root = egui::UiBuilder::new().layer_id(LayerId::background());
    egui::Ui::new(context.clone(), Id::new(id), root.max_rect(within))
}

/// Distance between cards, and between cards and the window borders, in points.
pub(in crate::app) const MARGIN: f32 = 12.0;

/// Minimum width of the left column, in points. If the column would be narrower, the columns are stacked.
const NARROWEST: f32 = 250.0;

/// Minimum and maximum width of notices, in points.
const NOTICES: [f32; 2] = [320.0, 640.0];

/// Sizes required by each part, in points. Parts with nothing to show have size 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::app) struct Needs {
    /// Height of the menu bar.
    pub(in crate::app) menu: f32,
    /// Height of the tool bar.
    pub(in crate::app) bar: f32,
    /// Widths of the columns.
    pub(in crate::app) left: f32,
    pub(in crate::app) right: f32,
    /// Heights of the column contents, with the left column first.
    pub(in crate::app) heights: [f32; 2],
    /// Size of the contents in the lower left corner.
    pub(in crate::app) corner: Vec2,
    /// Height of the notices.
    pub(in crate::app) notices: f32,
    /// Size of the cards at the bottom.
    pub(in crate::app) bottom: Vec2,
    /// Height of the dock below everything else.
    pub(in crate::app) dock: f32,
}

/// Rectangles of all parts, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::app) struct ScreenAreas {
    pub(in crate::app) window: Rect,
    /// Menu bar, at the top of the area next to the panel.
    pub(in crate::app) menu: Rect,
    /// Tool bar, below the menu bar.
    pub(in crate::app) bar: Rect,
    /// Window without the panel, bars and dock.
    pub(in crate::app) free: Rect,
    /// Part of the free area above the bottom cards.
    pub(in crate::app) clear: Rect,
    /// Largest rectangle of the clear area that neither column covers.
    pub(in crate::app) open: Rect,
    /// Columns.
    pub(in crate::app) left: Rect,
    pub(in crate::app) right: Rect,
    /// Contents of the lower left corner, below the left column.
    pub(in crate::app) corner: Rect,
    /// Notices, stacked from the top.
    pub(in crate::app) notices: Rect,
    /// Cards at the bottom, stacked from the bottom.
    pub(in crate::app) bottom: Rect,
}

impl ScreenAreas {
    /// Computes the layout for a window with a panel of the given width on the left.
    pub(in crate::app) fn new(window: Rect, panel: f32, needs: &Needs) -> Self {
        let beside_panel = window.with_min_x(window.left() + panel.min(window.width()));
        let below_menu = window.top() + needs.menu.min(window.height());
        let menu = beside_panel.with_max_y(below_menu);
        let top = (below_menu + needs.bar).min(window.bottom());
        let bar = beside_panel.with_min_y(below_menu).with_max_y(top);
        let end = (window.bottom() - needs.dock).max(top);
        let free = beside_panel.with_min_y(top).with_max_y(end);
        let inner = free.shrink(MARGIN.min(0.5 * free.size().min_elem()));
        let mut left = needs.left.max(needs.corner.x).min(inner.width());
        let right = needs.right.min(inner.width());
        let beside = inner.width() - right - MARGIN;
        let both = left > 0.0 && right > 0.0;
        let stacked = both && beside < NARROWEST.min(left);
        if both && !stacked {
            left = left.min(beside);
        }
        let after = |width: f32| if width > 0.0 { width + MARGIN } else { 0.0 };
        let gap = if stacked {
            Rangef::new(inner.left() + after(left.max(right)), inner.right())
        } else {
            Rangef::new(inner.left() + after(left), inner.right() - after(right))
        };
        let (notices, across_top) = strip(inner, gap, NOTICES[0], NOTICES[1]);
        let (bottom, across_bottom) = strip(inner, gap, needs.bottom.x, f32::INFINITY);
        let top = if across_top { after(needs.notices) } else { 0.0 };
        let below = if across_bottom { after(needs.bottom.y) } else { 0.0 };
        let ends = Rangef::new(inner.top() + top, (inner.bottom() - below).max(inner.top() + top));
        let column = |x: f32, width: f32, y: Rangef| Rect::from_x_y_ranges(x..=x + width, y);
        let (mut left, mut right) = if stacked {
            // If the window is too low for both columns, clamp heights so that none is negative.
            let half = ends.center();
            let [above, below] = [
                Rangef::new(ends.min, (half - 0.5 * MARGIN).max(ends.min)),
                Rangef::new((half + 0.5 * MARGIN).min(ends.max), ends.max),
            ];
            (
                column(inner.left(), left, above),
                column(inner.left(), right, below),
            )
        } else {
            (
                column(inner.left(), left, ends),
                column(inner.right() - right, right, ends),
            )
        };
        // The corner takes its height from the column above it, provided that at least the same height remains.
        let above = if stacked { &mut right } else { &mut left };
        let corner = if needs.corner.y > 0.0 && 2.0 * needs.corner.y <= above.height() {
            let top = above.bottom() - needs.corner.y;
            let low = pos2(inner.left(), above.bottom());
            above.max.y = top - MARGIN;
            Rect::from_min_max(pos2(low.x, top), pos2(low.x + needs.corner.x, low.y))
        } else {
            Rect::NOTHING
        };
        let clear = free.with_max_y((free.bottom() - after(needs.bottom.y)).max(free.top()));
        let cards = [(left, needs.heights[0]), (right, needs.heights[1])]
            .into_iter()
            .filter(|(column, height)| column.width() > 0.0 && *height > 0.0)
            .map(|(column, height)| column.with_max_y(column.top() + height).expand(MARGIN));
        let cards = cards.chain(corner.is_positive().then(|| corner.expand(MARGIN)));
        let open = covered::roomiest(clear, &cards.collect::<Vec<_>>());
        Self {
            window,
            menu,
            bar,
            free,
            clear,
            open,
            left,
            right,
            corner,
            notices,
            bottom,
        }
    }
}

/// Returns a strip with a width between `least` and `most`. Tries the centre of the window first, then the centre of
/// the gap between the columns, and finally covers the columns. The returned flag is true in the last case.
fn strip(inner: Rect, gap: Rangef, least: f32, most: f32) -> (Rect, bool) {
    let middle = inner.center().x;
    let around = 2.0 * (middle - gap.min).min(gap.max - middle);
    let (center, width, across) = if around >= least {
        (middle, around, false)
    } else if gap.span() >= least {
        (gap.center(), gap.span(), false)
    } else {
        (middle, inner.width(), true)
    };
    let half = 0.5 * width.min(most);
    (
        Rect::from_x_y_ranges(center - half..=center + half, inner.y_range()),
        across,
    )
}

/// Layout of this frame, and the sizes measured for the next frame.
#[derive(Resource, Clone, Copy, Debug)]
pub(in crate::app) struct Screen {
    pub(in crate::app) places: ScreenAreas,
    pub(in crate::app) next: Needs,
}

impl Default for Screen {
    fn default() -> Self {
        let next = Needs::default();
        let places = ScreenAreas::new(Rect::ZERO, 0.0, &next);
        Self { places, next }
    }
}

impl Screen {
    /// Returns the centre and size of the largest area without panel, dock and cards. The centre is in normalized
    /// device coordinates, and the size is a fraction of the window size.
    pub(in crate::app) fn free_share(&self) -> [glam::Vec2; 2] {
        let (window, free) = (self.places.window, self.places.open);
        if !window.is_positive() || !free.is_positive() {
            return [glam::Vec2::ZERO, glam::Vec2::ONE];
        }
        let middle = (free.center() - window.center()) / (0.5 * window.size());
        let size = free.size() / window.size();
        [glam::vec2(middle.x, -middle.y), glam::vec2(size.x, size.y)]
    }

    /// Returns the part of the window not covered by the panel, the dock, the bottom cards or the columns.
    pub(in crate::app) fn uncovered(&self) -> Rect {
        let places = self.places;
        let mut free = places.clear;
        if places.left.width() > 0.0 {
            free.min.x = free.min.x.max(places.left.right());
        }
        if places.right.width() > 0.0 {
            free.max.x = free.max.x.min(places.right.left());
        }
        if free.is_positive() { free } else { places.free }
    }

    /// Returns the lower left and upper right corners of [`Screen::uncovered`], in normalized device coordinates.
    pub(in crate::app) fn uncovered_share(&self) -> [glam::Vec2; 2] {
        let (window, free) = (self.places.window, self.uncovered());
        if !window.is_positive() || !free.is_positive() {
            return [glam::Vec2::NEG_ONE, glam::Vec2::ONE];
        }
        let share = |at: egui::Pos2| (at - window.center()) / (0.5 * window.size());
        [free.left_bottom(), free.right_top()]
            .map(share)
            .map(|corner| glam::vec2(corner.x, -corner.y))
    }

    /// Draws a card at the bottom, above the bottom cards already drawn in this frame.
    pub(in crate::app) fn at_the_bottom(
        &mut self,
        context: &egui::Context,
        id: &str,
        interactable: bool,
        contents: impl FnOnce(&mut egui::Ui),
    ) {
        let rect = self.places.bottom;
        let taken = &mut self.next.bottom;
        let gap = if taken.y > 0.0 { 0.5 * MARGIN } else { 0.0 };
        let card = egui::Area::new(Id::new(id))
            .pivot(Align2::CENTER_BOTTOM)
            .fixed_pos(pos2(rect.center().x, rect.bottom() - taken.y - gap))
            .order(Order::Middle)
            .interactable(interactable)
            .show(context, |ui| {
                ui.set_max_width(rect.width());
                style::card().show(ui, contents);
            });
        let size = card.response.rect.size();
        *taken = vec2(taken.x.max(size.x), taken.y + gap + size.y);
    }
}

/// Draws a page or a map in a rectangle. If `is_on_top` is set, it covers all other cards.
pub(in crate::app) fn page<R>(
    context: &egui::Context,
    (id, is_on_top): (&str, bool),
    rect: Rect,
    frame: egui::Frame,
    contents: impl FnOnce(&mut egui::Ui) -> R,
) -> R {
    let id = Id::new(id);
    let room = rect.size() - frame.total_margin().sum();
    let area = egui::Area::new(id).order(Order::Middle).fixed_pos(rect.min);
    let shown = area.show(context, |ui| {
        let contents = |ui: &mut egui::Ui| {
            ui.set_min_size(room);
            ui.set_max_size(room);
            contents(ui)
        };
        frame.show(ui, contents).inner
    });
    if is_on_top {
        context.move_to_top(LayerId::new(Order::Middle, id));
    }
    shown.inner
}

/// System set that computes the layout before anything is drawn.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::app) struct Arranged;

/// Adds the layout systems.
pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Screen>().add_systems(
        EguiPrimaryContextPass,
        (
            style::apply.run_if(run_once),
            style::update_animations.run_if(resource_changed::<Settings>),
            style::scale,
            arrange,
        )
            .chain()
            .in_set(Arranged),
    );
    app.init_resource::<Covered>().add_systems(
        EguiPrimaryContextPass,
        cover.after(AppSystems::Panel).after(AppSystems::Hud),
    );
}

/// Measures the area of everything that this frame has drawn over the level, and saves which parts of cards are
/// expanded.
fn cover(
    mut contexts: EguiContexts,
    screen: Res<Screen>,
    mut covered: ResMut<Covered>,
    mut settings: ResMut<Settings>,
) -> Result {
    let (context, places) = (contexts.ctx_mut()?, &screen.places);
    covered.set_if_neq(Covered::now(context, places.window, places.free));
    let open = context.data(|data| data.get_temp(Id::NULL));
    if let Some(open) = open.filter(|open| *open != settings.disclosures) {
        settings.disclosures = open;
    }
    Ok(())
}

/// Computes the layout of this frame from the sizes measured in the previous frame.
fn arrange(
    mut contexts: EguiContexts,
    (program, settings): (Res<ProgramState>, Res<Settings>),
    mut screen: ResMut<Screen>,
) -> Result {
    let ui = program.ui;
    let context = contexts.ctx_mut()?;
    context.data_mut(|data| data.insert_temp(Id::NULL, settings.disclosures.clone()));
    let window = context.content_rect();
    let panel = if ui.panel { PANEL_WIDTH } else { 0.0 };
    screen.places = ScreenAreas::new(window, panel, &std::mem::take(&mut screen.next));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Window sizes in points: the smallest supported size, a common size, 4K at its default zoom, a narrow size, and a
    /// small size on a high-density display.
    const WINDOWS: [[f32; 2]; 5] = [
        [1024.0, 600.0],
        [1280.0, 720.0],
        [1600.0, 900.0],
        [600.0, 1000.0],
        [640.0, 360.0],
    ];

    #[test]
    fn parts_are_disjoint_and_inside_the_window() {
        for [width, height] in WINDOWS {
            let window = Rect::from_min_size(egui::Pos2::ZERO, vec2(width, height));
            for panel in [0.0, 332.0] {
                for (left, right) in [(0.0, 0.0), (424.0, 0.0), (0.0, 290.0), (424.0, 290.0)] {
                    let bottoms = [vec2(0.0, 0.0), vec2(200.0, 40.0), vec2(390.0, 160.0)];
                    let corners = [vec2(0.0, 0.0), vec2(208.0, 242.0)];
                    for (bottom, corner) in bottoms.into_iter().flat_map(|b| corners.map(|c| (b, c))) {
                        let needs = Needs {
                            corner,
                            menu: if right > 0.0 { 24.0 } else { 0.0 },
                            bar: if left > 0.0 { 30.0 } else { 0.0 },
                            left,
                            right,
                            heights: [180.0, 400.0],
                            notices: 90.0,
                            bottom,
                            dock: if panel > 0.0 && height >= 600.0 {
                                0.3 * height
                            } else {
                                0.0
                            },
                        };
                        let places = ScreenAreas::new(window, panel, &needs);
                        let case = format!("{width}×{height}, panel {panel}, {needs:?}: {places:?}");
                        let notices = places.notices.with_max_y(places.notices.top() + needs.notices);
                        let low = places.bottom.with_min_y(places.bottom.bottom() - bottom.y);
                        let parts = [
                            (places.left, left > 0.0),
                            (places.right, right > 0.0),
                            (places.corner, places.corner.is_positive()),
                            (notices, true),
                            (low, bottom.y > 0.0),
                            (places.menu, places.menu.height() > 0.0),
                            (places.bar, places.bar.height() > 0.0),
                        ];
                        for (index, (part, _)) in parts.iter().enumerate().filter(|(_, part)| part.1) {
                            assert!(part.is_finite() && !part.is_negative(), "{case}");
                            assert!(window.contains_rect(*part), "{case}");
                            let is_bar = *part == places.bar || *part == places.menu;
                            assert!(places.free.contains_rect(*part) || is_bar, "{case}");
                            for (other, _) in parts[..index].iter().filter(|other| other.1) {
                                let common = part.intersect(*other);
                                assert!(common.width() <= 0.0 || common.height() <= 0.0, "{case}");
                            }
                        }
                        let cards = [(places.left, left), (places.right, right)]
                            .into_iter()
                            .zip(needs.heights)
                            .filter(|((_, width), _)| *width > 0.0)
                            .map(|((column, _), height)| column.with_max_y(column.top() + height));
                        assert!(places.clear.contains_rect(places.open), "{case}");
                        for card in cards.chain([low]) {
                            let common = places.open.intersect(card);
                            assert!(common.width() <= 0.01 || common.height() <= 0.01, "{case}");
                        }
                        assert!(
                            bottom.x <= low.width() + 0.01
                                || low.width() >= places.free.width() - 2.0 * MARGIN - 0.01,
                            "{case}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn narrow_middle_shortens_the_columns() {
        let window = Rect::from_min_size(egui::Pos2::ZERO, vec2(1600.0, 900.0));
        let needs = Needs {
            menu: 0.0,
            bar: 0.0,
            left: 424.0,
            right: 290.0,
            heights: [0.0; 2],
            corner: vec2(0.0, 0.0),
            notices: 90.0,
            bottom: vec2(300.0, 40.0),
            dock: 0.0,
        };
        let wide = ScreenAreas::new(window, 0.0, &needs);
        assert_eq!(wide.left.height(), 900.0 - 2.0 * MARGIN);
        assert_eq!(wide.bottom.center().x, 800.0, "below the crosshair");
        let narrow = ScreenAreas::new(window, 700.0, &needs);
        assert!(narrow.left.top() > 90.0 && narrow.left.bottom() < 860.0);
    }
}
