//! Parts of the window covered by the panel, bars and cards, and the largest free rectangle.

use bevy::prelude::Resource;
use bevy_egui::egui;
use egui::{Context, LayerId, Order, Rect};

/// Rectangles that cover the level, as fractions of the window from its top left corner.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(in crate::app) struct Covered(pub(in crate::app) Vec<Rect>);

impl Covered {
    /// Returns the areas that this frame draws over the level: everything outside the `free` part of the window, and
    /// every card inside it. Ignores tooltips, which depend on the pointer, and the background layer, which fills the
    /// window.
    pub(in crate::app) fn now(context: &Context, window: Rect, free: Rect) -> Self {
        let mut all = vec![
            window.with_max_x(free.left()),
            window.with_min_x(free.right()),
            window.with_max_y(free.top()),
            window.with_min_y(free.bottom()),
        ];
        context.memory(|memory| {
            let layers = memory.areas().visible_layer_ids();
            let areas = layers
                .into_iter()
                .filter(|layer| {
                    *layer != LayerId::background() && !matches!(layer.order, Order::Tooltip | Order::Debug)
                })
                .filter_map(|layer| memory.area_rect(layer.id));
            // Card sizes vary by fractions of a point between frames.
            all.extend(areas.map(|area| Rect::from_min_max(area.min.floor(), area.max.ceil())));
        });
        all.retain(|part| window.is_positive() && part.is_positive() && part.is_finite());
        let share = |at: egui::Pos2| ((at - window.min) / window.size()).to_pos2();
        for part in &mut all {
            *part = Rect::from_min_max(share(part.min), share(part.max));
        }
        // egui returns the areas in no particular order.
        all.sort_by(|a, b| {
            let key = |part: &Rect| [part.min.x, part.min.y, part.max.x, part.max.y];
            key(a).partial_cmp(&key(b)).unwrap_or(std::cmp::Ordering::Equal)
        });
        Self(all)
    }
}

/// Aspect ratio of the image that must fit into the free rectangle.
const ASPECT: f32 = 1.6;

/// Returns the rectangle inside `within` that overlaps no obstacle and fits the largest image of the fixed aspect
/// ratio. Returns `within` if the obstacles leave no space.
pub(in crate::app) fn roomiest(within: Rect, obstacles: &[Rect]) -> Rect {
    let sides = |of: fn(&Rect) -> [f32; 2]| {
        let mut sides: Vec<f32> = of(&within).into();
        sides.extend(obstacles.iter().flat_map(of));
        let [low, high] = of(&within);
        sides.retain(|side| (low..=high).contains(side));
        sides
    };
    let (across, down) = (
        sides(|rect| [rect.left(), rect.right()]),
        sides(|rect| [rect.top(), rect.bottom()]),
    );
    // Of two rectangles that fit the same image size, prefer the one with the larger area.
    let room = |rect: &Rect| (rect.width().min(ASPECT * rect.height()), rect.area());
    let mut best: Option<Rect> = None;
    for &left in &across {
        for &right in across.iter().filter(|&&right| right > left) {
            for &top in &down {
                for &bottom in down.iter().filter(|&&bottom| bottom > top) {
                    let rect = Rect::from_x_y_ranges(left..=right, top..=bottom);
                    let is_free = obstacles
                        .iter()
                        .all(|obstacle| !rect.intersect(*obstacle).is_positive());
                    if is_free && best.is_none_or(|best| room(&rect) > room(&best)) {
                        best = Some(rect);
                    }
                }
            }
        }
    }
    best.unwrap_or(within)
}

#[cfg(test)]
mod tests {
    use egui::{Pos2, pos2, vec2};

    use super::*;

    const WINDOW: Rect = Rect {
        min: Pos2::ZERO,
        max: Pos2 { x: 1000.0, y: 600.0 },
    };

    #[test]
    fn roomiest_rectangle_avoids_the_cards() {
        assert_eq!(roomiest(WINDOW, &[]), WINDOW);
        let tall = Rect::from_min_size(pos2(800.0, 0.0), vec2(200.0, 500.0));
        assert_eq!(roomiest(WINDOW, &[tall]), WINDOW.with_max_x(800.0));
        let low = Rect::from_min_size(pos2(700.0, 0.0), vec2(300.0, 100.0));
        assert_eq!(roomiest(WINDOW, &[low]), WINDOW.with_min_y(100.0));
        // The area below both obstacles is larger, but the rectangle between them is taller.
        let corners = [
            Rect::from_min_size(Pos2::ZERO, vec2(100.0, 200.0)),
            Rect::from_min_size(pos2(850.0, 0.0), vec2(150.0, 150.0)),
        ];
        let between = Rect::from_x_y_ranges(100.0..=850.0, 0.0..=600.0);
        assert_eq!(roomiest(WINDOW, &corners), between);
        let left = Rect::from_min_size(pos2(-12.0, -12.0), vec2(112.0, 612.0));
        let both = roomiest(WINDOW, &[tall, left]);
        assert_eq!(both, Rect::from_x_y_ranges(100.0..=800.0, 0.0..=600.0));
        assert_eq!(roomiest(WINDOW, &[WINDOW]), WINDOW, "nothing is free");
    }

    #[test]
    fn covered_areas_are_window_fractions() {
        let context = Context::default();
        let mut covered = Covered::default();
        let input = || egui::RawInput {
            screen_rect: Some(WINDOW),
            ..egui::RawInput::default()
        };
        for _ in 0..2 {
            drop(context.run_ui(input(), |ui| {
                egui::Area::new(egui::Id::new("a card"))
                    .fixed_pos(pos2(100.0, 120.0))
                    .show(ui.ctx(), |ui| ui.allocate_space(vec2(300.0, 60.0)));
                covered = Covered::now(ui.ctx(), WINDOW, WINDOW.with_min_x(250.0));
            }));
        }
        let expected = [
            Rect::from_min_max(Pos2::ZERO, pos2(0.25, 1.0)),
            Rect::from_min_max(pos2(0.1, 0.2), pos2(0.4, 0.3)),
        ];
        assert_eq!(covered.0, expected);
    }
}
